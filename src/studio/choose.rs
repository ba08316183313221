//! Searches: what the program would play, and what each move is worth.

use std::ops::ControlFlow;
use std::time::Instant;

use super::jobs::Job;
use super::limits;
use super::protocol::{Choice, MoveValue, Progress, Values, Worth};
use super::searched::Standpoint;
use crate::compile::Engine;
use crate::game::{Game, Rules, Turn};
use crate::search::{self, Value};
use crate::session::{Advice, Explain, Strength, Trouble};

/// The most positions that a search of the page may remember.
const REMEMBERED: usize = 1 << 20;

/// How many positions pass between two looks at the clock.
const POSITIONS_BETWEEN_LOOKS: u64 = 64;

/// What the program would play at a level.
pub fn choose(
    from: &Standpoint,
    level: &str,
    random: &mut fastrand::Rng,
    job: &Job,
    progress: &mut dyn FnMut(Progress),
) -> Result<Choice, Trouble> {
    let (rules, position) = (from.rules(), &from.position);
    let since = Instant::now();
    let mut options = options(rules, level, random.u64(..))?;
    options.play_forced = true;
    match rules.turn(position).explain(rules)? {
        Turn::Over => return Err(Trouble::Use("the game is over".to_owned())),
        // A search cannot tell where several roles move at once.
        Turn::Joint(movers) => {
            let chosen = movers.iter().filter_map(|(_, moves)| random.choice(moves)).cloned().collect::<Vec<_>>();
            let played = rules.notations(position, &chosen).explain(rules)?.join("+");
            let worth = Worth { value: 0, result: None };
            return Ok(Choice { line: vec![played.clone()], played, worth, depth: 0, nodes: 0, milliseconds: 0 });
        }
        Turn::Single(..) => {}
    }
    let (depth, advice) = deepen(from, &options, job, &mut |depth, advice| {
        if let Some(played) = advice.line.first() {
            let worth = worth(advice.best.value);
            progress(Progress { depth, played: played.clone(), worth, nodes: advice.best.nodes });
        }
    })?;
    let played = advice.line.first().cloned().ok_or_else(|| Trouble::Use("the search found no move".to_owned()))?;
    Ok(Choice {
        played,
        worth: worth(advice.best.value),
        line: advice.line,
        depth: if advice.best.forced { 0 } else { depth },
        nodes: advice.best.nodes,
        milliseconds: u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// What each legal move is worth at a level.
pub fn values(from: &Standpoint, level: &str, job: &Job) -> Result<Values, Trouble> {
    let (rules, position) = (from.rules(), &from.position);
    let mut options = options(rules, level, 0)?;
    options.value_every_move = true;
    let legal = match rules.turn(position).explain(rules)? {
        Turn::Over => return Ok(Values { values: Vec::new() }),
        Turn::Single(_, moves) => moves,
        Turn::Joint(_) => return Err(Trouble::Use("several roles move at once, so no move has a value".to_owned())),
    };
    let (_, advice) = deepen(from, &options, job, &mut |_, _| {})?;
    let mut valued: Vec<_> = advice.all.into_iter().zip(advice.best.root_moves).collect();
    valued.sort_by_key(|(_, root)| legal.iter().position(|played| *played == root.played));
    let value = |(played, root): (String, search::RootMove<_>)| MoveValue { played, worth: worth(root.value) };
    Ok(Values { values: valued.into_iter().map(value).collect() })
}

/// How a level searches, as far as the page may ask for it.
pub fn options(rules: &Rules, level: &str, seed: u64) -> Result<search::Options, Trouble> {
    let strength = Strength::of_level(rules, level).map_err(Trouble::Use)?;
    let mut options = Strength { seed, ..strength }.options(false);
    options.depth = options.depth.max(1);
    options.table = options.table.min(REMEMBERED);
    Ok(options)
}

/// Searches ever deeper, to the depth of the options or until the time is over; what the last search found that came to
/// its end, and how deep it went. `each` hears of every one.
fn deepen(
    from: &Standpoint,
    options: &search::Options,
    job: &Job,
    each: &mut dyn FnMut(usize, &Advice),
) -> Result<(usize, Advice), Trouble> {
    let deadline = Instant::now() + limits::SEARCH_TIME;
    let mut found = None;
    let (mut looks, mut is_late) = (0, false);
    let mut depth = 1;
    while depth <= options.depth {
        let engine = from.game.engine();
        let by_machine = matches!(engine, Engine::Machine(_));
        // The compiled form, once there is one, finds the same so much sooner that it is begun with again.
        let is_overtaken = || by_machine && from.game.is_compiled();
        let mut watch = |_| {
            looks += 1;
            is_late = is_late || looks % POSITIONS_BETWEEN_LOOKS == 0 && Instant::now() > deadline;
            match is_late || is_overtaken() || job.is_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let options = search::Options { depth, ..options.clone() };
        match Advice::search(&engine, from.rules(), &from.position, &options, &mut watch) {
            Ok(advice) => {
                each(depth, &advice);
                let is_forced = advice.best.forced;
                found = Some((depth, advice));
                if is_forced {
                    break;
                }
                depth += 1;
            }
            Err(Trouble::Stopped(_)) if !is_late && is_overtaken() && !job.is_stopped() => {}
            Err(Trouble::Stopped(_)) if job.why().is_none() => break,
            Err(trouble) => return Err(trouble),
        }
    }
    let seconds = limits::SEARCH_TIME.as_secs();
    found.ok_or_else(|| Trouble::Use(format!("the search found nothing within {seconds} seconds")))
}

fn worth(value: Value) -> Worth {
    Worth { value: value.compact(), result: value.is_decided().then(|| value.to_string()) }
}
