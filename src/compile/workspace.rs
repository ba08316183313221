//! Where the programs of a game run: a position and what is computed from it.

use super::abreast::Abreast;
use super::code::{BEYOND, Code, Switch};
use super::filter::Wanted;
use super::listing::Place;
use super::next::Next;
use super::position::{FEW, Position};
use super::programs::Programs;
use super::runner::{Runner, Runners};
use super::task::Task;
use crate::game::Role;

/// The programs of all modes, and a frame for them.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    pub(super) frame: Vec<u64>,
    /// Words of the position.
    pub(super) words: usize,
    pub(super) switch: Option<Switch>,
    /// Of the position.
    pub(super) mode: usize,
    pub(super) modes: Vec<Programs>,
    pub(super) next: Next,
    pub(super) abreast: Abreast,
    /// By heuristic, if it has been asked for: as its runners.
    heuristics: Vec<Vec<Task>>,
    /// What programs give that judge the position.
    results: Vec<u64>,
}

impl Workspace {
    pub fn new(code: &Code, runners: &[Runners]) -> Self {
        let words = code.layout.words();
        let modes = code
            .modes
            .iter()
            .zip(runners)
            .map(|(mode, runners)| Programs::new(code, mode, runners));
        let modes: Vec<Programs> = modes.collect();
        let frame = modes.iter().map(Programs::frame).max().unwrap_or(0);
        let frame = frame.max(FEW);
        let results = modes.iter().map(Programs::results).max().unwrap_or(0);
        Self {
            frame: vec![0; frame],
            words,
            switch: code.switch,
            mode: 0,
            modes,
            next: Next::new(frame),
            abreast: Abreast::new(frame),
            heuristics: Vec::new(),
            results: vec![0; results],
        }
    }

    /// Takes a position.
    #[inline]
    pub fn enter(&mut self, position: &Position) {
        position.write(&mut self.frame);
        self.find_mode();
    }

    /// Takes the words of a position, and after them what its turn has kept, if that is known.
    #[inline]
    pub fn load(&mut self, words: &[u64], mode: usize) {
        self.frame[..words.len()].copy_from_slice(words);
        self.mode = mode;
    }

    /// The mode of the position in a frame.
    #[inline]
    pub fn mode_of(&self, frame: &[u64]) -> usize {
        self.switch.map_or(0, |switch| switch.mode(frame))
    }

    #[inline]
    fn find_mode(&mut self) {
        self.mode = self.mode_of(&self.frame);
    }

    /// The position that is there.
    #[inline]
    pub fn position(&self) -> Position {
        Position::new(&self.frame, self.words)
    }

    /// Puts the words of the position that is there in place of others.
    #[inline]
    pub fn copy_position(&self, words: &mut Vec<u64>) {
        words.clear();
        words.extend_from_slice(&self.frame[..self.words]);
    }

    /// The mode of the position.
    pub fn mode(&self) -> usize {
        self.mode
    }

    /// Whether no move can fail in a turn that the programs tell.
    #[inline]
    pub fn is_safe(&self) -> bool {
        self.modes[self.mode].is_safe
    }

    /// Whether no move can fail either in a turn that the machine has to tell.
    pub fn is_safe_beyond(&self) -> bool {
        self.modes[self.mode].is_safe_beyond
    }

    /// Whether no move can fail or has to be tried, in whatever mode.
    pub fn is_always_safe(&self) -> bool {
        self.modes
            .iter()
            .all(|programs| programs.is_safe && !programs.tries_moves())
    }

    /// Computes who may do what. Until a move is played, the functions below tell of it.
    #[inline]
    pub fn turn(&mut self) {
        self.find(Wanted::All);
    }

    /// Computes a turn with the moves that are wanted.
    #[inline]
    pub fn find(&mut self, wanted: Wanted) {
        self.modes[self.mode].find(&mut self.frame, wanted);
    }

    /// Says in the position which roles have a legal move, if that is known.
    pub fn inform(&mut self) -> bool {
        self.find(Wanted::Any);
        let is_known = self.over() != BEYOND;
        if is_known {
            self.inform_of_turn();
        }
        is_known
    }

    /// Says in the position which roles have a legal move, by the turn that is there.
    pub fn inform_of_turn(&mut self) {
        self.modes[self.mode].inform_of_turn(&mut self.frame);
    }

    /// Whether no move of the turn that is there can fail.
    pub fn is_tried(&self) -> bool {
        self.programs().is_tried()
    }

    /// Whether moves have to be tried.
    pub fn tries_moves(&self) -> bool {
        self.modes.iter().any(Programs::tries_moves)
    }

    /// How many moves a plain turn has; 0 if the game is over, several roles have moves, or the
    /// machine has to tell.
    #[inline]
    pub fn choices(&self) -> usize {
        self.programs().choices(&self.frame)
    }

