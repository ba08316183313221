//! How a position is laid out in words.

use rustc_hash::FxHashSet;

use super::region::{FactPlace, Form, Region, digits_of};
use crate::compile::circuit::Relation;
use crate::compile::families::{Space, Spaces};
use crate::compile::residual::ANY_CONTENT;

/// A cell with more contents has the number of its content in binary digits, if moves calculate it.
const MOST_CALCULATED: u16 = 16;

/// A cell with more contents has that number in any case. With fewer, such as kinds of pieces, rules ask for most
/// contents in each turn, and add contents one by one: a plane for each takes fewer operations.
const MOST_PLANES: u16 = 64;

/// Where the facts of a position are in its words.
///
/// A relation with more than one cell has for each content a *plane* in words of its own: the set
/// of the cells that have this content, bit by bit. If there are many contents, or numbers that moves calculate,
/// positions have *digits* instead: the set of the cells whose content has a number with this binary digit. Programs compute planes from them, and those
/// planes have places, too, after the words of a position. The contents of relations with one cell are single
/// bits, packed together.
#[derive(Clone, Debug)]
pub struct Layout {
    regions: Vec<Region>,
    words: usize,
}

impl Layout {
    /// The layout for these relations, whose spaces are these; those have no place whose first cell
    /// is `hidden`. The contents of those by number that are `calculated` are numbers that moves calculate.
    #[must_use]
    pub fn new(
        relations: &[Relation],
        spaces: &Spaces,
        hidden: impl Fn(u32) -> bool,
        calculated: &FxHashSet<usize>,
    ) -> Self {
        let mut words = 0;
        let mut region = |(number, relation): (usize, &Relation)| {
            let first_cell = relation.first_cell;
            let contents = match hidden(first_cell) {
                true => 0,
                false => relation.contents,
            };
            let space = spaces.of_relation(number).map(|space| spaces.get(space));
            let lanes = space.map_or_else(Vec::new, Space::lanes_of_cells);
            let width = space.map_or(1, Space::lanes);
            let mut cells_of_lanes = vec![None; width];
            for (cell, lane) in lanes.iter().enumerate() {
                cells_of_lanes[*lane] = Some(cell);
            }
            let mut region = Region {
                first_cell,
                cells: relation.cells(),
                cells_of_lanes,
                width,
                contents,
                start: words * 64,
                lanes,
                digits: None,
            };
            let most = match calculated.contains(&number) {
                true => MOST_CALCULATED,
                false => MOST_PLANES,
            };
            if region.has_planes() && contents > most {
                region.digits = Some(words);
                words += region.plane_words() * digits_of(contents) as usize;
            } else if region.has_planes() {
                words += region.plane_words() * usize::from(contents);
            }
            region
        };
        let mut regions: Vec<Region> = relations.iter().enumerate().map(&mut region).collect();
        let mut free = words * 64;
        for region in regions.iter_mut().filter(|region| !region.has_planes()) {
            let wanted = usize::from(region.contents);
            // Contents that fit into one word are in one word.
            if free % 64 + wanted > 64 {
                free = free.next_multiple_of(64);
            }
            region.start = free;
            free += wanted;
        }
        let words = free.div_ceil(64);
        let mut behind = words;
        for region in regions
            .iter_mut()
            .filter(|region| region.form() == Form::Digits)
        {
            region.start = behind * 64;
            behind += region.plane_words() * usize::from(region.contents);
        }
        Self { regions, words }
    }

    /// How many words a position has.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Where the facts of each relation are, in the order of the relations.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The relations that positions have in digits, in order.
    pub fn in_digits(&self) -> impl Iterator<Item = &Region> {
        self.regions
            .iter()
            .filter(|region| region.form() == Form::Digits)
    }

    /// Where a fact is: its bit, counted from the first word on. The cell is the dense one. The bit of a fact
    /// that positions have in digits is past their words.
    #[must_use]
    pub fn bit(&self, cell: u32, content: u16) -> usize {
        let region = self.region(cell);
        region.bit((cell - region.first_cell) as usize, content)
    }

    /// Where a position says whether a dense cell has a content.
    #[must_use]
    pub fn place(&self, cell: u32, content: u16) -> FactPlace {
        let region = self.region(cell);
        region.place((cell - region.first_cell) as usize, content)
    }

