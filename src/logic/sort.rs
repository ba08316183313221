//! A sort with comparisons that can fail, which the sorts of the standard library do not support.

use std::cmp::Ordering;

/// Sorts `items`; equal items keep their order. Runs that are in order already are found and merged
/// in pairs, so that an almost sorted list takes little more than one comparison an item.
///
/// # Errors
/// The first error of a comparison. The items are then not sorted.
pub(super) fn merge_sort<T: Copy, E>(
    items: &mut Vec<T>,
    mut compare: impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<(), E> {
    // The ends of the runs.
    let mut ends = Vec::new();
    for at in 1..items.len() {
        if compare(&items[at - 1], &items[at])?.is_gt() {
            ends.push(at);
        }
    }
    ends.push(items.len());
    let mut merged: Vec<T> = Vec::new();
    while ends.len() > 1 {
        merged.clear();
        merged.reserve_exact(items.len());
        let mut ends_merged = Vec::with_capacity(ends.len().div_ceil(2));
        for pair in ends.chunks(2) {
            let (start, middle, end) = (merged.len(), pair[0], pair[pair.len() - 1]);
            merge(
                &items[start..middle],
                &items[middle..end],
                &mut merged,
                &mut compare,
            )?;
            ends_merged.push(end);
        }
        std::mem::swap(items, &mut merged);
        ends = ends_merged;
    }
    Ok(())
}

/// Appends two sorted runs as one; of equal items those of the first run come first.
fn merge<T: Copy, E>(
    mut first: &[T],
    mut second: &[T],
    merged: &mut Vec<T>,
    compare: &mut impl FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<(), E> {
    while let ([one, rest @ ..], [other, others @ ..]) = (first, second) {
        if compare(one, other)?.is_gt() {
            merged.push(*other);
            second = others;
        } else {
            merged.push(*one);
            first = rest;
        }
    }
    merged.extend_from_slice(first);
    merged.extend_from_slice(second);
    Ok(())
}
