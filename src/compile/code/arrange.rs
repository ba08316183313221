//! Turns arranged by positions as they come up: what comes to nothing in most of them is passed over.

use super::{Code, Mode};
use crate::compile::interrupt::{Interrupt, Interrupted};
use crate::compile::side_by_side::side_by_side;

/// Fewer operations take less time than to find out that they are not needed.
const LEAST: usize = 64;

/// In a turn of more operations it takes too long to find those that come to nothing.
const MOST: usize = 20_000;

/// Whether a turn may have something that is worth to be passed over.
fn is_worth_arranging(mode: &Mode) -> bool {
    (LEAST..=MOST).contains(&mode.turn.len())
}

impl Code {
    /// Whether a turn may have something that is worth to be passed over.
    #[must_use]
    pub fn is_worth_arranging(&self) -> bool {
        self.modes.iter().any(is_worth_arranging)
    }

    /// Arranges the turns by positions that come one after the other in a game.
    ///
    /// # Errors
    /// If somebody stops it.
    pub fn arrange(&mut self, sample: &[Vec<u64>], stop: &Interrupt) -> Result<(), Interrupted> {
        let arranged = side_by_side(self.modes.len(), |number| {
            stop.look()?;
            let of_mode = |position: &&Vec<u64>| self.mode_of(position) == number;
            let sample: Vec<Vec<u64>> = sample.iter().filter(of_mode).cloned().collect();
            let mode = &self.modes[number];
            Ok(is_worth_arranging(mode).then(|| mode.turn.guarded(&sample, LEAST)))
        });
        for (mode, turn) in self.modes.iter_mut().zip(arranged) {
            if let Some(turn) = turn? {
                mode.turn = turn;
            }
        }
        Ok(())
    }
}
