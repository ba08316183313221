//! One game between two players, ply by ply.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::time::Duration;

use super::choice::GameSearch;
use super::clocks::GameClocks;
use super::opening::Opening;
use super::player::Player;
use crate::game::{Game, Move, Position, Role, Rules};
use crate::search::{Progress, TimeControl, TranspositionTable};
use crate::session::{AnsweringForm, Explain, Forms, Strength, Trouble, results};

/// The conditions that all games of a match have in common.
pub struct GameConditions<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The forms of the game that search.
    pub forms: &'a Forms,
    /// The limit on plies of a game, opening included; a longer game is a draw.
    pub max_plies: usize,
    /// The seed of the match.
    pub seed: u64,
    /// The time of each player for a game, if it is limited.
    pub time: Option<TimeControl>,
    /// The clock.
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

impl MatchGameEnd {
    /// Returns the result for the player of the role `own` of two: greater is a win.
    #[must_use]
    pub fn result(&self, own: usize) -> Ordering {
        match self {
            MatchGameEnd::Over(goals) => goals[own].cmp(&goals[1 - own]),
            MatchGameEnd::TooLong => Ordering::Equal,
            MatchGameEnd::OutOfTime(loser) if loser.0 == own => Ordering::Less,
            MatchGameEnd::OutOfTime(_) => Ordering::Greater,
        }
    }
}

/// The course of a game.
#[derive(Debug)]
pub struct MatchGame {
    /// How it ended.
    pub end: MatchGameEnd,
    /// The moves of each ply, those of the opening included.
    pub plies: Vec<Vec<Move>>,
    /// The number of plies of the opening.
    pub opening: usize,
}

/// A game that is played.
pub struct RunningGame<'a> {
    conditions: &'a GameConditions<'a>,
    players: [&'a Player; 2],
    position: Position,
    plies: Vec<Vec<Move>>,
    opening: usize,
    seed: u64,
    random: fastrand::Rng,
    /// For each player what its searches remember from move to move.
    tables: [TranspositionTable; 2],
    clocks: Option<GameClocks>,
    /// The form of the game that has searched; none before the first search.
    answered: Option<AnsweringForm>,
}

/// Whether the work has to stop.
pub(super) type IsStopped<'a> = &'a dyn Fn() -> bool;

/// Returns why no match can be played in a game: it is not for two roles.
#[must_use]
pub fn no_match(rules: &Rules) -> Option<String> {
    let roles = rules.role_count();
    (roles != 2).then(|| {
        format!("a match is played in a game for two roles; the number of roles here is {roles}")
    })
}

