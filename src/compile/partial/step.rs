//! One step of a game, the position unknown: which facts the next position has. Proofs about a game go over
//! it. Knows nothing of programs.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::game::{Game, Reading, with_game};
use super::legal::{Legal, Moves};
use super::limits::Budget;
use super::on_cell::OnCell;
use super::reason::Reason;
use super::thread::evaluated;
use crate::compile::circuit::{Circuit, Literal};
use crate::compile::domains::Domains;
use crate::compile::residual::{PossibleMove, Shared, Together, choice};
use crate::game::Rules;
use crate::logic::{Fact, Relation, Schema, Storage, Term};

/// With more moves a proof about them takes too long.
const MOST_MOVES: usize = 5_000;

/// One step of a game.
#[derive(Debug)]
pub struct Step {
    /// What depends on the position, and on the chosen moves where several are chosen at once.
    pub circuit: Circuit,
    /// The facts that a position may have.
    pub facts: Vec<StepFact>,
    /// What may be played: each move, or whatever is chosen at once.
    pub cases: Vec<Case>,
    /// What each role may choose, if several moves may be chosen at once. One of them is.
    pub choices: Vec<Choice>,
    /// Where this holds, the game is over. It may be over elsewhere too.
    pub terminal: Literal,
    /// Where one of these holds, there are moves that are not said here.
    pub unknown: Vec<Literal>,
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
    /// The content of the cell where it holds, from 1.
    pub content: u16,
    /// That it holds before the step.
    pub before: Literal,
}

/// What may be played.
#[derive(Debug)]
pub struct Case {
    /// The role, from 0, and its move; none where several moves may be chosen at once.
    pub played: Option<(usize, Term)>,
    /// What holds before the step.
    pub condition: Literal,
    /// The facts that may change, by place, with what holds before the step if they hold after it.
    pub after: Vec<(usize, Literal)>,
    /// Where one of these holds, the facts after the step are others.
    pub unknown: Vec<Literal>,
}

/// A move that a role may choose.
#[derive(Debug)]
pub struct Choice {
    /// Who plays it, from 0.
    pub role: usize,
    /// What the rules call it.
    pub term: Term,
    /// Of the choices with the same cell not more than one is made.
    pub cell: u32,
    /// That it is chosen.
    pub chosen: Literal,
    /// That it is legal.
    pub legal: Literal,
}

/// One step of a game.
///
/// # Errors
/// Why not all of it can be told: facts without end, a rule that the compiler leaves to the machine, a
/// limit, or the interrupt flag of the rules.
pub fn step(rules: &Rules) -> Result<Step, Reason> {
    evaluated(rules, || {
        let domains = Arc::new(Domains::none(rules.schema()));
        with_game(
            (rules, &domains),
            Budget::of_proof(rules.limits()),
            None,
            Reading::Values,
            |game| game.step(),
        )
    })?
}

impl Game<'_> {
    fn step(mut self) -> Result<Step, Reason> {
        let schema = self.rules.program().schema();
        let is_open = |relation: &&Relation| matches!(relation.storage, Storage::Open(_));
        if let Some(open) = schema.relations().iter().find(is_open) {
            let text = format!("the fluent `{}` has no finite domain", open.name);
            return Err(Reason::new(text, None));
        }
        let (named, legal) = self.legal()?;
        if named.len() > MOST_MOVES {
            let text = format!("there are {} moves", named.len());
            return Err(Reason::new(text, None));
        }
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
        let (moves, shared, together) = if self.is_played_together() {
            self.played_together(&named, &answers, is_joint)?
        } else if is_joint {
            (Vec::new(), Vec::new(), Some(self.together(&named, true)?))
        } else {
            let (moves, shared) = self.moves(&named)?;
            (moves, shared, None)
        };
        let terminal = match self.holds("terminal", false) {
            Ok((terminal, unknown)) => self.solver.circuit.all([terminal, !unknown]),
            Err(_) => Literal::FALSE,
        };
        let mut conditions = vec![Vec::new(); named.len()];
        for (number, condition) in answers {
            conditions[number].push(condition);
        }
        let circuit = &mut self.solver.circuit;
        let conditions = conditions.into_iter().map(|own| circuit.any(own));
        let conditions: Vec<Literal> = conditions.collect();
        let facts = facts(schema, circuit);
        let (cases, choices) = match together {
            Some(together) => {
                let case = at_once(&together, &facts);
                (vec![case], self.choices(&named, &conditions))
            }
            None => {
                let places = first_places(&facts);
                let played = moves.into_iter().zip(named.keys()).zip(conditions);
                let cases = played.map(|((played, term), condition)| Case {
                    played: Some((played.role, self.term(&term[1..]))),
                    condition,
                    after: after_alone(
                        &mut self.solver.circuit,
                        (&facts, &places),
                        &played,
                        &shared,
                    ),
                    unknown: played.faults,
                });
                (cases.collect(), Vec::new())
            }
        };
        Ok(Step {
            circuit: self.solver.circuit,
            facts,
            cases,
            choices,
            terminal,
            unknown: vec![unlisted],
        })
    }

    fn choices(&mut self, named: &Moves, conditions: &[Literal]) -> Vec<Choice> {
        let choices = named.iter().zip(conditions).enumerate();
        let choices = choices.map(|(number, ((played, role), legal))| {
            let (cell, content) = choice(&self.chosen, number, *role);
            Choice {
                role: *role,
                term: self.term(&played[1..]),
                cell,
                chosen: self.solver.circuit.fact(cell, content),
                legal: *legal,
            }
        });
        choices.collect()
    }
}

