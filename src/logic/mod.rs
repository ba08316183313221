//! Floor 1: terms, programs, the machine that proves goals.
//!
//! A [`Builder`] turns clauses into a [`Program`]; a [`Machine`] proves goals of it, one answer at
//! a time, in the facts of a position. This module knows nothing of games: to it, what changes from
//! one position to the next is a [`Facts`] laid out by a [`Schema`].
//!
//! [`proof`] explains why a goal holds or fails, a [`Trace`] shows how the search went, a
//! [`Profile`] shows what it cost.

#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod absent;
mod allowance;
mod arithmetic;
mod budget;
mod builder;
mod cell;
mod code_area;
mod constant_pool;
pub(crate) mod construct;
mod display;
mod domain;
mod draft;
mod error;
mod facts;
pub(crate) mod graph;
mod ids;
mod index;
mod instruction;
pub(crate) mod interval;
mod ledger;
mod limits;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod lint;
mod liveness;
mod machine;
mod persistent;
mod predicate;
mod production;
mod program;
pub mod proof;
mod raise;
mod schema;
mod sort;
mod source_clauses;
mod store;
mod suggestion;
mod symbol;
mod tabled;
mod term;
mod trace;
mod translate;
mod unknown;
mod world;

pub use allowance::Allowance;
pub(crate) use arithmetic::gcd;
pub use builder::Builder;
pub use error::{Error, ErrorKind};
pub use facts::Facts;
pub(crate) use facts::cell_fingerprint;
pub use ids::PredicateId;
pub use instruction::Port;
pub use limits::{Limit, Limits, PRINT_SIZE};
pub use machine::{Machine, Pause, PortEvent, Work};
pub use program::Program;
pub use schema::{
    Dense, Domain, Fact, MAX_DENSE_KEYS, MAX_DOMAIN, NoFact, Relation, Schema, Storage,
};
pub(crate) use suggestion::as_constant;
pub use suggestion::{Suggestions, nearest};
pub(crate) use symbol::LIST_CELL;
pub use tabled::TabledPredicate;
pub(crate) use term::TermNode;
pub use term::{Term, View};
pub use trace::{Profile, ProfileLine, Trace, Traced};
