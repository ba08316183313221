//! Patterns: many rows of a table at once.

use std::slice;

use super::table::{Constant, Row, Rows};

/// The most rows that are looked at to find out what a pattern says.
const MOST_LOOKS: usize = 1 << 18;

/// What stands in a column.
#[derive(Clone, Debug)]
pub(super) enum Column {
    One(Constant),
    /// Each of these, in this order.
    Each(Vec<Constant>),
    /// The same as in an earlier column.
    As(usize),
    /// A number that comes from earlier columns, and the least and the greatest that is meant.
    Computed(Value, Option<[i64; 2]>),
}

/// A number that comes from other columns.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// A column and a number.
    Plus(usize, i64),
    /// A number less a column.
    Less(i64, usize),
    /// Two columns, joined by an operator.
    Joined(&'static str, usize, usize),
}

/// Rows: all that have in each column what stands there, and that meet the condition.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub columns: Vec<Column>,
    /// How two columns compare.
    pub condition: Option<(&'static str, usize, usize)>,
}

impl Pattern {
    pub fn new(columns: Vec<Column>) -> Self {
        Self {
            columns,
            condition: None,
        }
    }

    /// The rows; `None` if they are too many to list.
    fn rows(&self) -> Option<Vec<Row>> {
        let mut rows: Vec<Row> = vec![Vec::new()];
        for column in &self.columns {
            let values = match column {
                Column::One(constant) => vec![constant.clone()],
                Column::Each(constants) => constants.clone(),
                Column::As(_) | Column::Computed(..) => vec![Constant::Number(0)],
            };
            if rows.len().checked_mul(values.len())? > MOST_LOOKS {
                return None;
            }
            let extended = |row: &Row| {
                let row = row.clone();
                let values = values.iter();
                let extended = values.map(move |value| [&row[..], slice::from_ref(value)].concat());
                extended.collect::<Vec<Row>>()
            };
            rows = rows.iter().flat_map(extended).collect();
        }
        for (place, column) in self.columns.iter().enumerate() {
            let mut meant = Vec::new();
            for mut row in rows {
                match column {
                    Column::As(other) => row[place] = row[*other].clone(),
                    Column::Computed(value, within) => {
                        let number = value.of(&row)?;
                        if within.is_some_and(|[least, most]| number < least || number > most) {
                            continue;
                        }
                        row[place] = Constant::Number(number);
                    }
                    Column::One(_) | Column::Each(_) => {}
                }
                meant.push(row);
            }
            rows = meant;
        }
        if let Some((operator, left, right)) = self.condition {
            rows.retain(|row| holds(operator, &row[left], &row[right]));
        }
        Some(rows)
    }
}

impl Value {
    fn of(self, row: &Row) -> Option<i64> {
        match self {
            Self::Plus(place, by) => row[place].number()?.checked_add(by),
            Self::Less(from, place) => from.checked_sub(row[place].number()?),
            Self::Joined(operator, left, right) => {
                joined(operator, row[left].number()?, row[right].number()?)
            }
        }
    }
}

/// The result of an operator.
pub(super) fn joined(operator: &str, left: i64, right: i64) -> Option<i64> {
    match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        _ => None,
    }
}

/// Whether a comparison holds. Numbers only are greater or less.
pub(super) fn holds(operator: &str, left: &Constant, right: &Constant) -> bool {
    if operator == "\\==" {
        return left != right;
    }
    let (Some(left), Some(right)) = (left.number(), right.number()) else {
        return false;
    };
    match operator {
        "<" => left < right,
        "=<" => left <= right,
        ">" => left > right,
        ">=" => left >= right,
        _ => false,
    }
}

/// Whether patterns together have these rows, all of them and each once.
pub(super) fn are_exactly(patterns: &[Pattern], rows: &Rows) -> bool {
    let mut found = Rows::default();
    for pattern in patterns {
        let Some(own) = pattern.rows() else {
            return false;
        };
        for row in own {
            if !rows.contains(&row) || !found.insert(row) {
                return false;
            }
        }
    }
    found.len() == rows.len()
}
