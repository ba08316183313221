//! Where the moves of a game are among the lanes of its programs.

use super::code::Mode;
use super::game::Compiled;
use super::listing::Place;
use crate::game;

/// The places of all moves in one mode. A move that is legal for several reasons may have several.
#[derive(Clone, Debug)]
pub(super) struct MovePlaces {
    /// In the order of the numbers of the moves.
    places: Vec<Place>,
    /// By number where the places of the move begin; one more than there are moves.
    starts: Vec<u32>,
}

impl MovePlaces {
    /// The places in a mode of a game that has this number of moves.
    fn new(mode: &Mode, moves: usize) -> Self {
        let mut placed: Vec<(usize, Place)> = Vec::new();
        for (family, lanes) in (0..).zip(&mode.families) {
            let lanes = (0..).zip(&lanes.moves);
            placed.extend(lanes.filter_map(|(lane, number)| {
                let place = Place { family, lane };
                Some(((*number)?, place))
            }));
        }
        placed.sort_by_key(|(number, _)| *number);
        let start = |number| placed.partition_point(|(of, _)| *of < number) as u32;
        Self {
            starts: (0..=moves).map(start).collect(),
            places: placed.into_iter().map(|(_, place)| place).collect(),
        }
    }

    /// The places of the move of this number.
    #[inline]
    pub fn of(&self, number: u32) -> &[Place] {
        let at = number as usize;
        &self.places[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl Compiled {
    /// The places of all moves in a mode.
    #[inline]
    pub(super) fn places(&self, mode: usize) -> &MovePlaces {
        let compilation = self.compilation();
        let moves = compilation.moves.len();
        let of_mode = |mode| MovePlaces::new(mode, moves);
        let made = || compilation.code.modes.iter().map(of_mode).collect();
        &compilation.places.get_or_init(made)[mode]
    }

    /// A place of a move in a mode; none for a move that the programs do not list there.
    pub(super) fn place_of(&self, mode: usize, played: &game::Move) -> Option<Place> {
        let compilation = self.compilation();
        let numbered = || compilation.moves.iter().cloned().zip(0..).collect();
        let number = compilation.numbers.get_or_init(numbered).get(played)?;
        self.places(mode).of(*number).last().copied()
    }
}
