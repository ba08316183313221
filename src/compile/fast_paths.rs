//! What a compiled game does faster than move by move: games at random, and counts of lines.

use super::abreast::{self, ABREAST};
use super::compilation::Compilation;
use super::game::{Compiled, State};
use super::listing::Place;
use super::moves::{Kind, Move};
use super::position::Position;
use super::programs::Programs;
use super::stack::Stack;
use crate::game::{
    Below, Error, FastPaths, Fingerprint, MoveNumber, PositionStack, Role, Step, step_noting,
};

/// A move that is played, as it was found.
enum Noted<'a> {
    /// In a position of the mode of these programs.
    Place(&'a Programs, Place),
    Move(Role, &'a Move),
}

/// Why no more plies were played in a row.
enum Stop {
    Limit,
    Over,
    /// The move of this number, which was chosen, fails: the machine has to play it.
    Failed(u32),
    /// The next ply is to be played from a list of moves.
    Unusual,
}

impl Compiled {
    /// Plays on in the workspace, for so many plies at most; gives how many were played, and why no
    /// more were.
    fn run(
        &self,
        position: &mut Position,
        plies: usize,
        choose: &mut impl FnMut(usize) -> usize,
        note: &mut impl FnMut(Noted<'_>),
    ) -> (usize, Stop) {
        if !self.plays_itself() {
            return (0, Stop::Unusual);
        }
        let mut workspace = self.with(position);
        let (mut played, mut has_turn) = (0, false);
        let mut before = Vec::new();
        let stop = loop {
            if played == plies {
                break Stop::Limit;
            }
            if !has_turn {
                workspace.turn();
            }
            let choices = workspace.choices();
            if choices == 0 {
                break if workspace.is_without_moves() {
                    Stop::Over
                } else {
                    Stop::Unusual
                };
            }
            let place = workspace.nth(choose(choices));
            note(Noted::Place(workspace.programs(), place));
            has_turn = workspace.play_on(place);
            if !has_turn && workspace.is_safe() {
                workspace.play(place);
            } else if !has_turn {
                workspace.copy_position(&mut before);
                let mode = workspace.mode();
                if !workspace.play(place) {
                    *position = Position::of_words(before);
                    return (played, Stop::Failed(workspace.modes[mode].number(place)));
                }
            }
            played += 1;
        };
        *position = workspace.position();
        (played, stop)
    }

    /// Plays on as [`play_on`](FastPaths::play_on) does, and calls `note` for each move.
    fn play_and_note(
        &self,
        position: &mut Position,
        plies: usize,
        choose: &mut impl FnMut(usize) -> usize,
        note: &mut impl FnMut(Noted<'_>),
    ) -> Result<(usize, Step), Error> {
        let mut played = 0;
        while played < plies {
            let (more, stop) = self.run(position, plies - played, choose, note);
            played += more;
            match stop {
                Stop::Limit => break,
                Stop::Over => return Ok((played, Step::Over)),
                Stop::Failed(number) => {
                    let failed = self.compilation.moves[number as usize].clone();
                    *position = self.play_by_rules(position, &[failed])?;
                }
                Stop::Unusual => match step_noting(self, position, choose, &mut |role, played| {
                    note(Noted::Move(role, played));
                })? {
                    Step::Played => {}
                    ended => return Ok((played, ended)),
                },
            }
            played += 1;
        }
        Ok((played, Step::Played))
    }
}

impl FastPaths for Compiled {
    fn stack<'a>(&'a self, root: &Position) -> Box<dyn PositionStack<Error = Error> + 'a> {
        Box::new(Stack::new(self, root))
    }

    fn fingerprint(&self, position: &Position) -> u128 {
        Fingerprint::of_words(self.words(position))
    }

    fn canonical_fingerprint(&self, position: &Position) -> u128 {
        self.canonical_fingerprint_of(self.words(position))
    }

    fn lasting_fingerprint(&self, position: &Position) -> u128 {
        self.lasting_fingerprint_of(self.words(position))
    }

    fn play_on(
        &self,
        position: &mut Position,
        plies: usize,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Result<(usize, Step), Error> {
        self.play_and_note(position, plies, choose, &mut |_| ())
    }

    fn play_on_noting(
        &self,
        position: &mut Position,
        plies: usize,
        choose: &mut impl FnMut(usize) -> usize,
        note: &mut impl FnMut(Role, MoveNumber),
    ) -> Result<(usize, Step), Error> {
        let Compilation {
            moves,
            move_numbers,
            ..
        } = &*self.compilation;
        let mut note = |noted: Noted<'_>| match noted {
            Noted::Place(programs, place) => {
                let number = programs.number(place) as usize;
                note(moves[number].role, move_numbers[number]);
            }
            Noted::Move(role, played) => note(role, self.move_number(played)),
        };
        self.play_and_note(position, plies, choose, &mut note)
    }

    fn move_number(&self, played: &Move) -> MoveNumber {
        match &played.0 {
            Kind::Listed(listed) => self.move_numbers()[listed.number as usize],
            Kind::Ruled(named) => MoveNumber::of(named),
        }
    }

    fn play_on_each<C: FnMut(usize) -> usize>(
        &self,
        positions: &mut [Position],
        plies: usize,
        choose: &mut [C],
    ) -> Result<Vec<(usize, Step)>, Error> {
        let mut workspace = self.workspace();
        let is_abreast =
            !self.compilation.is_native() && self.plays_itself() && workspace.is_always_safe();
        let played = is_abreast.then(|| workspace.play_abreast(positions, plies, choose));
        drop(workspace);
        let Some(played) = played else {
            let games = positions.iter_mut().zip(choose);
            return games
                .map(|(position, choose)| self.play_on(position, plies, choose))
                .collect();
        };
        let games = positions.iter_mut().zip(choose).zip(played);
        let ended = games.map(|((position, choose), (played, stop))| match stop {
            abreast::Stop::Limit => Ok((played, Step::Played)),
            abreast::Stop::Over => Ok((played, Step::Over)),
            abreast::Stop::Unusual => self
                .play_on(position, plies - played, choose)
                .map(|(more, step)| (played + more, step)),
        });
        ended.collect()
    }

    fn side_by_side(&self) -> usize {
        if self.plays_itself() { ABREAST } else { 1 }
    }

    fn breadth(&self, position: &Position) -> Result<Option<u64>, Error> {
        if !self.compilation.has_effects {
            return Ok(None);
        }
        let workspace = self.with_turn(position);
        let is_plain = workspace.is_tried() && !workspace.is_joint();
        Ok(match self.state(|| position.clone(), workspace.over())? {
            State::Open => is_plain.then(|| workspace.count() as u64),
            State::Over => Some(0),
            State::Beyond => None,
        })
    }

    fn breadth_below(&self, position: &Position) -> Result<Option<Below>, Error> {
        if !self.plays_itself() {
            return Ok(None);
        }
        let mut workspace = self.with_turn(position);
        let is_plain = workspace.is_safe() && !workspace.is_joint() && !workspace.tries_moves();
        Ok(match self.state(|| position.clone(), workspace.over())? {
            State::Open => is_plain.then(|| workspace.below()).flatten(),
            State::Over => Some(Below::default()),
            State::Beyond => None,
        })
    }
}
