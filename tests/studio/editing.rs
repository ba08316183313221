//! The rule file beside the board.

use std::fs;

use serde_json::{Value, json};

use super::{DAMA, OTHELLO, Running, Tab, written};

fn errors(edited: &Value) -> Vec<&Value> {
    let all = edited["diagnostics"].as_array().expect("a list");
    all.iter()
        .filter(|fault| fault["severity"] == "error")
        .collect()
}

#[test]
fn a_broken_rule_is_told_and_mended_and_the_game_goes_on() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text);
    let (mut tab, _) = studio.open_tab();
    tab.play("b2 a1 c3");
    tab.answer(json!({"ask": "go", "ply": 2}));
    let broken = text.replacen("legal(", "legl(", 1);
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": broken}));
    assert!(edited["state"].is_null());
    let faults = errors(&edited);
    assert!(!faults.is_empty(), "{edited}");
    assert!(
        faults.iter().any(|fault| fault["code"] == "no-legal"),
        "{edited}"
    );
    let state = tab.play("c3");
    assert_eq!(state["ply"], json!(3), "the old rules hold until then");
    tab.answer(json!({"ask": "go", "ply": 2}));
    let mended = format!("{text}\nlevel(clever, [depth(9)]).\n");
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": mended}));
    assert!(errors(&edited).is_empty(), "{edited}");
    let state = &edited["state"];
    assert_eq!(
        (&state["ply"], state["line"].as_array().map(Vec::len)),
        (&json!(2), Some(3))
    );
    assert!(
        state["levels"]
            .as_array()
            .is_some_and(|levels| levels.contains(&json!({"name": "clever"})))
    );
    assert_eq!(
        fs::read_to_string(&path).expect("it is there"),
        text,
        "nothing was saved"
    );
    let told = tab.answer(json!({"ask": "text"}));
    assert_eq!(
        (&told["path"], &told["text"], &told["files"]),
        (&json!(path), &json!(mended), &json!([path]))
    );
    assert_eq!(
        tab.answer(json!({"ask": "text", "saved": true}))["text"],
        json!(text)
    );
    let saved = tab
        .answer(json!({"ask": "save", "path": path, "text": mended, "version": told["version"]}));
    assert_eq!(saved["written"], json!(true));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), mended);
    let (_, state) = studio.open_tab();
    assert!(
        state["levels"]
            .as_array()
            .is_some_and(|levels| levels.contains(&json!({"name": "clever"})))
    );
}

#[test]
fn a_line_is_kept_as_far_as_its_moves_are_legal() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text);
    let (mut tab, _) = studio.open_tab();
    tab.play("b2 a1 c3 a2");
    // No move on a1 any more.
    let without = text.replacen(
        "sign(Row, Column, -).",
        "sign(Row, Column, -), Row + Column > 2.",
        1,
    );
    assert_ne!(without, text);
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": without}));
    assert_eq!(
        (
            &edited["state"]["ply"],
            &edited["state"]["line"].as_array().map(Vec::len)
        ),
        (&json!(1), &Some(1))
    );
}

#[test]
fn a_diagnostic_has_its_place_and_a_way_out() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let text = fs::read_to_string(OTHELLO).expect("it is shipped");
    let broken = text.replacen("init(control(", "init(controll(", 1);
    assert_ne!(broken, text);
    let edited = tab.answer(json!({"ask": "edit", "path": OTHELLO, "text": broken}));
    let fault = errors(&edited)[0];
    let from = broken.find("controll(").expect("it is there");
    assert_eq!(
        (&fault["code"], &fault["from"]),
        (&json!("unknown-fluent"), &json!(from))
    );
    assert_eq!(
        fault["help"],
        json!("a similar fluent is declared: `control`")
    );
    let message = fault["message"].as_str().expect("a text");
    assert!(
        message.starts_with("unknown fluent `controll`"),
        "{message}"
    );
}

#[test]
fn all_files_of_a_game_can_be_edited_and_no_others() {
    let before = fs::read_to_string("games/dama-play.rules").expect("it is shipped");
    let (mut tab, _) = Running::with(DAMA).open_tab();
    let text = tab.answer(json!({"ask": "text", "path": "games/dama-play.rules"}));
    assert_eq!(text["text"], json!(before));
    assert_eq!(text["files"], json!([DAMA, "games/dama-play.rules"]));
    let broken = before.replacen("legal(P, Move) :-", "legal(P, Move) :- nothing(P),", 1);
    let edited =
        tab.answer(json!({"ask": "edit", "path": "games/dama-play.rules", "text": broken}));
    assert_eq!(errors(&edited)[0]["code"], json!("unknown-predicate"));
    for path in [
        "Cargo.toml",
        "games/../Cargo.toml",
        "/etc/passwd",
        "games/othello.rules",
        "",
    ] {
        let refused = format!("`{path}` is no file of this game");
        assert_eq!(tab.fault(json!({"ask": "text", "path": path})), refused);
        assert_eq!(
            tab.fault(json!({"ask": "edit", "path": path, "text": ""})),
            refused
        );
        assert_eq!(
            tab.fault(json!({"ask": "save", "path": path, "text": ""})),
            refused,
            "{path}"
        );
    }
    assert_eq!(
        fs::read_to_string("games/dama-play.rules").expect("it is there"),
        before
    );
}

