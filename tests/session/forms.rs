//! The forms of a game: the machine answers until the compiled form is there, and both answer the
//! same.
//!
//! A test is the compiler: it says when the compiled form is done.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use regola::compile::{Background, Compilation, Effort};
use regola::engine::Engine;
use regola::game::{Game, Rules};
use regola::search::{Clock, Options, Progress, SearchError, Unwatched, Watch};
use regola::session::{AnsweringForm, Forms, SearchOutcome, Strength};

use crate::game::shipped;

fn connect_four() -> Rules {
    shipped("connect-four")
}

fn compilation(rules: &Rules) -> Option<Arc<Compilation>> {
    Compilation::new(rules, Effort::Quick).ok().map(Arc::new)
}

/// What a search of this strength finds at the start of the game.
fn found(
    strength: &Strength,
    forms: &Forms,
    rules: &Rules,
    clock: Clock<'_>,
    watch: &mut dyn Watch,
) -> SearchOutcome {
    let options = strength.options(true);
    let mut table = strength.new_table();
    strength
        .answer(forms, &rules.initial(), &options, clock, &mut table, watch)
        .expect("it can be searched")
}

#[test]
fn the_machine_answers_while_the_compiler_works() {
    let rules = connect_four();
    let forms = Forms::changing(&rules, Arc::new(Background::default()));
    let count = |engine: &Engine, watch: &mut dyn Watch| engine.perft(&rules.initial(), 2, watch);
    assert_eq!(
        forms.answer(&mut Unwatched, count),
        Ok((49, AnsweringForm::Machine))
    );
}

#[test]
fn a_search_begins_anew_when_the_compiled_form_is_there_and_finds_the_same() {
    let rules = connect_four();
    let strength = Strength::of_level(&rules, "depth=3").expect("a level");
    let search = |forms: &Forms, watch: &mut dyn Watch| {
        found(&strength, forms, &rules, &Duration::default, watch)
    };
    let expected = search(&Forms::fixed(Engine::machine(&rules)), &mut Unwatched);
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
    let changed = search(&forms, &mut finish_after_some);
    assert_eq!(changed.answered, AnsweringForm::ChangedOver);
    assert_eq!(changed.deepened, expected.deepened, "nodes included");
    let again = search(&forms, &mut Unwatched);
    assert_eq!(again.answered, AnsweringForm::Compiled);
}

#[test]
fn a_change_of_forms_loses_nothing_of_a_search_in_a_time() {
    let rules = connect_four();
    let strength = Strength::of_level(&rules, "time=1").expect("a level");
    let background = Arc::new(Background::default());
    let forms = Forms::changing(&rules, Arc::clone(&background));
    let now = Cell::new(0);
    let clock = || Duration::from_secs(now.get());
    // The compiler is done when the time is over, so the result of the machine stands.
    let mut finish_too_late = |progress: Progress| {
        if progress.depth == 4 {
            now.set(1);
            background.finish(compilation(&rules));
        }
        ControlFlow::Continue(())
    };
    let outcome = found(&strength, &forms, &rules, &clock, &mut finish_too_late);
    assert_eq!(outcome.deepened.depth, 3);
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
