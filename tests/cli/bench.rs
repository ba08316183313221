//! `regola bench`: what is counted is kept, what is timed is left out.

#[path = "../../src/cli/bench/search/differences.rs"]
mod differences;

use std::fs;
use std::path::Path;
use std::process::Command;

use insta_cmd::get_cargo_bin;
use regex::Regex;
use regola::search::Value;

use self::differences::differences;
use super::{json_lines, project_file, transcript, transcripts};

/// Runs `regola bench` where the only other programs are those of a folder.
fn bench(arguments: &[&str], path: &Path) -> String {
    let mut command = Command::new(get_cargo_bin("regola"));
    command
        .arg("bench")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path);
    let output = command.output().expect("the program starts");
    let [text, errors] = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8(bytes).expect("this is UTF-8"));
    let status = output.status.code().expect("the program was not killed");
    format!(
        "$ regola bench {}\n{text}{errors}[status {status}]\n",
        arguments.join(" ")
    )
}

/// The text with `N` for every number that is measured; counts stay.
fn without_measurements(text: &str) -> String {
    let measured =
        Regex::new(r"[0-9.]+ (s|MiB|leaves/s|games/s|moves/s)\b").expect("the pattern is right");
    let ratio = Regex::new(r" +[0-9]+\.[0-9]{2}\b").expect("the pattern is right");
    let gain = Regex::new(r"[0-9.]+ times as many").expect("the pattern is right");
    let spaces = Regex::new(r" +N").expect("the pattern is right");
    let text = measured.replace_all(text, "N $1");
    let text = gain.replace_all(&text, "N times as many");
    spaces
        .replace_all(&ratio.replace_all(&text, " N"), " N")
        .into_owned()
}

#[test]
fn the_counted_work_of_every_standard_work() {
    assert_snapshot!("cli__bench_counts", transcript(&["bench", "--counts"], ""));
}

#[test]
fn counts_for_a_program_that_reads() {
    let arguments = ["bench", "--counts", "--only", "nrev", "--json"];
    assert_eq!(
        json_lines(&arguments, ""),
        json_lines(&arguments, ""),
        "nothing but the program is counted"
    );
    assert_eq!(json_lines(&arguments, "")[0]["work"], "nrev");
}

#[test]
fn the_standard_works() {
    assert_snapshot!("cli__bench_list", transcripts(&[&["bench", "--list"]]));
    let works = json_lines(&["bench", "--list", "--json"], "");
    assert!(
        works
            .iter()
            .any(|work| work["work"] == "othello-9" && work["long"] == true)
    );
}

#[test]
fn mistakes() {
    assert_snapshot!(
        "cli__bench_mistakes",
        transcripts(&[
            &["bench", "--only", "nrev,quens"],
            &["bench", "--only", "chess"],
            &["bench", "--runs", "0"],
            &["bench", "--time-limit", "0"],
            &["bench", "--list", "--only", "nrev"],
            &["bench", "--depth", "3"],
            &["bench", "games/othello.rules", "--only", "nrev"],
            &["bench", "--peers", "--only", "othello,nrev"],
            &["bench", "--peers", "--list"],
            &["bench", "--search", "--only", "othello-9,othello-10"],
            &["bench", "--search", "--peers"],
            &["bench", "games/missing.rules"],
            &["bench", "tests/broken/syntax-missing-comma.rules"],
        ])
    );
}

#[test]
fn without_other_systems_it_says_which_could_be_compared() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = bench(
        &["--only", "zebra,othello,othello-list,start", "--runs", "1"],
        folder.path(),
    );
    assert_snapshot!("cli__bench_alone", without_measurements(&text));
}

#[test]
fn a_work_that_regola_does_not_do_in_time_is_a_no() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = bench(
        &["--only", "othello-9", "--runs", "1", "--time-limit", "1"],
        folder.path(),
    );
    assert!(
        text.contains("othello-9 on Regola: it takes longer than 1 s"),
        "{text}"
    );
    assert!(text.ends_with("[status 1]\n"), "{text}");
}

#[test]
fn names_of_works_may_have_spaces_around_them() {
    let names = |only: &str| -> Vec<String> {
        let rows = json_lines(&["bench", "--counts", "--json", "--only", only], "");
        rows.iter().map(|row| row["work"].to_string()).collect()
    };
    assert_eq!(names("nrev, poly"), names("nrev,poly"));
}

