//! The moves among which a role chooses: each by a number of its own, or part by part.

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
    /// The part that is chosen, and the moves that are left.
    Some(&'c Part, Candidates<M>),
}

/// The moves of a role.
#[derive(Clone, Debug)]
pub(super) struct Candidates<M> {
    /// In the order of the rules.
    pub moves: Vec<Candidate<M>>,
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
            let own = actions.of_term(&term);
            let is_split = own.is_none() && by_parts;
            let action = own.unwrap_or_else(|| {
                taken += usize::from(!is_split);
                actions.first_spare() + taken.saturating_sub(1) as Action
            });
            Candidate {
                action,
                played,
                parts: is_split.then(|| actions.parts().split(&term).into()),
            }
        });
        let mut candidates = Self {
            moves: moves.collect(),
            next: 0,
        };
        if taken > actions.spare() {
            return Err(taken);
        }
        candidates.number_parts(actions, true)?;
        Ok(candidates)
    }

    /// Finds the place of the next part that is to be chosen, and gives each part there its action.
    fn number_parts(&mut self, actions: &Actions, is_first: bool) -> Result<(), usize> {
        let split: Vec<&[Part]> = self.split().collect();
        let Some(first) = split.first() else {
            return Ok(());
        };
        // All have the same form up to here, and none is the beginning of another one.
        let is_choice = |place: &usize| {
            (is_first && first[*place].is_value())
                || split.iter().any(|parts| parts[*place] != first[*place])
        };
        let next = (self.next..first.len()).find(is_choice);
        let next = next.unwrap_or(self.next);
        let mut unknown: Vec<Part> = Vec::new();
        for candidate in &mut self.moves {
            let Some(parts) = &candidate.parts else {
                continue;
            };
            let part = &parts[next];
            candidate.action = actions.of_part(part).unwrap_or_else(|| {
                let known = unknown.iter().position(|other| other == part);
                let place = known.unwrap_or_else(|| {
                    unknown.push(part.clone());
                    unknown.len() - 1
                });
                actions.first_spare() + place as Action
            });
        }
        self.next = next;
        match unknown.len() > actions.spare() {
            true => Err(unknown.len()),
            false => Ok(()),
        }
    }

    fn split(&self) -> impl Iterator<Item = &[Part]> {
        self.moves.iter().filter_map(|one| one.parts.as_deref())
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
                let mut left = Self {
                    moves: chosen.cloned().collect(),
                    next: self.next + 1,
                };
                left.number_parts(actions, false)?;
                Ok(Some(Narrowed::Some(&parts[self.next], left)))
            }
            (Some(only), _) => Ok(Some(Narrowed::Move(&only.played))),
        }
    }
}
