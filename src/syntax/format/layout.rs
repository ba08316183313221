//! The position of every token, for given line ends.

use super::breaks::Break;
use super::spacing::gap;
use super::token::{Bracket, FormatToken, Infix, TokenKind};

/// The indent of a line that continues the line above, in columns.
const INDENT: usize = 4;

/// The contents of a bracket are not aligned to a column farther to the right than this.
const FARTHEST: usize = 72;

/// The positions of all tokens.
#[derive(Debug, Default)]
pub(super) struct TokenPositions {
    /// The column where each token begins.
    pub columns: Vec<usize>,
    /// The column where each token would begin if it began a line.
    pub indents: Vec<usize>,
    /// The line of each token, from 0; blank lines do not count.
    pub lines: Vec<usize>,
}

/// An open bracket.
struct OpenBracket {
    /// The column where its contents begin on a new line.
    contents: usize,
    /// The column where the bracket, or the operator of an alternative, begins on a new line.
    margin: usize,
    /// Whether each alternative has its own line.
    is_choice: bool,
}

impl TokenPositions {
    /// Lays out the tokens, with `padding` additional spaces before each.
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

    /// The column after the last token of a line that is not a comment.
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

/// The column of a token that begins a line.
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

/// The column of the first goal of an alternative, if each alternative has a line.
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
