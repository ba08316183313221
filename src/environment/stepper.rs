//! What plays the games of one thread: the moves of a turn as actions, and what comes of them.

use std::hash::{Hash, Hasher};
use std::slice;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::actions::Action;
use super::candidates::{Candidate, Candidates, Narrowed};
use super::environment::Environment;
use super::error::StepError;
use super::state::{Here, Inner, Mover, Played, State};
use crate::compile::{Compiled, Frame, Outlook};
use crate::game::{self, Error, Game, Role, RuleGame, Rules};

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
            Form::Compiled(game) if game.compilation().has_place(game.rules(), position) => {
                self.of_frame(game, game.frame(&game.position(position)))
            }
            _ => self.listed(self.rules(), position.clone(), Here::Rules, Played::Rules),
        }
    }

    /// The game as the machine plays it.
    fn rules(&self) -> &Rules {
        match &self.form {
            Form::Compiled(game) => game.rules(),
            Form::Machine(rules) => rules,
        }
    }

    /// The state of a frame.
    fn of_frame(&self, game: &Compiled, frame: Frame) -> Result<State, StepError> {
        match game.outlook(&frame) {
            Outlook::Plain(_) => {
                let role = game.mover(&frame);
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
        let by_parts = turn.len() == 1;
        let mover = |(role, moves): (Role, Vec<G::Move>)| {
            let named = |move_: G::Move| (game.named(&move_).term, played(move_));
            let moves = moves.into_iter().map(named);
            let candidates = Candidates::new(self.environment.actions(), moves, by_parts);
            Ok(Mover {
                role,
                candidates: candidates.map_err(|wanted| self.too_many(wanted))?,
            })
        };
        let movers: Result<Vec<Mover>, StepError> = turn.into_iter().map(mover).collect();
        Ok(State(Inner::Listed {
            here: here(position),
            movers: movers?.into(),
        }))
    }

    /// The error of a turn that wants this number of spare actions.
    fn too_many(&self, wanted: usize) -> StepError {
        StepError::TooManyMoves {
            wanted,
            spare: self.environment.actions().spare(),
        }
    }

    /// Calls `note` with each legal action of a role, in no particular order; several times if several
    /// moves share it.
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
                .flat_map(|mover| &mover.candidates.moves)
                .for_each(|candidate| note(candidate.action)),
            _ => {}
        }
    }

    /// Returns the legal actions of a role, in rising order.
    #[must_use]
    pub fn actions(&self, state: &State, role: Role) -> Vec<Action> {
        let mut actions = Vec::with_capacity(self.choices(state));
        self.each_action(state, role, |action| actions.push(action));
        if !actions.is_sorted_by(|action, next| action < next) {
            actions.sort_unstable();
            actions.dedup();
        }
        actions
    }

    /// Returns the legal moves of a role in the order of the rules, each with its action or that of its
    /// next part. Where parts of a move are chosen, these are the moves that have them.
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
                let named = |candidate: &Candidate<Played>| {
                    let named = match form {
                        Form::Compiled(game) => game.named(candidate.played.compiled()),
                        Form::Machine(_) => candidate.played.ruled().clone(),
                    };
                    (candidate.action, named)
                };
                own.flat_map(|mover| &mover.candidates.moves)
                    .map(named)
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether two states of the game are the same position, with the same parts of a move chosen.
    #[must_use]
    pub fn is_same(&self, one: &State, other: &State) -> bool {
        if one.chosen() != other.chosen() {
            return false;
        }
        match (self.words(one), self.words(other)) {
            (Some(one), Some(other)) => one == other,
            _ => self.position(one) == self.position(other),
        }
    }

    /// Returns a hash of a state.
    #[must_use]
    pub fn key(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        match self.words(state) {
            Some(words) => words.hash(&mut hasher),
            None => self.position(state).key().hash(&mut hasher),
        }
        state.chosen().hash(&mut hasher);
        hasher.finish()
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
                .flat_map(|mover| &mover.candidates.moves)
                .any(|candidate| candidate.action == action),
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
            _ => state.candidates().map_or(0, |moves| moves.moves.len()),
        }
    }

    /// Returns for each role that is to move the action of a move that `choose` selects, or of its next
    /// part: it gets the number of moves, and returns an index below it.
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
                let choice = |Mover { role, candidates }: &Mover| {
                    let moves = &candidates.moves;
                    (*role, moves[choose(moves.len())].action)
                };
                movers.iter().map(choice).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Plays an action of each role that is to move, all of them legal; `action_of` gives them. After an
    /// action that is a part of several moves, the role chooses among these.
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
                    *role = game.mover(frame);
                    return Ok(());
                }
                self.of_frame(game, frame.clone())?
            }
            (Inner::Over { .. }, _) => return Ok(()),
            (Inner::Listed { here, movers }, _) => {
                let mut moves = Vec::with_capacity(movers.len());
                for Mover { role, candidates } in movers.iter() {
                    let action = action_of(*role);
                    let narrowed = candidates.narrowed(self.environment.actions(), action);
                    let narrowed = narrowed.map_err(|wanted| self.too_many(wanted))?;
                    match narrowed.expect(LEGAL) {
                        Narrowed::Move(played) => moves.push(played),
                        Narrowed::Some(candidates) => {
                            let role = *role;
                            *movers = [Mover { role, candidates }].into();
                            return Ok(());
                        }
                    }
                }
                self.after(here, &moves)?
            }
            (Inner::Plain { .. }, Form::Machine(_)) => {
                unreachable!("a state is played by a stepper of its game")
            }
        };
        *state = next;
        Ok(())
    }

    /// The state after moves that are chosen.
    fn after(&self, here: &Here, chosen: &[&Played]) -> Result<State, StepError> {
        match (&self.form, here) {
            (Form::Compiled(game), Here::Compiled(position)) => {
                let chosen = chosen.iter().map(|played| played.compiled().clone());
                let next = game.play(position, &chosen.collect::<Vec<_>>())?;
                self.of_frame(game, game.frame(&next))
            }
            (_, Here::Rules(position)) => {
                let rules = self.rules();
                let chosen = chosen.iter().map(|played| played.ruled().clone());
                let next = rules.play(position, &chosen.collect::<Vec<_>>())?;
                self.listed(rules, next, Here::Rules, Played::Rules)
            }
            _ => unreachable!("a state is played by a stepper of its game"),
        }
    }

    /// Plays a whole move of the role to move, by one action or by several. Tells whether it is legal;
    /// the state stays as it is if not.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn play_move(&self, state: &mut State, wanted: &game::Move) -> Result<bool, StepError> {
        loop {
            let moves = self.moves(state, wanted.role);
            let Some((action, _)) = moves.iter().find(|(_, played)| played == wanted) else {
                return Ok(false);
            };
            self.play(state, |_| *action)?;
            if state.chosen().is_empty() {
                return Ok(true);
            }
        }
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
        mut choose: impl FnMut(usize) -> usize,
    ) -> Result<(usize, Option<Vec<u8>>), Error> {
        match (&state.0, &self.form) {
            (Inner::Over { goals, .. }, _) => Ok((0, Some(goals.to_vec()))),
            (Inner::Plain { frame, .. }, Form::Compiled(game)) => {
                rollout(&**game, frame.position(game), None, plies, choose)
            }
            (Inner::Listed { here, .. }, form) => {
                let begun = state.candidates().filter(|moves| !moves.chosen.is_empty());
                let begun = begun.map(|left| &left.moves[choose(left.moves.len())].played);
                match (here, form) {
                    (Here::Compiled(position), Form::Compiled(game)) => {
                        let begun = begun.map(Played::compiled);
                        rollout(&**game, position.clone(), begun, plies, choose)
                    }
                    (Here::Rules(position), _) => {
                        let begun = begun.map(Played::ruled);
                        rollout(self.rules(), position.clone(), begun, plies, choose)
                    }
                    _ => unreachable!("a state is played by a stepper of its game"),
                }
            }
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

/// Plays on at random, after a move that is begun if there is one.
fn rollout<G: RuleGame>(
    game: &G,
    mut position: G::Position,
    begun: Option<&G::Move>,
    plies: usize,
    mut choose: impl FnMut(usize) -> usize,
) -> Result<(usize, Option<Vec<u8>>), Error> {
    let before = usize::from(begun.is_some());
    if let Some(begun) = begun {
        position = game.play(&position, slice::from_ref(begun))?;
    }
    let left = plies.saturating_sub(before);
    let (played, step) = game.play_on(&mut position, left, &mut choose)?;
    let is_over = step == game::Step::Over || game.over(&position)?;
    let goals = is_over.then(|| game.goals(&position)).transpose()?;
    Ok((before + played, goals))
}
