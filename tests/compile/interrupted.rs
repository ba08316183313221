//! Compiling that somebody stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use regola::compile::{Compilation, Effort, Engine};
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
    assert!(rules.turn(&rules.initial()).is_ok() && interrupted.turn(&interrupted.initial()).is_err());
}

#[test]
fn a_session_compiles_again_what_was_interrupted() {
    let rules = Rules::load("games/othello.rules").unwrap_or_else(|failure| panic!("{failure}"));
    let flag = rules.interrupt();
    let opened = Opened::new("games/othello.rules", rules);
    flag.store(true, Ordering::Relaxed);
    assert!(matches!(opened.engine(), Engine::Machine(_)));
    flag.store(false, Ordering::Relaxed);
    assert!(matches!(opened.engine(), Engine::Compiled(_)));
}
