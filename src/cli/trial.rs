//! `regola check --play`: random games that find doubtful rules.

use clap::Args;
use regola::game::Report;
use regola::trial;

use crate::interrupt::CtrlC;
use crate::trouble::Trouble;
use crate::watching::Watching;

/// How the game of a checked file is tried.
#[derive(Args, Clone, Copy, Debug)]
pub struct TrialArguments {
    /// Play N random games too, and report what they show; with 0 only the start is examined
    #[arg(long, value_name = "N", default_value_t = 0)]
    play: u64,
    /// The seed of the random choices; game N uses this number plus N, counted from 0
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Report a game with more plies as too long
    #[arg(long, value_name = "M", default_value_t = trial::TrialOptions::default().length)]
    length: usize,
}

/// Plays random games of a report's rules, if they can be played. Adds the findings to the report,
/// and returns further notes for the user.
pub fn run(
    options: &TrialArguments,
    report: &mut Report,
    interrupt: &CtrlC,
) -> Result<Vec<String>, Trouble> {
    let Some(rules) = report.rules.take() else {
        return Ok(Vec::new());
    };
    let rules = &*report.rules.insert(rules);
    let mut watching = Watching::new(interrupt, "games");
    let TrialArguments { play, seed, length } = *options;
    let tried = trial::play(
        rules,
        &trial::TrialOptions {
            games: play,
            seed,
            length,
        },
        &mut watching,
    );
    drop(watching);
    let games = (play > 0).then(|| tried.games_in_words());
    // A move without a notation is reported once: at its clause of `legal`, if that shows it.
    let is_told = report
        .diagnostics
        .iter()
        .any(|one| one.code == "no-notation");
    let findings = tried.findings.into_iter();
    report
        .diagnostics
        .extend(findings.filter(|one| one.code != "no-notation" || !is_told));
    if tried.stopped {
        return Err(Trouble::Stopped(format!(
            "stopped after {} of {play} random games",
            tried.games
        )));
    }
    Ok(games.into_iter().chain(tried.notes).collect())
}
