//! The machine: proves goals of one program, one answer at a time.
//!
//! Three stacks do the work. Frames hold the variables of clauses that are being run
//! ([`instruction`](super::instruction) says how); the heap holds terms ([`store`](super::store));
//! choice points remember where to go on when a goal fails. A choice point keeps all frames below
//! its `top`: a new frame goes above that and above the frame that calls. A last call reuses its
//! caller's frame unless a choice point keeps it. Failure takes everything back to the newest
//! choice point: bindings by the trail, heap, frames and worlds by their height.
//!
//! Control that needs more than jumps is in [`control`], facts of positions in [`relation`],
//! exceptions in [`unwind`]; the run loop here knows only instructions.

mod arguments;
mod collect;
mod control;
mod relation;
mod test;
mod unwind;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use self::collect::Collector;
use super::arithmetic;
use super::cell::{Cell, Tag};
use super::error::Error;
use super::facts::Facts;
use super::index::{Candidates, Key};
use super::instruction::{
    ANSWER, Address, BARRIER, CONTINUATION, FAIL, FRAME_HEADER, Instruction, MAX_REGISTERS, Operand, PARENT, PROCEED,
    Slot,
};
use super::limits::{Limit, Limits, STEPS_BETWEEN_CHECKS, WALK_PER_STEP, WORK_PER_STEP};
use super::program::{Kind, PredicateId, Program};
use super::raise::Raised;
use super::schema::{Fact, NoFact};
use super::store::{Numbering, Store};
use super::term::{Node, Term};
use super::world::World;

/// Working memory for proofs; it may be used for one query after another.
#[derive(Debug)]
pub struct Machine {
    program: Arc<Program>,
    pub(super) store: Store,
    /// Arguments of the goal that is about to be called.
    pub(super) registers: Box<[Cell; MAX_REGISTERS]>,
    frames: Vec<Cell>,
    choices: Vec<ChoicePoint>,
    /// Where the running clause's frame begins.
    frame: usize,
    /// The next instruction.
    next: Address,
    collectors: Vec<Collector>,
    pub(super) worlds: Vec<World>,
    pub(super) world: usize,
    /// The terms of the query whose values are its answer.
    roots: Vec<Cell>,
    /// Returns from predicates, retries and looks at facts that are still allowed: one call can be
    /// followed by any number of them.
    work_left: u64,
    /// Nodes of terms that were given to the host since the query started: it may keep them all.
    given_out: usize,
    /// The predicate that was asked for.
    asked: PredicateId,
    steps: u64,
    /// The step at which limits are looked at next.
    alarm: u64,
    limits: Limits,
    interrupt: Option<Arc<AtomicBool>>,
    consulted_facts: bool,
    state: State,
}

/// Where a query stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ready(PredicateId),
    Answered,
    Finished,
}

/// What to try when a goal fails.
#[derive(Clone, Copy, Debug)]
enum Alternative {
    /// The candidates of a call that have not been tried.
    Clauses { next: u32, end: u32 },
    /// Another part of the same clause.
    Jump(Address),
    /// The facts of a relation from a cursor on; the arguments stand on top of the frames.
    Relation { relation: u32, cursor: u32, continuation: Address },
    /// Nothing; it marks where exceptions are caught.
    Catch { collectors: u32 },
    /// Nothing; the query has no more answers.
    Stop,
}

#[derive(Clone, Copy, Debug)]
struct ChoicePoint {
    alternative: Alternative,
    frame: usize,
    /// Frames below this index are kept.
    top: usize,
    trail: usize,
    heap: usize,
    world: u32,
    worlds: u32,
}

