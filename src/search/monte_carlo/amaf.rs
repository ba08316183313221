//! All moves as first: how well a move did in the simulations through a position, wherever in them
//! it was played. (B. Brügmann, "Monte Carlo Go", 1993.) Few simulations tell this of many moves,
//! so a choice among moves that were hardly tried goes by it. The position that is asked is the
//! nearest one above that has seen enough simulations. (T. Cazenave, "Generalized Rapid Action
//! Value Estimation", 2015: GRAVE.)

use crate::game::{MoveNumber, Role};

/// The places of a table, a power of two. Moves whose numbers differ by a multiple share a place,
/// which makes the table a little worse.
const PLACES: usize = 1 << 11;

/// The tables that a search holds at most: 32 MiB.
const MOST_TABLES: usize = 1 << 11;

/// A table by its place among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableId(u16);

/// A move that was played in a simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    role: u16,
    place: u16,
}

impl Played {
    pub fn new(role: Role, number: MoveNumber) -> Self {
        Played {
            role: role.0 as u16,
            place: place(role, number) as u16,
        }
    }
}

/// The place of a move in a table. Roles may call different moves by one number.
fn place(role: Role, number: MoveNumber) -> usize {
    (number.0 as usize).wrapping_add(role.0 * (PLACES / 3)) % PLACES
}

/// How well a move did.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    visits: f32,
    total: f32,
}

/// How well moves did in the simulations through one position.
pub(super) struct Table(Box<[Count]>);

impl Table {
    fn new() -> Self {
        Table(vec![Count::default(); PLACES].into())
    }

    /// In how many simulations the role played the move, and the mean goal, from 0 to 1.
    pub fn mean(&self, role: Role, number: MoveNumber) -> Option<(f64, f64)> {
        let Count { visits, total } = self.0[place(role, number)];
        (visits > 0.0).then(|| (f64::from(visits), f64::from(total / visits)))
    }

    fn count(&mut self, played: &[Played], goals: &[f64]) {
        for Played { role, place } in played {
            let count = &mut self.0[usize::from(*place)];
            count.visits += 1.0;
            count.total += goals[usize::from(*role)] as f32;
        }
    }
}

/// The tables of a search.
#[derive(Default)]
pub(super) struct Tables(Vec<Table>);

impl Tables {
    /// Adds an empty table, if there is room.
    pub fn add(&mut self) -> Option<TableId> {
        let added = u16::try_from(self.0.len()).ok()?;
        (self.0.len() < MOST_TABLES).then(|| {
            self.0.push(Table::new());
            TableId(added)
        })
    }

    pub fn table(&self, table: TableId) -> &Table {
        &self.0[usize::from(table.0)]
    }

    /// Counts the moves that were played after a position in a game that ended with these goals.
    pub fn count(&mut self, table: TableId, played: &[Played], goals: &[f64]) {
        self.0[usize::from(table.0)].count(played, goals);
    }
}
