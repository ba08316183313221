//! The gallery of a folder: what it lists, draws and makes, and what it keeps to itself.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use regola::studio::{NamedText, SecondFile, ShippedRules, StudioOptions};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{OTHELLO, Running, status};

/// A game of one move, with a board.
const SMALL: &str = "% A small game. It has one move.\n:- game(\"Small\").\nrole(x).\n:- fluent at(_).\n\
    init(at(1)).\nlegal(x, go) :- at(1).\ndelete(at(1)).\nadd(at(2)).\nterminal :- at(2).\n\
    goal(x, 100) :- at(2).\ngoal(x, 0) :- at(1).\n";

/// A folder with these files.
fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    folder
}

fn path_of(folder: &Path) -> String {
    folder.to_str().expect("the path is text").to_owned()
}

/// The studio of a folder. The program brings a template and a game that uses another file.
fn serving(folder: &Path) -> Running {
    let text = |name: &str, text| NamedText {
        name: name.to_owned(),
        text,
    };
    Running::serving(StudioOptions {
        path: path_of(folder),
        shipped: ShippedRules {
            templates: vec![text("little", ":- game(\"NAME\").\n")],
            files: vec![
                text(
                    "pair",
                    "% Two files.\n:- game(\"Pair\").\n:- use \"part.rules\".\n",
                ),
                text("part", "role(x).\n"),
            ],
        },
        ..StudioOptions::default()
    })
}

impl Running {
    /// What is answered at `path`, with the status.
    fn ask_for(&self, path: &str) -> (String, String) {
        let host = self.host();
        split(&self.get(&self.with_token(path), &[("Host", &host)]))
    }

    fn gallery(&self) -> Value {
        let (status, body) = self.ask_for("/games");
        assert_eq!(status, "200", "{body}");
        serde_json::from_str(&body).expect("a gallery is JSON")
    }

    fn picture(&self, fields: &str) -> Value {
        let (status, body) = self.ask_for(&format!("/picture?{fields}"));
        assert_eq!(status, "200", "{body}");
        serde_json::from_str(&body).expect("a picture is in JSON")
    }

    /// What is answered to a text that the page sends.
    fn send(&self, path: &str, text: &[u8]) -> (String, String) {
        let (host, origin) = (self.host(), self.own_origin());
        let answer = self.post(
            &self.with_token(path),
            &[("Host", &host), ("Origin", &origin)],
            text,
        );
        split(&answer)
    }

    fn with_token(&self, path: &str) -> String {
        let sign = if path.contains('?') { '&' } else { '?' };
        format!("{path}{sign}token={}", self.token)
    }
}

/// The status and the body of an answer.
fn split(answer: &str) -> (String, String) {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or(("", ""));
    (status(answer).to_owned(), body.trim_end().to_owned())
}

/// The games of a gallery, by the names of their files.
fn names(games: &Value) -> Vec<&str> {
    let games = games.as_array().expect("games are a list");
    games
        .iter()
        .map(|card| card["game"].as_str().expect("a game has a file"))
        .collect()
}

#[test]
fn a_folder_lists_its_games_by_title_with_the_first_sentence_of_each() {
    let folder = folder_with(&[
        ("zebra.rules", ":- game('Aardvark').\n"),
        ("small.rules", SMALL),
        (
            "broken.rules",
            "% It is\n% broken, e.g. here. Mend it.\n:- game(\"Broken\").\nrole(x\n",
        ),
        ("untitled.rules", ":- game(Nothing).\n"),
        ("pile.kif", "; A sheet.\n(role ann)\n"),
        ("part.rules", "% A part of games.\nrole(x).\n"),
        ("notes.txt", ":- game(\"Notes\").\n"),
        (".hidden.rules", ":- game(\"Hidden\").\n"),
    ]);
    fs::create_dir(folder.path().join("folder.rules")).expect("a folder can be made");
    let gallery = serving(folder.path()).gallery();
    let lines: Vec<String> = gallery["games"]
        .as_array()
        .expect("games are a list")
        .iter()
        .map(|card| {
            let field = |name: &str| card[name].as_str().expect("a card has texts");
            format!(
                "{}: {} | {}\n",
                field("game"),
                field("title"),
                field("about")
            )
        })
        .collect();
    assert_snapshot!("studio__gallery_of_a_folder", lines.concat());
    assert_eq!(gallery["used"], json!([]));
    assert_eq!(gallery["templates"][0]["name"], json!("little"));
    assert_eq!(
        names(&gallery["shipped"]),
        ["pair.rules"],
        "a part is no game"
    );
}