impl Machine {
    /// A machine for a program, within limits.
    #[must_use]
    pub fn new(program: &Arc<Program>, limits: Limits) -> Self {
        Self {
            store: Store::new(program),
            program: Arc::clone(program),
            registers: Box::new([Cell::word(0); MAX_REGISTERS]),
            frames: Vec::new(),
            choices: Vec::new(),
            frame: 0,
            next: ANSWER,
            collectors: Vec::new(),
            worlds: Vec::new(),
            world: 0,
            roots: Vec::new(),
            work_left: 0,
            given_out: 0,
            asked: program.call,
            steps: 0,
            alarm: 0,
            limits,
            interrupt: None,
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

    /// Lets another thread, or a signal, stop queries by setting the flag.
    pub fn set_interrupt(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.interrupt = flag;
    }

    /// Calls of predicates since the query started.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Bytes in use by terms, frames, choice points, trail, collected answers and new names, and by
    /// the answers of this query that were given out.
    #[must_use]
    pub fn memory(&self) -> usize {
        let words = self.store.heap.len() + self.store.trail.len() + self.frame_top().max(self.frame);
        let collected: usize = self.collectors.iter().map(Collector::bytes).sum();
        words * size_of::<Cell>()
            + self.choices.len() * size_of::<ChoicePoint>()
            + collected
            + self.given_out * size_of::<Node>()
            + self.store.symbols.bytes()
            + self.worlds.iter().map(|world| world.dense.len() * size_of::<u16>() + WORLD_BYTES).sum::<usize>()
    }

    /// Starts on a goal: a term whose variables are the query's roots.
    pub fn start(&mut self, facts: &Facts, given: &[Term], goal: &Term) {
        self.reset(facts, given);
        let mut variables = Vec::new();
        let goal = self.store.import(goal, &mut variables);
        self.roots = variables;
        self.registers[0] = goal;
        let call = self.program.call;
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
        self.store.reset();
        self.give_back_memory();
        self.store.walk_left = self.limits.steps.saturating_mul(WALK_PER_STEP);
        self.choices.clear();
        self.collectors.clear();
        self.worlds.clear();
        let given = given.iter().filter_map(|fact| Some((self.relation_number(fact)?, fact.clone()))).collect();
        self.worlds.push(World::new(facts.clone(), given));
        self.world = 0;
        self.steps = 0;
        self.given_out = 0;
        self.work_left = self.limits.steps.saturating_mul(WORK_PER_STEP);
        self.consulted_facts = false;
        self.alarm = STEPS_BETWEEN_CHECKS.min(self.limits.steps);
    }

    /// A query that needed much does not keep it from the host for ever.
    fn give_back_memory(&mut self) {
        self.store.heap.shrink_to(KEPT_WORDS.max(self.store.heap.len()));
        self.store.trail.shrink_to(KEPT_WORDS);
        if self.frames.len() > KEPT_WORDS {
            self.frames.truncate(KEPT_WORDS);
            self.frames.shrink_to_fit();
        }
    }

    pub(super) fn relation_number(&self, fact: &Term) -> Option<usize> {
        let (name, arity) = fact.functor()?;
        let relations = self.program.schema.relations();
        relations.iter().position(|relation| &*relation.name == name && relation.arity() == arity)
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
    }

    /// The next answer: whether there is one.
    ///
    /// # Errors
    /// When a rule throws what nobody catches, a limit is met, or the host interrupts. The query
    /// is then over.
    pub fn next_answer(&mut self) -> Result<bool, Error> {
        let program = Arc::clone(&self.program);
        let found = match self.state {
            State::Finished => Ok(false),
            State::Ready(predicate) => {
                let entered = self.call(&program, predicate.0, FRAME_HEADER, false);
                entered.and_then(|address| self.run(&program, address.unwrap_or(FAIL)))
            }
            State::Answered => self.run(&program, FAIL),
        };
        self.state = if matches!(found, Ok(true)) { State::Answered } else { State::Finished };
        found.map_err(|raised| self.error(raised))
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
        let values: Vec<Cell> = self.roots.iter().map(|root| self.store.deref(*root)).collect();
        let mut variables = Numbering::of(&values);
        (0..self.roots.len()).map(|number| self.export(self.roots[number], &mut variables)).collect()
    }

    fn export(&mut self, root: Cell, variables: &mut Numbering) -> Result<Term, Error> {
        let most = self.most_cells().saturating_sub(self.given_out);
        let term = self.store.export(root, variables, most).map_err(|limit| self.error(limit.into()))?;
        self.given_out += term.nodes().len();
        Ok(term)
    }

    /// The fact that one root states in this answer, or why it states none.
    ///
    /// # Errors
    /// If the term is too large.
    pub fn root_fact(&mut self, number: usize) -> Result<Result<Fact, NoFact>, Error> {
        let root = self.roots[number];
        self.given_out += size_of::<Fact>() / size_of::<Node>() + 1;
        self.fact(root).map_err(|raised| self.error(raised))
    }

    /// Whether the query has looked at facts of the position.
    #[must_use]
    pub fn consulted_facts(&self) -> bool {
        self.consulted_facts
    }

    /// Runs, and lets exceptions find who catches them.
    fn run(&mut self, program: &Program, start: Address) -> Result<bool, Raised> {
        let mut address = start;
        loop {
            match self.run_instructions(program, address) {
                Ok(found) => return Ok(found),
                Err(raised) => address = self.unwind(program, raised)?,
            }
        }
    }

    /// Runs instructions from an address on until there is an answer (true) or nothing is left to try.
    fn run_instructions(&mut self, program: &Program, start: Address) -> Result<bool, Raised> {
        use Instruction as I;
        let code = &program.code[..];
        let mut next = start as usize;
        // Terms are built argument by argument: the next argument to read, or none while writing.
        let mut reading: Option<usize> = None;

        macro_rules! fail {
            () => {{
                match self.backtrack(program)? {
                    Some(address) => next = address as usize,
                    None => return Ok(false),
                }
                continue;
            }};
        }
        macro_rules! require {
            ($holds:expr) => {
                if !$holds {
                    fail!()
                }
            };
        }

        loop {
            let instruction = code[next];
            next += 1;
            match instruction {
                I::MatchConstant { slot, constant } => {
                    let cell = self.store.deref(self.slot(slot));
                    if cell.is_reference() {
                        self.store.bind(cell.address(), constant);
                    } else if cell != constant {
                        fail!()
                    }
                }
                I::MatchCompound { slot, functor } => {
                    let cell = self.store.deref(self.slot(slot));
                    if cell.is_reference() {
                        let address = self.store.push(functor);
                        self.store.bind(cell.address(), Cell::compound(address));
                        reading = None;
                    } else if cell.tag() == Tag::Compound && self.store.heap[cell.address()] == functor {
                        reading = Some(cell.address() + 1);
                    } else {
                        fail!()
                    }
                }
                I::MatchList { slot } => {
                    let cell = self.store.deref(self.slot(slot));
                    if cell.tag() == Tag::List {
                        reading = Some(cell.address());
                    } else if cell.is_reference() {
                        let list = Cell::list(self.store.heap.len());
                        self.store.bind(cell.address(), list);
                        reading = None;
                    } else {
                        fail!()
                    }
                }
                I::UnifySlot { slot } => {
                    let value = self.slot(slot);
                    match &mut reading {
                        Some(at) => {
                            let argument = self.store.heap[*at];
                            *at += 1;
                            require!(self.store.unify(argument, value)?)
                        }
                        None => {
                            self.store.heap.push(value);
                        }
                    }
                }
                I::UnifyFirst { slot } => {
                    let value = match &mut reading {
                        Some(at) => {
                            let argument = self.store.heap[*at];
                            *at += 1;
                            argument
                        }
                        None => self.store.fresh(),
                    };
                    self.set(slot, value);
                }
                I::UnifyConstant { constant } => match &mut reading {
                    Some(at) => {
                        let argument = self.store.deref(self.store.heap[*at]);
                        *at += 1;
                        if argument.is_reference() {
                            self.store.bind(argument.address(), constant);
                        } else if argument != constant {
                            fail!()
                        }
                    }
                    None => self.store.heap.push(constant),
                },
                I::UnifyVoid => match &mut reading {
                    Some(at) => *at += 1,
                    None => {
                        self.store.fresh();
                    }
                },
                I::MatchSlot { slot, with } => {
                    let (left, right) = (self.slot(slot), self.slot(with));
                    require!(self.store.unify(left, right)?)
                }

                I::BuildCompound { slot, functor } => {
                    let address = self.store.push(functor);
                    self.set(slot, Cell::compound(address));
                }
                I::BuildList { slot } => {
                    let list = Cell::list(self.store.heap.len());
                    self.set(slot, list);
                }
                I::WriteSlot { slot } => {
                    let value = self.slot(slot);
                    self.store.heap.push(value);
                }
                I::WriteFirst { slot } | I::SetFresh { slot } => {
                    let fresh = self.store.fresh();
                    self.set(slot, fresh);
                }
                I::WriteConstant { constant } => self.store.heap.push(constant),
                I::WriteVoid => {
                    self.store.fresh();
                }
                I::SetConstant { slot, constant } => self.set(slot, constant),
                I::SetSlot { slot, from } => self.set(slot, self.slot(from)),

                I::PutSlot { register, slot } => self.registers[usize::from(register)] = self.slot(slot),
                I::PutFirst { register, slot } => {
                    let fresh = self.store.fresh();
                    self.set(slot, fresh);
                    self.registers[usize::from(register)] = fresh;
                }
                I::PutConstant { register, constant } => self.registers[usize::from(register)] = constant,
                I::PutVoid { register } => self.registers[usize::from(register)] = self.store.fresh(),

                I::Call { predicate, frame } => {
                    self.next = next as Address;
                    match self.call(program, predicate, usize::from(frame), false)? {
                        Some(address) => next = address as usize,
                        None => fail!(),
                    }
                }
                I::Execute { predicate, frame } => {
                    self.next = next as Address;
                    match self.call(program, predicate, usize::from(frame), true)? {
                        Some(address) => next = address as usize,
                        None => fail!(),
                    }
                }
                I::Proceed => {
                    self.spend_work(1)?;
                    next = self.frames[self.frame + CONTINUATION].as_word();
                    self.frame = self.frames[self.frame + PARENT].as_word();
                }
                I::Builtin { builtin } => {
                    self.next = next as Address;
                    self.count_step()?;
                    require!((program.builtins[usize::from(builtin)].run)(self)?)
                }

                I::Try { otherwise, frame } => {
                    let top = self.frame_top().max(self.frame + usize::from(frame));
                    self.push_choice(Alternative::Jump(otherwise), top);
                }
                I::PushCatch { frame } => {
                    let top = self.frame_top().max(self.frame + usize::from(frame));
                    let collectors = self.collectors.len() as u32;
                    self.push_choice(Alternative::Catch { collectors }, top);
                }
                I::PopCatch => self.leave_catch(),
                I::Mark { slot } => self.set(slot, Cell::word(self.choices.len())),
                I::CutTo { slot } => self.cut_to(self.slot(slot).as_word()),
                I::SoftCut { slot } => {
                    let marked = self.slot(slot).as_word();
                    if marked + 1 == self.choices.len() {
                        self.pop_choice();
                    } else {
                        self.choices[marked].alternative = Alternative::Jump(FAIL);
                    }
                }
                I::Cut => self.cut_to(self.frames[self.frame + BARRIER].as_word()),
                I::Jump { to } => next = to as usize,

                I::Compute { operation, to, left, right } => {
                    self.next = next as Address;
                    let (left, right) = (self.operand(left)?, self.operand(right)?);
                    let value = match arithmetic::apply(operation, left, right) {
                        Ok(value) => self.store.integer(value),
                        Err(reason) => return Err(arithmetic::no_result(&mut self.store, reason)),
                    };
                    self.set(to, value);
                }
                I::Evaluate { to, from } => {
                    self.next = next as Address;
                    let value = self.operand(from)?;
                    let value = self.store.integer(value);
                    self.set(to, value);
                }
                I::CompareNumbers { comparison, left, right, otherwise } => {
                    self.next = next as Address;
                    let (left, right) = (self.operand(left)?, self.operand(right)?);
                    if !comparison.holds(left.cmp(&right)) {
                        next = otherwise as usize;
                    }
                }
                I::CompareTerms { comparison, left, right, otherwise } => {
                    let (left, right) = (self.slot(left), self.slot(right));
                    if !comparison.holds(self.store.compare(left, right)?) {
                        next = otherwise as usize;
                    }
                }
                I::Test { test, slot, otherwise } => {
                    if !self.test(test, self.slot(slot))? {
                        next = otherwise as usize;
                    }
                }

                I::Collect { collection } => self.collectors.push(Collector::new(collection)),
                I::CollectValue { slot } => {
                    self.next = next as Address;
                    self.collect(slot)?;
                }
                I::CollectResult { slot } => {
                    self.next = next as Address;
                    match self.collected()? {
                        Some(result) => self.set(slot, result),
                        None => fail!(),
                    }
                }
                I::Fail => fail!(),
                I::Answer => return Ok(true),
            }
        }
    }

    #[inline]
    fn slot(&self, slot: Slot) -> Cell {
        self.frames[self.frame + usize::from(slot)]
    }

    #[inline]
    fn set(&mut self, slot: Slot, value: Cell) {
        self.frames[self.frame + usize::from(slot)] = value;
    }

    /// The integer that an operand stands for.
    #[inline]
    fn operand(&mut self, operand: Operand) -> Result<i64, Raised> {
        match operand {
            Operand::Integer(value) => Ok(i64::from(value)),
            Operand::Slot(slot) => {
                let cell = self.store.deref(self.slot(slot));
                if cell.is_small() { Ok(cell.as_small()) } else { arithmetic::evaluate(&mut self.store, cell) }
            }
        }
    }

    /// Counts one call, and now and then looks at the limits.
    #[inline]
    pub(super) fn count_step(&mut self) -> Result<(), Raised> {
        self.steps += 1;
        if self.steps > self.alarm { self.check_limits() } else { Ok(()) }
    }

    /// Accounts for work that is no call.
    #[inline]
    fn spend_work(&mut self, amount: u64) -> Result<(), Raised> {
        match self.work_left.checked_sub(amount) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => Err(Limit::Steps(self.limits.steps).into()),
        }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Raised> {
        if self.steps > self.limits.steps {
            return Err(Limit::Steps(self.limits.steps).into());
        }
        self.check_memory(0)?;
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Raised::Interrupted);
        }
        self.alarm = (self.steps + STEPS_BETWEEN_CHECKS).min(self.limits.steps);
        Ok(())
    }

