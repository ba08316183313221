//! Searches: what the program would play, and what each move is worth.

use std::ops::ControlFlow;
use std::time::Instant;

use super::course::Course;
use super::jobs::Jobs;
use super::limits;
use super::protocol::{Choice, MoveValue, Progress, Values, Worth};
use crate::game::{Game, Turn};
use crate::search::{self, Deepened, Value};
use crate::session::{Advice, Deadline, Explain, Strength, Trouble};

/// The most positions that a search of the page may remember.
const REMEMBERED: usize = 1 << 20;

/// How many positions pass between two looks at the clock.
const POSITIONS_BETWEEN_LOOKS: u64 = 64;

/// What the program would play at a level.
pub fn choose(
    course: &Course,
    level: &str,
    random: &mut fastrand::Rng,
    jobs: &Jobs,
    progress: &mut dyn FnMut(Progress),
) -> Result<Choice, Trouble> {
    let (rules, position) = (course.rules(), course.position());
    let since = Instant::now();
    let strength = Strength { seed: random.u64(..), ..strength(course, level)? };
    let options = search::Options { play_forced: true, ..options(&strength) };
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
    let advice = deepen(course, &strength, &options, jobs, progress)?;
    let played = advice.line.first().cloned().ok_or_else(|| Trouble::Use("the search found no move".to_owned()))?;
    Ok(Choice {
        played,
        worth: worth(advice.best.value),
        line: advice.line,
        depth: if advice.best.forced { 0 } else { advice.depth },
        nodes: advice.best.nodes,
        milliseconds: u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// What each legal move is worth at a level.
pub fn values(course: &Course, level: &str, jobs: &Jobs) -> Result<Values, Trouble> {
    let (rules, position) = (course.rules(), course.position());
    let strength = strength(course, level)?;
    let options = search::Options { value_every_move: true, ..options(&strength) };
    let legal = match rules.turn(position).explain(rules)? {
        Turn::Over => return Ok(Values { values: Vec::new() }),
        Turn::Single(_, moves) => moves,
        Turn::Joint(_) => return Err(Trouble::Use("several roles move at once, so no move has a value".to_owned())),
    };
    let advice = deepen(course, &strength, &options, jobs, &mut |_| {})?;
    let mut valued: Vec<_> = advice.all.into_iter().zip(advice.best.root_moves).collect();
    valued.sort_by_key(|(_, root)| legal.iter().position(|played| *played == root.played));
    let value = |(played, root): (String, search::RootMove<_>)| MoveValue { played, worth: worth(root.value) };
    Ok(Values { values: valued.into_iter().map(value).collect() })
}

/// How a level values the nodes of a tree: to its depth, since a time would pass anew for each.
pub fn tree_options(course: &Course, level: &str) -> Result<search::Options, Trouble> {
    Ok(options(&strength(course, level)?.without_time()))
}

fn strength(course: &Course, level: &str) -> Result<Strength, Trouble> {
    Strength::of_level(course.rules(), level).map_err(Trouble::Use)
}

/// How a strength searches, as far as the page may ask for it.
fn options(strength: &Strength) -> search::Options {
    let mut options = strength.options(false);
    options.depth = options.depth.max(1);
    options.table = options.table.min(REMEMBERED);
    options
}

/// Searches ever deeper, to the depth of the options or until the time is over; `progress` hears of every search that came
/// to its end.
fn deepen(
    course: &Course,
    strength: &Strength,
    options: &search::Options,
    jobs: &Jobs,
    progress: &mut dyn FnMut(Progress),
) -> Result<Advice, Trouble> {
    let (rules, position) = (course.rules(), course.position());
    let engine = course.opened.engine();
    let since = Instant::now();
    let clock = || since.elapsed();
    let (mut looks, mut is_late) = (0, false);
    let mut watch = |_| {
        looks += 1;
        is_late = is_late || looks % POSITIONS_BETWEEN_LOOKS == 0 && clock() > limits::SEARCH_TIME;
        if is_late || jobs.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let time = strength.time.unwrap_or(limits::SEARCH_TIME);
    let mut watch = Deadline::new(time, &clock, &mut watch);
    let mut each = |found: &Deepened<_>| {
        // What cannot be written is told at the end.
        let written = found.best.best_move().map(|played| rules.notation(position, &engine.named(played)));
        if let Some(Ok(played)) = written {
            progress(Progress { depth: found.depth, played, worth: worth(found.best.value), nodes: found.best.nodes });
        }
    };
    let found = search::deepen(&engine, &engine.position(position), options, &mut watch, &mut each);
    match (found.explain(rules), jobs.why()) {
        (Ok(_), Some(_)) => Err(Trouble::Stopped("stopped".to_owned())),
        (Err(Trouble::Stopped(_)), None) => {
            let seconds = limits::SEARCH_TIME.as_secs();
            Err(Trouble::Use(format!("the search found nothing within {seconds} seconds")))
        }
        (found, _) => Advice::new(&engine, rules, position, found?),
    }
}

fn worth(value: Value) -> Worth {
    Worth { value: value.compact(), result: value.is_decided().then(|| value.to_string()) }
}
