//! Frames: messages in a stream of bytes, each after a head with its length.
//!
//! A stream with other bytes does not end the reading: lines that are no head are skipped until one
//! is found. This module knows nothing of the content of the messages.

use std::io::{self, BufRead, Read, Write};

use super::limits::{MAX_HEAD_LINE, MAX_MESSAGE};

/// A part of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A message.
    Body(Vec<u8>),
    /// Why there is no message here, as a text for the user. A message may follow.
    Fault(String),
}

/// The frames of a stream, to its end.
#[derive(Debug)]
pub struct Frames<R> {
    input: R,
    /// The number of bytes to skip of a message that is too long.
    unwanted: u64,
}

/// The name of the field of a head that has the length; other fields are ignored.
const LENGTH: &[u8] = b"content-length:";

impl<R: BufRead> Frames<R> {
    /// Creates a reader of frames.
    pub fn new(input: R) -> Self {
        Self { input, unwanted: 0 }
    }

    fn read(&mut self) -> io::Result<Option<Frame>> {
        self.pass_over()?;
        let Some(length) = self.head()? else {
            return Ok(None);
        };
        let length = match length {
            Ok(length) => length,
            Err(fault) => return Ok(Some(Frame::Fault(fault))),
        };
        if length > MAX_MESSAGE as u64 {
            self.unwanted = length;
            let most = MAX_MESSAGE >> 20;
            let fault =
                format!("a message of {length} bytes is passed over: at most {most} MiB are taken");
            return Ok(Some(Frame::Fault(fault)));
        }
        // The vector grows with the bytes that arrive, so that a large length alone takes no
        // memory.
        let mut body = Vec::new();
        self.input.by_ref().take(length).read_to_end(&mut body)?;
        Ok((body.len() as u64 == length).then_some(Frame::Body(body)))
    }

    /// Skips the rest of a message that is too long.
    fn pass_over(&mut self) -> io::Result<()> {
        while self.unwanted > 0 {
            let here = self.input.fill_buf()?.len();
            if here == 0 {
                self.unwanted = 0;
                break;
            }
            let passed = (here as u64).min(self.unwanted);
            self.unwanted -= passed;
            self.input.consume(usize::try_from(passed).unwrap_or(here));
        }
        Ok(())
    }

    /// Reads a head. Returns the length of its message, or what is wrong with the head; `None` at
    /// the end of the stream.
    fn head(&mut self) -> io::Result<Option<Result<u64, String>>> {
        let mut announced = None;
        let mut is_empty = true;
        loop {
            let mut line = Vec::new();
            self.input
                .by_ref()
                .take(MAX_HEAD_LINE as u64)
                .read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(None);
            }
            let line = line.trim_ascii_end();
            match line.is_empty() {
                // Blank lines between messages are not part of a head.
                true if is_empty => continue,
                true => break,
                false => is_empty = false,
            }
            announced = length_in(line).or(announced);
        }
        Ok(Some(announced.unwrap_or_else(|| {
            Err("before the message is no line `Content-Length: ` with a number".to_owned())
        })))
    }
}

impl<R: BufRead> Iterator for Frames<R> {
    type Item = io::Result<Frame>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// The length in a line of a head. If the length of the previous message was wrong, the line may
/// begin with the rest of that message.
fn length_in(line: &[u8]) -> Option<Result<u64, String>> {
    let start = line
        .windows(LENGTH.len())
        .rposition(|part| part.eq_ignore_ascii_case(LENGTH))?;
    let number = String::from_utf8_lossy(line[start + LENGTH.len()..].trim_ascii());
    Some(
        number
            .parse()
            .map_err(|_| format!("`Content-Length: {number}` tells no length")),
    )
}

/// Writes a message.
///
/// # Errors
/// If it cannot be written.
pub fn write(output: &mut impl Write, body: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(body)?;
    output.flush()
}