    /// Refuses to go on if this many more cells do not fit into the memory allowed.
    pub(super) fn check_memory(&self, more_cells: usize) -> Result<(), Raised> {
        let more = more_cells.saturating_mul(size_of::<Cell>());
        match self.memory().saturating_add(more) > self.limits.memory {
            true => Err(Limit::Memory(self.limits.memory).into()),
            false => Ok(()),
        }
    }

    /// How many cells the memory limit leaves for one term.
    pub(super) fn most_cells(&self) -> usize {
        self.limits.memory / size_of::<Cell>()
    }

    /// Frames below this are kept by the newest choice point.
    #[inline]
    fn frame_top(&self) -> usize {
        self.choices.last().map_or(0, |choice| choice.top)
    }

    #[inline]
    fn reserve_frames(&mut self, top: usize) {
        if self.frames.len() < top {
            self.frames.resize(top.next_power_of_two().max(1 << 10), Cell::word(0));
        }
    }

    #[inline]
    fn push_choice(&mut self, alternative: Alternative, top: usize) {
        self.store.protected = self.store.heap.len();
        self.choices.push(ChoicePoint {
            alternative,
            frame: self.frame,
            top,
            trail: self.store.trail.len(),
            heap: self.store.heap.len(),
            world: self.world as u32,
            worlds: self.worlds.len() as u32,
        });
    }

