//! `Position`: a position of a game, as a value.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use regola::environment::{Action, State, StepError, Stepper};
use regola::game::{FastPaths as _, FindMoveError, Game as _, Role, same_when_typed};
use regola::logic::proof::Bounds;
use regola::picture::Album;

use crate::answers::Answers;
use crate::errors;
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::loaded::LoadedGame;

/// Actions of a position, each with the one that does the same in an image of it.
type ActionPairs = Vec<(Action, Action)>;

/// A position of the rules, with the legal moves of a role and their actions.
type TurnOf = (regola::game::Position, Vec<(Action, regola::game::Move)>);

/// A move as it is given.
enum Given {
    Action(Action),
    /// A whole move, and the action that chooses it or its next part.
    Move(Action, regola::game::Move),
}

/// A position of a game. It is a value: a move gives a new one.
#[pyclass(frozen, module = "regola", name = "Position")]
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<LoadedGame>,
    state: State,
}

impl Position {
    /// A position with its turn.
    pub fn new(
        py: Python<'_>,
        game: &Arc<LoadedGame>,
        position: &regola::game::Position,
    ) -> PyResult<Self> {
        let state = game.with_stepper(py, |stepper| stepper.state(position))?;
        let state = state.map_err(|error| errors::no_step(py, &game.rules, &error))?;
        Ok(Self {
            game: Arc::clone(game),
            state,
        })
    }

    /// A position with its turn, as it is.
    pub fn of_state(game: &Arc<LoadedGame>, state: State) -> Self {
        Self {
            game: Arc::clone(game),
            state,
        }
    }

    /// The position with its turn.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The first position of a game.
    pub fn first(py: Python<'_>, game: &Arc<LoadedGame>) -> PyResult<Self> {
        Ok(Self {
            state: game.start(py)?.clone(),
            game: Arc::clone(game),
        })
    }

    fn with_stepper<T>(&self, py: Python<'_>, work: impl FnOnce(&Stepper) -> T) -> PyResult<T> {
        self.game.with_stepper(py, work)
    }

    /// The position of the rules.
    pub fn facts_of(&self, py: Python<'_>) -> PyResult<regola::game::Position> {
        self.with_stepper(py, |stepper| stepper.position(&self.state))
    }

    /// Whether it is a position of this game.
    pub fn is_of(&self, game: &Arc<LoadedGame>) -> bool {
        Arc::ptr_eq(&self.game, game)
    }

    /// The role of this name or number; without one the role that is to move.
    fn role(&self, py: Python<'_>, role: Option<&Bound<'_, PyAny>>) -> PyResult<Role> {
        let Some(role) = role.filter(|role| !role.is_none()) else {
            return self.state.mover().ok_or_else(|| match self.is_over() {
                true => errors::raised(py, "GameOverError", ("the game is over",)),
                false => PyValueError::new_err("several roles are to move: say which"),
            });
        };
        let names = self.game.rules.role_names();
        if let Ok(name) = role.extract::<&str>()
            && let Some(found) = names.iter().position(|known| known == name)
        {
            return Ok(Role(found));
        }
        match role.extract::<usize>() {
            Ok(number) if number < names.len() => Ok(Role(number)),
            _ => Err(PyValueError::new_err(format!(
                "no role is {role}; the roles are {}",
                names.join(", ")
            ))),
        }
    }

    fn is_over(&self) -> bool {
        self.state.goals().is_some()
    }

    /// The position of the rules, and the legal moves of a role in their order.
    fn turn_of(&self, py: Python<'_>, role: Option<&Bound<'_, PyAny>>) -> PyResult<TurnOf> {
        let role = self.role(py, role)?;
        self.with_stepper(py, |stepper| {
            let position = stepper.position(&self.state);
            (position, stepper.moves(&self.state, role))
        })
    }

    /// The legal actions of the role to move, each with a fingerprint that positions after it share
    /// which are the same by symmetry.
    fn actions_by_image(&self, py: Python<'_>) -> PyResult<Vec<(Action, u128)>> {
        let Some(role) = self.state.mover() else {
            return Ok(Vec::new());
        };
        self.with_stepper(py, |stepper| {
            let of_action = |action: Action| {
                let mut next = self.state.clone();
                stepper.play(&mut next, |_| action)?;
                let position = stepper.position(&next);
                Ok((action, self.game.rules.lasting_fingerprint(&position)))
            };
            let actions = stepper.actions(&self.state, role).into_iter();
            actions.map(of_action).collect::<Result<_, StepError>>()
        })?
        .map_err(|error| errors::no_step(py, &self.game.rules, &error))
    }

