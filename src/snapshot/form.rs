//! The format of a snapshot: some lines of YAML between lines of hyphens, then the output.
//!
//! ```text
//! ---
//! source: tests/sessions.rs
//! description: Captures
//! input_file: games/othello.session
//! ---
//! ?- legal(P, M).
//! ```
//!
//! It is the format of insta 1.49. Of YAML only the part that insta needs is implemented: fields
//! with one text each. When a file is written again its other fields are lost, as insta does with
//! fields that its settings do not name.

use std::fmt;

/// A snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredSnapshot {
    /// What asserts the snapshot: a file of tests, or the session file itself.
    pub source: Option<String>,
    /// The heading in the session file.
    pub description: Option<String>,
    /// The session file, relative to the parent of the folder of snapshots.
    pub input_file: Option<String>,
    /// The output, without white space at its end.
    pub text: String,
}

impl StoredSnapshot {
    /// Reads a snapshot.
    ///
    /// # Errors
    /// If the text does not begin as a snapshot does.
    pub fn read(file: &str) -> Result<Self, String> {
        let mut lines = file.lines();
        if lines.next().map(str::trim_end) != Some("---") {
            return Err("it does not begin with a line of three hyphens".to_owned());
        }
        let mut stored = StoredSnapshot::default();
        loop {
            let line = lines
                .next()
                .ok_or("there is no second line of three hyphens")?;
            if line.trim_end() == "---" {
                break;
            }
            stored.field(line);
        }
        let text: Vec<&str> = lines.collect();
        Ok(StoredSnapshot {
            text: normal(&text.join("\n")),
            ..stored
        })
    }

    /// Whether it is the output of a session file.
    #[must_use]
    pub fn is_of_a_session(&self) -> bool {
        self.input_file
            .as_ref()
            .is_some_and(|input| input.ends_with(".session"))
    }

    fn field(&mut self, line: &str) {
        let Some((name, value)) = line.split_once(':') else {
            return;
        };
        let field = match name {
            "source" => &mut self.source,
            "description" => &mut self.description,
            "input_file" => &mut self.input_file,
            _ => return,
        };
        *field = Some(unquoted(value.trim_matches(' ')));
    }
}

/// Writes the whole file.
impl fmt::Display for StoredSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "---")?;
        let fields = [
            ("source", &self.source),
            ("description", &self.description),
            ("input_file", &self.input_file),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                writeln!(f, "{name}: {}", quoted(value))?;
            }
        }
        writeln!(f, "---\n{}", normal(&self.text))
    }
}

/// Returns a text in the form for comparison: without white space at its end, lines ended by a
/// newline alone.
pub(super) fn normal(text: &str) -> String {
    text.trim_end().replace("\r\n", "\n")
}

/// Words that mean something else in YAML if they are not in quotes.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE",
    "on", "On", "ON", "off", "Off", "OFF", "null", "Null", "NULL", "~",
];

/// Returns a text as a value of YAML, in quotes if it needs them.
fn quoted(text: &str) -> String {
    let special = |letter: char| {
        matches!(letter, '\0'..='\x06' | '\t' | '\n' | '\r' | '\x0e'..='\x1a' | '\x1c'..='\x1f')
            || ":{}[],#`\"'\\".contains(letter)
    };
    let needs_quotes = text.is_empty()
        || text.trim_matches(' ') != text
        || text.starts_with(['&', '*', '?', '|', '-', '<', '>', '=', '!', '%', '@', '.'])
        || text.contains(special)
        || RESERVED.contains(&text)
        || text.starts_with("0x")
        || text.parse::<f64>().is_ok();
    if !needs_quotes {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            '\x08' => quoted += "\\b",
            '\x0c' => quoted += "\\f",
            control if control.is_ascii_control() => {
                quoted += &format!("\\u{:04x}", u32::from(control))
            }
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

/// Returns the text that a value of YAML stands for.
fn unquoted(value: &str) -> String {
    let within = |quote: char| {
        value
            .strip_prefix(quote)
            .and_then(|value| value.strip_suffix(quote))
    };
    if let Some(text) = within('\'') {
        return text.replace("''", "'");
    }
    let Some(text) = within('"') else {
        return value.to_owned();
    };
    let mut letters = text.chars();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => plain.extend(escaped(&mut letters)),
            letter => plain.push(letter),
        }
    }
    plain
}

/// Returns the letter that an escape sequence stands for; `letters` begins after the backslash.
fn escaped(letters: &mut std::str::Chars<'_>) -> Option<char> {
    match letters.next()? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'u' => {
            let digits: String = letters.by_ref().take(4).collect();
            u32::from_str_radix(&digits, 16)
                .ok()
                .and_then(char::from_u32)
        }
        other => Some(other),
    }
}
