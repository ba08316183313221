//! `regola check`: everything that is wrong with a rule file.

use std::io::Write;

use clap::Args;
use regola::game::Failure;
use regola::syntax::diagnostic::{Diagnostic, Severity};
use regola::syntax::render::Style;
use serde_json::json;

use crate::Outcome;
use crate::opening::RuleFile;
use crate::trouble::Trouble;

/// Tell everything that is wrong with a rule file, each fault with its place and a way out
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  regola check games/othello.rules")]
pub struct Options {
    #[command(flatten)]
    file: RuleFile,
    /// Print a line of JSON for each fault
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    match options.file.load() {
        Ok(rules) => {
            if !options.json {
                writeln!(out, "{}: {} is in order", options.file.path, rules.name())?;
            }
            Ok(Outcome::Done)
        }
        Err(Trouble::Rules(failure)) => {
            tell(&failure, options, out)?;
            Ok(Outcome::Faulty)
        }
        Err(other) => Err(other),
    }
}

fn tell(failure: &Failure, options: &Options, out: &mut dyn Write) -> Result<(), Trouble> {
    if options.json {
        for fault in &failure.diagnostics {
            crate::json::write(out, &fault_object(fault, failure))?;
        }
        return Ok(());
    }
    let mut error = anstream::stderr();
    error.write_all(failure.render(Style::Coloured).as_bytes())?;
    writeln!(error, "\n{}: {}", options.file.path, counted(failure.diagnostics.len(), "fault"))?;
    Ok(())
}

fn fault_object(fault: &Diagnostic, failure: &Failure) -> serde_json::Value {
    let severity = match fault.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut object = json!({ "severity": severity, "code": fault.code, "title": fault.title });
    if let Some(label) = &fault.primary {
        let (line, column) = failure.sources.line_column(label.span);
        object["file"] = json!(&*failure.sources.get(label.span.source).name);
        object["line"] = json!(line);
        object["column"] = json!(column);
    }
    if let Some(help) = &fault.help {
        object["help"] = json!(help);
    }
    object
}

/// A number and its noun.
fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
