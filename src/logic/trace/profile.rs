//! The cost of a search, by predicate.

use rustc_hash::FxHashMap;

use super::{Trace, Traced};
use crate::logic::error::Error;
use crate::logic::ids::PredicateId;
use crate::logic::instruction::Port;
use crate::logic::machine::PortEvent;
use crate::syntax::source::Span;

/// The cost of a search for all answers to a goal.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The predicates that were called, those with the most steps of their own first.
    pub lines: Vec<ProfileLine>,
    /// The number of answers.
    pub answers: u64,
    /// The total number of calls of predicates.
    pub steps: u64,
}

/// The cost of one predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileLine {
    /// The predicate's name.
    pub name: String,
    /// The number of its arguments.
    pub arity: usize,
    /// The head of its first clause, if the program itself has one.
    pub place: Option<Span>,
    /// How often it was called.
    pub calls: u64,
    /// How often it was proved, counting each further proof.
    pub exits: u64,
    /// How often it was asked for a further proof.
    pub redos: u64,
    /// How often it failed, at once or after its last proof.
    pub fails: u64,
    /// Steps between its own ports: the call itself, and the goals that its clauses execute in
    /// place or by predicates that have no line here.
    pub steps: u64,
}

impl Profile {
    /// Runs a new trace to its end.
    ///
    /// # Errors
    /// If the search ends in an error.
    pub fn of(trace: &mut Trace) -> Result<Self, Error> {
        let mut account = Account::default();
        let mut answers = 0;
        loop {
            match trace.step()? {
                Traced::Port(event) => account.pass(&event),
                Traced::Answer(_) => {
                    account.charge(trace.work().steps);
                    answers += 1;
                }
                Traced::End => break,
            }
        }
        let steps = trace.work().steps;
        account.charge(steps);
        let line = |(id, counts): (PredicateId, ProfileLine)| {
            let (name, arity) = trace.name_and_arity(id);
            ProfileLine {
                name: name.to_owned(),
                arity,
                place: trace.first_head(id),
                ..counts
            }
        };
        let mut lines: Vec<ProfileLine> = account.counts.into_iter().map(line).collect();
        lines.sort_by(|a, b| {
            b.steps
                .cmp(&a.steps)
                .then_with(|| (&a.name, a.arity).cmp(&(&b.name, b.arity)))
        });
        Ok(Self {
            lines,
            answers,
            steps,
        })
    }
}

/// The counts of each predicate, and the predicate whose steps are being counted.
#[derive(Default)]
struct Account {
    counts: FxHashMap<PredicateId, ProfileLine>,
    running: Option<PredicateId>,
    charged: u64,
}

impl Account {
    fn pass(&mut self, event: &PortEvent) {
        self.charge(event.steps);
        let line = self.line(event.predicate);
        match event.port {
            Port::Call => line.calls += 1,
            Port::Exit => line.exits += 1,
            Port::Redo => line.redos += 1,
            Port::Fail => line.fails += 1,
            Port::Exception => {}
        }
        self.running = match event.port {
            Port::Call | Port::Redo => Some(event.predicate),
            Port::Exit | Port::Fail | Port::Exception => event.parent,
        };
    }

    /// Charges the steps up to the count `steps` to the running predicate.
    fn charge(&mut self, steps: u64) {
        let taken = steps.saturating_sub(self.charged);
        self.charged = steps;
        if let Some(running) = self.running {
            self.line(running).steps += taken;
        }
    }

    fn line(&mut self, id: PredicateId) -> &mut ProfileLine {
        self.counts.entry(id).or_insert_with(|| ProfileLine {
            name: String::new(),
            arity: 0,
            place: None,
            calls: 0,
            exits: 0,
            redos: 0,
            fails: 0,
            steps: 0,
        })
    }
}
