//! What people read shows every letter that a terminal obeys or nobody sees; JSON writes it by its
//! code.

use std::fs;
use std::process::Output;

use regola::syntax::visible::is_hidden;

use super::run;

/// A game whose moves and squares are written with letters that nobody sees.
const GAME: &str = "role( solo ).\n:- fluent at(_).\ninit(at(\"\u{2066}\")).\nlegal(solo, go).\nadd(at(2)).\n\
    goal(solo, 100).\nterminal :- at(2).\ngrid(1, 1).\nshow(1, 1, \"\u{202e}\u{200d}\").\n\
    notation(go, \"g\u{200b}o\u{feff}\").\n";

/// What a command prints about that game, standard error too.
fn printed(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("hidden.rules");
    fs::write(&path, GAME).expect("the folder can be written");
    let path = path.to_string_lossy();
    let arguments: Vec<&str> = arguments
        .iter()
        .map(|word| if *word == "FILE" { &*path } else { word })
        .collect();
    let Output { stdout, stderr, .. } = run(&arguments, "");
    String::from_utf8([stdout, stderr].concat()).expect("the program prints UTF-8")
}

#[test]
fn nothing_that_people_read_has_hidden_letters() {
    for arguments in [
        &["moves", "FILE"][..],
        &["tree", "FILE"],
        &["query", "FILE", "at(X)"],
        &["query", "FILE", "at(\u{202e})"],
        &["why", "FILE", "legal(P, M)"],
        &["best", "FILE", "--depth", "1"],
        &["fmt", "--check", "FILE"],
        &["moves", "FILE", "--moves", "\u{1b}[2J"],
        &["check", "\u{1b}[2J.rules"],
        &["moves", "no\u{1b}[8m.rules"],
        &["explain", "\u{1b}[2J"],
        &["best", "FILE", "--level", "\u{1b}[2J"],
        &["moves", "--\u{1b}[2J"],
    ] {
        let text = printed(arguments);
        assert!(
            !text.is_empty() && !text.chars().any(is_hidden),
            "{arguments:?}: {text:?}"
        );
    }
}

#[test]
fn the_hidden_letters_of_moves_are_shown_by_their_codes() {
    let text = printed(&["moves", "FILE"]);
    assert!(
        text.contains("g\\x200b\\o\\xfeff\\") && text.contains("\\x202e\\\\x200d\\"),
        "{text}"
    );
}

#[test]
fn json_writes_them_by_their_codes_and_means_the_letters() {
    let text = printed(&["moves", "FILE", "--json"]);
    assert!(!text.chars().any(is_hidden), "{text:?}");
    let object: serde_json::Value = serde_json::from_str(&text).expect("a line of JSON");
    assert_eq!(object["moves"]["solo"][0], "g\u{200b}o\u{feff}");
}

#[test]
fn the_contents_of_a_file_are_printed_as_they_are() {
    let output = run(&["fmt", "-"], "a('\u{202e}').\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a('\u{202e}').\n");
    assert!(printed(&["picture", "FILE"]).contains('\u{202e}'));
}

/// A term of millions of parts, and one name that is millions of letters long.
#[test]
fn a_very_large_answer_is_cut() {
    for goal in [
        "functor(X, f, 300000)",
        "length(L, 20), maplist(=(x), L), functor(X, f, 100000)",
    ] {
        let output = run(&["query", "games/tictactoe.rules", goal], "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("...") && text.len() < 400_000,
            "{}",
            text.len()
        );
    }
}
