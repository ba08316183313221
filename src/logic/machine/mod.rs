//! The machine: proves goals of one program, one answer at a time.
//!
//! Three stacks do the work. Frames hold the variables of clauses that are being run
//! ([`instruction`](super::instruction) says how); the heap holds terms ([`store`](super::store));
//! choice points remember where to go on when a goal fails. A choice point keeps all frames below
//! its `top`: a new frame goes above that and above the frame that calls. A last call reuses its
//! caller's frame unless a choice point keeps it (D. H. D. Warren, "An improved Prolog
//! implementation which optimises tail recursion", 1980). Failure takes everything back to the
//! newest choice point: bindings by the trail, heap, frames and worlds by their height.
//!
//! A call goes like this. The index ([`index`](super::index)) leaves the clauses that the bound
//! arguments allow. If there is more than one, the others are noted and the first is tried; only
//! when it comes to its end, or to a goal that is neither a match nor a test nor arithmetic, does
//! the note become a choice point ([`choice`]). A head is matched against the arguments in the
//! frame without being built; what has to be built is written at the end of the heap.
//!
//! | file | what it knows |
//! | --- | --- |
//! | [`run`] | the loop: what each instruction does |
//! | [`call`] | frames of clauses, and which clauses are tried |
//! | [`choice`] | choice points, and going back to them |
//! | [`control`] | goals that are terms, and predicates that are no clauses |
//! | [`relation`] | goals that the facts of a position answer |
//! | [`collect`] | all-solutions goals |
//! | [`unwind`] | exceptions |
//! | [`budget`] | limits on steps, work and memory |
//! | [`garbage`] | what a query cannot reach any more |
//! | [`port`] | the ports of traced programs |
//!
//! Here is what a host sees: a query starts, and its answers are pulled one at a time. There is no
//! unsafe code: every access is checked, and what that costs is in the benchmark.

mod arguments;
mod budget;
mod builtin;
mod call;
mod choice;
mod collect;
mod control;
mod garbage;
mod port;
mod relation;
mod run;
mod test;
mod unwind;

use std::collections::VecDeque;
use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::builtin::Builtin;
pub(super) use self::builtin::names as builtins;
use self::choice::{Alternative, ChoicePoint, Untried};
use self::collect::Collector;
pub use self::port::Event;
use super::budget::{Budget, Interrupt};
use super::cell::Cell;
use super::error::Error;
use super::facts::Facts;
use super::ids::{PredicateId, RelationId};
use super::index::Tree;
use super::instruction::{
    ANSWER, Address, BARRIER, CONTINUATION, FAIL, FRAME_HEADER, MAX_REGISTERS, PARENT,
};
use super::limits::{Limits, WALK_PER_STEP, WORK_PER_STEP};
use super::program::Program;
use super::schema::{Fact, NoFact};
use super::store::{Numbering, Store};
use super::term::Term;
use super::world::World;

