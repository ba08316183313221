//! What the Game Description Language cannot say, as errors at their places in the rule file.

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;

/// An error, in a box because it is rare.
pub(super) type Fault = Box<Diagnostic>;

/// An error about something that no sheet can say.
pub(super) fn beyond(title: impl Into<String>, span: Span, help: &str) -> Fault {
    let fault = Diagnostic::error("beyond-gdl", title, span, "no sheet can say this");
    Box::new(fault.with_help(help))
}

/// An error about a goal that may be anything.
pub(super) fn unknown_goal(span: Span) -> Fault {
    let title = "which goal is called is known only in the game";
    beyond(
        title,
        span,
        "write the goal itself: a sheet names all relations that it asks for",
    )
}

/// An error about a goal that is no result in a sheet, as far as is known.
pub(super) fn no_goal(span: Span) -> Fault {
    beyond(
        "a goal here may be something else than an integer from 0 to 100",
        span,
        "give 100 for a win, 50 for a draw and 0 for a loss, or ask for a number with a small domain",
    )
}
