//! Random games of the rules, and the faults that they show.

use std::ops::ControlFlow;

use super::limits;
use super::protocol::{FilePlace, ShownFinding, ShownSeverity, TrialResult};
use super::searched::Searched;
use super::stop::IsStopped;
use super::units::unit_range;
use crate::clock;
use crate::game::Rules;
use crate::search::{Progress, Watch};
use crate::syntax::diagnostic::{Diagnostic, Severity};
use crate::trial::{TrialOptions, play};

/// Plays `games` random games, or as many as there is time for.
pub fn trial(game: &Searched, games: u64, is_stopped: IsStopped<'_>) -> TrialResult {
    let rules = game.rules();
    let options = TrialOptions {
        games: games.min(limits::TRIAL_GAMES),
        ..TrialOptions::default()
    };
    let tried = play(rules, &options, &mut TrialWatch::new(is_stopped));
    let games = format!(
        "{} random games of {} plies, {} of them to the end",
        tried.games, tried.plies, tried.ended
    );
    TrialResult {
        findings: tried
            .findings
            .iter()
            .map(|fault| finding(rules, fault))
            .collect(),
        notes: [games].into_iter().chain(tried.notes).collect(),
    }
}

fn finding(rules: &Rules, fault: &Diagnostic) -> ShownFinding {
    let labelled = fault.primary.as_ref();
    let label = labelled.map_or("", |label| label.text.as_str());
    let known = labelled.filter(|label| rules.sources().ids().any(|id| id == label.span.source));
    let place = known.map(|label| {
        let source = rules.sources().get(label.span.source);
        let range = unit_range(
            &source.text,
            label.span.start as usize..label.span.end as usize,
        );
        FilePlace {
            path: source.name.to_string(),
            from: range.start,
            to: range.end,
        }
    });
    ShownFinding {
        severity: match fault.severity {
            Severity::Error => ShownSeverity::Error,
            Severity::Warning => ShownSeverity::Warning,
        },
        message: match label {
            "" => fault.title.clone(),
            label => format!("{}: {label}", fault.title),
        },
        code: fault.code.to_owned(),
        help: fault.help.clone().unwrap_or_default(),
        place,
    }
}

/// Ends the games when the page does not wait for them any more, or after their time.
struct TrialWatch<'s> {
    is_stopped: IsStopped<'s>,
    elapsed: Box<dyn Fn() -> std::time::Duration>,
}

impl<'s> TrialWatch<'s> {
    fn new(is_stopped: IsStopped<'s>) -> Self {
        TrialWatch {
            is_stopped,
            elapsed: Box::new(clock::stopwatch()),
        }
    }
}

impl Watch for TrialWatch<'_> {
    fn look(&mut self, _: Progress) -> ControlFlow<()> {
        match (self.is_stopped)() || (self.elapsed)() > limits::TRIAL_TIME {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
