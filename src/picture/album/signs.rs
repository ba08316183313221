//! Which pieces the letters of a rule file mean. Rule files only say letters; who looks at a board expects discs, men and
//! crowns where the letters plainly mean them, and the letters themselves everywhere else.

use std::collections::BTreeSet;

use super::squares;
use crate::game::Board;

/// How letters are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signs {
    /// `x` of one colour and `o` of the other, as discs.
    Discs([&'static str; 2]),
    /// The initials of two colours, small for men and large for kings.
    Men([&'static str; 2]),
    /// Kings, queens and so on by their English initials, White's large.
    Chess,
    /// The crosses and rings of who writes on paper.
    Written,
    /// The letters themselves.
    Letters,
}

/// The colours that a role may be named after.
const COLOURS: [&str; 6] = ["black", "white", "red", "blue", "yellow", "green"];

impl Signs {
    /// What the letters on these boards mean, in a game for these roles.
    pub fn of(roles: &[String], boards: &[&Board]) -> Self {
        let shown = |board: &&Board| -> Vec<String> {
            squares(board).filter_map(|(column, row)| board.glyph(column, row).map(str::to_owned)).collect()
        };
        let glyphs: BTreeSet<String> = boards.iter().flat_map(shown).collect();
        let all = |known: &str| glyphs.iter().all(|glyph| glyph.chars().count() == 1 && known.contains(glyph.as_str()));
        let [first, second] = roles else { return Signs::Letters };
        if glyphs.contains("K") && glyphs.contains("k") && all("KQRBNPkqrbnp") {
            return Signs::Chess;
        }
        let colour = |role: &str| COLOURS.into_iter().find(|colour| *colour == role);
        if let (Some(first), Some(second)) = (colour(first), colour(second)) {
            let initials = [&first[..1], &second[..1]].concat();
            if !glyphs.is_empty() && first[..1] != second[..1] && all(&(initials.to_uppercase() + &initials)) {
                return Signs::Men([first, second]);
            }
            if all("xo") {
                return Signs::Discs([first, second]);
            }
        }
        match all("xoXO") {
            true if [first, second].iter().any(|role| ["x", "o"].contains(&role.as_str())) => Signs::Written,
            true => Signs::Discs(["black", "white"]),
            false => Signs::Letters,
        }
    }
}
