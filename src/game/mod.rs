//! Floor 2: games.
//!
//! [`Rules`] is one loaded rule file: its roles, legal moves, effects and results, all answered by
//! the machine of the floor below. A [`Position`] is a persistent set of facts. The trait [`Game`]
//! is the interface to everything above. This module knows nothing of search, terminals or file
//! formats.
//!
//! A host loads a game, plays it and asks about its positions:
//!
//! ```
//! use regola::game::{Game, Role, Rules, Turn};
//!
//! let rules = Rules::from_text("
//!     % Whoever takes the last of five counters wins.
//!     role(ann).  role(bob).
//!     other(ann, bob).  other(bob, ann).
//!     count(0..5).
//!     :- fluent control -> role.
//!     :- fluent left -> count.
//!     init(control(ann)).  init(left(5)).
//!     legal(P, take(N)) :- control(P), left(L), member(N, [1, 2]), N =< L.
//!     add(left(M)) :- does(_, take(N)), left(L), M is L - N.
//!     add(control(Q)) :- does(P, _), other(P, Q).
//!     goal(P, 0) :- control(P).
//!     goal(P, 100) :- control(Q), P \\== Q.
//! ")?;
//!
//! let start = rules.initial();
//! let Turn::Single(role, moves) = rules.turn(&start)? else { panic!("ann begins") };
//! assert_eq!((rules.role_name(role).as_str(), moves.len()), ("ann", 2));
//!
//! let typed = rules.find_move(&start, &moves, "take(2)")?;
//! let next = rules.play(&start, &[typed])?;
//! let left = rules.query(&next, "left(N)")?.next().expect("some are left")?;
//! assert_eq!(left.to_string(), "N = 3");
//!
//! // Every position is a value: the first one is still there.
//! assert_eq!(rules.query(&start, "left(5), after(ann, take(1), left(4))")?.count(), 1);
//!
//! // What is wrong with a rule file is reported with its place.
//! let failure = Rules::from_text("legal(P, stay) :- roel(P).").expect_err("a broken game");
//! assert!(failure.to_string().contains("unknown predicate `roel/1`"));
//! # let end = rules.position("end", "control(bob). left(0).")?;
//! # assert_eq!((rules.over(&end)?, rules.goal(&end, Role(0))?), (true, 100));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod clauses;
mod constants;
mod culprit;
mod declaration;
mod domains;
mod effects;
mod encoding;
mod error;
mod explain;
mod failure;
mod fast_paths;
mod fingerprint;
mod gathering;
pub(crate) mod gdl;
mod generator;
mod given;
mod grid;
mod interface;
mod level;
mod load;
mod loaded;
mod look;
mod moves;
mod notation;
mod orbit;
mod partial;
mod path;
mod permutation;
mod placements;
mod planes;
mod play;
mod position;
mod position_stack;
mod query;
mod report;
mod rule_game;
mod rules;
mod rules_fingerprint;
mod settings;
mod setup;
mod shapes;
mod sheet;
mod symmetry;
mod trace;
mod unread;
pub mod vocabulary;
mod warnings;

pub use board::{Board, Mark};
pub use effects::Effect;
pub use encoding::NoPosition;
pub use error::Error;
pub use explain::Explained;
pub use failure::Failure;
pub(crate) use fast_paths::step_noting;
pub use fast_paths::{Below, FastPaths, Step, step};
pub use fingerprint::Fingerprint;
pub(crate) use fingerprint::folded;
pub use gathering::Gathering;
#[cfg(feature = "convert")]
pub(crate) use gdl::load_within as load_sheet;
pub use gdl::notation as sheet_notation;
pub use grid::Rows;
pub use interface::{Game, Role, Turn};
pub use level::{Level, Results, Ties, playout_count, seconds};
pub use look::{Beside, Chessman, Colour, Heading, Lean, Look, Piece, Place, Side, Suit, Surface};
pub use moves::Move;
pub use notation::{FindMoveError, same_when_typed};
pub(crate) use orbit::Generator;
pub use path::{Click, PathInput};
pub(crate) use permutation::FactImage;
pub use placements::Placements;
pub use position::Position;
pub use position_stack::{Assessment, ChangeNumber, MoveNumber, Mover, PlainStack, PositionStack};
pub use query::{Answer, Answers};
pub use report::{Report, check, check_within};
pub use rule_game::RuleGame;
pub use rules::Rules;
pub use sheet::sheet;
pub use trace::{Tracing, Traversed};
