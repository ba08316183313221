//! Random small games, played by the machine and by the compiled form, each held against the other.
//!
//! ```text
//! choices     where choices come from: a seed, or bytes
//! draft       a game while it is written
//! world, clock, board, hands, loose_moves, predicates, circles, judgement, dress
//!             what a game consists of
//! chains      games of their own, whose moves are chains of jumps
//! goal, arithmetic
//!             random goals and expressions
//! hold        both forms of a game are asked the same
//! ```

mod arithmetic;
mod board;
#[cfg(test)]
mod census;
mod chains;
pub mod choices;
mod circles;
mod clock;
mod draft;
mod dress;
mod goal;
mod hands;
pub mod hold;
mod judgement;
mod loose_moves;
#[cfg(test)]
mod many;
mod predicates;
#[cfg(test)]
mod same;
mod world;

use std::collections::BTreeMap;

use choices::Choices;
use draft::Draft;
#[cfg(test)]
pub use world::without_domains;

/// A game as text.
pub struct Written {
    /// Its clauses, without their full stops.
    pub clauses: Vec<String>,
    /// How often each feature is used.
    pub used: BTreeMap<&'static str, usize>,
}

impl Written {
    pub fn text(&self) -> String {
        self.clauses
            .iter()
            .map(|clause| format!("{clause}.\n"))
            .collect()
    }
}

/// Writes a game.
pub fn write(choices: &mut Choices<'_>) -> Written {
    let mut draft = Draft::new(choices);
    match draft.choices.happens(1, 10) {
        true => draft.write_chains(),
        false => write_parts(&mut draft),
    }
    Written {
        clauses: draft.clauses,
        used: draft.used,
    }
}

/// Writes a game part by part.
fn write_parts(draft: &mut Draft<'_, '_>) {
    draft.write_roles();
    let kind = draft
        .choices
        .weighted(&[(5, "board"), (1, "hands"), (1, "piles"), (3, "none")]);
    if kind != "board" || draft.choices.happens(1, 2) {
        draft.write_loose_fluents();
    }
    match kind {
        "board" => draft.write_board(),
        "hands" => draft.write_hands(),
        "piles" => draft.write_piles(),
        _ => {}
    }
    let predicates = draft.choices.below(4);
    draft.write_predicates(predicates);
    if draft.choices.happens(1, 2) {
        draft.write_clock();
    }
    let moves = if draft.moves.is_empty() {
        1 + draft.choices.below(3)
    } else {
        draft.choices.below(2)
    };
    draft.write_loose_moves(moves);
    draft.write_effects();
    draft.write_end();
    draft.write_goals();
    draft.write_heuristics();
    draft.write_what_holds_after();
    draft.write_dress();
    if draft.choices.happens(1, 10) {
        draft.use_next();
    }
    if draft.choices.happens(1, 3) {
        draft.uses("clauses in odd order");
        let mut clauses = std::mem::take(&mut draft.clauses);
        draft.choices.shuffle(&mut clauses);
        draft.clauses = clauses;
    }
    if draft.choices.happens(1, 6) {
        draft.forget_domains();
    }
}
