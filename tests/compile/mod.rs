//! Games compiled: the same moves, effects and results as by the machine.

mod alone;
mod arising;
mod beyond;
mod boards;
mod budgets;
mod code;
mod constructs;
mod deferred;
mod deleted;
mod digits;
mod divided;
mod domains;
mod efforts;
mod equality;
mod floods;
mod gain;
mod handed_on;
mod interrupted;
mod numbers;
mod ranked;
mod refused;
mod remainders;
mod residual;
mod select;
mod show;
mod sorted;
mod stack;
mod threats;
mod together;
mod told;
mod unfolded;
mod unlisted;
mod walk;
mod words;
mod work;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use proptest::prelude::*;
use regola::compile::{Both, Compilation, Compiled, Effort};
use regola::engine::{Engine, Form};
use regola::game::{Game, Rules};
use regola::search::{Unwatched, perft};

use crate::game::shipped;

/// A shipped game and what it is compiled to, if it is.
type ShippedGame = Arc<OnceLock<(Rules, Option<Arc<Compilation>>)>>;

/// The shipped games that tests have compiled, by their names.
static SHIPPED: LazyLock<Mutex<HashMap<String, ShippedGame>>> = LazyLock::new(Mutex::default);

/// A shipped game and what it is compiled to, if it is. Several tests ask for the same games, and
/// compiling takes most of their time.
pub fn shipped_and_compiled(name: &str) -> (Rules, Option<Arc<Compilation>>) {
    let game = {
        let mut games = SHIPPED.lock().expect("no test panics while it asks");
        Arc::clone(games.entry(name.to_owned()).or_default())
    };
    let compile = || {
        let rules = shipped(name);
        let compilation = Compilation::new(&rules, Effort::Thorough).ok();
        (rules, compilation.map(Arc::new))
    };
    game.get_or_init(compile).clone()
}

/// What rules are compiled to, however long that takes.
pub fn compiled(rules: &Rules) -> Compiled {
    let compilation = Compilation::new(rules, Effort::Thorough);
    let compilation = compilation.unwrap_or_else(|reason| panic!("{}: {reason}", rules.name()));
    Compiled::new(rules, Arc::new(compilation))
}

/// Both forms at once, each checked against the other.
fn both(rules: &Rules) -> Both {
    Both::new(compiled(rules))
}

/// The game of a text.
fn rules(text: &str) -> Rules {
    Rules::from_text(text).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// What has become of the effects of moves.
fn fate_of_effects(compiled: &Compiled) -> String {
    let mut parts = compiled.compilation().parts().iter();
    let effects = parts.find(|part| part.name == "effects");
    let effects = effects.expect("a game asks for effects");
    match &effects.outcome {
        Ok(()) => format!("compiled, with {} exceptions", effects.except.len()),
        Err(reason) => reason.to_string(),
    }
}

/// The leaves of the trees of 1 to `depth` plies, as both forms count them.
fn leaves(rules: &Rules, compiled: &Compiled, depth: usize) -> Vec<u64> {
    let leaves = |depth| {
        let by_rules = perft(rules, &rules.initial(), depth, &mut Unwatched);
        let by_rules = by_rules.unwrap_or_else(|error| panic!("{error}"));
        let by_words = perft(compiled, &compiled.initial(), depth, &mut Unwatched);
        let by_words = by_words.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(by_words, by_rules, "leaves at depth {depth}");
        by_rules
    };
    (1..=depth).map(leaves).collect()
}

/// The game of a text in both forms, which are compared after each move.
fn in_both_forms(text: &str) -> Engine {
    let rules = rules(text);
    let engine = Engine::in_form(&rules, Form::Both);
    engine.unwrap_or_else(|reason| panic!("{reason}\n{text}"))
}

/// Plays a random game in both forms. Both may fail alike.
fn agree(both: &Engine, seed: u64) -> Result<(), TestCaseError> {
    if let Err(error) = both.playout(&both.rules().initial(), 40, seed) {
        let is_difference = format!("{error:?}").contains("Disagreement");
        prop_assert!(!is_difference, "{error}");
    }
    Ok(())
}
