//! Regola, a rule engine for games: a game is a text of facts and clauses, and from it come legal
//! moves, results, a drawn board, answers to questions, and a search for the best move.
//!
//! - [`game::Rules`] is one loaded game. It is the place to start.
//! - `studio`, with the feature of that name, serves a game to a browser on this machine.
//! - `lsp`, with the feature of that name, serves an editor by the Language Server Protocol.
//! - [`session`] answers questions and obeys commands about a game, one after the other.
//! - [`snapshot`] keeps what sessions say, and tells what differs.
//! - [`compare`] tells whether two encodings are the same game, and the shortest line on which they
//!   differ.
//! - [`trial`] plays random games and tells what is doubtful about their rules.
//! - [`language`] tells an editor what the names in rule files stand for.
//! - [`picture`] draws positions and games as SVG, and game trees as SVG, for Graphviz or as text.
//! - [`search`] finds the best move, counts game trees and plays random games, for everything that
//!   implements the trait [`game::Game`].
//! - [`compile`] turns rules over finite domains into programs of word operations.
//! - [`logic`] is the machine underneath, which proves goals of any program, game or not.
//! - [`syntax`] reads and prints the language, and draws what is wrong with a text.
//! - [`codes`] has a page for each code of an error or warning.
//! - [`files`] writes files whole or not at all.
//!
//! Each of these knows only those below it.
//!
//! ```
//! use regola::game::{Game, Rules};
//!
//! let rules = Rules::load("games/othello.rules")?;
//! let start = rules.initial();
//! let moves = rules.legal_moves(&start)?;
//! assert_eq!(rules.notations(&start, &moves)?, ["c4", "d3", "e6", "f5"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod codes;
pub mod compare;
pub mod compile;
pub mod files;
pub mod game;
pub mod language;
pub mod logic;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod picture;
pub mod search;
pub mod session;
pub mod snapshot;
#[cfg(feature = "studio")]
pub mod studio;
pub mod syntax;
pub mod trial;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
