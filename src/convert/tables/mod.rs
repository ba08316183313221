//! Lists of facts, written as a person writes them: with intervals, with lists, and by arithmetic.
//!
//! A sheet says `(succ 1 2)`, `(succ 2 3)` and so on, and where each piece stands at the start, one fact after the
//! other. Facts of one form that follow each other are a table here, and its rows are what the facts differ in. Some
//! patterns are guessed for a table. A guess counts only if its patterns have the rows of the table, all of them
//! and each once: that is found out by listing them. The shortest text is taken, and often it is the facts.
//!
//! ```text
//! table       facts of one form -> rows
//! pattern     many rows at once, and which rows they are
//! boxes       products of sets among the rows
//! guess       rows              -> patterns: boxes, arithmetic and comparisons
//! sets        relations with one argument, which say what a variable can be
//! write       patterns          -> clauses
//! ```
//!
//! A fact is found by any of its arguments at once, a clause is not. So an interval stays in facts, `index(1..8).`,
//! and clauses ask for it: that also takes a name in place of a number, where `between` would have an error. A list
//! is gone through term by term, so only what holds at the start is written by long ones. What a long table computes
//! from one argument it computes backwards too.

mod boxes;
mod guess;
mod pattern;
mod sets;
mod table;
mod write;

use self::pattern::are_exactly;
pub(super) use self::sets::Sets;
pub(super) use self::table::Constant;
use self::table::{Table, tables};
use crate::syntax::tree::Clause;

/// The letters that the goals of a clause count for besides their own.
const THOUGHT: usize = 10;

/// The clauses, with the tables among them in few words. The comment above a table stays above it; a comment
/// between two facts parts two tables.
pub(super) fn in_few_words(clauses: &[Clause]) -> Vec<Clause> {
    let mut sets = Sets::new(clauses);
    let mut written = Vec::new();
    let mut rest = clauses;
    while let Some(first) = rest.first() {
        let (tables, length) = tables(rest);
        if tables.is_empty() {
            written.push(first.clone());
        }
        let start = written.len();
        for table in &tables {
            written.extend(shortest(table, &mut sets));
        }
        if let Some(commented) = written.get_mut(start) {
            commented.comment.clone_from(&first.comment);
        }
        rest = &rest[length..];
    }
    written
}

/// The shortest way to write a table.
fn shortest(table: &Table, sets: &mut Sets) -> Vec<Clause> {
    let mut best = (table.facts(), None);
    for patterns in guess::guesses(table, sets) {
        if !are_exactly(&patterns, &table.rows) {
            continue;
        }
        let mut own_sets = sets.clone();
        let clauses = write::clauses(table, &patterns, &mut own_sets);
        if let Some(clauses) = clauses.filter(|clauses| length(clauses) < length(&best.0)) {
            best = (clauses, Some(own_sets));
        }
    }
    let (clauses, own_sets) = best;
    if let Some(own_sets) = own_sets {
        *sets = own_sets;
    }
    clauses
}

/// How long clauses are to read. Goals take thought, so a clause with goals counts for more than its letters.
fn length(clauses: &[Clause]) -> usize {
    let lengths = clauses.iter().map(|clause| {
        let thought = if clause.body().is_some() { THOUGHT } else { 0 };
        clause.to_string().len() + 1 + thought
    });
    lengths.sum()
}
