//! What a symmetry does to terms: neighbouring arguments of a fact, such as column and row of a square, have an image of
//! their own in the image of the fact.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::logic::Term;

/// The most ways to read the arguments of a move that are tried.
const MOST_READINGS: usize = 1_000;

/// The images of neighbouring arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Substitution {
    /// The number of arguments.
    width: usize,
    images: FxHashMap<Vec<Term>, Vec<Term>>,
}

impl Substitution {
    /// All substitutions that these facts with their images show, each once; those that change nothing are left out.
    pub fn all(facts: impl Iterator<Item = (Term, Term)>) -> Vec<Self> {
        // By name, first argument and width; none where the same arguments have several images.
        let mut found: IndexMap<(String, usize, usize), Option<Self>> = IndexMap::new();
        for (fact, image) in facts {
            let (own, other) = (fact.arguments(), image.arguments());
            let name = fact.functor().map_or("", |(name, _)| name);
            let is_same = fact.functor() == image.functor();
            for first in 0..own.len() {
                for width in 1..=own.len() - first {
                    let known = found.entry((name.to_owned(), first, width));
                    let known = known.or_insert_with(|| {
                        Some(Self {
                            width,
                            images: FxHashMap::default(),
                        })
                    });
                    let range = first..first + width;
                    let is_function = is_same
                        && known.as_mut().is_some_and(|known| {
                            let image = &other[range.clone()];
                            let known = known.images.entry(own[range].to_vec());
                            *known.or_insert_with(|| image.to_vec()) == image
                        });
                    if !is_function {
                        *known = None;
                    }
                }
            }
        }
        let mut all: Vec<Self> = Vec::new();
        for substitution in found.into_values().flatten() {
            let changes = substitution.images.iter().any(|(own, image)| own != image);
            if changes && !all.contains(&substitution) {
                all.push(substitution);
            }
        }
        all
    }

    /// The image of arguments. One that no fact has, such as `none` in place of a square, is its own image; several have
    /// none.
    fn image<'a>(&'a self, arguments: &'a [Term]) -> Option<&'a [Term]> {
        let image = self.images.get(arguments).map(Vec::as_slice);
        image.or_else(|| (arguments.len() == 1).then_some(arguments))
    }
}

/// A way to read the arguments of a move: from the first on, each substitution takes as many as it is wide; without one
/// an argument is its own image.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading<'s>(Vec<Option<&'s Substitution>>);

impl Reading<'_> {
    /// The image of a move, if its arguments have one.
    pub fn image(&self, played: &Term) -> Option<Term> {
        let arguments = played.arguments();
        let (mut images, mut rest) = (Vec::with_capacity(arguments.len()), &arguments[..]);
        for substitution in &self.0 {
            let (own, after) = rest.split_at(substitution.map_or(1, |of| of.width));
            match substitution {
                None => images.extend_from_slice(own),
                Some(of) => images.extend_from_slice(of.image(own)?),
            }
            rest = after;
        }
        match images.is_empty() {
            true => Some(played.clone()),
            false => Some(Term::compound(played.functor()?.0, &images)),
        }
    }
}

/// The ways to read this number of arguments: as many as possible first by wide substitutions, for a square that moves
/// as a whole is more likely meant than its column alone.
pub(super) fn readings(arguments: usize, substitutions: &[Substitution]) -> Vec<Reading<'_>> {
    let mut found = Vec::new();
    let mut begun = Vec::new();
    extend(arguments, substitutions, &mut begun, &mut found);
    found
}

fn extend<'s>(
    left: usize,
    substitutions: &'s [Substitution],
    begun: &mut Vec<Option<&'s Substitution>>,
    found: &mut Vec<Reading<'s>>,
) {
    if found.len() >= MOST_READINGS {
        return;
    }
    if left == 0 {
        found.push(Reading(begun.clone()));
        return;
    }
    let mut wide: Vec<&Substitution> = substitutions.iter().filter(|of| of.width <= left).collect();
    wide.sort_by_key(|of| std::cmp::Reverse(of.width));
    for next in wide.into_iter().map(Some).chain([None]) {
        begun.push(next);
        extend(
            left - next.map_or(1, |of| of.width),
            substitutions,
            begun,
            found,
        );
        begun.pop();
    }
}
