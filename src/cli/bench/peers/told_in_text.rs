//! Games and their forms as tables for people.

use std::io::{self, Write};

use super::form::FormKind;
use super::games::{KnownCount, PeerGame};
use super::measure::{FormMeasure, FormWork, ratio};
use super::row::PeerRow;
use super::size::CompiledSize;

/// The width of the names of games.
const NAMES: usize = 18;
/// The width of a depth, and of a count of leaves.
const DEPTH: usize = 5;
const LEAVES: usize = 9;
/// The width of a speed.
const SPEED: usize = 9;
/// The width of a ratio.
const RATIO: usize = 15;

/// The ratios of the table: the speed of the first form is divided by that of the second.
pub const RATIOS: [[FormKind; 2]; 4] = [
    [FormKind::Words, FormKind::Machine],
    [FormKind::Native, FormKind::Machine],
    [FormKind::Native, FormKind::ByHand],
    [FormKind::Native, FormKind::AllPlies],
];

/// Prints the speeds, then the sizes, then what stays with the machine and which results are wrong.
pub fn print(rows: &[PeerRow], runs: u32, out: &mut dyn Write) -> io::Result<()> {
    let runs = if runs == 1 {
        "one run".to_owned()
    } else {
        format!("{runs} runs, median")
    };
    writeln!(out, "Speed by the CPU time of one thread, {runs}")?;
    let is_perft = |work: FormWork| matches!(work, FormWork::Perft(_));
    heading("Leaves a second", out)?;
    for_each_work(rows, is_perft, out)?;
    heading("Random games a second", out)?;
    for_each_work(rows, |work| !is_perft(work), out)?;
    write!(
        out,
        "\n{:<NAMES$}{:>9}{:>11}{:>11}",
        "Sizes", "clauses", "load", "compile"
    )?;
    size_heading(out)?;
    for row in rows {
        let [load, compile] = [row.load, row.compile].map(|time| time.as_secs_f64());
        write!(out, "  {:<2$}{:>9}", row.game.name, row.clauses, NAMES - 2)?;
        write!(out, "{load:>9.4} s{compile:>9.4} s")?;
        size(row.size, out)?;
    }
    remarks(rows, out)?;
    writeln!(
        out,
        "words: the compiled form, run by the interpreter of word operations; native: as native code."
    )?;
    writeln!(
        out,
        "hand: a program for this game alone. Of a tree it counts the last moves, as the compiled form does;"
    )?;
    writeln!(
        out,
        "plies: the same program, which plays the last moves too. Greater ratios are better."
    )
}

/// Prints the sizes, and whether the forms have the same results.
pub fn counts(rows: &[PeerRow], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{:<NAMES$}{:>9}", "", "clauses")?;
    size_heading(out)?;
    for row in rows {
        write!(out, "  {:<2$}{:>9}", row.game.name, row.clauses, NAMES - 2)?;
        size(row.size, out)?;
    }
    writeln!(out)?;
    for row in rows {
        let kinds: Vec<&str> = row.works[0]
            .1
            .iter()
            .map(|cell| cell.kind.title())
            .collect();
        let PeerGame {
            name,
            compared: KnownCount { depth, leaves },
            games,
            ..
        } = row.game;
        writeln!(
            out,
            "  {name:<16} {leaves:>6} leaves at depth {depth}, random games {games}: {}",
            kinds.join(", ")
        )?;
    }
    remarks(rows, out)
}

fn heading(title: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\n{title:<0$}", NAMES + DEPTH + LEAVES)?;
    for kind in FormKind::ALL {
        write!(out, "{:>SPEED$}", kind.title())?;
    }
    for [one, other] in RATIOS {
        write!(
            out,
            "{:>RATIO$}",
            format!("{}/{}", one.title(), other.title())
        )?;
    }
    writeln!(out)
}

fn for_each_work(
    rows: &[PeerRow],
    is_wanted: impl Fn(FormWork) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for row in rows {
        for (work, cells) in row.works.iter().filter(|(work, _)| is_wanted(*work)) {
            let tree = match work {
                FormWork::Perft(KnownCount { depth, leaves }) => {
                    format!("{depth:>DEPTH$}{leaves:>LEAVES$}")
                }
                FormWork::Playouts => " ".repeat(DEPTH + LEAVES),
            };
            let line = format!("  {:<2$}{tree}{}", row.game.name, speeds(cells), NAMES - 2);
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

fn speeds(cells: &[FormMeasure]) -> String {
    let speed = |kind| cells.iter().find(|cell| cell.kind == kind)?.speed();
    let speeds = FormKind::ALL.map(|kind| shown(speed(kind), SPEED, in_thousands));
    let ratios =
        RATIOS.map(|kinds| shown(ratio(cells, kinds), RATIO, |ratio| format!("{ratio:.2}")));
    speeds.concat() + &ratios.concat()
}

fn shown(figure: Option<f64>, width: usize, show: impl Fn(f64) -> String) -> String {
    format!("{:>width$}", figure.map(show).unwrap_or_default())
}

/// Returns a number with three significant digits, such as `15.3 M`.
pub fn in_thousands(figure: f64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e3, " k"), (1.0, "  ")];
    let (unit, name) = units
        .into_iter()
        .find(|(unit, _)| figure >= 0.9995 * unit)
        .unwrap_or((1.0, "  "));
    let figure = figure / unit;
    let decimals = if figure < 9.995 {
        2
    } else {
        usize::from(figure < 99.95)
    };
    format!("{figure:.decimals$}{name}")
}

fn size_heading(out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "{:>8}{:>8}{:>10}{:>12}",
        "moves", "nodes", "families", "operations"
    )?;
    writeln!(out, "{:>9}{:>7}{:>7}", "of turn", "words", "bytes")
}

fn size(size: Option<CompiledSize>, out: &mut dyn Write) -> io::Result<()> {
    let Some(CompiledSize {
        moves,
        nodes,
        families,
        operations,
        turn,
        words,
        bytes,
    }) = size
    else {
        return writeln!(out);
    };
    writeln!(
        out,
        "{moves:>8}{nodes:>8}{families:>10}{operations:>12}{turn:>9}{words:>7}{bytes:>7}"
    )
}

/// Prints what stays with the machine, and the wrong results.
fn remarks(rows: &[PeerRow], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    for row in rows {
        for kept in &row.kept {
            writeln!(out, "{}: {kept}", row.game.name)?;
        }
    }
    for difference in rows.iter().flat_map(PeerRow::differences) {
        writeln!(out, "WRONG: {difference}")?;
    }
    Ok(())
}