#[test]
fn a_file_has_the_gallery_of_its_folder() {
    let studio = Running::with(OTHELLO);
    assert!(
        studio.address.ends_with("&game=othello.rules"),
        "{}",
        studio.address
    );
    let gallery = studio.gallery();
    assert_eq!(gallery["folder"], json!("games/"));
    let games = names(&gallery["games"]);
    assert!(games.contains(&"chess.rules") && games.contains(&"othello.rules"));
    assert!(!games.contains(&"othello-play.rules"), "a part is no game");
}

#[test]
fn the_page_of_a_folder_is_another_one_than_that_of_a_game() {
    let folder = folder_with(&[("small.rules", SMALL)]);
    let studio = serving(folder.path());
    let (status, page) = studio.ask_for("/");
    assert!(
        status == "200" && page.contains("/assets/gallery.js"),
        "{page}"
    );
    let (status, page) = studio.ask_for("/?game=small.rules");
    assert!(
        status == "200" && page.contains("/assets/studio.js"),
        "{page}"
    );
    for wrong in [
        "..%2Fsmall.rules",
        "%2Fetc%2Fpasswd",
        "notes.txt",
        "",
        "small.rules%00",
    ] {
        let (status, body) = studio.ask_for(&format!("/?game={wrong}"));
        assert_eq!(status, "422", "{wrong}: {body}");
        assert!(body.contains("is no name of a rule file"), "{body}");
    }
}

