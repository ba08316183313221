//! Sheets of the Game Description Language as rule files that a person might have written.
//!
//! ```text
//! game::gdl      sheet            -> clauses that mean the same
//! values         what is proved   facts with a value for each key
//! effects        next             -> add, delete
//!   conditions, variables
//! same           what is proved   that these are the same
//! proof          steps as formulas, and a solver for them
//!   shape
//! text           clauses          -> text
//! ```
//!
//! What cannot be proved stays as the sheet has it.

mod conditions;
mod effects;
mod proof;
mod same;
mod shape;
mod text;
mod values;
mod variables;

use self::effects::{Effects, Functor};
use self::proof::Proof;
use self::same::Original;
use self::values::Values;
use crate::compile::partial;
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
    match converted {
        Some(clauses) => text::text(&clauses),
        None => Ok(plain),
    }
}

/// The clauses with effects in place of `next`, as far as it is proved that they say the same.
fn with_effects(clauses: &[Clause], rules: &Rules) -> Option<Vec<Clause>> {
    let step = partial::step(rules).ok()?;
    let mut proof = Proof::new();
    let stated = proof.take(&step);
    let values = Values::prove(&mut proof, rules, &step, &stated);
    let original = Original { step, stated };
    eprintln!("{values:?}");
    let relations = rules.program().schema().relations();
    let valued = |functor: &Functor| {
        let mut valued = values.valued.iter().map(|place| &relations[*place]);
        valued.any(|relation| *relation.name == *functor.0 && relation.arity() == functor.1)
    };
    let mut effects = Effects::new(clauses, &valued)?;
    let differing = |proof: &mut Proof, effects: &Effects<'_>| {
        let text = text::text(&effects.written(&valued)).ok()?;
        let rules = Rules::from_text(&text).ok()?;
        original.differing(proof, &partial::step(&rules).ok()?)
    };
    let mut is_proved = false;
    while !is_proved {
        is_proved = true;
        for functor in differing(&mut proof, &effects)? {
            eprintln!("differs {functor:?}");
            is_proved &= !effects.take_next_way(&functor);
        }
    }
    for (functor, clauses) in effects.in_several_clauses() {
        for clause in (0..clauses).rev() {
            let before = effects.leave_out(&functor, clause);
            let differing = differing(&mut proof, &effects);
            if differing.is_none_or(|differing| differing.contains(&functor)) {
                effects.put_back(&functor, before);
            }
        }
    }
    Some(effects.written(&valued))
}