#[test]
fn a_file_that_somebody_else_has_changed_is_not_overwritten_unasked() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text);
    let (mut one, _) = studio.open_tab();
    let (mut other, _) = studio.open_tab();
    let known = one.answer(json!({"ask": "text"}))["version"].take();
    let of_other = other.answer(json!({"ask": "text"}))["version"].take();
    assert!(known.is_string() && known == of_other);
    let mut save = |text: &str, version: &Value| {
        one.answer(json!({"ask": "save", "path": path, "text": text, "version": version}))
    };
    let ours = format!("{text}% Ours.\n");
    let saved = save(&ours, &known);
    assert_eq!(saved["written"], json!(true));
    assert_ne!(saved["version"], known);
    let theirs =
        other.answer(json!({"ask": "save", "path": path, "text": text, "version": of_other}));
    assert_eq!(
        theirs,
        json!({"written": false, "version": saved["version"]}),
        "the other tab is told"
    );
    assert_eq!(fs::read_to_string(&path).expect("it is there"), ours);
    // Not by a tab, but by another program; and the same text again is no change.
    fs::write(&path, &text).expect("it can be written");
    let changed = save(&ours, &saved["version"]);
    assert_eq!(changed, json!({"written": false, "version": known}));
    assert_eq!(
        save(&ours, &changed["version"])["written"],
        json!(true),
        "whoever knows may overwrite"
    );
    fs::remove_file(&path).expect("it can be removed");
    let gone = save(&ours, &saved["version"]);
    assert_eq!(gone, json!({"written": false, "version": null}));
    assert!(!fs::exists(&path).expect("one can look"));
    assert_eq!(save(&ours, &Value::Null)["written"], json!(true));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), ours);
}

#[test]
fn only_files_of_the_game_as_it_was_saved_are_written() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, folder, path) = Running::with_text(&text);
    let beside = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (notes, new, inner) = (
        beside("notes.rules"),
        beside("new.rules"),
        beside("inner/new.rules"),
    );
    fs::write(&notes, "% Notes of somebody.\n").expect("it can be written");
    let (mut tab, _) = studio.open_tab();
    let using = format!("{text}:- use \"notes.rules\".\n");
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": using}));
    assert!(errors(&edited).is_empty(), "{edited}");
    // What is only typed makes nothing writable that is there already.
    let version = tab.answer(json!({"ask": "text", "path": notes}))["version"].take();
    let ask = json!({"ask": "save", "path": notes, "text": "", "version": version});
    assert_eq!(
        tab.fault(ask.clone()),
        format!("`{notes}` is no file of the game as it was saved")
    );
    let version = tab.answer(json!({"ask": "text"}))["version"].take();
    tab.answer(json!({"ask": "save", "path": path, "text": using, "version": version}));
    assert_eq!(tab.answer(ask)["written"], json!(true), "now it is one");
    // A new file may be made in the folder, and not over a link that leads elsewhere.
    let texts = json!({&path: format!("{text}:- use \"new.rules\".\n:- use \"inner/new.rules\".\n"), &new: "", &inner: ""});
    tab.answer(json!({"ask": "open", "texts": texts}));
    let mut make = |path: &str| tab.end(json!({"ask": "save", "path": path, "text": "% New.\n"}));
    let without_folder = make(&inner)["fault"]["text"].take();
    assert_eq!(
        without_folder,
        json!(format!("`{inner}` is no file of the game as it was saved"))
    );
    fs::create_dir(folder.path().join("inner")).expect("a folder can be made");
    for path in [&new, &inner] {
        assert_eq!(make(path)["answer"]["written"], json!(true), "{path}");
        assert_eq!(fs::read_to_string(path).expect("it is there"), "% New.\n");
    }
}

