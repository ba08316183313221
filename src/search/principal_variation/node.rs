//! The search below the root: one position, and all that follows from it.

use crate::game::{Assessment, MoveNumber, PositionStack, Results, Role};
use crate::search::choice::Aim;
use crate::search::error::SearchError;
use crate::search::limits::MAX_PLIES;
use crate::search::meter::Meter;
use crate::search::options::Options;
use crate::search::ordering::{Candidate, Experience, Rank};
use crate::search::step::{StepResult, role_to_move};
use crate::search::team::{SharedPosition, Team};
use crate::search::transposition_table::{Bound, Entry, TranspositionTable};
use crate::search::value::Value;
use crate::search::window::Window;

/// Searches less deep than this keep nothing in the table: to compute the answer anew costs about
/// as much.
const LEAST_KEPT_DEPTH: usize = 2;

/// Searches at least this deep look at the static values of the positions after the moves, to find
/// an order.
const LEAST_ORDERED_DEPTH: usize = 3;

/// Threads tell each other which moves they search in searches at least this deep: in others that
/// would cost more than a move that is searched twice.
const LEAST_SHARED_DEPTH: usize = 3;

/// In a selective search, moves after this number of others are searched less deep.
const FULL_DEPTH_MOVES: usize = 3;

/// Only searches at least this deep are made less deep.
const LEAST_REDUCED_DEPTH: usize = 4;

/// Positions at most this number of plies below the root are one if they are the same up to symmetry:
/// further down few of them meet that did not meet before, and to find their images would take longer
/// than it saves.
const MOST_SYMMETRIC_PLIES: usize = 4;

/// The number of candidates that are picked before the others are sorted.
const PICKED: usize = 4;

/// What a search uses again at each depth, and leaves as it has found it.
pub(super) struct Worker<'a, E> {
    pub stack: Box<dyn PositionStack<Error = E> + 'a>,
    pub experience: Experience,
    /// The moves of the current line.
    pub played: Vec<MoveNumber>,
    /// The moves to be searched of all positions of the current line.
    candidates: Vec<Candidate>,
    /// The moves of the current line's positions that wait until other threads have searched them,
    /// as indices in lists of moves.
    put_off: Vec<usize>,
    /// By ply the best line from there on, as indices in lists of moves.
    pub lines: Vec<Vec<usize>>,
}

impl<'a, E> Worker<'a, E> {
    pub fn new(stack: Box<dyn PositionStack<Error = E> + 'a>, experience: Experience) -> Self {
        Self {
            stack,
            experience,
            played: Vec::new(),
            candidates: Vec::new(),
            put_off: Vec::new(),
            lines: vec![Vec::new(); 2],
        }
    }

    /// Plays the move at `index` in the list of moves.
    pub fn push(&mut self, index: usize) -> Result<(), E> {
        let number = self.stack.moves()[index];
        self.stack.push(index)?;
        self.played.push(number);
        if self.lines.len() < self.played.len() + 2 {
            self.lines.push(Vec::new());
        }
        Ok(())
    }

    /// Takes back the last move.
    pub fn pop(&mut self) {
        self.stack.pop();
        self.played.pop();
    }

    /// Goes back to the root, after an error.
    pub fn rewind(&mut self) {
        while !self.played.is_empty() {
            self.pop();
        }
        self.candidates.clear();
        self.put_off.clear();
    }

    /// Finds the most promising candidate from `place` on, and moves it there; those of its position
    /// begin at `first`. Mostly one of the first candidates is good enough, so these are picked one
    /// by one, and the others are sorted only when they are needed.
    fn pick(&mut self, first: usize, place: usize) -> usize {
        let rest = &mut self.candidates[place..];
        if place < first + PICKED {
            let best = (0..rest.len()).max_by_key(|&other| rest[other]);
            rest.swap(0, best.unwrap_or(0));
        } else if place == first + PICKED {
            rest.sort_unstable_by(|left, right| right.cmp(left));
        }
        rest[0].index()
    }

