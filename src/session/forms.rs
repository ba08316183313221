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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Compilation, Effort};
    use crate::game::Game;
    use crate::search::{Options, Unwatched};
    use crate::session::Strength;

    fn connect_four() -> Rules {
        Rules::load("games/connect-four.rules").unwrap_or_else(|failure| panic!("{failure}"))
    }

    fn compilation(rules: &Rules) -> Option<Arc<Compilation>> {
        Compilation::new(rules, Effort::Quick).ok().map(Arc::new)
    }

    #[test]
    fn the_machine_answers_while_the_compiler_works() {
        let rules = connect_four();
        let forms = Forms::changing(&rules, Arc::new(Background::default()));
        let count =
            |engine: &Engine, watch: &mut dyn Watch| engine.perft(&rules.initial(), 2, watch);
        assert_eq!(
            forms.answer(&mut Unwatched, count),
            Ok((49, AnsweringForm::Machine))
        );
    }

    #[test]
    fn a_search_begins_anew_when_the_compiled_form_is_there_and_finds_the_same() {
        let rules = connect_four();
        let strength = Strength::of_level(&rules, "depth=3").expect("a level");
        let options = strength.options(true);
        let machine = Forms::fixed(Engine::machine(&rules));
        let answer = |forms: &Forms, watch: &mut dyn Watch| {
            let clock = &std::time::Duration::default;
            strength.answer(
                forms,
                &rules.initial(),
                &options,
                clock,
                &mut strength.new_table(),
                watch,
            )
        };
        let expected = answer(&machine, &mut Unwatched).expect("an answer");
        assert_eq!(expected.answered, AnsweringForm::Machine);

        let background = Arc::new(Background::default());
        let forms = Forms::changing(&rules, Arc::clone(&background));
        let mut looks = 0;
        let mut finish_after_some = |_: Progress| {
            looks += 1;
            if looks == 10 {
                background.finish(compilation(&rules));
            }
            ControlFlow::Continue(())
        };
        let found = answer(&forms, &mut finish_after_some).expect("an answer");
        assert_eq!(found.answered, AnsweringForm::ChangedOver);
        assert_eq!(found.deepened, expected.deepened, "nodes included");
        let again = answer(&forms, &mut Unwatched).expect("an answer");
        assert_eq!(again.answered, AnsweringForm::Compiled);
    }

    #[test]
    fn a_change_of_forms_loses_nothing_of_a_search_in_a_time() {
        let rules = connect_four();
        let strength = Strength::of_level(&rules, "time=1").expect("a level");
        let options = strength.options(false);
        let background = Arc::new(Background::default());
        let forms = Forms::changing(&rules, Arc::clone(&background));
        let now = std::cell::Cell::new(0);
        let clock = || std::time::Duration::from_secs(now.get());
        // The compiler is done when the time is over, so the result of the machine stands.
        let mut finish_too_late = |progress: Progress| {
            if progress.depth == 4 {
                now.set(1);
                background.finish(compilation(&rules));
            }
            ControlFlow::Continue(())
        };
        let found = strength
            .answer(
                &forms,
                &rules.initial(),
                &options,
                &clock,
                &mut strength.new_table(),
                &mut finish_too_late,
            )
            .expect("an answer");
        assert_eq!(found.deepened.depth, 3);
    }

    #[test]
    fn what_is_stopped_does_not_begin_anew() {
        let rules = connect_four();
        let forms = Forms::changing(&rules, Arc::new(Background::default()));
        let mut begun = 0;
        let stopped = forms.answer(&mut |_| ControlFlow::Break(()), |engine, watch| {
            begun += 1;
            engine.best(&rules.initial(), &Options::default(), watch)
        });
        assert_eq!(stopped, Err(SearchError::Stopped { nodes: 1 }));
        assert_eq!(begun, 1);
    }
}
