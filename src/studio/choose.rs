//! Searches: the move that the program would play, and the value of each move.

use std::ops::ControlFlow;
use std::time::Duration;

use super::limits;
use super::protocol::{ClockReading, MoveValue, MoveValues, ProposedMove, ShownProgress, Worth};
use super::searched::Standpoint;
use super::stop::IsStopped;
use crate::clock;
use crate::engine::Form;
use crate::game::{Game, Move, Role, Rules, Turn};
use crate::search::{self, Deadline, Deepened, GameClock, TimeControl, Value};
use crate::session::{Advice, Explain, Strength, Trouble};

/// The most positions that the transposition table of such a search may hold.
const REMEMBERED: usize = 1 << 20;

/// Finds the move that the program would play at a level, within the time that a clock allows.
pub fn choose(
    from: &Standpoint,
    level: &str,
    clock: Option<ClockReading>,
    random: &mut fastrand::Rng,
    is_stopped: IsStopped<'_>,
    progress: &mut dyn FnMut(ShownProgress),
) -> Result<ProposedMove, Trouble> {
    let (rules, position) = (from.rules(), &from.position);
    let elapsed = clock::stopwatch();
    let mut strength = Strength {
        seed: random.u64(..),
        ..strength(rules, level)?
    };
    if let Some(clock) = clock {
        strength.time = Some(time_by_clock(clock).min(strength.time.unwrap_or(Duration::MAX)));
    }
    let options = search::Options {
        play_forced: true,
        ..options(&strength)
    };
    match rules.turn(position).explain(rules)? {
        Turn::Over => return Err(Trouble::Use("the game is over".to_owned())),
        Turn::Joint(movers) => {
            return choose_at_once(from, (&strength, &options), &movers, random, is_stopped);
        }
        Turn::Single(..) => {}
    }
    let advice = deepen(from, &strength, &options, is_stopped, progress)?;
    let played = advice
        .line
        .first()
        .cloned()
        .ok_or_else(|| Trouble::Use("the search found no move".to_owned()))?;
    Ok(ProposedMove {
        played,
        worth: worth(advice.best.value, &strength),
        line: advice.line,
        depth: if advice.best.forced { 0 } else { advice.depth },
        nodes: advice.best.nodes,
        milliseconds: milliseconds(elapsed()),
    })
}

/// Chooses a move for each of the roles that move at once: by Monte-Carlo tree search if that is the
/// strategy of the level, else at random, since other searches cannot value such moves.
fn choose_at_once(
    from: &Standpoint,
    (strength, options): (&Strength, &search::Options),
    movers: &[(Role, Vec<Move>)],
    random: &mut fastrand::Rng,
    is_stopped: IsStopped<'_>,
) -> Result<ProposedMove, Trouble> {
    let (rules, position) = (from.rules(), &from.position);
    let elapsed = clock::stopwatch();
    let mut nodes = 0;
    let mut chosen = Vec::new();
    for (role, moves) in movers {
        if strength.strategy.has_depth() {
            chosen.extend(random.choice(moves).cloned());
            continue;
        }
        let options = search::Options {
            role: Some(*role),
            ..options.clone()
        };
        let best = deepen(from, strength, &options, is_stopped, &mut |_| {})?.best;
        nodes += best.nodes;
        chosen.extend(best.line.into_iter().next());
    }
    let played = rules.notations(position, &chosen).explain(rules)?.join("+");
    Ok(ProposedMove {
        line: vec![played.clone()],
        played,
        worth: Worth {
            value: 0,
            result: None,
        },
        depth: 0,
        nodes,
        milliseconds: milliseconds(elapsed()),
    })
}

/// The time for the next move of a player with this clock.
fn time_by_clock(clock: ClockReading) -> Duration {
    let control = TimeControl {
        base: Duration::from_millis(clock.left),
        increment: Duration::from_millis(clock.increment),
    };
    GameClock::new(control).allotment().aim
}