    /// Makes the move at `index`, and then the best line after it, the best line from `ply` on.
    pub fn extend_line(&mut self, ply: usize, index: usize) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(index);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// A position once its moves are listed.
pub(super) enum Expanded {
    /// The game is over, with this value.
    Leaf(Value),
    /// The role has the moves.
    Inner(Role),
}

/// A search to one depth.
pub(super) struct DepthSearch<'s, 'a, E: std::error::Error> {
    pub worker: &'s mut Worker<'a, E>,
    pub table: &'s TranspositionTable,
    pub meter: &'s mut Meter<'a>,
    pub options: &'s Options,
    /// The role for which all values speak.
    pub role: Role,
    /// What distinguishes the entries of this search from those of other searches.
    pub salt: u128,
    /// The number of lines that were cut off at the depth.
    pub horizons: u64,
    /// What this thread shares with others, if there are any.
    pub team: Option<&'s Team>,
}

/// The moves of a position that are left to be searched.
struct Waiting<'t> {
    /// Where those of the position begin among the worker's candidates.
    first: usize,
    /// The next candidate.
    place: usize,
    /// Where those of the position begin among the moves that were put off.
    first_put_off: usize,
    /// The position, if threads tell each other which of its moves they search.
    shared: Option<SharedPosition<'t>>,
}

impl<E: std::error::Error> DepthSearch<'_, '_, E> {
    /// The value of the top position, which lies `ply` plies below the root, searched `depth` plies
    /// deep: exact if it lies inside the window, otherwise a bound on the same side.
    pub fn value(&mut self, ply: usize, depth: usize, window: Window) -> StepResult<E, Value> {
        self.count()?;
        self.worker.lines[ply].clear();
        if depth == 0
            && let Some(value) = self.horizon(ply)?
        {
            return Ok(value);
        }
        let key = (depth >= LEAST_KEPT_DEPTH).then(|| self.key(ply));
        let entry = key.and_then(|key| self.table.get(key));
        if let Some(entry) = &entry
            && !window.is_wide()
            && let Some(value) = self.known(entry, ply, depth, window)
        {
            return Ok(value);
        }
        let role = match self.expand(ply)? {
            Expanded::Leaf(value) => return Ok(value),
            Expanded::Inner(role) => role,
        };
        let first = self.worker.candidates.len();
        let known = entry.and_then(|entry| entry.best);
        self.list(role, ply, depth, known)?;
        let before = self.horizons;
        let waiting = Waiting {
            first,
            place: first,
            first_put_off: self.worker.put_off.len(),
            shared: self
                .team
                .zip(key.filter(|_| depth >= LEAST_SHARED_DEPTH))
                .map(|(team, key)| team.position(key)),
        };
        let (value, best) = self.best_of(waiting, role, ply, depth, window)?;
        self.worker.candidates.truncate(first);
        if let Some(key) = key {
            self.table.insert(
                key,
                Entry {
                    value: self.at_any_ply(value, ply),
                    bound: window.bound(value),
                    depth: depth.min(Entry::MAX_DEPTH),
                    is_complete: self.horizons == before,
                    best: Some(best),
                },
            );
        }
        Ok(value)
    }

    /// Counts a position, and ends the search if another thread has done so.
    fn count(&mut self) -> StepResult<E, ()> {
        self.meter.count()?;
        match self.team {
            Some(team) if team.is_over() => Err(SearchError::Stopped {
                nodes: self.meter.progress.nodes,
            }),
            _ => Ok(()),
        }
    }

    /// The value of a position at the depth; `None` if it is not quiet.
    pub fn horizon(&mut self, ply: usize) -> StepResult<E, Option<Value>> {
        let stack = &mut self.worker.stack;
        match stack.assess(self.options.heuristic, self.role)? {
            Assessment::Unquiet => Ok(None),
            Assessment::Over => self.result(ply).map(Some),
            Assessment::Estimate(estimate) => {
                self.horizons += 1;
                Ok(Some(self.estimate(estimate)))
            }
        }
    }

    /// Lists the moves of the top position, at least one, unless the game is over.
    pub fn expand(&mut self, ply: usize) -> StepResult<E, Expanded> {
        Ok(match role_to_move(&mut *self.worker.stack, ply)? {
            None => Expanded::Leaf(self.result(ply)?),
            Some(_) if ply >= MAX_PLIES => return Err(self.options.too_long()),
            Some(role) => Expanded::Inner(role),
        })
    }

