//! `regola playout`: random games.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use regola::engine::Visitor;
use regola::game::{Error, Game, Position, RuleGame, Rules};
use regola::search::{self, Playout, SearchError};
use regola::session::AnsweringForm;
use serde_json::json;

use crate::json::Object;
use crate::opening::{EngineOption, Start};
use crate::threads::Threads;
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{CommandOutcome, json, results};

/// Play random games to their end and report the results
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  regola playout games/othello.rules --games 100 --seed 7")]
pub struct PlayoutArguments {
    #[command(flatten)]
    start: Start,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u64,
    /// The seed of the random choices; game N uses this number plus N, counted from 0
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The limit on plies of a game
    #[arg(long, value_name = "M", default_value_t = 10_000)]
    max_plies: usize,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    engine: EngineOption,
    /// Print a line of JSON
    #[arg(long)]
    json: bool,
}

pub fn run(options: &PlayoutArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    let rules = &opened.rules;
    let forms = options.engine.forms(rules)?;
    let mut tally = PlayoutTally::default();
    let mut answered = None;
    let mut watching = Watching::new(&opened.interrupt, "games");
    let mut ended = Ok(());
    let threads = options.threads.count();
    let mut at_most = threads as u64;
    while tally.games < options.games {
        if opened.interrupt.is_requested() {
            ended = Err(Trouble::Stopped("stopped".to_owned()));
            break;
        }
        let engine = forms.engine();
        answered = Some(AnsweringForm::by(engine).after(answered));
        let next = NextGames {
            options,
            threads,
            at_most,
            start: opened.position(),
            tally: &mut tally,
        };
        let since = watching.elapsed();
        if let Err(trouble) = engine.visit(next).explain(rules) {
            ended = Err(trouble);
            break;
        }
        if watching.elapsed() - since < SHORT {
            at_most = at_most.saturating_mul(2);
        }
        watching.show(tally.games as usize, options.games as usize, String::new);
    }
    let measured = (watching.elapsed(), answered);
    drop(watching);
    // A run that was stopped reports the games so far.
    if matches!(ended, Ok(()) | Err(Trouble::Stopped(_))) {
        if options.json {
            json::write(out, &tally.object(rules, measured))?;
        } else {
            tally.print(rules, measured, out)?;
        }
    }
    ended.map(|()| CommandOutcome::Done)
}

/// A run of games that takes less than this is followed by a longer one: between two runs the
/// program looks at Ctrl-C and shows its progress.
const SHORT: Duration = Duration::from_millis(25);

/// Plays the next games.
struct NextGames<'a> {
    options: &'a PlayoutArguments,
    threads: usize,
    /// The most games, in units of those that one thread plays at once.
    at_most: u64,
    start: &'a Position,
    tally: &'a mut PlayoutTally,
}

impl Visitor for NextGames<'_> {
    type Output = Result<(), SearchError<Error>>;

    fn start(&self) -> Option<&Position> {
        Some(self.start)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let &PlayoutArguments {
            games,
            seed,
            max_plies,
            ..
        } = self.options;
        let first = self.tally.games;
        let at_most = self.at_most.saturating_mul(game.side_by_side() as u64);
        let end = games.min(first.saturating_add(at_most));
        let seeds: Vec<u64> = (first..end).map(|game| seed.wrapping_add(game)).collect();
        let start = game.position(self.start);
        for playout in search::playouts_on(self.threads, game, &start, max_plies, &seeds)? {
            self.tally.count(playout);
        }
        Ok(())
    }
}

/// The totals of some games.
#[derive(Default)]
struct PlayoutTally {
    games: u64,
    plies: usize,
    /// The number of games that ended with these goals.
    endings: BTreeMap<Vec<u8>, u64>,
}

impl PlayoutTally {
    fn count<P>(&mut self, playout: Playout<P>) {
        self.games += 1;
        self.plies += playout.plies;
        if let Some(goals) = playout.goals {
            *self.endings.entry(goals).or_default() += 1;
        }
    }

    fn finished(&self) -> u64 {
        self.endings.values().sum()
    }

    /// Returns the mean goal of each role in the games that reached their end; none if no game did.
    fn means(&self, rules: &Rules) -> Vec<Option<f64>> {
        let sum = |role: usize| -> u64 {
            self.endings
                .iter()
                .map(|(goals, times)| u64::from(goals[role]) * times)
                .sum()
        };
        let finished = self.finished();
        (0..rules.role_count())
            .map(|role| (finished > 0).then(|| sum(role) as f64 / finished as f64))
            .collect()
    }

    fn object(
        &self,
        rules: &Rules,
        (time, answered): (Duration, Option<AnsweringForm>),
    ) -> serde_json::Value {
        let goals: Object = rules
            .role_names()
            .into_iter()
            .zip(self.means(rules).into_iter().map(|mean| json!(mean)))
            .collect();
        let mut object = json!({ "games": self.games, "plies": self.plies, "seconds": json::seconds(time), "engine": answered.map(AnsweringForm::name), "goals": goals });
        let unfinished = self.games - self.finished();
        if unfinished > 0 {
            object["unfinished"] = json!(unfinished);
        }
        object
    }

    fn print(
        &self,
        rules: &Rules,
        (time, answered): (Duration, Option<AnsweringForm>),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let length = self.plies as f64 / self.games.max(1) as f64;
        writeln!(out, "games  {} in {:.3} s", self.games, time.as_secs_f64())?;
        if let Some(answered) = answered {
            writeln!(out, "engine {}", answered.name())?;
        }
        writeln!(out, "length {length:.1} plies on average")?;
        for (goals, times) in self.endings.iter().rev() {
            writeln!(out, "{times:>6} {}", results::verdict(rules, goals))?;
        }
        let unfinished = self.games - self.finished();
        if unfinished > 0 {
            writeln!(out, "{unfinished:>6} given up before their end")?;
        }
        for (name, mean) in rules.role_names().iter().zip(self.means(rules)) {
            if let Some(mean) = mean {
                writeln!(out, "mean   {name} {mean:.1}")?;
            }
        }
        Ok(())
    }
}
