//! A loaded game, as its positions and batches share it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use regola::compile::{Compilation, Effort};
use regola::environment::{Environment, State, Stepper};
use regola::game::{Failure, Game as _, Rules};
use regola::logic::{Allowance, Limits};
use regola::syntax::load::{FileReader, MemoryReader, Reader};

use crate::errors;
use crate::interrupt::{Stop, interruptible};

/// In which form a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Compiled if that is possible.
    Auto,
    /// Compiled, or not at all.
    Compiled,
    /// By the machine that follows the rules.
    Machine,
}

impl Form {
    const NAMES: [(&str, Self); 3] = [
        ("auto", Self::Auto),
        ("compiled", Self::Compiled),
        ("machine", Self::Machine),
    ];

    /// Reads the argument `engine`.
    pub fn read(name: &str) -> PyResult<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, form)| *form)
            .ok_or_else(|| PyValueError::new_err("engine is \"auto\", \"compiled\" or \"machine\""))
    }

    /// The argument `engine`.
    pub fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(_, form)| *form == self);
        found.map_or("auto", |(name, _)| name)
    }
}

/// How a game is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoadOptions {
    pub form: Form,
    pub spare: Option<usize>,
    pub steps: Option<u64>,
    pub memory: Option<usize>,
}

impl LoadOptions {
    /// Reads the arguments by which a game is loaded.
    pub fn read(
        engine: &str,
        spare: Option<usize>,
        steps: Option<u64>,
        memory: Option<usize>,
    ) -> PyResult<Self> {
        Ok(Self {
            form: Form::read(engine)?,
            spare,
            steps,
            memory,
        })
    }

    fn limits(self) -> Limits {
        let usual = Limits::default();
        Limits {
            steps: self.steps.unwrap_or(usual.steps),
            memory: self.memory.unwrap_or(usual.memory),
        }
    }
}

/// The texts of a game: the first is that of the rule file, the others are of the files that it uses.
pub type Texts = Vec<(String, String)>;

/// The games that are in use, by what they were loaded from.
type Known = HashMap<(Texts, LoadOptions), Weak<LoadedGame>>;

fn known() -> MutexGuard<'static, Known> {
    static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A loaded game.
#[derive(Debug)]
pub struct LoadedGame {
    pub rules: Rules,
    pub options: LoadOptions,
    /// Made when somebody first asks for it.
    environment: OnceLock<Arc<Environment>>,
    /// The first position with its turn, made when somebody first asks for it.
    start: OnceLock<State>,
    /// The symmetries as permutations of arrays, made when somebody first asks for them.
    permutations: OnceLock<Py<PyTuple>>,
    /// The numbers of the actions in order, made when somebody first asks for some.
    action_numbers: OnceLock<Vec<Py<PyInt>>>,
    /// Steppers that no thread uses now.
    idle: Mutex<Vec<Stepper>>,
}

impl LoadedGame {
    /// Loads a rule file that is on the disk. As long as a game is in use, it is compiled once,
    /// however often it is loaded.
    pub fn read(py: Python<'_>, path: &str, options: LoadOptions) -> PyResult<Arc<Self>> {
        let game = Self::load(py, &FileReader, path, options)?;
        let key = (game.texts(), options);
        let mut known = known();
        if let Some(game) = known.get(&key).and_then(Weak::upgrade) {
            return Ok(game);
        }
        known.retain(|_, game| game.strong_count() > 0);
        known.insert(key, Arc::downgrade(&game));
        Ok(game)
    }

    /// Loads a rule file whose texts are here, as [`read`](Self::read) does.
    pub fn of_texts(py: Python<'_>, texts: &Texts, options: LoadOptions) -> PyResult<Arc<Self>> {
        let key = (texts.clone(), options);
        if let Some(game) = known().get(&key).and_then(Weak::upgrade) {
            return Ok(game);
        }
        let Some((path, _)) = texts.first() else {
            return Err(PyValueError::new_err("a game has at least one text"));
        };
        let reader = texts
            .iter()
            .fold(MemoryReader::new(), |reader, (name, text)| {
                reader.with(name, text.clone())
            });
        let game = Self::load(py, &reader, path, options)?;
        known().insert(key, Arc::downgrade(&game));
        Ok(game)
    }

