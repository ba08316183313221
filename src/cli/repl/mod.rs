//! `regola repl`: questions, moves and commands in one session.
//!
//! ```text
//! session    the core: takes what was entered, writes what there is to say; knows no terminal
//! commands   the commands that begin with a colon
//! editor     the line editor at a terminal: history, completion, hints
//! ```

mod commands;
mod editor;
mod session;

use std::io::{self, Write};

use clap::Args;
use console::{Key, Term};
use regola::syntax::parse::is_complete;

use crate::Outcome;
use crate::lines::{self, Input, Lines, Piped};
use crate::opening::{Drawing, Start};
use crate::trouble::Trouble;
use session::{Next, Pace, Session};

/// The most answers to one question that are printed where nobody can be asked whether to go on.
const MAX_PIPED_ANSWERS: usize = 1000;

/// Ask questions, play moves and look around, in one session
///
/// What ends with a full stop is a goal. Its answers are printed as goals that can be asked again. An answer that
/// ends in `.` is the last; after ` ;` comes another, or `false.` if there was none; ` .` with a space means that
/// nobody wanted to see more. At a terminal `;` or Enter asks for the next answer and any other key does not; from a
/// pipe all answers are printed, up to 1000. What begins with `:` is a command; `:help` lists them.
#[derive(Args, Debug)]
#[command(after_help = "From a pipe the exit status is 2 if there was a mistake in something that was entered.

Examples:
  regola repl games/othello.rules
  echo 'legal(P, M).' | regola repl games/othello.rules --moves \"f5\"")]
pub struct Options {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    drawing: Drawing,
}

pub fn run(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let mut session = Session::new(options.start.file.clone(), options.start.open()?, options.drawing.rows());
    if lines::at_terminal() {
        at_terminal(&mut session, out)?;
        return Ok(Outcome::Done);
    }
    from_pipe(&mut session, out)?;
    Ok(if session.had_faults() { Outcome::Faulty } else { Outcome::Done })
}

fn at_terminal(session: &mut Session, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "{}. Ask a goal that ends with a full stop, or type :help.", session.game_name())?;
    let mut editor = editor::open(session.names())?;
    let history = editor::history_file();
    if let Some(path) = &history {
        // There is none the first time.
        let _ = editor.load_history(path);
    }
    loop {
        out.flush()?;
        match editor.next("?- ")? {
            Input::End => break,
            Input::Cancelled => (),
            Input::Line(text) => match session.enter(&text, out, &mut Keys)? {
                Next::Quit => break,
                Next::Reloaded => editor::set_names(&mut editor, session.names()),
                Next::GoOn => (),
            },
        }
    }
    if let Some(path) = &history {
        // A history that cannot be kept is no reason to complain on the way out.
        let _ = editor.save_history(path);
    }
    Ok(())
}

/// Lines are joined until they make a whole goal.
fn from_pipe(session: &mut Session, out: &mut dyn Write) -> Result<(), Trouble> {
    let mut pending = String::new();
    let mut ended = false;
    while !ended {
        match Piped.next("")? {
            Input::Line(line) => pending.push_str(&line),
            Input::Cancelled | Input::End => ended = true,
        }
        if !ended && !is_entry(&pending) {
            pending.push('\n');
            continue;
        }
        if let Next::Quit = session.enter(&std::mem::take(&mut pending), out, &mut UpTo(MAX_PIPED_ANSWERS))? {
            break;
        }
    }
    Ok(())
}

/// Whether a text is whole: a command, nothing at all, a goal that needs no more lines.
fn is_entry(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text == ";" || session::is_command(text) || is_complete(text)
}

/// Shows so many answers.
struct UpTo(usize);

impl Pace for UpTo {
    fn goes_on(&mut self, given: usize) -> io::Result<bool> {
        Ok(given < self.0)
    }
}

/// Asks the person at the terminal, who presses a key.
struct Keys;

impl Pace for Keys {
    fn goes_on(&mut self, _given: usize) -> io::Result<bool> {
        let key = Term::stdout().read_key_raw()?;
        Ok(matches!(key, Key::Char(';' | ' ') | Key::Enter | Key::Tab))
    }
}
