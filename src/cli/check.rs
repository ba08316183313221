//! `regola check`: everything that is wrong or doubtful about rule files.

use std::collections::HashSet;
use std::io::Write;
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use regola::compile::{NotShown, Stage};
use regola::game::{Report, Rules, check_within};
use regola::syntax::diagnostic::{Diagnostic, Severity};
use regola::syntax::render::Style;
use serde_json::json;

use crate::CommandOutcome;
use crate::compiled::CompilationAccount;
use crate::explain::known_code;
use crate::interrupt::CtrlC;
use crate::opening::RunLimits;
use crate::output;
use crate::part;
use crate::shipped::{AnyReader, path_of};
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
  regola check games/othello.rules --compile --show families --of closed/4
  regola check *.rules --strict --allow no-terminal"
)]
pub struct CheckArguments {
    /// The rule files, or names of games that `regola games` lists
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    limits: RunLimits,
    #[command(flatten)]
    trial: trial::TrialArguments,
    /// Report which parts of each game compile, to how many operations, and why the rest does not
    #[arg(long)]
    compile: bool,
    /// Show what a stage of the compiler makes of each game, in place of the report
    #[arg(
        long,
        value_name = "STAGE",
        requires = "compile",
        conflicts_with = "json"
    )]
    show: Option<StageArgument>,
    /// Show only a part such as `legal` or `heuristic discs`, or (but for words) a predicate such as
    /// `linked/3`
    #[arg(long, value_name = "NAME", requires = "show")]
    of: Option<String>,
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

/// A stage of the compiler.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum StageArgument {
    /// What is left of the clauses once everything that does not depend on the position is evaluated
    Residual,
    /// The same as gates, by number
    Circuit,
    /// Gates that say the same of different cells, with pictures of these cells
    Families,
    /// Programs of operations on words of 64 bits
    Words,
}

impl From<StageArgument> for Stage {
    fn from(argument: StageArgument) -> Self {
        match argument {
            StageArgument::Residual => Stage::Residual,
            StageArgument::Circuit => Stage::Circuit,
            StageArgument::Families => Stage::Families,
            StageArgument::Words => Stage::Words,
        }
    }
}

pub fn run(options: &CheckArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let mut worst = None;
    let mut example: Option<&'static str> = None;
    let mut refusals = Vec::new();
    let interrupt = CtrlC::of_the_program();
    for path in &options.files {
        let mut report = check(&path_of(path), options, &interrupt)?;
        let users = match report.diagnostics.as_slice() {
            [] => Vec::new(),
            _ => part::users(path),
        };
        let mut trial_notes = Ok(Vec::new());
        let mut reports = if users.is_empty() {
            trial_notes = trial::run(&options.trial, &mut report, &interrupt);
            vec![report]
        } else {
            as_part(path, &users, options, &interrupt)?
        };
        let is_allowed = |code| options.allow.iter().any(|allowed| allowed == code);
        for report in &mut reports {
            report
                .diagnostics
                .retain(|one| one.severity == Severity::Error || !is_allowed(one.code));
        }
        tell(&reports, path, &users, options, out)?;
        for note in trial_notes? {
            if !options.json {
                writeln!(out, "{path}: {note}")?;
            }
        }
        let rules = reports.iter().find_map(|report| report.rules.as_ref());
        if let Some(rules) = rules.filter(|_| options.compile) {
            match tell_compilation(rules, path, options, out) {
                // The other files may have what this one has not.
                Err(Trouble::Use(text)) => refusals.push(text),
                outcome => outcome?,
            }
        }
        let diagnostics = || reports.iter().flat_map(|report| &report.diagnostics);
        // In the order of severities an error is less than a warning.
        worst = diagnostics().map(|one| one.severity).chain(worst).min();
        example = example.or_else(|| diagnostics().next().map(|one| one.code));
    }
    if let Some(code) = example.filter(|_| !options.json) {
        writeln!(output::errors(), "`regola explain {code}` tells more.")?;
    }
    if !refusals.is_empty() {
        return Err(Trouble::Use(refusals.join("\n")));
    }
    Ok(match worst {
        Some(Severity::Error) => CommandOutcome::Faulty,
        Some(Severity::Warning) if options.strict => CommandOutcome::No,
        _ => CommandOutcome::Done,
    })
}

