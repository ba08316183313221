//! A trial of two orders, by replies and by history: positions near the end of random games are solved
//! with each of them.

use std::sync::Arc;

use super::order::SortKey;
use super::prover::{Knowledge, Prover, Roots};
use super::random_games::RandomGame;
use crate::search::error::SearchError;
use crate::search::step::StepResult;
use crate::search::transposition_table::TranspositionTable;

/// The trial ends with the game in which it has taken this number of nodes.
const TRIAL_NODES: u64 = 1 << 14;

/// A game is solved from its end backwards until a position takes this number of nodes.
const NODES: u64 = 1 << 9;

/// A position is given up after this number of nodes: one move before the end of a random game may
/// be a blunder, and before it the game is open.
const MOST_NODES: u64 = 1 << 11;

/// To count the replies to each move takes time: the order must be better by this factor, numerator
/// and denominator. In trials it takes 0.5 to 0.76 of the other's nodes in Othello, and 0.9 to 1.25 in
/// Connect Four.
const PRICE: (u64, u64) = (5, 4);

/// The positions that each order keeps.
const TABLE: usize = 1 << 14;

/// What one order has learned, and its work.
struct Trial {
    knowledge: Knowledge,
    nodes: u64,
}

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// Chooses the order that solves positions near the end of these games with fewer nodes. A trial
    /// that fails tells nothing.
    pub(super) fn choose_order(
        &mut self,
        games: &[RandomGame],
        roots: &dyn Roots<'_, E>,
    ) -> StepResult<E, ()> {
        let mut trials = [SortKey::Replies, SortKey::History].map(|key| self.trial(key));
        let end = self.meter.progress.nodes + TRIAL_NODES;
        for game in games {
            match self.solve_game(game, roots, &mut trials) {
                Err(error @ SearchError::Stopped { .. }) => return Err(error),
                Err(_) => return Ok(()),
                Ok(()) if self.meter.progress.nodes >= end => break,
                Ok(()) => {}
            }
        }
        let [replies, history] = trials;
        let (numerator, denominator) = PRICE;
        let best = match replies.nodes * numerator < history.nodes * denominator {
            true => replies,
            false => history,
        };
        self.knowledge.order = best.knowledge.order;
        Ok(())
    }

    fn trial(&self, key: SortKey) -> Trial {
        Trial {
            knowledge: Knowledge {
                table: Arc::new(TranspositionTable::of_positions(TABLE)),
                order: self.knowledge.order.with_sort_key(key),
                has_played_games: true,
                zero_sum: self.knowledge.zero_sum.clone(),
                has_repetition: false,
            },
            nodes: 0,
        }
    }

    /// Solves the positions of a game, the last first, with each order, until one is large.
    fn solve_game(
        &mut self,
        game: &RandomGame,
        roots: &dyn Roots<'_, E>,
        trials: &mut [Trial],
    ) -> StepResult<E, ()> {
        for plies in 1..=game.moves.len() {
            let mut most = 0;
            for trial in &mut *trials {
                let nodes = self.solve_end(game, plies, roots, trial)?;
                trial.nodes += nodes;
                most = most.max(nodes);
            }
            if most >= NODES {
                break;
            }
        }
        Ok(())
    }

    /// Solves the position of a game from which it took `plies` to the end, and returns the number of
    /// nodes.
    fn solve_end(
        &mut self,
        game: &RandomGame,
        plies: usize,
        roots: &dyn Roots<'_, E>,
        trial: &mut Trial,
    ) -> StepResult<E, u64> {
        let before = self.meter.progress.nodes;
        let start = game.moves.len() - plies;
        let mut prover = Prover {
            stack: roots.stack(),
            roots: None,
            team: None,
            knowledge: &mut trial.knowledge,
            options: self.options,
            meter: self.meter,
            limit: before + MOST_NODES,
            role: self.role,
            payoff: self.payoff,
            salt: self.salt,
            keys: Vec::new(),
            played: Vec::new(),
            start,
            open: Vec::new(),
            put_off: Vec::new(),
        };
        for played in &game.moves[..start] {
            prover.stack.expand()?;
            prover.push(played.index)?;
        }
        match prover.value() {
            Err(SearchError::Stopped { .. }) if prover.has_given_up() => {}
            answer => drop(answer?),
        }
        Ok(self.meter.progress.nodes - before)
    }
}
