//! The vocabulary: one table that the checks, the editor and the manual agree with.

use regola::game::vocabulary::{Argument, Lack, Origin, Sort, VOCABULARY, When, Word};
use regola::game::{Failure, Rules, check};
use regola::logic::lint::ArgumentMode;
use regola::syntax::load::MemoryReader;

use crate::manual::keep_table;

/// A game in which nothing is wrong.
const GAME: &str = "role(solo). :- fluent done. init(done). legal(solo, go) :- done. \
                    delete(done) :- does(solo, go). goal(solo, 100). terminal :- \\+ done. ";

/// What is wrong with the game and one line more, as codes.
fn codes(line: &str) -> Vec<&'static str> {
    let reader = MemoryReader::new().with("game", format!("{GAME}\n{line}"));
    let report = check(&reader, "game");
    report.diagnostics.iter().map(|fault| fault.code).collect()
}

/// A word as it is called, with the same text for every argument.
fn called(word: &Word, argument: &str) -> String {
    match word.arity() {
        0 => word.name.to_owned(),
        arity => format!("{}({})", word.name, vec![argument; arity].join(", ")),
    }
}

#[test]
fn no_fluent_takes_the_place_of_a_word() {
    for word in VOCABULARY {
        let declared = format!(":- fluent {}.", called(word, "_"));
        assert!(codes(&declared).contains(&"fluent-redefined"), "{declared}");
    }
}

#[test]
fn a_fluent_with_the_name_of_a_word_is_told_what_the_word_means() {
    let told = |declared: &str| {
        let failure: Failure = Rules::from_text(declared).expect_err("the name is taken");
        format!("{declared}\n--- is told\n{failure}\n\n")
    };
    let names = [
        ":- fluent owns(_) -> _.",
        ":- fluent path(_, _).",
        ":- fluent square_name(_, _) -> _.",
    ];
    assert_snapshot!("game__fluents_of_the_vocabulary", names.map(told).concat());
}

#[test]
fn the_moves_chosen_are_known_in_effects_alone() {
    for word in VOCABULARY
        .iter()
        .filter(|word| word.is_asked_from_outside())
    {
        let clause = format!("{} :- does(solo, go).", called(word, "_"));
        let is_known = matches!(word.asked, When::OnceMoved);
        assert_eq!(
            codes(&clause).contains(&"does-too-early"),
            !is_known,
            "{clause}"
        );
    }
}

#[test]
fn roles_and_facts_are_checked_wherever_a_word_has_them() {
    let fault = |argument: &Argument| match argument.sort {
        Sort::Role => Some("unknown-role"),
        Sort::Fact => Some("unknown-fluent"),
        Sort::Goal | Sort::Term => None,
    };
    for word in VOCABULARY
        .iter()
        .filter(|word| word.is_asked_from_outside())
    {
        let codes = codes(&format!("{}.", called(word, "nowhere")));
        for expected in word.arguments.iter().filter_map(fault) {
            assert!(codes.contains(&expected), "{}: {codes:?}", word.name);
        }
    }
}

/// A predicate as its arguments are asked: `+` is given, `-` is the answer, `:` is a goal.
fn with_modes(word: &Word) -> String {
    let sign = |argument: &Argument| match (argument.sort, argument.mode) {
        (Sort::Goal, _) => ":",
        (_, ArgumentMode::Given) => "+",
        (_, ArgumentMode::Wanted | ArgumentMode::Open) => "-",
    };
    let arguments: Vec<String> = word
        .arguments
        .iter()
        .map(|argument| format!("{}{}", sign(argument), argument.name))
        .collect();
    match arguments.as_slice() {
        [] => word.name.to_owned(),
        _ => format!("{}({})", word.name, arguments.join(", ")),
    }
}

fn row(word: &Word) -> String {
    let defined = match (word.lack, word.origin) {
        (Some(Lack { .. }), _) => "every game",
        (None, Origin::Facts | Origin::Clauses) => "a game that wants it",
        (None, Origin::Default) => "the engine, or the game instead",
        (None, Origin::Engine) => "the engine",
    };
    format!(
        "| `{}` | {} | {} | {defined} |\n",
        with_modes(word),
        word.sentence,
        word.asked
    )
}

#[test]
fn the_manual_has_every_word() {
    let rows: String = VOCABULARY.iter().map(row).collect();
    let table =
        format!("| predicate | meaning | when | defined by |\n| --- | --- | --- | --- |\n{rows}");
    keep_table("docs/reference/vocabulary.md", "vocabulary", &table);
}
