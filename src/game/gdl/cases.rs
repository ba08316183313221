//! In which cases a rule holds, if of a position only a few facts are known: the *tracked* ones.
//!
//! A case has values for variables and what it assumes: propositions about the rest of the position, each true
//! or false. Without assumptions it holds for certain, and a rule without cases never holds. Where a condition is too
//! hard, a case is in doubt: it may hold or not, whatever the propositions are.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

use super::domains::Ground;
use super::fixed::FixedFacts;
use super::propositions::{self, Proposition};
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::strata::{RelationKey, key};
use super::values::Values;
use crate::syntax::tree::Name;

/// The most cases of some conditions; one more that leads to more of them stays open.
const MOST_CASES: usize = 64;

/// The most facts of a relation that are looked through.
const MOST_FACTS: usize = 256;

/// The most conditions, and facts of a relation, that are looked at for one question.
const MOST_LOOKS: usize = 1 << 12;

/// How deep relations are looked into.
const DEEPEST: usize = 6;

/// The tracked facts that hold.
pub(super) type State = BTreeSet<Ground>;

/// What is known of the move of a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Played {
    /// It is this move.
    Move(Ground),
    /// It is a function with this number of arguments.
    Function(Name, usize),
    /// It is some move.
    Any,
}

impl Played {
    /// What is known of a move with these values.
    pub fn of(term: &Term, values: &Values) -> Self {
        match (values.of(term), &term.kind) {
            (Some(played), _) => Self::Move(played),
            (None, TermKind::Function(name, arguments)) => {
                Self::Function(name.clone(), arguments.len())
            }
            (None, _) => Self::Any,
        }
    }
}

/// What is known where a rule is asked.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub state: &'k State,
    /// By role the moves that are made, once they are.
    pub played: &'k [(Ground, Played)],
}

/// A way in which a rule holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    pub values: Values,
    pub assumes: Vec<Proposition>,
    pub is_in_doubt: bool,
}

/// A way in which conditions hold, those of them that are not known yet left open.
#[derive(Clone, Default)]
struct OpenCase<'r> {
    case: Case,
    open: Vec<&'r Formula>,
}

/// The rules of a sheet, for questions about positions of which little is known.
pub(super) struct Cases<'r> {
    fixed: &'r FixedFacts,
    defined: HashMap<RelationKey, Vec<&'r Rule>>,
    /// The relations of facts that are tracked.
    tracked: &'r [RelationKey],
    looks_left: Cell<usize>,
    /// Whether a move was asked for of which it matters which it is.
    pub has_asked_moves: Cell<bool>,
}

impl<'r> Cases<'r> {
    pub fn new(rules: &'r [Rule], fixed: &'r FixedFacts, tracked: &'r [RelationKey]) -> Self {
        let mut defined: HashMap<RelationKey, Vec<&Rule>> = HashMap::new();
        for rule in rules {
            defined.entry(key(&rule.head)).or_default().push(rule);
        }
        Self {
            fixed,
            defined,
            tracked,
            looks_left: Cell::new(0),
            has_asked_moves: Cell::new(false),
        }
    }

    /// The cases in which a rule holds with these values, where the game goes on.
    pub fn of(&self, rule: &'r Rule, values: Values, known: Known<'_>) -> Vec<Case> {
        self.looks_left.set(MOST_LOOKS);
        self.of_rule(rule, values, known, 0)
    }

    fn of_rule(&self, rule: &'r Rule, values: Values, known: Known<'_>, depth: usize) -> Vec<Case> {
        let mut cases = vec![OpenCase::new(values)];
        let scope = Scope { rule, known, depth };
        // Often a tracked fact alone refutes a rule.
        let (tracked, others): (Vec<_>, Vec<_>) = rule
            .body
            .iter()
            .partition(|condition| self.is_tracked(condition));
        for condition in tracked.into_iter().chain(others) {
            cases = self.all(condition, cases, scope);
        }
        cases.into_iter().map(|case| case.closed(rule)).collect()
    }

    /// Whether a condition asks for a tracked fact.
    fn is_tracked(&self, condition: &Formula) -> bool {
        match condition {
            Formula::Atom(atom) if atom.is("true", 1) => atom.arguments[0]
                .parts()
                .is_some_and(|(name, arguments)| self.tracks(name, arguments.len())),
            _ => false,
        }
    }

    fn tracks(&self, name: &Name, arity: usize) -> bool {
        let mut tracked = self.tracked.iter();
        tracked.any(|(other, other_arity)| other == name && *other_arity == arity)
    }

