//! One work, measured in turn on both sides.

use std::ops::ControlFlow;

use regola::search::Progress;

use super::differences::differences;
use super::measure::SearchMeasure;
use super::prepared::PreparedSearch;
use super::works::{SearchTask, SearchWork};
use crate::bench::sample::ratio;
use crate::interrupt::CtrlC;
use crate::trouble::Trouble;

/// The figures of a work.
pub struct SearchRow {
    pub work: &'static SearchWork,
    /// The task that was done: that of the work, or the smaller one.
    pub task: SearchTask,
    pub regola: SearchMeasure,
    /// The program written by hand, or random games.
    pub other: SearchMeasure,
}

/// Measures a work in `runs` runs, a long one only once; `progress` is called before each run.
pub fn measured(
    work: &'static SearchWork,
    runs: usize,
    interrupt: &CtrlC,
    progress: &mut dyn FnMut(usize),
) -> Result<SearchRow, Trouble> {
    let runs = if work.is_long { 1 } else { runs };
    let prepared = PreparedSearch::new(work, work.counted, interrupt)?;
    // Some parts of a game are compiled when they are first needed.
    prepared.by_regola(&mut until(interrupt))?;
    let prepared = prepared.with_task(work.task)?;
    let mut row = SearchRow::new(work, work.task);
    for run in 0..runs {
        progress(run);
        row.run(&prepared, interrupt)?;
    }
    Ok(row)
}

/// Does the smaller task of a work once.
pub fn counted(work: &'static SearchWork, interrupt: &CtrlC) -> Result<SearchRow, Trouble> {
    let prepared = PreparedSearch::new(work, work.counted, interrupt)?;
    let mut row = SearchRow::new(work, work.counted);
    row.run(&prepared, interrupt)?;
    Ok(row)
}

/// Returns a watcher that stops a search at Ctrl-C.
fn until(interrupt: &CtrlC) -> impl FnMut(Progress) -> ControlFlow<()> {
    |_| match interrupt.is_requested() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

impl SearchRow {
    fn new(work: &'static SearchWork, task: SearchTask) -> Self {
        SearchRow {
            work,
            task,
            regola: SearchMeasure::default(),
            other: SearchMeasure::default(),
        }
    }

    fn run(&mut self, prepared: &PreparedSearch, interrupt: &CtrlC) -> Result<(), Trouble> {
        let mut watch = until(interrupt);
        self.regola.run(|| prepared.by_regola(&mut watch))?;
        self.other.run(|| prepared.by_the_other(&mut watch))
    }

    /// Returns the time of Regola divided by that of the program written by hand; for playouts, the
    /// speed of the tree search divided by that of the random games.
    pub fn ratio(&self) -> Option<f64> {
        match self.task.has_answer() {
            true => ratio(self.regola.time(), self.other.time()),
            false => Some(self.regola.speed() / self.other.speed()),
        }
    }

    /// Returns a message for each position that the two sides value differently.
    pub fn differences(&self) -> Vec<String> {
        match self.task.has_answer() {
            true => differences(
                self.work.name,
                &self.regola.answer.values,
                &self.other.answer.values,
            ),
            false => Vec::new(),
        }
    }
}
