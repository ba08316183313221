//! The positions of a loaded game that are the same up to its symmetries.

use super::error::Error;
use super::load::names;
use super::permutation::FactImage;
use super::position::Position;
use super::rules::Rules;
use super::symmetry::{Symmetries, orbit, turned};
use super::vocabulary::SYMMETRY;
use crate::logic::{self, Facts, Term};
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// A generator of the symmetries of a game.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    /// Its name.
    pub name: Term,
    /// The head of its first clause.
    pub place: Span,
}

impl Rules {
    /// The generators of the symmetries, in the order of their first clauses.
    pub(crate) fn generators(&self) -> Vec<Generator> {
        let clauses = &self.game.declarations.clauses;
        let generator = |name: Name| {
            let name = Term::atom(&name);
            let heads = clauses.giving(SYMMETRY.name, &[Some(&name), None, None]);
            let place = heads.first()?.span;
            Some(Generator { name, place })
        };
        let names = names(clauses, &SYMMETRY).into_iter();
        names.filter_map(generator).collect()
    }

    /// The image of a position under a generator, or why it has none.
    ///
    /// # Errors
    /// An interruption.
    pub(crate) fn image(
        &self,
        generator: &Generator,
        position: &Position,
    ) -> Result<Result<Position, String>, Error> {
        let schema = self.schema();
        let facts = position.facts.facts(schema);
        self.with_machine(|machine| {
            let image = turned(schema, machine, &generator.name, &facts);
            match image.is_err() && machine.is_interrupted() {
                true => Err(logic::Error::interruption().into()),
                false => Ok(image),
            }
        })
    }

    /// The number of symmetries of the game, including the identity. In a game whose facts can hold
    /// any term, the number of positions that are the same as the initial position up to symmetry.
    #[must_use]
    pub fn symmetry_count(&self) -> usize {
        match &self.game.symmetries {
            Symmetries::None => 1,
            Symmetries::Permutations(permutations) => permutations.order(),
            Symmetries::Generators(_) => self.orbit(&self.game.initial).len(),
        }
    }

    /// For each symmetry except the identity, each fact with its image; `None` if the images of a
    /// position are computed anew each time.
    pub(crate) fn fact_images(&self) -> Option<Vec<Vec<FactImage>>> {
        match &self.game.symmetries {
            Symmetries::None => Some(Vec::new()),
            Symmetries::Permutations(permutations) => Some(permutations.images()),
            Symmetries::Generators(_) => None,
        }
    }

    /// The image of a position under the symmetry of this number among [`fact_images`](Self::fact_images), if there is
    /// one.
    pub(crate) fn position_image(&self, number: usize, position: &Position) -> Option<Position> {
        match &self.game.symmetries {
            Symmetries::Permutations(permutations) => {
                permutations.position_image(number, position, self.schema())
            }
            Symmetries::None | Symmetries::Generators(_) => None,
        }
    }

    /// All positions that are the same up to symmetry, each once; `position` itself is the first.
    #[must_use]
    pub fn orbit(&self, position: &Position) -> Vec<Position> {
        let schema = self.schema();
        match &self.game.symmetries {
            Symmetries::None => vec![position.clone()],
            Symmetries::Permutations(permutations) => permutations.orbit(position, schema),
            // If the generators fail, the position has no equivalents, which is always a safe
            // answer.
            Symmetries::Generators(names) => self
                .with_machine(|machine| orbit(schema, machine, names, position))
                .unwrap_or_else(|_| vec![position.clone()]),
        }
    }

    /// The least fingerprint of the positions that are the same up to symmetry.
    pub(crate) fn least_fingerprint(&self, position: &Position) -> u128 {
        let orbit = self.orbit(position).into_iter();
        let fingerprints = orbit.map(|image| image.fingerprint());
        fingerprints.min().expect("a position is one of its orbit")
    }

    /// All facts that are the same as this one up to symmetry, each once; only the term itself if it
    /// is no fact of a position.
    #[must_use]
    pub fn images(&self, fact: &Term) -> Vec<Term> {
        let schema = self.schema();
        let Ok(stored) = schema.fact(fact) else {
            return vec![fact.clone()];
        };
        let mut facts = Facts::empty(schema);
        facts.add(&stored);
        let images = self.orbit(&Position { facts }).into_iter();
        images.flat_map(|image| image.facts(schema)).collect()
    }

    /// The position that represents all positions that are the same up to symmetry.
    pub(super) fn representative(&self, position: &Position) -> Position {
        let schema = self.schema();
        match &self.game.symmetries {
            Symmetries::None => position.clone(),
            Symmetries::Permutations(permutations) => permutations.least(position, schema),
            Symmetries::Generators(_) => {
                let orbit = self.orbit(position).into_iter();
                orbit
                    .min_by_key(|image| image.facts.terms(schema))
                    .unwrap_or_else(|| position.clone())
            }
        }
    }
}
