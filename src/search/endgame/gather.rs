//! The table of the positions that a solver has solved.
//!
//! Retrograde analysis knows every position. A search knows those of its table, and proof numbers those
//! of the line; they are found by following the moves from the root as long as something is known. For
//! each position of a search whose goal is known, a move that keeps it is known too, mostly. If such moves
//! could lead in a circle, the table is made by retrograde analysis, which knows the way to the end.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::slice;

use super::table::{Distance, EndgameTable, ForcedGoal};
use crate::game::{FastPaths, Game, Role, Turn};
use crate::search::choice::Aim;
use crate::search::error::SearchError;
use crate::search::meter::Meter;
use crate::search::solve::{LineEnd, Solution, SolveMethod, Solver};
use crate::search::value::Value;
use crate::search::walk::Search;
use crate::search::watch::Watch;

/// A table that is being made.
struct Gathered {
    roles: usize,
    /// By lasting fingerprint the number of the position, and the goals of all roles.
    positions: BTreeMap<u128, (u32, Box<[ForcedGoal]>)>,
    /// The moves between the positions: the numbers before and after each.
    moves: Vec<[u32; 2]>,
}

impl Gathered {
    /// Creates an empty table for a game of this number of roles.
    fn new(roles: usize) -> Self {
        Self {
            roles,
            positions: BTreeMap::new(),
            moves: Vec::new(),
        }
    }

    /// Adds what is known of a position, by role. Returns all that is known, if that is more than before.
    fn add(&mut self, fingerprint: u128, known: Box<[ForcedGoal]>) -> Option<&[ForcedGoal]> {
        let number = self.positions.len() as u32;
        match self.positions.entry(fingerprint) {
            Entry::Vacant(place) => Some(&place.insert((number, known)).1),
            Entry::Occupied(place) => {
                let (_, before) = place.into_mut();
                let both = before.iter().zip(known).map(|(one, other)| one.and(other));
                let both: Box<[ForcedGoal]> = both.collect();
                let is_more = both != *before;
                *before = both;
                is_more.then_some(before)
            }
        }
    }

    /// Adds a move between two positions of the table.
    fn add_move(&mut self, positions: [u128; 2]) {
        let number = |fingerprint| self.positions.get(fingerprint).map(|(number, _)| *number);
        if let [Some(before), Some(after)] = [&positions[0], &positions[1]].map(number) {
            self.moves.push([before, after]);
        }
    }

    /// Whether moves lead from a position back to it (A. B. Kahn, "Topological Sorting of Large Networks",
    /// 1962).
    fn has_circle(&mut self) -> bool {
        self.moves.sort_unstable();
        self.moves.dedup();
        let mut moves_into = vec![0_u32; self.positions.len()];
        for [_, after] in &self.moves {
            moves_into[*after as usize] += 1;
        }
        let numbers = 0..self.positions.len() as u32;
        let mut open: Vec<u32> = numbers
            .filter(|number| moves_into[*number as usize] == 0)
            .collect();
        let mut passed = 0;
        while let Some(position) = open.pop() {
            passed += 1;
            let first = self.moves.partition_point(|[before, _]| *before < position);
            let moves = self.moves[first..].iter();
            for [_, after] in moves.take_while(|[before, _]| *before == position) {
                moves_into[*after as usize] -= 1;
                if moves_into[*after as usize] == 0 {
                    open.push(*after);
                }
            }
        }
        passed < self.positions.len()
    }

    /// The table.
    fn finish(self) -> EndgameTable {
        let positions = self.positions.keys().copied().collect();
        let goals = self.positions.values();
        let goals = goals.flat_map(|(_, goals)| goals).copied().collect();
        EndgameTable::new(self.roles, positions, goals)
    }
}

/// A position of which something is known.
struct KnownPosition<G: Game> {
    position: G::Position,
    /// For the role in question.
    goal: ForcedGoal,
    is_over: bool,
}

/// The role to move, and the positions after its moves.
type NextPositions<G> = (Role, Vec<KnownPosition<G>>);

