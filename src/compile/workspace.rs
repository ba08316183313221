//! Where the programs of one mode run: what goes in, what comes out, all in one place.

use super::code::{BEYOND, Mode};
use super::listing::{Listing, Place};
use super::position::Position;
use super::runner::{Runner, Runners, Task};
use crate::game::{self, Role};

/// The programs of one mode with room for what they compute.
///
/// What a turn gives lies where a program that plays a move reads it: in the frame the words of the position come
/// first, then what the turn has kept, then the move. So between finding the moves and playing one of them
/// only the words of the position are copied.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    pub listing: Listing,
    /// Whether no move can fail.
    pub is_safe: bool,
    turn: Task,
    applies: Vec<Task>,
    goals: Task,
    heuristics: Vec<Task>,
    quiet: Task,
    frame: Vec<u64>,
    /// Words of the position.
    words: usize,
    /// Words that a turn keeps.
    kept: usize,
    /// What any other program gives.
    results: Vec<u64>,
}

impl Workspace {
    pub fn new(mode: &Mode, runners: &Runners, words: usize, moves: &[game::Move]) -> Self {
        let all = |runners: &[Runner]| -> Vec<Task> { runners.iter().map(Task::new).collect() };
        let turn = Task::new(&runners.turn);
        let (applies, heuristics) = (all(&runners.applies), all(&runners.heuristics));
        let (goals, quiet) = (Task::new(&runners.goals), Task::new(&runners.quiet));
        let most = applies.iter().chain(&heuristics).chain([&goals, &quiet]).map(Task::outputs).max().unwrap_or(0);
        Self {
            listing: Listing::new(mode, moves),
            is_safe: mode.applies.iter().all(|apply| apply.outputs().last().is_some_and(|last| apply.is_zero(*last))),
            frame: vec![0; words + turn.outputs()],
            words,
            kept: mode.kept.len(),
            results: vec![0; most],
            turn,
            applies,
            goals,
            heuristics,
            quiet,
        }
    }

    /// Computes who may do what, and gives the outputs of the program.
    #[inline]
    pub fn turn(&mut self, position: &Position) -> &[u64] {
        // The first output, whether the game is over, is read before a position is written over it.
        let outputs = &mut self.frame[self.words - 1..];
        let outputs = &mut outputs[..self.turn.outputs()];
        self.turn.run(position.words(self.words), outputs);
        outputs
    }

    /// The outputs of the turn that was computed last, unless a move was played since.
    #[inline]
    pub fn outputs(&self) -> &[u64] {
        &self.frame[self.words - 1..][..self.turn.outputs()]
    }

    /// The same, to leave only those moves that are legal.
    pub fn outputs_mut(&mut self) -> &mut [u64] {
        &mut self.frame[self.words - 1..][..self.turn.outputs()]
    }

    /// What that turn has kept.
    pub fn kept(&self) -> &[u64] {
        &self.frame[self.words..self.words + self.kept]
    }

    /// Takes back what an earlier turn has kept.
    pub fn keep(&mut self, kept: &[u64]) {
        self.frame[self.words..self.words + self.kept].copy_from_slice(kept);
    }

    /// The words of the position after a move, given the turn that has listed it; none if the move fails.
    #[inline]
    pub fn apply(&mut self, mode: &Mode, position: &Position, place: Place) -> Option<&[u64]> {
        let family = &mode.families[place.family as usize];
        let chosen = self.words + self.kept;
        let inputs = &mut self.frame[..chosen + family.legal.len()];
        inputs[..self.words].copy_from_slice(position.words(self.words));
        inputs[chosen..].iter_mut().for_each(|word| *word = 0);
        inputs[chosen + place.lane as usize / 64] = 1 << (place.lane % 64);
        let outputs = &mut self.results[..=self.words];
        self.applies[family.apply].run(inputs, outputs);
        let (conflict, words) = outputs.split_last().expect("the last output tells of conflicts");
        (*conflict == 0).then_some(words)
    }

    /// The goal of a role, if there is one.
    pub fn goal(&mut self, position: &Position, role: Role) -> Option<i64> {
        value(&mut self.goals, position.words(self.words), &mut self.results, role)
    }

    /// The value of a heuristic for a role, if there is one.
    pub fn evaluate(&mut self, position: &Position, heuristic: usize, role: Role) -> Option<i64> {
        value(&mut self.heuristics[heuristic], position.words(self.words), &mut self.results, role)
    }

    /// Whether the position may be judged; none if the machine has to tell.
    pub fn quiet(&mut self, position: &Position) -> Option<bool> {
        self.quiet.run(position.words(self.words), &mut self.results[..1]);
        (self.results[0] != BEYOND).then_some(self.results[0] != 0)
    }
}

/// What a program says of a role: whether it has a value, and which.
fn value(task: &mut Task, position: &[u64], results: &mut [u64], role: Role) -> Option<i64> {
    let results = &mut results[..task.outputs()];
    task.run(position, results);
    (results[role.0 * 2] != 0).then_some(results[role.0 * 2 + 1] as i64)
}
