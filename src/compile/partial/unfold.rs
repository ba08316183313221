//! Clauses of effects that hand the chosen move on, with the clauses that it is handed to in place of the goal:
//! `delete(cell(X, Y, C)) :- does(P, M), leaves(M, X, Y), cell(X, Y, C)` becomes a clause for each of `leaves`, and
//! each then looks at less of the move. (Unfolding, R. M. Burstall and J. Darlington 1977; of logic programs,
//! H. Tamaki and T. Sato 1984.)

use rustc_hash::FxHashMap;

use super::program::Names;
use crate::game::vocabulary::DOES;
use crate::logic::construct::conjuncts;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// A goal in whose clauses another one is unfolded, and so on, as often as this.
const DEPTH: usize = 4;

/// What would become more clauses is left as it is.
const MOST_CLAUSES: usize = 32;

/// The clauses that take the place of one; none if nothing is unfolded, or if one of them does not say of the move what
/// it looks at.
pub(super) fn unfolded(clause: &Clause, names: &Names<'_>) -> Option<Vec<Clause>> {
    let mut done: Vec<Clause> = Vec::new();
    let mut waiting = vec![(clause.clone(), 0)];
    let mut copies = 0;
    while let Some((clause, depth)) = waiting.pop() {
        let once = match depth < DEPTH {
            true => unfolded_once(&clause, names, &mut copies),
            false => None,
        };
        match once {
            Some(clauses) => waiting.extend(clauses.into_iter().rev().map(|own| (own, depth + 1))),
            None => done.push(clause),
        }
        if done.len() + waiting.len() > MOST_CLAUSES {
            return None;
        }
    }
    let says_what = |clause: &Clause| {
        let mut goals = clause.body().map(conjuncts).into_iter().flatten();
        goals.all(|goal| played_in(goal).is_none())
    };
    (copies > 0 && done.iter().all(says_what)).then_some(done)
}

/// The variable that is the whole move in a goal `does`; none for any other goal.
fn played_in(goal: &SourceTerm) -> Option<&Name> {
    match goal.parts()? {
        (name, [_, played]) if name == DOES.name => variable(played),
        _ => None,
    }
}

/// A clause with each clause of its second goal, if the first one is `does` and hands the whole move to that; none if
/// it cannot be replaced by its clauses. Between the two nothing may stand: it would meet what is bound only behind it.
/// `copies` counts copies of clauses, which all have variables of their own.
fn unfolded_once(clause: &Clause, names: &Names<'_>, copies: &mut usize) -> Option<Vec<Clause>> {
    let goals = conjuncts(clause.body()?);
    let [does, handed_on, rest @ ..] = &goals[..] else {
        return None;
    };
    let played = played_in(does)?;
    let (name, arguments) = handed_on.name_and_arguments()?;
    let is_played = |term: &SourceTerm| variable(term) == Some(played);
    let own = names.own.get(&(name.clone(), arguments.len()))?;
    if own.len() > MOST_CLAUSES
        || !arguments.iter().any(is_played)
        || !are_distinct(arguments)
        || !names.can_be_unfolded(name, arguments.len())
    {
        return None;
    }
    let unfold = |own: &&Clause| {
        *copies += 1;
        let own = Copied::of(own, &copies.to_string());
        let goals = [does].into_iter().chain(rest);
        own.in_place_of(arguments, clause, goals, 1)
    };
    own.iter().map(unfold).collect()
}

/// The name of a variable; none for `_`.
fn variable(term: &SourceTerm) -> Option<&Name> {
    match &term.kind {
        TermKind::Variable(name) if !is_void(name) => Some(name),
        _ => None,
    }
}

fn is_void(name: &Name) -> bool {
    &**name == "_"
}

/// Whether these are different variables.
pub(super) fn are_distinct(arguments: &[SourceTerm]) -> bool {
    let mut before = Vec::new();
    arguments.iter().all(|argument| match &argument.kind {
        TermKind::Variable(name) => {
            let is_new = is_void(name) || !before.contains(&name);
            before.push(name);
            is_new
        }
        _ => false,
    })
}

/// A clause with variables that stand nowhere else.
pub(super) struct Copied {
    head: Option<SourceTerm>,
    body: Option<SourceTerm>,
}

impl Copied {
    /// A copy of a clause with a name that no other copy has. No variable of a text has a blank in its name. Each `_` of
    /// the head gets a name, since what it stands in may come to stand at several places.
    pub(super) fn of(clause: &Clause, copy: &str) -> Self {
        let named = |name: &Name| TermKind::Variable(format!("{name} {copy}").into());
        let mut voids = 0;
        let mut in_head = |name: &Name| {
            voids += usize::from(is_void(name));
            match is_void(name) {
                true => TermKind::Variable(format!("_ {copy} {voids}").into()),
                false => named(name),
            }
        };
        let head = clause.head().map(|head| head.with_variables(&mut in_head));
        let mut in_body = |name: &Name| match is_void(name) {
            true => TermKind::Variable(name.clone()),
            false => named(name),
        };
        let body = clause.body().map(|body| body.with_variables(&mut in_body));
        Self { head, body }
    }

    /// Another clause in which the body of this one stands behind the first `before` of some goals, which are the others
    /// of that clause: this takes the place of a goal with these arguments.
    pub(super) fn in_place_of<'t>(
        self,
        arguments: &[SourceTerm],
        clause: &Clause,
        others: impl Iterator<Item = &'t &'t SourceTerm>,
        before: usize,
    ) -> Option<Clause> {
        let (_, formal) = self.head.as_ref()?.name_and_arguments()?;
        let named = arguments.iter().zip(formal);
        let named = named.filter_map(|(actual, formal)| Some((variable(actual)?, &formal.kind)));
        let values: FxHashMap<&Name, &TermKind> = named.collect();
        let mut value = |name: &Name| match values.get(name) {
            Some(value) => (*value).clone(),
            None => TermKind::Variable(name.clone()),
        };
        let head = clause.head()?.with_variables(&mut value);
        let mut goals: Vec<SourceTerm> =
            others.map(|goal| goal.with_variables(&mut value)).collect();
        goals.splice(before..before, self.body);
        let body = goals
            .into_iter()
            .reduce(|first, second| compound(",", [first, second]))?;
        Some(Clause {
            term: compound(":-", [head, body]),
            comment: clause.comment.clone(),
        })
    }
}

/// Two terms under an operator, at the place of the second.
fn compound(functor: &str, arguments: [SourceTerm; 2]) -> SourceTerm {
    let span = arguments[1].span;
    SourceTerm {
        kind: TermKind::Compound {
            functor: functor.into(),
            functor_span: span,
            arguments: arguments.into(),
        },
        span,
    }
}
