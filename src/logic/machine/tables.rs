//! The tables of a query: for each call of a tabled predicate its answers.
//!
//! A call that is met for the first time is *evaluated*: its clauses are tried, and their answers go into
//! its table. A call that is met again meanwhile takes the answers that are there, so that a recursion in a
//! circle ends. Evaluations that depend on each other are repeated, from the outermost of them on, until
//! none of their tables grows; then the tables are complete (linear tabling: N.-F. Zhou, T. Sato and
//! Y.-D. Shen, "Linear tabling strategies and optimizations", 2008). That gives the least model if no call
//! depends on itself through a goal that commits, such as a negation: such a call is refused.
//!
//! Calls are told apart up to the names of their variables. Answers lie outside the heap, in the order in
//! which they were found. Knows terms as the host sees them, and nothing of clauses.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::logic::term::Term;

/// The approximate memory of an answer or a call besides its term, in bytes.
const BYTES_AROUND_A_TERM: usize = 64;

/// The answers to a call.
#[derive(Debug)]
struct Table {
    call: Term,
    answers: IndexSet<Term, FxBuildHasher>,
    state: TableState,
    /// The round in which it was evaluated last.
    round: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableState {
    /// It is being evaluated, by the evaluation with this number.
    Open(usize),
    /// It was evaluated, and depends on answers of the evaluation with this number, which goes on.
    Waiting(usize),
    Complete,
    /// An exception has ended its evaluation.
    Abandoned,
}

/// A table that is being evaluated.
#[derive(Clone, Copy, Debug)]
struct Evaluation {
    table: usize,
    /// The frame of the clause that evaluates it.
    frame: usize,
    /// Evaluations below this number surround a goal that commits, in which this one runs.
    barrier: usize,
    /// The lowest evaluation on whose answers it depends; its own number if on none below.
    lowest: usize,
    /// Whether another call has taken its answers, or those of a table that waits for it.
    is_recursive: bool,
    /// Whether a table has grown in this round.
    has_grown: bool,
    /// Where the tables begin that wait for this evaluation or for lower ones.
    waiting: usize,
}

/// The approximate memory of an answer, in bytes.
fn bytes_of(answer: &Term) -> usize {
    answer.bytes() + BYTES_AROUND_A_TERM
}

/// How a call goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallStatus {
    /// With the answers in the table.
    Known,
    /// Once it is evaluated.
    Unknown,
    /// Its answers depend on themselves through a goal that commits.
    Circular,
}

/// What follows the end of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    Closed,
    /// It is repeated.
    Again,
}

#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: Vec<Table>,
    /// The table for each call, by the serial number of the world.
    by_call: FxHashMap<(u64, Term), usize>,
    /// The evaluations that are going on, the innermost last.
    evaluations: Vec<Evaluation>,
    /// The tables that wait for evaluations that are going on.
    waiting: Vec<usize>,
    round: u64,
    bytes: usize,
}

impl Tables {
    /// Forgets all tables, before the next query. Most queries have none.
    #[inline]
    pub fn clear(&mut self) {
        if !self.tables.is_empty() {
            *self = Self::default();
        }
    }

    /// The memory of all tables, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of evaluations that are going on.
    pub fn height(&self) -> usize {
        self.evaluations.len()
    }

    /// The frame of the clause that runs the innermost evaluation, and its barrier.
    pub fn innermost(&self) -> Option<(usize, usize)> {
        let innermost = self.evaluations.last()?;
        Some((innermost.frame, innermost.barrier))
    }

    /// The table of a call in a world, and how the call goes on. Evaluations below `barrier` surround a
    /// goal that commits, in which the call is made.
    pub fn call(&mut self, world: u64, call: &Term, barrier: usize) -> (usize, CallStatus) {
        let Some(&table) = self.by_call.get(&(world, call.clone())) else {
            return (self.add(world, call), CallStatus::Unknown);
        };
        let (depends, is_known) = match self.tables[table].state {
            TableState::Complete => return (table, CallStatus::Known),
            TableState::Abandoned => return (table, CallStatus::Unknown),
            TableState::Open(evaluation) => (evaluation, true),
            TableState::Waiting(evaluation) => (evaluation, self.tables[table].round == self.round),
        };
        if depends < barrier {
            return (table, CallStatus::Circular);
        }
        if !is_known {
            return (table, CallStatus::Unknown);
        }
        self.evaluations[depends].is_recursive = true;
        self.depend_on(depends);
        (table, CallStatus::Known)
    }

    fn add(&mut self, world: u64, call: &Term) -> usize {
        self.bytes += call.bytes() + size_of::<Table>() + BYTES_AROUND_A_TERM;
        let table = self.tables.len();
        self.tables.push(Table {
            call: call.clone(),
            answers: IndexSet::default(),
            state: TableState::Abandoned,
            round: 0,
        });
        self.by_call.insert((world, call.clone()), table);
        table
    }

