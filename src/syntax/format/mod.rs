//! The standard format of a rule file.
//!
//! The formatter works on tokens: their texts and their order do not change, only the white space
//! between them. So no comment is lost and no number or quote is written in another way. The price
//! is that unnecessary brackets and quotes stay too. An author's choices are kept where possible:
//! which clauses share a line, where a line ends (at places where it may), one blank line where
//! there were several, and aligned columns.
//!
//! ```text
//! token     the tokens and what the syntax tree says of each
//! spacing   the white space between two tokens of one line
//! breaks    where lines end, by the choice of the author
//! layout    the position of every token
//! fit       further line ends where a line is too long
//! align     columns that the author has made
//! ```

mod align;
mod breaks;
mod fit;
mod layout;
mod spacing;
mod token;

use super::diagnostic::Diagnostic;
use super::parse::parse_file;
use super::source::{SourceId, Sources};
use breaks::Break;
use layout::TokenPositions;
use token::FormatToken;

/// The maximum width of a line, in columns. A single token may be longer, and a comment at the end
/// of a line does not count.
pub const MAX_WIDTH: usize = 120;

/// The text in standard format. A text in standard format does not change.
///
/// # Errors
/// The faults of the text, if it cannot be read.
pub fn format(sources: &Sources, id: SourceId) -> Result<String, Vec<Diagnostic>> {
    let (file, faults) = parse_file(sources, id);
    if !faults.is_empty() {
        return Err(faults);
    }
    let tokens = token::tokens(&sources.get(id).text, &file);
    let mut breaks = breaks::kept(&tokens);
    fit::fit(&tokens, &mut breaks);
    let padding = align::padding(&tokens, &breaks);
    let layout = TokenPositions::new(&tokens, &breaks, &padding);
    Ok(write(&tokens, &breaks, &layout))
}

/// The standard format of a text; `None` if it cannot be read. `path` is its name in messages.
#[must_use]
pub fn formatted(path: &str, text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let id = sources.add(path, text);
    format(&sources, id).ok()
}

fn write(tokens: &[FormatToken<'_>], breaks: &[Break], layout: &TokenPositions) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (at, token) in tokens.iter().enumerate() {
        if breaks[at] != Break::None {
            text.push_str(if breaks[at] == Break::Blank {
                "\n\n"
            } else {
                "\n"
            });
            column = 0;
        }
        let start = layout.columns[at];
        text.extend(std::iter::repeat_n(' ', start.saturating_sub(column)));
        text.push_str(token.text);
        column = token.end(start);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    // Comments and quoted texts may contain line ends.
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| line.trim_end_matches('\r'))
        .collect();
    lines.join("\n")
}
