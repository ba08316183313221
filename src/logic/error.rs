//! The errors with which a query ends.

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;

use super::absent::advice;
use super::limits::{Limit, Limits};
use super::term::{Term, View};

/// A query that ended in an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Error {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The goal at which it happened; if that is not known, the head of the predicate that the
    /// query called.
    pub place: Option<Span>,
    /// The predicate, as `name/arity`, of the clause in which that goal stands, if it is known.
    pub clause: Option<String>,
}

/// Why a query ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A term was thrown, by a rule or by a goal that could not do its work, and was not caught.
    Thrown(Term),
    /// A counted limit was met.
    Limit(Limit),
    /// The host asked to stop.
    Interrupted,
}

impl Error {
    /// Whether an answer of a tabled predicate hangs on itself through a goal that commits.
    #[must_use]
    pub fn is_unstratified(&self) -> bool {
        matches!(&self.kind, ErrorKind::Thrown(ball) if error_name(ball).as_deref() == Some("unstratified"))
    }

    /// The error for kept answers that together take more memory than `limits` allow.
    #[must_use]
    pub fn memory(limits: Limits) -> Self {
        Self {
            kind: ErrorKind::Limit(Limit::Memory(limits.memory)),
            place: None,
            clause: None,
        }
    }

    /// The error for kept positions that together take more memory than `limits` allow.
    #[must_use]
    pub fn positions(limits: Limits) -> Self {
        Self {
            kind: ErrorKind::Limit(Limit::Positions(limits.memory)),
            place: None,
            clause: None,
        }
    }

    /// The error of a query that the host has stopped.
    pub(crate) fn interruption() -> Self {
        Self {
            kind: ErrorKind::Interrupted,
            place: None,
            clause: None,
        }
    }

    /// The error as a diagnostic, at the goal if its place is known.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let title = self.kind.to_string();
        let code = match &self.kind {
            ErrorKind::Thrown(_) => "error-in-rules",
            ErrorKind::Limit(_) => "limit",
            ErrorKind::Interrupted => "interrupted",
        };
        let label = match &self.clause {
            Some(clause) => format!("in this goal, in a clause of `{clause}`"),
            None => "while this was asked for".to_owned(),
        };
        let diagnostic = match self.place {
            Some(place) => Diagnostic::error(code, title, place, label),
            None => Diagnostic::lacking(code, title),
        };
        match self.kind.help() {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        }
    }
}

impl ErrorKind {
    /// How to go on, if something can be done. Of a limit it names the option that raises it.
    pub(crate) fn help(&self) -> Option<&'static str> {
        Some(match self {
            ErrorKind::Limit(Limit::Steps(_)) => {
                "look for a recursion that never ends, or raise the step limit with `--max-steps`"
            }
            ErrorKind::Limit(Limit::Memory(_)) => {
                "look for a recursion that never ends or a term that grows for ever, or raise the memory limit with `--max-memory`"
            }
            ErrorKind::Limit(Limit::Positions(_)) => {
                "keep fewer positions (a shorter line, fewer nodes, a smaller table), or raise the memory limit with `--max-memory`"
            }
            ErrorKind::Limit(Limit::Walk(_)) => {
                "look for a variable that is unified with a term in which it occurs, or raise the step limit with `--max-steps`"
            }
            ErrorKind::Limit(Limit::Infinite) => {
                "look for a variable that is unified with a term in which it occurs"
            }
            ErrorKind::Thrown(ball) => match error_name(ball).as_deref() {
                Some("instantiation_error") => "bind the variable before this goal",
                Some("unstratified") => {
                    "let no answer of a tabled predicate depend on itself through `\\+`, a condition or a \
                     collection of answers"
                }
                Some("existence_error") => return advice_for(ball),
                _ => return None,
            },
            ErrorKind::Interrupted => return None,
        })
    }
}

/// The advice about a predicate that does not exist.
fn advice_for(ball: &Term) -> Option<&'static str> {
    let [kind, culprit] = <[Term; 2]>::try_from(formal(ball)?.arguments()).ok()?;
    let [name, arity] = <[Term; 2]>::try_from(culprit.arguments()).ok()?;
    let is_indicator = kind.as_text() == Some("procedure") && culprit.functor() == Some(("/", 2));
    let arity = usize::try_from(arity.as_integer()?).ok()?;
    advice(name.as_text()?, arity).filter(|_| is_indicator)
}

