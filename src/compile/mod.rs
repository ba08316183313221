//! Floor 3: games compiled to operations on words.
//!
//! A rule file whose fluents are finite is evaluated once with the position unknown ([`partial`]).
//! What is left is a circuit over the facts of a position ([`circuit`], [`residual`]). Gates that
//! say the same of different cells become one operation on a set of cells ([`families`]), and so
//! the game becomes straight-line programs over 64-bit words ([`code`], [`words`]): the shifts and
//! masks that people write by hand. [`Compiled`] plays them as a [`Game`](crate::game::Game). Knows
//! nothing of search.

mod abreast;
mod attempt;
mod background;
mod both;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod circuit;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod code;
mod exclusion;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod families;
mod filter;
mod game;
mod images;
mod interrupt;
mod lasting;
mod listing;
mod next;
mod on_demand;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod partial;
mod position;
mod programs;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod residual;
mod runner;
mod select;
mod stack;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod words;
mod workspace;

pub use attempt::{Attempt, attempt};
pub use background::Background;
pub use both::Both;
pub use game::{Compilation, Compiled, Move};
pub use interrupt::{Interrupt, Interrupted};
pub use partial::{Effort, Reason};
pub use position::Position;
