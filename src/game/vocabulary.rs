//! The vocabulary: every predicate that has a meaning of its own in a game.
//!
//! One table, [`VOCABULARY`], serves all users: the loader calls these predicates, the checks use
//! when each is called and with which arguments, an editor offers and explains them, and the
//! manual's table is made from it. The table knows nothing of any particular game.

use std::fmt;

use crate::logic::lint::ArgumentMode;
use crate::logic::{PredicateId, Program};

/// One predicate of the vocabulary: its meaning, and how it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The name of the predicate.
    pub name: &'static str,
    /// Its arguments in order.
    pub arguments: &'static [Argument],
    /// When it is called.
    pub asked: When,
    /// Who defines it.
    pub origin: Origin,
    /// What it means, in one sentence.
    pub sentence: &'static str,
    /// What to say of a game without it; `None` for a predicate that a game may lack.
    pub lack: Option<Lack>,
}

/// One argument of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name, in the form of a variable.
    pub name: &'static str,
    /// Whether the caller gives it, or the answer.
    pub mode: ArgumentMode,
    /// The kind of terms that it takes.
    pub sort: Sort,
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A role of the game.
    Role,
    /// A fact of a fluent.
    Fact,
    /// A goal.
    Goal,
    /// Anything else, such as a move, a name or a number.
    Term,
}

/// When a predicate is called, which is also when its clauses run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Once, when the game is loaded; in the initial position, as far as it is known.
    AtLoad,
    /// In a position, before a move is chosen.
    InPosition,
    /// In a position after the moves are chosen: `does` is known.
    OnceMoved,
    /// Only by the rules, in any position.
    ByRules,
    /// Only by the rules, after the moves are chosen.
    ByRulesOnceMoved,
}

/// Writes the end of a sentence: "asked in a position, before a move is chosen".
impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtLoad => "asked once, when the game is loaded",
            Self::InPosition => "asked in a position, before a move is chosen",
            Self::OnceMoved => "asked once the moves are chosen",
            Self::ByRules => "called by the rules in any position",
            Self::ByRulesOnceMoved => "called by the rules once the moves are chosen",
        })
    }
}

/// Who defines a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The game, usually by facts.
    Facts,
    /// The game, usually by clauses with a body.
    Clauses,
    /// The engine, but a game may redefine it.
    Default,
    /// The engine; a game cannot redefine it.
    Engine,
}

/// What to say of a game that lacks a required predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The code of the fault.
    pub code: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

impl Word {
    /// The number of its arguments.
    #[must_use]
    pub const fn arity(&self) -> usize {
        self.arguments.len()
    }

    /// Whether this is the predicate with this name and number of arguments.
    #[must_use]
    pub fn is(&self, name: &str, arity: usize) -> bool {
        self.name == name && self.arity() == arity
    }

    /// The form of its calls: `legal(Player, Move)`.
    #[must_use]
    pub fn signature(&self) -> String {
        let arguments: Vec<&str> = self
            .arguments
            .iter()
            .map(|argument| argument.name)
            .collect();
        match arguments.as_slice() {
            [] => self.name.to_owned(),
            _ => format!("{}({})", self.name, arguments.join(", ")),
        }
    }

    /// The name and arity: `legal/2`.
    #[must_use]
    pub fn indicator(&self) -> String {
        format!("{}/{}", self.name, self.arity())
    }

    /// Its predicate in a program, if the program has it.
    #[must_use]
    pub fn in_program(&self, program: &Program) -> Option<PredicateId> {
        program.predicate(self.name, self.arity())
    }

    /// Whether the engine calls it, and not only the game's own rules.
    #[must_use]
    pub fn is_asked_from_outside(&self) -> bool {
        match self.asked {
            When::AtLoad | When::InPosition | When::OnceMoved => true,
            When::ByRules | When::ByRulesOnceMoved => false,
        }
    }

