//! The parser that pest generates from `grammar/regola.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/regola.pest"]
pub(super) struct Grammar;

/// Whether the whole text is one token of this rule.
pub(super) fn is_one(rule: Rule, text: &str) -> bool {
    use pest::Parser;
    Grammar::parse(rule, text)
        .ok()
        .and_then(|mut pairs| pairs.next())
        .is_some_and(|pair| pair.as_str().len() == text.len())
}
