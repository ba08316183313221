//! What moves change that are chosen together, with the moves unknown as the position is: which move
//! a role has chosen is a fact like any other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::alone::alone;
use super::chosen::{Given, Images};
use super::game::Game;
use super::implied::{Implied, are_apart, common, says};
use super::legal::Moves;
use super::on_cell::OnCell;
use super::reason::Reason;
use super::solver::{Choices, Does, Mode, Solver};
use super::store::Item;
use crate::compile::circuit::{Circuit, Gate, Literal};
use crate::compile::exclusion::Exclusion;
use crate::compile::residual::{Effect, PossibleMove, Shared, Together, choice};

/// The moves with what they change, what they share, and what they change together.
pub(super) type Played = (Vec<PossibleMove>, Vec<Shared>, Option<Together>);

/// Under which choices literals may hold.
struct Under {
    chosen: Range<u32>,
    known: FxHashMap<Literal, Possible>,
}

/// For each cell of a choice the contents under which a literal may hold; none if it may under any.
type Possible = Vec<Option<Rc<BTreeSet<u16>>>>;

impl Under {
    fn new(chosen: Range<u32>) -> Self {
        let known = FxHashMap::default();
        Self { chosen, known }
    }

    /// Whether two literals hold under different choices only.
    fn are_apart(&mut self, circuit: &Circuit, one: Literal, other: Literal) -> bool {
        let (one, other) = (self.of(circuit, one), self.of(circuit, other));
        one.iter().zip(&other).any(|pair| match pair {
            (Some(one), Some(other)) => one.is_disjoint(other),
            _ => false,
        })
    }

    fn of(&mut self, circuit: &Circuit, literal: Literal) -> Possible {
        if let Some(known) = self.known.get(&literal) {
            return known.clone();
        }
        let cells = self.chosen.len();
        let mut possible: Possible = vec![None; cells];
        match circuit.gate(literal.node()) {
            Gate::Fact { cell, content } if !literal.is_negated() && self.chosen.contains(cell) => {
                let content = Rc::new(BTreeSet::from([*content]));
                possible[(*cell - self.chosen.start) as usize] = Some(content);
            }
            Gate::All(parts) if !literal.is_negated() => {
                for part in parts {
                    let own = self.of(circuit, *part);
                    for (all, own) in possible.iter_mut().zip(own) {
                        *all = match (all.take(), own) {
                            (Some(all), Some(own)) => Some(Rc::new(&*all & &*own)),
                            (all, own) => all.or(own),
                        };
                    }
                }
            }
            Gate::Any(parts) if !literal.is_negated() => {
                let parts: Vec<Possible> =
                    parts.iter().map(|part| self.of(circuit, *part)).collect();
                for (cell, any) in possible.iter_mut().enumerate() {
                    let of_parts: Option<Vec<_>> =
                        parts.iter().map(|part| part[cell].as_deref()).collect();
                    *any =
                        of_parts.map(|sets| Rc::new(sets.into_iter().flatten().copied().collect()));
                }
            }
            _ => {}
        }
        self.known.insert(literal, possible.clone());
        possible
    }
}

