//! What the program writes to standard output and standard error: the one place through which it
//! goes to people.
//!
//! A rule file, a file's name and the command line may hold letters that a terminal obeys or nobody
//! sees. All but the colours of this program is made visible here. What is meant for a file or
//! another program goes by [`People::raw`]; JSON has no such letters.

use std::io::{self, Stderr, Stdout, Write};

use anstream::AutoStream;
use regola::syntax::visible::{is_hidden, write_code};

/// A stream that people read.
pub struct People<W: Write> {
    stream: W,
    /// The start of a letter or a colour of which the rest is still to come.
    held: Vec<u8>,
}

/// Standard output as people read it.
pub type Output = People<AutoStream<Stdout>>;

/// Standard output.
pub fn output() -> Output {
    People::new(anstream::stdout())
}

/// Standard error.
pub fn errors() -> People<AutoStream<Stderr>> {
    People::new(anstream::stderr())
}

impl<W: Write> People<W> {
    fn new(stream: W) -> Self {
        People {
            stream,
            held: Vec::new(),
        }
    }

    /// The stream itself, for the contents of a file.
    pub fn raw(&mut self) -> io::Result<&mut W> {
        self.pass_on(true)?;
        Ok(&mut self.stream)
    }

    /// Passes on what is held, as far as it is whole; `ended` says that nothing more comes.
    fn pass_on(&mut self, ended: bool) -> io::Result<()> {
        let whole = match std::str::from_utf8(&self.held) {
            Ok(_) => self.held.len(),
            Err(error) if error.error_len().is_none() && !ended => error.valid_up_to(),
            Err(_) => self.held.len(),
        };
        let text = String::from_utf8_lossy(&self.held[..whole]);
        let (shown, read) = shown(&text, ended && whole == self.held.len());
        let rest = [text[read..].as_bytes(), &self.held[whole..]].concat();
        self.stream.write_all(shown.as_bytes())?;
        self.held = rest;
        Ok(())
    }
}

impl<W: Write> Write for People<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if self.held.is_empty() && bytes.iter().all(is_plain) {
            self.stream.write_all(bytes)?;
        } else {
            self.held.extend_from_slice(bytes);
            self.pass_on(false)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on(true)?;
        self.stream.flush()
    }
}

/// A text as it is shown, and how many of its bytes that is: a colour or a line end at its end may
/// be incomplete.
fn shown(text: &str, ended: bool) -> (String, usize) {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let taken = match character {
            '\x1b' => match colour(rest) {
                EscapeSequence::Whole(length) => length,
                EscapeSequence::Begun if !ended => break,
                _ => 0,
            },
            '\r' if rest.starts_with("\r\n") => 2,
            '\r' if rest.len() == 1 && !ended => break,
            _ if is_hidden(character) => 0,
            _ => character.len_utf8(),
        };
        shown.push_str(&rest[..taken]);
        if taken == 0 {
            write_code(&mut shown, character);
        }
        rest = &rest[taken.max(character.len_utf8())..];
    }
    (shown, text.len() - rest.len())
}

/// What an escape character begins.
enum EscapeSequence {
    /// A colour of so many bytes.
    Whole(usize),
    /// What may become one.
    Begun,
    /// Something else that a terminal may obey.
    No,
}

/// The colour that a text begins with. Letters on a ground of their own colour would be hidden, so
/// only the colours that this program uses are one.
fn colour(text: &str) -> EscapeSequence {
    let Some(parameters) = text.strip_prefix("\x1b[") else {
        return if text.len() == 1 {
            EscapeSequence::Begun
        } else {
            EscapeSequence::No
        };
    };
    let end = parameters.find(|letter: char| !letter.is_ascii_digit() && letter != ';');
    match end {
        None if parameters.len() < LONGEST => EscapeSequence::Begun,
        Some(end)
            if parameters[end..].starts_with('m') && parameters[..end].split(';').all(is_own) =>
        {
            EscapeSequence::Whole("\x1b[".len() + end + 1)
        }
        _ => EscapeSequence::No,
    }
}

/// The longest parameters of a colour.
const LONGEST: usize = 8;

/// Plain, bold, dim, underlined, and the colours but black.
fn is_own(parameter: &str) -> bool {
    matches!(
        parameter,
        "" | "0" | "1" | "2" | "4" | "31" | "32" | "33" | "34" | "35" | "36"
    ) || matches!(parameter, "91" | "92" | "93" | "94" | "95" | "96")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What people see of a text that is written in these pieces.
    fn seen(pieces: &[&[u8]]) -> String {
        let mut stream = People::new(Vec::new());
        pieces
            .iter()
            .for_each(|piece| stream.write_all(piece).expect("memory takes all"));
        stream.flush().expect("memory takes all");
        String::from_utf8(stream.stream).expect("text stays text")
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
        stream
            .raw()
            .and_then(|raw| raw.write_all("\u{202e}\x1b[2J".as_bytes()))
            .expect("memory takes all");
        assert_eq!(stream.stream, "\u{202e}\x1b[2J".as_bytes());
    }
}
