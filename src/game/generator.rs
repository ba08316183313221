//! One generator of a game's symmetries: the images of facts by `symmetry(Name, Fact, Image)`.

use super::vocabulary::SYMMETRY;
use crate::logic::{self, ErrorKind, Fact, Facts, Machine, NoFact, Schema, Term};

/// The maximum number of positions that may be the same up to symmetry.
pub(super) const MAX_GROUP: usize = 10_000;

/// Why generators are no symmetries.
#[derive(Clone, Debug)]
pub(super) struct BadSymmetry {
    /// The name of the generator, if one alone is at fault.
    pub generator: Option<Term>,
    /// A short description of the fault.
    pub reason: String,
}

impl BadSymmetry {
    /// The fault is that of the generator of this name.
    pub fn of(generator: &Term) -> impl FnOnce(String) -> Self {
        |reason| Self {
            generator: Some(generator.clone()),
            reason,
        }
    }
}

impl From<String> for BadSymmetry {
    fn from(reason: String) -> Self {
        Self {
            generator: None,
            reason,
        }
    }
}

/// The image of a fact under the generator of this name.
pub(super) fn image(
    schema: &Schema,
    machine: &mut Machine,
    name: &Term,
    fact: &Fact,
) -> Result<Option<Fact>, String> {
    let predicate = SYMMETRY
        .in_program(machine.program())
        .ok_or("there is no `symmetry/3`")?;
    let term = schema.term(fact);
    machine.start_predicate(
        &Facts::empty(schema),
        &[],
        predicate,
        &[Some(name), Some(&term), None],
    );
    let answer = machine
        .next_answer()
        .and_then(|found| found.then(|| machine.root_fact(0)).transpose());
    let no_fact = |reason: NoFact| format!("the image of `{term}` is no fact: {reason}");
    let in_words = |error: logic::Error| match (&error.kind, error.kind.help()) {
        (ErrorKind::Limit(_), Some(help)) => format!("{error}; {help}"),
        _ => error.to_string(),
    };
    answer.map_err(in_words)?.transpose().map_err(no_fact)
}
