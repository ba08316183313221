//! What moves change, with the position unknown: effects of each move, and those that many moves
//! share.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::smallvec;

use super::aspect::View;
use super::beyond::Beyond;
use super::game::Game;
use super::legal::Moves;
use super::names::Said;
use super::program::{Deleted, EffectClause};
use super::reason::Reason;
use super::solver::{Does, Found, Mode};
use super::store::{Instance, Item, is_known};
use crate::compile::circuit::{Literal, Sum};
use crate::compile::residual::{AddedNumber, Effect, PossibleMove, Shared};

/// So many effects are worth finding once for all moves.
const WORTH_SHARING: usize = 16;

/// So many effects are compared one by one: most moves have no more.
const FEW: usize = 16;

/// Moves that add numbers are played one by one: that is not done for more.
const MOST_WITH_NUMBERS: usize = 64;

/// Effects, and when there is one that is no fact.
pub(super) type Effects = (Vec<Effect>, Vec<Literal>);

/// Shared effects by number with when a move has them, and where the machine has to tell.
type Guards = (Vec<(usize, Literal)>, Vec<Literal>);

/// A clause by its number, and what a move has that the clause looks at; none if the clause is about no such move.
type Seen = (usize, Option<View>);

/// A clause of `add` or `delete` whose effects are shared.
struct SharedClause {
    /// Its place among the clauses.
    clause: usize,
    /// The predicate of whether a move has them.
    guard: u32,
    /// Where a move that has them has an effect that is no fact.
    faults: Vec<Literal>,
}

/// How the effects of moves are found.
struct Clauses {
    /// The clauses whose effects moves share.
    shared: Vec<SharedClause>,
    /// What another clause comes to for the moves that have in common what it looks at.
    known: FxHashMap<Seen, Effects>,
    /// When such moves have the effects of a shared clause, and where the machine has to tell.
    guards: FxHashMap<Seen, (Literal, Vec<Literal>)>,
}

/// By cell what a move adds to it, if the contents of the cell are numbers.
#[derive(Default)]
pub(super) struct Numbers(IndexMap<u32, AddedNumber>);

