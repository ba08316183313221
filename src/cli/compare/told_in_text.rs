//! A comparison as text.

use std::io::{self, Write};

use regola::compare::{Aspect, CompareReport, CompareVerdict, Cost, Pair, words};
use regola::game::Board;
use regola::syntax::render::Style;
use unicode_width::UnicodeWidthStr;

/// Prints the verdicts, the matrix of more than two files, and the cost of each file if any
/// positions were compared.
pub fn tell(files: &[&str], report: &CompareReport, out: &mut dyn Write) -> io::Result<()> {
    for (at, verdict) in report.verdicts.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let pair = [files[0], files[at + 1]];
        match verdict {
            CompareVerdict::Equal => write!(out, "{}", words::equality(pair, report, at))?,
            CompareVerdict::Differs(difference) => {
                write!(
                    out,
                    "{}",
                    words::difference(pair, difference, report.extent, Style::Coloured)
                )?;
                if let Some((one, two)) = &difference.boards {
                    writeln!(out)?;
                    boards(pair, one, two, &difference.aspects, out)?;
                }
            }
        }
    }
    if files.len() > 2 {
        writeln!(out)?;
        matrix(files, report, out)?;
    }
    if report.costs.iter().any(|cost| cost.positions > 0) {
        writeln!(out)?;
        costs(files, &report.costs, out)?;
    }
    Ok(())
}

/// Prints both boards side by side with the differing squares marked, or one board if they show the
/// same.
fn boards(
    [first, other]: [&str; 2],
    one: &Board,
    two: &Board,
    aspects: &[Aspect],
    out: &mut dyn Write,
) -> io::Result<()> {
    let differing = aspects.iter().find_map(|aspect| match aspect {
        Aspect::Board { first, other } => Some((first, other)),
        _ => None,
    });
    let Some((own, counterparts)) = differing else {
        return write!(out, "{one}");
    };
    let (mut one, mut two) = (one.clone(), two.clone());
    one.mark_all(own.iter().map(String::as_str));
    two.mark_all(counterparts.iter().map(String::as_str));
    let (left, right) = (format!("{first}\n{one}"), format!("{other}\n{two}"));
    let width = left.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let rows = left.lines().count().max(right.lines().count());
    for row in 0..rows {
        let line = |text: &str| text.lines().nth(row).unwrap_or_default().to_owned();
        let (left, right) = (line(&left), line(&right));
        let space = " ".repeat(width - left.width() + 3);
        writeln!(out, "{}", format!("{left}{space}{right}").trim_end())?;
    }
    Ok(())
}

/// Prints the result for each two files; columns are numbered in the order of the files.
fn matrix(files: &[&str], report: &CompareReport, out: &mut dyn Write) -> io::Result<()> {
    let number = |at: usize| (at + 1).to_string();
    let mut rows = vec![
        [String::new()]
            .into_iter()
            .chain((0..files.len()).map(number))
            .collect::<Vec<_>>(),
    ];
    for (at, file) in files.iter().enumerate() {
        let cell = |column: usize| {
            if column == at {
                "-".to_owned()
            } else {
                pair(&report.matrix[at][column])
            }
        };
        let row = std::iter::once(format!("{} {file}", number(at)));
        rows.push(row.chain((0..files.len()).map(cell)).collect());
    }
    table(&rows, &vec![true; files.len() + 1], out)
}

fn pair(pair: &Pair) -> String {
    match pair {
        Pair::Equal => "equal".to_owned(),
        Pair::DifferAfter(line) if line.is_empty() => "differ at once".to_owned(),
        Pair::DifferAfter(line) => format!("differ after {}", line.join(" ")),
        Pair::Unknown => "?".to_owned(),
    }
}

fn costs(files: &[&str], costs: &[Cost], out: &mut dyn Write) -> io::Result<()> {
    let headings = [
        "",
        "clauses",
        "lines",
        "steps/position",
        "time",
        "bytes/position",
    ];
    let mut rows = vec![headings.map(str::to_owned).to_vec()];
    let known = |is_known: bool, text: String| if is_known { text } else { "?".to_owned() };
    for (file, cost) in files.iter().zip(costs) {
        rows.push(vec![
            (*file).to_owned(),
            cost.clauses.to_string(),
            cost.lines.to_string(),
            known(cost.positions > 0, format!("{:.1}", cost.steps_each())),
            ratio(cost, &costs[0]).map_or_else(|| "?".to_owned(), |ratio| format!("x{ratio:.2}")),
            known(cost.reached > 0, format!("{:.0}", cost.bytes_each())),
        ]);
    }
    table(&rows, &[true, false, false, false, false, false], out)
}

/// Returns the time for one position as a multiple of the first game's; none if a time is zero.
pub fn ratio(cost: &Cost, first: &Cost) -> Option<f64> {
    (cost.positions > 0 && first.seconds_each() > 0.0)
        .then(|| cost.seconds_each() / first.seconds_each())
}

/// Prints rows in columns, each aligned to the left or to the right.
fn table(rows: &[Vec<String>], left: &[bool], out: &mut dyn Write) -> io::Result<()> {
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].width())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..left.len()).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for ((text, width), left) in row.iter().zip(&widths).zip(left) {
            let space = " ".repeat(width - text.width());
            line += &if *left {
                format!("{text}{space}  ")
            } else {
                format!("{space}{text}  ")
            };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
