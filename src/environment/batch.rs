//! Many games of one environment, played side by side.

use std::sync::Arc;
use std::thread;

use fastrand::Rng;

use super::actions::Action;
use super::environment::Environment;
use super::error::StepError;
use super::state::State;
use super::stepper::Stepper;
use crate::game::{self, Game, Role};

/// The action of a role that is not to move.
pub const NO_ACTION: i32 = -1;

/// What happens to a game that is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// The step after its last one begins it anew, whatever action is given.
    #[default]
    Next,
    /// Its last step begins it anew: what is seen then is the new game, and the rewards are those of
    /// the old one.
    Same,
    /// It stays as it is until [`Batch::reset`].
    Off,
}

/// What an illegal action does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Illegal {
    /// The step is an error, and no game goes on.
    #[default]
    Error,
    /// The game is over: its role loses, and all others win.
    Loses,
}

/// How the games of a batch are played.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// The seed of what is chosen at random.
    pub seed: u64,
    /// The number of threads, at least one.
    pub threads: usize,
    /// What happens to games that are over.
    pub autoreset: Autoreset,
    /// What an illegal action does.
    pub illegal: Illegal,
    /// The number of plies after which a game is cut off.
    pub max_plies: Option<u32>,
}

impl Default for BatchOptions {
    fn default() -> Self {
        Self {
            seed: 0,
            threads: 1,
            autoreset: Autoreset::default(),
            illegal: Illegal::default(),
            max_plies: None,
        }
    }
}

/// Where a step writes what has become of each game.
#[derive(Debug)]
pub struct Outcomes<'o> {
    /// By game and role what the step was worth: 0, and at the end -1 for a goal of 0 to 1 for a goal
    /// of 100.
    pub rewards: &'o mut [f32],
    /// Whether each game is over.
    pub terminated: &'o mut [bool],
    /// Whether each game is cut off.
    pub truncated: &'o mut [bool],
}

/// Many games of one environment.
#[derive(Debug)]
pub struct Batch {
    environment: Arc<Environment>,
    start: State,
    options: BatchOptions,
    shards: Vec<Shard>,
}

/// The games of one thread.
#[derive(Debug)]
struct Shard {
    stepper: Stepper,
    /// The number of its first game.
    first: usize,
    games: Vec<Slot>,
}

/// One game.
#[derive(Clone, Debug)]
struct Slot {
    state: State,
    plies: u32,
    /// Whether it is cut off, or ended by an illegal action.
    is_stopped: bool,
    random: Rng,
}

impl Slot {
    fn is_done(&self) -> bool {
        self.is_stopped || self.state.goals().is_some()
    }

    fn begin(&mut self, start: &State) {
        self.state = start.clone();
        (self.plies, self.is_stopped) = (0, false);
    }
}

/// The reward for a goal.
fn reward(goal: u8) -> f32 {
    f32::from(goal) / 50.0 - 1.0
}