    /// Forgets the newest choice points down to a height.
    #[inline]
    pub(super) fn cut_to(&mut self, height: usize) {
        if height < self.choices.len() {
            self.choices.truncate(height);
            self.store.protected = self.choices.last().map_or(0, |choice| choice.heap);
        }
    }

    /// How many choice points there are: what a cut goes back to.
    pub(super) fn choice_height(&self) -> usize {
        self.choices.len()
    }

    #[inline]
    fn pop_choice(&mut self) {
        let height = self.choices.len() - 1;
        self.cut_to(height);
    }

    /// Goes back to the newest choice point that has something left to try: where to go on.
    #[inline]
    fn backtrack(&mut self, program: &Program) -> Result<Option<Address>, Raised> {
        loop {
            self.spend_work(1)?;
            let at = self.choices.len() - 1;
            let choice = self.choices[at];
            self.restore(&choice);
            match choice.alternative {
                Alternative::Clauses { next, end } => {
                    if next + 1 == end {
                        self.pop_choice();
                    } else {
                        self.choices[at].alternative = Alternative::Clauses { next: next + 1, end };
                    }
                    return Ok(Some(program.candidates[next as usize]));
                }
                Alternative::Jump(address) => {
                    self.pop_choice();
                    return Ok(Some(address));
                }
                Alternative::Relation { relation, cursor, continuation } => {
                    if self.next_fact(program, relation, cursor)? {
                        return Ok(Some(continuation));
                    }
                }
                Alternative::Catch { .. } => self.pop_choice(),
                Alternative::Stop => return Ok(None),
            }
        }
    }

