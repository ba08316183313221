//! The raw answers of the rules: answers before repetitions are removed, and effects before they
//! are applied. They serve the search for mistakes; playing a game does not need them.

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
    /// Whether the effect changes anything: an added fact was not there before, a deleted fact was.
    pub changes: bool,
}

impl Rules {
    /// All answers of `legal`, including repetitions.
    ///
    /// # Errors
    /// If the rules cannot be followed.
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
    /// If the rules cannot be followed.
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
