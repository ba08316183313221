//! Which kind of pieces the letters of a game are.

use std::collections::BTreeSet;

use super::{Chessman, Colour, Piece, is_empty};
use crate::game::{Board, Role};

/// Where nothing can stand, in whatever game.
const WALL: &str = "#";

/// How letters are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signs {
    /// `x` of one colour and `o` of the other, as discs.
    Discs([Colour; 2]),
    /// The initials of two colours, small for men and large for kings.
    Men([Colour; 2]),
    /// Kings, queens and so on by their English initials, White's large.
    Chess,
    /// The crosses and rings of who writes on paper.
    Written,
    /// The letters themselves.
    Letters,
}

impl Signs {
    /// What the letters on these boards are, in a game for these roles; `movers` has made the boards
    /// from the second on.
    pub fn of(roles: &[String], boards: &[Board], movers: &[Option<Role>]) -> Self {
        let [first, second] = roles else {
            return Signs::Letters;
        };
        let is_piece = |glyph: &&str| !is_empty(glyph) && *glyph != WALL;
        let glyphs: BTreeSet<&str> = boards
            .iter()
            .flat_map(Board::glyphs)
            .filter(is_piece)
            .collect();
        let is_of = |known: &str, glyph: &str| letter(glyph).is_some_and(|own| known.contains(own));
        let all = |known: &str| glyphs.iter().all(|glyph| is_of(known, glyph));
        // Chess has many kin, with a piece or two of their own.
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

    /// What a sign means. What none of these pieces is called is shown as it is.
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

/// The role whose moves put an `o` on the board, where that shows: who places a disc has more of
/// them afterwards. Else `x` is the first role's.
fn puts_rings(boards: &[Board], movers: &[Option<Role>]) -> Option<Role> {
    let rings = |board: &Board| board.glyphs().filter(|glyph| *glyph == "o").count();
    let plies = boards.windows(2).zip(movers);
    let mut more = plies.filter(|(pair, _)| rings(&pair[1]) > rings(&pair[0]));
    more.find_map(|(_, mover)| *mover)
}

/// The letter, where there is but one.
fn letter(glyph: &str) -> Option<char> {
    let mut letters = glyph.chars();
    letters.next().filter(|_| letters.next().is_none())
}
