//! Floor 5: what an editor asks of rule files: where a name is defined and used, what it means,
//! what could be typed next, what a rename changes.
//!
//! Knows rule files by their paths and byte offsets; knows nothing of any protocol, so that every
//! editor can use it. Whatever parses is known: a clause that is being typed is left out until it
//! can be read.
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
mod folding;
mod hover;
mod index;
mod outline;
mod rename;
mod scope;
mod semantics;
mod symbol;
mod workspace;

pub use completion::{Completion, CompletionKind};
pub use diagnosis::{LONGEST_TEXT, diagnose};
pub use folding::{Fold, FoldKind};
pub use hover::Hover;
pub use outline::{OutlineItem, OutlineKind};
pub use rename::{Edit, RenameError};
pub use semantics::{SemanticKind, SemanticToken};
pub use symbol::{Place, Symbol};
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
    /// One sentence.
    pub sentence: &'static str,
}

impl BuiltIn {
    /// How many arguments it has.
    #[must_use]
    pub fn arity(&self) -> usize {
        if self.arguments.is_empty() {
            0
        } else {
            self.arguments.split(", ").count()
        }
    }

    /// How it is called: `legal(Player, Move)`.
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

/// The built-in predicates, `call/N` and `[X]>>Goal` with the fewest arguments only.
#[must_use]
pub fn builtins() -> &'static [BuiltIn] {
    builtins::BUILTINS
}

/// What a predicate that every rule file knows is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// How it is called: `legal(Player, Move)`.
    pub signature: String,
    /// One sentence.
    pub sentence: &'static str,
}

/// What the word of the vocabulary, or else the built-in predicate, of this name and number of
/// arguments is for.
#[must_use]
pub fn meaning(name: &str, arity: usize) -> Option<Description> {
    if let Some(word) = vocabulary::word(name, arity) {
        return Some(Description {
            signature: word.signature(),
            sentence: word.sentence,
        });
    }
    // `call` and lambdas take any number of arguments more than they name.
    let takes_more = matches!(name, "call" | ">>");
    let builtin = builtins::BUILTINS.iter().find(|builtin| {
        builtin.name == name && (builtin.arity() == arity || takes_more && builtin.arity() < arity)
    })?;
    Some(Description {
        signature: builtin.signature(),
        sentence: builtin.sentence,
    })
}
