//! What the compiler makes of a game, stage by stage, as text for people: the clauses that are left,
//! the circuit, its families with pictures of their lanes, the programs of words.
//!
//! Nothing here decides anything. All is read from what the compiler has made, by the names
//! that the rules have for it.

mod board;
mod circuit;
mod families;
mod layout;
mod residual;
mod roots;
mod text;
mod words;

use std::fmt;

use thiserror::Error;

use super::code::Code;
use super::interrupt::Interrupt;
use super::partial::{Evaluated, Reason};
use crate::game::Rules;
use roots::Root;
use text::Wording;

/// A stage of a game between its rules and native code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What is left of the clauses once everything that does not depend on the position is done.
    Residual,
    /// The same as gates that share their parts.
    Circuit,
    /// Gates that say the same of different cells as one.
    Families,
    /// Programs of operations on words.
    Words,
}

/// A game and what the compiler has made of it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// Its rules with the position unknown.
    pub evaluated: &'a Evaluated,
    /// The programs, or why there are none.
    pub code: Result<&'a Code, &'a Reason>,
}

/// Why a stage cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotShown {
    /// Nothing of this name was compiled.
    #[error("nothing called `{name}` was compiled: name a part ({parts}){example}")]
    Unknown {
        /// The name.
        name: String,
        /// The parts that are compiled.
        parts: String,
        /// A predicate that depends on the position, as the end of the sentence.
        example: String,
    },
    /// Programs are not made for predicates.
    #[error("programs are shown by part, and `{0}` is a predicate")]
    NoProgram(String),
    /// Families are not kept for heuristics.
    #[error(
        "the families of heuristics are not shown: see `--show residual`, `circuit` or `words`"
    )]
    NoFamilies,
    /// Nothing of this name is left.
    #[error(
        "nothing of `{0}` is left by itself: it is a part of the conditions of what asks for it"
    )]
    NothingLeft(String),
    /// There are no programs, for this reason.
    #[error("the game stays with the machine: {0}")]
    ByTheMachine(String),
    /// It takes too much, or was stopped.
    #[error("{0}")]
    Halted(String),
}

/// What of a game is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Chosen {
    All,
    /// A part, by name.
    Part(String),
    /// The goals of a predicate, as `name/arity`.
    Predicate(String),
}

impl Shown<'_> {
    /// Writes what a stage passes on: all of it, or of a part such as `legal`, or of a predicate such as
    /// `closed/4`.
    ///
    /// # Errors
    /// Why there is nothing to show.
    pub fn show(&self, stage: Stage, of: Option<&str>) -> Result<String, NotShown> {
        let chosen = self.chosen(of)?;
        let names = Wording::new(self.rules, self.evaluated);
        let text = match stage {
            Stage::Residual => residual::show(self, &names, &chosen),
            Stage::Circuit => circuit::show(self, &names, &chosen),
            Stage::Families => families::show(self, &names, &chosen)?,
            Stage::Words => words::show(self, &names, &chosen)?,
        };
        match of {
            Some(name) if !text.contains('\n') => Err(NotShown::NothingLeft(name.to_owned())),
            _ => Ok(text),
        }
    }

    fn code(&self) -> Result<&Code, NotShown> {
        let sources = self.rules.sources();
        self.code
            .map_err(|reason| NotShown::ByTheMachine(reason.told(sources)))
    }

    /// The parts that are compiled, by name.
    fn parts(&self) -> impl Iterator<Item = &str> {
        let parts = self.evaluated.parts.iter();
        parts
            .filter(|part| part.outcome.is_ok())
            .map(|part| part.name.as_str())
    }

    fn chosen(&self, of: Option<&str>) -> Result<Chosen, NotShown> {
        let Some(name) = of else {
            return Ok(Chosen::All);
        };
        // What a game asks of these predicates is a part.
        let part = match name {
            "legal/2" => "legal",
            "terminal/0" => "terminal",
            "quiet/0" => "quiet",
            "goal/2" => "goal",
            "add/1" | "delete/1" | "next/1" => "effects",
            other => other,
        };
        if self.evaluated.has(part) {
            return Ok(Chosen::Part(part.to_owned()));
        }
        let predicates = &self.evaluated.predicates;
        if predicates.iter().any(|predicate| predicate.name == name) {
            return Ok(Chosen::Predicate(name.to_owned()));
        }
        let parts: Vec<String> = self.parts().map(|part| format!("`{part}`")).collect();
        let circuit = &self.evaluated.residual.circuit;
        let labels = circuit.nodes().filter_map(|node| circuit.label(node));
        let example = labels.filter_map(|label| self.evaluated.names.predicate(label.form));
        let mut example = example.map(|name| format!(", or a predicate such as `{name}`"));
        Err(NotShown::Unknown {
            name: name.to_owned(),
            parts: parts.join(", "),
            example: example.next_back().unwrap_or_default(),
        })
    }

    /// What the chosen parts ask.
    fn roots(&self, names: &Wording<'_>, chosen: &Chosen) -> Vec<Root> {
        let is_chosen = |name: &&str| match chosen {
            Chosen::Part(part) => part == name,
            Chosen::All | Chosen::Predicate(_) => true,
        };
        self.parts()
            .filter(is_chosen)
            .flat_map(|part| roots::of_part(self.rules, &self.evaluated.residual, names, part))
            .collect()
    }

    fn interrupt(&self) -> Interrupt {
        Interrupt::of(self.rules)
    }
}

/// Adds a line to a text.
fn line(text: &mut String, what: impl fmt::Display) {
    text.push_str(&what.to_string());
    text.push('\n');
}
