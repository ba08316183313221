//! Positions as they come up in a game, by which programs are arranged. Knows nothing of programs.

use super::code::Layout;
use super::domains::Domains;
use crate::game::{Game, Rules, Step, step};
use crate::logic::Limits;

/// How many positions there are at most.
const MOST: usize = 100;

/// The calls of predicates that may be spent on them: some ten milliseconds.
const MOST_STEPS: u64 = 200_000;

/// The positions of one game at random, as words, as far as the machine gets. They are the same each time.
pub(super) fn sample(rules: &Rules, domains: &Domains, layout: &Layout) -> Vec<Vec<u64>> {
    let limits = rules.limits();
    let limits = Limits {
        steps: limits.steps.min(MOST_STEPS),
        ..limits
    };
    let rules = &rules.clone().with_limits(limits);
    let mut random = fastrand::Rng::with_seed(0);
    let mut position = rules.initial();
    let mut sample = Vec::new();
    while sample.len() < MOST && rules.steps() < MOST_STEPS {
        let Some(cells) = domains.cells_of(rules.schema(), &position) else {
            break;
        };
        sample.push(layout.pack(&cells));
        let played = step(rules, &mut position, &mut |moves| random.usize(..moves));
        if !matches!(played, Ok(Step::Played)) {
            break;
        }
    }
    sample
}
