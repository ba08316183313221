#![no_main]
#[path = "../../tests/fuzz/explain.rs"]
mod explain;
#[allow(dead_code, unused_imports, reason = "other tests use the rest")]
#[path = "../../tests/fuzz/programs/mod.rs"]
mod programs;
#[allow(dead_code, unused_imports, reason = "other tests use the rest")]
#[path = "../../tests/logic/textbook/mod.rs"]
mod textbook;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| explain::check(bytes));
