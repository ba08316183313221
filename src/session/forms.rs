//! The forms of a game that answer: the machine at once, and the compiled form as soon as the
//! compiler is done. Which of them answers changes no answer.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::compile::{Background, Engine};
use crate::game::{Error, Rules};
use crate::search::{Progress, SearchError, Watch};

/// The forms of a game.
#[derive(Clone, Debug)]
pub struct Forms<'r> {
    rules: &'r Rules,
    source: Source<'r>,
}

/// Where an engine comes from.
#[derive(Clone, Debug)]
enum Source<'r> {
    /// It is always this one.
    Fixed(Box<Engine<'r>>),
    /// The machine, until the compiler is done.
    Changing(Arc<Background>),
}

/// Which form of a game has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The machine.
    Machine,
    /// The compiled form.
    Compiled,
    /// Both, each checked against the other.
    Both,
    /// The machine began, and the compiled form took over.
    ChangedOver,
}

impl Answered {
    /// `machine`, `compiled`, `both` or `machine, then compiled`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Answered::Machine => "machine",
            Answered::Compiled => "compiled",
            Answered::Both => "both",
            Answered::ChangedOver => "machine, then compiled",
        }
    }

    /// By whom a row of answers was given, this the last of them.
    #[must_use]
    pub fn after(self, earlier: Option<Answered>) -> Self {
        match earlier {
            Some(earlier) if earlier != self => Answered::ChangedOver,
            _ => self,
        }
    }

    /// This engine alone has answered.
    #[must_use]
    pub fn by(engine: &Engine<'_>) -> Self {
        match engine {
            Engine::Machine(_) => Answered::Machine,
            Engine::Compiled(_) => Answered::Compiled,
            Engine::Both(_) => Answered::Both,
        }
    }
}

impl<'r> Forms<'r> {
    /// One form alone.
    #[must_use]
    pub fn fixed(rules: &'r Rules, engine: Engine<'r>) -> Self {
        let source = Source::Fixed(Box::new(engine));
        Forms { rules, source }
    }

    /// The machine, and the compiled form as soon as it is there.
    #[must_use]
    pub fn changing(rules: &'r Rules, background: Arc<Background>) -> Self {
        let source = Source::Changing(background);
        Forms { rules, source }
    }

    /// The quickest form that is there now.
    #[must_use]
    pub fn engine(&self) -> Engine<'r> {
        match &self.source {
            Source::Fixed(engine) => Engine::clone(engine),
            Source::Changing(background) => {
                Engine::of(self.rules, background.compilation().map(Arc::clone))
            }
        }
    }

    /// Does some work with the quickest form. If the compiled form appears while the machine works,
    /// `work` is stopped by its watcher and begins anew: the compiled form is so much quicker that
    /// this ends sooner.
    ///
    /// # Errors
    /// Those of the work.
    pub fn answer<T>(
        &self,
        watch: &mut dyn Watch,
        mut work: impl FnMut(&Engine<'r>, &mut dyn Watch) -> Result<T, SearchError<Error>>,
    ) -> Result<(T, Answered), SearchError<Error>> {
        let engine = self.engine();
        let mut is_overtaken = false;
        let mut watch_forms = |progress: Progress| {
            is_overtaken = self.has_overtaken(&engine);
            match is_overtaken {
                true => ControlFlow::Break(()),
                false => watch.look(progress),
            }
        };
        let done = work(&engine, &mut watch_forms);
        if is_overtaken {
            return Ok((work(&self.engine(), watch)?, Answered::ChangedOver));
        }
        Ok((done?, Answered::by(&engine)))
    }

    /// Whether there is a quicker form than this by now.
    fn has_overtaken(&self, engine: &Engine<'_>) -> bool {
        match &self.source {
            Source::Fixed(_) => false,
            Source::Changing(background) => {
                matches!(engine, Engine::Machine(_)) && background.compilation().is_some()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Compilation, Effort};
    use crate::game::Game;
    use crate::search::{self, Options, Unwatched};
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
        let count = |engine: &Engine<'_>, watch: &mut dyn Watch| {
            search::perft(engine, &engine.initial(), 2, watch)
        };
        assert_eq!(
            forms.answer(&mut Unwatched, count),
            Ok((49, Answered::Machine))
        );
    }

    #[test]
    fn a_search_begins_anew_when_the_compiled_form_is_there_and_finds_the_same() {
        let rules = connect_four();
        let strength = Strength::of_level(&rules, "depth=3").expect("a level");
        let options = strength.options(true);
        let machine = Forms::fixed(&rules, Engine::Machine(&rules));
        let answer = |forms: &Forms<'_>, watch: &mut dyn Watch| {
            let clock = &std::time::Duration::default;
            strength.answer(forms, &rules.initial(), &options, clock, watch)
        };
        let expected = answer(&machine, &mut Unwatched).expect("an answer");
        assert_eq!(expected.answered, Answered::Machine);

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
        assert_eq!(found.answered, Answered::ChangedOver);
        assert_eq!(found.deepened, expected.deepened, "nodes included");
        let again = answer(&forms, &mut Unwatched).expect("an answer");
        assert_eq!(again.answered, Answered::Compiled);
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
        // The compiler is done when the time is over: what the machine has found stands.
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
            search::best(
                engine,
                &engine.position(&rules.initial()),
                &Options::default(),
                watch,
            )
        });
        assert_eq!(stopped, Err(SearchError::Stopped { nodes: 1 }));
        assert_eq!(begun, 1);
    }
}
