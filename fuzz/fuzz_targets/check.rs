#![no_main]
#[path = "../../tests/fuzz/check.rs"]
mod check;
#[allow(dead_code, unused_imports, reason = "other tests use the rest")]
#[path = "../../tests/fuzz/told.rs"]
mod told;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check::check(bytes));
