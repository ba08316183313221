//! The machine: proves goals of one program, one answer at a time.
//!
//! Three stacks do the work. Frames hold the variables of running clauses
//! ([`instruction`](super::instruction) says how); the heap holds terms ([`store`](super::store));
//! choice points record where to go on when a goal fails. A choice point keeps all frames below its
//! `top`: a new frame goes above that and above the calling frame. A last call reuses its caller's
//! frame unless a choice point keeps it (D. H. D. Warren, "An improved Prolog implementation which
//! optimises tail recursion", 1980). Failure restores the state of the newest choice point:
//! bindings by the trail, heap, frames and worlds by their height.
//!
//! A call works like this. The index ([`index`](super::index)) selects the clauses that the bound
//! arguments allow. If there is more than one, the others are noted and the first is tried. The
//! note becomes a choice point ([`choice`]) only when the clause comes to its end, or to a goal
//! that is neither a match nor a test nor arithmetic. A head is matched against the arguments in
//! the frame without being built; new terms are written at the end of the heap.
//!
//! A machine is made of objects, each in a file with its own invariant:
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`frames`] | frames of clauses, and where the newest goes on |
//! | [`store`](super::store) | heap, trail and the machine's own names |
//! | [`choice`] | choice points, and going back to them |
//! | [`worlds`] | the facts in which goals are proved |
//! | [`collect`] | all-solutions goals in progress |
//! | [`tables`] | the answers of tabled predicates |
//! | [`meter`] | work that is done and work that is left |
//! | [`garbage`] | when garbage is collected, and how |
//! | [`port`] | ports of a traced program that the host has still to see |
//!
//! The other files hold what a machine does with several of them:
//!
//! | file | what it does |
//! | --- | --- |
//! | [`run`] | the loop: each instruction |
//! | [`call`], [`lookup`] | calls of clauses, and which clauses can answer |
//! | [`control`] | goals that are terms, and predicates that are no clauses |
//! | [`builtin`], [`arguments`], [`test`] | predicates that the machine answers itself |
//! | [`relation`] | goals that the facts of a position answer |
//! | [`unwind`] | exceptions |
//! | [`memory`] | limits, checked while a query runs |
//!
//! This file has what a host sees: a query starts, and its answers are pulled one at a time. There
//! is no unsafe code: every access is checked, and the benchmark includes the cost.

mod arguments;
mod builtin;
mod call;
mod choice;
mod collect;
mod control;
mod frames;
mod garbage;
mod lookup;
mod memory;
mod meter;
mod port;
mod relation;
mod run;
mod tables;
mod test;
mod unwind;
mod worlds;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::builtin::Builtin;
pub(super) use self::builtin::names as builtins;
use self::choice::{Alternative, ChoiceStack};
use self::collect::Collectors;
use self::frames::FrameStack;
use self::garbage::GarbageSchedule;
pub use self::meter::Work;
use self::meter::WorkMeter;
pub use self::port::PortEvent;
use self::port::PortQueue;
use self::tables::Tables;
use self::worlds::Worlds;
use super::budget::{InterruptFlag, SlicedBudget};
use super::cell::Cell;
use super::error::Error;
use super::facts::Facts;
use super::ids::{PredicateId, RelationId};
use super::index::IndexTree;
use super::instruction::{FAIL, FRAME_HEADER, MAX_REGISTERS};
use super::limits::{Limits, WALK_PER_STEP};
use super::program::Program;
use super::schema::{Fact, NoFact};
use super::store::{Numbering, Store};
use super::term::Term;

/// A machine frees its memory before the next query if a query took more words than this.
const KEPT_WORDS: usize = 1 << 20;

/// Working memory for proofs; it may be used for one query after another.
#[derive(Debug)]
pub struct Machine {
    program: Arc<Program>,
    builtins: &'static [Builtin],
    /// Which clauses can answer, for the calls so far. No limit on memory counts it: its size
    /// depends on the program.
    index: IndexTree,
    query: Query,
    store: Store,
    /// Arguments of the goal that is about to be called.
    registers: Box<[Cell; MAX_REGISTERS]>,
    frames: FrameStack,
    choices: ChoiceStack,
    worlds: Worlds,
    collectors: Collectors,
    tables: Tables,
    meter: WorkMeter,
    garbage: GarbageSchedule,
    ports: PortQueue,
}

/// The query that a machine works on.
#[derive(Debug)]
struct Query {
    /// The predicate that the query calls.
    asked: PredicateId,
    /// The terms whose values are the answer.
    roots: Vec<Cell>,
    state: QueryState,
}

