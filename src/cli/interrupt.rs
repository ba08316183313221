//! Ctrl-C: the first one asks what runs to stop, a second one ends the program.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<Mutex<Arc<AtomicBool>>>,
}

impl Interrupt {
    /// From here on Ctrl-C sets the flag of these rules.
    pub fn install(rules: &Rules) -> Self {
        let interrupt = Interrupt::default();
        interrupt.watch(rules);
        let handled = interrupt.clone();
        // Without a handler Ctrl-C ends the program at once, which is good enough.
        let _ = ctrlc::set_handler(move || {
            if handled.current().swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            end_line();
        });
        interrupt
    }

    /// Other rules are in use.
    pub fn watch(&self, rules: &Rules) {
        *self.flag.lock().unwrap_or_else(PoisonError::into_inner) = rules.interrupt();
    }

    /// Whether to stop.
    pub fn is_requested(&self) -> bool {
        self.current().load(Ordering::Relaxed)
    }

    /// What was asked to stop has stopped.
    pub fn clear(&self) {
        self.current().store(false, Ordering::Relaxed);
    }

    fn current(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
