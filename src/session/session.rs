//! The core: takes what was entered and writes what there is to say.

use std::cell::OnceCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::command::{self, Command, is_command};
use super::file::Saved;
use super::forms::Forms;
use super::host::{Host, Pace};
use super::line::Line;
use super::play::entries_of;
use super::trouble::Trouble;
use super::watched::WatchedFiles;
use crate::compile::Background;
use crate::game::{Game, Position, Rows, Rules};
use crate::logic::Limits;
use crate::search::Progress;
use crate::syntax::load::MemoryReader;
use crate::syntax::parse::is_complete;
use crate::syntax::render::Style;

/// What comes after an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another one.
    GoOn,
    /// Nothing: the session is over.
    Quit,
}

/// A loaded game and a line of play in it.
#[derive(Debug)]
pub struct Opened {
    /// The path of the rule file.
    pub path: String,
    /// The limits within which the rules run.
    pub limits: Limits,
    /// The game.
    pub rules: Rules,
    /// The line of play.
    pub line: Line,
    /// The compilation of the rules, begun when a search first asked.
    background: OnceCell<Arc<Background>>,
}

impl Opened {
    /// A game at its start.
    #[must_use]
    pub fn new(path: &str, rules: Rules) -> Self {
        let line = Line::new(rules.initial());
        Self::at(path, rules, line)
    }

    /// A game with a line of play in it.
    #[must_use]
    pub fn at(path: &str, rules: Rules, line: Line) -> Self {
        Opened {
            path: path.to_owned(),
            limits: rules.limits(),
            rules,
            line,
            background: OnceCell::new(),
        }
    }

    /// The forms of the game that search: the machine, and the compiled form some time after this
    /// is asked for first.
    #[must_use]
    pub fn forms(&self) -> Forms<'_> {
        let begin = || Arc::new(Background::begin(&self.rules));
        Forms::changing(&self.rules, Arc::clone(self.background.get_or_init(begin)))
    }
}

/// A game, a line of play in it, and what a person says about them.
pub struct Session {
    pub(super) host: Box<dyn Host>,
    pub(super) game: Opened,
    pub(super) rows: Option<Rows>,
    pub(super) style: Style,
    pub(super) over: bool,
    /// The files that the rules were read from, as they were then.
    pub(super) files: WatchedFiles,
    /// What was entered since the game was loaded.
    pub(super) entered: Vec<String>,
    /// Where files are found that are named: the folder of the session file that runs.
    pub(super) folder: String,
    pub(super) run_depth: usize,
    pub(super) readings: usize,
    /// What the session saved last, and where.
    pub(super) saved: Option<Saved>,
    /// What leads to where the session began. The rules may change afterwards.
    pub(super) opening: Vec<String>,
    interrupt: Arc<AtomicBool>,
    faults: usize,
}

/// Whether a text is whole: a command, nothing at all, a goal that needs no more lines.
#[must_use]
pub fn is_entry(text: &str) -> bool {
    let text = text.trim();
    let stands_alone = matches!(text, "" | ";" | "?") || text.starts_with('%');
    stands_alone || is_command(text) || is_command_without_colon(text) || is_complete(text)
}

/// Whether a text looks like a command for which only the colon was forgotten.
pub(super) fn is_command_without_colon(text: &str) -> bool {
    let word = text.split_whitespace().next();
    let is_goal = text.contains(['(', ',', '=', '\n']);
    !is_goal && word.is_some_and(|word| Command::ALL.iter().any(|command| command.name == word))
}

impl Session {
    /// A session with a game. The flag of the game's rules stops what runs, also when they are read
    /// again.
    #[must_use]
    pub fn new(host: Box<dyn Host>, game: Opened) -> Self {
        Session {
            interrupt: game.rules.interrupt(),
            files: WatchedFiles::of(&game.rules),
            opening: entries_of(&game.line, &game.rules),
            host,
            game,
            rows: None,
            style: Style::Plain,
            over: false,
            entered: Vec::new(),
            folder: String::new(),
            run_depth: 0,
            readings: 1,
            saved: None,
            faults: 0,
        }
    }

    /// A session without a game: `:load` loads one, within these limits.
    #[must_use]
    pub fn empty(host: Box<dyn Host>, limits: Limits) -> Self {
        let rules = Rules::draft(&MemoryReader::new().with("", ""), "", limits);
        let rules = rules.expect("nothing is wrong with an empty text");
        let mut session = Self::new(host, Opened::new("", rules));
        session.files = WatchedFiles::default();
        session
    }

    /// With this flag as the one that stops what runs.
    #[must_use]
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Self {
        self.game.rules = self.game.rules.with_interrupt(Arc::clone(&flag));
        self.interrupt = flag;
        self
    }

    /// With boards drawn so, and not as the rule file says.
    #[must_use]
    pub fn with_rows(mut self, rows: Option<Rows>) -> Self {
        self.rows = rows;
        self
    }

    /// With messages in this style.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// The game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.game.rules
    }

    /// The game, if it is whole enough to be played.
    ///
    /// # Errors
    /// What is lacking.
    pub(super) fn playable(&self) -> Result<&Rules, Trouble> {
        if self.game.path.is_empty() {
            return Err(Trouble::Use(
                "no game has been loaded; `:load FILE` loads one".to_owned(),
            ));
        }
        match self.rules().lacking().first() {
            None => Ok(self.rules()),
            Some(fault) => Err(Trouble::Use(fault.title.clone())),
        }
    }

    /// How many times rules have been read.
    #[must_use]
    pub fn readings(&self) -> usize {
        self.readings
    }

    /// Where one stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.line.position()
    }

    /// Whether somebody has ended it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether somebody has stopped what was entered last.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Whether anything that was entered had a mistake.
    #[must_use]
    pub fn had_faults(&self) -> bool {
        self.faults > 0
    }

    /// Does what an entry says; a mistake in it is told, and the session goes on.
    ///
    /// # Errors
    /// When nothing can be written any more, or nobody be asked.
    pub fn enter(
        &mut self,
        text: &str,
        out: &mut dyn Write,
        pace: &mut dyn Pace,
    ) -> Result<Next, Trouble> {
        self.interrupt.store(false, Ordering::Relaxed);
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
        Ok(if self.over { Next::Quit } else { Next::GoOn })
    }

    /// Keeps what was entered for `:save`, as far as it is about the game.
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
            // Nothing is left to go on with: all answers have been given or turned down.
            "" | ";" => Ok(()),
            _ if text.starts_with('%') => Ok(()),
            "?" | ":?" => command::obey(self, "help", out, pace),
            _ if is_command(text) => command::obey(self, &text[1..], out, pace),
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

    /// Somebody who looks on while a search runs: the host, and the flag that stops it.
    pub(super) fn watch(&self) -> impl FnMut(Progress) -> ControlFlow<()> + '_ {
        let mut host = self.host.watch();
        move |progress| {
            if self.interrupt.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                host.look(progress)
            }
        }
    }

    /// The flag that stops what runs.
    pub(super) fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }
}
