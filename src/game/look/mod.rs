//! How a board looks, as far as its rule file says so: the surface, the places that are no part of
//! the board, lines, borders and tints, and the piece that each glyph means.
//!
//! `docs/reference/pieces.md` tells authors what they can declare. This module knows nothing of how
//! any of it is drawn.
//!
//! ```text
//! surface    what lies under the pieces, and its places
//! piece      pieces, their terms and their names
//! suit       the suits of playing cards
//! colour     colours that roles may be named after
//! declared   the declarations of a rule file
//! lines      the signs of lines in a board that is written as text
//! beside     what stands beside the board in a position
//! ```

mod beside;
mod colour;
mod declared;
mod lines;
mod piece;
mod suit;
mod surface;

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

pub use beside::Beside;
pub use colour::Colour;
pub(super) use piece::glyph_text;
pub use piece::{Chessman, Heading, Piece};
pub use suit::Suit;
pub use surface::{Lean, Side, Surface};

/// A column and a row, from 1.
pub type Place = (usize, usize);

/// The declared look of a board. Everything is empty for a game that declares nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// What lies under the pieces; `None` if the rule file leaves it open.
    pub surface: Option<Surface>,
    /// For each place, row 1 first, whether it is no part of the board; empty if every place is a part.
    pub off_board: Vec<bool>,
    /// The lines between two places, each once.
    pub lines: IndexSet<[Place; 2]>,
    /// The colours of the four sides.
    pub borders: IndexMap<Side, Colour>,
    /// Coloured places.
    pub tints: IndexMap<Place, Colour>,
    /// The piece that a glyph means.
    pub pieces: BTreeMap<String, Piece>,
    /// The signs of the lines that run over places which are no part of the board, by their indexes.
    pub(super) signs: FxHashMap<usize, &'static str>,
}
