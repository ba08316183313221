#![no_main]
#[path = "../../tests/fuzz/deep.rs"]
mod deep;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../../tests/deep/shapes.rs"]
mod shapes;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deep::check(bytes));
