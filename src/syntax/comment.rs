//! The comment right above a clause, which is its documentation.

/// The first byte of a comment, and the byte after its last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment {
    pub start: usize,
    pub end: usize,
}

/// The text of the comment that ends on the line directly above `clause`, without comment signs:
/// either one block comment, or all line comments on consecutive lines. It is one of rules or of KIF.
pub(super) fn above(text: &str, comments: &[Comment], clause: usize) -> String {
    let mut lines = Vec::new();
    let mut below = clause;
    for comment in comments.iter().rev() {
        if !is_next_line(&text[comment.end..below]) || !stands_alone(text, comment.start) {
            break;
        }
        let body = &text[comment.start..comment.end];
        if let Some(block) = body.strip_prefix("/*") {
            if lines.is_empty() {
                return block_text(block.strip_suffix("*/").unwrap_or(block));
            }
            break;
        }
        lines.push(line_text(body));
        below = comment.start;
    }
    lines.reverse();
    lines.join("\n")
}

/// Whether a comment runs to the end of the text because its `*/` is missing.
pub(super) fn is_unclosed(comment: &str) -> bool {
    comment.starts_with("/*") && (comment.len() < 4 || !comment.ends_with("*/"))
}

/// Whether the text between a comment and the next token is one line end and no blank line.
fn is_next_line(gap: &str) -> bool {
    gap.bytes().filter(|&byte| byte == b'\n').count() == 1 && is_blank(gap)
}

/// Whether a text is only white space; a byte order mark counts as white space anywhere.
fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|character| character.is_whitespace() || character == '\u{feff}')
}

fn stands_alone(text: &str, start: usize) -> bool {
    text[..start].rsplit('\n').next().is_none_or(is_blank)
}

fn line_text(line: &str) -> &str {
    let sign = if line.starts_with(';') { ';' } else { '%' };
    let body = line.trim_start_matches(sign);
    body.strip_prefix(' ').unwrap_or(body).trim_end()
}

fn block_text(block: &str) -> String {
    let lines: Vec<&str> = block.trim_matches('*').lines().map(block_line).collect();
    lines.join("\n").trim().to_owned()
}

fn block_line(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix("* ")
        .or(line.strip_prefix('*'))
        .unwrap_or(line)
}
