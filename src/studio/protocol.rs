//! The messages between the page and the server: one JSON object in each text frame of the
//! WebSocket.
//!
//! The page asks `{"id": 7, "ask": "play", "move": "f5"}`. Every question gets one answer, `{"id":
//! 7, "answer": {...}}` or `{"id": 7, "fault": {"text": "..."}}`. Any number of `{"id": 7,
//! "progress": {...}}` may come before it. The page chooses the ids, a new one for each question.
//!
//! Answers come in the order of the questions, with two exceptions. Searches (`choose`, `values`,
//! `tree`, `difference`) run one after the other, while other questions are answered. A search is
//! about the position at the time of its question, whatever is played or edited meanwhile.
//! `complete`, `hover` and `cancel` are answered at once.
//!
//! Offsets into texts are in UTF-16 code units, as in JavaScript. This module knows nothing of
//! games or sockets.

mod board;
mod comparison;
mod search;
mod state;
mod texts;
mod tree;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use board::{ShownBeside, ShownBoard, ShownName, ShownPiece, ShownSquare};
pub use comparison::{Compared, Comparing, Differing, ShownDifference};
pub use search::{MoveValue, MoveValues, ProposedMove, ShownProgress, Worth};
pub use state::{LegalMove, RoleResult, ShownLevel, ShownOutcome, ShownPly, TabState};
pub use texts::{
    CompletionItem, Edited, FileText, SaveResult, ShownCompletions, ShownDiagnostic, ShownHover,
    ShownSeverity,
};
pub use tree::{ShownNode, ShownTree};

/// A question of the page.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// The number that the page gave it.
    pub id: u64,
    /// The question itself.
    #[serde(flatten)]
    pub ask: Ask,
}

impl Request {
    /// Reads the question in a message.
    ///
    /// # Errors
    /// The reply to a message that is no question.
    pub fn read(text: &str) -> Result<Self, Reply> {
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str(text).map_or(0, |numbered: Numbered| numbered.id);
            Reply::fault(id, &format!("this is no question: {error}"))
        })
    }
}

/// A question, by its kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Ask {
    /// Begins the game of this tab again from its files, and plays the moves up to the first
    /// illegal one: [`TabState`].
    Open {
        /// Unsaved texts by the paths of their files. They replace the content of the files.
        #[serde(default)]
        texts: BTreeMap<String, String>,
        /// The moves, as [`ShownPly::played`] writes them.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// Plays a move in the present position. Later moves of the line are removed: [`TabState`].
    Play {
        /// The move as it is written. Moves made at once are joined with `+`, in the order of
        /// [`TabState::mover`].
        #[serde(rename = "move")]
        played: String,
    },
    /// Goes to the position after the first `ply` plies of the line: [`TabState`].
    Go {
        /// The number of plies; 0 for the start.
        ply: usize,
    },
    /// The texts and the line of moves of the game: [`GamePlace`]. With `stand`, another desk comes to
    /// the same position.
    Place {},
    /// Comes to the position of another desk: [`Done`].
    Stand(GamePlace),
    /// Compiles the game for later searches, if that has to be asked for: [`Done`].
    Prepare {},
    /// The move that the program would play at a level. The search goes ever deeper:
    /// [`ShownProgress`] after each depth, then [`ProposedMove`].
    Choose {
        /// The name of the level, or a text such as `depth=3,heuristic=discs` or `time=2`.
        level: String,
    },
    /// The value of each legal move at a level: [`MoveValues`].
    Values {
        /// As for `choose`.
        level: String,
    },
    /// The tree below this position, as far as its nodes are open: [`ShownTree`].
    Tree {
        /// The open nodes, each as the moves that lead to it from here. The root is the empty list.
        #[serde(default)]
        opened: Vec<Vec<String>>,
        /// The level at which nodes are valued, as for `choose`; without it nodes have no values.
        #[serde(default)]
        level: Option<String>,
        /// Whether the answer has a picture of the tree too.
        #[serde(default)]
        svg: bool,
    },
    /// Why a move is legal, or which condition fails. Either `move` or `square` is given:
    /// [`MoveReason`].
    Why {
        /// A move as the game writes it.
        #[serde(default, rename = "move")]
        played: Option<String>,
        /// The name of a square. It stands for a move that begins or ends there.
        #[serde(default)]
        square: Option<String>,
    },
    /// One answer to a goal in the present position: [`GoalAnswer`].
    Query {
        /// The goal.
        goal: String,
        /// The number of answers to skip before the one that is returned.
        #[serde(default)]
        skip: usize,
    },
    /// A picture of the present position or of the line up to it: [`DrawnPicture`].
    Picture {
        /// Which positions, and how.
        form: PictureForm,
    },
    /// The text of a file of this game: [`FileText`].
    Text {
        /// The path of the file; without it the main file.
        #[serde(default)]
        path: Option<String>,
        /// Whether to return the text on the disk, without unsaved changes.
        #[serde(default)]
        saved: bool,
    },
    /// Takes a new text for a file, without saving it. If the game loads with it, the game goes on
    /// by the new rules: [`Edited`].
    Edit {
        /// The file.
        path: String,
        /// All of its text.
        text: String,
    },
    /// Writes a file of this game to the disk, unless another program has changed it there:
    /// [`SaveResult`].
    Save {
        /// The file. It belongs to the saved game, or is new and used by the unsaved texts.
        path: String,
        /// All of its text.
        text: String,
        /// The version of the file on the disk that the page knows, as [`FileText::version`]; none
        /// for a new file.
        #[serde(default)]
        version: Option<String>,
    },
    /// Completions at an offset: [`ShownCompletions`].
    Complete {
        /// The file.
        path: String,
        /// All of its text.
        text: String,
        /// The offset.
        at: usize,
    },
    /// Information about the name at an offset: [`ShownHover`] or null.
    Hover {
        /// The file.
        path: String,
        /// All of its text.
        text: String,
        /// The offset.
        at: usize,
    },
    /// The second game after the same line of moves: [`Compared`], or null if there is no second
    /// game.
    Compare {},
    /// The shortest line on which the second game differs from this one: [`Comparing`], then
    /// [`ShownDifference`].
    Difference {
        /// All lines of up to `plies` plies are compared before random games; without it a few.
        #[serde(default)]
        plies: Option<usize>,
    },
    /// Cancels another question, which is then answered with the fault `cancelled`: [`Done`].
    Cancel {
        /// The other question's id.
        #[cfg_attr(
            not(feature = "server"),
            expect(
                dead_code,
                reason = "a desk in one thread has ended the other question before"
            )
        )]
        job: u64,
    },
}

