//! Ways to divide the moves of one form into families, by one of the cells in them, and the way that costs the least.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::moves::{Entry, Moves, OF_EFFECT, OF_FAMILY, OF_ROW};
use crate::compile::circuit::Label;
use crate::compile::families::{Anchor, Families, Halt, Rest};
use crate::compile::residual::Residual;

/// Of more ways to divide moves only the first ones are tried.
const MOST_ANCHORS: usize = 64;

/// How many words of lanes are kept of what was looked at, until it is known which way to divide moves is the best.
const MOST_KEPT: usize = 1_000_000;

/// Moves of one form as they are divided by an anchor.
struct Division {
    space: usize,
    /// The moves of each family: lanes in order, with places among the entries.
    families: Vec<Vec<(u32, u32)>>,
    /// How many of these families were looked at.
    looked: usize,
    /// The first ones of those.
    kept: Vec<Moves>,
    /// What it takes to list and play those that were looked at, and the others at least.
    cost: usize,
}

/// Moves of one form in families; each on its own where that costs less, or where one adds numbers.
pub(super) fn divided(
    families: &mut Families<'_>,
    residual: &Residual,
    entries: &[Entry],
) -> Result<Vec<Moves>, Halt> {
    let alone = |entry: &Entry| Moves::new(None, BTreeMap::from([(0, *entry)]));
    let alone = || entries.iter().map(alone).collect();
    let has_numbers = |entry: &Entry| !residual.moves[entry.number].numbers.is_empty();
    if entries.iter().any(has_numbers) {
        return Ok(alone());
    }
    let labels = entries
        .iter()
        .map(|entry| &residual.moves[entry.number].label);
    let labels: Vec<&Label> = labels.collect();
    let anchors = families.spaces().anchors(&labels).into_iter();
    let divisions = anchors
        .take(MOST_ANCHORS)
        .filter_map(|anchor| divide(families, residual, entries, &anchor));
    let divisions = divisions.collect();
    let cost_alone = entries.iter().map(|entry| cost_alone(residual, entry));
    let best = cheapest(families, residual, entries, divisions, cost_alone.sum())?;
    Ok(best.unwrap_or_else(alone))
}

/// What it costs to have a move on its own.
fn cost_alone(residual: &Residual, entry: &Entry) -> usize {
    let about = &residual.moves[entry.number];
    4 + 2 * (about.adds.len() + about.deletes.len())
}

/// The division that costs the least, the first of several; none if all cost `most` or more. Whichever costs the
/// least as far as is known is looked at further, so that little is looked at of the others (P. Hart, N. Nilsson
/// and B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968).
fn cheapest(
    families: &mut Families<'_>,
    residual: &Residual,
    entries: &[Entry],
    mut divisions: Vec<Division>,
    most: usize,
) -> Result<Option<Vec<Moves>>, Halt> {
    let mut words = 0;
    loop {
        let numbered = divisions.iter_mut().enumerate();
        let best = numbered.min_by_key(|(number, division)| (division.cost, *number));
        let Some((number, division)) = best.filter(|(_, division)| division.cost < most) else {
            return Ok(None);
        };
        let mut look = |division: &Division, family: usize| {
            let mut moves = division.moves(family, entries);
            let cost = moves.look(families, residual);
            cost.map(|cost| (moves, cost))
        };
        if division.looked == division.families.len() {
            let mut best = divisions.swap_remove(number);
            let mut found = std::mem::take(&mut best.kept);
            for family in found.len()..best.families.len() {
                found.push(look(&best, family)?.0);
            }
            return Ok(Some(found));
        }
        let (moves, cost) = look(division, division.looked)?;
        let least = least_cost(residual, &division.families[division.looked], entries);
        division.looked += 1;
        division.cost = (division.cost - least).saturating_add(cost);
        if words <= MOST_KEPT {
            words += moves.words();
            division.kept.push(moves);
        }
    }
}

/// Divides moves of one form by an anchor; nothing if two of them would be the same.
fn divide(
    families: &Families<'_>,
    residual: &Residual,
    entries: &[Entry],
    anchor: &Anchor,
) -> Option<Division> {
    let mut divided: FxHashMap<Rest, Vec<(u32, u32)>> = FxHashMap::default();
    for (entry, place) in entries.iter().zip(0..) {
        let label = &residual.moves[entry.number].label;
        let (lane, rest) = families.spaces().split(anchor, label);
        divided.entry(rest).or_default().push((lane as u32, place));
    }
    let mut divided: Vec<(Rest, Vec<(u32, u32)>)> = divided.into_iter().collect();
    divided.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let mut divided: Vec<Vec<(u32, u32)>> = divided.into_iter().map(|(_, family)| family).collect();
    divided.iter_mut().for_each(|family| family.sort_unstable());
    let is_twice = |family: &Vec<(u32, u32)>| family.windows(2).any(|pair| pair[0].0 == pair[1].0);
    (!divided.iter().any(is_twice)).then(|| Division {
        space: anchor.slot.space,
        cost: divided
            .iter()
            .map(|family| least_cost(residual, family, entries))
            .sum(),
        families: divided,
        looked: 0,
        kept: Vec::new(),
    })
}

/// What it costs at least to list and play the moves of a family: a row that lists them, and for each effect of a
/// move another one. A move has no two effects that look the same, as far as effects on one fact are merged.
fn least_cost(residual: &Residual, family: &[(u32, u32)], entries: &[Entry]) -> usize {
    let effects = |(_, place): &(u32, u32)| {
        let about = &residual.moves[entries[*place as usize].number];
        about.adds.len() + about.deletes.len()
    };
    let most = family.iter().map(effects).max().unwrap_or(0);
    OF_FAMILY + OF_ROW + OF_EFFECT * most
}

impl Division {
    /// The moves of a family, at which nobody has looked yet.
    fn moves(&self, family: usize, entries: &[Entry]) -> Moves {
        let moves = self.families[family].iter();
        let moves = moves.map(|(lane, place)| (*lane as usize, entries[*place as usize]));
        Moves::new(Some(self.space), moves.collect())
    }
}
