//! Floor 1: terms, programs, the machine that proves goals.
//!
//! A [`Builder`] turns clauses into a [`Program`]; a [`Machine`] proves goals of it, one answer at
//! a time, in the facts of a position. Knows nothing of games: what changes from one position to
//! the next is to it a [`Facts`] laid out by a [`Schema`].
//!
//! [`proof`] tells why a goal holds or fails, a [`Trace`] how the search went, a [`Profile`] what
//! it cost.

pub mod absent;
mod allowance;
mod arithmetic;
mod budget;
mod builder;
mod builtin;
mod cell;
mod constants;
pub(crate) mod construct;
mod display;
mod domain;
mod error;
mod facts;
pub(crate) mod graph;
mod index;
mod instruction;
pub(crate) mod interval;
mod ledger;
mod limits;
pub mod lint;
mod liveness;
mod machine;
mod persistent;
mod production;
mod program;
pub mod proof;
mod raise;
mod schema;
mod sort;
mod store;
mod suggestion;
mod symbol;
mod term;
mod texts;
mod trace;
mod translate;
mod unknown;
mod world;

pub use allowance::Allowance;
pub use builder::Builder;
pub use error::{Error, ErrorKind};
pub use facts::Facts;
pub use instruction::Port;
pub use limits::{Limit, Limits, PRINT_SIZE};
pub use machine::{Event, Machine, Progress, Work};
pub use program::{PredicateId, Program};
pub use schema::{
    Dense, Domain, Fact, MAX_DENSE_KEYS, MAX_DOMAIN, NoFact, Relation, Schema, Storage,
};
pub(crate) use suggestion::as_constant;
pub use suggestion::{Suggestions, nearest};
pub(crate) use symbol::LIST_CELL;
pub(crate) use term::Node;
pub use term::{Term, View};
pub use trace::{Profile, ProfileLine, Trace, Traced};