    /// Notes that the innermost evaluation depends on answers of another one.
    fn depend_on(&mut self, evaluation: usize) {
        if let Some(innermost) = self.evaluations.last_mut() {
            innermost.lowest = innermost.lowest.min(evaluation);
        }
    }

    /// Begins to evaluate a table.
    pub fn open(&mut self, table: usize, frame: usize, barrier: usize) {
        let number = self.evaluations.len();
        self.tables[table].state = TableState::Open(number);
        self.evaluations.push(Evaluation {
            table,
            frame,
            barrier,
            lowest: number,
            is_recursive: false,
            has_grown: false,
            waiting: self.waiting.len(),
        });
    }

    /// Begins another round of the innermost evaluation, if it is that of the table: whether it is.
    pub fn open_again(&mut self, table: usize, frame: usize) -> bool {
        match self.evaluations.last_mut() {
            Some(innermost) if innermost.table == table => {
                innermost.frame = frame;
                true
            }
            _ => false,
        }
    }

    /// Adds an answer to the table that is being evaluated, unless it has it.
    pub fn add_answer(&mut self, table: usize, answer: Term) {
        let bytes = bytes_of(&answer);
        if self.tables[table].answers.insert(answer) {
            self.bytes += bytes;
            if let Some(innermost) = self.evaluations.last_mut() {
                innermost.has_grown = true;
            }
        }
    }

    /// Ends a round of the innermost evaluation.
    pub fn close(&mut self) -> Closing {
        let number = self.evaluations.len() - 1;
        let innermost = &mut self.evaluations[number];
        let depends_on_none = innermost.lowest == number;
        if depends_on_none && innermost.is_recursive && innermost.has_grown {
            innermost.has_grown = false;
            innermost.is_recursive = false;
            self.round += 1;
            return Closing::Again;
        }
        let closed = *innermost;
        self.evaluations.pop();
        match depends_on_none {
            true => self.complete(&closed),
            false => self.wait(&closed),
        }
        Closing::Closed
    }

    /// The table of an evaluation is complete, with all that wait for it.
    fn complete(&mut self, closed: &Evaluation) {
        self.tables[closed.table].state = TableState::Complete;
        for table in self.waiting.drain(closed.waiting..) {
            self.tables[table].state = TableState::Complete;
        }
    }

    /// The table of an evaluation waits for a lower one, and with it all that wait for it.
    fn wait(&mut self, closed: &Evaluation) {
        self.waiting.push(closed.table);
        self.tables[closed.table].round = self.round;
        for &table in &self.waiting[closed.waiting..] {
            let lowest = match self.tables[table].state {
                TableState::Waiting(evaluation) => evaluation.min(closed.lowest),
                _ => closed.lowest,
            };
            self.tables[table].state = TableState::Waiting(lowest);
        }
        if let Some(outer) = self.evaluations.last_mut() {
            outer.has_grown |= closed.has_grown;
        }
        self.depend_on(closed.lowest);
        self.evaluations[closed.lowest].is_recursive = true;
    }

    /// Gives up the evaluations from the number `height` on, after an exception, with all tables that
    /// wait for them.
    pub fn abandon(&mut self, height: usize) {
        let Some(lowest) = self.evaluations.get(height) else {
            return;
        };
        let lower = self.evaluations[height..]
            .iter()
            .map(|open| open.lowest)
            .min();
        let waiting = self.waiting.drain(lowest.waiting..);
        let open = self.evaluations.drain(height..);
        let given_up: Vec<usize> = waiting.chain(open.map(|open| open.table)).collect();
        for table in given_up {
            let table = &mut self.tables[table];
            table.state = TableState::Abandoned;
            self.bytes -= table.answers.iter().map(bytes_of).sum::<usize>();
            table.answers.clear();
        }
        // That it was ended may depend on the answers that it took.
        if let Some(lower) = lower.filter(|lower| *lower < height) {
            self.evaluations[lower].is_recursive = true;
            self.depend_on(lower);
        }
    }

    /// The number of answers in a table.
    pub fn size(&self, table: usize) -> usize {
        self.tables[table].answers.len()
    }

    /// An answer, by its number, from 0.
    pub fn answer(&self, table: usize, number: usize) -> Option<&Term> {
        self.tables[table].answers.get_index(number)
    }

    /// The calls of the evaluations from that of `table`, or from the one for which it waits, to the
    /// innermost: each of them depends on the next.
    pub fn circle(&self, table: usize) -> Vec<&Term> {
        let first = match self.tables[table].state {
            TableState::Open(evaluation) | TableState::Waiting(evaluation) => evaluation,
            TableState::Complete | TableState::Abandoned => 0,
        };
        let calls = self.evaluations[first..].iter();
        calls.map(|open| &self.tables[open.table].call).collect()
    }
}