    /// Searches the moves that are waiting, and finds the value and the best move.
    fn best_of(
        &mut self,
        mut waiting: Waiting,
        role: Role,
        ply: usize,
        depth: usize,
        mut window: Window,
    ) -> StepResult<E, (Value, MoveNumber)> {
        let aim = Aim::of(role, self.role);
        let mut best: Option<(Value, usize)> = None;
        for earlier in 0.. {
            let Some(index) = self.next(&mut waiting) else {
                break;
            };
            if let Some(shared) = waiting.shared {
                shared.enter(self.number(index));
            }
            self.worker.push(index)?;
            let depth_after = depth.saturating_sub(1);
            let value = self.follow(ply + 1, depth_after, aim, window, earlier)?;
            self.worker.pop();
            if let Some(shared) = waiting.shared {
                shared.leave(self.number(index));
            }
            if best.is_none_or(|(best, _)| aim.prefers(value, best)) {
                best = Some((value, index));
                if window.is_wide() && window.contains(value) {
                    self.worker.extend_line(ply, index);
                }
            }
            window = window.narrowed(aim, value);
            if window.is_empty() || aim.is_reached(value) {
                self.learn(role, ply, depth, index);
                break;
            }
        }
        self.worker.put_off.truncate(waiting.first_put_off);
        let (value, index) = best.expect("an inner position has at least one move");
        Ok((value, self.number(index)))
    }

    /// The index of the move to be searched next: the most promising one that no other thread is
    /// searching, then those that were put off.
    fn next(&mut self, waiting: &mut Waiting) -> Option<usize> {
        let end = self.worker.candidates.len();
        while waiting.place < end {
            let is_first = waiting.place == waiting.first;
            let index = self.worker.pick(waiting.first, waiting.place);
            waiting.place += 1;
            let is_elsewhere = waiting
                .shared
                .is_some_and(|shared| shared.is_searching(self.number(index)));
            if is_first || !is_elsewhere {
                return Some(index);
            }
            self.worker.put_off.push(index);
        }
        let is_left = self.worker.put_off.len() > waiting.first_put_off;
        is_left.then(|| self.worker.put_off.remove(waiting.first_put_off))
    }

    /// The number of the move at `index` in the list of moves of the top position.
    pub fn number(&self, index: usize) -> MoveNumber {
        self.worker.stack.moves()[index]
    }

    /// The value after a move that is searched after `earlier` others. A move after the first is only
    /// shown to be no better, unless it is.
    fn follow(
        &mut self,
        ply: usize,
        depth: usize,
        aim: Aim,
        window: Window,
        earlier: usize,
    ) -> StepResult<E, Value> {
        let reduction = match self.options.selective {
            true => reduction(depth, earlier),
            false => 0,
        };
        if reduction > 0 {
            let value = self.value(ply, depth - reduction, window.null(aim))?;
            if !window.is_improved(aim, value) {
                return Ok(value);
            }
        }
        if earlier > 0 && window.is_wide() {
            let value = self.value(ply, depth, window.null(aim))?;
            if !window.contains(value) {
                return Ok(value);
            }
        }
        self.value(ply, depth, window)
    }

    fn learn(&mut self, role: Role, ply: usize, depth: usize, index: usize) {
        let Worker {
            experience,
            played,
            stack,
            ..
        } = &mut *self.worker;
        let number = stack.moves()[index];
        experience.learn(role, ply, depth, played.last().copied(), number);
    }

    /// Adds the moves of the top position to the candidates.
    fn list(
        &mut self,
        role: Role,
        ply: usize,
        depth: usize,
        known: Option<MoveNumber>,
    ) -> StepResult<E, ()> {
        let is_ordered = depth >= LEAST_ORDERED_DEPTH && self.options.heuristic.is_some();
        let Worker {
            stack,
            experience,
            played,
            candidates,
            ..
        } = &mut *self.worker;
        let first = candidates.len();
        let last = played.last().copied();
        let moves = stack.moves().iter().enumerate();
        candidates.extend(moves.map(|(index, &number)| {
            let rank = if known == Some(number) {
                Rank::Known
            } else if is_ordered {
                Rank::Plain
            } else {
                experience.rank(ply, last, number)
            };
            Candidate::new(index, rank, experience.history(role, number))
        }));
        if is_ordered {
            self.estimate_from(first, Aim::of(role, self.role))?;
        }
        Ok(())
    }

