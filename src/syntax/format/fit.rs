//! Breaks lines that are too long, at the outermost possible place.

use super::MAX_WIDTH;
use super::breaks::{self, Break, may_end};
use super::layout::TokenPositions;
use super::token::{FormatToken, Infix, TokenKind};

/// The quality of a place for a line end: a smaller rank is better.
type Rank = (usize, u8);

/// Adds line ends until no line is too long, or no long line can be broken.
pub(super) fn fit(tokens: &[FormatToken<'_>], breaks: &mut [Break]) {
    let no_padding = vec![0; tokens.len()];
    loop {
        let layout = TokenPositions::new(tokens, breaks, &no_padding);
        let mut changed = false;
        for range in layout.ranges() {
            if layout.end(tokens, range) > MAX_WIDTH {
                changed |= break_line(tokens, breaks, &layout, range);
            }
        }
        if !changed {
            return;
        }
        breaks::propagate(tokens, breaks);
    }
}

/// Breaks one line at its best places; each part takes as much as fits.
fn break_line(
    tokens: &[FormatToken<'_>],
    breaks: &mut [Break],
    layout: &TokenPositions,
    (first, last): (usize, usize),
) -> bool {
    let ranks: Vec<(usize, Rank)> = (first + 1..=last)
        .filter_map(|at| Some((at, rank(tokens, at)?)))
        .collect();
    let Some(best) = ranks.iter().map(|&(_, rank)| rank).min() else {
        return false;
    };
    let places: Vec<usize> = ranks
        .into_iter()
        .filter(|&(_, rank)| rank == best)
        .map(|(at, _)| at)
        .collect();
    let end_of = |at: usize| tokens[at].end(layout.columns[at]);
    let mut start = layout.columns[first];
    let mut origin = layout.columns[first];
    let mut changed = false;
    for (index, &place) in places.iter().enumerate() {
        let end = places.get(index + 1).map_or(last, |&next| next - 1);
        let end = (place..=end)
            .rev()
            .find(|&at| !tokens[at].is_comment())
            .unwrap_or(end);
        if (start + end_of(end)).saturating_sub(origin) > MAX_WIDTH {
            breaks[place] = Break::Line;
            (start, origin) = (layout.indents[place], layout.columns[place]);
            changed = true;
        }
    }
    changed
}

/// The rank of a line end before this token; `None` if the line may not end there.
fn rank(tokens: &[FormatToken<'_>], at: usize) -> Option<Rank> {
    let (before, token) = (&tokens[at - 1], &tokens[at]);
    if !token.inside {
        return (before.kind == TokenKind::FullStop && !token.is_comment()).then_some((0, 0));
    }
    if !may_end(tokens, at) {
        return None;
    }
    Some(match (before.kind, token.kind) {
        (TokenKind::Infix(Infix::Neck), _) => (0, 1),
        (_, TokenKind::Infix(Infix::Choice)) => {
            (token.depth, if token.text == ";" { 2 } else { 3 })
        }
        (TokenKind::Comma, _) | (_, TokenKind::Bar) => (token.depth, 4),
        (TokenKind::Open(_), _) => (token.depth, 6),
        _ => (before.depth, 5),
    })
}
