//! The symmetries of a game as permutations: of the numbers of an observation, and of its actions. Whoever learns from
//! arrays makes images of whole arrays with them.
//!
//! Where the facts of an image lie is known from the rules. What a symmetry does to moves is not: that they
//! [name what facts name](super::substitution) is taken from the rules, and tested in random games.

use std::sync::Arc;

use fastrand::Rng;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::actions::Action;
use super::environment::Environment;
use super::error::StepError;
use super::planes::{Content, Plane};
use super::state::State;
use super::stepper::Stepper;
use super::substitution::{Substitution, readings};
use crate::game::{Game as _, Position, Role};
use crate::logic::Fact;

/// How many games are played at random to test permutations.
const GAMES: u64 = 4;

/// How many positions of each game are tested.
const MOST_POSITIONS: usize = 40;

/// Plies between two tested positions, after the first of a game.
const STRIDE: usize = 3;

/// A symmetry except the identity. Both arrays say where the image of an array takes its elements from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// By number of the image of an observation the number that is there in the observation.
    pub observation: Vec<u32>,
    /// By action the one that does in a position what this one does in its image.
    pub actions: Vec<Action>,
}

/// A position that permutations are tested in.
struct Tested {
    position: Position,
    state: State,
}

impl Environment {
    /// Returns the symmetries of the game, except the identity, as permutations. Left out are those that are none of all
    /// actions and of the numbers of an observation: in games in which moves are chosen part by part, with planes of the
    /// rule file's own, or with facts that can hold any term.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    pub fn permutations(self: &Arc<Self>) -> Result<Vec<Permutation>, StepError> {
        let has_all = self.actions().count() == self.actions().terms().len();
        let images = self.rules().fact_images().unwrap_or_default();
        if images.is_empty() || !has_all || !self.planes().are_of_words() {
            return Ok(Vec::new());
        }
        let stepper = Stepper::new(self);
        let tested = sample(&stepper)?;
        let mut found = Vec::new();
        for (number, images) in images.iter().enumerate() {
            let images = images
                .iter()
                .map(|image| (image.fact, image.image))
                .collect();
            let Some(observation) = self.observation_of(&images) else {
                continue;
            };
            let substitutions = self.substitutions(&images);
            let trial = Trial::new(&stepper, &tested, number)?;
            if let Some(actions) = self.actions_of(&substitutions, &trial)? {
                found.push(Permutation {
                    observation,
                    actions,
                });
            }
        }
        Ok(found)
    }

    /// From where the image of an observation takes its numbers; none if it is not the same for each looker.
    fn observation_of(&self, images: &Images) -> Option<Vec<u32>> {
        let squares = self.planes().squares();
        let mut of_views = self
            .planes()
            .views()
            .iter()
            .map(|view| taken_from(view, images, squares));
        let first = of_views.next()??;
        of_views
            .all(|other| other.as_ref() == Some(&first))
            .then_some(first)
    }

    /// What a symmetry does to the arguments of facts.
    fn substitutions(&self, images: &Images) -> Vec<Substitution> {
        let schema = self.rules().schema();
        let term = |(cell, content)| schema.term(&Fact::Dense { cell, content });
        let facts = images
            .iter()
            .map(|(fact, image)| (term(*fact), term(*image)));
        Substitution::all(facts)
    }

    /// By action the one from which its image comes, form by form. None if what moves name is not what facts name.
    fn actions_of(
        &self,
        substitutions: &[Substitution],
        trial: &Trial<'_>,
    ) -> Result<Option<Vec<Action>>, StepError> {
        let terms = self.actions().terms();
        // By name and number of arguments; a number that is a move is a form of its own.
        let mut forms: IndexMap<Option<(&str, usize)>, Vec<Action>> = IndexMap::new();
        for (action, term) in (0..).zip(terms) {
            forms.entry(term.functor()).or_default().push(action);
        }
        let mut taken = vec![None; terms.len()];
        for (form, actions) in &forms {
            let mut is_found = false;
            for reading in readings(form.map_or(0, |(_, arity)| arity), substitutions) {
                let image = |action: &Action| {
                    let image = reading.image(&terms[*action as usize])?;
                    self.actions().of_term(&image)
                };
                let images: Option<FxHashMap<Action, Action>> = actions
                    .iter()
                    .map(|action| Some((*action, image(action)?)))
                    .collect();
                let Some(images) = images else {
                    continue;
                };
                if trial.holds(&images)? {
                    for (action, image) in images {
                        taken[image as usize] = Some(action);
                    }
                    is_found = true;
                    break;
                }
            }
            if !is_found {
                return Ok(None);
            }
        }
        Ok(taken.into_iter().collect())
    }
}

/// By fact its image, each as a dense cell and its content.
type Images = IndexMap<(usize, u16), (usize, u16)>;