    #[inline]
    fn restore(&mut self, choice: &ChoicePoint) {
        self.store.undo(choice.trail);
        self.store.heap.truncate(choice.heap);
        self.frame = choice.frame;
        if self.worlds.len() > choice.worlds as usize {
            self.worlds.truncate(choice.worlds as usize);
        }
        self.world = choice.world as usize;
    }

    /// Calls a predicate with the arguments in the registers: where to go on, or none if it fails.
    #[inline]
    fn call(&mut self, program: &Program, predicate: u32, frame: usize, last: bool) -> Result<Option<Address>, Raised> {
        self.count_step()?;
        let definition = &program.predicates[predicate as usize];
        if let Kind::Clauses(index) = &definition.kind {
            let candidates = self.candidates(index);
            let count = candidates.count();
            if count == 0 {
                return Ok(None);
            }
            let base = self.new_frame(frame, last, definition.frame);
            self.frames[base + FRAME_HEADER..base + FRAME_HEADER + definition.arity]
                .copy_from_slice(&self.registers[..definition.arity]);
            self.frames[base + BARRIER] = Cell::word(self.choices.len());
            self.frame = base;
            if count > 1 {
                let rest = Alternative::Clauses { next: candidates.start + 1, end: candidates.end };
                self.push_choice(rest, base + FRAME_HEADER + definition.arity);
            }
            return Ok(Some(program.candidates[candidates.start as usize]));
        }
        let continuation = if last { PROCEED } else { self.next };
        self.call_special(program, predicate, frame, last, continuation)
    }

