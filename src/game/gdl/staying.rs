//! Rules by which facts stay. Most rules of `next` say where a fact stays as it is: in all places but those which a
//! move has to do with.
//!
//! ```text
//! next(cell(X, Y, P)) <= does(R, move(A, B)) & cell(X, Y, P) & (X \= A or Y \= B)
//!   becomes
//! next(cell(X, Y, P)) <= cell_stays & cell(X, Y, P) & not cell_changes(X, Y)
//! cell_stays <= does(R, move(A, B))
//! cell_changes(A, B) <= does(R, move(A, B))
//! ```
//!
//! A move has to do with a few places and leaves many as they are, so the other way around there is much less to look
//! at. Both say the same where one move at most is such a move: if a role is named, or one role has the turn and others
//! wait by other moves. Each condition that ties the fact to the move has to have a contrary: a negation, `distinct`,
//! or a relation that holds in every position and has few exceptions.

use std::collections::HashSet;

use indexmap::map::Entry;
use indexmap::{IndexMap, IndexSet};

use super::domains::{Domains, Ground};
use super::fixed::FixedFacts;
use super::listed::fact;
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::strata::{RelationKey, key};
use super::turns::Turns;
use super::values::Values;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// The most combinations of terms that are looked at for the exceptions of a relation.
const MOST_LOOKS: usize = 1 << 16;

/// The most exceptions of a relation.
const MOST_EXCEPTIONS: usize = 1 << 10;

/// What is known of a sheet.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub domains: &'k Domains,
    pub fixed: &'k FixedFacts,
    pub turns: Option<&'k Turns>,
}

/// Turns rules by which facts stay around, and gives the further rules that these need. Their relations have none of
/// the names that are taken.
pub(super) fn turned_around(
    rules: &mut [Rule],
    names: HashSet<Name>,
    known: &Known<'_>,
) -> Vec<Rule> {
    let mut turning = Turning {
        known: *known,
        names,
        exceptions: IndexMap::new(),
    };
    let mut added = Vec::new();
    for rule in rules {
        if let Some(staying) = Staying::of(rule, known)
            && let Some((turned, further)) = staying.turned(&mut turning)
        {
            *rule = turned;
            added.extend(further);
        }
    }
    // A rule that was not turned around in the end may have asked for some.
    let mut asked = HashSet::new();
    for rule in &added {
        rule.each_condition(&mut |atom, _| {
            asked.insert(atom.name.clone());
        });
    }
    let exceptions = turning.exceptions.into_values().flatten();
    let wanted = exceptions.filter(|(name, _)| asked.contains(name));
    added.extend(wanted.flat_map(|(_, facts)| facts));
    added
}

/// What is known and made while rules are turned around.
struct Turning<'k> {
    known: Known<'k>,
    /// The names that are taken.
    names: HashSet<Name>,
    /// The relations that have the exceptions of others, and their facts; none where there are too many.
    exceptions: IndexMap<Excepted, Option<(Name, Vec<Rule>)>>,
}

/// A relation, its arguments with a constant of its own for each variable, and what these variables can be.
type Excepted = (RelationKey, Vec<Ground>, Vec<Vec<Ground>>);

/// A rule by which a fact stays if a move is made.
struct Staying<'r> {
    rule: &'r Rule,
    /// The condition that the fact is there, and the fact.
    is_there: &'r Formula,
    fact: &'r Term,
    /// The move.
    does: &'r Formula,
    /// Conditions about the fact alone.
    about_fact: Vec<&'r Formula>,
    /// Conditions about the move and whatever else, but not about the fact.
    about_move: Vec<&'r Formula>,
    /// Conditions about both and nothing else.
    about_both: Vec<&'r Formula>,
}

/// A condition that holds where another one does not.
#[derive(Default)]
struct Contrary {
    /// Whether it holds nowhere.
    is_never: bool,
    /// What variables of the fact are then.
    equal: Vec<(Name, Term)>,
    conditions: Vec<Formula>,
}

