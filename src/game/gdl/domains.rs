//! Which terms can stand at each argument of a relation, a fact or a move: the least model of a
//! relaxation of the rules, in which each argument is looked at alone.
//!
//! A term of the head of a rule is one that the variables of its conditions can have. Of conditions with `not` and
//! `distinct` those count that leave out known terms of one variable: with `(not (edge ?n))` it is none that a fact
//! says to be at the edge. So a domain holds each term that ever stands there, and perhaps more.
//!
//! A head such as `(legal ?p (move ?x1 ?y1 ?x2 ?y2))` has more instances than can be listed, and a head such as
//! `(next (count (s ?n)))` has no end of them. Then the domain has a *shape* in their place: `move` or `s`, with a
//! domain for each of its arguments. All shapes of one function share these domains, so that there is an end of
//! shapes. Only moves have their own: a sheet often has a relation of the moves that would be possible, and
//! `legal` says which of them are.

use std::collections::{HashMap, HashSet};
use std::slice;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::read::fluent_place;
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::values::Values;
use crate::syntax::reading::Reading;
use crate::syntax::tree::Name;

/// The most terms that are listed of a domain.
const MOST_TERMS: usize = 1 << 14;

/// The most instances of a function's term in the head of a rule; more are a shape.
const MOST_INSTANCES: usize = 1 << 8;

/// Terms that nest deeper than this grow without end, or nearly so.
const MOST_NESTED: usize = 12;

/// A term without variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// A move, or a function in one.
    Move,
    /// A function elsewhere.
    Function,
}

/// An argument, by the name and the number of arguments of what it belongs to.
pub(super) type Place = (Kind, Name, usize, usize);

/// Terms in the order in which they were found.
pub(super) type Terms = IndexSet<Ground, FxBuildHasher>;

/// All terms of a function whose arguments are in the domains of its places. Its kind is one of functions.
type Shape = (Kind, Name, usize);

/// What can stand somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Elements {
    terms: Terms,
    shapes: IndexSet<Shape, FxBuildHasher>,
}

/// What can stand at one argument; none if that is any term.
type Domain = Option<Elements>;

/// By argument the terms that can stand there.
#[derive(Default)]
pub(super) struct Domains {
    of_place: HashMap<Place, Domain, FxBuildHasher>,
    /// The facts without variables of the relations that a condition denies, by the relation.
    denied: HashMap<Name, HashSet<Vec<Ground>, FxBuildHasher>, FxBuildHasher>,
}

/// By variable the terms that it can have; what is not there can have any.
type Candidates = HashMap<Name, Elements, FxBuildHasher>;

impl Elements {
    fn terms(terms: Terms) -> Self {
        Self {
            terms,
            shapes: IndexSet::default(),
        }
    }

    fn shape(shape: Shape) -> Self {
        Self {
            terms: Terms::default(),
            shapes: IndexSet::from_iter([shape]),
        }
    }

    /// The kinds of the shapes of a function.
    fn kinds(&self, name: &Name, arity: usize) -> impl Iterator<Item = Kind> {
        let shapes = self.shapes.iter();
        let own = shapes.filter(move |shape| shape.1 == *name && shape.2 == arity);
        own.map(|shape| shape.0)
    }

    fn len(&self) -> usize {
        self.terms.len() + self.shapes.len()
    }

    fn extend(&mut self, other: Self) {
        self.terms.extend(other.terms);
        self.shapes.extend(other.shapes);
    }
}

impl Domains {
    /// Finds the domains of all arguments of a sheet, unless the reading is stopped.
    pub fn new(rules: &[Rule], reading: &Reading<'_>) -> Self {
        let mut domains = Self::default();
        domains.extend(rules, reading);
        domains
    }

    /// Finds out what further rules add.
    pub fn extend(&mut self, rules: &[Rule], reading: &Reading<'_>) {
        let (facts, rules): (Vec<&Rule>, Vec<&Rule>) =
            rules.iter().partition(|rule| rule.body.is_empty());
        self.deny(&facts, &rules);
        for fact in facts {
            self.derive(fact);
        }
        loop {
            let mut has_grown = false;
            for rule in &rules {
                has_grown |= !reading.is_interrupted() && self.derive(rule);
            }
            if !has_grown {
                return;
            }
        }
    }