    /// Whether its clauses may use `does`.
    #[must_use]
    pub fn knows_the_moves(&self) -> bool {
        match self.asked {
            When::OnceMoved | When::ByRulesOnceMoved => true,
            When::AtLoad | When::InPosition | When::ByRules => false,
        }
    }

    /// The indexes of the arguments of this sort, from 0.
    pub fn places(&self, sort: Sort) -> impl Iterator<Item = usize> {
        let arguments = self.arguments.iter().enumerate();
        arguments
            .filter(move |(_, argument)| argument.sort == sort)
            .map(|(place, _)| place)
    }
}

/// The predicate of the vocabulary with this name and number of arguments.
#[must_use]
pub fn word(name: &str, arity: usize) -> Option<&'static Word> {
    VOCABULARY.iter().find(|word| word.is(name, arity))
}

const fn given(name: &'static str, sort: Sort) -> Argument {
    Argument {
        name,
        mode: ArgumentMode::Given,
        sort,
    }
}

const fn wanted(name: &'static str, sort: Sort) -> Argument {
    Argument {
        name,
        mode: ArgumentMode::Wanted,
        sort,
    }
}

/// Every predicate of the vocabulary, in the order of the manual.
pub const VOCABULARY: &[Word] = &[
    ROLE,
    INIT,
    LEGAL,
    DOES,
    ADD,
    DELETE,
    NEXT,
    TERMINAL,
    GOAL,
    HEURISTIC,
    FEATURE,
    QUIET,
    LEVEL,
    IMPOSSIBLE,
    SYMMETRY,
    GRID,
    GRID_WITH_DIRECTION,
    SHOW,
    BESIDE_BOARD,
    SURFACE,
    LOOKS_LIKE,
    OFF_BOARD,
    DRAWN_LINE,
    BORDER,
    TINT,
    PLANE,
    NOTATION,
    PATH,
    OWNS,
    SQUARE_NAME,
    AFTER,
];

/// The predicates that say what a move changes.
pub const EFFECTS: [&Word; 3] = [&ADD, &DELETE, &NEXT];

/// `role(Player)`.
pub const ROLE: Word = Word {
    name: "role",
    arguments: &[wanted("Player", Sort::Term)],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "Names a player; players are in the order of the answers.",
    lack: Some(Lack {
        code: "no-role",
        help: "name the players in order, as in `role(black).  role(white).`",
    }),
};

/// `init(Fact)`.
pub const INIT: Word = Word {
    name: "init",
    arguments: &[wanted("Fact", Sort::Fact)],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "The fact of a fluent holds at the start.",
    lack: None,
};

/// `legal(Player, Move)`.
pub const LEGAL: Word = Word {
    name: "legal",
    arguments: &[wanted("Player", Sort::Role), wanted("Move", Sort::Term)],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "The player may play the move in this position; moves are in the order of the \
               answers.",
    lack: Some(Lack {
        code: "no-legal",
        help: "say who may play what: `legal(Player, Move) :- ...`",
    }),
};

/// `does(Player, Move)`.
pub const DOES: Word = Word {
    name: "does",
    arguments: &[wanted("Player", Sort::Role), wanted("Move", Sort::Term)],
    asked: When::ByRulesOnceMoved,
    origin: Origin::Engine,
    sentence: "The move just chosen; only in the bodies of `add`, `delete` and `next`, and what \
               they call.",
    lack: None,
};

/// `add(Fact)`.
pub const ADD: Word = Word {
    name: "add",
    arguments: &[wanted("Fact", Sort::Fact)],
    asked: When::OnceMoved,
    origin: Origin::Clauses,
    sentence: "The fact holds after the move.",
    lack: None,
};

/// `delete(Fact)`.
pub const DELETE: Word = Word {
    name: "delete",
    arguments: &[wanted("Fact", Sort::Fact)],
    asked: When::OnceMoved,
    origin: Origin::Clauses,
    sentence: "The fact no longer holds after the move, unless it is added too.",
    lack: None,
};

