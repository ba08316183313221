//! The compiled forms of the games at all desks: who compiles them, and how many fit.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use regola::engine::Form;
use regola::studio::{Compilers, GameCompiler, Searched, room_in};
use tokio::runtime::Builder;
use tokio::sync::Semaphore;

use super::PATIENCE;
use crate::game::shipped;

fn until(condition: impl Fn() -> bool) {
    let since = Instant::now();
    while !condition() {
        assert!(since.elapsed() < PATIENCE, "it does not come to that");
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_game_that_nobody_has_any_more_is_compiled_no_further() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .build()
        .expect("a runtime");
    let rules = shipped("chess");
    let compilers = Compilers::new(usize::MAX >> 8);
    let compiling = compilers
        .beside(runtime.handle().clone())
        .begin(&rules, Arc::default());
    let game = compiling.game();
    until(|| compilers.places.available_permits() == 0);
    drop(compiling);
    until(|| compilers.places.available_permits() == 1);
    assert!(!game.is_compiled(), "it takes much longer than to stop it");
}

#[test]
fn a_game_for_which_there_is_no_room_stays_with_the_machine() {
    let rules = shipped("connect-four");
    let room = Arc::new(Semaphore::new(8));
    let game = Searched::new(&rules);
    game.compile(&rules, |operations| room_in(&room, operations));
    assert_eq!(game.engine().form(), Form::Machine);
    assert_eq!(room.available_permits(), 8);
    room.add_permits(1_000_000);
    game.compile(&rules, |operations| room_in(&room, operations));
    assert_eq!(game.engine().form(), Form::Compiled);
    assert!(room.available_permits() < 1_000_000);
    drop(game);
    assert_eq!(
        room.available_permits(),
        1_000_008,
        "whoever leaves gives the room back"
    );
}