/// What is played at once.
fn at_once(together: &Together, facts: &[StepFact]) -> Case {
    let next: FxHashMap<(u32, u16), Literal> = together
        .next
        .iter()
        .map(|effect| ((effect.cell, effect.content), effect.condition))
        .collect();
    let gone = together.is_whole.then_some(Literal::FALSE);
    let after = facts.iter().enumerate().filter_map(|(place, fact)| {
        let known = next.get(&(fact.cell, fact.content)).copied();
        Some((place, known.or(gone)?))
    });
    Case {
        played: None,
        condition: Literal::TRUE,
        after: after.collect(),
        unknown: together.faults.clone(),
    }
}

/// The place of the first fact of each cell.
fn first_places(facts: &[StepFact]) -> FxHashMap<u32, usize> {
    let mut places = FxHashMap::default();
    for (place, fact) in facts.iter().enumerate() {
        places.entry(fact.cell).or_insert(place);
    }
    places
}

/// The facts that may change where a move is played alone.
fn after_alone(
    circuit: &mut Circuit,
    (facts, places): (&[StepFact], &FxHashMap<u32, usize>),
    played: &PossibleMove,
    shared: &[Shared],
) -> Vec<(usize, Literal)> {
    let mut on_cells: BTreeMap<u32, OnCell> = BTreeMap::new();
    let own = [(&played.deletes, &played.adds, Literal::TRUE)];
    let others = played.shared.iter();
    let others =
        others.map(|(number, guard)| (&shared[*number].deletes, &shared[*number].adds, *guard));
    for (deletes, adds, guard) in own.into_iter().chain(others) {
        for effect in deletes {
            let deletes = &mut on_cells.entry(effect.cell).or_default().deletes;
            let condition = circuit.all([effect.condition, guard]);
            deletes.entry(effect.content).or_default().push(condition);
        }
        for effect in adds {
            let adds = &mut on_cells.entry(effect.cell).or_default().adds;
            let condition = circuit.all([effect.condition, guard]);
            adds.entry(effect.content).or_default().push(condition);
        }
    }
    let mut after = Vec::new();
    for (cell, on_cell) in on_cells {
        let on_cell = on_cell.joined(circuit);
        let of_cell = facts.iter().enumerate().skip(places[&cell]);
        for (place, fact) in of_cell.take_while(|(_, fact)| fact.cell == cell) {
            let holds = on_cell.after(circuit, cell, fact.content);
            if holds != fact.before {
                after.push((place, holds));
            }
        }
    }
    after
}

/// All facts of dense relations, by relation, cell and content.
fn facts(schema: &Schema, circuit: &mut Circuit) -> Vec<StepFact> {
    let mut facts = Vec::new();
    for (relation, of) in schema.relations().iter().enumerate() {
        let Storage::Dense(dense) = &of.storage else {
            continue;
        };
        let contents = dense.contents();
        for cell in dense.offset..dense.offset + dense.size {
            for content in 1..=contents as u16 {
                facts.push(StepFact {
                    term: schema.term(&Fact::Dense { cell, content }),
                    relation,
                    cell: cell as u32,
                    content,
                    before: circuit.fact(cell as u32, content),
                });
            }
        }
    }
    facts
}