impl Game<'_> {
    /// Whether `next` says what moves change.
    pub(super) fn has_next(&self) -> bool {
        self.rules.program().predicate("next", 1).is_some()
    }

    /// Whether effects are found with the chosen move unknown, also where it is chosen alone: `next`
    /// names all facts for each move, and a predicate with tables would be a flood for each move.
    pub(super) fn is_played_together(&self) -> bool {
        let mut predicates = self.predicates.predicates.values();
        self.has_next() || predicates.any(|predicate| predicate.is_tabled && predicate.reads_does)
    }

    /// Whether it does not show that two roles never have legal moves in one position, given the
    /// moves and the conditions of the legal ones.
    pub(super) fn may_be_joint(&self, named: &Moves, legal: &[(usize, Literal)]) -> bool {
        let roles = self.rules.roles().len();
        // For each role the literals that all its conditions imply.
        let circuit = &self.solver.circuit;
        let mut implied = Implied::new(circuit);
        let mut of_roles: Vec<Option<Vec<Literal>>> = vec![None; roles];
        for (number, condition) in legal {
            let known = &mut of_roles[named[*number]];
            // Once little is left, such as who is to move, most conditions show it at once.
            let left = known.as_ref();
            if left.is_some_and(|left| says(circuit, *condition, left)) {
                continue;
            }
            let own = implied.by(*condition);
            *known = Some(match known.take() {
                Some(known) => common(known, own),
                None => own,
            });
        }
        let of_roles: Vec<Vec<Literal>> = of_roles.into_iter().flatten().collect();
        let are_together =
            |one: usize, other: usize| !are_apart(circuit, &of_roles[one], &of_roles[other]);
        (0..of_roles.len()).any(|one| (0..one).any(|other| are_together(one, other)))
    }

    /// Where a move of a role fails that is chosen alone, by its number.
    pub(super) fn failure(&mut self, together: &Together, number: usize, role: usize) -> Literal {
        let circuit = &mut self.solver.circuit;
        let choice = choice(&self.chosen, number, role);
        let faults = together.faults.iter().copied();
        let given = Given::new(circuit, &self.chosen, faults.clone());
        let images = given.map(|mut given| {
            let mut images = Images::default();
            given.find_images(circuit, choice, &[], &mut images);
            faults.map(|fault| given.image(&images, fault)).collect()
        });
        images.map_or(Literal::TRUE, |faults: Vec<Literal>| circuit.any(faults))
    }

    /// The moves with what they change, out of the facts of the position after moves; what they change
    /// together if several may be chosen, or if not all can be told apart.
    pub(super) fn played_together(
        &mut self,
        named: &Moves,
        legal: &[(usize, Literal)],
        is_joint: bool,
    ) -> Result<Played, Reason> {
        let together = self.together(named, is_joint)?;
        let alone = match is_joint {
            true => None,
            false => {
                let Solver { circuit, forms, .. } = &mut self.solver;
                let played = (&together, &self.chosen);
                alone(circuit, forms, played, named, legal, &self.share)
            }
        };
        Ok(match alone {
            Some((moves, shared)) => (moves, shared, None),
            None => (self.without_effects(named), Vec::new(), Some(together)),
        })
    }

    /// Any of these moves, one for each role if several are chosen at once, and the cells of the choices.
    pub(super) fn any_choice(
        &mut self,
        named: &Moves,
        is_joint: bool,
    ) -> Result<(Does, Range<u32>), Reason> {
        if named.len() >= usize::from(u16::MAX) {
            let text = "there are too many moves to choose several of them";
            return Err(Reason::new(text, None));
        }
        let roles = match is_joint {
            true => self.rules.roles().len() as u32,
            false => 1,
        };
        let contents = named.len() as u16;
        let cells: Vec<u32> = (0..roles)
            .map(|_| self.solver.circuit.add_relation(Vec::new(), contents))
            .collect();
        let first = cells.first().copied().unwrap_or(0);
        let cells = first..first + roles;
        let mut choices = Choices::default();
        for (number, (played, role)) in named.iter().enumerate() {
            let (cell, content) = choice(&cells, number, *role);
            choices.add(played.clone(), self.solver.circuit.fact(cell, content));
        }
        Ok((Does::Any(Rc::new(choices)), cells))
    }

    /// The facts of the position after moves.
    pub(super) fn together(&mut self, named: &Moves, is_joint: bool) -> Result<Together, Reason> {
        let (chosen, cells) = self.any_choice(named, is_joint)?;
        self.solver.choose(chosen);
        let together = self.next_facts(&cells);
        self.chosen = cells;
        self.solver.choose(Does::Nothing);
        let together = together?;
        match self.except.first() {
            Some(first) if together.faults.contains(&Literal::TRUE) => {
                Err(self.solver.reasons.get(*first).clone())
            }
            _ => Ok(together),
        }
    }

    fn next_facts(&mut self, chosen: &Range<u32>) -> Result<Together, Reason> {
        let is_whole = self.has_next();
        let asked = [Item::Variable(0)];
        let (mut cells, mut faults) = (BTreeMap::<u32, OnCell>::new(), Vec::new());
        let effects: &[&str] = if is_whole {
            &["next"]
        } else {
            &["delete", "add"]
        };
        for name in effects {
            let found = self.solver.answers_of(name, &asked, 1, Mode::Set)?;
            let (effects, more) = self.read_effects(name, found, None)?;
            faults.extend(more);
            for effect in effects {
                let on_cell = cells.entry(effect.cell).or_default();
                let by_content = match *name {
                    "delete" => &mut on_cell.deletes,
                    _ => &mut on_cell.adds,
                };
                let conditions = by_content.entry(effect.content).or_default();
                conditions.push(effect.condition);
            }
        }
        let mut exclusion = Exclusion::default();
        let mut under = Under::new(chosen.clone());
        let mut next = Vec::new();
        for (cell, on_cell) in cells {
            let circuit = &mut self.solver.circuit;
            let on_cell = on_cell.joined(circuit);
            let mut implied = Implied::new(circuit);
            let mut contradicting = Vec::new();
            for (number, (_, one)) in on_cell.adds.iter().enumerate() {
                for (_, other) in &on_cell.adds[..number] {
                    let is_apart = under.are_apart(circuit, *one, *other)
                        || are_apart(circuit, &implied.by(*one), &implied.by(*other))
                        || exclusion.excludes(circuit, &[*one, *other]);
                    contradicting.extend((!is_apart).then_some([*one, *other]));
                }
            }
            faults.extend(contradicting.into_iter().map(|pair| circuit.all(pair)));
            let contents = match is_whole {
                true => 0,
                false => circuit.relations()[circuit.relation_of(cell)].contents,
            };
            for content in 1..=contents {
                next.push(Effect {
                    cell,
                    content,
                    condition: on_cell.after(circuit, cell, content),
                });
            }
            next.extend(
                on_cell
                    .adds
                    .iter()
                    .filter(|_| is_whole)
                    .map(|(content, condition)| Effect {
                        cell,
                        content: *content,
                        condition: *condition,
                    }),
            );
        }
        Ok(Together {
            is_whole,
            is_for_all: self.is_played_together(),
            next,
            faults,
        })
    }
}
