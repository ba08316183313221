//! Finds variables that are sure to have no value, by following the calls.
//!
//! An abstract interpretation (P. and R. Cousot, 1977) over one bit a variable: whether it is sure
//! to be unbound and shared with nothing. Starting from the entries, each predicate is analysed
//! once for every [pattern](super::call_patterns) of open arguments with which it is called. The
//! arguments that it leaves open are computed as a fixpoint. In doubt a variable counts as bound,
//! so that a warning is never given on a guess.

use super::call_patterns::{CallPatterns, OpenArguments};
use super::listing::{ClauseListing, ListedClause, each_variable};
use super::walk::{UnboundVariable, VariableNumbers, Walker};

/// The maximum number of goals that are analysed; a larger program gets no warnings from this lint.
const MOST_WORK: usize = 2_000_000;

/// The variables that are sure to be unbound where they need a value. Returns none if the fixpoint
/// takes too long to reach.
pub(super) fn unbound_variables<'a>(listing: &ClauseListing<'a>) -> Vec<UnboundVariable<'a>> {
    Analysis::new(listing).findings()
}

struct Analysis<'l, 'a> {
    patterns: CallPatterns<'l, 'a>,
    /// The variables of each clause.
    variables: Vec<VariableNumbers<'a>>,
}

impl<'l, 'a> Analysis<'l, 'a> {
    fn new(listing: &'l ClauseListing<'a>) -> Self {
        Self {
            patterns: CallPatterns::new(listing),
            variables: listing.clauses.iter().map(variable_numbers).collect(),
        }
    }

    fn findings(mut self) -> Vec<UnboundVariable<'a>> {
        let listing = self.patterns.listing;
        for entry in &listing.subject.entries {
            if let Some(predicate) = listing.own(&entry.name, entry.modes.len()) {
                self.patterns.add_entry(predicate, &entry.modes);
            }
        }
        self.reach_fixpoint();
        let called = self.patterns.called_predicates();
        for predicate in 0..listing.predicates.len() {
            if !called.contains(&predicate) {
                self.patterns.add(predicate, 0);
            }
        }
        self.reach_fixpoint();
        if self.patterns.work > MOST_WORK {
            return Vec::new();
        }
        (0..self.patterns.len())
            .flat_map(|pattern| self.answer_of(pattern).1)
            .collect()
    }

    /// Analyses patterns until no answer changes any more.
    fn reach_fixpoint(&mut self) {
        while let Some(pattern) = self.patterns.next_waiting()
            && self.patterns.work <= MOST_WORK
        {
            let (found, _) = self.answer_of(pattern);
            self.patterns.join_answer(pattern, found);
        }
    }

    /// The arguments that every answer of a pattern leaves open, as far as known, and the unbound
    /// variables found in its clauses.
    fn answer_of(&mut self, pattern: usize) -> (Option<OpenArguments>, Vec<UnboundVariable<'a>>) {
        let listing = self.patterns.listing;
        let (predicate, open) = self.patterns.call(pattern);
        let (mut answer, mut findings) = (None, Vec::new());
        for &number in &listing.predicates[predicate] {
            self.patterns.work += 1;
            let variables = &self.variables[number];
            let clause = listing.clauses[number];
            let mut walker = Walker::new(&mut self.patterns, pattern, variables, clause);
            if let Some(left) = walker.clause(open) {
                answer = Some(answer.map_or(left, |known: OpenArguments| known & left));
            }
            findings.append(&mut walker.findings);
        }
        (answer, findings)
    }
}

fn variable_numbers<'a>(clause: &ListedClause<'a>) -> VariableNumbers<'a> {
    let mut numbers = VariableNumbers::default();
    let mut number = |name, _| {
        let next = numbers.len();
        if name != "_" {
            numbers.entry(name).or_insert(next);
        }
    };
    each_variable(clause.head, &mut number);
    clause
        .body
        .into_iter()
        .for_each(|body| each_variable(body, &mut number));
    numbers
}
