//! `Game`: a loaded rule file.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use regola::compare::{CompareHost, CompareOptions, CompareProgress, NameMap, OtherGame, words};
use regola::environment::{Autoreset, BatchOptions, Illegal, NoState};
use regola::game::{Game as _, check_within};
use regola::logic::Allowance;
use regola::syntax::load::FileReader;
use regola::syntax::render::Style;

use crate::batch::Batch;
use crate::errors;
use crate::interrupt::{Stop, interruptible};
use crate::loaded::{LoadOptions, LoadedGame, Texts};
use crate::position::Position;
use crate::search;

/// A game: a rule file that is loaded. Games do not change, and threads may share them.
#[pyclass(frozen, module = "regola", name = "Game")]
#[derive(Clone, Debug)]
pub struct Game(pub Arc<LoadedGame>);

#[pymethods]
impl Game {
    /// Load a rule file from a path.
    #[classmethod]
    #[pyo3(signature = (path, *, engine="auto", spare=None, steps=None, memory=None))]
    fn load(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        path: std::path::PathBuf,
        engine: &str,
        spare: Option<usize>,
        steps: Option<u64>,
        memory: Option<usize>,
    ) -> PyResult<Self> {
        let options = LoadOptions::read(engine, spare, steps, memory)?;
        LoadedGame::read(py, &path.to_string_lossy(), options).map(Self)
    }

