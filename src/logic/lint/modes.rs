//! Which variables are surely without a value, found by following the calls.
//!
//! An abstract interpretation (P. and R. Cousot, 1977) over one bit a variable: whether it is sure
//! to be unbound and shared with nothing. Each predicate is looked at once for every pattern of
//! open arguments with which it is called, from the entries on; what it leaves open is found as a
//! fixpoint. Where anything is in doubt a variable counts as bound, so that a warning is never
//! given on a guess.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ArgumentMode;
use super::calls::calls;
use super::listing::{Line, Listing, each_variable};
use super::unbound::Finding;
use super::walk::Walker;
use crate::logic::instruction::{Comparison, TypeTest};
use crate::syntax::source::Span;
use crate::syntax::tree::TermKind;

/// A bit for each argument: whether it is sure to be unbound.
pub(super) type Open = u64;

/// The most arguments of a predicate that is looked at.
const MOST_ARGUMENTS: usize = 64;

/// The most goals that are looked at; a program that needs more is not judged.
const MOST_WORK: usize = 2_000_000;

/// A predicate called with a certain pattern of open arguments.
#[derive(Default)]
pub(super) struct Row<'a> {
    /// What every answer leaves open; none as long as no answer is known.
    answer: Option<Open>,
    /// The rows that this one's answer matters to.
    dependents: FxHashSet<usize>,
    /// Where it was first called so.
    pub from: Option<Span>,
    /// How it is asked from outside.
    pub modes: Option<&'a [ArgumentMode]>,
}

/// The numbers of a clause's named variables.
pub(super) type Names<'a> = FxHashMap<&'a str, usize>;

pub(super) struct Analysis<'l, 'a> {
    pub listing: &'l Listing<'a>,
    names: Vec<Names<'a>>,
    /// For each predicate the arguments that some clause tests for being bound.
    tested: Vec<Open>,
    pub rows: IndexMap<(usize, Open), Row<'a>>,
    /// The rows to look at, the last first: what is called before who calls it.
    waiting: IndexSet<usize>,
    pub work: usize,
}

impl<'l, 'a> Analysis<'l, 'a> {
    pub fn new(listing: &'l Listing<'a>) -> Self {
        let names = listing.lines.iter().map(names).collect();
        let tested = (0..listing.predicates.len())
            .map(|predicate| tested(listing, predicate))
            .collect();
        Self {
            listing,
            names,
            tested,
            rows: IndexMap::new(),
            waiting: IndexSet::new(),
            work: 0,
        }
    }

