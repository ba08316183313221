//! `regola match`: plays many games between players of the program, to find the stronger one.
//!
//! ```text
//! course       the games of a match, until all are played or a test decides
//! contestant   the players
//! games        the conditions of a match, and one game
//! openings     the openings of the games
//! recording    the games as records
//! sequential   the options of the test that ends a match early
//! table        all pairings, as a table or as JSON
//! ```

pub mod contestant;
pub mod course;
pub mod games;
pub mod openings;
pub mod recording;
mod sequential;
pub mod table;

use std::io::Write;
use std::sync::Mutex;

use clap::{ArgMatches, Args};
use regola::contest::{GameConditions, PlayerPair, SequentialTest, no_match};
use regola::game::Rules;
use regola::search::TimeControl;

use crate::opening::{EngineOption, OpenedGame, Start};
use crate::output_file::refuse_input;
use crate::records::NamedTag;
use crate::threads::Threads;
use crate::trouble::Trouble;
use crate::watching::{Watching, clock};
use crate::{CommandOutcome, json};
use contestant::Contestant;
use course::Course;
use games::Conditions;
use openings::Openings;
use recording::Recording;
use sequential::SequentialOptions;
use table::MatchTable;

/// The number of games between two players, if the user does not give it.
const GAMES: u64 = 100;

/// The number of games at most if a test may end the match, and the user does not give it.
const GAMES_OF_A_TEST: u64 = 20_000;

/// Play many games between programs and report who is stronger
///
/// Each role of the rule file is an option, as in `play`: `--black depth=4,heuristic=discs --white
/// hard`. With `--player`, name two or more players instead, and each plays each other. Every game
/// begins with some random plies, or with the plies of a record. Each such opening is played twice, with sides exchanged, so that
/// no player profits from it. The score is the share of points: one for a win, half a point for a
/// draw. The interval beside it contains the true share with 95 % confidence (E. B. Wilson's score
/// interval, 1927). The same for the difference in Elo, which is estimated from the pairs of games
/// with one opening; so the number of games should be even.
///
/// With `--sprt`, the match of two players ends as soon as the games decide between two differences
/// in Elo (A. Wald's sequential probability ratio test, 1945).
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola match games/othello.rules --black depth=3,heuristic=mobility --white depth=3,heuristic=discs --games 50
  regola match games/othello.rules --black depth=3,heuristic=mobility --white depth=3,heuristic=discs --sprt 0,50
  regola match games/dama.rules --player strong=depth=4,heuristic=prima --player quick=easy --player chance=random
  regola match --help games/othello.rules      (with the options of its roles)")]
