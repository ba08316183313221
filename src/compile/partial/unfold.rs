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

/// What stands for variables, by name.
type Values = FxHashMap<Name, TermKind>;

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
    let says_what = |clause: &Clause| clause.body().is_some_and(|body| chosen(body).is_none());
    (copies > 0 && done.iter().all(says_what)).then_some(done)
}

/// The variable that is the whole move in a body, if there is one.
fn chosen(body: &SourceTerm) -> Option<&Name> {
    conjuncts(body)
        .into_iter()
        .find_map(|goal| match goal.parts()? {
            (name, [_, played]) if name == DOES.name => variable(played),
            _ => None,
        })
}

/// A clause with each clause of the first goal to which it hands the whole move on; none if there is no such goal
/// that can be replaced by its clauses. `copies` counts copies of clauses, which all have variables of their own.
fn unfolded_once(clause: &Clause, names: &Names<'_>, copies: &mut usize) -> Option<Vec<Clause>> {
    let (goals, chosen) = (conjuncts(clause.body()?), chosen(clause.body()?)?);
    let is_handed_on = |goal: &&SourceTerm| {
        let arguments = goal.name_and_arguments().map_or(&[][..], |(_, all)| all);
        !is_does(goal) && arguments.iter().any(|term| variable(term) == Some(chosen))
    };
    let place = goals.iter().position(|goal| is_handed_on(&goal))?;
    let (name, arguments) = goals[place].name_and_arguments()?;
    let own = names.own.get(&(name.clone(), arguments.len()))?;
    if !are_distinct(arguments) || !names.can_be_unfolded(name, arguments.len()) {
        return None;
    }
    let unfold = |own: &&Clause| {
        *copies += 1;
        Some(with_clause(clause, &goals, place, own, *copies))
    };
    own.iter().map(unfold).collect()
}

fn is_does(goal: &SourceTerm) -> bool {
    goal.name_and_arguments()
        .is_some_and(|(name, _)| &**name == DOES.name)
}

/// The name of a variable; none for `_`.
fn variable(term: &SourceTerm) -> Option<&Name> {
    match &term.kind {
        TermKind::Variable(name) if &**name != "_" => Some(name),
        _ => None,
    }
}

/// Whether these are different variables.
fn are_distinct(arguments: &[SourceTerm]) -> bool {
    let mut before = Vec::new();
    arguments.iter().all(|argument| match &argument.kind {
        TermKind::Variable(name) if &**name == "_" => true,
        TermKind::Variable(name) => {
            let is_new = !before.contains(&name);
            before.push(name);
            is_new
        }
        _ => false,
    })
}

/// A clause with the body of another one in place of a goal that is its head. The variables of the other one get
/// names that stand nowhere else, with the number of the copy.
fn with_clause(
    clause: &Clause,
    goals: &[&SourceTerm],
    place: usize,
    own: &Clause,
    copy: usize,
) -> Clause {
    let mut voids = 0;
    let mut renamed = |name: &Name| {
        voids += usize::from(&**name == "_");
        let void = if &**name == "_" { voids } else { 0 };
        TermKind::Variable(format!("{name} {copy} {void}").into())
    };
    let head = own.head().map(|head| head.with_variables(&mut renamed));
    let body = own.body().map(|body| body.with_variables(&mut renamed));
    let mut values = Values::default();
    let formal = head.as_ref().and_then(SourceTerm::name_and_arguments);
    let actual = goals[place].name_and_arguments();
    if let (Some((_, formal)), Some((_, actual))) = (formal, actual) {
        for (formal, actual) in formal.iter().zip(actual) {
            if let Some(name) = variable(actual) {
                values.insert(name.clone(), formal.kind.clone());
            }
        }
    }
    let mut value = |name: &Name| match values.get(name) {
        Some(value) => value.clone(),
        None => TermKind::Variable(name.clone()),
    };
    let mut filled = |goal: &&SourceTerm| goal.with_variables(&mut value);
    let before: Vec<SourceTerm> = goals[..place].iter().map(&mut filled).collect();
    let after: Vec<SourceTerm> = goals[place + 1..].iter().map(&mut filled).collect();
    let head = clause.head().map(|head| filled(&head));
    let all = before.into_iter().chain(body).chain(after);
    let joined = all.reduce(|first, second| compound(",", [first, second]));
    let term = match (head, joined) {
        (Some(head), Some(body)) => compound(":-", [head, body]),
        _ => clause.term.clone(),
    };
    Clause {
        term,
        comment: clause.comment.clone(),
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
