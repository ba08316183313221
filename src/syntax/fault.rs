//! The messages about mistakes in a text: one function a mistake.
//!
//! Each points at the place to edit, says what was found and what was expected, and offers a hint.

use super::diagnostic::Diagnostic;
use super::limits::MAX_DEPTH;
use super::literal::BadEscape;
use super::operators::{Operator, infix, prefix};
use super::source::Span;
use super::visible::visible;

/// Returns the text of a place.
pub(super) type Snippet<'s, 'a> = &'s dyn Fn(Span) -> &'a str;

/// The operand on one side of a missing operator.
#[derive(Clone, Copy)]
pub(super) enum Neighbour {
    Word(Span),
    Variable(Span),
    Bracketed(Span),
    /// An atom, and the atom together with the parentheses directly after it.
    Application(Span, Span),
    Other(Span),
}

impl Neighbour {
    fn span(self) -> Span {
        match self {
            Self::Word(span) | Self::Variable(span) | Self::Bracketed(span) => span,
            Self::Application(_, span) | Self::Other(span) => span,
        }
    }
}

// Tokens and brackets

pub(super) fn missing_full_stop(last: Span, next: Option<Span>) -> Diagnostic {
    let fault = Diagnostic::error(
        "missing-full-stop",
        "a clause has no full stop",
        end_of(last),
        "expected `.` here",
    );
    let fault = fault
        .with_help("end every clause with a full stop and a space or a new line")
        .with_replacement(end_of(last), ".");
    match next {
        Some(next) => fault.with_place(
            next,
            "a line that starts at the margin begins another clause",
        ),
        None => fault,
    }
}

pub(super) fn empty_clause(span: Span) -> Diagnostic {
    Diagnostic::error(
        "empty-clause",
        "there is nothing before this full stop",
        span,
        "expected a clause",
    )
    .with_help("remove the full stop")
    .with_replacement(span, "")
}

pub(super) fn glued_full_stop(span: Span, symbol: &str) -> Diagnostic {
    let title =
        format!("`{symbol}` is read as one symbol, so its full stop does not end the clause");
    let apart = format!("{} .", symbol.strip_suffix('.').unwrap_or(symbol));
    Diagnostic::error("glued-full-stop", title, span, "one symbol")
        .with_help(format!("put a space before the full stop: `{apart}`"))
        .with_replacement(span, apart)
}

pub(super) fn double_full_stop(span: Span) -> Diagnostic {
    Diagnostic::error(
        "double-full-stop",
        "two dots do not end a clause",
        span,
        "read as an interval",
    )
    .with_help("write one full stop; an interval such as `1..8` ends on the line where it begins")
}

pub(super) fn unclosed_quote(span: Span, quote: &str) -> Diagnostic {
    let title = format!("a quoted text is not closed on its line: {quote}");
    Diagnostic::error("unclosed-quote", title, span, "opened here").with_help(format!(
        "close it with another {quote}, or write `\\n` for a line end and a backslash to go on in the next line"
    ))
}

pub(super) fn unclosed_comment(span: Span) -> Diagnostic {
    let opening = Span {
        end: span.start + 2,
        ..span
    };
    Diagnostic::error(
        "unclosed-comment",
        "a comment is never closed",
        opening,
        "opened here",
    )
    .with_help("close it with `*/`; all that follows is taken for the comment")
}

/// The last place at which an open bracket should have been closed.
#[derive(Clone, Copy)]
pub(super) enum BracketEnd {
    /// Before this full stop.
    FullStop(Span),
    /// Before this `:-`.
    Neck(Span),
    /// After this last token of the text.
    Text(Span),
}

pub(super) fn unclosed_bracket(end: BracketEnd, opening: Span, closing: &str) -> Diagnostic {
    let (place, label) = match end {
        BracketEnd::FullStop(stop) => (stop, format!("expected `{closing}` before this full stop")),
        BracketEnd::Neck(neck) => (neck, format!("expected `{closing}` before this `:-`")),
        BracketEnd::Text(last) => (
            end_of(last),
            format!("expected `{closing}` and a full stop here"),
        ),
    };
    let before = Span {
        end: place.start,
        ..place
    };
    Diagnostic::error(
        "unclosed-bracket",
        format!("a bracket is not closed: `{closing}` is missing"),
        place,
        label,
    )
    .with_place(opening, "opened here")
    .with_replacement(before, closing)
}

pub(super) fn stray_bracket(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(
        "stray-bracket",
        format!("`{found}` closes nothing"),
        span,
        "no bracket is open here",
    )
    .with_help("remove it, or open a bracket before it")
    .with_replacement(span, "")
}

