//! A comparison as a person reads it.

use std::io::{self, Write};

use regola::compare::{Aspect, Cost, Difference, Extent, Pair, Report, Side, Verdict};
use regola::game::Board;
use regola::syntax::render::Style;
use unicode_width::UnicodeWidthStr;

/// Tells the verdicts, the matrix of more than two files, and what each file costs, if any was looked at in play.
pub fn tell(files: &[&str], report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (at, verdict) in report.verdicts.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let pair = [files[0], files[at + 1]];
        match verdict {
            Verdict::Equal => equal(pair, report, at, out)?,
            Verdict::Differs(difference) => differs(pair, difference, report.extent, out)?,
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

fn equal([first, other]: [&str; 2], report: &Report, at: usize, out: &mut dyn Write) -> io::Result<()> {
    let Extent { depth, complete, positions, games, moves } = report.extent;
    let lines = match depth {
        None => "nothing was compared".to_owned(),
        Some(_) if complete => "every line to its end".to_owned(),
        Some(depth) => format!("every line of {}", counted(depth as u64, "ply", "plies")),
    };
    let games =
        if games > 0 { format!(", and {}", counted(games, "random game", "random games")) } else { String::new() };
    let as_far = if complete { "" } else { " as far as was looked" };
    writeln!(out, "{first} and {other} are equal{as_far}: {lines}{games}")?;
    let positions = counted(positions, "position", "positions");
    writeln!(out, "({positions} with {})", counted(moves, "move", "moves"))?;
    if !report.boards[at] {
        writeln!(out, "Boards were not compared, since not both games draw one.")?;
    }
    Ok(())
}

fn differs([first, other]: [&str; 2], difference: &Difference, extent: Extent, out: &mut dyn Write) -> io::Result<()> {
    let plies = difference.line.len() as u64;
    if plies == 0 {
        writeln!(out, "{first} and {other} differ from the start")?;
    } else {
        let line = difference.line.join(" ");
        writeln!(out, "{first} and {other} differ after {}: {line}", counted(plies, "ply", "plies"))?;
        if difference.line != difference.line_in_other {
            writeln!(out, "as {other} writes them: {}", difference.line_in_other.join(" "))?;
        }
        match extent.depth {
            _ if difference.shortest => writeln!(out, "No shorter line shows a difference.")?,
            Some(depth) => writeln!(out, "No line of {} shows one.", counted(depth as u64, "ply", "plies"))?,
            None => {}
        }
    }
    for aspect in &difference.aspects {
        write!(out, "{}", told(aspect, [first, other]))?;
    }
    if let Some((one, two)) = &difference.boards {
        writeln!(out)?;
        boards([first, other], one, two, &difference.aspects, out)?;
    }
    Ok(())
}

/// One thing that differs, in a line or more.
fn told(aspect: &Aspect, [first, other]: [&str; 2]) -> String {
    let of = |side: &Side| if *side == Side::First { first } else { other };
    match aspect {
        Aspect::Roles { only_first, only_other } => {
            let roles = only(["roles"; 2], only_first, only_other, [first, other]);
            roles + "  (roles with other names can be paired by a file for --map)\n"
        }
        Aspect::Squares { first: one, other: two, only_first } => {
            let size = |(columns, rows): &(usize, usize)| format!("{columns} by {rows} squares");
            let mut text = format!("  board: {} in {first}, {} in {other}\n", size(one), size(two));
            if one == two {
                text += &format!("  squares only in {first}: {}\n", some_of(only_first));
                text += "  (squares with other names can be paired by a file for --map)\n";
            }
            text
        }
        Aspect::Board { first: one, other: two } => {
            let square =
                |(one, two): (&String, &String)| if one == two { one.clone() } else { format!("{one} ({two})") };
            let squares: Vec<String> = one.iter().zip(two).map(square).collect();
            format!("  board: other signs on {}\n", squares.join(" "))
        }
        Aspect::Over { side } => {
            let goes_on = if *side == Side::First { other } else { first };
            format!("  end: the game is over in {}, and goes on in {goes_on}\n", of(side))
        }
        Aspect::Movers { first: one, first_in_other, other: two } => {
            let called = called(&one.join(" and "), &first_in_other.join(" and "));
            format!("  to move: {} in {first}{called}, {} in {other}\n", one.join(" and "), two.join(" and "))
        }
        Aspect::Moves { role, role_in_other, only_first, only_other } => {
            let what = [role, role_in_other].map(|role| format!("moves of {role}"));
            only([&what[0], &what[1]], only_first, only_other, [first, other])
        }
        Aspect::Goal { role, role_in_other, first: one, other: two } => {
            let called = called(role, role_in_other);
            format!("  result of {role}{called}: {one} in {first}, {two} in {other}\n")
        }
        Aspect::SharedNotation { side, text, moves } => {
            format!("  moves: `{text}` is written for more than one in {}: {}\n", of(side), moves.join(", "))
        }
        Aspect::Fails { side, failure } => {
            format!("  {} cannot be followed here:\n{}", of(side), failure.render(Style::Coloured))
        }
    }
}

/// What the other game calls something of the first, if that is another name.
fn called(name: &str, in_other: &str) -> String {
    if name == in_other { String::new() } else { format!(" (called {in_other} in the other)") }
}

/// What only one of the two has, as either calls it.
fn only(what: [&str; 2], only_first: &[String], only_other: &[String], files: [&str; 2]) -> String {
    let line = |names: &[String], side: usize| match names {
        [] => String::new(),
        names => format!("  {} only in {}: {}\n", what[side], files[side], names.join(" ")),
    };
    line(only_first, 0) + &line(only_other, 1)
}

/// Both boards side by side with the differing squares marked; one if they show the same.
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
    let Some((own, counterparts)) = differing else { return write!(out, "{one}") };
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

/// What is known of each two files; columns are numbered in the order of the files.
fn matrix(files: &[&str], report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let number = |at: usize| (at + 1).to_string();
    let mut rows = vec![[String::new()].into_iter().chain((0..files.len()).map(number)).collect::<Vec<_>>()];
    for (at, file) in files.iter().enumerate() {
        let cell = |column: usize| if column == at { "-".to_owned() } else { pair(&report.matrix[at][column]) };
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
    let headings = ["", "clauses", "lines", "steps/position", "time", "bytes/position"];
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

/// The time for one position as a multiple of the first game's, if both took any.
pub fn ratio(cost: &Cost, first: &Cost) -> Option<f64> {
    (cost.positions > 0 && first.seconds_each() > 0.0).then(|| cost.seconds_each() / first.seconds_each())
}

/// Rows in columns, each to the left or to the right.
fn table(rows: &[Vec<String>], left: &[bool], out: &mut dyn Write) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..left.len()).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for ((text, width), left) in row.iter().zip(&widths).zip(left) {
            let space = " ".repeat(width - text.width());
            line += &if *left { format!("{text}{space}  ") } else { format!("{space}{text}  ") };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The first few of some names.
fn some_of(names: &[String]) -> String {
    let more = if names.len() > MOST_NAMES { " ..." } else { "" };
    names[..names.len().min(MOST_NAMES)].join(" ") + more
}

/// So many squares are enough to see which are meant.
const MOST_NAMES: usize = 12;

fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
