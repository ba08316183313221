//! The move that a search plays.

use crate::game::{Move, Position, Role, Rules};
use crate::search::{Best, Clock, TranspositionTable, Watch};
use crate::session::{AnsweringForm, Explain, Forms, Strength, Trouble};

/// What the searches of a game have in common.
#[derive(Clone, Copy)]
pub struct GameSearch<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The forms of the game that search.
    pub forms: &'a Forms,
    /// The clock for the time of a strength.
    pub clock: Clock<'a>,
}

impl GameSearch<'_> {
    /// Returns the move that the program plays, the result of the search, and the form that searched.
    /// The game must go on. One role is to move, or several at once if the strategy can tell: then the
    /// move is that of `role`. The table is kept from move to move.
    ///
    /// # Errors
    /// When the search cannot be done, or the watcher has stopped it before there was a move.
    ///
    /// # Panics
    /// If the game is over.
    pub fn choose(
        &self,
        strength: &Strength,
        position: &Position,
        role: Role,
        table: &mut TranspositionTable,
        watch: &mut dyn Watch,
    ) -> Result<(Move, Best<Move>, AnsweringForm), Trouble> {
        let mut options = strength.options(false);
        options.depth = options.depth.max(1);
        options.play_forced = true;
        options.role = Some(role);
        let answer = strength
            .answer(self.forms, position, &options, self.clock, table, watch)
            .explain(self.rules)?;
        let has_time = strength.time.is_some() || strength.allotment.is_some();
        if answer.deepened.is_stopped && answer.limit.is_none() && !has_time {
            return Err(Trouble::Stopped("stopped".to_owned()));
        }
        let best = answer.deepened.best;
        let played = best
            .best_move()
            .cloned()
            .expect("the game goes on and the depth is not 0");
        Ok((played, best, answer.answered))
    }
}