/// The name of a standard error term.
fn error_name(ball: &Term) -> Option<String> {
    let formal = formal(ball)?;
    formal.functor().map(|(name, _)| name.to_owned())
}

fn formal(ball: &Term) -> Option<Term> {
    match ball.view() {
        View::Compound(name, arguments) if &*name == "error" && arguments.len() == 2 => {
            Some(arguments[0].clone())
        }
        _ => None,
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ErrorKind::Limit(limit) => limit.fmt(f),
            ErrorKind::Interrupted => f.write_str("stopped"),
            ErrorKind::Thrown(ball) => match formal(ball).as_ref().and_then(standard_message) {
                Some(message) => f.write_str(&message),
                None => write!(f, "nobody caught `{ball}`"),
            },
        }
    }
}

/// A standard error in plain words.
fn standard_message(formal: &Term) -> Option<String> {
    let arguments = formal.arguments();
    let text = |number: usize| arguments.get(number).and_then(Term::as_text);
    Some(match (formal.functor()?, arguments.last()) {
        (("instantiation_error", 0), _) => {
            "a variable is unbound where a value is needed".to_owned()
        }
        (("type_error", 2), Some(culprit)) => match text(0) {
            Some("evaluable") => {
                format!("`{}` cannot be evaluated as a number", indicator(culprit))
            }
            Some(expected) => format!("expected {}, found `{culprit}`", in_words(expected)),
            None => format!("expected `{}`, found `{culprit}`", arguments.first()?),
        },
        (("domain_error", 2), Some(culprit)) => match text(0)? {
            "fluent" => format!("`{culprit}` is not a fluent"),
            "fact_of_fluent" => format!("`{culprit}` has an argument outside the fluent's domain"),
            expected @ ("not_less_than_zero" | "not_less_than_one") => {
                format!("expected {}, found `{culprit}`", in_words(expected))
            }
            expected => format!("`{culprit}` is not a right {}", expected.replace('_', " ")),
        },
        (("conflicting_facts", 2), Some(second)) => {
            let first = arguments
                .first()
                .map_or_else(String::new, ToString::to_string);
            format!("one move makes both `{first}` and `{second}` true, but a key has one value")
        }
        (("unstratified", 1), Some(calls)) => {
            let calls: Vec<String> = calls
                .items()?
                .iter()
                .map(|call| format!("`{call}`"))
                .collect();
            let first = calls.first()?;
            format!(
                "{first} depends on itself through a goal that commits, such as a negation: {}, {first}",
                calls.join(", ")
            )
        }
        (("existence_error", 2), Some(culprit)) => match text(0)? {
            "procedure" => format!("unknown predicate `{}`", indicator(culprit)),
            kind => format!("there is no {} `{culprit}`", kind.replace('_', " ")),
        },
        (("evaluation_error", 1), _) => match text(0)? {
            "int_overflow" => "the result does not fit into 64 bits".to_owned(),
            "zero_divisor" => "division by zero".to_owned(),
            "inexact_division" => "`/` leaves a remainder; `//` drops it".to_owned(),
            other => format!("no result: {}", other.replace('_', " ")),
        },
        (("representation_error", 1), _) => format!(
            "beyond what can be represented: {}",
            text(0)?.replace('_', " ")
        ),
        _ => return None,
    })
}

/// A term `name/arity` as text without spaces; any other term as it is displayed.
fn indicator(culprit: &Term) -> String {
    match (culprit.functor(), culprit.arguments().as_slice()) {
        (Some(("/", 2)), [name, arity]) => format!("{name}/{arity}"),
        _ => culprit.to_string(),
    }
}

/// The name of a type with an article.
fn in_words(expected: &str) -> String {
    let words = expected.replace('_', " ");
    let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    match words.as_str() {
        "callable" => "something callable".to_owned(),
        "not less than zero" | "not less than one" => format!("an integer {words}"),
        _ => format!("{article} {words}"),
    }
}
