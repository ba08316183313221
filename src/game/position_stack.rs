//! The positions of one line of play, as a search walks along it.
//!
//! A search plays a move, looks at what follows, and takes the move back, millions of times. A
//! [`PositionStack`] does that without a value for each position and each list of moves: a compiled
//! game keeps words in one stack. [`PlainStack`] serves every other game by the methods of
//! [`Game`]. Knows nothing of search.

use std::hash::Hash;
use std::slice;

use super::fast_paths::FastPaths;
use super::fingerprint::Fingerprint;
use super::interface::{Role, Turn};

/// Who is to move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Nobody: the game is over.
    Nobody,
    /// One role. Its moves are listed; a game that breaks its contract has none.
    One(Role),
    /// Several roles at once. Nothing is listed.
    Several,
}

/// A number that stands for a move: the same for the same move in all positions, and almost always
/// different for different moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveNumber(pub u32);

impl MoveNumber {
    /// The number of a move. It is a hash, so that it is the same in each form of a game.
    pub fn of<M: Hash>(played: &M) -> Self {
        Self(Fingerprint::of(played) as u32)
    }
}

/// A number that stands for the difference that a move makes to a position: the same wherever a move
/// makes the same difference, and almost always different otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChangeNumber(pub u32);

/// What a search at its depth asks of a position, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assessment {
    /// No heuristic may value the position, see [`Game::quiet`](super::Game::quiet).
    Unquiet,
    /// The game is over.
    Over,
    /// The value of the heuristic for the role; 0 without a heuristic.
    Estimate(i64),
}

/// The positions of one line of play: the root, and one more for each move that was played and not
/// taken back. The functions are about the last position, the top.
///
/// A stack gives the same answers as the game from which it was made.
pub trait PositionStack {
    /// The error of the game.
    type Error;

    /// Finds who is to move, and lists the moves in the order of the game.
    ///
    /// # Errors
    /// As for [`Game::turn`](super::Game::turn).
    fn expand(&mut self) -> Result<Mover, Self::Error>;

    /// The moves that [`expand`](Self::expand) has listed, as numbers.
    fn moves(&self) -> &[MoveNumber];

    /// Finds who is to move, and the number of moves. What [`moves`](Self::moves) gives after that is
    /// not said.
    ///
    /// # Errors
    /// As for [`expand`](Self::expand).
    fn count_moves(&mut self) -> Result<(Mover, usize), Self::Error> {
        let mover = self.expand()?;
        Ok((mover, self.moves().len()))
    }

    /// Plays the move at `index` in the list of moves.
    ///
    /// # Errors
    /// As for [`Game::play`](super::Game::play); the stack is then unchanged.
    ///
    /// # Panics
    /// If `index` is not below the number of moves.
    fn push(&mut self, index: usize) -> Result<(), Self::Error>;

    /// Takes back the last move. The moves of the position before it are still listed.
    ///
    /// # Panics
    /// If no move was played.
    fn pop(&mut self);

    /// The difference that the last move has made. It tells more than the move where one move has
    /// different effects: a disc that is dropped into a column comes to lie in one of its rows. A
    /// stack that cannot compare positions has a number for each move.
    ///
    /// # Panics
    /// If no move was played.
    fn change(&self) -> ChangeNumber;

    /// The fingerprint of the position: equal positions have equal ones, and it is all but
    /// impossible that different ones do.
    fn fingerprint(&self) -> u128;

    /// The fingerprint of one of the positions that are the same up to symmetry: the same for all of
    /// them, see [`Game::canonical`](super::Game::canonical).
    fn canonical_fingerprint(&mut self) -> u128;

    /// The [lasting fingerprint](super::FastPaths::lasting_fingerprint) of the position.
    fn lasting_fingerprint(&mut self) -> u128 {
        self.canonical_fingerprint()
    }

    /// The [key](super::Game::key) of the position.
    fn key(&self) -> u64;

    /// Whether the position is quiet, the game is over, and if neither holds the value of the
    /// heuristic, which speaks for `role`.
    ///
    /// # Errors
    /// As for [`Game::evaluate`](super::Game::evaluate).
    fn assess(&mut self, heuristic: Option<usize>, role: Role) -> Result<Assessment, Self::Error>;

    /// The value of the heuristic, whether the game is over or not; 0 without a heuristic.
    ///
    /// # Errors
    /// As for [`Game::evaluate`](super::Game::evaluate).
    fn evaluate(&mut self, heuristic: Option<usize>, role: Role) -> Result<i64, Self::Error>;

    /// The result of a role, in a position where the game is over.
    ///
    /// # Errors
    /// As for [`Game::goal`](super::Game::goal).
    fn goal(&mut self, role: Role) -> Result<u8, Self::Error>;

    /// Whether the game is over.
    ///
    /// # Errors
    /// As for [`Game::over`](super::Game::over).
    fn over(&mut self) -> Result<bool, Self::Error>;

    /// Whether the game is over after the move at `index` in the list of moves.
    ///
    /// # Errors
    /// As for [`push`](Self::push) and [`over`](Self::over).
    ///
    /// # Panics
    /// If `index` is not below the number of moves.
    fn ends_with(&mut self, index: usize) -> Result<bool, Self::Error> {
        self.push(index)?;
        let is_over = self.over();
        self.pop();
        is_over
    }

