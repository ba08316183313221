#![no_main]
#[path = "../../tests/fuzz/load.rs"]
mod load;
#[path = "../../tests/fuzz/sheets.rs"]
mod sheets;
#[path = "../../tests/fuzz/told.rs"]
mod told;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sheets::check(bytes));
