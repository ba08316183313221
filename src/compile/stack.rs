//! One line of play of a compiled game as frames of words: what a search walks along.
//!
//! The frames of all positions lie in one vector: a position, then the positions after its moves,
//! one of which is the next position of the line. A position that was computed once stays there until
//! the line leaves the position before it, so that a search may look at each move before it plays one.
//! The moves of all positions lie in another vector. So a search allocates nothing once the vectors
//! have grown. Where the machine has to tell, the question goes to [`Compiled`], which asks it.

use std::hash::Hasher;

use super::filter::Wanted;
use super::game::{Compiled, State};
use super::images::Images;
use super::listing::Place;
use super::moves::Move;
use super::position::Position;
use super::programs::Programs;
use super::task::Task;
use super::workspace::Workspace;
use crate::game::{
    Assessment, ChangeNumber, Error, Fingerprint, Game, MoveNumber, Mover, PositionStack, Role,
    Turn,
};

/// The greatest number of words that the positions after the moves of one position take. Where they
/// would take more, only the last one is kept.
const MOST_WORDS: usize = 1 << 13;

/// The positions of one line.
pub(super) struct Stack<'a> {
    game: &'a Compiled,
    /// Its programs run on the frames of the stack, and on its own one only to judge.
    workspace: Workspace,
    plies: Vec<Ply>,
    /// The moves of each position of the line for which the machine has listed them.
    ruled: Vec<Vec<Move>>,
    frames: Vec<u64>,
    places: Vec<Place>,
    numbers: Vec<MoveNumber>,
    /// By move what is known of the position after it.
    after: Vec<After>,
    /// By position of the line its images under the symmetries of the game, where they are known.
    images: Vec<u64>,
    /// By mode the programs that count threats, once somebody has asked; empty if there are none.
    threats: Option<Vec<Task>>,
    /// What they have counted, by role.
    threat_counts: Vec<u64>,
    /// By mode the programs that tell of moves that end the game, likewise.
    endings: Option<Vec<Task>>,
}

/// One position of the line.
#[derive(Clone, Copy)]
struct Ply {
    /// Where its frame begins.
    frame: usize,
    mode: usize,
    /// Whether the frame has the whole turn.
    has_turn: bool,
    /// Whether its images are known.
    has_images: bool,
    /// The place of the move that led to it among all moves; none for the root.
    played: Option<usize>,
    /// Where its moves begin.
    moves: usize,
    /// Whether the machine has listed them.
    is_ruled: bool,
    /// Where the frames after its moves begin.
    next: usize,
    /// The number of frames there: one for each move, or one for all.
    room: usize,
}

/// What is known of the position after a move. Where something is, its frame has it.
#[derive(Clone, Copy)]
enum After {
    Nothing,
    /// The position, and its mode.
    Position(usize),
    /// The turn too.
    Turn(usize),
}

impl<'a> Stack<'a> {
    /// Creates a stack with `root` as its only position.
    pub fn new(game: &'a Compiled, root: &Position) -> Self {
        let mut stack = Self {
            game,
            workspace: game.new_workspace(),
            plies: Vec::new(),
            ruled: Vec::new(),
            frames: Vec::new(),
            places: Vec::new(),
            numbers: Vec::new(),
            after: Vec::new(),
            images: Vec::new(),
            threats: None,
            threat_counts: vec![0; game.role_count()],
            endings: None,
        };
        let length = stack.frame_length();
        stack.frames.resize(length, 0);
        root.write(&mut stack.frames);
        let mode = stack.workspace.mode_of(&stack.frames);
        stack.plies.push(Ply {
            frame: 0,
            mode,
            has_turn: false,
            has_images: false,
            played: None,
            moves: 0,
            is_ruled: false,
            next: length,
            room: 0,
        });
        stack
    }

    /// The number of words of a frame.
    fn frame_length(&self) -> usize {
        self.workspace.frame.len()
    }

    fn top(&self) -> &Ply {
        self.plies.last().expect("the root stays on the stack")
    }

    fn top_mut(&mut self) -> &mut Ply {
        self.plies.last_mut().expect("the root stays on the stack")
    }

    /// The words of the top position.
    fn position_words(&self) -> &[u64] {
        self.words_at(self.top().frame)
    }

    /// The words of the positions before and after the last move.
    ///
    /// # Panics
    /// If no move was played.
    fn around_last_move(&self) -> [&[u64]; 2] {
        let [.., before, after] = &self.plies[..] else {
            panic!("a move was played");
        };
        [before, after].map(|ply| self.words_at(ply.frame))
    }

    /// The words of the position in the frame that begins at `frame`.
    fn words_at(&self, frame: usize) -> &[u64] {
        &self.frames[frame..][..self.game.word_count()]
    }

    fn position(&self) -> Position {
        self.position_at(self.top().frame)
    }