    fn load(
        py: Python<'_>,
        reader: &(dyn Reader + Sync),
        path: &str,
        options: LoadOptions,
    ) -> PyResult<Arc<Self>> {
        let read = |stop: Stop| -> Result<Rules, Failure> {
            let allowance = Allowance {
                limits: options.limits(),
                interrupt: stop.0,
            };
            Rules::read_within(reader, path, allowance)
        };
        let rules = interruptible(py, read)?.map_err(|failure| errors::unread(py, &failure))?;
        Ok(Arc::new(Self {
            rules,
            options,
            environment: OnceLock::new(),
            start: OnceLock::new(),
            permutations: OnceLock::new(),
            action_numbers: OnceLock::new(),
            idle: Mutex::default(),
        }))
    }

    /// The texts of the game.
    pub fn texts(&self) -> Texts {
        let sources = self.rules.sources().iter();
        let text = |source: &regola::syntax::source::Source| {
            (source.name.to_string(), source.text.to_string())
        };
        sources.map(|(_, source)| text(source)).collect()
    }

    /// The game as an environment. It is compiled at the first call.
    pub fn environment(&self, py: Python<'_>) -> PyResult<&Arc<Environment>> {
        if let Some(made) = self.environment.get() {
            return Ok(made);
        }
        let compile = |stop: Stop| match self.options.form {
            Form::Machine => None,
            Form::Auto | Form::Compiled => {
                let rules = self.rules.clone().with_interrupt(stop.0);
                Some(Compilation::new(&rules, Effort::Thorough))
            }
        };
        let compilation = match interruptible(py, compile)? {
            Some(Err(reason)) if self.options.form == Form::Compiled => {
                let told = reason.told(self.rules.sources());
                return Err(errors::raised(py, "RuleError", (told,)));
            }
            found => found.and_then(Result::ok).map(Arc::new),
        };
        let made = Environment::new(&self.rules, compilation, self.options.spare);
        let made = made.map_err(|error| errors::no_environment(py, &self.rules, &error))?;
        // Another thread may have made the same meanwhile.
        Ok(self.environment.get_or_init(|| Arc::new(made)))
    }

    /// The first position with its turn.
    pub fn start(&self, py: Python<'_>) -> PyResult<&State> {
        if let Some(made) = self.start.get() {
            return Ok(made);
        }
        let state = self.with_stepper(py, |stepper| stepper.state(&self.rules.initial()))?;
        let state = state.map_err(|error| errors::no_step(py, &self.rules, &error))?;
        Ok(self.start.get_or_init(|| state))
    }

    /// The symmetries of the rules as permutations of arrays, which nobody can write to.
    pub fn permutations(&self, py: Python<'_>) -> PyResult<&Py<PyTuple>> {
        if let Some(made) = self.permutations.get() {
            return Ok(made);
        }
        let environment = self.environment(py)?;
        let found = py.detach(|| environment.permutations());
        let found = found.map_err(|error| errors::no_step(py, &self.rules, &error))?;
        let class = py.import("regola.results")?.getattr("Permutation")?;
        let array = |numbers: Vec<u32>, shape: Vec<usize>| -> PyResult<_> {
            let array = PyArray1::from_vec(py, numbers).reshape(shape)?;
            array.readwrite().make_nonwriteable();
            Ok(array)
        };
        let made = found.into_iter().map(|permutation| {
            let actions = vec![permutation.actions.len()];
            class.call1((
                array(permutation.observation, environment.planes().shape())?,
                array(permutation.actions, actions)?,
            ))
        });
        let made = PyTuple::new(py, made.collect::<PyResult<Vec<_>>>()?)?.unbind();
        // Another thread may have made the same meanwhile.
        Ok(self.permutations.get_or_init(|| made))
    }

    /// The numbers of the actions in order, as values of Python: a list of legal actions makes none anew.
    pub fn action_numbers(&self, py: Python<'_>) -> PyResult<&[Py<PyInt>]> {
        if let Some(made) = self.action_numbers.get() {
            return Ok(made);
        }
        let count = self.environment(py)?.actions().count();
        let made = (0..count).map(|action| PyInt::new(py, action).unbind());
        let made = made.collect();
        // Another thread may have made the same meanwhile.
        Ok(self.action_numbers.get_or_init(|| made))
    }

    /// Does something with a stepper of the game, which no other thread uses meanwhile.
    pub fn with_stepper<T>(&self, py: Python<'_>, work: impl FnOnce(&Stepper) -> T) -> PyResult<T> {
        let environment = self.environment(py)?;
        let idle = self.idle().pop();
        let stepper = idle.unwrap_or_else(|| Stepper::new(environment));
        let done = work(&stepper);
        self.idle().push(stepper);
        Ok(done)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Stepper>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
