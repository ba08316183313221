#![no_main]
#[path = "../../tests/fuzz/studio.rs"]
mod studio;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| studio::check(bytes));
