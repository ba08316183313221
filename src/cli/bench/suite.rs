//! The standard works: what is run, on which systems, and which answer is right.
//!
//! All texts are part of the program, so that an installed `regola` needs no files.

use regola::game::Rules;
use regola::syntax::load::MemoryReader;

/// A work that is timed.
pub struct TimedWork {
    pub name: &'static str,
    pub group: WorkGroup,
    /// A description in a few words.
    pub about: &'static str,
    pub task: TimedTask,
    /// Whether it takes so long that it runs only when the user asks for it.
    pub is_long: bool,
}

/// A group of works in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkGroup {
    /// The same program on every system.
    Classics,
    /// Othello's game tree, written in three ways.
    Othello,
    /// A whole process from its start to its end.
    Start,
    /// Games on Regola alone, each tree in several encodings.
    Games,
}

impl WorkGroup {
    pub const ALL: [WorkGroup; 4] = [
        WorkGroup::Classics,
        WorkGroup::Othello,
        WorkGroup::Start,
        WorkGroup::Games,
    ];

    /// Returns the heading of the group in the table.
    pub fn title(self) -> &'static str {
        match self {
            WorkGroup::Classics => "Classics",
            WorkGroup::Othello => "Othello",
            WorkGroup::Start => "Start",
            WorkGroup::Games => "Games",
        }
    }

    /// Returns the name in JSON.
    pub fn id(self) -> &'static str {
        match self {
            WorkGroup::Classics => "classics",
            WorkGroup::Othello => "othello",
            WorkGroup::Start => "start",
            WorkGroup::Games => "games",
        }
    }
}

/// The task of a work.
#[derive(Clone, Copy)]
pub enum TimedTask {
    /// Runs a logic program: `rounds(N)` times `work(A)`, where `answer(A)`. `counted` is a smaller
    /// goal of the program, to count its steps.
    Program {
        text: &'static str,
        counted: &'static str,
    },
    /// Counts the leaves of a game's tree.
    Perft(Perft),
    /// Loads Othello and prints its first moves.
    Start,
}

/// A count of the leaves of a game's tree at a depth.
#[derive(Clone, Copy)]
pub struct Perft {
    /// The rule file of the game, one of [`GAMES`].
    pub game: &'static str,
    pub depth: usize,
    pub leaves: u64,
    /// The depth for counting steps.
    pub counted_depth: usize,
    /// The program for other systems.
    pub rivals: Option<&'static str>,
    /// The work that does the same in the first encoding.
    pub first: Option<&'static str>,
}

macro_rules! texts {
    ($folder:literal, [$($name:literal),* $(,)?]) => {
        &[$(($name, include_str!(concat!("../../../", $folder, "/", $name)))),*]
    };
}

/// The rule files of the works, with the files that they use.
pub const GAMES: &[(&str, &str)] = texts!(
    "games",
    [
        "othello.rules",
        "othello-play.rules",
        "othello-triples.rules",
        "dama.rules",
        "dama-play.rules",
        "filetto.rules",
        "tictactoe.rules",
        "tris-productions.rules",
        "connect-four.rules",
        "breakthrough.rules",
        "gomoku.rules",
        "hex.rules",
        "go.rules",
        "go-play.rules",
        "english-draughts.rules",
        "chess.rules",
        "nim.rules",
        "kalah.rules",
        "knights-tour.rules",
    ]
);

macro_rules! classic {
    ($name:literal, $counted:literal, $about:literal) => {
        program(
            $name,
            WorkGroup::Classics,
            include_str!(concat!("../../../benches/classics/", $name, ".rules")),
            $counted,
            $about,
        )
    };
}

const OTHELLO_CLAUSES: &str = include_str!("../../../benches/othello/clauses.pl");
const OTHELLO_TRIPLES: &str = include_str!("../../../benches/othello/triples.rules");
const OTHELLO_BITS: &str = include_str!("../../../benches/othello/bits.rules");

