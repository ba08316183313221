//! The speed of a form at a work, and its result.

use std::time::Duration;

use cpu_time::ProcessTime;

use super::form::{FormKind, MeasuredForm};
use super::games::KnownCount;
use crate::bench::limit::RandomGame;
use crate::trouble::Trouble;

/// A work for every form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormWork {
    Perft(KnownCount),
    /// Random games: game `n` has the seed `n`.
    Playouts,
}

/// The number of random games that are compared between forms when they are measured.
const COMPARED: usize = 40;

/// The measurements of one form at one work.
#[derive(Clone, Debug)]
pub struct FormMeasure {
    pub kind: FormKind,
    /// For each run the leaves or games in a second of CPU time.
    speeds: Vec<f64>,
    came_to: Option<CameTo>,
}

/// The result of a work.
#[derive(Clone, Debug)]
enum CameTo {
    Leaves(u64),
    /// The first random games.
    Games(Vec<RandomGame>),
}

impl FormMeasure {
    /// Returns an empty record, for use before the first run.
    pub fn new(kind: FormKind) -> Self {
        FormMeasure {
            kind,
            speeds: Vec::new(),
            came_to: None,
        }
    }

    /// Does the work once, with `games` random games, and does not measure the time.
    pub fn compared(
        kind: FormKind,
        form: &dyn MeasuredForm,
        work: FormWork,
        games: u64,
    ) -> Result<Self, Trouble> {
        let came_to = match work {
            FormWork::Perft(tree) => CameTo::Leaves(form.perft(tree.depth)?),
            FormWork::Playouts => CameTo::Games(form.playouts(0..games)?),
        };
        Ok(FormMeasure {
            kind,
            speeds: Vec::new(),
            came_to: Some(came_to),
        })
    }

    /// Repeats the work until it has taken the CPU time `time`, at least once, and records the
    /// speed.
    pub fn run(
        &mut self,
        form: &dyn MeasuredForm,
        work: FormWork,
        time: Duration,
    ) -> Result<(), Trouble> {
        let (speed, came_to) = match work {
            FormWork::Perft(tree) => {
                let mut leaves = 0;
                let trees = repeat(time, |_| {
                    leaves = form.perft(tree.depth)?;
                    Ok(())
                })?;
                (trees * leaves as f64, CameTo::Leaves(leaves))
            }
            FormWork::Playouts => {
                let mut first = Vec::with_capacity(COMPARED);
                let at_once = form.side_by_side();
                let times = repeat(time, |number| {
                    let ended = form.playouts(number * at_once..(number + 1) * at_once)?;
                    let missing = COMPARED - first.len();
                    first.extend(ended.into_iter().take(missing));
                    Ok(())
                })?;
                (times * at_once as f64, CameTo::Games(first))
            }
        };
        self.speeds.push(speed);
        self.came_to = Some(came_to);
        Ok(())
    }

    /// Whether the form has done the work at all.
    pub fn has_run(&self) -> bool {
        self.came_to.is_some()
    }

    /// Returns the median of the speeds; of an even number, the higher of the two in the middle.
    pub fn speed(&self) -> Option<f64> {
        let mut speeds = self.speeds.clone();
        speeds.sort_unstable_by(f64::total_cmp);
        speeds.get(speeds.len() / 2).copied()
    }

    /// Returns how the result differs from the known number, or from the result of another form.
    pub fn difference(&self, other: &FormMeasure, work: FormWork) -> Option<String> {
        match (self.came_to.as_ref()?, other.came_to.as_ref()?, work) {
            (
                CameTo::Leaves(leaves),
                _,
                FormWork::Perft(KnownCount {
                    depth,
                    leaves: known,
                }),
            ) => (*leaves != known)
                .then(|| format!("{leaves} leaves at depth {depth}, where there are {known}")),
            (CameTo::Games(own), CameTo::Games(others), _) => {
                let mut seeds = own.iter().zip(others).enumerate();
                let (seed, (own, others)) = seeds.find(|(_, (own, others))| own != others)?;
                let title = other.kind.title();
                Some(format!(
                    "the random game of seed {seed} is {}; {title}: {}",
                    game_in_words(*own),
                    game_in_words(*others)
                ))
            }
            _ => None,
        }
    }
}

/// Returns the speed of one form divided by that of another; none if one of them is missing.
pub fn ratio(cells: &[FormMeasure], [one, other]: [FormKind; 2]) -> Option<f64> {
    let speed = |kind| cells.iter().find(|cell| cell.kind == kind)?.speed();
    Some(speed(one)? / speed(other)?)
}

fn game_in_words(
    RandomGame {
        plies,
        results: [first, second],
    }: RandomGame,
) -> String {
    format!("{plies} plies long and ends {first}:{second}")
}

/// Calls `work` with the numbers from 0 until the CPU time `time` is over. Returns the number of
/// calls in a second of CPU time. It looks at the clock so seldom that this costs nothing.
fn repeat(
    time: Duration,
    mut work: impl FnMut(u64) -> Result<(), Trouble>,
) -> Result<f64, Trouble> {
    let before = ProcessTime::now();
    let (mut done, mut batch) = (0, 1);
    loop {
        (done..done + batch).try_for_each(&mut work)?;
        done += batch;
        let spent = before.elapsed();
        if spent >= time {
            return Ok(done as f64 / spent.as_secs_f64().max(1e-9));
        }
        // Estimates how many calls fit into the remaining time. The limit keeps an untypical first
        // call from counting too much.
        let left = (time - spent).as_secs_f64() / spent.as_secs_f64().max(1e-9);
        batch = ((done as f64 * left) as u64).clamp(1, 4 * done);
    }
}