impl Batch {
    /// This number of games, which begin with the first position.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    pub fn new(
        environment: &Arc<Environment>,
        games: usize,
        options: BatchOptions,
    ) -> Result<Self, StepError> {
        let position = environment.rules().initial();
        let start = Stepper::new(environment).state(&position)?;
        let share = games.div_ceil(options.threads.max(1)).max(1);
        let slot = |number: usize| Slot {
            state: start.clone(),
            plies: 0,
            is_stopped: false,
            random: random(options.seed, number),
        };
        let shard = |first: usize| Shard {
            stepper: Stepper::new(environment),
            first,
            games: (first..games.min(first + share)).map(slot).collect(),
        };
        Ok(Self {
            environment: Arc::clone(environment),
            shards: (0..games).step_by(share).map(shard).collect(),
            start,
            options,
        })
    }

    /// Returns the environment.
    #[must_use]
    pub fn environment(&self) -> &Arc<Environment> {
        &self.environment
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.shards.iter().map(|shard| shard.games.len()).sum()
    }

    /// The number of games of each thread; the last one may have fewer.
    fn share(&self) -> usize {
        self.shards.first().map_or(1, |shard| shard.games.len())
    }

    /// The number of actions that a step takes for each game: one, or one for each role if several
    /// may be to move at once.
    #[must_use]
    pub fn actions_per_game(&self) -> usize {
        match self.environment.moves_at_once() {
            true => self.environment.rules().role_count(),
            false => 1,
        }
    }

    /// The same games once more, which go on by themselves.
    #[must_use]
    pub fn copy(&self) -> Self {
        let shard = |shard: &Shard| Shard {
            stepper: Stepper::new(&self.environment),
            first: shard.first,
            games: shard.games.clone(),
        };
        Self {
            environment: Arc::clone(&self.environment),
            start: self.start.clone(),
            options: self.options,
            shards: self.shards.iter().map(shard).collect(),
        }
    }

    /// Begins games anew: all, or those that are chosen. A seed begins what is random anew too.
    pub fn reset(&mut self, seed: Option<u64>, chosen: impl Fn(usize) -> bool) {
        for shard in &mut self.shards {
            for (number, game) in (shard.first..).zip(&mut shard.games) {
                if chosen(number) {
                    game.begin(&self.start);
                    if let Some(seed) = seed {
                        game.random = random(seed, number);
                    }
                }
            }
        }
    }

    /// Plays an action in each game that is not over. By game, `actions` has the action of the role
    /// to move, or of each role ([`actions_per_game`](Self::actions_per_game)); those of roles that
    /// are not to move are not looked at.
    ///
    /// # Errors
    /// If an action is not legal, then no game goes on; or if the rules cannot be followed, then the
    /// games have to be begun anew.
    pub fn step(&mut self, actions: &[i32], outcomes: &mut Outcomes<'_>) -> Result<(), StepError> {
        if self.options.illegal == Illegal::Error {
            let own = self.share() * self.actions_per_game();
            let shares = self.shards.iter_mut().zip(actions.chunks(own));
            on_threads(shares, |(shard, actions): (&mut Shard, _)| {
                shard.check(actions)
            })?;
        }
        self.go_on(actions, outcomes)
    }

    /// Plays a move in each game that is not over, at random among the legal ones. Writes the actions
    /// to `actions`, as [`step`](Self::step) takes them.
    ///
    /// # Errors
    /// If the rules cannot be followed, then the games have to be begun anew.
    pub fn step_random(
        &mut self,
        actions: &mut [i32],
        outcomes: &mut Outcomes<'_>,
    ) -> Result<(), StepError> {
        self.choose_random(actions);
        self.go_on(actions, outcomes)
    }

    /// Plays the actions of all games.
    fn go_on(&mut self, actions: &[i32], outcomes: &mut Outcomes<'_>) -> Result<(), StepError> {
        let (share, per_game) = (self.share(), self.actions_per_game());
        let roles = self.environment.rules().role_count();
        let Self {
            start,
            options,
            shards,
            ..
        } = self;
        let shares = shards
            .iter_mut()
            .zip(actions.chunks(share * per_game))
            .zip(outcomes.rewards.chunks_mut(share * roles))
            .zip(outcomes.terminated.chunks_mut(share))
            .zip(outcomes.truncated.chunks_mut(share));
        let step = |((((shard, actions), rewards), terminated), truncated)| {
            let outcomes = Outcomes {
                rewards,
                terminated,
                truncated,
            };
            Shard::step(shard, start, options, outcomes, actions)
        };
        on_threads(shares, step).map(|_| ())
    }

    /// Writes for each game an action at random among the legal ones, as [`step`](Self::step) takes
    /// them; [`NO_ACTION`] for roles that are not to move.
    pub fn choose_random(&mut self, actions: &mut [i32]) {
        let (share, per_game) = (self.share(), self.actions_per_game());
        actions.fill(NO_ACTION);
        for (shard, actions) in self
            .shards
            .iter_mut()
            .zip(actions.chunks_mut(share * per_game))
        {
            for (game, actions) in shard.games.iter_mut().zip(actions.chunks_mut(per_game)) {
                let Slot { state, random, .. } = game;
                for (role, action) in shard.stepper.choose(state, |moves| random.usize(..moves)) {
                    actions[if per_game == 1 { 0 } else { role.0 }] = action as i32;
                }
            }
        }
    }

    /// Plays each game to its end at random, and writes the rewards of each role by game; the games
    /// stay as they are. A game that is cut off after `plies` plies has rewards of 0. Returns the
    /// number of plies.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    pub fn rollout(&mut self, plies: usize, rewards: &mut [f32]) -> Result<u64, StepError> {
        let roles = self.environment.rules().role_count();
        let own = self.share() * roles;
        let shares = self.shards.iter_mut().zip(rewards.chunks_mut(own));
        let work = |(shard, rewards): (&mut Shard, &mut [f32])| {
            let mut total = 0;
            for (game, rewards) in shard.games.iter_mut().zip(rewards.chunks_mut(roles)) {
                let Slot { state, random, .. } = game;
                let (played, goals) = shard
                    .stepper
                    .rollout(state, plies, |moves| random.usize(..moves))?;
                total += played as u64;
                rewards.fill(0.0);
                for (worth, goal) in rewards.iter_mut().zip(goals.into_iter().flatten()) {
                    *worth = reward(goal);
                }
            }
            Ok(total)
        };
        let played = on_threads(shares, work)?;
        Ok(played.into_iter().sum())
    }

    /// Writes by game the number of the role that is to move, -1 if the game is over, and -2 if
    /// several roles are to move.
    pub fn write_movers(&self, movers: &mut [i8]) {
        for (mover, game) in movers.iter_mut().zip(self.slots()) {
            *mover = match game.state.mover() {
                _ if game.is_done() => -1,
                Some(role) => role.0 as i8,
                None => -2,
            };
        }
    }

    /// Writes by game, and by role if several may be to move at once, which actions are legal.
    pub fn write_masks(&mut self, masks: &mut [bool]) {
        let (per_game, count) = (self.actions_per_game(), self.environment.actions().count());
        let written = self.write(masks, per_game * count, |stepper, game, masks| {
            masks.fill(false);
            if game.is_stopped {
                return Ok(());
            }
            for role in game.state.movers() {
                let first = if per_game == 1 { 0 } else { role.0 * count };
                stepper.each_action(&game.state, role, |action| {
                    masks[first + action as usize] = true;
                });
            }
            Ok(())
        });
        written.expect("the moves of a state are known");
    }

    /// Writes by game what the role to move sees, or what each role sees if several may be to move at
    /// once. In a game that is over it is what the first role sees.
    ///
    /// # Errors
    /// If the rules cannot say what is in the planes that they declare.
    pub fn write_observations(&mut self, numbers: &mut [u8]) -> Result<(), StepError> {
        let environment = Arc::clone(&self.environment);
        let (per_game, size) = (self.actions_per_game(), environment.planes().size());
        self.write(numbers, per_game * size, |stepper, game, numbers| {
            if per_game == 1 {
                let looker = game.state.mover().unwrap_or(Role(0));
                environment.observe(stepper, &game.state, looker, numbers)?;
                return Ok(());
            }
            for (role, numbers) in numbers.chunks_mut(size).enumerate() {
                environment.observe(stepper, &game.state, Role(role), numbers)?;
            }
            Ok(())
        })
    }

    /// The position of a game, by its number from 0.
    #[must_use]
    pub fn position(&self, number: usize) -> Option<game::Position> {
        let shard = self.shards.first()?;
        Some(shard.stepper.position(self.state(number)?))
    }

    /// The state of a game, by its number from 0.
    #[must_use]
    pub fn state(&self, number: usize) -> Option<&State> {
        let shard = self.shards.iter().rfind(|shard| shard.first <= number)?;
        let game = shard.games.get(number - shard.first)?;
        Some(&game.state)
    }

    /// Puts a game into a state; it goes on from there as one without an earlier move.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn set_state(&mut self, number: usize, state: &State) {
        let shard = self.shards.iter_mut().rfind(|shard| shard.first <= number);
        let shard = shard.expect("a batch has a game of this number");
        shard.games[number - shard.first].begin(state);
    }

    fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.shards.iter().flat_map(|shard| &shard.games)
    }

    /// Writes for each game what `write` gives, `size` elements.
    fn write<T: Send>(
        &mut self,
        all: &mut [T],
        size: usize,
        write: impl Fn(&Stepper, &Slot, &mut [T]) -> Result<(), StepError> + Sync,
    ) -> Result<(), StepError> {
        let own = (self.share() * size).max(1);
        let shares = self.shards.iter_mut().zip(all.chunks_mut(own));
        let work = |(shard, own): (&mut Shard, &mut [T])| {
            for (game, own) in shard.games.iter().zip(own.chunks_mut(size.max(1))) {
                write(&shard.stepper, game, own)?;
            }
            Ok(())
        };
        on_threads(shares, work).map(|_| ())
    }
}