/// The state of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QueryState {
    Ready,
    Answered,
    /// A traced program has paused at a port.
    AtPort,
    Finished,
}

/// Why a machine has paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// An answer.
    Answer,
    /// No more answers.
    End,
    /// A port; only of a [traced](Program::traced) program.
    Port,
}

impl Machine {
    /// Creates a machine for a program, within limits.
    #[must_use]
    pub fn new(program: &Arc<Program>, limits: Limits) -> Self {
        Self {
            program: Arc::clone(program),
            builtins: builtin::table(),
            index: program.index.clone(),
            query: Query {
                asked: program.entry_points.call,
                roots: Vec::new(),
                state: QueryState::Finished,
            },
            store: Store::new(&program.constants.cells, &program.symbols),
            registers: Box::new([Cell::word(0); MAX_REGISTERS]),
            frames: FrameStack::new(),
            choices: ChoiceStack::default(),
            worlds: Worlds::default(),
            collectors: Collectors::default(),
            tables: Tables::default(),
            meter: WorkMeter::new(limits),
            garbage: GarbageSchedule::default(),
            ports: PortQueue::default(),
        }
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Sets the limits of later queries.
    pub fn set_limits(&mut self, limits: Limits) {
        self.meter.limits = limits;
    }

    /// Collects garbage at every goal from the next query on. That changes no answer and takes very
    /// long: tests use it to show that no answer changes.
    pub fn collect_often(&mut self) {
        self.garbage.is_collected_often = true;
    }

    /// Lets another thread, or a signal, stop queries by setting the flag.
    pub fn set_interrupt(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.store.interrupt = InterruptFlag(flag);
    }

    /// The number of calls of predicates since the query started.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.meter.steps
    }

    /// The work of the query since it started.
    #[must_use]
    pub fn work(&self) -> Work {
        self.meter.work(self.store.unifications)
    }

    /// Returns the work of all queries since the last call of this function.
    pub fn take_work(&mut self) -> Work {
        self.close_account();
        self.meter.take_earlier()
    }

    /// Adds the work of this query to that of the earlier ones.
    fn close_account(&mut self) {
        self.meter
            .close(std::mem::take(&mut self.store.unifications));
    }

    /// Starts a query for a goal: a term whose variables are the query's roots.
    pub fn start(&mut self, facts: &Facts, given: &[Term], goal: &Term) {
        self.reset(facts, given);
        let mut variables = Vec::new();
        let goal = self.store.import(goal, &mut variables);
        self.query.roots = variables;
        self.registers[0] = goal;
        let call = self.program.entry_points.call;
        self.begin(call);
    }

    /// Starts a query for a predicate whose arguments are all new variables, the query's roots.
    pub fn start_predicate(
        &mut self,
        facts: &Facts,
        given: &[Term],
        predicate: PredicateId,
        arguments: &[Option<&Term>],
    ) {
        self.reset(facts, given);
        self.query.roots.clear();
        for (register, argument) in arguments.iter().enumerate() {
            let cell = match argument {
                Some(term) => self.store.import(term, &mut Vec::new()),
                None => {
                    let fresh = self.store.fresh();
                    self.query.roots.push(fresh);
                    fresh
                }
            };
            self.registers[register] = cell;
        }
        self.begin(predicate);
    }

    fn reset(&mut self, facts: &Facts, given: &[Term]) {
        self.close_account();
        self.store.reset();
        self.give_back_memory();
        let walked = self.meter.limits.steps.saturating_mul(WALK_PER_STEP);
        self.store.walk = SlicedBudget::new(walked);
        self.choices.clear();
        self.collectors.clear();
        self.tables.clear();
        let given = given
            .iter()
            .filter_map(|fact| Some((self.relation_of(fact)?, fact.clone())))
            .collect();
        self.worlds.restart(facts.clone(), given);
        self.ports.clear();
        self.meter.restart();
        self.plan_collection(0);
        self.note_room();
        self.set_alarm();
    }

    /// Frees the memory of a large query, so that it returns to the host.
    fn give_back_memory(&mut self) {
        self.store
            .heap
            .shrink_to(KEPT_WORDS.max(self.store.heap.len()));
        self.store.trail.shrink_to(KEPT_WORDS);
        self.frames.truncate(KEPT_WORDS);
    }

    pub(super) fn relation_of(&self, fact: &Term) -> Option<RelationId> {
        let (name, arity) = fact.functor()?;
        self.program.schema.relation_id(name, arity)
    }