    /// Load a game from texts: pairs of a name and a text, the rule file first.
    #[classmethod]
    #[pyo3(signature = (texts, *, engine="auto", spare=None, steps=None, memory=None))]
    fn of_texts(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        texts: Texts,
        engine: &str,
        spare: Option<usize>,
        steps: Option<u64>,
        memory: Option<usize>,
    ) -> PyResult<Self> {
        let options = LoadOptions::read(engine, spare, steps, memory)?;
        LoadedGame::of_texts(py, &texts, options).map(Self)
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &str {
        self.0.rules.name()
    }

    /// The names of the roles, in their order.
    #[getter]
    fn roles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.rules.role_names())
    }

    /// The texts of the game, the rule file first.
    #[getter]
    fn texts(&self) -> Texts {
        self.0.texts()
    }

    /// The text of the rule file.
    #[getter]
    fn text(&self) -> String {
        self.0.texts().swap_remove(0).1
    }

    /// What each action is, by its number: the moves that have a number of their own, then the parts of
    /// other moves, then spare actions.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = self.0.environment(py)?.actions().names();
        PyTuple::new(py, names.collect::<Vec<_>>())
    }

    /// The number of actions.
    #[getter]
    fn num_actions(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.0.environment(py)?.actions().count())
    }

    /// The number of spare actions, which come last.
    #[getter]
    fn num_spare(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.0.environment(py)?.actions().spare())
    }

    /// The number of the move that is written like this, such as `place(3, 4)`, or of a part of moves,
    /// such as `part 3-4`.
    fn action(&self, py: Python<'_>, text: &str) -> PyResult<usize> {
        let plain = |text: &str| text.replace(' ', "");
        let actions = self.0.environment(py)?.actions();
        let wanted = plain(text);
        let found = actions.names().position(|name| plain(&name) == wanted);
        found.ok_or_else(|| PyKeyError::new_err(format!("no action is `{text}`")))
    }

    /// The lengths of the axes of an observation.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.environment(py)?.planes().shape())
    }

    /// What each plane of an observation shows.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.environment(py)?.planes().names())
    }

    /// Whether several roles may be to move at once.
    #[getter]
    fn moves_at_once(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.0.environment(py)?.moves_at_once())
    }

    /// Whether the game is compiled: all that playing it needs but for what `compilation` excepts.
    #[getter]
    fn is_compiled(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.0.environment(py)?.compilation().is_some())
    }

    /// What a game asks of its rules: for each part its name, and the reasons why the machine answers
    /// it, in some positions or in all. Empty if the game stays with the machine.
    #[getter]
    fn compilation(&self, py: Python<'_>) -> PyResult<Vec<(String, bool, Vec<String>)>> {
        let sources = self.0.rules.sources();
        let compilation = self.0.environment(py)?.compilation();
        let parts = compilation.into_iter().flat_map(|found| found.parts());
        let part = |part: &regola::compile::Part| {
            let reasons = match &part.outcome {
                Err(reason) => vec![reason.told(sources)],
                Ok(()) => part
                    .except
                    .iter()
                    .map(|reason| reason.told(sources))
                    .collect(),
            };
            (part.name.clone(), part.outcome.is_ok(), reasons)
        };
        Ok(parts.map(part).collect())
    }

    /// The names of the heuristics, in the order of the file.
    #[getter]
    fn heuristics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.rules.heuristics().iter().map(|name| &**name))
    }

    /// The names of the levels of strength.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let levels = self.0.rules.levels().iter();
        PyTuple::new(
            py,
            levels
                .map(|level| level.name.to_string())
                .collect::<Vec<_>>(),
        )
    }

    /// The number of symmetries of the rules, with the one that changes nothing.
    #[getter]
    fn symmetries(&self) -> usize {
        self.0.rules.symmetry_count()
    }

    /// The symmetries of the rules as permutations of arrays, without the one that changes nothing.
    #[getter]
    fn permutations(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.0.permutations(py)?.clone_ref(py))
    }

    /// Warnings about the rule file.
    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let warnings = self.0.rules.warnings();
        errors::diagnostics(py, &warnings, self.0.rules.sources())
    }

    /// The first position.
    fn initial(&self, py: Python<'_>) -> PyResult<Position> {
        Position::first(py, &self.0)
    }

    /// The position in which these facts hold, such as `control(red). cell(1, 1, yellow).`
    fn position(&self, py: Python<'_>, facts: &str) -> PyResult<Position> {
        let position = self.0.rules.position("<facts>", facts);
        let position = position.map_err(|failure| errors::unread(py, &failure))?;
        Position::new(py, &self.0, &position)
    }

    /// The position that `bytes(position)` has written.
    fn decode(&self, py: Python<'_>, data: &[u8]) -> PyResult<Position> {
        let state = self.0.with_stepper(py, |stepper| stepper.decode(data))?;
        let state = state.map_err(|error| match error {
            NoState::Position(error) => PyValueError::new_err(error.to_string()),
            NoState::Step(error) => errors::no_step(py, &self.0.rules, &error),
        })?;
        Ok(Position::of_state(&self.0, state))
    }

    /// The number of lines of play of `depth` plies.
    #[pyo3(signature = (depth, position=None, *, threads=1))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: usize,
        position: Option<&Position>,
        threads: usize,
    ) -> PyResult<u64> {
        search::perft(py, &self.0, position, depth, threads)
    }

    /// The best move by a search.
    #[pyo3(signature = (position=None, *, depth=None, time=None, level=None, heuristic=None, playouts=None, seed=0))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the method")]
    fn best<'py>(
        &self,
        py: Python<'py>,
        position: Option<&Position>,
        depth: Option<usize>,
        time: Option<f64>,
        level: Option<&str>,
        heuristic: Option<&str>,
        playouts: Option<u64>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let wanted = search::Wanted {
            depth,
            time,
            level,
            heuristic,
            playouts,
            seed,
        };
        search::best(py, &self.0, position, &wanted)
    }

    /// What each role can force with best play.
    #[pyo3(signature = (position=None, *, threads=1))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: Option<&Position>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        search::solve(py, &self.0, position, threads)
    }

    /// The goals of `n` random games by game and role, 255 where a game is not over after `plies`
    /// plies. The same seeds give the same games as `regola playout`.
    #[pyo3(signature = (n, *, seed=0, threads=1, position=None, plies=10_000))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        seed: u64,
        threads: usize,
        position: Option<&Position>,
        plies: usize,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let goals = search::playouts(py, &self.0, position, n, seed, threads, plies)?;
        PyArray1::from_vec(py, goals).reshape([n, self.0.rules.role_count()])
    }

    /// Many games side by side.
    #[pyo3(signature = (num_envs, *, seed=0, threads=1, autoreset="next", illegal="raise", max_plies=None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the method")]
    fn batch(
        &self,
        py: Python<'_>,
        num_envs: usize,
        seed: u64,
        threads: usize,
        autoreset: &str,
        illegal: &str,
        max_plies: Option<u32>,
    ) -> PyResult<Batch> {
        let autoreset = match autoreset {
            "next" => Autoreset::Next,
            "same" => Autoreset::Same,
            "off" => Autoreset::Off,
            _ => {
                return Err(PyValueError::new_err(
                    "autoreset is \"next\", \"same\" or \"off\"",
                ));
            }
        };
        let illegal = match illegal {
            "raise" => Illegal::Error,
            "lose" => Illegal::Loses,
            _ => return Err(PyValueError::new_err("illegal is \"raise\" or \"lose\"")),
        };
        let options = BatchOptions {
            seed,
            threads: threads.max(1),
            autoreset,
            illegal,
            max_plies,
        };
        Batch::new(py, &self.0, num_envs, options)
    }

    pub fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.options == other.0.options && self.0.texts() == other.0.texts()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.texts().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<game {}>", self.0.rules.name())
    }

    /// A game is pickled as its texts, and compiled again where it arrives.
    #[expect(
        clippy::type_complexity,
        reason = "the shape is that of Python's protocol"
    )]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (
            Texts,
            &'static str,
            Option<usize>,
            Option<u64>,
            Option<usize>,
        ),
    )> {
        let game = &slf.get().0;
        let options = game.options;
        let load = slf.py().import("regola._pickling")?.getattr("game")?;
        Ok((
            load,
            (
                game.texts(),
                options.form.name(),
                options.spare,
                options.steps,
                options.memory,
            ),
        ))
    }
}

