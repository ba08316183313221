//! A process that is run to its end: what it printed, its CPU time and its greatest memory.
//!
//! Knows nothing of what is measured. A process ends when it closes its output, takes too long, or
//! somebody presses Ctrl-C; only then is it waited for, so that no call here can hang on one that
//! says nothing.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::interrupt::CtrlC;

/// How a process ended.
pub struct ProcessEnd {
    /// All that it printed.
    pub output: String,
    pub status: ExitStatus,
    /// CPU time, in the program and for it in the system.
    pub cpu: Duration,
    /// The greatest resident memory, in bytes.
    ///
    /// On Linux that is never less than what the process that started it had at that time.
    pub memory: u64,
}

impl ProcessEnd {
    /// The last thing that it printed: where it failed, mostly why.
    pub fn last_line(&self) -> &str {
        let lines = self.output.lines().map(str::trim);
        lines
            .rev()
            .find(|line| !line.is_empty())
            .unwrap_or("it prints nothing")
    }
}

/// Why there is no such end.
#[derive(Debug)]
pub enum ChildFault {
    /// There is no such program.
    Missing,
    /// It did not end within this time.
    TooLong(Duration),
    /// Somebody pressed Ctrl-C.
    Stopped,
    /// It could not be run.
    Failed(io::Error),
}

/// Where the errors that a process prints go to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Errors {
    /// Among its output.
    Kept,
    /// To our own standard error.
    Shown,
}

/// How often Ctrl-C is looked for.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs a process without input to its end, for at most the time given.
pub fn run(
    mut command: Command,
    errors: Errors,
    most: Option<Duration>,
    interrupt: &CtrlC,
) -> Result<ProcessEnd, ChildFault> {
    let (reader, writer) = io::pipe().map_err(ChildFault::Failed)?;
    if errors == Errors::Kept {
        command.stderr(writer.try_clone().map_err(ChildFault::Failed)?);
    }
    let spawned = command.stdin(Stdio::null()).stdout(writer).spawn();
    // The command holds our ends of the pipe: while they are open, the reader sees no end.
    drop(command);
    let mut child = spawned.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ChildFault::Missing,
        _ => ChildFault::Failed(error),
    })?;
    let output = match collect(&read(reader), most, interrupt) {
        Ok(output) => output,
        Err(fault) => {
            end(&mut child);
            return Err(fault);
        }
    };
    let used = child.wait4().map_err(ChildFault::Failed)?;
    let output = String::from_utf8_lossy(&output.map_err(ChildFault::Failed)?).into_owned();
    let usage = used.rusage;
    Ok(ProcessEnd {
        output,
        status: used.status,
        cpu: usage.utime + usage.stime,
        memory: usage.maxrss,
    })
}

/// Reads to the end, on the side.
fn read(mut reader: impl Read + Send + 'static) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = reader.read_to_end(&mut bytes).map(|_| bytes);
        // Nobody listens any more to a process that took too long.
        let _ = sender.send(read);
    });
    receiver
}

fn collect(
    output: &Receiver<io::Result<Vec<u8>>>,
    most: Option<Duration>,
    interrupt: &CtrlC,
) -> Result<io::Result<Vec<u8>>, ChildFault> {
    let start = Instant::now();
    loop {
        match output.recv_timeout(GLANCE) {
            Ok(read) => return Ok(read),
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(Err(io::ErrorKind::UnexpectedEof.into()));
            }
            Err(RecvTimeoutError::Timeout) if interrupt.is_requested() => {
                return Err(ChildFault::Stopped);
            }
            Err(RecvTimeoutError::Timeout) => match most {
                Some(most) if start.elapsed() > most => return Err(ChildFault::TooLong(most)),
                _ => {}
            },
        }
    }
}

/// Ends a process at once.
fn end(child: &mut Child) {
    // Both fail only if it has ended already.
    let _ = child.kill();
    let _ = child.wait();
}
