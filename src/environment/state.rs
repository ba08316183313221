//! One game on its way: a position with its turn, and the moves of the turn as actions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::actions::Action;
use super::environment::Environment;
use super::error::StepError;
use crate::compile::{self, Compiled, Frame, Outlook};
use crate::game::{self, Error, Game, Role, RuleGame, Rules};

/// A position with its turn. It is a value, as a position is.
#[derive(Clone, Debug)]
pub struct State(Inner);

#[derive(Clone, Debug)]
enum Inner {
    /// One role is to move, and the programs of the compiled form know its moves.
    Plain {
        role: Role,
        frame: Frame,
    },
    Over {
        here: Here,
        goals: Box<[u8]>,
    },
    Listed {
        here: Here,
        movers: Arc<[Mover]>,
    },
}

/// A role that is to move, with its moves.
#[derive(Clone, Debug)]
struct Mover {
    role: Role,
    /// In the order of the rules.
    moves: Vec<(Action, Played)>,
}

/// A position in the form in which a game is played.
#[derive(Clone, Debug)]
enum Here {
    Compiled(compile::Position),
    Rules(game::Position),
}

/// A move in the form in which a game is played.
#[derive(Clone, Debug)]
enum Played {
    Compiled(compile::Move),
    Rules(game::Move),
}

/// What plays the games of one thread.
#[derive(Debug)]
pub struct Stepper {
    environment: Arc<Environment>,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Compiled(Box<Compiled>),
    Machine(Rules),
}

impl State {
    /// The roles that are to move; none if the game is over.
    pub fn movers(&self) -> impl Iterator<Item = Role> + '_ {
        let (plain, listed) = match &self.0 {
            Inner::Plain { role, .. } => (Some(*role), &[][..]),
            Inner::Over { .. } => (None, &[][..]),
            Inner::Listed { movers, .. } => (None, &movers[..]),
        };
        plain
            .into_iter()
            .chain(listed.iter().map(|mover| mover.role))
    }

    /// The role that is to move; `None` if the game is over or several are.
    #[must_use]
    pub fn mover(&self) -> Option<Role> {
        match &self.0 {
            Inner::Plain { role, .. } => Some(*role),
            Inner::Over { .. } => None,
            Inner::Listed { movers, .. } => match &movers[..] {
                [mover] => Some(mover.role),
                _ => None,
            },
        }
    }

    /// The goal of each role, if the game is over.
    #[must_use]
    pub fn goals(&self) -> Option<&[u8]> {
        match &self.0 {
            Inner::Over { goals, .. } => Some(goals),
            _ => None,
        }
    }
}

impl Stepper {
    /// A stepper of a game, for one thread.
    #[must_use]
    pub fn new(environment: &Arc<Environment>) -> Self {
        let rules = environment.rules();
        let form = match environment.compilation() {
            Some(compilation) => {
                Form::Compiled(Box::new(Compiled::new(rules, Arc::clone(compilation))))
            }
            None => Form::Machine(rules.clone()),
        };
        Self {
            environment: Arc::clone(environment),
            form,
        }
    }

    /// Returns the game.
    #[must_use]
    pub fn environment(&self) -> &Arc<Environment> {
        &self.environment
    }

    /// Returns a position with its turn.
    ///
    /// # Errors
    /// If the rules cannot be followed, or the turn has more moves than there are actions for.
    pub fn state(&self, position: &game::Position) -> Result<State, StepError> {
        match &self.form {
            Form::Compiled(game) => self.of_frame(game, game.frame(&game.position(position))),
            Form::Machine(rules) => {
                self.listed(rules, position.clone(), Here::Rules, Played::Rules)
            }
        }
    }

    /// The state of a frame.
    fn of_frame(&self, game: &Compiled, frame: Frame) -> Result<State, StepError> {
        match game.outlook(&frame) {
            Outlook::Plain(_) => {
                let role = self.environment.actions().role(game.number_at(&frame, 0));
                Ok(State(Inner::Plain { role, frame }))
            }
            Outlook::Over => over(game, frame.position(game), Here::Compiled),
            Outlook::Unusual => {
                let position = frame.position(game);
                self.listed(game, position, Here::Compiled, Played::Compiled)
            }
        }
    }

    /// The state of a position whose moves are listed.
    fn listed<G: RuleGame>(
        &self,
        game: &G,
        position: G::Position,
        here: impl Fn(G::Position) -> Here,
        played: impl Fn(G::Move) -> Played,
    ) -> Result<State, StepError> {
        let turn = game.turn(&position)?.into_movers();
        if turn.is_empty() {
            return over(game, position, here);
        }
        let mover = |(role, moves): (Role, Vec<G::Move>)| {
            let terms: Vec<game::Move> = moves.iter().map(|move_| game.named(move_)).collect();
            let actions = self.environment.actions();
            let actions = actions
                .of_turn(terms.iter().map(|move_| &move_.term))
                .map_err(|wanted| StepError::TooManyMoves {
                    wanted,
                    spare: actions.spare(),
                })?;
            let moves = moves.into_iter().map(&played);
            Ok(Mover {
                role,
                moves: actions.into_iter().zip(moves).collect(),
            })
        };
        let movers: Result<Vec<Mover>, StepError> = turn.into_iter().map(mover).collect();
        Ok(State(Inner::Listed {
            here: here(position),
            movers: movers?.into(),
        }))
    }