#[test]
fn the_first_position_of_a_game_is_drawn_or_its_first_error_told() {
    let folder = folder_with(&[
        ("small.rules", SMALL),
        ("broken.rules", ":- game(\"Broken\").\nrole(x\n"),
        (
            "using.rules",
            ":- game(\"Using\").\n:- use \"broken.rules\".\n",
        ),
    ]);
    let studio = serving(folder.path());
    let svg = |drawn: Value| {
        drawn["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    };
    assert!(svg(studio.picture("game=small.rules")));
    let faults = [
        "game=broken.rules",
        "game=using.rules",
        "game=none.rules",
        "game=pair.rules&shipped=true",
    ]
    .map(|fields| {
        let fault = studio.picture(fields)["fault"].as_str().map(str::to_owned);
        let fault = fault.unwrap_or_else(|| panic!("{fields} is drawn"));
        format!(
            "{fields}\n  {}\n",
            fault.replace(&path_of(folder.path()), "FOLDER")
        )
    });
    assert_snapshot!("studio__gallery_first_errors", faults.concat());
    assert!(svg(Running::with(OTHELLO).picture("game=othello.rules")));
}

#[test]
fn rules_without_an_end_have_no_picture_and_keep_no_other_game_from_one() {
    let endless = SMALL.replace("init(at(1)).", "init(at(N)) :- count(0, N).\ncount(N, N) :- N < 0.\ncount(N, M) :- K is N + 1, count(K, M).");
    let deep = SMALL.replace(
        "init(at(1)).",
        "init(at(N)) :- length(L, N), N > 100000000.",
    );
    let mut files: Vec<(String, &str)> = (0..8)
        .map(|number| (format!("endless-{number}.rules"), &*endless))
        .collect();
    files.push(("deep.rules".to_owned(), &deep));
    files.push(("small.rules".to_owned(), SMALL));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    let folder = folder_with(&files);
    let studio = serving(folder.path());
    let since = Instant::now();
    std::thread::scope(|scope| {
        for (name, _) in &files[..9] {
            let studio = &studio;
            scope.spawn(move || {
                let drawn = studio.picture(&format!("game={name}"));
                assert!(drawn["fault"].is_string(), "{name}: {drawn}");
            });
        }
    });
    assert!(studio.picture("game=small.rules")["svg"].is_string());
    assert!(
        since.elapsed() < Duration::from_secs(30),
        "each is stopped soon"
    );
    assert_eq!(
        names(&studio.gallery()["games"]).len(),
        10,
        "they are listed all the same"
    );
}

#[test]
fn a_new_file_never_takes_the_place_of_another() {
    let folder = folder_with(&[("small.rules", SMALL)]);
    let studio = serving(folder.path());
    let added = |text: &[u8]| {
        let (status, body) = studio.send("/games?name=small.rules", text);
        assert_eq!(status, "200", "{body}");
        let added: Value = serde_json::from_str(&body).expect("it is JSON");
        added["game"].as_str().expect("it has a name").to_owned()
    };
    assert_eq!(added(b"% The second."), "small-2.rules");
    assert_eq!(added(b"% The third."), "small-3.rules");
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    assert_eq!(text("small.rules"), SMALL);
    assert_eq!(
        (text("small-2.rules"), text("small-3.rules")),
        ("% The second.".to_owned(), "% The third.".to_owned())
    );
}

#[test]
fn new_files_have_plain_names_and_texts() {
    let folder = folder_with(&[]);
    let studio = serving(folder.path());
    for wrong in [
        "..%2Fout.rules",
        "%2Fout.rules",
        "a%5Cb.rules",
        ".hidden.rules",
        "-option.rules",
        "notes.txt",
        "a%00.rules",
        "a%0A.rules",
        ".rules",
        "a%3Ab.rules",
        "",
    ] {
        let (status, body) = studio.send(&format!("/games?name={wrong}"), b"% Text.");
        assert_eq!(status, "422", "{wrong}: {body}");
        assert!(body.contains("is no name of a rule file"), "{body}");
    }
    let long = "x".repeat(200);
    assert_eq!(
        studio.send(&format!("/games?name={long}.rules"), b"").0,
        "422"
    );
    let (status, body) = studio.send("/games?name=latin.rules", b"% \xe9");
    assert_eq!(
        (status.as_str(), body.as_str()),
        ("422", "`latin.rules` is not UTF-8 text")
    );
    let (status, body) = studio.send("/games?name=long.rules", &vec![b' '; (1 << 20) + 1]);
    assert_eq!(status, "422", "{body}");
    assert!(body.contains("longer than 1024 KiB"), "{body}");
    assert_eq!(
        fs::read_dir(folder.path()).expect("it can be read").count(),
        0
    );
    let (status, _) = studio.send(
        &format!("/games?name={}.rules", "M%C3%BChle%202"),
        SMALL.as_bytes(),
    );
    assert_eq!(status, "200");
    assert!(folder.path().join("Mühle 2.rules").is_file());
}

#[test]
fn a_copy_brings_the_files_that_it_uses() {
    let folder = folder_with(&[]);
    let studio = serving(folder.path());
    for name in ["pair.rules", "pair-2.rules"] {
        let (status, body) = studio.send("/copies?name=pair.rules", b"");
        assert_eq!(
            (status.as_str(), body),
            ("200", json!({"game": name}).to_string())
        );
    }
    let part = folder.path().join("part.rules");
    assert_eq!(
        fs::read_to_string(&part).expect("it was copied"),
        "role(x).\n"
    );
    fs::write(&part, "role(y).\n").expect("it can be written");
    let (status, body) = studio.send("/copies?name=pair.rules", b"");
    assert_eq!(status, "422");
    assert!(
        body.contains("needs a file `part.rules`, and this folder has another one"),
        "{body}"
    );
    assert_eq!(
        fs::read_to_string(&part).expect("it is there"),
        "role(y).\n"
    );
    assert!(!folder.path().join("pair-3.rules").exists());
    assert_eq!(studio.send("/copies?name=none.rules", b"").0, "422");
}

#[test]
fn every_tab_plays_the_game_of_its_address() {
    let studio = Running::serving(StudioOptions {
        path: "games/filetto.rules".to_owned(),
        beside: Some(SecondFile {
            path: "games/tictactoe.rules".to_owned(),
            names: Some("games/filetto.names".to_owned()),
        }),
        ..StudioOptions::default()
    });
    let mut own = studio.tab_of("filetto.rules");
    let mut other = studio.tab_of("nim.rules");
    assert_eq!(
        own.answer(json!({"ask": "open"}))["title"],
        json!("Filetto")
    );
    assert_eq!(other.answer(json!({"ask": "open"}))["title"], json!("Nim"));
    assert!(own.answer(json!({"ask": "compare"})).is_object());
    assert!(
        other.answer(json!({"ask": "compare"})).is_null(),
        "the arguments are for the file of the command"
    );
    let text = other.answer(json!({"ask": "text"}));
    assert_eq!(text["path"], json!("games/nim.rules"));
    let fault = other.fault(json!({"ask": "text", "path": "games/othello.rules"}));
    assert_eq!(fault, "`games/othello.rules` is no file of this game");
}

#[test]
fn a_folder_without_a_game_in_the_address_opens_no_desk() {
    let folder = folder_with(&[("small.rules", SMALL)]);
    let studio = serving(folder.path());
    let origin = studio.own_origin();
    assert_eq!(
        studio.try_tab(&studio.token, Some(&origin)).err(),
        Some(422)
    );
    let wrong = format!("{}&game=..%2Fsmall.rules", studio.token);
    assert_eq!(studio.try_tab(&wrong, Some(&origin)).err(), Some(422));
    let mut tab = studio.tab_of("small.rules");
    assert_eq!(tab.answer(json!({"ask": "open"}))["title"], json!("Small"));
}

#[test]
#[cfg(unix)]
fn a_link_out_of_the_folder_is_not_listed_drawn_opened_or_saved() {
    use std::os::unix::fs::symlink;
    let elsewhere = folder_with(&[("secret.rules", SMALL)]);
    let folder = folder_with(&[("small.rules", SMALL)]);
    let secret = elsewhere.path().join("secret.rules");
    symlink(&secret, folder.path().join("link.rules")).expect("a link can be made");
    symlink(
        folder.path().join("small.rules"),
        folder.path().join("inner.rules"),
    )
    .expect("a link can be made");
    let studio = serving(folder.path());
    assert_eq!(
        names(&studio.gallery()["games"]),
        ["inner.rules", "small.rules"]
    );
    for path in ["/?game=link.rules", "/picture?game=link.rules"] {
        let (status, body) = studio.ask_for(path);
        assert_eq!(
            (status.as_str(), body.as_str()),
            ("422", "`link.rules` is a link that leads out of the folder")
        );
    }
    // One that takes the place of a file later is neither read nor written.
    let mut tab = studio.tab_of("small.rules");
    let state = tab.answer(json!({"ask": "open"}));
    assert_eq!(state["title"], json!("Small"));
    let own = folder.path().join("small.rules");
    fs::remove_file(&own).expect("it is there");
    symlink(&secret, &own).expect("a link can be made");
    let path = format!("{}/small.rules", path_of(folder.path()));
    assert!(
        tab.fault(json!({"ask": "text"}))
            .contains("leads out of the folder")
    );
    assert!(
        tab.fault(json!({"ask": "save", "path": path, "text": "% New.", "version": null}))
            .contains("leads out of the folder")
    );
    assert_eq!(fs::read_to_string(&secret).expect("it is there"), SMALL);
    assert_eq!(
        studio.send("/games?name=link.rules", b"% New.").1,
        json!({"game": "link-2.rules"}).to_string()
    );
    assert_eq!(fs::read_to_string(&secret).expect("it is there"), SMALL);
}

#[test]
fn the_games_used_last_come_first_also_after_a_new_start() {
    let folder = folder_with(&[
        ("one.rules", SMALL),
        ("two.rules", SMALL),
        ("three.rules", SMALL),
    ]);
    let kept = folder.path().join("used");
    let start = || {
        Running::serving(StudioOptions {
            path: path_of(folder.path()),
            used: Some(kept.clone()),
            ..StudioOptions::default()
        })
    };
    let studio = start();
    for game in ["one.rules", "two.rules", "one.rules"] {
        studio.tab_of(game).answer(json!({"ask": "open"}));
    }
    assert_eq!(studio.gallery()["used"], json!(["one.rules", "two.rules"]));
    assert_eq!(start().gallery()["used"], json!(["one.rules", "two.rules"]));
    fs::remove_file(folder.path().join("one.rules")).expect("it is there");
    assert_eq!(studio.gallery()["used"], json!(["two.rules"]));
}

#[test]
fn only_the_studios_own_page_may_list_and_make_files() {
    let folder = folder_with(&[("small.rules", SMALL)]);
    let studio = serving(folder.path());
    let (host, origin) = (studio.host(), studio.own_origin());
    for path in ["/games", "/picture?game=small.rules"] {
        assert_eq!(
            status(&studio.get(path, &[("Host", &host)])),
            "401",
            "{path}"
        );
    }
    let add = studio.with_token("/games?name=new.rules");
    let own: [(&str, &str); 2] = [("Host", &host), ("Origin", &origin)];
    assert_eq!(
        status(&studio.post("/games?name=new.rules", &own, b"")),
        "401"
    );
    assert_eq!(
        status(&studio.post(&add, &own[..1], b"")),
        "403",
        "a browser says where the page is"
    );
    for wrong in ["null", "http://evil.example"] {
        let headers: [(&str, &str); 2] = [("Host", &host), ("Origin", wrong)];
        assert_eq!(status(&studio.post(&add, &headers, b"")), "403", "{wrong}");
    }
    assert_eq!(names(&studio.gallery()["games"]), ["small.rules"]);
}
