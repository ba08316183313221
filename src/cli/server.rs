//! `regola server`: a match between players of general game playing.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use regola::game::sheet_notation::{expressions, text};
use regola::game::{Game, Rules};
use regola::ggp::{Contestant, Match, MatchOptions, MatchRecord, PlayerAddress, TurnTold};
use regola::syntax::kif;

use crate::CommandOutcome;
use crate::gamer::word;
use crate::interrupt::CtrlC;
use crate::opening::RuleFile;
use crate::output::Output;
use crate::trouble::{Explain, Trouble};

/// Lead a match between players, by the protocol of general game playing
///
/// Each player gets the rules and then, on each turn, the moves of all; it answers with its move. For an
/// answer that is late, illegal or missing a legal move is made at random, and what was wrong is told.
/// Ctrl-C gives the match up after the turn.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola server games/gdl/nim.kif --players random random
  regola server games/gdl/nim.kif --players http://127.0.0.1:9147 random --play 2 --record nim.json")]
pub struct ServerArguments {
    #[command(flatten)]
    file: RuleFile,
    /// A player for each role, in the order of the roles: its address, or `random` for random moves
    #[arg(long, value_name = "ADDRESS", num_args = 1.., required = true, value_parser = contestant)]
    players: Vec<Contestant>,
    /// The seconds that players have to get ready
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    start: u64,
    /// The seconds that players have for each move
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    play: u64,
    /// The name of the match
    #[arg(long, value_name = "ID", default_value = "regola", value_parser = word)]
    id: String,
    /// The seed of random moves
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Give the match up after this number of turns
    #[arg(long, value_name = "N", default_value_t = 500)]
    length: usize,
    /// Write the record of the match to this file, as JSON
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
}

pub fn run(options: &ServerArguments, out: &mut Output) -> Result<CommandOutcome, Trouble> {
    let path = &options.file.path;
    if !kif::is_sheet(path) {
        return Err(Trouble::Use(format!(
            "`{path}` is no sheet, which is what players are sent: the name of a sheet ends in `{}`",
            kif::ENDING
        )));
    }
    // Ctrl-C ends the match after a turn, and does not stop the rules.
    let rules = &options.file.load()?.with_interrupt(Arc::default());
    check_players(rules, &options.players)?;
    let read = rules.sources().iter().map(|(_, source)| source);
    let read = read.filter(|source| kif::is_sheet(&source.name));
    let sheet: String = read.map(|source| &*source.text).collect();
    let sentences = expressions(&sheet).map_err(Trouble::Use)?;
    let sheet: Vec<String> = sentences.iter().map(text).collect();
    let sheet = sheet.join("\n");
    let led = MatchOptions {
        id: options.id.clone(),
        start_clock: options.start,
        play_clock: options.play,
        seed: options.seed,
        most_turns: options.length,
    };
    let game = Match {
        rules,
        sheet: &sheet,
        contestants: &options.players,
        options: &led,
    };
    let names = rules.role_names();
    let mut written = Ok(());
    let mut told = |turn: TurnTold<'_>| {
        if written.is_ok() {
            written = tell_turn(turn, &names, out);
        }
    };
    let stop = CtrlC::of_the_program().flag();
    let record = game.play(&stop, &mut told)?.explain(rules)?;
    written?;
    if let Some(path) = &options.record {
        regola::files::write_output(path, &format!("{}\n", record.json()))
            .map_err(|error| Trouble::Use(format!("cannot write `{path}`: {error}")))?;
    }
    tell_end(&record, out)?;
    match record.goals {
        Some(_) => Ok(CommandOutcome::Done),
        None => Ok(CommandOutcome::No),
    }
}

fn contestant(text: &str) -> Result<Contestant, String> {
    match text {
        "random" => Ok(Contestant::Random),
        address => address.parse::<PlayerAddress>().map(Contestant::Remote),
    }
}

fn check_players(rules: &Rules, players: &[Contestant]) -> Result<(), Trouble> {
    let (roles, given) = (rules.role_count(), players.len());
    if roles == given {
        return Ok(());
    }
    Err(Trouble::Use(format!(
        "--players names {given} of {roles}: the roles are {}",
        rules.role_names().join(", ")
    )))
}

fn tell_turn(turn: TurnTold<'_>, names: &[String], out: &mut Output) -> std::io::Result<()> {
    let moves = names.iter().zip(turn.moves);
    let moves: Vec<String> = moves
        .map(|(role, played)| format!("{role} {played}"))
        .collect();
    writeln!(out, "{:>3}. {}", turn.number + 1, moves.join("  "))?;
    for (role, error) in names
        .iter()
        .zip(turn.errors)
        .filter(|(_, error)| !error.is_empty())
    {
        writeln!(out, "     {role}: {}", in_words(error))?;
    }
    out.flush()
}

/// What was wrong with an answer, in words.
fn in_words(error: &str) -> String {
    match error.split_once(' ') {
        Some(("IM", answer)) => format!("`{answer}` is illegal, a random move was made"),
        Some(("CE", reason)) => format!("no connection ({reason}), a random move was made"),
        _ => "too late, a random move was made".to_owned(),
    }
}

fn tell_end(record: &MatchRecord, out: &mut Output) -> std::io::Result<()> {
    let Some(goals) = &record.goals else {
        return writeln!(out, "given up after {} turns", record.moves.len());
    };
    for (role, name) in record.roles.iter().enumerate() {
        let errors = match record.errors_of(role) {
            0 => String::new(),
            1 => "  (1 error)".to_owned(),
            errors => format!("  ({errors} errors)"),
        };
        writeln!(out, "{name} {}{errors}", goals[role])?;
    }
    Ok(())
}