    fn position_at(&self, frame: usize) -> Position {
        Position::new(&self.frames[frame..], self.game.word_count())
    }

    /// The programs of a mode, and the frame that begins at `frame`.
    fn programs(&mut self, mode: usize, frame: usize) -> (&mut Programs, &mut [u64]) {
        let length = self.frame_length();
        (
            &mut self.workspace.modes[mode],
            &mut self.frames[frame..][..length],
        )
    }

    /// Computes the turn of the top position with the moves that are wanted, unless it is known: where
    /// its frame begins, and its mode.
    fn find(&mut self, wanted: Wanted) -> (usize, usize) {
        let &Ply {
            frame,
            mode,
            has_turn,
            ..
        } = self.top();
        if !has_turn {
            let (programs, turn) = self.programs(mode, frame);
            programs.find(turn, wanted);
            let is_whole = wanted == Wanted::All || !programs.tries_moves();
            self.top_mut().has_turn = is_whole;
        }
        (frame, mode)
    }

    /// Whether the game is over in the position of a frame, whose turn has found whether there is a
    /// move.
    fn is_over(&self, mode: usize, frame: usize) -> Result<bool, Error> {
        let programs = &self.workspace.modes[mode];
        let turn = &self.frames[frame..];
        let position = || self.position_at(frame);
        match self.game.state(position, programs.over(turn))? {
            State::Open => Ok(programs.count(turn) == 0),
            State::Over => Ok(true),
            State::Beyond => self.game.over(&position()),
        }
    }

    /// Lists the moves of the turn of the top position. There is at least one, and one role has them
    /// all.
    fn list(&mut self) -> Role {
        let (game, mode, first) = (self.game, self.top().mode, self.places.len());
        let frame = &self.frames[self.top().frame..];
        let programs = &self.workspace.modes[mode];
        programs.add_all(frame, &mut self.places);
        let listed = &self.places[first..];
        let number = |place: &Place| game.move_numbers()[programs.number(*place) as usize];
        self.numbers.extend(listed.iter().map(number));
        let role = programs.mover(frame, game.moves());
        self.make_room();
        role
    }

    /// Lists the moves that the machine finds.
    fn list_by_rules(&mut self) -> Result<Mover, Error> {
        let (role, moves) = match self.game.turn(&self.position())? {
            Turn::Over => return Ok(Mover::Nobody),
            Turn::Joint(_) => return Ok(Mover::Several),
            Turn::Single(role, moves) => (role, moves),
        };
        for played in &moves {
            self.numbers.push(MoveNumber::of(played));
            self.places.push(Place { family: 0, lane: 0 });
        }
        self.ruled.push(moves);
        self.top_mut().is_ruled = true;
        self.make_room();
        Ok(Mover::One(role))
    }

    /// Makes room for the positions after the moves that are listed.
    fn make_room(&mut self) {
        self.after.resize(self.numbers.len(), After::Nothing);
        let length = self.frame_length();
        let count = self.numbers.len() - self.top().moves;
        let room = if count * length > MOST_WORDS {
            1
        } else {
            count
        };
        let top = self.top_mut();
        top.room = room;
        let end = top.next + room * length;
        // Where the vector is long enough, old words remain; nothing reads them.
        if self.frames.len() < end {
            self.frames.resize(end, 0);
        }
    }

    /// Where the frame after the move at `index` begins.
    fn frame_after(&self, index: usize) -> usize {
        let top = self.top();
        let number = if top.room == 1 { 0 } else { index };
        top.next + number * self.frame_length()
    }

    /// Plays the move at `index`, or finds it played, if the programs can play it: where the frame
    /// after it begins, and what is known.
    fn after(&mut self, index: usize) -> Option<(usize, After)> {
        let frame = self.frame_after(index);
        let &Ply {
            frame: before,
            mode,
            moves,
            ..
        } = self.top();
        let number = moves + index;
        match self.after[number] {
            After::Nothing => {}
            known => return Some((frame, known)),
        }
        if !self.game.has_effects() || self.top().is_ruled {
            return None;
        }
        let place = self.places[number];
        let given = before..before + self.workspace.modes[mode].chosen;
        self.frames.copy_within(given, frame);
        let (programs, words) = self.programs(mode, frame);
        let after = match programs.play_on(words, place) {
            Some(mode) => After::Turn(mode),
            None if programs.play(words, place) => {
                After::Position(self.workspace.mode_of(&self.frames[frame..]))
            }
            None => return None,
        };
        self.learn(number, after);
        Some((frame, after))
    }

    /// Notes what is known of the position after a move of the top position, by its number among all, if
    /// there is a frame for it alone.
    fn learn(&mut self, number: usize, after: After) {
        if self.top().room == self.moves().len() {
            self.after[number] = after;
        }
    }

