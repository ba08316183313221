//! Predicates that enter other worlds: the facts in which the goals that follow are proved.
//!
//! The number of a world is valid as long as failure can reach the goal that entered it.

use super::Builtin;
use crate::logic::cell::Cell;
use crate::logic::facts::Facts;
use crate::logic::limits::CELLS_PER_WORK;
use crate::logic::machine::Machine;
use crate::logic::raise::{self, GoalOutcome};
use crate::logic::schema::Fact;
use crate::logic::store::Numbering;
use crate::logic::world::World;

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("$world", 1, current),
    Builtin::new("$resume", 1, resume),
    Builtin::new("$assume", 1, assume),
    Builtin::new("$revise", 2, revise),
    Builtin::new("$replace", 1, replace),
];

fn current(machine: &mut Machine) -> GoalOutcome {
    let world = machine.store.integer(machine.worlds.number() as i64);
    machine.answer(&[(0, world)])
}

/// Goes back to a world that was current before.
fn resume(machine: &mut Machine) -> GoalOutcome {
    let number = machine.count_argument(0)?;
    machine.worlds.resume(number);
    Ok(true)
}

/// Enters a world in which a fact of a given relation holds too.
fn assume(machine: &mut Machine) -> GoalOutcome {
    let term = machine.argument(0);
    let fact = machine.store.export(term, &mut Numbering::default())?;
    if !fact.is_ground() {
        return Err(raise::instantiation(&mut machine.store));
    }
    let Some(relation) = machine.relation_of(&fact) else {
        return Err(raise::domain_error(&mut machine.store, "fluent", term));
    };
    let here = machine.worlds.current();
    let (facts, mut given) = (here.facts.clone(), here.given.clone());
    given.push((relation, fact));
    machine.enter(World::new(facts, given))
}

/// Enters a world without the facts of the first list, with those of the second, and no given
/// facts.
fn revise(machine: &mut Machine) -> GoalOutcome {
    let mut facts = machine.worlds.current().facts.clone();
    for item in machine.list_argument(0)? {
        machine.store.pass(CELLS_PER_WORK, 0)?;
        facts.remove(&machine.fact_or_raise(item)?);
    }
    machine.enter_with(facts, 1)
}

/// Enters a world with only the facts of the list.
fn replace(machine: &mut Machine) -> GoalOutcome {
    let facts = Facts::empty(machine.program().schema());
    machine.enter_with(facts, 0)
}

impl Machine {
    /// Enters a world with `facts` and those of a list, which may give each key only one value.
    fn enter_with(&mut self, mut facts: Facts, argument: usize) -> GoalOutcome {
        let mut added = Vec::new();
        let mut bytes = 0;
        for item in self.list_argument(argument)? {
            let fact = self.fact_or_raise(item)?;
            // Meanwhile a fact exists twice, in the world and in the list of added facts.
            if let Fact::Open { .. } = fact {
                bytes += fact.bytes() + BYTES_AROUND_A_FACT;
            }
            self.store.pass(
                CELLS_PER_WORK,
                (bytes + added.len() * size_of::<(Fact, Cell)>()) / size_of::<Cell>(),
            )?;
            facts.add(&fact);
            added.push((fact, item));
        }
        if let Some((lost, first)) = added.iter().find(|(fact, _)| !facts.contains(fact)) {
            let winner = added.iter().rev().find(|(fact, _)| fact.same_key(lost));
            let second = winner.map_or(*first, |(_, second)| *second);
            return Err(raise::conflicting_facts(&mut self.store, *first, second));
        }
        self.enter(World::new(facts, Vec::new()).with_own(bytes))
    }

    fn enter(&mut self, world: World) -> GoalOutcome {
        self.check_memory(world.bytes() / size_of::<Cell>())?;
        self.worlds.enter(world);
        Ok(true)
    }
}

/// The approximate memory of a fact of an open relation in a persistent map besides its key and
/// value.
const BYTES_AROUND_A_FACT: usize = 64;
