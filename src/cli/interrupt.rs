//! Ctrl-C: the first one asks what runs to stop, a second one ends the program.
//!
//! What runs looks at a flag. There is work that cannot look: native code, a library, a line that
//! is waited for. So a command, other than a session of a person, is ended here, if it goes on
//! working for a while after the flag was set. Nothing is torn by that: files are written whole or
//! not at all.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use cpu_time::ProcessTime;

/// How long a program may go on working once it is asked to stop, in time of the processor.
const PATIENCE: Duration = Duration::from_millis(50);

/// How often it is looked whether it does.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Whether the program waits for a line that does not come from a person.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Whether a person enters one thing after the other: the first Ctrl-C ends what was entered, and
/// not the session around it.
static IN_SESSION: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C ends what was entered, if that looks at the flag; a second one ends the
/// program.
pub fn a_session_begins() {
    IN_SESSION.store(true, Ordering::SeqCst);
}

/// Leaves the line on which a terminal shows `^C`.
fn end_line() {
    let mut error = io::stderr();
    if error.is_terminal() {
        // Only a blemish if it fails.
        let _ = writeln!(error);
    }
}

/// Ends the program with the status that is usual for this signal.
fn end_program() -> ! {
    std::process::exit(130);
}

/// Waits for input; Ctrl-C meanwhile ends the program.
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let came = wait();
    WAITING.store(false, Ordering::SeqCst);
    came
}

/// The flag that Ctrl-C sets.
#[derive(Clone, Debug)]
pub struct CtrlC {
    flag: Arc<AtomicBool>,
}

impl CtrlC {
    /// The flag that Ctrl-C sets from here on. There is one for the whole program, so that it is
    /// there before the first file is read, and whatever is loaded takes it.
    pub fn of_the_program() -> Self {
        static INSTALLED: OnceLock<CtrlC> = OnceLock::new();
        INSTALLED.get_or_init(Self::install).clone()
    }

    fn install() -> Self {
        let interrupt = CtrlC {
            flag: Arc::default(),
        };
        let handled = interrupt.clone();
        // Without a handler Ctrl-C ends the program at once, which is good enough.
        let _ = ctrlc::set_handler(move || {
            if handled.flag.swap(true, Ordering::Relaxed) || WAITING.load(Ordering::SeqCst) {
                end_program();
            }
            end_line();
            if !IN_SESSION.load(Ordering::SeqCst) {
                handled.insist();
            }
        });
        interrupt
    }

    /// Ends the program if it does not stop by itself.
    fn insist(&self) {
        let this = self.clone();
        thread::spawn(move || {
            let since = ProcessTime::now();
            while this.is_requested() {
                if since.elapsed() > PATIENCE || WAITING.load(Ordering::SeqCst) {
                    end_program();
                }
                thread::sleep(BETWEEN_LOOKS);
            }
        });
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