    /// Adds a position to the line, which follows the move at `index`.
    fn add_ply(&mut self, index: usize, frame: usize, after: After) {
        let top = self.top();
        let (mode, has_turn) = match after {
            After::Turn(mode) => (mode, true),
            After::Position(mode) => (mode, false),
            After::Nothing => (self.workspace.mode_of(&self.frames[frame..]), false),
        };
        self.plies.push(Ply {
            frame,
            mode,
            has_turn,
            has_images: false,
            played: Some(top.moves + index),
            moves: self.numbers.len(),
            is_ruled: false,
            next: top.next + top.room * self.frame_length(),
            room: 0,
        });
    }

    /// The move at `index` of the top position.
    fn move_at(&self, index: usize) -> Move {
        let top = self.top();
        if let Some(ruled) = self.ruled.last().filter(|_| top.is_ruled) {
            return ruled[index].clone();
        }
        let place = self.places[top.moves..][index];
        let number = self.workspace.modes[top.mode].number(place);
        Move::ruled(self.game.moves()[number as usize].clone())
    }

    /// Plays a move by the game, which asks the machine if need be.
    fn push_by_game(&mut self, index: usize, played: &Move) -> Result<(), Error> {
        let next = self
            .game
            .play(&self.position(), std::slice::from_ref(played))?;
        let frame = self.frame_after(index);
        next.write(&mut self.frames[frame..]);
        self.add_ply(index, frame, After::Nothing);
        Ok(())
    }

    /// Forgets the list of moves of the top position.
    fn clear(&mut self) {
        self.forget_ruled();
        let top = self.top_mut();
        top.room = 0;
        let moves = top.moves;
        self.truncate(moves);
    }

    /// Forgets the moves of the top position that the machine has listed.
    fn forget_ruled(&mut self) {
        let top = self.top_mut();
        if top.is_ruled {
            top.is_ruled = false;
            self.ruled.pop();
        }
    }

    /// Forgets the moves from this one on.
    fn truncate(&mut self, moves: usize) {
        self.places.truncate(moves);
        self.numbers.truncate(moves);
        self.after.truncate(moves);
    }

    /// Finds the images of the top position, by those of the last position of the line of which they
    /// are known.
    fn find_images(&mut self, images: &Images) {
        let length = images.length();
        if self.images.len() < self.plies.len() * length {
            self.images.resize(self.plies.len() * length, 0);
        }
        let known = self.plies.iter().rposition(|ply| ply.has_images);
        for ply in known.map_or(0, |known| known + 1)..self.plies.len() {
            let at = ply * length;
            let words = self.game.word_count();
            let after = &self.frames[self.plies[ply].frame..][..words];
            match ply.checked_sub(1) {
                None => {
                    self.images[..length].fill(0);
                    images.change(after.iter().copied(), &mut self.images[..length]);
                }
                Some(before) => {
                    self.images.copy_within(at - length..at, at);
                    let before = &self.frames[self.plies[before].frame..][..words];
                    let difference = before.iter().zip(after).map(|(one, other)| one ^ other);
                    images.change(difference, &mut self.images[at..][..length]);
                }
            }
            self.plies[ply].has_images = true;
        }
    }

    /// Loads the top position into the workspace.
    fn load(&mut self) {
        let &Ply { frame, mode, .. } = self.top();
        let words = &self.frames[frame..][..self.game.word_count()];
        self.workspace.load(words, mode);
    }
}