/// `next(Fact)`.
pub const NEXT: Word = Word {
    name: "next",
    arguments: &[wanted("Fact", Sort::Fact)],
    asked: When::OnceMoved,
    origin: Origin::Clauses,
    sentence: "The fact holds in the next position; what is not named does not.",
    lack: None,
};

/// `terminal`.
pub const TERMINAL: Word = Word {
    name: "terminal",
    arguments: &[],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "The game is over in this position.",
    lack: None,
};

/// `goal(Player, Points)`.
pub const GOAL: Word = Word {
    name: "goal",
    arguments: &[given("Player", Sort::Role), wanted("Points", Sort::Term)],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "What the end is worth to the player, from 0 to 100.",
    lack: Some(Lack {
        code: "no-goal",
        help: "say what the end is worth to each player, from 0 to 100: `goal(Player, 100) :- ...`",
    }),
};

/// `heuristic(Name, Player, Value)`.
pub const HEURISTIC: Word = Word {
    name: "heuristic",
    arguments: &[
        given("Name", Sort::Term),
        given("Player", Sort::Role),
        wanted("Value", Sort::Term),
    ],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "What the position seems worth to the player, for a search that stops before the \
               end.",
    lack: None,
};

/// `feature(Name, Player, Value)`.
pub const FEATURE: Word = Word {
    name: "feature",
    arguments: &[
        wanted("Name", Sort::Term),
        given("Player", Sort::Role),
        wanted("Value", Sort::Term),
    ],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "A quantity of the position for the player, of which `regola tune` makes a heuristic.",
    lack: None,
};

/// `quiet`.
pub const QUIET: Word = Word {
    name: "quiet",
    arguments: &[],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "The position may be judged by a heuristic.",
    lack: None,
};

/// `level(Name, Options)`.
pub const LEVEL: Word = Word {
    name: "level",
    arguments: &[wanted("Name", Sort::Term), wanted("Options", Sort::Term)],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "A strength on offer, such as `level(normal, [depth(3), heuristic(discs)])`.",
    lack: None,
};

/// `impossible(Reason)`.
pub const IMPOSSIBLE: Word = Word {
    name: "impossible",
    arguments: &[wanted("Reason", Sort::Term)],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "Why a position given from outside cannot be one of the game.",
    lack: None,
};

/// `symmetry(Name, Fact, Image)`.
pub const SYMMETRY: Word = Word {
    name: "symmetry",
    arguments: &[
        given("Name", Sort::Term),
        given("Fact", Sort::Fact),
        wanted("Image", Sort::Fact),
    ],
    asked: When::AtLoad,
    origin: Origin::Clauses,
    sentence: "The symmetry of this name turns the fact into its image.",
    lack: None,
};

/// `grid(Columns, Rows)`.
pub const GRID: Word = Word {
    name: "grid",
    arguments: &[wanted("Columns", Sort::Term), wanted("Rows", Sort::Term)],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "How large the drawn board is; row 1 is at the top.",
    lack: None,
};

/// `grid(Columns, Rows, Direction)`.
pub const GRID_WITH_DIRECTION: Word = Word {
    name: "grid",
    arguments: &[
        wanted("Columns", Sort::Term),
        wanted("Rows", Sort::Term),
        wanted("Direction", Sort::Term),
    ],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "How large the drawn board is; with `bottom_up` row 1 is at the bottom.",
    lack: None,
};

/// `show(Column, Row, Glyph)`.
pub const SHOW: Word = Word {
    name: "show",
    arguments: &[
        wanted("Column", Sort::Term),
        wanted("Row", Sort::Term),
        wanted("Glyph", Sort::Term),
    ],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "What is drawn on a square.",
    lack: None,
};

/// `beside_board(Player, Label, Value)`.
pub const BESIDE_BOARD: Word = Word {
    name: "beside_board",
    arguments: &[
        wanted("Player", Sort::Role),
        wanted("Label", Sort::Term),
        wanted("Value", Sort::Term),
    ],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "What stands beside the board: a score, a hand, a count.",
    lack: None,
};

