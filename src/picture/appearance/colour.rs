//! Colours of pieces.

use std::fmt;

/// A colour of pieces, after which a role may be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// `black`
    Black,
    /// `white`
    White,
    /// `red`
    Red,
    /// `blue`
    Blue,
    /// `yellow`
    Yellow,
    /// `green`
    Green,
}

impl Colour {
    const ALL: [Colour; 6] = [
        Colour::Black,
        Colour::White,
        Colour::Red,
        Colour::Blue,
        Colour::Yellow,
        Colour::Green,
    ];

    /// The colour that is called so.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.name() == name)
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
