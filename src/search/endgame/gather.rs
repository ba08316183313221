//! The table of what a solver has found out.
//!
//! Retrograde analysis knows every position. A search knows those of its table, and proof numbers those
//! of the line; they are found by following the moves from the root as long as something is known.

use rustc_hash::FxHashMap;

use super::table::{Distance, EndgameTable, ForcedGoal};
use crate::game::{FastPaths, Role, Turn};
use crate::search::error::SearchError;
use crate::search::meter::Meter;
use crate::search::solve::{LineEnd, Solution, SolveMethod, Solver};
use crate::search::walk::Search;
use crate::search::watch::Watch;

/// The positions of a table that is being made, by lasting fingerprint, each with the goals by role.
pub(in crate::search) struct Gathered {
    roles: usize,
    positions: FxHashMap<[u64; 2], Box<[ForcedGoal]>>,
}

impl Gathered {
    /// Creates an empty table for a game of this number of roles.
    pub fn new(roles: usize) -> Self {
        Self {
            roles,
            positions: FxHashMap::default(),
        }
    }

    /// Adds what is known of a position, unless the table has it. Returns whether it did not.
    pub fn add(&mut self, fingerprint: u128, known: Box<[ForcedGoal]>) -> bool {
        debug_assert_eq!(known.len(), self.roles);
        let key = [(fingerprint >> 64) as u64, fingerprint as u64];
        let mut is_new = false;
        self.positions.entry(key).or_insert_with(|| {
            is_new = true;
            known
        });
        is_new
    }

    /// The table.
    pub fn finish(self) -> EndgameTable {
        let wide = |[first, second]: [u64; 2]| u128::from(first) << 64 | u128::from(second);
        let mut entries: Vec<_> = self.positions.into_iter().collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        let positions = entries.iter().map(|(key, _)| wide(*key)).collect();
        let goals = entries
            .iter()
            .flat_map(|(_, goals)| goals)
            .copied()
            .collect();
        EndgameTable::new(self.roles, positions, goals)
    }
}

impl<G: FastPaths> Solver<'_, G> {
    /// Solves a position as [`solve`](Self::solve) does, and makes a table of what is known then. After
    /// retrograde analysis that is every position that can be reached, with its distance from the end.
    /// After a search it is what the search remembers: every goal is right, but positions that the
    /// answer does not need are missing. After proof numbers it is the line.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_to_table(
        &mut self,
        position: &G::Position,
        watch: &mut dyn Watch,
    ) -> Result<(Solution<G::Move>, EndgameTable), SearchError<G::Error>> {
        self.know_positions_lastingly();
        let solution = self.solve(position, watch)?;
        let mut meter = Meter::new(watch);
        let table = match solution.method {
            SolveMethod::Retrograde => self.table_backwards(position, &mut meter)?,
            SolveMethod::Search | SolveMethod::ProofNumber => {
                self.table_of_search(position, &solution, &mut meter)?
            }
        };
        Ok((solution, table))
    }

    fn table_of_search(
        &mut self,
        position: &G::Position,
        solution: &Solution<G::Move>,
        meter: &mut Meter,
    ) -> Search<G, EndgameTable> {
        let mut gathered = Gathered::new(self.game.role_count());
        let mut open = self.gather_line(position, solution, &mut gathered)?;
        while let Some(position) = open.pop() {
            meter.count()?;
            let Turn::Single(_, moves) = self.game.turn(&position)? else {
                continue;
            };
            for played in &moves {
                let next = self.game.play(&position, std::slice::from_ref(played))?;
                let Some(known) = self.known_by_search(&next, solution.role) else {
                    continue;
                };
                if gathered.add(self.game.lasting_fingerprint(&next), known) {
                    open.push(next);
                }
            }
        }
        Ok(gathered.finish())
    }

    /// Adds the positions of the line, and returns them. The role keeps its goal on the line.
    fn gather_line(
        &self,
        position: &G::Position,
        solution: &Solution<G::Move>,
        gathered: &mut Gathered,
    ) -> Search<G, Vec<G::Position>> {
        let mut positions = vec![position.clone()];
        for played in &solution.line {
            let last = positions.last().expect("the first position is there");
            positions.push(self.game.play(last, std::slice::from_ref(played))?);
        }
        for (ply, position) in positions.iter().enumerate() {
            let distance = match solution.line_end {
                LineEnd::Quickest => Distance::Plies((solution.line.len() - ply) as u32),
                LineEnd::Over | LineEnd::ComesBack { .. } => Distance::Unknown,
            };
            let own = ForcedGoal::exact(solution.goals[solution.role.0], distance);
            let known = match ply {
                0 => at_root(solution, own),
                _ => self.for_all_roles(solution.role, own),
            };
            gathered.add(self.game.lasting_fingerprint(position), known);
        }
        Ok(positions)
    }

    /// What the search remembers of a position, by role; `None` if that is nothing.
    fn known_by_search(&self, position: &G::Position, role: Role) -> Option<Box<[ForcedGoal]>> {
        let mut known = self.for_all_roles(role, self.remembered(position, role));
        for (other, known) in known.iter_mut().enumerate() {
            if *known == ForcedGoal::UNKNOWN {
                *known = self.remembered(position, Role(other));
            }
        }
        let is_known = known.iter().any(|known| *known != ForcedGoal::UNKNOWN);
        is_known.then_some(known)
    }

    /// What is known of all roles if this is known of one.
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

/// What is known of the roles at the root.
fn at_root<M>(solution: &Solution<M>, own: ForcedGoal) -> Box<[ForcedGoal]> {
    let goals = solution.goals.iter();
    let mut known: Box<[ForcedGoal]> = goals
        .map(|goal| ForcedGoal::exact(*goal, Distance::Unknown))
        .collect();
    known[solution.role.0] = own;
    known
}
