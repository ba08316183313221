//! `regola fmt`: rule files in their standard form.

use std::io::{self, Read, Write};
use std::path::Path;

use clap::Args;
use regola::files;
use regola::game::Failure;
use regola::syntax::format::format;
use regola::syntax::kif;
use regola::syntax::load::{FileReader, Reader};
use regola::syntax::render::Style;
use regola::syntax::source::Sources;
use similar::TextDiff;

use crate::CommandOutcome;
use crate::output::{self, Output};
use crate::shipped::Shipped;
use crate::trouble::Trouble;

/// Format rule files, and print the names of the files that changed
///
/// Formatting changes only white space. Files with syntax errors stay as they are.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  regola fmt games/othello.rules\n  regola fmt --check games/*.rules\n  regola fmt - < draft.rules"
)]
pub struct FmtArguments {
    /// The rule files; `-` reads standard input and writes standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Show what would change, change nothing, and exit with status 1 if anything would change
    #[arg(long)]
    check: bool,
}

pub fn run(options: &FmtArguments, out: &mut Output) -> Result<CommandOutcome, Trouble> {
    let mut outcome = CommandOutcome::Done;
    for file in &options.files {
        match one(file, options.check, out) {
            Ok(true) => {}
            Ok(false) if outcome == CommandOutcome::Done => outcome = CommandOutcome::No,
            Ok(false) => {}
            // The other files are formatted in any case.
            Err(trouble @ (Trouble::Use(_) | Trouble::Rules(_))) => {
                outcome = CommandOutcome::Faulty;
                output::errors().write_all(trouble.text(Style::Coloured).as_bytes())?;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(outcome)
}

/// Formats one file. Returns whether it is in standard form now.
fn one(file: &str, check: bool, out: &mut Output) -> Result<bool, Trouble> {
    let (name, text) = if file == "-" {
        ("<input>", typed()?)
    } else {
        (file, read(file)?)
    };
    let formatted = in_form(name, &text)?;
    match (check, text == formatted) {
        (true, true) => return Ok(true),
        (true, false) => {
            write_difference(name, &text, &formatted, out)?;
            return Ok(false);
        }
        (false, _) if file == "-" => out.raw()?.write_all(formatted.as_bytes())?,
        (false, true) => {}
        (false, false) => {
            files::write(file, &formatted)
                .map_err(|error| Trouble::Use(format!("`{file}` cannot be written: {error}")))?;
            writeln!(out, "{file}")?;
        }
    }
    Ok(true)
}

fn read(file: &str) -> Result<String, Trouble> {
    if kif::is_sheet(file) {
        return Err(Trouble::Use(format!(
            "`{file}` is a sheet in KIF, which has no standard form here: only rule files are formatted"
        )));
    }
    if Shipped::find(file).is_some() && !Path::new(file).exists() {
        return Err(Trouble::Use(format!(
            "`{file}` is a game in the program, which cannot be changed: \
             `regola games {file} > {file}.rules` writes its rule file"
        )));
    }
    let unreadable =
        |reason: String| Trouble::Use(format!("the file `{file}` cannot be read: {reason}"));
    let bytes = FileReader.read(file).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8 text".to_owned()))
}

fn typed() -> Result<String, Trouble> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn in_form(name: &str, text: &str) -> Result<String, Trouble> {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    format(&sources, id).map_err(|diagnostics| {
        Failure {
            sources,
            diagnostics,
        }
        .into()
    })
}

fn write_difference(
    name: &str,
    text: &str,
    formatted: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let same = text
        .lines()
        .zip(formatted.lines())
        .take_while(|(old, new)| old == new)
        .count();
    let most = same + MOST_LINES;
    let (old, new) = (first_lines(text, most), first_lines(formatted, most));
    let difference = TextDiff::from_lines(old, new);
    write!(
        out,
        "{}",
        difference
            .unified_diff()
            .context_radius(1)
            .header(name, "in standard form")
    )?;
    if old.len() < text.len() || new.len() < formatted.len() {
        writeln!(out, "... what differs after line {most} is not shown")?;
    }
    Ok(())
}

/// The most lines that are compared after the first difference, because the time for comparing
/// grows with the square of their number.
const MOST_LINES: usize = 2_000;

fn first_lines(text: &str, count: usize) -> &str {
    text.match_indices('\n')
        .nth(count - 1)
        .map_or(text, |(end, _)| &text[..=end])
}
