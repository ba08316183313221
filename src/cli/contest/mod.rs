//! `regola match`: plays many games between players of the program, to find the stronger one.
//!
//! ```text
//! contestant   the players
//! games        one game from a random opening
//! score        wins, draws, losses, and their confidence interval
//! table        all pairings, as a table or as JSON
//! ```

mod contestant;
mod games;
mod score;
mod table;

use std::cell::Cell;
use std::io::Write;

use clap::{ArgMatches, Args};
use regola::game::{Game, Rules};

use crate::opening::{EngineOption, Start};
use crate::trouble::Trouble;
use crate::watching::Watching;
use crate::{CommandOutcome, json};
use contestant::Contestant;
use games::Conditions;
use score::PlayerPair;
use table::MatchTable;

/// Play many games between programs and report who is stronger
///
/// Each role of the rule file is an option, as in `play`: `--black depth=4,heuristic=discs --white
/// hard`. With `--player`, name two or more players instead, and each plays each other. Every game
/// begins with some random plies. Each such opening is played twice, with sides exchanged, so that
/// no player profits from it. The score is the share of points: one for a win, half a point for a
/// draw. The interval beside it contains the true share with 95 % confidence (E. B. Wilson's score
/// interval, 1927).
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola match games/othello.rules --black depth=3,heuristic=mobility --white depth=3,heuristic=discs --games 50
  regola match games/dama.rules --player strong=depth=4,heuristic=prima --player quick=easy --player chance=random
  regola match --help games/othello.rules      (with the options of its roles)")]
pub struct MatchArguments {
    #[command(flatten)]
    start: Start,
    /// A player and its name: computer, random, or a level such as depth=3,heuristic=discs; at
    /// least two
    #[arg(long = "player", value_name = "NAME=LEVEL", help_heading = "Players")]
    players: Vec<String>,
    /// The number of games between each two players
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// The number of random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: usize,
    /// The seed of openings, chance, and the noise and ties of levels; the same seed gives the same
    /// games, except for players with a time
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The limit on plies of a game, opening included; a longer game is a draw
    #[arg(long, value_name = "N", default_value_t = 500)]
    max_plies: usize,
    #[command(flatten)]
    engine: EngineOption,
    /// Print a line of JSON
    #[arg(long)]
    json: bool,
}

pub fn run(
    options: &MatchArguments,
    matches: &ArgMatches,
    out: &mut dyn Write,
) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    let rules = &opened.rules;
    let contestants = options.contestants(rules, matches).map_err(Trouble::Use)?;
    let forms = options.engine.forms(rules)?;
    let conditions = Conditions {
        rules,
        forms: &forms,
        answered: Cell::new(None),
        start: opened.position(),
        interrupt: &opened.interrupt,
        opening: options.opening,
        max_plies: options.max_plies,
        seed: options.seed,
    };
    let mut pairings = pairings(contestants.len());
    let mut watching = Watching::new(&opened.interrupt, "games");
    let ended = options.play(&conditions, &contestants, &mut pairings, &mut watching);
    let time = watching.elapsed();
    drop(watching);
    // A match that was stopped reports the games so far.
    if matches!(ended, Ok(()) | Err(Trouble::Stopped(_))) {
        let table = MatchTable {
            conditions: &conditions,
            contestants: &contestants,
            pairings: &pairings,
            time,
        };
        if options.json {
            json::write(out, &table.object().into())?;
        } else {
            table.print(out)?;
        }
    }
    ended.map(|()| CommandOutcome::Done)
}

/// Returns all pairs of players.
fn pairings(contestants: usize) -> Vec<PlayerPair> {
    let pairs = (0..contestants)
        .flat_map(|first| (first + 1..contestants).map(move |second| (first, second)));
    pairs.map(PlayerPair::new).collect()
}

impl MatchArguments {
    fn contestants(&self, rules: &Rules, matches: &ArgMatches) -> Result<Vec<Contestant>, String> {
        if rules.role_count() != 2 {
            return Err(format!(
                "a match is played in a game for two roles; the number of roles here is {}",
                rules.role_count()
            ));
        }
        let contestants = contestant::by_role(rules, matches)?;
        match (self.players.len(), contestants.is_empty()) {
            (0, _) => contestant::in_roles(rules, contestants),
            (_, false) => Err(
                "name the players either by their roles or with `--player`, not both".to_owned(),
            ),
            (1, true) => Err("a match needs at least two players".to_owned()),
            (_, true) => contestant::by_name(rules, &self.players),
        }
    }

    /// Plays all games; the sides are exchanged in every second one.
    fn play(
        &self,
        conditions: &Conditions,
        contestants: &[Contestant],
        pairings: &mut [PlayerPair],
        watching: &mut Watching,
    ) -> Result<(), Trouble> {
        let games = usize::try_from(self.games).unwrap_or(usize::MAX);
        let total = games.saturating_mul(pairings.len());
        let mut done = 0;
        for pairing in pairings {
            let (first, second) = (
                &contestants[pairing.first].player,
                &contestants[pairing.second].player,
            );
            for game in 0..self.games {
                let exchanged = game % 2 == 1;
                let players = if exchanged {
                    [second, first]
                } else {
                    [first, second]
                };
                pairing.count(&conditions.play(game, players)?, exchanged);
                done += 1;
                watching.show(done, total, String::new);
            }
        }
        Ok(())
    }
}
