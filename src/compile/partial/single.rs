//! What moves change that are known from the start, one by one, with the position unknown.

use std::sync::Arc;

use super::effort::Effort;
use super::game::{Game, Reading, with_game};
use super::legal::Moves;
use super::limits::Budget;
use super::reason::Reason;
use super::store::Instance;
use super::thread::evaluated;
use crate::compile::circuit::Circuit;
use crate::compile::domains::Domains;
use crate::compile::residual::{PossibleMove, Shared};
use crate::game::{self, Rules};

/// Moves with what they change.
#[derive(Debug)]
pub(in crate::compile) struct SingleMoves {
    pub circuit: Circuit,
    /// In the order in which they were asked for.
    pub moves: Vec<PossibleMove>,
    pub shared: Vec<Shared>,
}

/// What moves change that are played alone; each is named once.
///
/// # Errors
/// Why the machine has to play them; or that somebody has stopped it ([`Reason::is_interruption`]). Where
/// effects are found with the chosen move unknown, as those of `next`, they are the whole position: then
/// nothing is gained.
pub(in crate::compile) fn single_moves(
    rules: &Rules,
    moves: &[game::Move],
) -> Result<SingleMoves, Reason> {
    evaluated(rules, || {
        let budget = Budget::new(Effort::Quick, rules.limits());
        let domains = Arc::new(Domains::none(rules.schema()));
        with_game((rules, &domains), budget, None, Reading::Values, |game| {
            game.single_moves(moves)
        })
    })?
}

impl Game<'_> {
    fn single_moves(mut self, moves: &[game::Move]) -> Result<SingleMoves, Reason> {
        if self.is_played_together() {
            return Err(Reason::new(
                "effects are found with the chosen move unknown",
                None,
            ));
        }
        let roles = self.roles();
        let mut named = Moves::default();
        for played in moves {
            let term = self.items(&played.term);
            let instance: Instance = [&*roles[played.role.0], &*term].concat().into();
            named.insert(instance, played.role.0);
        }
        let (moves, shared) = self.moves(&named)?;
        self.solver.go_on(None)?;
        Ok(SingleMoves {
            circuit: self.solver.circuit,
            moves,
            shared,
        })
    }
}
