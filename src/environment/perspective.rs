//! Facts as a role sees them: the looker is the first role, the role after it the second, and so on.

use crate::game::Role;
use crate::logic::{Term, View};

/// The roles of a game, to exchange them in facts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Perspective<'r> {
    roles: &'r [Term],
}

impl<'r> Perspective<'r> {
    /// A perspective on a game with these roles.
    pub fn new(roles: &'r [Term]) -> Self {
        Self { roles }
    }

    /// What the looker sees as this term of the first role: each role is exchanged for the one that
    /// is as many places after it as the looker is after the first role.
    pub fn turned(&self, term: &Term, looker: Role) -> Term {
        self.with_roles(term, &|role| {
            self.roles[(role + looker.0) % self.roles.len()].clone()
        })
    }

    /// The term in words of the looker: `mine` for the first role, `theirs` for the other one of two,
    /// and `next` for the one after it of several.
    pub fn in_words(&self, term: &Term) -> Term {
        self.with_roles(term, &|role| {
            Term::atom(&match (role, self.roles.len()) {
                (0, _) => "mine".to_owned(),
                (_, 2) => "theirs".to_owned(),
                (1, _) => "next".to_owned(),
                _ => format!("next{role}"),
            })
        })
    }

    fn with_roles(&self, term: &Term, of_role: &impl Fn(usize) -> Term) -> Term {
        if let Some(role) = self.roles.iter().position(|role| role == term) {
            return of_role(role);
        }
        match term.view() {
            View::Compound(name, arguments) => {
                let turned = arguments
                    .iter()
                    .map(|argument| self.with_roles(argument, of_role));
                Term::compound(&name, &turned.collect::<Vec<Term>>())
            }
            _ => term.clone(),
        }
    }
}
