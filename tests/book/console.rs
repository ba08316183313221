//! The commands on the pages: every `console` block is run, in a folder that holds the games that
//! ship and the files that the page tells a reader to save.
//!
//! With `INSTA_UPDATE=always` the output on the pages is replaced by what the program prints.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::forms::answered_by;

use super::page::{Block, Directive, Page, manuals};

/// The pages below this folder are one text: its files are saved on one page and used on the next.
const TUTORIAL: &str = "docs/tutorial/";

/// The commands of a block, each with the output shown below it.
fn commands(block: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in block.split_inclusive('\n') {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.trim_end().to_owned(), String::new())),
            (None, Some((_, output))) => output.push_str(line),
            (None, None) => panic!("a console block begins with a command: {block}"),
        }
    }
    commands
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
        .env("REGOLA_THREADS", "1")
        .output();
    let printed =
        String::from_utf8(shell.expect("a shell runs").stdout).expect("the program prints UTF-8");
    if command.contains("--engine") {
        printed
    } else {
        answered_by("machine", &printed)
    }
}

/// A folder as a newcomer has it.
fn newcomers_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for shipped in ["games", "games/gdl", "tests/broken"] {
        let target = folder.path().join(shipped);
        fs::create_dir_all(&target).expect("a folder can be made");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(shipped);
        let entries = fs::read_dir(source).expect("the folder ships").flatten();
        for file in entries.filter(|entry| entry.path().is_file()) {
            fs::copy(file.path(), target.join(file.file_name())).expect("a file can be copied");
        }
    }
    folder
}

/// Saves the file that a block tells a reader to save, or adds to it.
fn save(block: &Block, folder: &Path) {
    let (name, before) = match &block.directive {
        Some(Directive::File(name)) => (name, String::new()),
        Some(Directive::Append(name)) => {
            let before = fs::read_to_string(folder.join(name)).expect("the file was saved before");
            (name, before)
        }
        _ => return,
    };
    fs::write(folder.join(name), before + &block.text).expect("a file can be written");
}

/// The text of a page as it should be: with the output that its commands have.
fn followed(page: &Page, folder: &Path) -> String {
    let mut text = String::new();
    let mut copied = 0;
    for block in page.blocks() {
        save(&block, folder);
        if block.language != "console" {
            continue;
        }
        text.push_str(&page.text[copied..block.range.start]);
        copied = block.range.end;
        for (command, _) in commands(&block.text) {
            let printed = run(&command, folder);
            text.push_str(&format!("$ {command}\n"));
            text.extend(printed.lines().map(|line| format!("{}\n", line.trim_end())));
        }
    }
    text + &page.text[copied..]
}

/// Holds pages that share a folder against what their commands print.
fn check(pages: &[Page]) {
    let has_commands = |page: &Page| {
        page.blocks()
            .iter()
            .any(|block| block.language == "console")
    };
    if !pages.iter().any(has_commands) {
        return;
    }
    let folder = newcomers_folder();
    for page in pages {
        let followed = followed(page, folder.path());
        if std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&page.path);
            fs::write(path, &followed).expect("a page can be written");
        } else {
            let difference = followed
                .lines()
                .zip(page.text.lines())
                .enumerate()
                .find(|(_, (printed, shown))| printed != shown);
            assert!(
                followed == page.text,
                "{}: a command prints otherwise (INSTA_UPDATE=always accepts it), from line {:?}",
                page.path,
                difference.map(|(at, lines)| (at + 1, lines))
            );
        }
    }
}

#[test]
fn every_command_prints_what_its_page_shows() {
    let (tutorial, others): (Vec<Page>, Vec<Page>) = manuals()
        .into_iter()
        .partition(|page| page.path.starts_with(TUTORIAL));
    thread::scope(|scope| {
        scope.spawn(|| check(&tutorial));
        scope.spawn(|| {
            others
                .iter()
                .for_each(|page| check(std::slice::from_ref(page)));
        });
    });
}

#[test]
fn the_newcomers_game_is_played_to_its_end() {
    let folder = newcomers_folder();
    let readme = Page::open("README.md");
    readme
        .blocks()
        .iter()
        .for_each(|block| save(block, folder.path()));
    let printed = run(
        "regola play tictactoe.rules --x computer --o computer --level depth=9",
        folder.path(),
    );
    assert!(
        printed.contains("draw"),
        "nobody wins with best play:\n{printed}"
    );
}