/// The standard works in the order of the table.
pub const WORKS: &[TimedWork] = &[
    classic!("nrev", "work(_)", "naive reverse of a list of thirty"),
    classic!("queens", "work(_)", "all ways to place eight queens"),
    classic!(
        "tak",
        "tak(12, 8, 4, _)",
        "Takeuchi's function: calls and arithmetic"
    ),
    classic!("zebra", "work(_)", "the puzzle of five houses"),
    classic!("deriv", "work(_)", "symbolic derivatives"),
    classic!(
        "crypt",
        "work(_)",
        "a multiplication of even and odd digits"
    ),
    classic!("poly", "work(_)", "the tenth power of a polynomial"),
    classic!("browse", "work(_)", "patterns with gaps against lists"),
    classic!(
        "iterate",
        "iterate(20000, [1, 2, 3, 4, 5], 0, _)",
        "a million turns of a loop that makes lists"
    ),
    perft(
        "othello-clauses",
        WorkGroup::Othello,
        "fluents here, dynamic facts elsewhere: perft 6",
        Perft {
            rivals: Some(OTHELLO_CLAUSES),
            ..tree("othello.rules", 6, 8200, 4)
        },
    ),
    program(
        "othello-triples",
        WorkGroup::Othello,
        OTHELLO_TRIPLES,
        "leaves(3, _)",
        "a list of 64 triples: perft 6",
    ),
    program(
        "othello-bits",
        WorkGroup::Othello,
        OTHELLO_BITS,
        "leaves(4, _)",
        "arithmetic on sets of squares: perft 6, five times",
    ),
    TimedWork {
        name: "start",
        group: WorkGroup::Start,
        about: "`regola moves othello.rules` from start to end; elsewhere a program that only ends",
        task: TimedTask::Start,
        is_long: false,
    },
    perft(
        "othello",
        WorkGroup::Games,
        "Othello in fluents for squares: perft 5",
        tree("othello.rules", 5, 1396, 3),
    ),
    perft(
        "othello-list",
        WorkGroup::Games,
        "Othello in one fluent, a list: perft 5",
        Perft {
            first: Some("othello"),
            ..tree("othello-triples.rules", 5, 1396, 3)
        },
    ),
    perft(
        "dama",
        WorkGroup::Games,
        "Italian draughts: perft 5",
        tree("dama.rules", 5, 7361, 3),
    ),
    perft(
        "tris",
        WorkGroup::Games,
        "all games of tic-tac-toe, one fluent a line",
        tree("filetto.rules", 9, TRIS, 4),
    ),
    perft(
        "tris-squares",
        WorkGroup::Games,
        "the same, a fluent for squares",
        Perft {
            first: Some("tris"),
            ..tree("tictactoe.rules", 9, TRIS, 4)
        },
    ),
    perft(
        "tris-productions",
        WorkGroup::Games,
        "the same, productions on a string",
        Perft {
            first: Some("tris"),
            ..tree("tris-productions.rules", 9, TRIS, 4)
        },
    ),
    long(perft(
        "othello-7",
        WorkGroup::Games,
        "Othello: perft 7",
        tree("othello.rules", 7, 55_092, 1),
    )),
    long(perft(
        "othello-8",
        WorkGroup::Games,
        "Othello: perft 8",
        tree("othello.rules", 8, 390_216, 1),
    )),
    long(perft(
        "othello-9",
        WorkGroup::Games,
        "Othello: perft 9",
        tree("othello.rules", 9, 3_005_288, 1),
    )),
    long(perft(
        "dama-7",
        WorkGroup::Games,
        "Italian draughts: perft 7",
        tree("dama.rules", 7, 177_532, 1),
    )),
];

/// The number of games of tic-tac-toe.
const TRIS: u64 = 255_168;

const fn program(
    name: &'static str,
    group: WorkGroup,
    text: &'static str,
    counted: &'static str,
    about: &'static str,
) -> TimedWork {
    TimedWork {
        name,
        group,
        about,
        task: TimedTask::Program { text, counted },
        is_long: false,
    }
}

const fn perft(
    name: &'static str,
    group: WorkGroup,
    about: &'static str,
    perft: Perft,
) -> TimedWork {
    TimedWork {
        name,
        group,
        about,
        task: TimedTask::Perft(perft),
        is_long: false,
    }
}

const fn tree(game: &'static str, depth: usize, leaves: u64, counted_depth: usize) -> Perft {
    Perft {
        game,
        depth,
        leaves,
        counted_depth,
        rivals: None,
        first: None,
    }
}

const fn long(work: TimedWork) -> TimedWork {
    TimedWork {
        is_long: true,
        ..work
    }
}

impl TimedWork {
    /// Returns the program with which other systems do the same: empty for the start, none if they
    /// cannot do it.
    pub fn rival_text(&self) -> Option<&'static str> {
        match self.task {
            TimedTask::Program { text, .. } => Some(text),
            TimedTask::Perft(perft) => perft.rivals,
            TimedTask::Start => Some(""),
        }
    }

    /// Returns the work that does the same in the first encoding.
    pub fn first(&self) -> Option<&'static str> {
        match self.task {
            TimedTask::Perft(perft) => perft.first,
            _ => None,
        }
    }
}

/// Loads one of the games in [`GAMES`].
pub fn load_game(name: &str) -> Rules {
    read(&shipped(), name)
}

/// The same with a text of that file replaced by another one.
pub fn load_changed_game(name: &str, (text, other): (&str, &str)) -> Rules {
    let mut games = GAMES.iter();
    let game = games.find(|(file, _)| *file == name);
    let (_, whole) = game.unwrap_or_else(|| unreachable!("this game ships: {name}"));
    read(&shipped().with(name, whole.replace(text, other)), name)
}

/// The files of all games that are part of the program.
fn shipped() -> MemoryReader {
    GAMES
        .iter()
        .fold(MemoryReader::new(), |reader, (name, text)| {
            reader.with(name, *text)
        })
}

fn read(reader: &MemoryReader, name: &str) -> Rules {
    Rules::read(reader, name).unwrap_or_else(|failure| unreachable!("this game ships: {failure}"))
}
