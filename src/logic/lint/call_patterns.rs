//! Call patterns: each predicate with the sets of open arguments with which it is called, and the
//! arguments that its answers leave open.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;

use super::ArgumentMode;
use super::calls::calls;
use super::listing::{ClauseListing, ListedClause, each_variable};
use crate::logic::instruction::{Comparison, TypeTest};
use crate::syntax::source::Span;
use crate::syntax::tree::TermKind;

/// A set of arguments that are sure to be unbound, one bit for each.
pub(super) type OpenArguments = u64;

/// The maximum number of arguments of a predicate that is analysed.
const MOST_ARGUMENTS: usize = 64;

/// A predicate called with a certain set of open arguments.
#[derive(Default)]
pub(super) struct CallPattern<'a> {
    /// The arguments that every answer leaves open; `None` as long as no answer is known.
    answer: Option<OpenArguments>,
    /// The patterns that depend on this one's answer.
    dependents: FxHashSet<usize>,
    /// The place of the first call with this pattern.
    pub from: Option<Span>,
    /// The modes, if the predicate is called from outside the program.
    pub modes: Option<&'a [ArgumentMode]>,
}

/// All patterns found so far, by predicate and open arguments, numbered in the order of their
/// discovery.
pub(super) struct CallPatterns<'l, 'a> {
    pub listing: &'l ClauseListing<'a>,
    /// For each predicate, the arguments that some clause tests for being bound.
    tested: Vec<OpenArguments>,
    patterns: IndexMap<(usize, OpenArguments), CallPattern<'a>>,
    /// The patterns to analyse, the last first: a callee before its caller.
    waiting: IndexSet<usize>,
    /// How many clauses and goals have been analysed.
    pub work: usize,
}

impl<'l, 'a> CallPatterns<'l, 'a> {
    pub fn new(listing: &'l ClauseListing<'a>) -> Self {
        let predicates = 0..listing.predicates.len();
        let tested = predicates.map(|predicate| tested(listing, predicate));
        Self {
            listing,
            tested: tested.collect(),
            patterns: IndexMap::new(),
            waiting: IndexSet::new(),
            work: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// The pattern with this number.
    pub fn get(&self, number: usize) -> &CallPattern<'a> {
        &self.patterns[number]
    }

    /// The predicate of a pattern, and its open arguments.
    pub fn call(&self, number: usize) -> (usize, OpenArguments) {
        let (call, _) = self
            .patterns
            .get_index(number)
            .expect("patterns are never taken away");
        *call
    }

    /// The predicates that have a pattern.
    pub fn called_predicates(&self) -> FxHashSet<usize> {
        self.patterns
            .keys()
            .map(|(predicate, _)| *predicate)
            .collect()
    }

    /// The next pattern to analyse.
    pub fn next_waiting(&mut self) -> Option<usize> {
        self.waiting.pop()
    }

    /// Adds a call from outside the program.
    pub fn add_entry(&mut self, predicate: usize, modes: &'a [ArgumentMode]) {
        let modes_of_open = modes.iter().enumerate();
        let open = modes_of_open.filter(|(_, mode)| **mode != ArgumentMode::Given);
        let open = open.fold(0, |open, (at, _)| open | 1 << at);
        if let Some((number, _)) = self.add(predicate, open) {
            self.patterns[number].modes.get_or_insert(modes);
        }
    }

    /// Adds a call. Returns the number of its pattern, and the arguments that its answers leave
    /// open; `None` for a predicate about which too little is known.
    pub fn add(
        &mut self,
        predicate: usize,
        open: OpenArguments,
    ) -> Option<(usize, Option<OpenArguments>)> {
        let arity = self.listing.predicates.get_index(predicate)?.0.1;
        if arity > MOST_ARGUMENTS || self.listing.is_doubtful(predicate) {
            return None;
        }
        let entry = self
            .patterns
            .entry((predicate, open & !self.tested[predicate]));
        let (number, is_new) = (
            entry.index(),
            matches!(entry, indexmap::map::Entry::Vacant(_)),
        );
        let answer = entry.or_default().answer;
        if is_new {
            self.waiting.insert(number);
        }
        Some((number, answer))
    }

    /// Joins the arguments that one more clause leaves open to those of the pattern's other
    /// answers. If the result changes, the dependent patterns are analysed again.
    pub fn join_answer(&mut self, number: usize, found: Option<OpenArguments>) {
        let known = &mut self.patterns[number];
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

    /// The arguments that a call leaves open. `None` if no answer is known yet; the empty set where
    /// too little is known about the predicate.
    pub fn ask(
        &mut self,
        caller: usize,
        predicate: usize,
        open: OpenArguments,
        place: Span,
    ) -> Option<OpenArguments> {
        let Some((number, answer)) = self.add(predicate, open) else {
            return Some(0);
        };
        let known = &mut self.patterns[number];
        known.dependents.insert(caller);
        known.from.get_or_insert(place);
        answer
    }
}

/// Whether the outcome of this goal depends on whether a variable is bound. A predicate that uses
/// such a goal on an argument may be meant for both cases.
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

fn tested(listing: &ClauseListing<'_>, predicate: usize) -> OpenArguments {
    let mut open = 0;
    for clause in listing.clauses_of(predicate) {
        let variables = tested_variables(clause);
        for (at, argument) in clause.arguments().iter().enumerate().take(MOST_ARGUMENTS) {
            if matches!(&argument.kind, TermKind::Variable(name) if variables.contains(&**name)) {
                open |= 1 << at;
            }
        }
    }
    open
}

/// The variables of a clause that are tested for being bound.
pub(super) fn tested_variables<'a>(clause: &ListedClause<'a>) -> FxHashSet<&'a str> {
    let mut variables = FxHashSet::default();
    for call in clause.body.map_or_else(Vec::new, |body| calls(body, &[])) {
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
