//! Symmetries of a game: the ways in which positions can be turned into others that play alike.
//!
//! A rule file gives generators, by `symmetry(Name, Fact, Image)`; a fact that a generator does not
//! mention stays as it is. Of all positions that generators make of one, its orbit, one stands for
//! all.
//!
//! Where all fluents have finite domains the generators are closed once into a group of
//! permutations of facts (see [`permutation`](super::permutation)), which checks them and makes
//! them quick. Where a fact can hold any term, such as a board that is one list, the images are
//! made for each position anew; that the generators can be undone is then left to the rule file.

use rustc_hash::FxHashSet;

use super::permutation::Permutations;
use super::position::Position;
use super::rules::Rules;
use super::vocabulary::SYMMETRY;
use crate::logic::{Fact, Facts, Machine, NoFact, Schema, Term};

/// The most positions that may be the same up to symmetry.
pub(super) const MAX_GROUP: usize = 10_000;

/// What a game declares of symmetries.
#[derive(Clone, Debug, Default)]
pub(super) enum Symmetries {
    /// Nothing.
    #[default]
    None,
    /// A group of permutations of the facts.
    Permutations(Permutations),
    /// The names of generators, which are followed position by position.
    Generators(Vec<Term>),
}

impl Symmetries {
    /// What these generators make, tried on the position at the start. It takes at most so many
    /// bytes.
    ///
    /// # Errors
    /// What is wrong with them, in a few words.
    pub fn new(
        schema: &Schema,
        machine: &mut Machine,
        names: &[Term],
        start: &Position,
        most_bytes: usize,
    ) -> Result<Self, String> {
        if schema.open_relations() == 0 {
            return Permutations::new(schema, machine, names, most_bytes)
                .map(Symmetries::Permutations);
        }
        let orbit = orbit(schema, machine, names, start)?;
        for position in &orbit {
            let back = self::orbit(schema, machine, names, position)?;
            if back.len() != orbit.len() {
                return Err("what they make of the start cannot all be made back".to_owned());
            }
        }
        Ok(Symmetries::Generators(names.to_vec()))
    }
}

/// The image of a fact, by the generator of this name.
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
    answer
        .map_err(|error| error.to_string())?
        .transpose()
        .map_err(no_fact)
}

/// All positions that the generators make of one, itself the first.
fn orbit(
    schema: &Schema,
    machine: &mut Machine,
    names: &[Term],
    position: &Position,
) -> Result<Vec<Position>, String> {
    let mut orbit = vec![position.clone()];
    let mut known = FxHashSet::from_iter([position.clone()]);
    let mut at = 0;
    while at < orbit.len() {
        let facts = orbit[at].facts.facts(schema);
        for name in names {
            let image = turned(schema, machine, name, &facts)?;
            if known.insert(image.clone()) {
                orbit.push(image);
            }
        }
        if orbit.len() > MAX_GROUP {
            return Err(format!("they make more than {MAX_GROUP} positions of one"));
        }
        at += 1;
    }
    Ok(orbit)
}

/// The position that a generator makes of one with these facts.
fn turned(
    schema: &Schema,
    machine: &mut Machine,
    name: &Term,
    facts: &[Fact],
) -> Result<Position, String> {
    let mut turned = Facts::empty(schema);
    for fact in facts {
        turned.add(&image(schema, machine, name, fact)?.unwrap_or_else(|| fact.clone()));
    }
    match turned.facts(schema).len() == facts.len() {
        true => Ok(Position { facts: turned }),
        false => Err(format!(
            "`symmetry({name}, A, B)` puts two facts in one place"
        )),
    }
}

impl Rules {
    /// How many ways there are to turn a position into one that plays alike, the identity included.
    /// In a game whose facts can hold any term, so many positions as there are up to symmetry of
    /// the one at the start.
    #[must_use]
    pub fn symmetry_count(&self) -> usize {
        match &self.symmetries {
            Symmetries::None => 1,
            Symmetries::Permutations(permutations) => permutations.order(),
            Symmetries::Generators(_) => self.orbit(&self.initial).len(),
        }
    }

    /// All positions that are the same up to symmetry, each once, itself the first.
    #[must_use]
    pub fn orbit(&self, position: &Position) -> Vec<Position> {
        let schema = self.program.schema();
        match &self.symmetries {
            Symmetries::None => vec![position.clone()],
            Symmetries::Permutations(permutations) => permutations.orbit(position, schema),
            // Where the generators fail, nothing is the same as the position: this is always right.
            Symmetries::Generators(names) => self
                .with_machine(|machine| orbit(schema, machine, names, position))
                .unwrap_or_else(|_| vec![position.clone()]),
        }
    }

    /// The position that stands for all that are the same up to symmetry.
    pub(super) fn representative(&self, position: &Position) -> Position {
        let schema = self.program.schema();
        match &self.symmetries {
            Symmetries::None => position.clone(),
            Symmetries::Permutations(permutations) => permutations.least(position, schema),
            Symmetries::Generators(_) => {
                let orbit = self.orbit(position).into_iter();
                orbit
                    .min_by_key(|image| image.facts.terms(schema))
                    .unwrap_or_else(|| position.clone())
            }
        }
    }
}
