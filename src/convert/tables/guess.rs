//! Which patterns a table may have. What is guessed here need not be right.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::boxes::{SHORTEST_INTERVAL, boxes, frame};
use super::pattern::{Column, Pattern, Value, are_exactly, joined};
use super::sets::Sets;
use super::table::{Constant, Row, Rows, Table};

/// Makes a pattern of what stands in the columns that are not the same in all rows.
type Frame<'f> = dyn Fn(&[(usize, Column)]) -> Pattern + 'f;

/// Patterns that may be those of a table, in several ways.
pub(super) fn guesses(table: &Table, sets: &Sets) -> Vec<Vec<Pattern>> {
    let rows: Vec<&Row> = table.rows.iter().collect();
    if rows.len() < 2 {
        return Vec::new();
    }
    let guess = |intervals: &[[i64; 2]]| Guessing { intervals }.patterns(&rows);
    let intervals: Vec<[i64; 2]> = sets.intervals().collect();
    let mut guesses = vec![guess(&intervals)];
    let numbers = rows.iter().flat_map(|row| row.iter());
    let numbers: BTreeSet<i64> = numbers.filter_map(Constant::number).collect();
    if let (Some(least), Some(most)) = (numbers.first(), numbers.last()) {
        guesses.push(guess(&[&intervals[..], &[[*least, *most]]].concat()));
    }
    guesses.extend(boxes(&rows));
    guesses
}

struct Guessing<'g> {
    /// Intervals that have a name, or may get one.
    intervals: &'g [[i64; 2]],
}

impl Guessing<'_> {
    /// The fewest patterns that are found for rows.
    fn patterns(&self, rows: &[&Row]) -> Vec<Pattern> {
        let (columns, free) = frame(rows);
        let all: Rows = rows.iter().map(|row| (*row).clone()).collect();
        let frame = |filled: &[(usize, Column)]| {
            let mut columns = columns.clone();
            for (place, column) in filled {
                columns[*place] = column.clone();
            }
            Pattern::new(columns)
        };
        let is_named = |place: &usize| rows.iter().any(|row| row[*place].number().is_none());
        let names: Vec<usize> = free.iter().copied().filter(is_named).collect();
        let mut guesses = Vec::new();
        match free[..] {
            [left, right] if names.is_empty() => {
                let pairs = numbers(rows, left, right);
                guesses.extend(comparisons(rows, left, right, &frame));
                guesses.extend(mirrored(&pairs, left, right, &frame).map(|one| vec![one]));
                guesses.push(self.shifted(rows, left, right, &frame));
            }
            [left, right] => guesses.extend(comparisons(rows, left, right, &frame)),
            [left, right, result] if names.is_empty() => {
                for operator in ["+", "-", "*"] {
                    let places = [left, right, result];
                    guesses.extend(results(rows, operator, places, &frame).map(|one| vec![one]));
                }
            }
            _ => {}
        }
        if !names.is_empty() && names.len() < free.len() {
            let mut groups: IndexMap<Vec<&Constant>, Vec<&Row>> = IndexMap::new();
            for row in rows {
                let group = names.iter().map(|place| &row[*place]).collect();
                groups.entry(group).or_default().push(row);
            }
            let groups = groups.values().map(|group| self.patterns(group));
            guesses.push(groups.flatten().collect());
        }
        guesses.extend(boxes(rows));
        guesses.retain(|guess| are_exactly(guess, &all));
        let fewest = guesses.into_iter().min_by_key(Vec::len);
        fewest.unwrap_or_default()
    }

    /// Pairs of numbers with the same difference, as far as their first numbers follow each other.
    fn shifted(&self, rows: &[&Row], left: usize, right: usize, frame: &Frame<'_>) -> Vec<Pattern> {
        let mut shifts: IndexMap<i64, BTreeSet<i64>> = IndexMap::new();
        for [one, other] in numbers(rows, left, right) {
            if let Some(shift) = other.checked_sub(one) {
                shifts.entry(shift).or_default().insert(one);
            }
        }
        let mut patterns = Vec::new();
        let mut covered: BTreeSet<[i64; 2]> = BTreeSet::new();
        for (shift, firsts) in &shifts {
            let firsts: Vec<i64> = firsts.iter().copied().collect();
            for run in firsts.chunk_by(|one, next| one.checked_add(1) == Some(*next)) {
                let [first, .., last] = *run else { continue };
                if run.len() < SHORTEST_INTERVAL {
                    continue;
                }
                let other = match shift {
                    0 => ([first, last], Column::As(left)),
                    _ => self.shift([first, last], left, *shift),
                };
                patterns.push(frame(&[(left, each(other.0)), (right, other.1)]));
                covered.extend(run.iter().map(|one| [*one, one + shift]));
            }
        }
        let is_left = |row: &&&Row| match (row[left].number(), row[right].number()) {
            (Some(one), Some(other)) => !covered.contains(&[one, other]),
            _ => true,
        };
        let rest: Vec<&Row> = rows.iter().filter(is_left).copied().collect();
        if let Some(fewest) = boxes(&rest).into_iter().min_by_key(Vec::len) {
            patterns.extend(fewest);
        }
        patterns
    }

    /// How the second numbers come from the first ones, which are an interval: from all of it, or from a named
    /// interval where both have to be in that.
    fn shift(&self, [first, last]: [i64; 2], left: usize, shift: i64) -> ([i64; 2], Column) {
        let value = Value::Plus(left, shift);
        if self.intervals.contains(&[first, last]) {
            return ([first, last], Column::Computed(value, None));
        }
        let is_clipped = |[least, most]: &&[i64; 2]| {
            shift.unsigned_abs() <= last.abs_diff(first)
                && first == *least.max(&least.saturating_sub(shift))
                && last == *most.min(&most.saturating_sub(shift))
        };
        match self.intervals.iter().find(is_clipped) {
            Some(ends) => (*ends, Column::Computed(value, Some(*ends))),
            None => ([first, last], Column::Computed(value, None)),
        }
    }
}

