//! What a session needs of the program that runs it.

use std::io;
use std::time::Duration;

use crate::search::{Unwatched, Watch};
use crate::syntax::load::Reader;

/// The program around a session: lends it files, a clock and somebody who looks on.
pub trait Host {
    /// Where rule files are found.
    fn reader(&self) -> &dyn Reader;

    /// Writes a file, also in the place of another.
    ///
    /// # Errors
    /// Why it cannot be written, in a few words.
    fn write(&self, _path: &str, _text: &str) -> Result<(), String> {
        Err("nothing is written here".to_owned())
    }

    /// Writes a file where there is nothing; false, and nothing is written, where there is
    /// something.
    ///
    /// # Errors
    /// Why it cannot be written, in a few words.
    fn make(&self, _path: &str, _text: &str) -> Result<bool, String> {
        Err("nothing is written here".to_owned())
    }

    /// The time since some moment; none where outcomes are to be the same each time.
    fn now(&self) -> Option<Duration> {
        None
    }

    /// Somebody who looks on while a search runs.
    fn watch(&self) -> Box<dyn Watch + '_> {
        Box::new(Unwatched)
    }
}

/// Decides how many answers are shown, and how a trace goes on.
pub trait Pace {
    /// Whether to look for another answer when so many have been given.
    ///
    /// # Errors
    /// If somebody should be asked and cannot.
    fn goes_on(&mut self, given: usize) -> io::Result<bool>;

    /// How to go on from a port of a trace when so many have been shown.
    ///
    /// # Errors
    /// If somebody should be asked and cannot.
    fn at_port(&mut self, shown: usize) -> io::Result<Stride> {
        Ok(if shown < MOST_PORTS {
            Stride::Creep
        } else {
            Stride::Stop
        })
    }
}

/// The most ports of a trace that are shown where nobody is asked.
pub const MOST_PORTS: usize = 1000;

/// How far a trace goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// To the next port.
    Creep,
    /// From a call or redo to the port by which it is left; else to the next port.
    Skip,
    /// To the next answer, or the end.
    Leap,
    /// No further.
    Stop,
}

/// Shows all answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllAnswers;

impl Pace for AllAnswers {
    fn goes_on(&mut self, _given: usize) -> io::Result<bool> {
        Ok(true)
    }
}

/// Shows the first answers, as many as it says, and asks nobody.
#[derive(Clone, Copy, Debug)]
pub struct FirstAnswers(pub usize);

impl Pace for FirstAnswers {
    fn goes_on(&mut self, given: usize) -> io::Result<bool> {
        Ok(given < self.0)
    }
}
