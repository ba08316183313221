//! Regola as WebAssembly, for a web worker: a desk of the studio without a machine behind it.
//!
//! Page and module exchange texts. The page asks `message(length)` for room, writes a text there in
//! UTF-8, and calls `open` or `ask`. Meanwhile the module calls `said` for each reply. The module has
//! one desk: another worker has a module of its own.
//!
//! A panic is told to `failed`, and ends the module.

mod boundary;
mod opening;

use std::cell::RefCell;

use regola::studio::LoneDesk;

thread_local! {
    /// The desk, once a game has been opened.
    static DESK: RefCell<Option<LoneDesk>> = const { RefCell::new(None) };
}

/// Opens the desk that the text describes.
fn open(text: &str) {
    match opening::read(text) {
        Ok(desk) => DESK.with_borrow_mut(|own| *own = Some(desk)),
        Err(reason) => boundary::tell_failure(&reason),
    }
}

/// Answers a question.
fn ask(text: &str) {
    DESK.with_borrow_mut(|desk| match desk {
        Some(desk) => desk.ask(text, &mut |reply| boundary::say(&reply)),
        None => boundary::tell_failure("no game has been opened"),
    });
}
