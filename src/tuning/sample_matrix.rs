//! Samples as the numbers of a regression.

use super::sample::Row;

/// The columns that are no features: the advantage of the first role, and of the role to move. They
/// explain a part of the results, so that the features need not. They are the same for all positions
/// that a search compares at its horizon, so a heuristic does without them.
pub(super) const NUISANCES: usize = 2;

/// A sparse matrix with one row for each sample. The last [`NUISANCES`] columns are no features.
/// Each column has the mean square 1.
pub(super) struct SampleMatrix {
    /// Where each row begins among the entries, and where the last one ends.
    starts: Vec<usize>,
    /// Columns with values.
    entries: Vec<(usize, f64)>,
    /// The result of each row.
    pub results: Vec<f64>,
    /// The root of the mean square of each feature before it was scaled; 1 if that is 0.
    pub scales: Vec<f64>,
}

impl SampleMatrix {
    /// Returns the matrix of `rows`, with `features` columns and those that are no features. With
    /// scales of another matrix, it gets those.
    pub fn new<'r>(
        rows: impl Iterator<Item = &'r Row>,
        features: usize,
        scales: Option<&[f64]>,
    ) -> Self {
        let mut matrix = SampleMatrix {
            starts: vec![0],
            entries: Vec::new(),
            results: Vec::new(),
            scales: vec![1.0; features],
        };
        for row in rows {
            let values = row.values.iter().filter(|(number, _)| *number < features);
            matrix.entries.extend(values);
            matrix
                .entries
                .extend([(features, 1.0), (features + 1, row.mover)]);
            matrix.starts.push(matrix.entries.len());
            matrix.results.push(row.result);
        }
        matrix.scales = scales.map_or_else(|| matrix.mean_squares(), <[f64]>::to_vec);
        for (column, value) in &mut matrix.entries {
            *value /= matrix.scales.get(*column).unwrap_or(&1.0);
        }
        matrix
    }

    /// Returns the root of the mean square of each feature.
    fn mean_squares(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.scales.len()];
        for (column, value) in &self.entries {
            if let Some(sum) = sums.get_mut(*column) {
                *sum += value * value;
            }
        }
        let rows = self.results.len().max(1) as f64;
        let root = |sum: f64| if sum > 0.0 { (sum / rows).sqrt() } else { 1.0 };
        sums.into_iter().map(root).collect()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.scales.len() + NUISANCES
    }

    fn rows(&self) -> impl Iterator<Item = &[(usize, f64)]> {
        self.starts
            .windows(2)
            .map(|ends| &self.entries[ends[0]..ends[1]])
    }

    /// Returns the product with a column vector: a number for each row.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let product = |row: &[(usize, f64)]| {
            row.iter()
                .map(|(column, value)| value * vector[*column])
                .sum()
        };
        self.rows().map(product).collect()
    }

    /// Returns the product of the transposed matrix with a number for each row: a number for each
    /// column.
    pub fn transposed_times(&self, vector: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.columns()];
        for (row, factor) in self.rows().zip(vector) {
            for (column, value) in row {
                product[*column] += factor * value;
            }
        }
        product
    }
}
