//! Where the programs of a game run: what goes in, what comes out, all in one place.

use std::ops::Range;

use super::abreast::Abreast;
use super::code::{BEYOND, Code, Mode, MoveFamily, Ply, Switch, is_safe};
use super::filter::{Filter, Wanted};
use super::listing::{Listing, Place};
use super::next::Next;
use super::position::{FEW, Position};
use super::runner::{Runner, Runners, Task};
use crate::game::Role;

/// A position and what is computed from it.
///
/// What a turn gives lies where a program that plays a move reads it: in the frame the words of the
/// position come first, then what the turn has kept, then the move, which is written over the rest
/// that the turn has given. The next position is written over the old one. So between the plies of
/// a game nothing is copied.
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

/// The programs of one mode.
#[derive(Clone, Debug)]
pub(super) struct Programs {
    listing: Listing,
    /// Tries moves that hang on what holds after them, if some do.
    filter: Option<Filter>,
    /// Whether no move can fail.
    pub is_safe: bool,
    /// How many words a turn keeps, and where in the frame it says how many moves a plain turn has,
    /// whether the game is over, whether several roles have moves, and how many moves there are.
    pub kept: usize,
    /// Where in the frame the move is that is played.
    pub chosen: usize,
    pub choices: usize,
    pub over: usize,
    pub joint: usize,
    count: Option<usize>,
    pub turn: Task,
    pub families: Vec<Family>,
    pub applies: Vec<Task>,
    pub plies: Vec<Option<PlyTask>>,
    goals: Task,
    quiet: Task,
}

/// A move and the turn after it in one.
#[derive(Clone, Debug)]
pub(super) struct PlyTask {
    /// Of the next position.
    pub mode: usize,
    play: Task,
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
    fn new(code: &Code, mode: &Mode, runners: &Runners, words: usize) -> Self {
        let all = |runners: &[Runner]| -> Vec<Task> { runners.iter().map(Task::new).collect() };
        let family = |family: &MoveFamily| {
            let legal = words + family.legal.start..words + family.legal.end;
            Family {
                apply: family.apply,
                legal,
            }
        };
        let ply = |(ply, runner): (&Option<Ply>, &Option<Runner>)| {
            Some(PlyTask {
                mode: ply.as_ref()?.mode,
                play: Task::new(runner.as_ref()?),
            })
        };
        Self {
            listing: Listing::new(mode, words),
            filter: Filter::new(code, mode, runners),
            is_safe: mode.applies.iter().all(is_safe),
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
            applies: all(&runners.applies),
            plies: mode.plies.iter().zip(&runners.plies).map(ply).collect(),
            goals: Task::new(&runners.goals),
            quiet: Task::new(&runners.quiet),
        }
    }

    /// The most words that the programs which judge give.
    fn results(&self) -> usize {
        self.goals.outputs().max(self.quiet.outputs())
    }

    /// How many words a frame has.
    fn frame(&self, words: usize) -> usize {
        let chosen = self
            .families
            .iter()
            .map(|family| family.legal.len())
            .max()
            .unwrap_or(0);
        words + self.turn.outputs().max(self.kept + chosen).max(1)
    }

    /// Writes a move to where the program that plays it reads it. Gives the program's number, and
    /// how many inputs it has.
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

    /// How many moves a plain turn has; 0 if the game is over, several roles have moves, or the
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

    /// The move of that number in order, from 0; there are more than that.
    #[inline]
    pub fn nth(&self, frame: &[u64], number: usize) -> Place {
        self.listing.nth(frame, number)
    }
}

