//! Games as environments: numbered actions, observations, and many games side by side.

mod actions;
mod batch;
mod encoding;
mod permutations;
mod planes;

use std::sync::Arc;

use regola::compile::{Compilation, Effort};
use regola::environment::Environment;
use regola::game::Rules;

use crate::compile::shipped_and_compiled;

/// The environment of a game that ships, compiled if that can be.
fn environment(name: &str) -> Arc<Environment> {
    let (rules, compilation) = shipped_and_compiled(name);
    Arc::new(Environment::new(&rules, compilation, None).expect("the game is an environment"))
}

/// The environment of a game, compiled if that can be.
fn of_rules(rules: &Rules) -> Arc<Environment> {
    let compilation = Compilation::new(rules, Effort::Thorough).ok().map(Arc::new);
    Arc::new(Environment::new(rules, compilation, None).expect("the game is an environment"))
}

/// The environment of a game that the machine plays.
fn by_machine(rules: &Rules) -> Arc<Environment> {
    Arc::new(Environment::new(rules, None, None).expect("the game is an environment"))
}
