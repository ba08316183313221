//! Ctrl-C: the first one asks what runs to stop, a second one ends the program.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Leaves the line on which a terminal shows `^C`.
fn end_line() {
    let mut error = io::stderr();
    if error.is_terminal() {
        // Only a blemish if it fails.
        let _ = writeln!(error);
    }
}

/// The flag that Ctrl-C sets.
#[derive(Clone, Debug)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
}

impl Interrupt {
    /// The flag that Ctrl-C sets from here on. There is one for the whole program, so that it is there before the first
    /// file is read, and whatever is loaded takes it.
    pub fn of_the_program() -> Self {
        static INSTALLED: OnceLock<Interrupt> = OnceLock::new();
        INSTALLED.get_or_init(Self::install).clone()
    }

    fn install() -> Self {
        let interrupt = Interrupt { flag: Arc::default() };
        let handled = interrupt.clone();
        // Without a handler Ctrl-C ends the program at once, which is good enough.
        let _ = ctrlc::set_handler(move || {
            if handled.flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            end_line();
        });
        interrupt
    }

    /// The flag.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Whether to stop.
    pub fn is_requested(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
