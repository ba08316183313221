//! Reads the records of a text.

use std::mem;

use super::reading::{LinePlaces, OpenLines};
use super::result::GameResult;
use super::token::{Token, Tokens, fault};
use super::{GameRecord, RecordTag, tag};
use crate::game::Failure;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::limits::MAX_DIAGNOSTICS;
use crate::syntax::source::{SourceId, Sources, Span};

/// The records of a text.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// The games in their order.
    pub games: Vec<RecordedGame>,
    /// The text.
    pub sources: Sources,
}

/// A record with the places of its parts.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The record.
    pub record: GameRecord,
    /// The place of the first word.
    pub start: Span,
    /// The place of each ply.
    pub(super) places: LinePlaces,
    /// The place of the result after the moves, or of the last word if there is none.
    pub(super) end: Span,
}

impl RecordFile {
    /// Reads a text with one game or more. `name` is its name in messages.
    ///
    /// # Errors
    /// All faults of the text, each with its place. A text without a game is one.
    pub fn read(name: &str, text: &str) -> Result<Self, Failure> {
        let mut sources = Sources::new();
        let source = sources.add(name, text);
        let mut reading = RecordReading::default();
        for token in Tokens::new(source, text) {
            match token {
                Ok((token, span)) => reading.take(token, span),
                Err(fault) => reading.refuse(fault),
            }
        }
        let games = reading.finish(source);
        match games {
            Ok(games) => Ok(RecordFile { games, sources }),
            Err(diagnostics) => Err(Failure {
                diagnostics,
                sources,
            }),
        }
    }

    /// Returns the line of a place, from 1.
    #[must_use]
    pub fn line(&self, place: Span) -> usize {
        self.sources.line_column(place).0
    }
}

/// The games that have been read, and the one that is being read.
struct RecordReading {
    games: Vec<RecordedGame>,
    game: Option<RecordedGame>,
    /// Its line.
    lines: OpenLines,
    /// The moves after `<`, with its place.
    joint: Option<(Vec<String>, Span)>,
    faults: Faults,
}

impl Default for RecordReading {
    fn default() -> Self {
        RecordReading {
            games: Vec::new(),
            game: None,
            lines: OpenLines::new(),
            joint: None,
            faults: Faults::up_to(MAX_DIAGNOSTICS),
        }
    }
}

impl RecordReading {
    fn refuse(&mut self, fault: Diagnostic) {
        self.faults.push(fault);
    }

    fn take(&mut self, token: Token, span: Span) {
        match token {
            Token::Tag { name, value } => self.tag(name, value, span),
            Token::Open => self.open(span),
            Token::Close => self.close(span),
            Token::OpenVariation => self.open_variation(span),
            Token::CloseVariation => self.close_variation(span),
            // One before the tags belongs to no game.
            Token::Comment(text) if self.game.is_some() => self.lines.add_comment(&text),
            Token::Comment(_) => {}
            Token::Quoted(text) => self.played(text, span),
            Token::Bare(text) => match self.result(&text) {
                Some(result) => self.end(result, span),
                None => self.played(text, span),
            },
        }
    }

    /// Returns the game that is being read; a new one if there is none.
    fn game(&mut self, span: Span) -> &mut RecordedGame {
        self.game.get_or_insert_with(|| RecordedGame {
            record: GameRecord::default(),
            start: span,
            places: LinePlaces::default(),
            end: span,
        })
    }

    /// Takes a tag. After moves it begins the next game.
    fn tag(&mut self, name: String, value: String, span: Span) {
        self.close_joint();
        if !self.lines.is_empty() {
            self.end_game();
        }
        let game = self.game(span);
        game.end = span;
        let is_second = game.record.tag(&name).is_some();
        game.record.tags.push(RecordTag {
            name: name.clone(),
            value: value.clone(),
        });
        if is_second {
            let title = format!("a game has two tags `{name}`");
            self.refuse(fault(title, span, "").with_help("remove one of them"));
        }
        if name == tag::RESULT && GameResult::read(&value).is_none() {
            let title = format!("`{value}` is no result");
            self.refuse(fault(title, span, "").with_help(
                "a result is `1-0`, `0-1`, `1/2-1/2`, `*`, or the goals of all roles, as in `30:70`",
            ));
        }
    }

