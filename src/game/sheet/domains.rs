//! Which values the variables of the rules can have: the least model of a relaxation of the rules, in which
//! each argument is looked at alone, from the calls to the answers and back.
//!
//! A call of a relation says what its arguments can be at first, since the machine asks the conditions in
//! their order; an answer says what they can be then. Fluents have their declared domains.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

use indexmap::IndexSet;

use super::candidates::{Candidates, Domain, MOST_VALUES, instances, restrict};
use super::program::Program;
use super::rule::{Atom, Literal, NEXT, RelationKey, Rule, TRUE};
use super::tables::Answerer;
use super::term::Term;
use crate::syntax::tree::Name;

/// The most rounds in which values may be found one after the other.
const MOST_ROUNDS: usize = 200;

/// What an argument belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Relation,
    Fluent,
    Move,
}

/// An argument, by the name and the number of arguments of what it belongs to.
type Place = (Kind, Name, usize, usize);

/// The relations whose second argument is a move.
const OF_MOVES: [&str; 4] = ["legal", "does", "$possible", "$can_move"];

/// The relations whose argument is a fact.
const OF_FACTS: [&str; 3] = [TRUE, NEXT, "init"];

/// An argument of a relation that has no value when it is asked for.
pub(super) type OpenArgument = (RelationKey, usize);

/// The domains of all arguments.
#[derive(Default)]
pub(super) struct Domains {
    answers: HashMap<Place, Domain>,
    /// What arguments can be when they are asked for.
    calls: HashMap<Place, Domain>,
    /// The arguments that some call leaves open.
    open: HashSet<Place>,
    called: HashSet<RelationKey>,
    /// What open arguments are after the other conditions of the rules that ask for them.
    later: HashMap<Place, Domain>,
    /// The places whose domain is declared.
    declared: HashSet<Place>,
    has_grown: bool,
    /// Whether what still grows is taken to be without end.
    is_widened: bool,
}

impl Domains {
    /// Finds the domains; `roots` are the relations that are asked from outside.
    pub fn new(
        program: &Program<'_>,
        rules: &[Rule],
        roots: &[RelationKey],
        answerer: &mut Answerer<'_, '_>,
    ) -> Self {
        let mut domains = Self::default();
        for fluent in program.fluents {
            let arity = fluent.arity();
            for (number, domain) in fluent.keys.iter().chain(&fluent.value).enumerate() {
                let values = domain.name.as_ref();
                let values = values.and_then(|name| program.listed(name, MOST_VALUES));
                let place = (Kind::Fluent, fluent.name.clone(), arity, number);
                if let Some(values) = values {
                    let added = Name::from(format!("${}_added", fluent.name));
                    let values = Domain::Values(values.into_iter().collect());
                    for place in [place, (Kind::Relation, added, arity, number)] {
                        domains.declared.insert(place.clone());
                        domains.answers.insert(place, values.clone());
                    }
                }
            }
        }
        for (name, arity) in roots {
            domains.called.insert((name.clone(), *arity));
            let places = (0..*arity).map(|number| (Kind::Relation, name.clone(), *arity, number));
            domains.open.extend(places);
        }
        // The role of `goal` is given.
        let roles: IndexSet<Term> = program
            .rules
            .game
            .roles
            .iter()
            .filter_map(Term::from_value)
            .collect();
        let role = (Kind::Relation, Name::from("goal"), 2, 0);
        domains.open.remove(&role);
        domains.calls.insert(role, Domain::Values(roles.clone()));
        let role = (Kind::Relation, Name::from("does"), 2, 0);
        domains.answers.insert(role, Domain::Values(roles));
        for round in 0.. {
            domains.is_widened = round >= MOST_ROUNDS;
            domains.has_grown = false;
            for rule in rules {
                if domains.called.contains(&rule.head.key())
                    && let Some(candidates) = domains.solve(rule, answerer, &mut |_, _| {})
                {
                    for (place, term) in places(&rule.head) {
                        let found = instances(term, &candidates);
                        domains.answer(place, found);
                    }
                }
            }
            if !domains.has_grown || program.rules.interrupt().load(Ordering::Relaxed) {
                break;
            }
        }
        domains.is_widened = false;
        domains.note_later(rules, answerer);
        domains
    }

    /// Notes what open arguments are in the end where they are asked for.
    fn note_later(&mut self, rules: &[Rule], answerer: &mut Answerer<'_, '_>) {
        for rule in rules {
            let mut open: Vec<(Place, Name)> = Vec::new();
            let candidates = self.solve(rule, answerer, &mut |number, before| {
                let Literal::Atom(atom) = &rule.body[number] else {
                    return;
                };
                for (number, term) in atom.arguments.iter().enumerate() {
                    if let Term::Variable(name) = term
                        && !before.contains_key(name)
                    {
                        open.push((argument(atom, number), name.clone()));
                    }
                }
            });
            for (place, name) in open {
                let found = candidates
                    .as_ref()
                    .and_then(|candidates| candidates.get(&name));
                if let Some(found @ Domain::Values(_)) = found {
                    add(&mut self.later, place, found.clone(), false);
                }
            }
        }
    }

