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

use super::domains::{Domains, Ground};
use super::fixed::FixedFacts;
use super::listed::term;
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::strata::key;
use super::turns::Turns;
use super::values::Values;
use crate::syntax::tree::Name;

/// The most combinations of terms that are looked at for the exceptions of a relation.
const MOST_LOOKS: usize = 1 << 16;

/// The most exceptions of a relation.
const MOST_EXCEPTIONS: usize = 1 << 10;

/// What is known of a sheet.
pub(super) struct Known<'k> {
    pub domains: &'k Domains,
    pub fixed: &'k FixedFacts,
    pub turns: Option<&'k Turns>,
}

/// Turns rules by which facts stay around, and gives the further rules that these need. Their relations have none of
/// the names that are taken.
pub(super) fn turned_around(
    rules: &mut [Rule],
    mut names: HashSet<Name>,
    known: &Known<'_>,
) -> Vec<Rule> {
    let mut added = Vec::new();
    for rule in rules {
        if let Some(staying) = Staying::of(rule, known)
            && let Some((turned, further)) = staying.turned(known, &mut names)
        {
            *rule = turned;
            added.extend(further);
        }
    }
    added
}

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
    facts: Vec<Rule>,
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
    fn turned(&self, known: &Known<'_>, names: &mut HashSet<Name>) -> Option<(Rule, Vec<Rule>)> {
        let (fluent, _) = self.fact.parts()?;
        let before = names.clone();
        let contraries: Option<Vec<Contrary>> = self
            .about_both
            .iter()
            .map(|condition| self.contrary(condition, known, names))
            .collect();
        let Some(contraries) = contraries else {
            *names = before;
            return None;
        };
        let stays = free(&format!("{fluent}_stays"), names);
        let changes = free(&format!("{fluent}_changes"), names);
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
        for contrary in contraries.into_iter().filter(|contrary| !contrary.is_never) {
            further.push(self.changing(&changes, &contrary));
            further.extend(contrary.facts);
        }
        Some((turned, further))
    }

    /// The variables of the fact that decide whether it stays, in the order in which they stand there.
    fn deciding(&self) -> Vec<Term> {
        let tied: HashSet<&Name> = self.about_both.iter().flat_map(|one| of(one)).collect();
        let mut deciding: Vec<Term> = Vec::new();
        self.fact.each_variable(&mut |name| {
            let is_new = deciding.iter().all(|term| term.variable() != Some(name));
            if tied.contains(name) && is_new {
                deciding.push(Term {
                    kind: TermKind::Variable(name.clone()),
                    span: self.rule.span,
                });
            }
        });
        deciding
    }

    /// The rule by which a fact changes where a condition does not hold. What the contrary of the condition does not
    /// find is looked for among the facts.
    fn changing(&self, changes: &Atom, contrary: &Contrary) -> Rule {
        let mut body = vec![self.does.clone()];
        body.extend(contrary.conditions.iter().cloned());
        let mut known: HashSet<&Name> = body.iter().flat_map(of).collect();
        known.extend(contrary.equal.iter().map(|(name, _)| name));
        let deciding = changes.arguments.iter().filter_map(Term::variable);
        if !deciding.collect::<HashSet<_>>().is_subset(&known) {
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
    fn contrary(
        &self,
        condition: &Formula,
        known: &Known<'_>,
        names: &mut HashSet<Name>,
    ) -> Option<Contrary> {
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
            Formula::Atom(atom) => self.exceptions(atom, known, names),
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

    /// Where a relation that holds in every position does not: a new relation with these facts.
    fn exceptions(
        &self,
        atom: &Atom,
        known: &Known<'_>,
        names: &mut HashSet<Name>,
    ) -> Option<Contrary> {
        let facts = known.fixed.of(&key(atom))?;
        let free_rule = Rule {
            body: vec![self.does.clone(), self.is_there.clone()],
            ..self.rule.clone()
        };
        let candidates = known.domains.of_variables(&free_rule)?;
        let mut own: Vec<&Name> = Vec::new();
        atom.each_variable(&mut |name| {
            if !own.contains(&name) {
                own.push(name);
            }
        });
        let terms: Vec<Vec<Ground>> = own
            .iter()
            .map(|name| candidates.get(*name).cloned())
            .collect::<Option<_>>()?;
        let count = terms
            .iter()
            .map(Vec::len)
            .try_fold(1_usize, usize::checked_mul)?;
        if count > MOST_LOOKS {
            return None;
        }
        let name = free(&format!("not_{}", atom.name), names);
        let span = atom.span;
        let variable = |name: &&Name| Term {
            kind: TermKind::Variable((*name).clone()),
            span,
        };
        let asked = Atom {
            name: name.clone(),
            arguments: own.iter().map(variable).collect(),
            span,
        };
        let mut exceptions = Vec::new();
        for number in 0..count {
            let mut left = number;
            let values: Vec<&Ground> = terms
                .iter()
                .map(|terms| {
                    let place = left % terms.len();
                    left /= terms.len();
                    &terms[place]
                })
                .collect();
            let mut bound = Values::default();
            for (variable, value) in asked.arguments.iter().zip(&values) {
                bound.bind(variable, value);
            }
            let arguments = atom.arguments.iter().map(|argument| bound.of(argument));
            if facts.contains(&arguments.collect::<Option<Vec<Ground>>>()?) {
                continue;
            }
            exceptions.push(Rule {
                head: Atom {
                    name: name.clone(),
                    arguments: values.into_iter().map(|value| term(value, span)).collect(),
                    span,
                },
                body: Vec::new(),
                span,
                comment: Box::default(),
            });
            if exceptions.len() > MOST_EXCEPTIONS {
                return None;
            }
        }
        Some(Contrary {
            is_never: exceptions.is_empty(),
            conditions: vec![Formula::Atom(asked)],
            facts: exceptions,
            ..Contrary::default()
        })
    }
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
    let Some((name, arguments)) = played.parts() else {
        return false;
    };
    turns.waiting_moves.values().all(|waits| match waits {
        Ground::Constant(other) => other != name || !arguments.is_empty(),
        Ground::Function(other, others) => other != name || others.len() != arguments.len(),
    })
}

/// A name that no relation has, and which is taken then.
fn free(wanted: &str, names: &mut HashSet<Name>) -> Name {
    let numbered = (2..).map(|number| format!("{wanted}_{number}"));
    let mut possible = std::iter::once(wanted.to_owned()).chain(numbered);
    loop {
        let name: Name = possible
            .next()
            .expect("there are numbers without end")
            .into();
        if names.insert(name.clone()) {
            return name;
        }
    }
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

/// The variables of a condition.
fn of(condition: &Formula) -> HashSet<&Name> {
    let mut names = HashSet::new();
    condition.each_variable(&mut |name| {
        names.insert(name);
    });
    names
}
