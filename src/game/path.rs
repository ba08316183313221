//! Entering a move square by square: select a piece, then point at the squares of its path.
//!
//! A small state machine over the legal moves, for every game whose moves are paths. It contains no
//! rules: each square is compared with the paths of the moves that are still possible, so that an
//! illegal move cannot be entered. Both a terminal and a browser may drive it.

use super::error::Error;
use super::interface::Role;
use super::moves::Move;
use super::position::Position;
use super::rules::Rules;
use crate::logic::Term;

/// The result of pointing at a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Click {
    /// No change: no move starts there, and the player to move has no piece there.
    Ignored,
    /// The piece there can move, and is selected.
    Selected,
    /// The player to move has a piece there, but no legal move starts with it. Nothing is selected
    /// now.
    Blocked,
    /// The square does not continue the path, which is unchanged.
    Refused,
    /// A step of the path; contains the number of further squares of the longest move that goes on
    /// like this.
    Step(usize),
    /// The move is complete.
    Complete(Move),
}

/// A move that is being entered.
#[derive(Clone, Debug)]
pub struct PathInput {
    paths: Vec<(Move, Vec<String>)>,
    /// The squares with pieces of the player to move.
    own: Vec<String>,
    clicked: Vec<String>,
}

impl PathInput {
    /// Starts with an empty path. A path is the squares of a move in order, the start first; `own`
    /// are the squares with pieces of the player to move. A move is complete with its last square,
    /// so no path should continue where another ends. Of two moves with the same path the first is
    /// played.
    #[must_use]
    pub fn new(paths: Vec<(Move, Vec<String>)>, own: Vec<String>) -> Self {
        Self {
            paths,
            own,
            clicked: Vec::new(),
        }
    }

    /// The squares entered so far.
    #[must_use]
    pub fn clicked(&self) -> &[String] {
        &self.clicked
    }

    /// The squares that can come next, each once, in the order of the moves: the starts of moves,
    /// or the next squares of the path.
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

    /// Whether a square can be selected: a move starts there, or the player has a piece there.
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

    /// Adds a square to the path. Before the first step, the start of another move begins a new
    /// path.
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

    /// Puts the piece down again: the path is empty.
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
    /// Whether the game gives moves by their paths.
    #[must_use]
    pub fn has_paths(&self) -> bool {
        self.game.vocabulary.path.is_some()
    }

    /// Starts the input of one of these legal moves, square by square.
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

    /// Returns each move with its path.
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

    /// The squares of a move in order: the list that `path(Move, Squares)` gives. If it has no
    /// answer, the one square that the move's notation names.
    ///
    /// # Errors
    /// If the rules cannot be followed, or the answer is not a list of names.
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

    /// The squares with pieces of a player, as given by `owns(Player, Square)`.
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

/// The name of a square: a text, or the digits of its number.
pub(super) fn square_text(square: &Term) -> Option<String> {
    match square.as_integer() {
        Some(number) => Some(number.to_string()),
        None => square
            .as_text()
            .filter(|text| !text.is_empty() && !text.chars().any(char::is_control))
            .map(str::to_owned),
    }
}
