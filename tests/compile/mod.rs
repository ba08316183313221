//! Games compiled: the same moves, effects and results as by the machine.

mod beyond;
mod boards;
mod code;
mod constructs;
mod deferred;
mod equality;
mod interrupted;
mod refused;
mod residual;
mod stack;
mod words;
mod work;

use std::sync::Arc;

use regola::compile::{Both, Compilation, Compiled, Effort};
use regola::game::Rules;

/// What rules are compiled to, however long that takes.
fn compiled(rules: &Rules) -> Compiled {
    let compilation = Compilation::new(rules, Effort::Thorough);
    let compilation = compilation.unwrap_or_else(|reason| panic!("{}: {reason}", rules.name()));
    Compiled::new(rules, Arc::new(compilation))
}

/// Both forms at once, each checked against the other.
fn both(rules: &Rules) -> Both {
    Both::new(compiled(rules))
}