impl<'a> RunningGame<'a> {
    /// Begins game `number` of a match, between two players in the order of roles.
    #[must_use]
    pub fn begin(
        conditions: &'a GameConditions<'a>,
        number: u64,
        players: [&'a Player; 2],
        opening: Opening,
    ) -> Self {
        let Opening { position, plies } = opening;
        let seed = conditions.seed.wrapping_add(number);
        RunningGame {
            conditions,
            players,
            position,
            opening: plies.len(),
            plies,
            seed,
            // This must be another sequence than that of the openings.
            random: fastrand::Rng::with_seed(!seed),
            tables: players.map(Player::new_table),
            clocks: conditions
                .time
                .map(|time| GameClocks::new(time, players.len())),
            answered: None,
        }
    }

    /// Returns the present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves of each ply so far, those of the opening included.
    #[must_use]
    pub fn plies(&self) -> &[Vec<Move>] {
        &self.plies
    }

    /// Returns the form of the game that has searched; none before the first search.
    #[must_use]
    pub fn answered(&self) -> Option<AnsweringForm> {
        self.answered
    }

    /// Plays on to the end of the game.
    ///
    /// # Errors
    /// When the rules cannot be followed, a search is impossible, or the work has to stop.
    pub fn play_to_the_end(&mut self, is_stopped: IsStopped<'_>) -> Result<MatchGame, Trouble> {
        loop {
            if let Some(end) = self.step(is_stopped)? {
                return Ok(MatchGame {
                    end,
                    plies: self.plies.clone(),
                    opening: self.opening,
                });
            }
        }
    }

    /// Plays a ply, or returns how the game has ended.
    ///
    /// # Errors
    /// When the rules cannot be followed, a search is impossible, or the work has to stop.
    pub fn step(&mut self, is_stopped: IsStopped<'_>) -> Result<Option<MatchGameEnd>, Trouble> {
        let rules = self.conditions.rules;
        let movers = movers(rules, &self.position)?;
        if movers.is_empty() {
            let goals = results::goals(rules, &self.position).explain(rules)?;
            return Ok(Some(MatchGameEnd::Over(goals)));
        }
        if self.plies.len() >= self.conditions.max_plies {
            return Ok(Some(MatchGameEnd::TooLong));
        }
        let mut chosen = Vec::new();
        for (role, moves) in movers {
            let since = (self.conditions.clock)();
            chosen.push(self.choose(role, moves, is_stopped)?);
            let spent = (self.conditions.clock)().saturating_sub(since);
            let clocks = self.clocks.as_mut();
            if clocks.is_some_and(|clocks| clocks.press(role, spent).is_err()) {
                return Ok(Some(MatchGameEnd::OutOfTime(role)));
            }
        }
        self.play(chosen)?;
        Ok(None)
    }

    /// Plays a ply that the players have chosen before, so that the game goes on as it would have done
    /// then. The table of a search is not filled again.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    pub fn follow(&mut self, chosen: Vec<Move>) -> Result<(), Trouble> {
        for (role, moves) in movers(self.conditions.rules, &self.position)? {
            if !matches!(self.players[role.0], Player::Computer(_)) {
                at_random(&mut self.random, moves);
            }
        }
        self.play(chosen)
    }

    fn play(&mut self, chosen: Vec<Move>) -> Result<(), Trouble> {
        let rules = self.conditions.rules;
        self.position = rules.play(&self.position, &chosen).explain(rules)?;
        self.plies.push(chosen);
        Ok(())
    }

    fn choose(
        &mut self,
        role: Role,
        moves: Vec<Move>,
        is_stopped: IsStopped<'_>,
    ) -> Result<Move, Trouble> {
        let Player::Computer(strength) = self.players[role.0] else {
            return Ok(at_random(&mut self.random, moves));
        };
        let strength = Strength {
            seed: self.seed,
            ..strength.clone()
        };
        let Some(clocks) = &self.clocks else {
            return self.search(role, &strength, is_stopped);
        };
        match self.search(role, &clocks.allot(role, &strength), is_stopped) {
            // There was no time for a search.
            Err(Trouble::Stopped(_)) if !is_stopped() => Ok(at_random(&mut self.random, moves)),
            searched => searched,
        }
    }

    fn search(
        &mut self,
        role: Role,
        strength: &Strength,
        is_stopped: IsStopped<'_>,
    ) -> Result<Move, Trouble> {
        let GameConditions {
            rules,
            forms,
            clock,
            ..
        } = *self.conditions;
        let search = GameSearch {
            rules,
            forms,
            clock,
        };
        let mut watch = |_: Progress| match is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let table = &mut self.tables[role.0];
        let (played, _, answered) =
            search.choose(strength, &self.position, role, table, &mut watch)?;
        self.answered = Some(answered.after(self.answered));
        Ok(played)
    }
}

/// Returns the roles that are to move, each with its legal moves; none if the game is over.
pub(super) fn movers(
    rules: &Rules,
    position: &Position,
) -> Result<Vec<(Role, Vec<Move>)>, Trouble> {
    Ok(rules.turn(position).explain(rules)?.into_movers())
}

/// Returns one of the moves of a role that is to move.
pub(super) fn at_random(random: &mut fastrand::Rng, moves: Vec<Move>) -> Move {
    random.choice(moves).expect("who is to move has a move")
}