    /// Returns the result that a word without quotes is: one of PGN, or that of the tag `Result`.
    fn result(&self, text: &str) -> Option<GameResult> {
        let game = self.game.as_ref();
        let is_that_of_the_tag =
            game.is_some_and(|game| game.record.tag(tag::RESULT) == Some(text));
        match GameResult::is_of_pgn(text) || is_that_of_the_tag {
            true => GameResult::read(text),
            false => None,
        }
    }

    fn played(&mut self, text: String, span: Span) {
        if let Some((moves, _)) = &mut self.joint {
            moves.push(text);
            return;
        }
        self.ply(vec![text], span);
    }

    fn ply(&mut self, moves: Vec<String>, span: Span) {
        self.game(span).end = span;
        self.lines.add_ply(moves, span);
    }

    fn open_variation(&mut self, span: Span) {
        self.close_joint();
        self.game(span).end = span;
        if let Err(fault) = self.lines.open(span) {
            self.refuse(*fault);
        }
    }

    fn close_variation(&mut self, span: Span) {
        self.close_joint();
        self.game(span).end = span;
        if let Err(fault) = self.lines.close(span) {
            self.refuse(*fault);
        }
    }

    fn open(&mut self, span: Span) {
        self.close_joint();
        self.joint = Some((Vec::new(), span));
    }

    fn close(&mut self, span: Span) {
        match self.joint.take() {
            Some((moves, start)) if moves.is_empty() => {
                let place = start.to(span);
                self.refuse(fault("there are no moves between `<` and `>`", place, ""));
            }
            Some((moves, start)) => self.ply(moves, start.to(span)),
            None => self.refuse(fault("`>` closes nothing", span, "no `<` is open here")),
        }
    }

    /// Refuses moves after `<` that are not closed.
    fn close_joint(&mut self) {
        if let Some((_, start)) = self.joint.take() {
            self.refuse(
                fault("`<` is not closed", start, "opened here")
                    .with_help("write `>` after the moves that are made at once"),
            );
        }
    }

    /// Takes the result after the moves.
    fn end(&mut self, result: GameResult, span: Span) {
        self.close_joint();
        let game = self.game(span);
        game.end = span;
        let tagged = game.record.tag(tag::RESULT);
        let differs = tagged.is_some_and(|tagged| tagged != result.to_string());
        if differs {
            let title = format!("the tag `Result` says `{}`", tagged.unwrap_or_default());
            self.refuse(fault(title, span, "the moves end with another result"));
            return self.end_game();
        }
        game.record.result = result;
        self.end_game();
    }

    fn end_game(&mut self) {
        let lines = mem::replace(&mut self.lines, OpenLines::new());
        let Some(mut game) = self.game.take() else {
            return;
        };
        let (places, faults) = lines.end(&mut game.record);
        game.places = places;
        self.games.push(game);
        faults.into_iter().for_each(|fault| self.refuse(fault));
    }

    fn finish(mut self, source: SourceId) -> Result<Vec<RecordedGame>, Vec<Diagnostic>> {
        self.close_joint();
        self.end_game();
        if self.games.is_empty() && self.faults.is_empty() {
            let start = source.span(0, 0);
            self.refuse(fault("there is no game in this text", start, ""));
        }
        for game in &mut self.games {
            let tagged = game.record.tag(tag::RESULT).and_then(GameResult::read);
            game.record.result = tagged.unwrap_or(game.record.result.clone());
        }
        match self.faults.is_empty() {
            true => Ok(self.games),
            false => Err(self.faults.finish(None)),
        }
    }
}
