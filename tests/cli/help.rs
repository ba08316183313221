//! Help texts.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use insta_cmd::get_cargo_bin;

use super::{OTHELLO, project_file, run, run_with, transcript};

#[test]
fn the_program_explains_itself() {
    assert_snapshot!("cli__help", transcript(&["--help"], ""));
}

#[test]
fn every_command_explains_itself() {
    for command in [
        "moves", "best", "solve", "perft", "playout", "query", "why", "repl", "check", "explain",
        "fmt", "test", "compare", "bench", "lsp", "studio", "tree", "picture", "games", "convert",
        "new", "tune", "gamer", "server",
    ] {
        assert_snapshot!(
            format!("cli__help_{command}"),
            transcript(&[command, "--help"], "")
        );
    }
}

#[test]
fn play_explains_the_options_of_a_games_roles() {
    assert_snapshot!(
        "cli__help_play",
        transcript(&["play", "--help", OTHELLO], "")
    );
    assert_snapshot!(
        "cli__help_match",
        transcript(&["match", "--help", OTHELLO], "")
    );
}

/// The commands, as `regola --help` lists them.
fn commands() -> Vec<String> {
    let help = run(&["--help"], "").stdout;
    let help = String::from_utf8(help).expect("help is text");
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    lines
        .map_while(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// The examples of a help page, each a line of a shell.
fn examples(page: &[u8]) -> Vec<String> {
    let page = String::from_utf8_lossy(page).into_owned();
    let (_, examples) = page.split_once("Example").unwrap_or_default();
    let is_example = |line: &&str| line.starts_with("  ") && line.contains("regola ");
    let lines = examples.lines().filter(is_example);
    let without_remark = |line: &str| line.split("      (").next().unwrap_or(line).to_owned();
    lines.map(|line| without_remark(line.trim())).collect()
}

/// How long an example may run: what is wrong with its words is told much sooner.
const TIME: Duration = Duration::from_millis(500);

/// How many run at once.
const AT_ONCE: usize = 4;

/// Runs a line of a shell, and tells what was wrong with it. What takes longer is ended.
fn fault_of(line: &str, folder: &Path) -> Option<String> {
    let program = get_cargo_bin("regola").display().to_string();
    // A shell with one thing to do becomes that, so that ending it ends that.
    let has_several = line.contains([';', '|']);
    let started = if has_several {
        program
    } else {
        format!("exec {program}")
    };
    let words = line.replace("regola ", &format!("{started} "));
    // All works of `bench` take minutes, and one will do.
    let one_work = " bench --runs 1 --only nrev ";
    let words = words.replace(" bench --json", &format!("{one_work}--json"));
    let words = words.replace(" bench --against", &format!("{one_work}--against"));
    // Somebody else may have that port.
    let words = words.replace(" --port 7654", " --port 0");
    let mut child = Command::new("sh")
        .args(["-c", &words])
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let since = Instant::now();
    while child.try_wait().expect("it is our child").is_none() {
        if since.elapsed() > TIME {
            // Nothing was wrong with its words.
            child.kill().expect("it is our child");
            child.wait().expect("it is our child");
            return None;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("it is our child");
    let is_fault = !matches!(output.status.code(), Some(0 | 1));
    is_fault.then(|| format!("{line}\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// A folder with the shipped games, to be written in.
fn folder_with_games() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let games = folder.path().join("games");
    fs::create_dir(&games).expect("a folder can be made");
    for entry in fs::read_dir(project_file("games")).expect("there are games") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            let to = games.join(path.file_name().expect("a file has a name"));
            fs::copy(&path, to).expect("a file can be copied");
        }
    }
    fs::create_dir(games.join("gdl")).expect("a folder can be made");
    fs::copy(project_file("games/gdl/nim.kif"), games.join("gdl/nim.kif"))
        .expect("a file can be copied");
    fs::copy(games.join("nim.rules"), folder.path().join("draft.rules"))
        .expect("a file can be copied");
    fs::write(folder.path().join("games.pgn"), "1. f5 *\n\n1. f5 d6 *\n")
        .expect("a file can be written");
    let table = [
        "solve",
        "games/dodgem.rules",
        "--write-table",
        "dodgem.table",
    ];
    let solved = run_with(&table, "", |command| {
        command.current_dir(folder.path());
    });
    assert!(solved.status.success(), "the table can be written");
    folder
}

#[test]
#[cfg(unix)]
fn the_examples_of_every_help_page_run() {
    let folder = folder_with_games();
    let mut lines = examples(&run(&["--help"], "").stdout);
    for command in commands() {
        let page = run(&[&command, "--help"], "").stdout;
        let shown = examples(&page);
        assert!(
            !shown.is_empty() || command == "lsp",
            "no example of `{command}`"
        );
        lines.extend(shown);
    }
    lines.sort_unstable();
    lines.dedup();
    let mut faults = Vec::new();
    for some in lines.chunks(AT_ONCE) {
        thread::scope(|scope| {
            let running: Vec<_> = some
                .iter()
                .map(|line| scope.spawn(|| fault_of(line, folder.path())))
                .collect();
            for run in running {
                faults.extend(run.join().expect("the example was run"));
            }
        });
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
