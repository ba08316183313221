//! `Batch`: many games side by side, as arrays.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{
    PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use regola::environment::{self, BatchOptions, Outcomes};
use regola::game::Game as _;

use crate::errors;
use crate::game::Game;
use crate::loaded::LoadedGame;
use crate::position::Position;

/// Many games side by side. The arrays are made once, and each step writes into them.
#[pyclass(module = "regola", name = "Batch")]
pub struct Batch {
    game: Arc<LoadedGame>,
    batch: Mutex<environment::Batch>,
    observation: Py<PyArrayDyn<u8>>,
    legal_mask: Py<PyArrayDyn<bool>>,
    to_move: Py<PyArray1<i8>>,
    rewards: Py<PyArrayDyn<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    /// Whether the first two say what is there now.
    has_observed: bool,
    has_masked: bool,
}

/// An array of a batch, to be written to.
fn writable<'py, T: numpy::Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let array = array.try_readwrite();
    array.map_err(|_| PyValueError::new_err("an array of the batch is in use by another step"))
}

impl Batch {
    /// A batch of this number of games.
    pub fn new(
        py: Python<'_>,
        game: &Arc<LoadedGame>,
        games: usize,
        options: BatchOptions,
    ) -> PyResult<Self> {
        if games == 0 {
            return Err(PyValueError::new_err("a batch has at least one game"));
        }
        let environment = game.environment(py)?;
        let batch = py.detach(|| environment::Batch::new(environment, games, options));
        let batch = batch.map_err(|error| errors::no_step(py, &game.rules, &error))?;
        Self::of(py, game, batch)
    }

    /// A batch with arrays for its games.
    fn of(py: Python<'_>, game: &Arc<LoadedGame>, batch: environment::Batch) -> PyResult<Self> {
        let environment = game.environment(py)?;
        let (games, roles) = (batch.games(), game.rules.role_count());
        // One axis more where several roles may be to move at once.
        let by_role: &[usize] = match environment.moves_at_once() {
            true => &[roles],
            false => &[],
        };
        let shape = |rest: &[usize]| -> Vec<usize> { [&[games][..], by_role, rest].concat() };
        let mut made = Self {
            observation: PyArrayDyn::zeros(py, shape(&environment.planes().shape()), false)
                .unbind(),
            legal_mask: PyArrayDyn::zeros(py, shape(&[environment.actions().count()]), false)
                .unbind(),
            to_move: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArrayDyn::zeros(py, vec![games, roles], false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            has_observed: false,
            has_masked: false,
            game: Arc::clone(game),
            batch: Mutex::new(batch),
        };
        made.changed(py)?;
        Ok(made)
    }

    /// Notes that the games have gone on.
    fn changed(&mut self, py: Python<'_>) -> PyResult<()> {
        (self.has_observed, self.has_masked) = (false, false);
        let to_move = self.to_move.bind(py).to_dyn().clone();
        self.batch()
            .write_movers(writable(&to_move)?.as_slice_mut()?);
        Ok(())
    }

    /// Makes a step of all games; `step` gets the batch and where to write what comes of it.
    fn step_by(
        &mut self,
        py: Python<'_>,
        step: impl FnOnce(
            &mut environment::Batch,
            &mut Outcomes<'_>,
        ) -> Result<(), environment::StepError>
        + Send,
    ) -> PyResult<()> {
        let rewards = self.rewards.bind(py).clone();
        let terminated = self.terminated.bind(py).to_dyn().clone();
        let truncated = self.truncated.bind(py).to_dyn().clone();
        let (mut rewards, mut terminated, mut truncated) = (
            writable(&rewards)?,
            writable(&terminated)?,
            writable(&truncated)?,
        );
        let mut outcomes = Outcomes {
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner);
        let stepped = py.detach(|| step(batch, &mut outcomes));
        drop((rewards, terminated, truncated));
        self.changed(py)?;
        stepped.map_err(|error| errors::no_step(py, &self.game.rules, &error))
    }

    fn batch(&self) -> MutexGuard<'_, environment::Batch> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn actions_shape(&self) -> Vec<usize> {
        let batch = self.batch();
        match batch.actions_per_game() {
            1 => vec![batch.games()],
            roles => vec![batch.games(), roles],
        }
    }
}

#[pymethods]
impl Batch {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The number of games.
    #[getter]
    fn num_envs(&self) -> usize {
        self.batch().games()
    }

    fn __len__(&self) -> usize {
        self.batch().games()
    }

