//! The parser that pest generates from `grammar/kif.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/kif.pest"]
pub(super) struct Grammar;