fn check(path: &str, options: &CheckArguments, interrupt: &CtrlC) -> Result<Report, Trouble> {
    let allowance = options.limits.allowance(interrupt);
    let report = check_within(&AnyReader, path, allowance);
    match interrupt.is_requested() {
        true => Err(Trouble::Stopped("stopped".to_owned())),
        false => Ok(report),
    }
}

/// Checks the files that use a part. Returns what is found in the part, each error and warning
/// once: errors of any file, and warnings that all files agree on, since what one of them leaves
/// unused another may use. There are no rules, because a part cannot be played.
fn as_part(
    path: &str,
    users: &[String],
    options: &CheckArguments,
    interrupt: &CtrlC,
) -> Result<Vec<Report>, Trouble> {
    let mut reports = Vec::new();
    for user in users {
        let mut report = check(user, options, interrupt)?;
        let sources = &report.sources;
        report
            .diagnostics
            .retain(|one| part::is_in(path, one, sources));
        report.rules = None;
        reports.push(report);
    }
    let found: Vec<HashSet<Finding>> = reports
        .iter()
        .map(|report| report.diagnostics.iter().map(finding).collect())
        .collect();
    let mut reported = HashSet::new();
    for report in &mut reports {
        report.diagnostics.retain(|one| {
            let finding = finding(one);
            let counts = one.severity == Severity::Error
                || found.iter().all(|found| found.contains(&finding));
            counts && reported.insert(finding)
        });
    }
    Ok(reports)
}

/// A diagnostic of a part, the same in each file that uses the part: its code, its title, and the
/// bytes of the part where its place begins and ends.
type Finding = (&'static str, String, Option<(u32, u32)>);

fn finding(one: &Diagnostic) -> Finding {
    let span = one.primary.as_ref().map(|label| label.span);
    (
        one.code,
        one.title.clone(),
        span.map(|span| (span.start, span.end)),
    )
}

fn tell(
    reports: &[Report],
    path: &str,
    users: &[String],
    options: &CheckArguments,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    if options.json {
        for report in reports {
            for diagnostic in &report.diagnostics {
                crate::json::write(out, &object(diagnostic, report, path))?;
            }
        }
        return Ok(());
    }
    let shown = match users {
        [] => path.to_owned(),
        _ => format!("{path}, as a part of {}", users.join(", ")),
    };
    if reports.iter().all(|report| report.diagnostics.is_empty()) {
        if options.show.is_some() {
            return Ok(());
        }
        let rules = reports.iter().find_map(|report| report.rules.as_ref());
        match rules {
            Some(rules) => writeln!(out, "{shown}: {} is in order", rules.name())?,
            None => writeln!(out, "{shown}: in order")?,
        }
        return Ok(());
    }
    let mut error = output::errors();
    for report in reports {
        error.write_all(report.render(Style::Coloured).as_bytes())?;
    }
    writeln!(error, "\n{shown}: {}", summary(reports))?;
    Ok(())
}

fn tell_compilation(
    rules: &Rules,
    path: &str,
    options: &CheckArguments,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let compiled = CompilationAccount::new(rules);
    if rules.interrupt().load(Ordering::Relaxed) {
        return Err(Trouble::Stopped(format!(
            "stopped while {} was compiled",
            rules.name()
        )));
    }
    match options.show {
        Some(stage) => {
            let text = compiled.show(stage.into(), options.of.as_deref());
            let refused = |refusal: NotShown| Trouble::Use(format!("{path}: {refusal}"));
            let text = text.map_err(refused)?;
            if options.files.len() > 1 {
                writeln!(out, "% {path}")?;
            }
            writeln!(out, "{}", text.trim())?;
        }
        None if options.json => crate::json::write(out, &compiled.object(path))?,
        None => compiled.print(path, out)?,
    }
    Ok(())
}

fn summary(reports: &[Report]) -> String {
    let count = |severity| reports.iter().map(|report| report.count(severity)).sum();
    let counts = [(Severity::Error, "fault"), (Severity::Warning, "warning")];
    let counts = counts
        .map(|(severity, noun)| (count(severity), noun))
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