/// Working memory for proofs; it may be used for one query after another.
#[derive(Debug)]
pub struct Machine {
    program: Arc<Program>,
    builtins: &'static [Builtin],
    pub(super) store: Store,
    /// Which clauses can answer, as far as calls have asked. No limit on memory counts it: it
    /// depends on the program.
    index: Tree,
    /// Arguments of the goal that is about to be called.
    pub(super) registers: Box<[Cell; MAX_REGISTERS]>,
    frames: Vec<Cell>,
    choices: Vec<ChoicePoint>,
    untried: Untried,
    /// Where the running clause's frame begins.
    frame: usize,
    /// Frames below this are kept by the newest choice point.
    kept: usize,
    /// The next instruction.
    next: Address,
    collectors: Vec<Collector>,
    pub(super) worlds: Vec<World>,
    pub(super) world: usize,
    /// What all worlds take together.
    world_bytes: usize,
    /// The terms of the query whose values are its answer.
    roots: Vec<Cell>,
    /// Returns from predicates, retries and looks at facts that are still allowed: one call can be
    /// followed by any number of them.
    work_left: Budget,
    /// Bytes of terms and facts that were given to the host since the query started: it may keep
    /// them all.
    given_out: usize,
    /// The predicate that was asked for.
    asked: PredicateId,
    steps: u64,
    /// The height of the heap at which garbage is collected next.
    collect_at: usize,
    collects_often: bool,
    /// Clauses whose heads were tried.
    heads: u64,
    choice_points: u64,
    /// The port at which a traced program stands, and those that an exception has still to pass.
    ports: VecDeque<Event>,
    /// Boxes that were entered since the query started.
    boxes: u64,
    /// What comes once the host has seen the ports.
    afterwards: Option<Result<Progress, Error>>,
    /// The work of the queries before this one, since it was last asked for.
    earlier: Work,
    /// The most bytes that were seen in use by this query.
    most_bytes: usize,
    /// The step at which limits are looked at next.
    alarm: u64,
    limits: Limits,
    consulted_facts: bool,
    state: State,
}

/// Where a query stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ready(PredicateId),
    Answered,
    /// A traced program stands at a port.
    AtPort,
    Finished,
}

/// What a machine has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// An answer.
    Answer,
    /// No more answers.
    End,
    /// A port; only of a [traced](Program::traced) program.
    Port,
}

/// Counted work since a query started. The counts do not depend on the computer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Calls of predicates.
    pub steps: u64,
    /// Heads of clauses that were tried, and other pairs of terms that were unified. Where the
    /// bound arguments of a call leave no clause, a head may be tried in vain or not, depending on
    /// the calls that shaped the index.
    pub unifications: u64,
    /// Choice points that were made: places to which failure may come back.
    pub choice_points: u64,
    /// The most [memory](Machine::memory) that was seen in use, in bytes: it is looked at at every
    /// answer, and on the way every thousand steps.
    pub bytes: usize,
}

/// The work of two queries one after the other.
impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        self.unifications += other.unifications;
        self.choice_points += other.choice_points;
        self.bytes = self.bytes.max(other.bytes);
    }
}