impl<'r> Staying<'r> {
    fn of(rule: &'r Rule, known: &Known<'_>) -> Option<Self> {
        let [fact] = &rule.head.arguments[..] else {
            return None;
        };
        if !rule.head.is("next", 1) {
            return None;
        }
        let is_fact = |condition: &&Formula| {
            matches!(condition, Formula::Atom(atom)
                if atom.is("true", 1) && are_same(&atom.arguments[0], fact))
        };
        let is_there = rule.body.iter().find(is_fact)?;
        let is_does =
            |condition: &&Formula| matches!(condition, Formula::Atom(atom) if atom.is("does", 2));
        let mut moves = rule.body.iter().filter(is_does);
        let does = moves.next()?;
        let Formula::Atom(atom) = does else {
            return None;
        };
        let (of_fact, of_move) = (of(is_there), of(does));
        if moves.next().is_some() || !of_fact.is_disjoint(&of_move) || !is_single(atom, known) {
            return None;
        }
        let mut staying = Self {
            rule,
            is_there,
            fact,
            does,
            about_fact: Vec::new(),
            about_move: Vec::new(),
            about_both: Vec::new(),
        };
        let rest = rule.body.iter();
        for condition in
            rest.filter(|one| !std::ptr::eq(*one, does) && !std::ptr::eq(*one, is_there))
        {
            let own = of(condition);
            if own.is_subset(&of_fact) {
                staying.about_fact.push(condition);
            } else if own.is_disjoint(&of_fact) {
                staying.about_move.push(condition);
            } else if own
                .iter()
                .all(|name| of_fact.contains(name) || of_move.contains(name))
            {
                staying.about_both.push(condition);
            } else {
                return None;
            }
        }
        (!staying.about_both.is_empty()).then_some(staying)
    }

    /// The rule turned around, and the rules that it needs.
    fn turned(&self, turning: &mut Turning<'_>) -> Option<(Rule, Vec<Rule>)> {
        let (fluent, _) = self.fact.parts()?;
        let conditions = self.about_both.iter();
        let contraries: Vec<Contrary> = conditions
            .map(|condition| self.contrary(condition, turning))
            .collect::<Option<_>>()?;
        let stays = free(&mut turning.names, &format!("{fluent}_stays"));
        let changes = free(&mut turning.names, &format!("{fluent}_changes"));
        let stays = self.atom(&stays, Vec::new());
        let changes = self.atom(&changes, self.deciding());
        let mut body = vec![Formula::Atom(stays.clone()), self.is_there.clone()];
        body.extend(self.about_fact.iter().copied().cloned());
        let changed = Formula::Atom(changes.clone());
        body.push(Formula::Not(Box::new(changed), self.rule.span));
        let turned = Rule {
            body,
            ..self.rule.clone()
        };
        let mut moved = vec![self.does.clone()];
        moved.extend(self.about_move.iter().copied().cloned());
        let mut further = vec![self.further(stays, moved)];
        let contraries = contraries.iter().filter(|contrary| !contrary.is_never);
        further.extend(contraries.map(|contrary| self.changing(&changes, contrary)));
        Some((turned, further))
    }

    /// The variables of the fact that decide whether it stays, in the order in which they stand there.
    fn deciding(&self) -> Vec<Term> {
        let tied: IndexSet<&Name> = self.about_both.iter().flat_map(|one| of(one)).collect();
        let own = of(self.is_there).into_iter();
        own.filter(|name| tied.contains(name))
            .map(|name| variable(name, self.rule.span))
            .collect()
    }

    /// The rule by which a fact changes where a condition does not hold. What the contrary of the condition does not
    /// find is looked for among the facts.
    fn changing(&self, changes: &Atom, contrary: &Contrary) -> Rule {
        let mut body = vec![self.does.clone()];
        body.extend(contrary.conditions.iter().cloned());
        let mut known: IndexSet<&Name> = body.iter().flat_map(of).collect();
        known.extend(contrary.equal.iter().map(|(name, _)| name));
        let mut deciding = changes.arguments.iter().filter_map(Term::variable);
        if !deciding.all(|name| known.contains(name)) {
            body.push(self.is_there.clone());
        }
        let mut changing = self.further(changes.clone(), body);
        changing.each_term_mut(&mut |term| {
            let name = term.variable();
            let equal = contrary.equal.iter().find(|(equal, _)| Some(equal) == name);
            if let Some((_, to)) = equal {
                *term = to.clone();
            }
        });
        changing
    }

