#![no_main]
#[path = "../../tests/fuzz/lsp.rs"]
mod lsp;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lsp::check(bytes));
