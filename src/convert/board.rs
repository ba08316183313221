//! The board of a sheet, drawn as a rule file draws it. A sheet has no word for boards, but often a fact such as
//! `cell(X, Y, Mark)`, with numbers from 1 on and a few marks. Nothing but the drawing depends on what is found.

use std::ops::RangeInclusive;

use indexmap::IndexSet;

use super::tables::{Constant, Sets};
use crate::syntax::construct::{clause, compound, constant, variable};
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// The least and the most columns and rows.
const SIDES: RangeInclusive<usize> = 3..=26;

/// The most marks, as many as chess has, with the empty square.
const MOST_MARKS: usize = 13;

/// The most letters by which a mark is drawn.
const LONGEST_GLYPH: usize = 2;

/// How sheets call what is on an empty square.
const EMPTY: [&str; 4] = ["b", "blank", "e", "empty"];

/// What this module writes.
const OWN: [&str; 3] = ["grid", "show", "column_number"];

/// A fact that says what is on a square.
struct Board<'b> {
    fluent: &'b Name,
    columns: usize,
    rows: usize,
    /// Whether the columns are letters.
    has_letters: bool,
    marks: &'b [Constant],
    span: Span,
}

/// The clauses that draw a board; none if the rule file has no such fact, or draws already.
pub(super) fn drawn(clauses: &[Clause]) -> Vec<Clause> {
    let mut heads = clauses.iter().filter_map(Clause::head);
    let draws = heads.any(|head| head.parts().is_some_and(|(name, _)| OWN.contains(&name)));
    let sets = Sets::new(clauses);
    let mut declared = clauses.iter().filter_map(Clause::directive);
    let board = declared.find_map(|directive| Board::of(directive, &sets));
    let board = board.filter(|_| !draws);
    board.and_then(|board| board.clauses()).unwrap_or_default()
}

impl<'b> Board<'b> {
    /// The board of a declaration such as `fluent cell(column, row, mark)`.
    fn of(directive: &'b SourceTerm, sets: &'b Sets) -> Option<Self> {
        let ("fluent", [declared]) = directive.parts()? else {
            return None;
        };
        let (key, value) = match declared.parts()? {
            ("->", [key, value]) => (key, Some(value)),
            _ => (declared, None),
        };
        let (fluent, arguments) = key.name_and_arguments()?;
        let domains = arguments.iter().chain(value);
        let domains = domains.map(|domain| sets.terms(domain.parts()?.0));
        let domains: Vec<&[Constant]> = domains.collect::<Option<_>>()?;
        let [columns, rows, marks] = domains[..] else {
            return None;
        };
        let has_letters = are_letters(columns);
        let is_board = (has_letters || are_numbers(columns))
            && are_numbers(rows)
            && marks.len() <= MOST_MARKS
            && SIDES.contains(&columns.len())
            && SIDES.contains(&rows.len());
        is_board.then_some(Self {
            fluent,
            columns: columns.len(),
            rows: rows.len(),
            has_letters,
            marks,
            span: declared.span,
        })
    }

    fn clauses(&self) -> Option<Vec<Clause>> {
        let [x, y] = ["X", "Y"].map(|name| variable(name, self.span));
        let column = variable("Column", self.span);
        let number = |number: usize| constant(&number.to_string(), self.span);
        let mut size = vec![number(self.columns), number(self.rows)];
        if self.has_letters {
            size.push(constant("bottom_up", self.span));
        }
        let mut written = vec![self.clause(compound("grid", self.span, size), Vec::new())];
        for (mark, glyph) in self.glyphs()? {
            let at = if self.has_letters { &column } else { &x };
            let fact = vec![at.clone(), y.clone(), mark.term(self.span)];
            let mut goals = vec![compound(self.fluent, self.span, fact)];
            if self.has_letters {
                let sides = vec![column.clone(), x.clone()];
                goals.push(compound("column_number", self.span, sides));
            }
            let shown = vec![x.clone(), y.clone(), self.text(&glyph)];
            written.push(self.clause(compound("show", self.span, shown), goals));
        }
        if self.has_letters {
            written.push(self.column_number(&column, &x));
        }
        Some(written)
    }

    /// The marks but that of an empty square, and how they are drawn; `None` if they would look alike.
    fn glyphs(&self) -> Option<Vec<(&Constant, String)>> {
        let is_empty = |mark: &Constant| EMPTY.contains(&&*mark.text());
        // A black piece may be called `b`, beside a white one.
        let has_white = self.marks.iter().any(|mark| mark.text() == "w");
        let marks = self
            .marks
            .iter()
            .filter(|mark| has_white || !is_empty(mark));
        let marks: Vec<&Constant> = marks.collect();
        let prefixes = (1..=LONGEST_GLYPH).map(|length| {
            let prefixes = marks
                .iter()
                .map(|mark| mark.text().chars().take(length).collect());
            prefixes.collect::<IndexSet<String>>()
        });
        let glyphs = prefixes
            .into_iter()
            .find(|glyphs| glyphs.len() == marks.len())?;
        Some(marks.into_iter().zip(glyphs).collect())
    }

    /// The number of a letter, 1 for the letter a.
    fn column_number(&self, column: &SourceTerm, number: &SourceTerm) -> Clause {
        let code = variable("Code", self.span);
        let coded = vec![column.clone(), code.clone()];
        let less = constant("96", self.span);
        let value = compound("-", self.span, vec![code, less]);
        let goals = vec![
            compound("char_code", self.span, coded),
            compound("is", self.span, vec![number.clone(), value]),
        ];
        let sides = vec![column.clone(), number.clone()];
        self.clause(compound("column_number", self.span, sides), goals)
    }

    fn clause(&self, head: SourceTerm, goals: Vec<SourceTerm>) -> Clause {
        clause(head, goals, self.span, Box::default())
    }

    fn text(&self, text: &str) -> SourceTerm {
        SourceTerm {
            kind: TermKind::String(Name::from(text)),
            span: self.span,
        }
    }
}

/// Whether constants are the numbers from 1 on, in any order.
fn are_numbers(constants: &[Constant]) -> bool {
    let mut numbers = (1..).map(Constant::Number).take(constants.len());
    numbers.all(|number| constants.contains(&number))
}

/// Whether constants are the letters from a on, in any order.
fn are_letters(constants: &[Constant]) -> bool {
    let mut letters = ('a'..='z').take(constants.len());
    letters.all(|letter| constants.contains(&Constant::Name(letter.to_string().into())))
}