pub(super) fn mismatched_bracket(
    span: Span,
    found: &str,
    opening: Span,
    closing: &str,
) -> Diagnostic {
    let title = format!("`{found}` cannot close this bracket: `{closing}` is missing");
    Diagnostic::error(
        "mismatched-bracket",
        title,
        span,
        format!("expected `{closing}`, found `{found}`"),
    )
    .with_place(opening, "opened here")
}

pub(super) fn nesting_too_deep(span: Span) -> Diagnostic {
    let title = format!("terms are nested more than {MAX_DEPTH} levels deep");
    Diagnostic::error("nesting-too-deep", title, span, "one level too many here")
        .with_help("name a part of it as a clause of its own, or use a list, which may have any number of items")
}

pub(super) fn clause_too_long(clause: Span, most: usize) -> Diagnostic {
    let title = format!("a clause has more than {} KiB", most >> 10);
    let start = Span {
        end: clause.start + 1,
        ..clause
    };
    Diagnostic::error("clause-too-large", title, start, "begins here")
        .with_help("split it into several clauses: facts one by one instead of one long list, or a body by its goals")
}

pub(super) fn unexpected_character(span: Span, found: &str) -> Diagnostic {
    let first: String = found.chars().take(1).collect();
    let title = format!("unexpected character `{}`", visible(&first));
    let fault = Diagnostic::error("unexpected-character", title, span, "");
    let first = Span {
        end: span.start + u32::try_from(first.len()).unwrap_or(0),
        ..span
    };
    match found.chars().next() {
        Some('“' | '”' | '„') => fault
            .with_help("write a straight double quote: `\"`")
            .with_replacement(first, "\""),
        Some('‘' | '’') => fault
            .with_help("write a straight single quote: `'`")
            .with_replacement(first, "'"),
        Some('–' | '—' | '−') => fault
            .with_help("write a plain minus sign: `-`")
            .with_replacement(first, "-"),
        Some('≤') => fault.with_help("write `=<`").with_replacement(first, "=<"),
        Some('≥') => fault.with_help("write `>=`").with_replacement(first, ">="),
        Some('≠') => fault
            .with_help("write `\\=`, or `=\\=` between numbers")
            .with_replacement(first, "\\=")
            .with_replacement(first, "=\\="),
        Some('\u{FFFD}') => fault.with_help("save the file as UTF-8"),
        _ => fault.with_help(
            "outside quotes and comments it means nothing; put it between quotes or remove it",
        ),
    }
}

// Numbers and quotes

pub(super) fn float(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error(
        "no-floats",
        format!("`{}` is not an integer", cut(text)),
        span,
        "there are integers only",
    )
    .with_help("count in a smaller unit, such as hundredths; `1..8` with two dots is an interval")
}

pub(super) fn integer_range(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error(
        "integer-range",
        format!("the integer `{}` is too large", cut(text)),
        span,
        "",
    )
    .with_help(format!("integers reach from {} to {}", i64::MIN, i64::MAX))
}

pub(super) fn bad_escape(span: Span, offset: usize, raw: &str, bad: &BadEscape) -> Diagnostic {
    let start = span.start as usize + offset;
    let place = span
        .source
        .span(start + bad.place.start, start + bad.place.end);
    let found = raw.get(bad.place.clone()).unwrap_or("\\");
    Diagnostic::error(
        "bad-escape",
        format!("`{}` means nothing in a quoted text", found.trim_end()),
        place,
        bad.reason,
    )
    .with_help("write `\\\\` for a backslash; others are `\\n`, `\\t`, `\\'`, `\\\"`, `\\x41\\`")
}

pub(super) fn empty_character(span: Span) -> Diagnostic {
    Diagnostic::error(
        "empty-character",
        "`0'` is followed by no character",
        span,
        "",
    )
    .with_help("write the character right after it, such as `0'a`")
}

// Structure

pub(super) fn empty_parentheses(place: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-argument",
        "there is nothing between these parentheses",
        place,
        "expected a term before it",
    )
    .with_help("without arguments, write the name alone: `pass`, not `pass()`")
}

/// An argument is missing between two separators; `place` is the second.
pub(super) fn missing_argument(place: Span, last: &str, found: &str) -> Diagnostic {
    let title = format!("there is nothing between `{last}` and `{found}`");
    let help = match (last, found) {
        (",", _) | (_, ",") => "remove the comma, or add what is missing",
        _ => "add what is missing",
    };
    Diagnostic::error(
        "missing-argument",
        title,
        place,
        "expected a term before it",
    )
    .with_help(help)
}

pub(super) fn bar_in_argument(place: Span) -> Diagnostic {
    Diagnostic::error(
        "bar-in-argument",
        "`|` stands among arguments",
        place,
        "expected `,` or `)`",
    )
    .with_help("`|` belongs into a list, before its tail: `[First | Rest]`")
}

