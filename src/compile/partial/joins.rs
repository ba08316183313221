//! Goals that compare many values which the position gives, with the clauses of their predicate in their place. The last
//! goal of `full :- cell(1, A), cell(2, B), cell(3, C), alike(A, B, C)` looks at three values at once. With
//! `alike(A, B, C) :- has(A, K), has(B, K), has(C, K)` in its place each goal looks at one, and the clause can be
//! [divided](super::divide).
//!
//! Only for rules that are sets ([`are_sets`](super::sets::are_sets)): goals in front of such a goal may name its
//! variables, and come to the same where these are bound already.

use std::collections::BTreeSet;

use super::divide::MOST_GOALS;
use super::program::Names;
use super::unfold::{Copied, are_distinct};
use crate::logic::construct::conjuncts;
use crate::syntax::tree::{Clause, Name, SourceTerm};

/// Goals that compare fewer values stay as they are.
const MANY: usize = 3;

/// A clause that would become more stays as it is.
const MOST_CLAUSES: usize = 16;

/// The predicates with such goals in their clauses, each with the clauses that take the place of its own.
pub(super) fn unfolded(names: &Names<'_>) -> Vec<((Name, usize), Vec<Clause>)> {
    let mut copies = 0;
    let mut unfolded = Vec::new();
    for (key, own) in &names.own {
        if !names.dynamic.contains(&key.0) {
            continue;
        }
        let before = copies;
        let clauses = own.iter();
        let clauses = clauses.flat_map(|clause| unfolded_clause(clause, key, names, &mut copies));
        let clauses: Vec<Clause> = clauses.collect();
        if copies > before {
            unfolded.push((key.clone(), clauses));
        }
    }
    unfolded
}

/// The clauses that take the place of one of a predicate. `copies` counts copies of clauses, which all have variables of
/// their own. That comes to an end: what takes the place of a goal compares half as many values at most.
fn unfolded_clause(
    clause: &Clause,
    key: &(Name, usize),
    names: &Names<'_>,
    copies: &mut usize,
) -> Vec<Clause> {
    let (mut done, mut waiting) = (Vec::new(), vec![clause.clone()]);
    while let Some(next) = waiting.pop() {
        match unfolded_once(&next, key, names, copies) {
            Some(clauses) => waiting.extend(clauses.into_iter().rev()),
            None => done.push(next),
        }
        if done.len() + waiting.len() > MOST_CLAUSES {
            return vec![clause.clone()];
        }
    }
    done
}

/// A clause with each clause of the first such goal in its place; none if it has no such goal.
///
/// A goal with several clauses says what they come to together, and so it stays, but for one in a recursion: along a line
/// each clause then goes one way.
fn unfolded_once(
    clause: &Clause,
    key: &(Name, usize),
    names: &Names<'_>,
    copies: &mut usize,
) -> Option<Vec<Clause>> {
    let goals = conjuncts(clause.body()?);
    let called = |goal: &SourceTerm| {
        let called = goal.name_and_arguments()?;
        Some((called.0.clone(), called.1.len()))
    };
    let asks_position = |goal: &&&SourceTerm| {
        called(goal).is_some_and(|(name, arity)| names.asks_position(&name, arity))
    };
    let mut given = variables(goals.iter().filter(asks_position).copied());
    let calls_itself = goals.iter().any(|goal| called(goal).as_ref() == Some(key));
    if !calls_itself {
        // All values of what the head names are found in any case.
        for named in variables(clause.head()) {
            given.remove(named);
        }
    }
    let (place, arguments, own) = goals.iter().enumerate().find_map(|(place, goal)| {
        let (arguments, own) = clauses_of(goal, names)?;
        let is_short = |own: &&Clause| goals.len() + length(own) <= MOST_GOALS;
        let is_join = (calls_itself || own.len() == 1)
            && own.iter().all(is_short)
            && own.iter().all(|own| parts_join(arguments, &given, own));
        is_join.then_some((place, arguments, own))
    })?;
    let unfold = |own: &&Clause| {
        *copies += 1;
        let others = goals[..place].iter().chain(&goals[place + 1..]);
        let own = Copied::of(own, &format!("join {copies}"));
        own.in_place_of(arguments, clause, others, place)
    };
    own.iter().map(unfold).collect()
}

/// How many goals a clause has.
fn length(clause: &Clause) -> usize {
    clause.body().map_or(0, |body| conjuncts(body).len())
}

/// The arguments of a goal that the position does not change, and the clauses that may take its place; none if there are
/// no such.
fn clauses_of<'n>(
    goal: &'n SourceTerm,
    names: &'n Names<'_>,
) -> Option<(&'n [SourceTerm], &'n [&'n Clause])> {
    let (name, arguments) = goal.name_and_arguments()?;
    let own = names.own.get(&(name.clone(), arguments.len()))?;
    let can_be_unfolded = !names.asks_position(name, arguments.len())
        && are_distinct(arguments)
        && names.can_be_unfolded(name, arguments.len());
    can_be_unfolded.then_some((arguments, own))
}

/// Whether a clause that is called with these arguments compares many values, and none of its goals more than half of
/// them. `given` are the variables whose values the position gives, and which nobody else asks for.
fn parts_join(arguments: &[SourceTerm], given: &BTreeSet<&Name>, own: &Clause) -> bool {
    let (Some(head), Some(body)) = (own.head(), own.body()) else {
        return false;
    };
    let formal = head
        .name_and_arguments()
        .map_or(&[][..], |(_, formal)| formal);
    let compared = arguments.iter().zip(formal);
    let compared = compared.filter(|(argument, _)| !variables([*argument]).is_disjoint(given));
    let (values, formal): (Vec<_>, Vec<_>) = compared.unzip();
    let formal = variables(formal);
    values.len() >= MANY
        && conjuncts(body).into_iter().all(|goal| {
            let looked_at = variables([goal]);
            looked_at.intersection(&formal).count() * 2 <= values.len()
        })
}

/// The variables in some terms, without `_`.
fn variables<'t>(terms: impl IntoIterator<Item = &'t SourceTerm>) -> BTreeSet<&'t Name> {
    let mut found = BTreeSet::new();
    for term in terms {
        term.each_variable(&mut |name, _| {
            if &**name != "_" {
                found.insert(name);
            }
        });
    }
    found
}
