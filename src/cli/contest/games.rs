//! One game of a match, from a random opening to its end.

use std::cell::Cell;
use std::ops::ControlFlow;

use regola::game::{Game, Move, Position, Role, Rules, Turn};
use regola::search::{Progress, TranspositionTable};
use regola::session::{AnsweringForm, Forms};

use crate::interrupt::CtrlC;
use crate::play::player::Player;
use crate::results;
use crate::strength::{Strength, choose};
use crate::trouble::{Explain, Trouble};

/// The conditions that all games of a match have in common.
pub struct Conditions<'a> {
    pub rules: &'a Rules,
    /// The forms of the game that search.
    pub forms: &'a Forms,
    /// The form of the game that has searched; none before the first search.
    pub answered: Cell<Option<AnsweringForm>>,
    pub start: &'a Position,
    pub interrupt: &'a CtrlC,
    /// The number of random plies at the start.
    pub opening: usize,
    pub max_plies: usize,
    pub seed: u64,
}

/// The course of a game.
pub struct MatchGame {
    /// The goals of the roles; none if the game reached the limit of plies.
    pub goals: Option<Vec<u8>>,
    /// The number of plies, those of the opening included.
    pub plies: usize,
}

impl Conditions<'_> {
    /// Plays game `number` between two players in the order of roles. Games `2n` and `2n + 1` have
    /// the same opening.
    pub fn play(&self, number: u64, players: [&Player; 2]) -> Result<MatchGame, Trouble> {
        let (mut position, mut plies) = self.open(number / 2)?;
        let seed = self.seed.wrapping_add(number);
        // This must be another sequence than that of the openings.
        let mut random = fastrand::Rng::with_seed(!seed);
        let mut tables = players.map(Player::new_table);
        loop {
            let movers = match self.rules.turn(&position).explain(self.rules)? {
                Turn::Over => {
                    let goals = results::goals(self.rules, &position).explain(self.rules)?;
                    return Ok(MatchGame {
                        goals: Some(goals),
                        plies,
                    });
                }
                Turn::Single(role, moves) => vec![(role, moves)],
                Turn::Joint(movers) => movers,
            };
            if plies >= self.max_plies {
                return Ok(MatchGame { goals: None, plies });
            }
            let mut chosen = Vec::new();
            for (role, moves) in movers {
                chosen.push(match players[role.0] {
                    Player::Computer(strength) => {
                        self.search(&position, role, strength, seed, &mut tables[role.0])?
                    }
                    Player::Random | Player::Person => at_random(&mut random, moves),
                });
            }
            position = self.rules.play(&position, &chosen).explain(self.rules)?;
            plies += 1;
        }
    }

    /// Returns the position after opening `number`, and the number of its plies. An opening ends
    /// before the game does.
    fn open(&self, number: u64) -> Result<(Position, usize), Trouble> {
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_add(number));
        let mut position = self.start.clone();
        for ply in 0..self.opening {
            let movers: Vec<(Role, Vec<Move>)> =
                match self.rules.turn(&position).explain(self.rules)? {
                    Turn::Over => return Ok((position, ply)),
                    Turn::Single(role, moves) => vec![(role, moves)],
                    Turn::Joint(movers) => movers,
                };
            let chosen: Vec<Move> = movers
                .into_iter()
                .map(|(_, moves)| at_random(&mut random, moves))
                .collect();
            let next = self.rules.play(&position, &chosen).explain(self.rules)?;
            if self.rules.over(&next).explain(self.rules)? {
                return Ok((position, ply));
            }
            position = next;
        }
        Ok((position, self.opening))
    }

    fn search(
        &self,
        position: &Position,
        role: Role,
        strength: &Strength,
        seed: u64,
        table: &mut TranspositionTable,
    ) -> Result<Move, Trouble> {
        let mut watch = |_: Progress| match self.interrupt.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let strength = Strength {
            seed,
            ..strength.clone()
        };
        let (played, _, answered) = choose(
            &strength, self.rules, self.forms, position, role, table, &mut watch,
        )?;
        self.answered.set(Some(answered.after(self.answered.get())));
        Ok(played)
    }
}

fn at_random(random: &mut fastrand::Rng, moves: Vec<Move>) -> Move {
    random.choice(moves).expect("who is to move has a move")
}
