//! The worlds that a query has entered, and the one in which the next goal is proved.
//!
//! Worlds lie in the order in which they were entered; failure forgets the worlds entered since a
//! choice point. `bytes` is the sum of their memory.

use crate::logic::facts::Facts;
use crate::logic::ids::RelationId;
use crate::logic::term::Term;
use crate::logic::world::World;

#[derive(Debug, Default)]
pub(super) struct Worlds {
    entered: Vec<EnteredWorld>,
    last_serial: u64,
    current: usize,
    bytes: usize,
    /// Whether a goal has read facts since the query started.
    pub consulted: bool,
}

#[derive(Debug)]
struct EnteredWorld {
    world: World,
    /// A number that no other world of the query has had.
    serial: u64,
}

impl Worlds {
    /// Resets the worlds for a new query, which starts with these facts.
    pub fn restart(&mut self, facts: Facts, given: Vec<(RelationId, Term)>) {
        let world = match self.entered.drain(..).next() {
            Some(first) => first.world.instead_of(facts, given),
            None => World::new(facts, given),
        };
        self.bytes = 0;
        self.consulted = false;
        self.enter(world);
    }

    /// Enters a world, until failure leaves it.
    pub fn enter(&mut self, world: World) {
        self.bytes += world.bytes();
        self.last_serial += 1;
        let serial = self.last_serial;
        self.entered.push(EnteredWorld { world, serial });
        self.current = self.entered.len() - 1;
    }

    #[inline]
    pub fn current(&self) -> &World {
        &self.entered[self.current].world
    }

    #[inline]
    pub fn current_mut(&mut self) -> &mut World {
        &mut self.entered[self.current].world
    }

    /// The number of the current world.
    #[inline]
    pub fn number(&self) -> usize {
        self.current
    }

    /// A number that only the current world has among all worlds of the query.
    pub fn serial(&self) -> u64 {
        self.entered[self.current].serial
    }

    /// Goes back to a world that was entered before and is not forgotten.
    #[inline]
    pub fn resume(&mut self, number: usize) {
        self.current = number;
    }

    /// How many worlds there are.
    #[inline]
    pub fn height(&self) -> usize {
        self.entered.len()
    }

    /// Forgets the newest worlds, so that `height` of them are left.
    #[inline]
    pub fn forget_above(&mut self, height: usize) {
        if self.entered.len() > height {
            self.drop_above(height);
        }
    }

    #[cold]
    fn drop_above(&mut self, height: usize) {
        let forgotten = self.entered.drain(height..);
        self.bytes -= forgotten
            .map(|entered| entered.world.bytes())
            .sum::<usize>();
    }

    /// The memory of all worlds, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
