//! A finding: a warning at the first clause of the predicate that causes it, with the moves that
//! led to it.

use crate::game::Rules;
use crate::game::vocabulary::Word;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::Clause;

/// The number of plies that are shown of a longer line: the last ones.
const SHOWN_PLIES: usize = 12;

/// Makes a warning.
#[derive(Clone, Copy)]
pub(super) struct Finding<'r> {
    pub rules: &'r Rules,
    pub code: &'static str,
    /// The predicate that causes it.
    pub blamed: &'static Word,
}

impl Finding<'_> {
    /// Returns the warning: what is wrong, after which moves, and how to mend it.
    pub fn warning(self, title: String, met: &str, way_out: &str) -> Diagnostic {
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

/// The moves that led to a finding, in words.
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
