//! What a game server sends to a player, as expressions of KIF. Capital letters do not matter.

use std::time::Duration;

use crate::game::sheet_notation::{expressions, term};
use crate::logic::Term;
use crate::syntax::kif::{Expression, ExpressionKind};

/// A request of a game server.
#[derive(Clone, Debug)]
pub enum Request {
    /// Who is there?
    Info,
    /// A match begins.
    Start(Start),
    /// The moves of the last turn, none at first: what is the next move?
    Play {
        /// The match.
        id: String,
        /// A move for each role, in the order of the roles.
        moves: Option<Vec<Term>>,
    },
    /// A match has come to its end.
    Stop {
        /// The match.
        id: String,
    },
    /// A match is given up.
    Abort {
        /// The match.
        id: String,
    },
    /// A game that may be played later.
    Preview,
}

/// A match that begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The match.
    pub id: String,
    /// The role to play.
    pub role: Term,
    /// The rules, as a sheet.
    pub sheet: String,
    /// The time to get ready.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
}

/// The longest clock that is kept.
const LONGEST_CLOCK: u64 = 24 * 60 * 60;

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn read(text: &str) -> Result<Self, String> {
        let read = expressions(text)?;
        let [expression] = &read[..] else {
            return Err("a request is one expression in brackets".to_owned());
        };
        let ExpressionKind::List(items) = &expression.kind else {
            return Err("a request stands in brackets".to_owned());
        };
        let Some((head, arguments)) = items.split_first() else {
            return Err("a request begins with its name".to_owned());
        };
        match (word(head)?, arguments) {
            ("info", []) => Ok(Request::Info),
            ("start", [id, role, sheet, start, play]) => Ok(Request::Start(Start {
                id: word(id)?.to_owned(),
                role: term(role).ok_or("a role has no variables")?,
                sheet: between_brackets(text, sheet)?,
                start_clock: clock(start)?,
                play_clock: clock(play)?,
            })),
            ("play", [id, moves]) => Ok(Request::Play {
                id: word(id)?.to_owned(),
                moves: moves_of(moves)?,
            }),
            ("stop", [id, _]) => Ok(Request::Stop {
                id: word(id)?.to_owned(),
            }),
            ("abort", [id]) => Ok(Request::Abort {
                id: word(id)?.to_owned(),
            }),
            ("preview", [_, _]) => Ok(Request::Preview),
            (name, _) => Err(format!(
                "`{name}` with {} arguments is no request: there are INFO, START, PLAY, STOP, ABORT and PREVIEW",
                arguments.len()
            )),
        }
    }
}

fn word(expression: &Expression) -> Result<&str, String> {
    match &expression.kind {
        ExpressionKind::Word(name) => Ok(name),
        _ => Err("a name is wanted".to_owned()),
    }
}

/// The seconds of a clock.
fn clock(expression: &Expression) -> Result<Duration, String> {
    let seconds: u64 = word(expression)?
        .parse()
        .map_err(|_| "a clock is a number of seconds".to_owned())?;
    Ok(Duration::from_secs(seconds.min(LONGEST_CLOCK)))
}

/// The text between the brackets of a list.
fn between_brackets(text: &str, list: &Expression) -> Result<String, String> {
    let ExpressionKind::List(_) = &list.kind else {
        return Err("rules are a list of sentences".to_owned());
    };
    let (start, end) = (list.span.start as usize, list.span.end as usize);
    let inner = text.get(start + 1..end - 1);
    inner
        .map(str::to_owned)
        .ok_or_else(|| "rules stand in brackets".to_owned())
}

/// The moves of a turn; none for `nil` and for an empty list.
fn moves_of(expression: &Expression) -> Result<Option<Vec<Term>>, String> {
    match &expression.kind {
        ExpressionKind::List(items) if !items.is_empty() => {
            let moves: Option<Vec<Term>> = items.iter().map(term).collect();
            moves
                .map(Some)
                .ok_or_else(|| "a move has no variables".to_owned())
        }
        ExpressionKind::List(_) => Ok(None),
        ExpressionKind::Word(name) if &**name == "nil" => Ok(None),
        _ => Err("moves are a list, or `nil`".to_owned()),
    }
}
