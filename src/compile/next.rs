//! All positions after a turn: how many ways to go on there are from them. An interpreter looks at
//! several of them at once.

use super::listing::Place;
use super::programs::{Programs, has_no_moves};
use super::task::{LANES, SEVERAL};
use super::workspace::Workspace;
use crate::game::Below;

/// Room for the positions after a turn.
#[derive(Clone, Debug)]
pub(super) struct Next {
    /// What the turn has given.
    turn: Vec<u64>,
    /// A frame for one position.
    frame: Vec<u64>,
    /// Inputs and outputs for several positions.
    before: Vec<[u64; LANES]>,
    after: Vec<[u64; LANES]>,
}

/// Some moves of one family: those of these bits in one of its words.
#[derive(Clone, Copy)]
struct Moves {
    family: usize,
    word: usize,
    bits: u64,
}

impl Next {
    /// For frames of so many words.
    pub fn new(words: usize) -> Self {
        Self {
            turn: vec![0; words],
            frame: vec![0; words],
            before: vec![[0; LANES]; words],
            after: vec![[0; LANES]; words],
        }
    }
}

impl Workspace {
    /// What lies below the turn that is there, which is gone then; none if a move may fail in a
    /// position after it, or a turn is not plain there.
    pub fn below(&mut self) -> Option<Below> {
        self.next.turn.copy_from_slice(&self.frame);
        let mut below = Below::default();
        for family in 0..self.programs().families.len() {
            for (word, at) in self.programs().families[family].legal.clone().enumerate() {
                let mut rest = self.next.turn[at];
                while rest != 0 {
                    let mut moves = Moves {
                        family,
                        word,
                        bits: rest,
                    };
                    (0..LANES).for_each(|_| rest &= rest.saturating_sub(1));
                    moves.bits ^= rest;
                    let count = moves.bits.count_ones();
                    below.positions += u64::from(count);
                    below.lines += match count as usize {
                        SEVERAL.. if !self.programs().turn.is_native() => {
                            self.ways_after_several(moves)?
                        }
                        _ => self.ways_after_each(moves)?,
                    };
                }
            }
        }
        Some(below)
    }

    fn ways_after_each(&mut self, moves: Moves) -> Option<u64> {
        let (mut rest, mut ways) = (moves.bits, 0);
        while rest != 0 {
            let lane = moves.word as u32 * 64 + rest.trailing_zeros();
            rest &= rest - 1;
            let place = Place {
                family: moves.family as u32,
                lane,
            };
            let (apply, inputs) = self.modes[self.mode].choose(&mut self.frame, place);
            let next = &mut self.next.frame;
            self.modes[self.mode].applies[apply]
                .run(&self.frame[..inputs], &mut next[..=self.words]);
            let mode = self.switch.map_or(0, |switch| switch.mode(next));
            let programs = &mut self.modes[mode];
            programs.turn.run_within(next, self.words);
            ways += programs.ways(|word| next[word])?;
        }
        Some(ways)
    }

    fn ways_after_several(&mut self, moves: Moves) -> Option<u64> {
        let place = Place {
            family: moves.family as u32,
            lane: moves.word as u32 * 64,
        };
        let (apply, inputs) = self.modes[self.mode].choose(&mut self.frame, place);
        let Next { before, after, .. } = &mut self.next;
        before
            .iter_mut()
            .zip(&self.frame[..inputs])
            .for_each(|(lanes, word)| *lanes = [*word; LANES]);
        let programs = &mut self.modes[self.mode];
        let (mut rest, mut count) = (moves.bits, 0);
        let chosen = &mut before[programs.chosen + moves.word];
        while rest != 0 {
            chosen[count] = rest & rest.wrapping_neg();
            rest &= rest - 1;
            count += 1;
        }
        programs.applies[apply].run_lanes(&before[..inputs], &mut after[..=self.words]);
        let mode = |lane: usize| {
            self.switch
                .map_or(0, |switch| switch.mode_of(after[switch.word][lane]))
        };
        let modes: [usize; LANES] = std::array::from_fn(mode);
        let mut ways = 0;
        for (mode, programs) in self
            .modes
            .iter_mut()
            .enumerate()
            .filter(|(mode, _)| modes[..count].contains(mode))
        {
            let outputs = &mut before[self.words..self.words + programs.turn.outputs()];
            programs.turn.run_lanes(&after[..self.words], outputs);
            for lane in (0..count).filter(|lane| modes[*lane] == mode) {
                ways += programs.ways(|word| before[word][lane])?;
            }
        }
        Some(ways)
    }
}

impl Programs {
    /// The ways to go on after a turn of this mode, given its frame; none if a move may fail, or
    /// the turn is not plain.
    fn ways(&self, frame: impl Fn(usize) -> u64) -> Option<u64> {
        match frame(self.choices) {
            0 => has_no_moves(frame(self.over), frame(self.joint)).then_some(1),
            choices => self.is_safe.then_some(choices),
        }
    }
}
