//! Floor 5: pictures of game trees, of positions and of games.
//!
//! A [`Picture`] is a tree of which everything is written out: boards, moves, values, results. From
//! it come an SVG that needs nothing else, a text for Graphviz, and an indented text. Knows boards,
//! notation and trees; nothing of terminals, files or HTTP.
//!
//! ```text
//! face     a position as it is drawn: a board, or facts
//! drawn    a tree with everything written out
//! words    results and counts in words
//! tidy     where the nodes of any tree go
//! columns  the same where the last level is wide: brothers hang in columns
//! svg, dot, text   the three forms
//! album    positions: one, side by side, or one after the other
//! appearance   which pieces the letters of a rule file mean, and on what ground they stand
//! escape   text as XML has it
//! ```

mod album;
mod appearance;
mod columns;
mod dot;
mod drawn;
mod escape;
mod face;
mod svg;
mod text;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod tidy;
mod words;

pub use album::Album;
pub use appearance::{Appearance, Chessman, Colour, Ground, Piece};
pub use drawn::{NodeFrame, Picture, PictureNode};
pub use escape::escape;
pub use face::Face;