    fn atom(&self, name: &Name, arguments: Vec<Term>) -> Atom {
        Atom {
            name: name.clone(),
            arguments,
            span: self.rule.span,
        }
    }

    /// A rule at the place of this one.
    fn further(&self, head: Atom, body: Vec<Formula>) -> Rule {
        Rule {
            head,
            body,
            span: self.rule.span,
            comment: Box::default(),
        }
    }

    /// The contrary of a condition about the fact and the move.
    fn contrary(&self, condition: &Formula, turning: &mut Turning<'_>) -> Option<Contrary> {
        match condition {
            Formula::Not(inner, _) => matches!(**inner, Formula::Atom(_)).then(|| Contrary {
                conditions: vec![(**inner).clone()],
                ..Contrary::default()
            }),
            Formula::Distinct(left, right, _) => Some(Contrary {
                equal: vec![self.equation(left, right)?],
                ..Contrary::default()
            }),
            Formula::Or(parts, _) => {
                let equations = parts.iter().map(|part| match part {
                    Formula::Distinct(left, right, _) => self.equation(left, right),
                    Formula::And(inner, _) => match &inner[..] {
                        [Formula::Distinct(left, right, _)] => self.equation(left, right),
                        _ => None,
                    },
                    _ => None,
                });
                let equal: Vec<(Name, Term)> = equations.collect::<Option<_>>()?;
                let names: HashSet<&Name> = equal.iter().map(|(name, _)| name).collect();
                (names.len() == equal.len()).then_some(Contrary {
                    equal,
                    ..Contrary::default()
                })
            }
            Formula::Atom(atom) => self.exceptions(atom, of(condition), turning),
            Formula::And(..) => None,
        }
    }

    /// A variable of the fact that is to be a term of the move.
    fn equation(&self, left: &Term, right: &Term) -> Option<(Name, Term)> {
        let of_move = of(self.does);
        let is_of_move = |term: &Term| {
            let mut is_own = true;
            term.each_variable(&mut |name| is_own &= of_move.contains(name));
            is_own
        };
        let of_fact = |term: &Term| {
            term.variable()
                .filter(|name| !of_move.contains(name))
                .cloned()
        };
        match (of_fact(left), of_fact(right)) {
            (Some(name), None) if is_of_move(right) => Some((name, right.clone())),
            (None, Some(name)) if is_of_move(left) => Some((name, left.clone())),
            _ => None,
        }
    }

    /// Where a relation that holds in every position does not: a new relation of these variables of its has these facts.
    fn exceptions(
        &self,
        atom: &Atom,
        own: IndexSet<&Name>,
        turning: &mut Turning<'_>,
    ) -> Option<Contrary> {
        let facts = turning.known.fixed.of(&key(atom))?;
        let untied = Rule {
            body: vec![self.does.clone(), self.is_there.clone()],
            ..self.rule.clone()
        };
        let candidates = turning.known.domains.of_variables(&untied)?;
        let terms: Vec<Vec<Ground>> = own
            .iter()
            .map(|name| candidates.get(*name).cloned())
            .collect::<Option<_>>()?;
        let variables: Vec<Term> = own.iter().map(|name| variable(name, atom.span)).collect();
        let asked = Asked {
            atom,
            variables: &variables,
        };
        let numbered: Vec<Ground> = (0..own.len())
            .map(|number| Ground::Constant(format!("?{number}").into()))
            .collect();
        let pattern = asked.with(&numbered.iter().collect::<Vec<_>>())?;
        let excepted = (key(atom), pattern, terms);
        let known = match turning.exceptions.entry(excepted) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let name = free(&mut turning.names, &format!("not_{}", atom.name));
                let (_, _, terms) = unknown.key();
                let found = asked.unless(terms, |arguments| facts.contains(arguments));
                unknown.insert(found.map(|found| asked.facts_of(name, &found)))
            }
        };
        let (name, facts) = known.as_ref()?;
        Some(Contrary {
            is_never: facts.is_empty(),
            conditions: vec![Formula::Atom(Atom {
                name: name.clone(),
                arguments: variables,
                span: atom.span,
            })],
            ..Contrary::default()
        })
    }
}

