//! `regola play`: a game between people and the program.
//!
//! ```text
//! roles        the options named after the roles of a rule file
//! table        the running game: whose turn it is, the chosen moves, undo
//! person       the input of a person, and its meaning
//! report       the events of a game, for a person (text) or a program (lines of JSON)
//! ```

mod person;
mod report;
pub mod roles;
mod table;
mod told_in_json;
mod told_in_text;

use std::io::Write;

use clap::{ArgMatches, Args};
use regola::contest::{Player, is_open};
use regola::game::{Role, Rules};
use regola::record::RecordEnd;
use regola::search::{Strategy, TimeControl};
use rustyline::DefaultEditor;

use crate::CommandOutcome;
use crate::endgame::TableOption;
use crate::interrupt;
use crate::lines::{self, LineSource, Piped};
use crate::opening::{Drawing, EngineOption, Start};
use crate::output;
use crate::records::{self, NamedTag};
use crate::strength::{Strength, strategies};
use crate::threads::Threads;
use crate::trouble::Trouble;
use report::{GameEnd, GameReporter};
use table::GameTable;
use told_in_json::ToldInJson;
use told_in_text::ToldInText;

/// Play a game: each role is a person, the program, or chance
///
/// Each role of the rule file is an option: `--black human --white computer`, a level as in
/// `--white hard` or `--white depth=3,heuristic=discs`, or `random`. At a terminal, a person plays
/// the first role without an option. The program plays the other roles without an option.
#[derive(Args, Debug)]
#[command(
    after_help = "A person types a move as it is written, or its number, or one of: moves, board, undo, hint, \
                        resign, help (or `?`), quit. Ctrl-C at the prompt ends the game, with exit status 130.

Examples:
  regola play othello
  regola play games/othello.rules --black hard --white easy
  regola play games/dodgem.rules --table dodgem.table
  regola play --help games/othello.rules      (with the options of its roles)"
)]
pub struct PlayArguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    drawing: Drawing,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    engine: EngineOption,
    #[command(flatten)]
    table: TableOption,
    /// The level of `computer`: a level of the rule file, or options such as
    /// depth=3,heuristic=discs [default: normal, else the first of the file, else depth=3]
    #[arg(long, help_heading = "Players")]
    level: Option<String>,
    /// The search strategy, whatever the level says
    #[arg(long, value_parser = strategies(), help_heading = "Players")]
    strategy: Option<Strategy>,
    /// The seed of random choices, and of the noise and ties of levels [default: a new one each time,
    /// which is printed]
    #[arg(long, value_name = "S", help_heading = "Players")]
    seed: Option<u64>,
    /// The time of each player for the game and what each move adds, in seconds, such as 60+1 or 60. A
    /// player whose time is over loses
    #[arg(long, value_name = "TIME", help_heading = "Players")]
    time_per_game: Option<TimeControl>,
    /// Add the game to this file as a record, also if it is left; a new file is created
    #[arg(long, value_name = "FILE", help_heading = "Record")]
    record: Option<String>,
    /// Give the record a tag, such as Date=2026.07.01
    #[arg(
        long = "tag",
        value_name = "NAME=VALUE",
        requires = "record",
        help_heading = "Record"
    )]
    tags: Vec<NamedTag>,
    /// Print a line of JSON for each move, and one for the result
    #[arg(long)]
    json: bool,
}

