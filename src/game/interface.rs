//! The seam between games and search: the trait [`Game`].
//!
//! A game is the machine that follows a rule file, the compiled form of one, or a game that a host
//! writes in Rust. The trait knows nothing of terms, clauses or fluents.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// A player, by its index in the order of roles, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Role(pub usize);

/// The roles to move in a position, and their moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn<M> {
    /// No role is to move: the game is over.
    Over,
    /// One role is to move and has these moves, at least one, in the order of the rules.
    Single(Role, Vec<M>),
    /// Several roles move at once: each of them with its moves, at least one, in the order of the
    /// rules.
    Joint(Vec<(Role, Vec<M>)>),
}

impl<M> Turn<M> {
    /// The roles that are to move, each with its moves; empty if the game is over.
    #[must_use]
    pub fn into_movers(self) -> Vec<(Role, Vec<M>)> {
        match self {
            Turn::Over => Vec::new(),
            Turn::Single(role, moves) => vec![(role, moves)],
            Turn::Joint(movers) => movers,
        }
    }

    /// The turn in which these moves are legal; `role_of` gives the role of a move.
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

/// A game for one or more roles with perfect information.
///
/// [`Rules`](super::Rules) is a game, and so is the compiled form of rules. A host that writes its
/// own game in Rust implements this trait, and can then search the game. Seven methods are
/// required:
///
/// | group | methods | to be written |
/// | --- | --- | --- |
/// | rules | [`role_count`], [`initial`], [`turn`], [`play`], [`goal`] | all |
/// | static values | [`heuristic`], [`evaluate`], [`quiet`] | the first two |
/// | follows from the rules | [`over`], [`goals`] | if that is quicker |
/// | equality | [`canonical`], [`key`] | for a game with symmetries |
/// | memory | [`memory_is_short`] | if positions take memory without bound |
///
/// [`FastPaths`](super::FastPaths) is for games that can search, count lines of play or play random
/// games faster than move by move. The functions that do so need at least an empty `impl` of it.
///
/// Positions are values: playing a move gives a new position and leaves the old one unchanged. Two
/// positions are equal if the game continues in the same way from both. A position has to contain
/// everything that matters for that: the role to move, and if the rules forbid a repetition, the
/// earlier positions.
///
/// # Errors
///
/// A game that cannot fail has [`Infallible`](std::convert::Infallible) as its error. A search ends
/// with the first error that it meets.
///
/// # Example
///
/// Two players take one or two counters from a pile. The player who takes the last one wins.
///
/// ```
/// use std::convert::Infallible;
/// use regola::game::{FastPaths, Game, Role, Turn};
/// use regola::search::{self, Options, Unwatched};
///
/// #[derive(Clone)]
/// struct Pile;
///
/// /// The counters that are left, and the role to move.
/// type Position = (u8, usize);
///
/// impl Game for Pile {
///     type Position = Position;
///     type Move = u8;
///     type Error = Infallible;
///
///     fn role_count(&self) -> usize {
///         2
///     }
///
///     fn initial(&self) -> Position {
///         (5, 0)
///     }
///
///     fn turn(&self, &(left, role): &Position) -> Result<Turn<u8>, Infallible> {
///         Ok(match left {
///             0 => Turn::Over,
///             1 => Turn::Single(Role(role), vec![1]),
///             _ => Turn::Single(Role(role), vec![1, 2]),
///         })
///     }
///
///     fn play(&self, &(left, role): &Position, moves: &[u8]) -> Result<Position, Infallible> {
///         Ok((left - moves[0], 1 - role))
///     }
///
///     fn goal(&self, &(_, loser): &Position, role: Role) -> Result<u8, Infallible> {
///         Ok(if role.0 == loser { 0 } else { 100 })
///     }
///
///     fn heuristic(&self, _name: &str) -> Option<usize> {
///         None
///     }
///
///     fn evaluate(&self, _: &Position, _heuristic: usize, _: Role) -> Result<i64, Infallible> {
///         Ok(0)
///     }
/// }
///
/// impl FastPaths for Pile {}
///
/// let options = Options { depth: 5, ..Options::default() };
/// let best = search::best(&Pile, &Pile.initial(), &options, &mut Unwatched)?;
/// assert_eq!(best.best_move(), Some(&2));
/// assert!(best.value.is_win());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`role_count`]: Game::role_count
/// [`initial`]: Game::initial
/// [`turn`]: Game::turn
/// [`play`]: Game::play
/// [`goal`]: Game::goal
/// [`heuristic`]: Game::heuristic
/// [`evaluate`]: Game::evaluate
/// [`quiet`]: Game::quiet
/// [`over`]: Game::over
/// [`goals`]: Game::goals
/// [`canonical`]: Game::canonical
/// [`key`]: Game::key
/// [`memory_is_short`]: Game::memory_is_short
pub trait Game {
    /// A position; two positions are equal if the game continues in the same way from both.
    type Position: Clone + Eq + Hash;
    /// A move, with all that is needed to play it in its position.
    type Move: Clone + Eq + Hash + Debug;
    /// The error while rules are followed, for example a counted limit.
    type Error: std::error::Error;

