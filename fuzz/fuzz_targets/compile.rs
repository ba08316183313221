#![no_main]
#[path = "../../tests/fuzz/compile.rs"]
mod compile;
#[allow(dead_code, reason = "tests use the rest")]
#[path = "../../tests/random_games/mod.rs"]
mod random_games;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| compile::check(bytes));
