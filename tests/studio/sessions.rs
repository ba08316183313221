//! Session files of a game: listed, run by the texts of the page, and accepted.

use std::fs;

use serde_json::{Value, json};

use super::{Running, Tab};

const RULES: &str = "role(x).\nsize(0..3).\n:- fluent left -> size.\ninit(left(3)).\n\
    legal(x, take) :- left(_).\nadd(left(M)) :- does(x, take), left(L), M is L - 1.\n\
    terminal :- left(0).\ngoal(x, 100) :- left(0).\n";

const SESSION: &str =
    ":load game.rules\n\n%% Start\nleft(L).\n\n%% Play\n:play take\nleft(L).\nnot_there(X).\n";

/// A studio with a session file beside its rules. Its folder lasts as long as the second value.
fn with_session() -> (Running, tempfile::TempDir, String, String) {
    let (studio, folder, rules) = Running::with_text(RULES);
    let session = folder.path().join("game.session");
    fs::write(&session, SESSION).expect("a file can be written");
    fs::write(folder.path().join("other.session"), ":load other.rules\n").expect("it too");
    fs::create_dir(folder.path().join("snapshots")).expect("there is room for a folder");
    (
        studio,
        folder,
        rules,
        session.to_string_lossy().into_owned(),
    )
}

fn tested(tab: &mut Tab, path: &str) -> Value {
    tab.answer(json!({"ask": "test", "path": path}))
}

fn verdicts(tested: &Value) -> Vec<&str> {
    let headings = tested["headings"].as_array().expect("a list");
    headings
        .iter()
        .map(|heading| heading["verdict"].as_str().expect("a text"))
        .collect()
}

#[test]
fn the_session_files_of_a_game_are_run_by_the_texts_of_the_page() {
    let (studio, folder, rules, session) = with_session();
    let (mut tab, _) = studio.open_tab();
    assert_eq!(
        tab.answer(json!({"ask": "sessions"})),
        json!({"files": [session]})
    );
    let first = tested(&mut tab, &session);
    assert_eq!(verdicts(&first), ["new", "new"]);
    let accepted = tab.answer(json!({"ask": "accept", "path": session, "output": first["output"]}));
    assert_eq!(verdicts(&accepted), ["same", "same"]);
    assert_eq!(verdicts(&tested(&mut tab, &session)), ["same", "same"]);

    // What is typed is run, and not what is on the disk.
    let other = RULES.replace("init(left(3))", "init(left(2))");
    tab.answer(json!({"ask": "edit", "path": rules, "text": other}));
    fs::write(
        folder.path().join("game.session"),
        SESSION.replace("%% Play", "%% Played"),
    )
    .expect("a file can be written");
    let mut changed = tested(&mut tab, &session);
    let folder_name = folder.path().to_string_lossy().into_owned();
    let output = changed["output"].take();
    let shown = serde_json::to_string_pretty(&changed).expect("it is JSON");
    assert_snapshot!("studio__session", shown.replace(&folder_name, "DIR"));

    let fault = tab.fault(json!({"ask": "accept", "path": session, "output": output}));
    assert!(fault.contains("save it first"), "{fault}");
    let fault = tab.fault(json!({"ask": "test", "path": rules}));
    assert!(fault.contains("no session file of this game"), "{fault}");
}

#[test]
fn output_that_was_not_shown_is_not_stored() {
    let (studio, folder, _, session) = with_session();
    let (mut tab, _) = studio.open_tab();
    let fault = tab.fault(json!({"ask": "accept", "path": session, "output": "other"}));
    assert!(fault.contains("run the tests again"), "{fault}");
    let stored = fs::read_dir(folder.path().join("snapshots")).expect("a folder");
    assert_eq!(stored.count(), 0);
}

#[test]
fn too_much_output_ends_a_run() {
    let (studio, folder, _, session) = with_session();
    let endless = ":load game.rules\n%% One\nleft(L).\n%% Long\nbetween(1, 900, M), findall(N, between(1, 3000, N), List).\n";
    fs::write(folder.path().join("game.session"), endless).expect("a file can be written");
    let (mut tab, _) = studio.open_tab();
    let ended = tested(&mut tab, &session);
    assert_eq!(verdicts(&ended), ["new"]);
    assert_eq!(ended["ended"]["line"], json!(5), "{}", ended["ended"]);
    assert_eq!(ended["ended"]["cancelled"], json!(false));
    let fault = tab.fault(json!({"ask": "accept", "path": session, "output": ended["output"]}));
    assert!(fault.contains("nothing is stored"), "{fault}");
}

#[cfg(unix)]
#[test]
fn a_session_reads_nothing_outside_the_folder_of_the_game() {
    let (studio, folder, _, session) = with_session();
    let outside = tempfile::tempdir().expect("there is room for a folder");
    let secret = outside.path().join("secret.rules");
    fs::write(&secret, "secret(1).\n").expect("a file can be written");
    std::os::unix::fs::symlink(&secret, folder.path().join("link.rules")).expect("a link");
    let script = format!(
        ":load game.rules\n%% Link\n:load link.rules\n:run link.rules\n:load {}\n",
        secret.display()
    );
    fs::write(folder.path().join("game.session"), script).expect("a file can be written");
    let (mut tab, _) = studio.open_tab();
    let result = tested(&mut tab, &session);
    let faults = result["headings"][0]["faults"].as_array().expect("a list");
    let lines: Vec<&Value> = faults.iter().map(|fault| &fault["line"]).collect();
    assert_eq!(lines, [3, 4, 5], "{result}");
    assert!(
        faults.iter().all(|fault| fault["text"]
            .as_str()
            .is_some_and(|text| text.contains("outside the folder of the game"))),
        "{result}"
    );
}

#[cfg(unix)]
#[test]
fn snapshots_that_lie_elsewhere_are_neither_shown_nor_written() {
    let (studio, folder, _, session) = with_session();
    let secret = folder.path().join("secret");
    fs::write(&secret, "secret\n").expect("a file can be written");
    let snapshot = folder.path().join("snapshots/game__start.snap");
    std::os::unix::fs::symlink(&secret, &snapshot).expect("a link can be made");
    let (mut tab, _) = studio.open_tab();
    let fault = tab.fault(json!({"ask": "test", "path": session}));
    assert!(fault.contains("is a symbolic link"), "{fault}");
    fs::remove_file(&snapshot).expect("it is there");
    assert_eq!(verdicts(&tested(&mut tab, &session)), ["new", "new"]);
    assert_eq!(fs::read_to_string(secret).expect("it is there"), "secret\n");
}

#[test]
fn a_session_file_of_very_many_headings_is_left_to_the_command() {
    let (studio, _folder, _, session) = with_session();
    fs::write(
        &session,
        format!(":load game.rules\n{}", "%% A\n".repeat(1001)),
    )
    .expect("it is there");
    let (mut tab, _) = studio.open_tab();
    let fault = tab.fault(json!({"ask": "test", "path": session}));
    assert!(fault.contains("more than 1000 headings"), "{fault}");
}
