#![no_main]
#[path = "../../tests/fuzz/session.rs"]
mod session;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| session::check(bytes));
