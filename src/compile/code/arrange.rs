//! Programs arranged by positions as they come up: what comes to nothing in most of them is passed over.

use super::Code;
use crate::compile::interrupt::{Interrupt, Interrupted};
use crate::compile::words::Program;

/// Fewer operations take less time than to find out that they are not needed.
const LEAST: usize = 64;

/// In a program of more operations it takes too long to find those that come to nothing.
const MOST: usize = 20_000;

/// Whether a program may have something that is worth to be passed over.
fn is_worth_it(program: &Program) -> bool {
    (LEAST..=MOST).contains(&program.len())
}

impl Code {
    /// Whether a turn may have something that is worth to be passed over.
    #[must_use]
    pub fn is_worth_arranging(&self) -> bool {
        let programs = self.modes.iter().flat_map(super::Mode::of_each_turn);
        programs.into_iter().any(is_worth_it)
    }

    /// Arranges the programs of each turn by positions that come one after the other in a game, and later those
    /// of heuristics.
    ///
    /// # Errors
    /// If somebody stops it.
    pub fn arrange(&mut self, sample: Vec<Vec<u64>>, stop: &Interrupt) -> Result<(), Interrupted> {
        self.sample = sample.into();
        for number in self.mode_numbers() {
            let sample = self.sample_of(Some(number));
            for program in self.modes[number].of_each_turn_mut() {
                stop.look()?;
                arrange(program, &sample);
            }
        }
        Ok(())
    }

    /// Arranges a program that runs in one mode, or in all.
    pub(super) fn arrange_program(&self, program: &mut Program, mode: Option<usize>) {
        arrange(program, &self.sample_of(mode));
    }

    fn sample_of(&self, mode: Option<usize>) -> Vec<Vec<u64>> {
        let sample = self.sample.iter();
        let of_mode = |position: &&Vec<u64>| mode.is_none_or(|mode| self.mode_of(position) == mode);
        sample.filter(of_mode).cloned().collect()
    }
}

fn arrange(program: &mut Program, sample: &[Vec<u64>]) {
    if is_worth_it(program) {
        *program = program.guarded(sample, LEAST);
    }
}
