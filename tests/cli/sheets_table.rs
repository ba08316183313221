//! The table of a folder of sheets that `tools/measure_sheets.py` makes.

use std::fs;
use std::process::Command;

use insta_cmd::get_cargo_bin;
use regex::Regex;

/// A game whose sheet is refused.
const REFUSED: &str = "(role random) (role ann) (sees ann here)";

#[test]
fn a_folder_of_sheets_becomes_a_table() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let root = env!("CARGO_MANIFEST_DIR");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        let above = path.parent().expect("it is in the folder");
        fs::create_dir_all(above).expect("a folder can be made");
        fs::write(path, text).expect("the file can be written");
    };
    let shipped = |name: &str| {
        fs::read_to_string(format!("{root}/games/gdl/{name}.kif")).expect("the sheet is there")
    };
    write("blocks/blocks.kif", &shipped("blocks"));
    write("race/race.kif", &shipped("race"));
    write("race/METADATA", r#"{ "rulesheet": "race.kif" }"#);
    write("race/older.kif", "(role nobody)");
    write("race/v0/race.kif", "(role nobody)");
    write("hands.kif", &shipped("rock-paper-scissors"));
    write("refused.kif", REFUSED);
    let mut command = Command::new("python3");
    command
        .arg(format!("{root}/tools/measure_sheets.py"))
        .arg(folder.path())
        .arg("--regola")
        .arg(get_cargo_bin("regola"));
    // Without Python there is nothing to test.
    let Ok(output) = command.output() else {
        return;
    };
    let [table, errors] = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8(bytes).expect("this is UTF-8"));
    assert!(output.status.success(), "{errors}");
    let measured = Regex::new(r"[0-9.]+ (s at most|ms|times)").expect("it is right");
    let cell = Regex::new(r"\| [0-9.e+]+ \|").expect("it is right");
    let mut table = measured.replace_all(&table, "N $1").into_owned();
    // Two cells have a line between them in common.
    for _ in 0..2 {
        table = cell.replace_all(&table, "| N |").into_owned();
    }
    assert_snapshot!("cli__sheets_table", table);
}
