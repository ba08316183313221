//! The facts of relations that the machine answers, such as those of arithmetic: it is asked with all values
//! that can occur.

use std::collections::HashMap;

use indexmap::{IndexMap, IndexSet};

use super::candidates::{Candidates, Domain};
use super::domains::Domains;
use super::fault::{Fault, beyond};
use super::program::Program;
use super::rule::{Atom, Literal, RelationKey, Rule};
use super::term::Term;
use crate::syntax::tree::Name;

/// The most ways in which a goal is asked at one place.
const MOST_GOALS: usize = 1 << 14;

/// The most goals that are asked for one sheet.
const MOST_ASKED: usize = 1 << 23;

/// The most answers to one goal.
const MOST_ANSWERS: usize = 1 << 10;

/// The most facts of one relation that are listed.
const MOST_FACTS: usize = 1 << 14;

/// The facts of relations, by relation.
pub(super) type Tables = IndexMap<RelationKey, IndexSet<Vec<Term>>>;

/// Asks the machine, each goal once.
pub(super) struct Answerer<'p, 'g> {
    program: &'p Program<'g>,
    known: HashMap<Term, Option<Vec<Vec<Term>>>>,
    /// How many goals are still asked.
    left: usize,
}

/// The values of variables.
type Bindings = HashMap<Name, Term>;

impl<'p, 'g> Answerer<'p, 'g> {
    pub fn new(program: &'p Program<'g>) -> Self {
        Self {
            program,
            known: HashMap::new(),
            left: MOST_ASKED,
        }
    }

    /// Leaves what the variables of an atom can be if it holds. Returns whether it can.
    pub fn narrow(&mut self, atom: &Atom, candidates: &mut Candidates) -> bool {
        let Some(solutions) = self.solutions(atom, candidates) else {
            atom.each_variable(&mut |name| {
                candidates.entry(name.clone()).or_insert(Domain::Any);
            });
            return true;
        };
        let mut found: HashMap<Name, IndexSet<Term>> = HashMap::new();
        let is_possible = !solutions.is_empty();
        for (name, value) in solutions.into_iter().flatten() {
            found.entry(name).or_default().insert(value);
        }
        for (name, values) in found {
            candidates.insert(name, Domain::Values(values));
        }
        is_possible
    }

    /// The ways in which an atom holds; `None` if some value is not known or there are too many.
    fn solutions(&mut self, atom: &Atom, candidates: &Candidates) -> Option<Vec<Bindings>> {
        let goal = atom.goal.as_ref()?;
        let mut ways = vec![Bindings::new()];
        let mut variables: IndexSet<Name> = IndexSet::new();
        goal.each_variable(&mut |name| {
            variables.insert(name.clone());
        });
        for name in &variables {
            match candidates.get(name) {
                None => {}
                Some(Domain::Any) => return None,
                Some(Domain::Values(values)) => {
                    if ways.len().saturating_mul(values.len()) > MOST_GOALS {
                        return None;
                    }
                    let with = |way: &Bindings, value: &Term| {
                        let mut way = way.clone();
                        way.insert(name.clone(), value.clone());
                        way
                    };
                    ways = ways
                        .iter()
                        .flat_map(|way| values.iter().map(move |value| with(way, value)))
                        .collect();
                }
            }
        }
        self.left = self.left.checked_sub(ways.len())?;
        let mut solutions = Vec::new();
        for way in ways {
            let asked = goal.replaced(&|name| way.get(name).cloned());
            let mut open: IndexSet<Name> = IndexSet::new();
            asked.each_variable(&mut |name| {
                open.insert(name.clone());
            });
            for answer in self.ask(asked)? {
                let found = open.iter().cloned().zip(answer.iter().cloned());
                solutions.push(way.clone().into_iter().chain(found).collect());
            }
        }
        Some(solutions)
    }

    fn ask(&mut self, goal: Term) -> Option<&Vec<Vec<Term>>> {
        let program = self.program;
        self.known
            .entry(goal)
            .or_insert_with_key(|goal| program.answers(goal, MOST_ANSWERS))
            .as_ref()
    }
}

/// Lists the facts of all relations that the machine answers. Of a condition that holds only those are listed
/// that the other conditions of its rule leave.
///
/// # Errors
/// If they are not finitely many, as far as is known.
pub(super) fn tables(
    rules: &[Rule],
    domains: &mut Domains,
    answerer: &mut Answerer<'_, '_>,
) -> Result<Tables, Fault> {
    let mut tables = Tables::new();
    for rule in rules {
        let mut before: Vec<Candidates> = Vec::new();
        let Some(last) = domains.solve(rule, answerer, &mut |_, candidates| {
            before.push(candidates.clone())
        }) else {
            continue;
        };
        for (literal, mut candidates) in rule.body.iter().zip(before) {
            let Some(atom) = literal.atom().filter(|atom| atom.goal.is_some()) else {
                continue;
            };
            if matches!(literal, Literal::Atom(_)) {
                for (name, domain) in &mut candidates {
                    if let Some(last) = last.get(name) {
                        domain.clone_from(last);
                    }
                }
            }
            let Some(solutions) = answerer.solutions(atom, &candidates) else {
                return Err(endless(atom, &candidates));
            };
            let facts = tables.entry(atom.key()).or_default();
            for solution in solutions {
                let is_left = |(name, value): (&Name, &Term)| match last.get(name) {
                    Some(Domain::Values(values)) => values.contains(value),
                    _ => true,
                };
                if solution.iter().all(is_left) {
                    let value = |name: &Name| solution.get(name).cloned();
                    facts.insert(
                        atom.arguments
                            .iter()
                            .map(|term| term.replaced(&value))
                            .collect(),
                    );
                }
            }
            if facts.len() > MOST_FACTS || facts.iter().flatten().any(|term| !term.is_ground()) {
                return Err(endless(atom, &candidates));
            }
        }
    }
    Ok(tables)
}

fn endless(atom: &Atom, candidates: &Candidates) -> Fault {
    let mut unknown = None;
    atom.each_variable(&mut |name| {
        if matches!(candidates.get(name), Some(Domain::Any)) && !name.starts_with('$') {
            unknown.get_or_insert(name);
        }
    });
    let title = match unknown {
        Some(name) => format!("the values that `{name}` can have here cannot be listed"),
        None => "the values that can occur here cannot be listed".to_owned(),
    };
    let help = "a sheet lists the facts of arithmetic and of built-in predicates: name a small domain for each \
                argument in the declarations of fluents, or ask for one before, as in `row(Y)`";
    beyond(title, atom.span, help)
}
