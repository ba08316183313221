//! Regola as a module of Python: games, positions and batches of games. The package `regola`, in the
//! folder of that name, is what a program imports.
//!
//! ```text
//! loaded.rs     LoadedGame: a game, shared by all that is made of it
//! game.rs       Game
//! position.rs   Position
//! batch.rs      Batch: many games as arrays
//! search.rs     best moves, solutions, counts and random games
//! answers.rs    answers to questions, one at a time
//! contest.rs    the statistics of a match
//! random.rs     random numbers as the program has them
//! term.rs       terms as values
//! errors.rs     errors as exceptions
//! interrupt.rs  long work, and Ctrl-C
//! ```
//!
//! Knows nothing of rules and of how they are played: that is the library `regola`.

mod answers;
mod batch;
mod contest;
mod errors;
mod game;
mod interrupt;
mod loaded;
mod position;
mod random;
mod search;
mod term;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::answers::Answers;
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::contest::{
        decision, elo, log_likelihood_ratio, share_interval, shortfall, test_bounds,
    };
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::game::{check, compare};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::random::Random;
    #[pymodule_export]
    use crate::term::Term;
}