    /// What an argument of a head can be that its rule leaves open, as far as anybody asks.
    pub fn later(&self, head: &Atom, variable: &Name) -> Option<&Domain> {
        let mut arguments = head.arguments.iter();
        let number = arguments.position(|term| term.as_variable() == Some(variable))?;
        self.later.get(&argument(head, number))
    }

    /// The arguments of relations that some condition leaves open.
    pub fn open(&self) -> impl Iterator<Item = OpenArgument> {
        let places = self.open.iter();
        places.map(|(_, name, arity, number)| ((name.clone(), *arity), *number))
    }

    /// Whether an argument has a value in some condition.
    pub fn is_given(&self, ((name, arity), number): &OpenArgument) -> bool {
        self.calls
            .contains_key(&(Kind::Relation, name.clone(), *arity, *number))
    }

    pub fn is_called(&self, key: &RelationKey) -> bool {
        self.called.contains(key)
    }

    /// What the variables of a rule can be when all its conditions hold; none if that cannot be. `visit` sees
    /// each condition with what the variables can be before it.
    pub fn solve(
        &mut self,
        rule: &Rule,
        answerer: &mut Answerer<'_, '_>,
        visit: &mut dyn FnMut(usize, &Candidates),
    ) -> Option<Candidates> {
        let mut candidates = Candidates::new();
        let (name, arity) = rule.head.key();
        for (number, term) in rule.head.arguments.iter().enumerate() {
            let place = (Kind::Relation, name.clone(), arity, number);
            if self.open.contains(&place) {
                continue;
            }
            if let Some(domain) = self.calls.get(&place)
                && !restrict(term, domain, &mut candidates)
            {
                return None;
            }
        }
        for (number, literal) in rule.body.iter().enumerate() {
            visit(number, &candidates);
            if !self.narrow(literal, &mut candidates, answerer) {
                return None;
            }
        }
        // A fact outside its domain would be an error.
        for (place, term) in places(&rule.head) {
            if self.declared.contains(&place)
                && let Some(domain) = self.answers.get(&place)
                && !restrict(term, domain, &mut candidates)
            {
                return None;
            }
        }
        Some(candidates)
    }

    /// Leaves what the variables can be if a condition holds. Returns whether it can.
    fn narrow(
        &mut self,
        literal: &Literal,
        candidates: &mut Candidates,
        answerer: &mut Answerer<'_, '_>,
    ) -> bool {
        match literal {
            Literal::Distinct(one, other, _) => {
                for (variable, value) in [(one, other), (other, one)] {
                    if let Term::Variable(name) = variable
                        && value.is_ground()
                        && let Some(Domain::Values(values)) = candidates.get_mut(name)
                    {
                        values.shift_remove(value);
                        if values.is_empty() {
                            return false;
                        }
                    }
                }
                true
            }
            Literal::Not(atom) => {
                self.call(atom, candidates);
                true
            }
            Literal::Atom(atom) if atom.goal.is_some() => answerer.narrow(atom, candidates),
            Literal::Atom(atom) => {
                self.call(atom, candidates);
                places(atom)
                    .into_iter()
                    .all(|(place, term)| match self.answers.get(&place) {
                        _ if place == whole_move() => restrict(term, &self.moves(), candidates),
                        Some(domain) => restrict(term, domain, candidates),
                        None => false,
                    })
            }
        }
    }

    /// Notes a call of a relation.
    fn call(&mut self, atom: &Atom, candidates: &Candidates) {
        let (name, arity) = atom.key();
        self.has_grown |= self.called.insert((name.clone(), arity));
        for (number, term) in atom.arguments.iter().enumerate() {
            let place = (Kind::Relation, name.clone(), arity, number);
            let mut is_open = false;
            term.each_variable(&mut |name| is_open |= !candidates.contains_key(name));
            match is_open {
                true => self.has_grown |= self.open.insert(place),
                false => {
                    let found = instances(term, candidates);
                    self.has_grown |= add(&mut self.calls, place, found, self.is_widened);
                }
            }
        }
    }

