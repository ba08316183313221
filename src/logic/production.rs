//! Productions: rewrite rules on states that are strings, such as `"x-AB" -> "oxAB".`
//!
//! A pattern is a sequence of symbols. Each stands for one character of the state: a variable for
//! any character, a constant for itself. A repeated variable must meet the same character. So
//! matching takes one step for each character of the state.

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{Name, SourceTerm, TermKind};

/// One symbol of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PatternSymbol {
    Constant(char),
    /// A variable, by its index among the production's variables.
    Variable(usize),
}

/// A rewrite rule.
#[derive(Clone, Debug)]
pub(super) struct Production {
    left: Vec<PatternSymbol>,
    right: Vec<PatternSymbol>,
    variables: usize,
    /// Where the right side stands.
    right_span: Span,
}

/// Whether a character is a variable by itself: the capital letters are. Longer names stand in
/// braces, as in `{Corner}`, so that there can be more than 26 variables.
fn is_variable(character: char) -> bool {
    character.is_ascii_uppercase()
}

impl Production {
    /// The production that a clause states; `None` if the clause is not a production.
    pub fn read(clause: &SourceTerm) -> Option<Result<Self, Box<Diagnostic>>> {
        let TermKind::Compound {
            functor, arguments, ..
        } = &clause.kind
        else {
            return None;
        };
        let [left, right] = &**arguments else {
            return None;
        };
        (&**functor == "->").then(|| Self::new(text(left)?, text(right)?))
    }

    fn new(left: (&str, Span), right: (&str, Span)) -> Result<Self, Box<Diagnostic>> {
        let mut names: Vec<Name> = Vec::new();
        let pattern = |names: &mut Vec<Name>,
                       (text, span): (&str, Span)|
         -> Result<Vec<PatternSymbol>, Box<Diagnostic>> {
            if text.contains(char::is_whitespace) {
                return Err(Box::new(blank(span)));
            }
            Ok(symbols(text, names))
        };
        let left = pattern(&mut names, left)?;
        let bound = names.len();
        let right_span = right.1;
        let right = pattern(&mut names, right)?;
        match names.get(bound) {
            Some(unbound) => Err(Box::new(unbound_variable(unbound, right_span))),
            None => Ok(Self {
                left,
                right,
                variables: bound,
                right_span,
            }),
        }
    }

    /// Returns the state that results from `state`, if the production matches.
    pub fn apply(&self, state: &str) -> Option<String> {
        let mut bound: Vec<Option<char>> = vec![None; self.variables];
        let mut characters = state.chars();
        for symbol in &self.left {
            let character = characters.next()?;
            let expected = match symbol {
                PatternSymbol::Constant(constant) => *constant,
                PatternSymbol::Variable(variable) => *bound[*variable].get_or_insert(character),
            };
            if character != expected {
                return None;
            }
        }
        if characters.next().is_some() {
            return None;
        }
        let made = self.right.iter().map(|symbol| match symbol {
            PatternSymbol::Constant(constant) => Some(*constant),
            PatternSymbol::Variable(variable) => bound[*variable],
        });
        made.collect()
    }
}

/// Warnings for productions whose results no production can match, because of their length.
pub(super) fn dead_ends(productions: &[Production]) -> Vec<Diagnostic> {
    let continues = |length: usize| productions.iter().any(|other| other.left.len() == length);
    let dead = productions
        .iter()
        .filter(|production| !continues(production.right.len()));
    let warning = |production: &Production| {
        let title = format!(
            "no production takes a state of {} characters",
            production.right.len()
        );
        let fault = Diagnostic::error(
            "dead-end-production",
            title,
            production.right_span,
            "this state is the last",
        );
        fault
            .with_help("give both sides the same length, unless the game is to end here")
            .as_warning()
    };
    dead.map(warning).collect()
}

/// The text of one side.
fn text(side: &SourceTerm) -> Result<(&str, Span), Box<Diagnostic>> {
    match &side.kind {
        TermKind::String(text) => Ok((text, side.span)),
        _ => {
            let title = "both sides of a production are strings";
            let fault = Diagnostic::error("bad-production", title, side.span, "not a string");
            Err(Box::new(fault.with_help(
                "write it as `\"xA\" -> \"oA\".`; a clause has `:-`, and `->` belongs in a body",
            )))
        }
    }
}

/// The symbols of a pattern; new variables are added to the names.
fn symbols(text: &str, names: &mut Vec<Name>) -> Vec<PatternSymbol> {
    let mut symbols = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let (name, length) = match long_name(rest) {
            Some(name) => (Some(name), name.len() + 2),
            None => (
                is_variable(character).then_some(&rest[..character.len_utf8()]),
                character.len_utf8(),
            ),
        };
        symbols.push(match name {
            None => PatternSymbol::Constant(character),
            Some(name) => {
                let known = names.iter().position(|known| &**known == name);
                PatternSymbol::Variable(known.unwrap_or_else(|| {
                    names.push(name.into());
                    names.len() - 1
                }))
            }
        });
        rest = &rest[length..];
    }
    symbols
}

/// The name in braces at the beginning of a text.
fn long_name(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('{')?.split_once('}')?;
    let starts_right = name.starts_with(is_variable);
    (starts_right
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_'))
    .then_some(name)
}

fn blank(span: Span) -> Diagnostic {
    Diagnostic::error(
        "blank-in-pattern",
        "a pattern has no blanks",
        span,
        "one character of this is a blank",
    )
    .with_help("give the blank another sign, such as `-`")
}

fn unbound_variable(name: &str, span: Span) -> Diagnostic {
    let title = format!("the variable `{name}` is only on the right");
    Diagnostic::error(
        "unbound-in-production",
        title,
        span,
        "what it stands for is unknown",
    )
    .with_help("use it on the left too, or write a constant: capitals are variables")
}
