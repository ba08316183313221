//! The standard order of terms.

use std::cmp::Ordering;

use super::error::Failure;
use super::term::Term;

use Term::{Compound, Integer, Text, Variable};

/// Which of two terms without bindings comes first. Which of two variables does is left open.
pub fn compare(left: &Term, right: &Term) -> Result<Ordering, Failure> {
    match (left, right) {
        (Variable(a), Variable(b)) if a != b => Err(Failure::GivenUp),
        (Integer(a), Integer(b)) => Ok(a.cmp(b)),
        (Text(a), Text(b)) => Ok(a.cmp(b)),
        (Compound(f, xs), Compound(g, ys)) => {
            let functors = xs.len().cmp(&ys.len()).then_with(|| f.cmp(g));
            if functors.is_ne() {
                return Ok(functors);
            }
            for (x, y) in xs.iter().zip(&**ys) {
                let order = compare(x, y)?;
                if order.is_ne() {
                    return Ok(order);
                }
            }
            Ok(Ordering::Equal)
        }
        _ => Ok(kind(left).cmp(&kind(right))),
    }
}

/// Variables before integers, strings, atoms and compounds.
fn kind(term: &Term) -> u8 {
    match term {
        Variable(_) => 0,
        Integer(_) => 1,
        Text(_) => 2,
        Compound(_, arguments) if arguments.is_empty() => 3,
        Compound(..) => 4,
    }
}

/// Sorts by insertion, after all that are equal.
pub fn sorted(items: Vec<Term>) -> Result<Vec<Term>, Failure> {
    let mut sorted: Vec<Term> = Vec::new();
    for item in items {
        let mut place = sorted.len();
        while place > 0 && compare(&sorted[place - 1], &item)?.is_gt() {
            place -= 1;
        }
        sorted.insert(place, item);
    }
    Ok(sorted)
}

/// Sorted, of equal ones the first.
pub fn sorted_set(items: Vec<Term>) -> Result<Vec<Term>, Failure> {
    let mut sorted = sorted(items)?;
    sorted.dedup();
    Ok(sorted)
}
