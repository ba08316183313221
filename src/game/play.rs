//! A loaded game as a [`Game`]: legal moves, effects, results, values.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::error::Error;
use super::interface::{Game, Role, Turn};
use super::moves::Move;
use super::position::{Position, add_all};
use super::rules::Rules;
use super::vocabulary::{ADD, DELETE, DOES, NEXT};
use crate::logic::{self, Fact, Facts, Machine, PredicateId, Term};

impl Game for Rules {
    type Position = Position;
    type Move = Move;
    type Error = Error;

    fn role_count(&self) -> usize {
        self.game.roles.len()
    }

    fn initial(&self) -> Position {
        self.game.initial.clone()
    }

    fn turn(&self, position: &Position) -> Result<Turn<Move>, Error> {
        if self.is_terminal(position)? {
            return Ok(Turn::Over);
        }
        let moves = self.legal_moves(position)?;
        Ok(Turn::by_role(moves, |played| played.role))
    }

    fn over(&self, position: &Position) -> Result<bool, Error> {
        match self.game.vocabulary.terminal {
            Some(_) if self.is_terminal(position)? => Ok(true),
            _ => Ok(self.first_legal(position)?.is_none()),
        }
    }

    fn play(&self, position: &Position, moves: &[Move]) -> Result<Position, Error> {
        let given = self.does(moves);
        self.with_machine(|machine| self.successor(machine, &position.facts, &given))
            .map(|facts| Position { facts })
    }

    fn goal(&self, position: &Position, role: Role) -> Result<u8, Error> {
        let name = &self.game.roles[role.0];
        let asked = [Some(name), None];
        let value = match self.game.vocabulary.goal {
            Some(goal) if self.is_sorted() => self.least(position, goal, &asked)?,
            Some(goal) => self.first(position, goal, &asked)?,
            None => None,
        };
        let result = value
            .and_then(|value| value.as_integer())
            .and_then(|value| u8::try_from(value).ok());
        result
            .filter(|value| *value <= 100)
            .ok_or_else(|| Error::NoGoal(name.clone()))
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        self.game
            .heuristics
            .iter()
            .position(|known| &**known == name)
    }

    fn evaluate(&self, position: &Position, heuristic: usize, role: Role) -> Result<i64, Error> {
        let (heuristic, role) = (
            Term::atom(&self.game.heuristics[heuristic]),
            &self.game.roles[role.0],
        );
        let value = match self.game.vocabulary.heuristic {
            Some(predicate) => {
                self.first(position, predicate, &[Some(&heuristic), Some(role), None])?
            }
            None => None,
        };
        value
            .and_then(|value| value.as_integer())
            .ok_or_else(|| Error::NoValue(heuristic, role.clone()))
    }

    fn canonical(&self, position: &Position) -> Position {
        self.representative(position)
    }

    fn quiet(&self, position: &Position) -> Result<bool, Error> {
        match self.game.vocabulary.quiet {
            Some(quiet) => self.holds(position, quiet),
            None => Ok(true),
        }
    }

    fn memory_is_short(&self) -> bool {
        self.schema().ledger().bytes() > self.limits.memory / 2
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
}

impl Rules {
    /// Whether the rules say of positions whether they are [quiet](Game::quiet).
    #[must_use]
    pub fn has_quiet(&self) -> bool {
        self.game.vocabulary.quiet.is_some()
    }

    /// Whether `terminal` holds.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    pub fn is_terminal(&self, position: &Position) -> Result<bool, Error> {
        match self.game.vocabulary.terminal {
            Some(terminal) => self.holds(position, terminal),
            None => Ok(false),
        }
    }

