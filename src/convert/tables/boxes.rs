//! Tables that are products of sets, or a few of them.

use indexmap::IndexMap;

use super::pattern::{Column, Pattern};
use super::sets::ends;
use super::table::{Constant, Row};

/// Two numbers that follow each other may be by chance; three are an interval.
pub(super) const SHORTEST_INTERVAL: usize = 3;

/// What is the same in all rows, and the places of the other columns.
pub(super) fn frame(rows: &[&Row]) -> (Vec<Column>, Vec<usize>) {
    let (mut columns, mut free) = (Vec::new(), Vec::new());
    let Some(first) = rows.first() else {
        return (columns, free);
    };
    for place in 0..first.len() {
        let same = |other: &&usize| rows.iter().all(|row| row[**other] == row[place]);
        if rows.iter().all(|row| row[place] == first[place]) {
            columns.push(Column::One(first[place].clone()));
        } else if let Some(other) = free.iter().find(same) {
            columns.push(Column::As(*other));
        } else {
            columns.push(Column::Each(Vec::new()));
            free.push(place);
        }
    }
    (columns, free)
}

/// Products of sets, found by joining rows that differ in one column, then such products. By which column one
/// begins makes a difference.
pub(super) fn boxes(rows: &[&Row]) -> Vec<Vec<Pattern>> {
    let (columns, free) = frame(rows);
    if rows.is_empty() {
        return Vec::new();
    }
    if free.is_empty() {
        return vec![vec![Pattern::new(columns)]];
    }
    if let [place] = free[..] {
        let values: Vec<Constant> = rows.iter().map(|row| row[place].clone()).collect();
        let joined = pieces(&values);
        let single = joined.iter().flat_map(|piece| match ends(piece) {
            Some(_) => vec![piece.clone()],
            None => piece.iter().map(|one| vec![one.clone()]).collect(),
        });
        let single = single.collect();
        let guesses = [joined, single].into_iter().map(|pieces| {
            let patterns = pieces.into_iter();
            patterns
                .map(|piece| filled(&columns, &free, vec![piece]))
                .collect()
        });
        return guesses.collect();
    }
    let orders = (0..free.len()).flat_map(|start| {
        let turned: Vec<usize> = (start..free.len()).chain(0..start).collect();
        [turned.iter().rev().copied().collect(), turned]
    });
    let guesses = orders.map(|order: Vec<usize>| {
        let mut boxes: Vec<Vec<Vec<Constant>>> = rows
            .iter()
            .map(|row| free.iter().map(|place| vec![row[*place].clone()]).collect())
            .collect();
        for place in order {
            let mut merged: IndexMap<Vec<Vec<Constant>>, Vec<Constant>> = IndexMap::new();
            for mut one in boxes {
                let values = std::mem::take(&mut one[place]);
                merged.entry(one).or_default().extend(values);
            }
            let merged = merged.into_iter().map(|(mut one, mut values)| {
                values.sort();
                one[place] = values;
                one
            });
            boxes = merged.collect();
        }
        let boxes = boxes.into_iter();
        boxes.map(|one| filled(&columns, &free, one)).collect()
    });
    guesses.collect()
}

/// A pattern with these sets in its free columns.
fn filled(columns: &[Column], free: &[usize], sets: Vec<Vec<Constant>>) -> Pattern {
    let mut columns = columns.to_vec();
    for (place, mut set) in free.iter().zip(sets) {
        columns[*place] = match set.len() {
            1 => Column::One(set.remove(0)),
            _ => Column::Each(set),
        };
    }
    Pattern::new(columns)
}

/// Constants in their order, with the intervals among them apart.
fn pieces(values: &[Constant]) -> Vec<Vec<Constant>> {
    let mut pieces: Vec<Vec<Constant>> = Vec::new();
    let mut is_interval = false;
    let runs = values.chunk_by(|one, next| ends(&[one.clone(), next.clone()]).is_some());
    for run in runs {
        let is_long = run.len() >= SHORTEST_INTERVAL || run.len() == values.len();
        match pieces.last_mut().filter(|_| !is_interval && !is_long) {
            Some(last) => last.extend_from_slice(run),
            None => pieces.push(run.to_vec()),
        }
        is_interval = is_long;
    }
    pieces
}
