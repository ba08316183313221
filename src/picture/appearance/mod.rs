//! How a game looks on a board: which pieces the letters of its rule file mean, and on what ground
//! they stand. Decided once for a game, so that it is the same in all its positions, for pictures
//! and for the studio.
//!
//! Rule files only say letters; who looks at a board expects discs, men and crowns where the
//! letters plainly mean them. `docs/reference/pieces.md` tells authors of rule files which letters mean what.
//! Knows nothing of how any of it is drawn.
//!
//! ```text
//! signs    which kind of pieces the letters of a game are
//! piece    pieces, and the words for them
//! colour   colours, after which roles may be named
//! ```

mod colour;
mod piece;
mod signs;

use crate::game::{Board, Game, Move, Role, Rules};
pub use colour::Colour;
pub use piece::{Chessman, Piece};
use signs::Signs;

/// So many plies are looked at for signs that the start does not show: enough for each role to have
/// something on a board that is empty at first.
const PLIES: usize = 4;

/// How a game looks on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearance {
    signs: Signs,
    ground: Ground,
    is_halved: bool,
}

/// What the board looks like below the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Green cloth, on which discs lie.
    Felt,
    /// Light and dark squares in turn.
    Checkered,
    /// Squares on paper.
    Paper,
}

impl Appearance {
    /// How this game looks, by its start and the first plies of a game. Where the rules cannot be
    /// followed that far, by what there is.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let roles = rules.role_names();
        let (boards, movers) = boards(rules);
        let signs = Signs::of(&roles, &boards, &movers);
        let is_halved = boards.first().is_some_and(is_halved);
        let ground = match signs {
            Signs::Discs(_) => Ground::Felt,
            Signs::Men(_) | Signs::Chess => Ground::Checkered,
            _ if is_halved => Ground::Checkered,
            Signs::Written | Signs::Letters => Ground::Paper,
        };
        Self {
            signs,
            ground,
            is_halved,
        }
    }

    /// What the board looks like below the pieces.
    #[must_use]
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// What a sign of the rule file means; nothing if it means an empty square.
    #[must_use]
    pub fn piece(&self, glyph: &str) -> Option<Piece> {
        (!is_empty(glyph)).then(|| self.signs.piece(glyph))
    }

    /// Whether a square is a dark one of a checkered board: where half of the squares are left out
    /// the others are dark, else a1 is.
    #[must_use]
    pub fn is_dark(&self, board: &Board, column: usize, row: usize) -> bool {
        match (self.ground, self.is_halved) {
            (Ground::Checkered, true) => board.square_name(column, row).is_some(),
            (Ground::Checkered, false) => (column + row).is_multiple_of(2),
            (Ground::Felt | Ground::Paper, _) => false,
        }
    }
}

/// Whether a sign means that nothing stands there.
fn is_empty(glyph: &str) -> bool {
    glyph == "." || glyph.trim().is_empty()
}

/// The boards of the start and of some plies, in which each role plays a move from the middle of
/// its list; and for each board but the first whose move led to it, where that was one role's.
fn boards(rules: &Rules) -> (Vec<Board>, Vec<Option<Role>>) {
    let mut position = rules.initial();
    let (mut boards, mut made_by) = (Vec::new(), Vec::new());
    while let Ok(Some(board)) = rules.board(&position) {
        boards.push(board);
        if boards.len() > PLIES {
            break;
        }
        let Ok(turn) = rules.turn(&position) else {
            break;
        };
        let movers = turn.into_movers();
        let moves: Vec<_> = movers
            .iter()
            .filter_map(|(_, own)| own.get(own.len() / 2))
            .cloned()
            .collect();
        match rules.play(&position, &moves) {
            Ok(next) if !moves.is_empty() => position = next,
            _ => break,
        }
        let only = |movers: &[(Role, Vec<Move>)]| match movers {
            [(role, _)] => Some(*role),
            _ => None,
        };
        made_by.push(only(&movers));
    }
    (boards, made_by)
}

/// Whether only the squares of one colour of a chessboard have a name.
fn is_halved(board: &Board) -> bool {
    let named = board
        .squares()
        .filter(|(column, row)| board.square_name(*column, *row).is_some());
    let colours: Vec<bool> = named
        .map(|(column, row)| (column + row).is_multiple_of(2))
        .collect();
    let is_one = colours.windows(2).all(|pair| pair[0] == pair[1]);
    is_one && board.columns > 1 && board.rows > 1 && !colours.is_empty()
}
