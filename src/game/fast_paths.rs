//! Ways to search, to count lines of play and to play random games that are faster than move by
//! move.

use super::fingerprint::Fingerprint;
use super::interface::{Game, Role};
use super::position_stack::{MoveNumber, PlainStack, PositionStack};

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A ply was played: the position is the one after it.
    Played,
    /// The game is over: the position is unchanged.
    Over,
    /// A role that is to move has no moves: the position is unchanged. The game breaks its
    /// contract.
    Stuck(Role),
}

/// The counts of the next two plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Below {
    /// The number of positions after one ply, counting each as often as it occurs.
    pub positions: u64,
    /// The number of lines of two plies; a line also ends where the game is over after one ply.
    pub lines: u64,
}

/// Quicker ways to do what [`Game`] can do move by move.
///
/// [`best`](crate::search::best), [`perft`](crate::search::perft) and
/// [`playouts`](crate::search::playouts) use them. Every method
/// has a default that calls the methods of `Game`, so most games need only this:
///
/// ```
/// # use std::convert::Infallible;
/// # use regola::game::{Game, Role, Turn};
/// # #[derive(Clone)]
/// # struct Pile;
/// # impl Game for Pile {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     type Error = Infallible;
/// #     fn role_count(&self) -> usize { 1 }
/// #     fn initial(&self) -> u8 { 3 }
/// #     fn turn(&self, left: &u8) -> Result<Turn<u8>, Infallible> {
/// #         Ok(if *left == 0 { Turn::Over } else { Turn::Single(Role(0), vec![1]) })
/// #     }
/// #     fn play(&self, left: &u8, moves: &[u8]) -> Result<u8, Infallible> { Ok(left - moves[0]) }
/// #     fn goal(&self, _: &u8, _: Role) -> Result<u8, Infallible> { Ok(100) }
/// #     fn heuristic(&self, _: &str) -> Option<usize> { None }
/// #     fn evaluate(&self, _: &u8, _: usize, _: Role) -> Result<i64, Infallible> { Ok(0) }
/// # }
/// use regola::game::FastPaths;
///
/// impl FastPaths for Pile {}
///
/// let playout = regola::search::playout(&Pile, &3, 100, 1)?;
/// assert_eq!((playout.plies, playout.goals), (3, Some(vec![100])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A search on several threads gives each of them a clone of the game and of the position, so the
/// game can be cloned, and a clone can be sent to another thread.
///
/// An implementation must give the same answers as the defaults, and call `choose` with the same
/// numbers in the same order.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `FastPaths`",
    note = "a game without quicker ways to count and to play has an empty one: \
            `impl regola::game::FastPaths for {Self} {{}}`"
)]
pub trait FastPaths:
    Game<Position: Send + Sync, Move: Send + Sync, Error: Send + Sync> + Clone + Send
{
    /// A stack for a search, with `root` as its only position.
    fn stack<'a>(
        &'a self,
        root: &Self::Position,
    ) -> Box<dyn PositionStack<Error = Self::Error> + 'a>
    where
        Self: Sized,
    {
        Box::new(PlainStack::new(self, root))
    }

    /// A hash of 128 bits: equal positions have equal fingerprints, and it is all but impossible
    /// that different ones do.
    fn fingerprint(&self, position: &Self::Position) -> u128 {
        Fingerprint::of(position)
    }

    /// The fingerprint of one of the positions that are the same up to symmetry: the same for all of
    /// them, see [`Game::canonical`].
    fn canonical_fingerprint(&self, position: &Self::Position) -> u128 {
        self.fingerprint(&self.canonical(position))
    }

    /// A fingerprint by which a file can name the position: it is the same in each run of a program, in
    /// each form of a game, such as the rules and their compiled form, and for all positions that are
    /// the same up to symmetry.
    fn lasting_fingerprint(&self, position: &Self::Position) -> u128 {
        self.canonical_fingerprint(position)
    }

    /// Plays at most `plies` plies, until the game ends. In each ply, each role that is to move
    /// plays the move that `choose` selects: `choose` gets the number of moves, and returns an
    /// index below it. Returns the number of plies that were played, and the result of the last
    /// step. A faster implementation works without a list of moves.
    ///
    /// # Errors
    /// If the rules cannot be followed; the position is then as it was before that ply.
    fn play_on(
        &self,
        position: &mut Self::Position,
        plies: usize,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Result<(usize, Step), Self::Error> {
        for played in 0..plies {
            match step(self, position, choose)? {
                Step::Played => {}
                ended => return Ok((played, ended)),
            }
        }
        Ok((plies, Step::Played))
    }

    /// Plays on as [`play_on`](FastPaths::play_on) does, and calls `note` with the role and the
    /// [number](FastPaths::move_number) of each move that is played.
    ///
    /// # Errors
    /// If the rules cannot be followed; the position is then as it was before that ply.
    fn play_on_noting(
        &self,
        position: &mut Self::Position,
        plies: usize,
        choose: &mut impl FnMut(usize) -> usize,
        note: &mut impl FnMut(Role, MoveNumber),
    ) -> Result<(usize, Step), Self::Error> {
        for played in 0..plies {
            let mut note = |role, played: &Self::Move| note(role, self.move_number(played));
            match step_noting(self, position, choose, &mut note)? {
                Step::Played => {}
                ended => return Ok((played, ended)),
            }
        }
        Ok((plies, Step::Played))
    }

    /// The number of a move: the same for the same move in all positions, and almost always
    /// different for different moves of a role.
    fn move_number(&self, played: &Self::Move) -> MoveNumber {
        MoveNumber::of(played)
    }

    /// Plays from each of `positions` as [`play_on`](FastPaths::play_on) does, each with its own
    /// element of `choose`.
    ///
    /// # Errors
    /// If the rules cannot be followed.
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

    /// The number of positions that suits [`play_on_each`](FastPaths::play_on_each) best, at least
    /// 1.
    fn side_by_side(&self) -> usize {
        1
    }

    /// The number of ways to play one ply, 0 if the game is over. `None` unless the game can count
    /// them without playing them, and knows that none of them fails.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    fn breadth(&self, _position: &Self::Position) -> Result<Option<u64>, Self::Error> {
        Ok(None)
    }

    /// The number of lines of two plies, and of the positions between. `None` unless the game can
    /// count them faster than position by position.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    fn breadth_below(&self, _position: &Self::Position) -> Result<Option<Below>, Self::Error> {
        Ok(None)
    }
}

/// Plays one ply, as [`FastPaths::play_on`] does, by the methods of [`Game`] alone.
///
/// # Errors
/// If the rules cannot be followed; the position is then unchanged.
pub fn step<G: Game + ?Sized>(
    game: &G,
    position: &mut G::Position,
    choose: &mut impl FnMut(usize) -> usize,
) -> Result<Step, G::Error> {
    step_noting(game, position, choose, &mut |_, _| ())
}

/// Plays one ply, and calls `note` with the role and each move.
///
/// # Errors
/// If the rules cannot be followed; the position is then unchanged.
pub(crate) fn step_noting<G: Game + ?Sized>(
    game: &G,
    position: &mut G::Position,
    choose: &mut impl FnMut(usize) -> usize,
    note: &mut impl FnMut(Role, &G::Move),
) -> Result<Step, G::Error> {
    let mut moves = Vec::new();
    for (role, mut own) in game.turn(position)?.into_movers() {
        if own.is_empty() {
            return Ok(Step::Stuck(role));
        }
        let played = own.swap_remove(choose(own.len()));
        note(role, &played);
        moves.push(played);
    }
    if moves.is_empty() {
        return Ok(Step::Over);
    }
    *position = game.play(position, &moves)?;
    Ok(Step::Played)
}
