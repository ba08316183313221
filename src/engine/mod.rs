//! A loaded game in its quickest form, with its searches.
//!
//! [`compile`](crate::compile) and [`search`](crate::search) know nothing of each other: an
//! [`Engine`] joins them. It takes and returns the positions and moves of the rules. Each search
//! runs on the positions and moves of the form. This room knows nothing of sessions, terminals or
//! files.
//!
//! ```text
//! mod.rs       Engine, and Visitor: work that runs on the form that an engine has
//! searches.rs  the searches as visitors: best, deepen, perft, playouts, solve ...
//! form.rs      the names of the forms
//! ```

mod form;
mod searches;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::compile::{Both, Compilation, Compiled, Effort, Reason};
use crate::game::{Position, RuleGame, Rules};

pub use form::Form;

/// A loaded game in one of its forms, with its searches. All forms give the same answers.
///
/// An engine owns what it needs, and threads may share it: a server loads a game once and searches
/// it from every request.
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
    /// The result of the compiler; none for the machine.
    compilation: Option<Arc<Compilation>>,
    /// Compiled games that no thread uses now.
    idle: Mutex<Vec<Compiled>>,
}

/// Work that runs on the form that an engine has. It is generic over the type of the game, so a
/// search does not ask at each position which form that is.
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
///     fn start(&self) -> Option<&Position> {
///         Some(self.0)
///     }
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
    /// The result of the work.
    type Output;

    /// Returns the position from which the work goes on to all others, `None` for the first one of the game.
    /// The machine does the work if the compiled form has no place for it.
    fn start(&self) -> Option<&Position>;

    /// Does the work with `game`.
    fn visit<G: RuleGame>(self, game: &G) -> Self::Output;
}

/// The same game for another user, as for [`Rules`]. The clones share what was loaded and compiled.
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

    /// Returns a game that the machine plays by its rules.
    #[must_use]
    pub fn machine(rules: &Rules) -> Self {
        Self::new(rules, Form::Machine, None)
    }

    /// Returns a game in its compiled form if that can be made quickly, else on the machine.
    #[must_use]
    pub fn quickest(rules: &Rules) -> Self {
        let compilation = Compilation::new(rules, Effort::Quick).ok();
        Self::of(rules, compilation.map(Arc::new))
    }

    /// Returns a game in the form `form`, however long it takes to compile.
    ///
    /// # Errors
    /// The reason why the game does not compile.
    pub fn in_form(rules: &Rules, form: Form) -> Result<Self, Reason> {
        let compilation = match form {
            Form::Machine => None,
            Form::Compiled | Form::Both => {
                Some(Arc::new(Compilation::new(rules, Effort::Thorough)?))
            }
        };
        Ok(Self::new(rules, form, compilation))
    }

    /// Returns a game with the result of its compilation; without one the machine plays it.
    #[must_use]
    pub fn of(rules: &Rules, compilation: Option<Arc<Compilation>>) -> Self {
        let form = match compilation {
            Some(_) => Form::Compiled,
            None => Form::Machine,
        };
        Self::new(rules, form, compilation)
    }

    /// Returns the form of the game.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Runs `visitor` on the form that the engine has. Several threads may call this at once: each
    /// uses its own compiled game. A compiled game in native code is kept for later visitors.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        let compilation = self.compilation.as_ref();
        let has_place = |compilation: &&Arc<Compilation>| {
            let start = visitor.start();
            start.is_none_or(|start| compilation.has_place(&self.rules, start))
        };
        let Some(compilation) = compilation.filter(has_place) else {
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
        // The memory of an interpreter takes megabytes, so it is freed. Native code needs little.
        if compilation.is_native() {
            self.idle().push(compiled);
        }
        output
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Compiled>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
