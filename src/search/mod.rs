//! Floor 4: search. Best moves, counts of lines and positions, game trees, random games.
//!
//! Everything here knows a game only through the trait [`Game`](crate::game::Game), so that it
//! serves interpreted rules, compiled rules and a host's own game alike. It knows nothing of terms,
//! clauses or fluents. It starts no threads but those that a host asks for, see [`Options::threads`].
//! A host that wants to stop a search or show its progress passes a [`Watch`]. Only [`best_within`]
//! reads a clock. Only [`Options::of_level`] knows that rule files offer levels.
//!
//! ```text
//! best      the best move by a Strategy: principal variation search, Monte-Carlo tree search ...
//! deepen    iterative deepening, as long as the host likes; best_within: with a time limit
//! GameClock the time of a player for a game, and how much of it a move may take
//! Solver    who wins with best play, and the winner's strategy
//! EndgameTable  solved positions, kept for later searches
//! shortest  the shortest solution of a puzzle, a game for one role
//! tree      the game tree as data, with values and equivalent positions marked
//! perft     how many lines of a length there are; divide: the same for each first move
//! reachable how many different positions there are
//! playout   one random game; playouts: several
//! ```

mod alpha_beta;
mod best;
mod best_line;
mod choice;
mod combinations;
mod deadline;
mod deepen;
mod endgame;
mod error;
mod game_clock;
mod known;
mod level;
mod limits;
mod memory;
mod meter;
mod minimax;
mod monte_carlo;
mod move_timer;
mod node;
mod ongoing;
mod options;
mod order;
mod ordering;
mod perft;
mod playout;
mod prefetch;
mod principal_variation;
mod proof_number;
mod puzzle;
mod reachable;
mod retrograde;
mod solve;
mod step;
mod strategy;
mod strategy_tree;
mod table;
mod team;
mod threads;
mod time_control;
mod transposition_table;
mod tree;
mod value;
mod walk;
mod watch;
mod window;

pub use best::{Best, best};
pub use choice::RootMove;
pub use combinations::Combinations;
pub use deadline::{Clock, Deadline};
pub(crate) use deepen::go_deeper;
pub use deepen::{Deepened, best_within, deepen, deepen_with};
pub use endgame::{Distance, EndgameTable, EndgameTableError, ForcedGoal};
pub use error::SearchError;
pub use game_clock::{Allotment, GameClock, OutOfTime};
pub use known::{Known, KnownValue};
pub(crate) use level::DEFAULT_DEPTH;
pub use level::LevelError;
pub use limits::MAX_PLIES;
pub(crate) use monte_carlo::DEFAULT_PLAYOUTS;
pub use move_timer::{MoveLimit, MoveTimer};
pub use options::{Noise, Options};
pub use perft::{Share, divide, divide_on, perft, perft_on};
pub use playout::{Playout, playout, playouts, playouts_on};
pub use puzzle::{Shortest, Within, shortest, shortest_within};
pub use reachable::reachable;
pub use solve::{
    LineEnd, Outcome, Score, Solution, SolveMethod, SolveOptions, Solver, UnknownSolveMethod,
};
pub use strategy::{Strategy, UnknownStrategy};
pub use strategy_tree::{StrategyNode, StrategyOf, StrategyTree};
pub use table::Table;
pub use time_control::{TimeControl, UnreadableTimeControl};
pub use transposition_table::TranspositionTable;
pub use tree::{
    Equivalence, Follow, NodeOf, Side, Statistics, Tree, TreeNode, TreeOf, TreeOptions, tree,
    tree_where,
};
pub use value::Value;
pub use watch::{Progress, Unwatched, Watch};
