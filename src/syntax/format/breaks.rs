//! Where lines end: the author's choices, if they are at places where a line may end.

use super::token::{Bracket, FormatToken, Infix, TokenKind};

/// The kind of break before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Break {
    /// The token continues the line.
    None,
    /// The token begins a line.
    Line,
    /// The token begins a line after a blank line.
    Blank,
}

/// The author's line ends that are kept.
pub(super) fn kept(tokens: &[FormatToken<'_>]) -> Vec<Break> {
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
    propagate(tokens, &mut breaks);
    breaks
}

/// Whether the author's line end before the token `at` counts as one before `near`: people differ
/// on which side of an operator a line ends.
fn stands_near(tokens: &[FormatToken<'_>], near: usize, at: usize) -> bool {
    let operator = tokens.get(near.min(at)).map(|token| token.kind);
    matches!(operator, Some(TokenKind::Infix(_) | TokenKind::Comma)) && may_end(tokens, near)
}

/// Whether a line may end before the token `at` of a clause.
pub(super) fn may_end(tokens: &[FormatToken<'_>], at: usize) -> bool {
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
        (_, TokenKind::Comma | TokenKind::FullStop | TokenKind::Close(_)) => false,
        (TokenKind::Open(bracket), _) => bracket != Bracket::Choice,
        (_, TokenKind::Infix(Infix::Choice) | TokenKind::Bar) => true,
        (TokenKind::Comma | TokenKind::Infix(Infix::Neck | Infix::Spaced), _) => true,
        _ => false,
    }
}

/// Adds the line ends that are consequences of others.
pub(super) fn propagate(tokens: &[FormatToken<'_>], breaks: &mut [Break]) {
    let comment_ends = |at: &usize| tokens[*at - 1].kind == TokenKind::LineComment;
    for at in (1..tokens.len()).filter(comment_ends) {
        breaks[at] = breaks[at].max(Break::Line);
    }
    break_brackets(tokens, breaks);
    break_bodies(tokens, breaks);
    // A line must not end after a dot, not even where each alternative has its own line.
    for at in (1..tokens.len()).filter(|at| tokens[at - 1].ends_with_dot()) {
        breaks[at] = Break::None;
    }
}

/// A choice is on one line or has a line for each alternative. A bracket whose contents begin on a
/// new line is closed on a new line.
fn break_brackets(tokens: &[FormatToken<'_>], breaks: &mut [Break]) {
    let mut brackets: Vec<Vec<usize>> = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].kind {
            TokenKind::Open(_) => brackets.push(Vec::new()),
            TokenKind::Infix(Infix::Choice) => {
                if let Some(operators) = brackets.last_mut() {
                    operators.push(at);
                }
            }
            TokenKind::Close(bracket) => {
                let operators = brackets.pop().unwrap_or_default();
                break_bracket(tokens, breaks, bracket, at, &operators);
            }
            _ => {}
        }
    }
}

fn break_bracket(
    tokens: &[FormatToken<'_>],
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
            && !tokens[close - 1].kind.eq(&TokenKind::LineComment)
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

/// A body of several lines begins on a new line, and so does the goal after a goal of several
/// lines.
fn break_bodies(tokens: &[FormatToken<'_>], breaks: &mut [Break]) {
    let mut neck = None;
    let mut goal_is_broken = false;
    for at in 1..tokens.len() {
        let (before, token) = (&tokens[at - 1], &tokens[at]);
        if before.kind == TokenKind::FullStop {
            neck = None;
        } else if before.is_infix(Infix::Neck) {
            (neck, goal_is_broken) = (Some(at), false);
        } else if before.kind == TokenKind::Comma && before.depth == 0 {
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