/// Stops a comparison when Ctrl-C is pressed.
struct Stopping(Stop);

impl CompareHost for Stopping {
    fn look(&mut self, _progress: CompareProgress) -> std::ops::ControlFlow<()> {
        match self.0.is_set() {
            true => std::ops::ControlFlow::Break(()),
            false => std::ops::ControlFlow::Continue(()),
        }
    }
}

/// Whether two rule files are the same game, and how far that was looked at, in words.
#[pyfunction]
#[pyo3(signature = (first, other, *, depth=4, games=20, seed=0))]
pub fn compare(
    py: Python<'_>,
    first: &Game,
    other: &Game,
    depth: usize,
    games: u64,
    seed: u64,
) -> PyResult<(bool, String, Vec<String>)> {
    let options = CompareOptions {
        depth,
        games,
        seed,
        ..CompareOptions::default()
    };
    let report = interruptible(py, |stop| {
        let [first, rules] = [first, other].map(|game| {
            let flag = Arc::clone(&stop.0);
            game.0.rules.clone().with_interrupt(flag)
        });
        let names = NameMap::same();
        let other = OtherGame {
            rules: &rules,
            names: &names,
        };
        regola::compare::compare(&first, &[other], &options, &mut Stopping(stop))
    })?;
    let report = report.map_err(|failure| errors::unread(py, &failure))?;
    let names = [first, other].map(|game| game.0.rules.name());
    Ok(match &report.verdicts[0] {
        regola::compare::CompareVerdict::Equal => (
            true,
            words::equality(names, &report, 0)
                .to_string()
                .trim_end()
                .to_owned(),
            Vec::new(),
        ),
        regola::compare::CompareVerdict::Differs(difference) => {
            let told = words::difference(names, difference, report.extent, Style::Plain);
            (
                false,
                told.to_string().trim_end().to_owned(),
                difference.line.clone(),
            )
        }
    })
}

/// All errors and warnings about a rule file.
#[pyfunction]
pub fn check<'py>(py: Python<'py>, path: std::path::PathBuf) -> PyResult<Bound<'py, PyTuple>> {
    let report = interruptible(py, |stop| {
        let allowance = Allowance {
            interrupt: stop.0,
            ..Allowance::default()
        };
        check_within(&FileReader, &path.to_string_lossy(), allowance)
    })?;
    errors::diagnostics(py, &report.diagnostics, &report.sources)
}
