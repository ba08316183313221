//! `regola convert`: a sheet of the Game Description Language as a rule file, or a rule file as a sheet.

use clap::Args;
use regola::convert::rule_file;
use regola::game::sheet;
use regola::syntax::kif;
use regola::syntax::load::FileReader;

use crate::CommandOutcome;
use crate::output::Output;
use crate::output_file::{OutputFile, Readers};
use crate::trouble::Trouble;

/// Write a sheet of the Game Description Language as a rule file, or a rule file as a sheet
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola convert games/gdl/nim.kif
  regola convert games/gdl/nim.kif --output nim.rules
  regola convert games/breakthrough.rules --output breakthrough.kif")]
pub struct ConvertArguments {
    /// The sheet, in KIF, if its name ends in `.kif`; otherwise the rule file
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    output: OutputFile,
}

pub fn run(options: &ConvertArguments, out: &mut Output) -> Result<CommandOutcome, Trouble> {
    let file = &options.file;
    options.output.refuse([file.as_str()])?;
    let text = match kif::is_sheet(file) {
        true => rule_file(&FileReader, file)?,
        false => sheet(&FileReader, file)?,
    };
    options
        .output
        .write(&text, Readers::Programs, str::to_owned, out)?;
    Ok(CommandOutcome::Done)
}