    /// All legal moves, each once: in the order of the rules, or, if these say `:- sorted.`, by player and
    /// then in the standard order of terms.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    pub fn legal_moves(&self, position: &Position) -> Result<Vec<Move>, Error> {
        let Some(legal) = self.game.vocabulary.legal else {
            return Ok(Vec::new());
        };
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], legal, &[None, None]);
            let mut moves = Vec::new();
            let mut seen = FxHashSet::default();
            while machine.next_answer()? {
                let played = self.read_move(machine)?;
                if seen.insert(played.clone()) {
                    moves.push(played);
                }
            }
            if self.is_sorted() {
                moves.sort_unstable();
            }
            Ok(moves)
        })
    }

    /// The facts of `does` for the chosen moves.
    pub(super) fn does(&self, moves: &[Move]) -> Vec<Term> {
        moves
            .iter()
            .map(|played| {
                Term::compound(DOES.name, [&self.game.roles[played.role.0], &played.term])
            })
            .collect()
    }

    fn first_legal(&self, position: &Position) -> Result<Option<Move>, Error> {
        let Some(legal) = self.game.vocabulary.legal else {
            return Ok(None);
        };
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], legal, &[None, None]);
            if machine.next_answer()? {
                self.read_move(machine).map(Some)
            } else {
                Ok(None)
            }
        })
    }

    /// Reads a move from an answer of `legal(P, M)`.
    pub(super) fn read_move(&self, machine: &mut Machine) -> Result<Move, Error> {
        let (player, term) = (machine.root(0)?, machine.root(1)?);
        if !term.is_ground() {
            return Err(Error::NotAMove(
                player,
                term,
                "the move has an unbound variable",
            ));
        }
        match self.game.roles.iter().position(|role| *role == player) {
            Some(role) => Ok(Move {
                role: Role(role),
                term,
            }),
            None => Err(Error::NotAMove(player, term, "the player is no role")),
        }
    }

    fn successor(
        &self,
        machine: &mut Machine,
        old: &Facts,
        given: &[Term],
    ) -> Result<Facts, Error> {
        let vocabulary = self.game.vocabulary;
        let mut new = old.clone();
        let (name, added) = match vocabulary.next {
            Some(next) => {
                new = Facts::empty(self.schema());
                let added = self.effects(machine, old, given, next, NEXT.name)?;
                (NEXT.name, added)
            }
            None => {
                if let Some(delete) = vocabulary.delete {
                    for fact in self.effects(machine, old, given, delete, DELETE.name)? {
                        new.remove(&fact);
                    }
                }
                let added = match vocabulary.add {
                    Some(add) => self.effects(machine, old, given, add, ADD.name)?,
                    None => Vec::new(),
                };
                (ADD.name, added)
            }
        };
        if let Err(facts) = add_all(self.schema(), &mut new, &added) {
            let mut by = |fact| self.clause_giving(machine, (old, given), name, fact);
            return Err(Error::Conflict {
                clauses: [by(&facts[0]), by(&facts[1])],
                moves: given
                    .iter()
                    .map(|made| made.arguments()[1].clone())
                    .collect(),
                facts,
            });
        }
        if self.schema().ledger().bytes() > self.limits.memory {
            return Err(logic::Error::positions(self.limits).into());
        }
        Ok(new)
    }

    /// All facts that `add(F)`, `delete(F)` or `next(F)` gives.
    pub(super) fn effects(
        &self,
        machine: &mut Machine,
        facts: &Facts,
        given: &[Term],
        predicate: PredicateId,
        name: &'static str,
    ) -> Result<Vec<Fact>, Error> {
        machine.start_predicate(facts, given, predicate, &[None]);
        let mut effects = Vec::new();
        while machine.next_answer()? {
            match machine.root_fact(0)? {
                Ok(fact) => effects.push(fact),
                Err(reason) => {
                    let clause = self.clause_giving(machine, (facts, given), name, reason.term());
                    return Err(Error::NotAFact {
                        predicate: name,
                        reason,
                        clause,
                    });
                }
            }
        }
        Ok(effects)
    }

    /// Whether a predicate without arguments holds.
    fn holds(&self, position: &Position, predicate: PredicateId) -> Result<bool, Error> {
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], predicate, &[]);
            Ok(machine.next_answer()?)
        })
    }

    /// The value of the last argument in a predicate's first answer, if there is one.
    pub(super) fn first(
        &self,
        position: &Position,
        predicate: PredicateId,
        arguments: &[Option<&Term>],
    ) -> Result<Option<Term>, Error> {
        let mut first = None;
        self.each_value(position, predicate, arguments, &mut |value| {
            first = Some(value);
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// The least value of the last argument in all answers of a predicate, in the standard order, if
    /// there is one.
    fn least(
        &self,
        position: &Position,
        predicate: PredicateId,
        arguments: &[Option<&Term>],
    ) -> Result<Option<Term>, Error> {
        let mut least: Option<Term> = None;
        self.each_value(position, predicate, arguments, &mut |value| {
            least = Some(match least.take() {
                Some(least) => least.min(value),
                None => value,
            });
            ControlFlow::Continue(())
        })?;
        Ok(least)
    }

    /// Calls `each` for the value of the last argument in each answer of a predicate, until it has
    /// enough.
    fn each_value(
        &self,
        position: &Position,
        predicate: PredicateId,
        arguments: &[Option<&Term>],
        each: &mut dyn FnMut(Term) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], predicate, arguments);
            while machine.next_answer()? {
                let value = machine.root(machine.root_count() - 1)?;
                if each(value).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }
}
