//! Giving a predicate or a variable another name.

use super::entity::{Entity, FileRange};
use crate::syntax::operators::is_operator;
use crate::syntax::quote::{needs_quotes, quote_atom};

/// A replacement of a range in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range that is replaced.
    pub place: FileRange,
    /// The new text.
    pub text: String,
}

/// Why something cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenameError {
    /// There is no name at the offset.
    #[error("here is no name of a predicate or a variable")]
    NoName,
    /// The name belongs to the vocabulary or to a built-in predicate.
    #[error("`{0}` has a meaning in every rule file")]
    HasMeaning(String),
    /// The predicate has neither clauses nor a declaration.
    #[error("`{0}` is not defined here")]
    Undefined(String),
    /// The new text is not a name of the right kind.
    #[error("`{0}` is not {1}")]
    NotAName(String, &'static str),
    /// The new name is used already.
    #[error("`{0}` is there already")]
    Taken(String),
}

/// The entity with its new name.
pub(super) fn renamed(entity: &Entity, name: &str) -> Result<Entity, RenameError> {
    let refused = |wanted| Err(RenameError::NotAName(name.to_owned(), wanted));
    match entity {
        Entity::Predicate(_, arity) => match name.chars().next() {
            Some('\'') | None => refused("a name that needs no quotes, such as `can_move`"),
            _ if needs_quotes(name) || is_operator(name) => {
                refused("a name that needs no quotes, such as `can_move`")
            }
            _ => Ok(Entity::Predicate(name.into(), *arity)),
        },
        Entity::Variable { clause, .. } if is_variable(name) => Ok(Entity::Variable {
            name: name.into(),
            clause: clause.clone(),
        }),
        Entity::Variable { .. } => {
            refused("a variable, which begins with a capital or an underscore")
        }
        Entity::File(path) => Err(RenameError::NotAName(
            quote_atom(path).into_owned(),
            "a name",
        )),
    }
}

fn is_variable(name: &str) -> bool {
    let begins = name.starts_with(|first: char| first == '_' || first.is_uppercase());
    begins
        && name != "_"
        && name
            .chars()
            .all(|character| character == '_' || character.is_alphanumeric())
}
