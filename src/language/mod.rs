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
mod hover;
mod index;
mod outline;
mod rename;
mod scope;
mod symbol;
mod vocabulary;
mod workspace;

pub use completion::{Completion, CompletionKind};
pub use diagnosis::{LONGEST_TEXT, diagnose};
pub use hover::Hover;
pub use outline::{OutlineItem, OutlineKind};
pub use rename::{Edit, RenameError};
pub use symbol::{Place, Symbol};
pub use workspace::Workspace;

use crate::syntax::quote::quote_atom;

/// What a predicate that every rule file has is for.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Its name.
    pub name: &'static str,
    /// The names of its arguments, separated by `, `; empty if it has none.
    pub arguments: &'static str,
    /// One sentence.
    pub sentence: &'static str,
}

impl Word {
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
pub fn builtins() -> &'static [Word] {
    builtins::WORDS
}

/// The words that make a program a game.
#[must_use]
pub fn vocabulary() -> &'static [Word] {
    vocabulary::WORDS
}

/// The built-in predicate or word of the vocabulary with this name and number of arguments.
#[must_use]
pub fn word(name: &str, arity: usize) -> Option<&'static Word> {
    let all = vocabulary::WORDS.iter().chain(builtins::WORDS);
    // `call` and lambdas take any number of arguments more than they name.
    let more = |word: &&Word| matches!(word.name, "call" | ">>") && word.arity() < arity;
    all.clone()
        .find(|word| word.name == name && (word.arity() == arity || more(word)))
}
