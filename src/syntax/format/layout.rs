//! Where every token comes to stand, once it is decided where lines end.

use super::breaks::Break;
use super::spacing::gap;
use super::token::{Bracket, FormatToken, Infix, TokenKind};

/// How far what belongs to a line above is moved to the right.
const INDENT: usize = 4;

/// Contents of a bracket are not aligned with a place farther to the right.
const FARTHEST: usize = 72;

/// The places of all tokens.
#[derive(Debug, Default)]
pub(super) struct TokenPositions {
    /// The column where each token begins.
    pub columns: Vec<usize>,
    /// The column where each token would begin if the line ended before it.
    pub indents: Vec<usize>,
    /// The line of each token, from 0; blank ones do not count.
    pub lines: Vec<usize>,
}

/// An open bracket.
struct OpenBracket {
    /// Where its contents begin a line.
    contents: usize,
    /// Where the bracket, or an alternative's operator, begins a line.
    margin: usize,
    /// A line for each alternative.
    is_choice: bool,
}

impl TokenPositions {
    /// Lays out the tokens with `padding` more spaces before each than are usual.
    pub fn new(tokens: &[FormatToken<'_>], breaks: &[Break], padding: &[usize]) -> Self {
        let mut layout = TokenPositions::default();
        let mut frames: Vec<OpenBracket> = Vec::new();
        let (mut line, mut base, mut end) = (0, 0, 0);
        for (at, token) in tokens.iter().enumerate() {
            let indent = indent(tokens, at, frames.last());
            let column = if at > 0 && breaks[at] == Break::None {
                alternative(tokens, breaks, at, frames.last())
                    .unwrap_or(0)
                    .max(end + gap(&tokens[at - 1], token))
            } else {
                line += usize::from(at > 0);
                base = indent;
                indent
            };
            let column = column + padding[at];
            layout.columns.push(column);
            layout.indents.push(indent);
            layout.lines.push(line);
            end = token.end(column);
            match token.kind {
                TokenKind::Open(bracket) => {
                    frames.push(frame(tokens, breaks, at, bracket, column, base))
                }
                TokenKind::Close(_) => drop(frames.pop()),
                _ => {}
            }
        }
        layout
    }

    /// The first and the last token of every line.
    pub fn ranges(&self) -> Vec<(usize, usize)> {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for (at, &line) in self.lines.iter().enumerate() {
            match ranges.get_mut(line) {
                Some(range) => range.1 = at,
                None => ranges.push((at, at)),
            }
        }
        ranges
    }

    /// The column after what stands farthest to the right in a line and is no comment.
    pub fn end(&self, tokens: &[FormatToken<'_>], (first, last): (usize, usize)) -> usize {
        let code = (first..=last).filter(|&at| !tokens[at].is_comment());
        code.map(|at| tokens[at].end(self.columns[at]))
            .max()
            .unwrap_or(0)
    }
}

fn frame(
    tokens: &[FormatToken<'_>],
    breaks: &[Break],
    at: usize,
    bracket: Bracket,
    column: usize,
    base: usize,
) -> OpenBracket {
    let close = tokens[at].partner;
    let is_choice = bracket == Bracket::Choice && breaks[close] != Break::None;
    if is_choice {
        return OpenBracket {
            contents: column + INDENT,
            margin: column,
            is_choice,
        };
    }
    let begins_line = breaks[at + 1] != Break::None;
    let contents = column + 1 + usize::from(bracket != Bracket::Plain);
    let contents = if begins_line || contents > FARTHEST {
        base + INDENT
    } else {
        contents
    };
    OpenBracket {
        contents,
        margin: if begins_line { base } else { contents },
        is_choice,
    }
}

/// Where a token begins that begins a line.
fn indent(tokens: &[FormatToken<'_>], at: usize, frame: Option<&OpenBracket>) -> usize {
    let token = &tokens[at];
    if !token.inside {
        return 0;
    }
    let further = if continues_expression(tokens, at) {
        INDENT
    } else {
        0
    };
    match frame {
        None => INDENT + further,
        Some(frame) if matches!(token.kind, TokenKind::Close(_)) => frame.margin,
        Some(frame) if frame.is_choice && token.is_infix(Infix::Choice) => frame.margin,
        Some(frame) => frame.contents + further,
    }
}

/// Whether a line that begins with this token is in the middle of a goal or an argument.
fn continues_expression(tokens: &[FormatToken<'_>], at: usize) -> bool {
    let token = &tokens[at];
    let before = &tokens[at - 1];
    before.is_infix(Infix::Spaced) && !token.is_comment() && !token.is_infix(Infix::Choice)
}

/// Where the first goal of an alternative begins, if each alternative has a line.
fn alternative(
    tokens: &[FormatToken<'_>],
    breaks: &[Break],
    at: usize,
    frame: Option<&OpenBracket>,
) -> Option<usize> {
    let frame = frame.filter(|frame| frame.is_choice)?;
    let before = at - 1;
    let begins = match tokens[before].kind {
        TokenKind::Open(_) => true,
        TokenKind::Infix(Infix::Choice) => breaks[before] != Break::None,
        _ => false,
    };
    begins.then_some(frame.contents)
}
