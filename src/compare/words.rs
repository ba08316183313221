//! The result of a comparison in words. The caller passes the names of the games.

use super::difference::{Aspect, Difference, DifferenceSide};
use super::report::{CompareReport, Extent};
use crate::syntax::render::Style;

/// The sentences for equal games: the first, and the other game with the number `at`, from 0.
#[must_use]
pub fn equality([first, other]: [&str; 2], report: &CompareReport, at: usize) -> String {
    let Extent {
        depth,
        complete,
        positions,
        games,
        moves,
    } = report.extent;
    let lines = match depth {
        None => "nothing was compared".to_owned(),
        Some(_) if complete => "every line to its end".to_owned(),
        Some(depth) => format!("every line of {}", counted(depth as u64, "ply", "plies")),
    };
    let games = if games > 0 {
        format!(", and {}", counted(games, "random game", "random games"))
    } else {
        String::new()
    };
    let as_far = if complete {
        ""
    } else {
        " as far as was looked"
    };
    let positions = counted(positions, "position", "positions");
    let moves = counted(moves, "move", "moves");
    let mut text = format!(
        "{first} and {other} are equal{as_far}: {lines}{games}\n({positions} with {moves})\n"
    );
    if !report.boards[at] {
        text += "Boards were not compared, since not both games draw one.\n";
    }
    text
}

/// The sentences for games that differ: after which moves, and how. Boards are not drawn.
#[must_use]
pub fn difference(
    [first, other]: [&str; 2],
    difference: &Difference,
    extent: Extent,
    style: Style,
) -> String {
    let plies = difference.line.len() as u64;
    let mut text = String::new();
    if plies == 0 {
        text += &format!("{first} and {other} differ from the start\n");
    } else {
        let line = difference.line.join(" ");
        text += &format!(
            "{first} and {other} differ after {}: {line}\n",
            counted(plies, "ply", "plies")
        );
        if difference.line != difference.line_in_other {
            text += &format!(
                "as {other} writes them: {}\n",
                difference.line_in_other.join(" ")
            );
        }
        match extent.depth {
            _ if difference.shortest => text += "No shorter line shows a difference.\n",
            Some(depth) => {
                text += &format!(
                    "No line of {} shows one.\n",
                    counted(depth as u64, "ply", "plies")
                )
            }
            None => {}
        }
    }
    let aspects = difference
        .aspects
        .iter()
        .map(|aspect| aspect_in_words(aspect, [first, other], style));
    text + &aspects.collect::<String>()
}

/// One thing that differs, in one or more lines.
fn aspect_in_words(aspect: &Aspect, [first, other]: [&str; 2], style: Style) -> String {
    let of = |side: &DifferenceSide| {
        if *side == DifferenceSide::First {
            first
        } else {
            other
        }
    };
    match aspect {
        Aspect::Roles {
            only_first,
            only_other,
        } => {
            let roles = only(["roles"; 2], only_first, only_other, [first, other]);
            roles + "  (roles with other names can be paired by a file for --map)\n"
        }
        Aspect::Squares {
            first: one,
            other: two,
            only_first,
        } => {
            let size = |(columns, rows): &(usize, usize)| format!("{columns} by {rows} squares");
            let mut text = format!(
                "  board: {} in {first}, {} in {other}\n",
                size(one),
                size(two)
            );
            if one == two {
                text += &format!("  squares only in {first}: {}\n", some_of(only_first));
                text += "  (squares with other names can be paired by a file for --map)\n";
            }
            text
        }
        Aspect::Board {
            first: one,
            other: two,
        } => {
            let square = |(one, two): (&String, &String)| {
                if one == two {
                    one.clone()
                } else {
                    format!("{one} ({two})")
                }
            };
            let squares: Vec<String> = one.iter().zip(two).map(square).collect();
            format!("  board: other signs on {}\n", squares.join(" "))
        }
        Aspect::Over { side } => {
            let goes_on = if *side == DifferenceSide::First {
                other
            } else {
                first
            };
            format!(
                "  end: the game is over in {}, and goes on in {goes_on}\n",
                of(side)
            )
        }
        Aspect::Movers {
            first: one,
            first_in_other,
            other: two,
        } => {
            let called = called(&one.join(" and "), &first_in_other.join(" and "));
            format!(
                "  to move: {} in {first}{called}, {} in {other}\n",
                one.join(" and "),
                two.join(" and ")
            )
        }
        Aspect::Moves {
            role,
            role_in_other,
            only_first,
            only_other,
        } => {
            let what = [role, role_in_other].map(|role| format!("moves of {role}"));
            only([&what[0], &what[1]], only_first, only_other, [first, other])
        }
        Aspect::Goal {
            role,
            role_in_other,
            first: one,
            other: two,
        } => {
            let called = called(role, role_in_other);
            format!("  result of {role}{called}: {one} in {first}, {two} in {other}\n")
        }
        Aspect::SharedNotation { side, text, moves } => {
            format!(
                "  moves: `{text}` is written for more than one in {}: {}\n",
                of(side),
                moves.join(", ")
            )
        }
        Aspect::Fails { side, failure } => {
            format!(
                "  {} cannot be followed here:\n{}",
                of(side),
                failure.render(style)
            )
        }
    }
}

/// The name in the other game, if it is a different one.
fn called(name: &str, in_other: &str) -> String {
    if name == in_other {
        String::new()
    } else {
        format!(" (called {in_other} in the other)")
    }
}

/// The names that only one of the games has, as that game writes them.
fn only(what: [&str; 2], only_first: &[String], only_other: &[String], files: [&str; 2]) -> String {
    let line = |names: &[String], side: usize| match names {
        [] => String::new(),
        names => format!(
            "  {} only in {}: {}\n",
            what[side],
            files[side],
            names.join(" ")
        ),
    };
    line(only_first, 0) + &line(only_other, 1)
}

/// The first few of a list of names.
fn some_of(names: &[String]) -> String {
    let more = if names.len() > MOST_NAMES { " ..." } else { "" };
    names[..names.len().min(MOST_NAMES)].join(" ") + more
}

/// The most squares in a list; they show which squares are meant.
const MOST_NAMES: usize = 12;

fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