/// A form of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureForm {
    /// The present position.
    Position,
    /// All positions of the line up to it, side by side.
    Sheet,
    /// The same, one after the other.
    Film,
}

/// A message of the server about a question.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// The id of the question.
    pub id: u64,
    /// The message itself.
    #[serde(flatten)]
    pub said: Said,
}

impl Reply {
    /// The answer to the question `id`.
    pub fn answer(id: u64, answer: AnyAnswer) -> Self {
        Reply {
            id,
            said: Said::Answer(answer),
        }
    }

    /// Why the question `id` has no answer.
    pub fn fault(id: u64, text: &str) -> Self {
        Reply {
            id,
            said: Said::Fault(RequestFault {
                text: text.to_owned(),
            }),
        }
    }
}

/// A message about a question, by its kind.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    /// The answer, which is the last message.
    Answer(AnyAnswer),
    /// Why there is no answer; the last message.
    Fault(RequestFault),
    /// How far a search is; more messages follow.
    Progress(ShownProgress),
    /// How far a comparison is; more messages follow.
    #[serde(rename = "progress")]
    Comparing(Comparing),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RequestFault {
    /// A text for the user; it may have several lines.
    pub text: String,
}

/// An answer of any kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum AnyAnswer {
    /// To `open`, `play` and `go`.
    State(Box<TabState>),
    /// To `place`.
    Place(GamePlace),
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
    /// To `picture`.
    Picture(DrawnPicture),
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

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct GamePlace {
    /// The texts of the rules by the paths of their files.
    pub texts: BTreeMap<String, String>,
    /// The plies of the line, as [`ShownPly::played`].
    pub moves: Vec<String>,
    /// The number of plies up to the present position.
    pub ply: usize,
}

/// Why a move is legal or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReason {
    /// The proof, or the first condition that failed, as `regola why` prints it.
    pub text: String,
    /// Whether the move is legal.
    pub holds: bool,
    /// The clauses and conditions that the text mentions.
    pub places: Vec<FilePlace>,
}

/// A range of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FilePlace {
    /// The file.
    pub path: String,
    /// The offset of its beginning.
    pub from: usize,
    /// The offset of its end.
    pub to: usize,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawnPicture {
    /// As SVG.
    pub svg: String,
}

/// An answer to a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GoalAnswer {
    /// The answer; null if there is none, or no more.
    pub answer: Option<String>,
    /// Whether there may be another one.
    pub more: bool,
}

/// Confirms that a question was carried out: `{}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Done {}
