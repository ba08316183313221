//! Planes of the words of a compiled position: only the bits that are set are looked at.

use std::ops::Range;

use indexmap::IndexMap;

use super::planes::{Content, Plane, Planes};
use crate::compile::FactPlace;
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
    /// Numbers about squares, by their first bit.
    numbers: IndexMap<usize, Number>,
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

/// A cell whose content is a number in the words.
#[derive(Clone, Debug)]
struct Number {
    place: FactPlace,
    /// By number where in the observation the content is shown that it stands for.
    shown: Vec<Vec<u32>>,
}

/// A plane that is full if one of some contents is there.
#[derive(Clone, Debug)]
struct Filling {
    plane: usize,
    places: Vec<FactPlace>,
}

impl PlanesOfWords {
    /// The planes in words; `place_of` tells where the words say whether a cell has a content, if a position can
    /// have it.
    pub fn new(planes: &Planes, place_of: impl Fn(usize, u16) -> Option<FactPlace>) -> Self {
        let place = |Content { cell, content }: &Content| place_of(*cell, *content);
        let squares = planes.squares();
        let view = |planes: &[Plane]| {
            let mut view = View::default();
            for (number, plane) in planes.iter().enumerate() {
                match plane {
                    Plane::Constant(true) => view.full.push(number),
                    Plane::Constant(false) => {}
                    Plane::Any(contents) => view.fillings.push(Filling {
                        plane: number,
                        places: contents.iter().filter_map(place).collect(),
                    }),
                    Plane::Board(contents) => {
                        let first = view.boards.len();
                        for (square, content) in contents.iter().enumerate() {
                            let Some(place) = content.as_ref().and_then(place) else {
                                continue;
                            };
                            let shown = number * squares + square;
                            match place.single_bit() {
                                Some(bit) => add(&mut view.boards, first, bit, shown),
                                None => add_number(&mut view.numbers, place, shown),
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
            numbers: cells,
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
        for cell in cells.values() {
            let shown = cell.shown.get(usize::from(cell.place.number_in(words)));
            for place in shown.into_iter().flatten() {
                numbers[*place as usize] = 1;
            }
        }
        for filling in fillings {
            if filling.places.iter().any(|place| place.is_in(words)) {
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

/// Adds where a content is shown that is a number in the words.
fn add_number(numbers: &mut IndexMap<usize, Number>, place: FactPlace, shown: usize) {
    let number = numbers.entry(place.bit).or_insert_with(|| {
        let shown = vec![Vec::new(); 1 << place.digits];
        Number { place, shown }
    });
    number.shown[usize::from(place.number)].push(shown as u32);
}
