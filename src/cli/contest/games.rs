//! One game of a match, from its opening to its end.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use regola::game::{Game, Move, Position, Role, Rules, Turn};
use regola::search::{Progress, TimeControl, TranspositionTable};
use regola::session::{AnsweringForm, Forms};

use super::openings::{Opening, Openings};
use crate::clocks::GameClocks;
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
    pub answered: Mutex<Option<AnsweringForm>>,
    pub start: &'a Position,
    pub interrupt: &'a CtrlC,
    /// The number of random plies at the start.
    pub openings: &'a Openings,
    pub max_plies: usize,
    pub seed: u64,
    /// The time of each player for a game, if it is limited, and a clock.
    pub time: Option<TimeControl>,
    pub clock: &'a (dyn Fn() -> Duration + Sync),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchGameEnd {
    /// By the rules, with the goals of the roles.
    Over(Vec<u8>),
    /// It reached the limit of plies.
    TooLong,
    /// The time of a role was over.
    OutOfTime(Role),
}

/// The course of a game.
pub struct MatchGame {
    pub end: MatchGameEnd,
    /// The moves of each ply, those of the opening included.
    pub plies: Vec<Vec<Move>>,
    /// The number of plies of the opening.
    pub opening: usize,
}

/// The roles that are to move, each with its legal moves.
type Movers = Vec<(Role, Vec<Move>)>;

impl Conditions<'_> {
    /// Returns the form of the game that has searched; none before the first search.
    pub fn answered(&self) -> Option<AnsweringForm> {
        *self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays game `number` between two players in the order of roles. Games `2n` and `2n + 1` have
    /// the same opening.
    pub fn play(&self, number: u64, players: [&Player; 2]) -> Result<MatchGame, Trouble> {
        let Opening { position, plies } = self.open(number / 2)?;
        let seed = self.seed.wrapping_add(number);
        let mut game = RunningGame {
            conditions: self,
            players,
            position,
            opening: plies.len(),
            plies,
            seed,
            // This must be another sequence than that of the openings.
            random: fastrand::Rng::with_seed(!seed),
            tables: players.map(Player::new_table),
            clocks: self.time.map(|time| GameClocks::new(time, players.len())),
        };
        let end = game.play_to_the_end()?;
        Ok(MatchGame {
            end,
            plies: game.plies,
            opening: game.opening,
        })
    }

    /// Returns opening `number`. After the last one of a file the first comes again.
    fn open(&self, number: u64) -> Result<Opening, Trouble> {
        match self.openings {
            Openings::Random(plies) => self.open_at_random(*plies, number),
            Openings::Recorded { openings, .. } => {
                let place = number % openings.len() as u64;
                Ok(openings[place as usize].clone())
            }
        }
    }

    /// Returns an opening of random plies. It ends before the game does.
    fn open_at_random(&self, plies: usize, number: u64) -> Result<Opening, Trouble> {
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_add(number));
        let mut opening = Opening::at(self.start.clone());
        while opening.plies.len() < plies {
            let movers = self.movers(&opening.position)?;
            if movers.is_empty() {
                break;
            }
            let chosen: Vec<Move> = movers
                .into_iter()
                .map(|(_, moves)| at_random(&mut random, moves))
                .collect();
            let next = self
                .rules
                .play(&opening.position, &chosen)
                .explain(self.rules)?;
            if self.rules.over(&next).explain(self.rules)? {
                break;
            }
            opening.position = next;
            opening.plies.push(chosen);
        }
        Ok(opening)
    }

    /// Returns the roles that are to move; none if the game is over.
    fn movers(&self, position: &Position) -> Result<Movers, Trouble> {
        Ok(match self.rules.turn(position).explain(self.rules)? {
            Turn::Over => Vec::new(),
            Turn::Single(role, moves) => vec![(role, moves)],
            Turn::Joint(movers) => movers,
        })
    }
}

/// A game that is played.
struct RunningGame<'a> {
    conditions: &'a Conditions<'a>,
    players: [&'a Player; 2],
    position: Position,
    plies: Vec<Vec<Move>>,
    opening: usize,
    seed: u64,
    random: fastrand::Rng,
    /// For each player what its searches remember from move to move.
    tables: [TranspositionTable; 2],
    clocks: Option<GameClocks>,
}

impl RunningGame<'_> {
    fn play_to_the_end(&mut self) -> Result<MatchGameEnd, Trouble> {
        let rules = self.conditions.rules;
        loop {
            let movers = self.conditions.movers(&self.position)?;
            if movers.is_empty() {
                let goals = results::goals(rules, &self.position).explain(rules)?;
                return Ok(MatchGameEnd::Over(goals));
            }
            if self.plies.len() >= self.conditions.max_plies {
                return Ok(MatchGameEnd::TooLong);
            }
            let mut chosen = Vec::new();
            for (role, moves) in movers {
                let since = (self.conditions.clock)();
                chosen.push(self.choose(role, moves)?);
                let spent = (self.conditions.clock)().saturating_sub(since);
                let clocks = self.clocks.as_mut();
                if clocks.is_some_and(|clocks| clocks.press(role, spent).is_err()) {
                    return Ok(MatchGameEnd::OutOfTime(role));
                }
            }
            self.position = rules.play(&self.position, &chosen).explain(rules)?;
            self.plies.push(chosen);
        }
    }

    fn choose(&mut self, role: Role, moves: Vec<Move>) -> Result<Move, Trouble> {
        let Player::Computer(strength) = self.players[role.0] else {
            return Ok(at_random(&mut self.random, moves));
        };
        let strength = Strength {
            seed: self.seed,
            ..strength.clone()
        };
        let Some(clocks) = &self.clocks else {
            return self.search(role, &strength);
        };
        match self.search(role, &clocks.allot(role, &strength)) {
            // There was no time for a search.
            Err(Trouble::Stopped(_)) if !self.conditions.interrupt.is_requested() => {
                Ok(at_random(&mut self.random, moves))
            }
            searched => searched,
        }
    }

    fn search(&mut self, role: Role, strength: &Strength) -> Result<Move, Trouble> {
        let Conditions {
            rules,
            forms,
            interrupt,
            answered: earlier,
            ..
        } = self.conditions;
        let mut watch = |_: Progress| match interrupt.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let (played, _, answered) = choose(
            strength,
            rules,
            forms,
            &self.position,
            role,
            &mut self.tables[role.0],
            &mut watch,
        )?;
        let mut earlier = earlier.lock().unwrap_or_else(PoisonError::into_inner);
        *earlier = Some(answered.after(*earlier));
        Ok(played)
    }
}

fn at_random(random: &mut fastrand::Rng, moves: Vec<Move>) -> Move {
    random.choice(moves).expect("who is to move has a move")
}