    /// The action that is given as a number, or the move that is given as a text.
    fn given(
        &self,
        py: Python<'_>,
        stepper: &Stepper,
        role: Role,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<Given> {
        let rules = &self.game.rules;
        if let Ok(action) = given.extract::<Action>() {
            if stepper.is_legal(&self.state, role, action) {
                return Ok(Given::Action(action));
            }
            let told = format!("action {action} is not legal for {}", rules.role_name(role));
            return Err(errors::raised(py, "IllegalMoveError", (told,)));
        }
        let Ok(typed) = given.extract::<&str>() else {
            return Err(PyTypeError::new_err(
                "a move is the number of an action, or a text",
            ));
        };
        let moves = stepper.moves(&self.state, role);
        let is_term =
            |(_, played): &&(Action, regola::game::Move)| played.term.to_string() == typed;
        if let Some((action, played)) = moves.iter().find(is_term) {
            return Ok(Given::Move(*action, played.clone()));
        }
        let legal: Vec<_> = moves.iter().map(|(_, played)| played.clone()).collect();
        let position = stepper.position(&self.state);
        match rules.find_move(&position, &legal, typed) {
            Ok(found) => {
                let action = moves.iter().find(|(_, played)| *played == found);
                Ok(Given::Move(action.map_or(0, |(action, _)| *action), found))
            }
            Err(FindMoveError::Rules(error)) => Err(errors::unfollowed(py, rules, &error)),
            Err(error) => Err(errors::raised(py, "IllegalMoveError", (error.to_string(),))),
        }
    }
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The name of the role that is to move; `None` if the game is over or several are.
    #[getter]
    fn turn(&self) -> Option<String> {
        let mover = self.state.mover()?;
        Some(self.game.rules.role_name(mover))
    }

    /// The numbers of the roles that are to move.
    #[getter]
    fn movers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let movers: Vec<usize> = self.state.movers().map(|role| role.0).collect();
        PyTuple::new(py, movers)
    }