/// `surface(Kind)`.
pub const SURFACE: Word = Word {
    name: "surface",
    arguments: &[wanted("Kind", Sort::Term)],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "What lies under the pieces, such as `hexagons`.",
    lack: None,
};

/// `looks_like(Glyph, Piece)`.
pub const LOOKS_LIKE: Word = Word {
    name: "looks_like",
    arguments: &[wanted("Glyph", Sort::Term), wanted("Piece", Sort::Term)],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "The piece that pictures draw for a glyph of `show`.",
    lack: None,
};

/// `off_board(Column, Row)`.
pub const OFF_BOARD: Word = Word {
    name: "off_board",
    arguments: &[wanted("Column", Sort::Term), wanted("Row", Sort::Term)],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "The square of the grid is no part of the board.",
    lack: None,
};

/// `drawn_line(Column, Row, OtherColumn, OtherRow)`.
pub const DRAWN_LINE: Word = Word {
    name: "drawn_line",
    arguments: &[
        wanted("Column", Sort::Term),
        wanted("Row", Sort::Term),
        wanted("OtherColumn", Sort::Term),
        wanted("OtherRow", Sort::Term),
    ],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "A line is drawn between the middles of two squares.",
    lack: None,
};

/// `border(Side, Colour)`.
pub const BORDER: Word = Word {
    name: "border",
    arguments: &[wanted("Side", Sort::Term), wanted("Colour", Sort::Term)],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "The side of the board has this colour.",
    lack: None,
};

/// `tint(Column, Row, Colour)`.
pub const TINT: Word = Word {
    name: "tint",
    arguments: &[
        wanted("Column", Sort::Term),
        wanted("Row", Sort::Term),
        wanted("Colour", Sort::Term),
    ],
    asked: When::AtLoad,
    origin: Origin::Facts,
    sentence: "The square is tinted with this colour.",
    lack: None,
};

/// `plane(Name, Column, Row)`.
pub const PLANE: Word = Word {
    name: "plane",
    arguments: &[
        wanted("Name", Sort::Term),
        wanted("Column", Sort::Term),
        wanted("Row", Sort::Term),
    ],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "What programs that learn see: the square is in the plane of this name.",
    lack: None,
};

/// `notation(Move, Text)`.
pub const NOTATION: Word = Word {
    name: "notation",
    arguments: &[given("Move", Sort::Term), wanted("Text", Sort::Term)],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "How a move is written and typed.",
    lack: None,
};

/// `path(Move, Squares)`.
pub const PATH: Word = Word {
    name: "path",
    arguments: &[given("Move", Sort::Term), wanted("Squares", Sort::Term)],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "The squares of a move in order, so that it can be entered square by square.",
    lack: None,
};

/// `owns(Player, Square)`.
pub const OWNS: Word = Word {
    name: "owns",
    arguments: &[given("Player", Sort::Role), wanted("Square", Sort::Term)],
    asked: When::InPosition,
    origin: Origin::Clauses,
    sentence: "A piece of the player stands on the square.",
    lack: None,
};

/// `square_name(Column, Row, Name)`.
pub const SQUARE_NAME: Word = Word {
    name: "square_name",
    arguments: &[
        given("Column", Sort::Term),
        given("Row", Sort::Term),
        wanted("Name", Sort::Term),
    ],
    asked: When::AtLoad,
    origin: Origin::Default,
    sentence: "What a square is called: `c4` for column 3, row 4, unless the game has names of \
               its own.",
    lack: None,
};

/// `after(Player, Move, Goal)`.
pub const AFTER: Word = Word {
    name: "after",
    arguments: &[
        given("Player", Sort::Role),
        given("Move", Sort::Term),
        wanted("Goal", Sort::Goal),
    ],
    asked: When::ByRules,
    origin: Origin::Default,
    sentence: "The goal holds in the position to which the move leads.",
    lack: None,
};
