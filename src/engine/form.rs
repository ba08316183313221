//! The forms of a loaded game, and their names.

use std::str::FromStr;

/// A form of a loaded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The machine follows the rules.
    Machine,
    /// What the rules were compiled to.
    Compiled,
    /// Both. Each checks the other.
    Both,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 3] = [Form::Machine, Form::Compiled, Form::Both];

    /// Returns the name of the form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Machine => "machine",
            Form::Compiled => "compiled",
            Form::Both => "both",
        }
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = Self::ALL.into_iter().find(|form| form.name() == text);
        form.ok_or_else(|| format!("`{text}` is none of `machine`, `compiled`, `both`"))
    }
}
