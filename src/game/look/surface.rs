//! Surfaces: what lies under the pieces of a board, and which shape its places have.

use crate::logic::Term;

/// What lies under the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Light and dark squares alternate.
    Checkered,
    /// Squares of green cloth.
    Felt,
    /// Squares on paper.
    Paper,
    /// Lines that cross in the places, as in Go.
    Crossings,
    /// Hexagons; each row lies half a hexagon further to one side than the row before.
    Hexagons(Lean),
    /// Points and the declared lines between them, as in Nine Men's Morris.
    Points,
    /// Hollows in a board of wood.
    Pits,
    /// Round holes in an upright blue frame.
    Rack,
    /// Nothing.
    Bare,
}

/// The side to which rows of hexagons move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    /// Each row lies half a hexagon further to the right than the row before.
    Right,
    /// Each row lies half a hexagon further to the left than the row before.
    Left,
}

impl Surface {
    /// The forms of the argument of `surface`.
    pub(super) const FORMS: &str = "`checkered`, `felt`, `paper`, `crossings`, `hexagons`, `hexagons(left)`, \
         `points`, `pits`, `rack` or `bare`";

    /// Every surface, as it is without arguments.
    const ALL: [Self; 9] = [
        Self::Checkered,
        Self::Felt,
        Self::Paper,
        Self::Crossings,
        Self::Hexagons(Lean::Right),
        Self::Points,
        Self::Pits,
        Self::Rack,
        Self::Bare,
    ];

    /// Reads the argument of `surface`.
    pub(super) fn of_term(term: &Term) -> Option<Self> {
        match term.as_text() {
            Some(name) => Self::ALL.into_iter().find(|surface| surface.name() == name),
            None => match term.to_string().as_str() {
                "hexagons(right)" => Some(Self::Hexagons(Lean::Right)),
                "hexagons(left)" => Some(Self::Hexagons(Lean::Left)),
                _ => None,
            },
        }
    }

    /// Whether places show what lies under them: the lines, hollows and holes are all that is seen.
    #[must_use]
    pub fn is_open(self) -> bool {
        match self {
            Self::Crossings | Self::Points | Self::Pits | Self::Rack | Self::Bare => true,
            Self::Checkered | Self::Felt | Self::Paper | Self::Hexagons(_) => false,
        }
    }

    /// The name in a rule file, without arguments.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Checkered => "checkered",
            Self::Felt => "felt",
            Self::Paper => "paper",
            Self::Crossings => "crossings",
            Self::Hexagons(_) => "hexagons",
            Self::Points => "points",
            Self::Pits => "pits",
            Self::Rack => "rack",
            Self::Bare => "bare",
        }
    }
}

/// A side of a board, as the rule file draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `top`
    Top,
    /// `bottom`
    Bottom,
    /// `left`
    Left,
    /// `right`
    Right,
}

impl Side {
    /// Returns the side with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "top" => Self::Top,
            "bottom" => Self::Bottom,
            "left" => Self::Left,
            "right" => Self::Right,
            _ => return None,
        })
    }

    /// The side across, if `is_turned`: rows are drawn in the other order than the rule file says.
    #[must_use]
    pub fn turned(self, is_turned: bool) -> Self {
        match (is_turned, self) {
            (true, Self::Top) => Self::Bottom,
            (true, Self::Bottom) => Self::Top,
            (_, side) => side,
        }
    }
}
