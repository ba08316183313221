//! Both forms of a game are asked the same, and must answer the same: moves in their order,
//! positions, ends, results, values, counts of lines, best moves, random games, and errors.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use regola::compile::{Both, Compilation, Compiled, Effort};
use regola::engine::Engine;
use regola::game::{Error, Game, Role, Rules, Turn};
use regola::logic::Limits;
use regola::search::{Options, Progress, SearchError, Watch};
use regola::syntax::load::MemoryReader;

/// What each question may take.
const LIMITS: Limits = Limits {
    steps: 30_000,
    memory: 32 << 20,
};

/// So many positions of each random game are compared.
const PLIES: usize = 6;

/// So many moves of each position are played.
const MOVES: usize = 3;

/// How a game was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    Wholly,
    Partly,
    Not,
}

/// What came of a game.
#[derive(Debug)]
pub struct Held {
    pub extent: Extent,
    /// Whether a random game came to its end.
    pub has_ended: bool,
    /// The kinds of errors in which both forms ended alike.
    pub errors: BTreeSet<&'static str>,
    /// Whether a search was cut short, since it looked at many positions.
    pub was_long: bool,
    /// Why it was not compiled.
    pub reason: Option<String>,
}

/// Why a game was not held.
#[derive(Debug)]
pub enum Failed {
    /// It is refused when it is loaded.
    Refused(String),
    /// The two forms differ.
    Differ(String),
}

/// Loads a game within the limits, and holds both forms against each other.
pub fn hold(text: &str) -> Result<Held, Failed> {
    let reader = MemoryReader::new().with("game.rules", text);
    let rules = Rules::read_within(&reader, "game.rules", LIMITS);
    let rules = rules.map_err(|failure| Failed::Refused(failure.to_string()))?;
    let mut held = Held {
        extent: Extent::Not,
        has_ended: false,
        errors: BTreeSet::new(),
        was_long: false,
        reason: None,
    };
    let compilation = match Compilation::new(&rules, Effort::Quick) {
        Ok(compilation) => Arc::new(compilation),
        Err(reason) => {
            held.reason = Some(reason.to_string());
            return Ok(held);
        }
    };
    let is_whole = compilation
        .parts()
        .iter()
        .all(|part| part.outcome.is_ok() && part.except.is_empty());
    held.extent = if is_whole {
        Extent::Wholly
    } else {
        Extent::Partly
    };
    let compiled = Compiled::new(&rules, Arc::clone(&compilation));
    questions(&Both::new(compiled), rules.heuristics().len(), &mut held).map_err(Failed::Differ)?;
    let engine = Engine::of(&rules, Some(Arc::clone(&compilation)));
    searches(&rules, &engine, &mut held).map_err(Failed::Differ)?;
    let interpreted = compilation
        .interpreted()
        .map_err(|reason| Failed::Differ(reason.to_string()))?;
    let interpreted = Engine::of(&rules, Some(Arc::new(interpreted)));
    let machine = Engine::machine(&rules);
    compilation.make_ready(&rules);
    games(&machine, &engine, "native code").map_err(Failed::Differ)?;
    games(&machine, &interpreted, "interpreted").map_err(Failed::Differ)?;
    Ok(held)
}

/// Asks all that can be asked in the positions of two random games.
fn questions(game: &Both, heuristics: usize, held: &mut Held) -> Result<(), String> {
    for seed in 0..2 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = game.initial();
        for _ in 0..PLIES {
            for role in (0..game.role_count()).map(Role) {
                for heuristic in 0..heuristics {
                    held.note(game.evaluate(&position, heuristic, role))?;
                }
                held.note(game.goal(&position, role))?;
            }
            held.note(game.quiet(&position))?;
            let over = held.note(game.over(&position))?;
            let Some(turn) = held.note(game.turn(&position))? else {
                break;
            };
            if let Some(over) = over.filter(|over| *over != (turn == Turn::Over)) {
                return Err(format!("over says {over}, the turn is {turn:?}"));
            }
            held.has_ended |= turn == Turn::Over;
            let movers = turn.into_movers();
            let mut next = None;
            for _ in 0..MOVES {
                let chosen: Vec<_> = movers
                    .iter()
                    .map(|(_, moves)| moves[random.usize(..moves.len())].clone())
                    .collect();
                if !chosen.is_empty() {
                    next = held.note(game.play(&position, &chosen))?.or(next);
                }
            }
            match next {
                Some(next) => position = next,
                None => break,
            }
        }
    }
    Ok(())
}

