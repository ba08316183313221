//! A running search for the value that one role can force.

use std::sync::Arc;

use super::SHORT_SEARCH;
use super::bounds::Bounds;
use super::options::SolveOptions;
use super::order::{MoveOrder, OpenMove, SortKey};
use super::payoff::Payoff;
use crate::game::{MoveNumber, PositionStack, Role};
use crate::search::error::SearchError;
use crate::search::limits::MAX_PLIES;
use crate::search::meter::Meter;
use crate::search::step::{StepResult, role_to_move};
use crate::search::team::Team;
use crate::search::transposition_table::{Entry, TranspositionTable};
use crate::search::value::{BEST_GOAL, Value};
use crate::search::window::Window;

/// What a solver keeps from one question to the next.
pub(super) struct Knowledge {
    /// Shared while several threads search, and of full size then.
    pub table: Arc<TranspositionTable>,
    pub order: MoveOrder,
    /// Whether random games have shown which moves and which order are good.
    pub has_played_games: bool,
    /// By role, in a game for two: whether all finished games that were met in questions about the
    /// role had goals that add up to 100.
    pub zero_sum: Vec<bool>,
    /// Whether a position was met that comes back.
    pub has_repetition: bool,
}

/// The positions of a search, as words or by the methods of the game.
pub(super) type BoxedStack<'g, E> = Box<dyn PositionStack<Error = E> + 'g>;

/// A search for what one role can force, from the positions of one line on.
pub(in crate::search) struct Prover<'g, 'p, 'w, E> {
    pub(super) stack: BoxedStack<'g, E>,
    /// Makes other stacks with the same root; none for a search that is part of another one.
    pub(super) roots: Option<&'p dyn Roots<'g, E>>,
    /// What the thread shares with others that search the same.
    pub(super) team: Option<&'p Team>,
    pub(super) knowledge: &'p mut Knowledge,
    pub(super) options: &'p SolveOptions,
    pub(super) meter: &'p mut Meter<'w>,
    /// The search gives up beyond this number of nodes.
    pub(super) limit: u64,
    /// The role in question.
    pub(super) role: Role,
    pub(super) payoff: Payoff,
    /// What distinguishes the entries about the role and the payoff from others.
    pub(super) salt: u128,
    /// The keys of the positions of the current line that are being searched.
    pub(super) keys: Vec<u128>,
    /// The moves of the current line, with their indices in the lists of moves.
    pub(super) played: Vec<(usize, MoveNumber)>,
    /// The ply from which the depth counts.
    pub(super) start: usize,
    /// The moves to be searched of all positions of the current line.
    pub(super) open: Vec<OpenMove>,
    /// The places of those that wait until other threads have searched them.
    pub(super) put_off: Vec<usize>,
}