    /// The terms of an argument: `None` if there is no end of them, or very many.
    pub fn of(&self, place: &Place) -> Option<Terms> {
        self.listed(place, 0)
    }

    /// The roles.
    pub fn roles(&self) -> Option<Terms> {
        self.of(&roles())
    }

    /// Whether the conditions of a rule can never hold together.
    pub fn refute_rule(&self, rule: &Rule) -> bool {
        self.candidates(rule).is_none()
    }

    /// Whether an atom can never hold, since a term cannot stand where it does.
    pub fn refute(&self, atom: &Atom) -> bool {
        !self.restrict_by_places(places(atom), &mut Candidates::default())
    }

    /// By variable the terms that it can have where a rule holds; those that can have very many are not there. `None` if
    /// the rule never holds.
    pub fn of_variables(&self, rule: &Rule) -> Option<HashMap<Name, Vec<Ground>>> {
        let candidates = self.candidates(rule)?.into_iter();
        let listed = candidates.filter(|(_, elements)| elements.shapes.is_empty());
        let terms = listed.map(|(name, elements)| (name, elements.terms.into_iter().collect()));
        Some(terms.collect())
    }

    /// Notes the facts of relations that a condition of a rule denies.
    fn deny(&mut self, facts: &[&Rule], rules: &[&Rule]) {
        for rule in rules {
            rule.each_condition(&mut |atom, is_negated| {
                // Facts of these say nothing if they are about somebody who is no role.
                if is_negated && !atom.is("legal", 2) && !atom.is("goal", 2) {
                    self.denied.entry(atom.name.clone()).or_default();
                }
            });
        }
        for Rule { head, .. } in facts {
            if let Some(known) = self.denied.get_mut(&head.name) {
                known.extend(Values::default().of_all(&head.arguments));
            }
        }
    }

    /// What the variables of a rule can be; `None` if its conditions can never hold together.
    fn candidates(&self, rule: &Rule) -> Option<Candidates> {
        let mut candidates = Candidates::default();
        self.restrict_by_all(&rule.body, &mut candidates)
            .then_some(candidates)
    }

    /// Leaves the terms that variables can have if all conditions hold. Returns whether they can.
    fn restrict_by_all(&self, conditions: &[Formula], candidates: &mut Candidates) -> bool {
        // What is left out of the terms of a variable is looked at when these are known.
        let is_denial =
            |condition: &&Formula| matches!(condition, Formula::Not(..) | Formula::Distinct(..));
        let others = conditions.iter().filter(|one| !is_denial(one));
        let mut ordered = others.chain(conditions.iter().filter(is_denial));
        ordered.all(|condition| self.restrict(condition, candidates))
    }

    /// Adds what the head of a rule can be. Returns whether that is more than before.
    fn derive(&mut self, rule: &Rule) -> bool {
        let Some(candidates) = self.candidates(rule) else {
            return false;
        };
        let mut found = Vec::new();
        for (place, term) in places(&rule.head) {
            let kind = match place.0 {
                Kind::Move => Kind::Move,
                _ => Kind::Function,
            };
            let domain = instances(term, kind, &candidates, &mut found);
            found.push((place, domain));
        }
        let mut has_grown = false;
        for (place, domain) in found {
            has_grown |= self.add(place, domain);
        }
        has_grown
    }

    fn add(&mut self, place: Place, found: Domain) -> bool {
        let Some(found) = found else {
            return self.of_place.insert(place, None) != Some(None);
        };
        let domain = self.of_place.entry(place);
        let Some(elements) = domain.or_insert_with(|| Some(Elements::default())) else {
            return false;
        };
        let before = elements.len();
        elements.extend(found);
        elements.len() > before
    }

    /// The terms of an argument, shapes spelled out.
    fn listed(&self, place: &Place, nested: usize) -> Option<Terms> {
        let elements = self.of_place.get(place)?.as_ref()?;
        if nested > MOST_NESTED {
            return None;
        }
        let mut terms = elements.terms.clone();
        for (kind, name, arity) in &elements.shapes {
            let arguments = (0..*arity).map(|number| {
                let place = (*kind, name.clone(), *arity, number);
                self.listed(&place, nested + 1)
            });
            let arguments: Vec<Terms> = arguments.collect::<Option<_>>()?;
            terms.extend(applications(name, arguments.iter(), MOST_TERMS)?);
        }
        (terms.len() <= MOST_TERMS).then_some(terms)
    }

