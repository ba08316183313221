//! The state of a game, as the page shows it.

use std::collections::HashMap;

use super::board::drawn;
use super::course::Course;
use super::limits;
use super::protocol::{LegalMove, RoleResult, ShownLevel, ShownOutcome, TabState};
use crate::game::{self, Click, Colour, Error, Game, Move, Position, Role, Rules, same_when_typed};
use crate::session::{Explain, Trouble, results};

/// Returns the state of a game at its present position.
pub fn state(course: &Course) -> Result<TabState, Trouble> {
    let (rules, position) = (course.rules(), course.position());
    let movers = rules.turn(position).explain(rules)?.into_movers();
    let board = rules.board(position).explain(rules)?;
    let (board, too_large) = match board {
        Some(board) if board.columns * board.rows > limits::SQUARES => (None, Some(board)),
        board => (board, None),
    };
    let squares = board.as_ref().map(SquareNames::of).unwrap_or_default();
    let (mut moves, mut fault) = (Vec::new(), None);
    for (role, own) in &movers {
        for played in own {
            match rules.notation(position, played) {
                Ok(written) => {
                    let legal = legal_move(rules, position, (*role, played), written, &squares)?;
                    moves.push(legal);
                }
                // The other moves can be played.
                Err(error @ Error::NoNotation(_)) => {
                    fault.get_or_insert_with(|| rules.failure(&error).to_string());
                }
                Err(error) => return Err(error).explain(rules),
            }
        }
    }
    let stuck = match movers.as_slice() {
        [(role, own)] if rules.has_paths() => stuck(rules, position, *role, own, &squares)?,
        _ => Vec::new(),
    };
    let text = match (&board, too_large) {
        (Some(_), _) => String::new(),
        (None, Some(board)) => format!(
            "A board of {} by {} is too large to be shown.\n",
            board.columns, board.rows
        ),
        (None, None) => rules.picture(position, &[], None).explain(rules)?,
    };
    let roles = rules.role_names();
    Ok(TabState {
        title: rules.name().to_owned(),
        colours: roles
            .iter()
            .map(|role| Colour::named(role).map(Colour::name))
            .collect(),
        roles,
        levels: rules
            .levels()
            .iter()
            .map(|level| ShownLevel {
                name: level.name.to_string(),
            })
            .collect(),
        heuristics: rules.heuristics().iter().map(ToString::to_string).collect(),
        usual: usual(rules),
        ply: course.ply(),
        start: course.start().map(str::to_owned),
        line: course.plies(),
        left_out: course.left_out().to_vec(),
        mover: movers
            .iter()
            .map(|(role, _)| rules.role_name(*role))
            .collect(),
        moves,
        fault,
        stuck,
        text,
        result: if movers.is_empty() {
            Some(outcome(rules, position)?)
        } else {
            None
        },
        last: course
            .last()
            .iter()
            .filter_map(|name| squares.find(name))
            .collect(),
        board: board.map(|board| drawn(&board, course.appearance())),
    })
}

/// The level that is used if the page names none, as in `regola play`.
fn usual(rules: &Rules) -> String {
    let level = rules.level("normal").or(rules.levels().first());
    level.map_or_else(|| "depth=3".to_owned(), |level| level.name.to_string())
}

/// The names of a board's squares.
#[derive(Default)]
struct SquareNames {
    exact: HashMap<String, ()>,
    all: Vec<String>,
}

impl SquareNames {
    fn of(board: &game::Board) -> Self {
        let all: Vec<String> = board.square_names().collect();
        SquareNames {
            exact: all.iter().map(|name| (name.clone(), ())).collect(),
            all,
        }
    }

    /// Returns the square with this name; failing that, one whose name differs only in case, spaces
    /// or hyphens.
    fn find(&self, name: &str) -> Option<String> {
        if self.exact.contains_key(name) {
            return Some(name.to_owned());
        }
        self.all
            .iter()
            .find(|own| same_when_typed(own, name))
            .cloned()
    }
}

fn legal_move(
    rules: &Rules,
    position: &Position,
    (role, played): (Role, &Move),
    written: String,
    squares: &SquareNames,
) -> Result<LegalMove, Trouble> {
    let path = if rules.has_paths() {
        rules.path(position, played).explain(rules)?
    } else {
        vec![written.clone()]
    };
    Ok(LegalMove {
        role: rules.role_name(role),
        path: path.iter().map(|name| squares.find(name)).collect(),
        played: written,
    })
}

/// The squares with a piece of this role that no legal move begins with.
fn stuck(
    rules: &Rules,
    position: &Position,
    role: Role,
    legal: &[Move],
    squares: &SquareNames,
) -> Result<Vec<String>, Trouble> {
    let mut input = rules.path_input(position, role, legal).explain(rules)?;
    let mut is_stuck = |name: &&String| {
        input.clear();
        input.click(name) == Click::Blocked
    };
    Ok(squares
        .all
        .iter()
        .filter(|name| is_stuck(name))
        .cloned()
        .collect())
}

fn outcome(rules: &Rules, position: &Position) -> Result<ShownOutcome, Trouble> {
    let goals = results::goals(rules, position).explain(rules)?;
    let roles = rules.role_names().into_iter();
    Ok(ShownOutcome {
        words: results::verdict(rules, &goals),
        goals: roles
            .zip(&goals)
            .map(|(role, value)| RoleResult {
                role,
                value: *value,
            })
            .collect(),
    })
}