    /// Gives the candidates from `first` on their static values, but for the known best move, which
    /// comes first anyway.
    fn estimate_from(&mut self, first: usize, aim: Aim) -> StepResult<E, ()> {
        for place in first..self.worker.candidates.len() {
            let candidate = self.worker.candidates[place];
            if candidate.rank == Rank::Plain {
                let estimate = self.estimate_after(candidate.index(), aim)?;
                self.worker.candidates[place].estimate = estimate;
            }
        }
        Ok(())
    }

    /// The static value of the position after a move, for the role to move.
    fn estimate_after(&mut self, index: usize, aim: Aim) -> StepResult<E, i64> {
        let stack = &mut self.worker.stack;
        stack.push(index)?;
        let estimate = stack.evaluate(self.options.heuristic, self.role);
        stack.pop();
        let estimate = estimate?;
        Ok(match aim {
            Aim::Greatest => estimate,
            Aim::Least => estimate.saturating_neg(),
        })
    }

    /// The value of an entry, if it is good enough.
    fn known(&mut self, entry: &Entry, ply: usize, depth: usize, window: Window) -> Option<Value> {
        let is_as_deep = entry.depth == depth || entry.is_complete && entry.depth <= depth;
        let value = self.at_ply(entry.value, ply);
        let serves = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
        };
        if !is_as_deep || !serves {
            return None;
        }
        self.horizons += u64::from(!entry.is_complete);
        Some(value)
    }

    /// The key in the table of the top position, which lies `ply` plies below the root. The best move
    /// of a position may be none, or a poor one, in another position with the key; it is no more than
    /// the first to be searched.
    pub fn key(&mut self, ply: usize) -> u128 {
        let has_images = self.options.symmetries && self.options.noise.is_none();
        let stack = &mut self.worker.stack;
        let fingerprint = match has_images && ply <= MOST_SYMMETRIC_PLIES {
            true => stack.canonical_fingerprint(),
            false => stack.fingerprint(),
        };
        fingerprint ^ self.salt
    }

    /// The value of a finished game.
    fn result(&mut self, ply: usize) -> StepResult<E, Value> {
        let stack = &mut self.worker.stack;
        if self.options.results == Results::Heuristic {
            let estimate = stack.evaluate(self.options.heuristic, self.role)?;
            return Ok(self.estimate(estimate));
        }
        Ok(self.options.goal_value(stack.goal(self.role)?, ply))
    }

    /// The value of an estimate, with the noise.
    fn estimate(&self, estimate: i64) -> Value {
        let key = || self.worker.stack.key();
        self.options.static_value(estimate, key)
    }

    /// A value as the table keeps it: a distance counts from the position, not from the root.
    fn at_any_ply(&self, value: Value, ply: usize) -> Value {
        if self.options.prefer_quick {
            value.sooner(ply)
        } else {
            value
        }
    }

    /// A value of the table as it counts from the root.
    fn at_ply(&self, value: Value, ply: usize) -> Value {
        if self.options.prefer_quick && value.is_decided() {
            value.delayed(ply)
        } else {
            value
        }
    }
}

/// The plies by which the search after a move is less deep if `earlier` moves of the position were
/// searched before it: such a move is seldom the best (late-move reductions: T. Romstad, 2006, in his
/// program Glaurung). `depth` is that of the search after the move.
///
/// The number is even. Many heuristics value a position a little better for the role that has moved last;
/// with an odd number, late moves would seem to be better than they are, and be searched twice.
fn reduction(depth: usize, earlier: usize) -> usize {
    if depth < LEAST_REDUCED_DEPTH || earlier < FULL_DEPTH_MOVES {
        return 0;
    }
    let deeper = (depth as f64).ln() * (earlier as f64).ln() / 2.0;
    let even = (deeper as usize).max(1).next_multiple_of(2);
    match even < depth {
        true => even,
        false => 0,
    }
}