impl Workspace {
    pub fn new(code: &Code, runners: &[Runners]) -> Self {
        let words = code.layout.words();
        let modes = code
            .modes
            .iter()
            .zip(runners)
            .map(|(mode, runners)| Programs::new(code, mode, runners, words));
        let modes: Vec<Programs> = modes.collect();
        let frame = modes
            .iter()
            .map(|mode| mode.frame(words))
            .max()
            .unwrap_or(0)
            .max(FEW);
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

    /// The words of the position, and after them what its turn has kept if `has_turn`.
    #[inline]
    pub fn words(&self, has_turn: bool) -> &[u64] {
        let kept = if has_turn { self.programs().kept } else { 0 };
        &self.frame[..self.words + kept]
    }

    #[inline]
    fn find_mode(&mut self) {
        self.mode = self.switch.map_or(0, |switch| switch.mode(&self.frame));
    }

    /// The position that is there.
    #[inline]
    pub fn position(&self) -> Position {
        Position::new(&self.frame, self.words)
    }

    /// The mode of the position.
    pub fn mode(&self) -> usize {
        self.mode
    }

    /// Whether no move can fail.
    #[inline]
    pub fn is_safe(&self) -> bool {
        self.modes[self.mode].is_safe
    }

    /// Whether no move can fail or has to be tried, in whatever mode.
    pub fn is_always_safe(&self) -> bool {
        self.modes
            .iter()
            .all(|programs| programs.is_safe && programs.filter.is_none())
    }

    /// Computes who may do what. Until a move is played, the functions below tell of it.
    #[inline]
    pub fn turn(&mut self) {
        self.find(Wanted::All);
    }

    /// Computes a turn with the moves that are wanted.
    #[inline]
    pub fn find(&mut self, wanted: Wanted) {
        let programs = &mut self.modes[self.mode];
        programs.turn.run_within(&mut self.frame, self.words);
        if let Some(filter) = &mut programs.filter {
            filter.run(&mut self.frame, wanted);
        }
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
        if let Some(filter) = &self.modes[self.mode].filter {
            filter.inform(&mut self.frame);
        }
    }

    /// Whether no move of the turn that is there can fail.
    pub fn is_tried(&self) -> bool {
        let programs = &self.modes[self.mode];
        programs.is_safe
            || programs
                .filter
                .as_ref()
                .is_some_and(|filter| filter.has_tried_all)
    }

    /// Whether moves have to be tried.
    pub fn tries_moves(&self) -> bool {
        self.modes.iter().any(|programs| programs.filter.is_some())
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
        self.frame[self.modes[self.mode].over]
    }

    /// Whether several roles have moves.
    #[inline]
    pub fn is_joint(&self) -> bool {
        self.frame[self.modes[self.mode].joint] != 0
    }

    /// How many moves there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.modes[self.mode]
            .count
            .map_or(0, |count| self.frame[count] as usize)
    }

    /// All moves in order.
    pub fn all(&self) -> Vec<Place> {
        self.modes[self.mode].listing.all(&self.frame, self.count())
    }

    /// Adds all moves in order.
    pub fn add_all(&self, places: &mut Vec<Place>) {
        self.modes[self.mode].listing.add_all(&self.frame, places);
    }

    /// The move of that number in order, from 0; there are more than that.
    #[inline]
    pub fn nth(&self, number: usize) -> Place {
        self.modes[self.mode].listing.nth(&self.frame, number)
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
        let programs = &mut self.modes[self.mode];
        let (apply, _) = programs.choose(&mut self.frame, place);
        programs.applies[apply].run_within(&mut self.frame, 0);
        // The last output tells of conflicts.
        let is_played = self.frame[self.words] == 0;
        self.find_mode();
        is_played
    }

    /// Plays a move and computes the turn after it, if there is a program for both, which is told.
    /// No such move fails.
    #[inline]
    pub fn play_on(&mut self, place: Place) -> bool {
        let programs = &mut self.modes[self.mode];
        let apply = programs.families[place.family as usize].apply;
        // Without one, the move is chosen by whoever plays it alone.
        if programs.plies[apply].is_none() {
            return false;
        }
        programs.choose(&mut self.frame, place);
        let Some(ply) = &mut programs.plies[apply] else {
            return false;
        };
        ply.play.run_within(&mut self.frame, 0);
        self.mode = ply.mode;
        true
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

/// Whether the game is over, if a turn that says this has no choices.
pub(super) fn has_no_moves(over: u64, joint: u64) -> bool {
    match over {
        0 => joint == 0,
        BEYOND => false,
        _ => true,
    }
}

/// What a program says of a role: whether it has a value, and which.
fn value(task: &mut Task, position: &[u64], results: &mut [u64], role: Role) -> Option<i64> {
    let results = &mut results[..task.outputs()];
    task.run(position, results);
    (results[role.0 * 2] != 0).then_some(results[role.0 * 2 + 1] as i64)
}
