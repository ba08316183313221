//! A game as programs see it that learn to play it: moves have fixed numbers, positions are arrays of
//! numbers, and many games are played side by side.
//!
//! ```text
//! environment.rs  Environment: a game with its actions and planes
//! actions.rs      Actions: a number for each move
//!   parts.rs        the parts of moves without a number
//!   candidates.rs   the moves of a turn, chosen by number or part by part
//! planes.rs       Planes: what a role sees of a position
//!   squares.rs      which arguments of a fact are a square
//!   perspective.rs  the roles as one of them sees them
//!   words.rs        the planes of the words of a compiled position
//! permutations.rs Permutation: a symmetry of observations and actions
//!   substitution.rs what a symmetry does to the arguments of moves
//! state.rs        State: one game on its way
//! stepper.rs      Stepper: what plays the games of one thread
//! stored.rs       states as bytes
//! batch.rs        Batch: many games on their way
//! ```
//!
//! Knows nothing of search, and of arrays of any other language.

mod actions;
mod batch;
mod candidates;
#[allow(clippy::module_inception)]
mod environment;
mod error;
mod parts;
mod permutations;
mod perspective;
mod planes;
mod squares;
mod state;
mod stepper;
mod stored;
mod substitution;
mod words;

pub use actions::{Action, Actions, SPARE};
pub use batch::{Autoreset, Batch, BatchOptions, Illegal, NO_ACTION, Outcomes};
pub use environment::Environment;
pub use error::{NoEnvironment, NoState, StepError};
pub use parts::Part;
pub use permutations::Permutation;
pub use planes::{MAX_OBSERVATION, Planes};
pub use state::State;
pub use stepper::Stepper;
