//! The forms of a game that answer: at first the machine, and the compiled form as soon as the
//! compiler is done. The answers do not depend on the form.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::compile::Background;
use crate::engine::{Engine, Form};
use crate::game::{Error, Rules};
use crate::search::{Known, Progress, SearchError, Watch};

/// The forms of a game.
#[derive(Debug)]
pub struct Forms {
    /// The engine that answers first: the only form, or the machine.
    first: Engine,
    /// The compiled form that takes over from the machine, if there may be one.
    pending: Option<Pending>,
}

/// A compiled form that the compiler makes in the background.
#[derive(Debug)]
struct Pending {
    background: Arc<Background>,
    engine: OnceLock<Engine>,
}

/// The form of a game that has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweringForm {
    /// The machine.
    Machine,
    /// The compiled form.
    Compiled,
    /// Both, each checked against the other.
    Both,
    /// The machine began, and the compiled form took over.
    ChangedOver,
}

impl AnsweringForm {
    /// Returns `machine`, `compiled`, `both` or `machine, then compiled`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AnsweringForm::Machine => "machine",
            AnsweringForm::Compiled => "compiled",
            AnsweringForm::Both => "both",
            AnsweringForm::ChangedOver => "machine, then compiled",
        }
    }

    /// Returns the form for a series of answers: `earlier` is that of all answers before the last,
    /// `self` that of the last.
    #[must_use]
    pub fn after(self, earlier: Option<AnsweringForm>) -> Self {
        match earlier {
            Some(earlier) if earlier != self => AnsweringForm::ChangedOver,
            _ => self,
        }
    }

    /// Returns the form of `engine`, which has answered alone.
    #[must_use]
    pub fn by(engine: &Engine) -> Self {
        match engine.form() {
            Form::Machine => AnsweringForm::Machine,
            Form::Compiled => AnsweringForm::Compiled,
            Form::Both => AnsweringForm::Both,
        }
    }
}

impl Forms {
    /// One form, which never changes.
    #[must_use]
    pub fn fixed(engine: Engine) -> Self {
        Forms {
            first: engine,
            pending: None,
        }
    }

    /// The machine, replaced by the compiled form as soon as `background` has made it.
    #[must_use]
    pub fn changing(rules: &Rules, background: Arc<Background>) -> Self {
        Forms {
            first: Engine::machine(rules),
            pending: Some(Pending {
                background,
                engine: OnceLock::new(),
            }),
        }
    }

    /// Returns the quickest form that is available now.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        self.compiled().unwrap_or(&self.first)
    }

    /// Returns the compiled form, once it is available.
    fn compiled(&self) -> Option<&Engine> {
        let Pending { background, engine } = self.pending.as_ref()?;
        let compilation = background.compilation()?;
        let make = || Engine::of(self.first.rules(), Some(Arc::clone(compilation)));
        Some(engine.get_or_init(make))
    }

    /// Calls `work` with the quickest form. If the compiled form becomes available while the
    /// machine works, the watcher stops `work`, and `work` is called again: the compiled form is so
    /// much faster that this ends sooner.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn answer<T>(
        &self,
        watch: &mut dyn Watch,
        mut work: impl FnMut(&Engine, &mut dyn Watch) -> Result<T, SearchError<Error>>,
    ) -> Result<(T, AnsweringForm), SearchError<Error>> {
        let engine = self.engine();
        let mut forms = WatchForms {
            forms: self,
            engine,
            watch,
            is_overtaken: false,
        };
        let done = work(engine, &mut forms);
        if forms.is_overtaken {
            return Ok((work(self.engine(), watch)?, AnsweringForm::ChangedOver));
        }
        Ok((done?, AnsweringForm::by(engine)))
    }

    /// Whether a quicker form than `engine` has become available.
    fn has_overtaken(&self, engine: &Engine) -> bool {
        let pending = self.pending.as_ref();
        engine.form() == Form::Machine
            && pending.is_some_and(|pending| pending.background.compilation().is_some())
    }
}

/// Stops the work of an engine as soon as a quicker form is available, or if the host's watcher does.
struct WatchForms<'a> {
    forms: &'a Forms,
    engine: &'a Engine,
    watch: &'a mut dyn Watch,
    is_overtaken: bool,
}

impl Watch for WatchForms<'_> {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        self.is_overtaken = self.forms.has_overtaken(self.engine);
        match self.is_overtaken {
            true => ControlFlow::Break(()),
            false => self.watch.look(progress),
        }
    }

    fn note(&mut self, known: Known) {
        self.watch.note(known);
    }
}
