//! How a position is laid out in words.

use std::ops::Range;

use crate::compile::circuit::Relation;
use crate::compile::families::{Space, Spaces, set_bits};
use crate::compile::residual::ANY_CONTENT;

/// Where the facts of a position are in its words.
///
/// A relation with more than one cell has for each content a *plane* in words of its own: the set
/// of the cells that have this content, bit by bit. The contents of relations with one cell are
/// single bits, packed together.
#[derive(Clone, Debug)]
pub struct Layout {
    regions: Vec<Region>,
    words: usize,
}

/// Where the facts of one relation are.
#[derive(Clone, Debug)]
pub struct Region {
    first_cell: u32,
    cells: usize,
    contents: u16,
    /// How many bits a plane has.
    width: usize,
    /// The place of the first cell with content 1, counted in bits from the first word on.
    start: usize,
    /// The bit of each cell in a plane.
    lanes: Vec<usize>,
    /// The cell of each bit, if it has one.
    cells_of_lanes: Vec<Option<usize>>,
}

impl Region {
    /// Whether no position has facts of it.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.contents == 0
    }

    /// Whether it consists of planes.
    #[must_use]
    pub fn has_planes(&self) -> bool {
        self.cells > 1
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

    /// Calls `found` with the facts that are there: the cell, counted from the relation's first, and its
    /// content.
    fn each(&self, words: &[u64], mut found: impl FnMut(usize, u16)) {
        if !self.has_planes() {
            let bits = self.bits();
            let own = bits.start / 64..bits.end.div_ceil(64);
            for (number, word) in own.clone().zip(&words[own]) {
                let there = set_bits(*word).map(|bit| 64 * number + bit);
                let contents = there.filter(|bit| bits.contains(bit));
                contents.for_each(|bit| found(0, (bit - bits.start) as u16 + 1));
            }
            return;
        }
        for content in 1..=self.contents {
            let plane = &words[self.plane(content)..][..self.plane_words()];
            for (number, word) in plane.iter().enumerate() {
                let lanes = set_bits(*word).map(|bit| 64 * number + bit);
                let cells = lanes.filter_map(|lane| *self.cells_of_lanes.get(lane)?);
                cells.for_each(|cell| found(cell, content));
            }
        }
    }
}

impl Layout {
    /// The layout for these relations, whose spaces are these; those have no place whose first cell
    /// is `hidden`.
    #[must_use]
    pub fn new(relations: &[Relation], spaces: &Spaces, hidden: impl Fn(u32) -> bool) -> Self {
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
            let region = Region {
                first_cell,
                cells: relation.cells(),
                cells_of_lanes,
                width,
                contents,
                start: words * 64,
                lanes,
            };
            if region.has_planes() {
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
        Self {
            regions,
            words: free.div_ceil(64),
        }
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

    /// Where a fact is: its bit, counted from the first word on. The cell is the dense one.
    #[must_use]
    pub fn bit(&self, cell: u32, content: u16) -> usize {
        let region = self.region(cell);
        region.bit((cell - region.first_cell) as usize, content)
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
    pub fn bits_of(&self, cell: u32) -> impl Iterator<Item = (usize, u64)> + use<'_> {
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
                let bit = region.bit(cell, *content);
                words[bit / 64] |= 1 << (bit % 64);
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
            region.each(words, |cell, content| cells[cell] = content);
        }
    }
}
