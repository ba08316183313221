//! Takes an entry: proves a goal or runs a command.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::command::{Action, Command};
use super::entry::is_command;
use super::host::Pace;
use super::session::Session;
use super::trouble::Trouble;

/// Whether the session goes on after an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterEntry {
    /// It goes on.
    GoOn,
    /// It is over.
    Quit,
}

impl Session {
    /// Runs an entry. An error in the entry is written to `out`, and the session goes on.
    ///
    /// # Errors
    /// When `out` cannot be written, or `pace` cannot ask the person.
    pub fn enter(
        &mut self,
        text: &str,
        out: &mut dyn Write,
        pace: &mut dyn Pace,
    ) -> Result<AfterEntry, Trouble> {
        self.interrupt().store(false, Ordering::Relaxed);
        self.notice_changes(out)?;
        let text = text.trim();
        self.remember(text);
        match self.obey(text, out, pace) {
            Ok(()) => {}
            Err(Trouble::Stream(error)) => return Err(Trouble::Stream(error)),
            Err(trouble) => {
                self.faults += 1;
                write!(out, "{}", trouble.text(self.style))?;
            }
        }
        Ok(if self.over {
            AfterEntry::Quit
        } else {
            AfterEntry::GoOn
        })
    }

    /// Stores an entry for `:save` if it is about the game.
    fn remember(&mut self, text: &str) {
        let name = text
            .strip_prefix(':')
            .and_then(|text| text.split_whitespace().next());
        let command = name.and_then(|name| Command::find(name.trim_end_matches('!')).ok());
        if !text.is_empty()
            && !matches!(text, ";" | "?" | ":?")
            && command.is_none_or(|command| command.is_about_the_game)
        {
            self.entered.push(text.to_owned());
        }
    }

    fn obey(
        &mut self,
        text: &str,
        out: &mut dyn Write,
        pace: &mut dyn Pace,
    ) -> Result<(), Trouble> {
        match text {
            // There is no open query: `;` after the last answer has no effect.
            "" | ";" => Ok(()),
            _ if text.starts_with('%') => Ok(()),
            "?" | ":?" => self.run_command("help", out, pace),
            _ if is_command(text) => self.run_command(&text[1..], out, pace),
            _ => {
                self.refuse_slip(text)?;
                let goal = text
                    .strip_prefix("?-")
                    .or(text.strip_prefix(":-"))
                    .unwrap_or(text);
                self.ask(goal, out, pace)
            }
        }
    }

    fn ask(&self, goal: &str, out: &mut dyn Write, pace: &mut dyn Pace) -> Result<(), Trouble> {
        let mut answers = self.rules().query(self.position(), goal)?.to_be_shown();
        let mut given = 0;
        while let Some(answer) = answers.next() {
            let answer = answer.map_err(|error| answers.failure(&error))?;
            given += 1;
            write!(out, "{answer}")?;
            out.flush()?;
            if !answers.may_have_more() {
                writeln!(out, ".")?;
                return Ok(());
            }
            if !pace.goes_on(given)? {
                writeln!(out, " .")?;
                return Ok(());
            }
            writeln!(out, " ;")?;
        }
        writeln!(out, "false.")?;
        Ok(())
    }

    /// Runs a command; `text` is what follows the colon.
    fn run_command(
        &mut self,
        text: &str,
        out: &mut dyn Write,
        pace: &mut dyn Pace,
    ) -> Result<(), Trouble> {
        let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        // A full stop ends a goal, and people sometimes type one after a command.
        let (name, argument) = (
            name.trim_end_matches('.'),
            argument.trim().trim_end_matches('.'),
        );
        if name.is_empty() {
            return Err(Trouble::Use(
                "say which command, as in `:moves`; `:help` lists them".to_owned(),
            ));
        }
        let (name, is_urged) = name
            .strip_suffix('!')
            .map_or((name, false), |name| (name, true));
        let command = Command::find(name).map_err(Trouble::Use)?;
        if is_urged {
            return match command.name {
                "save" => self.save_over(argument, out),
                name => Err(Trouble::Use(format!("`:{name}` is typed without `!`"))),
            };
        }
        if command.argument.is_empty() && !argument.is_empty() {
            return Err(Trouble::Use(format!(
                "`:{}` takes nothing more, so not `{argument}`",
                command.name
            )));
        }
        self.act(command.action, argument, out, pace)
    }

    fn act(
        &mut self,
        action: Action,
        argument: &str,
        out: &mut dyn Write,
        pace: &mut dyn Pace,
    ) -> Result<(), Trouble> {
        match action {
            Action::Play => self.play(argument, out),
            Action::Undo => self.undo(argument, out),
            Action::Redo => self.redo(argument, out),
            Action::Goto => self.go_to(argument, out),
            Action::History => self.history(out),
            Action::Position => self.set_up(argument, out),
            Action::Board => self.draw(out),
            Action::Moves => self.list_moves(out),
            Action::Facts => self.list_facts(out),
            Action::Doc => self.doc(argument, out),
            Action::Why => self.why(argument, out),
            Action::Trace => self.trace(argument, out, pace),
            Action::Time => self.time(argument, out),
            Action::Profile => self.profile(argument, out),
            Action::Best => self.best(argument, out),
            Action::Perft => self.perft(argument, out),
            Action::Load => self.load(argument, out),
            Action::Reload => self.reload(out),
            Action::Save => self.save(argument, out),
            Action::Run => self.run(argument, out, pace),
            Action::Help => help(out),
            Action::Quit => {
                self.over = true;
                Ok(())
            }
        }
    }
}

fn help(out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(
        out,
        "A goal that ends with a full stop is asked of the rules in this position."
    )?;
    let typed = |command: &Command| format!(":{} {}", command.name, command.argument);
    let width = Command::ALL
        .iter()
        .map(|command| typed(command).len())
        .max()
        .unwrap_or(0);
    for command in Command::ALL {
        writeln!(out, "  {:<width$} {}", typed(command), command.meaning)?;
    }
    writeln!(
        out,
        "The beginning of a command is enough where no other begins so."
    )?;
    Ok(())
}