    /// Counts some work. Returns whether there is time for it.
    fn has_time_for(&self, looks: usize) -> bool {
        let left = self.looks_left.get().checked_sub(looks);
        self.looks_left.set(left.unwrap_or(0));
        left.is_some()
    }

    fn all(
        &self,
        condition: &'r Formula,
        cases: Vec<OpenCase<'r>>,
        scope: Scope<'r, '_>,
    ) -> Vec<OpenCase<'r>> {
        let found = cases.iter().cloned();
        let found = found.flat_map(|case| self.each(condition, case, scope));
        let found: Vec<OpenCase<'r>> = found.take(MOST_CASES + 1).collect();
        if found.len() <= MOST_CASES {
            return found;
        }
        let cases = cases.into_iter();
        cases.map(|case| case.left_open(condition)).collect()
    }

    /// The cases in which a condition holds too. Where there is no time left for it, it stays open.
    fn each(
        &self,
        condition: &'r Formula,
        case: OpenCase<'r>,
        scope: Scope<'r, '_>,
    ) -> Vec<OpenCase<'r>> {
        if !self.has_time_for(1) {
            return vec![case.left_open(condition)];
        }
        let values = &case.case.values;
        match condition {
            Formula::Atom(atom) => {
                let found = self.by_atom(atom, &case, scope);
                found.unwrap_or_else(|| vec![case.left_open(condition)])
            }
            Formula::Distinct(left, right, _) => match (values.of(left), values.of(right)) {
                (Some(left), Some(right)) if left == right => Vec::new(),
                (Some(_), Some(_)) => vec![case],
                _ => vec![case.left_open(condition)],
            },
            Formula::Not(inner, _) => {
                let found = self.each(inner, OpenCase::new(values.clone()), scope);
                let mut is_bound = true;
                inner.each_variable(&mut |name| is_bound &= values.has(name));
                match found.is_empty() {
                    true => vec![case],
                    false if is_bound && found.iter().any(OpenCase::is_certain) => Vec::new(),
                    false => vec![case.left_open(condition)],
                }
            }
            Formula::And(parts, _) => {
                let parts = parts.iter();
                parts.fold(vec![case], |cases, part| self.all(part, cases, scope))
            }
            Formula::Or(parts, _) => {
                let parts = parts.iter();
                parts
                    .flat_map(|part| self.each(part, case.clone(), scope))
                    .collect()
            }
        }
    }

    /// The cases in which an atom holds; none if that is a proposition.
    fn by_atom(
        &self,
        atom: &'r Atom,
        case: &OpenCase<'r>,
        scope: Scope<'r, '_>,
    ) -> Option<Vec<OpenCase<'r>>> {
        let values = &case.case.values;
        // Moves are made only where the game goes on.
        if atom.is("terminal", 0) {
            return Some(Vec::new());
        }
        if atom.is("true", 1) {
            let held = self.held(&atom.arguments[0], values, scope.known.state)?;
            return Some(case.with_each(held));
        }
        if atom.is("does", 2) {
            return Some(case.with_each(self.made(atom, values, scope)?));
        }
        let Some(facts) = self.fixed.of(&key(atom)) else {
            return self.derived(atom, case, scope);
        };
        if let Some(known) = values.of_all(&atom.arguments) {
            let held = facts.contains(&known).then(|| case.clone());
            return Some(held.into_iter().collect());
        }
        if facts.len() > MOST_FACTS || !self.has_time_for(facts.len()) {
            return None;
        }
        let with_fact = |fact: &Vec<Ground>| values.with_all(&atom.arguments, fact);
        Some(case.with_each(facts.iter().filter_map(with_fact)))
    }

    /// The values with which a tracked fact holds; none if it is not tracked.
    fn held(&self, fact: &Term, values: &Values, state: &State) -> Option<Vec<Values>> {
        let (name, arguments) = fact.parts()?;
        if !self.tracks(name, arguments.len()) {
            return None;
        }
        let held = state.iter().filter_map(|held| values.with(fact, held));
        Some(held.collect())
    }

    /// The values with which a move is made; none if that is not known.
    fn made(&self, atom: &Atom, values: &Values, scope: Scope<'_, '_>) -> Option<Vec<Values>> {
        let (role, wanted) = (&atom.arguments[0], &atom.arguments[1]);
        let mut made = Vec::new();
        for (mover, played) in scope.known.played {
            let Some(values) = values.with(role, mover) else {
                continue;
            };
            if is_any(wanted, scope.rule) {
                made.push(values);
                continue;
            }
            if !matches!(played, Played::Move(_)) {
                self.has_asked_moves.set(true);
            }
            match played {
                Played::Move(played) => made.extend(values.with(wanted, played)),
                Played::Function(name, arity) => match &wanted.kind {
                    TermKind::Function(other, arguments) => {
                        if other == name && arguments.len() == *arity {
                            let mut arguments = arguments.iter();
                            arguments
                                .all(|term| is_any(term, scope.rule))
                                .then_some(())?;
                            made.push(values);
                        }
                    }
                    TermKind::Constant(_) => {}
                    TermKind::Variable(_) => return None,
                },
                Played::Any => return None,
            }
        }
        (!scope.known.played.is_empty()).then_some(made)
    }

    /// The cases of a relation that depends on the position; none if it is a proposition.
    fn derived(
        &self,
        atom: &'r Atom,
        case: &OpenCase<'r>,
        scope: Scope<'r, '_>,
    ) -> Option<Vec<OpenCase<'r>>> {
        if scope.depth >= DEEPEST {
            return None;
        }
        let values = &case.case.values;
        let arguments = atom.arguments.iter();
        let asked: Vec<Option<Ground>> = arguments.map(|term| values.of(term)).collect();
        let is_ground = asked.iter().all(Option::is_some);
        let mut found = Vec::new();
        for rule in self.defined.get(&key(atom)).into_iter().flatten() {
            let mut own = Values::default();
            let places = || atom.arguments.iter().zip(&rule.head.arguments).zip(&asked);
            let fits = places().all(|((term, head), asked)| match asked {
                Some(asked) => own.bind(head, asked),
                None => !are_apart(term, head),
            });
            if !fits {
                continue;
            }
            for inner in self.of_rule(rule, own, scope.known, scope.depth + 1) {
                if is_ground && inner.is_certain() {
                    return Some(vec![case.clone()]);
                }
                let mut outer = case.clone();
                let fits = places().all(|((term, head), _)| match inner.values.of(head) {
                    Some(value) => outer.case.values.bind(term, &value),
                    None => {
                        outer.case.is_in_doubt = true;
                        true
                    }
                });
                outer.case.is_in_doubt |= inner.is_in_doubt;
                outer.case.assumes.extend(inner.assumes);
                if fits {
                    found.push(outer);
                }
            }
        }
        // What is asked of known terms is one proposition, however it comes about.
        (found.is_empty() || !is_ground).then_some(found)
    }
}

