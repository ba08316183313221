//! Looks on while something long runs: listens to Ctrl-C and draws a progress bar.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use regola::search::{Progress, Watch};

use crate::interrupt::CtrlC;

/// What ends sooner than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How many positions pass between two looks at the clock.
const POSITIONS_BETWEEN_LOOKS: u64 = 64;

/// The time since now.
pub fn clock() -> impl Fn() -> Duration {
    let since = Instant::now();
    move || since.elapsed()
}

/// Somebody at the terminal who looks on.
pub struct Watching {
    interrupt: CtrlC,
    /// The units that are counted, if it is known how many there are.
    what: Option<&'static str>,
    since: Instant,
    bar: Option<ProgressBar>,
}

impl Watching {
    /// `what` names the units of which the bar counts how many are done.
    pub fn new(interrupt: &CtrlC, what: &'static str) -> Self {
        Watching {
            interrupt: interrupt.clone(),
            what: Some(what),
            since: Instant::now(),
            bar: None,
        }
    }

    /// For something of which nobody knows how long it takes.
    pub fn without_end(interrupt: &CtrlC) -> Self {
        Watching {
            interrupt: interrupt.clone(),
            what: None,
            since: Instant::now(),
            bar: None,
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    /// Shows how many units are done, on a terminal and after a while.
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

/// A bar on standard error; hidden where that is no terminal.
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
        if self.interrupt.is_requested() {
            return ControlFlow::Break(());
        }
        if progress.nodes.is_multiple_of(POSITIONS_BETWEEN_LOOKS) {
            self.show(progress.root_done, progress.root_total, || note(progress));
        }
        ControlFlow::Continue(())
    }
}

/// How far a search is, in words.
fn note(progress: Progress) -> String {
    match progress.depth {
        0 => format!(", {} positions", progress.nodes),
        depth => format!(", depth {depth}, {} positions", progress.nodes),
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