    /// Creates the bottom frame and the last choice point, and calls the predicate.
    fn begin(&mut self, predicate: PredicateId) {
        self.frames.begin();
        self.push_choice(Alternative::Stop, FRAME_HEADER);
        self.query.state = QueryState::Ready;
        self.query.asked = predicate;
        // The choice point that ends the query is not the program's.
        self.meter.choice_points = 0;
    }

    /// Searches for the next answer. Returns whether there is one.
    ///
    /// # Errors
    /// If a rule throws a term that is not caught, a limit is met, or the host interrupts. The
    /// query is then over.
    pub fn next_answer(&mut self) -> Result<bool, Error> {
        loop {
            match self.advance()? {
                Pause::Answer => return Ok(true),
                Pause::End => return Ok(false),
                Pause::Port => {}
            }
        }
    }

    /// Goes on to the next answer or, in a traced program, to the next port.
    ///
    /// # Errors
    /// As for [`next_answer`](Self::next_answer).
    pub fn advance(&mut self) -> Result<Pause, Error> {
        if let Some(outcome) = self.ports.next() {
            return outcome;
        }
        let program = Arc::clone(&self.program);
        let pause = match self.query.state {
            QueryState::Finished => Ok(Pause::End),
            QueryState::Ready => {
                let entered = self.call(&program, self.query.asked, FRAME_HEADER, false);
                entered.and_then(|address| self.run(&program, address))
            }
            QueryState::Answered => self.run(&program, FAIL),
            QueryState::AtPort => self.run(&program, self.frames.next),
        };
        self.note_memory();
        self.query.state = match pause {
            Ok(Pause::Answer) => QueryState::Answered,
            Ok(Pause::Port) => QueryState::AtPort,
            Ok(Pause::End) | Err(_) => QueryState::Finished,
        };
        let pause = pause.map_err(|raised| self.error(raised));
        self.ports.before(pause)
    }

    /// Whether the query can have further answers.
    #[must_use]
    pub fn may_have_more(&self) -> bool {
        self.query.state != QueryState::Finished && self.choices.height() > 1
    }

    /// The number of the query's roots.
    #[must_use]
    pub fn root_count(&self) -> usize {
        self.query.roots.len()
    }

    /// The value of one root in this answer.
    ///
    /// # Errors
    /// If the value is too large.
    pub fn root(&mut self, number: usize) -> Result<Term, Error> {
        self.export(self.query.roots[number], &mut Numbering::default())
    }

    /// The values of all roots in this answer. A variable has the same number in all of them: the
    /// number of the first root with this variable as its value, or else a number that no root has.
    ///
    /// # Errors
    /// If the values are too large.
    pub fn roots(&mut self) -> Result<Vec<Term>, Error> {
        self.roots_to(usize::MAX)
    }

    /// The values of all roots, to be shown: after about `most_nodes` nodes the rest of a value is
    /// `...`.
    ///
    /// # Errors
    /// If the values together are still too large.
    pub fn roots_to(&mut self, most_nodes: usize) -> Result<Vec<Term>, Error> {
        let values: Vec<Cell> = self
            .query
            .roots
            .iter()
            .map(|root| self.store.deref(*root))
            .collect();
        let mut variables = Numbering::of(&values);
        (0..self.query.roots.len())
            .map(|number| self.export_to(self.query.roots[number], &mut variables, most_nodes))
            .collect()
    }

    /// Bytes of the terms and facts that the host has received since the query started.
    pub(crate) fn given_out(&self) -> usize {
        self.meter.given_out
    }

    fn export(&mut self, root: Cell, variables: &mut Numbering) -> Result<Term, Error> {
        self.export_to(root, variables, usize::MAX)
    }

    fn export_to(
        &mut self,
        root: Cell,
        variables: &mut Numbering,
        most_nodes: usize,
    ) -> Result<Term, Error> {
        self.note_room();
        let exported = self.store.export_to(root, variables, most_nodes);
        let term = exported.map_err(|stop| self.error(stop.into()))?;
        self.meter.given_out += term.bytes();
        Ok(term)
    }

    /// The fact that one root states in this answer, or the reason why it states none.
    ///
    /// # Errors
    /// If the term is too large.
    pub fn root_fact(&mut self, number: usize) -> Result<Result<Fact, NoFact>, Error> {
        let root = self.query.roots[number];
        let fact = self.fact(root).map_err(|raised| self.error(raised))?;
        self.meter.given_out += fact.as_ref().map_or(0, Fact::bytes);
        self.check_memory(0).map_err(|raised| self.error(raised))?;
        Ok(fact)
    }

    /// Whether the query has read facts of the position.
    #[must_use]
    pub fn consulted_facts(&self) -> bool {
        self.worlds.consulted
    }
}
