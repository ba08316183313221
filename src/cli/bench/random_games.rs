//! Random games of the user's own game, as many as a time allows, in any form of the game.

use std::io::{self, Write};
use std::time::Duration;

use cpu_time::ProcessTime;
use fastrand::Rng;
use regola::engine::Visitor;
use regola::game::{Error, Game, Position, RuleGame, Rules};
use regola::search::{SearchError, playouts};
use serde_json::{Value, json};

use crate::json;

/// Games are played until they have taken this much CPU time.
const ENOUGH: Duration = Duration::from_millis(250);

/// Games that take less than this are followed by twice as many before the clock is looked at again.
const SHORT: Duration = Duration::from_millis(5);

/// The most plies of a game.
pub const MAX_PLIES: usize = 1000;

/// Random games that were played.
pub struct RandomGames {
    pub games: u64,
    pub plies: usize,
    /// The number of games that were given up after [`MAX_PLIES`].
    pub unfinished: u64,
    pub time: Duration,
}

impl RandomGames {
    /// Returns how many games take a second of CPU time.
    pub fn games_in_a_second(&self) -> f64 {
        rate(self.games, self.time)
    }

    /// Prints the figures on a line that begins with this name, and a second one if games were given up.
    pub fn print(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let (games, plies) = (self.games, self.plies);
        let seconds = self.time.as_secs_f64();
        let speed = rate(games, self.time);
        let moves = rate(plies as u64, self.time);
        writeln!(
            out,
            "{name:<13} {games} with {plies} moves in {seconds:.3} s: {speed:.1} games/s, {moves:.0} moves/s"
        )?;
        if self.unfinished > 0 {
            let unfinished = self.unfinished;
            writeln!(
                out,
                "              {unfinished} given up after {MAX_PLIES} plies"
            )?;
        }
        Ok(())
    }

    pub fn object(&self) -> Value {
        json!({
            "games": self.games,
            "moves": self.plies,
            "unfinished": self.unfinished,
            "seconds": json::seconds(self.time),
        })
    }
}

/// Returns how many of these are done in a second.
pub fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

/// Plays random games from the first position, with the seeds from 0 on. Without a number it plays as many as
/// are quickly possible.
pub struct PlayRandomGames {
    pub games: Option<u64>,
}

impl Visitor for PlayRandomGames {
    type Output = Result<RandomGames, SearchError<Error>>;

    fn start(&self) -> Option<&Position> {
        None
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let mut played = RandomGames {
            games: 0,
            plies: 0,
            unfinished: 0,
            time: Duration::ZERO,
        };
        let (start, start_time) = (game.initial(), ProcessTime::now());
        let mut at_most = 1;
        loop {
            let left = match self.games {
                Some(games) => games - played.games,
                None if played.time < ENOUGH => at_most,
                None => 0,
            };
            if left == 0 {
                return Ok(played);
            }
            let seeds: Vec<u64> = (played.games..).take(left.min(at_most) as usize).collect();
            for playout in playouts(game, &start, MAX_PLIES, &seeds)? {
                played.games += 1;
                played.plies += playout.plies;
                played.unfinished += u64::from(playout.goals.is_none());
            }
            let before = played.time;
            played.time = start_time.elapsed();
            if played.time - before < SHORT {
                at_most *= 2;
            }
        }
    }
}

/// Returns whether one role at a time is to move in a random game.
pub fn is_by_turns(rules: &Rules) -> Result<bool, SearchError<Error>> {
    let mut random = Rng::with_seed(0);
    let mut position = rules.initial();
    for _ in 0..MAX_PLIES {
        let movers = rules.turn(&position)?.into_movers();
        if movers.len() != 1 {
            return Ok(movers.is_empty());
        }
        let moves = movers
            .into_iter()
            .filter_map(|(_, moves)| random.choice(moves));
        position = rules.play(&position, &moves.collect::<Vec<_>>())?;
    }
    Ok(true)
}
