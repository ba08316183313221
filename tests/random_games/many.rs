//! Very many random games.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::census::Census;

/// A number from the environment.
fn asked(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number, not {text}"))
    })
}

#[test]
#[ignore = "takes many minutes: REGOLA_GAMES=20000 REGOLA_FIRST=0 REGOLA_THREADS=1 cargo test --release --test all \
            random_games::many -- --ignored --nocapture"]
#[expect(clippy::disallowed_macros, reason = "whoever runs it waits for it")]
fn very_many_random_games() {
    let (games, first, threads) = (
        asked("REGOLA_GAMES", 20_000),
        asked("REGOLA_FIRST", 0),
        asked("REGOLA_THREADS", 1),
    );
    let next = AtomicU64::new(first);
    thread::scope(|scope| {
        for number in 0..threads {
            let next = &next;
            scope.spawn(move || {
                let mut census = Census::default();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + games {
                        break;
                    }
                    census.play(seed);
                    if (seed + 1 - first).is_multiple_of(500) {
                        println!("{} games", seed + 1 - first);
                    }
                }
                println!("thread {number}:\n{}", census.table());
            });
        }
    });
}