pub(super) fn second_tail(place: Span) -> Diagnostic {
    Diagnostic::error(
        "second-tail",
        "a list ends with its tail",
        place,
        "expected `]`",
    )
    .with_help("write all items before the bar and one term after it: `[A, B | Rest]`")
}

// Operators

/// Two operands stand side by side.
pub(super) fn no_operator_between(
    left: Neighbour,
    right: Neighbour,
    snippet: Snippet<'_, '_>,
) -> Diagnostic {
    let right = match right {
        Neighbour::Application(functor, _) if is_symbolic(snippet(functor)) => {
            Neighbour::Word(functor)
        }
        right => right,
    };
    let (before, after) = (snippet(left.span()), snippet(right.span()));
    match (left, right) {
        (_, Neighbour::Word(_)) if prefix(after).is_some() => {
            missing_comma(left.span(), before, after)
        }
        (_, Neighbour::Word(span)) if meant_by(after).is_some() || is_symbolic(after) => {
            unknown_operator(span, after)
        }
        (Neighbour::Word(span), _) if meant_by(before).is_some() => unknown_operator(span, before),
        (Neighbour::Variable(span), Neighbour::Bracketed(_)) => capitalised_name(span, before),
        (Neighbour::Word(span), Neighbour::Bracketed(_)) if !is_symbolic(before) => {
            space_before_bracket(span, right.span(), before)
        }
        (Neighbour::Word(span), _) if infix(before).is_some() => {
            nothing_to_the_left(span, before, after)
        }
        (Neighbour::Word(span), _) if is_symbolic(before) => unknown_operator(span, before),
        _ => missing_comma(left.span(), before, after),
    }
}

/// The probable meaning of a word that is an operator in other languages but not here.
fn meant_by(word: &str) -> Option<&'static str> {
    Some(match word {
        "<-" | "<--" | "if" => "`:-`",
        ":=" => "`:-` between head and body, `is` to compute, or `=` to unify",
        "=>" => "`>=` for at least, `->` for if-then, or `:-` between head and body",
        "<=" => "`=<`",
        "&&" | "&" | "and" => "`,`",
        "||" | "or" => "`;`",
        "not" => "`\\+`",
        "!=" | "/=" | "<>" => "`\\=`, or `=\\=` between numbers",
        "===" => "`==`",
        "!==" => "`\\==`",
        "==>" | "~>" => "`->`",
        "%" => "`mod`",
        _ => return None,
    })
}

fn is_symbolic(word: &str) -> bool {
    word.chars()
        .next()
        .is_some_and(|first| first.is_ascii_punctuation() && !matches!(first, '\'' | '"' | '!'))
}

fn unknown_operator(span: Span, word: &str) -> Diagnostic {
    let fault = Diagnostic::error(
        "unknown-operator",
        format!("`{}` is not an operator", cut(word)),
        span,
        "",
    );
    if word == "." {
        return fault.with_help("put a space or a line end after the full stop of a clause");
    }
    if let Some(meant) = meant_by(word) {
        let fault = fault.with_help(format!("write {meant}"));
        // The operators stand between backticks, words around them.
        let operators = meant.split('`').skip(1).step_by(2);
        // A neck is right only in a clause that has none.
        let operators = operators.filter(|operator| *operator != ":-");
        return operators.fold(fault, |fault, operator| {
            fault.with_replacement(span, operator)
        });
    }
    match split_symbol(word) {
        Some((left, right)) => {
            let apart = format!("{left} {right}");
            fault
                .with_help(format!(
                    "symbols run together; put a space between: `{apart}`"
                ))
                .with_replacement(span, apart)
        }
        None => fault
            .with_help("operators cannot be defined; write it as a predicate: `name(Left, Right)`"),
    }
}

/// The infix and prefix operator of which a symbol consists, such as `..-`.
fn split_symbol(word: &str) -> Option<(&str, &str)> {
    let cuts = word.char_indices().map(|(index, _)| word.split_at(index));
    cuts.rev()
        .find(|(left, right)| infix(left).is_some() && prefix(right).is_some())
}

fn capitalised_name(span: Span, name: &str) -> Diagnostic {
    let title = format!("`{}` is a variable, so it cannot take arguments", cut(name));
    let mut letters = name.trim_start_matches('_').chars();
    let small: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(letters)
        .collect();
    let fault = Diagnostic::error("capitalised-name", title, span, "begins like a variable");
    if small.chars().next().is_some_and(char::is_alphabetic) {
        fault
            .with_help(format!(
                "begin names with a small letter: `{}(`",
                cut(&small)
            ))
            .with_replacement(span, small)
    } else {
        fault.with_help("begin names with a small letter")
    }
}

