//! Files that the program writes: after a kill, and after a write that the system refuses, each is
//! the old one or the new one.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use insta_cmd::get_cargo_bin;
use tempfile::TempDir;

/// What a killed program may leave beside the file.
fn is_leftover(name: &str) -> bool {
    name.starts_with(".regola-") && name.ends_with(".tmp")
}

/// A command that writes a file, in a folder of its own.
struct Writer {
    folder: TempDir,
    arguments: Vec<String>,
    /// What is typed, as a file.
    input: PathBuf,
    /// The file that it writes.
    target: PathBuf,
    old: Vec<u8>,
    new: Vec<u8>,
}

/// How often the file was found in which state.
#[derive(Debug, Default)]
struct Found {
    old: usize,
    new: usize,
    torn: usize,
    /// Kills that left a temporary file.
    leftovers: usize,
}

impl Writer {
    /// A command that writes `target` in a folder with these files. What the file says before is as
    /// long as what it says afterwards, nearly.
    fn new(files: &[(&str, &str)], arguments: &[&str], input: &str, target: &str) -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("there is room");
        }
        let input_file = folder.path().join("typed");
        fs::write(&input_file, input).expect("there is room");
        let target = folder.path().join(target);
        let mut writer = Writer {
            arguments: arguments
                .iter()
                .map(|argument| (*argument).to_owned())
                .collect(),
            input: input_file,
            old: fs::read(&target).unwrap_or_default(),
            new: Vec::new(),
            folder,
            target,
        };
        let status = writer.start(&mut writer.program()).wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{:?}", writer.arguments);
        writer.new = fs::read(&writer.target).expect("it was written");
        if writer.old.is_empty() {
            writer.old = b"% old\n".repeat(writer.new.len() / 6);
        }
        assert_ne!(writer.old, writer.new);
        writer
    }

    fn program(&self) -> Command {
        let mut command = Command::new(get_cargo_bin("regola"));
        command.args(&self.arguments);
        command
    }

    fn start(&self, command: &mut Command) -> Child {
        let typed = fs::File::open(&self.input).expect("it is there");
        command
            .current_dir(self.folder.path())
            .stdin(typed)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().expect("the program starts")
    }

    fn target_folder(&self) -> &Path {
        self.target.parent().expect("it lies in a folder")
    }

    /// The names of all that lies beside the file, with its own, in the order of the alphabet.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.target_folder())
            .expect("it can be listed")
            .flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn put_old(&self) {
        fs::write(&self.target, &self.old).expect("there is room");
        for name in self.names().into_iter().filter(|name| is_leftover(name)) {
            fs::remove_file(self.target_folder().join(name)).expect("it is there");
        }
    }

    /// Whether the program has begun to write, as far as one sees from outside.
    fn has_begun(&self, before: (u64, SystemTime)) -> bool {
        stamp(&self.target) != Some(before) || self.names().iter().any(|name| is_leftover(name))
    }

    /// Kills the program as often as told: every other time at a random moment of its life, else as
    /// soon as it has begun to write.
    fn killed(&self, times: usize) -> Found {
        self.put_old();
        let begun = Instant::now();
        self.start(&mut self.program()).wait().expect("it ends");
        let life = begun.elapsed();
        let names = self.names();
        let mut found = Found::default();
        for number in 0..times {
            self.put_old();
            let before = stamp(&self.target).expect("it is there");
            let mut program = self.start(&mut self.program());
            if number % 2 == 0 {
                std::thread::sleep(life.mul_f64(fastrand::f64()));
            } else {
                while !self.has_begun(before)
                    && program.try_wait().expect("it can be asked").is_none()
                {
                    std::thread::sleep(Duration::from_micros(fastrand::u64(0..100)));
                }
            }
            program.kill().expect("it is ours");
            program.wait().expect("it ends");
            match fs::read(&self.target) {
                Ok(text) if text == self.old => found.old += 1,
                Ok(text) if text == self.new => found.new += 1,
                _ => found.torn += 1,
            }
            let (leftovers, others): (Vec<String>, Vec<String>) =
                self.names().into_iter().partition(|name| is_leftover(name));
            found.leftovers += usize::from(!leftovers.is_empty());
            assert_eq!(others, names, "nothing else comes or goes");
        }
        found
    }
}

fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let found = fs::metadata(path).ok()?;
    Some((found.len(), found.modified().ok()?))
}