    /// The number of facts that moves of the role can add, now or later, and that would end the game
    /// if they were added now: such as cells that would complete a line. It is an estimate, to put
    /// moves in order by; `None` if the stack cannot tell.
    fn threats(&mut self, role: Role) -> Option<usize> {
        let _ = role;
        None
    }

    /// How much the end of the game hangs on the facts that the last move, one of the role, has added:
    /// 2000 for a fact of the mean; 0 if the stack cannot tell.
    ///
    /// # Panics
    /// If no move was played.
    fn weight(&self, role: Role) -> u32 {
        let _ = role;
        0
    }

    /// Whether a move of the position may end the game. It is an estimate, to spare the search a trial
    /// of each move; `None` if the stack cannot tell.
    fn may_end(&mut self) -> Option<bool> {
        None
    }
}

/// A stack for any game, by the methods of [`Game`](super::Game).
pub struct PlainStack<'a, G: FastPaths> {
    game: &'a G,
    plies: Vec<Ply<G>>,
}

/// A position of the line.
struct Ply<G: FastPaths> {
    position: G::Position,
    moves: Vec<G::Move>,
    numbers: Vec<MoveNumber>,
    /// By move the position after it, once the move was played: a search plays it again.
    next: Vec<Option<G::Position>>,
    /// The index of the last move that was played.
    played: usize,
}

impl<G: FastPaths> Ply<G> {
    fn new(position: G::Position) -> Self {
        Self {
            position,
            moves: Vec::new(),
            numbers: Vec::new(),
            next: Vec::new(),
            played: 0,
        }
    }
}

impl<'a, G: FastPaths> PlainStack<'a, G> {
    /// Creates a stack with `root` as its only position.
    pub fn new(game: &'a G, root: &G::Position) -> Self {
        Self {
            game,
            plies: vec![Ply::new(root.clone())],
        }
    }

    fn top(&self) -> &Ply<G> {
        self.plies.last().expect("the root stays on the stack")
    }

    fn position(&self) -> &G::Position {
        &self.top().position
    }
}

impl<G: FastPaths> PositionStack for PlainStack<'_, G> {
    type Error = G::Error;

    fn expand(&mut self) -> Result<Mover, G::Error> {
        let (mover, moves) = match self.game.turn(self.position())? {
            Turn::Over => (Mover::Nobody, Vec::new()),
            Turn::Single(role, moves) => (Mover::One(role), moves),
            Turn::Joint(_) => (Mover::Several, Vec::new()),
        };
        let top = self.plies.last_mut().expect("the root stays on the stack");
        top.numbers.clear();
        top.numbers.extend(moves.iter().map(MoveNumber::of));
        top.next.clear();
        top.next.resize(moves.len(), None);
        top.moves = moves;
        Ok(mover)
    }

    fn moves(&self) -> &[MoveNumber] {
        &self.top().numbers
    }

    fn push(&mut self, index: usize) -> Result<(), G::Error> {
        let top = self.plies.last_mut().expect("the root stays on the stack");
        let next = match &top.next[index] {
            Some(next) => next.clone(),
            None => {
                let played = slice::from_ref(&top.moves[index]);
                let next = self.game.play(&top.position, played)?;
                top.next[index].insert(next).clone()
            }
        };
        top.played = index;
        self.plies.push(Ply::new(next));
        Ok(())
    }

    fn pop(&mut self) {
        assert!(self.plies.len() > 1, "a move was played");
        self.plies.pop();
    }

    fn change(&self) -> ChangeNumber {
        let [.., before, _] = &self.plies[..] else {
            panic!("a move was played");
        };
        ChangeNumber(before.numbers[before.played].0)
    }

    fn fingerprint(&self) -> u128 {
        self.game.fingerprint(self.position())
    }

    fn canonical_fingerprint(&mut self) -> u128 {
        self.game.canonical_fingerprint(self.position())
    }

    fn lasting_fingerprint(&mut self) -> u128 {
        self.game.lasting_fingerprint(self.position())
    }

    fn key(&self) -> u64 {
        self.game.key(self.position())
    }

    fn assess(&mut self, heuristic: Option<usize>, role: Role) -> Result<Assessment, G::Error> {
        if !self.game.quiet(self.position())? {
            return Ok(Assessment::Unquiet);
        }
        if self.game.over(self.position())? {
            return Ok(Assessment::Over);
        }
        Ok(Assessment::Estimate(self.evaluate(heuristic, role)?))
    }

    fn evaluate(&mut self, heuristic: Option<usize>, role: Role) -> Result<i64, G::Error> {
        match heuristic {
            Some(heuristic) => self.game.evaluate(self.position(), heuristic, role),
            None => Ok(0),
        }
    }

    fn goal(&mut self, role: Role) -> Result<u8, G::Error> {
        self.game.goal(self.position(), role)
    }

    fn over(&mut self) -> Result<bool, G::Error> {
        self.game.over(self.position())
    }
}
