//! Literals of a circuit that cannot all hold, as far as it shows without a search. Knows nothing
//! of games.

use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Gate, Literal};

/// The most literals of which one holds that are looked at one by one: as when a clock stops at its
/// last number.
const MOST_ALTERNATIVES: usize = 4;

/// For each alternative, those of this number of other literals are looked at too: as when the clock may not
/// be running yet.
const OTHERS: usize = 1;

/// Literals that are taken to hold, with all that follows from them at once. Between two questions only
/// those are left that hold in all of them; it is kept so that a question takes no new memory.
#[derive(Default)]
pub struct Exclusion {
    /// For each literal, by its number, whether it holds.
    holds: Vec<bool>,
    /// The contents of cells that the literals say.
    contents: FxHashMap<u32, u16>,
    /// The literals that hold, in the order in which they were found.
    trail: Vec<Literal>,
    /// The literals that have yet to be looked at.
    waiting: Vec<Literal>,
    /// How many of them hold in all questions.
    given: usize,
    /// Whether it shows that those cannot all hold.
    is_impossible: bool,
    /// How many literals were assumed in all questions so far.
    assumed: u64,
}

impl Exclusion {
    /// For questions in all of which these literals hold.
    pub fn given(circuit: &Circuit, literals: &[Literal]) -> Self {
        let mut exclusion = Self::default();
        exclusion.is_impossible = !exclusion.assume(circuit, literals);
        exclusion.given = exclusion.trail.len();
        exclusion
    }

    /// How many literals were assumed in all questions so far, as a measure of the work.
    pub fn assumed(&self) -> u64 {
        self.assumed
    }

    /// Whether it shows that these literals cannot all hold.
    pub fn excludes(&mut self, circuit: &Circuit, literals: &[Literal]) -> bool {
        let excluded = self.is_impossible
            || !self.assume(circuit, literals)
            || self.excludes_alternatives(circuit, OTHERS);
        self.undo(circuit, self.given);
        excluded
    }

    /// Whether some literal that holds has alternatives, and none of them can hold, beside one of each of
    /// `others` more.
    fn excludes_alternatives(&mut self, circuit: &Circuit, others: usize) -> bool {
        let assumed = self.trail.len();
        // What is given is looked at once, with all others beside it.
        let first = if others == OTHERS { 0 } else { self.given };
        (first..assumed).any(|place| {
            let Some(parts) = alternatives(circuit, self.trail[place]) else {
                return false;
            };
            if parts.iter().any(|part| self.is_assumed(*part)) {
                return false;
            }
            parts.iter().all(|part| {
                let is_excluded = !self.assume(circuit, &[*part])
                    || others > 0 && self.excludes_alternatives(circuit, others - 1);
                self.undo(circuit, assumed);
                is_excluded
            })
        })
    }

    /// Adds literals and what follows from them; false if it shows that they cannot hold.
    fn assume(&mut self, circuit: &Circuit, literals: &[Literal]) -> bool {
        self.waiting.clear();
        self.waiting.extend(literals);
        while let Some(literal) = self.waiting.pop() {
            if self.is_assumed(!literal) {
                return false;
            }
            if self.is_assumed(literal) {
                continue;
            }
            if !self.follows(circuit, literal) {
                return false;
            }
            self.note(literal);
        }
        true
    }

    /// Puts on the list what follows from one literal; false if its cell has another content.
    fn follows(&mut self, circuit: &Circuit, literal: Literal) -> bool {
        match circuit.gate(literal.node()) {
            Gate::Fact { cell, content } if !literal.is_negated() => {
                return *self.contents.entry(*cell).or_insert(*content) == *content;
            }
            Gate::All(parts) if !literal.is_negated() => self.waiting.extend(parts),
            Gate::Any(parts) if literal.is_negated() => {
                self.waiting.extend(parts.iter().map(|part| !*part));
            }
            Gate::Any(parts) if parts.len() == 1 => self.waiting.push(parts[0]),
            _ => {}
        }
        true
    }

    fn is_assumed(&self, literal: Literal) -> bool {
        self.holds.get(literal.number()).is_some_and(|holds| *holds)
    }

    fn note(&mut self, literal: Literal) {
        let number = literal.number();
        if number >= self.holds.len() {
            self.holds.resize(number + 1, false);
        }
        self.holds[number] = true;
        self.assumed += 1;
        self.trail.push(literal);
    }

    /// Takes back all but the first `kept` literals of the trail.
    fn undo(&mut self, circuit: &Circuit, kept: usize) {
        for literal in self.trail.drain(kept..) {
            self.holds[literal.number()] = false;
            if let Gate::Fact { cell, .. } = circuit.gate(literal.node())
                && !literal.is_negated()
            {
                self.contents.remove(cell);
            }
        }
    }
}

/// The literals of which one holds where this one does, if they are few.
fn alternatives(circuit: &Circuit, literal: Literal) -> Option<&[Literal]> {
    match circuit.gate(literal.node()) {
        Gate::Any(parts) if !literal.is_negated() && parts.len() <= MOST_ALTERNATIVES => {
            Some(parts)
        }
        _ => None,
    }
}
