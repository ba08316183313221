//! `cargo bench`: the program's own benchmark, `regola bench`, built for speed.
//!
//! What stands after `--` goes to it: `cargo bench -- --only nrev,queens --runs 9`.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    // `cargo bench` adds an option of its own.
    let arguments = std::env::args_os()
        .skip(1)
        .filter(|argument| argument != "--bench");
    let status = Command::new(env!("CARGO_BIN_EXE_regola"))
        .arg("bench")
        .args(arguments)
        .status();
    match status
        .ok()
        .and_then(|status| status.code())
        .map(u8::try_from)
    {
        Some(Ok(code)) => ExitCode::from(code),
        _ => ExitCode::FAILURE,
    }
}