pub fn run(
    options: &PlayArguments,
    matches: &ArgMatches,
    out: &mut dyn Write,
) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    let earlier_records = match &options.record {
        Some(path) => records::earlier(path)?,
        None => String::new(),
    };
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..));
    let strength = Strength {
        endgame_table: options.table.read(&opened.rules)?,
        ..options
            .strength(&opened.rules, seed)
            .map_err(Trouble::Use)?
    };
    let players = options
        .players(&opened.rules, matches, &strength)
        .map_err(Trouble::Use)?;
    let is_watched = !players
        .iter()
        .any(|player| matches!(player, Player::Person));
    let forms = options.engine.forms(&opened.rules)?;
    let mut lines: Box<dyn LineSource> = match lines::at_terminal() {
        true => {
            interrupt::a_session_begins();
            Box::new(DefaultEditor::new().map_err(lines::as_io)?)
        }
        false => Box::new(Piped),
    };
    let mut report: Box<dyn GameReporter> = match options.json {
        true => Box::new(ToldInJson::new(out)),
        false => Box::new(ToldInText::new(out, options.drawing.rows())),
    };
    let random = fastrand::Rng::with_seed(seed);
    let mut table = GameTable::new(
        &opened,
        forms,
        players,
        strength,
        random,
        &mut *report,
        &mut *lines,
    );
    if let Some(time) = options.time_per_game {
        table.start_clocks(time);
    }
    let ended = table.play_to_the_end();
    match &ended {
        Ok(end) => table.tell_end(end)?,
        Err(Trouble::Stopped(_)) => table.tell_end(&GameEnd::Left)?,
        Err(_) => (),
    }
    if let (Some(path), Some(end)) = (&options.record, record_end(&ended)) {
        let mut record = table.record(&options.start.file.path);
        records::end(&mut record, &opened.rules, &end, &options.tags);
        let text = record.text_by(&opened.rules);
        records::write(path, &(earlier_records + &text))?;
    }
    drop(table);
    if is_watched && lines::has_unread_input() {
        let role = opened.rules.role_name(Role(0));
        writeln!(
            output::errors(),
            "note: standard input was not read, because no person plays; `--{role} human` lets it \
             play {role}"
        )?;
    }
    ended.map(|_| CommandOutcome::Done)
}

/// Returns how a game ended for its record; none if the rules cannot be followed.
fn record_end(ended: &Result<GameEnd, Trouble>) -> Option<RecordEnd> {
    match ended {
        Ok(GameEnd::Over(goals)) => Some(RecordEnd::Over(goals.clone())),
        Ok(GameEnd::Resigned(role)) => Some(RecordEnd::Resigned(*role)),
        Ok(GameEnd::OutOfTime(role)) => Some(RecordEnd::OutOfTime(*role)),
        Ok(GameEnd::Left) | Err(Trouble::Stopped(_)) => Some(RecordEnd::Unfinished),
        Err(_) => None,
    }
}

impl PlayArguments {
    /// Returns the strength of `computer`, and of hints.
    fn strength(&self, rules: &Rules, seed: u64) -> Result<Strength, String> {
        let strength = match &self.level {
            Some(level) => Strength::of_level(rules, level)?,
            None => Strength::usual(rules)?,
        };
        Ok(self.adapted(Strength { seed, ..strength }))
    }

    /// Whether the user has named no level, or one without a depth and a time.
    fn is_open(&self, rules: &Rules) -> Result<bool, String> {
        match &self.level {
            Some(level) => is_open(rules, level),
            None => Ok(true),
        }
    }

    fn adapted(&self, strength: Strength) -> Strength {
        let strength = strength.or_threads(self.threads.count());
        match self.strategy {
            Some(strategy) => Strength {
                strategy,
                level: None,
                ..strength
            },
            None => strength,
        }
    }

    /// Returns the player of each role.
    fn players(
        &self,
        rules: &Rules,
        matches: &ArgMatches,
        usual: &Strength,
    ) -> Result<Vec<Player>, String> {
        let mut players = Vec::new();
        let has_clock = self.time_per_game.is_some();
        let usual = usual.for_clock(has_clock && self.is_open(rules)?);
        for typed in roles::chosen(matches, rules) {
            players.push(
                typed
                    .map(|text| Player::read(&text, rules, &usual, has_clock))
                    .transpose()?,
            );
        }
        for player in players.iter_mut().flatten() {
            if let Player::Computer(strength) = player {
                *strength = self.adapted(Strength {
                    seed: usual.seed,
                    endgame_table: usual.endgame_table.clone(),
                    ..strength.clone()
                });
            }
        }
        let nobody_yet = !players
            .iter()
            .flatten()
            .any(|player| matches!(player, Player::Person));
        if lines::at_terminal()
            && !self.json
            && nobody_yet
            && let Some(first) = players.iter_mut().find(|player| player.is_none())
        {
            *first = Some(Player::Person);
        }
        Ok(players
            .into_iter()
            .map(|player| player.unwrap_or_else(|| Player::Computer(usual.clone())))
            .collect())
    }
}
