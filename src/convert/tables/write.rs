//! The clauses of patterns.

use super::pattern::{Column, Pattern, Value};
use super::sets::{Sets, ends, range};
use super::table::{Constant, Table, fact};
use crate::syntax::construct::{clause, compound, constant, variable};
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// The most terms of a list that goals go through again and again.
const LONGEST_LIST: usize = 4;

/// The most numbers that are tried one by one to find the one that something comes from.
const MOST_TRIED: usize = 16;

/// An interval with fewer numbers is written as a list.
const SHORTEST_NAMED: usize = 4;

/// The clauses of patterns, and before them those of new sets; `None` if they would be slow to ask.
pub(super) fn clauses(table: &Table, patterns: &[Pattern], sets: &mut Sets) -> Option<Vec<Clause>> {
    let (name, arity) = table.relation();
    let mut writer = Writer {
        table,
        span: table.example.span,
        is_start: name == "init",
        asks_relations: arity > 1 || ["init", "next"].contains(&name),
        sets,
        new_sets: Vec::new(),
    };
    let written: Option<Vec<Clause>> = patterns.iter().map(|one| writer.clause(one)).collect();
    let mut clauses = writer.new_sets;
    clauses.extend(written?);
    Some(clauses)
}

struct Writer<'w> {
    table: &'w Table,
    span: Span,
    /// Whether the table says what holds at the start, which is asked once.
    is_start: bool,
    /// Whether its clauses may ask other relations. Relations with one argument do not, so that no two of them
    /// ask each other.
    asks_relations: bool,
    sets: &'w mut Sets,
    new_sets: Vec<Clause>,
}

