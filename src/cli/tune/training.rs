//! The games to learn from. Those of an earlier run are kept.

use std::ops::ControlFlow;
use std::sync::Mutex;

use regola::contest::GameConditions;
use regola::record::RecordFile;

use super::TuneArguments;
use super::files::TuningFiles;
use crate::contest::contestant::Contestant;
use crate::contest::games::Conditions;
use crate::contest::openings::Openings;
use crate::contest::recording::Recording;
use crate::in_order::in_order;
use crate::opening::OpenedGame;
use crate::records;
use crate::trouble::Trouble;
use crate::watching::{Watching, clock};

/// The number of games after which all are written.
const GAMES_BETWEEN_WRITES: usize = 20;

/// The games to learn from.
pub struct Training<'a> {
    pub opened: &'a OpenedGame,
    pub files: &'a TuningFiles,
    /// Both players.
    pub player: &'a Contestant,
    pub options: &'a TuneArguments,
}

impl Training<'_> {
    /// Plays the games that are missing, and returns all.
    pub fn play(&self) -> Result<RecordFile, Trouble> {
        let mut text = records::earlier(&self.files.games)?;
        let known = match text.is_empty() {
            true => 0,
            false => RecordFile::read(&self.files.games, &text)?.games.len(),
        };
        let mut played = known;
        let ended = self.play_from(known, &mut |record| {
            text += &record;
            text.push('\n');
            played += 1;
            match played.is_multiple_of(GAMES_BETWEEN_WRITES) {
                true => records::write(&self.files.games, &text),
                false => Ok(()),
            }
        });
        if played > known {
            records::write(&self.files.games, &text)?;
        }
        ended.map_err(|trouble| match trouble {
            Trouble::Stopped(_) => Trouble::Stopped(self.files.goes_on(played)),
            trouble => trouble,
        })?;
        Ok(RecordFile::read(&self.files.games, &text)?)
    }

    /// Plays the games from number `known` on, and calls `add` with the record of each.
    fn play_from(
        &self,
        known: usize,
        add: &mut dyn FnMut(String) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let (options, opened) = (self.options, self.opened);
        let forms = options.engine.forms(&opened.rules)?;
        let openings = Openings::random(Some(options.opening));
        let conditions = Conditions {
            game: GameConditions {
                rules: &opened.rules,
                forms: &forms,
                max_plies: options.max_plies,
                seed: options.seed,
                time: None,
                clock: &clock(),
            },
            answered: Mutex::default(),
            start: opened.position(),
            interrupt: &opened.interrupt,
            openings: &openings,
        };
        let rules_path = &options.start.file.path;
        let recording = Recording::new(&self.files.games, rules_path, opened, &[]);
        let players = [&self.player.player; 2];
        let names = [0, 1].map(|_| self.player.name.clone());
        let total = usize::try_from(options.games).unwrap_or(usize::MAX);
        let mut watching = Watching::new(&opened.interrupt, "games");
        let play = |number| conditions.play(number, players);
        in_order(
            known as u64..options.games,
            options.threads.count(),
            play,
            |number, played| {
                let number = number as usize + 1;
                add(recording.text(number, &played, &conditions, names.clone())?)?;
                watching.show(number, total, String::new);
                Ok(ControlFlow::Continue(()))
            },
        )
    }
}
