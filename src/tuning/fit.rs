//! The weights of samples, and how well they predict the results of other games.

use std::ops::ControlFlow;

use super::regression::{loss, regression};
use super::sample::{Row, Samples};
use super::sample_matrix::SampleMatrix;
use crate::logic::Term;

/// The number of weights at most. The facts of a board are fewer; terms that grow with the game can be
/// more.
const MAX_WEIGHTS: usize = 5000;

/// One game of this number is kept from the regression, to see how well it predicts.
const HELD_OUT: usize = 10;

/// The penalties of large weights that are tried. The one that predicts other games best is taken.
const PENALTIES: [f64; 5] = [1.0, 10.0, 100.0, 1000.0, 10_000.0];

/// The weights of a heuristic.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The features, each with its weight: what a value of 1 adds to the logarithm of the odds to
    /// win. They are in the order in which the samples have them.
    pub weights: Vec<(Term, f64)>,
    /// The penalty of large weights.
    pub penalty: f64,
    /// How well a regression of nine tenths of the games predicts the others.
    pub prediction: Prediction,
    /// How well the side to move alone predicts them.
    pub without_features: Prediction,
    /// For each weight the greatest amount of its feature in a sample.
    pub(super) amounts: Vec<f64>,
}

/// How well results are predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The mean of the logarithmic loss: 0 if every prediction is certain and right, 0.69 for a coin.
    pub loss: f64,
    /// Of the positions whose game was won, the share whose winner is named.
    pub winners: f64,
}

/// Why there are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// There are not enough games.
    #[error("there are too few games with a result to fit weights; at least ten are needed")]
    TooFewGames,
    /// There are more weights than this number.
    #[error(
        "there are more than {0} weights to fit; name some features by `feature(Name, Player, Value)`"
    )]
    TooManyWeights(usize),
    /// All games have the same result.
    #[error("all games have the same result, so that nothing can be learned from them")]
    OneResult,
    /// The caller stopped the work.
    #[error("stopped")]
    Stopped,
}

/// Fits weights to samples. `look` is asked now and then; if it breaks, the work ends.
///
/// # Errors
/// If the samples do not suffice, or `look` breaks.
pub fn fit(samples: &Samples, look: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Fit, FitError> {
    let (others, own): (Vec<&Row>, Vec<&Row>) = samples
        .rows
        .iter()
        .partition(|row| row.game % HELD_OUT == HELD_OUT - 1);
    if others.is_empty() || own.is_empty() {
        return Err(FitError::TooFewGames);
    }
    if samples
        .rows
        .iter()
        .all(|row| row.result == samples.rows[0].result)
    {
        return Err(FitError::OneResult);
    }
    let features = samples.classes.len();
    if features > MAX_WEIGHTS {
        return Err(FitError::TooManyWeights(MAX_WEIGHTS));
    }
    let mut predict = |features, penalty| -> Result<Prediction, ()> {
        let known = SampleMatrix::new(own.iter().copied(), features, None);
        let unknown = SampleMatrix::new(others.iter().copied(), features, Some(&known.scales));
        let weights = regression(&known, penalty, look)?;
        Ok(Prediction::of(&unknown, &weights))
    };
    let mut best: Option<(f64, Prediction)> = None;
    for penalty in PENALTIES {
        let prediction = predict(features, penalty).map_err(|()| FitError::Stopped)?;
        if best.is_none_or(|(_, known)| prediction.loss < known.loss) {
            best = Some((penalty, prediction));
        }
    }
    let without_features = predict(0, 1.0).map_err(|()| FitError::Stopped)?;
    let (penalty, prediction) = best.expect("there are penalties to try");
    let all = SampleMatrix::new(samples.rows.iter(), features, None);
    let weights = regression(&all, penalty, look).map_err(|()| FitError::Stopped)?;
    Ok(Fit {
        weights: of_features(samples, &weights, &all.scales),
        penalty,
        prediction,
        without_features,
        amounts: amounts(samples),
    })
}

/// Returns the weight of each feature: that of its class.
fn of_features(samples: &Samples, weights: &[f64], scales: &[f64]) -> Vec<(Term, f64)> {
    let classes = samples.classes.values().zip(weights).zip(scales);
    classes
        .flat_map(|((features, weight), scale)| {
            features
                .iter()
                .map(move |feature| (feature.clone(), weight / scale))
        })
        .collect()
}

/// Returns for each feature the greatest amount of its class in a sample.
fn amounts(samples: &Samples) -> Vec<f64> {
    let mut of_class = vec![0.0_f64; samples.classes.len()];
    for (number, value) in samples.rows.iter().flat_map(|row| &row.values) {
        of_class[*number] = of_class[*number].max(value.abs());
    }
    let classes = samples.classes.values().zip(of_class);
    classes
        .flat_map(|(features, amount)| features.iter().map(move |_| amount))
        .collect()
}

impl Prediction {
    fn of(samples: &SampleMatrix, weights: &[f64]) -> Self {
        let odds = samples.times(weights);
        let predicted: Vec<(f64, f64)> = odds
            .into_iter()
            .zip(samples.results.iter().copied())
            .collect();
        let losses = predicted.iter().map(|(odds, result)| loss(*odds, *result));
        let won = predicted.iter().filter(|(_, result)| *result != 0.5);
        let named = won
            .clone()
            .filter(|(odds, result)| (*odds > 0.0) == (*result > 0.5));
        Prediction {
            loss: losses.sum::<f64>() / predicted.len() as f64,
            winners: named.count() as f64 / won.count().max(1) as f64,
        }
    }
}
