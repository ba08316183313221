//! `regola new`: a rule file to begin with, and its session file.

use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};
use regola::files;
use regola::logic::Limits;
use regola::snapshot::{Folder, SessionFile};
use regola::studio::NamedText;

use crate::CommandOutcome;
use crate::interrupt::CtrlC;
use crate::trouble::Trouble;

/// Write a rule file to begin with, full of comments, and a session file that tests it
///
/// It is a small game that can be played at once: change it into yours. What its session file
/// comes to is kept in the folder `snapshots`, so that `regola test` tells what a change has
/// changed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola new corners
  regola new crossing --template stepping")]
pub struct NewArguments {
    /// The name of the game, and of its files: NAME.rules and NAME.session
    #[arg(value_name = "NAME")]
    name: String,
    /// What kind of game it is like
    #[arg(long, value_enum, default_value = "placing")]
    template: Template,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Template {
    /// Pieces are placed in turn
    Placing,
    /// Pieces move over the board and take each other
    Stepping,
    /// A game for one
    Puzzle,
    /// Both players move at once
    Simultaneous,
}

impl Template {
    /// Returns the rule file and the session file, with `NAME` in place of the name of the game.
    fn texts(self) -> [&'static str; 2] {
        match self {
            Template::Placing => [
                include_str!("placing.rules"),
                include_str!("placing.session"),
            ],
            Template::Stepping => [
                include_str!("stepping.rules"),
                include_str!("stepping.session"),
            ],
            Template::Puzzle => [include_str!("puzzle.rules"), include_str!("puzzle.session")],
            Template::Simultaneous => [
                include_str!("simultaneous.rules"),
                include_str!("simultaneous.session"),
            ],
        }
    }
}

/// The rule files to begin with, by the names of their kinds.
pub fn templates() -> Vec<NamedText> {
    let named = |template: &Template| {
        let name = template.to_possible_value()?.get_name().to_owned();
        let [text, _] = template.texts();
        Some(NamedText { name, text })
    };
    Template::value_variants()
        .iter()
        .filter_map(named)
        .collect()
}

pub fn run(options: &NewArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let name = &options.name;
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if !name.starts_with(|letter: char| letter.is_ascii_lowercase()) || !name.chars().all(is_letter)
    {
        return Err(Trouble::Use(format!(
            "`{name}` is no name of a game: say it in small letters, digits, `-` and `_`, such as `corners`"
        )));
    }
    let paths = ["rules", "session"].map(|ending| format!("{name}.{ending}"));
    if let Some(path) = paths.iter().find(|path| Path::new(path).exists()) {
        return Err(Trouble::Use(format!(
            "there is a file `{path}` already; choose another name"
        )));
    }
    for (path, text) in paths.iter().zip(options.template.texts()) {
        files::make(path, &text.replace("NAME", name))
            .map_err(|error| Trouble::Use(format!("cannot write `{path}`: {error}")))?;
    }
    let [rules, session] = &paths;
    let kept = keep_outcomes(session)?;
    writeln!(out, "{rules}: the rules\n{session}: what is tried of them")?;
    writeln!(out, "{kept}: what came of that\n")?;
    writeln!(out, "Play it:  regola play {rules}")?;
    writeln!(out, "Test it:  regola test {session}")?;
    Ok(CommandOutcome::Done)
}

/// Stores the output of a session file as snapshots, and returns their folder.
fn keep_outcomes(session: &str) -> Result<String, Trouble> {
    let folder = Folder::near(session);
    let flag = CtrlC::of_the_program().flag();
    for transcript in SessionFile::read(session)?.transcripts(Limits::default(), &flag)? {
        folder
            .claim(&transcript.name, session)
            .and_then(|()| folder.keep(&transcript, session))
            .map_err(Trouble::Use)?;
    }
    Ok(folder.path().display().to_string())
}
