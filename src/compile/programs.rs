//! The programs of one mode. They run on a frame that somebody else keeps.
//!
//! In a frame the words of a position come first, then what its turn has kept, then the rest that the
//! turn has given. A move is written over that rest, where the program that plays it reads it, and the
//! next position is written over the old one. So between the plies of a game nothing is copied.

use std::ops::Range;
use std::sync::Arc;

use super::code::{Code, Mode, MoveFamily, Ply, is_safe};
use super::filter::{Filter, Wanted};
use super::listing::{Listing, Place};
use super::runner::{Runner, Runners};
use super::task::Task;
use crate::game::{self, Role};

/// The number of no move.
const NO_MOVE: u32 = u32::MAX;

/// The programs of one mode.
#[derive(Clone, Debug)]
pub(super) struct Programs {
    /// The number of words of a position.
    words: usize,
    listing: Listing,
    /// Tries moves that hang on what holds after them, if some do.
    filter: Option<Filter>,
    /// Whether no move can fail in a turn that the programs tell.
    pub is_safe: bool,
    /// Whether none can fail either in a turn that the machine has to tell.
    pub is_safe_beyond: bool,
    /// The number of words that a turn keeps.
    pub kept: usize,
    /// Where in the frame the move is that is played.
    pub chosen: usize,
    /// Where in the frame the turn says how many moves it has if it is plain.
    pub choices: usize,
    /// Where in the frame the turn says whether the game is over.
    pub over: usize,
    /// Where in the frame the turn says whether several roles have moves.
    pub joint: usize,
    /// Where in the frame the turn says how many moves there are.
    count: Option<usize>,
    pub turn: Task,
    pub families: Vec<Family>,
    /// By family and lane the number of the move.
    numbers: Vec<Arc<[u32]>>,
    /// Who plays its moves, if they are all of one role.
    role: Option<Role>,
    pub applies: Vec<Task>,
    plies: Vec<Option<PlyTask>>,
    together: Option<TogetherTask>,
    pub goals: Task,
    pub quiet: Task,
}

/// A move and the turn after it in one.
#[derive(Clone, Debug)]
struct PlyTask {
    /// The mode of the next position.
    mode: usize,
    play: Task,
}

/// Moves of several roles at once.
#[derive(Clone, Debug)]
struct TogetherTask {
    play: Task,
    /// By the number of a move the input and the bit that say that it is chosen.
    choices: Vec<Option<(usize, u32)>>,
    inputs: Vec<u64>,
    outputs: Vec<u64>,
}

/// A family of moves.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// Which of the programs plays its moves.
    apply: usize,
    /// Where in the frame its legal moves are.
    pub legal: Range<usize>,
}

impl Programs {
    pub fn new(code: &Code, mode: &Mode, runners: &Runners) -> Self {
        let words = code.layout.words();
        let all = |runners: &[Runner]| -> Vec<Task> { runners.iter().map(Task::new).collect() };
        let family = |family: &MoveFamily| {
            let legal = words + family.legal.start..words + family.legal.end;
            Family {
                apply: family.apply,
                legal,
            }
        };
        let numbers = |family: &MoveFamily| {
            let numbers = family.moves.iter();
            numbers
                .map(|number| number.map_or(NO_MOVE, |number| number as u32))
                .collect()
        };
        let ply = |(ply, runner): (&Option<Ply>, &Option<Runner>)| {
            Some(PlyTask {
                mode: ply.as_ref()?.mode,
                play: Task::new(runner.as_ref()?),
            })
        };
        let together = mode.together.as_ref().zip(runners.together.as_ref());
        let together = together.map(|(together, runner)| TogetherTask {
            play: Task::new(runner),
            choices: together.choices.clone(),
            inputs: vec![0; together.program.inputs()],
            outputs: vec![0; together.program.outputs().len()],
        });
        let is_safe = mode.applies.iter().all(is_safe);
        Self {
            together,
            words,
            listing: Listing::new(mode, words),
            filter: Filter::new(code, mode, runners),
            is_safe,
            is_safe_beyond: is_safe && !mode.leaves_out_faults,
            kept: mode.kept.len(),
            chosen: words + mode.kept.len(),
            choices: words + mode.choices,
            over: words + mode.over,
            joint: words + mode.joint,
            count: mode
                .listing
                .last()
                .map(|group| words + group.totals.end - 1),
            turn: Task::new(&runners.turn),
            families: mode.families.iter().map(family).collect(),
            numbers: mode.families.iter().map(numbers).collect(),
            role: only_role(mode),
            applies: all(&runners.applies),
            plies: mode.plies.iter().zip(&runners.plies).map(ply).collect(),
            goals: Task::new(&runners.goals),
            quiet: Task::new(&runners.quiet),
        }
    }

