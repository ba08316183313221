//! Floor 3: games compiled to operations on words.
//!
//! ```text
//! Rules              a game as its clauses                                  game::Rules
//!   | partial        its goals are solved with the position unknown
//! Evaluated          a circuit over the facts of a position, and what       Residual, Circuit,
//!   |                its literals mean to the game                          Label, LabelNames
//!   | families       gates that say the same of different cells are one
//! Families           sets of lanes with what each says, seen from there     Family, Shape, LaneSet
//!   | code           for each mode: moves, effects, results, values
//! Code               programs of operations on words of 64 bits             Layout, Mode, Program
//!   | words          simplified, ordered, interpreted or made native
//! Compilation        programs that are made ready as they run               Runners, Tiered
//!   |
//! Compiled           a game::Game that plays them                           Position, Workspace
//! ```
//!
//! [`attempt`](attempt()) runs the stages up to [`Code`](code::Code), as far as it pays; [`Shown`]
//! prints what is between them. [`Both`] plays two forms of a game at once. Knows nothing of search.

mod abreast;
mod attempt;
mod background;
mod beyond;
mod both;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod circuit;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod code;
mod compilation;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod domains;
mod exclusion;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod families;
mod fast_paths;
mod filter;
mod frame;
mod gain;
mod game;
mod images;
mod interrupt;
mod lasting;
mod listing;
mod moves;
mod next;
mod on_demand;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod partial;
mod places;
mod position;
mod programs;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod residual;
mod runner;
mod sample;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod select;
mod show;
mod side_by_side;
mod stack;
mod task;
#[cfg(feature = "jit")]
mod tiered;
mod unlisted;
mod valuation;
mod walk;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod words;
mod workspace;

pub use attempt::{Attempt, attempt};
pub use background::Background;
pub use both::Both;
pub use code::FactPlace;
pub use compilation::{Compilation, make_ready};
pub use frame::{Frame, Outlook};
pub use game::Compiled;
pub use interrupt::{Interrupt, Interrupted};
pub use moves::Move;
pub use partial::{Effort, Part, Reason};
pub use position::Position;
pub use show::{NotShown, Shown, Stage};
