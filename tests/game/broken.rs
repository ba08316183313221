//! Broken games, each with what is said about it.

use regola::game::Rules;
use regola::logic::Limits;
use regola::syntax::load::MemoryReader;

use crate::broken::{files, keep_reports};

/// Enough for every right game, and little enough that an endless one is refused at once.
const FEW: Limits = Limits {
    steps: 200_000,
    memory: 8 << 20,
};

#[test]
fn every_broken_game_has_its_message() {
    let reader = files("")
        .into_iter()
        .fold(MemoryReader::new(), |reader, (name, text)| {
            reader.with(&name, text)
        });
    keep_reports("game-", |name, _| {
        match Rules::read_within(&reader, name, FEW) {
            Ok(_) => "--- is loaded\n".to_owned(),
            Err(failure) => format!("--- is told\n{failure}\n"),
        }
    });
}