#[cfg(unix)]
#[test]
fn a_saved_file_keeps_its_permissions_and_a_link_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (target, link) = (
        folder.path().join("target.rules"),
        folder.path().join("game.rules"),
    );
    fs::write(&target, &text).expect("it can be written");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("it is ours");
    symlink("target.rules", &link).expect("a link can be made");
    let path = link.to_string_lossy().into_owned();
    let (mut tab, _) = Running::with(&path).open_tab();
    let mut save = |text: &str| {
        let version = tab.answer(json!({"ask": "text"}))["version"].take();
        tab.end(json!({"ask": "save", "path": path, "text": text, "version": version}))
    };
    assert_eq!(
        save(&format!("{text}% More.\n"))["answer"]["written"],
        json!(true)
    );
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    assert!(
        fs::read_to_string(&target)
            .expect("it is there")
            .ends_with("% More.\n")
    );
    assert_eq!(
        fs::metadata(&target)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777,
        0o640
    );
    assert_eq!(
        fs::read_dir(folder.path()).expect("it is a folder").count(),
        2,
        "nothing is left beside"
    );
    fs::set_permissions(&target, fs::Permissions::from_mode(0o440)).expect("it is ours");
    let fault = save(&text)["fault"]["text"].take();
    assert_eq!(
        fault,
        json!(format!("cannot write `{path}`: it may only be read"))
    );
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_neither_read_nor_saved() {
    use std::os::unix::fs::symlink;
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::create_dir(folder.path().join("game")).expect("a folder can be made");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (main, link, secret) = (
        place("game/main.rules"),
        place("game/link.rules"),
        place("secret.rules"),
    );
    fs::write(&main, format!("{text}:- use \"link.rules\".\n")).expect("it can be written");
    fs::write(&secret, "% Nobody else's.\n").expect("it can be written");
    let refused = |ask: &Value, tab: &mut Tab| {
        let fault = tab.fault(ask.clone());
        assert!(!fault.contains("Nobody else's"), "{fault}");
        fault
    };
    let version = json!({"ask": "text", "path": link});
    let save = json!({"ask": "save", "path": link, "text": "% Lost.\n", "version": null});

    // It is a link from the beginning.
    symlink("../secret.rules", &link).expect("a link can be made");
    let mut tab = Running::with(&main).tab();
    let fault = refused(&json!({"ask": "open"}), &mut tab);
    assert!(
        fault.contains("leads out of the folder of the main file through a symbolic link"),
        "{fault}"
    );
    for ask in [&version, &save] {
        assert_eq!(
            refused(ask, &mut tab),
            format!("`{link}` is no file of this game")
        );
    }

    // A link comes in the place of a file that has been read.
    fs::remove_file(&link).expect("it is there");
    fs::write(&link, "% A file of the game.\n").expect("it can be written");
    let (mut tab, _) = Running::with(&main).open_tab();
    assert_eq!(
        tab.answer(version.clone())["text"],
        json!("% A file of the game.\n")
    );
    fs::remove_file(&link).expect("it is there");
    symlink("../secret.rules", &link).expect("a link can be made");
    for ask in [&version, &save] {
        assert_eq!(
            refused(ask, &mut tab),
            format!("`{link}` leads out of the folder of the game")
        );
    }
    assert_eq!(
        fs::read_to_string(&secret).expect("it is there"),
        "% Nobody else's.\n"
    );
}

#[test]
fn a_used_file_can_be_mended_while_the_main_file_is_broken() {
    let (mut tab, _) = Running::with(DAMA).open_tab();
    let play = fs::read_to_string("games/dama-play.rules").expect("it is shipped");
    tab.answer(json!({"ask": "text"}));
    let edited = tab.answer(json!({"ask": "edit", "path": DAMA, "text": "% nothing is left"}));
    assert!(edited["state"].is_null());
    tab.answer(json!({"ask": "edit", "path": "games/dama-play.rules", "text": play}));
}

#[test]
fn a_file_with_mistakes_is_opened_to_be_mended() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text.replace("role(", "roll("));
    let mut tab = studio.tab();
    let fault = tab.fault(json!({"ask": "open"}));
    assert!(fault.contains("error[no-role]"), "{fault}");
    assert_eq!(
        tab.fault(json!({"ask": "play", "move": "b2"})),
        "no game has been loaded"
    );
    let mended = tab.answer(json!({"ask": "edit", "path": path, "text": text}));
    assert_eq!(mended["state"]["ply"], json!(0));
    tab.play("b2");
}

#[test]
fn whoever_comes_again_with_a_broken_text_plays_by_the_file() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text);
    let mut tab = studio.tab();
    let state = tab.answer(json!({"ask": "open", "texts": {&path: "role("}, "moves": ["b2"]}));
    assert_eq!(state["ply"], json!(1));
    assert_eq!(
        tab.answer(json!({"ask": "text"}))["text"],
        json!("role("),
        "and the text is not lost"
    );
    let longer = format!("{text}level(slow, [depth(8)]).\n");
    let state = tab.answer(json!({"ask": "open", "texts": {&path: longer}, "moves": ["b2"]}));
    assert!(
        state["levels"]
            .as_array()
            .is_some_and(|levels| levels.contains(&json!({"name": "slow"})))
    );
}

#[test]
fn names_are_completed_and_explained() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let text = "legal(P, M) :- cont\n";
    let complete = tab.answer(json!({"ask": "complete", "path": OTHELLO, "text": text, "at": 19}));
    assert_eq!(complete["from"], json!(15));
    let items = complete["items"].as_array().expect("a list");
    let variable = json!({"label": "P", "insert": "P", "detail": "", "kind": "variable"});
    assert!(items.contains(&variable), "{items:?}");
    let text = fs::read_to_string(OTHELLO).expect("it is shipped");
    let at = text.find("notation(").expect("it is there");
    let hover = tab.answer(json!({"ask": "hover", "path": OTHELLO, "text": text, "at": at + 2}));
    assert!(
        hover["markdown"]
            .as_str()
            .is_some_and(|told| told.contains("How a move is written")),
        "{hover}"
    );
    assert_eq!(
        tab.answer(json!({"ask": "hover", "path": OTHELLO, "text": text, "at": 0})),
        Value::Null
    );
    let (_, state) = Running::with(OTHELLO).open_tab();
    assert_eq!(written(&state).len(), 4);
}
