//! Entering a move square by square: pick up a piece, then point at the squares of its way.
//!
//! A small state machine over the legal moves, for every game whose moves are paths. It decides
//! nothing itself: each square is held against the paths of the moves that are still possible, so
//! that an illegal move cannot be entered. A terminal and a browser may both drive it.

use super::error::Error;
use super::interface::Role;
use super::moves::Move;
use super::position::Position;
use super::rules::Rules;
use crate::logic::Term;

/// What pointing at a square did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Click {
    /// Nothing: no move starts there, and no piece of the player stands there.
    Ignored,
    /// The piece there can move, and is picked up.
    Selected,
    /// A piece of the player stands there, but no legal move starts with it. Nothing is picked up
    /// any more.
    Blocked,
    /// The square does not continue what was begun, which stays as it is.
    Refused,
    /// A step of the way; so many further squares belong to the longest move that goes on so.
    Step(usize),
    /// The move is complete.
    Complete(Move),
}

/// A move that is being entered.
#[derive(Clone, Debug)]
pub struct PathInput {
    paths: Vec<(Move, Vec<String>)>,
    /// Squares with pieces of the player to move.
    own: Vec<String>,
    clicked: Vec<String>,
}

impl PathInput {
    /// Nothing entered yet. A path is the squares of a move in order, the start first; `own` are
    /// the squares with pieces of the player to move. A move is complete with its last square, so
    /// that none should go on where another ends; of two moves with the same path the first is
    /// taken.
    #[must_use]
    pub fn new(paths: Vec<(Move, Vec<String>)>, own: Vec<String>) -> Self {
        Self {
            paths,
            own,
            clicked: Vec::new(),
        }
    }

    /// The squares that have been entered so far.
    #[must_use]
    pub fn clicked(&self) -> &[String] {
        &self.clicked
    }

    /// The squares that are taken next, each once, in the order of the moves: the starts of
    /// moves, or the next squares of the way.
    #[must_use]
    pub fn open_squares(&self) -> Vec<&str> {
        let mut squares: Vec<&str> = Vec::new();
        for (_, path) in self.possible() {
            if let Some(next) = path.get(self.clicked.len())
                && !squares.contains(&next.as_str())
            {
                squares.push(next);
            }
        }
        squares
    }

    /// Whether something can begin at a square: a move starts there, or a piece of the player
    /// stands there.
    #[must_use]
    pub fn may_begin_at(&self, square: &str) -> bool {
        self.is_start(square) || self.is_own(square)
    }

    fn is_start(&self, square: &str) -> bool {
        self.paths
            .iter()
            .any(|(_, path)| path.first().is_some_and(|start| start == square))
    }

    fn is_own(&self, square: &str) -> bool {
        self.own.iter().any(|own| own == square)
    }

    /// The moves that are still possible.
    fn possible(&self) -> impl Iterator<Item = &(Move, Vec<String>)> {
        self.paths
            .iter()
            .filter(|(_, path)| path.starts_with(&self.clicked))
    }

    /// Takes a square. The start of another move begins anew, as long as no step has been made.
    pub fn click(&mut self, square: &str) -> Click {
        if self.open_squares().contains(&square) {
            self.clicked.push(square.to_owned());
            return self.progress();
        }
        if self.clicked.len() > 1 {
            return Click::Refused;
        }
        if self.is_start(square) {
            self.clicked = vec![square.to_owned()];
            return self.progress();
        }
        if self.is_own(square) {
            self.clicked.clear();
            return Click::Blocked;
        }
        if self.clicked.is_empty() {
            Click::Ignored
        } else {
            Click::Refused
        }
    }

    /// Puts the piece down again.
    pub fn clear(&mut self) {
        self.clicked.clear();
    }

    fn progress(&self) -> Click {
        if let Some((played, _)) = self
            .possible()
            .find(|(_, path)| path.len() == self.clicked.len())
        {
            return Click::Complete(played.clone());
        }
        let longest = self
            .possible()
            .map(|(_, path)| path.len())
            .max()
            .unwrap_or(0);
        match self.clicked.len() {
            1 => Click::Selected,
            clicked => Click::Step(longest - clicked),
        }
    }
}

impl Rules {
    /// Whether the game says by which squares a move goes.
    #[must_use]
    pub fn has_paths(&self) -> bool {
        self.game.vocabulary.path.is_some()
    }

    /// The way of entering one of these legal moves square by square.
    ///
    /// # Errors
    /// As for [`path`](Self::path).
    pub fn path_input(
        &self,
        position: &Position,
        player: Role,
        legal: &[Move],
    ) -> Result<PathInput, Error> {
        Ok(PathInput::new(
            self.paths(position, legal)?,
            self.own_squares(position, player)?,
        ))
    }

    /// These moves, each with its path.
    pub(super) fn paths(
        &self,
        position: &Position,
        moves: &[Move],
    ) -> Result<Vec<(Move, Vec<String>)>, Error> {
        let mut gathering = self.gathering();
        let mut paths = Vec::with_capacity(moves.len());
        for played in moves {
            let path = self.path(position, played)?;
            path.iter()
                .try_for_each(|square| gathering.keep(square.len()))?;
            paths.push((played.clone(), path));
        }
        Ok(paths)
    }

    /// The squares of a move in order: those that `path(Move, Squares)` lists, or where that has no
    /// answer the one square that the move's notation names.
    ///
    /// # Errors
    /// When the rules cannot be followed, or the answer is no list of names.
    pub fn path(&self, position: &Position, played: &Move) -> Result<Vec<String>, Error> {
        let squares = match self.game.vocabulary.path {
            Some(path) => self.first(position, path, &[Some(&played.term), None])?,
            None => None,
        };
        let Some(squares) = squares else {
            return Ok(vec![self.notation(position, played)?]);
        };
        let no_path = || Error::NoPath(played.term.clone());
        let mut gathering = self.gathering();
        let mut names = Vec::new();
        for square in squares
            .items()
            .filter(|items| !items.is_empty())
            .ok_or_else(no_path)?
        {
            gathering.keep(square.as_text().map_or(0, str::len))?;
            names.push(square_text(&square).ok_or_else(no_path)?);
        }
        Ok(names)
    }

    /// The squares with pieces of a player, as `owns(Player, Square)` gives them.
    fn own_squares(&self, position: &Position, player: Role) -> Result<Vec<String>, Error> {
        let Some(owns) = self.game.vocabulary.owns else {
            return Ok(Vec::new());
        };
        self.with_machine(|machine| {
            machine.start_predicate(
                &position.facts,
                &[],
                owns,
                &[Some(&self.game.roles[player.0]), None],
            );
            let mut gathering = self.gathering();
            let mut squares = Vec::new();
            while machine.next_answer()? {
                let square = square_text(&machine.root(0)?);
                squares.extend(square.map(|square| gathering.text(square)).transpose()?);
            }
            Ok(squares)
        })
    }
}

/// A square's name: a text, or the number that it is known by.
pub(super) fn square_text(square: &Term) -> Option<String> {
    match square.as_integer() {
        Some(number) => Some(number.to_string()),
        None => square
            .as_text()
            .filter(|text| !text.is_empty() && !text.chars().any(char::is_control))
            .map(str::to_owned),
    }
}
