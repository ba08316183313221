//! Planes of the words of a compiled position: only the bits that are set are looked at.

use std::ops::Range;

use super::planes::{Content, Plane, Planes};
use crate::game::Role;

/// The planes of a game, as they lie in the words of its positions.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanesOfWords {
    /// The number of squares of a plane.
    squares: usize,
    /// By looker.
    views: Vec<View>,
}

/// What a role sees.
#[derive(Clone, Debug, Default)]
struct View {
    /// The words with facts about squares.
    boards: Vec<BoardWord>,
    /// Facts that fill a plane.
    fillings: Vec<Filling>,
    /// The planes that are always full.
    full: Vec<usize>,
}

/// A word whose bits are facts about squares of one plane.
#[derive(Clone, Debug)]
struct BoardWord {
    word: usize,
    mask: u64,
    /// By bit the place in the observation.
    places: Box<[u32; 64]>,
}

/// A plane that is full if one of some bits is set.
#[derive(Clone, Debug)]
struct Filling {
    plane: usize,
    bits: Vec<usize>,
}

impl PlanesOfWords {
    /// The planes in words; `bit_of` gives the bit of the content of a cell, if a position can have it.
    pub fn new(planes: &Planes, bit_of: impl Fn(usize, u16) -> Option<usize>) -> Self {
        let bit = |Content { cell, content }: &Content| bit_of(*cell, *content);
        let squares = planes.squares();
        let view = |planes: &[Plane]| {
            let mut view = View::default();
            for (number, plane) in planes.iter().enumerate() {
                match plane {
                    Plane::Constant(true) => view.full.push(number),
                    Plane::Constant(false) => {}
                    Plane::Any(contents) => view.fillings.push(Filling {
                        plane: number,
                        bits: contents.iter().filter_map(bit).collect(),
                    }),
                    Plane::Board(contents) => {
                        let first = view.boards.len();
                        for (square, content) in contents.iter().enumerate() {
                            if let Some(bit) = content.as_ref().and_then(bit) {
                                let words = &mut view.boards;
                                add(words, first, bit, number * squares + square);
                            }
                        }
                    }
                }
            }
            view
        };
        Self {
            squares,
            views: planes.views().iter().map(|planes| view(planes)).collect(),
        }
    }

    /// Writes what a role sees of a position with these words.
    pub fn write(&self, words: &[u64], looker: Role, numbers: &mut [u8]) {
        let View {
            boards,
            fillings,
            full,
        } = &self.views[looker.0];
        numbers.fill(0);
        for board in boards {
            let mut rest = words[board.word] & board.mask;
            while rest != 0 {
                numbers[board.places[rest.trailing_zeros() as usize] as usize] = 1;
                rest &= rest - 1;
            }
        }
        for filling in fillings {
            let mut bits = filling.bits.iter();
            if bits.any(|bit| words[bit / 64] >> (bit % 64) & 1 == 1) {
                numbers[self.plane(filling.plane)].fill(1);
            }
        }
        for plane in full {
            numbers[self.plane(*plane)].fill(1);
        }
    }

    fn plane(&self, number: usize) -> Range<usize> {
        number * self.squares..(number + 1) * self.squares
    }
}

/// Adds a bit to the words of a plane, which begin at `first`.
fn add(words: &mut Vec<BoardWord>, first: usize, bit: usize, place: usize) {
    let known = words[first..]
        .iter()
        .position(|known| known.word == bit / 64);
    let at = known.map_or(words.len(), |at| first + at);
    if at == words.len() {
        words.push(BoardWord {
            word: bit / 64,
            mask: 0,
            places: Box::new([0; 64]),
        });
    }
    words[at].mask |= 1 << (bit % 64);
    words[at].places[bit % 64] = place as u32;
}
