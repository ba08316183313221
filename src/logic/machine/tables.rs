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
    /// Its evaluation has not begun yet, or an exception has ended it.
    Unevaluated,
}

/// A table that is being evaluated.
#[derive(Clone, Copy, Debug)]
struct Evaluation {
    table: usize,
    /// The frame of the clause that evaluates it.
    frame: usize,
    /// Evaluations below this number surround a goal that commits, in which this one runs, if that is
    /// known.
    barrier: Option<usize>,
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

    /// The frame of the clause that runs an evaluation.
    pub fn frame(&self, evaluation: usize) -> usize {
        self.evaluations[evaluation].frame
    }

    /// The number below which evaluations surround a goal that commits, in which an evaluation runs, if
    /// that is known.
    pub fn barrier(&self, evaluation: usize) -> Option<usize> {
        self.evaluations.get(evaluation)?.barrier
    }

    /// Learns the barrier of the evaluations from the number `first` on.
    pub fn learn_barrier(&mut self, first: usize, barrier: usize) {
        let unknown = self.evaluations.iter_mut().skip(first);
        unknown.for_each(|evaluation| evaluation.barrier = Some(barrier));
    }

    /// The table of a call in a world.
    pub fn of(&mut self, world: u64, call: &Term) -> usize {
        match self.by_call.get(&(world, call.clone())) {
            Some(table) => *table,
            None => self.add(world, call),
        }
    }

    /// The evaluation that goes on and on whose answers those of a table depend.
    pub fn awaits(&self, table: usize) -> Option<usize> {
        match self.tables[table].state {
            TableState::Open(evaluation) | TableState::Waiting(evaluation) => Some(evaluation),
            TableState::Complete | TableState::Unevaluated => None,
        }
    }

    /// How a call goes on that may take answers of the table.
    pub fn call(&mut self, table: usize) -> CallStatus {
        let evaluation = match self.tables[table].state {
            TableState::Complete => return CallStatus::Known,
            TableState::Unevaluated => return CallStatus::Unknown,
            TableState::Waiting(_) if self.tables[table].round != self.round => {
                return CallStatus::Unknown;
            }
            TableState::Open(evaluation) | TableState::Waiting(evaluation) => evaluation,
        };
        self.evaluations[evaluation].is_recursive = true;
        self.depend_on(evaluation);
        CallStatus::Known
    }

    fn add(&mut self, world: u64, call: &Term) -> usize {
        self.bytes += call.bytes() + size_of::<Table>() + BYTES_AROUND_A_TERM;
        let table = self.tables.len();
        self.tables.push(Table {
            call: call.clone(),
            answers: IndexSet::default(),
            state: TableState::Unevaluated,
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

    /// Begins to evaluate a table, or another round if it is that of the innermost evaluation.
    pub fn open(&mut self, table: usize, frame: usize) {
        let number = self.evaluations.len();
        match self.evaluations.last_mut() {
            Some(innermost) if innermost.table == table => innermost.frame = frame,
            _ => {
                self.tables[table].state = TableState::Open(number);
                self.evaluations.push(Evaluation {
                    table,
                    frame,
                    barrier: None,
                    lowest: number,
                    is_recursive: false,
                    has_grown: false,
                    waiting: self.waiting.len(),
                });
            }
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

    /// The number of tables that were evaluated within the innermost evaluation and wait for it or for
    /// a lower one: the work of ending it.
    pub fn dependents(&self) -> usize {
        let first = self.evaluations.last().map_or(0, |open| open.waiting);
        self.waiting.len() - first
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
            let state = &mut self.tables[table].state;
            if let TableState::Waiting(_) = state {
                *state = TableState::Complete;
            }
        }
    }

    /// The table of an evaluation waits for a lower one, and with it all that wait for it.
    fn wait(&mut self, closed: &Evaluation) {
        self.waiting.push(closed.table);
        self.tables[closed.table].round = self.round;
        self.tables[closed.table].state = TableState::Waiting(closed.lowest);
        for &table in &self.waiting[closed.waiting..] {
            if let TableState::Waiting(evaluation) = &mut self.tables[table].state {
                *evaluation = closed.lowest.min(*evaluation);
            }
        }
        if let Some(outer) = self.evaluations.last_mut() {
            outer.has_grown |= closed.has_grown;
        }
        self.depend_on(closed.lowest);
        self.evaluations[closed.lowest].is_recursive = true;
    }

    /// Gives up the evaluations from the number `height` on, after an exception, with all tables that
    /// wait for them. None of them depends on a lower one: a goal that catches exceptions commits.
    pub fn abandon(&mut self, height: usize) {
        let Some(lowest) = self.evaluations.get(height) else {
            return;
        };
        let waiting = self.waiting.drain(lowest.waiting..);
        let open = self.evaluations.drain(height..);
        let given_up: Vec<usize> = waiting.chain(open.map(|open| open.table)).collect();
        for table in given_up {
            let table = &mut self.tables[table];
            table.state = TableState::Unevaluated;
            self.bytes -= table.answers.iter().map(bytes_of).sum::<usize>();
            table.answers.clear();
        }
    }

    /// The number of answers in a table.
    pub fn size(&self, table: usize) -> usize {
        self.tables[table].answers.len()
    }

    /// Whether no further answers can come.
    pub fn is_complete(&self, table: usize) -> bool {
        self.tables[table].state == TableState::Complete
    }

    /// An answer, by its number, from 0.
    pub fn answer(&self, table: usize, number: usize) -> Option<&Term> {
        self.tables[table].answers.get_index(number)
    }

    /// The calls of the evaluations from that of `table`, or from the one for which it waits, to the
    /// innermost: each of them depends on the next.
    pub fn circle(&self, table: usize) -> Vec<&Term> {
        let first = self.awaits(table).unwrap_or(0);
        let calls = self.evaluations[first..].iter();
        calls.map(|open| &self.tables[open.table].call).collect()
    }
}
