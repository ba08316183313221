//! Searches of a game: best moves, solutions, counts of lines, random games.

use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use regola::engine::{Engine, Visitor};
use regola::game::{self, Error, Game as _, RuleGame, Rules};
use regola::search::{self, MAX_PLIES, Options, SearchError, SolveOptions, Strategy};

use crate::errors;
use crate::interrupt::{Stop, interruptible};
use crate::loaded::LoadedGame;
use crate::position::Position;

/// The class of Python's results is in this module.
const MODULE: &str = "regola.results";

/// What a search is asked for.
pub struct Wanted<'w> {
    pub depth: Option<usize>,
    pub time: Option<f64>,
    pub level: Option<&'w str>,
    pub heuristic: Option<&'w str>,
    pub playouts: Option<u64>,
    pub seed: u64,
}

/// The position to search: this one, or the first one of the game.
fn start(
    py: Python<'_>,
    game: &Arc<LoadedGame>,
    position: Option<&Position>,
) -> PyResult<game::Position> {
    match position {
        None => Ok(game.rules.initial()),
        Some(position) if !position.state().chosen().is_empty() => Err(PyValueError::new_err(
            "a move is begun here, and a search is about whole moves: ask the position before it",
        )),
        Some(position) if position.is_of(game) => position.facts_of(py),
        Some(_) => Err(PyValueError::new_err("this is a position of another game")),
    }
}

/// Runs a search that Ctrl-C stops.
fn run<T: Send>(
    py: Python<'_>,
    game: &Arc<LoadedGame>,
    work: impl FnOnce(&Engine, Stop) -> Result<T, SearchError<Error>> + Send,
) -> PyResult<T> {
    // Compiled before, so that the thread of the search needs no interpreter.
    let compilation = game.environment(py)?.compilation().cloned();
    let found = interruptible(py, |stop| {
        let rules = game.rules.clone().with_interrupt(stop.0.clone());
        work(&Engine::of(&rules, compilation), stop)
    })?;
    found.map_err(|error| errors::no_search(py, &game.rules, &error))
}

/// A line of play as the game writes it.
fn line_written(
    rules: &Rules,
    mut position: game::Position,
    line: &[game::Move],
) -> Result<Vec<String>, Error> {
    let mut written = Vec::with_capacity(line.len());
    for played in line {
        written.push(rules.notation(&position, played)?);
        position = rules.play(&position, std::slice::from_ref(played))?;
    }
    Ok(written)
}

pub fn perft(
    py: Python<'_>,
    game: &Arc<LoadedGame>,
    position: Option<&Position>,
    depth: usize,
    threads: usize,
) -> PyResult<u64> {
    let position = start(py, game, position)?;
    run(py, game, |engine, mut stop| {
        engine.perft_on(threads.max(1), &position, depth, &mut stop)
    })
}

/// The number of the heuristic with this name.
fn heuristic(rules: &Rules, name: &str) -> PyResult<usize> {
    let known = rules.heuristics();
    let number = known.iter().position(|other| &**other == name);
    number.ok_or_else(|| {
        unknown(
            "heuristic",
            name,
            known.iter().map(|name| &**name).collect(),
        )
    })
}

/// There is no level or heuristic of this name.
fn unknown(kind: &str, name: &str, known: Vec<&str>) -> PyErr {
    let words = match &known[..] {
        [] => "the rules have none".to_owned(),
        known => format!("the {kind}s are {}", known.join(", ")),
    };
    PyValueError::new_err(format!("no {kind} is `{name}`; {words}"))
}