/// Where a condition is asked.
#[derive(Clone, Copy)]
struct Scope<'r, 'k> {
    rule: &'r Rule,
    known: Known<'k>,
    depth: usize,
}

impl Case {
    fn is_certain(&self) -> bool {
        self.assumes.is_empty() && !self.is_in_doubt
    }
}

impl<'r> OpenCase<'r> {
    fn new(values: Values) -> Self {
        Self {
            case: Case {
                values,
                ..Case::default()
            },
            open: Vec::new(),
        }
    }

    fn is_certain(&self) -> bool {
        self.open.is_empty() && self.case.is_certain()
    }

    /// The case, with what is open in it as propositions.
    fn closed(self, rule: &Rule) -> Case {
        let mut closed = self.case;
        for proposition in propositions::of(&self.open, &rule.head, &closed.values) {
            closed.is_in_doubt |= proposition.is_none();
            closed.assumes.extend(proposition);
        }
        closed
    }

    fn left_open(mut self, condition: &'r Formula) -> Self {
        self.open.push(condition);
        self
    }

    fn with_each(&self, values: impl IntoIterator<Item = Values>) -> Vec<Self> {
        let with = |values| {
            let mut case = self.clone();
            case.case.values = values;
            case
        };
        values.into_iter().map(with).collect()
    }
}

/// Whether a term is a variable that stands nowhere else in a rule.
fn is_any(term: &Term, rule: &Rule) -> bool {
    term.variable().is_some_and(|wanted| {
        let mut uses = 0;
        rule.each_variable(&mut |name| uses += usize::from(name == wanted));
        uses == 1
    })
}

/// Whether two terms are never the same, whatever their variables are.
fn are_apart(one: &Term, other: &Term) -> bool {
    match (one.parts(), other.parts()) {
        (Some((one, arguments)), Some((other, others))) => {
            one != other
                || arguments.len() != others.len()
                || arguments
                    .iter()
                    .zip(others)
                    .any(|(one, other)| are_apart(one, other))
        }
        _ => false,
    }
}
