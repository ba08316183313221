//! All rows of a comparison, with their ratios and means.

use super::earlier::Earlier;
use super::rival::{Installed, Rival};
use super::runner::{Measurement, SystemsRow};
use super::sample::{geometric_mean, ratio};
use super::suite::WorkGroup;

/// The results of all works.
pub struct BenchReport<'a> {
    pub runs: usize,
    pub rivals: &'a [Installed],
    /// The times of an earlier run, if the user gave them.
    pub earlier: Option<Earlier>,
    pub rows: Vec<SystemsRow>,
}

impl BenchReport<'_> {
    /// Returns the rows of one group.
    pub fn in_group(&self, group: WorkGroup) -> impl Iterator<Item = &SystemsRow> {
        self.rows.iter().filter(move |row| row.work.group == group)
    }

    /// Returns the time of Regola divided by that of a rival.
    pub fn ratio(&self, row: &SystemsRow, rival: usize) -> Option<f64> {
        ratio_of(&row.regola, row.rivals[rival].as_ref()?)
    }

    /// Returns the name of the work that does the same in the first encoding, and the time of this
    /// work divided by the time of that one.
    pub fn ratio_to_first(&self, row: &SystemsRow) -> Option<(&'static str, f64)> {
        let name = row.work.first()?;
        let first = self.rows.iter().find(|other| other.work.name == name)?;
        Some((name, ratio_of(&row.regola, &first.regola)?))
    }

    /// Returns the time of Regola divided by that of the earlier run.
    pub fn ratio_to_earlier(&self, row: &SystemsRow) -> Option<f64> {
        let earlier = self.earlier.as_ref()?.time(row.work.name)?;
        ratio(row.regola.as_ref().ok()?.median(), earlier)
    }

    /// Returns the geometric mean of the classics' ratios to a rival, if there are several ratios.
    pub fn mean(&self, rival: usize) -> Option<f64> {
        let ratios: Vec<f64> = self
            .in_group(WorkGroup::Classics)
            .filter_map(|row| self.ratio(row, rival))
            .collect();
        if ratios.len() > 1 {
            geometric_mean(&ratios)
        } else {
            None
        }
    }

    /// Whether other systems can run any of the works.
    pub fn is_comparison(&self) -> bool {
        self.rows.iter().any(|row| row.work.rival_text().is_some())
    }

    /// Returns the systems that could be compared and are not installed.
    pub fn missing(&self) -> impl Iterator<Item = Rival> {
        let is_here = |rival: &Rival| {
            self.rivals
                .iter()
                .any(|installed| installed.rival == *rival)
        };
        let is_wanted = self.is_comparison();
        Rival::ALL
            .into_iter()
            .filter(move |rival| is_wanted && !is_here(rival))
    }

    /// Returns each missing measurement: the work, the system, and the reason.
    pub fn lacking(&self) -> impl Iterator<Item = (&SystemsRow, &'static str, &str)> {
        self.rows.iter().flat_map(|row| {
            let names = self.rivals.iter().map(|installed| installed.rival.name());
            let rivals = names
                .zip(&row.rivals)
                .filter_map(|(name, measured)| Some((name, measured.as_ref()?)));
            let all = std::iter::once(("Regola", &row.regola)).chain(rivals);
            all.filter_map(move |(name, measured)| {
                Some((row, name, measured.as_ref().err()?.as_str()))
            })
        })
    }
}

fn ratio_of(one: &Measurement, other: &Measurement) -> Option<f64> {
    ratio(one.as_ref().ok()?.median(), other.as_ref().ok()?.median())
}
