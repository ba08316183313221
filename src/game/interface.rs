//! The seam between games and search: the trait [`Game`].
//!
//! Whatever plays by rules stands behind it: the engine that interprets a rule file, a compiled
//! form of one, a game that a host writes in Rust. Knows nothing of terms, clauses or fluents.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// A player, by its place in the order of roles, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Role(pub usize);

/// Who may do what in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn<M> {
    /// Nobody moves any more: the game is over.
    Over,
    /// One role is to move and has these moves, at least one, in the order of the rules.
    Single(Role, Vec<M>),
    /// Several roles move at once: for each of them its moves, at least one, in the order of the
    /// rules.
    Joint(Vec<(Role, Vec<M>)>),
}

impl<M> Turn<M> {
    /// The roles that are to move, each with its moves; nobody if the game is over.
    #[must_use]
    pub fn into_movers(self) -> Vec<(Role, Vec<M>)> {
        match self {
            Turn::Over => Vec::new(),
            Turn::Single(role, moves) => vec![(role, moves)],
            Turn::Joint(movers) => movers,
        }
    }

    /// The turn in which these moves are legal, given who plays each.
    pub(crate) fn by_role(moves: Vec<M>, role_of: impl Fn(&M) -> Role) -> Self {
        let Some(first) = moves.first().map(&role_of) else {
            return Turn::Over;
        };
        if moves.iter().all(|played| role_of(played) == first) {
            return Turn::Single(first, moves);
        }
        let mut joint: Vec<(Role, Vec<M>)> = Vec::new();
        for played in moves {
            let role = role_of(&played);
            match joint.iter_mut().find(|(known, _)| *known == role) {
                Some((_, own)) => own.push(played),
                None => joint.push((role, vec![played])),
            }
        }
        joint.sort_by_key(|(role, _)| *role);
        Turn::Joint(joint)
    }
}

/// What has come of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The position is the one after a ply.
    Played,
    /// The position is as it was: the game is over.
    Over,
    /// The position is as it was, since a role that is to move has no moves: the game breaks its
    /// contract.
    Stuck(Role),
}

/// What lies two plies below a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Below {
    /// How many positions a ply leads to, each counted as often as it comes up.
    pub positions: u64,
    /// How many ways there are to go on from them.
    pub lines: u64,
}

/// A game for one or more roles with perfect information.
///
/// Positions are values: playing a move gives a new position and leaves the old one as it was.
pub trait Game {
    /// A position; two positions are equal if the game goes on alike from them.
    type Position: Clone + Eq + Hash;
    /// A move, with all that is needed to play it in its position.
    type Move: Clone + Eq + Debug;
    /// What can go wrong while rules are followed, for example a counted limit.
    type Error: std::error::Error;

    /// How many roles there are, at least one.
    fn role_count(&self) -> usize;

    /// The position at the start.
    fn initial(&self) -> Self::Position;

    /// Who may do what.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    fn turn(&self, position: &Self::Position) -> Result<Turn<Self::Move>, Self::Error>;