pub fn best<'py>(
    py: Python<'py>,
    game: &Arc<LoadedGame>,
    position: Option<&Position>,
    wanted: &Wanted<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let position = start(py, game, position)?;
    let rules = &game.rules;
    let (mut options, mut time) = match wanted.level {
        Some(name) => {
            let level = rules.level(name).ok_or_else(|| {
                let known = rules.levels().iter().map(|level| &*level.name);
                unknown("level", name, known.collect())
            })?;
            let options = Options::of_level(rules, level, wanted.seed);
            let options = options.map_err(|error| PyValueError::new_err(error.to_string()))?;
            (options, level.time)
        }
        None => {
            let heuristic = (!rules.heuristics().is_empty()).then_some(0);
            (
                Options {
                    heuristic,
                    ..Options::default()
                },
                None,
            )
        }
    };
    if let Some(name) = wanted.heuristic {
        options.heuristic = Some(heuristic(rules, name)?);
    }
    if let Some(playouts) = wanted.playouts {
        options.strategy = Strategy::MonteCarlo;
        options.playouts = playouts;
        options.seed = wanted.seed;
    }
    if let Some(depth) = wanted.depth {
        options.depth = depth;
    }
    if let Some(seconds) = wanted.time {
        let limit = Duration::try_from_secs_f64(seconds);
        time = Some(limit.map_err(|_| PyValueError::new_err("time is a number of seconds"))?);
        options.depth = wanted.depth.unwrap_or(MAX_PLIES);
        options.prefer_quick = true;
    }
    let (found, depth) = run(py, game, |engine, mut stop| match time {
        Some(time) => {
            let found = engine.best_within(&position, &options, time, &mut stop)?;
            Ok((found.best, found.depth))
        }
        None => {
            let found = engine.best(&position, &options, &mut stop)?;
            Ok((found, options.depth))
        }
    })?;
    let line = line_written(rules, position, &found.line);
    let line = line.map_err(|error| errors::unfollowed(py, rules, &error))?;
    let actions = game.environment(py)?.actions();
    let action = found
        .line
        .first()
        .and_then(|played| actions.of_term(&played.term));
    py.import(MODULE)?.getattr("Best")?.call1((
        line.first(),
        action,
        found.value.to_string(),
        found.value.expected_goal(),
        line.clone(),
        depth,
        found.nodes,
    ))
}

pub fn solve<'py>(
    py: Python<'py>,
    game: &Arc<LoadedGame>,
    position: Option<&Position>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let position = start(py, game, position)?;
    let options = SolveOptions {
        threads,
        ..SolveOptions::default()
    };
    let found = run(py, game, |engine, mut stop| {
        engine.solve(&position, &options, &mut stop)
    })?;
    let rules = &game.rules;
    let line = line_written(rules, position, &found.line);
    let line = line.map_err(|error| errors::unfollowed(py, rules, &error))?;
    py.import(MODULE)?.getattr("Solution")?.call1((
        found
            .goals
            .iter()
            .map(|goal| u32::from(*goal))
            .collect::<Vec<u32>>(),
        line,
        found.positions,
    ))
}

/// Random games, of which only the results are wanted.
struct Goals<'a> {
    threads: usize,
    position: &'a game::Position,
    plies: usize,
    seeds: &'a [u64],
}

impl Visitor for Goals<'_> {
    type Output = Result<Vec<u8>, SearchError<Error>>;

    fn start(&self) -> Option<&game::Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let played = search::playouts_on(self.threads, game, &position, self.plies, self.seeds)?;
        let roles = game.role_count();
        let goals = |goals: Option<Vec<u8>>| goals.unwrap_or_else(|| vec![u8::MAX; roles]);
        Ok(played
            .into_iter()
            .flat_map(|game| goals(game.goals))
            .collect())
    }
}

/// The number of games between two looks for Ctrl-C.
const GAMES_AT_ONCE: usize = 10_000;

pub fn playouts(
    py: Python<'_>,
    game: &Arc<LoadedGame>,
    position: Option<&Position>,
    games: usize,
    seed: u64,
    threads: usize,
    plies: usize,
) -> PyResult<Vec<u8>> {
    let position = start(py, game, position)?;
    run(py, game, |engine, stop| {
        let mut goals = Vec::with_capacity(games * game.rules.role_count());
        let seeds: Vec<u64> = (0..games as u64)
            .map(|game| seed.wrapping_add(game))
            .collect();
        for seeds in seeds.chunks(GAMES_AT_ONCE * threads.max(1)) {
            // The interruption is raised, whatever is returned here.
            if stop.is_set() {
                break;
            }
            goals.extend(engine.visit(Goals {
                threads: threads.max(1),
                position: &position,
                plies,
                seeds,
            })?);
        }
        Ok(goals)
    })
}
