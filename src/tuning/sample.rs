//! Positions with the results of their games.

use std::sync::Arc;

use indexmap::IndexMap;

use super::features::FeatureValue;
use crate::logic::Term;

/// A position of a game for two roles, with the result of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The features, each with its value for the first role less that for the second.
    pub values: Vec<FeatureValue>,
    /// 1 if the first role is to move, -1 if the second is, 0 if both are.
    pub mover: i8,
    /// The result for the first role: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f64,
    /// The number of the game.
    pub game: usize,
}

/// Samples in which each feature has a number.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The classes of features, each with one weight, by their first features.
    pub(super) classes: IndexMap<Term, Arc<[Term]>>,
    pub(super) rows: Vec<Row>,
}

/// A sample in which classes stand for features.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Numbers of classes with their values, by number.
    pub values: Vec<(usize, f64)>,
    pub mover: f64,
    pub result: f64,
    pub game: usize,
}

impl Samples {
    /// The number of samples.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The number of weights that the features have together. Features that are the same up to
    /// symmetry have one.
    #[must_use]
    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// Adds a sample.
    pub fn add(&mut self, sample: Sample) {
        let mut values: Vec<(usize, f64)> = Vec::with_capacity(sample.values.len());
        for FeatureValue { class, value } in sample.values {
            let entry = self.classes.entry(class[0].clone());
            let number = entry.index();
            entry.or_insert(class);
            match values.binary_search_by_key(&number, |(number, _)| *number) {
                Ok(place) => values[place].1 += value as f64,
                Err(place) => values.insert(place, (number, value as f64)),
            }
        }
        self.rows.push(Row {
            values,
            mover: f64::from(sample.mover),
            result: sample.result,
            game: sample.game,
        });
    }
}