/// An atom and its variables, each once.
struct Asked<'a> {
    atom: &'a Atom,
    variables: &'a [Term],
}

impl Asked<'_> {
    /// The arguments with these values.
    fn with(&self, values: &[&Ground]) -> Option<Vec<Ground>> {
        let mut bound = Values::default();
        for (variable, value) in self.variables.iter().zip(values) {
            bound.bind(variable, value);
        }
        bound.of_all(&self.atom.arguments)
    }

    /// The values, each variable one of its terms, for which the atom does not hold; `None` if there are too many.
    fn unless(
        &self,
        terms: &[Vec<Ground>],
        holds: impl Fn(&Vec<Ground>) -> bool,
    ) -> Option<Vec<Vec<Ground>>> {
        let counts = terms.iter().map(Vec::len);
        let count = counts.into_iter().try_fold(1_usize, usize::checked_mul)?;
        if count > MOST_LOOKS {
            return None;
        }
        let mut exceptions = Vec::new();
        for number in 0..count {
            let mut left = number;
            let values = terms.iter().map(|terms| {
                let place = left % terms.len();
                left /= terms.len();
                &terms[place]
            });
            let values: Vec<&Ground> = values.collect();
            if !holds(&self.with(&values)?) {
                exceptions.push(values.into_iter().cloned().collect());
            }
            if exceptions.len() > MOST_EXCEPTIONS {
                return None;
            }
        }
        Some(exceptions)
    }

    /// A relation with these facts, at the place of the atom.
    fn facts_of(&self, name: Name, facts: &[Vec<Ground>]) -> (Name, Vec<Rule>) {
        let relation = Atom {
            name: name.clone(),
            ..self.atom.clone()
        };
        let facts = facts
            .iter()
            .map(|arguments| fact(&relation, arguments, relation.span));
        (name, facts.collect())
    }
}

/// A name that no relation has, and which is taken then.
fn free(names: &mut HashSet<Name>, wanted: &str) -> Name {
    let mut name = Name::from(wanted);
    let mut number = 1;
    while !names.insert(name.clone()) {
        number += 1;
        name = format!("{wanted}_{number}").into();
    }
    name
}

/// Whether at most one move that is made is one of these.
fn is_single(does: &Atom, known: &Known<'_>) -> bool {
    let [role, played] = &does.arguments[..] else {
        return false;
    };
    if role.variable().is_none() || known.domains.roles().is_some_and(|roles| roles.len() == 1) {
        return true;
    }
    let Some(turns) = known.turns else {
        return false;
    };
    let mut waiting_moves = turns.waiting_moves.values();
    waiting_moves.all(|waits| !Values::default().bind(played, waits))
}

/// Whether two terms are written alike.
fn are_same(one: &Term, other: &Term) -> bool {
    match (&one.kind, &other.kind) {
        (TermKind::Variable(one), TermKind::Variable(other))
        | (TermKind::Constant(one), TermKind::Constant(other)) => one == other,
        (TermKind::Function(one, arguments), TermKind::Function(other, others)) => {
            one == other
                && arguments.len() == others.len()
                && arguments
                    .iter()
                    .zip(others)
                    .all(|(one, other)| are_same(one, other))
        }
        _ => false,
    }
}

/// The variables of a condition, each once, in the order in which they stand there.
fn of(condition: &Formula) -> IndexSet<&Name> {
    let mut names = IndexSet::new();
    condition.each_variable(&mut |name| {
        names.insert(name);
    });
    names
}

fn variable(name: &Name, span: Span) -> Term {
    Term {
        kind: TermKind::Variable(name.clone()),
        span,
    }
}
