//! Which rules lead back to themselves: through a negation they have no meaning, and otherwise the
//! machine needs tables, unless each round goes along facts that do not lead back.
//!
//! (K. R. Apt, H. A. Blair, A. Walker, "Towards a Theory of Declarative Knowledge", 1988.) The graph is one of
//! rules and not of relations: `(goal ?r 50)` may ask for `(not (goal ?r 100))`.

use std::collections::{HashMap, HashSet};

use super::rule::{Atom, Formula, Rule, Term, TermKind};
use crate::logic::graph::{components, strongly_connected};
use crate::syntax::diagnostic::Diagnostic;
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
    /// Finds which rules lead to which.
    pub fn new(rules: &[Rule]) -> Self {
        let mut defined: HashMap<RelationKey, Vec<usize>> = HashMap::new();
        for (number, rule) in rules.iter().enumerate() {
            defined.entry(key(&rule.head)).or_default().push(number);
        }
        let mut edges = vec![Vec::new(); rules.len()];
        for (number, rule) in rules.iter().enumerate() {
            rule.each_condition(&mut |atom, _| {
                edges[number].extend(answering(rules, &defined, atom));
            });
        }
        let component = components(&edges);
        let groups = strongly_connected(&edges);
        let mut is_cyclic = vec![false; groups.len()];
        for group in groups {
            let is_loop = |rule: &usize| edges[*rule].contains(rule);
            is_cyclic[component[group[0]]] = group.len() > 1 || group.iter().any(is_loop);
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

    /// The relations whose answers the machine keeps in tables.
    pub fn tabled(&self, rules: &[Rule]) -> Vec<RelationKey> {
        let mut tabled = Vec::new();
        let mut seen = HashSet::new();
        for (number, rule) in rules.iter().enumerate() {
            let relation = key(&rule.head);
            if !self.is_cyclic[self.component[number]] || !seen.insert(relation.clone()) {
                continue;
            }
            if !self.ends(rules, &relation) {
                tabled.push(relation);
            }
        }
        tabled
    }

    /// Whether all calls of a relation by itself go along facts that do not lead back, at one of its
    /// arguments. Then the machine comes to an end without tables.
    fn ends(&self, rules: &[Rule], relation: &RelationKey) -> bool {
        (0..relation.1).any(|place| self.descends(rules, relation, place).unwrap_or(false))
    }

    /// Whether the argument at `place` descends with each call; `None` if it cannot be told.
    fn descends(&self, rules: &[Rule], relation: &RelationKey, place: usize) -> Option<bool> {
        let mut steps: Vec<(&Name, &Name)> = Vec::new();
        for &number in &self.defined[relation] {
            let rule = &rules[number];
            let mut calls = Vec::new();
            let mut is_clear = true;
            rule.each_condition(&mut |atom, _| {
                if self.leads_back(rules, number, atom) {
                    is_clear &= key(atom) == *relation;
                    calls.push(atom);
                }
            });
            if !is_clear {
                return None;
            }
            for call in calls {
                let from = variable(&rule.head.arguments[place])?;
                let to = variable(&call.arguments[place])?;
                steps.extend(self.steps(rules, rule, from, to)?);
            }
        }
        Some(has_no_circle(&steps))
    }

    /// The steps from one variable to another one that facts allow which the rule asks for.
    fn steps<'r>(
        &self,
        rules: &'r [Rule],
        rule: &Rule,
        from: &Name,
        to: &Name,
    ) -> Option<Vec<(&'r Name, &'r Name)>> {
        rule.body.iter().find_map(|condition| {
            let Formula::Atom(atom) = condition else {
                return None;
            };
            let place_of = |name: &Name| {
                let mut arguments = atom.arguments.iter();
                arguments.position(|term| variable(term) == Some(name))
            };
            let (from, to) = (place_of(from)?, place_of(to)?);
            let facts = self.defined.get(&key(atom))?;
            let step = |number: &usize| {
                let fact = &rules[*number];
                let is_fact = fact.body.is_empty();
                let ends = [from, to].map(|place| constant(&fact.head.arguments[place]));
                match ends {
                    [Some(from), Some(to)] if is_fact => Some((from, to)),
                    _ => None,
                }
            };
            facts.iter().map(step).collect()
        })
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
pub(super) fn may_be_equal(one: &Term, other: &Term) -> bool {
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

fn variable(term: &Term) -> Option<&Name> {
    match &term.kind {
        TermKind::Variable(name) => Some(name),
        _ => None,
    }
}

fn constant(term: &Term) -> Option<&Name> {
    match &term.kind {
        TermKind::Constant(name) => Some(name),
        _ => None,
    }
}

/// Whether no chain of steps comes back to where it began.
fn has_no_circle(steps: &[(&Name, &Name)]) -> bool {
    let mut numbers: HashMap<&Name, usize> = HashMap::new();
    let mut edges: Vec<Vec<usize>> = Vec::new();
    for (from, to) in steps {
        let [from, to] = [from, to].map(|name| {
            let next = numbers.len();
            *numbers.entry(*name).or_insert(next)
        });
        edges.resize(numbers.len(), Vec::new());
        edges[from].push(to);
    }
    let is_alone = |group: &Vec<usize>| group.len() == 1 && !edges[group[0]].contains(&group[0]);
    strongly_connected(&edges).iter().all(is_alone)
}