impl Held {
    /// An answer on which both forms agree, or none where both fail alike.
    fn note<T>(&mut self, answer: Result<T, Error>) -> Result<Option<T>, String> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Error::Disagreement(text)) => Err(text),
            Err(error) => {
                self.errors.insert(kind(&error));
                Ok(None)
            }
        }
    }
}

/// Which kind of error it is.
fn kind(error: &Error) -> &'static str {
    match error {
        Error::Logic(_) if error.is_limit() => "a limit",
        Error::Logic(error) if error.is_unstratified() => "a circle through a denial",
        Error::Logic(_) => "an error that was thrown",
        Error::NotAMove(..) => "a move that is none",
        Error::NotAFact { .. } => "an effect that is no fact",
        Error::Conflict { .. } => "two values for a key",
        Error::NoGoal(_) => "no result",
        Error::NoValue(..) => "no value",
        _ => "another error",
    }
}

/// Counts lines and looks for the best move, with each form.
fn searches(rules: &Rules, compiled: &Engine, held: &mut Held) -> Result<(), String> {
    let machine = Engine::machine(rules);
    let start = rules.initial();
    for depth in 1..=3 {
        let count = |engine: &Engine| engine.perft(&start, depth, &mut Few);
        same(
            &format!("perft to depth {depth}"),
            count(&machine),
            count(compiled),
            held,
        )?;
    }
    for heuristic in [None]
        .into_iter()
        .chain((0..rules.heuristics().len()).map(Some))
    {
        let options = Options {
            depth: 2,
            heuristic,
            prefer_quick: true,
            table: 100,
            ..Options::default()
        };
        let search = |engine: &Engine| engine.best(&start, &options, &mut Few);
        same("the best move", search(&machine), search(compiled), held)?;
    }
    Ok(())
}

/// The two say the same, unless one was stopped, or the machine met a limit.
fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    machine: Result<T, SearchError<Error>>,
    compiled: Result<T, SearchError<Error>>,
    held: &mut Held,
) -> Result<(), String> {
    match (&machine, &compiled) {
        (Err(SearchError::Stopped { .. }), _) | (_, Err(SearchError::Stopped { .. })) => {
            held.was_long = true
        }
        (Err(SearchError::Game(error)), _) if error.is_given_up() => {}
        _ if machine == compiled => {}
        _ => {
            return Err(format!(
                "{what}: the machine says {machine:?}, the compiled form {compiled:?}"
            ));
        }
    }
    Ok(())
}

/// Plays some games at random with each form.
fn games(machine: &Engine, compiled: &Engine, form: &str) -> Result<(), String> {
    let seeds: Vec<u64> = (10..19).collect();
    let play = |engine: &Engine| engine.playouts(&engine.rules().initial(), PLIES, &seeds);
    let (machine, compiled) = (play(machine), play(compiled));
    match (&machine, &compiled) {
        (Err(SearchError::Game(error)), _) if error.is_given_up() => Ok(()),
        // Games that are played at once need not come to their errors one after the other.
        (Err(_), Err(_)) => Ok(()),
        _ if machine == compiled => Ok(()),
        _ => Err(format!(
            "random games, {form}: the machine says {machine:?}, the compiled form {compiled:?}"
        )),
    }
}

/// Stops a search after some positions.
pub struct Few;

impl Watch for Few {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        if progress.nodes > 400 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