impl Writer<'_> {
    fn clause(&mut self, pattern: &Pattern) -> Option<Clause> {
        if let Some(columns) = self.intervals(pattern) {
            return Some(fact(self.table.head(&mut columns.into_iter())));
        }
        let columns = self.columns(pattern);
        let mut goals = Vec::new();
        for (place, column) in pattern.columns.iter().enumerate() {
            if let Column::Each(set) = column {
                goals.push(self.is_among(&columns[place], set, place)?);
            }
        }
        if let Some((operator, left, right)) = pattern.condition {
            let sides = vec![columns[left].clone(), columns[right].clone()];
            goals.push(compound(operator, self.span, sides));
        }
        for (place, column) in pattern.columns.iter().enumerate() {
            let Column::Computed(value, within) = column else {
                continue;
            };
            if let Some(back) = self.back(pattern, &columns, place, *value)? {
                goals.insert(0, back);
            }
            let value = self.value(*value, &columns);
            goals.push(compound(
                "is",
                self.span,
                vec![columns[place].clone(), value],
            ));
            if let Some(ends) = within {
                goals.push(self.is_within(&columns[place], *ends));
            }
        }
        let head = self.table.head(&mut columns.into_iter());
        Some(clause(head, goals, self.span, Box::default()))
    }

    /// The columns of a fact, if they are constants and intervals.
    fn intervals(&self, pattern: &Pattern) -> Option<Vec<SourceTerm>> {
        let columns = pattern.columns.iter().map(|column| match column {
            Column::One(constant) => Some(constant.term(self.span)),
            Column::Each(set) => ends(set).map(|ends| range(ends, self.span)),
            Column::As(_) | Column::Computed(..) => None,
        });
        columns
            .collect::<Option<_>>()
            .filter(|_| pattern.condition.is_none())
    }

    /// The columns of a head: constants and variables.
    fn columns(&self, pattern: &Pattern) -> Vec<SourceTerm> {
        let is_variable =
            |column: &&Column| matches!(column, Column::Each(_) | Column::Computed(..));
        let count = pattern.columns.iter().filter(is_variable).count();
        let mut number = 0;
        let mut columns: Vec<SourceTerm> = Vec::new();
        for column in &pattern.columns {
            columns.push(match column {
                Column::One(constant) => constant.term(self.span),
                Column::As(other) => columns[*other].clone(),
                Column::Each(_) | Column::Computed(..) => {
                    number += 1;
                    let name = match (count, ["X", "Y", "Z"].get(number - 1)) {
                        (..=3, Some(name)) => (*name).to_owned(),
                        _ => format!("X{number}"),
                    };
                    variable(&name, self.span)
                }
            });
        }
        columns
    }

    /// The goal that a variable is one of these. It may have a value that is no number.
    fn is_among(&mut self, one: &SourceTerm, set: &[Constant], place: usize) -> Option<SourceTerm> {
        let known = self.sets.relation(set).filter(|_| self.asks_relations);
        if let Some(name) = known {
            return Some(compound(name, self.span, vec![one.clone()]));
        }
        if let Some(ends) = ends(set).filter(|_| set.len() >= SHORTEST_NAMED) {
            if self.is_start {
                return Some(self.between(one, ends));
            }
            let name = self.table.relation().0.trim_end_matches('_');
            let name = format!("{name}_{}", place + 1);
            let added = self.sets.add(&name, ends, self.span);
            let goal = added.head().and_then(SourceTerm::name_and_arguments);
            let goal = goal.map(|(name, _)| compound(name, self.span, vec![one.clone()]));
            self.new_sets.push(added);
            return goal;
        }
        let items = set.iter().map(|constant| constant.term(self.span));
        let list = SourceTerm {
            kind: TermKind::List {
                items: items.collect(),
                tail: None,
            },
            span: self.span,
        };
        let is_short = self.is_start || self.asks_relations && set.len() <= LONGEST_LIST;
        is_short.then(|| compound("member", self.span, vec![one.clone(), list]))
    }

    /// The goal that a number is in an interval.
    fn is_within(&self, number: &SourceTerm, ends: [i64; 2]) -> SourceTerm {
        match self.sets.interval(ends) {
            Some(name) => compound(name, self.span, vec![number.clone()]),
            None => self.between(number, ends),
        }
    }

    fn between(&self, number: &SourceTerm, [first, last]: [i64; 2]) -> SourceTerm {
        let ends = [first, last].map(|end| Constant::Number(end).term(self.span));
        let [first, last] = ends;
        compound("between", self.span, vec![first, last, number.clone()])
    }

    fn value(&self, value: Value, columns: &[SourceTerm]) -> SourceTerm {
        match value {
            Value::Plus(place, by) => self.plus(&columns[place], by),
            Value::Less(from, place) => {
                let from = Constant::Number(from).term(self.span);
                compound("-", self.span, vec![from, columns[place].clone()])
            }
            Value::Joined(operator, left, right) => {
                let sides = vec![columns[left].clone(), columns[right].clone()];
                compound(operator, self.span, sides)
            }
        }
    }

    fn plus(&self, term: &SourceTerm, by: i64) -> SourceTerm {
        let operator = if by < 0 { "-" } else { "+" };
        let by = constant(&by.unsigned_abs().to_string(), self.span);
        compound(operator, self.span, vec![term.clone(), by])
    }

    /// The goal that finds a number from what comes of it, if there are too many to try each; `None` if there is
    /// no such goal.
    fn back(
        &self,
        pattern: &Pattern,
        columns: &[SourceTerm],
        place: usize,
        value: Value,
    ) -> Option<Option<SourceTerm>> {
        let is_long = |place: usize| {
            let column = &pattern.columns[place];
            matches!(column, Column::Each(set) if set.len() > MOST_TRIED)
        };
        let result = &columns[place];
        let (from, value) = match value {
            Value::Plus(from, by) => (from, self.plus(result, by.checked_neg()?)),
            Value::Less(sum, from) => {
                let sum = Constant::Number(sum).term(self.span);
                (from, compound("-", self.span, vec![sum, result.clone()]))
            }
            Value::Joined(_, left, right) => {
                return (!is_long(left) && !is_long(right)).then_some(None);
            }
        };
        if !is_long(from) {
            return Some(None);
        }
        let name = |name: &str| SourceTerm {
            kind: TermKind::Atom(Name::from(name)),
            span: self.span,
        };
        let is_known = compound("integer", self.span, vec![result.clone()]);
        let from = compound("is", self.span, vec![columns[from].clone(), value]);
        let found = compound("->", self.span, vec![is_known, from]);
        Some(Some(compound(";", self.span, vec![found, name("true")])))
    }
}
