//! One step of a game, the position and the chosen moves unknown: which facts the next position has.
//! Proofs about a game go over it. Knows nothing of programs.

use std::collections::HashMap;

use super::game::{Effort, Game, with_game};
use super::legal::Legal;
use super::reason::Reason;
use super::thread::evaluated;
use crate::compile::circuit::{Circuit, Literal};
use crate::compile::residual::choice;
use crate::game::Rules;
use crate::logic::{Fact, Relation, Schema, Storage, Term};

/// One step of a game.
#[derive(Debug)]
pub struct Step {
    /// What depends on the position and on the chosen moves.
    pub circuit: Circuit,
    /// All moves that may be legal.
    pub moves: Vec<StepMove>,
    /// The facts that a position may have.
    pub facts: Vec<StepFact>,
    /// That the game is over before the step.
    pub terminal: Literal,
    /// Where one of these holds, the step is another one than is said here.
    pub unknown: Vec<Literal>,
}

/// A move of a step.
#[derive(Debug)]
pub struct StepMove {
    /// Who plays it, from 0.
    pub role: usize,
    /// What the rules call it.
    pub term: Term,
    /// That it is chosen.
    pub chosen: Literal,
    /// Of the moves with the same cell not more than one is chosen.
    pub cell: u32,
    /// That it is legal.
    pub legal: Literal,
}

/// A fact of a step.
#[derive(Debug)]
pub struct StepFact {
    /// The fact.
    pub term: Term,
    /// The place of its relation among those of the rules.
    pub relation: usize,
    /// Of the facts with the same cell not more than one holds.
    pub cell: u32,
    /// That it holds before the step.
    pub before: Literal,
    /// That it holds after the step.
    pub after: Literal,
}

/// One step of a game.
///
/// # Errors
/// Why not all of it can be told: facts without end, a rule that the compiler leaves to the machine, a
/// limit, or the interrupt flag of the rules.
pub fn step(rules: &Rules) -> Result<Step, Reason> {
    evaluated(rules, || {
        with_game(rules, Effort::Patient, None, |game| game.step())
    })?
}

impl Game<'_> {
    fn step(mut self) -> Result<Step, Reason> {
        let schema = self.rules.program().schema();
        let is_listed = |relation: &Relation| !matches!(relation.storage, Storage::Open(_));
        if let Some(open) = schema.relations().iter().find(|relation| !is_listed(relation)) {
            let text = format!("the fluent `{}` has no finite domain", open.name);
            return Err(Reason::new(text, None));
        }
        let (named, legal) = self.legal()?;
        let Legal {
            answers,
            deferred,
            unlisted,
            ..
        } = legal;
        if !deferred.is_empty() {
            let text = "which moves are legal hangs on the position after them";
            return Err(Reason::new(text, None));
        }
        let is_joint = self.may_be_joint(&named, &answers);
        let together = self.together(&named, is_joint)?;
        let (terminal, unended) = self.holds("terminal", false)?;
        let mut legal = vec![Vec::new(); named.len()];
        for (number, condition) in answers {
            legal[number].push(condition);
        }
        let moves = named.values().zip(legal).enumerate();
        let moves = moves.map(|(number, (role, conditions))| {
            let (cell, content) = choice(&self.chosen, number, *role);
            let term = self.term(&named.get_index(number).expect("a move by its number").0[1..]);
            StepMove {
                role: *role,
                term,
                chosen: self.solver.circuit.fact(cell, content),
                cell,
                legal: self.solver.circuit.any(conditions),
            }
        });
        let moves = moves.collect();
        let mut circuit = self.solver.circuit;
        let after: HashMap<(u32, u16), Literal> = together
            .next
            .iter()
            .map(|effect| ((effect.cell, effect.content), effect.condition))
            .collect();
        let facts = terms(schema).into_iter().map(|(relation, cell, content, term)| {
            let before = circuit.fact(cell, content);
            let stays = if together.is_whole { Literal::FALSE } else { before };
            let after = after.get(&(cell, content)).copied().unwrap_or(stays);
            StepFact {
                term,
                relation,
                cell,
                before,
                after,
            }
        });
        let facts = facts.collect();
        let mut unknown = together.faults;
        unknown.extend([unlisted, unended]);
        unknown.retain(|literal| *literal != Literal::FALSE);
        Ok(Step {
            circuit,
            moves,
            facts,
            terminal,
            unknown,
        })
    }
}

/// All facts of dense relations: the relation, the cell, the content, and the term.
fn terms(schema: &Schema) -> Vec<(usize, u32, u16, Term)> {
    let mut terms = Vec::new();
    for (number, relation) in schema.relations().iter().enumerate() {
        let Storage::Dense(dense) = &relation.storage else {
            continue;
        };
        let contents = dense.value.as_ref().map_or(1, |values| values.size());
        for cell in dense.offset..dense.offset + dense.size {
            for content in 1..=contents as u16 {
                let term = schema.term(&Fact::Dense { cell, content });
                terms.push((number, cell as u32, content, term));
            }
        }
    }
    terms
}
