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

/// How many games are played at random to test permutations; further ones until each form of moves has been met.
const GAMES: u64 = 4;
const MOST_GAMES: u64 = 30;

/// The most plies of a game.
const MOST_PLIES: usize = 400;

/// How many positions of each game are tested.
const MOST_POSITIONS: usize = 40;

/// Plies between two tested positions, after the first of a game.
const STRIDE: usize = 3;

/// In how many positions each form of moves is tested, wherever in a game they come up.
const OF_FORM: usize = 3;

/// A symmetry except the identity. Both arrays say where the image of an array takes its elements from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// By number of the image of an observation the number that is there in the observation.
    pub observation: Vec<u32>,
    /// By action the one that does in a position what this one does in its image.
    pub actions: Vec<Action>,
}

/// The actions whose moves have the same name and number of arguments.
struct Form {
    arity: usize,
    actions: Vec<Action>,
}

/// A position that permutations are tested in.
struct Tested {
    position: Position,
    state: State,
    /// The role to move.
    role: Role,
}

impl Environment {
    /// Returns the symmetries of the game, except the identity, as permutations. Left out are those that are none of all
    /// actions and of the numbers of an observation: in games in which moves are chosen part by part or by several roles
    /// at once, with planes of the rule file's own, or with facts that can hold any term. There are none either where
    /// random games do not come to moves of some form.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    pub fn permutations(self: &Arc<Self>) -> Result<Vec<Permutation>, StepError> {
        let has_all = self.actions().count() == self.actions().terms().len();
        let images = self.rules().fact_images().unwrap_or_default();
        let is_of_arrays = has_all && self.planes().are_of_words() && !self.moves_at_once();
        if images.is_empty() || !is_of_arrays {
            return Ok(Vec::new());
        }
        let (stepper, forms) = (Stepper::new(self), self.forms());
        let Some(tested) = sample(&stepper, &forms)? else {
            return Ok(Vec::new());
        };
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
            if let Some(actions) = self.actions_of(&forms, &substitutions, &trial)? {
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

    /// All actions, by the form of their moves.
    fn forms(&self) -> Vec<Form> {
        // A number that is a move is a form of its own.
        let mut forms: IndexMap<Option<(&str, usize)>, Vec<Action>> = IndexMap::new();
        for (action, term) in (0..).zip(self.actions().terms()) {
            forms.entry(term.functor()).or_default().push(action);
        }
        let form = |(functor, actions): (Option<(&str, usize)>, _)| Form {
            arity: functor.map_or(0, |(_, arity)| arity),
            actions,
        };
        forms.into_iter().map(form).collect()
    }

    /// By action the one from which its image comes. None if what the moves of a form name is not what facts name.
    fn actions_of(
        &self,
        forms: &[Form],
        substitutions: &[Substitution],
        trial: &Trial<'_>,
    ) -> Result<Option<Vec<Action>>, StepError> {
        let mut taken = vec![None; self.actions().count()];
        for form in forms {
            let Some(images) = self.images_of(form, substitutions, trial)? else {
                return Ok(None);
            };
            for (action, image) in images {
                taken[image as usize] = Some(action);
            }
        }
        Ok(taken.into_iter().collect())
    }

    /// The images of the actions of a form: by the first way to read them that passes all tests.
    fn images_of(
        &self,
        form: &Form,
        substitutions: &[Substitution],
        trial: &Trial<'_>,
    ) -> Result<Option<FxHashMap<Action, Action>>, StepError> {
        let terms = self.actions().terms();
        for reading in readings(form.arity, substitutions) {
            let image = |action: &Action| {
                let image = reading.image(&terms[*action as usize])?;
                Some((*action, self.actions().of_term(&image)?))
            };
            let images: Option<FxHashMap<Action, Action>> =
                form.actions.iter().map(image).collect();
            if let Some(images) = images
                && trial.holds(&images)?
            {
                return Ok(Some(images));
            }
        }
        Ok(None)
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
                let contents = sorted(contents.iter().map(own).collect());
                if filling.insert(contents, first).is_some() {
                    return None;
                }
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
                        taken[*shown.get(&image(content)?)?] = number as u32;
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

/// Positions of games at random, the same each time; none if they do not come to moves of each form.
fn sample(stepper: &Stepper, forms: &[Form]) -> Result<Option<Vec<Tested>>, StepError> {
    let mut form_of = vec![0; stepper.environment().actions().count()];
    for (number, form) in forms.iter().enumerate() {
        form.actions
            .iter()
            .for_each(|action| form_of[*action as usize] = number);
    }
    // By form in how many of the positions it is met.
    let mut met = vec![0; forms.len()];
    let start = stepper.state(&stepper.environment().rules().initial())?;
    let mut sample = Vec::new();
    for seed in 0..MOST_GAMES {
        if seed >= GAMES && !met.contains(&0) {
            return Ok(Some(sample));
        }
        let mut random = Rng::with_seed(seed);
        let (mut state, mut of_game) = (start.clone(), 0);
        for ply in 0..MOST_PLIES {
            let Some(role) = state.mover() else {
                break;
            };
            let mut here = vec![false; forms.len()];
            stepper.each_action(&state, role, |action| {
                here[form_of[action as usize]] = true;
            });
            let is_usual = seed < GAMES && (ply < STRIDE || ply % STRIDE == 0);
            let is_rare = here
                .iter()
                .zip(&met)
                .any(|(here, met)| *here && *met < OF_FORM);
            if is_usual && of_game < MOST_POSITIONS || is_rare {
                of_game += 1;
                met.iter_mut()
                    .zip(here)
                    .for_each(|(met, here)| *met += usize::from(here));
                sample.push(Tested {
                    position: stepper.position(&state),
                    state: state.clone(),
                    role,
                });
            }
            for (_, action) in stepper.choose(&state, |moves| random.usize(..moves)) {
                stepper.play(&mut state, |_| action)?;
            }
        }
    }
    Ok((!met.contains(&0)).then_some(sample))
}

/// A symmetry, by its number, with what it is tested in.
struct Trial<'t> {
    stepper: &'t Stepper,
    number: usize,
    /// Each tested position with its image.
    pairs: Vec<Pair<'t>>,
}

/// A tested position and its image.
struct Pair<'t> {
    tested: &'t Tested,
    image: State,
    /// The legal actions of each, in rising order.
    here: Vec<Action>,
    there: Vec<Action>,
}

impl<'t> Trial<'t> {
    fn new(stepper: &'t Stepper, tested: &'t [Tested], number: usize) -> Result<Self, StepError> {
        let pair = |tested: &'t Tested| {
            let image = stepper.state(&image(stepper, number, &tested.position))?;
            Ok(Pair {
                here: stepper.actions(&tested.state, tested.role),
                there: stepper.actions(&image, tested.role),
                tested,
                image,
            })
        };
        Ok(Self {
            stepper,
            number,
            pairs: tested.iter().map(pair).collect::<Result<_, StepError>>()?,
        })
    }

    /// Whether the images of the actions of a form are legal where these are, and come to the same.
    fn holds(&self, images: &FxHashMap<Action, Action>) -> Result<bool, StepError> {
        let of_form = |actions: &[Action]| -> Vec<Action> {
            let own = actions.iter().filter(|action| images.contains_key(action));
            own.copied().collect()
        };
        for pair in &self.pairs {
            let here = of_form(&pair.here);
            let mut mapped: Vec<Action> = here.iter().map(|action| images[action]).collect();
            mapped.sort_unstable();
            if mapped != of_form(&pair.there) {
                return Ok(false);
            }
            let tried = [here.first(), here.get(here.len() / 2), here.last()];
            for action in tried.into_iter().flatten() {
                let after = self.after(&pair.tested.state, *action)?;
                let wanted = image(self.stepper, self.number, &after);
                if self.after(&pair.image, images[action])? != wanted {
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

/// The image of a position under the symmetry of this number.
fn image(stepper: &Stepper, number: usize, position: &Position) -> Position {
    let rules = stepper.environment().rules();
    let image = rules.position_image(number, position);
    image.expect("the symmetry is one of those by which facts have images")
}
