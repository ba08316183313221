//! A comparison as a table for people.

use std::io::{self, Write};

use super::report::BenchReport;
use super::runner::{Measurement, SystemsRow};
use super::suite::{TimedWork, WorkGroup};

/// The width of the names of works.
const NAMES: usize = 18;
/// The width of a time and a memory.
const MEASURED: usize = 23;
/// The width of a ratio.
const RATIO: usize = 7;
/// The width of a ratio to an earlier run.
const EARLIER: usize = 9;

/// Prints one line for each work.
pub fn list(works: &[&TimedWork], out: &mut dyn Write) -> io::Result<()> {
    for work in works {
        let long = if work.is_long { " (with --long)" } else { "" };
        writeln!(out, "{:<NAMES$} {}{long}", work.name, work.about)?;
    }
    Ok(())
}

/// Prints the whole table, and why measurements are missing.
pub fn print(report: &BenchReport, out: &mut dyn Write) -> io::Result<()> {
    let runs = if report.runs == 1 {
        "one run".to_owned()
    } else {
        format!("{} runs, median", report.runs)
    };
    writeln!(out, "CPU time of {runs}, and greatest memory")?;
    for installed in report.rivals.iter().filter(|_| report.is_comparison()) {
        writeln!(
            out,
            "{} {}: {}",
            installed.rival.name(),
            installed.version,
            installed.rival.manner()
        )?;
    }
    for group in WorkGroup::ALL {
        let rows: Vec<&SystemsRow> = report.in_group(group).collect();
        if !rows.is_empty() {
            writeln!(out)?;
            print_group(report, group, &rows, out)?;
        }
    }
    print_remarks(report, out)
}

fn print_group(
    report: &BenchReport,
    group: WorkGroup,
    rows: &[&SystemsRow],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut heading = format!("{:<NAMES$}{:>MEASURED$}", group.title(), "Regola");
    if report.earlier.is_some() {
        heading += &format!("{:>EARLIER$}", "earlier");
    }
    match group {
        WorkGroup::Games => heading += &format!("{:>RATIO$}", "ratio"),
        _ => {
            for installed in report.rivals {
                heading += &format!("  {:>MEASURED$}{:>RATIO$}", installed.rival.name(), "ratio");
            }
        }
    }
    writeln!(out, "{heading}")?;
    for row in rows {
        let mut line = format!(
            "  {:<1$}{2}",
            row.work.name,
            NAMES - 2,
            measured(Some(&row.regola))
        );
        if report.earlier.is_some() {
            line += &shown_ratio(report.ratio_to_earlier(row), EARLIER);
        }
        match group {
            WorkGroup::Games => line += &to_first(report, row),
            _ => line += &beside(report, row),
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    if group == WorkGroup::Classics {
        print_means(report, out)
    } else {
        Ok(())
    }
}

fn beside(report: &BenchReport, row: &SystemsRow) -> String {
    let cell = |(rival, found): (usize, &Option<Measurement>)| {
        format!(
            "  {}{}",
            measured(found.as_ref()),
            shown_ratio(report.ratio(row, rival), RATIO)
        )
    };
    row.rivals.iter().enumerate().map(cell).collect()
}

fn to_first(report: &BenchReport, row: &SystemsRow) -> String {
    match report.ratio_to_first(row) {
        Some((name, ratio)) => format!("{ratio:>RATIO$.2} to {name}"),
        None => String::new(),
    }
}

fn print_means(report: &BenchReport, out: &mut dyn Write) -> io::Result<()> {
    let means: Vec<Option<f64>> = (0..report.rivals.len())
        .map(|rival| report.mean(rival))
        .collect();
    if means.iter().all(Option::is_none) {
        return Ok(());
    }
    let cells = means
        .into_iter()
        .map(|mean| format!("  {:MEASURED$}{}", "", shown_ratio(mean, RATIO)));
    let before = NAMES + MEASURED + if report.earlier.is_some() { EARLIER } else { 0 };
    writeln!(
        out,
        "{:<before$}{}",
        "  geometric mean",
        cells.collect::<String>()
    )
}

/// Returns a time and a memory, or a dash if there is no measurement.
fn measured(found: Option<&Measurement>) -> String {
    match found {
        Some(Ok(sample)) => {
            let mib = sample.memory as f64 / f64::from(1 << 20);
            format!("{:>9.4} s {mib:>7.1} MiB", sample.median().as_secs_f64())
        }
        Some(Err(_)) => format!("{:>MEASURED$}", "-"),
        None => " ".repeat(MEASURED),
    }
}

fn shown_ratio(ratio: Option<f64>, width: usize) -> String {
    ratio.map_or_else(|| " ".repeat(width), |ratio| format!("{ratio:>width$.2}"))
}

/// Prints why there is a dash, and which systems are not installed.
fn print_remarks(report: &BenchReport, out: &mut dyn Write) -> io::Result<()> {
    let mut remarks: Vec<String> = Vec::new();
    for (row, system, reason) in report.lacking() {
        remarks.push(format!("{} on {system}: {reason}", row.work.name));
    }
    for rival in report.missing() {
        let (name, program) = (rival.name(), rival.program());
        remarks
            .push(format!("{name} is not installed: with `{program}` on the path its figures would stand here too."));
    }
    if report
        .rows
        .iter()
        .any(|row| row.work.first().is_some() || row.rivals.iter().any(Option::is_some))
    {
        remarks.push(
            "ratio: the time of Regola divided by that of the other; less than 1 is quicker."
                .to_owned(),
        );
    }
    if report.earlier.is_some() {
        remarks.push("earlier: the time of Regola divided by that of the earlier run.".to_owned());
    }
    if remarks.is_empty() {
        Ok(())
    } else {
        writeln!(out, "\n{}", remarks.join("\n"))
    }
}
