//! One line of play of a compiled game as a stack of words: what a search walks along.
//!
//! The words of all positions lie in one vector, each followed by what its turn has kept; the moves
//! of all positions lie in another one. So a search allocates nothing once the vectors have grown.
//! Where the machine has to tell, the question goes to [`Compiled`], which asks it.

use std::hash::Hasher;

use super::filter::Wanted;
use super::game::{Compiled, Move, State};
use super::listing::Place;
use super::position::Position;
use super::workspace::Workspace;
use crate::game::{
    Assessment, ChangeNumber, Error, Fingerprint, Game, MoveNumber, Mover, PositionStack, Role,
    Turn,
};

/// The positions of one line.
pub(super) struct Stack<'a> {
    game: &'a Compiled,
    workspace: Workspace,
    plies: Vec<Ply>,
    words: Vec<u64>,
    places: Vec<Place>,
    numbers: Vec<MoveNumber>,
    /// Whether the workspace begins with the words of the top position.
    is_loaded: bool,
}

/// One position of the line: where its words and its moves begin.
struct Ply {
    words: usize,
    mode: usize,
    moves: usize,
    /// The moves that the machine has listed instead.
    ruled: Vec<Move>,
}

impl<'a> Stack<'a> {
    /// Creates a stack with `root` as its only position.
    pub fn new(game: &'a Compiled, root: &Position) -> Self {
        let mut stack = Self {
            game,
            workspace: game.new_workspace(),
            plies: Vec::new(),
            words: Vec::new(),
            places: Vec::new(),
            numbers: Vec::new(),
            is_loaded: false,
        };
        stack.workspace.enter(root);
        stack.add_ply();
        stack
    }

    /// Adds the position of the workspace.
    fn add_ply(&mut self) {
        self.plies.push(Ply {
            words: self.words.len(),
            mode: self.workspace.mode(),
            moves: self.numbers.len(),
            ruled: Vec::new(),
        });
        self.words.extend_from_slice(self.workspace.words(false));
        self.is_loaded = true;
    }

    fn top(&self) -> &Ply {
        self.plies.last().expect("the root stays on the stack")
    }

    /// The words of the top position.
    fn position_words(&self) -> &[u64] {
        self.words_of(self.top())
    }

    fn words_of(&self, ply: &Ply) -> &[u64] {
        &self.words[ply.words..][..self.game.word_count()]
    }

    fn position(&self) -> Position {
        Position::of_words(self.position_words().to_vec())
    }

    /// Loads the top position, with what its turn has kept if that is known.
    #[inline]
    fn load(&mut self) {
        if !self.is_loaded {
            let top = self.plies.last().expect("the root stays on the stack");
            self.workspace.load(&self.words[top.words..], top.mode);
            self.is_loaded = true;
        }
    }

    /// What the turn in the workspace has come to.
    #[inline]
    fn state(&self) -> Result<State, Error> {
        self.game.state(|| self.position(), &self.workspace)
    }

    /// Whether the game is over in the position of the workspace, whose turn has found whether there
    /// is a move.
    #[inline]
    fn is_over(&self, position: impl Fn() -> Position) -> Result<bool, Error> {
        match self.game.state(&position, &self.workspace)? {
            State::Open => Ok(self.workspace.count() == 0),
            State::Over => Ok(true),
            State::Beyond => self.game.over(&position()),
        }
    }

    /// Loads the top position, with what its turn has kept, for the move at `index`; `None` if the
    /// programs cannot play it. The position in the workspace may then be changed.
    #[inline]
    fn prepare(&mut self, index: usize) -> Option<Place> {
        let top = self.plies.last().expect("the root stays on the stack");
        let place = self.places[top.moves..][index];
        if !self.game.has_effects() || !top.ruled.is_empty() {
            return None;
        }
        self.workspace.load(&self.words[top.words..], top.mode);
        self.is_loaded = false;
        Some(place)
    }

