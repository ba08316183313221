//! Which rules lead back to themselves: through a negation they have no meaning, and otherwise the
//! machine needs tables, unless each round goes along facts that do not lead back.
//!
//! (K. R. Apt, H. A. Blair, A. Walker, "Towards a Theory of Declarative Knowledge", 1988.) The graph is one of
//! rules and not of relations: `(goal ?r 50)` may ask for `(not (goal ?r 100))`.

use std::collections::{HashMap, HashSet};
use std::ptr;

use super::domains::Ground;
use super::fixed::{FixedFacts, place_of};
use super::rule::{Atom, Formula, Rule, Term};
use crate::logic::graph::strongly_connected;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::reading::Reading;
use crate::syntax::tree::Name;

/// A relation by its name and its number of arguments.
pub(super) type RelationKey = (Name, usize);

/// The rules of a sheet, by what leads to what.
pub(super) struct Strata {
    /// By rule the number of its component.
    component: Vec<usize>,
    /// Whether the rules of a component lead back to themselves.
    is_cyclic: Vec<bool>,
    /// By relation the rules that define it.
    pub defined: HashMap<RelationKey, Vec<usize>>,
}

impl Strata {
    /// Finds which rules lead to which, unless the reading is stopped.
    pub fn new(rules: &[Rule], reading: &Reading<'_>) -> Self {
        let mut defined: HashMap<RelationKey, Vec<usize>> = HashMap::new();
        for (number, rule) in rules.iter().enumerate() {
            defined.entry(key(&rule.head)).or_default().push(number);
        }
        let mut edges = vec![Vec::new(); rules.len()];
        for (number, rule) in rules.iter().enumerate() {
            if reading.is_interrupted() {
                break;
            }
            rule.each_condition(&mut |atom, _| {
                edges[number].extend(answering(rules, &defined, atom));
            });
        }
        let mut component = vec![0; rules.len()];
        let mut is_cyclic = Vec::new();
        for (number, group) in strongly_connected(&edges).into_iter().enumerate() {
            is_cyclic.push(leads_to_itself(&group, &edges));
            group.into_iter().for_each(|rule| component[rule] = number);
        }
        Self {
            component,
            is_cyclic,
            defined,
        }
    }

    /// Whether an atom of the conditions of a rule leads back to the rule.
    pub fn leads_back(&self, rules: &[Rule], rule: usize, atom: &Atom) -> bool {
        self.is_cyclic[self.component[rule]]
            && answering(rules, &self.defined, atom)
                .any(|other| self.component[other] == self.component[rule])
    }

    /// An error for each rule that leads back to itself through a negation.
    pub fn faults(&self, rules: &[Rule]) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            rule.each_condition(&mut |atom, is_negated| {
                if is_negated && self.leads_back(rules, number, atom) {
                    let title = format!(
                        "`{}` depends on its own negation",
                        rule.head.name
                    );
                    let fault =
                        Diagnostic::error("kif-unstratified", title, atom.span, "negated here");
                    faults.push(fault.with_place(rule.head.span, "defined here").with_help(
                        "what is not so must be settled before what follows from it: define one of the two without the other",
                    ));
                }
            });
        }
        faults
    }

    /// The relations in groups that depend on each other, each group after those on which it depends. The order is
    /// that of the sheet apart from that.
    pub fn groups(&self, rules: &[Rule]) -> Vec<Vec<RelationKey>> {
        let mut relations: Vec<&RelationKey> = self.defined.keys().collect();
        relations.sort_unstable_by_key(|relation| self.defined[*relation].first());
        let numbers: HashMap<&RelationKey, usize> = relations.iter().copied().zip(0..).collect();
        let edges: Vec<Vec<usize>> = relations
            .iter()
            .map(|relation| {
                let mut asked = Vec::new();
                for number in &self.defined[*relation] {
                    rules[*number].each_condition(&mut |atom, _| {
                        asked.extend(numbers.get(&key(atom)).copied());
                    });
                }
                asked
            })
            .collect();
        let groups = strongly_connected(&edges).into_iter();
        groups
            .map(|group| {
                group
                    .into_iter()
                    .map(|number| relations[number].clone())
                    .collect()
            })
            .collect()
    }

    /// The relations that call themselves, by way of others too.
    pub fn recursive(&self, rules: &[Rule]) -> Vec<RelationKey> {
        let rules = rules.iter().enumerate();
        let recursive = rules.filter(|(number, _)| self.is_cyclic[self.component[*number]]);
        let mut seen = HashSet::new();
        let relations = recursive.map(|(_, rule)| key(&rule.head));
        relations
            .filter(|relation| seen.insert(relation.clone()))
            .collect()
    }

    /// Whether the only call of a relation by itself goes along facts that are asked before it, and lead from each
    /// place to one other place, and never back. Then the machine comes to an end without tables and does nothing
    /// twice. The conditions of the rules are in order.
    pub fn ends(&self, rules: &[Rule], relation: &RelationKey, fixed: &FixedFacts) -> bool {
        let calls = self.calls(rules, relation);
        let Some([call]) = calls.as_deref() else {
            return false;
        };
        call.asked_before().any(|condition| {
            let steps = call.steps(condition, fixed);
            steps.is_some_and(|steps| has_no_choice(&steps) && has_no_circle(&steps))
        })
    }

    /// The calls of a relation by its own rules; `None` if it calls itself by way of another one.
    fn calls<'r>(&self, rules: &'r [Rule], relation: &RelationKey) -> Option<Vec<Call<'r>>> {
        let mut calls = Vec::new();
        let mut is_clear = true;
        for &number in &self.defined[relation] {
            let rule = &rules[number];
            rule.each_condition(&mut |atom, _| {
                if self.leads_back(rules, number, atom) {
                    is_clear &= key(atom) == *relation;
                    calls.push(Call { rule, atom });
                }
            });
        }
        is_clear.then_some(calls)
    }
}