    /// The greatest number of words that a program which judges gives.
    pub fn results(&self) -> usize {
        self.goals.outputs().max(self.quiet.outputs())
    }

    /// The number of words of a frame.
    pub fn frame(&self) -> usize {
        let lengths = self.families.iter().map(|family| family.legal.len());
        let chosen = lengths.max().unwrap_or(0);
        self.words + self.turn.outputs().max(self.kept + chosen).max(1)
    }

    /// Computes a turn with the moves that are wanted. Until a move is played, the functions below
    /// tell of it.
    #[inline]
    pub fn find(&mut self, frame: &mut [u64], wanted: Wanted) {
        self.turn.run_within(frame, self.words);
        if let Some(filter) = &mut self.filter {
            filter.run(frame, wanted);
        }
    }

    /// Whether moves have to be tried, so that a turn may be found in part.
    #[inline]
    pub fn tries_moves(&self) -> bool {
        self.filter.is_some()
    }

    /// Whether no move of the turn that was found last can fail.
    pub fn is_tried(&self) -> bool {
        let has_tried_all = |filter: &Filter| filter.has_tried_all;
        self.is_safe || self.filter.as_ref().is_some_and(has_tried_all)
    }

    /// Says in a position which roles have a legal move, by the turn that was found last.
    pub fn inform_of_turn(&self, frame: &mut [u64]) {
        if let Some(filter) = &self.filter {
            filter.inform(frame);
        }
    }

    /// The number of moves of a plain turn; 0 if the game is over, several roles have moves, or the
    /// machine has to tell.
    #[inline]
    pub fn choices(&self, frame: &[u64]) -> usize {
        frame[self.choices] as usize
    }

    /// Whether the game is over, if there are no choices.
    #[inline]
    pub fn is_without_moves(&self, frame: &[u64]) -> bool {
        has_no_moves(frame[self.over], frame[self.joint])
    }

    /// Whether the game is over for another reason than that nobody can move: all ones or 0, or
    /// [`BEYOND`](super::code::BEYOND).
    #[inline]
    pub fn over(&self, frame: &[u64]) -> u64 {
        frame[self.over]
    }

    /// Whether several roles have moves.
    #[inline]
    pub fn is_joint(&self, frame: &[u64]) -> bool {
        frame[self.joint] != 0
    }

    /// The number of moves.
    #[inline]
    pub fn count(&self, frame: &[u64]) -> usize {
        self.count.map_or(0, |count| frame[count] as usize)
    }

    /// All moves in order.
    pub fn all(&self, frame: &[u64]) -> Vec<Place> {
        self.listing.all(frame, self.count(frame))
    }

    /// Adds all moves in order.
    pub fn add_all(&self, frame: &[u64], places: &mut Vec<Place>) {
        self.listing.add_all(frame, places);
    }

    /// The move of this number in order, from 0; there are more than that.
    #[inline]
    pub fn nth(&self, frame: &[u64], number: usize) -> Place {
        self.listing.nth(frame, number)
    }

    /// The number of a move.
    #[inline]
    pub fn number(&self, place: Place) -> u32 {
        self.numbers[place.family as usize][place.lane as usize]
    }

    /// Who is to move in a turn with moves of one role. `moves` are those of the game, by number.
    #[inline]
    pub fn mover(&self, frame: &[u64], moves: &[game::Move]) -> Role {
        let first = || self.number(self.nth(frame, 0));
        self.role.unwrap_or_else(|| moves[first() as usize].role)
    }

