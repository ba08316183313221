//! `regola tune`: fits the weights of a heuristic to games of the program against itself.
//!
//! ```text
//! files     the files that are written: the games, and the rule file with the weights
//! players   the players of the games, and those of the match
//! training  the games, of which an earlier run may have played some
//! samples   the positions of the games
//! proof     the match of the fitted heuristic against the best level of the game
//! report    the fit in words
//! ```

mod files;
mod players;
mod proof;
mod report;
mod samples;
mod training;

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::Args;
use regola::game::{Game, seconds};
use regola::tuning::{Features, FitError, TunedRules, fit};

use crate::CommandOutcome;
use crate::opening::{EngineOption, OpenedGame, Start};
use crate::threads::Threads;
use crate::trouble::Trouble;
use crate::watching::Watching;
use files::TuningFiles;
use players::Players;
use proof::Proof;
use samples::samples;
use training::Training;

/// Fit the weights of a heuristic to games of the program against itself
///
/// A rule file names the quantities of a position by feature(Name, Player, Value). For one that names
/// none, the features are the facts of the board, the heuristics, and the number of legal moves. The
/// new heuristic is the sum of all features, each times its weight, less the same sum for the
/// opponent. The weights are those that predict the results of the games best (logistic regression).
///
/// The games, and then the weights as a rule file with a level, are written beside the rule file:
/// NAME-tuned.pgn and NAME-tuned.rules. A command that was stopped goes on from the games that it
/// has played. At last a match shows whether the new level is stronger than the best level of the
/// rule file with the same time (A. Wald's sequential probability ratio test, of 0 against 30 points
/// of Elo).
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 the new level is stronger; 1 the match has not shown that.

Examples:
  regola tune games/othello.rules --games 2000
  regola tune games/filetto.rules --games 500 --player playouts=200"
)]
pub struct TuneArguments {
    #[command(flatten)]
    start: Start,
    /// The name of the new heuristic and its level; the files that are written have it too
    #[arg(long, default_value = "tuned")]
    name: String,
    /// The number of games to learn from, those of an earlier run included
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The level of both players of these games [default: depth=2 with the heuristic of --level, else
    /// playouts=100]
    #[arg(long, value_name = "LEVEL")]
    player: Option<String>,
    /// The number of random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    opening: usize,
    /// The limit on plies of a game; a longer game is a draw
    #[arg(long, value_name = "N", default_value_t = 500)]
    max_plies: usize,
    /// The level to be stronger than [default: the last one of the rule file]
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// The most games of the match; 0 for no match
    #[arg(long = "match", value_name = "N", default_value_t = 1000)]
    match_games: u64,
    /// The time for each move of the match
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.05")]
    time: Duration,
    /// The seed of openings, chance, and equally good moves; the same seed gives the same games and
    /// weights
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    engine: EngineOption,
}

pub fn run(options: &TuneArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    let rules = &opened.rules;
    if rules.role_count() != 2 {
        return Err(Trouble::Use(format!(
            "weights are fitted to games for two roles; the number of roles here is {}",
            rules.role_count()
        )));
    }
    let files = TuningFiles::beside(&options.start.file.found(), &options.name)?;
    let players = Players::new(options, rules)?;
    let tuned = TunedRules {
        game: files.game.clone(),
        name: options.name.clone(),
        depth: players.depth(),
        names_features: Features::of(rules).is_none(),
        comment: Vec::new(),
    };
    tuned
        .check(rules)
        .map_err(|conflict| Trouble::Use(conflict.to_string()))?;
    Tuning {
        options,
        opened: &opened,
        files,
        players,
        tuned,
    }
    .run(out)
}

/// The work of the command.
struct Tuning<'a> {
    options: &'a TuneArguments,
    opened: &'a OpenedGame,
    files: TuningFiles,
    players: Players,
    tuned: TunedRules,
}

impl Tuning<'_> {
    fn run(&mut self, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
        let (options, opened) = (self.options, self.opened);
        let rules = &opened.rules;
        let training = Training {
            opened,
            files: &self.files,
            player: &self.players.trainer,
            options,
        };
        let games = training.play()?;
        let allowance = options.start.file.limits.allowance(&opened.interrupt);
        let text = self.tuned.features(rules);
        let with_features = self.files.read_features(&text, allowance.clone())?;
        let samples = samples(&games, &with_features, opened, options.threads.count())?;
        let mut watching = Watching::without_end(&opened.interrupt);
        let fit = fit(&samples, &mut || {
            watching.show(0, 0, || ", fitting weights".to_owned());
            match opened.interrupt.is_requested() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        drop(watching);
        let fit = fit.map_err(|error| match error {
            FitError::Stopped => Trouble::Stopped(self.files.goes_on(games.games.len())),
            _ => Trouble::Use(error.to_string()),
        })?;
        let report = report::report(&games, &samples, &fit);
        write!(out, "{}", report::with_weights(&report, &fit))?;
        self.tuned.comment = report::comment(rules, &options.name, &report);
        self.files.write(&self.tuned.text(rules, &fit))?;
        writeln!(
            out,
            "The level `{}` is in {}; the games are in {}.",
            options.name, self.files.rules, self.files.games
        )?;
        if options.match_games == 0 {
            return Ok(CommandOutcome::Done);
        }
        writeln!(out)?;
        out.flush()?;
        let proof = Proof {
            rules: self.files.read_tuned(allowance)?,
            options,
            opened,
        };
        let (outcome, line) = proof.play(&self.players, out)?;
        self.tuned.comment.push(line);
        self.files.write(&self.tuned.text(rules, &fit))?;
        Ok(outcome)
    }
}
