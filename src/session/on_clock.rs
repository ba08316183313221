//! A search by the clock of a game.

use super::strength::{SearchQuestion, Strength};
use crate::game::{Error, Move};
use crate::search::{
    Deepened, MAX_PLIES, MoveTimer, SearchError, Strategy, TranspositionTable, Watch, go_deeper,
};

impl Strength {
    /// Returns the strength for a game with a clock. `is_open` says that nobody has asked for a depth
    /// or a time: then only the clock limits the depth, and a win is better the sooner it comes.
    #[must_use]
    pub fn for_clock(&self, is_open: bool) -> Self {
        match is_open {
            true => Strength {
                depth: MAX_PLIES,
                time: None,
                is_open: true,
                playouts: u64::MAX,
                prefer_quick: true,
                ..self.clone()
            },
            false => self.clone(),
        }
    }
}

/// Searches ever deeper within the time of a move, to the depth of the options. Monte-Carlo tree search
/// takes the time that the move is to have. Calls `keep` with the result of each depth.
///
/// # Errors
/// Those of [`search::deepen`](crate::search::deepen). The search counts as stopped if the limit
/// comes before the end of the first search.
pub(super) fn search_on_clock(
    mut timer: MoveTimer<'_, Move>,
    question: SearchQuestion<'_>,
    table: &mut TranspositionTable,
    watch: &mut dyn Watch,
    keep: &mut dyn FnMut(&Deepened<Move>),
) -> Result<Deepened<Move>, SearchError<Error>> {
    let SearchQuestion {
        engine,
        position,
        options,
    } = question;
    if options.strategy == Strategy::MonteCarlo {
        let mut aim = timer.aim(watch);
        return engine.deepen_with(position, options, table, &mut aim, &mut go_deeper);
    }
    let mut limit = timer.limit(watch);
    let mut each = |found: &Deepened<Move>| {
        keep(found);
        timer.finished(found)
    };
    match options.strategy {
        Strategy::PrincipalVariation => {
            engine.deepen_with(position, options, table, &mut limit, &mut each)
        }
        _ => engine.deepen(position, options, &mut limit, &mut each),
    }
}
