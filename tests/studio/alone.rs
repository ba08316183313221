//! A desk in one thread answers as a desk of the server does; and what it answers about each shipped
//! game, which the engine for browsers must answer too (`src/studio/page/tests/engine.test.mjs`).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use regola::studio::{LoneDesk, MemoryFiles, Setting, StartLine, StudioOptions, Tab};
use serde_json::{Value, json};

/// The texts of all shipped rule files, by their paths.
fn texts() -> BTreeMap<String, String> {
    std::fs::read_dir("games")
        .expect("the games are there")
        .map(|entry| entry.expect("a file").path())
        .filter(|file| file.extension().is_some_and(|end| end == "rules"))
        .map(|file| {
            let text = std::fs::read_to_string(&file).expect("a rule file");
            (file.to_string_lossy().into_owned(), text)
        })
        .collect()
}

/// A desk in one thread, for the game `path` among all shipped files.
fn lone(path: &str) -> LoneDesk {
    let setting = Setting {
        files: Arc::new(MemoryFiles::new(texts())),
        path: path.to_owned(),
        line: StartLine::default(),
        beside: None,
        tests: None,
    };
    LoneDesk::new(setting, 1)
}

/// The last reply to a question.
fn end(desk: &mut LoneDesk, question: &Value) -> Value {
    let mut said = Vec::new();
    desk.ask(&question.to_string(), &mut |reply| said.push(reply));
    let last = said.last().expect("each question has an end");
    serde_json::from_str(last).expect("a reply is JSON")
}

/// Leaves out how long a search took.
fn without_time(mut reply: Value) -> Value {
    if let Some(answer) = reply["answer"].as_object_mut() {
        answer.remove("milliseconds");
    }
    reply
}

#[test]
fn a_desk_in_one_thread_plays_the_games_of_a_match() {
    let mut desk = lone("games/tictactoe.rules");
    end(&mut desk, &json!({ "id": 0, "ask": "open" }));
    let mut part = json!({ "moves": [] });
    while part["end"].is_null() {
        let asked = json!({ "id": 1, "ask": "match", "players": ["look_2", "random"], "opening": 2,
            "moves": part["moves"] });
        part = end(&mut desk, &asked)["answer"].take();
        assert!(part.is_object());
    }
    let first = &part["end"]["table"][0];
    let games = [&first["wins"], &first["draws"], &first["losses"]];
    assert_eq!(
        games.iter().filter_map(|count| count.as_u64()).sum::<u64>(),
        1
    );
}

