//! In which cases a rule holds, if of a position only a few facts are known: the *tracked* ones.
//!
//! A case has values for variables and what it assumes: propositions about the rest of the position, each true
//! or false. Without assumptions it holds for certain, and a rule without cases never holds. Where a condition is too
//! hard, a case is in doubt: it may hold or not, whatever the propositions are.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::slice;

use super::domains::Ground;
use super::fixed::FixedFacts;
use super::propositions::{self, Proposition};
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::strata::{RelationKey, key};
use super::values::Values;
use crate::syntax::tree::Name;

/// The most cases of one condition; one with more is a proposition of its own.
const MOST_CASES: usize = 64;

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
    looks_left: &'r Cell<usize>,
    /// Whether a move was asked for of which it matters which it is.
    pub has_asked_moves: Cell<bool>,
}

impl<'r> Cases<'r> {
    /// `looks_left` is how many conditions may be looked at.
    pub fn new(
        rules: &'r [Rule],
        fixed: &'r FixedFacts,
        tracked: &'r [RelationKey],
        looks_left: &'r Cell<usize>,
    ) -> Self {
        let mut defined: HashMap<RelationKey, Vec<&Rule>> = HashMap::new();
        for rule in rules {
            defined.entry(key(&rule.head)).or_default().push(rule);
        }
        Self {
            fixed,
            defined,
            tracked,
            looks_left,
            has_asked_moves: Cell::new(false),
        }
    }

    /// The cases in which a rule holds with these values, where the game goes on; `None` if that is too much work.
    pub fn of(&self, rule: &'r Rule, values: Values, known: Known<'_>) -> Option<Vec<Case>> {
        self.of_rule(rule, values, known, 0)
    }

    fn of_rule(
        &self,
        rule: &'r Rule,
        values: Values,
        known: Known<'_>,
        depth: usize,
    ) -> Option<Vec<Case>> {
        let mut cases = vec![OpenCase::new(values)];
        let scope = Scope { rule, known, depth };
        for condition in &rule.body {
            cases = self.all(condition, cases, scope)?;
        }
        Some(cases.into_iter().map(|case| case.closed(rule)).collect())
    }

    /// Counts some work; `None` if it is too much.
    fn work(&self, looks: usize) -> Option<()> {
        self.looks_left
            .set(self.looks_left.get().checked_sub(looks)?);
        Some(())
    }

    fn all(
        &self,
        condition: &'r Formula,
        cases: Vec<OpenCase<'r>>,
        scope: Scope<'r, '_>,
    ) -> Option<Vec<OpenCase<'r>>> {
        let mut found = Vec::new();
        for case in cases {
            found.extend(self.each(condition, case, scope)?);
        }
        Some(found)
    }

    /// The cases in which a condition holds too.
    fn each(
        &self,
        condition: &'r Formula,
        case: OpenCase<'r>,
        scope: Scope<'r, '_>,
    ) -> Option<Vec<OpenCase<'r>>> {
        self.work(1)?;
        match condition {
            Formula::Atom(atom) => {
                let found = self.by_atom(atom, &case, scope)?;
                let found = found.filter(|found| found.len() <= MOST_CASES);
                Some(found.unwrap_or_else(|| vec![left_open(case, condition)]))
            }
            Formula::Distinct(left, right, _) => {
                let values = &case.case.values;
                Some(match (values.of(left), values.of(right)) {
                    (Some(left), Some(right)) if left == right => Vec::new(),
                    (Some(_), Some(_)) => vec![case],
                    _ => vec![left_open(case, condition)],
                })
            }
            Formula::Not(inner, _) => {
                let within = OpenCase::new(case.case.values.clone());
                let found = self.each(inner, within, scope)?;
                let mut is_bound = true;
                let values = &case.case.values;
                inner.each_variable(&mut |name| is_bound &= values.has(name));
                Some(match found.is_empty() {
                    true => vec![case],
                    false if is_bound && found.iter().any(OpenCase::is_certain) => Vec::new(),
                    false => vec![left_open(case, condition)],
                })
            }
            Formula::And(parts, _) => {
                let mut found = vec![case];
                for part in parts {
                    found = self.all(part, found, scope)?;
                }
                Some(found)
            }
            Formula::Or(parts, _) => {
                let mut found = Vec::new();
                for part in parts {
                    found.extend(self.each(part, case.clone(), scope)?);
                }
                Some(found)
            }
        }
    }

    /// The cases in which an atom holds; none if that is a proposition.
    fn by_atom(
        &self,
        atom: &'r Atom,
        case: &OpenCase<'r>,
        scope: Scope<'r, '_>,
    ) -> Option<Option<Vec<OpenCase<'r>>>> {
        let values = &case.case.values;
        if atom.is("true", 1) {
            let held = self.held(&atom.arguments[0], values, scope.known.state);
            return Some(held.map(|held| case.with_each(held)));
        }
        if atom.is("does", 2) {
            let made = self.made(atom, values, scope);
            return Some(made.map(|made| case.with_each(made)));
        }
        // Moves are made only where the game goes on.
        if atom.is("terminal", 0) {
            return Some(Some(Vec::new()));
        }
        if let Some(facts) = self.fixed.of(&key(atom)) {
            self.work(facts.len())?;
            let narrowed = self.fixed.narrow_by_atom(atom, slice::from_ref(values));
            return Some(narrowed.map(|narrowed| case.with_each(narrowed)));
        }
        self.derived(atom, case, scope)
    }

    /// The values with which a tracked fact holds; none if it is not tracked.
    fn held(&self, fact: &Term, values: &Values, state: &State) -> Option<Vec<Values>> {
        let (name, arguments) = fact.parts()?;
        if !self.tracked.contains(&(name.clone(), arguments.len())) {
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
                            arguments.all(|term| is_any(term, scope.rule)).then_some(())?;
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
    ) -> Option<Option<Vec<OpenCase<'r>>>> {
        if scope.depth >= DEEPEST {
            return Some(None);
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
            for inner in self.of_rule(rule, own, scope.known, scope.depth + 1)? {
                if is_ground && inner.is_certain() {
                    return Some(Some(vec![case.clone()]));
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
        Some((found.is_empty() || !is_ground).then_some(found))
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

impl OpenCase<'_> {
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

    fn with_each(&self, values: Vec<Values>) -> Vec<Self> {
        let with = |values| {
            let mut case = self.clone();
            case.case.values = values;
            case
        };
        values.into_iter().map(with).collect()
    }
}

fn left_open<'r>(mut case: OpenCase<'r>, condition: &'r Formula) -> OpenCase<'r> {
    case.open.push(condition);
    case
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
                || arguments.iter().zip(others).any(|(one, other)| are_apart(one, other))
        }
        _ => false,
    }
}
