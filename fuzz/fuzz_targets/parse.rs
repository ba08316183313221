#![no_main]
#[path = "../../tests/fuzz/parse.rs"]
mod parse;
#[path = "../../tests/fuzz/told.rs"]
mod told;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| parse::check(bytes));
