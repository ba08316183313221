//! Floor 6: the studio: a game and its rule file in the browser, served on this machine only.
//!
//! A [`Studio`] serves one page. Each tab has its own game at a desk, which has two threads: one
//! answers the questions of the page one after the other, the other runs searches. Both work within
//! counted limits. The studio changes nothing on the disk except the files that the page saves.
//!
//! ```text
//! server    connections, requests, the files of the page (assets)
//! guard     which requests are accepted; token: the secret that they must contain
//! strangers connections that have not sent the token yet
//! socket    carries the messages between a tab and its desk
//! protocol  the messages as JSON
//! desk      the two threads of a tab; worker: what both threads share
//! jobs      the unfinished questions of a desk, and how they are stopped
//! service   the game of a desk, and the answers to questions about it
//! second    another game beside it
//! course    a game with its line of moves; state: its state for the page; board: its board
//! search    the questions that may take long; searched: the game for searches, compiled
//! choose    the move that the program would play, and the values of moves
//! tree      the game tree, as far as its nodes are open
//! why       why a move is legal or not; guess: which move an illegal input means
//! tab       a tab without a network
//! editing   completions, hovers and diagnostics for the editor of the page
//! texts     the files of a game, with unsaved changes; saving: writing them
//! limits    how much time and memory all this may take
//! ```

mod assets;
mod board;
mod choose;
mod course;
mod desk;
mod editing;
mod guard;
mod guess;
mod jobs;
mod limits;
mod protocol;
mod saving;
mod search;
mod searched;
mod second;
mod server;
mod service;
mod socket;
mod state;
mod strangers;
mod tab;
mod texts;
mod token;
mod tree;
mod units;
mod why;
mod worker;

pub use searched::{Compilers, Compiling, Searched};
pub use server::{SecondFile, StartLine, Studio, StudioOptions};
pub use tab::Tab;
pub use token::AccessToken;
pub use worker::Worker;
