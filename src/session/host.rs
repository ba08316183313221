//! The services that a session needs from the program that runs it.

use std::io;
use std::time::Duration;

use super::strength::Strength;
use crate::search::{Unwatched, Watch};
use crate::syntax::load::Reader;

/// The program around a session: gives it files, a clock and a watcher.
pub trait Host {
    /// Returns the reader for rule files and session files.
    fn reader(&self) -> &dyn Reader;

    /// Returns the path of the game that the program knows by this name, such as `othello`.
    fn path_of_game(&self, _name: &str) -> Option<String> {
        None
    }

    /// Writes a file, and replaces an old one.
    ///
    /// # Errors
    /// The reason in a few words.
    fn write(&self, _path: &str, _text: &str) -> Result<(), String> {
        Err("nothing is written here".to_owned())
    }

    /// Creates a file. If there is a file already, writes nothing and returns false.
    ///
    /// # Errors
    /// The reason in a few words.
    fn make(&self, _path: &str, _text: &str) -> Result<bool, String> {
        Err("nothing is written here".to_owned())
    }

    /// Returns the time since some fixed moment; none if the output must be the same each time.
    fn now(&self) -> Option<Duration> {
        None
    }

    /// Returns the strength with which a search runs: a rule file may ask for more of the computer than
    /// the host has to give.
    fn limited(&self, strength: &Strength) -> Strength {
        strength.clone()
    }

    /// Returns a watcher for a search.
    fn watch(&self) -> Box<dyn Watch + '_> {
        Box::new(Unwatched)
    }
}

/// Decides how many answers to show, and how a trace goes on.
pub trait Pace {
    /// Whether to look for another answer after `given` answers.
    ///
    /// # Errors
    /// When the person cannot be asked.
    fn goes_on(&mut self, given: usize) -> io::Result<bool>;

    /// Returns how to go on from a port of a trace; `shown` ports have been shown.
    ///
    /// # Errors
    /// When the person cannot be asked.
    fn at_port(&mut self, shown: usize) -> io::Result<Stride> {
        Ok(if shown < MOST_PORTS {
            Stride::Creep
        } else {
            Stride::Stop
        })
    }
}

/// The most ports of a trace that are shown without asking a person.
pub const MOST_PORTS: usize = 1000;

/// How far a trace goes on before it stops again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// To the next port.
    Creep,
    /// From a call or redo to the port that ends it; from another port to the next one.
    Skip,
    /// To the next answer, or to the end.
    Leap,
    /// Not at all.
    Stop,
}

/// Shows all answers, without asking.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllAnswers;

impl Pace for AllAnswers {
    fn goes_on(&mut self, _given: usize) -> io::Result<bool> {
        Ok(true)
    }
}

/// Shows the first answers, up to this number, without asking.
#[derive(Clone, Copy, Debug)]
pub struct FirstAnswers(pub usize);

impl Pace for FirstAnswers {
    fn goes_on(&mut self, given: usize) -> io::Result<bool> {
        Ok(given < self.0)
    }
}
