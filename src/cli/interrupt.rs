//! Ctrl-C: the first one asks what runs to stop, a second one ends the program.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use regola::game::Rules;

/// Leaves the line on which a terminal shows `^C`.
fn end_line() {
    let mut error = io::stderr();
    if error.is_terminal() {
        // Only a blemish if it fails.
        let _ = writeln!(error);
    }
}

/// The flag that Ctrl-C sets: that of the rules in use.
#[derive(Clone, Debug)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
}

impl Interrupt {
    /// From here on Ctrl-C sets the flag of these rules.
    pub fn install(rules: &Rules) -> Self {
        Self::on(rules.interrupt())
    }

    /// From here on Ctrl-C sets this flag.
    pub fn on(flag: Arc<AtomicBool>) -> Self {
        let interrupt = Interrupt { flag };
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
