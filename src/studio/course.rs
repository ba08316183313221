//! A game with the line of moves that was played, and the present position in it.

use std::cell::OnceCell;
use std::iter;

use super::limits;
use super::protocol::{DrawnPicture, PictureForm, PositionFacts, ShownPly};
use super::setting::StartLine;
use crate::game::{Game, Placements, Position, Rules};
use crate::logic::Term;
use crate::picture::{Album, Appearance};
use crate::record::RecordPly;
use crate::session::{Explain, Opened, PlayedLine, Trouble, play_typed};

/// The number of positions in a row of a sheet.
const SHEET_COLUMNS: usize = 4;

/// The time that a film shows each position, in milliseconds.
const FILM_PACE: u32 = 1_000;

/// The name of the facts of a position in messages.
pub const POSITION: &str = "<position>";

/// Facts as a text, one in a line.
pub fn lines(facts: &[Term]) -> String {
    facts.iter().map(|fact| format!("{fact}.\n")).collect()
}

/// A game with its line.
pub struct Course {
    /// The game and its line.
    pub opened: Opened,
    /// The facts of the first position, if it is not the start of the game.
    start: Option<String>,
    /// The plies of the line, as the page shows them.
    plies: Vec<PlayedPly>,
    /// The rest of the line, which these rules do not allow. Other rules may allow it again.
    left_out: Vec<String>,
    /// The ply that was shown before the line had to end earlier.
    wanted: Option<usize>,
    /// The appearance of its boards, once one has been drawn.
    appearance: OnceCell<Appearance>,
    /// The placements, once a position has been set up on the board.
    placements: OnceCell<Placements>,
}

/// A ply with its moves and their squares.
struct PlayedPly {
    ply: ShownPly,
    moves: RecordPly,
    squares: Vec<String>,
}