#[test]
fn an_earlier_run_to_hold_it_against() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("before.json");
    let path = file.to_str().expect("the path is UTF-8");
    let against = |text: &str| {
        fs::write(&file, text).expect("the file can be written");
        bench(
            &["--only", "crypt,zebra", "--runs", "1", "--against", path],
            folder.path(),
        )
        .replace(path, "before.json")
    };
    let earlier = r#"{"work":"crypt","regola":{"seconds":1000.0}}"#;
    let told = [against(earlier), against("times\n"), against("{}\n")]
        .map(|text| without_measurements(&text));
    assert_snapshot!("cli__bench_against", told.join("\n"));
}

#[test]
fn a_game_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = bench(
        &[
            "games/othello.rules",
            "--depth",
            "3",
            "--games",
            "2",
            "--runs",
            "2",
        ],
        folder.path(),
    );
    assert_snapshot!("cli__bench_game", without_measurements(&text));
    let figures = json_lines(
        &[
            "bench",
            "games/othello.rules",
            "--depth",
            "2",
            "--games",
            "1",
            "--runs",
            "1",
            "--json",
        ],
        "",
    );
    assert_eq!(figures[0]["perft"]["leaves"], 12);
    assert!(
        figures[0]["process_bytes"]
            .as_u64()
            .is_some_and(|bytes| bytes > figures[0]["question_bytes"].as_u64().unwrap_or(0))
    );
}

#[test]
fn all_forms_of_the_games_that_peers_play_come_to_the_same() {
    assert_snapshot!(
        "cli__bench_peers",
        transcript(&["bench", "--peers", "--counts"], "")
    );
}

/// What depends on no clock stands there as in the snapshot.
#[test]
fn the_page_about_compiled_games_has_their_sizes() {
    let [page, counts] = ["docs/compiled.md", "snapshots/cli__bench_peers.snap"].map(|path| {
        fs::read_to_string(project_file(path)).expect("the file is part of the sources")
    });
    let table = counts
        .split("\n\n")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| line.starts_with("  "));
    let rows: Vec<Vec<&str>> = table
        .map(|line| line.split_whitespace().collect())
        .collect();
    for row in rows.iter().filter(|row| row[0] != "clauses") {
        let told = match row[..] {
            [name, clauses] => format!("| `{name}` | {clauses} |  |  |  |  |  |"),
            [
                name,
                clauses,
                _,
                nodes,
                families,
                operations,
                _,
                words,
                bytes,
            ] => {
                format!(
                    "| `{name}` | {clauses} | {nodes} | {families} | {operations} | {words} | {bytes} |"
                )
            }
            _ => panic!("a game has other figures: {row:?}"),
        };
        assert!(
            page.contains(&told),
            "docs/compiled.md: a row `{told} ...` belongs there"
        );
    }
    assert!(rows.len() > 8, "the snapshot has a table");
}

#[test]
fn games_that_peers_play_in_every_form() {
    let game = &json_lines(
        &[
            "bench", "--peers", "--only", "filetto", "--runs", "1", "--json",
        ],
        "",
    )[0];
    let number = |value: &serde_json::Value| {
        value
            .as_f64()
            .unwrap_or_else(|| panic!("a number in {game}"))
    };
    assert_eq!(game["perft"][0]["leaves"], 15_120);
    for work in [&game["perft"][0], &game["playouts"]] {
        let ratio = number(&work["words"]) / number(&work["machine"]);
        assert!(
            (number(&work["words/machine"]) - ratio).abs() < 1e-6 * ratio,
            "{work}"
        );
        assert!(number(&work["native"]) > 0.0, "{work}");
    }
    assert_eq!(game["differences"], serde_json::json!([]));
}

/// The values are those of the rules: the programs by hand find the same, or the status is 1.
#[test]
fn the_nodes_of_smaller_searches_and_of_programs_by_hand() {
    assert_snapshot!(
        "cli__bench_search",
        transcript(&["bench", "--search", "--counts", "--long"], "")
    );
}

#[test]
fn a_value_that_differs_is_told() {
    let own = [Value::DRAW, Value::WIN];
    let other = [Value::DRAW, Value::LOSS];
    assert_eq!(
        differences("othello-9", &own, &other),
        ["othello-9, position 2: Regola finds win, the program by hand loss"]
    );
    assert!(differences("othello-9", &own, &own).is_empty());
}

