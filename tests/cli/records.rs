//! Records of games that commands write, and those that they read.

use std::fs;

use super::folder::Folder;
use super::{AT_ONCE, OTHELLO, run};

const FILETTO: &str = "games/filetto.rules";

const PLAYERS: [&str; 4] = ["--o", "depth=3", "--x", "random"];

/// Plays a match of two games in Filetto.
fn play_match(records: &Folder, more: &[&str]) -> String {
    let command = ["match", FILETTO, "--games", "2", "--opening", "2"];
    let file = ["--records", "DIR/games.pgn"];
    records.told(&[&command[..], &PLAYERS, &file, more].concat(), "")
}

#[test]
fn a_match_writes_its_games() {
    let records = Folder::new();
    let tags = ["--tag", "Date=2026.07.01", "--tag", "Event=Cup"];
    let more = [&tags[..], &["--time-per-game", "60+1", "--seed", "7"]].concat();
    let told = play_match(&records, &more);
    assert!(told.ends_with("[status 0]\n"), "{told}");
    assert_snapshot!("cli__records_of_a_match", records.read("games.pgn"));
    let tested = records.told(&["test", "DIR/games.pgn"], "");
    assert!(tested.contains("\n2 played again\n[status 0]"), "{tested}");
}

#[test]
fn a_match_from_a_position_writes_whole_games() {
    let records = Folder::new();
    play_match(&records, &["--position", "tests/cli/o_to_win.facts"]);
    assert!(records.read("games.pgn").contains("[Position \""));
    play_match(&records, &["--moves", "b2"]);
    let text = records.read("games.pgn");
    assert!(text.contains("[OpeningPlies \"3\"]"), "{text}");
    assert!(text.contains("\n1. b2 "), "{text}");
    let tested = records.told(&["test", "DIR/games.pgn"], "");
    assert!(tested.contains("\n2 played again\n[status 0]"), "{tested}");
}

#[test]
fn the_file_of_records_is_none_that_is_read() {
    let records = Folder::new();
    let rules = fs::read_to_string(FILETTO).expect("it ships");
    records.write("filetto.rules", &rules);
    records.write("openings.pgn", "1. b2 *\n");
    let told = |more: &[&str]| {
        let command = ["match", "DIR/filetto.rules", "--o", "random"];
        records.told(&[&command[..], more].concat(), "")
    };
    let over_the_rules = told(&["--records", "DIR/filetto.rules"]);
    let openings = ["--openings", "DIR/openings.pgn"];
    let over_the_openings = told(&[&openings[..], &["--records", "DIR/openings.pgn"]].concat());
    for told in [over_the_rules, over_the_openings] {
        assert!(told.contains("would write over"), "{told}");
    }
    assert_eq!(records.read("filetto.rules"), rules);
    let bad_tags = ["Result=1-0", "no value", "a b=c", "=c"];
    for tag in bad_tags {
        let told = told(&["--records", "DIR/games.pgn", "--tag", tag]);
        assert!(told.ends_with("[status 2]\n"), "{told}");
    }
}

#[test]
fn a_game_that_was_left_goes_on_from_its_record() {
    let records = Folder::new();
    let play = |more: &[&str], input: &str| {
        let command = ["play", FILETTO, "--o", "human", "--x", "depth=1"];
        records.told(
            &[&command[..], &["--record", "DIR/mine.pgn"], more].concat(),
            input,
        )
    };
    let mut told = play(&[], "a1\n");
    told += &play(&["--from-record", "DIR/mine.pgn"], "resign\n");
    told += &records.told(&["moves", FILETTO, "--from-record", "DIR/mine.pgn:2@1"], "");
    told += "--- mine.pgn\n";
    told += &records.read("mine.pgn");
    assert_snapshot!("cli__records_of_play", told);
    let tested = records.told(&["test", "DIR/mine.pgn"], "");
    assert!(tested.contains("\n2 played again\n[status 0]"), "{tested}");
}

#[test]
fn nothing_is_added_to_a_file_of_something_else() {
    let records = Folder::new();
    records.write("notes.txt", "[a note\n");
    let play = ["play", FILETTO, "--o", "human", "--record", "DIR/notes.txt"];
    let told = records.told(&play, "a1\n");
    assert!(told.contains("error[bad-record]"), "{told}");
    assert_eq!(records.read("notes.txt"), "[a note\n");
}

#[test]
fn games_with_joint_moves_are_recorded() {
    let records = Folder::new();
    let play = [
        "play",
        AT_ONCE,
        "--left",
        "random",
        "--role-json",
        "random",
        "--seed",
        "1",
        "--record",
        "DIR/games.pgn",
    ];
    records.told(&play, "");
    let text = records.read("games.pgn");
    assert!(text.contains("\n1. <"), "{text}");
    let again = ["moves", AT_ONCE, "--from-record", "DIR/games.pgn"];
    let told = records.told(&again, "");
    assert!(told.contains("The game is over"), "{told}");
}

