//! What the rules say in so many words: answers before repetitions are left out, and effects before
//! they are applied. For whoever looks for mistakes; a game is played without.

use super::error::Error;
use super::moves::Move;
use super::position::Position;
use super::rules::Rules;
use super::vocabulary::{ADD, DELETE, NEXT};
use crate::logic::Term;

/// One answer of `add`, `delete` or `next` for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// `add`, `delete` or `next`.
    pub predicate: &'static str,
    /// The fact.
    pub fact: Term,
    /// Whether it says anything new: a fact to add was not there before, one to delete was.
    pub changes: bool,
}

impl Rules {
    /// All answers of `legal`, those that come again too.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    pub fn legal_answers(&self, position: &Position) -> Result<Vec<Move>, Error> {
        let Some(legal) = self.game.vocabulary.legal else {
            return Ok(Vec::new());
        };
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], legal, &[None, None]);
            let mut answers = Vec::new();
            while machine.next_answer()? {
                answers.push(self.read_move(machine)?);
            }
            Ok(answers)
        })
    }

    /// The effects of moves, one of each role that is to move.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    pub fn effects_of(&self, position: &Position, moves: &[Move]) -> Result<Vec<Effect>, Error> {
        let given = self.does(moves);
        let vocabulary = self.game.vocabulary;
        let predicates = [
            (DELETE.name, vocabulary.delete),
            (ADD.name, vocabulary.add),
            (NEXT.name, vocabulary.next),
        ];
        let mut effects = Vec::new();
        for (predicate, id) in predicates {
            let Some(id) = id else { continue };
            let facts = self.with_machine(|machine| {
                self.effects(machine, &position.facts, &given, id, predicate)
            })?;
            effects.extend(facts.iter().map(|fact| Effect {
                predicate,
                fact: self.schema().term(fact),
                changes: position.facts.contains(fact) == (predicate == DELETE.name),
            }));
        }
        Ok(effects)
    }
}