fn space_before_bracket(name: Span, bracket: Span, text: &str) -> Diagnostic {
    let gap = Span {
        start: name.end,
        end: bracket.start,
        ..name
    };
    let title = format!("there is a space between `{}` and its `(`", cut(text));
    Diagnostic::error("space-before-bracket", title, gap, "")
        .with_help(format!(
            "write `{}(` without a space, or a comma if these are two terms",
            cut(text)
        ))
        .with_replacement(gap, "")
}

fn nothing_to_the_left(span: Span, operator: &str, after: &str) -> Diagnostic {
    let (operator, after) = (cut(operator), cut(after));
    Diagnostic::error(
        "missing-operand",
        format!("`{operator}` has nothing on its left"),
        span,
        "expected a term before it",
    )
    .with_help(format!(
        "add what is missing, or remove `{operator}` before `{after}`"
    ))
}

fn missing_comma(left: Span, before: &str, after: &str) -> Diagnostic {
    let title = format!(
        "there is nothing between `{}` and `{}`",
        cut(before),
        cut(after)
    );
    Diagnostic::error(
        "missing-comma",
        title,
        end_of(left),
        "expected `,` or another operator here",
    )
    .with_help("put a comma between two goals or arguments, or a full stop between two clauses")
    .with_replacement(end_of(left), ",")
}

/// An operand is missing after the operator at `after`, before `found` or the end.
pub(super) fn missing_operand(
    after: Option<Span>,
    found: Option<Span>,
    snippet: Snippet<'_, '_>,
) -> Diagnostic {
    let (title, place) = match (after, found) {
        (Some(after), _) => (
            format!("`{}` has nothing on its right", snippet(after)),
            after,
        ),
        (None, Some(found)) => (
            format!("`{}` has nothing on its left", snippet(found)),
            found,
        ),
        (None, None) => return Diagnostic::lacking("missing-operand", "an expression is empty"),
    };
    let label = if after.is_some() {
        "expected a term after it"
    } else {
        "expected a term before it"
    };
    let fault = Diagnostic::error("missing-operand", title, place, label);
    match found {
        Some(found) if after.is_some() => fault
            .with_place(found, format!("found `{}` instead", snippet(found)))
            .with_help("add what is missing between the two, or remove one of them"),
        _ => fault.with_help(format!(
            "add what is missing, or remove `{}`",
            snippet(place)
        )),
    }
}

/// Two operators of one priority side by side, at least one of which does not chain.
pub(super) fn chained_operators(
    first: &Operator,
    first_span: Span,
    second: &Operator,
    span: Span,
    left: Span,
) -> Diagnostic {
    if first.name == ":-" && second.name == ":-" && !second.is_prefix() && !first.is_prefix() {
        return second_neck(first_span, span, left);
    }
    let title = match first.name == second.name {
        true => format!("`{}` cannot be chained", first.name),
        false => format!("`{}` and `{}` cannot be chained", first.name, second.name),
    };
    Diagnostic::error("chained-operators", title, span, "the second")
        .with_place(first_span, "the first")
        .with_help("put brackets around one of the two, or write two goals with a comma between")
}

fn second_neck(first: Span, second: Span, head: Span) -> Diagnostic {
    Diagnostic::error(
        "second-neck",
        "this clause has a second `:-`",
        second,
        "the second",
    )
    .with_place(first, "the first")
    .with_place(head, "another clause seems to begin here")
    .with_help("end the first clause with a full stop before the head of the second")
}

/// An operator binds too loosely for its place: in an argument, or beside a tighter operator.
pub(super) fn loose_operator(
    operator: &Operator,
    span: Span,
    beside: Option<Span>,
    snippet: Snippet<'_, '_>,
) -> Diagnostic {
    let name = operator.name;
    if name == "|" && beside.is_none() {
        return bar_in_argument(span);
    }
    let title = match beside {
        Some(beside) => format!(
            "`{name}` cannot stand beside `{}` without brackets",
            snippet(beside)
        ),
        None => format!("`{name}` cannot stand in an argument without brackets"),
    };
    let fault = Diagnostic::error("needs-brackets", title, span, "binds too loosely here");
    let fault = match beside {
        Some(beside) => fault.with_place(beside, "binds tighter"),
        None => fault,
    };
    let example = if operator.is_prefix() {
        format!("({name} a)")
    } else {
        format!("(a {name} b)")
    };
    fault.with_help(format!(
        "put brackets around it and its operands: `{example}`"
    ))
}

/// The place directly after a token.
fn end_of(span: Span) -> Span {
    Span {
        start: span.end,
        ..span
    }
}

/// Shortens a text so that it fits in a title.
pub(crate) fn cut(text: &str) -> String {
    const LONGEST: usize = 40;
    let line = text.lines().next().unwrap_or("");
    if line.len() == text.len() && line.chars().count() <= LONGEST {
        return line.to_owned();
    }
    let start: String = line.chars().take(LONGEST).collect();
    format!("{}…", start.trim_end())
}
