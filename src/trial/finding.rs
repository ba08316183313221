//! A doubt about a game: a warning at the first clause of the predicate that is to blame, with the
//! moves that led to it.

use crate::game::Rules;
use crate::game::vocabulary::Word;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::Clause;

/// The plies at the end of a long line that are shown.
const SHOWN_PLIES: usize = 12;

/// Makes the warnings of one game.
#[derive(Clone, Copy)]
pub(super) struct Finding<'r> {
    pub rules: &'r Rules,
    pub code: &'static str,
    /// The predicate to blame.
    pub blamed: &'static Word,
}

impl Finding<'_> {
    /// The warning: what is wrong, where it was met, and the way out.
    pub fn told(self, title: String, met: &str, way_out: &str) -> Diagnostic {
        let fault = match self.place() {
            Some(span) => Diagnostic::error(
                self.code,
                title,
                span,
                format!("the first clause of `{}`", self.blamed.indicator()),
            ),
            None => Diagnostic::lacking(self.code, title),
        };
        fault
            .as_warning()
            .with_help(format!("{way_out}; met {met}"))
    }

    fn place(self) -> Option<Span> {
        let predicate = self.blamed.in_program(self.rules.program())?;
        self.rules
            .program()
            .clauses(predicate)
            .next()
            .and_then(Clause::head)
            .map(|head| head.span)
    }
}

/// Where something was met: the moves that led there.
pub(super) fn met(line: &[String]) -> String {
    match line {
        [] => "at the start".to_owned(),
        line if line.len() <= SHOWN_PLIES => format!("after {}", line.join(" ")),
        line => {
            let end = line[line.len() - SHOWN_PLIES..].join(" ");
            format!("after {} plies, the last of them {end}", line.len())
        }
    }
}
