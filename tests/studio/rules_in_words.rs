//! The rules in words, for players.

use std::fs;

use serde_json::{Value, json};

use super::{OTHELLO, Running};

fn text(rules: &Value) -> String {
    let sections = rules["sections"].as_array().expect("a list");
    let section = |section: &Value| {
        let part = |name: &str| section[name].as_str().expect("a text").to_owned();
        format!("# {}\n\n{}\n", part("title"), part("markdown"))
    };
    sections.iter().map(section).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_rules_are_told_by_the_comments_of_all_files() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let rules = tab.answer(json!({"ask": "rules"}));
    assert_snapshot!("studio__rules-in-words", text(&rules));
}

#[test]
fn the_rules_in_words_follow_edits_even_of_a_broken_text() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let before = fs::read_to_string(OTHELLO).expect("it is shipped");
    let broken = format!("% In other words.\n\n{before}\nlegal(");
    let edited = tab.answer(json!({"ask": "edit", "path": OTHELLO, "text": broken}));
    assert!(edited["state"].is_null());
    let rules = tab.answer(json!({"ask": "rules"}));
    assert_eq!(
        rules["sections"][0],
        json!({"title": "The game", "markdown": "In other words."})
    );
}

#[test]
fn a_comment_is_told_once_and_lines_that_part_a_file_are_not() {
    let text = "% Stay.\n:- fluent here.\ninit(here).\nrole(a).\n\
                % ----- moves -----\n% One may stay.\nlegal(a, stay).\n\
                % One may stay.\ndelete(here) :- does(a, stay).\n\
                terminal :- \\+ here.  % Then all is over.\ngoal(a, 100).\n";
    let (studio, _folder, _) = Running::with_text(text);
    let (mut tab, _) = studio.open_tab();
    assert_eq!(
        tab.answer(json!({"ask": "rules"})),
        json!({"sections": [
            {"title": "The game", "markdown": "Stay."},
            {"title": "Moves", "markdown": "One may stay."},
            {"title": "The end", "markdown": "Then all is over."},
        ]})
    );
}
