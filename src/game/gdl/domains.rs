//! Which terms can stand at each argument of a relation, a fact or a move: the least model of a
//! relaxation of the rules, in which each argument is looked at alone.
//!
//! A term of the head of a rule is one that the variables of its conditions can have; conditions with `not`
//! and `distinct` are left out. So a domain holds each term that ever stands there, and perhaps more.
//! An argument with very many terms, or with terms that grow, has no domain.

use std::collections::HashMap;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::read::fluent_place;
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::values::Values;
use crate::syntax::tree::Name;

/// The most terms of a domain.
const MOST_TERMS: usize = 1 << 14;

/// Terms that nest deeper than this grow without end, or nearly so.
const MOST_NESTED: usize = 12;

/// A term without variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ground {
    Constant(Name),
    Function(Name, Vec<Ground>),
}

/// What an argument belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Relation,
    /// A fact of the position.
    Fluent,
    Move,
}

/// An argument, by the name and the number of arguments of what it belongs to.
pub(super) type Place = (Kind, Name, usize, usize);

/// Terms in the order in which they were found.
pub(super) type Terms = IndexSet<Ground, FxBuildHasher>;

/// The terms of one argument; none if there is no end of them.
type Domain = Option<Terms>;

/// By argument the terms that can stand there.
#[derive(Default)]
pub(super) struct Domains {
    of_place: HashMap<Place, Domain, FxBuildHasher>,
}

/// By variable the terms that it can have; what is not there can have any.
type Candidates = HashMap<Name, Terms, FxBuildHasher>;

impl Domains {
    /// Finds the domains of all arguments of a sheet.
    pub fn new(rules: &[Rule]) -> Self {
        let mut domains = Self::default();
        let (facts, rules): (Vec<&Rule>, Vec<&Rule>) =
            rules.iter().partition(|rule| rule.body.is_empty());
        for fact in facts {
            domains.derive(fact);
        }
        loop {
            let mut has_grown = false;
            for rule in &rules {
                has_grown |= domains.derive(rule);
            }
            if !has_grown {
                return domains;
            }
        }
    }

    /// The terms of an argument: `None` if there is no end of them.
    pub fn of(&self, place: &Place) -> Option<&Terms> {
        self.of_place.get(place)?.as_ref()
    }

    /// The roles.
    pub fn roles(&self) -> Option<&Terms> {
        self.of(&roles())
    }

    /// Whether the conditions of a rule can never hold together.
    pub fn refute_rule(&self, rule: &Rule) -> bool {
        self.candidates(rule).is_none()
    }

    /// Whether an atom can never hold, since a term cannot stand where it does.
    pub fn refute(&self, atom: &Atom) -> bool {
        places(atom)
            .iter()
            .any(|(place, term)| match self.domain(place) {
                None => true,
                Some(None) => false,
                Some(Some(terms)) => !terms.iter().any(|one| Values::default().bind(term, one)),
            })
    }

    /// What the variables of a rule can be; `None` if its conditions can never hold together.
    fn candidates(&self, rule: &Rule) -> Option<Candidates> {
        let mut candidates = Candidates::default();
        let mut body = rule.body.iter();
        body.all(|condition| self.restrict(condition, &mut candidates))
            .then_some(candidates)
    }

    /// Adds what the head of a rule can be. Returns whether that is more than before.
    fn derive(&mut self, rule: &Rule) -> bool {
        let Some(candidates) = self.candidates(rule) else {
            return false;
        };
        let mut has_grown = false;
        for (place, term) in places(&rule.head) {
            let found = instances(term, &candidates);
            if place == whole_move() {
                has_grown |= self.add_arguments(&found);
                if found.is_none() && term.variable().is_some() {
                    has_grown |= self.add(any_move(), None);
                }
            }
            has_grown |= self.add(place, found);
        }
        has_grown
    }

    /// The domain of an argument; `None` if nothing stands there.
    fn domain(&self, place: &Place) -> Option<&Domain> {
        // Where a move may be any term, the arguments that are known are not all.
        let any_move = self.of_place.get(&any_move());
        let any_move = any_move.filter(|_| place.0 == Kind::Move);
        any_move.or_else(|| self.of_place.get(place))
    }

    /// Adds the arguments of moves that are known as a whole.
    fn add_arguments(&mut self, moves: &Domain) -> bool {
        let mut has_grown = false;
        for term in moves.iter().flatten() {
            let Ground::Function(name, arguments) = term else {
                continue;
            };
            for (number, argument) in arguments.iter().enumerate() {
                let place = (Kind::Move, name.clone(), arguments.len(), number);
                has_grown |= self.add(place, Some(Terms::from_iter([argument.clone()])));
            }
        }
        has_grown
    }

    fn add(&mut self, place: Place, found: Domain) -> bool {
        let Some(found) = found else {
            return self.of_place.insert(place, None) != Some(None);
        };
        let is_new = !self.of_place.contains_key(&place);
        let domain = self
            .of_place
            .entry(place)
            .or_insert_with(|| Some(Terms::default()));
        let Some(terms) = domain else {
            return false;
        };
        let before = terms.len();
        terms.extend(found);
        let has_grown = is_new || terms.len() > before;
        if terms.len() > MOST_TERMS {
            *domain = None;
        }
        has_grown
    }

