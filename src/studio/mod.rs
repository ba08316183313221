//! Floor 6: the studio: a game and its rule file in the browser, served on this machine only.
//!
//! A [`Studio`] serves one page. Each tab has a game of its own at a desk: a thread that answers
//! one question of the page after the other, and one for searches, within counted limits. Nothing
//! on the disk changes but what the page saves.
//!
//! ```text
//! server    connections, requests, the page's files (assets)
//! guard     who may come in; token: what they must know; strangers: who has not said it yet
//! socket    what a tab and its desk say to each other
//! protocol  in which words
//! desk      the threads of a tab; worker: what they have in common; jobs: what they do and who may stop it
//! table     the game on a desk, and the answers to what is asked about it
//! second    another game beside it
//! course    a game with its line of moves; state: how it is told; board: how its boards are
//! search    what may take long; searched: the game as that has it, compiled
//! choose    what the program would play, and what moves are worth
//! tree      the game tree, as far as it is open
//! why       reasons; guess: which move somebody means
//! tab       the same without a network
//! editing   what an editor asks about texts, and what is wrong with them
//! texts     the files of a game, with what was not saved yet; saving: how they are written
//! limits    how much of this machine all that may take
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
mod socket;
mod state;
mod strangers;
mod tab;
mod table;
mod texts;
mod token;
mod tree;
mod units;
mod why;
mod worker;

pub use server::{SecondFile, Studio, StudioOptions};
pub use tab::Tab;
pub use token::AccessToken;
