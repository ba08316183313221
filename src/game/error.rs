//! The errors of a loaded game whose rules cannot be followed.

use crate::logic::{self, NoFact, Term};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;

/// Why the rules could not be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A goal threw an error or met a limit.
    #[error("{0}")]
    Logic(#[from] logic::Error),
    /// `legal` gave a move that contains a variable, or that belongs to no role.
    #[error("`legal({0}, {1})` is not a move: {2}")]
    NotAMove(Term, Term, &'static str),
    /// An effect is no fact of a fluent.
    #[error("`{predicate}` gives no fact of a fluent: {reason}")]
    NotAFact {
        /// `add`, `delete`, `next` or `init`.
        predicate: &'static str,
        /// Why it is no fact.
        reason: NoFact,
        /// The head of the clause that gave the effect, if it was found.
        clause: Option<Span>,
    },
    /// Two effects of one step give the same key different values.
    #[error("{} both `{}` and `{}` true, but a key has one value", made_by(moves), facts[0], facts[1])]
    Conflict {
        /// The facts.
        facts: [Term; 2],
        /// The moves of the step.
        moves: Vec<Term>,
        /// The heads of the clauses that gave the facts, if they were found.
        clauses: [Option<Span>; 2],
    },
    /// The game is over, and `goal` gives no result for a role, or one outside 0 to 100.
    #[error("the game is over, but `goal({0}, N)` gives no result from 0 to 100")]
    NoGoal(Term),
    /// A heuristic gives no integer for a role.
    #[error("`heuristic({0}, {1}, V)` gives no integer")]
    NoValue(Term, Term),
    /// A move has no notation: `notation` fails, or gives no text.
    #[error("`notation({0}, T)` gives no text")]
    NoNotation(Term),
    /// The answer of `path` is not a list of squares.
    #[error("`path({0}, Squares)` gives no list of squares")]
    NoPath(Term),
    /// An answer of `show` cannot be drawn.
    #[error("`{0}` cannot be drawn: a column and a row of the grid and a text are needed")]
    NotDrawn(Term),
    /// An answer of `beside_board` cannot be written beside a board.
    #[error(
        "`{0}` cannot be written: a role, and a label and a value that are texts or numbers are needed"
    )]
    NotBeside(Term),
    /// An answer of `plane` is no square of a plane.
    #[error(
        "`{0}` is in no plane: a name that a clause's head has, a column and a row of the grid are needed"
    )]
    NotAPlane(Term),
    /// Two forms of one game give different answers: a mistake in the program, not in the rules.
    #[error("two forms of the game differ in {0}")]
    Disagreement(String),
}

impl Error {
    /// The error as a diagnostic, at the goal if its place is known.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Error::Logic(error) => error.diagnostic(),
            Error::Conflict { .. } => Diagnostic::lacking("conflicting-facts", self.to_string()),
            _ => Diagnostic::lacking("error-in-rules", self.to_string()),
        }
    }

    /// Whether the host asked to stop.
    #[must_use]
    pub fn is_interruption(&self) -> bool {
        matches!(self, Error::Logic(error) if error.kind == logic::ErrorKind::Interrupted)
    }

    /// Whether all positions that the caller keeps exceed the memory limit.
    #[must_use]
    pub fn is_limit_on_positions(&self) -> bool {
        use logic::{ErrorKind, Limit};
        matches!(self, Error::Logic(error) if matches!(error.kind, ErrorKind::Limit(Limit::Positions(_))))
    }

    /// Whether the machine gave up on a question that the compiled form may answer: it met a counted
    /// limit, or an answer of a tabled predicate that hangs on itself through a goal that commits.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.is_limit() || matches!(self, Error::Logic(error) if error.is_unstratified())
    }

    /// Whether a counted limit was met.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, Error::Logic(error) if matches!(error.kind, logic::ErrorKind::Limit(_)))
    }
}

/// Some moves as what makes something true.
fn made_by(moves: &[Term]) -> String {
    let names: Vec<String> = moves.iter().map(|played| format!("`{played}`")).collect();
    match names.len() {
        1 => format!("the move {} makes", names[0]),
        _ => format!("the moves {} make", names.join(" and ")),
    }
}
