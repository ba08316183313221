//! Rock, paper, scissors over some rounds: both roles move at once.

use std::convert::Infallible;

use regola::game::{FastPaths, Game, Role, Turn};

#[derive(Clone)]
pub struct RockPaperScissors {
    pub rounds: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hand {
    Rock,
    Paper,
    Scissors,
}

/// Rounds played, and by how many the first role leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    played: usize,
    lead: i64,
}

impl Game for RockPaperScissors {
    type Position = Score;
    type Move = Hand;
    type Error = Infallible;

    fn role_count(&self) -> usize {
        2
    }

    fn initial(&self) -> Score {
        Score { played: 0, lead: 0 }
    }

    fn turn(&self, score: &Score) -> Result<Turn<Hand>, Infallible> {
        let hands = vec![Hand::Rock, Hand::Paper, Hand::Scissors];
        Ok(if score.played == self.rounds {
            Turn::Over
        } else {
            Turn::Joint(vec![(Role(0), hands.clone()), (Role(1), hands)])
        })
    }

    fn play(&self, score: &Score, moves: &[Hand]) -> Result<Score, Infallible> {
        let gain = match (moves[0] as i64 - moves[1] as i64).rem_euclid(3) {
            0 => 0,
            1 => 1,
            _ => -1,
        };
        Ok(Score {
            played: score.played + 1,
            lead: score.lead + gain,
        })
    }

    fn goal(&self, score: &Score, role: Role) -> Result<u8, Infallible> {
        let lead = if role == Role(0) {
            score.lead
        } else {
            -score.lead
        };
        Ok(match lead.signum() {
            1 => 100,
            0 => 50,
            _ => 0,
        })
    }

    fn heuristic(&self, _name: &str) -> Option<usize> {
        None
    }

    fn evaluate(&self, _score: &Score, _heuristic: usize, _role: Role) -> Result<i64, Infallible> {
        Ok(0)
    }
}

impl FastPaths for RockPaperScissors {}