    /// Lists the moves of the turn in the workspace. There is at least one, and one role has them
    /// all.
    fn list(&mut self) -> Role {
        let (game, mode, first) = (self.game, self.workspace.mode(), self.places.len());
        self.workspace.add_all(&mut self.places);
        let listed = &self.places[first..];
        let number = |place: &Place| game.move_numbers()[game.number(mode, *place) as usize];
        self.numbers.extend(listed.iter().map(number));
        game.moves()[game.number(mode, listed[0]) as usize].role
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
        let top = self.plies.last_mut().expect("the root stays on the stack");
        top.ruled = moves;
        Ok(Mover::One(role))
    }

    /// Plays a move by the game, which asks the machine if need be.
    fn push_by_game(&mut self, played: &Move) -> Result<(), Error> {
        let next = self
            .game
            .play(&self.position(), std::slice::from_ref(played))?;
        self.workspace.enter(&next);
        self.add_ply();
        Ok(())
    }

    /// Forgets the list of moves of the top position.
    fn clear(&mut self) {
        let words = self.game.word_count();
        let top = self.plies.last_mut().expect("the root stays on the stack");
        top.ruled.clear();
        self.words.truncate(top.words + words);
        self.places.truncate(top.moves);
        self.numbers.truncate(top.moves);
    }
}

impl PositionStack for Stack<'_> {
    type Error = Error;

    fn expand(&mut self) -> Result<Mover, Error> {
        self.clear();
        self.load();
        self.workspace.turn();
        match self.state()? {
            State::Beyond => return self.list_by_rules(),
            State::Over => return Ok(Mover::Nobody),
            State::Open if self.workspace.is_joint() => return Ok(Mover::Several),
            State::Open if self.workspace.count() == 0 => return Ok(Mover::Nobody),
            State::Open => {}
        }
        self.words.extend_from_slice(self.workspace.kept());
        Ok(Mover::One(self.list()))
    }

    fn moves(&self) -> &[MoveNumber] {
        &self.numbers[self.top().moves..]
    }

    fn push(&mut self, index: usize) -> Result<(), Error> {
        if let Some(place) = self.prepare(index)
            && self.workspace.play(place)
        {
            self.add_ply();
            return Ok(());
        }
        let (first, mode) = (self.top().moves, self.top().mode);
        if let Some(ruled) = self.top().ruled.get(index) {
            let ruled = ruled.clone();
            return self.push_by_game(&ruled);
        }
        let place = self.places[first..][index];
        let number = self.game.number(mode, place);
        let named = self.game.moves()[number as usize].clone();
        self.push_by_game(&Move::ruled(named))
    }

    fn pop(&mut self) {
        assert!(self.plies.len() > 1, "a move was played");
        if let Some(top) = self.plies.pop() {
            self.words.truncate(top.words);
            self.places.truncate(top.moves);
            self.numbers.truncate(top.moves);
        }
        self.is_loaded = false;
    }

    fn change(&self) -> ChangeNumber {
        let [.., before, after] = &self.plies[..] else {
            panic!("a move was played");
        };
        let mut change = Fingerprint::default();
        for (before, after) in self.words_of(before).iter().zip(self.words_of(after)) {
            change.write_u64(before ^ after);
        }
        ChangeNumber(change.finish_wide() as u32)
    }

    fn fingerprint(&self) -> u128 {
        Fingerprint::of_words(self.position_words())
    }

    fn canonical_fingerprint(&self) -> u128 {
        self.game.canonical_fingerprint_of(self.position_words())
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
            Some((runners, asks_for_moves)) => {
                self.is_loaded = !asks_for_moves;
                self.workspace.evaluate(number, runners, role)
            }
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
        self.load();
        self.workspace.find(Wanted::Any);
        self.is_over(|| self.position())
    }

    fn ends_with(&mut self, index: usize) -> Result<bool, Error> {
        if let Some(place) = self.prepare(index) {
            let has_turn = self.workspace.play_on(place);
            if has_turn || self.workspace.play(place) {
                if !has_turn {
                    self.workspace.find(Wanted::Any);
                }
                return self.is_over(|| self.workspace.position());
            }
        }
        self.push(index)?;
        let is_over = self.over();
        self.pop();
        is_over
    }
}
