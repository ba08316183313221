//! What the language room knows apart from any rule file.

use std::collections::BTreeSet;

use regola::game::Rules;
use regola::language::{builtins, vocabulary};

const SMALLEST: &str = "role(you). init(left(1)). :- fluent left -> _. legal(you, a) :- left(_). \
                        add(left(0)) :- does(you, a). goal(you, 100).";

#[test]
fn every_predicate_that_can_be_called_is_explained() {
    let rules = Rules::from_text(SMALLEST).expect("a game");
    let called: BTreeSet<(&str, usize)> = rules.program().predicates().into_iter().collect();
    let explained: BTreeSet<(&str, usize)> =
        builtins().iter().chain(vocabulary()).map(|word| (word.name, word.arity())).collect();
    // `call` and lambdas are explained once, whatever further arguments they are given.
    let is_left_out = |&(name, arity): &(&str, usize)| name == "left" || (matches!(name, "call" | ">>") && arity > 1);
    let missing: Vec<_> = called.difference(&explained).filter(|name| !is_left_out(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let known: BTreeSet<(&str, usize)> = vocabulary().iter().map(|word| (word.name, word.arity())).collect();
    let invented: Vec<_> = explained.difference(&called).filter(|name| !known.contains(name)).collect();
    assert!(invented.is_empty(), "{invented:?}");
    for word in builtins().iter().chain(vocabulary()) {
        assert!(word.sentence.ends_with('.') && !word.sentence.contains(". "), "{}: one sentence", word.name);
    }
}