    /// Leaves the terms that variables can have if a condition holds. Returns whether it can.
    fn restrict(&self, condition: &Formula, candidates: &mut Candidates) -> bool {
        match condition {
            Formula::Distinct(one, other, _) => {
                let pairs = [(one, other), (other, one)];
                pairs.into_iter().all(|(term, other)| {
                    let both = term.variable().zip(Values::default().of(other));
                    both.is_none_or(|(variable, other)| {
                        leave_out(variable, candidates, |own| *own == other)
                    })
                })
            }
            Formula::Not(denied, _) => match &**denied {
                Formula::Atom(atom) => self.deny_facts(atom, candidates),
                _ => true,
            },
            Formula::Atom(atom) => self.restrict_by_places(places(atom), candidates),
            Formula::And(parts, _) => self.restrict_by_all(parts, candidates),
            Formula::Or(parts, _) => {
                let mut joined: Option<Candidates> = None;
                for part in parts {
                    let mut own = candidates.clone();
                    if self.restrict(part, &mut own) {
                        joined = either(joined, own);
                    }
                }
                let is_possible = joined.is_some();
                *candidates = joined.unwrap_or_default();
                is_possible
            }
        }
    }

    /// Leaves the terms that the only variable of an atom can have if the atom is none of the facts. Returns whether
    /// there are any.
    fn deny_facts(&self, atom: &Atom, candidates: &mut Candidates) -> bool {
        let Some(facts) = self.denied.get(&atom.name) else {
            return true;
        };
        let mut variables = IndexSet::new();
        atom.each_variable(&mut |name| {
            variables.insert(name);
        });
        let (Some(variable), 1) = (variables.first(), variables.len()) else {
            return true;
        };
        leave_out(variable, candidates, |own| match &atom.arguments[..] {
            [term] if term.variable().is_some() => facts.contains(slice::from_ref(own)),
            terms => {
                let fact = Values::of_one(variable, own).of_all(terms);
                fact.is_some_and(|fact| facts.contains(&fact))
            }
        })
    }

    /// Leaves the terms that variables can have if each term can stand at its place.
    fn restrict_by_places<'t>(
        &self,
        places: impl IntoIterator<Item = (Place, &'t Term)>,
        candidates: &mut Candidates,
    ) -> bool {
        let mut places = places.into_iter();
        places.all(|(place, term)| match self.of_place.get(&place) {
            // Nothing stands there.
            None => false,
            Some(None) => true,
            Some(Some(elements)) => self.restrict_by_elements(term, elements, candidates),
        })
    }

    fn restrict_by_elements(
        &self,
        term: &Term,
        elements: &Elements,
        candidates: &mut Candidates,
    ) -> bool {
        match &term.kind {
            TermKind::Variable(name) => self.keep(candidates, name, elements),
            TermKind::Constant(name) => elements.terms.contains(&Ground::Constant(name.clone())),
            TermKind::Function(name, arguments) => {
                let mut found = values_among(&elements.terms, term);
                for kind in elements.kinds(name, arguments.len()) {
                    let mut own = Candidates::default();
                    if self.restrict_by_places(within(kind, name, arguments), &mut own) {
                        found = either(found, own);
                    }
                }
                found.is_some_and(|found| {
                    let mut found = found.iter();
                    found.all(|(name, elements)| self.keep(candidates, name, elements))
                })
            }
        }
    }

    /// Leaves those of the terms that a variable can have which are among others. Returns whether there
    /// are any.
    fn keep(&self, candidates: &mut Candidates, name: &Name, others: &Elements) -> bool {
        let Some(own) = candidates.get_mut(name) else {
            candidates.insert(name.clone(), others.clone());
            return true;
        };
        let of_shapes = others.terms.iter().filter(|term| self.has_shape(own, term));
        let of_shapes: Vec<Ground> = of_shapes.cloned().collect();
        own.terms
            .retain(|term| others.terms.contains(term) || self.has_shape(others, term));
        own.terms.extend(of_shapes);
        own.shapes
            .retain(|(_, name, arity)| others.kinds(name, *arity).next().is_some());
        own.len() > 0
    }