impl Shard {
    /// Whether the actions of all games are legal.
    fn check(&self, actions: &[i32]) -> Result<(), StepError> {
        let per_game = actions.len() / self.games.len();
        for (number, (game, actions)) in
            (self.first..).zip(self.games.iter().zip(actions.chunks(per_game)))
        {
            if game.is_done() {
                continue;
            }
            if per_game == 1 && game.state.mover().is_none() {
                return Err(StepError::Together { game: number });
            }
            for role in game.state.movers() {
                let action = action_of(actions, role);
                if !is_legal(&self.stepper, &game.state, role, action) {
                    return Err(StepError::Illegal {
                        game: number,
                        action: i64::from(action),
                        role: self.stepper.environment().rules().role_name(role),
                    });
                }
            }
        }
        Ok(())
    }

    /// Plays the actions of each game that is not over.
    fn step(
        &mut self,
        start: &State,
        options: &BatchOptions,
        outcomes: Outcomes<'_>,
        actions: &[i32],
    ) -> Result<(), StepError> {
        let roles = self.stepper.environment().rules().role_count();
        let per_game = actions.len() / self.games.len();
        let games = self.games.iter_mut().zip(actions.chunks(per_game));
        for (at, (game, actions)) in games.enumerate() {
            let rewards = &mut outcomes.rewards[at * roles..][..roles];
            rewards.fill(0.0);
            if game.is_done() {
                if options.autoreset != Autoreset::Off {
                    game.begin(start);
                    (outcomes.terminated[at], outcomes.truncated[at]) = (false, false);
                }
                continue;
            }
            if per_game == 1 && game.state.mover().is_none() {
                let game = self.first + at;
                return Err(StepError::Together { game });
            }
            let loser = match options.illegal {
                Illegal::Error => None,
                Illegal::Loses => game.state.movers().find(|role| {
                    let action = action_of(actions, *role);
                    !is_legal(&self.stepper, &game.state, *role, action)
                }),
            };
            if let Some(loser) = loser {
                game.is_stopped = true;
                rewards.fill(1.0);
                rewards[loser.0] = -1.0;
                outcomes.terminated[at] = true;
            } else {
                let legal = |role| action_of(actions, role) as Action;
                self.stepper.play(&mut game.state, legal)?;
                game.plies += u32::from(game.state.chosen().is_empty());
                let goals = game.state.goals();
                for (worth, goal) in rewards.iter_mut().zip(goals.into_iter().flatten()) {
                    *worth = reward(*goal);
                }
                let is_cut_off = options.max_plies.is_some_and(|most| game.plies >= most);
                game.is_stopped = is_cut_off && goals.is_none();
                outcomes.terminated[at] = goals.is_some();
                outcomes.truncated[at] = game.is_stopped;
            }
            if options.autoreset == Autoreset::Same && game.is_done() {
                game.begin(start);
            }
        }
        Ok(())
    }
}

