//! The searches that are measured.

use std::fmt;

/// A search to measure.
pub struct SearchWork {
    pub name: &'static str,
    /// The name of the game, and of its file, which is part of the program.
    pub game: &'static str,
    pub task: SearchTask,
    /// A smaller task of the same kind, for counting without a measurement.
    pub counted: SearchTask,
    /// Whether it takes so long that it is measured only if the user asks for it, and once.
    pub is_long: bool,
}

/// The question that both sides answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchTask {
    /// The value of the start of Othello to a depth in plies, by the heuristic `position`.
    Depth(u8),
    /// The exact scores of positions of Othello with this number of empty cells. Position `n` comes
    /// from a random game with the seed `n`.
    Scores { empty: u32, positions: u64 },
    /// Who wins in Connect Four after each of these lines of discs, by their columns from 1. Both sides
    /// keep as many positions: 2 to the power of `table_bits`.
    Outcomes {
        lines: &'static [&'static str],
        table_bits: u32,
    },
    /// The number of playouts of Monte-Carlo tree search from the start. The other side plays as
    /// many random games.
    Playouts(u64),
}

impl SearchTask {
    /// Whether the sides are two programs that answer the same question, and not a search and its
    /// random games.
    pub fn has_answer(self) -> bool {
        !matches!(self, SearchTask::Playouts(_))
    }
}

impl fmt::Display for SearchTask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchTask::Depth(depth) => write!(formatter, "depth {depth}"),
            SearchTask::Scores { empty, positions } => {
                write!(formatter, "{positions} with {empty} empty cells")
            }
            SearchTask::Outcomes { lines: [""], .. } => write!(formatter, "the empty board"),
            SearchTask::Outcomes { lines: [line], .. } => write!(formatter, "after {line}"),
            SearchTask::Outcomes { lines, .. } => {
                write!(formatter, "{} positions", lines.len())
            }
            SearchTask::Playouts(count) => write!(formatter, "{count} playouts"),
        }
    }
}

// Of one position luck decides how soon the winning move is tried. The first line of each list is that
// of a known game. The other ones are random; lines after which a simple solver had an answer within a
// few hundredths of a second, or none within twenty seconds, were left out.
const AFTER_8: &[&str] = &[
    "44444453", "13515211", "44121541", "23425153", "57621556", "23156151", "52465473", "45433272",
    "67215354", "42732441", "61755773",
];
const AFTER_10: &[&str] = &[
    "4444445355",
    "2275465721",
    "4321576615",
    "5111225174",
    "6337253115",
    "7141734117",
    "6122144644",
    "1562763313",
    "1474265245",
    "2672464144",
    "2137753122",
];
const AFTER_12: &[&str] = &[
    "444444535533",
    "475651122431",
    "226652644514",
    "111153266434",
    "675513226113",
    "633211453616",
    "471745156445",
    "151116134634",
    "643133265252",
    "477722425322",
    "243771613721",
];

/// All searches, in the order of the table.
pub const SEARCHES: &[SearchWork] = &[
    depth("othello-9", 9, 5),
    depth("othello-11", 11, 6),
    depth("othello-13", 13, 7),
    scores("othello-end-14", (14, 8), (6, 4)),
    scores("othello-end-16", (16, 4), (8, 4)),
    scores("othello-end-18", (18, 3), (10, 2)),
    outcomes("connect-four-12", AFTER_12, &["44444453553312"]),
    outcomes("connect-four-10", AFTER_10, &["4444445355211111"]),
    outcomes("connect-four-8", AFTER_8, &["44444453122122111"]),
    SearchWork {
        task: SearchTask::Outcomes {
            lines: &[""],
            table_bits: 24,
        },
        is_long: true,
        ..outcomes("connect-four-empty", &[""], &["44444453552111112"])
    },
    playouts("tree-othello", "othello", 4_000),
    playouts("tree-connect-four", "connect-four", 20_000),
    playouts("tree-breakthrough", "breakthrough", 4_000),
    playouts("tree-gomoku", "gomoku", 1_000),
];

/// The playouts of a tree that is only counted.
const COUNTED_PLAYOUTS: u64 = 200;

const fn depth(name: &'static str, depth: u8, counted: u8) -> SearchWork {
    SearchWork {
        name,
        game: "othello",
        task: SearchTask::Depth(depth),
        counted: SearchTask::Depth(counted),
        is_long: false,
    }
}

const fn scores(name: &'static str, task: (u32, u64), counted: (u32, u64)) -> SearchWork {
    SearchWork {
        name,
        game: "othello",
        task: SearchTask::Scores {
            empty: task.0,
            positions: task.1,
        },
        counted: SearchTask::Scores {
            empty: counted.0,
            positions: counted.1,
        },
        is_long: false,
    }
}

const fn outcomes(
    name: &'static str,
    lines: &'static [&'static str],
    counted: &'static [&'static str],
) -> SearchWork {
    SearchWork {
        name,
        game: "connect-four",
        task: SearchTask::Outcomes {
            lines,
            table_bits: 22,
        },
        counted: SearchTask::Outcomes {
            lines: counted,
            table_bits: 18,
        },
        is_long: false,
    }
}

const fn playouts(name: &'static str, game: &'static str, count: u64) -> SearchWork {
    SearchWork {
        name,
        game,
        task: SearchTask::Playouts(count),
        counted: SearchTask::Playouts(COUNTED_PLAYOUTS),
        is_long: false,
    }
}
