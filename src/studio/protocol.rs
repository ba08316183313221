//! The messages between the page and the server: one JSON object in each text frame of the
//! WebSocket.
//!
//! The page asks `{"id": 7, "ask": "play", "move": "f5"}`. Every question gets one answer, `{"id":
//! 7, "answer": {...}}` or `{"id": 7, "fault": {"text": "..."}}`. Any number of `{"id": 7,
//! "progress": {...}}` may come before it. The page chooses the ids, a new one for each question.
//!
//! Answers come in the order of the questions, with two exceptions. Searches (`choose`, `values`,
//! `threats`, `tree`, `difference`, `trial`, `match`, `test`, `accept`) run one after the other, while other questions
//! are answered. A search is about the position at the time of its question, whatever is played or edited
//! meanwhile.
//! `cancel` is answered at once, and so are the questions of the editor (`complete`, `hover`,
//! `define`, `references`, `rename`, `format`, `fold`).
//!
//! Offsets into texts are in UTF-16 code units, as in JavaScript. This module knows nothing of
//! games or sockets.

mod board;
mod comparison;
mod contest;
#[cfg(feature = "server")]
mod library;
mod questions;
mod records;
mod search;
mod sessions;
mod sketch;
mod state;
mod texts;
mod tree;
mod trial;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use board::{ShownBeside, ShownBoard, ShownName, ShownPiece, ShownSquare};
pub use comparison::{Compared, Comparing, Differing, SecondTexts, ShownDifference};
pub use contest::{MatchEnd, MatchPart, MatchQuestion, MatchResult, MatchScore, ShownElo};
#[cfg(feature = "server")]
pub use library::{AddedGame, FirstPicture, GameCard, GameTemplate, LibraryContents};
pub use questions::{GoalAnswer, GoalAnswers, GoalProfile, PredicateCost};
pub use records::{Forfeit, ForfeitKind, LineComment, ReadRecord, RecordParts, RecordText};
pub use search::{
    ClockReading, MoveValue, MoveValues, ProposedMove, ShownProgress, Threats, Worth,
};
#[cfg(feature = "server")]
pub use sessions::{SessionEnd, SessionFault, ShownChange, ShownLine, ShownVerdict, TestedHeading};
pub use sessions::{SessionList, TestedSession};
pub use sketch::{Placed, ShownSketch, SketchPiece, SketchValue};
pub use state::{LegalMove, RoleResult, ShownLevel, ShownOutcome, ShownPly, TabState};
pub use texts::{
    CompletionItem, Edited, FileText, FileVersions, FormattedText, NamePlace, NamePlaces, NewTexts,
    RulesInWords, SaveResult, ShownCompletions, ShownDiagnostic, ShownHover, ShownRules,
    ShownSeverity, TextFold, TextFolds,
};
pub use tree::{ShownNode, ShownTree};
pub use trial::{ShownFinding, TrialResult};

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
        /// The facts of the first position, if it is not the start of the game.
        #[serde(default)]
        start: Option<String>,
        /// The second game, in place of the one of the studio.
        #[serde(default)]
        second: Option<ChosenFile>,
    },
    /// Begins a line at the position with these facts, or without them at the start of the game:
    /// [`TabState`].
    #[serde(rename = "setup")]
    SetUp {
        /// The facts, such as `cell(1, 1, x).`
        facts: Option<String>,
    },
    /// The facts of the present position: [`PositionFacts`].
    Facts {},
    /// A position that is being set up, after a change: [`ShownSketch`]. The game stays where it is.
    Sketch {
        /// The facts before the change.
        facts: String,
        /// The change; without it the position is shown as it is.
        #[serde(default)]
        placed: Option<Placed>,
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
    /// Goes to the position after the first `ply` of these moves, which become the line: [`TabState`].
    Line {
        /// The moves, as [`ShownPly::played`] writes them.
        moves: Vec<String>,
        /// The number of plies up to the position.
        ply: usize,
    },
    /// The game as a record in the form of PGN: [`RecordText`].
    Record(RecordParts),
    /// The moves of a game in a text of such records: [`ReadRecord`].
    Replay {
        /// The text.
        text: String,
        /// The number of the game in it, from 0.
        #[serde(default)]
        game: usize,
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
        /// The clock by which the program plays. The search takes no longer than it allows.
        #[serde(default)]
        clock: Option<ClockReading>,
    },
    /// The value of each legal move at a level: [`MoveValues`].
    Values {
        /// As for `choose`.
        level: String,
    },
    /// The squares that another role threatens: [`Threats`].
    Threats {},
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
    /// Why a move is legal or a goal has an answer, or which condition fails. One of `move`, `square`
    /// and `goal` is given: [`MoveReason`].
    Why {
        /// A move as the game writes it.
        #[serde(default, rename = "move")]
        played: Option<String>,
        /// The name of a square. It stands for a move that begins or ends there.
        #[serde(default)]
        square: Option<String>,
        /// A goal in the present position.
        #[serde(default)]
        goal: Option<String>,
    },
    /// Answers to a goal in the present position: [`GoalAnswers`].
    Query {
        /// The goal.
        goal: String,
        /// The number of answers to skip before those that are returned.
        #[serde(default)]
        skip: usize,
        /// The most answers that are returned; 1 if it is left out.
        #[serde(default)]
        most: Option<usize>,
    },
    /// The predicates that a search for all answers calls, with their costs: [`GoalProfile`]. One of
    /// `move` and `goal` is given. A move is proved to be legal and then played.
    Profile {
        /// A legal move as the game writes it.
        #[serde(default, rename = "move")]
        played: Option<String>,
        /// A goal in the present position.
        #[serde(default)]
        goal: Option<String>,
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
    /// The versions of all files of this game on the disk: [`FileVersions`].
    Versions {},
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
    Complete(TextPlace),
    /// Information about the name at an offset: [`ShownHover`] or null.
    Hover(TextPlace),
    /// Where the name at an offset is defined: [`FilePlace`] or null.
    Define(TextPlace),
    /// All places of the name at an offset, in the order of files: [`NamePlaces`].
    References(TextPlace),
    /// The changes that give the name at an offset another one everywhere: [`NewTexts`].
    Rename {
        /// The name to change.
        #[serde(flatten)]
        at: TextPlace,
        /// The new name.
        name: String,
    },
    /// A text in its standard form: [`FormattedText`].
    Format {
        /// The file.
        path: String,
        /// All of its text.
        text: String,
    },
    /// The ranges of a text that can be folded: [`TextFolds`].
    Fold {
        /// The file.
        path: String,
        /// All of its text.
        text: String,
    },
    /// The rules in words, with unsaved changes: [`RulesInWords`].
    Rules {},
    /// The second game after the same line of moves: [`Compared`], or null if there is no second
    /// game.
    Compare {},
    /// The texts of the second game, or null if there is none: [`SecondTexts`].
    Second {},
    /// The shortest line on which the second game differs from this one: [`Comparing`], then
    /// [`ShownDifference`].
    Difference {
        /// All lines of up to `plies` plies are compared before random games; without it a few.
        #[serde(default)]
        plies: Option<usize>,
    },
    /// Faults that random games show: [`TrialResult`].
    Trial {
        /// The number of games.
        games: u64,
    },
    /// Plays a game of a match on, to its end or until the time for a question is over: [`MatchPart`].
    /// All games begin at the first position of the line.
    Match(MatchQuestion),
    /// The session files of this game, or null if there is no disk: [`SessionList`].
    Sessions {},
    /// Runs a session file by the texts with unsaved changes, and compares its output with its
    /// snapshots: [`TestedSession`].
    Test {
        /// The session file.
        path: String,
    },
    /// Runs a session file by the saved texts and stores its output, if that is what the page has
    /// shown: [`TestedSession`], as it is then.
    Accept {
        /// The session file.
        path: String,
        /// The output, as [`TestedSession::output`].
        output: String,
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

impl Ask {
    /// Whether it is a question about a text, which needs no game.
    #[cfg(feature = "server")]
    pub fn is_of_the_editor(&self) -> bool {
        matches!(
            self,
            Ask::Complete(_)
                | Ask::Hover(_)
                | Ask::Define(_)
                | Ask::References(_)
                | Ask::Rename { .. }
                | Ask::Format { .. }
                | Ask::Fold { .. }
        )
    }
}

/// An offset in a text as the editor has it.
#[derive(Clone, Debug, Deserialize)]
pub struct TextPlace {
    /// The file.
    pub path: String,
    /// All of its text.
    pub text: String,
    /// The offset.
    pub at: usize,
}

/// A rule file that was chosen in the page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ChosenFile {
    /// Its name. Its game may use files beside the main file of the first game.
    pub name: String,
    /// Its text.
    pub text: String,
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
    /// To `open`, `setup`, `play`, `go` and `line`.
    State(Box<TabState>),
    /// To `place`.
    Place(Box<GamePlace>),
    /// To `choose`.
    Choice(ProposedMove),
    /// To `values`.
    Values(MoveValues),
    /// To `threats`.
    Threats(Threats),
    /// To `tree`.
    Tree(Box<ShownTree>),
    /// To `why`.
    Reason(MoveReason),
    /// To `query`.
    Found(GoalAnswers),
    /// To `profile`.
    Profile(GoalProfile),
    /// To `facts`.
    Facts(PositionFacts),
    /// To `sketch`.
    Sketch(Box<ShownSketch>),
    /// To `trial`.
    Tried(TrialResult),
    /// To `match`.
    Match(Box<MatchPart>),
    /// To `sessions`.
    Sessions(Option<SessionList>),
    /// To `test` and `accept`.
    Tested(TestedSession),
    /// To `record`.
    Record(RecordText),
    /// To `replay`.
    Replayed(Box<ReadRecord>),
    /// To `picture`.
    Picture(DrawnPicture),
    /// To `text`.
    Text(FileText),
    /// To `versions`.
    Versions(FileVersions),
    /// To `edit`.
    Edited(Edited),
    /// To `complete`.
    Completions(ShownCompletions),
    /// To `hover`.
    Hover(Option<ShownHover>),
    /// To `define`.
    Defined(Option<FilePlace>),
    /// To `references`.
    References(NamePlaces),
    /// To `rename`.
    Renamed(NewTexts),
    /// To `format`.
    Formatted(FormattedText),
    /// To `fold`.
    Folds(TextFolds),
    /// To `rules`.
    Rules(RulesInWords),
    /// To `compare`.
    Compared(Option<Box<Compared>>),
    /// To `second`.
    Second(Option<SecondTexts>),
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
    /// The facts of the first position, if it is not the start of the game.
    #[serde(default)]
    pub start: Option<String>,
    /// The second game, if it was chosen in the page.
    #[serde(default)]
    pub second: Option<ChosenFile>,
    /// The plies of the line, as [`ShownPly::played`].
    pub moves: Vec<String>,
    /// The number of plies up to the present position.
    pub ply: usize,
}

/// Why a move is legal or not, or why a goal has an answer or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReason {
    /// The proof, or the first condition that failed, as `regola why` prints it.
    pub text: String,
    /// Whether the move is legal, or the goal has an answer.
    pub holds: bool,
    /// The clauses and conditions that the text mentions.
    pub places: Vec<FilePlace>,
    /// The move as the game writes it, if it is legal and its role moves alone.
    #[serde(rename = "move")]
    pub played: Option<String>,
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

/// The facts of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionFacts {
    /// A line for each.
    pub text: String,
}

/// Confirms that a question was carried out: `{}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Done {}
