//! A loaded game in the quickest form that there is, with its searches.
//!
//! [`compile`](crate::compile) and [`search`](crate::search) know nothing of each other: an
//! [`Engine`] joins them. Positions go in, and positions and moves come out, as the rules have them;
//! each search runs on the form's own. Knows nothing of sessions, terminals or files.
//!
//! ```text
//! mod.rs       Engine, and Visitor: what is done with the form that an engine has
//! searches.rs  the searches as visitors: best, deepen, perft, playouts, solve ...
//! form.rs      the names of the forms
//! ```

mod form;
mod searches;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::compile::{Both, Compilation, Compiled, Effort, Reason};
use crate::game::{RuleGame, Rules};

pub use form::Form;

/// A loaded game in one of its forms, with its searches. All forms give the same answers.
///
/// It owns what it needs, and threads may share it: a server loads a game once and searches it from
/// every request.
///
/// ```
/// use std::time::Duration;
/// use regola::engine::Engine;
/// use regola::game::{Game, Rules};
/// use regola::search::{Options, Unwatched};
///
/// let rules = Rules::load("games/filetto.rules")?;
/// let engine = Engine::quickest(&rules);
/// let start = rules.initial();
///
/// let options = Options { depth: 4, ..Options::default() };
/// let best = engine.best(&start, &options, &mut Unwatched)?;
/// let chosen = best.best_move().ok_or("the game is over")?;
/// assert_eq!(rules.notation(&start, chosen)?, "a1");
///
/// let within = Duration::from_millis(20);
/// let found = engine.best_within(&start, &options, within, &mut Unwatched)?;
/// assert!(found.depth >= 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    rules: Rules,
    form: Form,
    /// None for the machine.
    compilation: Option<Arc<Compilation>>,
    /// Compiled games that no thread works with.
    idle: Mutex<Vec<Compiled>>,
}

/// What is done with the form that an engine has. A search runs on the form itself, without a
/// question at each position which form that is.
///
/// ```
/// use regola::engine::{Engine, Visitor};
/// use regola::game::{Error, Game, Position, RuleGame, Rules};
///
/// /// The results of all roles, if the game is over.
/// struct Results<'a>(&'a Position);
///
/// impl Visitor for Results<'_> {
///     type Output = Result<Option<Vec<u8>>, Error>;
///
///     fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
///         let position = game.position(self.0);
///         match game.over(&position)? {
///             true => game.goals(&position).map(Some),
///             false => Ok(None),
///         }
///     }
/// }
///
/// let rules = Rules::load("games/filetto.rules")?;
/// let engine = Engine::quickest(&rules);
/// assert_eq!(engine.visit(Results(&rules.initial()))?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with a game.
    fn visit<G: RuleGame>(self, game: &G) -> Self::Output;
}

/// The same game for another user, as for [`Rules`]: what was loaded and compiled is shared.
impl Clone for Engine {
    fn clone(&self) -> Self {
        Self::new(&self.rules, self.form, self.compilation.clone())
    }
}

impl Engine {
    fn new(rules: &Rules, form: Form, compilation: Option<Arc<Compilation>>) -> Self {
        Self {
            rules: rules.clone(),
            form,
            compilation,
            idle: Mutex::default(),
        }
    }

    /// A game that the machine plays, by its rules.
    #[must_use]
    pub fn machine(rules: &Rules) -> Self {
        Self::new(rules, Form::Machine, None)
    }

    /// A game in its compiled form, if it has one that does not take long to make; else the
    /// machine.
    #[must_use]
    pub fn quickest(rules: &Rules) -> Self {
        let compilation = Compilation::new(rules, Effort::Quick).ok();
        Self::of(rules, compilation.map(Arc::new))
    }

    /// A game in the form that is asked for, whatever time it takes to compile it.
    ///
    /// # Errors
    /// Why the game stays with the machine.
    pub fn in_form(rules: &Rules, form: Form) -> Result<Self, Reason> {
        let compilation = match form {
            Form::Machine => None,
            Form::Compiled | Form::Both => {
                Some(Arc::new(Compilation::new(rules, Effort::Thorough)?))
            }
        };
        Ok(Self::new(rules, form, compilation))
    }

    /// A game and what it was compiled to; the machine if it was not.
    #[must_use]
    pub fn of(rules: &Rules, compilation: Option<Arc<Compilation>>) -> Self {
        let form = match compilation {
            Some(_) => Form::Compiled,
            None => Form::Machine,
        };
        Self::new(rules, form, compilation)
    }

    /// The form that answers.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Does something with the form that the engine has. Several threads may do so at once: each
    /// works with a compiled game of its own, which the next visitor takes over.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        let Some(compilation) = &self.compilation else {
            return visitor.visit(&self.rules);
        };
        let idle = self.idle().pop();
        let compiled = idle.unwrap_or_else(|| Compiled::new(&self.rules, Arc::clone(compilation)));
        let (output, compiled) = match self.form {
            Form::Both => {
                let both = Both::new(compiled);
                (visitor.visit(&both), both.into_compiled())
            }
            Form::Machine | Form::Compiled => (visitor.visit(&compiled), compiled),
        };
        // What an interpreter writes on takes megabytes; native code needs next to nothing.
        if compilation.is_native() {
            self.idle().push(compiled);
        }
        output
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Compiled>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
