//! A loaded game with a line of play.

use std::cell::OnceCell;
use std::sync::Arc;

use super::forms::Forms;
use super::line::PlayedLine;
use crate::compile::Background;
use crate::engine::Engine;
use crate::game::{Game, Rules};
use crate::logic::Limits;

/// A loaded game with a line of play.
#[derive(Debug)]
pub struct Opened {
    /// The path of the rule file.
    pub path: String,
    /// The limits within which the rules run.
    pub limits: Limits,
    /// The game.
    pub rules: Rules,
    /// The line of play.
    pub line: PlayedLine,
    /// The forms of the game; made when [`forms`](Self::forms) is called first.
    forms: OnceCell<Forms>,
}

impl Opened {
    /// Returns a game at its start.
    #[must_use]
    pub fn new(path: &str, rules: Rules) -> Self {
        let line = PlayedLine::new(rules.initial());
        Self::at(path, rules, line)
    }

    /// Returns a game with a line of play.
    #[must_use]
    pub fn at(path: &str, rules: Rules, line: PlayedLine) -> Self {
        Opened {
            path: path.to_owned(),
            limits: rules.limits(),
            rules,
            line,
            forms: OnceCell::new(),
        }
    }

    /// Returns the forms of the game that search: the machine, and later the compiled form. The
    /// first call starts the compiler.
    #[must_use]
    pub fn forms(&self) -> &Forms {
        let begin = || Forms::changing(&self.rules, Arc::new(Background::begin(&self.rules)));
        self.forms.get_or_init(begin)
    }

    /// Returns the quickest form, after waiting for the compiler. The number of steps that count
    /// against limits, and of calls of a watcher, is then the same each time.
    pub(super) fn form_after_waiting(&self) -> &Forms {
        let wait = || Forms::fixed(Engine::quickest(&self.rules));
        self.forms.get_or_init(wait)
    }
}
