//! Why a move is legal or a goal has an answer, or which condition fails.
//!
//! For a move, the explanation is about the goal `legal(Player, Move)`. The words are those of
//! `regola why`.

use super::course::Course;
use super::protocol::{FilePlace, MoveReason};
use super::units::file_place;
use super::{guess, limits};
use crate::game::{Explained, FindMoveError, Game, Move, Role};
use crate::logic::proof::{Bounds, Explanation, Obstacle, Proof, Reason as Because, Refutation};
use crate::session::{Explain, Trouble};
use crate::syntax::source::Span;

/// Explains why the move written `written` is legal or not.
pub fn of_move(course: &Course, written: &str) -> Result<MoveReason, Trouble> {
    let (rules, position) = (course.rules(), course.position());
    let movers = movers(course)?;
    if let Some((role, found)) = among(course, &movers, written)? {
        return of_legal(course, &movers, role, &found);
    }
    let Some((role, legal)) = movers.first() else {
        return Ok(over());
    };
    match guess::written(course, legal, written) {
        Some(term) => of_term(course, *role, &term),
        None => {
            let all = rules.notations(position, legal).explain(rules)?.join(" ");
            Ok(denied(format!(
                "`{written}` is not a legal move here; legal: {all}\n"
            )))
        }
    }
}

/// The legal move written `written`, and who can play it.
pub fn legal_move(course: &Course, written: &str) -> Result<Option<(Role, Move)>, Trouble> {
    among(course, &movers(course)?, written)
}

/// The same move among those of the roles that are to move.
fn among(
    course: &Course,
    movers: &[(Role, Vec<Move>)],
    written: &str,
) -> Result<Option<(Role, Move)>, Trouble> {
    let (rules, position) = (course.rules(), course.position());
    for (role, legal) in movers {
        match rules.find_move(position, legal, written) {
            Ok(found) => return Ok(Some((*role, found))),
            Err(FindMoveError::Rules(error)) => return Err(error).explain(rules),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// Explains why a move that begins or ends at a square is legal, or why there is none.
pub fn of_square(course: &Course, square: &str) -> Result<MoveReason, Trouble> {
    let (rules, position) = (course.rules(), course.position());
    let movers = movers(course)?;
    let mut ends_there = None;
    for (role, legal) in &movers {
        for played in legal {
            let path = rules.path(position, played).explain(rules)?;
            if path.first().is_some_and(|first| first == square) {
                return of_legal(course, &movers, *role, played);
            }
            if path.last().is_some_and(|last| last == square) {
                ends_there.get_or_insert((*role, played));
            }
        }
    }
    if let Some((role, played)) = ends_there {
        return of_legal(course, &movers, role, played);
    }
    let Some((role, legal)) = movers.first() else {
        return Ok(over());
    };
    match guess::at_square(course, *role, legal, square)? {
        Some(term) => of_term(course, *role, &term),
        None => Ok(denied(format!(
            "no move is known that has to do with {square}\n"
        ))),
    }
}

fn movers(course: &Course) -> Result<Vec<(Role, Vec<Move>)>, Trouble> {
    Ok(course
        .rules()
        .turn(course.position())
        .explain(course.rules())?
        .into_movers())
}

fn over() -> MoveReason {
    denied("the game is over\n".to_owned())
}

fn denied(text: String) -> MoveReason {
    MoveReason {
        text,
        holds: false,
        places: Vec::new(),
        played: None,
    }
}

/// Explains a legal move of one of the roles that are to move.
fn of_legal(
    course: &Course,
    movers: &[(Role, Vec<Move>)],
    role: Role,
    played: &Move,
) -> Result<MoveReason, Trouble> {
    // A move may have no text, and it has no effects of its own where others move with it.
    let is_alone = movers.len() == 1;
    let written = || course.rules().notation(course.position(), played).ok();
    Ok(MoveReason {
        played: is_alone.then(written).flatten(),
        ..of_term(course, role, &played.term.to_string())?
    })
}

fn of_term(course: &Course, role: Role, term: &str) -> Result<MoveReason, Trouble> {
    let goal = format!("legal({}, {term})", course.rules().role_name(role));
    of_goal(course, &goal)
}

/// Explains why a goal has an answer, or why it has none.
pub fn of_goal(course: &Course, goal: &str) -> Result<MoveReason, Trouble> {
    let explained = course
        .rules()
        .explain(course.position(), goal, Bounds::default())?;
    Ok(MoveReason {
        text: explained.to_string(),
        holds: explained.holds(),
        places: places(&explained),
        played: None,
    })
}

/// The clauses and conditions that an explanation mentions, in its order.
fn places(explained: &Explained) -> Vec<FilePlace> {
    let mut spans = Vec::new();
    match &explained.explanation {
        Explanation::Holds(proofs) => proofs.iter().for_each(|proof| of_proof(proof, &mut spans)),
        Explanation::Fails(refutation) => of_refutation(refutation, &mut spans),
    }
    let known: Vec<_> = explained.sources.ids().collect();
    let mut places: Vec<FilePlace> = Vec::new();
    for span in spans {
        if !known.contains(&span.source) || places.len() == limits::PLACES {
            continue;
        }
        let place = file_place(&explained.sources, span);
        if !place.path.starts_with('<') && !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

fn of_proof(proof: &Proof, spans: &mut Vec<Span>) {
    let premises = match &proof.reason {
        Because::Clause { place, premises } => {
            spans.push(*place);
            premises
        }
        Because::Elsewhere { premises } => premises,
        _ => return,
    };
    premises.iter().for_each(|premise| of_proof(premise, spans));
}

fn of_refutation(refutation: &Refutation, spans: &mut Vec<Span>) {
    match &refutation.obstacle {
        Obstacle::Attempts { attempts, .. } => {
            for attempt in attempts {
                spans.extend(attempt.clause);
                spans.push(attempt.condition.place);
                attempt
                    .cases
                    .iter()
                    .for_each(|case| of_refutation(case, spans));
            }
        }
        Obstacle::Holds(proofs) => proofs.iter().for_each(|proof| of_proof(proof, spans)),
        Obstacle::Elsewhere(inner) | Obstacle::Counterexample(inner) => of_refutation(inner, spans),
        _ => {}
    }
}
