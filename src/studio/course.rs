//! A game with the line of moves that was played in it, and where one stands.

use std::cell::OnceCell;

use super::protocol::ShownPly;
use crate::game::{Position, Rules};
use crate::picture::Appearance;
use crate::session::{Explain, Opened, Trouble, play_typed};

/// The course of a game.
pub struct Course {
    /// The game and its line.
    pub opened: Opened,
    /// What was played, as long as the line.
    plies: Vec<ToldPly>,
    /// How its boards look, once one has been drawn.
    appearance: OnceCell<Appearance>,
}

/// How a ply is told.
struct ToldPly {
    ply: ShownPly,
    squares: Vec<String>,
}

impl Course {
    /// A game at its start.
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

    /// How its boards look.
    pub fn appearance(&self) -> &Appearance {
        self.appearance.get_or_init(|| Appearance::of(self.rules()))
    }

    /// Where one stands.
    pub fn position(&self) -> &Position {
        self.opened.line.position()
    }

    /// How many plies lead here.
    pub fn ply(&self) -> usize {
        self.opened.line.ply()
    }

    /// All plies, those after this position too.
    pub fn plies(&self) -> Vec<ShownPly> {
        self.plies.iter().map(|told| told.ply.clone()).collect()
    }

    /// The squares of the moves that led here.
    pub fn last(&self) -> Vec<String> {
        let last = self.ply().checked_sub(1).and_then(|at| self.plies.get(at));
        last.map(|told| told.squares.clone()).unwrap_or_default()
    }

    /// Plays a move here; what came after is forgotten.
    pub fn play(&mut self, typed: &str) -> Result<(), Trouble> {
        let rules = &self.opened.rules;
        let position = self.opened.line.position();
        let played = play_typed(rules, position, typed)?.map_err(Trouble::Use)?;
        let mut told = ToldPly {
            ply: ShownPly {
                role: String::new(),
                played: played.written.clone(),
            },
            squares: Vec::new(),
        };
        let mut roles = Vec::new();
        for own in &played.moves {
            roles.push(rules.role_name(own.role));
            told.squares
                .extend(rules.path(position, own).explain(rules)?);
        }
        told.ply.role = roles.join("+");
        self.plies.truncate(self.opened.line.ply());
        self.plies.push(told);
        self.opened.line.play(played.written, played.position);
        Ok(())
    }

    /// Plays these moves as far as they are legal.
    pub fn play_all<'m>(
        &mut self,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<(), Trouble> {
        for typed in moves {
            match self.play(typed) {
                Ok(()) => {}
                Err(stopped @ Trouble::Stopped(_)) => return Err(stopped),
                // Illegal, or the rules cannot be followed from here on.
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Goes to the position after so many plies.
    pub fn go(&mut self, ply: usize) -> Result<(), Trouble> {
        match self.opened.line.go_to(ply) {
            true => Ok(()),
            false => Err(Trouble::Use(format!(
                "the line has {} plies, not {ply}",
                self.plies.len()
            ))),
        }
    }

    /// The same line in another form of the game, as far as its moves are legal there.
    pub fn carried_to(&self, rules: Rules) -> Result<Course, Trouble> {
        let mut course = Course::new(&self.opened.path, rules);
        course.play_all(self.plies.iter().map(|told| told.ply.played.as_str()))?;
        course.go(self.ply().min(course.plies.len()))?;
        Ok(course)
    }
}
