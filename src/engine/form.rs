//! The names of the forms that a loaded game can have.

use std::str::FromStr;

/// Which form of a game is to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The machine follows the rules.
    Machine,
    /// What the rules were compiled to.
    Compiled,
    /// Both, each checked against the other.
    Both,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 3] = [Form::Machine, Form::Compiled, Form::Both];

    /// Its name.
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