    /// Makes room for a frame, and fills the part of its header that says how to return.
    #[inline]
    fn new_frame(&mut self, caller_size: usize, last: bool, size: usize) -> usize {
        let kept = self.frame_top();
        if last && self.frame >= kept {
            self.reserve_frames(self.frame + size);
            return self.frame;
        }
        let base = kept.max(self.frame + caller_size);
        self.reserve_frames(base + size);
        let (parent, continuation) = match last {
            true => (self.frames[self.frame + PARENT], self.frames[self.frame + CONTINUATION]),
            false => (Cell::word(self.frame), Cell::word(self.next as usize)),
        };
        self.frames[base + PARENT] = parent;
        self.frames[base + CONTINUATION] = continuation;
        base
    }

    /// The shortest list of clauses that the bound arguments leave.
    #[inline]
    fn candidates(&self, index: &super::index::Index) -> Candidates {
        let mut best = index.all;
        for argument in &index.arguments {
            if best.count() <= 1 {
                break;
            }
            let cell = self.store.deref(self.registers[argument.argument]);
            let key = match cell.tag() {
                Tag::Reference => continue,
                Tag::Compound => Key(self.store.heap[cell.address()]),
                Tag::List => Key::LIST,
                Tag::String => Key::STRING,
                Tag::Wide => Key::WIDE,
                _ => Key(cell),
            };
            let found = argument.by_key.get(&key).copied().unwrap_or(argument.otherwise);
            if found.count() < best.count() {
                best = found;
            }
        }
        best
    }
}

/// Query that starts with more words than these gives the memory back when it ends.
const KEPT_WORDS: usize = 1 << 20;

/// What a world takes beside its dense facts.
const WORLD_BYTES: usize = 128;
