//! Watches long work: checks for Ctrl-C and draws a progress bar.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use regola::search::{Known, Progress, Watch};

use crate::interrupt::CtrlC;
use crate::progress::in_words;

/// Work that ends within this time shows no progress bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// The number of positions between two looks at the clock.
const POSITIONS_BETWEEN_LOOKS: u64 = 64;

/// Returns a clock that starts now.
pub fn clock() -> impl Fn() -> Duration {
    let since = Instant::now();
    move || since.elapsed()
}

/// The watcher at a terminal.
pub struct Watching {
    interrupt: CtrlC,
    /// The name of the units that the bar counts; none if their number is unknown.
    what: Option<&'static str>,
    since: Instant,
    bar: Option<ProgressBar>,
    /// What a solver has told.
    notes: Vec<Known>,
    /// The positions that were searched.
    nodes: u64,
}

impl Watching {
    /// Returns a watcher with a bar that counts the units `what`.
    pub fn new(interrupt: &CtrlC, what: &'static str) -> Self {
        Self::begin(interrupt, Some(what))
    }

    /// Returns a watcher for work with an unknown number of units.
    pub fn without_end(interrupt: &CtrlC) -> Self {
        Self::begin(interrupt, None)
    }

    fn begin(interrupt: &CtrlC, what: Option<&'static str>) -> Self {
        Watching {
            interrupt: interrupt.clone(),
            what,
            since: Instant::now(),
            bar: None,
            notes: Vec::new(),
            nodes: 0,
        }
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    /// Returns what a solver has told of the root, in this order.
    pub fn notes(&self) -> &[Known] {
        &self.notes
    }

    /// Returns the number of positions that the last search has searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Shows that `done` of `total` units are done, on a terminal and not in the first moments.
    pub fn show(&mut self, done: usize, total: usize, note: impl FnOnce() -> String) {
        if self.bar.is_none() && self.since.elapsed() < PATIENCE {
            return;
        }
        let bar = self
            .bar
            .get_or_insert_with(|| bar(self.what, self.since.elapsed()));
        if !bar.is_hidden() {
            if self.what.is_some() {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
            }
            bar.set_message(note());
            bar.tick();
        }
    }
}

/// Returns a bar on standard error; it is hidden if that is not a terminal.
fn bar(what: Option<&str>, elapsed: Duration) -> ProgressBar {
    let (template, bar) = match what {
        Some(what) => (
            format!("{{wide_bar}} {{pos}}/{{len}} {what}{{msg}}, {{elapsed}}"),
            ProgressBar::new(0),
        ),
        None => (
            "{spinner} searching{msg}, {elapsed}".to_owned(),
            ProgressBar::new_spinner(),
        ),
    };
    let style = ProgressStyle::with_template(&template).expect("the template is right");
    bar.with_style(style).with_elapsed(elapsed)
}

impl Watch for Watching {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        self.nodes = progress.nodes;
        if self.interrupt.is_requested() {
            return ControlFlow::Break(());
        }
        if progress.nodes.is_multiple_of(POSITIONS_BETWEEN_LOOKS) {
            let elapsed = self.since.elapsed();
            self.show(progress.root_done, progress.root_total, || {
                in_words(progress, elapsed)
            });
        }
        ControlFlow::Continue(())
    }

    fn note(&mut self, known: Known) {
        self.notes.push(known);
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