impl Course {
    /// Creates a game at its start.
    pub fn new(path: &str, rules: Rules) -> Self {
        Course {
            opened: Opened::new(path, rules),
            start: None,
            plies: Vec::new(),
            left_out: Vec::new(),
            wanted: None,
            appearance: OnceCell::new(),
            placements: OnceCell::new(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.opened.rules
    }

    /// The appearance of its boards.
    pub fn appearance(&self) -> &Appearance {
        self.appearance.get_or_init(|| Appearance::of(self.rules()))
    }

    /// The facts that put pieces on its squares.
    pub fn placements(&self) -> Result<&Placements, Trouble> {
        if let Some(placements) = self.placements.get() {
            return Ok(placements);
        }
        let placements = Placements::of(self.rules()).explain(self.rules())?;
        Ok(self.placements.get_or_init(|| placements))
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.opened.line.position()
    }

    /// The first position of the line.
    pub fn first(&self) -> &Position {
        self.opened.line.first()
    }

    /// The facts of the first position, if it is not the start of the game.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The facts of the present position.
    pub fn facts(&self) -> PositionFacts {
        PositionFacts {
            text: lines(&self.position().facts(self.rules().schema())),
        }
    }

    /// Begins a line at the position with these facts, or without them at the start of the game.
    pub fn set_up(&mut self, facts: Option<String>) -> Result<(), Trouble> {
        let rules = self.rules();
        let first = match &facts {
            Some(facts) => rules.position(POSITION, facts)?,
            None => rules.initial(),
        };
        // The facts of the start are no other position.
        self.start = facts.filter(|_| first != rules.initial());
        self.opened.line = PlayedLine::new(first);
        self.plies.clear();
        self.left_out.clear();
        self.wanted = None;
        Ok(())
    }

    /// The number of plies that lead to the present position.
    pub fn ply(&self) -> usize {
        self.opened.line.ply()
    }

    /// All plies of the line, also those after the present position.
    pub fn plies(&self) -> Vec<ShownPly> {
        self.plies.iter().map(|played| played.ply.clone()).collect()
    }

    /// The moves of each ply of the line.
    pub fn record_plies(&self) -> Vec<RecordPly> {
        self.plies
            .iter()
            .map(|played| played.moves.clone())
            .collect()
    }

    /// The plies after the line that these rules do not allow.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The squares of the moves of the last ply.
    pub fn last(&self) -> Vec<String> {
        let last = self.ply().checked_sub(1).and_then(|at| self.plies.get(at));
        last.map(|played| played.squares.clone())
            .unwrap_or_default()
    }

    /// Draws the present position, or the line up to it.
    pub fn picture(&self, form: PictureForm) -> Result<DrawnPicture, Trouble> {
        let (rules, end) = (self.rules(), self.ply());
        let first = match form {
            PictureForm::Position => end,
            PictureForm::Sheet | PictureForm::Film => 0,
        };
        let line = &self.opened.line;
        if end - first > limits::DRAWN_PLIES {
            return Err(Trouble::Use(format!(
                "the line has {end} plies, and a picture has room for {}",
                limits::DRAWN_PLIES
            )));
        }
        // The moves show the last move of a position too.
        let from = first.saturating_sub(1);
        let album = Album::new(
            rules,
            &line.positions()[from..=end],
            &line.plies()[from..end],
            None,
        )
        .explain(rules)?;
        Ok(DrawnPicture {
            svg: match form {
                PictureForm::Position => album.last().sheet(1),
                PictureForm::Sheet => album.sheet(SHEET_COLUMNS),
                PictureForm::Film => album.film(FILM_PACE),
            },
        })
    }

    /// Plays a move in the present position. Later moves of the line are removed.
    pub fn play(&mut self, typed: &str) -> Result<(), Trouble> {
        self.play_ply(typed)?;
        self.left_out.clear();
        self.wanted = None;
        Ok(())
    }

    fn play_ply(&mut self, typed: &str) -> Result<(), Trouble> {
        let rules = &self.opened.rules;
        let position = self.opened.line.position();
        let played = play_typed(rules, position, typed)?.map_err(Trouble::Use)?;
        let mut entry = PlayedPly {
            ply: ShownPly {
                role: String::new(),
                played: played.written.clone(),
            },
            moves: rules.notations(position, &played.moves).explain(rules)?,
            squares: Vec::new(),
        };
        let mut roles = Vec::new();
        for own in &played.moves {
            roles.push(rules.role_name(own.role));
            entry
                .squares
                .extend(rules.path(position, own).explain(rules)?);
        }
        entry.ply.role = roles.join("+");
        self.plies.truncate(self.opened.line.ply());
        self.plies.push(entry);
        self.opened.line.play(played.written, played.position);
        Ok(())
    }

    /// Plays these moves up to the first illegal one. The others are left out.
    pub fn play_all<'m>(
        &mut self,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<(), Trouble> {
        let mut moves = moves.into_iter();
        self.left_out.clear();
        while let Some(typed) = moves.next() {
            match self.play_ply(typed) {
                Ok(()) => {}
                Err(stopped @ Trouble::Stopped(_)) => return Err(stopped),
                // The position before it would reach them again.
                Err(trouble) if trouble.is_at_limit() => return Err(trouble),
                // The move is illegal, or the rules cannot be evaluated after it.
                Err(_) => {
                    self.left_out = iter::once(typed).chain(moves).map(str::to_owned).collect();
                    break;
                }
            }
        }
        Ok(())
    }

    /// Plays a line as far as its plies are legal, and goes to its shown position.
    pub fn begin_with(&mut self, line: &StartLine) -> Result<(), Trouble> {
        self.play_all(line.plies.iter().map(String::as_str))?;
        self.go(line.at.min(self.plies.len()))
    }

    /// Goes to the position after the first `ply` plies.
    pub fn go(&mut self, ply: usize) -> Result<(), Trouble> {
        self.wanted = None;
        match self.opened.line.go_to(ply) {
            true => Ok(()),
            false => Err(Trouble::Use(format!(
                "the line has {} plies, not {ply}",
                self.plies.len()
            ))),
        }
    }

    /// Goes to the position after the first `ply` of these plies, and plays those that differ from
    /// the present line.
    pub fn take_line(&mut self, plies: &[String], ply: usize) -> Result<(), Trouble> {
        let known = self.plies.iter().map(|played| &played.ply.played);
        let same = known.zip(plies).take_while(|(own, other)| own == other);
        let same = same.count();
        if same < plies.len().max(self.plies.len()) {
            self.go(same)?;
            self.plies.truncate(same);
            self.opened.line.truncate(same);
            self.play_all(plies[same..].iter().map(String::as_str))?;
        }
        self.go(ply.min(self.plies.len()))
    }

    /// Returns the same line under other rules, as far as its moves are legal there.
    pub fn carried_to(&self, rules: Rules) -> Result<Course, Trouble> {
        let mut course = Course::new(&self.opened.path, rules);
        course.set_up(self.start.clone())?;
        let plies = self.plies.iter().map(|played| played.ply.played.as_str());
        course.play_all(plies.chain(self.left_out.iter().map(String::as_str)))?;
        let wanted = self.wanted.unwrap_or(self.ply());
        course.go(wanted.min(course.plies.len()))?;
        course.wanted = (wanted > course.plies.len()).then_some(wanted);
        Ok(course)
    }
}
