//! A stream for people: what passes, what shows as its code, and what is written in pieces.

#[path = "../../src/cli/people.rs"]
mod program;

use std::io::Write;

use program::People;

/// Returns what people see of a text that is written in these pieces.
fn seen(pieces: &[&[u8]]) -> String {
    let mut stream = People::new(Vec::new());
    for piece in pieces {
        stream.write_all(piece).expect("memory takes all");
    }
    stream.flush().expect("memory takes all");
    let written = stream.raw().expect("memory takes all");
    String::from_utf8(written.clone()).expect("text stays text")
}

#[test]
fn what_is_plain_passes_and_so_do_the_programs_own_colours() {
    for text in [
        "plain\ttext\r\n",
        "größer 駒 \u{1f40e}",
        "\x1b[1;31merror:\x1b[0m no",
        "\x1b[1m\x1b[94m|\x1b[0m",
    ] {
        assert_eq!(seen(&[text.as_bytes()]), text);
    }
}

#[test]
fn what_a_terminal_obeys_is_shown() {
    assert_eq!(
        seen(&[b"\x1b[2Jgone\x1b[8mhidden\x1b]0;title\x07"]),
        "\\x1b\\[2Jgone\\x1b\\[8mhidden\\x1b\\]0;title\\x7\\"
    );
    assert_eq!(seen(&[b"over\rwritten"]), "over\\xd\\written");
    assert_eq!(seen(&["\u{202e}\u{200b}".as_bytes()]), "\\x202e\\\\x200b\\");
}

#[test]
fn letters_and_colours_may_come_in_pieces() {
    assert_eq!(
        seen(&[b"\x1b", b"[1;3", b"1merror\x1b[", b"0m"]),
        "\x1b[1;31merror\x1b[0m"
    );
    assert_eq!(seen(&[b"\xe2", b"\x80", b"\xae!"]), "\\x202e\\!");
    assert_eq!(seen(&[b"\x1b", b"[2", b"J"]), "\\x1b\\[2J");
    assert_eq!(seen(&[b"\x1b[3"]), "\\x1b\\[3");
    assert_eq!(seen(&[b"line\r", b"\nline\r"]), "line\r\nline\\xd\\");
}

#[test]
fn the_contents_of_a_file_stay_as_they_are() {
    let mut stream = People::new(Vec::new());
    let contents = "\u{202e}\x1b[2J".as_bytes();
    let raw = stream.raw().expect("memory takes all");
    raw.write_all(contents).expect("memory takes all");
    assert_eq!(raw, contents);
}
