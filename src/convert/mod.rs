//! Sheets of the Game Description Language as rule files that a person might have written.
//!
//! ```text
//! game::gdl      sheet            -> clauses that mean the same
//! values         what is proved   facts with a value for each key
//! effects        next             -> add, delete
//!   conditions, variables
//! same           what is proved   that these are the same
//! played         what cannot hold where something is played
//! proof          steps as formulas, and a solver for them
//!   shape
//! tables         lists of facts   -> few words
//! board          fluents          -> a board that is drawn
//! text           clauses          -> text
//!   lines
//! ```
//!
//! What cannot be proved stays as the sheet has it.

mod board;
mod conditions;
mod effects;
mod lines;
mod played;
mod proof;
mod same;
mod shape;
mod tables;
mod text;
mod values;
mod variables;

use self::effects::{Effects, Functor, declared};
use self::proof::Proof;
use crate::compile::partial::{self, Step};
use crate::game::{Failure, Rules, load_sheet};
use crate::syntax::load::Reader;
use crate::syntax::reading::Reading;
use crate::syntax::tree::Clause;

/// The rule file that means the same as a sheet, in standard form.
///
/// # Errors
/// All faults of the sheet.
pub fn rule_file(reader: &dyn Reader, path: &str) -> Result<String, Failure> {
    let loaded = load_sheet(reader, path, &Reading::default());
    if !loaded.is_ok() {
        return Err(Failure {
            diagnostics: loaded.diagnostics,
            sources: loaded.sources,
        });
    }
    let plain = text::text(&loaded.clauses)?;
    let converted = Rules::from_text(&plain)
        .ok()
        .and_then(|rules| with_effects(&loaded.clauses, &rules));
    let clauses = converted.as_ref().unwrap_or(&loaded.clauses);
    let mut written = tables::in_few_words(clauses);
    written.extend(board::drawn(clauses));
    text::text(&written)
}

/// The clauses with effects in place of `next`, as far as it is proved that they say the same.
fn with_effects(clauses: &[Clause], rules: &Rules) -> Option<Vec<Clause>> {
    let mut proof = Proof::new();
    let step = partial::step(rules).ok()?;
    let mut stated = proof.state(&step);
    let proved = values::valued(&mut proof, rules, &mut stated)?;
    let relations = rules.program().schema().relations();
    let valued = |functor: &Functor| {
        let mut valued = relations.iter().enumerate();
        valued.any(|(place, relation)| {
            let is_it = *relation.name == *functor.0 && relation.arity() == functor.1;
            is_it && (relation.valued || proved.contains(&place))
        })
    };
    let clauses: Vec<Clause> = clauses
        .iter()
        .map(|clause| declared(clause, &valued))
        .collect();
    // The step with the values that were proved, if any were.
    let declared = match proved.is_empty() {
        true => None,
        false => Some(step_of(&clauses)?),
    };
    if let Some(step) = &declared {
        stated = proof.state(step);
    }
    let mut effects = Effects::new(&clauses, &valued)?;
    let mut differing = |effects: &Effects<'_>| {
        same::differing(&mut proof, &mut stated, &step_of(&effects.written())?)
    };
    let mut is_proved = false;
    while !is_proved {
        is_proved = true;
        for functor in differing(&effects)? {
            is_proved &= !effects.take_next_way(&functor);
        }
    }
    for (functor, clauses) in effects.in_several_clauses() {
        for clause in (0..clauses).rev() {
            let before = effects.leave_out(&functor, clause);
            let differing = differing(&effects);
            if differing.is_none_or(|differing| differing.contains(&functor)) {
                effects.put_back(&functor, before);
            }
        }
    }
    Some(effects.written())
}

/// The step of a game of these clauses.
fn step_of(clauses: &[Clause]) -> Option<Step> {
    let rules = Rules::from_text(&text::text(clauses).ok()?).ok()?;
    partial::step(&rules).ok()
}
