//! `regola check`: everything that is wrong or doubtful about rule files.

use std::io::Write;
use std::sync::atomic::Ordering;

use clap::Args;
use regola::game::{Report, check_within};
use regola::syntax::diagnostic::{Diagnostic, Severity};
use regola::syntax::load::FileReader;
use regola::syntax::render::Style;
use serde_json::json;

use crate::CommandOutcome;
use crate::compiled::CompilationAccount;
use crate::explain::known_code;
use crate::interrupt::InterruptFlag;
use crate::opening::RunLimits;
use crate::output;
use crate::trial;
use crate::trouble::Trouble;

/// Report all errors and warnings of rule files, each with its place and a suggestion
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 without errors; 1 with warnings and --strict; 2 with errors.

Examples:
  regola check games/othello.rules
  regola check games/othello.rules --play 50
  regola check games/othello.rules --compile
  regola check *.rules --strict --allow no-terminal"
)]
pub struct CheckArguments {
    /// The rule files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    trial: trial::TrialArguments,
    /// Report which parts of each game compile, to how many operations, and why the rest does not
    #[arg(long)]
    compile: bool,
    /// Exit with status 1 if there are warnings
    #[arg(long)]
    strict: bool,
    /// Do not report warnings with this code; may be repeated
    #[arg(long, value_name = "CODE", value_parser = known_code)]
    allow: Vec<String>,
    /// Print a line of JSON for each error and warning
    #[arg(long)]
    json: bool,
}

pub fn run(options: &CheckArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let mut worst = None;
    let mut example: Option<&'static str> = None;
    let interrupt = InterruptFlag::of_the_program();
    for path in &options.files {
        let mut report = check_within(&FileReader, path, options.limits.allowance(&interrupt));
        if interrupt.is_requested() {
            return Err(Trouble::Stopped("stopped".to_owned()));
        }
        let tried = trial::run(&options.trial, &mut report, &interrupt);
        let is_allowed = |code| options.allow.iter().any(|allowed| allowed == code);
        report
            .diagnostics
            .retain(|one| one.severity == Severity::Error || !is_allowed(one.code));
        tell(&report, path, options, out)?;
        for note in tried? {
            if !options.json {
                writeln!(out, "{path}: {note}")?;
            }
        }
        if let Some(rules) = report.rules.as_ref().filter(|_| options.compile) {
            let compiled = CompilationAccount::new(rules);
            if rules.interrupt().load(Ordering::Relaxed) {
                return Err(Trouble::Stopped(format!(
                    "stopped while {} was compiled",
                    rules.name()
                )));
            }
            match options.json {
                true => crate::json::write(out, &compiled.object(path))?,
                false => compiled.print(path, out)?,
            }
        }
        // In the order of severities an error is less than a warning.
        worst = report
            .diagnostics
            .iter()
            .map(|one| one.severity)
            .chain(worst)
            .min();
        example = example.or_else(|| report.diagnostics.first().map(|one| one.code));
    }
    if let Some(code) = example.filter(|_| !options.json) {
        writeln!(output::errors(), "`regola explain {code}` tells more.")?;
    }
    Ok(match worst {
        Some(Severity::Error) => CommandOutcome::Faulty,
        Some(Severity::Warning) if options.strict => CommandOutcome::No,
        _ => CommandOutcome::Done,
    })
}

fn tell(
    report: &Report,
    path: &str,
    options: &CheckArguments,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    if options.json {
        for diagnostic in &report.diagnostics {
            crate::json::write(out, &object(diagnostic, report, path))?;
        }
        return Ok(());
    }
    if let (Some(rules), []) = (&report.rules, report.diagnostics.as_slice()) {
        writeln!(out, "{path}: {} is in order", rules.name())?;
        return Ok(());
    }
    let mut error = output::errors();
    error.write_all(report.render(Style::Coloured).as_bytes())?;
    writeln!(error, "\n{path}: {}", summary(report))?;
    Ok(())
}

fn summary(report: &Report) -> String {
    let counts = [(Severity::Error, "fault"), (Severity::Warning, "warning")];
    let counts = counts
        .map(|(severity, noun)| (report.count(severity), noun))
        .into_iter()
        .filter(|(count, _)| *count > 0);
    counts
        .map(|(count, noun)| counted(count, noun))
        .collect::<Vec<_>>()
        .join(", ")
}

fn object(diagnostic: &Diagnostic, report: &Report, path: &str) -> serde_json::Value {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut object = json!({ "severity": severity, "code": diagnostic.code, "title": diagnostic.title, "file": path });
    if let Some(label) = &diagnostic.primary {
        let (line, column) = report.sources.line_column(label.span);
        object["file"] = json!(&*report.sources.get(label.span.source).name);
        object["line"] = json!(line);
        object["column"] = json!(column);
    }
    if let Some(help) = &diagnostic.help {
        object["help"] = json!(help);
    }
    object
}

/// Returns a number with its noun, in the plural where needed.
fn counted(number: usize, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}
