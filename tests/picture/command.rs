//! `regola tree`.

use std::process::{Command, Output};

use insta_cmd::get_cargo_bin;
use serde_json::Value;

use super::{FILETTO, LOST};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(get_cargo_bin("regola"));
    command
        .arg("tree")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().expect("the program starts")
}

/// What it prints; it must not fail.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// The words of a command line, in which quotes hold words together.
pub fn words(line: &str) -> Vec<String> {
    let part = |(number, part): (usize, &str)| -> Vec<String> {
        if number % 2 == 1 {
            vec![part.to_owned()]
        } else {
            part.split_whitespace().map(str::to_owned).collect()
        }
    };
    line.split('"').enumerate().flat_map(part).collect()
}

#[test]
fn the_pictures_that_ship_are_what_the_commands_beside_them_print() {
    let page = include_str!("../../games/README.md");
    let commands: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("regola tree "))
        .collect();
    assert_eq!(commands.len(), 2);
    for command in commands {
        let (arguments, file) = command.split_once(" --output ").expect("it writes a file");
        let arguments = words(arguments);
        let printed = printed(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let shipped = std::fs::read_to_string(root.join(file)).expect("the picture ships");
        assert!(
            shipped == printed,
            "`regola tree {command}` prints otherwise than {file} is"
        );
    }
}

#[test]
fn text_is_printed_and_counts_come_last() {
    let text = printed(&[
        FILETTO,
        "--moves",
        LOST,
        "--depth",
        "9",
        "--equivalence",
        "brothers",
        "--values",
    ]);
    assert_snapshot!("picture__command", text);
}

#[test]
fn a_file_is_written_and_its_counts_printed() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("tree.dot");
    let path = path.to_str().expect("its name is text");
    let counts = printed(&[FILETTO, "--depth", "1", "--format", "dot", "--output", path]);
    assert_eq!(counts, format!("{path}: 10 nodes, 9 leaves, depth 1\n"));
    assert!(
        std::fs::read_to_string(path)
            .expect("it was written")
            .starts_with("digraph tree {")
    );
}

#[test]
fn json_has_counts_and_all_nodes() {
    let text = printed(&[
        FILETTO,
        "--moves",
        LOST,
        "--depth",
        "9",
        "--equivalence",
        "brothers",
        "--format",
        "json",
    ]);
    assert_eq!(text.lines().count(), 1);
    let tree: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(
        (&tree["role"], &tree["nodes"], &tree["equivalent"]),
        (&"x".into(), &21.into(), &2.into())
    );
    let nodes = tree["tree"].as_array().expect("a list");
    assert_eq!(nodes.len(), 21);
    assert_eq!(nodes[3].to_string(), json_of_the_third_move());
    let over = nodes
        .iter()
        .filter(|node| node["goals"] == serde_json::json!([100, 0]))
        .count();
    assert_eq!(over, 7);
}

fn json_of_the_third_move() -> &'static str {
    concat!(
        r#"{"move":"a2","parent":0,"ply":1,"facts":["cell(0, 0, x)","cell(0, 1, x)","cell(1, 1, o)","#,
        r#""cell(1, 2, o)","cell(2, 1, o)","cell(2, 2, x)"],"role":"o","equivalent":1,"children":[]}"#
    )
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let refused = [
        vec![FILETTO],
        vec![FILETTO, "--depth", "501"],
        vec![
            FILETTO,
            "--depth",
            "1",
            "--values",
            "--strategy",
            "best-line",
        ],
        vec![FILETTO, "--depth", "1", "--heuristic", "signs"],
        vec![
            FILETTO,
            "--depth",
            "1",
            "--output",
            "no/such/folder/tree.svg",
        ],
    ];
    let told = refused.map(|arguments| {
        let output = run(&arguments);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        format!(
            "$ regola tree {}\n{}",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stderr)
        )
    });
    assert_snapshot!("picture__refused", told.join("\n"));
}