/// `test --accept` with an outcome of about 100 KB that has changed.
fn accepting() -> Writer {
    let entries = |letter: &str| {
        (0..100).fold(String::new(), |mut text, _| {
            writeln!(text, "X = '{}'.", letter.repeat(500))
                .expect("writing to a string cannot fail");
            text
        })
    };
    let old = Writer::new(
        &[("a.session", &entries("a"))],
        &["test", "--accept"],
        "",
        "snapshots/a.snap",
    );
    let folder = old.folder.path();
    fs::write(folder.join("a.session"), entries("b")).expect("there is room");
    let kept = old.new.clone();
    let status = old.start(&mut old.program()).wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    let new = fs::read(&old.target).expect("it was written");
    assert_ne!(kept, new);
    Writer {
        old: kept,
        new,
        ..old
    }
}

fn formatting() -> Writer {
    let text = format!("p( '{}' ) .\n", "a".repeat(1000)).repeat(200);
    Writer::new(&[("a.rules", &text)], &["fmt", "a.rules"], "", "a.rules")
}

fn saving() -> Writer {
    let typed = format!("X = '{}'.\n", "a".repeat(1000)).repeat(100) + ":save! a\n";
    Writer::new(
        &[("a.session", ""), ("a.rules", "% None.\n")],
        &["repl", "a.rules"],
        &typed,
        "a.session",
    )
}

fn drawing(command: &[&str], target: &str) -> Writer {
    let game = super::project_file("games/filetto.rules")
        .to_string_lossy()
        .into_owned();
    let arguments = [
        &[command[0], game.as_str()],
        &command[1..],
        &["--output", target],
    ]
    .concat();
    Writer::new(&[(target, "")], &arguments, "", target)
}

fn tree() -> Writer {
    drawing(&["tree", "--depth", "2", "--format", "json"], "tree.json")
}

fn picture() -> Writer {
    drawing(&["picture"], "board.svg")
}

fn solving() -> Writer {
    let game = super::project_file("games/dodgem.rules")
        .to_string_lossy()
        .into_owned();
    let arguments = ["solve", game.as_str(), "--write-table", "dodgem.table"];
    Writer::new(&[("dodgem.table", "")], &arguments, "", "dodgem.table")
}

/// Kills a writer that often; none may leave a torn file.
fn none_is_torn(writer: &Writer, times: usize) -> Found {
    let found = writer.killed(times);
    assert_eq!(found.torn, 0, "{:?}: {found:?}", writer.arguments);
    assert_eq!(found.old + found.new, times, "{found:?}");
    found
}

#[test]
fn killed_while_accepting() {
    none_is_torn(&accepting(), 4);
}

#[test]
fn killed_while_formatting() {
    none_is_torn(&formatting(), 4);
}

#[test]
fn killed_while_saving_a_session() {
    none_is_torn(&saving(), 4);
}

#[test]
fn killed_while_writing_a_tree() {
    none_is_torn(&tree(), 4);
}

#[test]
fn killed_while_writing_a_picture() {
    none_is_torn(&picture(), 4);
}

#[test]
fn killed_while_writing_an_endgame_table() {
    none_is_torn(&solving(), 4);
}

#[test]
#[ignore = "600 kills: cargo test --test all a_hundred_kills -- --ignored --nocapture"]
fn a_hundred_kills_of_each_tear_nothing() {
    for writer in [
        accepting(),
        formatting(),
        saving(),
        tree(),
        picture(),
        solving(),
    ] {
        let found = none_is_torn(&writer, 100);
        writeln!(io::stderr(), "{}: {found:?}", writer.arguments[0])
            .expect("there is standard error");
    }
}

/// How a program ended whose files may have 1,024 bytes, and what it said.
#[cfg(unix)]
fn with_small_files(writer: &Writer) -> (Option<i32>, String) {
    // Output goes through a pipe, for which there is no limit.
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -f 2; exec \"$0\" \"$@\""])
        .arg(get_cargo_bin("regola"))
        .args(&writer.arguments);
    command
        .current_dir(writer.folder.path())
        .stdin(fs::File::open(&writer.input).expect("it is there"));
    let output = command.output().expect("it starts");
    let told = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8(told).expect("the program prints UTF-8"),
    )
}

