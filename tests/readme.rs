//! What the README shows in a terminal is what happens: every `console` block is run, in a folder
//! that holds the games that ship and the game that the README tells a newcomer to save.

use std::fs;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");

/// The texts of all fenced blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    let starts = README
        .match_indices(&opening)
        .map(|(at, _)| at + opening.len());
    starts
        .map(|start| README[start..].split("```").next().unwrap_or(""))
        .collect()
}

/// The commands of a block, each with the output shown below it.
fn commands(block: &str) -> Vec<(String, String)> {
    let parts = block.split("$ ").skip(1);
    let halves = parts.map(|part| part.split_once('\n').unwrap_or((part, "")));
    halves
        .map(|(command, output)| (command.to_owned(), output.to_owned()))
        .collect()
}

/// What a shell prints for a command, standard error included.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_regola"));
    let programs = program.parent().expect("a program lies in a folder");
    let path = format!(
        "{}:{}",
        programs.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let shell = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .output();
    String::from_utf8(shell.expect("a shell runs").stdout).expect("the program prints UTF-8")
}

/// A folder as a newcomer has it.
fn newcomers_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for shipped in ["games", "tests/broken"] {
        let target = folder.path().join(shipped);
        fs::create_dir_all(&target).expect("a folder can be made");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(shipped);
        let entries = fs::read_dir(source).expect("the folder ships").flatten();
        for file in entries.filter(|entry| entry.path().is_file()) {
            fs::copy(file.path(), target.join(file.file_name())).expect("a file can be copied");
        }
    }
    let game = blocks("prolog")
        .first()
        .copied()
        .expect("the README has a game");
    fs::write(folder.path().join("tictactoe.rules"), game).expect("a file can be written");
    folder
}

#[test]
fn every_command_prints_what_the_readme_shows() {
    let folder = newcomers_folder();
    let shown: Vec<_> = blocks("console").into_iter().flat_map(commands).collect();
    assert!(shown.len() >= 5, "the README shows commands");
    for (command, output) in shown {
        let printed = run(&command, folder.path());
        assert_eq!(
            printed.trim_end(),
            output.trim_end(),
            "`{command}` prints otherwise than the README shows"
        );
    }
}

#[test]
fn the_newcomers_game_is_played_to_its_end() {
    let folder = newcomers_folder();
    let printed = run(
        "regola play tictactoe.rules --x computer --o computer --level depth=9",
        folder.path(),
    );
    assert!(
        printed.contains("draw"),
        "nobody wins with best play:\n{printed}"
    );
}
