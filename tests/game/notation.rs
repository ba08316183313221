//! How moves are written and read.

use regola::game::{Error, FindMoveError, Game, Rules, same_when_typed};

use super::{follow, game, legal, written};

/// A game whose moves are these, with this rest.
fn moves(moves: &str, rest: &str) -> Rules {
    game(&format!(
        "role(solo).
         :- fluent done.
         legal(solo, M) :- member(M, {moves}).
         add(done).
         goal(solo, 100).
         {rest}"
    ))
}

/// What is found for a text: the move's term, or what is wrong.
fn find(rules: &Rules, typed: &str) -> Result<String, String> {
    let start = rules.initial();
    let found = rules.find_move(&start, &legal(rules, &start), typed);
    found
        .map(|played| played.term.to_string())
        .map_err(|reason| reason.to_string())
}

#[test]
fn without_notation_a_move_is_written_as_its_term() {
    let rules = moves("[place(1, a), 'Odd one', \"text\", 7]", "");
    assert_eq!(
        written(&rules, &rules.initial()),
        ["place(1, a)", "'Odd one'", "\"text\"", "7"]
    );
    assert_eq!(find(&rules, "place(1,a)"), Ok("place(1, a)".into()));
    assert_eq!(find(&rules, "7"), Ok("7".into()));
}

#[test]
fn notation_may_depend_on_the_position() {
    let rules = moves(
        "[go]",
        "notation(go, \"first\") :- \\+ done.  notation(go, again).",
    );
    let start = rules.initial();
    assert_eq!(written(&rules, &start), ["first"]);
    assert_eq!(
        written(&rules, &follow(&rules, &start, "first")),
        ["again"],
        "an atom is a text too"
    );
}

#[test]
fn what_is_typed_in_a_hurry_is_understood() {
    let rules = moves(
        "[to(c, 4), to(d, 14)]",
        "notation(to(c, 4), \"C-4\").  notation(to(d, 14), \"d 14\").",
    );
    for typed in ["C-4", "c4", "c-4", " C 4 ", "c - 4", "to(c, 4)", "to(c,4)"] {
        assert_eq!(find(&rules, typed), Ok("to(c, 4)".into()), "{typed}");
    }
    assert_eq!(find(&rules, "D-14"), Ok("to(d, 14)".into()));
    assert!(same_when_typed("C-4", "c 4") && !same_when_typed("c4", "c5"));
}

#[test]
fn the_exact_text_comes_before_similar_ones() {
    let rules = moves(
        "[small, large]",
        "notation(small, \"a-1\").  notation(large, \"A1\").",
    );
    assert_eq!(
        (find(&rules, "a-1"), find(&rules, "A1")),
        (Ok("small".into()), Ok("large".into()))
    );
    assert_eq!(
        find(&rules, "a1"),
        Err("`a1` may mean several moves: small, large".into())
    );
}

/// A negative number is another number.
#[test]
fn a_term_is_recognised_with_its_signs() {
    let rules = moves(
        "[shift(1), shift(-1)]",
        "notation(shift(1), \"right\").  notation(shift(-1), \"left\").",
    );
    assert_eq!(
        (find(&rules, "shift(-1)"), find(&rules, "shift(1)")),
        (Ok("shift(-1)".into()), Ok("shift(1)".into()))
    );
}

#[test]
fn two_moves_written_alike_are_ambiguous() {
    let rules = moves("[by(a), by(b)]", "notation(by(_), \"same\").");
    assert_eq!(
        find(&rules, "same"),
        Err("`same` may mean several moves: by(a), by(b)".into())
    );
    assert_eq!(
        find(&rules, "by(b)"),
        Ok("by(b)".into()),
        "the term tells them apart"
    );
}

#[test]
fn what_is_not_legal_is_told_with_what_is() {
    let rules = moves("[go, stay]", "");
    assert_eq!(
        find(&rules, "run"),
        Err("`run` is not a legal move here; legal: go stay".into())
    );
    let found = rules.find_move(&rules.initial(), &[], "go");
    assert_eq!(
        found,
        Err(FindMoveError::NotLegal {
            typed: "go".into(),
            legal: vec![]
        })
    );
}

#[test]
fn a_move_without_a_text_is_an_error() {
    for rest in [
        "notation(other, \"x\").",
        "notation(go, 3).",
        "notation(go, f(x)).",
        "notation(go, _).",
        "notation(go, \"\\x1b\\[2J\").",
        "notation(go, \"two\\nlines\").",
        "notation(go, \"\").",
    ] {
        let rules = moves("[go]", rest);
        let start = rules.initial();
        let error = rules
            .notations(&start, &legal(&rules, &start))
            .expect_err(rest);
        assert!(matches!(error, Error::NoNotation(_)), "{rest}: {error}");
    }
}

/// A name that a stranger's file gives to a move does no harm to a terminal.
#[test]
fn a_term_is_written_without_control_characters() {
    let rules = moves("['\\x1b\\[2J', \"a\\nb\"]", "");
    assert!(
        written(&rules, &rules.initial())
            .iter()
            .all(|text| !text.chars().any(char::is_control))
    );
}
