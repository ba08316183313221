//! The core of the session: takes what was entered and writes what there is to say. Knows no terminal.

use std::io::{self, Write};

use regola::game::{Position, Rows, Rules};

use super::commands::{self, Command};
use crate::interrupt::Interrupt;
use crate::opening::{Opened, RuleFile};
use crate::trouble::{Explain, Trouble};

/// What comes after an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    GoOn,
    /// The rule file was read again.
    Reloaded,
    Quit,
}

/// Decides how many answers are shown.
pub trait Pace {
    /// Whether to look for another answer when so many have been given.
    fn goes_on(&mut self, given: usize) -> io::Result<bool>;
}

/// A game, a position in it, and the way there.
pub struct Session {
    pub(super) file: RuleFile,
    pub(super) rules: Rules,
    pub(super) position: Position,
    /// The positions before, the last one last.
    pub(super) past: Vec<Position>,
    /// The positions that were taken back, the next one last.
    pub(super) future: Vec<Position>,
    pub(super) rows: Option<Rows>,
    pub(super) interrupt: Interrupt,
    faults: usize,
}

/// Whether an entry is a command and no goal.
pub fn is_command(text: &str) -> bool {
    text.starts_with(':') && !text.starts_with(":-")
}

impl Session {
    /// A session at the position to which the game was opened.
    pub fn new(file: RuleFile, opened: Opened, rows: Option<Rows>) -> Self {
        let position = opened.position().clone();
        let Opened { rules, mut positions, interrupt, .. } = opened;
        positions.pop();
        Session { file, rules, position, past: positions, future: Vec::new(), rows, interrupt, faults: 0 }
    }

    /// The name of the game.
    pub fn game_name(&self) -> &str {
        self.rules.name()
    }

    /// Whether anything that was entered had a mistake.
    pub fn had_faults(&self) -> bool {
        self.faults > 0
    }

    /// The names that may be typed: commands with their colon, predicates and fluents.
    pub fn names(&self) -> Vec<String> {
        let program = self.rules.program();
        let predicates = program.predicates().into_iter().map(|(name, _)| name.to_owned());
        let fluents = program.schema().relations().iter().map(|relation| relation.name.to_string());
        let commands = Command::ALL.iter().map(|command| format!(":{}", command.name()));
        let mut names: Vec<String> = commands.chain(predicates).chain(fluents).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Does what an entry says; a mistake in it is told, and the session goes on.
    pub fn enter(&mut self, text: &str, out: &mut dyn Write, pace: &mut dyn Pace) -> Result<Next, Trouble> {
        self.interrupt.clear();
        match self.obey(text.trim(), out, pace) {
            Ok(next) => Ok(next),
            Err(Trouble::Stream(error)) => Err(Trouble::Stream(error)),
            Err(trouble) => {
                self.faults += 1;
                write!(out, "{}", trouble.text())?;
                Ok(Next::GoOn)
            }
        }
    }

    fn obey(&mut self, text: &str, out: &mut dyn Write, pace: &mut dyn Pace) -> Result<Next, Trouble> {
        match text {
            // Nothing is left to go on with: all answers have been given or turned down.
            "" | ";" => Ok(Next::GoOn),
            _ if is_command(text) => commands::obey(self, &text[1..], out),
            _ => {
                let goal = text.strip_prefix("?-").or(text.strip_prefix(":-")).unwrap_or(text);
                self.ask(goal, out, pace)
            }
        }
    }

    fn ask(&self, goal: &str, out: &mut dyn Write, pace: &mut dyn Pace) -> Result<Next, Trouble> {
        let mut answers = self.rules.query(&self.position, goal)?;
        let mut given = 0;
        while let Some(answer) = answers.next() {
            let answer = answer.explain(&self.rules)?;
            given += 1;
            write!(out, "{answer}")?;
            out.flush()?;
            if !answers.may_have_more() {
                writeln!(out, ".")?;
                return Ok(Next::GoOn);
            }
            if !pace.goes_on(given)? {
                writeln!(out, " .")?;
                return Ok(Next::GoOn);
            }
            writeln!(out, " ;")?;
        }
        writeln!(out, "false.")?;
        Ok(Next::GoOn)
    }
}