impl Game<'_> {
    /// The moves with their effects.
    pub(super) fn moves(
        &mut self,
        named: &Moves,
    ) -> Result<(Vec<PossibleMove>, Vec<Shared>), Reason> {
        let (shared_clauses, shared) = self.shared();
        let has_numbers = shared_clauses.is_empty() && named.len() <= MOST_WITH_NUMBERS;
        let mut clauses = Clauses {
            shared: shared_clauses,
            known: FxHashMap::default(),
            guards: FxHashMap::default(),
        };
        let mut moves = Vec::with_capacity(named.len());
        for (number, (instance, role)) in named.iter().enumerate() {
            self.solver
                .choose(Does::One(number as u32, instance.clone()));
            let mut numbers = has_numbers.then(Numbers::default);
            let deletes = self.effects("delete", instance, &mut clauses, None);
            let effects = deletes.and_then(|deletes| {
                let adds = self.effects("add", instance, &mut clauses, numbers.as_mut())?;
                Ok((deletes, adds))
            });
            let guards =
                effects.and_then(|effects| Ok((effects, self.guards(instance, &mut clauses)?)));
            self.solver.choose(Does::Nothing);
            let (((deletes, mut faults), (mut adds, more)), (shared, others)) = guards?;
            faults.extend(more.into_iter().chain(others));
            let label = self.solver.forms.label(Said::Move, instance);
            let added = numbers.map_or_else(IndexMap::default, |numbers| numbers.0);
            let mut numbers = Vec::new();
            for added in added.into_values() {
                let circuit = &mut self.solver.circuit;
                faults.extend(added.faults(circuit));
                match added.is_worth_calculating() {
                    true => numbers.push(added),
                    false => adds.extend(added.effects(circuit)),
                }
            }
            moves.push(PossibleMove {
                role: *role,
                label,
                deletes,
                adds,
                numbers,
                shared,
                faults,
            });
        }
        let is_lost = |played: &PossibleMove| played.faults.contains(&Literal::TRUE);
        match self.except.first() {
            Some(first) if moves.iter().all(is_lost) => {
                Err(self.solver.reasons.get(*first).clone())
            }
            _ => Ok((moves, shared)),
        }
    }

    /// The clauses whose effects moves share, and these effects.
    fn shared(&mut self) -> (Vec<SharedClause>, Vec<Shared>) {
        let (mut clauses, mut shared) = (Vec::new(), Vec::new());
        for (clause, about) in self.predicates.effects.iter().enumerate() {
            let Some((facts, guard)) = about.apart else {
                continue;
            };
            // What cannot be found so is found for each move.
            let Ok(found) = self.solver.answers(facts, &[Item::Variable(0)], Mode::Set) else {
                continue;
            };
            if found.0.len() < WORTH_SHARING || found.1.literal != Literal::FALSE {
                continue;
            }
            let mut of_parts = Vec::new();
            let read = self.read_clause(about.name, found, None, &mut of_parts);
            let Ok((effects, faults)) = read else {
                continue;
            };
            if !of_parts.is_empty() {
                continue;
            }
            clauses.push(SharedClause {
                clause,
                guard,
                faults,
            });
            shared.push(match about.name {
                "add" => Shared {
                    adds: effects,
                    ..Shared::default()
                },
                _ => Shared {
                    deletes: effects,
                    ..Shared::default()
                },
            });
        }
        (clauses, shared)
    }

    /// Which shared effects the chosen move has, and when; and where the machine has to tell.
    fn guards(&mut self, chosen: &Instance, clauses: &mut Clauses) -> Result<Guards, Reason> {
        let Clauses {
            shared,
            guards: known,
            ..
        } = clauses;
        let (mut guards, mut faults) = (Vec::with_capacity(shared.len()), Vec::new());
        for (number, clause) in shared.iter().enumerate() {
            let mut add = |(guard, own): &(Literal, Vec<Literal>)| {
                guards.extend((*guard != Literal::FALSE).then_some((number, *guard)));
                faults.extend_from_slice(own);
            };
            let seen = self.seen(clause.clause, chosen);
            if let Some(found) = seen.as_ref().and_then(|seen| known.get(seen)) {
                add(found);
                continue;
            }
            let found = self.guard(clause)?;
            add(&found);
            if let Some(seen) = seen {
                self.solver.remember(1 + found.1.len());
                known.insert(seen, found);
            }
        }
        Ok((guards, faults))
    }

    /// When the chosen move has the effects of a shared clause, and where the machine has to tell.
    fn guard(&mut self, clause: &SharedClause) -> Result<(Literal, Vec<Literal>), Reason> {
        let (answers, beyond) = self.solver.answers(clause.guard, &[], Mode::Set)?;
        let mut faults = Vec::from_iter(self.not_known(&beyond)?);
        let literals = answers
            .iter()
            .map(|(_, condition)| condition.literal(&mut self.solver.circuit))
            .collect();
        let guard = self.solver.nameless(literals);
        let guard = self.solver.settled(guard)?;
        let circuit = &mut self.solver.circuit;
        let own = clause
            .faults
            .iter()
            .map(|fault| circuit.all([guard, *fault]));
        faults.extend(own.filter(|fault| *fault != Literal::FALSE));
        Ok((guard, faults))
    }

    /// A clause of effects with what a move has that it looks at; none if that is not told by one goal, or not all
    /// of the move is known.
    fn seen(&self, clause: usize, chosen: &Instance) -> Option<Seen> {
        let aspect = self.predicates.effects[clause].aspect.as_ref();
        let aspect = aspect.filter(|_| is_known(chosen))?;
        Some((clause, aspect.of_move(chosen, &self.solver.store)))
    }

    pub(super) fn without_effects(&mut self, named: &Moves) -> Vec<PossibleMove> {
        named
            .iter()
            .map(|(instance, role)| {
                PossibleMove::new(*role, self.solver.forms.label(Said::Move, instance))
            })
            .collect()
    }

    /// The effects of the chosen move, but for those of shared clauses.
    fn effects(
        &mut self,
        name: &str,
        chosen: &Instance,
        clauses: &mut Clauses,
        mut numbers: Option<&mut Numbers>,
    ) -> Result<Effects, Reason> {
        let (own, Clauses { shared, known, .. }) = (&self.predicates.effects, clauses);
        let is_asked_whole = |clause: &EffectClause| {
            let is_known_of_many = clause.aspect.is_some() && numbers.is_none();
            clause.name != name || clause.deleted.is_none() && !is_known_of_many
        };
        if shared.is_empty() && own.iter().all(is_asked_whole) {
            let asked = [Item::Variable(0)];
            let found = self.solver.answers_of(name, &asked, 1, Mode::Set)?;
            return self.read_effects(name, found, numbers);
        }
        let (mut effects, mut faults) = Effects::default();
        let mut of_parts = Vec::new();
        for (number, clause) in own.iter().enumerate() {
            if clause.name != name || shared.iter().any(|shared| shared.clause == number) {
                continue;
            }
            let seen = match numbers {
                None => self.seen(number, chosen),
                Some(_) => None,
            };
            if let Some(found) = seen.as_ref().and_then(|seen| known.get(seen)) {
                effects.extend_from_slice(&found.0);
                faults.extend_from_slice(&found.1);
                continue;
            }
            let before = of_parts.len();
            let found = self.effects_of(clause, numbers.as_deref_mut(), &mut of_parts)?;
            effects.extend_from_slice(&found.0);
            faults.extend_from_slice(&found.1);
            if let Some(seen) = seen
                && of_parts.len() == before
            {
                self.solver.remember(found.0.len() + found.1.len());
                known.insert(seen, found);
            }
        }
        let (more, others) = self.effects_of_parts(name, &of_parts)?;
        effects.extend(more);
        faults.extend(others);
        Ok((self.each_once(effects), faults))
    }

    /// Effects without two that change the same fact: such a one holds where either does.
    fn each_once(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        let is_of =
            |one: &Effect, other: &Effect| (one.cell, one.content) == (other.cell, other.content);
        let is_new = |(number, effect): (usize, &Effect)| {
            let mut before = effects[..number].iter();
            !before.any(|other| is_of(other, effect))
        };
        if effects.len() <= FEW && effects.iter().enumerate().all(is_new) {
            return effects;
        }
        let mut conditions: IndexMap<(u32, u16), Literal, FxBuildHasher> = IndexMap::default();
        for effect in effects {
            let before = conditions.entry((effect.cell, effect.content));
            let before = before.or_insert(Literal::FALSE);
            *before = self.solver.circuit.any([*before, effect.condition]);
        }
        let effects = conditions
            .into_iter()
            .map(|((cell, content), condition)| Effect {
                cell,
                content,
                condition,
            });
        effects.collect()
    }

    /// The effects of the chosen move by one clause. Facts whose values are made of parts are only noted.
    fn effects_of(
        &mut self,
        clause: &EffectClause,
        numbers: Option<&mut Numbers>,
        of_parts: &mut Vec<(Instance, Literal)>,
    ) -> Result<Effects, Reason> {
        let deleted = clause.deleted;
        let deleted = deleted.filter(|own| !self.asked_whole.contains(&own.predicate));
        let deleted = deleted.map(|facts| self.deleted(facts));
        if let Some(effects) = deleted.transpose()?.flatten() {
            return Ok(effects);
        }
        let asked = [Item::Variable(0)];
        let found = self.solver.answers(clause.whole, &asked, Mode::Set)?;
        self.read_clause(clause.name, found, numbers, of_parts)
    }

    /// These facts go, if they are there; none if some are not known, which is remembered.
    fn deleted(&mut self, deleted: Deleted) -> Result<Option<Effects>, Reason> {
        let asked = [Item::Variable(0)];
        let (found, beyond) = self.solver.answers(deleted.predicate, &asked, Mode::Set)?;
        let relations = self.solver.relations;
        let mut conditions: IndexMap<(u32, u16), Vec<Literal>> = IndexMap::new();
        for (instance, condition) in found {
            let Ok(fact) = relations.deleted(&instance, deleted.has_value, &self.solver.store)
            else {
                self.asked_whole.insert(deleted.predicate);
                return Ok(None);
            };
            // What can be no fact is not there.
            if let Some(fact) = fact {
                let condition = condition.literal(&mut self.solver.circuit);
                let condition = self.solver.settled(condition)?;
                conditions.entry(fact).or_default().push(condition);
            }
        }
        let faults = Vec::from_iter(self.not_known(&beyond)?);
        let effects = conditions.into_iter().map(|((cell, content), any)| Effect {
            cell,
            content,
            condition: self.solver.circuit.any(any),
        });
        Ok(Some((effects.collect(), faults)))
    }

    /// Where the machine has to tell what was asked for, if anywhere; the part notes why.
    fn not_known(&mut self, beyond: &Beyond) -> Result<Option<Literal>, Reason> {
        self.except.extend(&*beyond.reasons);
        match beyond.literal {
            Literal::FALSE => Ok(None),
            literal => self.solver.settled(literal).map(Some),
        }
    }

    /// Notes what a fact puts into a cell whose contents are numbers; gives whether it does.
    fn read_number(&mut self, fact: &[Item], condition: Literal, numbers: &mut Numbers) -> bool {
        let (store, relations) = (&self.solver.store, &self.solver.relations);
        let Some(nothing_yet) = relations.number_of(fact, store) else {
            return false;
        };
        let value = match fact.last() {
            Some(Item::Sum(number)) => Some(store.get_sum(*number).clone()),
            Some(Item::Constant(number)) => store.constants.as_integer(*number).map(Sum::constant),
            _ => None,
        };
        let Some(value) = value else {
            return false;
        };
        let added = numbers.0.entry(nothing_yet.cell).or_insert(nothing_yet);
        added.values.push((condition, value));
        true
    }

    /// Whether an instance states a fact of a fluent that is declared without a domain.
    fn states_found(&self, instance: &[Item]) -> bool {
        let relation = self.solver.relations.relation(instance, &self.solver.store);
        relation.is_some_and(|relation| self.domains.of_relation(relation).is_some())
    }

    /// What the answers to `add`, `delete` or `next` come to.
    pub(super) fn read_effects(
        &mut self,
        name: &str,
        found: Found,
        numbers: Option<&mut Numbers>,
    ) -> Result<Effects, Reason> {
        let mut of_parts = Vec::new();
        let (mut effects, mut faults) = self.read_clause(name, found, numbers, &mut of_parts)?;
        let (more, others) = self.effects_of_parts(name, &of_parts)?;
        effects.extend(more);
        faults.extend(others);
        Ok((effects, faults))
    }

    /// What facts come to whose values are made of parts: all those that are added, or deleted, by one move.
    fn effects_of_parts(
        &mut self,
        name: &str,
        facts: &[(Instance, Literal)],
    ) -> Result<Effects, Reason> {
        match name {
            "delete" => self.solver.delete_parts(facts),
            _ => self.solver.add_parts(facts),
        }
    }

    /// The same of the answers of one clause. Facts whose values are made of parts are only noted.
    fn read_clause(
        &mut self,
        name: &str,
        (found, beyond): Found,
        mut numbers: Option<&mut Numbers>,
        of_parts: &mut Vec<(Instance, Literal)>,
    ) -> Result<Effects, Reason> {
        let mut effects = Vec::new();
        let mut faults = Vec::from_iter(self.not_known(&beyond)?);
        for (instance, condition) in found {
            let condition = condition.literal(&mut self.solver.circuit);
            let condition = self.solver.settled(condition)?;
            let relations = self.solver.relations;
            if relations.parts(&instance, &self.solver.store).is_some() {
                of_parts.push((instance, condition));
                continue;
            }
            if let Some(numbers) = numbers.as_deref_mut()
                && self.read_number(&instance, condition, numbers)
            {
                continue;
            }
            // A number that depends on the position is taken value by value.
            let known = match is_known(&instance) {
                true => None,
                false => self.solver.known_answers(instance.clone(), condition),
            };
            for (instance, condition) in known.unwrap_or_else(|| smallvec![(instance, condition)]) {
                match self.solver.relations.fact(&instance, &self.solver.store) {
                    Some((cell, content)) => effects.push(Effect {
                        cell,
                        content,
                        condition,
                    }),
                    None if self.solver.relations.is_open(&instance, &self.solver.store) => {
                        return Err(Reason::new(
                            format!("`{name}` changes a fluent that has a domain without end"),
                            None,
                        ));
                    }
                    // A fact that no position has is not there.
                    None if name == "delete" && self.states_found(&instance) => {}
                    None => faults.push(condition),
                }
            }
        }
        Ok((effects, faults))
    }
}