    /// Whether the game is over, if there are no choices.
    #[inline]
    pub fn is_without_moves(&self) -> bool {
        self.programs().is_without_moves(&self.frame)
    }

    /// Whether the game is over for another reason than that nobody can move: all ones or 0, or
    /// [`BEYOND`].
    #[inline]
    pub fn over(&self) -> u64 {
        self.programs().over(&self.frame)
    }

    /// Whether several roles have moves.
    #[inline]
    pub fn is_joint(&self) -> bool {
        self.programs().is_joint(&self.frame)
    }

    /// How many moves there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.programs().count(&self.frame)
    }

    /// All moves in order.
    pub fn all(&self) -> Vec<Place> {
        self.programs().all(&self.frame)
    }

    /// The move of that number in order, from 0; there are more than that.
    #[inline]
    pub fn nth(&self, number: usize) -> Place {
        self.programs().nth(&self.frame, number)
    }

    /// Whether a move is legal by the programs.
    pub fn has(&self, place: Place) -> bool {
        self.programs().has(&self.frame, place)
    }

    /// What the turn has kept.
    pub fn kept(&self) -> &[u64] {
        &self.frame[self.words..self.words + self.modes[self.mode].kept]
    }

    /// Takes back what an earlier turn has kept.
    pub fn keep(&mut self, kept: &[u64]) {
        self.frame[self.words..self.words + kept.len()].copy_from_slice(kept);
    }

    /// Plays a move. If it fails, which is told, no position is there.
    #[inline]
    pub fn play(&mut self, place: Place) -> bool {
        let is_played = self.modes[self.mode].play(&mut self.frame, place);
        self.find_mode();
        is_played
    }

    /// Plays moves of several roles at once, by their numbers, if there is a program for them and they
    /// do not fail, which is told.
    pub fn play_together(&mut self, moves: &[u32]) -> bool {
        let is_played = self.modes[self.mode].play_together(&mut self.frame, moves);
        self.find_mode();
        is_played
    }

    /// Plays a move and computes the turn after it, if there is a program for both, which is told.
    /// No such move fails.
    #[inline]
    pub fn play_on(&mut self, place: Place) -> bool {
        let next = self.modes[self.mode].play_on(&mut self.frame, place);
        self.mode = next.unwrap_or(self.mode);
        next.is_some()
    }

    /// The programs of the position's mode.
    #[inline]
    pub fn programs(&self) -> &Programs {
        &self.modes[self.mode]
    }

    /// For each role two words: whether it has a goal (all ones or 0), and which.
    #[inline]
    pub fn goals(&mut self) -> &[u64] {
        let goals = &mut self.modes[self.mode].goals;
        let results = &mut self.results[..goals.outputs()];
        goals.run(&self.frame[..self.words], results);
        results
    }

    /// The goal of a role, if there is one.
    pub fn goal(&mut self, role: Role) -> Option<i64> {
        value(
            &mut self.modes[self.mode].goals,
            &self.frame[..self.words],
            &mut self.results,
            role,
        )
    }

    /// The value of a heuristic, which has these runners, for a role, if there is one.
    pub fn evaluate(&mut self, heuristic: usize, runners: &[Runner], role: Role) -> Option<i64> {
        if self.heuristics.get(heuristic).is_none_or(Vec::is_empty) {
            self.prepare(heuristic, runners);
        }
        let tasks = &mut self.heuristics[heuristic];
        let mode = if tasks.len() == 1 { 0 } else { self.mode };
        value(
            &mut tasks[mode],
            &self.frame[..self.words],
            &mut self.results,
            role,
        )
    }

    fn prepare(&mut self, heuristic: usize, runners: &[Runner]) {
        let tasks: Vec<Task> = runners.iter().map(Task::new).collect();
        let outputs = tasks.iter().map(Task::outputs).max().unwrap_or(0);
        self.results.resize(self.results.len().max(outputs), 0);
        self.heuristics
            .resize(self.heuristics.len().max(heuristic + 1), Vec::new());
        self.heuristics[heuristic] = tasks;
    }

    /// Whether the position may be judged; none if the machine has to tell.
    pub fn quiet(&mut self) -> Option<bool> {
        self.modes[self.mode]
            .quiet
            .run(&self.frame[..self.words], &mut self.results[..1]);
        (self.results[0] != BEYOND).then_some(self.results[0] != 0)
    }
}

/// What a program says of a role: whether it has a value, and which.
fn value(task: &mut Task, position: &[u64], results: &mut [u64], role: Role) -> Option<i64> {
    let results = &mut results[..task.outputs()];
    task.run(position, results);
    (results[role.0 * 2] != 0).then_some(results[role.0 * 2 + 1] as i64)
}
