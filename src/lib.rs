//! Regola is a rule engine for games. A game is a text of facts and clauses. Regola lists its legal
//! moves, searches for the best move, plays random games, draws boards, and answers and explains
//! questions about positions.
//!
//! This page is a guide to the library. The book in the folder `docs` is the manual of the rule
//! language and of the program `regola`. The folder `examples` has three complete programs: a
//! computer opponent, a test of rule files, and a logic program that is not a game.
//!
//! # Set up
//!
//! ```toml
//! [dependencies]
//! regola = { version = "0.1", default-features = false }
//!
//! [profile.dev.package.regola]
//! opt-level = 3
//! ```
//!
//! The default features build the program `regola`; the library needs none of them. The feature
//! `jit` adds native code for [compiled](#search) games. The second section optimises this crate in
//! debug builds: without optimisation a search takes about fifty times as long.
//!
//! # Load
//!
//! [`Rules`] is one loaded game. [`Rules::load`] reads a file, [`Rules::from_text`] a text, and
//! [`Rules::read`] whatever a [`Reader`] finds. The examples below play this game: two players take
//! counters from a pile, and the player who takes the last one wins.
//!
//! ```
//! # use regola::game::Rules;
//! let rules = Rules::from_text("
//!     role(ann).  role(bob).
//!     other(ann, bob).  other(bob, ann).
//!     size(0..5).
//!     :- fluent control -> role.
//!     :- fluent left -> size.
//!     init(control(ann)).  init(left(5)).
//!     legal(P, take(N)) :- control(P), left(L), member(N, [1, 2]), N =< L.
//!     add(left(M))    :- does(_, take(N)), left(L), M is L - N.
//!     add(control(Q)) :- does(P, _), other(P, Q).
//!     terminal :- left(0).
//!     goal(P, 0)   :- control(P).
//!     goal(P, 100) :- control(Q), other(P, Q).
//! ")?;
//! assert_eq!(rules.role_names(), ["ann", "bob"]);
//!
//! let failure = Rules::from_text("legal(P, stay) :- roel(P).").expect_err("a broken game");
//! assert!(failure.to_string().contains("unknown predicate `roel/1`"));
//! # Ok::<(), regola::game::Failure>(())
//! ```
//!
//! A [`Failure`] contains every error with its place. [`game::check`] also gives the warnings.
//!
//! # Positions and moves
//!
//! The trait [`Game`] has the methods that a search needs, and [`Rules`] implements it. A
//! [`Position`] is a value: [`Game::play`] gives a new position and leaves the old one as it is.
//! A position costs little memory, because it shares most of its facts with the one before.
//!
//! ```
//! use regola::game::{Game, Turn};
//! # let rules = regola::game::Rules::from_text(include_str!("../examples/pile.rules"))?;
//!
//! let start = rules.initial();
//! let Turn::Single(role, moves) = rules.turn(&start)? else { panic!("ann is to move") };
//! assert_eq!(rules.role_name(role), "ann");
//! assert_eq!(rules.notations(&start, &moves)?, ["take(1)", "take(2)"]);
//!
//! let typed = rules.find_move(&start, &moves, "take(2)")?;
//! let next = rules.play(&start, &[typed])?;
//! assert!(!rules.over(&next)?);
//!
//! // A position from facts, such as one that was saved.
//! let end = rules.position("saved", "control(bob). left(0).")?;
//! assert_eq!(rules.goals(&end)?, [100, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Turn`] says who is to move: one role, several roles at once, or nobody. [`Rules::board`] draws
//! a position.
//!
//! # Ask and explain
//!
//! [`Rules::query`] proves a goal in a position. Its answers come one at a time. [`Rules::explain`]
//! gives the proof of the first answer, or the conditions that failed.
//!
//! ```
//! use regola::game::Game;
//! use regola::logic::proof::Bounds;
//! # let rules = regola::game::Rules::from_text(include_str!("../examples/pile.rules"))?;
//!
//! let start = rules.initial();
//! let question = "legal(ann, M), after(ann, M, left(N))";
//! let answers: Vec<String> = rules
//!     .query(&start, question)?
//!     .map(|answer| answer.map(|answer| answer.to_string()))
//!     .collect::<Result<_, _>>()?;
//! assert_eq!(answers, ["M = take(1), N = 4", "M = take(2), N = 3"]);
//!
//! let explained = rules.explain(&start, "legal(bob, take(1))", Bounds::default())?;
//! assert!(!explained.holds());
//! assert!(explained.to_string().contains("fails: control(P)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Search
//!
//! [`Engine::quickest`] compiles a game to operations on 64-bit words, if that takes a second at
//! most; otherwise the machine follows the rules. The answers are the same, but a compiled game is
//! often a hundred times as fast. [`Engine::best`] looks a number of plies ahead, and
//! [`Engine::best_within`] for a time.
//!
//! ```
//! use std::time::Duration;
//! use regola::engine::Engine;
//! use regola::game::Game;
//! use regola::search::{MAX_PLIES, Options, Unwatched};
//! # let rules = regola::game::Rules::from_text(include_str!("../examples/pile.rules"))?;
//!
//! let engine = Engine::quickest(&rules);
//! let start = rules.initial();
//! let options = Options { depth: 9, ..Options::default() };
//! let best = engine.best(&start, &options, &mut Unwatched)?;
//! let chosen = best.best_move().ok_or("a move is left")?;
//! assert_eq!(rules.notation(&start, chosen)?, "take(2)");
//! assert!(best.value.is_win());
//!
//! let options = Options { depth: MAX_PLIES, prefer_quick: true, ..Options::default() };
//! let time = Duration::from_millis(200);
//! let found = engine.best_within(&start, &options, time, &mut Unwatched)?;
//! assert!(found.best.value.is_win());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Options::of_level`] reads a level of the rule file. A [`Watch`] sees how far a search is, and
//! can stop it. Threads may share an `Engine`, and it owns what it needs: a server keeps one for
//! each game.
//!
//! [`Engine::playout`] plays a random game, [`Engine::perft`] counts lines of play, and
//! [`Engine::solve`] finds out who wins with best play.
//!
//! ```
//! use regola::engine::Engine;
//! use regola::game::Game;
//! use regola::search::{SolveOptions, Unwatched};
//! # let rules = regola::game::Rules::from_text(include_str!("../examples/pile.rules"))?;
//!
//! let engine = Engine::quickest(&rules);
//! let seed = 1;
//! let playout = engine.playout(&rules.initial(), 100, seed)?;
//! assert_eq!(playout.goals.map(|goals| goals.iter().sum()), Some(100));
//!
//! let solution = engine.solve(&rules.initial(), &SolveOptions::default(), &mut Unwatched)?;
//! assert_eq!(solution.goals, [100, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`search`] has the same functions for a game that you write in Rust: implement [`Game`], whose
//! documentation has an example.
//!
//! # Check and compare
//!
//! [`game::check`] reports errors and warnings. [`compare::compare`] tells whether two rule files
//! are the same game.
//!
//! ```
//! use regola::compare::{self, Alone, CompareOptions, CompareVerdict, NameMap, OtherGame};
//! use regola::game::{Rules, check};
//! use regola::syntax::load::FileReader;
//! use regola::syntax::render::Style;
//!
//! let report = check(&FileReader, "games/othello.rules");
//! assert!(report.diagnostics.is_empty(), "{}", report.render(Style::Plain));
//!
//! let cells = Rules::load("games/othello.rules")?;
//! let triples = Rules::load("games/othello-triples.rules")?;
//! let other = OtherGame { rules: &triples, names: &NameMap::same() };
//! let options = CompareOptions { depth: 2, games: 0, ..CompareOptions::default() };
//! let report = compare::compare(&cells, &[other], &options, &mut Alone)?;
//! assert!(matches!(report.verdicts[0], CompareVerdict::Equal));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`snapshot`] runs session files and compares their output with stored output.
//!
//! # Rule files from strangers
//!
//! Rules do no input or output. [`Limits`] bound the steps and the memory of each question, so an
//! endless rule ends with an error. `docs/promises.md` lists each guarantee. Pass other limits to
//! [`Rules::read_within`].
//!
//! ```
//! use regola::game::{Game, Rules};
//! use regola::logic::Limits;
//! use regola::syntax::load::MemoryReader;
//!
//! let reader = MemoryReader::new().with("loop.rules", "forever :- forever.");
//! let limits = Limits { steps: 1_000, ..Limits::default() };
//! let rules = Rules::draft(&reader, "loop.rules", limits)?;
//! let mut answers = rules.query(&rules.initial(), "forever")?;
//! let error = answers.next().expect("one item").expect_err("no end");
//! assert!(error.to_string().contains("step limit"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What stays as it is
//!
//! The items of this documentation change only with a new minor version before 1.0 and with a new
//! major version after it. Other public items serve the program `regola` and its tests and may
//! change at any time. They are hidden here; `cargo doc --features internals` shows them.
//!
//! # Modules
//!
//! Each module uses only the modules below it in this table.
//!
//! | module | contents |
//! | --- | --- |
//! | `studio` | a game in the browser, on this machine (feature `studio`) |
//! | `lsp` | a language server (feature `lsp`) |
//! | [`snapshot`] | stored output of sessions |
//! | [`session`] | questions and commands about a game, one after the other |
//! | [`compare`] | comparison of rule files |
//! | [`trial`] | random games that find mistakes in rules |
//! | [`language`] | names and documentation for editors |
//! | [`picture`] | drawings of positions, games and game trees |
//! | [`environment`] | a game for programs that learn: numbered moves, arrays, many games at once |
//! | [`engine`] | searches of a loaded game in the quickest form that there is |
//! | [`search`] | search, over the trait [`Game`] |
//! | [`compile`] | compiled games |
//! | [`game`] | loaded games |
//! | [`logic`] | terms, programs and the machine that proves goals |
//! | [`syntax`] | parser, diagnostics and formatter |
//! | [`clock`] | the time that passes |
//! | [`codes`] | a page for each error and warning |
//! | [`files`] | files that are written completely or not at all |
//!
//! [`Engine::best`]: engine::Engine::best
//! [`Engine::best_within`]: engine::Engine::best_within
//! [`Engine::perft`]: engine::Engine::perft
//! [`Engine::playout`]: engine::Engine::playout
//! [`Engine::quickest`]: engine::Engine::quickest
//! [`Engine::solve`]: engine::Engine::solve
//! [`Failure`]: game::Failure
//! [`Game`]: game::Game
//! [`Game::play`]: game::Game::play
//! [`Limits`]: logic::Limits
//! [`Options::of_level`]: search::Options::of_level
//! [`Position`]: game::Position
//! [`Reader`]: syntax::load::Reader
//! [`Rules`]: game::Rules
//! [`Rules::board`]: game::Rules::board
//! [`Rules::explain`]: game::Rules::explain
//! [`Rules::from_text`]: game::Rules::from_text
//! [`Rules::load`]: game::Rules::load
//! [`Rules::query`]: game::Rules::query
//! [`Rules::read`]: game::Rules::read
//! [`Rules::read_within`]: game::Rules::read_within
//! [`Turn`]: game::Turn
//! [`Watch`]: search::Watch

#[cfg_attr(not(feature = "internals"), doc(hidden))]
mod beside;
pub mod clock;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod codes;
pub mod compare;
pub mod compile;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod contest;
#[cfg(feature = "convert")]
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod convert;
pub mod engine;
pub mod environment;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod files;
pub mod game;
#[cfg(feature = "ggp")]
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod ggp;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod language;
pub mod logic;
#[cfg(feature = "lsp")]
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod lsp;
pub mod picture;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod record;
pub mod search;
pub mod session;
pub mod snapshot;
#[cfg(feature = "studio")]
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod studio;
pub mod syntax;
pub mod trial;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod tuning;

/// The Rust blocks of the manuals.
#[cfg(doctest)]
mod manuals {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../docs/how-to/embed.md")]
    struct Embed;

    #[doc = include_str!("../docs/how-to/test-in-rust.md")]
    struct TestInRust;
}
