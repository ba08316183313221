//! The command `regola studio`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};

use insta_cmd::get_cargo_bin;

use serde_json::json;

use super::{OTHELLO, Running};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(get_cargo_bin("regola"));
    command
        .arg("studio")
        .args(arguments)
        .arg("--no-open")
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// A studio that was started with these arguments, and the line with its address.
fn started(arguments: &[&str]) -> (Child, String) {
    let mut program = command(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(program.stdout.take().expect("its output is a pipe"))
        .read_line(&mut line)
        .expect("a line comes");
    (program, line)
}

#[test]
fn the_address_is_printed_and_serves_the_page() {
    let (mut program, line) = started(&[OTHELLO]);
    let rest = line
        .trim_end()
        .strip_prefix("http://")
        .unwrap_or_else(|| panic!("{line}"));
    let (host, page) = rest.split_once('/').expect("the address names a page");
    let mut stream = TcpStream::connect(host).expect("somebody listens there");
    write!(
        stream,
        "GET /{page} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )
    .expect("it can be asked");
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .expect("the page is a text");
    program.kill().expect("it runs");
    program.wait().expect("it ends");
    assert!(
        answer.starts_with("HTTP/1.1 200 OK") && answer.contains("/assets/studio.js"),
        "{answer}"
    );
}

#[test]
fn a_folder_is_served_and_the_present_one_without_a_path() {
    for (arguments, wanted) in [(&["games"][..], "games/"), (&[][..], "")] {
        let (mut program, line) = started(arguments);
        let studio = Running::at(line.trim_end().to_owned());
        let host = studio.host();
        let games = studio.get(
            &format!("/games?token={}", studio.token),
            &[("Host", &host)],
        );
        program.kill().expect("it runs");
        program.wait().expect("it ends");
        assert!(!line.contains("game="), "{line}");
        assert!(
            games.contains(&format!("\"folder\":\"{wanted}\"")),
            "{games}"
        );
        for shipped in ["\"name\":\"placing\"", "\"game\":\"chess.rules\""] {
            assert!(games.contains(shipped), "{games}");
        }
    }
}

fn refused(arguments: &[&str]) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command(arguments).output().expect("the program ends");
    assert_eq!((status.code(), stdout.as_slice()), (Some(2), &[][..]));
    String::from_utf8(stderr).expect("the program prints UTF-8")
}

#[test]
fn what_cannot_be_served_is_told() {
    assert_eq!(
        refused(&["games/none.rules"]),
        "error: cannot read `games/none.rules`: there is no such file\n"
    );
    assert_eq!(
        refused(&["games", "--compare", OTHELLO]),
        "error: `games` is a folder: say the rule file that is compared or has been recorded\n"
    );
    let taken = TcpListener::bind("127.0.0.1:0").expect("some port is free");
    let port = taken
        .local_addr()
        .expect("it has an address")
        .port()
        .to_string();
    let told = refused(&[OTHELLO, "--port", &port]);
    assert!(
        told.starts_with(&format!(
            "error: the studio cannot be served at port {port}: "
        )),
        "{told}"
    );
}

#[test]
fn a_token_is_kept_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("token").to_string_lossy().into_owned();
    let address = || {
        let (mut program, line) = started(&[OTHELLO, "--port", "0", "--token-file", &path]);
        program.kill().expect("it runs");
        program.wait().expect("it ends");
        let (_, rest) = line.split_once("?token=").expect("the address has a token");
        let (token, game) = rest.trim_end().split_once('&').expect("it has a game");
        assert_eq!(game, "game=othello.rules");
        token.to_owned()
    };
    let token = address();
    assert_eq!(
        std::fs::read_to_string(&path).expect("it was made"),
        format!("{token}\n")
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&path)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "it is nobody else's");
    }
    assert_eq!(address(), token);
    std::fs::write(&path, "a-token_of-my-own-1234").expect("it can be written");
    assert_eq!(address(), "a-token_of-my-own-1234");
}

#[test]
fn a_bad_token_is_told() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("token").to_string_lossy().into_owned();
    let told = |text: &str| {
        std::fs::write(&path, text).expect("it can be written");
        let told = refused(&[OTHELLO, "--port", "0", "--token-file", &path]);
        let reason = told
            .strip_prefix(&format!("error: no token can be kept in `{path}`: "))
            .expect("it begins so");
        reason
            .strip_suffix("; without the file a new one is made\n")
            .expect("it tells a way out")
            .to_owned()
    };
    assert_eq!(told("short"), "a token has 16 to 128 characters, not 5");
    assert_eq!(
        told(&"x".repeat(129)),
        "a token has 16 to 128 characters, not 129"
    );
    assert_eq!(
        told(&"é".repeat(20)),
        "a token has letters, digits, `-` and `_` alone, not 'é'"
    );
    assert_eq!(
        told("two words of a token"),
        "a token has letters, digits, `-` and `_` alone, not ' '"
    );
    assert_eq!(
        told("1234567890123456&x=1"),
        "a token has letters, digits, `-` and `_` alone, not '&'"
    );
    let without_port = refused(&[OTHELLO, "--token-file", &path]);
    assert!(without_port.contains("--port"), "{without_port}");
}

#[test]
fn a_tab_begins_with_a_record() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("games.pgn");
    let elsewhere = "[Position \"control(white). cell(1, 1, black). cell(2, 1, white).\"]\n\n*";
    let games = format!("1. f5 f5 *\n\n{elsewhere}\n\n1. f5 d6 2. c3 *\n");
    std::fs::write(&path, games).expect("a file can be written");
    let record = |number: usize| format!("{}:{number}", path.to_string_lossy());
    let told = refused(&[OTHELLO, "--from-record", &record(1)]);
    assert!(told.starts_with("error[illegal-move]: "), "{told}");
    let told = refused(&[OTHELLO, "--from-record", &record(2)]);
    assert!(
        told.contains("not begin at the start of the game"),
        "{told}"
    );

    let (mut program, address) = started(&[OTHELLO, "--from-record", &format!("{}@2", record(3))]);
    let (_, state) = Running::at(address.trim_end().to_owned()).open_tab();
    program.kill().expect("it runs");
    program.wait().expect("it ends");
    assert_eq!(
        (&state["ply"], state["line"].as_array().map(Vec::len)),
        (&json!(2), Some(3))
    );
}
