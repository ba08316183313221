//! A stream for people. It writes control characters and invisible characters as visible codes,
//! except for the colours of this program. Knows nothing of terminals.

use std::io::{self, Write};

use regola::syntax::visible::{is_hidden, write_code};

/// A stream that people read.
pub struct People<W: Write> {
    stream: W,
    /// The beginning of a character or a colour that is not complete yet.
    held: Vec<u8>,
}

impl<W: Write> People<W> {
    /// Returns a stream that passes its text on to `stream`.
    pub fn new(stream: W) -> Self {
        People {
            stream,
            held: Vec::new(),
        }
    }

    /// Returns the underlying stream, for the contents of a file.
    pub fn raw(&mut self) -> io::Result<&mut W> {
        self.pass_on(true)?;
        Ok(&mut self.stream)
    }

    /// Writes the complete part of what is held; with `ended` also the incomplete part, because
    /// nothing more comes.
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

/// Returns the visible form of a text, and how many bytes of the text it covers. An incomplete
/// colour or line end at the end of the text is left out unless `ended`.
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

/// The kind of sequence that an escape character begins.
enum EscapeSequence {
    /// A colour, with its number of bytes.
    Whole(usize),
    /// The beginning of a text that may become a colour.
    Begun,
    /// Something else, which a terminal may obey.
    No,
}

/// Returns the colour that a text begins with. Only the colours that this program uses count,
/// because others could hide text, as with letters in the colour of the background.
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

/// The most characters between `\x1b[` and `m` in a colour.
const LONGEST: usize = 8;

/// Whether a parameter of a colour is one that this program uses: plain, bold, dim, underlined, and
/// all colours but black.
fn is_own(parameter: &str) -> bool {
    matches!(
        parameter,
        "" | "0" | "1" | "2" | "4" | "31" | "32" | "33" | "34" | "35" | "36"
    ) || matches!(parameter, "91" | "92" | "93" | "94" | "95" | "96")
}
