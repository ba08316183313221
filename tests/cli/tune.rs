//! Heuristics that are fitted to games.

use super::folder::Folder;
use super::interrupt::interrupted;
use super::run;

/// Tunes the game `game` of a folder.
fn tune(folder: &Folder, game: &str, options: &[&str]) -> String {
    folder.told(&[&["tune", &format!("DIR/{game}")], options].concat(), "")
}

/// Options for a quick run without a match.
const QUICK: [&str; 6] = ["--games", "40", "--opening", "2", "--match", "0"];

#[test]
fn a_level_is_written_beside_the_rule_file() {
    let folder = Folder::with(&["filetto.rules"]);
    let told = tune(&folder, "filetto.rules", &QUICK);
    let rules = folder.read("filetto-tuned.rules");
    assert_snapshot!("cli__tune", format!("{told}\n{rules}"));
    let tuned = "DIR/filetto-tuned.rules";
    assert_snapshot!(
        "cli__tune_used",
        [
            folder.told(&["check", tuned], ""),
            folder.told(
                &[
                    "best", tuned, "--level", "tuned", "--engine", "both", "--json"
                ],
                ""
            ),
            folder.told(&["test", "DIR/filetto-tuned.pgn"], ""),
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
    let told = tune(&folder, "othello.rules", &options);
    let rules = folder.read("othello-tuned.rules");
    assert_snapshot!("cli__tune_features", format!("{told}\n{rules}"));
}

#[test]
fn the_games_of_an_earlier_run_are_kept() {
    let folder = Folder::with(&["filetto.rules"]);
    tune(&folder, "filetto.rules", &QUICK);
    let earlier = folder.read("filetto-tuned.pgn");
    let more = ["--games", "60", "--opening", "2", "--match", "0"];
    tune(&folder, "filetto.rules", &more);
    let later = folder.read("filetto-tuned.pgn");
    assert!(later.starts_with(&earlier));
    let at_once = Folder::with(&["filetto.rules"]);
    tune(
        &at_once,
        "filetto.rules",
        &[&more[..], &["--threads", "2"]].concat(),
    );
    let there = at_once.read("filetto-tuned.pgn");
    assert_eq!(
        later.replace(&folder.place(), "DIR"),
        there.replace(&at_once.place(), "DIR")
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
        folder.told(&["tune", "filetto"], ""),
        tune(&folder, "change.rules", &[]),
        tune(&folder, "filetto.rules", &["--name", "mine"]),
        tune(&folder, "filetto.rules", &["--name", "open_lines"]),
        tune(&folder, "filetto.rules", &["--name", "a/b"]),
        tune(&folder, "filetto.rules", &["--level", "strong"]),
        tune(&folder, "filetto.rules", &["--player", "heuristic=none"]),
        tune(
            &folder,
            "filetto.rules",
            &["--name", "broken", "--games", "1"],
        ),
        tune(&folder, "filetto.rules", &["--games", "5"]),
        tune(
            &folder,
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
    let told = tune(
        &folder,
        "filetto.rules",
        &[&opening[..], &["--games", &games]].concat(),
    );
    assert!(
        told.contains(&format!("positions of {games} games")),
        "{told}"
    );
}