#[cfg(unix)]
#[test]
fn a_limit_on_files_leaves_the_old_one_and_is_told() {
    for writer in [
        accepting(),
        formatting(),
        saving(),
        tree(),
        picture(),
        solving(),
    ] {
        writer.put_old();
        let names = writer.names();
        let (status, told) = with_small_files(&writer);
        let target = writer
            .target
            .file_name()
            .expect("it has a name")
            .to_string_lossy();
        let reason = "it would be larger than a file may be here";
        assert!(
            told.contains(&*target) && told.contains(reason),
            "{:?}: {told}",
            writer.arguments
        );
        // A mistake does not end a session.
        let expected = if writer.arguments[0] == "repl" {
            None
        } else {
            Some(2)
        };
        assert!(
            expected.is_none_or(|expected| status == Some(expected)),
            "{:?}: {status:?}",
            writer.arguments
        );
        assert!(
            fs::read(&writer.target).expect("it is there") == writer.old,
            "{:?}",
            writer.arguments
        );
        assert_eq!(writer.names(), names, "{:?}", writer.arguments);
    }
}

/// What the program says to a command line, in this folder.
fn told_in(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(get_cargo_bin("regola"));
    let output = command
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it starts");
    let told = [output.stdout, output.stderr].concat();
    format!(
        "{}[status {:?}]\n",
        String::from_utf8(told).expect("the program prints UTF-8"),
        output.status.code()
    )
}

#[test]
fn output_over_what_is_read_is_refused() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    let rules = [
        ("main.rules", ":- use \"board.rules\".\n"),
        ("board.rules", ""),
    ];
    let game = fs::read_to_string(super::project_file("games/filetto.rules")).expect("it ships");
    for (name, text) in rules {
        fs::write(here.join(name), if text.is_empty() { &game } else { text })
            .expect("there is room");
    }
    fs::copy(
        super::project_file("tests/cli/o_to_win.facts"),
        here.join("place.facts"),
    )
    .expect("there is room");
    let mut told = String::new();
    for command in ["tree", "picture"] {
        for output in ["main.rules", "./board.rules", "place.facts"] {
            let arguments = [
                command,
                "main.rules",
                "--position",
                "place.facts",
                "--output",
                output,
            ];
            told += &format!(
                "$ regola {}\n{}",
                arguments.join(" "),
                told_in(here, &arguments)
            );
        }
    }
    assert_snapshot!("cli__output_over_input", told);
    assert_eq!(
        fs::read_to_string(here.join("board.rules")).expect("it is there"),
        game
    );
}

#[cfg(unix)]
#[test]
fn devices_take_output_as_it_comes() {
    let game = super::project_file("games/filetto.rules")
        .to_string_lossy()
        .into_owned();
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let svg = |output: &[&str]| {
        told_in(
            folder.path(),
            &[&["picture", game.as_str()], output].concat(),
        )
    };
    let printed = svg(&[]);
    assert_eq!(svg(&["--output", "/dev/stdout"]), printed);
    assert_eq!(
        svg(&["--output", "/dev/stderr"]),
        format!("/dev/stderr\n{}", without_status(&printed)) + STATUS
    );
    assert_eq!(
        svg(&["--output", "/dev/null"]),
        format!("/dev/null\n{STATUS}")
    );
    if cfg!(target_os = "linux") {
        assert!(
            svg(&["--output", "/dev/full"])
                .contains("cannot write `/dev/full`: there is no room left")
        );
    }

    // The file behind a descriptor is not replaced by another that nobody has open.
    let log = folder.path().join("log");
    fs::write(&log, "% Said before.\n").expect("there is room");
    let open = fs::OpenOptions::new()
        .append(true)
        .open(&log)
        .expect("it is there");
    let mut command = Command::new(get_cargo_bin("regola"));
    command
        .args(["picture", &game, "--output", "/dev/stderr"])
        .stdout(Stdio::null())
        .stderr(open);
    assert!(command.status().expect("it starts").success());
    let log = fs::read_to_string(log).expect("it is there");
    assert_eq!(log, format!("% Said before.\n{}", without_status(&printed)));
}

/// How [`told_in`] says that all is well.
#[cfg(unix)]
const STATUS: &str = "[status Some(0)]\n";

#[cfg(unix)]
fn without_status(told: &str) -> &str {
    told.strip_suffix(STATUS).expect("all is well")
}
