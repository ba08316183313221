//! Ctrl-C: the first one asks the running work to stop, the second one ends the program.
//!
//! The work checks a flag. Some work cannot: native code, a library, a wait for input. So this room
//! ends a command that goes on working for some time after the flag was set, unless it is a session
//! of a person. No file is left half-written, because files are written as a whole.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use cpu_time::ProcessTime;

/// The CPU time that each thread of the work may use after the program was asked to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// The time that the last word on standard error may take: its reader may have stopped to read.
const LAST_WORD: Duration = Duration::from_millis(20);

/// The time between two checks of that.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Whether the program waits for a line that does not come from a person.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Whether a person enters commands in a session. The first Ctrl-C then ends the running entry, not
/// the session.
static IN_SESSION: AtomicBool = AtomicBool::new(false);

/// The number of threads that the work may use.
static THREADS: AtomicU32 = AtomicU32::new(1);

/// Notes that the work may use this number of threads: then they need as many times the CPU time to
/// come to an end.
pub fn work_uses_threads(count: usize) {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    THREADS.store(count, Ordering::Relaxed);
}

/// Begins a session. From now on Ctrl-C ends the running entry if it checks the flag; a second
/// Ctrl-C ends the program.
pub fn a_session_begins() {
    IN_SESSION.store(true, Ordering::SeqCst);
}

/// Ends the line on which a terminal shows `^C`.
fn end_line() {
    let mut error = io::stderr();
    if error.is_terminal() {
        // If this fails the output only looks worse.
        let _ = writeln!(error);
    }
}

/// Ends the program with the usual status for this signal, and says so on standard error.
fn end_program() -> ! {
    let (said, is_said) = mpsc::channel();
    thread::spawn(move || {
        end_line();
        // If this cannot be written there is no other place for it.
        let _ = writeln!(io::stderr(), "stopped at once");
        let _ = said.send(());
    });
    let _ = is_said.recv_timeout(LAST_WORD);
    std::process::exit(130);
}

/// Calls `wait`, which waits for input; Ctrl-C meanwhile ends the program.
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
    /// Returns the flag of the program, and installs the handler of Ctrl-C at the first call. There
    /// is one flag, so it exists before the first file is read, and everything that is loaded uses
    /// it.
    pub fn of_the_program() -> Self {
        static INSTALLED: OnceLock<CtrlC> = OnceLock::new();
        INSTALLED.get_or_init(Self::install).clone()
    }

    fn install() -> Self {
        let interrupt = CtrlC {
            flag: Arc::default(),
        };
        let handled = interrupt.clone();
        // Without a handler Ctrl-C ends the program at once, which is acceptable.
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
                let patience = PATIENCE.saturating_mul(THREADS.load(Ordering::Relaxed));
                if since.elapsed() > patience || WAITING.load(Ordering::SeqCst) {
                    end_program();
                }
                thread::sleep(BETWEEN_LOOKS);
            }
        });
    }

    /// Returns the flag.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Whether Ctrl-C was pressed. The answer to it is on its way: what asks the rules may do so
    /// again, and the program is not ended.
    pub fn take_request(&self) -> bool {
        self.flag.swap(false, Ordering::Relaxed)
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_requested(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
