//! The commands that begin with a colon.

use std::io::Write;

use regola::game::{Game, Position, Rules};

use super::session::{Next, Session};
use crate::best::Answer;
use crate::opening::play_typed;
use crate::strength::Strength;
use crate::trouble::{Explain, Trouble};
use crate::{moves, perft, suggestion};

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Play,
    Undo,
    Redo,
    Board,
    Moves,
    Facts,
    Best,
    Perft,
    Reload,
    Help,
    Quit,
}

impl Command {
    /// All commands, as they are listed.
    pub const ALL: [Command; 11] = [
        Command::Play,
        Command::Undo,
        Command::Redo,
        Command::Board,
        Command::Moves,
        Command::Facts,
        Command::Best,
        Command::Perft,
        Command::Reload,
        Command::Help,
        Command::Quit,
    ];

    /// What is typed after the colon.
    pub fn name(self) -> &'static str {
        self.description().0
    }

    /// The name, what may follow it, and what it does.
    fn description(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Command::Play => ("play", "MOVE...", "play one or more moves"),
            Command::Undo => ("undo", "", "take the last move back"),
            Command::Redo => ("redo", "", "play it again"),
            Command::Board => ("board", "", "draw the position"),
            Command::Moves => ("moves", "", "list the legal moves, or tell the result"),
            Command::Facts => ("facts", "", "list the facts of the position"),
            Command::Best => ("best", "[DEPTH]", "search the best move"),
            Command::Perft => ("perft", "DEPTH", "count the lines of play"),
            Command::Reload => ("reload", "", "read the rule file again and stay at this position"),
            Command::Help => ("help", "", "show this"),
            Command::Quit => ("quit", "", "end the session"),
        }
    }

    /// The command of that name, or the only one that begins so.
    fn find(typed: &str) -> Result<Self, String> {
        let name = suggestion::command(typed, &Command::ALL.map(Command::name))?;
        Ok(Command::ALL.into_iter().find(|command| command.name() == name).expect("the name is one of these"))
    }
}

/// Does what a command says; `text` is what follows the colon.
pub fn obey(session: &mut Session, text: &str, out: &mut dyn Write) -> Result<Next, Trouble> {
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    // A full stop ends goals, and sometimes slips in after a command.
    let (name, argument) = (name.trim_end_matches('.'), argument.trim().trim_end_matches('.'));
    let command = Command::find(name).map_err(Trouble::Use)?;
    match command {
        Command::Play => session.play(argument, out)?,
        Command::Undo => session.undo(out)?,
        Command::Redo => session.redo(out)?,
        Command::Board => session.draw(out)?,
        Command::Moves => moves::list(&session.rules, &session.position, out)?,
        Command::Facts => session.list_facts(out)?,
        Command::Best => session.best(argument, out)?,
        Command::Perft => session.perft(argument, out)?,
        Command::Help => help(out)?,
        Command::Quit => return Ok(Next::Quit),
        Command::Reload => {
            session.reload(out)?;
            return Ok(Next::Reloaded);
        }
    }
    Ok(Next::GoOn)
}

fn help(out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "A goal that ends with a full stop is asked of the rules in this position.")?;
    for command in Command::ALL {
        let (name, argument, meaning) = command.description();
        writeln!(out, "  {:<14} {meaning}", format!(":{name} {argument}"))?;
    }
    writeln!(out, "The beginning of a command is enough where no other begins so.")?;
    Ok(())
}

impl Session {
    fn play(&mut self, typed: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if typed.is_empty() {
            return Err(Trouble::Use("say which move, as in `:play c4`; `:moves` lists them".to_owned()));
        }
        // A move may be written with spaces.
        match play_typed(&self.rules, &self.position, typed)? {
            Ok(next) => self.go_to(next),
            Err(_) => {
                for word in typed.split_whitespace() {
                    let next = play_typed(&self.rules, &self.position, word)?.map_err(Trouble::Use)?;
                    self.go_to(next);
                }
            }
        }
        self.draw(out)
    }

    fn go_to(&mut self, next: Position) {
        self.past.push(std::mem::replace(&mut self.position, next));
        self.future.clear();
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let before = self.past.pop().ok_or_else(|| Trouble::Use("there is no move to take back".to_owned()))?;
        self.future.push(std::mem::replace(&mut self.position, before));
        self.draw(out)
    }

    fn redo(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let after = self.future.pop().ok_or_else(|| Trouble::Use("no move was taken back".to_owned()))?;
        self.past.push(std::mem::replace(&mut self.position, after));
        self.draw(out)
    }

    fn draw(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        write!(out, "{}", self.rules.picture(&self.position, &[], self.rows).explain(&self.rules)?)?;
        Ok(())
    }

    fn list_facts(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        for fact in self.position.facts(&self.rules) {
            writeln!(out, "{fact}.")?;
        }
        Ok(())
    }

    fn best(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let mut strength = Strength::usual(&self.rules).map_err(Trouble::Use)?;
        if !argument.is_empty() {
            strength = Strength { depth: depth(argument)?, level: None, ..strength };
        }
        let answer = Answer::search(&self.rules, &self.position, &strength.options(false), &self.interrupt)?;
        Ok(answer.print(&strength, out)?)
    }

    fn perft(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let lines = perft::Lines { rules: &self.rules, position: &self.position, interrupt: &self.interrupt };
        lines.count(depth(argument)?, false, out)
    }

    /// Reads the rule file again. Where the positions make no sense any more, the session starts over.
    fn reload(&mut self, out: &mut dyn Write) -> Result<(), Trouble> {
        let rules = self.file.load()?;
        self.interrupt.watch(&rules);
        let carried = |position: &Position| carry(position, &self.rules, &rules);
        let all = |positions: &[Position]| positions.iter().map(carried).collect::<Option<Vec<_>>>();
        let note = match (carried(&self.position), all(&self.past), all(&self.future)) {
            (Some(position), Some(past), Some(future)) => {
                (self.position, self.past, self.future) = (position, past, future);
                "the position stays"
            }
            _ => {
                (self.position, self.past, self.future) = (rules.initial(), Vec::new(), Vec::new());
                "the position makes no sense there, so it is back at the start"
            }
        };
        self.rules = rules;
        writeln!(out, "{} was read again; {note}", self.file.path)?;
        Ok(())
    }
}

/// The same facts under other rules, if they are facts there.
fn carry(position: &Position, old: &Rules, new: &Rules) -> Option<Position> {
    let facts: String = position.facts(old).iter().map(|fact| format!("{fact}.\n")).collect();
    new.position("<position>", &facts).ok()
}

fn depth(argument: &str) -> Result<usize, Trouble> {
    argument.parse().map_err(|_| Trouble::Use(format!("`{argument}` is no depth; say a number such as 3")))
}
