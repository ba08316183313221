//! `regola explain`: describes a code of a diagnostic, with a wrong and a right example.

use std::io::Write;

use clap::Args;
use regola::codes::{self, DiagnosticCode};
use unicode_width::UnicodeWidthStr;

use crate::CommandOutcome;
use crate::trouble::Trouble;

/// Describe an error or warning with a wrong and a right example, or list all codes
#[derive(Args, Debug)]
#[command(after_help = "Example:
  regola explain singleton-variable")]
pub struct ExplainArguments {
    /// The code in square brackets, such as `unknown-predicate`
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub fn run(options: &ExplainArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    match &options.code {
        Some(name) => write!(out, "{}", dressed(find(name).map_err(Trouble::Use)?))?,
        None => write!(out, "{}", list())?,
    }
    Ok(CommandOutcome::Done)
}

/// Finds a code; its brackets may be typed too.
fn find(typed: &str) -> Result<&'static DiagnosticCode, String> {
    let name = typed
        .trim_start_matches("error")
        .trim_start_matches("warning");
    let name = name.trim_start_matches('[').trim_end_matches(']');
    codes::find(name).ok_or_else(|| {
        match regola::logic::nearest(name, codes::ALL.iter().map(|code| code.name)) {
            Some(nearest) => format!(
                "there is no code `{name}`, the nearest is `{nearest}`; `regola explain` lists all"
            ),
            None => format!("there is no code `{name}`; `regola explain` lists all"),
        }
    })
}

/// Reads a code as the value of an option, and returns its name.
pub fn known_code(typed: &str) -> Result<String, String> {
    find(typed).map(|code| code.name.to_owned())
}

/// Returns the list of codes, one on each line.
fn list() -> String {
    let widest = codes::ALL
        .iter()
        .map(|code| code.name.width())
        .max()
        .unwrap_or(0);
    let line = |code: &DiagnosticCode| {
        format!(
            "{:<7}  {:<widest$}  {}\n",
            code.severity,
            code.name,
            code.title()
        )
    };
    codes::ALL.iter().map(line).collect()
}

/// Returns a page with a bold title and coloured, indented examples. The output stream removes the
/// colours if they are not wanted.
fn dressed(code: &DiagnosticCode) -> String {
    let colour = if code.severity == "error" { "31" } else { "33" };
    let mut text = format!(
        "\x1b[1;{colour}m{}[{}]\x1b[0m\x1b[1m: {}\x1b[0m\n",
        code.severity,
        code.name,
        code.title()
    );
    let mut is_example = false;
    for line in code.page.lines().skip(1) {
        match line.strip_prefix("```") {
            Some(info) => {
                is_example = !is_example;
                if let Some(kind) = info.split(' ').nth(1) {
                    text += &format!("\x1b[1m{}\x1b[0m\n\n", heading(kind));
                }
            }
            None if is_example && !line.is_empty() => {
                text += &format!("    \x1b[36m{line}\x1b[0m\n")
            }
            None => text += &format!("{line}\n"),
        }
    }
    text
}

fn heading(kind: &str) -> &'static str {
    if kind == "wrong" { "Wrong:" } else { "Right:" }
}
