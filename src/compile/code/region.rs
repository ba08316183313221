//! Where the facts of one relation are in the words of a position.

use std::ops::Range;

use crate::compile::families::set_bits;

/// Where the facts of one relation are.
#[derive(Clone, Debug)]
pub struct Region {
    pub(super) first_cell: u32,
    pub(super) cells: usize,
    pub(super) contents: u16,
    /// How many bits a plane has.
    pub(super) width: usize,
    /// The place of the first cell with content 1, counted in bits from the first word on.
    pub(super) start: usize,
    /// The bit of each cell in a plane.
    pub(super) lanes: Vec<usize>,
    /// The cell of each bit, if it has one.
    pub(super) cells_of_lanes: Vec<Option<usize>>,
    /// The first word of the digits, if positions have digits instead of the planes.
    pub(super) digits: Option<usize>,
}

/// How positions have the facts of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// There is one cell, and a bit for each of its contents.
    Bits,
    /// A set of cells for each content.
    Planes,
    /// A set of cells for each binary digit of the number of the content.
    Digits,
}

/// Where a position says whether a cell has a content: some bits, lowest digit first, that are those of a number
/// where it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactPlace {
    /// The first bit, counted from the first word on.
    pub bit: usize,
    /// How many words each further bit lies after the one before.
    pub step: usize,
    /// How many bits there are.
    pub digits: u32,
    /// The number that these bits are where the cell has the content.
    pub number: u16,
}

impl FactPlace {
    /// The number that the bits are in a position.
    #[must_use]
    pub fn number_in(&self, words: &[u64]) -> u16 {
        let digits = self.bits().map(|bit| words[bit / 64] >> (bit % 64) & 1);
        digits
            .zip(0..)
            .fold(0, |number, (digit, place)| number | (digit as u16) << place)
    }

    /// Whether the cell has the content in a position.
    #[must_use]
    pub fn is_in(&self, words: &[u64]) -> bool {
        self.number_in(words) == self.number
    }

    /// The single bit that says it, if there is one.
    #[must_use]
    pub fn single_bit(&self) -> Option<usize> {
        (self.digits == 1 && self.number == 1).then_some(self.bit)
    }

    /// The bits, lowest digit first, counted from the first word on.
    pub fn bits(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, step) = (self.bit, self.step);
        (0..self.digits as usize).map(move |digit| first + 64 * digit * step)
    }

    /// Says in the words of a position that the cell has the content, where nothing is said of the cell.
    pub fn set(&self, words: &mut [u64]) {
        for (digit, bit) in self.bits().enumerate() {
            words[bit / 64] |= u64::from(self.number >> digit & 1) << (bit % 64);
        }
    }
}

impl Region {
    /// Whether no position has facts of it.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.contents == 0
    }

    /// How positions have it.
    #[must_use]
    pub fn form(&self) -> Form {
        match (self.digits, self.cells) {
            (Some(_), _) => Form::Digits,
            (None, 0..=1) => Form::Bits,
            (None, _) => Form::Planes,
        }
    }

    /// Whether facts of it with one content are a plane, which positions have or which is computed from digits.
    #[must_use]
    pub fn has_planes(&self) -> bool {
        self.form() != Form::Bits
    }

    /// How many words each of its planes has.
    #[must_use]
    pub fn plane_words(&self) -> usize {
        self.width.div_ceil(64)
    }

    /// The first word of the plane of a content, from 1.
    #[must_use]
    pub fn plane(&self, content: u16) -> usize {
        self.start / 64 + (usize::from(content) - 1) * self.plane_words()
    }

    /// The first words of all its planes.
    pub fn planes(&self) -> impl Iterator<Item = usize> + Clone {
        (1..=self.contents).map(|content| self.plane(content))
    }

    /// How many facts there are, one for each cell and content.
    #[must_use]
    pub fn facts(&self) -> usize {
        self.cells * usize::from(self.contents)
    }

    /// The first words of its digits, lowest first: for each cell a bit of the number of its content. None if
    /// positions have planes.
    pub fn digits(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let words = self.plane_words();
        let count = digits_of(self.contents);
        let first = self.digits.into_iter();
        first.flat_map(move |first| (0..count as usize).map(move |digit| first + digit * words))
    }

    /// The bits of its contents, for a relation with one cell: from content 1 on, in bits from the
    /// first word on.
    #[must_use]
    pub fn bits(&self) -> Range<usize> {
        self.start..self.start + usize::from(self.contents)
    }

    /// Where a fact is: its bit, counted from the first word on. The cell is counted from the
    /// relation's first.
    #[must_use]
    pub fn bit(&self, cell: usize, content: u16) -> usize {
        match self.has_planes() {
            true => self.plane(content) * 64 + self.lanes[cell],
            false => self.start + usize::from(content) - 1,
        }
    }

    /// Where a position says whether a cell, counted from the relation's first, has a content.
    pub(super) fn place(&self, cell: usize, content: u16) -> FactPlace {
        match self.digits {
            Some(first) => FactPlace {
                bit: first * 64 + self.lanes[cell],
                step: self.plane_words(),
                digits: digits_of(self.contents),
                number: content,
            },
            None => FactPlace {
                bit: self.bit(cell, content),
                step: 0,
                digits: 1,
                number: 1,
            },
        }
    }

    /// Sets the contents of its cells as the words of a position say; before that, none of them has one.
    pub(super) fn read(&self, words: &[u64], cells: &mut [u16]) {
        if self.form() == Form::Bits {
            let bits = self.bits();
            let own = bits.start / 64..bits.end.div_ceil(64);
            for (number, word) in own.clone().zip(&words[own]) {
                let there = set_bits(*word).map(|bit| 64 * number + bit);
                let contents = there.filter(|bit| bits.contains(bit));
                contents.for_each(|bit| cells[0] = (bit - bits.start) as u16 + 1);
            }
            return;
        }
        let planes = self.planes().zip(1..);
        let planes = planes.filter(|_| self.form() == Form::Planes);
        let digits = self.digits().zip((0..).map(|digit| 1 << digit));
        for (first, number) in planes.chain(digits) {
            let plane = &words[first..][..self.plane_words()];
            for (number_of_word, word) in plane.iter().enumerate() {
                let lanes = set_bits(*word).map(|bit| 64 * number_of_word + bit);
                let found = lanes.filter_map(|lane| *self.cells_of_lanes.get(lane)?);
                found.for_each(|cell| cells[cell] |= number);
            }
        }
    }
}

/// How many binary digits the number of each content has.
pub(super) fn digits_of(contents: u16) -> u32 {
    u16::BITS - contents.leading_zeros()
}
