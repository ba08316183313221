//! Matches over the network, by the protocol of general game playing (M. Genesereth, M. Thielscher, "General
//! Game Playing", 2014, chapter 3): a game server sends each player the rules and then the moves of all,
//! and each player answers with its own move before its clock runs out.
//!
//! ```text
//! message   what a server sends
//! choice    which move is played, within a time
//! seat      a match that is played: its rules and position, in a thread of its own
//! gamer     what a player answers
//! service   a gamer that listens at a port
//! client    what a server asks players
//! referee   a match, as a server leads it
//! record    what is kept of a match
//! ```

mod choice;
mod client;
mod gamer;
mod message;
mod record;
mod referee;
mod seat;
mod service;

pub use client::PlayerAddress;
pub use gamer::{Gamer, GamerOptions};
pub use record::{MatchRecord, TurnTold};
pub use referee::{Contestant, Match, MatchOptions};
pub use service::Service;