pub struct MatchArguments {
    #[command(flatten)]
    start: Start,
    /// A player and its name: computer, random, or a level such as depth=3,heuristic=discs; at
    /// least two
    #[arg(long = "player", value_name = "NAME=LEVEL", help_heading = "Players")]
    players: Vec<String>,
    /// The number of games between each two players, or the most with --sprt [default: 100; with --sprt
    /// 20000; with --openings two for each opening]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    #[command(flatten)]
    sequential: SequentialOptions,
    /// The number of random plies at the start of each game [default: 4]; with --openings the most
    /// plies of an opening
    #[arg(long, value_name = "N")]
    opening: Option<usize>,
    /// Take the openings from the records of this file, one after the other
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    openings: Option<String>,
    /// The seed of openings, chance, and the noise and ties of levels; the same seed gives the same
    /// games, except for players with a time
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The limit on plies of a game, opening included; a longer game is a draw
    #[arg(long, value_name = "N", default_value_t = 500)]
    max_plies: usize,
    /// The time of each player for a game and what each move adds, in seconds, such as 60+1 or 60. A
    /// player whose time is over loses
    #[arg(long, value_name = "TIME")]
    time_per_game: Option<TimeControl>,
    /// Write the games to this file as records
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    records: Option<String>,
    /// Give the records a tag, such as Date=2026.07.01
    #[arg(
        long = "tag",
        value_name = "NAME=VALUE",
        requires = "records",
        help_heading = "Records"
    )]
    tags: Vec<NamedTag>,
    #[command(flatten)]
    threads: Threads,
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
    if let Some(path) = &options.records {
        let inputs = opened.inputs().into_iter();
        refuse_input("records", path, inputs.chain(options.openings.as_deref()))?;
    }
    let rules = &opened.rules;
    let contestants = options.contestants(rules, matches).map_err(Trouble::Use)?;
    let sequential = options
        .sequential_test(&contestants)
        .map_err(Trouble::Use)?;
    let openings = options.openings(&opened)?;
    let forms = options.engine.forms(rules)?;
    let conditions = Conditions {
        game: GameConditions {
            rules,
            forms: &forms,
            max_plies: options.max_plies,
            seed: options.seed,
            time: options.time_per_game,
            clock: &clock(),
        },
        answered: Mutex::default(),
        start: opened.position(),
        interrupt: &opened.interrupt,
        openings: &openings,
    };
    let mut pairings = pairings(contestants.len());
    let mut course = Course {
        conditions: &conditions,
        contestants: &contestants,
        games: options.games(&openings),
        sequential: sequential.as_ref(),
        threads: options.threads.count(),
        watching: Watching::new(&opened.interrupt, "games"),
        recording: options.recording(&opened),
    };
    let ended = course.play(&mut pairings);
    let Course {
        watching,
        recording,
        ..
    } = course;
    let time = watching.elapsed();
    drop(watching);
    // A match that was stopped reports the games so far.
    if matches!(ended, Ok(()) | Err(Trouble::Stopped(_))) {
        let table = MatchTable {
            conditions: &conditions,
            contestants: &contestants,
            pairings: &pairings,
            sequential: sequential.as_ref(),
            time,
        };
        if options.json {
            json::write(out, &table.object().into())?;
        } else {
            table.print(out)?;
        }
        if let Some(recording) = recording {
            recording.write()?;
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
        if let Some(reason) = no_match(rules) {
            return Err(reason);
        }
        let contestants = contestant::by_role(rules, matches)?;
        let has_clock = self.time_per_game.is_some();
        match (self.players.len(), contestants.is_empty()) {
            (0, _) => contestant::in_roles(rules, contestants, has_clock),
            (_, false) => Err(
                "name the players either by their roles or with `--player`, not both".to_owned(),
            ),
            (1, true) => Err("a match needs at least two players".to_owned()),
            (_, true) => contestant::by_name(rules, &self.players, has_clock),
        }
    }

    /// Returns the records of the games, if they are to be written.
    fn recording<'a>(&'a self, opened: &'a OpenedGame) -> Option<Recording<'a>> {
        let path = self.records.as_deref()?;
        let rules_path = &self.start.file.path;
        Some(Recording::new(path, rules_path, opened, &self.tags))
    }

    /// Returns the number of games between each two players.
    fn games(&self, openings: &Openings) -> u64 {
        let usual = match self.sequential.is_asked_for() {
            true => GAMES_OF_A_TEST,
            false => GAMES,
        };
        self.games.or(openings.games()).unwrap_or(usual)
    }

    fn openings(&self, opened: &OpenedGame) -> Result<Openings, Trouble> {
        match &self.openings {
            Some(path) => Openings::read(path, &opened.rules, opened.position(), self.opening),
            None => Ok(Openings::random(self.opening)),
        }
    }

    /// Returns the test that may end the match early, if the user asked for one.
    fn sequential_test(
        &self,
        contestants: &[Contestant],
    ) -> Result<Option<SequentialTest>, String> {
        let test = self.sequential.test()?;
        match contestants.len() {
            2 => Ok(test),
            _ if test.is_none() => Ok(None),
            players => Err(format!(
                "`--sprt` compares two players; the number of players here is {players}"
            )),
        }
    }
}
