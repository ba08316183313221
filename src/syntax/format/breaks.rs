//! Where lines end: the author's choices, as far as they stand at places where a line may end.

use super::token::{Bracket, Infix, Kind, Token};

/// What stands before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Break {
    /// The token goes on the line.
    None,
    /// It begins a line.
    Line,
    /// It begins a line after a blank one.
    Blank,
}

/// The line ends that the author has made and that stay.
pub(super) fn kept(tokens: &[Token<'_>]) -> Vec<Break> {
    let mut breaks = vec![Break::None; tokens.len()];
    for at in 1..tokens.len() {
        let ends = tokens[at].line_ends;
        if ends == 0 {
            continue;
        }
        let is_comment = tokens[at].is_comment() || tokens[at - 1].is_comment();
        if !tokens[at].inside {
            breaks[at] = if ends == 1 { Break::Line } else { Break::Blank };
        } else if is_comment || may_end(tokens, at) {
            breaks[at] = Break::Line;
        } else if let Some(near) = [at + 1, at - 1]
            .into_iter()
            .find(|&near| stands_near(tokens, near, at))
        {
            breaks[near] = Break::Line;
        }
    }
    settle(tokens, &mut breaks);
    breaks
}

/// Whether the author's line end before the token `at` is meant for the one before `near`: people
/// differ on which side of an operator a line ends.
fn stands_near(tokens: &[Token<'_>], near: usize, at: usize) -> bool {
    let operator = tokens.get(near.min(at)).map(|token| token.kind);
    matches!(operator, Some(Kind::Infix(_) | Kind::Comma)) && may_end(tokens, near)
}

/// Whether a line may end before the token `at` of a clause.
pub(super) fn may_end(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(token) = tokens.get(at) else {
        return false;
    };
    let before = tokens[at - 1].kind;
    if !token.inside
        || token.is_comment()
        || tokens[at - 1].is_comment()
        || tokens[at - 1].ends_with_dot()
    {
        return false;
    }
    match (before, token.kind) {
        (_, Kind::Comma | Kind::FullStop | Kind::Close(_)) => false,
        (Kind::Open(bracket), _) => bracket != Bracket::Choice,
        (_, Kind::Infix(Infix::Choice) | Kind::Bar) => true,
        (Kind::Comma | Kind::Infix(Infix::Neck | Infix::Spaced), _) => true,
        _ => false,
    }
}

/// Adds the line ends that follow from others.
pub(super) fn settle(tokens: &[Token<'_>], breaks: &mut [Break]) {
    let comment_ends = |at: &usize| tokens[*at - 1].kind == Kind::LineComment;
    for at in (1..tokens.len()).filter(comment_ends) {
        breaks[at] = breaks[at].max(Break::Line);
    }
    settle_brackets(tokens, breaks);
    settle_bodies(tokens, breaks);
    // Not even where all alternatives have lines of their own.
    for at in (1..tokens.len()).filter(|at| tokens[at - 1].ends_with_dot()) {
        breaks[at] = Break::None;
    }
}

/// A choice is on one line or has a line for each alternative; a bracket whose contents begin on a
/// new line is closed on a new line.
fn settle_brackets(tokens: &[Token<'_>], breaks: &mut [Break]) {
    let mut brackets: Vec<Vec<usize>> = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].kind {
            Kind::Open(_) => brackets.push(Vec::new()),
            Kind::Infix(Infix::Choice) => {
                if let Some(operators) = brackets.last_mut() {
                    operators.push(at);
                }
            }
            Kind::Close(bracket) => {
                let operators = brackets.pop().unwrap_or_default();
                settle_bracket(tokens, breaks, bracket, at, &operators);
            }
            _ => {}
        }
    }
}

fn settle_bracket(
    tokens: &[Token<'_>],
    breaks: &mut [Break],
    bracket: Bracket,
    close: usize,
    operators: &[usize],
) {
    let is_broken = |breaks: &[Break], at: usize| breaks[at] != Break::None;
    let opens = if bracket == Bracket::Choice {
        is_broken(breaks, close)
            || operators
                .iter()
                .any(|&operator| is_broken(breaks, operator))
    } else {
        is_broken(breaks, tokens[close].partner + 1)
            && !tokens[close - 1].kind.eq(&Kind::LineComment)
    };
    if !opens {
        return;
    }
    breaks[close] = Break::Line;
    for &operator in operators {
        if tokens[operator].text == ";" {
            breaks[operator] = Break::Line;
        }
    }
}

/// A body that takes several lines begins on a new one, and so does the goal after one that takes
/// several.
fn settle_bodies(tokens: &[Token<'_>], breaks: &mut [Break]) {
    let mut neck = None;
    let mut goal_is_broken = false;
    for at in 1..tokens.len() {
        let (before, token) = (&tokens[at - 1], &tokens[at]);
        if before.kind == Kind::FullStop {
            neck = None;
        } else if before.is_infix(Infix::Neck) {
            (neck, goal_is_broken) = (Some(at), false);
        } else if before.kind == Kind::Comma && before.depth == 0 {
            if goal_is_broken && neck.is_some() && !token.is_comment() {
                breaks[at] = Break::Line;
            }
            goal_is_broken = false;
        }
        goal_is_broken |= breaks[at] != Break::None && token.depth > 0;
        if let Some(first) = neck
            && breaks[at] != Break::None
            && !tokens[first].is_comment()
        {
            breaks[first] = Break::Line;
        }
    }
}