    /// Calls `note` with the number of each move that the turn has found, in no particular order.
    #[inline]
    pub fn each_number(&self, frame: &[u64], mut note: impl FnMut(u32)) {
        for (Family { legal, .. }, numbers) in self.families.iter().zip(&self.numbers) {
            for (word, numbers) in frame[legal.clone()].iter().zip(numbers.chunks(64)) {
                let mut rest = *word;
                while rest != 0 {
                    note(numbers[rest.trailing_zeros() as usize]);
                    rest &= rest - 1;
                }
            }
        }
    }

    /// Whether a move is among those that the turn has found.
    pub fn has(&self, frame: &[u64], place: Place) -> bool {
        let legal = &frame[self.families[place.family as usize].legal.clone()];
        legal[place.lane as usize / 64] >> (place.lane % 64) & 1 == 1
    }

    /// Writes a move to where the program that plays it reads it. Gives the program's number, and
    /// the number of its inputs.
    #[inline]
    pub fn choose(&self, frame: &mut [u64], place: Place) -> (usize, usize) {
        let Family { apply, legal } = &self.families[place.family as usize];
        let inputs = self.chosen + legal.len();
        let chosen = &mut frame[self.chosen..inputs];
        let bit = 1 << (place.lane % 64);
        // Without a call where there is but one word.
        match chosen {
            [only] => *only = bit,
            _ => {
                chosen.fill(0);
                chosen[place.lane as usize / 64] = bit;
            }
        }
        (*apply, inputs)
    }

    /// Plays a move. If it fails, which is told, no position is there.
    #[inline]
    pub fn play(&mut self, frame: &mut [u64], place: Place) -> bool {
        let (apply, _) = self.choose(frame, place);
        self.applies[apply].run_within(frame, 0);
        // The last output tells of conflicts.
        frame[self.words] == 0
    }

    /// Plays moves of several roles at once, by their numbers. If they fail or there is no program for
    /// them, which is told, the position stays.
    pub fn play_together(&mut self, frame: &mut [u64], moves: &[u32]) -> bool {
        let Some(together) = &mut self.together else {
            return false;
        };
        let (position, choices) = together.inputs.split_at_mut(self.words);
        position.copy_from_slice(&frame[..self.words]);
        choices.fill(0);
        for number in moves {
            let Some((input, bit)) = together.choices[*number as usize] else {
                return false;
            };
            choices[input - self.words] |= 1 << bit;
        }
        together.play.run(&together.inputs, &mut together.outputs);
        let [next @ .., fault] = &together.outputs[..] else {
            return false;
        };
        if *fault != 0 {
            return false;
        }
        frame[..self.words].copy_from_slice(next);
        true
    }

    /// Plays a move of a plain turn and computes the turn after it, if there is a program for both: the
    /// mode of the next position. No such move fails. Without such a program nothing is done.
    #[inline]
    pub fn play_on(&mut self, frame: &mut [u64], place: Place) -> Option<usize> {
        let apply = self.families[place.family as usize].apply;
        self.plies[apply].as_ref()?;
        self.choose(frame, place);
        let PlyTask { mode, play } = self.plies[apply].as_mut()?;
        play.run_within(frame, 0);
        Some(*mode)
    }

    /// A program of this number that plays moves of plain turns: with the turn after them, in the mode that
    /// is told, if there is such a program.
    pub fn ply_or_play(&mut self, apply: usize) -> (Option<usize>, &mut Task) {
        match &mut self.plies[apply] {
            Some(PlyTask { mode, play }) => (Some(*mode), play),
            None => (None, &mut self.applies[apply]),
        }
    }
}

/// Who plays the moves of a mode, if they are all of one role.
fn only_role(mode: &Mode) -> Option<Role> {
    let mut roles = mode.families.iter().map(|family| family.role);
    let first = roles.next()?;
    roles.all(|role| role == first).then_some(Role(first))
}

/// Whether the game is over, if a turn that says this has no choices.
pub(super) fn has_no_moves(over: u64, joint: u64) -> bool {
    match over {
        0 => joint == 0,
        super::code::BEYOND => false,
        _ => true,
    }
}
