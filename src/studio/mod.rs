//! Floor 6: the studio: a game and its rule file in a page.
//!
//! The page asks, and a desk answers: each tab has a game of its own. The questions and answers are
//! texts, whatever carries them. A program serves the page on this machine ([`Studio`]); a page
//! without a machine behind it has a [`LoneDesk`] for itself. All work is within counted limits.
//!
//! ```text
//! protocol  the messages as JSON
//! service   the game of a desk, and the answers to questions about it
//! second    another game beside it
//! course    a game with its line of moves; state: its state for the page; board: its board
//! search    the questions that may take long; searched: the game for searches, compiled
//! choose    the move that the program would play, and the values of moves
//! threats   the squares that another role threatens
//! records   the game as a record, and the games of a text of records
//! sketch    a position that is being set up on the board
//! tree      the game tree, as far as its nodes are open; trial: random games; contest: matches
//! session_tests  session files, compared with their snapshots; disk_sessions: those of this machine;
//!           session_files: which ones belong to a game; tested: what a run of one shows
//! why       why a move is legal or not; guess: which move an illegal input means
//! questions  goals: their answers, and the predicates that these cost
//! rules_in_words  what the comments of the rule files tell a player
//! editing   what the editor of the page asks about a text; names: definitions, uses and renaming
//! setting   what a tab is opened with
//! library   the rule files of a folder; summary: what a gallery says of one; first_picture: what it shows;
//!           used: which were used last; shipped: those that a program brings along
//! files     what games are read from and saved to: disk, or memory
//! texts     the files of a game, with unsaved changes
//! limits    how much time and memory all this may take; stop: why a question is stopped
//! alone     a desk in one thread
//! server    tabs of a browser on this machine, each with a desk of two threads
//! ```

mod alone;
mod board;
mod choose;
mod contest;
mod course;
#[cfg(feature = "server")]
mod disk;
#[cfg(feature = "server")]
mod disk_sessions;
mod editing;
mod files;
#[cfg(feature = "server")]
mod first_picture;
mod guess;
#[cfg(feature = "server")]
mod library;
mod limits;
mod memory;
mod names;
mod protocol;
mod questions;
mod records;
mod rules_in_words;
mod search;
mod searched;
mod second;
#[cfg(feature = "server")]
mod server;
mod service;
#[cfg(feature = "server")]
mod session_files;
mod session_tests;
mod setting;
#[cfg(feature = "server")]
mod shipped;
mod sketch;
mod state;
mod stop;
#[cfg(feature = "server")]
mod summary;
#[cfg(feature = "server")]
mod tested;
mod texts;
mod threats;
mod tree;
mod trial;
mod units;
#[cfg(feature = "server")]
mod used;
mod why;

pub use alone::LoneDesk;
pub use memory::MemoryFiles;
pub use searched::{Compiling, GameCompiler, Searched};
#[cfg(feature = "server")]
pub use server::{AccessToken, Compilers, Studio, StudioOptions, Tab, Worker, room_in};
pub use setting::{SecondFile, Setting, StartLine};
#[cfg(feature = "server")]
pub use shipped::{NamedText, ShippedRules};
