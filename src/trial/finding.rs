//! A finding: a warning at the first clause of the predicate that causes it, for the role that it is about,
//! with the moves that led to it.

use crate::game::vocabulary::Word;
use crate::game::{Role, Rules};
use crate::logic::Term;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, SourceTerm, TermKind};

/// The number of plies that are shown of a longer line: the last ones.
const SHOWN_PLIES: usize = 12;

/// Makes a warning.
#[derive(Clone, Copy)]
pub(super) struct Finding<'r> {
    pub rules: &'r Rules,
    pub code: &'static str,
    /// The predicate that causes it.
    pub blamed: &'static Word,
    /// The role that it is about, which is the first argument of the predicate; any if none.
    pub role: Option<Role>,
}

impl Finding<'_> {
    /// Returns the warning: what is wrong, after which moves, and how to mend it.
    pub fn warning(self, title: String, met: &str, way_out: &str) -> Diagnostic {
        let fault = match self.place() {
            Some(span) => {
                let of = self.blamed.indicator();
                let label = match self.role {
                    Some(role) => format!(
                        "the first clause of `{of}` for `{}`",
                        self.rules.role_name(role)
                    ),
                    None => format!("the first clause of `{of}`"),
                };
                Diagnostic::error(self.code, title, span, label)
            }
            None => Diagnostic::lacking(self.code, title),
        };
        fault
            .as_warning()
            .with_help(format!("{way_out}; met {met}"))
    }

    fn place(self) -> Option<Span> {
        let predicate = self.blamed.in_program(self.rules.program())?;
        let heads = self.rules.program().clauses(predicate);
        let mut heads = heads.filter_map(Clause::head);
        let is_about = |head: &SourceTerm| {
            let named = head.name_and_arguments();
            let named = named.and_then(|(_, arguments)| arguments.first());
            match (self.role, named.map(|named| &named.kind)) {
                (Some(role), Some(TermKind::Atom(name))) => {
                    self.rules.roles()[role.0] == Term::atom(name)
                }
                _ => true,
            }
        };
        heads.find(|head| is_about(head)).map(|head| head.span)
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
