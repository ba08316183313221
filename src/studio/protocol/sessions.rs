//! The session files of a game, and what their tests show.

use serde::Serialize;

/// The session files of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionList {
    /// Their paths.
    pub files: Vec<String>,
}

/// The output of a session file, compared with its snapshots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestedSession {
    /// The session file.
    pub path: String,
    /// Distinguishes this output from another one, for `accept`.
    pub output: String,
    /// The headings in the order of the file, then the snapshots without a heading.
    pub headings: Vec<TestedHeading>,
    /// Why the run was ended before the end of the file, if it was. Later headings are left out.
    pub ended: Option<SessionEnd>,
}

/// The output under a heading, compared with its snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestedHeading {
    /// The heading; none for the entries before the first one.
    pub heading: Option<String>,
    /// The result.
    pub verdict: ShownVerdict,
    /// The line of the entry at the first difference, or of the first entry.
    pub line: Option<usize>,
    /// The entries with an error that the snapshot does not have.
    pub faults: Vec<SessionFault>,
    /// The lines that differ, with some lines around them.
    pub difference: Vec<ShownLine>,
    /// The number of further lines, for which there is no room.
    pub further: usize,
}

/// How the output under a heading compares with its snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShownVerdict {
    /// It is equal.
    Same,
    /// It is different.
    Different,
    /// There is no snapshot.
    New,
    /// There is a snapshot, and no such heading any more.
    Missing,
}

/// An entry of a session file with an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionFault {
    /// Its line.
    pub line: usize,
    /// A text for the user.
    pub text: String,
}

/// The entry at which a run was ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionEnd {
    /// Its line.
    pub line: usize,
    /// A text for the user.
    pub text: String,
    /// Whether the page cancelled the run.
    pub cancelled: bool,
}

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownLine {
    /// In which text it is.
    pub change: ShownChange,
    /// The line, without its end.
    pub text: String,
}

/// In which text a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShownChange {
    /// In the snapshot and in the output.
    Same,
    /// In the snapshot alone.
    Removed,
    /// In the output alone.
    Added,
    /// In place of equal lines that are not shown. The text is empty.
    Gap,
}