    /// Whether the game is over: whether [`turn`](Game::turn) would say so. A search asks this at
    /// its horizon, where it needs no moves.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    fn over(&self, position: &Self::Position) -> Result<bool, Self::Error> {
        Ok(matches!(self.turn(position)?, Turn::Over))
    }

    /// The position after these moves, one of each role that is to move, all taken from
    /// [`turn`](Game::turn) for the same position; they are not checked again.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    fn play(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
    ) -> Result<Self::Position, Self::Error>;

    /// The representative of the positions that are the same up to the game's declared symmetries:
    /// the same position for all of them. A symmetry keeps roles: from equivalent positions the
    /// same role is to move, the moves lead to equivalent positions, and each role has the same
    /// goal. A game without symmetries leaves this as it is.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The result for a role, from 0 (worst) to 100 (best), in a position where the game is over.
    ///
    /// # Errors
    /// When the rules cannot be followed, or give no result for the role.
    fn goal(&self, position: &Self::Position, role: Role) -> Result<u8, Self::Error>;

    /// The results of all roles, in their order, in a position where the game is over.
    ///
    /// # Errors
    /// As for [`goal`](Game::goal).
    fn goals(&self, position: &Self::Position) -> Result<Vec<u8>, Self::Error> {
        (0..self.role_count())
            .map(|role| self.goal(position, Role(role)))
            .collect()
    }

    /// The number of the static evaluation of that name, if the game has one.
    fn heuristic(&self, name: &str) -> Option<usize>;

    /// The static value of a position for a role, by the heuristic of that number; greater is
    /// better.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    fn evaluate(
        &self,
        position: &Self::Position,
        heuristic: usize,
        role: Role,
    ) -> Result<i64, Self::Error>;

    /// Whether the position may be judged statically; if not, a search goes on past its depth.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    fn quiet(&self, _position: &Self::Position) -> Result<bool, Self::Error> {
        Ok(true)
    }

    /// Whether all positions that are kept take more than half of the memory that they may take, so
    /// that a table should forget some. A game that cannot tell says no.
    fn memory_is_short(&self) -> bool {
        false
    }

    /// A number that equal positions share and others hardly ever. Two forms of one game, such as
    /// the rules and what was compiled from them, give the same number.
    fn key(&self, position: &Self::Position) -> u64 {
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        hasher.finish()
    }

    /// Goes on for one ply in which each role that is to move plays the move that `choose` names:
    /// it is told how many there are, and gives a number below.
    ///
    /// # Errors
    /// When the rules cannot be followed; the position is then as it was.
    fn step(
        &self,
        position: &mut Self::Position,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Result<Step, Self::Error> {
        let mut moves = Vec::new();
        for (role, mut own) in self.turn(position)?.into_movers() {
            if own.is_empty() {
                return Ok(Step::Stuck(role));
            }
            moves.push(own.swap_remove(choose(own.len())));
        }
        if moves.is_empty() {
            return Ok(Step::Over);
        }
        *position = self.play(position, &moves)?;
        Ok(Step::Played)
    }

    /// Goes on as by [`step`](Game::step) for so many plies, or until no more is played; gives how
    /// many plies were, and what came of the last step. A game that can do this without listing its
    /// moves does.
    ///
    /// # Errors
    /// When the rules cannot be followed; the position is then as it was before that ply.
    fn play_on(
        &self,
        position: &mut Self::Position,
        plies: usize,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Result<(usize, Step), Self::Error> {
        for played in 0..plies {
            match self.step(position, choose)? {
                Step::Played => {}
                ended => return Ok((played, ended)),
            }
        }
        Ok((plies, Step::Played))
    }

    /// Plays on as by [`play_on`](Game::play_on) from each of some positions, each with a choice of
    /// its own.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    fn play_on_each<C: FnMut(usize) -> usize>(
        &self,
        positions: &mut [Self::Position],
        plies: usize,
        choose: &mut [C],
    ) -> Result<Vec<(usize, Step)>, Self::Error> {
        positions
            .iter_mut()
            .zip(choose)
            .map(|(position, choose)| self.play_on(position, plies, choose))
            .collect()
    }

    /// How many positions at once are best for [`play_on_each`](Game::play_on_each).
    fn side_by_side(&self) -> usize {
        1
    }

    /// How many ways there are to go on for one ply, 0 if the game is over, from a game that can
    /// tell without playing them and knows that none of them fails; None from any other.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    fn breadth(&self, _position: &Self::Position) -> Result<Option<u64>, Self::Error> {
        Ok(None)
    }

    /// The sum of [`breadth`](Game::breadth) over all positions that a ply leads to, where a
    /// position in which the game is over counts as 1, and how many positions these are, from a
    /// game that can tell sooner than one by one; None from any other.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    fn breadth_below(&self, _position: &Self::Position) -> Result<Option<Below>, Self::Error> {
        Ok(None)
    }
}