    /// The plane in which a word lies that is past those of a position: its relation, its content, and which
    /// of its words that is.
    ///
    /// # Panics
    /// If it is a word of a position.
    #[must_use]
    pub fn plane_of_word(&self, word: usize) -> (&Region, u16, usize) {
        let of_word = |region: &&Region| {
            let (first, planes) = (region.plane(1), usize::from(region.contents));
            (first..first + planes * region.plane_words()).contains(&word)
        };
        let region = self.in_digits().find(of_word);
        let region = region.expect("planes that are computed are past the words of a position");
        let number = word - region.plane(1);
        let words = region.plane_words();
        (region, (number / words) as u16 + 1, number % words)
    }

    /// Whether a word of a position is one of digits.
    #[must_use]
    pub fn is_of_digits(&self, word: usize) -> bool {
        let words = |region: &Region| {
            let mut digits = region.digits();
            digits.any(|digit| (digit..digit + region.plane_words()).contains(&word))
        };
        self.in_digits().any(words)
    }

    /// The words and bits of a position in which it shows whether a dense cell has a content, or with [`ANY_CONTENT`]
    /// which it has.
    pub fn kept_about(
        &self,
        cell: u32,
        content: u16,
    ) -> impl Iterator<Item = (usize, u64)> + use<'_> {
        let in_digits = self.region(cell).form() == Form::Digits;
        // All digits tell of each content.
        let digits = in_digits.then(|| self.place(cell, 1).bits());
        let digits = digits.into_iter().flatten();
        let facts = (!in_digits).then(|| self.bits_about(cell, content));
        let facts = facts.into_iter().flatten();
        digits.map(|bit| (bit / 64, 1 << (bit % 64))).chain(facts)
    }

    /// Where the fact is that a dense cell has a content, or with [`ANY_CONTENT`] all facts about it: words
    /// and bits of them.
    pub fn bits_about(
        &self,
        cell: u32,
        content: u16,
    ) -> impl Iterator<Item = (usize, u64)> + use<'_> {
        let all = (content == ANY_CONTENT).then(|| self.bits_of(cell));
        let one = (content != ANY_CONTENT).then(|| {
            let bit = self.bit(cell, content);
            (bit / 64, 1 << (bit % 64))
        });
        all.into_iter().flatten().chain(one)
    }

    /// Where the facts about a dense cell are: words and bits of them.
    fn bits_of(&self, cell: u32) -> impl Iterator<Item = (usize, u64)> + use<'_> {
        let region = self.region(cell);
        let cell = (cell - region.first_cell) as usize;
        let (planes, together) = match region.has_planes() {
            true => (0..region.contents, 0..0),
            false => (0..0, region.bits()),
        };
        let of_planes = planes.map(move |before| {
            let bit = region.bit(cell, before + 1);
            (bit / 64, 1 << (bit % 64))
        });
        let words = together.start / 64..together.end.div_ceil(64);
        of_planes.chain(words.map(move |word| {
            let bits = (64 * word).max(together.start)..(64 * word + 64).min(together.end);
            let all = u64::MAX.checked_shr(64 - bits.len() as u32).unwrap_or(0);
            (word, all << (bits.start % 64))
        }))
    }

    /// Whether no position has facts about this dense cell.
    #[must_use]
    pub fn hides(&self, cell: u32) -> bool {
        self.region(cell).is_hidden()
    }

    /// Where the facts are of the relation of a dense cell.
    fn region(&self, cell: u32) -> &Region {
        let after = self
            .regions
            .partition_point(|region| region.first_cell <= cell);
        &self.regions[after - 1]
    }

    /// The words of a position with these dense cells. Facts whose cells are past the end are no
    /// part of positions.
    #[must_use]
    pub fn pack(&self, cells: &[u16]) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for region in &self.regions {
            let first = region.first_cell as usize;
            let Some(cells) = cells.get(first..first + region.cells) else {
                continue;
            };
            for (cell, content) in cells.iter().enumerate().filter(|(_, c)| **c != 0) {
                region.place(cell, *content).set(&mut words);
            }
        }
        words
    }

    /// Sets the dense cells of these relations as the words of a position say.
    pub fn unpack(&self, words: &[u64], cells: &mut [u16]) {
        for region in &self.regions {
            if region.first_cell as usize >= cells.len() {
                continue;
            }
            let cells = &mut cells[region.first_cell as usize..][..region.cells];
            cells.fill(0);
            region.read(words, cells);
        }
    }
}
