//! A game with the line of moves that was played, and the present position in it.

use std::cell::OnceCell;

use super::protocol::ShownPly;
use super::server::StartLine;
use crate::game::{Position, Rules};
use crate::picture::Appearance;
use crate::session::{Explain, Opened, Trouble, play_typed};

/// A game with its line.
pub struct Course {
    /// The game and its line.
    pub opened: Opened,
    /// The plies of the line, as the page shows them.
    plies: Vec<PlayedPly>,
    /// The appearance of its boards, once one has been drawn.
    appearance: OnceCell<Appearance>,
}

/// A ply with the squares of its moves.
struct PlayedPly {
    ply: ShownPly,
    squares: Vec<String>,
}

impl Course {
    /// Creates a game at its start.
    pub fn new(path: &str, rules: Rules) -> Self {
        Course {
            opened: Opened::new(path, rules),
            plies: Vec::new(),
            appearance: OnceCell::new(),
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

    /// The present position.
    pub fn position(&self) -> &Position {
        self.opened.line.position()
    }

    /// The number of plies that lead to the present position.
    pub fn ply(&self) -> usize {
        self.opened.line.ply()
    }

    /// All plies of the line, also those after the present position.
    pub fn plies(&self) -> Vec<ShownPly> {
        self.plies.iter().map(|played| played.ply.clone()).collect()
    }

    /// The squares of the moves of the last ply.
    pub fn last(&self) -> Vec<String> {
        let last = self.ply().checked_sub(1).and_then(|at| self.plies.get(at));
        last.map(|played| played.squares.clone())
            .unwrap_or_default()
    }

    /// Plays a move in the present position. Later moves of the line are removed.
    pub fn play(&mut self, typed: &str) -> Result<(), Trouble> {
        let rules = &self.opened.rules;
        let position = self.opened.line.position();
        let played = play_typed(rules, position, typed)?.map_err(Trouble::Use)?;
        let mut entry = PlayedPly {
            ply: ShownPly {
                role: String::new(),
                played: played.written.clone(),
            },
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

    /// Plays these moves up to the first illegal one.
    pub fn play_all<'m>(
        &mut self,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<(), Trouble> {
        for typed in moves {
            match self.play(typed) {
                Ok(()) => {}
                Err(stopped @ Trouble::Stopped(_)) => return Err(stopped),
                // The move is illegal, or the rules cannot be evaluated after it.
                Err(_) => break,
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
        match self.opened.line.go_to(ply) {
            true => Ok(()),
            false => Err(Trouble::Use(format!(
                "the line has {} plies, not {ply}",
                self.plies.len()
            ))),
        }
    }

    /// Returns the same line under other rules, as far as its moves are legal there.
    pub fn carried_to(&self, rules: Rules) -> Result<Course, Trouble> {
        let mut course = Course::new(&self.opened.path, rules);
        course.play_all(self.plies.iter().map(|played| played.ply.played.as_str()))?;
        course.go(self.ply().min(course.plies.len()))?;
        Ok(course)
    }
}
