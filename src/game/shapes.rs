//! Which shapes moves have, name and number of arguments, as far as the heads of `legal` show them;
//! and what is doubtful about clauses that name a move of another shape.

use std::fmt;

use super::declaration::Declarations;
use super::rules::Rules;
use super::unread::Unread;
use super::vocabulary::{AFTER, DOES, LEGAL, NOTATION, Word};
use crate::logic::interval::interval;
use crate::logic::lint::CallSite;
use crate::logic::nearest;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::tree::{Name, SourceTerm, TermKind};

/// The name of a move, and its number of arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
struct MoveShape<'a> {
    name: &'a str,
    arity: usize,
}

impl<'a> MoveShape<'a> {
    /// None for a variable, an interval, and a number or a string.
    fn of(term: &'a SourceTerm) -> Option<Self> {
        if interval(term).is_some() {
            return None;
        }
        let (name, arguments) = term.parts()?;
        let arity = arguments.len();
        Some(Self { name, arity })
    }
}

/// As `place/2`.
impl fmt::Display for MoveShape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", quote_atom(self.name), self.arity)
    }
}

impl Rules {
    /// Returns the names of moves, each with its number of arguments, as far as the heads of `legal`
    /// show them.
    #[must_use]
    pub fn move_shapes(&self) -> Vec<(Name, usize)> {
        let legal = self.game.declarations.clauses.of_word(&LEGAL);
        let mut shapes = Vec::new();
        for shape in legal.filter_map(|head| MoveShape::of(&head.arguments[1])) {
            let shape = (Name::from(shape.name), shape.arity);
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        shapes
    }
}

/// Clauses about moves that no clause of `legal` gives, and moves to which no clause of `notation`
/// gives a text. Nothing is said where a clause of `legal` or `notation` may be about any move.
/// `after` makes moves that need not be legal.
pub(super) fn warnings(
    declarations: &Declarations,
    unread: &Unread,
    called: &[CallSite<'_>],
) -> Vec<Diagnostic> {
    if unread.may_mean(LEGAL.name) {
        return Vec::new();
    }
    let legal = declarations.clauses.of_word(&LEGAL);
    let Some(moves) = shapes(legal.map(|head| &head.arguments[1])) else {
        return Vec::new();
    };
    if moves.is_empty() {
        return Vec::new();
    }
    let mut warnings = Vec::new();
    // A goal that is handed on to `maplist` and the like gets its move there.
    let is_handed_on =
        |call: &CallSite<'_>| AFTER.is(call.name, call.arity()) && call.arguments.len() < 2;
    let tried = shapes(moves_of(&AFTER, called));
    if let Some(tried) = tried.filter(|_| !called.iter().any(is_handed_on)) {
        let made = [&moves[..], &tried[..]].concat();
        let asked = moves_of(&DOES, called);
        warnings.extend(
            asked.filter_map(|term| unknown_move(term, &made, "so this goal always fails")),
        );
    }
    let written = declarations.clauses.of_word(&NOTATION);
    let written: Vec<&SourceTerm> = written.map(|head| &head.arguments[0]).collect();
    if !called
        .iter()
        .any(|call| NOTATION.is(call.name, call.arity()))
    {
        let unused =
            |term: &&SourceTerm| unknown_move(term, &moves, "so this clause is never used");
        warnings.extend(written.iter().filter_map(unused));
    }
    if !unread.may_mean(NOTATION.name) {
        warnings.extend(without_notation(declarations, &written));
    }
    warnings
}

/// The moves that goals of a word are about: its second arguments.
fn moves_of<'a>(
    word: &'a Word,
    called: &'a [CallSite<'a>],
) -> impl Iterator<Item = &'a SourceTerm> {
    called
        .iter()
        .filter(|call| word.is(call.name, call.arity()))
        .filter_map(|call| call.arguments.get(1))
}

/// The shapes of these moves, each once; none if one of them may be any move.
fn shapes<'a>(moves: impl Iterator<Item = &'a SourceTerm>) -> Option<Vec<MoveShape<'a>>> {
    let mut shapes = Vec::new();
    for term in moves {
        let shape = match MoveShape::of(term) {
            Some(shape) => shape,
            // A number is a move of no shape, and so are those of an interval.
            None if matches!(term.kind, TermKind::Integer(_) | TermKind::String(_)) => continue,
            None if interval(term).is_some() => continue,
            None => return None,
        };
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    Some(shapes)
}

fn unknown_move(term: &SourceTerm, moves: &[MoveShape<'_>], label: &str) -> Option<Diagnostic> {
    let shape = MoveShape::of(term)?;
    if moves.contains(&shape) {
        return None;
    }
    let title = format!("no clause of `legal/2` gives a move `{shape}`");
    let warning = Diagnostic::warning("unknown-move", title, term.span, label);
    let namesake = moves.iter().find(|known| known.name == shape.name);
    if let Some(namesake) = namesake {
        return Some(warning.with_help(format!(
            "there are moves `{namesake}`: check the number of arguments"
        )));
    }
    let of_its_arity = moves.iter().filter(|known| known.arity == shape.arity);
    let similar = nearest(shape.name, of_its_arity.map(|known| known.name));
    Some(match similar {
        Some(similar) => {
            let similar = quote_atom(similar);
            warning
                .with_help(format!("is `{similar}` meant?"))
                .with_replacement(term.name_span(), similar)
        }
        None => {
            let known: Vec<String> = moves.iter().map(|known| format!("`{known}`")).collect();
            warning.with_help(format!("the moves are {}", known.join(", ")))
        }
    })
}

/// The clauses of `legal` that give moves without a text.
fn without_notation(declarations: &Declarations, written: &[&SourceTerm]) -> Vec<Diagnostic> {
    let written = shapes(written.iter().copied());
    let Some(mut known) = written.filter(|written| !written.is_empty()) else {
        return Vec::new();
    };
    let mut warnings = Vec::new();
    for head in declarations.clauses.of_word(&LEGAL) {
        let term = &head.arguments[1];
        let Some(shape) = MoveShape::of(term).filter(|shape| !known.contains(shape)) else {
            continue;
        };
        known.push(shape);
        let title = format!("no clause of `notation/2` is about the move `{shape}`");
        let warning = Diagnostic::warning(
            "no-notation",
            title,
            term.span,
            "the game stops where this move is legal",
        );
        let example = match shape.arity {
            0 => format!("notation({term}, \"{}\").", shape.name),
            _ => format!("notation({term}, Text) :- ..."),
        };
        warnings.push(warning.with_help(format!("give it a text: `{example}`")));
    }
    warnings
}