    // ---- The rules ----

    /// The number of roles, at least one.
    fn role_count(&self) -> usize;

    /// The initial position.
    fn initial(&self) -> Self::Position;

    /// The roles to move, and the legal moves. The order of moves counts: of equally good moves a
    /// search chooses the first.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    fn turn(&self, position: &Self::Position) -> Result<Turn<Self::Move>, Self::Error>;

    /// The position after `moves`, one of each role that is to move. All must come from
    /// [`turn`](Game::turn) for the same position; they are not checked again.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    ///
    /// # Panics
    /// An implementation may panic on any other moves.
    fn play(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
    ) -> Result<Self::Position, Self::Error>;

    /// The result of a role, from 0 (worst) to 100 (best), in a position where the game is over.
    ///
    /// # Errors
    /// If the rules cannot be followed, or give no result for the role.
    fn goal(&self, position: &Self::Position, role: Role) -> Result<u8, Self::Error>;

    // ---- Static values ----

    /// The number of the heuristic with this name, if the game has one.
    fn heuristic(&self, name: &str) -> Option<usize>;

    /// The static value of a position for a role, by the heuristic of that number; greater is
    /// better. Callers pass only numbers that [`heuristic`](Game::heuristic) returned.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    fn evaluate(
        &self,
        position: &Self::Position,
        heuristic: usize,
        role: Role,
    ) -> Result<i64, Self::Error>;

    /// Whether a heuristic may value the position; if not, a search goes on past its depth. By
    /// default every position is quiet.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    fn quiet(&self, _position: &Self::Position) -> Result<bool, Self::Error> {
        Ok(true)
    }

    // ---- What follows from the rules ----

    /// Whether the game is over: whether [`turn`](Game::turn) is [`Turn::Over`]. A search calls
    /// this at its horizon, where it needs no moves.
    ///
    /// # Errors
    /// As for [`turn`](Game::turn).
    fn over(&self, position: &Self::Position) -> Result<bool, Self::Error> {
        Ok(matches!(self.turn(position)?, Turn::Over))
    }

    /// The results of all roles, in their order, in a position where the game is over.
    ///
    /// # Errors
    /// As for [`goal`](Game::goal).
    fn goals(&self, position: &Self::Position) -> Result<Vec<u8>, Self::Error> {
        (0..self.role_count())
            .map(|role| self.goal(position, Role(role)))
            .collect()
    }

    // ---- Equality of positions ----

    /// The representative of the positions that are the same up to the game's declared symmetries:
    /// the same position for all of them. A symmetry keeps roles: in equivalent positions the same
    /// role is to move, the moves lead to equivalent positions, and each role has the same goal. By
    /// default a game has no symmetries, and each position represents itself.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// A hash of a position: equal positions have equal keys, and different positions almost always
    /// different ones. The key decides what a seed chooses in a position. Two forms of one game,
    /// such as the rules and their compiled form, give the same number.
    fn key(&self, position: &Self::Position) -> u64 {
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        hasher.finish()
    }

    // ---- Memory ----

    /// Whether all kept positions take more than half of their memory limit, so that a table should
    /// forget some. By default `false`, for a game that cannot tell.
    fn memory_is_short(&self) -> bool {
        false
    }
}