/// The action of a role among those of a game: the only one, or its own.
fn action_of(actions: &[i32], role: Role) -> i32 {
    match actions {
        [only] => *only,
        of_roles => of_roles[role.0],
    }
}

fn is_legal(stepper: &Stepper, state: &State, role: Role, action: i32) -> bool {
    Action::try_from(action).is_ok_and(|action| stepper.is_legal(state, role, action))
}

/// What is random in a game of a batch with this seed.
fn random(seed: u64, number: usize) -> Rng {
    // Neighbouring seeds give games that have nothing in common (Steele, Lea, Flood 2014).
    Rng::with_seed(seed.wrapping_add((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// Does each part of some work on a thread of its own; the first on this one.
fn on_threads<T: Send, R: Send>(
    shares: impl ExactSizeIterator<Item = T>,
    work: impl Fn(T) -> Result<R, StepError> + Sync,
) -> Result<Vec<R>, StepError> {
    if shares.len() <= 1 {
        return shares.map(work).collect();
    }
    thread::scope(|scope| {
        let mut shares = shares;
        let first = shares.next();
        let work = &work;
        let others: Vec<_> = shares
            .map(|share| scope.spawn(move || work(share)))
            .collect();
        let first = first.map(work);
        let others = others.into_iter().map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        first.into_iter().chain(others).collect()
    })
}
