//! The search for the best move, and its result.

use super::alpha_beta;
use super::choice::{Line, RootMove};
use super::endgame::KnownEnds;
use super::error::SearchError;
use super::options::Options;
use super::strategy::Strategy;
use super::transposition_table::TranspositionTable;
use super::value::Value;
use super::walk::{Search, Walk};
use super::watch::Watch;
use super::window::Window;
use super::{best_line, minimax, monte_carlo, principal_variation};
use crate::game::{FastPaths, Game, Role, Turn};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<M> {
    /// The role for which all values speak: the role to move; the first role if the game is over.
    pub role: Role,
    /// The value of the position: the value of best play, for best-line the score of the line.
    pub value: Value,
    /// The principal variation: the best move, the answer to it and so on to the depth, or further
    /// until a position is quiet, or to the end of the game. Empty if the game is over, or if the
    /// depth is 0 and the position is quiet.
    pub line: Vec<M>,
    /// The moves at the root, in the order of the game or of [`Options::order`], each with its
    /// exact value. Empty for a forced move, and for principal variation search and alpha-beta
    /// unless [`Options::value_every_move`] is set.
    pub root_moves: Vec<RootMove<M>>,
    /// Whether the move is the only one and was not searched, see [`Options::play_forced`]; the
    /// value is then the static value of the position.
    pub forced: bool,
    /// Whether a search to a greater depth would give the same answer. That is so if the move was
    /// forced, if every line that was searched ended the game, or if the game is won or lost at a
    /// known distance and the options ask for nothing else.
    pub settled: bool,
    /// Whether the answer comes from [`Options::endgame_table`], without a search.
    pub by_table: bool,
    /// The number of positions searched, including the root; positions answered from the
    /// [table](Options::table) do not count.
    /// For Monte-Carlo tree search the number of plies played, at least 1 for each simulation.
    pub nodes: u64,
    /// The number of playouts; 0 for strategies without playouts.
    pub playouts: u64,
}

impl<M> Best<M> {
    /// The best move. Among equals it is the first in the order of the game, or in that of
    /// [`Options::order`], or any of them by [`Options::shuffle`]. `None` if the
    /// [`line`](Best::line) is empty.
    pub fn best_move(&self) -> Option<&M> {
        self.line.first()
    }

    /// The same result with other names for the moves.
    pub fn map<N>(self, name: impl Fn(&M) -> N) -> Best<N> {
        let root = |root: &RootMove<M>| RootMove {
            played: name(&root.played),
            value: root.value,
            playouts: root.playouts,
        };
        let root_moves = self.root_moves.iter().map(root).collect();
        let Best {
            role,
            value,
            forced,
            settled,
            by_table,
            nodes,
            playouts,
            ..
        } = self;
        Best {
            role,
            value,
            line: self.line.iter().map(&name).collect(),
            root_moves,
            forced,
            settled,
            by_table,
            nodes,
            playouts,
        }
    }
}

/// Finds the best move for the role to move, by the [endgame table](Options::endgame_table) if it is
/// known there.
///
/// # Errors
/// [`SearchError::Game`] if the rules cannot be followed, [`SearchError::JointTurn`] if several
/// roles move at once somewhere within the depth, [`SearchError::NoMoves`] if the game breaks its
/// contract, [`SearchError::TooDeep`] and [`SearchError::NeverQuiet`] if a line exceeds
/// [`MAX_PLIES`](super::MAX_PLIES), and [`SearchError::Stopped`] if the watcher stops the search.
/// Monte-Carlo tree search knows turns on which several roles move at once, and answers with what it
/// has found if the watcher stops it.
pub fn best<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Best<G::Move>, SearchError<G::Error>> {
    let Some(table) = options.usable_endgame_table() else {
        return searched(game, position, options, watch);
    };
    if let Some(best) = table.best(game, position, options)? {
        return Ok(best);
    }
    let game = KnownEnds::new(game, table, position);
    let found = searched(&game, position, options, watch)?;
    Ok(game.without_false_distance(found))
}

/// Finds the best move by a search.
pub(super) fn searched<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    watch: &mut dyn Watch,
) -> Search<G, Best<G::Move>> {
    if options.strategy == Strategy::PrincipalVariation {
        let mut table = TranspositionTable::of_options(options);
        return principal_variation::best(game, position, options, &mut table, watch);
    }
    if options.strategy == Strategy::MonteCarlo {
        return Ok(monte_carlo::deepened(game, position, options, None, watch)?.best);
    }
    let (role, moves) = mover(game, position)?;
    let mut walk = Walk::new(game, options, role, watch);
    if options.play_forced && moves.len() == 1 {
        return forced(&mut walk, position, moves);
    }
    let line = follow(&mut walk, position)?;
    if options.shuffle.is_some() && !options.order {
        let place = |root: &RootMove<G::Move>| moves.iter().position(|legal| *legal == root.played);
        walk.root_moves.sort_by_key(place);
    }
    // Beyond the depth, only lines without quiet positions were searched.
    let is_decided = line.value.is_settled_within(options.depth);
    let mut settled = walk.exhausted;
    if options.strategy == Strategy::AlphaBeta && !options.value_every_move {
        walk.root_moves.clear();
        settled |= options.prefer_quick && is_decided;
    }
    Ok(Best {
        role,
        value: line.value,
        line: line.into_moves(),
        root_moves: walk.root_moves,
        forced: false,
        settled,
        by_table: false,
        nodes: walk.meter.progress.nodes,
        playouts: 0,
    })
}

/// The role to move and its moves; the first role, without moves, if the game is over.
pub(super) fn mover<G: Game>(game: &G, position: &G::Position) -> Search<G, (Role, Vec<G::Move>)> {
    match game.turn(position)? {
        Turn::Over => Ok((Role(0), Vec::new())),
        Turn::Single(role, moves) => Ok((role, moves)),
        Turn::Joint(_) => Err(SearchError::JointTurn { ply: 0 }),
    }
}

/// The result for a forced move, without a search.
fn forced<G: Game>(
    walk: &mut Walk<G>,
    position: &G::Position,
    line: Vec<G::Move>,
) -> Search<G, Best<G::Move>> {
    walk.meter.count()?;
    let value = walk.estimate(position)?;
    Ok(Best {
        role: walk.role,
        value,
        line,
        root_moves: Vec::new(),
        forced: true,
        settled: true,
        by_table: false,
        nodes: 1,
        playouts: 0,
    })
}

/// The best line from the root by the strategy of the options.
fn follow<G: Game>(walk: &mut Walk<G>, position: &G::Position) -> Search<G, Line<G::Move>> {
    match walk.options.strategy {
        Strategy::Minimax => minimax::line(walk, position, 0),
        Strategy::AlphaBeta => alpha_beta::line(walk, position, 0, Window::FULL),
        Strategy::PrincipalVariation | Strategy::MonteCarlo => unreachable!("it has no walk"),
        Strategy::BestLine => best_line::line(walk, position, 0, Value::DRAW),
    }
}
