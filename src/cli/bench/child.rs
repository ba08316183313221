//! Runs a process to its end: its output, its CPU time and its greatest memory.
//!
//! This module does not know what is measured. A process ends when it closes its output, when it
//! takes too long, or at Ctrl-C. Only then does this module wait for it, so a process without
//! output cannot block the program.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::interrupt::CtrlC;

/// How a process ended.
pub struct ProcessEnd {
    /// All of its output.
    pub output: String,
    pub status: ExitStatus,
    /// CPU time in user mode and in the system.
    pub cpu: Duration,
    /// The greatest resident memory, in bytes.
    ///
    /// On Linux it is never less than the memory of the parent process at the start of this one.
    pub memory: u64,
}

impl ProcessEnd {
    /// Returns the last line of the output; if the process failed it mostly has the reason.
    pub fn last_line(&self) -> &str {
        let lines = self.output.lines().map(str::trim);
        lines
            .rev()
            .find(|line| !line.is_empty())
            .unwrap_or("it prints nothing")
    }
}

/// Why a process did not end by itself.
#[derive(Debug)]
pub enum ChildFault {
    /// The program does not exist.
    Missing,
    /// It did not end within this time.
    TooLong(Duration),
    /// The user pressed Ctrl-C.
    Stopped,
    /// The process could not be run.
    Failed(io::Error),
}

/// The destination of a process's standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Errors {
    /// The output of the process, together with its standard output.
    Kept,
    /// Standard error of this program.
    Shown,
}

/// The time between two checks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs a process without input to its end, for at most the time `most`.
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
    // The command holds our ends of the pipe. As long as they are open, the reader does not see the
    // end.
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

/// Reads to the end in another thread.
fn read(mut reader: impl Read + Send + 'static) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = reader.read_to_end(&mut bytes).map(|_| bytes);
        // After a timeout nobody receives this.
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
    // Both fail only if the process has ended already.
    let _ = child.kill();
    let _ = child.wait();
}
