//! Random games of the rules, and the faults that they show.

use std::ops::ControlFlow;

use super::limits;
use super::protocol::{ShownFinding, TrialResult};
use super::searched::Searched;
use super::stop::IsStopped;
use super::units::file_place;
use crate::clock;
use crate::game::Rules;
use crate::syntax::diagnostic::Diagnostic;
use crate::trial::{TrialOptions, play};

/// Plays `games` random games, or as many as there is time for.
pub fn trial(game: &Searched, games: u64, is_stopped: IsStopped<'_>) -> TrialResult {
    let rules = game.rules();
    let options = TrialOptions {
        games: games.min(limits::TRIAL_GAMES),
        ..TrialOptions::default()
    };
    let elapsed = clock::stopwatch();
    let mut watch = |_| match is_stopped() || elapsed() > limits::TRIAL_TIME {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let tried = play(rules, &options, &mut watch);
    let games = tried.games_in_words();
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
    let sources = rules.sources();
    let span = fault.primary.as_ref().map(|label| label.span);
    let known = span.filter(|span| sources.ids().any(|id| id == span.source));
    ShownFinding {
        severity: fault.severity.into(),
        message: fault.headline(),
        code: fault.code.to_owned(),
        help: fault.help.clone().unwrap_or_default(),
        place: known.map(|span| file_place(sources, span)),
    }
}