impl Machine {
    /// A machine for a program, within limits.
    #[must_use]
    pub fn new(program: &Arc<Program>, limits: Limits) -> Self {
        Self {
            store: Store::new(&program.constants.cells, &program.symbols),
            index: program.index.clone(),
            program: Arc::clone(program),
            builtins: builtin::table(),
            registers: Box::new([Cell::word(0); MAX_REGISTERS]),
            frames: Vec::new(),
            choices: Vec::new(),
            untried: Untried::default(),
            frame: 0,
            kept: 0,
            next: ANSWER,
            collectors: Vec::new(),
            worlds: Vec::new(),
            world: 0,
            world_bytes: 0,
            roots: Vec::new(),
            work_left: Budget::default(),
            given_out: 0,
            asked: program.entry_points.call,
            steps: 0,
            collect_at: 0,
            collects_often: false,
            heads: 0,
            choice_points: 0,
            ports: VecDeque::new(),
            boxes: 0,
            afterwards: None,
            earlier: Work::default(),
            most_bytes: 0,
            alarm: 0,
            limits,
            consulted_facts: false,
            state: State::Finished,
        }
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Sets the limits of the queries to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Collects garbage at every goal from the next query on. That changes no answer and takes very
    /// long: it is there to show that it changes none.
    pub fn collect_often(&mut self) {
        self.collects_often = true;
    }

    /// Lets another thread, or a signal, stop queries by setting the flag.
    pub fn set_interrupt(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.store.interrupt = Interrupt(flag);
    }

    /// Calls of predicates since the query started.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// All that has been counted since the query started.
    #[must_use]
    pub fn work(&self) -> Work {
        let unifications = self.heads + self.store.unifications;
        Work {
            steps: self.steps,
            unifications,
            choice_points: self.choice_points,
            bytes: self.most_bytes,
        }
    }

    /// The work of all queries since this was last asked.
    pub fn take_work(&mut self) -> Work {
        self.close_account();
        std::mem::take(&mut self.earlier)
    }

    /// Adds the work of this query to that of the earlier ones.
    fn close_account(&mut self) {
        self.earlier += self.work();
        (self.steps, self.heads, self.choice_points, self.most_bytes) = (0, 0, 0, 0);
        self.store.unifications = 0;
    }

    /// Starts on a goal: a term whose variables are the query's roots.
    pub fn start(&mut self, facts: &Facts, given: &[Term], goal: &Term) {
        self.reset(facts, given);
        let mut variables = Vec::new();
        let goal = self.store.import(goal, &mut variables);
        self.roots = variables;
        self.registers[0] = goal;
        let call = self.program.entry_points.call;
        self.begin(call);
    }

    /// Starts on a predicate whose arguments are all new variables, the query's roots.
    pub fn start_predicate(
        &mut self,
        facts: &Facts,
        given: &[Term],
        predicate: PredicateId,
        arguments: &[Option<&Term>],
    ) {
        self.reset(facts, given);
        self.roots.clear();
        for (register, argument) in arguments.iter().enumerate() {
            let cell = match argument {
                Some(term) => self.store.import(term, &mut Vec::new()),
                None => {
                    let fresh = self.store.fresh();
                    self.roots.push(fresh);
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
        self.store.walk = Budget::new(self.limits.steps.saturating_mul(WALK_PER_STEP));
        self.choices.clear();
        self.untried = Untried::default();
        self.collectors.clear();
        self.worlds.clear();
        self.world_bytes = 0;
        let given = given
            .iter()
            .filter_map(|fact| Some((self.relation_of(fact)?, fact.clone())))
            .collect();
        self.push_world(World::new(facts.clone(), given));
        self.ports.clear();
        self.boxes = 0;
        self.afterwards = None;
        self.given_out = 0;
        self.work_left = Budget::new(self.limits.steps.saturating_mul(WORK_PER_STEP));
        self.consulted_facts = false;
        self.plan_collection();
        self.note_room();
        self.alarm = self.next_alarm();
    }

    /// Goes to a world, until failure takes it back.
    pub(super) fn push_world(&mut self, world: World) {
        self.world_bytes += world.bytes();
        self.worlds.push(world);
        self.world = self.worlds.len() - 1;
    }

    /// A query that needed much does not keep it from the host for ever.
    fn give_back_memory(&mut self) {
        self.store
            .heap
            .shrink_to(KEPT_WORDS.max(self.store.heap.len()));
        self.store.trail.shrink_to(KEPT_WORDS);
        if self.frames.len() > KEPT_WORDS {
            self.frames.truncate(KEPT_WORDS);
            self.frames.shrink_to_fit();
        }
    }

    pub(super) fn relation_of(&self, fact: &Term) -> Option<RelationId> {
        let (name, arity) = fact.functor()?;
        self.program.schema.relation_id(name, arity)
    }

    /// Lays the bottom frame and the last choice point, and calls the predicate.
    fn begin(&mut self, predicate: PredicateId) {
        self.frame = 0;
        self.reserve_frames(FRAME_HEADER);
        self.frames[PARENT] = Cell::word(0);
        self.frames[CONTINUATION] = Cell::word(ANSWER as usize);
        self.frames[BARRIER] = Cell::word(0);
        self.push_choice(Alternative::Stop, FRAME_HEADER);
        self.state = State::Ready(predicate);
        self.asked = predicate;
        self.next = ANSWER;
        // The choice point that ends the query is not the program's.
        self.choice_points = 0;
    }

    /// The next answer: whether there is one.
    ///
    /// # Errors
    /// When a rule throws what nobody catches, a limit is met, or the host interrupts. The query
    /// is then over.
    pub fn next_answer(&mut self) -> Result<bool, Error> {
        loop {
            match self.advance()? {
                Progress::Answer => return Ok(true),
                Progress::End => return Ok(false),
                Progress::Port => {}
            }
        }
    }

    /// Goes on to the next answer or, in a traced program, to the next port.
    ///
    /// # Errors
    /// As for [`next_answer`](Self::next_answer).
    pub fn advance(&mut self) -> Result<Progress, Error> {
        self.ports.pop_front();
        if !self.ports.is_empty() {
            return Ok(Progress::Port);
        }
        if let Some(outcome) = self.afterwards.take() {
            return outcome;
        }
        let program = Arc::clone(&self.program);
        let progress = match self.state {
            State::Finished => Ok(Progress::End),
            State::Ready(predicate) => {
                let entered = self.call(&program, predicate, FRAME_HEADER, false);
                entered.and_then(|address| self.run(&program, address))
            }
            State::Answered => self.run(&program, FAIL),
            State::AtPort => self.run(&program, self.next),
        };
        self.note_memory();
        self.state = match progress {
            Ok(Progress::Answer) => State::Answered,
            Ok(Progress::Port) => State::AtPort,
            Ok(Progress::End) | Err(_) => State::Finished,
        };
        let progress = progress.map_err(|raised| self.error(raised));
        if self.ports.is_empty() || matches!(progress, Ok(Progress::Port)) {
            return progress;
        }
        self.afterwards = Some(progress);
        Ok(Progress::Port)
    }

    /// Whether the query can have further answers.
    #[must_use]
    pub fn may_have_more(&self) -> bool {
        self.state != State::Finished && self.choices.len() > 1
    }

    /// How many roots the query has.
    #[must_use]
    pub fn root_count(&self) -> usize {
        self.roots.len()
    }

    /// The value of one root in this answer.
    ///
    /// # Errors
    /// If it is too large.
    pub fn root(&mut self, number: usize) -> Result<Term, Error> {
        self.export(self.roots[number], &mut Numbering::default())
    }

    /// The values of all roots in this answer. A variable has the same number in all of them: that
    /// of the first root that it is the value of, or else a number that no root has.
    ///
    /// # Errors
    /// If they are too large.
    pub fn roots(&mut self) -> Result<Vec<Term>, Error> {
        self.roots_to(usize::MAX)
    }

    /// The same for one who only shows them: of a value that has more than about so many nodes, the
    /// rest is `...`.
    ///
    /// # Errors
    /// If together they are too large all the same.
    pub fn roots_to(&mut self, most_nodes: usize) -> Result<Vec<Term>, Error> {
        let values: Vec<Cell> = self
            .roots
            .iter()
            .map(|root| self.store.deref(*root))
            .collect();
        let mut variables = Numbering::of(&values);
        (0..self.roots.len())
            .map(|number| self.export_to(self.roots[number], &mut variables, most_nodes))
            .collect()
    }

    /// Bytes of the terms and facts that were given out since the query started.
    pub(crate) fn given_out(&self) -> usize {
        self.given_out
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
        self.given_out += term.bytes();
        Ok(term)
    }

    /// The fact that one root states in this answer, or why it states none.
    ///
    /// # Errors
    /// If the term is too large.
    pub fn root_fact(&mut self, number: usize) -> Result<Result<Fact, NoFact>, Error> {
        let root = self.roots[number];
        let fact = self.fact(root).map_err(|raised| self.error(raised))?;
        self.given_out += fact.as_ref().map_or(0, Fact::bytes);
        self.check_memory(0).map_err(|raised| self.error(raised))?;
        Ok(fact)
    }

    /// Whether the query has looked at facts of the position.
    #[must_use]
    pub fn consulted_facts(&self) -> bool {
        self.consulted_facts
    }
}

/// Query that starts with more words than these gives the memory back when it ends.
const KEPT_WORDS: usize = 1 << 20;
