//! Logistic regression: the weights under which the results of samples are most probable, with a
//! penalty for large weights.
//!
//! Newton's method, whose steps are solved by conjugate gradients (M. R. Hestenes and E. Stiefel,
//! "Methods of Conjugate Gradients for Solving Linear Systems", 1952) and not to the end (R. S. Dembo
//! and T. Steihaug, "Truncated-Newton Algorithms for Large-Scale Unconstrained Optimization", 1983).

use std::ops::ControlFlow;

use super::sample_matrix::{NUISANCES, SampleMatrix};

/// The steps of Newton's method at most.
const STEPS: usize = 50;
/// The steps of conjugate gradients at most.
const INNER_STEPS: usize = 250;
/// The part of the gradient that conjugate gradients may leave.
const INNER_REST: f64 = 0.01;
/// The slope for each sample at which the weights count as found.
const FLAT: f64 = 1e-6;
/// How often a step that makes the fit worse is halved.
const HALVINGS: usize = 30;
/// The penalty of the columns that are no features. They are free, but a column of zeros must have
/// one weight that is best.
const FREE: f64 = 1e-6;

/// Returns the weight of each column of the matrix. `penalty` times half the sum of the squared
/// weights of the features is added to the logarithmic loss of the samples. `look` is asked before
/// each step of conjugate gradients.
///
/// # Errors
/// If `look` breaks.
pub(super) fn regression(
    samples: &SampleMatrix,
    penalty: f64,
    look: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Vec<f64>, ()> {
    let columns = samples.columns();
    let penalties: Vec<f64> = (0..columns)
        .map(|column| {
            if column + NUISANCES < columns {
                penalty
            } else {
                FREE
            }
        })
        .collect();
    let mut descent = Descent {
        samples,
        penalties,
        look,
    };
    let mut weights = vec![0.0; columns];
    for _ in 0..STEPS {
        if !descent.improve(&mut weights)? {
            break;
        }
    }
    Ok(weights)
}

/// Returns the probability that the first role wins, by the logarithm of its odds.
pub(super) fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Returns the logarithmic loss of a prediction: 0 if it is certain and right.
pub(super) fn loss(log_odds: f64, result: f64) -> f64 {
    // The logarithm of `1 + exp(log_odds)`, which does not overflow.
    log_odds.max(0.0) + (-log_odds.abs()).exp().ln_1p() - result * log_odds
}

/// The descent to the best weights.
struct Descent<'a> {
    samples: &'a SampleMatrix,
    /// The penalty of each column.
    penalties: Vec<f64>,
    look: &'a mut dyn FnMut() -> ControlFlow<()>,
}

impl Descent<'_> {
    /// Does one step of Newton's method. Returns whether the weights are better than before.
    fn improve(&mut self, weights: &mut [f64]) -> Result<bool, ()> {
        let predictions: Vec<f64> = self
            .samples
            .times(weights)
            .into_iter()
            .map(probability)
            .collect();
        let errors: Vec<f64> = predictions
            .iter()
            .zip(&self.samples.results)
            .map(|(prediction, result)| prediction - result)
            .collect();
        let mut gradient = self.samples.transposed_times(&errors);
        for ((slope, weight), penalty) in gradient.iter_mut().zip(&*weights).zip(&self.penalties) {
            *slope += penalty * weight;
        }
        let steepest = gradient
            .iter()
            .fold(0.0, |most: f64, slope| most.max(slope.abs()));
        if steepest <= FLAT * self.samples.results.len() as f64 {
            return Ok(false);
        }
        let curvatures: Vec<f64> = predictions
            .iter()
            .map(|prediction| prediction * (1.0 - prediction))
            .collect();
        let step = self.newton_step(&gradient, &curvatures)?;
        let before = self.objective(weights);
        let mut length = 1.0;
        for _ in 0..HALVINGS {
            let tried: Vec<f64> = weights
                .iter()
                .zip(&step)
                .map(|(weight, step)| weight - length * step)
                .collect();
            if self.objective(&tried) < before {
                weights.copy_from_slice(&tried);
                return Ok(true);
            }
            length /= 2.0;
        }
        Ok(false)
    }

    /// Returns the gradient divided by the matrix of second derivatives, nearly.
    fn newton_step(&mut self, gradient: &[f64], curvatures: &[f64]) -> Result<Vec<f64>, ()> {
        let mut step = vec![0.0; gradient.len()];
        let mut rest = gradient.to_vec();
        let mut direction = rest.clone();
        let mut square = dot(&rest, &rest);
        let enough = square * INNER_REST * INNER_REST;
        for _ in 0..INNER_STEPS {
            if square <= enough {
                break;
            }
            if (self.look)().is_break() {
                return Err(());
            }
            let curved = self.curved(&direction, curvatures);
            let length = square / dot(&direction, &curved);
            for place in 0..step.len() {
                step[place] += length * direction[place];
                rest[place] -= length * curved[place];
            }
            let next = dot(&rest, &rest);
            for (direction, rest) in direction.iter_mut().zip(&rest) {
                *direction = rest + next / square * *direction;
            }
            square = next;
        }
        Ok(step)
    }

    /// Returns the matrix of second derivatives times a vector.
    fn curved(&self, vector: &[f64], curvatures: &[f64]) -> Vec<f64> {
        let mut product = self.samples.times(vector);
        for (value, curvature) in product.iter_mut().zip(curvatures) {
            *value *= curvature;
        }
        let mut curved = self.samples.transposed_times(&product);
        for ((value, own), penalty) in curved.iter_mut().zip(vector).zip(&self.penalties) {
            *value += penalty * own;
        }
        curved
    }

    /// Returns the loss of all samples, and the penalty.
    fn objective(&self, weights: &[f64]) -> f64 {
        let odds = self.samples.times(weights);
        let losses = odds
            .iter()
            .zip(&self.samples.results)
            .map(|(odds, result)| loss(*odds, *result));
        let penalty = weights
            .iter()
            .zip(&self.penalties)
            .map(|(weight, penalty)| penalty * weight * weight);
        losses.sum::<f64>() + penalty.sum::<f64>() / 2.0
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter()
        .zip(right)
        .map(|(left, right)| left * right)
        .sum()
}
