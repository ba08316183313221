//! The functions that a page calls, and those of the page that are called here.
//!
//! Declaring them is all that needs `unsafe`: a text comes in through a buffer that the module owns.
#![expect(unsafe_code, reason = "names that a page knows are declared")]

use std::cell::RefCell;
use std::panic;
use std::sync::Once;
use std::time::Duration;

thread_local! {
    /// The text that the page writes before a call.
    static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes a reply.
    fn said(text: *const u8, length: usize);
    /// Takes the reason why the module cannot go on.
    fn failed(text: *const u8, length: usize);
    /// The time since some fixed moment, in milliseconds.
    safe fn now() -> f64;
}

/// Returns the place for a message of this length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn message(length: usize) -> *mut u8 {
    MESSAGE.with_borrow_mut(|message| {
        message.clear();
        message.resize(length, 0);
        message.as_mut_ptr()
    })
}

/// Opens the game that the message describes.
#[unsafe(no_mangle)]
pub extern "C" fn open() {
    begin();
    crate::open(&taken());
}

/// Answers the question in the message.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    crate::ask(&taken());
}

/// Gives a reply to the page.
pub fn say(text: &str) {
    // SAFETY: the page only reads the text, before it returns.
    unsafe { said(text.as_ptr(), text.len()) }
}

/// Tells the page why the module cannot go on.
pub fn tell_failure(text: &str) {
    // SAFETY: the page only reads the text, before it returns.
    unsafe { failed(text.as_ptr(), text.len()) }
}

/// Takes the message.
fn taken() -> String {
    let message = MESSAGE.with_borrow_mut(std::mem::take);
    String::from_utf8_lossy(&message).into_owned()
}

/// Prepares the module, once.
fn begin() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        regola::clock::set_clock(|| Duration::from_secs_f64((now() / 1_000.0).max(0.0)));
        panic::set_hook(Box::new(|panic| tell_failure(&panic.to_string())));
    });
}