/// Makes stacks with the root of a question.
pub(in crate::search) trait Roots<'g, E> {
    /// A stack for the thread of the host.
    fn stack(&self) -> BoxedStack<'g, E>;

    /// The number of threads that may search.
    fn threads(&self) -> usize;

    /// Calls `own` in the thread of the host and meanwhile `work` in each of the others, with a stack
    /// of its own.
    fn on_threads(&self, work: &(dyn Fn(BoxedStack<'_, E>) + Sync), own: &mut dyn FnMut());
}

/// A position once its moves are listed.
pub(super) enum Expanded {
    /// The game is over, with this value for the role in question.
    Over(Value),
    /// The role has the moves.
    Inner(Role),
}

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// The value that the role can force.
    pub fn value(&mut self) -> StepResult<E, Value> {
        self.value_in(Window::FULL)
    }

    /// Whether the role can force `value` at least.
    pub fn forces(&mut self, value: Value) -> StepResult<E, bool> {
        let window = Window {
            alpha: value.just_below(),
            beta: value,
        };
        Ok(self.value_in(window)? >= value)
    }

    fn value_in(&mut self, window: Window) -> StepResult<E, Value> {
        match self.options.full {
            true => self.settle(),
            false => self.value_by_windows(window),
        }
    }

    /// The value as far as the window asks for it. A search that is known to be long begins once random
    /// games have told which moves are good.
    fn value_by_windows(&mut self, window: Window) -> StepResult<E, Value> {
        let Some(roots) = self.roots else {
            return Ok(self.answer(window, None)?.value);
        };
        if self.payoff == Payoff::Goal && self.stack.threats(self.role).is_some() {
            // Random games would tell less.
            self.knowledge.has_played_games = true;
            self.knowledge.order.begin_with(SortKey::Threats);
        }
        let is_short = self.limit < u64::MAX;
        if !is_short && !self.knowledge.has_played_games {
            self.knowledge.has_played_games = true;
            self.learn_from_random_games(roots)?;
        }
        if is_short || roots.threads() <= 1 {
            return Ok(self.answer(window, None)?.value);
        }
        match self.value_without_threads(window)? {
            Some(value) => Ok(value),
            None => self.value_by_threads(roots, window),
        }
    }

    /// The value as far as the window asks for it; none if the search is long enough for several
    /// threads.
    fn value_without_threads(&mut self, window: Window) -> StepResult<E, Option<Value>> {
        let (plies, keys, open) = (self.played.len(), self.keys.len(), self.open.len());
        self.limit = self.meter.progress.nodes + SHORT_SEARCH;
        let answer = self.answer(window, None);
        let is_long = matches!(answer, Err(SearchError::Stopped { .. })) && self.has_given_up();
        self.limit = u64::MAX;
        if !is_long {
            return Ok(Some(answer?.value));
        }
        (plies..self.played.len()).for_each(|_| self.pop());
        self.keys.truncate(keys);
        self.open.truncate(open);
        Ok(None)
    }

    /// Whether the search has taken more nodes than it may.
    pub(super) fn has_given_up(&self) -> bool {
        self.meter.progress.nodes > self.limit
    }

    /// Counts a node, unless the search has to end.
    pub(super) fn count(&mut self) -> StepResult<E, ()> {
        self.meter.count()?;
        let is_over = self.has_given_up() || self.team.is_some_and(Team::is_over);
        match is_over {
            true => Err(SearchError::Stopped {
                nodes: self.meter.progress.nodes,
            }),
            false => Ok(()),
        }
    }

    /// Lists the moves of the top position, at least one, unless the game is over.
    pub(super) fn expand(&mut self) -> StepResult<E, Expanded> {
        let ply = self.plies();
        Ok(match role_to_move(&mut *self.stack, ply)? {
            None => Expanded::Over(self.result()?),
            Some(role) => Expanded::Inner(role),
        })
    }

    /// The value of a finished game.
    pub(super) fn result(&mut self) -> Result<Value, E> {
        let value = self.payoff.of(&mut *self.stack, self.role)?;
        if self.knowledge.zero_sum[self.role.0] && self.payoff == Payoff::Goal {
            let other = self.stack.goal(Role(1 - self.role.0))?.min(BEST_GOAL);
            let adds_up = value == Value::from_goal(BEST_GOAL - other);
            self.knowledge.zero_sum[self.role.0] = adds_up;
        }
        Ok(value)
    }

    /// Plays the move at `index` in the list of moves.
    pub(super) fn push(&mut self, index: usize) -> Result<(), E> {
        let number = self.stack.moves()[index];
        self.stack.push(index)?;
        self.played.push((index, number));
        Ok(())
    }

    /// Takes back the last move.
    pub(super) fn pop(&mut self) {
        self.stack.pop();
        self.played.pop();
    }

    /// The key of the top position in the table.
    pub(super) fn key(&mut self) -> u128 {
        // A heuristic need not be the same for symmetric positions.
        let fingerprint = match self.options.symmetries && self.payoff == Payoff::Goal {
            true => self.stack.canonical_fingerprint(),
            false => self.stack.fingerprint(),
        };
        fingerprint ^ self.salt
    }

    /// What is known about a position, and its best move.
    pub(super) fn known(&self, key: u128) -> (Bounds, Option<MoveNumber>) {
        self.knowledge
            .table
            .get(key)
            .map_or((Bounds::ALL, None), |entry| {
                (Bounds::of_entry(&entry), entry.best)
            })
    }

    /// Keeps what was found out about a position.
    pub(super) fn keep(&mut self, key: u128, entry: Entry) {
        if let Some(table) = Arc::get_mut(&mut self.knowledge.table) {
            table.grow();
        }
        // A table that threads share cannot grow.
        if let Some(team) = self.team
            && self.knowledge.table.wants_room()
        {
            team.ask_for_room();
        }
        self.knowledge.table.insert(key, entry);
    }

    /// Whether the position is one of those being searched.
    pub(super) fn is_repeated(&self, key: u128) -> bool {
        self.keys.contains(&key)
    }

    /// An error if the position is one of those being searched. What the table knows does not
    /// matter then: whether a game has an end is told before who wins.
    pub(super) fn refuse_repetition(&mut self, key: u128) -> StepResult<E, ()> {
        match self.is_repeated(key) {
            false => Ok(()),
            true => {
                self.knowledge.has_repetition = true;
                let plies = self.plies();
                Err(SearchError::Unsettled { plies })
            }
        }
    }

    /// An error if the line is as long as the options allow.
    pub(super) fn check_length(&self) -> StepResult<E, ()> {
        match self.may_go_on(0) {
            true => Ok(()),
            false => Err(SearchError::Unsettled {
                plies: self.plies(),
            }),
        }
    }

    /// Whether the line may go on from a position `more` plies after the top position.
    pub(super) fn may_go_on(&self, more: usize) -> bool {
        self.plies() + more < self.options.depth.min(MAX_PLIES)
    }

    /// The plies from where the depth counts to the top position.
    fn plies(&self) -> usize {
        self.played.len().saturating_sub(self.start)
    }
}
