//! The match of the fitted heuristic against the best level of the game.

use std::io::Write;
use std::sync::Mutex;

use regola::contest::{GameConditions, Hypothesis, PlayerPair, SequentialTest};
use regola::game::Rules;

use super::TuneArguments;
use super::players::Players;
use crate::CommandOutcome;
use crate::contest::course::Course;
use crate::contest::games::Conditions;
use crate::contest::openings::Openings;
use crate::contest::table::MatchTable;
use crate::opening::OpenedGame;
use crate::trouble::Trouble;
use crate::watching::{Watching, clock};

/// The differences in Elo between which the match decides.
const DIFFERENCES: [f64; 2] = [0.0, 30.0];
/// The probability of a wrong decision.
const ERROR_RATE: f64 = 0.05;

/// The match.
pub struct Proof<'a> {
    /// The rules with the fitted heuristic.
    pub rules: Rules,
    pub options: &'a TuneArguments,
    pub opened: &'a OpenedGame,
}

impl Proof<'_> {
    /// Plays the match, and prints its results. Returns whether the fitted heuristic is stronger, and
    /// the same in a line.
    pub fn play(
        &self,
        players: &Players,
        out: &mut dyn Write,
    ) -> Result<(CommandOutcome, String), Trouble> {
        let (options, interrupt) = (self.options, &self.opened.interrupt);
        let contestants = players.of_match(&self.rules, &options.name, options.time);
        let test = SequentialTest::new(DIFFERENCES, ERROR_RATE, ERROR_RATE)
            .expect("the differences and rates are those of a test");
        let forms = options.engine.forms(&self.rules)?;
        let openings = Openings::random(Some(options.opening));
        let conditions = Conditions {
            game: GameConditions {
                rules: &self.rules,
                forms: &forms,
                max_plies: options.max_plies,
                // Other openings than those of the games to learn from.
                seed: !options.seed,
                time: None,
                clock: &clock(),
            },
            answered: Mutex::default(),
            start: self.opened.position(),
            interrupt,
            openings: &openings,
        };
        let mut pairings = [PlayerPair::new((0, 1))];
        let mut course = Course {
            conditions: &conditions,
            contestants: &contestants,
            games: options.match_games,
            sequential: Some(&test),
            threads: options.threads.count(),
            watching: Watching::new(interrupt, "games"),
            recording: None,
        };
        let ended = course.play(&mut pairings);
        let time = course.watching.elapsed();
        drop(course);
        if matches!(ended, Ok(()) | Err(Trouble::Stopped(_))) {
            let table = MatchTable {
                conditions: &conditions,
                contestants: &contestants,
                pairings: &pairings,
                sequential: Some(&test),
                time,
            };
            table.print(out)?;
        }
        ended?;
        let is_stronger = test.decision(pairings[0].game_pairs) == Some(Hypothesis::Greater);
        let score = pairings[0].score();
        let line = format!(
            "A match of {} games against `{}`, {} s a move: {} wins, {} draws, {} losses: {}.",
            score.games(),
            contestants[1].name,
            options.time.as_secs_f64(),
            score.wins,
            score.draws,
            score.losses,
            if is_stronger {
                "stronger"
            } else {
                "not shown to be stronger"
            }
        );
        let outcome = match is_stronger {
            true => CommandOutcome::Done,
            false => CommandOutcome::No,
        };
        Ok((outcome, line))
    }
}
