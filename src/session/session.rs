//! A session: the game, the line of play, and what was entered.

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
    pub(super) saved: Option<SavedSession>,
    /// What leads to where the session began. The rules may change afterwards.
    pub(super) opening: Vec<String>,
    interrupt: Arc<AtomicBool>,
    pub(super) faults: usize,
}

impl Session {
    /// A session with a game. The flag of the game's rules stops what runs, also when they are read
    /// again.
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
