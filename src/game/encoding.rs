//! Positions as a few bytes, to be stored and sent.
//!
//! The bytes are the same in each form of a game and in each run. They depend on the fluents that the
//! rule file declares and on their domains: another rule file reads them as another position, or not
//! at all.

use std::ops::Range;

use super::position::Position;
use super::rules::Rules;
use crate::logic::{Relation, Storage};

/// The first byte of a position whose fluents all have finite domains.
const PACKED: u8 = 0;

/// The first byte of a position that is written as the text of its facts.
const TEXT: u8 = 1;

/// Why bytes are no position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPosition {
    /// They have another length than positions of this game.
    #[error("a position of this game has {expected} bytes, but there are {found}")]
    Length {
        /// The length of positions of this game.
        expected: usize,
        /// The number of bytes.
        found: usize,
    },
    /// They were written by a game with other fluents.
    #[error("these bytes are no position of this game")]
    Foreign,
    /// The facts that they contain are no position of this game.
    #[error("{0}")]
    Facts(String),
}

impl Rules {
    /// Writes a position as bytes, some of a hundred for a board of 64 squares.
    ///
    /// ```
    /// use regola::game::{Game, Rules};
    ///
    /// let rules = Rules::load("games/othello.rules")?;
    /// let bytes = rules.encode(&rules.initial());
    /// assert_eq!(bytes.len(), 18);
    /// assert_eq!(rules.decode(&bytes)?, rules.initial());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn encode(&self, position: &Position) -> Vec<u8> {
        let schema = self.schema();
        if schema.open_relations() > 0 {
            let facts = position.facts(schema).into_iter();
            let text: String = facts.map(|fact| format!("{fact}. ")).collect();
            return [&[TEXT], text.as_bytes()].concat();
        }
        let cells: Vec<u16> = position.cells().collect();
        let mut bits = BitWriter::new(PACKED);
        for stored in schema.relations().iter().filter_map(Stored::of) {
            for content in &cells[stored.cells] {
                bits.write(*content, stored.width);
            }
        }
        bits.bytes
    }

    /// Reads a position that [`encode`](Self::encode) has written for the same rules.
    ///
    /// # Errors
    /// If the bytes are no position of this game.
    pub fn decode(&self, bytes: &[u8]) -> Result<Position, NoPosition> {
        let schema = self.schema();
        let (kind, rest) = bytes.split_first().ok_or(NoPosition::Foreign)?;
        match (*kind, schema.open_relations()) {
            (TEXT, 1..) => {
                let text = std::str::from_utf8(rest).map_err(|_| NoPosition::Foreign)?;
                let position = self.position("the position", text);
                return position.map_err(|failure| NoPosition::Facts(failure.to_string()));
            }
            (PACKED, 0) => {}
            _ => return Err(NoPosition::Foreign),
        }
        let all: Vec<Stored> = schema.relations().iter().filter_map(Stored::of).collect();
        let bits: usize = all
            .iter()
            .map(|stored| stored.cells.len() * stored.width)
            .sum();
        let expected = 1 + bits.div_ceil(8);
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(NoPosition::Length { expected, found });
        }
        let mut cells = vec![0; schema.dense_cells()];
        let mut reader = BitReader { bytes: rest, at: 0 };
        for stored in all {
            for cell in stored.cells {
                cells[cell] = reader.read(stored.width);
                if usize::from(cells[cell]) > stored.contents {
                    return Err(NoPosition::Foreign);
                }
            }
        }
        Ok(Position::from_cells(schema, &cells))
    }
}

/// How the cells of a relation are written.
struct Stored {
    cells: Range<usize>,
    contents: usize,
    /// The number of bits of a cell.
    width: usize,
}

impl Stored {
    /// None for a relation that positions do not keep in cells.
    fn of(relation: &Relation) -> Option<Self> {
        let Storage::Dense(dense) = &relation.storage else {
            return None;
        };
        let contents = dense.contents();
        Some(Self {
            cells: dense.offset..dense.offset + dense.size,
            contents,
            width: (usize::BITS - contents.leading_zeros()) as usize,
        })
    }
}

/// Bits one after the other, the lowest of each byte first.
struct BitWriter {
    bytes: Vec<u8>,
    /// The number of bits of the last byte that are taken.
    taken: usize,
}

impl BitWriter {
    fn new(first: u8) -> Self {
        Self {
            bytes: vec![first],
            taken: 8,
        }
    }

    fn write(&mut self, value: u16, width: usize) {
        for bit in 0..width {
            if self.taken == 8 {
                self.bytes.push(0);
                self.taken = 0;
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((value >> bit & 1) as u8) << self.taken;
            self.taken += 1;
        }
    }
}

struct BitReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl BitReader<'_> {
    fn read(&mut self, width: usize) -> u16 {
        (0..width).fold(0, |value, bit| {
            let read = self.bytes[self.at / 8] >> (self.at % 8) & 1;
            self.at += 1;
            value | u16::from(read) << bit
        })
    }
}
