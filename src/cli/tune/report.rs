//! The fit in words.

use regola::game::Rules;
use regola::record::RecordFile;
use regola::tuning::{Fit, Prediction, Samples};

use super::files::MARK;

/// The number of weights at most that are listed; the rule file has all.
const LISTED: usize = 40;

/// Returns the lines about games and fit.
pub fn report(games: &RecordFile, samples: &Samples, fit: &Fit) -> Vec<String> {
    let told = |what: &str, Prediction { loss, winners }: Prediction| {
        format!(
            "{what}: loss {loss:.3}, the winner is named in {:.1} % of the positions",
            100.0 * winners
        )
    };
    vec![
        format!(
            "{} positions of {} games; {} features with {} weights.",
            samples.count(),
            games.games.len(),
            fit.weights.len(),
            samples.class_count()
        ),
        "A tenth of the games was kept back, and predicted from the others:".to_owned(),
        told("  with the features", fit.prediction),
        told("  by the role to move alone", fit.without_features),
    ]
}

/// Returns these lines and the weights, unless there are many.
pub fn with_weights(report: &[String], fit: &Fit) -> String {
    let mut text: String = report.iter().map(|line| format!("{line}\n")).collect();
    if fit.weights.len() > LISTED {
        return text;
    }
    let weights: Vec<(String, f64)> = fit
        .weights
        .iter()
        .map(|(feature, weight)| (feature.to_string(), *weight))
        .collect();
    let width = weights
        .iter()
        .map(|(feature, _)| feature.chars().count())
        .max()
        .unwrap_or(0);
    text.push('\n');
    for (feature, weight) in weights {
        text += &format!("  {feature:width$} {weight:>9.4}\n");
    }
    text.push('\n');
    text
}

/// Returns what the rule file says at its beginning.
pub fn comment(rules: &Rules, name: &str, report: &[String]) -> Vec<String> {
    let mut lines = vec![format!(
        "The heuristic `{name}` of {}, {MARK}.",
        rules.name()
    )];
    lines.extend(report.iter().cloned());
    lines
}
