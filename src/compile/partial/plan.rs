//! Where the keys of fluents lie in a plane: pairs of numbers, such as the square `3-4`, or names of which
//! facts of the rules say where they lie, such as `square(5, 1, 2)`.
//!
//! It is a guess that these numbers are coordinates. It decides in which order cells lie in words, and
//! so how quick the programs are, and nothing else.

use rustc_hash::{FxHashMap, FxHashSet};

use super::store::{Instance, Item, Store};
use crate::logic::{Program, Term};

/// Greater numbers are no coordinates.
const MOST_COORDINATE: u64 = 1 << 20;

/// A predicate with more facts says nothing of a board.
const MOST_FACTS: usize = 4_096;

/// A place in a plane.
pub(super) type Point = (i64, i64);

/// The predicates that may say where names lie: by name its two numbers.
#[derive(Debug)]
pub(super) struct Plans(Vec<FxHashMap<Instance, Point>>);

impl Plans {
    /// What the facts of a program say.
    pub fn of(program: &Program, store: &mut Store) -> Self {
        let names = program
            .predicates()
            .into_iter()
            .filter(|(_, arity)| *arity == 3);
        let plans = names.filter_map(|(name, arity)| {
            let predicate = program.predicate(name, arity)?;
            let facts = program.clauses(predicate).take(MOST_FACTS + 1);
            let heads =
                facts.map(|clause| clause.body().is_none().then(|| clause.head()).flatten());
            let heads: Vec<_> = heads.collect::<Option<_>>()?;
            if heads.is_empty() || heads.len() > MOST_FACTS {
                return None;
            }
            let mut points = FxHashMap::default();
            for head in heads {
                let [key, first, second] = &Term::from_syntax(head).0.arguments()[..] else {
                    return None;
                };
                let point = (first.as_integer()?, second.as_integer()?);
                let mut items = Vec::new();
                store.add_term(key, &mut items);
                points.insert(items.into(), point);
            }
            Some(points)
        });
        Self(plans.collect())
    }

    /// Where each of these terms lies, if that can be told of all of them and no two lie at the same
    /// place.
    pub fn plan(&self, terms: &[Instance], store: &Store) -> Option<Vec<Point>> {
        let pairs = terms.iter().map(|term| pair(term, terms, store));
        let pairs: Option<Vec<Point>> = pairs.collect();
        let by_facts = |points: &FxHashMap<Instance, Point>| {
            let points = terms.iter().map(|term| points.get(term).copied());
            points.collect::<Option<Vec<Point>>>()
        };
        let mut plans = pairs.into_iter().chain(self.0.iter().filter_map(by_facts));
        plans.find(|points| are_apart(points))
    }
}

/// Whether no two points are the same, and none is far off.
fn are_apart(points: &[Point]) -> bool {
    let is_near =
        |(first, second): &Point| first.unsigned_abs().max(second.unsigned_abs()) < MOST_COORDINATE;
    let different: FxHashSet<&Point> = points.iter().collect();
    different.len() == points.len() && points.iter().all(is_near)
}

/// The numbers of a term that is a pair, as all of these terms are.
fn pair(term: &[Item], terms: &[Instance], store: &Store) -> Option<Point> {
    match *term {
        [
            Item::Compound(functor),
            Item::Constant(first),
            Item::Constant(second),
        ] if terms[0].first() == Some(&Item::Compound(functor)) => {
            let constants = &store.constants;
            constants
                .as_integer(first)
                .zip(constants.as_integer(second))
        }
        _ => None,
    }
}
