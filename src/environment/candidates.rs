//! The moves among which a role chooses: each by a number of its own, or part by part.

use indexmap::IndexSet;

use super::actions::{Action, Actions};
use super::parts::Part;
use crate::logic::Term;

/// A move that may be chosen.
#[derive(Clone, Debug)]
pub(super) struct Candidate<M> {
    /// What chooses it, or its next part; moves with the same next part share the action.
    pub action: Action,
    pub played: M,
    /// All its parts, if it is chosen by them.
    parts: Option<Box<[Part]>>,
}

/// What an action comes to.
#[derive(Debug)]
pub(super) enum Narrowed<'c, M> {
    /// The move is chosen.
    Move(&'c M),
    /// These are left.
    Some(Candidates<M>),
}

/// The moves of a role.
#[derive(Clone, Debug)]
pub(super) struct Candidates<M> {
    /// In the order of the rules.
    pub moves: Vec<Candidate<M>>,
    /// The actions that have begun a move, each with the part that it has chosen.
    pub chosen: Vec<(Action, Part)>,
    /// The place of the part that is chosen next.
    next: usize,
}

impl<M: Clone> Candidates<M> {
    /// The moves of a role, in the order of the rules, with their terms. Those without a number are
    /// chosen by their parts if `by_parts`, else by spare actions.
    ///
    /// # Errors
    /// The number of spare actions that are wanted, if that is more than there are.
    pub fn new(
        actions: &Actions,
        moves: impl IntoIterator<Item = (Term, M)>,
        by_parts: bool,
    ) -> Result<Self, usize> {
        let mut taken = 0;
        let moves = moves.into_iter().map(|(term, played)| {
            let (action, parts) = match actions.of_term(&term) {
                Some(action) => (action, None),
                // Its action is that of its first part, which is found when all moves are known.
                None if by_parts => (0, Some(actions.parts().split(&term).into())),
                None => {
                    taken += 1;
                    (actions.first_spare() + taken as Action - 1, None)
                }
            };
            Candidate {
                action,
                played,
                parts,
            }
        });
        let mut candidates = Self {
            moves: moves.collect(),
            chosen: Vec::new(),
            next: 0,
        };
        if taken > actions.spare() {
            return Err(taken);
        }
        candidates.number_parts(actions)?;
        Ok(candidates)
    }

    /// Finds the place of the next part that is to be chosen, and gives each part there its action.
    fn number_parts(&mut self, actions: &Actions) -> Result<(), usize> {
        let split = self.moves.iter().filter_map(|one| one.parts.as_deref());
        let Some(first) = split.clone().next() else {
            return Ok(());
        };
        // All have the same form up to here, and none is the beginning of another one. The first part
        // that is chosen is a value even if all have it: there may be moves with a number beside them.
        let is_choice = |place: &usize| {
            (self.chosen.is_empty() && first[*place].is_value())
                || split.clone().any(|parts| parts[*place] != first[*place])
        };
        let next = (self.next..first.len()).find(is_choice);
        self.next = next.unwrap_or(self.next);
        let mut unknown: IndexSet<&Part> = IndexSet::new();
        for Candidate { action, parts, .. } in &mut self.moves {
            let Some(part) = parts.as_ref().map(|parts| &parts[self.next]) else {
                continue;
            };
            *action = actions.of_part(part).unwrap_or_else(|| {
                let (place, _) = unknown.insert_full(part);
                actions.first_spare() + place as Action
            });
        }
        match unknown.len() > actions.spare() {
            true => Err(unknown.len()),
            false => Ok(()),
        }
    }

    /// Whether some moves are chosen part by part.
    pub fn is_by_parts(&self) -> bool {
        self.moves.iter().any(|one| one.parts.is_some())
    }

    /// The part that an action chooses; `None` if it chooses a move by its number.
    pub fn part(&self, action: Action) -> Option<&Part> {
        let chosen = self.moves.iter().find(|one| one.action == action)?;
        chosen.parts.as_ref().map(|parts| &parts[self.next])
    }

    /// What an action comes to; `None` if it is not legal.
    ///
    /// # Errors
    /// The number of spare actions that are wanted, if that is more than there are.
    pub fn narrowed(
        &self,
        actions: &Actions,
        action: Action,
    ) -> Result<Option<Narrowed<'_, M>>, usize> {
        let chosen = self.moves.iter().filter(|one| one.action == action);
        let mut first = chosen.clone();
        match (first.next(), first.next()) {
            (None, _) => Ok(None),
            (
                Some(Candidate {
                    parts: Some(parts), ..
                }),
                Some(_),
            ) => {
                let newest = (action, parts[self.next].clone());
                let mut left = Self {
                    moves: chosen.cloned().collect(),
                    chosen: self.chosen.iter().cloned().chain([newest]).collect(),
                    next: self.next + 1,
                };
                left.number_parts(actions)?;
                Ok(Some(Narrowed::Some(left)))
            }
            (Some(only), _) => Ok(Some(Narrowed::Move(&only.played))),
        }
    }
}