    /// All moves.
    fn moves(&self) -> Domain {
        let mut functions: HashMap<(&Name, usize), Vec<Option<&Domain>>> = HashMap::new();
        let mut moves = IndexSet::new();
        for (place, domain) in &self.answers {
            match (place, domain) {
                ((Kind::Move, _, 0, _), Domain::Values(values)) => {
                    moves.extend(values.iter().cloned())
                }
                ((Kind::Move, _, 0, _), Domain::Any) => return Domain::Any,
                ((Kind::Move, name, arity, number), domain) => {
                    let places = functions.entry((name, *arity));
                    places.or_insert_with(|| vec![None; *arity])[*number] = Some(domain);
                }
                _ => {}
            }
        }
        for ((name, arity), domains) in functions {
            let variables = (0..arity).map(|number| Name::from(number.to_string()));
            let variables: Vec<Name> = variables.collect();
            let domains = variables.iter().cloned().zip(domains);
            let candidates = domains.filter_map(|(name, domain)| Some((name, domain?.clone())));
            let candidates = candidates.collect();
            let arguments = variables.into_iter().map(Term::Variable);
            let term = Term::Function(name.clone(), arguments.collect());
            match instances(&term, &candidates) {
                Domain::Values(values) => moves.extend(values),
                Domain::Any => return Domain::Any,
            }
        }
        Domain::Values(moves)
    }

    fn answer(&mut self, place: Place, found: Domain) {
        if place == whole_move() {
            let Domain::Values(values) = found else {
                return self.answer(constant_move(), Domain::Any);
            };
            for value in values {
                let (place, arguments) = match &value {
                    Term::Function(name, arguments) => (name, &arguments[..]),
                    _ => {
                        self.answer(
                            constant_move(),
                            Domain::Values(IndexSet::from_iter([value])),
                        );
                        continue;
                    }
                };
                for (number, argument) in arguments.iter().enumerate() {
                    let place = (Kind::Move, place.clone(), arguments.len(), number);
                    self.answer(
                        place,
                        Domain::Values(IndexSet::from_iter([argument.clone()])),
                    );
                }
            }
        } else if !self.declared.contains(&place) {
            self.has_grown |= add(&mut self.answers, place, found, self.is_widened);
        }
    }
}

/// Adds what can stand at a place. Returns whether that is more than before.
fn add(known: &mut HashMap<Place, Domain>, place: Place, found: Domain, is_widened: bool) -> bool {
    let Some(domain) = known.get_mut(&place) else {
        known.insert(place, found);
        return true;
    };
    let (Domain::Values(values), found) = (&mut *domain, found) else {
        return false;
    };
    let before = values.len();
    match found {
        Domain::Any => *domain = Domain::Any,
        Domain::Values(found) => {
            values.extend(found);
            if values.len() == before {
                return false;
            }
            if values.len() > MOST_VALUES || is_widened {
                *domain = Domain::Any;
            }
        }
    }
    true
}

/// The arguments of an atom that have a domain of their own. A fact or a move without arguments has none.
fn places(atom: &Atom) -> Vec<(Place, &Term)> {
    let within = |kind: Kind, term| {
        let (name, arguments): (&Name, &[Term]) = Term::parts(term)?;
        let place = move |number| (kind, name.clone(), arguments.len(), number);
        let arguments = arguments.iter().enumerate();
        Some(arguments.map(move |(number, term)| (place(number), term)))
    };
    let name = &*atom.name;
    if atom.arguments.len() == 1 && OF_FACTS.contains(&name) {
        return within(Kind::Fluent, &atom.arguments[0])
            .into_iter()
            .flatten()
            .collect();
    }
    if atom.arguments.len() == 2 && OF_MOVES.contains(&name) {
        let role = (Kind::Relation, atom.name.clone(), 2, 0);
        let mut found = vec![(role, &atom.arguments[0])];
        match &atom.arguments[1] {
            Term::Variable(_) => found.push((whole_move(), &atom.arguments[1])),
            Term::Function(..) => {
                found.extend(within(Kind::Move, &atom.arguments[1]).into_iter().flatten())
            }
            _ => found.push((constant_move(), &atom.arguments[1])),
        }
        return found;
    }
    let place = |number| {
        (
            Kind::Relation,
            atom.name.clone(),
            atom.arguments.len(),
            number,
        )
    };
    let arguments = atom.arguments.iter().enumerate();
    arguments
        .map(|(number, term)| (place(number), term))
        .collect()
}

/// The place of an argument of a relation.
fn argument(atom: &Atom, number: usize) -> Place {
    (
        Kind::Relation,
        atom.name.clone(),
        atom.arguments.len(),
        number,
    )
}

/// The place of moves without arguments.
fn constant_move() -> Place {
    (Kind::Move, Name::from(""), 0, 0)
}

/// The place of moves of any kind, which has no domain of its own.
fn whole_move() -> Place {
    (Kind::Move, Name::from("*"), 0, 0)
}
