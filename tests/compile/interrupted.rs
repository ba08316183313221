//! Compiling that somebody stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use regola::compile::code::{Code, Refusal};
use regola::compile::partial::residual;
use regola::compile::{Compilation, Effort, Interrupt};
use regola::engine::Form;
use regola::game::{Game, Rules};
use regola::session::Opened;

#[test]
fn whoever_interrupts_compiling_gets_nothing_less_than_a_whole_game() {
    let rules = Rules::load("games/chess.rules").unwrap_or_else(|failure| panic!("{failure}"));
    let flag = Arc::new(AtomicBool::new(false));
    let interrupted = rules.clone().with_interrupt(Arc::clone(&flag));
    let since = Instant::now();
    let reason = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        });
        Compilation::new(&interrupted, Effort::Thorough).expect_err("it takes longer than that")
    });
    assert_eq!(reason.to_string(), "it was interrupted");
    let taken = since.elapsed();
    assert!(taken < Duration::from_secs(5), "{taken:?}");
    // Nobody else is stopped by that flag.
    assert!(!rules.interrupt().load(Ordering::Relaxed));
    assert!(
        rules.turn(&rules.initial()).is_ok() && interrupted.turn(&interrupted.initial()).is_err()
    );
}

#[test]
fn a_session_that_is_interrupted_compiles_on() {
    let path = "games/filetto.rules";
    let rules = Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"));
    let flag = rules.interrupt();
    let opened = Opened::new(path, rules);
    flag.store(true, Ordering::Relaxed);
    let since = Instant::now();
    while opened.forms().engine().form() == Form::Machine {
        assert!(since.elapsed() < Duration::from_secs(60), "it is not done");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn whoever_asks_can_tell_that_the_compiler_was_stopped_from_that_it_has_given_up() {
    let rules = Rules::load("games/othello.rules").unwrap_or_else(|failure| panic!("{failure}"));
    rules.interrupt().store(true, Ordering::Relaxed);
    let stopped = Compilation::new(&rules, Effort::Thorough).expect_err("the flag is set");
    assert!(stopped.is_interruption());
    let open = Rules::from_text(
        "role(you). :- fluent log(_). init(log(0)). legal(you, m). \
         add(log(M)) :- does(you, m), log(N), M is N + 1. goal(you, 50).",
    );
    let open = open.unwrap_or_else(|failure| panic!("{failure}"));
    let given_up =
        Compilation::new(&open, Effort::Thorough).expect_err("there are facts without end");
    assert!(!given_up.is_interruption());
}

/// Programs are made from a circuit, and made ready to run, only as long as nobody stops that.
#[test]
fn programs_are_not_made_once_the_flag_is_set() {
    let rules = Rules::load("games/filetto.rules").unwrap_or_else(|failure| panic!("{failure}"));
    let evaluated = residual(&rules, Effort::Quick, None).expect("it is a small game");
    rules.interrupt().store(true, Ordering::Relaxed);
    let refusal = Code::compile(&evaluated.residual, 100_000, &Interrupt::of(&rules))
        .expect_err("the flag is set");
    assert_eq!(refusal, Refusal::Interrupted);
}
