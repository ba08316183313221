//! Several moves tried at once, as an interpreter does it: it looks at several positions in the time of one.

use super::plan::{Plan, Word};
use super::{Filter, together};
use crate::compile::residual::MOST_QUESTIONS;
use crate::compile::task::LANES;

/// What is written on, a trial in each lane.
#[derive(Clone, Debug)]
pub(super) struct Several {
    /// The words of the position, then what the turn has kept, then the moves.
    trials: Vec<[u64; LANES]>,
    /// The positions after the moves, and whether these fail.
    after: Vec<[u64; LANES]>,
    /// The outputs of a question's program.
    answers: Vec<[u64; LANES]>,
}

impl Several {
    /// For trials by a plan, where what is asked has this many outputs at most.
    pub fn new(plan: &Plan, outputs: usize) -> Self {
        let longest = plan.tried.iter().map(|tried| tried.words).max();
        Self {
            trials: vec![[0; LANES]; plan.chosen + longest.unwrap_or(0)],
            after: vec![[0; LANES]; plan.position + 1],
            answers: vec![[0; LANES]; outputs],
        }
    }
}

impl Filter {
    /// Whether several moves of a word can be tried at once in less time than one by one.
    pub(super) fn tries_several(&self, word: &Word) -> bool {
        let tried = &self.plan.tried[word.tried as usize];
        !self.applies[tried.apply].is_native() && tried.programs.is_some()
    }

    /// The legal ones among the first few open moves of a word, which are open no longer; none if the position
    /// after one of them is not known.
    pub(super) fn try_several(
        &mut self,
        word: &Word,
        frame: &[u64],
        open: &mut u64,
    ) -> Option<u64> {
        let tried = &self.plan.tried[word.tried as usize];
        let (number, chosen) = (word.number as usize, self.plan.chosen);
        let Several {
            trials,
            after,
            answers,
        } = &mut self.several;
        let trials = &mut trials[..chosen + tried.words];
        for (lanes, word) in trials.iter_mut().zip(&self.trial) {
            *lanes = [*word; LANES];
        }
        // A lane without a move tries the last one again.
        let mut bits = [0; LANES];
        let mut bit = 0;
        for lane in &mut bits {
            if *open != 0 {
                bit = *open & open.wrapping_neg();
                *open ^= bit;
            }
            *lane = bit;
        }
        trials[chosen + number] = bits;
        self.applies[tried.apply].run_lanes(trials, after);
        let (faults, after) = after
            .split_last()
            .expect("a position and whether the move fails");
        if *faults != [0; LANES] {
            return None;
        }
        let mut holds: [[bool; LANES]; MOST_QUESTIONS] = Default::default();
        let asked = bits.map(|bit| &tried.questions[number * 64 + bit.trailing_zeros() as usize]);
        for (place, program) in tried.programs.iter().flatten().enumerate() {
            let question = &mut self.questions[*program as usize];
            let answers = &mut answers[..question.outputs()];
            question.run_lanes(after, answers);
            for (lane, asked) in asked.iter().enumerate() {
                holds[place][lane] = asked[place].holds(|output| answers[output][lane]);
            }
        }
        let mut legal = 0;
        for (lane, bit) in bits.into_iter().enumerate() {
            let case = together(holds.iter().map(|holds| holds[lane]));
            legal |= self.plan.legal_where(case, word, frame) & bit;
        }
        Some(legal)
    }
}
