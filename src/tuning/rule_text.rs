//! Weights as a rule file, which uses the rule file of the game.

use std::fmt::Write;

use super::features::usual_features;
use super::fit::Fit;
use crate::game::Rules;
use crate::game::vocabulary::FEATURE;
use crate::logic::Term;
use crate::syntax::quote::{quote_atom, quote_string};
use crate::syntax::visible::visible;

/// The predicate of the sum of all features with their weights.
const SUM: &str = "weighted_features";
/// The predicate of the weights.
const WEIGHT: &str = "feature_weight";

/// The most that rounding a weight may change the logarithm of the odds.
const ROUNDING: f64 = 0.005;
/// The least and the greatest value that stands for 1 in the logarithm of the odds.
const UNITS: [i64; 2] = [1000, 1_000_000_000];

/// The rule file of a heuristic with fitted weights.
#[derive(Clone, Debug)]
pub struct TunedRules {
    /// The path of the game's rule file, as the tuned one writes it.
    pub game: String,
    /// The name of the heuristic and of its level.
    pub name: String,
    /// The depth of the level.
    pub depth: usize,
    /// Whether to name the usual features, because the game's rule file names none.
    pub names_features: bool,
    /// What else the file says at its beginning, without `%`.
    pub comment: Vec<String>,
}

/// Why a game can have no such rule file: it has already what the file defines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// A predicate: its name and number of arguments.
    #[error(
        "the rule file has a predicate `{0}/2` of its own, which is to hold the weights; give it another name"
    )]
    Predicate(&'static str),
    /// A heuristic of this name.
    #[error("the rule file has a heuristic `{0}` already; choose another name")]
    Heuristic(String),
    /// A level of this name.
    #[error("the rule file has a level `{0}` already; choose another name")]
    Level(String),
}

impl TunedRules {
    /// Checks that the game has not yet what the rule file defines.
    ///
    /// # Errors
    /// The first such conflict.
    pub fn check(&self, rules: &Rules) -> Result<(), Conflict> {
        let is_taken = |name: &&str| rules.program().predicate(name, 2).is_some();
        if let Some(name) = [SUM, WEIGHT].into_iter().find(is_taken) {
            return Err(Conflict::Predicate(name));
        }
        if rules.heuristics().iter().any(|name| **name == *self.name) {
            return Err(Conflict::Heuristic(self.name.clone()));
        }
        match rules.level(&self.name) {
            Some(_) => Err(Conflict::Level(self.name.clone())),
            None => Ok(()),
        }
    }

    /// Returns a rule file with the features only, for the samples.
    #[must_use]
    pub fn features(&self, rules: &Rules) -> String {
        let mut text = format!(":- use {}.\n", quote_string(&self.game));
        if self.names_features {
            text = text + "\n" + &usual_features(rules);
        }
        text
    }

    /// Returns the rule file.
    #[must_use]
    pub fn text(&self, rules: &Rules, fit: &Fit) -> String {
        let unit = unit(fit);
        let mut text = String::new();
        for line in &self.comment {
            let line = line.replace(char::is_control, " ");
            let _ = writeln!(text, "% {}", visible(&line));
        }
        let _ = writeln!(
            text,
            "% The heuristic is {unit} times the logarithm of the odds to win."
        );
        text += &self.features(rules);
        text += &self.level_and_heuristic(rules);
        for (feature, weight) in &fit.weights {
            let weight = (weight * unit as f64).round() as i64;
            if weight != 0 {
                let fact = Term::compound(WEIGHT, [feature, &Term::integer(weight)]);
                let _ = writeln!(text, "{fact}.");
            }
        }
        text
    }

    fn level_and_heuristic(&self, rules: &Rules) -> String {
        let (name, depth) = (quote_atom(&self.name), self.depth);
        let [first, second] = [0, 1].map(|role| &rules.roles()[role]);
        let of = |own, other| {
            format!(
                "heuristic({name}, {own}, V) :- {SUM}({own}, A), {SUM}({other}, B), V is A - B.\n"
            )
        };
        let feature = FEATURE.name;
        format!(
            "\nlevel({name}, [depth({depth}), heuristic({name}), ties(random)]).\n\n{}{}\n\
             {SUM}(P, V) :-\n    aggregate_all(sum(W * N), ( {WEIGHT}(F, W), {feature}(F, P, N) ), V).\n\n",
            of(first, second),
            of(second, first),
        )
    }
}

/// Returns the value that stands for 1 in the logarithm of the odds: the least power of ten with
/// which rounding changes no feature much.
fn unit(fit: &Fit) -> i64 {
    let [least, greatest] = UNITS;
    let amount = fit
        .amounts
        .iter()
        .fold(0.0, |most: f64, amount| most.max(*amount));
    let mut unit = least;
    while unit < greatest && amount / unit as f64 > 2.0 * ROUNDING {
        unit *= 10;
    }
    unit
}