#[test]
fn a_search_beside_a_program_by_hand() {
    let arguments = ["--search", "--only", "othello-9", "--runs", "1"];
    let text = bench(&arguments, Path::new("/"));
    assert_snapshot!("cli__bench_search_times", without_measurements(&text));
}

#[test]
fn a_ratio_of_searches_is_the_time_of_regola_by_that_of_the_program_by_hand() {
    let search = &json_lines(
        &[
            "bench",
            "--search",
            "--only",
            "othello-9",
            "--runs",
            "1",
            "--json",
        ],
        "",
    )[0];
    let number = |value: &serde_json::Value| {
        value
            .as_f64()
            .unwrap_or_else(|| panic!("a number in {search}"))
    };
    let ratio = number(&search["regola"]["seconds"]) / number(&search["by_hand"]["seconds"]);
    assert!(
        (number(&search["ratio"]) - ratio).abs() < 1e-2 * ratio,
        "{search}"
    );
    assert_eq!(search["values"], serde_json::json!(["16"]));
    assert_eq!(search["differences"], serde_json::json!([]));
}

#[test]
fn counted_playouts_are_those_of_the_tree_and_of_random_games() {
    let arguments = [
        "bench",
        "--search",
        "--counts",
        "--only",
        "tree-connect-four",
        "--json",
    ];
    let tree = &json_lines(&arguments, "")[0];
    assert_eq!(tree["tree"]["playouts"], tree["random_games"]["playouts"]);
    assert_eq!(tree["ratio"], serde_json::Value::Null, "{tree}");
}

/// Rivals whose times are known, because all that they do is to tell them.
#[cfg(unix)]
mod with_invented_rivals {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A folder with programs by these names, each a shell script; the shell and what it has built
    /// in is all they need.
    fn folder(programs: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, script) in programs {
            let path = folder.path().join(name);
            let version = "case $1 in --version) echo version 1.2.3; exit;; esac";
            fs::write(&path, format!("#!/bin/sh\n{version}\n{script}\n"))
                .expect("the program can be written");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
                .expect("it can be made a program");
        }
        folder
    }

    fn rows(arguments: &[&str], folder: &tempfile::TempDir) -> Vec<serde_json::Value> {
        let text = bench(&[arguments, &["--json"]].concat(), folder.path());
        let objects = text.lines().filter(|line| line.starts_with('{'));
        objects
            .map(|line| serde_json::from_str(line).expect("every line is JSON"))
            .collect()
    }

    #[test]
    fn ratios_are_times_of_regola_by_times_of_the_other() {
        let rows = rows(
            &["--only", "zebra,crypt", "--runs", "1"],
            &folder(&[("swipl", "echo seconds 0.5")]),
        );
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        let mut product = 1.0;
        for row in &rows[..2] {
            let ratio = number(&row["swipl"]["ratio"]);
            assert_eq!(number(&row["swipl"]["seconds"]), 0.5);
            assert!(
                (ratio - number(&row["regola"]["seconds"]) / 0.5).abs() < 1e-4,
                "{row}"
            );
            product *= ratio;
        }
        let mean = number(&rows[2]["geometric_means"]["swipl"]);
        assert!((mean * mean - product).abs() < 1e-6);
    }

    #[test]
    fn a_rival_that_fails_is_a_dash_with_its_reason() {
        let folder = folder(&[
            ("swipl", "echo wrong"),
            ("gplc", "echo no compiler behind it; exit 1"),
        ]);
        let text = bench(&["--only", "zebra,start", "--runs", "2"], folder.path());
        assert_snapshot!("cli__bench_failing_rivals", without_measurements(&text));
    }

    #[test]
    fn what_is_compiled_is_compiled_in_a_folder_without_spaces_in_its_name() {
        let compiler = "case $TMPDIR in .) echo '#!/bin/sh' > start; echo echo >> start; /bin/chmod +x start;; *) exit 1;; esac";
        let rows = rows(
            &["--only", "start", "--runs", "1"],
            &folder(&[("gplc", compiler)]),
        );
        assert!(rows[0]["gplc"]["seconds"].is_number(), "{}", rows[0]);
    }

    #[test]
    fn a_rival_that_does_not_end_is_ended() {
        let folder = folder(&[("swipl", "while :; do :; done")]);
        let rows = rows(
            &["--only", "nrev", "--runs", "2", "--time-limit", "2"],
            &folder,
        );
        assert_eq!(rows[0]["swipl"]["lacking"], "it takes longer than 2 s");
    }
}