#[test]
fn a_desk_in_one_thread_answers_as_one_with_threads_does() {
    for path in [
        "games/othello.rules",
        "games/dama.rules",
        "games/goofspiel.rules",
    ] {
        let mut server = Tab::open(StudioOptions {
            path: path.to_owned(),
            ..StudioOptions::default()
        })
        .expect("there is room for a thread");
        let mut alone = lone(path);
        let opened = end(&mut alone, &json!({ "id": 0, "ask": "open" }));
        let state = &opened["answer"];
        let moves: Vec<&str> = state["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|own| own["move"].as_str().expect("a text"))
            .collect();
        let both = format!("{}+{}", moves[0], moves[moves.len() - 1]);
        let first = match state["mover"].as_array().map_or(0, Vec::len) {
            1 => moves[0],
            _ => &both,
        };
        let text = std::fs::read_to_string(path).expect("a rule file");
        let questions = [
            json!({ "ask": "open" }),
            json!({ "ask": "why", "move": first }),
            json!({ "ask": "why", "goal": "role(P)" }),
            json!({ "ask": "play", "move": first }),
            json!({ "ask": "place" }),
            json!({ "ask": "play", "move": "nowhere" }),
            json!({ "ask": "query", "goal": "legal(P, M)", "skip": 1 }),
            json!({ "ask": "choose", "level": "depth=2" }),
            json!({ "ask": "values", "level": "depth=1" }),
            json!({ "ask": "tree", "opened": [[]], "svg": true }),
            json!({ "ask": "picture", "form": "position" }),
            json!({ "ask": "picture", "form": "film" }),
            json!({ "ask": "go", "ply": 0 }),
            json!({ "ask": "text", "path": path }),
            json!({ "ask": "hover", "path": path, "text": text, "at": text.find("level").unwrap_or(0) }),
            json!({ "ask": "complete", "path": path, "text": "rol", "at": 3 }),
            json!({ "ask": "define", "path": path, "text": text, "at": text.find("legal").unwrap_or(0) }),
            json!({ "ask": "references", "path": path, "text": text, "at": text.find("control").unwrap_or(0) }),
            json!({ "ask": "rename", "path": path, "text": text, "at": 0, "name": "other" }),
            json!({ "ask": "format", "path": path, "text": text }),
            json!({ "ask": "fold", "path": path, "text": text }),
            json!({ "ask": "record", "comments": [{ "moves": [first], "text": "A note." }] }),
            json!({ "ask": "replay", "text": "1. nowhere *" }),
            json!({ "ask": "line", "moves": [first], "ply": 1 }),
            json!({ "ask": "edit", "path": path, "text": format!("{text}\nrole(") }),
            json!({ "ask": "edit", "path": path, "text": format!("{text}\n% The end.\n") }),
            json!({ "ask": "compare" }),
            json!({ "ask": "cancel", "job": 99 }),
            json!({ "ask": "dance" }),
        ];
        for (id, mut question) in questions.into_iter().enumerate() {
            question["id"] = json!(id);
            let theirs = server.ask(&[question.to_string()]);
            let theirs = theirs.last().expect("each question has an end");
            let theirs: Value = serde_json::from_str(theirs).expect("a reply is JSON");
            // Random ties and moves made at once depend on a seed.
            if question["ask"] == "choose" && path.contains("goofspiel") {
                continue;
            }
            assert_eq!(
                without_time(end(&mut alone, &question)),
                without_time(theirs),
                "{path}: {question}"
            );
        }
    }
}

#[test]
fn a_desk_comes_to_the_place_of_another() {
    let (mut one, mut other) = (lone("games/othello.rules"), lone("games/othello.rules"));
    let text = std::fs::read_to_string("games/othello.rules").expect("a rule file");
    let changed = text.replace("\"Othello\"", "\"Reversi\"");
    for question in [
        json!({ "id": 1, "ask": "open" }),
        json!({ "id": 2, "ask": "play", "move": "f5" }),
        json!({ "id": 3, "ask": "play", "move": "d6" }),
        json!({ "id": 4, "ask": "edit", "path": "games/othello.rules", "text": changed }),
        json!({ "id": 5, "ask": "go", "ply": 1 }),
    ] {
        end(&mut one, &question);
    }
    for lines in [["f5", "d6"], ["f5", "f4"]] {
        for (ply, played) in lines.iter().enumerate() {
            end(&mut one, &json!({ "id": 6, "ask": "go", "ply": ply }));
            end(&mut one, &json!({ "id": 7, "ask": "play", "move": played }));
        }
        let mut place = end(&mut one, &json!({ "id": 8, "ask": "place" }));
        let mut stand = place["answer"].take();
        stand["ask"] = json!("stand");
        stand["id"] = json!(9);
        assert_eq!(end(&mut other, &stand), json!({ "id": 9, "answer": {} }));
        let go = json!({ "id": 10, "ask": "go", "ply": 2 });
        let (theirs, own) = (end(&mut one, &go), end(&mut other, &go));
        assert_eq!(own["answer"]["title"], "Reversi");
        assert_eq!(theirs, own);
    }
}

#[test]
fn files_in_memory_are_saved_if_nobody_else_has_changed_them() {
    let mut desk = lone("games/nim.rules");
    let path = "games/nim.rules";
    end(&mut desk, &json!({ "id": 1, "ask": "open" }));
    let text = end(&mut desk, &json!({ "id": 2, "ask": "text" }))["answer"].take();
    let ours = format!("% Ours.\n{}", text["text"].as_str().expect("a text"));
    let save = |version: &Value| json!({ "id": 3, "ask": "save", "path": path, "text": ours, "version": version });
    let stale = end(&mut desk, &save(&json!("0")));
    assert_eq!(stale["answer"]["written"], false);
    let saved = end(&mut desk, &save(&text["version"]));
    assert_eq!(saved["answer"]["written"], true);
    let read = end(&mut desk, &json!({ "id": 4, "ask": "text", "saved": true }));
    assert_eq!(read["answer"]["text"], ours);
    assert_eq!(read["answer"]["version"], saved["answer"]["version"]);
    let other =
        json!({ "id": 5, "ask": "save", "path": "other.rules", "text": "", "version": null });
    assert!(end(&mut desk, &other)["fault"]["text"].is_string());
}

/// The games that take long to compile: of these only the start is told.
const LONG: [&str; 10] = [
    "amazons",
    "chess",
    "dama",
    "dama-padova",
    "go",
    "gomoku",
    "international-draughts",
    "lines-of-action",
    "morris",
    "pool-checkers",
];

/// What the engine says of each game at its start, in few words.
#[test]
fn what_is_said_of_each_game() {
    let mut all = String::new();
    for (path, text) in texts() {
        // A file that is only used by others is no game.
        if !text.contains("\n:- game(") {
            continue;
        }
        let mut desk = lone(&path);
        let state = end(&mut desk, &json!({ "id": 1, "ask": "open" }))["answer"].take();
        let mover = state["mover"].to_string();
        let moves = state["moves"].as_array().map_or(0, Vec::len);
        writeln!(all, "{path}: {mover} {moves}").expect("a text has room");
        let is_long = LONG
            .iter()
            .any(|name| path == format!("games/{name}.rules"));
        if !is_long && state["mover"].as_array().map_or(0, Vec::len) == 1 {
            let values = end(
                &mut desk,
                &json!({ "id": 2, "ask": "values", "level": "depth=1" }),
            );
            let choice = end(
                &mut desk,
                &json!({ "id": 3, "ask": "choose", "level": "depth=2" }),
            );
            let worth: Vec<&Value> = values["answer"]["values"]
                .as_array()
                .expect("values")
                .iter()
                .map(|own| &own["value"])
                .collect();
            let worth = json!(worth);
            let (played, value) = (&choice["answer"]["move"], &choice["answer"]["value"]);
            writeln!(
                all,
                "  {worth}\n  {played} {value} {}",
                choice["answer"]["nodes"]
            )
            .expect("a text has room");
        }
    }
    assert_snapshot!("studio_games", all);
}
