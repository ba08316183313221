//! Bytes are choices that make a game; the machine and the compiled form play it alike.

use crate::random_games::choices::Choices;
use crate::random_games::hold::{Failed, hold};
use crate::random_games::write;

/// Asserts that both forms of the game that the bytes choose give the same answers, within small
/// limits.
pub fn check(bytes: &[u8]) {
    let written = write(&mut Choices::of_bytes(bytes));
    if let Err(Failed::Differ(text)) = hold(&written.text()) {
        panic!("{text}\n{}", written.text());
    }
}