fn milliseconds(elapsed: Duration) -> u64 {
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the value of each legal move at a level.
pub fn values(
    from: &Standpoint,
    level: &str,
    is_stopped: IsStopped<'_>,
) -> Result<MoveValues, Trouble> {
    let (rules, position) = (from.rules(), &from.position);
    let strength = strength(rules, level)?;
    let options = search::Options {
        value_every_move: true,
        ..options(&strength)
    };
    let legal = match rules.turn(position).explain(rules)? {
        Turn::Over => return Ok(MoveValues { values: Vec::new() }),
        Turn::Single(_, moves) => moves,
        Turn::Joint(_) => {
            return Err(Trouble::Use(
                "several roles move at once, so no move has a value".to_owned(),
            ));
        }
    };
    let advice = deepen(from, &strength, &options, is_stopped, &mut |_| {})?;
    let mut valued: Vec<_> = advice.all.into_iter().zip(advice.best.root_moves).collect();
    valued.sort_by_key(|(_, root)| legal.iter().position(|played| *played == root.played));
    let value = |(played, root): (String, search::RootMove<_>)| MoveValue {
        played,
        worth: worth(root.value, &strength),
    };
    Ok(MoveValues {
        values: valued.into_iter().map(value).collect(),
    })
}

/// The search options with which a level values the nodes of a tree. They limit the depth only: a
/// time limit would start anew at each node.
pub fn tree_options(rules: &Rules, level: &str) -> Result<search::Options, Trouble> {
    Ok(options(
        &strength(rules, level)?.looking_ahead().without_time(),
    ))
}

fn strength(rules: &Rules, level: &str) -> Result<Strength, Trouble> {
    Strength::of_level(rules, level).map_err(Trouble::Use)
}

/// The search options of a strength, within the limits of the page.
fn options(strength: &Strength) -> search::Options {
    let mut options = limited(strength).options(false);
    options.depth = options.depth.max(1);
    options
}

/// A strength within the limits of the page. A rule file does not decide how much of the computer its
/// page takes.
pub fn limited(strength: &Strength) -> Strength {
    Strength {
        table: strength.table.min(REMEMBERED),
        threads: 1,
        ..strength.clone()
    }
}

/// Searches ever deeper, to the depth of the options or until the time is over. Calls `progress`
/// after each search that was completed and is deeper than all earlier ones.
fn deepen(
    from: &Standpoint,
    strength: &Strength,
    options: &search::Options,
    is_stopped: IsStopped<'_>,
    progress: &mut dyn FnMut(ShownProgress),
) -> Result<Advice, Trouble> {
    let (rules, position) = (from.rules(), &from.position);
    let clock = clock::stopwatch();
    let time = strength
        .time
        .unwrap_or(limits::SEARCH_TIME)
        .min(limits::SEARCH_TIME);
    let mut earlier: Option<Advice> = None;
    loop {
        let engine = from.game.engine();
        let by_machine = engine.form() == Form::Machine;
        let mut is_overtaken = false;
        let mut watch = |progress: search::Progress| {
            // The first ply ignores the time of the strength, but not the limit of the page.
            let is_late = progress.depth <= 1 && clock() > limits::SEARCH_TIME;
            // The compiled form is much faster: as soon as it is ready, the search begins again
            // with it.
            is_overtaken = by_machine && from.game.is_compiled();
            match is_late || is_overtaken || is_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let mut watch = Deadline::new(time.saturating_sub(clock()), &clock, &mut watch);
        let reported_depth = earlier.as_ref().map_or(0, |earlier| earlier.depth);
        let mut each = |found: &Deepened<_>| {
            // A move that cannot be written is no reason to stop: the error comes with the last
            // result.
            let written = found
                .best
                .best_move()
                .map(|played| rules.notation(position, played));
            if let (Some(Ok(played)), true) = (written, found.depth > reported_depth) {
                progress(ShownProgress {
                    depth: found.depth,
                    played,
                    worth: worth(found.best.value, strength),
                    nodes: found.best.nodes,
                });
            }
            ControlFlow::Continue(())
        };
        let found = engine.deepen(position, options, &mut watch, &mut each);
        let found = match found.explain(rules) {
            _ if is_stopped() => return Err(Trouble::Stopped("stopped".to_owned())),
            Err(Trouble::Stopped(_)) => None,
            found => Some(Advice::written(rules, position, found?)?),
        };
        earlier = match (earlier, found) {
            (Some(earlier), Some(found)) if reach(&earlier) > reach(&found) => Some(earlier),
            (earlier, found) => found.or(earlier),
        };
        if !is_overtaken || clock() >= time {
            let seconds = limits::SEARCH_TIME.as_secs();
            return earlier.ok_or_else(|| {
                Trouble::Use(format!("the search found nothing within {seconds} seconds"))
            });
        }
    }
}

/// How far a search has come.
fn reach(advice: &Advice) -> (usize, u64) {
    (advice.depth, advice.best.playouts)
}

/// A value for the page. Monte-Carlo tree search estimates an expected goal: the page shows how many
/// points that is above or below a draw.
fn worth(value: Value, strength: &Strength) -> Worth {
    let estimate = match strength.strategy.has_depth() {
        true => value.compact(),
        false => (value.expected_goal() - 50.0).round() as i64,
    };
    Worth {
        value: match value.is_decided() {
            true => value.compact(),
            false => estimate,
        },
        result: value.is_decided().then(|| value.to_string()),
    }
}
