//! A puzzle: from one word to another by swapping two letters at a time.

use std::convert::Infallible;

use regola::game::{FastPaths, Game, Role, Turn};

#[derive(Clone)]
pub struct Anagram {
    pub from: &'static str,
    pub to: &'static str,
}

impl Game for Anagram {
    type Position = Vec<char>;
    type Move = (usize, usize);
    type Error = Infallible;

    fn role_count(&self) -> usize {
        1
    }

    fn initial(&self) -> Vec<char> {
        self.from.chars().collect()
    }

    fn turn(&self, letters: &Vec<char>) -> Result<Turn<(usize, usize)>, Infallible> {
        let swaps = (0..letters.len())
            .flat_map(|left| (left + 1..letters.len()).map(move |right| (left, right)));
        let over = self.to.chars().eq(letters.iter().copied());
        Ok(if over {
            Turn::Over
        } else {
            Turn::Single(Role(0), swaps.collect())
        })
    }

    fn play(&self, letters: &Vec<char>, moves: &[(usize, usize)]) -> Result<Vec<char>, Infallible> {
        let mut letters = letters.clone();
        letters.swap(moves[0].0, moves[0].1);
        Ok(letters)
    }

    fn goal(&self, _letters: &Vec<char>, _role: Role) -> Result<u8, Infallible> {
        Ok(100)
    }

    fn heuristic(&self, _name: &str) -> Option<usize> {
        None
    }

    fn evaluate(
        &self,
        _letters: &Vec<char>,
        _heuristic: usize,
        _role: Role,
    ) -> Result<i64, Infallible> {
        Ok(0)
    }
}

impl FastPaths for Anagram {}
