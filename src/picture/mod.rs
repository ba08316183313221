//! Floor 5: pictures of game trees, of positions and of games.
//!
//! A [`Picture`] is a tree with all texts: boards, moves, values, results. It can be written as SVG
//! without other files, as text for Graphviz, or as indented text. This module knows boards,
//! notation and trees, but nothing of terminals, files or HTTP.
//!
//! ```text
//! face     a position in a picture: a board, or facts
//! drawn    a tree with all its texts
//! words    results and counts in words
//! tidy     the layout of any tree
//! columns  the layout if the last level is wide: children are placed in columns
//! svg, dot, text   the three output formats
//! scene    a board as shapes: its places, what lies under them, its pieces
//! definitions   what the boards of a document share, each defined once
//! album    positions: one, side by side, or one after the other
//! appearance   which pieces the letters of a rule file mean, and on what ground they stand
//! escape   text for XML
//! ```

mod album;
mod appearance;
mod columns;
mod definitions;
mod dot;
mod drawn;
mod escape;
mod face;
mod scene;
mod svg;
mod text;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod tidy;
mod words;

pub use album::Album;
pub use appearance::Appearance;
pub use drawn::{NodeFrame, Picture, PictureNode};
pub use escape::escape;
pub use face::Face;
pub use scene::{EdgeName, Scene, SceneSize, svg_of_piece};
