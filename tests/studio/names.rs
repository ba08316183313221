//! Names of a rule file: where they are defined and used, and other names for them; the standard form
//! of a text and its folds.

use std::fs;

use serde_json::{Value, json};

use super::{DAMA, Running};

const PLAY: &str = "games/dama-play.rules";

/// The part of a text that a place has.
fn part<'t>(text: &'t str, place: &Value) -> &'t str {
    let offset = |key: &str| place[key].as_u64().and_then(|at| usize::try_from(at).ok());
    let (from, to) = (
        offset("from").expect("an offset"),
        offset("to").expect("an offset"),
    );
    &text[from..to]
}

#[test]
fn a_name_leads_to_its_definition_in_another_file() {
    let (mut tab, _) = Running::with(DAMA).open_tab();
    let (main, play) = (
        fs::read_to_string(DAMA).expect("it is shipped"),
        fs::read_to_string(PLAY).expect("it is shipped"),
    );
    // A use of a predicate of the main file in the other one.
    let call = play
        .find("behind(")
        .or_else(|| play.find("ahead("))
        .expect("it is used");
    let place = tab.answer(json!({"ask": "define", "path": PLAY, "text": play, "at": call}));
    let text = if place["path"] == json!(DAMA) {
        &main
    } else {
        &play
    };
    let name = &play[call..call + play[call..].find('(').expect("a bracket")];
    assert!(part(text, &place).starts_with(name), "{place}");
    let nothing = tab.answer(json!({"ask": "define", "path": PLAY, "text": play, "at": 0}));
    assert!(nothing.is_null());
}

#[test]
fn all_places_of_a_name_are_listed_with_their_lines() {
    let (mut tab, _) = Running::with(DAMA).open_tab();
    let play = fs::read_to_string(PLAY).expect("it is shipped");
    let at = play.find("ahead(P, D), side").expect("it is used");
    let found = tab.answer(json!({"ask": "references", "path": PLAY, "text": play, "at": at}));
    assert_eq!(found["name"], json!("ahead/2"));
    let places = found["places"].as_array().expect("a list");
    let files: Vec<_> = places.iter().map(|place| &place["path"]).collect();
    assert!(
        files.contains(&&json!(DAMA)) && files.contains(&&json!(PLAY)),
        "{found}"
    );
    for place in places {
        let path = place["path"].as_str().expect("a path");
        let text = fs::read_to_string(path).expect("a file of the game");
        assert_eq!(part(&text, place), "ahead");
        let line = place["line"]
            .as_u64()
            .and_then(|line| usize::try_from(line).ok());
        let line = text.lines().nth(line.expect("a line") - 1);
        assert_eq!(place["code"], json!(line.expect("it is there").trim()));
    }
}

#[test]
fn a_name_is_changed_in_all_files_of_the_game_or_not_at_all() {
    let (mut tab, _) = Running::with(DAMA).open_tab();
    let play = fs::read_to_string(PLAY).expect("it is shipped");
    let at = play.find("ahead(P, D), side").expect("it is used");
    let found = tab.answer(json!({"ask": "references", "path": PLAY, "text": play, "at": at}));
    let mut rename = |at: usize, name: &str| {
        tab.end(json!({"ask": "rename", "path": PLAY, "text": play, "at": at, "name": name}))
    };
    let renamed = rename(at, "onward");
    let texts = renamed["answer"]["texts"].as_object().expect("texts");
    let mut changes = 0;
    for (path, text) in texts {
        let (before, text) = (
            fs::read_to_string(path).expect("a file of the game"),
            text.as_str().expect("a text"),
        );
        changes += text.matches("onward").count();
        assert_eq!(text.replace("onward", "ahead"), before);
    }
    assert_eq!(texts.len(), 2);
    assert_eq!(Some(changes), found["places"].as_array().map(Vec::len));
    let legal = play.find("legal(P").expect("it is there");
    for (at, name) in [
        (at, "ahead(X"),
        (at, "Big"),
        (legal, "allowed"),
        (at, "opponent"),
    ] {
        assert!(rename(at, name)["fault"]["text"].is_string(), "{name}");
    }
}

#[test]
fn a_text_is_brought_into_its_standard_form_if_it_can_be_parsed() {
    let (studio, _folder, path) = Running::with_text("role(me).\n");
    let mut tab = studio.tab();
    let mut format = |text: &str| tab.answer(json!({"ask": "format", "path": path, "text": text}));
    assert_eq!(format("a( 1,2 ):-b ."), json!({"text": "a(1, 2) :- b.\n"}));
    assert_eq!(format("a(1,"), json!({"text": null}));
}

#[test]
fn clauses_and_comments_of_several_lines_can_be_folded() {
    let (studio, _folder, path) = Running::with_text("role(me).\n");
    let mut tab = studio.tab();
    // The die is two units.
    let text = "% One \u{1f3b2}.\n% Two.\n\na(X) :-\n    b(X).\na(2).\n\nc(1).\n";
    let folds = tab.answer(json!({"ask": "fold", "path": path, "text": text}));
    let units: Vec<u16> = text.encode_utf16().collect();
    let folded: Vec<String> = folds["folds"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|fold| {
            let offset = |key: &str| fold[key].as_u64().and_then(|at| usize::try_from(at).ok());
            String::from_utf16_lossy(
                &units[offset("from").expect("one")..offset("to").expect("one")],
            )
        })
        .collect();
    assert_eq!(folded, ["\n% Two.", "\n    b(X).\na(2)"]);
}
