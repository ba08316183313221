//! `regola repl`: goals, moves and commands in one session.
//!
//! ```text
//! editor     the line editor at a terminal: history, completion, hints
//! ```

mod editor;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use console::{Key, Term};
use regola::files;
use regola::search::Watch;
use regola::session::{AfterEntry, EntryLines, FirstAnswers, Host, Pace, Session, Stride, entries};
use regola::syntax::load::Reader;
use regola::syntax::render::Style;

use crate::CommandOutcome;
use crate::interrupt::{self, CtrlC};
use crate::lines::{self, Input, LineSource, Piped};
use crate::opening::{Drawing, Start};
use crate::shipped::{self, AnyReader};
use crate::trouble::Trouble;
use crate::user_data;
use crate::watching::Watching;

/// The most answers to one goal that are printed when no person can be asked whether to go on.
const MAX_PIPED_ANSWERS: usize = 1000;

/// Ask questions and play moves in one session
///
/// A line that ends with a full stop is a goal. Its answers are printed as goals that can be asked
/// again. `.` after an answer means that it is the last one. ` ;` means that another answer
/// follows, or `false.` if there is none. ` .` with a space before it means that further answers
/// were not asked for. At a terminal, `;` or Enter asks for the next answer, and any other key
/// stops. From a pipe, up to 1000 answers are printed. A line that begins with `:` is a command;
/// `:help` lists them. A rule file that changes is read again. Instead of a rule file, a session
/// file (`NAME.session`) can be given, as `:save` writes it; its lines are run first.
#[derive(Args, Debug)]
#[command(
    after_help = "From a pipe, the exit status is 2 if a line had an error.

Examples:
  regola repl games/othello.rules
  echo 'legal(P, M).' | regola repl games/othello.rules --moves \"f5\""
)]
pub struct ReplArguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    drawing: Drawing,
}

pub fn run(options: &ReplArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let mut session = match options.start.file.path.ends_with(".session") {
        true => replayed(options, out)?,
        false => open(options)?,
    };
    if lines::at_terminal() {
        interrupt::a_session_begins();
        at_terminal(&mut session, out)?;
        return Ok(CommandOutcome::Done);
    }
    from_pipe(&mut session, out)?;
    Ok(if session.had_faults() {
        CommandOutcome::Faulty
    } else {
        CommandOutcome::Done
    })
}

/// Returns a session with the game of a rule file.
fn open(options: &ReplArguments) -> Result<Session, Trouble> {
    let opened = options.start.open_draft()?;
    let host = ReplHost {
        interrupt: opened.interrupt.clone(),
        since: Instant::now(),
    };
    let session = Session::new(
        Box::new(host),
        opened.for_session(&options.start.file.found()),
    );
    Ok(session
        .with_rows(options.drawing.rows())
        .with_style(Style::Coloured))
}

/// Returns a session in which all entries of a session file have been entered.
fn replayed(options: &ReplArguments, out: &mut dyn Write) -> Result<Session, Trouble> {
    let interrupt = CtrlC::of_the_program();
    let flag = interrupt.flag();
    let host = ReplHost {
        interrupt,
        since: Instant::now(),
    };
    let session =
        Session::empty(Box::new(host), options.start.file.limits.limits()).with_interrupt(flag);
    let mut session = session
        .with_rows(options.drawing.rows())
        .with_style(Style::Coloured);
    session.run(
        &options.start.file.path,
        out,
        &mut FirstAnswers(MAX_PIPED_ANSWERS),
    )?;
    Ok(session)
}

fn at_terminal(session: &mut Session, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(
        out,
        "{}. Ask a goal that ends with a full stop, or type :help.",
        session.rules().name()
    )?;
    session.tell_what_is_lacking(out)?;
    let mut editor = editor::open(session.completions())?;
    let history = user_data::file("history");
    if let Some(path) = &history {
        // At the first start there is no history.
        let _ = editor.load_history(path);
    }
    loop {
        out.flush()?;
        let (position, readings) = (session.position().clone(), session.readings());
        match editor.next("?- ")? {
            Input::End => break,
            Input::Cancelled => (),
            Input::Line(text) => {
                enter_all(session, &text, out)?;
                if session.is_over() {
                    break;
                }
                // Finding the legal moves may take time, so it is done only after a change.
                if readings != session.readings() || position != *session.position() {
                    editor::set_completions(&mut editor, session.completions());
                }
            }
        }
    }
    if let Some(path) = &history {
        // If the history cannot be written, that is no reason for an error at the end.
        let _ = editor::save_history(&mut editor, path);
    }
    Ok(())
}

/// A typed text is one entry; a pasted one may be several.
fn enter_all(session: &mut Session, text: &str, out: &mut dyn Write) -> Result<(), Trouble> {
    let entries = entries(text);
    if entries.is_empty() {
        session.enter("", out, &mut Keys)?;
    }
    for entry in entries {
        if session.enter(&entry.text, out, &mut Keys)? == AfterEntry::Quit {
            break;
        }
    }
    Ok(())
}

/// Joins lines until they make a complete goal.
fn from_pipe(session: &mut Session, out: &mut dyn Write) -> Result<(), Trouble> {
    let mut entries = EntryLines::default();
    loop {
        let (whole, ended) = match Piped.next("")? {
            Input::Line(line) => (entries.take(&line), false),
            Input::Cancelled | Input::End => (entries.finish().into_iter().collect(), true),
        };
        for entry in whole {
            let next = session.enter(&entry.text, out, &mut FirstAnswers(MAX_PIPED_ANSWERS))?;
            // The input is not from a person, so the session ends instead of waiting for the next
            // entry.
            if session.is_interrupted() {
                return Err(Trouble::Stopped("stopped".to_owned()));
            }
            if next == AfterEntry::Quit {
                return Ok(());
            }
        }
        if ended {
            return Ok(());
        }
    }
}

/// The services of this program for a session.
struct ReplHost {
    interrupt: CtrlC,
    since: Instant,
}

impl Host for ReplHost {
    fn reader(&self) -> &dyn Reader {
        &AnyReader
    }

    fn path_of_game(&self, name: &str) -> Option<String> {
        shipped::path_of_game(name)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        files::write(path, text).map_err(|error| error.to_string())
    }

    fn make(&self, path: &str, text: &str) -> Result<bool, String> {
        match files::make(path, text) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    }

    fn now(&self) -> Option<Duration> {
        Some(self.since.elapsed())
    }

    fn watch(&self) -> Box<dyn Watch + '_> {
        Box::new(Watching::new(&self.interrupt, "moves"))
    }
}

/// Asks the person at the terminal to press a key.
struct Keys;

impl Pace for Keys {
    fn goes_on(&mut self, _given: usize) -> io::Result<bool> {
        let key = Term::stdout().read_key_raw()?;
        Ok(matches!(key, Key::Char(';' | ' ') | Key::Enter | Key::Tab))
    }

    fn at_port(&mut self, shown: usize) -> io::Result<Stride> {
        let terminal = Term::stdout();
        if shown == 1 {
            terminal.write_line(
                "    Enter: next port   s: skip this goal   l: leap to the answer   a: stop",
            )?;
        }
        loop {
            return Ok(match terminal.read_key_raw()? {
                Key::Enter | Key::Tab | Key::Char(' ' | 'c') => Stride::Creep,
                Key::Char('s') => Stride::Skip,
                Key::Char('l') => Stride::Leap,
                Key::Char('a' | 'q' | '\u{3}') | Key::CtrlC | Key::Escape => Stride::Stop,
                _ => continue,
            });
        }
    }
}