/// From where the image of a view takes its numbers, if each of its planes has an image.
fn taken_from(view: &[Plane], images: &Images, squares: usize) -> Option<Vec<u32>> {
    let own = |Content { cell, content }: &Content| (*cell, *content);
    let image = |content: &Content| images.get(&own(content)).copied();
    let sorted = |mut contents: Vec<(usize, u16)>| {
        contents.sort_unstable();
        contents
    };
    let mut shown = FxHashMap::default();
    let mut filling = FxHashMap::default();
    for (plane, first) in view.iter().zip((0..).step_by(squares)) {
        match plane {
            Plane::Board(contents) => {
                for (number, content) in (first..).zip(contents) {
                    let before = content
                        .as_ref()
                        .and_then(|content| shown.insert(own(content), number));
                    if before.is_some() {
                        return None;
                    }
                }
            }
            Plane::Any(contents) => {
                filling.insert(sorted(contents.iter().map(own).collect()), first);
            }
            Plane::Constant(_) => {}
        }
    }
    let size = view.len() * squares;
    let mut taken: Vec<u32> = (0..size as u32).collect();
    for (plane, first) in view.iter().zip((0..).step_by(squares)) {
        match plane {
            Plane::Board(contents) => {
                for (number, content) in (first..).zip(contents) {
                    if let Some(content) = content {
                        taken[*shown.get(&image(content)?)? as usize] = number as u32;
                    }
                }
            }
            Plane::Any(contents) => {
                let there: Option<Vec<_>> = contents.iter().map(image).collect();
                let there = *filling.get(&sorted(there?))?;
                for square in 0..squares {
                    taken[there + square] = (first + square) as u32;
                }
            }
            Plane::Constant(_) => {}
        }
    }
    Some(taken)
}

/// Positions of games at random, the same each time.
fn sample(stepper: &Stepper) -> Result<Vec<Tested>, StepError> {
    let start = stepper.state(&stepper.environment().rules().initial())?;
    let mut sample = Vec::new();
    for seed in 0..GAMES {
        let mut random = Rng::with_seed(seed);
        let mut state = start.clone();
        let plies = MOST_POSITIONS * STRIDE;
        for ply in 0..plies {
            if state.goals().is_some() {
                break;
            }
            if ply < STRIDE || ply % STRIDE == 0 {
                sample.push(Tested {
                    position: stepper.position(&state),
                    state: state.clone(),
                });
            }
            let chosen = stepper.choose(&state, |moves| random.usize(..moves));
            let of_role = |role: Role| {
                chosen
                    .iter()
                    .find(|(own, _)| *own == role)
                    .map_or(0, |(_, action)| *action)
            };
            stepper.play(&mut state, of_role)?;
        }
    }
    Ok(sample)
}

/// A symmetry, by its number, with what it is tested in.
struct Trial<'t> {
    stepper: &'t Stepper,
    number: usize,
    /// The roles to move in each position, each with its legal actions, and with those in the image.
    legal: Vec<(usize, Vec<Action>, Vec<Action>)>,
    tested: &'t [Tested],
    images: Vec<State>,
}

impl<'t> Trial<'t> {
    fn new(stepper: &'t Stepper, tested: &'t [Tested], number: usize) -> Result<Self, StepError> {
        let rules = stepper.environment().rules();
        let (mut legal, mut images) = (Vec::new(), Vec::new());
        for (at, Tested { position, state }) in tested.iter().enumerate() {
            let image = rules.position_images(position).swap_remove(number);
            let image = stepper.state(&image)?;
            for role in state.movers() {
                legal.push((
                    at,
                    stepper.actions(state, role),
                    stepper.actions(&image, role),
                ));
            }
            images.push(image);
        }
        Ok(Self {
            stepper,
            number,
            legal,
            tested,
            images,
        })
    }

    /// Whether the images of some actions are legal where these are, and come to the same.
    fn holds(&self, images: &FxHashMap<Action, Action>) -> Result<bool, StepError> {
        for (at, here, there) in &self.legal {
            let mut mapped: Vec<Action> = here
                .iter()
                .filter_map(|action| images.get(action))
                .copied()
                .collect();
            let there: Vec<Action> = there
                .iter()
                .filter(|action| images.contains_key(action))
                .copied()
                .collect();
            mapped.sort_unstable();
            if mapped != there {
                return Ok(false);
            }
            let moved: Vec<Action> = here
                .iter()
                .filter(|action| images.contains_key(action))
                .copied()
                .collect();
            let tried = [moved.first(), moved.get(moved.len() / 2), moved.last()];
            if self.tested[*at].state.mover().is_none() {
                continue;
            }
            for action in tried.into_iter().flatten() {
                let after = self.after(&self.tested[*at].state, *action)?;
                let rules = self.stepper.environment().rules();
                let wanted = rules.position_images(&after).swap_remove(self.number);
                if self.after(&self.images[*at], images[action])? != wanted {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn after(&self, state: &State, action: Action) -> Result<Position, StepError> {
        let mut state = state.clone();
        self.stepper.play(&mut state, |_| action)?;
        Ok(self.stepper.position(&state))
    }
}
