//! Colours of pieces.

use std::fmt;

/// A colour of pieces. A role may be named after it.
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

    /// Returns the colour with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.name() == name)
    }

    /// All names, as a sentence lists them.
    pub(super) fn forms() -> String {
        let [others @ .., last] = Self::ALL.map(|colour| format!("`{colour}`"));
        format!("{} or {last}", others.join(", "))
    }

    /// The name of the colour.
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
