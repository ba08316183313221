//! Compares two positions, whatever moves led to them.

use super::OtherGame;
use super::difference::{Aspect, DifferenceSide};
use super::host::Alone;
use super::pairing::{Pairing, PairingOutcome};
use super::seen::SeenGame;
use crate::game::{Failure, Game, Position, Rules};

/// Returns what differs between positions of two games; nothing if they look alike.
///
/// # Errors
/// If the file of names has an error.
pub fn differences(
    first: (&Rules, &Position),
    other: (OtherGame<'_>, &Position),
) -> Result<Vec<Aspect>, Failure> {
    let (
        rules,
        OtherGame {
            rules: others,
            names,
        },
    ) = (first.0, other.0);
    let boards = [rules, others].map(|rules| rules.board(&rules.initial()).ok().flatten());
    let mut pairing = match Pairing::new(
        (rules, others),
        names,
        (boards[0].as_ref(), boards[1].as_ref()),
    )? {
        Ok(pairing) => pairing,
        Err(aspect) => return Ok(vec![aspect]),
    };
    let seen = SeenGame::new(rules).look(first.1, &mut Alone);
    let own = SeenGame::new(others).look(other.1, &mut Alone);
    let fails = |side, failure| Ok(vec![Aspect::Fails { side, failure }]);
    match (seen, own) {
        (Err(error), _) => fails(DifferenceSide::First, rules.failure(&error)),
        (_, Err(error)) => fails(DifferenceSide::Other, others.failure(&error)),
        (Ok(seen), Ok(own)) => Ok(match pairing.compare(&seen, &own)? {
            PairingOutcome::Alike(_) => Vec::new(),
            PairingOutcome::Different(aspects) => aspects,
        }),
    }
}
