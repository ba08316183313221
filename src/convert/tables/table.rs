//! Facts that differ in their constants only, as the rows of a table.

use std::borrow::Cow;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use crate::syntax::construct::{applied, clause, constant};
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// The most rows of a table that is looked at.
const MOST_ROWS: usize = 1 << 12;

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::convert) enum Constant {
    Number(i64),
    Name(Name),
}

/// The constants of a fact, from left to right.
pub(super) type Row = Vec<Constant>;

/// Rows in the order of the sheet.
pub(super) type Rows = IndexSet<Row, FxBuildHasher>;

/// Facts of one form.
pub(super) struct Table {
    /// The first of them.
    pub example: SourceTerm,
    pub rows: Rows,
}

impl Constant {
    /// A term as a constant.
    pub fn of(term: &SourceTerm) -> Option<Self> {
        match &term.kind {
            TermKind::Integer(number) => Some(Self::Number(*number)),
            TermKind::Atom(name) => Some(Self::Name(name.clone())),
            _ => None,
        }
    }

    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Name(_) => None,
        }
    }

    /// How it is written in a sheet.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Number(number) => Cow::Owned(number.to_string()),
            Self::Name(name) => Cow::Borrowed(name),
        }
    }

    pub fn term(&self, span: Span) -> SourceTerm {
        match self {
            Self::Number(number) => SourceTerm {
                kind: TermKind::Integer(*number),
                span,
            },
            Self::Name(name) => constant(name, span),
        }
    }
}

impl Table {
    /// The facts, one by one.
    pub fn facts(&self) -> Vec<Clause> {
        let facts = self.rows.iter().map(|row| {
            let columns = row.iter().map(|constant| constant.term(self.example.span));
            fact(self.head(&mut columns.into_iter()))
        });
        facts.collect()
    }

    /// The form of the facts, with these terms in place of the constants.
    pub fn head(&self, columns: &mut dyn Iterator<Item = SourceTerm>) -> SourceTerm {
        filled(&self.example, true, columns)
    }

    /// The name of the relation, and the number of its arguments.
    pub fn relation(&self) -> (&str, usize) {
        let parts = self.example.parts();
        parts.map_or(("", 0), |(name, arguments)| (name, arguments.len()))
    }
}

/// The tables that a text begins with, and the number of their clauses; one clause and no table if it begins
/// with no fact. What holds at the start is one table for each form of facts.
pub(super) fn tables(clauses: &[Clause]) -> (Vec<Table>, usize) {
    let mut tables: IndexMap<String, Table> = IndexMap::new();
    let relation = |clause: &Clause| {
        let (name, arguments) = clause.term.name_and_arguments()?;
        Some((name.clone(), arguments.len()))
    };
    let mut length = 0;
    for clause in clauses {
        let is_apart =
            length > 0 && (!clause.comment.is_empty() || relation(clause) != relation(&clauses[0]));
        let Some((form, row)) = form_and_row(clause).filter(|_| !is_apart) else {
            break;
        };
        let table = tables.entry(form).or_insert_with(|| Table {
            example: clause.term.clone(),
            rows: Rows::default(),
        });
        table.rows.insert(row);
        length += 1;
        if length == MOST_ROWS {
            break;
        }
    }
    (tables.into_values().collect(), length.max(1))
}

/// A fact without variables, as its form and its constants; `None` if it is another clause, or has none.
fn form_and_row(clause: &Clause) -> Option<(String, Row)> {
    let (mut form, mut row) = (String::new(), Vec::new());
    take_apart(&clause.term, true, &mut form, &mut row)?;
    (!row.is_empty()).then_some((form, row))
}

/// A fact of the position has a name also where it has no arguments.
fn is_about_facts(name: &str) -> bool {
    ["init", "next"].contains(&name)
}

fn take_apart(term: &SourceTerm, is_named: bool, form: &mut String, row: &mut Row) -> Option<()> {
    if let Some(constant) = Constant::of(term).filter(|_| !is_named) {
        row.push(constant);
        form.push('_');
        return Some(());
    }
    let (name, arguments) = term.parts()?;
    // An operator is no relation and no function: `1..8`, `X :- Y`.
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return None;
    }
    form.push_str(&format!("{name}/{}(", arguments.len()));
    let is_named = is_named && arguments.len() == 1 && is_about_facts(name);
    for argument in arguments {
        take_apart(argument, is_named, form, row)?;
        form.push(',');
    }
    form.push(')');
    Some(())
}

fn filled(
    term: &SourceTerm,
    is_named: bool,
    columns: &mut dyn Iterator<Item = SourceTerm>,
) -> SourceTerm {
    let Some((name, arguments)) = term
        .parts()
        .filter(|(_, arguments)| is_named || !arguments.is_empty())
    else {
        return columns.next().unwrap_or_else(|| term.clone());
    };
    let is_named = is_named && arguments.len() == 1 && is_about_facts(name);
    let arguments = arguments.iter();
    let arguments = arguments.map(|argument| filled(argument, is_named, columns));
    applied(name, term.span, arguments.collect())
}

/// A clause without a body.
pub(super) fn fact(head: SourceTerm) -> Clause {
    let span = head.span;
    clause(head, Vec::new(), span, Box::default())
}