    /// Calls `note` with each legal action of a role, in no particular order.
    #[inline]
    pub fn each_action(&self, state: &State, role: Role, mut note: impl FnMut(Action)) {
        match (&state.0, &self.form) {
            (Inner::Plain { role: mover, frame }, Form::Compiled(game)) if *mover == role => {
                let actions = self.environment.actions();
                game.each_number(frame, |number| note(actions.of_move(number)));
            }
            (Inner::Listed { movers, .. }, _) => movers
                .iter()
                .filter(|mover| mover.role == role)
                .flat_map(|mover| &mover.moves)
                .for_each(|(action, _)| note(*action)),
            _ => {}
        }
    }

    /// Returns the legal actions of a role, in rising order.
    #[must_use]
    pub fn actions(&self, state: &State, role: Role) -> Vec<Action> {
        let mut actions = Vec::new();
        self.each_action(state, role, |action| actions.push(action));
        actions.sort_unstable();
        actions
    }

    /// Returns the legal moves of a role in the order of the rules, each with its action.
    #[must_use]
    pub fn moves(&self, state: &State, role: Role) -> Vec<(Action, game::Move)> {
        match (&state.0, &self.form) {
            (Inner::Plain { role: mover, frame }, Form::Compiled(game)) if *mover == role => {
                let actions = self.environment.actions();
                let all = game.compilation().all_moves();
                let at = |rank| {
                    let number = game.number_at(frame, rank);
                    (actions.of_move(number), all[number as usize].clone())
                };
                (0..self.choices(state)).map(at).collect()
            }
            (Inner::Listed { movers, .. }, form) => {
                let own = movers.iter().filter(|mover| mover.role == role);
                let named = |(action, played): &(Action, Played)| {
                    let named = match (played, form) {
                        (Played::Compiled(played), Form::Compiled(game)) => game.named(played),
                        (Played::Rules(played), _) => played.clone(),
                        _ => unreachable!("a state is asked by a stepper of its game"),
                    };
                    (*action, named)
                };
                own.flat_map(|mover| &mover.moves).map(named).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether two states of the game are the same position.
    #[must_use]
    pub fn is_same(&self, one: &State, other: &State) -> bool {
        match (self.words(one), self.words(other)) {
            (Some(one), Some(other)) => one == other,
            _ => self.position(one) == self.position(other),
        }
    }

    /// Returns a hash of the position of a state.
    #[must_use]
    pub fn key(&self, state: &State) -> u64 {
        match self.words(state) {
            Some(words) => {
                let mut hasher = FxHasher::default();
                words.hash(&mut hasher);
                hasher.finish()
            }
            None => self.position(state).key(),
        }
    }

    /// Whether an action of a role is legal.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, state: &State, role: Role, action: Action) -> bool {
        match (&state.0, &self.form) {
            (Inner::Plain { role: mover, frame }, Form::Compiled(game)) if *mover == role => self
                .environment
                .actions()
                .listed(role, action)
                .is_some_and(|number| game.is_legal(frame, number)),
            (Inner::Listed { movers, .. }, _) => movers
                .iter()
                .filter(|mover| mover.role == role)
                .flat_map(|mover| &mover.moves)
                .any(|(legal, _)| *legal == action),
            _ => false,
        }
    }

    /// Returns the number of moves of the role to move, if it moves alone, else 0.
    #[must_use]
    pub fn choices(&self, state: &State) -> usize {
        match (&state.0, &self.form) {
            (Inner::Plain { frame, .. }, Form::Compiled(game)) => match game.outlook(frame) {
                Outlook::Plain(choices) => choices,
                Outlook::Over | Outlook::Unusual => 0,
            },
            (Inner::Listed { movers, .. }, _) => match &movers[..] {
                [mover] => mover.moves.len(),
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Returns for each role that is to move the action of a move that `choose` selects: it gets the
    /// number of moves, and returns an index below it.
    pub fn choose(
        &self,
        state: &State,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Vec<(Role, Action)> {
        match (&state.0, &self.form) {
            (Inner::Plain { role, frame }, Form::Compiled(game)) => {
                let rank = choose(self.choices(state));
                let number = game.number_at(frame, rank);
                vec![(*role, self.environment.actions().of_move(number))]
            }
            (Inner::Listed { movers, .. }, _) => {
                let choice = |mover: &Mover| (mover.role, mover.moves[choose(mover.moves.len())].0);
                movers.iter().map(choice).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Plays an action of each role that is to move, all of them legal; `action_of` gives them.
    ///
    /// # Errors
    /// If the rules cannot be followed, or the next turn has more moves than there are actions for;
    /// the state is then of no use.
    ///
    /// # Panics
    /// If an action is not legal.
    pub fn play(
        &self,
        state: &mut State,
        action_of: impl Fn(Role) -> Action,
    ) -> Result<(), StepError> {
        const LEGAL: &str = "only legal actions are played";
        let next = match (&mut state.0, &self.form) {
            (Inner::Plain { role, frame }, Form::Compiled(game)) => {
                let actions = self.environment.actions();
                let number = actions.listed(*role, action_of(*role)).expect(LEGAL);
                game.play_in(frame, number)?;
                // The usual case, in which nothing is moved about.
                if let Outlook::Plain(_) = game.outlook(frame) {
                    *role = actions.role(game.number_at(frame, 0));
                    return Ok(());
                }
                self.of_frame(game, frame.clone())?
            }
            (Inner::Over { .. }, _) => return Ok(()),
            (Inner::Listed { here, movers }, form) => {
                let chosen = movers.iter().map(|mover| {
                    let wanted = action_of(mover.role);
                    let found = mover.moves.iter().find(|(action, _)| *action == wanted);
                    &found.expect(LEGAL).1
                });
                match (form, here) {
                    (Form::Compiled(game), Here::Compiled(position)) => {
                        let chosen = chosen.filter_map(|played| match played {
                            Played::Compiled(played) => Some(played.clone()),
                            Played::Rules(_) => None,
                        });
                        let chosen: Vec<compile::Move> = chosen.collect();
                        let next = game.play(position, &chosen)?;
                        self.of_frame(game, game.frame(&next))?
                    }
                    (Form::Machine(rules), Here::Rules(position)) => {
                        let chosen = chosen.filter_map(|played| match played {
                            Played::Rules(played) => Some(played.clone()),
                            Played::Compiled(_) => None,
                        });
                        let chosen: Vec<game::Move> = chosen.collect();
                        let next = rules.play(position, &chosen)?;
                        self.listed(rules, next, Here::Rules, Played::Rules)?
                    }
                    _ => unreachable!("a state is played by a stepper of its game"),
                }
            }
            (Inner::Plain { .. }, Form::Machine(_)) => {
                unreachable!("a state is played by a stepper of its game")
            }
        };
        *state = next;
        Ok(())
    }

    /// Returns the position of a state.
    #[must_use]
    pub fn position(&self, state: &State) -> game::Position {
        match (&state.0, &self.form) {
            (Inner::Plain { frame, .. }, Form::Compiled(game)) => game.facts(&frame.position(game)),
            (Inner::Over { here, .. } | Inner::Listed { here, .. }, form) => match (here, form) {
                (Here::Rules(position), _) => position.clone(),
                (Here::Compiled(position), Form::Compiled(game)) => game.facts(position),
                _ => unreachable!("a state is asked by a stepper of its game"),
            },
            _ => unreachable!("a state is asked by a stepper of its game"),
        }
    }

    /// Plays on at random until the game is over or this number of plies is played. Returns the
    /// number of plies, and the goals if the game is over.
    ///
    /// # Errors
    /// If the rules cannot be followed.
    pub fn rollout(
        &self,
        state: &State,
        plies: usize,
        choose: impl FnMut(usize) -> usize,
    ) -> Result<(usize, Option<Vec<u8>>), Error> {
        match (&state.0, &self.form) {
            (Inner::Over { goals, .. }, _) => Ok((0, Some(goals.to_vec()))),
            (Inner::Plain { frame, .. }, Form::Compiled(game)) => {
                rollout(&**game, frame.position(game), plies, choose)
            }
            (Inner::Listed { here, .. }, form) => match (here, form) {
                (Here::Compiled(position), Form::Compiled(game)) => {
                    rollout(&**game, position.clone(), plies, choose)
                }
                (Here::Rules(position), Form::Machine(rules)) => {
                    rollout(rules, position.clone(), plies, choose)
                }
                _ => unreachable!("a state is played by a stepper of its game"),
            },
            _ => unreachable!("a state is played by a stepper of its game"),
        }
    }

    /// The words of the position of a state, if the game is compiled.
    pub(super) fn words<'s>(&self, state: &'s State) -> Option<&'s [u64]> {
        let Form::Compiled(game) = &self.form else {
            return None;
        };
        match &state.0 {
            Inner::Plain { frame, .. } => Some(frame.words(game)),
            Inner::Over { here, .. } | Inner::Listed { here, .. } => match here {
                Here::Compiled(position) => Some(game.words(position)),
                Here::Rules(_) => None,
            },
        }
    }
}

/// The state of a position in which the game is over.
fn over<G: RuleGame>(
    game: &G,
    position: G::Position,
    here: impl Fn(G::Position) -> Here,
) -> Result<State, StepError> {
    let goals = game.goals(&position)?.into();
    Ok(State(Inner::Over {
        here: here(position),
        goals,
    }))
}

fn rollout<G: RuleGame>(
    game: &G,
    mut position: G::Position,
    plies: usize,
    mut choose: impl FnMut(usize) -> usize,
) -> Result<(usize, Option<Vec<u8>>), Error> {
    let (played, step) = game.play_on(&mut position, plies, &mut choose)?;
    let is_over = step == game::Step::Over || game.over(&position)?;
    let goals = is_over.then(|| game.goals(&position)).transpose()?;
    Ok((played, goals))
}
