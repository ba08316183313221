//! Whether a compiled form that leaves much to the machine, or has very long programs, is faster than the machine
//! alone: to turn words into facts and back, or to compute what the machine need not look at, may take longer than is
//! saved. Both play the same plies at random. The clock decides which form plays, and never what it plays.

use std::sync::Arc;
use std::time::Duration;

use super::compilation::Compilation;
use super::game::Compiled;
use super::words::Program;
use crate::clock::stopwatch;
use crate::game::{FastPaths, Rules};
use crate::logic::Limits;

/// More operations to play a move may take longer than the machine takes.
const LONG_MOVE: usize = 20_000;

/// How many times longer an operation takes where it is interpreted.
const INTERPRETED: usize = 4;

/// The machine plays until it has taken this long: the noise of a clock is less than that.
const LONG_ENOUGH: Duration = Duration::from_millis(10);

/// A form that takes this many times longer than the machine, and than is long enough, need not be measured any more.
const FAR: u32 = 4;

/// How often forms are measured again that are not so far from each other.
const ROUNDS: usize = 2;

/// More plies are not played, however fast they are.
const MOST_PLIES: usize = 1 << 12;

/// The calls of predicates for one question. Where it takes more, a form that saves some of them is kept.
const MOST_STEPS: u64 = 500_000;

/// Whether to use the compiled form of these rules.
pub(super) fn is_gain(rules: &Rules, compilation: &Arc<Compilation>) -> bool {
    let most = match compilation.is_native() {
        true => LONG_MOVE,
        false => LONG_MOVE / INTERPRETED,
    };
    let is_long = |program: &Program| program.len() > most;
    let modes = &compilation.code.modes;
    let is_long = modes.iter().any(|mode| {
        let together = mode.together.as_ref();
        mode.applies.iter().any(is_long) || together.is_some_and(|all| is_long(&all.program))
    });
    let plays_all = compilation.has_effects
        && !modes.iter().any(|mode| mode.leaves_single)
        && (compilation.has_joint_effects || !compilation.has_joint_moves());
    if plays_all && compilation.has_terminal && !is_long {
        return true;
    }
    // What its programs are in the long run is compared.
    compilation.make_ready(rules);
    let limits = rules.limits();
    let limits = Limits {
        steps: limits.steps.min(MOST_STEPS),
        ..limits
    };
    let rules = rules.clone().with_limits(limits);
    let compiled = Compiled::new(&rules, Arc::clone(compilation));
    let mut plies = 1;
    loop {
        let (Some(by_machine), Some(by_compiled)) =
            (time_of(&rules, plies), time_of(&compiled, plies))
        else {
            return true;
        };
        if by_compiled > LONG_ENOUGH.max(by_machine) * FAR {
            return false;
        }
        if by_machine >= LONG_ENOUGH || plies >= MOST_PLIES {
            return is_faster(&compiled, by_compiled, &rules, by_machine, plies);
        }
        plies *= 2;
    }
}

/// Whether the compiled form is faster, after a first time of each. Where neither is far ahead both play once more, and
/// their best times count: what else a machine does makes no play faster.
fn is_faster(
    compiled: &Compiled,
    mut by_compiled: Duration,
    rules: &Rules,
    mut by_machine: Duration,
    plies: usize,
) -> bool {
    for _ in 0..ROUNDS {
        if by_compiled * FAR < by_machine || by_machine * FAR < by_compiled {
            break;
        }
        let again = (time_of(rules, plies), time_of(compiled, plies));
        if let (Some(machine), Some(compiled)) = again {
            by_machine = by_machine.min(machine);
            by_compiled = by_compiled.min(compiled);
        }
    }
    by_compiled < by_machine
}

/// How long it takes to play the first plies of random games; none if there is no such ply.
fn time_of(game: &impl FastPaths, plies: usize) -> Option<Duration> {
    let mut random = fastrand::Rng::with_seed(0);
    let time = stopwatch();
    let mut left = plies;
    while left > 0 {
        let mut position = game.initial();
        let choose = &mut |moves| random.usize(..moves);
        let (played, _) = game.play_on(&mut position, left, choose).ok()?;
        left = left.checked_sub(played).filter(|_| played > 0)?;
    }
    Some(time())
}