/// A call of a relation by one of its own rules.
struct Call<'r> {
    rule: &'r Rule,
    atom: &'r Atom,
}

/// What some arguments of a relation are, and what they are in a call of it.
type Step = (Vec<Ground>, Vec<Ground>);

impl Call<'_> {
    /// The conditions that stand before it.
    fn asked_before(&self) -> impl Iterator<Item = &Formula> {
        let is_other = |condition: &&Formula| {
            let mut is_other = true;
            condition.each_atom(false, &mut |atom, _| is_other &= !ptr::eq(atom, self.atom));
            is_other
        };
        self.rule.body.iter().take_while(is_other)
    }

    /// The steps that the facts which a condition asks for allow, of the arguments that it ties to those
    /// of the call; `None` if there are none or the facts are not known.
    fn steps(&self, condition: &Formula, fixed: &FixedFacts) -> Option<Vec<Step>> {
        let Formula::Atom(atom) = condition else {
            return None;
        };
        let facts = fixed.of_single(&key(atom))?;
        let ends = self.rule.head.arguments.iter().zip(&self.atom.arguments);
        let tied =
            ends.filter_map(|(own, called)| Some((place_of(atom, own)?, place_of(atom, called)?)));
        let (from, to): (Vec<usize>, Vec<usize>) = tied.unzip();
        let at = |fact: &[Ground], places: &[usize]| {
            places.iter().map(|place| fact[*place].clone()).collect()
        };
        let steps = facts.iter().map(|fact| (at(fact, &from), at(fact, &to)));
        (!from.is_empty()).then(|| steps.collect())
    }
}

/// The relation of an atom.
pub(super) fn key(atom: &Atom) -> RelationKey {
    (atom.name.clone(), atom.arguments.len())
}

/// The rules whose head may be what an atom asks for.
fn answering<'s>(
    rules: &'s [Rule],
    defined: &'s HashMap<RelationKey, Vec<usize>>,
    atom: &'s Atom,
) -> impl Iterator<Item = usize> + 's {
    let named = defined.get(&key(atom)).into_iter().flatten().copied();
    named.filter(|number| {
        let head = &rules[*number].head;
        let mut arguments = head.arguments.iter().zip(&atom.arguments);
        arguments.all(|(one, other)| may_be_equal(one, other))
    })
}

/// Whether two terms may be equal, as far as their names tell.
fn may_be_equal(one: &Term, other: &Term) -> bool {
    match (one.parts(), other.parts()) {
        (Some((name, arguments)), Some((other, others))) => {
            name == other
                && arguments.len() == others.len()
                && arguments
                    .iter()
                    .zip(others)
                    .all(|(one, other)| may_be_equal(one, other))
        }
        _ => true,
    }
}

/// Whether one step at most leads on from each place.
fn has_no_choice(steps: &[Step]) -> bool {
    let mut next: HashMap<&Vec<Ground>, &Vec<Ground>> = HashMap::new();
    steps
        .iter()
        .all(|(from, to)| *next.entry(from).or_insert(to) == to)
}

/// Whether no chain of steps comes back to where it began.
fn has_no_circle(steps: &[Step]) -> bool {
    let mut numbers: HashMap<&Vec<Ground>, usize> = HashMap::new();
    let mut edges: Vec<Vec<usize>> = Vec::new();
    for (from, to) in steps {
        let [from, to] = [from, to].map(|node| {
            let next = numbers.len();
            *numbers.entry(node).or_insert(next)
        });
        edges.resize(numbers.len(), Vec::new());
        edges[from].push(to);
    }
    let groups = strongly_connected(&edges);
    !groups.iter().any(|group| leads_to_itself(group, &edges))
}

/// Whether some path leads from a node of a strongly connected component to the node itself.
fn leads_to_itself(group: &[usize], edges: &[Vec<usize>]) -> bool {
    group.len() > 1 || edges[group[0]].contains(&group[0])
}