impl PositionStack for Stack<'_> {
    type Error = Error;

    fn expand(&mut self) -> Result<Mover, Error> {
        self.clear();
        let (frame, mode) = self.find(Wanted::All);
        let programs = &self.workspace.modes[mode];
        let turn = &self.frames[frame..];
        match self
            .game
            .state(|| self.position_at(frame), programs.over(turn))?
        {
            State::Beyond => self.list_by_rules(),
            State::Over => Ok(Mover::Nobody),
            State::Open if programs.is_joint(turn) => Ok(Mover::Several),
            State::Open if programs.count(turn) == 0 => Ok(Mover::Nobody),
            State::Open => Ok(Mover::One(self.list())),
        }
    }

    fn count_moves(&mut self) -> Result<(Mover, usize), Error> {
        let (frame, mode) = self.find(Wanted::All);
        let programs = &self.workspace.modes[mode];
        let turn = &self.frames[frame..];
        let count = programs.choices(turn);
        if count == 0 {
            let mover = self.expand()?;
            return Ok((mover, self.moves().len()));
        }
        Ok((Mover::One(programs.mover(turn, self.game.moves())), count))
    }

    fn moves(&self) -> &[MoveNumber] {
        &self.numbers[self.top().moves..]
    }

    fn push(&mut self, index: usize) -> Result<(), Error> {
        if let Some((frame, after)) = self.after(index) {
            self.add_ply(index, frame, after);
            return Ok(());
        }
        let played = self.move_at(index);
        self.push_by_game(index, &played)
    }

    fn pop(&mut self) {
        assert!(self.plies.len() > 1, "a move was played");
        self.forget_ruled();
        if let Some(popped) = self.plies.pop() {
            self.truncate(popped.moves);
            if let Some(number) = popped.played
                && popped.has_turn
            {
                self.learn(number, After::Turn(popped.mode));
            }
        }
    }

    fn change(&self) -> ChangeNumber {
        let mut change = Fingerprint::default();
        let [before, after] = self.around_last_move();
        for (before, after) in before.iter().zip(after) {
            change.write_u64(before ^ after);
        }
        ChangeNumber(change.finish_wide() as u32)
    }

    fn fingerprint(&self) -> u128 {
        Fingerprint::of_words(self.position_words())
    }

    fn canonical_fingerprint(&mut self) -> u128 {
        match self.game.images() {
            Some(images) => {
                self.find_images(images);
                let first = (self.plies.len() - 1) * images.length();
                let of_top = &self.images[first..][..images.length()];
                images.least_fingerprint(self.position_words(), of_top)
            }
            None => self.game.canonical_fingerprint_of(self.position_words()),
        }
    }

    fn lasting_fingerprint(&mut self) -> u128 {
        self.game.lasting_fingerprint_of(self.position_words())
    }

    fn key(&self) -> u64 {
        self.game.key(&self.position())
    }

    fn assess(&mut self, heuristic: Option<usize>, role: Role) -> Result<Assessment, Error> {
        if !self.game.quiet_is_trivial() && !self.game.quiet(&self.position())? {
            return Ok(Assessment::Unquiet);
        }
        if self.over()? {
            return Ok(Assessment::Over);
        }
        Ok(Assessment::Estimate(self.evaluate(heuristic, role)?))
    }

    fn evaluate(&mut self, heuristic: Option<usize>, role: Role) -> Result<i64, Error> {
        let Some(number) = heuristic else {
            return Ok(0);
        };
        self.load();
        let value = match self.game.heuristic_runners(number) {
            None => None,
            Some((_, true)) if !self.workspace.inform() => None,
            Some((runners, _)) => self.workspace.evaluate(number, runners, role),
        };
        match value {
            Some(value) => Ok(value),
            None => self.game.evaluate(&self.position(), number, role),
        }
    }

    fn goal(&mut self, role: Role) -> Result<u8, Error> {
        if self.game.goals_are_plain() {
            self.load();
            let goal = self.workspace.goal(role).map(u8::try_from);
            if let Some(Ok(goal @ 0..=100)) = goal {
                return Ok(goal);
            }
        }
        self.game.goal(&self.position(), role)
    }

    fn over(&mut self) -> Result<bool, Error> {
        let (frame, mode) = self.find(Wanted::Any);
        self.is_over(mode, frame)
    }

    fn threats(&mut self, role: Role) -> Option<usize> {
        let game = self.game;
        let make = || game.threat_runners().iter().map(Task::new).collect();
        let tasks = self.threats.get_or_insert_with(make);
        let Ply { frame, mode, .. } = self.plies.last().expect("the root stays on the stack");
        let position = &self.frames[*frame..][..game.word_count()];
        tasks.get_mut(*mode)?.run(position, &mut self.threat_counts);
        Some(self.threat_counts[role.0] as usize)
    }

    fn weight(&self, role: Role) -> u32 {
        let weights = self.game.weights(role);
        let mut sum = 0_u32;
        let [before, after] = self.around_last_move();
        for (number, (before, after)) in before.iter().zip(after).enumerate() {
            let mut added = after & !before;
            while added != 0 {
                let bit = 64 * number + added.trailing_zeros() as usize;
                sum = sum.saturating_add(weights[bit]);
                added &= added - 1;
            }
        }
        sum
    }

    fn may_end(&mut self) -> Option<bool> {
        let game = self.game;
        let make = || game.ending_runners().iter().map(Task::new).collect();
        if self.endings.get_or_insert_with(make).is_empty() {
            return None;
        }
        let (frame, mode) = self.find(Wanted::All);
        let length = game.word_count() + self.workspace.modes[mode].turn.outputs();
        let task = &mut self.endings.as_mut()?[mode];
        let mut is_ending = [0];
        task.run(&self.frames[frame..][..length], &mut is_ending);
        Some(is_ending != [0])
    }

    fn ends_with(&mut self, index: usize) -> Result<bool, Error> {
        match self.after(index) {
            Some((frame, After::Turn(mode))) => return self.is_over(mode, frame),
            Some((frame, after)) => self.add_ply(index, frame, after),
            None => self.push(index)?,
        }
        let is_over = self.over();
        self.pop();
        is_over
    }
}
