//! Several games of a match at a time, each in a thread, told in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, Builder};

use super::games::MatchGame;
use crate::trouble::Trouble;

/// The native stack of a thread, in bytes: that of the program's first thread.
const STACK: usize = 8 << 20;

/// A game by its number, or why it was not played.
type Played = (u64, Result<MatchGame, Trouble>);

/// Plays the games with the numbers below `games`, at most `threads` at a time, and calls `tell` with
/// each in the order of their numbers, until `tell` breaks. The games do not depend on `threads`.
///
/// # Errors
/// The first error of a game or of `tell`, in the order of the games.
pub fn in_order(
    games: u64,
    threads: usize,
    play: impl Fn(u64) -> Result<MatchGame, Trouble> + Sync,
    mut tell: impl FnMut(u64, MatchGame) -> Result<ControlFlow<()>, Trouble>,
) -> Result<(), Trouble> {
    let (next, is_ended) = (&AtomicU64::new(0), &AtomicBool::new(false));
    let play = &play;
    thread::scope(|scope| {
        let (sender, played) = mpsc::channel::<Played>();
        for thread in 0..games.min(threads as u64) {
            let sender = sender.clone();
            let work = move || play_games(games, next, is_ended, play, &sender);
            let spawned = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            // Where the system has no thread left, fewer games are played at a time.
            match spawned {
                Err(error) if thread == 0 => return Err(error.into()),
                _ => {}
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut first = 0;
        let told = played.into_iter().try_for_each(|(number, game)| {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&first) {
                match game.and_then(|game| tell(first, game)) {
                    Ok(ControlFlow::Continue(())) => first += 1,
                    Ok(ControlFlow::Break(())) => return ControlFlow::Break(Ok(())),
                    Err(trouble) => return ControlFlow::Break(Err(trouble)),
                }
            }
            ControlFlow::Continue(())
        });
        is_ended.store(true, Ordering::Relaxed);
        match told {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(ended) => ended,
        }
    })
}

/// Plays games until all are played, the match is over, or a game is not played to its end.
fn play_games(
    games: u64,
    next: &AtomicU64,
    is_ended: &AtomicBool,
    play: impl Fn(u64) -> Result<MatchGame, Trouble>,
    sender: &Sender<Played>,
) {
    while !is_ended.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= games {
            return;
        }
        let game = play(number);
        let is_error = game.is_err();
        // The match may be over: then nobody listens.
        let _ = sender.send((number, game));
        if is_error {
            return;
        }
    }
}