#[test]
fn a_place_in_a_record_that_is_none_is_refused() {
    let records = Folder::new();
    records.write("games.pgn", "1. b2 a1 *\n\n1. b2 b2 *\n");
    let mut told = String::new();
    for place in ["", ":1@1", ":0", ":2", ":3", "@3", "@x"] {
        let place = format!("DIR/games.pgn{place}");
        told += &records.told(&["moves", FILETTO, "--from-record", &place], "");
        told.push('\n');
    }
    assert_snapshot!("cli__records_places", told);
}

#[test]
fn records_are_tested() {
    let records = Folder::new();
    let game = format!("[File \"{FILETTO}\"]");
    let right = "[Result \"1-0\"]\n\n1. a1 a2 2. b1 b2 3. c1 1-0\n";
    let wrong = right.replace("b2", "a2");
    let lost = right.replace("1-0", "0-1");
    records.write(
        "games.pgn",
        &format!("{game}\n{right}\n{game}\n{wrong}\n{game}\n{lost}\n{right}"),
    );
    records.write("broken.pgn", "[Result\n");
    records.write("lost.pgn", "[File \"nowhere.rules\"]\n1. a1 *\n");
    let mut told = records.told(&["test", "DIR"], "");
    told += &records.told(&["test", "DIR/games.pgn", "--json"], "");
    assert_snapshot!("cli__records_tested", told);
}

#[test]
fn a_rule_file_is_tested_by_the_records_beside_it() {
    let records = Folder::new();
    let rules = fs::read_to_string(FILETTO).expect("it ships");
    records.write("filetto.rules", &rules);
    records.write("filetto.pgn", "[File \"filetto.rules\"]\n\n1. b2 a1 *\n");
    let told = records.told(&["test", "DIR/filetto.rules"], "");
    assert!(told.contains("\n1 played again\n[status 0]"), "{told}");
}

#[test]
fn openings_come_from_a_file() {
    let records = Folder::new();
    records.write("openings.pgn", "1. b2 a1 *\n\n1. a1 b2 2. c3 *\n");
    let openings = ["--openings", "DIR/openings.pgn"];
    let command = ["match", FILETTO, "--records", "DIR/games.pgn"];
    let command = [&command[..], &PLAYERS, &openings].concat();
    let told = records.told(&command, "");
    assert!(told.contains("Filetto: 4 games"), "{told}");
    assert!(
        told.contains("\nOpenings of `DIR/openings.pgn`, 2 in all, each played twice"),
        "{told}"
    );
    let begins = |text: &str, moves: &str| text.matches(&format!("\n1. {moves} ")).count();
    let text = records.read("games.pgn");
    assert_eq!(
        (begins(&text, "b2 a1 2."), begins(&text, "a1 b2 2. c3")),
        (2, 2)
    );

    // The openings come again, at most their first ply.
    records.told(
        &[&command[..], &["--games", "6", "--opening", "1"]].concat(),
        "",
    );
    let text = records.read("games.pgn");
    assert_eq!((begins(&text, "b2"), begins(&text, "a1")), (4, 2));
    assert!(text.contains("[OpeningPlies \"1\"]"), "{text}");
}

#[test]
fn openings_that_no_match_can_have_are_refused() {
    let records = Folder::new();
    records.write("over.pgn", "1. a1 a2 2. b1 b2 3. c1 1-0\n");
    records.write("wrong.pgn", "1. a1 a1 *\n");
    records.write("other.pgn", "[Position \"cell(0, 0, o).\"]\n1. a2 *\n");
    let mut told = String::new();
    for name in ["over", "wrong", "other", "missing"] {
        let file = format!("DIR/{name}.pgn");
        let command = ["match", FILETTO, "--o", "random", "--openings", &file];
        told += &records.told(&command, "");
        told.push('\n');
    }
    assert_snapshot!("cli__records_openings", told);
}

#[test]
fn a_record_begins_any_command_about_a_position() {
    let records = Folder::new();
    records.write("games.pgn", "1. f5 d6 *\n");
    let from = ["--from-record", "DIR/games.pgn"];
    let played = ["--moves", "f5 d6"];
    for command in ["moves", "best", "playout"] {
        let out = |start: &[&str]| {
            let arguments = [&[command, OTHELLO, "--json"][..], start].concat();
            let place = records.place();
            let arguments: Vec<String> = arguments
                .iter()
                .map(|argument| argument.replace("DIR", &place))
                .collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let printed = String::from_utf8(run(&arguments, "").stdout).expect("UTF-8");
            let mut told: serde_json::Value =
                serde_json::from_str(printed.lines().next().expect("a line")).expect("JSON");
            told["seconds"] = 0.into();
            told["engine"] = "any".into();
            told
        };
        assert_eq!(out(&from), out(&played), "{command}");
    }
    let both = [&["moves", OTHELLO][..], &from, &["--moves", "c3"]].concat();
    let told = records.told(&both, "");
    assert!(told.contains("white to move"), "{told}");
}
