//! How fast a form does a work, and what it comes to.

use std::time::Duration;

use cpu_time::ProcessTime;

use super::form::{FormKind, MeasuredForm};
use super::games::KnownCount;
use crate::bench::limit::RandomGame;
use crate::trouble::Trouble;

/// What every form is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormWork {
    Perft(KnownCount),
    /// Random games, each of the seed that is its number.
    Playouts,
}

/// So many of the random games that are measured are compared between forms.
const COMPARED: usize = 40;

/// One form in one work.
#[derive(Clone, Debug)]
pub struct FormMeasure {
    pub kind: FormKind,
    /// Leaves or games in a second of CPU time, for each run.
    speeds: Vec<f64>,
    came_to: Option<CameTo>,
}

/// What a form came to.
#[derive(Clone, Debug)]
enum CameTo {
    Leaves(u64),
    /// The first random games.
    Games(Vec<RandomGame>),
}

impl FormMeasure {
    /// Before the first run.
    pub fn new(kind: FormKind) -> Self {
        FormMeasure {
            kind,
            speeds: Vec::new(),
            came_to: None,
        }
    }

    /// Does the work once, or plays so many random games, without a look at the clock.
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

    /// Does the work again and again until so much CPU time is spent, but once at least, and notes
    /// how fast that was.
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

    /// Whether it took part at all.
    pub fn has_run(&self) -> bool {
        self.came_to.is_some()
    }

    /// The middle one of the speeds; of an even number, the higher of the two in the middle.
    pub fn speed(&self) -> Option<f64> {
        let mut speeds = self.speeds.clone();
        speeds.sort_unstable_by(f64::total_cmp);
        speeds.get(speeds.len() / 2).copied()
    }

    /// Where it came to something else than is known, or than another form did, in words.
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
                    told(*own),
                    told(*others)
                ))
            }
            _ => None,
        }
    }
}

/// The speed of one form divided by that of another; none without both.
pub fn ratio(cells: &[FormMeasure], [one, other]: [FormKind; 2]) -> Option<f64> {
    let speed = |kind| cells.iter().find(|cell| cell.kind == kind)?.speed();
    Some(speed(one)? / speed(other)?)
}

fn told(
    RandomGame {
        plies,
        results: [first, second],
    }: RandomGame,
) -> String {
    format!("{plies} plies long and ends {first}:{second}")
}

/// How often in a second of CPU time something is done that is handed the number of each time, from
/// 0. The clock is looked at so seldom that this costs nothing.
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
        // As many as there should be time for, but not so many that a first impression weighs too
        // much.
        let left = (time - spent).as_secs_f64() / spent.as_secs_f64().max(1e-9);
        batch = ((done as f64 * left) as u64).clamp(1, 4 * done);
    }
}
