//! Positions that keep their turn: a game of a batch goes on from move to move by the numbers of
//! moves, without a list of them.

use super::game::Compiled;
use super::listing::Place;
use super::position::Position;
use super::workspace::Workspace;
use crate::game::{self, Role};

/// A position of a compiled game with its turn, as the programs give it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The words of the position, then what its turn has given.
    words: Vec<u64>,
    mode: usize,
}

/// What a turn comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// One role is to move and has this number of moves, at least one.
    Plain(usize),
    /// The game is over.
    Over,
    /// Several roles have moves, or the programs do not tell: [`turn`](game::Game::turn) does.
    Unusual,
}

impl Frame {
    /// The words of the position that is there.
    #[inline]
    #[must_use]
    pub fn words(&self, game: &Compiled) -> &[u64] {
        &self.words[..game.word_count()]
    }

    /// Writes the position that is there.
    #[must_use]
    pub fn position(&self, game: &Compiled) -> Position {
        Position::new(&self.words, game.word_count())
    }
}

impl Compiled {
    /// Returns a position with its turn.
    #[must_use]
    pub fn frame(&self, position: &Position) -> Frame {
        let mut workspace = self.workspace();
        workspace.enter(position);
        workspace.turn();
        Frame {
            words: workspace.frame.clone(),
            mode: workspace.mode(),
        }
    }

    /// Returns what the turn of a frame comes to.
    #[must_use]
    pub fn outlook(&self, frame: &Frame) -> Outlook {
        if !self.plays_itself() {
            return Outlook::Unusual;
        }
        let workspace = self.workspace();
        let programs = &workspace.modes[frame.mode];
        match programs.choices(&frame.words) {
            0 if programs.is_without_moves(&frame.words) => Outlook::Over,
            0 => Outlook::Unusual,
            choices => Outlook::Plain(choices),
        }
    }

    /// Calls `note` with the number of each legal move of a plain turn, in no particular order.
    #[inline]
    pub fn each_number(&self, frame: &Frame, note: impl FnMut(u32)) {
        let workspace = self.workspace();
        workspace.modes[frame.mode].each_number(&frame.words, note);
    }

    /// Returns who is to move in a plain turn.
    #[inline]
    #[must_use]
    pub fn mover(&self, frame: &Frame) -> Role {
        let workspace = self.workspace();
        workspace.modes[frame.mode].mover(&frame.words, self.moves())
    }

    /// Returns the number of the move of this rank in a plain turn, from 0, in the order of the rules.
    #[must_use]
    pub fn number_at(&self, frame: &Frame, rank: usize) -> u32 {
        let workspace = self.workspace();
        let programs = &workspace.modes[frame.mode];
        programs.number(programs.nth(&frame.words, rank))
    }

    /// Whether a move is legal in a plain turn.
    #[must_use]
    pub fn is_legal(&self, frame: &Frame, number: u32) -> bool {
        self.place_in(frame, number).is_some()
    }

    /// The place in which a move is legal in a plain turn.
    #[inline]
    fn place_in(&self, frame: &Frame, number: u32) -> Option<Place> {
        let workspace = self.workspace();
        let programs = &workspace.modes[frame.mode];
        let mut places = self.places(frame.mode).of(number).iter();
        places
            .find(|place| programs.has(&frame.words, **place))
            .copied()
    }

    /// Plays a legal move of a plain turn, and computes the turn after it.
    ///
    /// # Errors
    /// If the rules cannot be followed; the frame stays as it is.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn play_in(&self, frame: &mut Frame, number: u32) -> Result<(), game::Error> {
        let place = self.place_in(frame, number);
        let place = place.expect("only legal moves are played");
        let mut workspace = self.workspace();
        // The programs run where the frame is, so that nothing is copied.
        std::mem::swap(&mut workspace.frame, &mut frame.words);
        workspace.mode = frame.mode;
        let before = (!workspace.is_safe()).then(|| workspace.frame.clone());
        let is_played = play_and_look(&mut workspace, place);
        std::mem::swap(&mut workspace.frame, &mut frame.words);
        if is_played {
            frame.mode = workspace.mode();
            return Ok(());
        }
        drop(workspace);
        // The machine plays a move that fails, and says why.
        frame.words = before.expect("a move fails only where it is not safe");
        let played = self.moves()[number as usize].clone();
        let next = self.play_by_rules(&frame.position(self), &[played])?;
        *frame = self.frame(&next);
        Ok(())
    }
}

/// Plays a move and computes the turn after it; whether it has not failed.
fn play_and_look(workspace: &mut Workspace, place: Place) -> bool {
    if workspace.play_on(place) {
        return true;
    }
    let is_played = workspace.play(place);
    if is_played {
        workspace.turn();
    }
    is_played
}
