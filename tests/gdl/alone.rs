//! What moves change that are chosen alone, in sheets with very many of them.

use regola::compile::words::Program;
use regola::compile::{Compilation, Effort};

use super::loaded;

/// Moves with many effects beside many moves with one: how the rules are ordered makes no difference to what is
/// compiled.
#[test]
fn it_does_not_matter_which_moves_come_first() {
    let large = "(<= (legal you (large ?k)) (big ?k) (not (true (off ?k))))";
    let small = "(<= (legal you (small ?k)) (little ?k) (not (true (off ?k))))";
    let facts: String = (1..=100)
        .map(|number| format!("(big b{number}) (other b{number} c{number}) "))
        .chain((1..=700).map(|number| format!("(little s{number}) ")))
        .chain((1..=300).map(|number| format!("(cell c{number}) ")))
        .collect();
    let operations = |rules: [&str; 2]| {
        let text = format!(
            "(role you) {facts} (init (lit c1)) {}
            (<= (next (lit ?x)) (does you (large ?k)) (cell ?x) (not (other ?k ?x)))
            (<= (next (lit ?x)) (true (lit ?x)))
            (<= (next (off ?k)) (does you (small ?k)))
            (<= (next (off ?k)) (true (off ?k)))
            (<= terminal (true (off s700)))
            (<= (goal you 100) (true (lit c2)))
            (<= (goal you 0) (not (true (lit c2))))",
            rules.concat()
        );
        let rules = loaded(&text);
        let compilation = Compilation::new(&rules, Effort::Quick).expect("it is compiled");
        let programs = compilation
            .code()
            .modes
            .iter()
            .flat_map(|mode| &mode.applies);
        programs.map(Program::len).sum::<usize>()
    };
    assert_eq!(operations([large, small]), operations([small, large]));
}
