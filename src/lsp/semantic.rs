//! Semantic tokens as the protocol writes them: five numbers each, places relative to the token
//! before.

use gen_lsp_types as lsp;

use super::position::Encoding;
use crate::language::{SemanticKind, SemanticToken};

/// The kinds of tokens with their names in the protocol; the number of a kind is its place here.
const KINDS: [(SemanticKind, &str); 8] = [
    (SemanticKind::Variable, "variable"),
    (SemanticKind::Predicate, "function"),
    (SemanticKind::Fluent, "property"),
    (SemanticKind::Operator, "operator"),
    (SemanticKind::Directive, "keyword"),
    (SemanticKind::Number, "number"),
    (SemanticKind::String, "string"),
    (SemanticKind::Comment, "comment"),
];

/// The modifiers; the bit of a modifier is its place here.
const MODIFIERS: [&str; 3] = ["declaration", "definition", "defaultLibrary"];
const DECLARATION: u32 = 1 << 0;
const DEFINITION: u32 = 1 << 1;
const DEFAULT_LIBRARY: u32 = 1 << 2;

/// What the numbers of kinds and the bits of modifiers mean.
pub fn legend() -> lsp::SemanticTokensLegend {
    lsp::SemanticTokensLegend {
        token_types: KINDS.iter().map(|(_, name)| (*name).to_owned()).collect(),
        token_modifiers: MODIFIERS.map(str::to_owned).to_vec(),
    }
}

/// The tokens of a text, which come in its order.
pub fn encoded(
    text: &str,
    tokens: &[SemanticToken],
    encoding: Encoding,
) -> Vec<lsp::SemanticToken> {
    let mut walk = encoding.walk(text);
    let mut before = lsp::Position::default();
    let mut encoded = Vec::new();
    for token in tokens {
        for line in lines(text, token) {
            let start = walk.position(line.start);
            let end = walk.position(line.end);
            let is_same_line = start.line == before.line;
            encoded.push(lsp::SemanticToken {
                delta_line: start.line - before.line,
                delta_start: start.character - if is_same_line { before.character } else { 0 },
                length: end.character - start.character,
                token_type: number(token.kind),
                token_modifiers_bitset: modifiers(token),
            });
            before = start;
        }
    }
    encoded
}

/// A token line by line: not every editor takes one that has several.
fn lines(text: &str, token: &SemanticToken) -> Vec<std::ops::Range<usize>> {
    let mut start = token.range.start;
    let mut lines = Vec::new();
    for line in text[token.range.clone()].split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        if end > start {
            lines.push(start..end);
        }
        start += line.len();
    }
    lines
}

fn number(kind: SemanticKind) -> u32 {
    let at = KINDS.iter().position(|(known, _)| *known == kind);
    at.and_then(|at| u32::try_from(at).ok())
        .expect("the table has every kind")
}

fn modifiers(token: &SemanticToken) -> u32 {
    let defines = match (token.defines, token.kind) {
        (false, _) => 0,
        (true, SemanticKind::Fluent) => DECLARATION,
        (true, _) => DEFINITION,
    };
    let known = if token.is_known { DEFAULT_LIBRARY } else { 0 };
    defines | known
}
