//! Random games, from which the solver learns which moves tend to be good.
//!
//! A long search profits from a good order from its beginning. The mean result of the random games
//! in which a role has made a move tells how good the move is anywhere (B. Brügmann, "Monte Carlo
//! Go", 1993).

use fastrand::Rng;
use rustc_hash::FxHashMap;

use super::prover::{BoxedStack, Prover, Roots};
use crate::game::{ChangeNumber, Mover, Role};
use crate::search::limits::MAX_PLIES;
use crate::search::step::StepResult;

/// The number of plies that are played.
const PLIES: usize = 1 << 15;

/// The points of history for one point of a goal. They count for much at first, and for less the
/// more the search finds out.
const POINTS: i64 = 3;

/// The games in which a role made a move, and the sum of its goals.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: i64,
    goals: i64,
}

impl Tally {
    fn add(&mut self, goal: u8) {
        self.games += 1;
        self.goals += i64::from(goal);
    }
}

/// A random game that has come to its end.
pub(super) struct RandomGame {
    pub moves: Vec<PlayedMove>,
    /// By role.
    goals: Vec<u8>,
}

/// A move of a random game.
pub(super) struct PlayedMove {
    /// The index in the list of moves.
    pub index: usize,
    role: Role,
    change: ChangeNumber,
}

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// Learns from random games which moves and which order are good.
    pub(super) fn learn_from_random_games(
        &mut self,
        roots: &dyn Roots<'_, E>,
    ) -> StepResult<E, ()> {
        let games = self.random_games(roots)?;
        self.learn_results(&games);
        self.choose_order(&games, roots)
    }

    /// Random games from the root. There are fewer if one has no end or cannot be played.
    fn random_games(&mut self, roots: &dyn Roots<'_, E>) -> StepResult<E, Vec<RandomGame>> {
        let mut stack = roots.stack();
        let mut random = Rng::with_seed(0);
        let mut games = Vec::new();
        let mut plies = 0;
        while plies < PLIES {
            self.meter.count_more(0)?;
            let roles = self.knowledge.zero_sum.len();
            let Some(game) = play(&mut stack, roles, &mut random) else {
                break;
            };
            plies += game.moves.len().max(1);
            games.push(game);
        }
        Ok(games)
    }

    /// Gives each change points for its mean goal, compared with the mean of all changes of the role.
    fn learn_results(&mut self, games: &[RandomGame]) {
        let mut of_change: FxHashMap<(Role, ChangeNumber), Tally> = FxHashMap::default();
        let mut of_role: FxHashMap<Role, Tally> = FxHashMap::default();
        for game in games {
            for PlayedMove { role, change, .. } in &game.moves {
                let goal = game.goals[role.0];
                of_change.entry((*role, *change)).or_default().add(goal);
                of_role.entry(*role).or_default().add(goal);
            }
        }
        for ((role, change), tally) in of_change {
            let all = of_role[&role];
            let above = tally.goals * all.games - all.goals * tally.games;
            let points = POINTS * above / (tally.games * all.games);
            let points = i32::try_from(points).unwrap_or(0);
            self.knowledge.order.credit(role, change, points);
        }
    }
}

/// Plays a random game from the top position to its end and takes it back. `None` if it has no end,
/// or cannot be played.
fn play<E>(stack: &mut BoxedStack<E>, roles: usize, random: &mut Rng) -> Option<RandomGame> {
    let mut moves = Vec::new();
    let is_finished = loop {
        let Ok(Mover::One(role)) = stack.expand() else {
            break stack.over().unwrap_or(false);
        };
        let count = stack.moves().len();
        if count == 0 || moves.len() == MAX_PLIES {
            break false;
        }
        let index = random.usize(..count);
        if stack.push(index).is_err() {
            break false;
        }
        moves.push(PlayedMove {
            index,
            role,
            change: stack.change(),
        });
    };
    let goal = |role| stack.goal(Role(role)).unwrap_or(0);
    let goals = (0..roles).map(goal).collect();
    moves.iter().for_each(|_| stack.pop());
    is_finished.then_some(RandomGame { moves, goals })
}
