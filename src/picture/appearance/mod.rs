//! How a game looks on a board: which pieces the letters of its rule file mean, and on which
//! surface they stand. This is decided once for a game, so that all its positions look the same, in
//! pictures and in the studio.
//!
//! What a rule file declares counts. For the rest, a reader of a board expects discs, men and crowns
//! where the letters clearly mean them. `docs/reference/pieces.md` tells authors of rule files both.
//! This module knows nothing of how pieces are drawn.
//!
//! ```text
//! signs    what kind of pieces the letters of a game mean if it does not say so
//! ```

mod signs;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::game::{Board, Game, Look, Move, Piece, Role, Rules, Surface};
use signs::Signs;

/// The number of plies that are searched for letters that the start does not show. It is enough for
/// each role to have a piece on a board that is empty at first.
const PLIES: usize = 4;

/// How a game looks on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearance {
    declared: Arc<Look>,
    signs: Signs,
    surface: Surface,
    is_halved: bool,
}

impl Appearance {
    /// Finds the appearance of a game from its start and the first plies of a game. If the rules
    /// cannot be evaluated that far, it uses the positions before.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let roles = rules.role_names();
        let declared = rules.look();
        let (boards, movers) = boards(rules);
        let seen: BTreeSet<&str> = boards.iter().flat_map(Board::glyphs).collect();
        // What the rule file declares says nothing of what its other letters mean.
        let open = seen
            .iter()
            .copied()
            .filter(|glyph| !declared.pieces.contains_key(*glyph));
        let signs = Signs::of(&roles, &open.collect(), &boards, &movers);
        let mut appearance = Self {
            surface: Surface::Paper,
            declared,
            signs,
            is_halved: boards.first().is_some_and(is_halved),
        };
        appearance.surface = match appearance.declared.surface {
            Some(surface) => surface,
            None => appearance.usual_surface(&seen),
        };
        appearance
    }

    /// The surface on which the pieces of these glyphs usually stand.
    fn usual_surface(&self, seen: &BTreeSet<&str>) -> Surface {
        let pieces = seen.iter().filter_map(|glyph| self.piece(glyph));
        let pieces: Vec<Piece> = pieces.filter(|piece| *piece != Piece::Wall).collect();
        let is_man =
            |piece: &Piece| matches!(piece, Piece::Man(_) | Piece::King(_) | Piece::Chess(_, _));
        let are_discs = match pieces.is_empty() {
            true => matches!(self.signs, Signs::Discs(_)),
            false => pieces.iter().all(|piece| matches!(piece, Piece::Disc(_))),
        };
        if pieces.iter().any(is_man) {
            Surface::Checkered
        } else if are_discs {
            Surface::Felt
        } else if self.is_halved {
            Surface::Checkered
        } else {
            Surface::Paper
        }
    }

    /// What lies under the pieces.
    #[must_use]
    pub fn surface(&self) -> Surface {
        self.surface
    }

    /// Returns the piece that a glyph of the rule file means; `None` for an empty square.
    #[must_use]
    pub fn piece(&self, glyph: &str) -> Option<Piece> {
        let declared = self.declared.pieces.get(glyph).cloned();
        declared.or_else(|| (!is_empty(glyph)).then(|| self.signs.piece(glyph)))
    }

    /// Whether a square is a dark one of a checkered board. If half of the squares have no name,
    /// those with a name are dark; otherwise a1 is dark.
    #[must_use]
    pub fn is_dark(&self, board: &Board, column: usize, row: usize) -> bool {
        match (self.surface, self.is_halved) {
            (Surface::Checkered, true) => board.square_name(column, row).is_some(),
            (Surface::Checkered, false) => (column + row).is_multiple_of(2),
            _ => false,
        }
    }
}

/// Whether a glyph of the rule file means an empty square.
fn is_empty(glyph: &str) -> bool {
    glyph == "." || glyph.trim().is_empty()
}

/// The boards of the start and of the first plies, in which each role plays the move in the middle
/// of its list. For each board after the first, also the role that moved, if it was a single one.
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