/// Whether a move after which this is known keeps a goal of the role in question, if the side with this
/// aim plays it.
fn keeps(aim: Aim, known: ForcedGoal, goal: u8) -> bool {
    match aim {
        Aim::Greatest => known.least >= goal,
        Aim::Least => known.most <= goal,
    }
}

impl<G: FastPaths> Solver<'_, G> {
    /// Solves a position as [`solve`](Self::solve) does, and makes a table of the solved positions. After
    /// retrograde analysis these are all that can be reached, with their distances from the end. After a
    /// search they are those that it remembers: every goal is right, but positions that the answer does
    /// not need are missing. If a position could come back among them, retrograde analysis makes the table.
    /// After proof numbers they are those of the line.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_to_table(
        &mut self,
        position: &G::Position,
        watch: &mut dyn Watch,
    ) -> Search<G, (Solution<G::Move>, EndgameTable)> {
        self.know_positions_lastingly();
        let solution = self.solve(position, watch)?;
        let mut meter = Meter::new(watch);
        let table = match solution.method {
            SolveMethod::Retrograde => self.table_backwards(position, &mut meter)?,
            SolveMethod::Search => self.table_of_search(position, &solution, &mut meter)?,
            SolveMethod::ProofNumber => self.table_of_line(position, &solution)?,
        };
        Ok((solution, table))
    }

    fn table_of_line(
        &self,
        position: &G::Position,
        solution: &Solution<G::Move>,
    ) -> Search<G, EndgameTable> {
        let mut gathered = Gathered::new(self.game.role_count());
        self.gather_line(position, solution, &mut gathered)?;
        Ok(gathered.finish())
    }

    fn table_of_search(
        &mut self,
        position: &G::Position,
        solution: &Solution<G::Move>,
        meter: &mut Meter,
    ) -> Search<G, EndgameTable> {
        let mut gathered = Gathered::new(self.game.role_count());
        let mut open = self.gather_line(position, solution, &mut gathered)?;
        while let Some(known) = open.pop() {
            meter.count()?;
            let Some((mover, mut moves)) = self.next_positions(&known, solution.role)? else {
                continue;
            };
            let before = self.game.lasting_fingerprint(&known.position);
            let aim = Aim::of(mover, solution.role);
            if let Some(goal) = known.goal.goal()
                && !moves.iter().any(|next| keeps(aim, next.goal, goal))
            {
                self.find_keeping(&mut moves, (solution.role, aim), goal, meter)?;
            }
            for mut next in moves.into_iter().filter(|next| !next.is_over) {
                let Some(by_role) = self.known_by_search(&next, solution.role) else {
                    continue;
                };
                let fingerprint = self.game.lasting_fingerprint(&next.position);
                if let Some(known) = gathered.add(fingerprint, by_role) {
                    next.goal = known[solution.role.0];
                    open.push(next);
                }
                gathered.add_move([before, fingerprint]);
            }
        }
        match gathered.has_circle() {
            true => self.table_backwards(position, meter),
            false => Ok(gathered.finish()),
        }
    }

    /// The positions after a position in which the game goes on, with the remembered goal of a
    /// role.
    fn next_positions(
        &self,
        known: &KnownPosition<G>,
        role: Role,
    ) -> Search<G, Option<NextPositions<G>>> {
        let Turn::Single(mover, moves) = self.game.turn(&known.position)? else {
            return Ok(None);
        };
        let mut next = Vec::with_capacity(moves.len());
        for played in &moves {
            let position = self.game.play(&known.position, slice::from_ref(played))?;
            let is_over = self.game.over(&position)?;
            let goal = match is_over {
                true => ForcedGoal::exact(self.game.goal(&position, role)?, Distance::Plies(0)),
                false => self.remembered(&position, role),
            };
            next.push(KnownPosition {
                position,
                goal,
                is_over,
            });
        }
        Ok(Some((mover, next)))
    }

    /// Finds a move that keeps the goal of a role where the search remembers none: near the end it
    /// remembers nothing, since to search again is quicker.
    fn find_keeping(
        &mut self,
        moves: &mut [KnownPosition<G>],
        (role, aim): (Role, Aim),
        goal: u8,
        meter: &mut Meter,
    ) -> Search<G, ()> {
        let value = Value::from_goal(goal);
        for next in moves.iter_mut().filter(|next| !next.is_over) {
            let is_kept = match aim {
                Aim::Greatest => self.forces(&next.position, role, value, meter),
                Aim::Least => self
                    .forces(&next.position, role, value.just_above(), meter)
                    .map(|forces| forces.map(|forces| !forces)),
            };
            match is_kept {
                // The goal of a position is that of its best move.
                Ok(Some(true)) => {
                    next.goal = ForcedGoal::exact(goal, Distance::Unknown);
                    return Ok(());
                }
                Ok(_) | Err(SearchError::Unsettled { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Adds the positions of the line, and returns them. The role keeps its goal on the line.
    fn gather_line(
        &self,
        position: &G::Position,
        solution: &Solution<G::Move>,
        gathered: &mut Gathered,
    ) -> Search<G, Vec<KnownPosition<G>>> {
        let mut known = vec![self.on_line(position.clone(), 0, solution)?];
        for (ply, played) in solution.line.iter().enumerate() {
            let position = self
                .game
                .play(&known[ply].position, slice::from_ref(played))?;
            known.push(self.on_line(position, ply + 1, solution)?);
        }
        for (ply, known) in known.iter().enumerate() {
            let by_role = match ply {
                0 => at_root(solution, known.goal),
                _ => self.for_all_roles(solution.role, known.goal),
            };
            gathered.add(self.game.lasting_fingerprint(&known.position), by_role);
        }
        Ok(known)
    }

    /// The position after `ply` plies of the line.
    fn on_line(
        &self,
        position: G::Position,
        ply: usize,
        solution: &Solution<G::Move>,
    ) -> Search<G, KnownPosition<G>> {
        let distance = match solution.line_end {
            LineEnd::Quickest => Distance::Plies((solution.line.len() - ply) as u32),
            LineEnd::Over | LineEnd::ComesBack { .. } => Distance::Unknown,
        };
        Ok(KnownPosition {
            is_over: self.game.over(&position)?,
            position,
            goal: ForcedGoal::exact(solution.goals[solution.role.0], distance),
        })
    }

    /// The remembered goals of a position, by role; `None` if nothing is remembered.
    fn known_by_search(&self, next: &KnownPosition<G>, role: Role) -> Option<Box<[ForcedGoal]>> {
        let mut known = self.for_all_roles(role, next.goal);
        for (other, known) in known.iter_mut().enumerate() {
            if *known == ForcedGoal::UNKNOWN {
                *known = self.remembered(&next.position, Role(other));
            }
        }
        let is_known = known.iter().any(|known| *known != ForcedGoal::UNKNOWN);
        is_known.then_some(known)
    }

    /// The goals of all roles, if one has this goal.
    fn for_all_roles(&self, role: Role, own: ForcedGoal) -> Box<[ForcedGoal]> {
        let other = match self.is_zero_sum(role) {
            true => own.of_opponent(),
            false => ForcedGoal::UNKNOWN,
        };
        let mut known = vec![other; self.game.role_count()];
        known[role.0] = own;
        known.into()
    }
}

/// The goals of the roles at the root.
fn at_root<M>(solution: &Solution<M>, own: ForcedGoal) -> Box<[ForcedGoal]> {
    let goal = |(role, goal): (usize, &u8)| match solution.open.contains(&Role(role)) {
        true => ForcedGoal::UNKNOWN,
        false => ForcedGoal::exact(*goal, Distance::Unknown),
    };
    let mut known: Box<[ForcedGoal]> = solution.goals.iter().enumerate().map(goal).collect();
    known[solution.role.0] = own;
    known
}