    /// Leaves the terms that variables can have if a condition holds. Returns whether it can.
    fn restrict(&self, condition: &Formula, candidates: &mut Candidates) -> bool {
        match condition {
            Formula::Distinct(..) | Formula::Not(..) => true,
            Formula::Atom(atom) => self.restrict_by_atom(atom, candidates),
            Formula::And(parts, _) => parts.iter().all(|part| self.restrict(part, candidates)),
            Formula::Or(parts, _) => {
                let mut joined: Option<Candidates> = None;
                for part in parts {
                    let mut own = candidates.clone();
                    if self.restrict(part, &mut own) {
                        joined = Some(match joined {
                            None => own,
                            Some(joined) => union(joined, &own),
                        });
                    }
                }
                let is_possible = joined.is_some();
                *candidates = joined.unwrap_or_default();
                is_possible
            }
        }
    }

    fn restrict_by_atom(&self, atom: &Atom, candidates: &mut Candidates) -> bool {
        places(atom).into_iter().all(|(place, term)| {
            let Some(domain) = self.domain(&place) else {
                return false;
            };
            let Some(terms) = domain else {
                return true;
            };
            if let TermKind::Variable(name) = &term.kind {
                return keep(candidates, name, terms);
            }
            let mut found: Candidates = Candidates::default();
            let mut is_possible = false;
            for one in terms {
                let mut values = Values::default();
                if values.bind(term, one) {
                    is_possible = true;
                    for (name, value) in values.iter() {
                        found.entry(name.clone()).or_default().insert(value.clone());
                    }
                }
            }
            is_possible
                && found
                    .iter()
                    .all(|(name, terms)| keep(candidates, name, terms))
        })
    }
}

/// Leaves those of the terms that a variable can have which are among others. Returns whether there are
/// any.
fn keep(candidates: &mut Candidates, name: &Name, terms: &Terms) -> bool {
    let kept = candidates
        .entry(name.clone())
        .and_modify(|own| own.retain(|term| terms.contains(term)))
        .or_insert_with(|| terms.clone());
    !kept.is_empty()
}

/// What variables can have by one way or by another one.
fn union(mut one: Candidates, other: &Candidates) -> Candidates {
    one.retain(|name, _| other.contains_key(name));
    for (name, terms) in &mut one {
        terms.extend(other[name].iter().cloned());
    }
    one
}

/// The arguments of an atom that have a domain of their own, with the terms that stand there.
fn places(atom: &Atom) -> Vec<(Place, &Term)> {
    if let Some(place) = fluent_place(atom) {
        let fact = &atom.arguments[place];
        return match fact.parts() {
            None => Vec::new(),
            // A fact without arguments has one place, where it stands itself.
            Some((name, [])) => vec![((Kind::Fluent, name.clone(), 0, 0), fact)],
            Some((name, arguments)) => within(Kind::Fluent, name, arguments).collect(),
        };
    }
    if !atom.is("does", 2) && !atom.is("legal", 2) {
        return within(Kind::Relation, &atom.name, &atom.arguments).collect();
    }
    let (role, played) = (&atom.arguments[0], &atom.arguments[1]);
    let mut found = vec![(whole_move(), played)];
    if let TermKind::Function(name, arguments) = &played.kind {
        found.extend(within(Kind::Move, name, arguments));
    }
    // The rules of `legal` do not make roles.
    if atom.is("does", 2) {
        found.push((roles(), role));
    }
    found
}

/// The arguments of what has a name, with their places.
fn within<'t>(
    kind: Kind,
    name: &Name,
    arguments: &'t [Term],
) -> impl Iterator<Item = (Place, &'t Term)> {
    let place = move |number| (kind, name.clone(), arguments.len(), number);
    let arguments = arguments.iter().enumerate();
    arguments.map(move |(number, term)| (place(number), term))
}

/// The place of a role.
fn roles() -> Place {
    (Kind::Relation, Name::from("role"), 1, 0)
}

/// The place of a whole move.
fn whole_move() -> Place {
    (Kind::Move, Name::from(""), 0, 0)
}

/// A place that is there if a move may be any term.
fn any_move() -> Place {
    (Kind::Move, Name::from(""), 0, 1)
}

/// All that a term can be; `None` if there is no end of it.
fn instances(term: &Term, candidates: &Candidates) -> Domain {
    match &term.kind {
        TermKind::Variable(name) => candidates.get(name).cloned(),
        TermKind::Constant(name) => Some(Terms::from_iter([Ground::Constant(name.clone())])),
        TermKind::Function(name, arguments) => {
            let mut lists = vec![Vec::new()];
            for argument in arguments {
                let own = instances(argument, candidates)?;
                if lists.len().saturating_mul(own.len()) > MOST_TERMS {
                    return None;
                }
                lists = lists
                    .into_iter()
                    .flat_map(|list| {
                        own.iter().map(move |term| {
                            let mut list = list.clone();
                            list.push(term.clone());
                            list
                        })
                    })
                    .collect();
            }
            let terms: Terms = lists
                .into_iter()
                .map(|arguments| Ground::Function(name.clone(), arguments))
                .collect();
            terms
                .iter()
                .all(|term| depth(term) <= MOST_NESTED)
                .then_some(terms)
        }
    }
}

fn depth(term: &Ground) -> usize {
    match term {
        Ground::Constant(_) => 0,
        Ground::Function(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
    }
}