    /// What is found once the fixpoint is reached; nothing if that takes too long.
    pub fn findings(mut self) -> Vec<Finding<'a>> {
        for entry in &self.listing.subject.entries {
            if let Some(predicate) = self.listing.own(&entry.name, entry.modes.len()) {
                let modes = entry.modes.iter().enumerate();
                let open = modes.filter(|(_, mode)| **mode != ArgumentMode::Given);
                let open = open.fold(0, |open, (at, _)| open | 1 << at);
                if let Some((row, _)) = self.row(predicate, open) {
                    self.rows[row].modes.get_or_insert(&entry.modes);
                }
            }
        }
        self.settle();
        let asked: FxHashSet<usize> = self.rows.keys().map(|(predicate, _)| *predicate).collect();
        for predicate in
            (0..self.listing.predicates.len()).filter(|predicate| !asked.contains(predicate))
        {
            self.row(predicate, 0);
        }
        self.settle();
        if self.work > MOST_WORK {
            return Vec::new();
        }
        (0..self.rows.len())
            .flat_map(|row| self.answer_of(row).1)
            .collect()
    }

    /// Looks at rows until no answer changes any more.
    fn settle(&mut self) {
        while let Some(row) = self.waiting.pop().filter(|_| self.work <= MOST_WORK) {
            let found = self.answer_of(row).0;
            let known = &mut self.rows[row];
            let joined = match (known.answer, found) {
                (Some(known), Some(found)) => Some(known & found),
                (known, found) => known.or(found),
            };
            if joined != known.answer {
                known.answer = joined;
                let dependents: Vec<usize> = known.dependents.iter().copied().collect();
                self.waiting.extend(dependents);
            }
        }
    }

    /// What every answer of a row leaves open, as far as is known so far, and what is doubtful
    /// about its clauses.
    fn answer_of(&mut self, row: usize) -> (Option<Open>, Vec<Finding<'a>>) {
        let (&(predicate, open), _) = self.rows.get_index(row).expect("rows are never taken away");
        let (mut answer, mut findings) = (None, Vec::new());
        for number in self.listing.predicates[predicate].clone() {
            self.work += 1;
            let names = std::mem::take(&mut self.names[number]);
            let mut walker = Walker::new(self, row, &names, self.listing.lines[number]);
            if let Some(left) = walker.clause(open) {
                answer = Some(answer.map_or(left, |known: Open| known & left));
            }
            findings.append(&mut walker.findings);
            self.names[number] = names;
        }
        (answer, findings)
    }

    /// The row of a call, and what its answers leave open; none for a predicate of which too little
    /// is known.
    fn row(&mut self, predicate: usize, open: Open) -> Option<(usize, Option<Open>)> {
        let arity = self.listing.predicates.get_index(predicate)?.0.1;
        if arity > MOST_ARGUMENTS || self.listing.is_doubtful(predicate) {
            return None;
        }
        let entry = self.rows.entry((predicate, open & !self.tested[predicate]));
        let (row, is_new) = (
            entry.index(),
            matches!(entry, indexmap::map::Entry::Vacant(_)),
        );
        let answer = entry.or_default().answer;
        if is_new {
            self.waiting.insert(row);
        }
        Some((row, answer))
    }

    /// What a call leaves open: none if it has no answer as far as is known, all bound where too
    /// little is known.
    pub fn ask(
        &mut self,
        caller: usize,
        predicate: usize,
        open: Open,
        place: Span,
    ) -> Option<Open> {
        let Some((row, answer)) = self.row(predicate, open) else {
            return Some(0);
        };
        let known = &mut self.rows[row];
        known.dependents.insert(caller);
        known.from.get_or_insert(place);
        answer
    }
}

fn names<'a>(line: &Line<'a>) -> Names<'a> {
    let mut names = Names::default();
    let mut number = |name, _| {
        let next = names.len();
        if name != "_" {
            names.entry(name).or_insert(next);
        }
    };
    each_variable(line.head, &mut number);
    line.body
        .into_iter()
        .for_each(|body| each_variable(body, &mut number));
    names
}

/// Goals whose outcome depends on whether a variable is bound. A predicate that has one for an
/// argument may be made for both cases.
pub(super) fn is_type_test(name: &str, arity: usize) -> bool {
    match arity {
        1 => TypeTest::of(name).is_some(),
        2 => matches!(
            Comparison::of_terms(name),
            Some(Comparison::Equal | Comparison::NotEqual)
        ),
        _ => false,
    }
}

fn tested(listing: &Listing<'_>, predicate: usize) -> Open {
    let mut open = 0;
    for line in listing.lines_of(predicate) {
        let variables = tested_variables(line);
        for (at, argument) in line.arguments().iter().enumerate().take(MOST_ARGUMENTS) {
            if matches!(&argument.kind, TermKind::Variable(name) if variables.contains(&**name)) {
                open |= 1 << at;
            }
        }
    }
    open
}

/// The variables of a clause that are tested for being bound.
pub(super) fn tested_variables<'a>(line: &Line<'a>) -> FxHashSet<&'a str> {
    let mut variables = FxHashSet::default();
    for call in line.body.map_or_else(Vec::new, |body| calls(body, &[])) {
        if is_type_test(call.name, call.arity()) {
            call.arguments.iter().for_each(|argument| {
                each_variable(argument, &mut |name, _| {
                    variables.insert(name);
                })
            });
        }
    }
    variables
}