    /// Whether a term is one of those for which the shapes stand.
    fn has_shape(&self, elements: &Elements, term: &Ground) -> bool {
        let Ground::Function(name, arguments) = term else {
            return false;
        };
        elements.kinds(name, arguments.len()).any(|kind| {
            let mut numbered = arguments.iter().enumerate();
            numbered.all(|(number, argument)| {
                let place = (kind, name.clone(), arguments.len(), number);
                match self.of_place.get(&place) {
                    None => false,
                    Some(None) => true,
                    Some(Some(elements)) => {
                        elements.terms.contains(argument) || self.has_shape(elements, argument)
                    }
                }
            })
        })
    }
}

/// What the variables of a term can be if it is one of some; `None` if it is none of them.
fn values_among(terms: &Terms, term: &Term) -> Option<Candidates> {
    let mut found: Option<Candidates> = None;
    for one in terms {
        let mut values = Values::default();
        if values.bind(term, one) {
            let found = found.get_or_insert_default();
            for (name, value) in values.iter() {
                let elements = found.entry(name.clone()).or_default();
                elements.terms.insert(value.clone());
            }
        }
    }
    found
}

/// Leaves those of the terms that a variable can have which are not to be left out. Returns whether there are any.
fn leave_out(
    variable: &Name,
    candidates: &mut Candidates,
    is_left_out: impl Fn(&Ground) -> bool,
) -> bool {
    candidates.get_mut(variable).is_none_or(|own| {
        own.terms.retain(|term| !is_left_out(term));
        own.len() > 0
    })
}

/// What variables can have by one way, if there is one, or by another one.
fn either(one: Option<Candidates>, other: Candidates) -> Option<Candidates> {
    let Some(mut one) = one else {
        return Some(other);
    };
    one.retain(|name, _| other.contains_key(name));
    for (name, elements) in other {
        if let Some(own) = one.get_mut(&name) {
            own.extend(elements);
        }
    }
    Some(one)
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

/// All that a term can be. Where that is a shape, what its arguments can be is added to what was found.
fn instances(
    term: &Term,
    kind: Kind,
    candidates: &Candidates,
    found: &mut Vec<(Place, Domain)>,
) -> Domain {
    match &term.kind {
        TermKind::Variable(name) => candidates.get(name).cloned(),
        TermKind::Constant(name) => {
            let constant = Ground::Constant(name.clone());
            Some(Elements::terms(Terms::from_iter([constant])))
        }
        TermKind::Function(name, arguments) => {
            let own = arguments.iter();
            let own = own.map(|one| instances(one, kind, candidates, found));
            let own: Vec<Domain> = own.collect();
            if let Some(terms) = listed_instances(name, &own) {
                return Some(Elements::terms(terms));
            }
            let arity = own.len();
            for (number, domain) in own.into_iter().enumerate() {
                found.push(((kind, name.clone(), arity, number), domain));
            }
            Some(Elements::shape((kind, name.clone(), arity)))
        }
    }
}

/// A function applied to all that its arguments can be, if these are few terms that nest little.
fn listed_instances(name: &Name, arguments: &[Domain]) -> Option<Terms> {
    let arguments = arguments.iter().map(|domain| {
        let elements = domain.as_ref()?;
        elements.shapes.is_empty().then_some(&elements.terms)
    });
    let arguments: Vec<&Terms> = arguments.collect::<Option<_>>()?;
    applications(name, arguments.into_iter(), MOST_INSTANCES)
}

/// A function applied to all lists of arguments; `None` if these are more than `most`, or nest too deep.
fn applications<'t>(
    name: &Name,
    arguments: impl Iterator<Item = &'t Terms>,
    most: usize,
) -> Option<Terms> {
    let mut lists = vec![Vec::new()];
    for own in arguments {
        if lists.len().saturating_mul(own.len()) > most {
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
    let lists = lists.into_iter();
    let terms: Terms = lists
        .map(|list| Ground::Function(name.clone(), list))
        .collect();
    let mut depths = terms.iter().map(depth);
    depths.all(|depth| depth <= MOST_NESTED).then_some(terms)
}

/// How many functions stand within each other in a term.
pub(super) fn depth(term: &Ground) -> usize {
    match term {
        Ground::Constant(_) => 0,
        Ground::Function(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
    }
}
