//! The white space between two tokens of one line.

use super::token::{Bracket, FormatToken, Infix, TokenKind};
use crate::syntax::operators;
use crate::syntax::quote::is_symbol;

/// The number of spaces between a token and the one before it, without alignment.
pub(super) fn gap(before: &FormatToken<'_>, token: &FormatToken<'_>) -> usize {
    // With a space, the dot would be read as a full stop.
    if before.ends_with_dot() && !operators::is_operator(before.text) {
        return 0;
    }
    let wanted = wanted(before, token);
    if wanted == 0 && runs_together(before, token) {
        1
    } else {
        wanted
    }
}

fn wanted(before: &FormatToken<'_>, token: &FormatToken<'_>) -> usize {
    use TokenKind::{
        Bar, BlockComment, Close, Comma, FullStop, Functor, LineComment, Number, Open, Prefix, Sign,
    };
    match (before.kind, token.kind) {
        (_, LineComment) => 2,
        (FullStop, _) => 2,
        (_, BlockComment) | (BlockComment, _) => 1,
        (Functor | Sign, _) | (_, Comma | FullStop) => 0,
        (Open(Bracket::Plain), _) | (_, Close(Bracket::Plain)) => 0,
        (Open(_), _) | (_, Close(_)) => 1,
        (Comma | Bar, _) | (_, Bar) => 1,
        (_, TokenKind::Infix(infix)) | (TokenKind::Infix(infix), _) => {
            usize::from(infix != Infix::Tight)
        }
        (Prefix, Number | Open(_)) => 1,
        (Prefix, _) => usize::from(!matches!(before.text, "-" | "+" | "\\")),
        _ => 1,
    }
}

/// Whether two tokens without a space between them would be read as other tokens.
fn runs_together(before: &FormatToken<'_>, token: &FormatToken<'_>) -> bool {
    let (Some(last), Some(first)) = (before.text.chars().next_back(), token.text.chars().next())
    else {
        return false;
    };
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let quote_after_number = before.kind == TokenKind::Number && first == '\'';
    // A number may be the code of a symbol character: `0':`.
    let are_symbols = before.kind != TokenKind::Number && is_symbol(last) && is_symbol(first);
    let is_full_stop_of_word =
        token.kind == TokenKind::FullStop && before.kind != TokenKind::Word && !is_symbol(last);
    !is_full_stop_of_word
        && (quote_after_number || are_symbols || (is_word(last) && is_word(first)))
}
