//! Columns that the author has made: tokens below each other on consecutive lines, where only the
//! author's extra spaces explain their positions.
//!
//! Tokens are linked if the author has placed them below each other, with equal starts, or for
//! numbers with equal ends. Each class of linked tokens then moves right until all its tokens can
//! be in one column.

use super::MAX_WIDTH;
use super::breaks::Break;
use super::layout::TokenPositions;
use super::spacing::gap;
use super::token::{FormatToken, Infix, TokenKind};

/// The number of spaces to add before each token.
pub(super) fn padding(tokens: &[FormatToken<'_>], breaks: &[Break]) -> Vec<usize> {
    let none = vec![0; tokens.len()];
    let natural = TokenPositions::new(tokens, breaks, &none);
    let mut classes = Classes::find(tokens, breaks, &natural);
    loop {
        let Some(padding) = classes.padding(tokens, breaks) else {
            return none;
        };
        let layout = TokenPositions::new(tokens, breaks, &padding);
        if !classes.drop_too_wide(tokens, &layout, &natural) {
            return padding;
        }
    }
}

/// The kind of token that can be linked to another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AlignmentKey<'a> {
    /// The first token of a clause, but not of a line; or a comment at the end of a line.
    ClauseOrComment,
    /// An operator.
    Operator(&'a str),
    /// The first token of an argument, item or goal.
    Item,
}

/// Tokens that are to be in one column.
struct Class {
    /// The smallest possible column.
    column: usize,
    /// The tokens, each with the offset from its start to the aligned column: 0 or its width.
    members: Vec<(usize, usize)>,
}

struct Classes {
    classes: Vec<Class>,
}

impl Classes {
    fn find<'a>(tokens: &'a [FormatToken<'a>], breaks: &[Break], layout: &TokenPositions) -> Self {
        let finder = Finder {
            tokens,
            breaks,
            layout,
        };
        let lines = layout.ranges();
        let mut class_of = vec![None; tokens.len()];
        let mut classes: Vec<Class> = Vec::new();
        for (index, &line) in lines.iter().enumerate() {
            let below = lines
                .get(index + 1)
                .copied()
                .filter(|&below| finder.are_neighbours(line, below));
            for at in line.0..=line.1 {
                let partner = below.and_then(|below| finder.partner(at, below));
                let stays = finder.is_end_comment(at) && class_of[at].is_none();
                if partner.is_none() && !stays {
                    continue;
                }
                let class = *class_of[at].get_or_insert_with(|| {
                    classes.push(Class {
                        column: 0,
                        members: vec![finder.member(at)],
                    });
                    classes.len() - 1
                });
                classes[class].column = classes[class].column.max(finder.wanted(at, line));
                if let (Some(partner), Some(below)) = (partner, below) {
                    class_of[partner] = Some(class);
                    classes[class].members.push(finder.member(partner));
                    classes[class].column =
                        classes[class].column.max(finder.wanted(partner, below));
                }
            }
        }
        Self { classes }
    }

    /// The padding that puts every class into one column; `None` if none is found.
    fn padding(&self, tokens: &[FormatToken<'_>], breaks: &[Break]) -> Option<Vec<usize>> {
        const MOST_ROUNDS: usize = 100;
        let mut padding = vec![0; tokens.len()];
        for _ in 0..MOST_ROUNDS {
            let layout = TokenPositions::new(tokens, breaks, &padding);
            let missing = self.missing(tokens, &layout);
            if missing.iter().all(|&spaces| spaces == 0) {
                return Some(padding);
            }
            pad(tokens, &layout, &missing, &mut padding);
        }
        None
    }

    /// The distance of each token to the column of its class on its right.
    fn missing(&self, tokens: &[FormatToken<'_>], layout: &TokenPositions) -> Vec<usize> {
        let mut missing = vec![0; tokens.len()];
        for class in &self.classes {
            let column = |&(at, width): &(usize, usize)| layout.columns[at] + width;
            let target = class
                .members
                .iter()
                .map(column)
                .max()
                .unwrap_or(0)
                .max(class.column);
            for member in &class.members {
                missing[member.0] = target - column(member);
            }
        }
        missing
    }

    /// Drops the classes that make a line too long.
    fn drop_too_wide(
        &mut self,
        tokens: &[FormatToken<'_>],
        layout: &TokenPositions,
        natural: &TokenPositions,
    ) -> bool {
        let lines = layout.ranges();
        let is_too_wide = |&range: &(usize, usize)| {
            let end = layout.end(tokens, range);
            end > MAX_WIDTH && end > natural.end(tokens, range)
        };
        let mut wide: Vec<bool> = lines.iter().map(is_too_wide).collect();
        // The start of a line in brackets depends on the lines above it.
        for line in (1..lines.len()).rev() {
            wide[line - 1] |= wide[line] && is_in_brackets(&tokens[lines[line].0]);
        }
        let before = self.classes.len();
        self.classes
            .retain(|class| !class.members.iter().any(|&(at, _)| wide[layout.lines[at]]));
        self.classes.len() < before
    }
}

/// Whether the position of a token that begins a line depends on a bracket above; this includes the
/// token that closes the bracket.
fn is_in_brackets(first: &FormatToken<'_>) -> bool {
    first.depth > 0 || matches!(first.kind, TokenKind::Close(_))
}

/// Adds the missing spaces before tokens, except where something moves for another reason at the
/// same time: on the rest of a line that has moved, and in a bracket that has moved.
fn pad(
    tokens: &[FormatToken<'_>],
    layout: &TokenPositions,
    missing: &[usize],
    padding: &mut [usize],
) {
    let mut brackets: Vec<bool> = Vec::new();
    let mut has_moved = false;
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && layout.lines[at] != layout.lines[at - 1] {
            has_moved = brackets.last().copied().unwrap_or(false);
        }
        if missing[at] > 0 && !has_moved {
            padding[at] += missing[at];
            has_moved = true;
        }
        match token.kind {
            TokenKind::Open(_) => brackets.push(has_moved),
            TokenKind::Close(_) => drop(brackets.pop()),
            _ => {}
        }
    }
}

struct Finder<'a> {
    tokens: &'a [FormatToken<'a>],
    breaks: &'a [Break],
    layout: &'a TokenPositions,
}

impl<'a> Finder<'a> {
    /// Whether two consecutive lines were also consecutive in the source.
    fn are_neighbours(&self, above: (usize, usize), below: (usize, usize)) -> bool {
        self.breaks[below.0] == Break::Line
            && self.tokens[above.1].last_line() + 1 == self.tokens[below.0].line
    }

    /// The token of the line below that is below this one and linked to it.
    fn partner(&self, at: usize, below: (usize, usize)) -> Option<usize> {
        let fits = |&other: &usize| {
            let is_bound = self.slot(at).is_some() && self.slot(at) == self.slot(other);
            let same_depth = self.tokens[at].depth == self.tokens[other].depth;
            is_bound && same_depth && self.source_column(at) == self.source_column(other)
        };
        // A line with a token of several lines takes several lines of the source.
        let is_below = |other: &usize| self.tokens[at].line + 1 == self.tokens[*other].line;
        (below.0..=below.1).filter(is_below).find(|other| {
            fits(other) && self.is_on_purpose(at, *other) || self.continues_comment(at, *other)
        })
    }

    /// Whether two tokens are below each other because the author wanted it so.
    fn is_on_purpose(&self, at: usize, other: usize) -> bool {
        let differ = self.tokens[at].gap != self.tokens[other].gap;
        let are_numbers = self.number_width(at).is_some() && self.number_width(other).is_some();
        self.has_extra_space(at) || self.has_extra_space(other) || (are_numbers && differ)
    }

    fn slot(&self, at: usize) -> Option<AlignmentKey<'a>> {
        let token = &self.tokens[at];
        if at == 0 || self.breaks[at] != Break::None || token.line_ends > 0 {
            return None;
        }
        let before = &self.tokens[at - 1];
        match (before.kind, token.kind) {
            _ if self.is_end_comment(at) => Some(AlignmentKey::ClauseOrComment),
            (TokenKind::FullStop, _) => Some(AlignmentKey::ClauseOrComment),
            // A tight operator with a space only before it would no longer be tight; after a dot
            // there is no space at all.
            (_, TokenKind::Infix(infix)) if infix != Infix::Tight && gap(before, token) > 0 => {
                Some(AlignmentKey::Operator(token.text))
            }
            (TokenKind::Comma | TokenKind::Open(_), _) if !token.is_comment() => {
                Some(AlignmentKey::Item)
            }
            _ => None,
        }
    }

    /// Whether a token is a comment at the end of a line of code.
    fn is_end_comment(&self, at: usize) -> bool {
        self.tokens[at].is_comment()
            && at > 0
            && self.breaks[at] == Break::None
            && self.ends_line(at)
    }

    fn ends_line(&self, at: usize) -> bool {
        self.breaks
            .get(at + 1)
            .is_none_or(|&next| next != Break::None)
    }

    /// Whether a comment on its own line continues one at the end of the line above.
    fn continues_comment(&self, at: usize, other: usize) -> bool {
        let (above, below) = (&self.tokens[at], &self.tokens[other]);
        let on_line = |at: usize| self.breaks[at] != Break::None;
        let is_above =
            self.is_end_comment(at) || (above.column > 0 && above.is_comment() && on_line(at));
        let is_below = below.is_comment() && on_line(other) && self.ends_line(other);
        is_above && is_below && below.column == above.column && below.column > 0
    }

    fn has_extra_space(&self, at: usize) -> bool {
        self.tokens[at].gap > gap(&self.tokens[at - 1], &self.tokens[at])
    }

    /// The offset from a token's start to the column in which it is aligned.
    fn member(&self, at: usize) -> (usize, usize) {
        (at, self.number_width(at).unwrap_or(0))
    }

    /// The width of an argument or item that is a number.
    fn number_width(&self, at: usize) -> Option<usize> {
        let token = &self.tokens[at];
        let after = |at: usize| self.tokens.get(at + 1).map(|token| token.kind);
        let ends =
            |kind: Option<TokenKind>| matches!(kind, Some(TokenKind::Comma | TokenKind::Close(_)));
        match (token.kind, after(at)) {
            (TokenKind::Number, next) if ends(next) => Some(token.width),
            (TokenKind::Sign, _) if ends(after(at + 1)) => {
                Some(token.width + self.tokens[at + 1].width)
            }
            _ => None,
        }
    }

    fn source_column(&self, at: usize) -> usize {
        self.tokens[at].column + self.number_width(at).unwrap_or(0)
    }

    /// The column where the author has the token, moved by as much as the start of its line.
    fn wanted(&self, at: usize, line: (usize, usize)) -> usize {
        let first = &self.tokens[line.0];
        // The start of a line in brackets may itself depend on columns.
        let moves = at != line.0 && !is_in_brackets(first) && first.line == self.tokens[at].line;
        let (from, to) = if moves {
            (first.column, self.layout.columns[line.0])
        } else {
            (0, 0)
        };
        (self.source_column(at) + to).saturating_sub(from)
    }
}
