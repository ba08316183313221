//! What kind of pieces the letters of a game mean.

use std::collections::BTreeSet;

use super::is_empty;
use crate::game::{Board, Chessman, Colour, Piece, Role};

/// The glyph of a blocked square, in every game.
const WALL: &str = "#";

/// The meaning of the letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signs {
    /// `x` of one colour and `o` of the other, as discs.
    Discs([Colour; 2]),
    /// The initials of two colours, in lower case for men and in upper case for kings.
    Men([Colour; 2]),
    /// The English initials of chess pieces, White's in upper case.
    Chess,
    /// Crosses and rings, as on paper.
    Written,
    /// The letters themselves.
    Letters,
}

impl Signs {
    /// Finds what these glyphs on these boards mean, in a game with these roles. `movers` has the
    /// role that moved before each board after the first.
    pub fn of(
        roles: &[String],
        glyphs: &BTreeSet<&str>,
        boards: &[Board],
        movers: &[Option<Role>],
    ) -> Self {
        let [first, second] = roles else {
            return Signs::Letters;
        };
        let glyphs: BTreeSet<&str> = glyphs
            .iter()
            .copied()
            .filter(|glyph| !is_empty(glyph) && *glyph != WALL)
            .collect();
        let is_of = |known: &str, glyph: &str| letter(glyph).is_some_and(|own| known.contains(own));
        let all = |known: &str| glyphs.iter().all(|glyph| is_of(known, glyph));
        // Variants of chess may have a few other pieces.
        let chessmen = glyphs
            .iter()
            .filter(|glyph| is_of("KQRBNPkqrbnp", glyph))
            .count();
        if glyphs.contains("K") && glyphs.contains("k") && 2 * chessmen > glyphs.len() {
            return Signs::Chess;
        }
        if let (Some(first), Some(second)) = (Colour::named(first), Colour::named(second)) {
            let initials = [first, second].map(|colour| &colour.name()[..1]);
            let small = initials.concat();
            if !glyphs.is_empty()
                && initials[0] != initials[1]
                && all(&(small.to_uppercase() + &small))
            {
                return Signs::Men([first, second]);
            }
            if all("xo") {
                return Signs::Discs(match puts_rings(boards, movers) {
                    Some(Role(0)) => [second, first],
                    _ => [first, second],
                });
            }
        }
        match all("xoXO") {
            true if [first, second]
                .iter()
                .any(|role| ["x", "o"].contains(&role.as_str())) =>
            {
                Signs::Written
            }
            true => Signs::Discs([Colour::Black, Colour::White]),
            false => Signs::Letters,
        }
    }

    /// Returns the piece that a glyph means. A glyph without a known meaning is shown unchanged.
    pub fn piece(&self, glyph: &str) -> Piece {
        self.known(glyph).unwrap_or_else(|| match glyph {
            WALL => Piece::Wall,
            letters => Piece::Letters(letters.to_owned()),
        })
    }

    fn known(&self, glyph: &str) -> Option<Piece> {
        let letter = letter(glyph)?;
        let small = letter.to_ascii_lowercase();
        Some(match self {
            Signs::Discs(colours) => Piece::Disc(colours["xo".find(small)?]),
            Signs::Men(colours) => {
                let colour = *colours
                    .iter()
                    .find(|colour| colour.name().starts_with(small))?;
                if letter == small {
                    Piece::Man(colour)
                } else {
                    Piece::King(colour)
                }
            }
            Signs::Chess => {
                let colour = if letter == small {
                    Colour::Black
                } else {
                    Colour::White
                };
                Piece::Chess(colour, Chessman::by_initial(small)?)
            }
            Signs::Written if small == 'x' => Piece::Cross,
            Signs::Written if small == 'o' => Piece::Ring,
            Signs::Written | Signs::Letters => return None,
        })
    }
}

/// The role that places pieces `o`: the number of `o` grows with its moves. `None` if no board
/// shows that; then `x` belongs to the first role.
fn puts_rings(boards: &[Board], movers: &[Option<Role>]) -> Option<Role> {
    let rings = |board: &Board| board.glyphs().filter(|glyph| *glyph == "o").count();
    let plies = boards.windows(2).zip(movers);
    let mut more = plies.filter(|(pair, _)| rings(&pair[1]) > rings(&pair[0]));
    more.find_map(|(_, mover)| *mover)
}

/// The letter of a glyph that has only one.
fn letter(glyph: &str) -> Option<char> {
    let mut letters = glyph.chars();
    letters.next().filter(|_| letters.next().is_none())
}
