//! Both forms of a game at once, each checked against the other at every question.
//!
//! They must fail alike too: with the same error at the same question. One difference is allowed:
//! where the machine meets a counted limit or a circle through a negation, or somebody interrupts it,
//! the compiled form may have an answer, since it does not follow the rules step by step. The question
//! then ends as it does by the machine.

use std::hash::{Hash, Hasher};

use super::game::Compiled;
use super::moves;
use super::position::Position as Words;
use crate::game::{self, Error, FastPaths, Game, Role, RuleGame, Turn};

/// A game that is asked twice: its rules, and what was compiled from them. Where the answers
/// differ, that is an [`Error::Disagreement`].
#[derive(Clone, Debug)]
pub struct Both {
    compiled: Compiled,
}

/// A position in both forms.
#[derive(Clone, Debug)]
pub struct Position {
    /// As the rules have it.
    pub facts: game::Position,
    words: Words,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.facts == other.facts
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.facts.hash(state);
    }
}

/// A move in both forms.
#[derive(Clone, Debug)]
pub struct Move {
    /// As the rules have it.
    pub named: game::Move,
    compiled: moves::Move,
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.named == other.named
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.named.hash(state);
    }
}

impl Both {
    /// Checks a compiled game.
    #[must_use]
    pub fn new(compiled: Compiled) -> Self {
        Self { compiled }
    }

    /// The compiled game.
    #[must_use]
    pub fn into_compiled(self) -> Compiled {
        self.compiled
    }
}

impl Game for Both {
    type Position = Position;
    type Move = Move;
    type Error = Error;

    fn role_count(&self) -> usize {
        self.compiled.role_count()
    }

    fn initial(&self) -> Position {
        self.position(&self.compiled.rules().initial())
    }

    fn turn(&self, position: &Position) -> Result<Turn<Move>, Error> {
        let machine = self
            .compiled
            .rules()
            .turn(&position.facts)
            .map(Turn::into_movers);
        let compiled = self.compiled.turn(&position.words).map(Turn::into_movers);
        let named = |(role, moves): &(Role, Vec<moves::Move>)| {
            (
                *role,
                moves
                    .iter()
                    .map(|played| self.compiled.named(played))
                    .collect::<Vec<_>>(),
            )
        };
        let names = |movers: &Vec<_>| movers.iter().map(named).collect::<Vec<_>>();
        agree(
            "legal moves",
            machine,
            compiled.as_ref().map(names).map_err(Clone::clone),
        )?;
        let compiled = compiled?;
        let both = |compiled: moves::Move| Move {
            named: self.compiled.named(&compiled),
            compiled,
        };
        let moves = compiled
            .into_iter()
            .flat_map(|(_, moves)| moves)
            .map(both)
            .collect();
        Ok(Turn::by_role(moves, |played: &Move| played.named.role))
    }

    fn over(&self, position: &Position) -> Result<bool, Error> {
        agree(
            "over",
            self.compiled.rules().over(&position.facts),
            self.compiled.over(&position.words),
        )
    }

    fn play(&self, position: &Position, moves: &[Move]) -> Result<Position, Error> {
        let named: Vec<game::Move> = moves.iter().map(|played| played.named.clone()).collect();
        let compiled: Vec<moves::Move> =
            moves.iter().map(|played| played.compiled.clone()).collect();
        let machine = self.compiled.rules().play(&position.facts, &named);
        let compiled = self.compiled.play(&position.words, &compiled);
        let schema = self.compiled.rules().schema();
        let shown = |position: &game::Position| position.facts(schema);
        let shown_by_compiled = compiled
            .as_ref()
            .map(|words| shown(&self.compiled.facts(words)));
        agree(
            "the next position",
            machine.as_ref().map(shown).map_err(Clone::clone),
            shown_by_compiled.map_err(Clone::clone),
        )?;
        Ok(Position {
            facts: machine?,
            words: compiled?,
        })
    }

    fn canonical(&self, position: &Position) -> Position {
        let facts = self.compiled.rules().canonical(&position.facts);
        match self.compiled.placed(&facts) {
            Some(words) => Position { facts, words },
            None => position.clone(),
        }
    }

    fn goal(&self, position: &Position, role: Role) -> Result<u8, Error> {
        let machine = self.compiled.rules().goal(&position.facts, role);
        agree("a goal", machine, self.compiled.goal(&position.words, role))
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        self.compiled.heuristic(name)
    }

    fn evaluate(&self, position: &Position, heuristic: usize, role: Role) -> Result<i64, Error> {
        let machine = self
            .compiled
            .rules()
            .evaluate(&position.facts, heuristic, role);
        agree(
            "a heuristic",
            machine,
            self.compiled.evaluate(&position.words, heuristic, role),
        )
    }

    fn memory_is_short(&self) -> bool {
        self.compiled.rules().memory_is_short()
    }

    fn quiet(&self, position: &Position) -> Result<bool, Error> {
        agree(
            "quiet",
            self.compiled.rules().quiet(&position.facts),
            self.compiled.quiet(&position.words),
        )
    }

    fn key(&self, position: &Position) -> u64 {
        position.facts.key()
    }
}

impl FastPaths for Both {
    fn fingerprint(&self, position: &Position) -> u128 {
        position.facts.fingerprint()
    }

    fn lasting_fingerprint(&self, position: &Position) -> u128 {
        self.compiled.rules().least_fingerprint(&position.facts)
    }
}

impl RuleGame for Both {
    fn position(&self, position: &game::Position) -> Position {
        Position {
            facts: position.clone(),
            words: self.compiled.position(position),
        }
    }

    fn facts(&self, position: &Position) -> game::Position {
        position.facts.clone()
    }

    fn named(&self, played: &Move) -> game::Move {
        played.named.clone()
    }
}

/// What both say, if it is the same.
fn agreed<T: PartialEq + std::fmt::Debug>(what: &str, machine: T, compiled: T) -> Result<T, Error> {
    if machine == compiled {
        return Ok(machine);
    }
    let (machine, compiled) = (told(Ok(machine)), told(Ok(compiled)));
    Err(Error::Disagreement(format!(
        "{what}: the machine {machine}, the compiled form {compiled}"
    )))
}

/// What both say where one of them may have failed: they must fail alike.
fn agree<T: PartialEq + std::fmt::Debug>(
    what: &str,
    machine: Result<T, Error>,
    compiled: Result<T, Error>,
) -> Result<T, Error> {
    match (machine, compiled) {
        (Ok(machine), Ok(compiled)) => agreed(what, machine, compiled),
        (Err(machine), Err(compiled)) if machine == compiled => Err(machine),
        // What was interrupted has no answer that could be held against another one.
        (Err(error), _) | (_, Err(error)) if error.is_interruption() => Err(error),
        (Err(error), _) if error.is_given_up() => Err(error),
        (machine, compiled) => Err(Error::Disagreement(format!(
            "{what}: the machine {}, the compiled form {}",
            told(machine),
            told(compiled)
        ))),
    }
}

/// An answer or an error in a sentence.
fn told<T: std::fmt::Debug>(answer: Result<T, Error>) -> String {
    match answer {
        Ok(answer) => format!("says {answer:?}"),
        Err(error) => format!("fails: {error} ({error:?})"),
    }
}
