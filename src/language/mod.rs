//! Floor 5: what an editor asks about rule files: where a name is defined and used, what it means,
//! what could be typed next, what a rename changes; and what their comments tell a player.
//!
//! Files are given by their paths, places by byte offsets. This module knows nothing of any
//! protocol, so that every editor can use it. Clauses that cannot be parsed, such as one that is
//! being typed, are left out.
//!
//! ```
//! use regola::language::Workspace;
//! use regola::syntax::load::MemoryReader;
//!
//! let text = "% Whose turn comes next.\nother(x, o).\nturn(Q) :- other(x, Q).\n";
//! let workspace = Workspace::read(&MemoryReader::new().with("game.rules", text), &["game.rules".to_owned()]);
//! let call = text.rfind("other").expect("it is called");
//! assert_eq!(workspace.definition("game.rules", call).expect("it is defined").range, 25..30);
//! assert!(workspace.hover("game.rules", call).expect("it is known").markdown.contains("Whose turn comes next."));
//! ```

mod builtins;
mod completion;
mod diagnosis;
mod entity;
mod fluent;
mod folding;
mod hover;
mod index;
mod occurrences;
mod outline;
mod rename;
mod rules_in_words;
mod semantics;
mod workspace;

pub use completion::{Completion, CompletionKind};
pub use diagnosis::{LONGEST_TEXT, diagnose, may_be_part};
pub use entity::{Entity, FileRange};
pub use folding::{Fold, FoldKind};
pub use hover::Hover;
pub use outline::{OutlineItem, OutlineKind};
pub use rename::{Edit, RenameError};
pub use rules_in_words::RulesSection;
pub use semantics::{SemanticKind, SemanticToken};
pub use workspace::Workspace;

use crate::game::vocabulary;
use crate::syntax::quote::quote_atom;

/// A built-in predicate.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// The names of its arguments, separated by `, `; empty if it has none.
    pub arguments: &'static str,
    /// A sentence that describes it.
    pub sentence: &'static str,
}

impl BuiltIn {
    /// The number of its arguments.
    #[must_use]
    pub fn arity(&self) -> usize {
        if self.arguments.is_empty() {
            0
        } else {
            self.arguments.split(", ").count()
        }
    }

    /// The predicate with its arguments: `legal(Player, Move)`.
    #[must_use]
    pub fn signature(&self) -> String {
        let name = quote_atom(self.name);
        if self.arguments.is_empty() {
            name.into_owned()
        } else {
            format!("{name}({})", self.arguments)
        }
    }
}

/// The built-in predicates; `call/N` and `[X]>>Goal` only with the fewest arguments.
#[must_use]
pub fn builtins() -> &'static [BuiltIn] {
    builtins::BUILTINS
}

/// The description of a predicate that belongs to the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The predicate with its arguments: `legal(Player, Move)`.
    pub signature: String,
    /// A sentence that describes it.
    pub sentence: &'static str,
}

/// Returns the description of the predicate of the vocabulary, or else of the built-in predicate,
/// with this name and arity.
#[must_use]
pub fn meaning(name: &str, arity: usize) -> Option<Description> {
    if let Some(word) = vocabulary::word(name, arity) {
        return Some(Description {
            signature: word.signature(),
            sentence: word.sentence,
        });
    }
    // `call` and lambdas take any number of further arguments.
    let takes_more = matches!(name, "call" | ">>");
    let builtin = builtins::BUILTINS.iter().find(|builtin| {
        builtin.name == name && (builtin.arity() == arity || takes_more && builtin.arity() < arity)
    })?;
    Some(Description {
        signature: builtin.signature(),
        sentence: builtin.sentence,
    })
}
