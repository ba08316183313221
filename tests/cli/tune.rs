//! Heuristics that are fitted to games.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::interrupt::interrupted;
use super::{run, transcript};

/// A folder with rule files to tune.
struct Folder(TempDir);

impl Folder {
    fn with(games: &[&str]) -> Self {
        let folder = Folder(tempfile::tempdir().expect("there is room for a folder"));
        for game in games {
            let shipped = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("games")
                .join(game);
            fs::copy(shipped, folder.path(game)).expect("there is room");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file was written")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("there is room");
    }

    /// Runs the program. `DIR` stands for the folder.
    fn told(&self, arguments: &[&str]) -> String {
        let place = self.0.path().to_string_lossy().into_owned();
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| argument.replace("DIR", &place))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        transcript(&arguments, "").replace(&place, "DIR")
    }

    /// Tunes the game `game`.
    fn tune(&self, game: &str, options: &[&str]) -> String {
        self.told(&[&["tune", &format!("DIR/{game}")], options].concat())
    }
}

/// Options for a quick run without a match.
const QUICK: [&str; 6] = ["--games", "40", "--opening", "2", "--match", "0"];

#[test]
fn a_level_is_written_beside_the_rule_file() {
    let folder = Folder::with(&["filetto.rules"]);
    let told = folder.tune("filetto.rules", &QUICK);
    let rules = folder.read("filetto-tuned.rules");
    assert_snapshot!("cli__tune", format!("{told}\n{rules}"));
    let tuned = "DIR/filetto-tuned.rules";
    assert_snapshot!(
        "cli__tune_used",
        [
            folder.told(&["check", tuned]),
            folder.told(&[
                "best", tuned, "--level", "tuned", "--engine", "both", "--json"
            ]),
            folder.told(&["test", "DIR/filetto-tuned.pgn"]),
        ]
        .concat()
    );
}

#[test]
fn features_of_the_rule_file_are_taken() {
    let folder = Folder::with(&["othello.rules", "othello-play.rules"]);
    let options = [
        "--games",
        "30",
        "--match",
        "0",
        "--player",
        "depth=1,ties=random",
    ];
    let told = folder.tune("othello.rules", &options);
    let rules = folder.read("othello-tuned.rules");
    assert_snapshot!("cli__tune_features", format!("{told}\n{rules}"));
}

#[test]
fn the_games_of_an_earlier_run_are_kept() {
    let folder = Folder::with(&["filetto.rules"]);
    folder.tune("filetto.rules", &QUICK);
    let earlier = folder.read("filetto-tuned.pgn");
    let more = ["--games", "60", "--opening", "2", "--match", "0"];
    folder.tune("filetto.rules", &more);
    let later = folder.read("filetto-tuned.pgn");
    assert!(later.starts_with(&earlier));
    let at_once = Folder::with(&["filetto.rules"]);
    at_once.tune("filetto.rules", &[&more[..], &["--threads", "2"]].concat());
    let path = |folder: &Folder| folder.0.path().to_string_lossy().into_owned();
    let there = at_once.read("filetto-tuned.pgn");
    assert_eq!(
        later.replace(&path(&folder), "DIR"),
        there.replace(&path(&at_once), "DIR")
    );
    assert_eq!(
        folder.read("filetto-tuned.rules"),
        at_once.read("filetto-tuned.rules")
    );
}

#[test]
fn a_match_shows_whether_the_level_is_stronger() {
    let folder = Folder::with(&["filetto.rules"]);
    let game = folder.path("filetto.rules");
    let game = game.to_str().expect("the path is text");
    let options = [
        "--games",
        "40",
        "--opening",
        "2",
        "--match",
        "4",
        "--time",
        "0.001",
    ];
    let ended = run(&[&["tune", game], &options[..]].concat(), "");
    assert_eq!(ended.status.code(), Some(1), "four games show nothing");
    let printed = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(printed.contains("\ntuned : perfect"), "{printed}");
    assert!(
        printed.contains("\nSPRT: no decision between 0 and 30 Elo"),
        "{printed}"
    );
    let rules = folder.read("filetto-tuned.rules");
    assert!(
        rules.contains("% A match of 4 games against `perfect`, 0.001 s a move: "),
        "{rules}"
    );
    assert!(rules.contains(": not shown to be stronger.\n"), "{rules}");
}

#[test]
#[ignore = "it plays for two minutes"]
fn tuned_othello_is_stronger_than_its_best_level() {
    let folder = Folder::with(&["othello.rules", "othello-play.rules"]);
    let game = folder.path("othello.rules");
    let game = game.to_str().expect("the path is text");
    let ended = run(&["tune", game], "");
    assert_eq!(
        ended.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ended.stdout)
    );
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = Folder::with(&["filetto.rules", "nim.rules", "change.rules"]);
    folder.write("filetto-mine.rules", "% The rule file of somebody.\n");
    folder.write(
        "odd.rules",
        "role(x).  role(o).\nother(x, o).  other(o, x).\n:- fluent turn -> role.\ninit(turn(x)).\n\
         legal(P, go) :- turn(P).\nadd(turn(Q)) :- does(P, go), other(P, Q).\nterminal :- fail.\n\
         goal(P, 50) :- role(P).\nfeature(odd, P, P) :- role(P).\n",
    );
    folder.write("filetto-broken.pgn", "[Game \"Filetto\"]\n\n1. b2 b2 1-0\n");
    let told = [
        folder.told(&["tune", "filetto"]),
        folder.tune("change.rules", &[]),
        folder.tune("filetto.rules", &["--name", "mine"]),
        folder.tune("filetto.rules", &["--name", "open_lines"]),
        folder.tune("filetto.rules", &["--name", "a/b"]),
        folder.tune("filetto.rules", &["--level", "strong"]),
        folder.tune("filetto.rules", &["--player", "heuristic=none"]),
        folder.tune("filetto.rules", &["--name", "broken", "--games", "1"]),
        folder.tune("filetto.rules", &["--games", "5"]),
        folder.tune(
            "odd.rules",
            &["--games", "10", "--max-plies", "12", "--player", "depth=1"],
        ),
    ];
    assert_snapshot!("cli__tune_mistakes", told.join("\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_that_is_stopped_keeps_its_games() {
    let folder = Folder::with(&["filetto.rules"]);
    let game = folder.path("filetto.rules");
    let game = game.to_str().expect("the path is text");
    let opening = ["--opening", "2", "--match", "0"];
    let command = [&["tune", game], &opening[..], &["--games", "1000000"]].concat();
    interrupted(&command, "", 1.0, 2.0);
    let games = folder.read("filetto-tuned.pgn").matches("[Game ").count();
    assert!(games > 20, "{games} games were played in a second");
    let games = (games + 1).to_string();
    let told = folder.tune(
        "filetto.rules",
        &[&opening[..], &["--games", &games]].concat(),
    );
    assert!(
        told.contains(&format!("positions of {games} games")),
        "{told}"
    );
}
