//! A sliding puzzle of two rows of three: the tiles 1 to 5 are to stand in order, the gap last. A
//! move is the tile that slides into the gap.

use std::convert::Infallible;

use regola::game::{FastPaths, Game, Role, Turn};

#[derive(Clone)]
pub struct Sliding {
    start: [u8; 6],
}

const SOLVED: [u8; 6] = [1, 2, 3, 4, 5, 0];
const NEIGHBOURS: [(usize, usize); 7] = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];

impl From<&str> for Sliding {
    /// Tiles such as `123 4_5`, with a line for the gap.
    fn from(text: &str) -> Self {
        let mut start = [0; 6];
        for (tile, sign) in start
            .iter_mut()
            .zip(text.chars().filter(|sign| *sign != ' '))
        {
            *tile = sign.to_digit(6).map_or(0, |digit| digit as u8);
        }
        Sliding { start }
    }
}

impl Game for Sliding {
    type Position = [u8; 6];
    type Move = u8;
    type Error = Infallible;

    fn role_count(&self) -> usize {
        1
    }

    fn initial(&self) -> [u8; 6] {
        self.start
    }

    fn turn(&self, tiles: &[u8; 6]) -> Result<Turn<u8>, Infallible> {
        let slides =
            NEIGHBOURS
                .iter()
                .filter_map(|&(one, other)| match (tiles[one], tiles[other]) {
                    (0, tile) | (tile, 0) => Some(tile),
                    _ => None,
                });
        Ok(if *tiles == SOLVED {
            Turn::Over
        } else {
            Turn::Single(Role(0), slides.collect())
        })
    }

    fn play(&self, tiles: &[u8; 6], moves: &[u8]) -> Result<[u8; 6], Infallible> {
        Ok(tiles.map(|tile| match tile {
            0 => moves[0],
            tile if tile == moves[0] => 0,
            tile => tile,
        }))
    }

    fn goal(&self, _tiles: &[u8; 6], _role: Role) -> Result<u8, Infallible> {
        Ok(100)
    }

    fn heuristic(&self, _name: &str) -> Option<usize> {
        None
    }

    fn evaluate(
        &self,
        _tiles: &[u8; 6],
        _heuristic: usize,
        _role: Role,
    ) -> Result<i64, Infallible> {
        Ok(0)
    }
}

impl FastPaths for Sliding {}
