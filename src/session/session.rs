//! A session: the game, the line of play, and the entries.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::host::Host;
use super::opened::Opened;
use super::saved::SavedSession;
use super::trouble::Trouble;
use super::watched::WatchedFiles;
use crate::game::{Position, Rows, Rules};
use crate::logic::Limits;
use crate::search::Progress;
use crate::syntax::load::MemoryReader;
use crate::syntax::render::Style;

/// A session with one game and a line of play in it.
pub struct Session {
    pub(super) host: Box<dyn Host>,
    pub(super) game: Opened,
    pub(super) rows: Option<Rows>,
    pub(super) style: Style,
    pub(super) over: bool,
    /// The files that the rules were read from, with their content at that time.
    pub(super) files: WatchedFiles,
    /// The entries since the game was loaded, for `:save`.
    pub(super) entered: Vec<String>,
    /// The folder that file names are relative to: that of the session file that is running.
    pub(super) folder: String,
    pub(super) run_depth: usize,
    pub(super) readings: usize,
    /// The file that the session saved last.
    pub(super) saved: Option<SavedSession>,
    /// The entries that lead to the position at which the session began. They are stored because
    /// the rules may change later.
    pub(super) opening: Vec<String>,
    interrupt: Arc<AtomicBool>,
    pub(super) faults: usize,
}

impl Session {
    /// Returns a session with a game. The interrupt flag of the game's rules stops a running entry;
    /// the rules keep this flag when they are read again.
    #[must_use]
    pub fn new(host: Box<dyn Host>, game: Opened) -> Self {
        Session {
            interrupt: game.rules.interrupt(),
            files: WatchedFiles::of(&game.rules),
            opening: game.line.entries(&game.rules),
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

    /// Returns a session without a game: `:load` loads one, with these limits.
    #[must_use]
    pub fn empty(host: Box<dyn Host>, limits: Limits) -> Self {
        let rules = Rules::draft(&MemoryReader::new().with("", ""), "", limits);
        let rules = rules.expect("nothing is wrong with an empty text");
        let mut session = Self::new(host, Opened::new("", rules));
        session.files = WatchedFiles::default();
        session
    }

    /// Sets the flag that stops a running entry.
    #[must_use]
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Self {
        self.game.rules = self.game.rules.with_interrupt(Arc::clone(&flag));
        self.interrupt = flag;
        self
    }

    /// Sets the order of rows in drawn boards; `None` leaves it to the rule file.
    #[must_use]
    pub fn with_rows(mut self, rows: Option<Rows>) -> Self {
        self.rows = rows;
        self
    }

    /// Sets the style of messages.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.game.rules
    }

    /// Returns the rules if the game is complete enough to be played.
    ///
    /// # Errors
    /// What the game lacks.
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

    /// Returns how many times rules have been read.
    #[must_use]
    pub fn readings(&self) -> usize {
        self.readings
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.line.position()
    }

    /// Whether `:quit` has ended the session.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the last entry was stopped.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Returns how many entries had an error.
    #[must_use]
    pub fn faults(&self) -> usize {
        self.faults
    }

    /// Whether any entry had an error.
    #[must_use]
    pub fn had_faults(&self) -> bool {
        self.faults > 0
    }

    /// Returns a watcher for a search: that of the host, which also stops at the interrupt flag.
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

    /// Returns the flag that stops a running entry.
    pub(super) fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }
}