    /// What the role to move sees, by game; or what each role sees, by game and role, if several roles
    /// may be to move at once.
    #[getter]
    fn observation(&mut self, py: Python<'_>) -> PyResult<Py<PyArrayDyn<u8>>> {
        if !self.has_observed {
            let array = self.observation.bind(py).clone();
            let mut array = writable(&array)?;
            let numbers = array.as_slice_mut()?;
            let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner);
            let written = py.detach(|| batch.write_observations(numbers));
            written.map_err(|error| errors::no_step(py, &self.game.rules, &error))?;
            self.has_observed = true;
        }
        Ok(self.observation.clone_ref(py))
    }

    /// Which actions are legal, by game, and by role if several may be to move at once.
    #[getter]
    fn legal_mask(&mut self, py: Python<'_>) -> PyResult<Py<PyArrayDyn<bool>>> {
        if !self.has_masked {
            let array = self.legal_mask.bind(py).clone();
            let mut array = writable(&array)?;
            let masks = array.as_slice_mut()?;
            let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner);
            py.detach(|| batch.write_masks(masks));
            self.has_masked = true;
        }
        Ok(self.legal_mask.clone_ref(py))
    }

    /// By game the number of the role that is to move, -1 if the game is over, -2 if several are.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.to_move.clone_ref(py)
    }

    /// By game and role what the last step was worth.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.rewards.clone_ref(py)
    }

    /// By game whether the last step ended it.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminated.clone_ref(py)
    }

    /// By game whether the last step has cut it off.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.truncated.clone_ref(py)
    }

    /// Play an action in each game: an array of integers by game, and by role if several may be to
    /// move at once. Actions of games that are over are not looked at.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let given: Bound<'_, PyAny> = py
            .import("numpy")?
            .getattr("ascontiguousarray")?
            .call1((actions, "int32"))?;
        let given: PyReadonlyArrayDyn<'_, i32> = given.extract()?;
        if given.shape() != self.actions_shape() {
            return Err(PyValueError::new_err(format!(
                "actions have the shape {:?}, not {:?}",
                self.actions_shape(),
                given.shape()
            )));
        }
        let actions = given.as_slice()?;
        self.step_by(py, |batch, outcomes| batch.step(actions, outcomes))
    }

    /// Play a random legal action in each game, and return these actions.
    fn step_random<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        let actions = PyArrayDyn::zeros(py, self.actions_shape(), false);
        {
            let mut chosen = writable(&actions)?;
            let chosen = chosen.as_slice_mut()?;
            self.step_by(py, |batch, outcomes| batch.step_random(chosen, outcomes))?;
        }
        Ok(actions)
    }

    /// Choose a random legal action in each game: what `step` takes.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        let actions = PyArrayDyn::zeros(py, self.actions_shape(), false);
        self.batch()
            .choose_random(writable(&actions)?.as_slice_mut()?);
        Ok(actions)
    }

    /// Play each game to its end at random, and return the rewards by game and role. The games stay
    /// as they are.
    #[pyo3(signature = (*, plies=10_000))]
    fn rollout<'py>(
        &mut self,
        py: Python<'py>,
        plies: usize,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let shape = vec![self.batch().games(), self.game.rules.role_count()];
        let rewards = PyArrayDyn::zeros(py, shape, false);
        {
            let mut worth = writable(&rewards)?;
            let worth = worth.as_slice_mut()?;
            let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner);
            let played = py.detach(|| batch.rollout(plies, worth));
            played.map_err(|error| errors::no_step(py, &self.game.rules, &error))?;
        }
        Ok(rewards)
    }

    /// Begin games anew: all, or those for which the array `mask` is true.
    #[pyo3(signature = (*, seed=None, mask=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        mask: Option<PyReadonlyArrayDyn<'_, bool>>,
    ) -> PyResult<()> {
        let chosen = mask.as_ref().map(|mask| mask.as_slice()).transpose()?;
        if chosen.is_some_and(|chosen| chosen.len() != self.batch().games()) {
            return Err(PyValueError::new_err(
                "the mask has one element for each game",
            ));
        }
        let is_chosen = |game: usize| chosen.is_none_or(|chosen| chosen[game]);
        self.batch().reset(seed, is_chosen);
        let rewards = self.rewards.bind(py).clone();
        let roles = self.game.rules.role_count();
        for (game, own) in writable(&rewards)?
            .as_slice_mut()?
            .chunks_mut(roles)
            .enumerate()
        {
            if is_chosen(game) {
                own.fill(0.0);
            }
        }
        for array in [&self.terminated, &self.truncated] {
            let array = array.bind(py).to_dyn().clone();
            for (game, own) in writable(&array)?.as_slice_mut()?.iter_mut().enumerate() {
                *own &= !is_chosen(game);
            }
        }
        self.changed(py)
    }

    /// The same games in arrays of their own.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let made = Self::of(py, &self.game, self.batch().copy())?;
        for (array, own) in [
            (&made.terminated, &self.terminated),
            (&made.truncated, &self.truncated),
        ] {
            own.bind(py).copy_to(array.bind(py))?;
        }
        self.rewards.bind(py).copy_to(made.rewards.bind(py))?;
        Ok(made)
    }

    /// The position of a game, by its number.
    fn position(&self, number: usize) -> PyResult<Position> {
        let state = self.batch().state(number).cloned();
        let state = state.ok_or_else(|| PyIndexError::new_err("the batch has fewer games"))?;
        Ok(Position::of_state(&self.game, state))
    }

    /// Put a game into a position.
    fn set_position(&mut self, py: Python<'_>, number: usize, position: &Position) -> PyResult<()> {
        if number >= self.batch().games() {
            return Err(PyIndexError::new_err("the batch has fewer games"));
        }
        if !position.is_of(&self.game) {
            return Err(PyValueError::new_err("this is a position of another game"));
        }
        self.batch().set_state(number, position.state());
        self.changed(py)
    }

    /// The positions of all games, as `bytes(position)` would give them.
    fn encode<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let batch = self.batch();
        let bytes = self.game.with_stepper(py, |stepper| {
            let states = (0..batch.games()).filter_map(|game| batch.state(game));
            states
                .map(|state| stepper.encode(state))
                .collect::<Vec<_>>()
        })?;
        Ok(bytes.iter().map(|bytes| PyBytes::new(py, bytes)).collect())
    }

    fn __repr__(&self) -> String {
        format!(
            "<{} games of {}>",
            self.batch().games(),
            self.game.rules.name()
        )
    }
}