/// All pairs of which one is less, or that are not equal.
fn comparisons(rows: &[&Row], left: usize, right: usize, frame: &Frame<'_>) -> Vec<Vec<Pattern>> {
    let values = |place: usize| -> Vec<Constant> {
        let values: BTreeSet<&Constant> = rows.iter().map(|row| &row[place]).collect();
        values.into_iter().cloned().collect()
    };
    let (lefts, rights) = (values(left), values(right));
    let both: BTreeSet<&Constant> = lefts.iter().chain(&rights).collect();
    // Of two that are not equal it is shorter to say so.
    if both.len() < SHORTEST_INTERVAL {
        return Vec::new();
    }
    let both: Vec<Constant> = both.into_iter().cloned().collect();
    let mut guesses = Vec::new();
    for operator in ["<", ">", "=<", ">=", "\\=="] {
        for (lefts, rights) in [(&both, &both), (&lefts, &rights)] {
            let mut pattern = frame(&[
                (left, Column::Each(lefts.clone())),
                (right, Column::Each(rights.clone())),
            ]);
            pattern.condition = Some((operator, left, right));
            guesses.push(vec![pattern]);
        }
    }
    guesses
}

/// Pairs of numbers with the same sum.
fn mirrored(pairs: &[[i64; 2]], left: usize, right: usize, frame: &Frame<'_>) -> Option<Pattern> {
    let firsts: BTreeSet<i64> = pairs.iter().map(|pair| pair[0]).collect();
    let [one, other] = pairs.first()?;
    let value = Value::Less(one.checked_add(*other)?, left);
    let ends = [*firsts.first()?, *firsts.last()?];
    (firsts.len() >= SHORTEST_INTERVAL && is_whole(&firsts))
        .then(|| frame(&[(left, each(ends)), (right, Column::Computed(value, None))]))
}

/// Numbers of which the third comes from the first two.
fn results(
    rows: &[&Row],
    operator: &'static str,
    [left, right, result]: [usize; 3],
    frame: &Frame<'_>,
) -> Option<Pattern> {
    let of = |place: usize| -> BTreeSet<i64> {
        rows.iter().filter_map(|row| row[place].number()).collect()
    };
    let fits = |row: &&Row| {
        let computed = joined(operator, row[left].number()?, row[right].number()?);
        Some(computed == row[result].number())
    };
    let sets = [of(left), of(right), of(result)];
    let fit = rows.iter().all(|row| fits(row) == Some(true));
    if !fit || !is_whole(&sets[0]) || !is_whole(&sets[1]) {
        return None;
    }
    let both_ends = |set: &BTreeSet<i64>| Some([*set.first()?, *set.last()?]);
    let within = match sets[0].len() * sets[1].len() > rows.len() {
        true => Some(both_ends(&sets[2])?),
        false => None,
    };
    let value = Value::Joined(operator, left, right);
    Some(frame(&[
        (left, each(both_ends(&sets[0])?)),
        (right, each(both_ends(&sets[1])?)),
        (result, Column::Computed(value, within)),
    ]))
}

fn each([first, last]: [i64; 2]) -> Column {
    Column::Each((first..=last).map(Constant::Number).collect())
}

/// Whether numbers are an interval.
fn is_whole(numbers: &BTreeSet<i64>) -> bool {
    let first = numbers.first().copied().unwrap_or_default();
    (first..)
        .zip(numbers)
        .all(|(wanted, number)| wanted == *number)
}

/// The numbers in two columns.
fn numbers(rows: &[&Row], left: usize, right: usize) -> Vec<[i64; 2]> {
    let pairs = rows
        .iter()
        .map(|row| Some([row[left].number()?, row[right].number()?]));
    pairs.flatten().collect()
}