    /// The actions that have begun a move: the role to move goes on with it. None between two moves.
    #[getter]
    fn chosen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.state.chosen().iter().map(|(action, _)| *action))
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.is_over()
    }

    /// The legal moves of a role as the game writes them, such as `c4`, in the order of the rules.
    #[pyo3(signature = (role=None))]
    fn moves(&self, py: Python<'_>, role: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let (position, moves) = self.turn_of(py, role)?;
        let moves: Vec<_> = moves.into_iter().map(|(_, played)| played).collect();
        let written = self.game.rules.notations(&position, &moves);
        written.map_err(|error| errors::unfollowed(py, &self.game.rules, &error))
    }

    /// The legal actions of a role, in rising order.
    #[pyo3(signature = (role=None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        role: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        if self.is_over() {
            return Ok(PyList::empty(py));
        }
        let role = self.role(py, role)?;
        let actions = self.with_stepper(py, |stepper| stepper.actions(&self.state, role))?;
        let numbers = self.game.action_numbers(py)?;
        PyList::new(py, actions.iter().map(|action| &numbers[*action as usize]))
    }

    /// Which actions of a role are legal, as an array of truth values.
    #[pyo3(signature = (role=None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        role: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.game.environment(py)?.actions().count()];
        if !self.is_over() {
            let role = self.role(py, role)?;
            self.with_stepper(py, |stepper| {
                stepper.each_action(&self.state, role, |action| mask[action as usize] = true);
            })?;
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The position after a move of each role that is to move, in the order of the roles. A move is
    /// the number of an action, or a text such as `c4` or `place(3, 4)`. After an action that is a part
    /// of several moves, the same role chooses among these.
    // The first move apart: Python makes no tuple of a single one then.
    #[pyo3(signature = (r#move=None, *others), text_signature = "($self, *moves)")]
    fn play(
        &self,
        py: Python<'_>,
        r#move: Option<&Bound<'_, PyAny>>,
        others: &Bound<'_, PyTuple>,
    ) -> PyResult<Self> {
        if self.is_over() {
            return Err(errors::raised(py, "GameOverError", ("the game is over",)));
        }
        let movers = self.state.movers().count();
        let given = usize::from(r#move.is_some()) + others.len();
        if given != movers {
            return Err(PyTypeError::new_err(format!(
                "{movers} roles are to move, but there are {given} moves"
            )));
        }
        let mut next = self.clone();
        let played = self.with_stepper(py, |stepper| -> PyResult<_> {
            // The usual case, in which nothing is collected.
            if let (Some(role), Some(given)) = (self.state.mover(), r#move) {
                return Ok(match self.given(py, stepper, role, given)? {
                    Given::Action(action) => stepper.play(&mut next.state, |_| action),
                    Given::Move(_, played) => {
                        stepper.play_move(&mut next.state, &played).map(|_| ())
                    }
                });
            }
            let mut chosen = Vec::with_capacity(movers);
            let all = r#move.cloned().into_iter().chain(others.iter());
            for (role, given) in self.state.movers().zip(all) {
                match self.given(py, stepper, role, &given)? {
                    Given::Action(action) | Given::Move(action, _) => chosen.push((role, action)),
                }
            }
            Ok(stepper.play(&mut next.state, |role| {
                let own = chosen.iter().find(|(mover, _)| *mover == role);
                own.map_or(0, |(_, action)| *action)
            }))
        })??;
        played.map_err(|error| errors::no_step(py, &self.game.rules, &error))?;
        Ok(next)
    }

    /// The action of a legal move such as `c4`, or that of its next part.
    #[pyo3(signature = (r#move, role=None))]
    fn action(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        role: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Action> {
        let role = self.role(py, role)?;
        let given = self.with_stepper(py, |stepper| self.given(py, stepper, role, r#move))??;
        Ok(match given {
            Given::Action(action) | Given::Move(action, _) => action,
        })
    }

    /// How an action of this position is written, such as `c4`; one after which a move is still to be
    /// chosen as the part that it chooses.
    #[pyo3(signature = (action, role=None))]
    fn notation(
        &self,
        py: Python<'_>,
        action: Action,
        role: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let (position, moves) = self.turn_of(py, role)?;
        let mut own = moves.iter().filter(|(legal, _)| *legal == action);
        let (first, second) = (own.next(), own.next());
        if let (Some(part), Some(_)) = (self.state.part(action), second) {
            return Ok(part.to_string());
        }
        let Some((_, played)) = first else {
            let told = format!("action {action} is not legal");
            return Err(errors::raised(py, "IllegalMoveError", (told,)));
        };
        let written = self.game.rules.notation(&position, played);
        written.map_err(|error| errors::unfollowed(py, &self.game.rules, &error))
    }

    /// The goal of each role, from 0 to 100.
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.state.goals() {
            Some(goals) => PyTuple::new(py, goals),
            None => Err(errors::raised(
                py,
                "GameOverError",
                ("the game is not over",),
            )),
        }
    }

    /// The result of each role, from -1 for a goal of 0 to 1 for a goal of 100; zeros before the end.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.state.goals() {
            Some(goals) => PyTuple::new(py, goals.iter().map(|goal| f64::from(*goal) / 50.0 - 1.0)),
            None => PyTuple::new(py, vec![0.0; self.game.rules.role_count()]),
        }
    }

    /// What a role sees, as an array of zeros and ones; without a role what the one to move sees, or
    /// the first one if none or several are.
    #[pyo3(signature = (role=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        role: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let role = match role.filter(|role| !role.is_none()) {
            None => self.state.mover().unwrap_or(Role(0)),
            Some(_) => self.role(py, role)?,
        };
        let environment = self.game.environment(py)?;
        let mut numbers = vec![0; environment.planes().size()];
        let seen = self.with_stepper(py, |stepper| {
            environment.observe(stepper, &self.state, role, &mut numbers)
        })?;
        seen.map_err(|error| errors::unfollowed(py, &self.game.rules, &error))?;
        let array = PyArray1::from_vec(py, numbers);
        Ok(array.reshape(environment.planes().shape())?.into_any())
    }

    /// The facts that hold, as texts.
    fn facts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let facts = self.facts_of(py)?.facts(self.game.rules.schema());
        Ok(facts.iter().map(ToString::to_string).collect())
    }

    /// The board as text, or the facts if the game draws none.
    fn board(&self, py: Python<'_>) -> PyResult<String> {
        let position = self.facts_of(py)?;
        let drawn = self.game.rules.picture(&position, &[], None);
        drawn.map_err(|error| errors::unfollowed(py, &self.game.rules, &error))
    }

    /// The position as a picture: the text of an SVG file.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let position = self.facts_of(py)?;
        let album = Album::new(&self.game.rules, &[position], &[], None);
        let album = album.map_err(|error| errors::unfollowed(py, &self.game.rules, &error))?;
        Ok(album.sheet(1))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    /// Ask a question, such as `cell(X, Y, P)`. Each answer has the values of the variables by their
    /// names. The answers are found as they are asked for.
    fn query(&self, py: Python<'_>, question: &str) -> PyResult<Answers> {
        Answers::ask(py, &self.game.rules, self.facts_of(py)?, question)
    }

    /// Why a goal holds, or why it does not: the proof or what fails, with the places of the clauses.
    fn why(&self, py: Python<'_>, goal: &str) -> PyResult<String> {
        let position = self.facts_of(py)?;
        let explained = interruptible(py, |stop| {
            let rules = self.game.rules.clone().with_interrupt(stop.0);
            rules.explain(&position, goal, Bounds::default())
        })?;
        let explained = explained.map_err(|failure| errors::unread(py, &failure))?;
        Ok(explained.to_string())
    }

    /// Why a move is not legal, or that it is. The move is a term such as `place(3, 5)`, or as the game
    /// would write it, such as `c5`.
    #[pyo3(signature = (r#move, role=None))]
    fn why_not(
        &self,
        py: Python<'_>,
        r#move: &str,
        role: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let role = self.role(py, role)?;
        let rules = &self.game.rules;
        let position = self.facts_of(py)?;
        let actions = self.game.environment(py)?.actions();
        let is_meant = |term: &&regola::logic::Term| {
            let played = regola::game::Move {
                role,
                term: (*term).clone(),
            };
            let written = rules.notation(&position, &played);
            same_when_typed(&term.to_string(), r#move)
                || written.is_ok_and(|written| same_when_typed(&written, r#move))
        };
        let term = match actions.terms().iter().find(is_meant) {
            Some(term) => term.to_string(),
            None => r#move.to_owned(),
        };
        self.why(py, &format!("legal({}, {term})", rules.roles()[role.0]))
    }

    /// The positions that are the same by the symmetries of the rules, each with its actions: the
    /// pairs of an action here and the one there that does the same. Without this position itself.
    /// None where a move is chosen part by part.
    fn images(&self, py: Python<'_>) -> PyResult<Vec<(Self, ActionPairs)>> {
        if self.state.is_by_parts() {
            return Ok(Vec::new());
        }
        let rules = &self.game.rules;
        let images = rules.orbit(&self.facts_of(py)?);
        let mut found = Vec::new();
        let own = self.actions_by_image(py)?;
        for image in images.iter().skip(1) {
            let image = Self::new(py, &self.game, image)?;
            let mut there = image.actions_by_image(py)?;
            let mut pairs = Vec::with_capacity(own.len());
            for (action, key) in &own {
                // Actions that come to the same are as good as each other.
                if let Some(place) = there.iter().position(|(_, other)| other == key) {
                    pairs.push((*action, there.swap_remove(place).0));
                }
            }
            found.push((image, pairs));
        }
        Ok(found)
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        if self.is_of(&other.game) {
            return self.with_stepper(py, |stepper| stepper.is_same(&self.state, &other.state));
        }
        let is_same_game = self.game().__eq__(&other.game());
        Ok(is_same_game && self.facts_of(py)? == other.facts_of(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.with_stepper(py, |stepper| stepper.key(&self.state))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with_stepper(py, |stepper| stepper.encode(&self.state))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.board(py)
    }

    fn __repr__(&self) -> String {
        let name = self.game.rules.name();
        match (self.turn(), self.is_over()) {
            (Some(role), _) => format!("<position of {name}, {role} to move>"),
            (None, true) => format!("<position of {name}, over>"),
            (None, false) => format!("<position of {name}>"),
        }
    }

    /// A position is pickled as its game and its bytes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let pickling = slf.py().import("regola._pickling")?;
        pickling.getattr("reduced")?.call1((slf,))
    }
}
