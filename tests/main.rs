//! All integration tests, one topic a module, in one binary so that it links once.

#![allow(
    clippy::disallowed_methods,
    reason = "tests write files in folders of their own"
)]

/// Asserts a snapshot in the top-level folder `snapshots`: the one place that says where they live.
#[allow(unused_macros, reason = "not every topic keeps snapshots")]
macro_rules! assert_snapshot {
    ($name:expr, $value:expr) => {
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, { insta::assert_snapshot!($name, $value) })
    };
}

mod book;
mod broken;
#[cfg(feature = "cli")]
mod browser;
mod check;
mod classics;
#[cfg(feature = "cli")]
mod cli;
mod codes;
mod compare;
mod compile;
mod contest;
mod dama;
mod deep;
#[cfg(feature = "cli")]
mod editors;
mod engine;
mod environment;
mod examples;
mod explain;
mod files;
mod forms;
mod fuzz;
mod game;
mod gdl;
#[cfg(feature = "cli")]
mod ggp;
mod host_games;
mod hosts;
mod language;
#[cfg(feature = "cli")]
mod logic;
#[cfg(feature = "cli")]
mod lsp;
mod manual;
mod memory;
mod picture;
mod preludes;
mod productions;
mod promises;
mod random_games;
mod record;
mod search;
mod session;
mod sessions;
mod shipped;
mod small_games;
#[cfg(feature = "studio")]
mod studio;
mod syntax;
mod trial;
mod tuning;
