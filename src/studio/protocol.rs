//! What the page and the server say to each other: one JSON object in each text frame of the
//! WebSocket.
//!
//! The page asks `{"id": 7, "ask": "play", "move": "f5"}`. Every question gets one answer, `{"id":
//! 7, "answer": {...}}` or `{"id": 7, "fault": {"text": "..."}}`; before it there may be any number
//! of `{"id": 7, "progress": {...}}`. Ids are the page's own, a new one for each question.
//!
//! Answers come in the order of the questions, but for two kinds. Searches (`choose`, `values`,
//! `tree`, `difference`) take their time, one after the other, while other questions are answered;
//! each is about the game where it stood when it was asked for, whatever is played or edited
//! meanwhile. `complete`, `hover` and `cancel` wait for nothing.
//!
//! Places in texts count as JavaScript does, in UTF-16 code units. Knows nothing of games or
//! sockets.

mod board;
mod comparison;
mod search;
mod state;
mod texts;
mod tree;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use board::{PieceKind, ShownBoard, ShownPiece, ShownSquare};
pub use comparison::{Compared, Comparing, Differing, ShownDifference};
pub use search::{MoveValue, MoveValues, ProposedMove, ShownProgress, Worth};
pub use state::{LegalMove, RoleResult, ShownLevel, ShownOutcome, ShownPly, TabState};
pub use texts::{
    CompletionItem, Edited, FileText, SaveResult, ShownCompletions, ShownDiagnostic, ShownHover,
    ShownSeverity,
};
pub use tree::{ShownNode, ShownTree};

/// The fault of a question that was cancelled.
pub const CANCELLED: &str = "cancelled";

/// A question of the page.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// The page's own number for it.
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Ask {
    /// Begins this tab's game anew from the files, and plays the moves as far as they are legal:
    /// [`TabState`].
    Open {
        /// Unsaved texts, by the paths of their files, that hide what the files say.
        #[serde(default)]
        texts: BTreeMap<String, String>,
        /// The moves, as [`Ply::played`] writes them.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// Plays a move here; what came after is forgotten: [`TabState`].
    Play {
        /// How it is written; moves made at once are joined with `+`, in the order of
        /// [`State::mover`].
        #[serde(rename = "move")]
        played: String,
    },
    /// Goes to the position after so many plies, 0 for the start: [`TabState`].
    Go {
        /// How many.
        ply: usize,
    },
    /// What the program would play at a level, found ever deeper: [`ShownProgress`], then [`ProposedMove`].
    Choose {
        /// The level's name, or a text such as `depth=3,heuristic=discs` or `time=2`.
        level: String,
    },
    /// What each legal move is worth at a level: [`MoveValues`].
    Values {
        /// As for `choose`.
        level: String,
    },
    /// The tree below this position, of which some nodes are open: [`ShownTree`].
    Tree {
        /// The open nodes, each by the moves that lead to it from here; the root is the empty list.
        #[serde(default)]
        opened: Vec<Vec<String>>,
        /// The level at which nodes are valued, as for `choose`; they are not if there is none.
        #[serde(default)]
        level: Option<String>,
        /// Whether the tree is wanted as a picture too.
        #[serde(default)]
        svg: bool,
    },
    /// Why a move is legal, or by which condition it is not; one of the two is given: [`MoveReason`].
    Why {
        /// A move as it is written.
        #[serde(default, rename = "move")]
        played: Option<String>,
        /// The name of a square: the moves that begin there, or go there where moves have no paths.
        #[serde(default)]
        square: Option<String>,
    },
    /// One answer to a goal in the present position: [`GoalAnswer`].
    Query {
        /// The goal.
        goal: String,
        /// How many answers come before the one that is wanted.
        #[serde(default)]
        skip: usize,
    },
    /// The text of a file of this game: [`FileText`].
    Text {
        /// Which; the main file if none is given.
        #[serde(default)]
        path: Option<String>,
        /// Whether it is wanted as the disk has it, without unsaved changes.
        #[serde(default)]
        saved: bool,
    },
    /// Takes a text for a file until it is saved. If the game loads with it, it is played on by the
    /// new rules: [`Edited`].
    Edit {
        /// The file.
        path: String,
        /// All of its text.
        text: String,
    },
    /// Writes a file of this game to the disk, unless somebody else has changed it there:
    /// [`SaveResult`].
    Save {
        /// The file: one of the game as the disk has it, or a new one that the page's texts use.
        path: String,
        /// All of its text.
        text: String,
        /// What the page takes the file on the disk to be, as [`Text::version`]; none if there
        /// should be none.
        #[serde(default)]
        version: Option<String>,
    },
    /// What could be typed at a place: [`ShownCompletions`].
    Complete {
        /// The file.
        path: String,
        /// All of its text.
        text: String,
        /// The place.
        at: usize,
    },
    /// What is known of the name at a place: [`ShownHover`] or null.
    Hover {
        /// The file.
        path: String,
        /// All of its text.
        text: String,
        /// The place.
        at: usize,
    },
    /// The second game after the line of moves that leads here: [`Compared`], or null where no
    /// second one is shown.
    Compare {},
    /// The shortest line on which the second game differs from this one: [`Comparing`], then
    /// [`ShownDifference`].
    Difference {
        /// All lines of up to so many plies are compared before random games; a few, if nothing is
        /// said.
        #[serde(default)]
        plies: Option<usize>,
    },
    /// Ends another question, which has the fault [`CANCELLED`] then: [`Done`].
    Cancel {
        /// The other question's id.
        job: u64,
    },
}

/// What the server says about a question.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// The question's number.
    pub id: u64,
    /// What is said.
    #[serde(flatten)]
    pub said: Said,
}

/// What is said about a question.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    /// The end: the answer.
    Answer(AnyAnswer),
    /// The end: why there is no answer.
    Fault(RequestFault),
    /// More is to come.
    Progress(ShownProgress),
    /// More is to come of a comparison.
    #[serde(rename = "progress")]
    Comparing(Comparing),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RequestFault {
    /// What a person reads; it may have several lines.
    pub text: String,
}

/// An answer of any kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum AnyAnswer {
    /// To `open`, `play` and `go`.
    State(Box<TabState>),
    /// To `choose`.
    Choice(ProposedMove),
    /// To `values`.
    Values(MoveValues),
    /// To `tree`.
    Tree(Box<ShownTree>),
    /// To `why`.
    Reason(MoveReason),
    /// To `query`.
    Found(GoalAnswer),
    /// To `text`.
    Text(FileText),
    /// To `edit`.
    Edited(Edited),
    /// To `complete`.
    Completions(ShownCompletions),
    /// To `hover`.
    Hover(Option<ShownHover>),
    /// To `compare`.
    Compared(Option<Box<Compared>>),
    /// To `difference`.
    Difference(ShownDifference),
    /// To `save`.
    Saved(SaveResult),
    /// To `cancel`.
    Done(Done),
}

/// Why something is legal or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReason {
    /// The proof, or the first condition that failed, as `regola why` tells it.
    pub text: String,
    /// Whether it is legal.
    pub holds: bool,
    /// The clauses and conditions that it speaks of.
    pub places: Vec<FilePlace>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FilePlace {
    /// The file.
    pub path: String,
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
}

/// An answer to a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GoalAnswer {
    /// The answer; null if there is none, or no more.
    pub answer: Option<String>,
    /// Whether there may be another one.
    pub more: bool,
}

/// It was done: `{}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Done {}
