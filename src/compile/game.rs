//! A compiled game as a [`Game`].

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use super::attempt::{Attempt, attempt};
use super::code::{BEYOND, Code, Mode};
use super::filter::Filter;
use super::listing::Place;
use super::partial::{Effort, Evaluated, Part, Predicate, Reason};
use super::position::Position;
use super::runner::{Runners, interpreted, runners};
use super::workspace::Workspace;
use crate::game::{self, Error, Game, Role, Rules, Step, Turn};

/// A move, in the position whose [`turn`](Game::turn) has listed it.
#[derive(Clone)]
pub struct Move(Kind);

#[derive(Clone)]
enum Kind {
    Listed(ListedMove),
    /// One that is not among the moves that are compiled, or was found where nothing is known of them.
    Ruled(Box<game::Move>),
}

/// A move that the compiled form has found.
#[derive(Clone)]
struct ListedMove {
    /// Among all moves of the game.
    number: u32,
    mode: u32,
    place: Place,
    turn: Arc<Listed>,
}

/// What the moves of one turn have in common.
struct Listed {
    /// What the turn has computed that playing a move needs.
    kept: Box<[u64]>,
    /// All moves of the game, by number.
    named: Arc<[game::Move]>,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.named(), f)
    }
}

/// A move is the same wherever it is played.
impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kind::Listed(own), Kind::Listed(other)) => own.number == other.number,
            _ => self.named() == other.named(),
        }
    }
}

impl Eq for Move {}

impl Move {
    /// As the rules call it.
    fn named(&self) -> &game::Move {
        match &self.0 {
            Kind::Listed(listed) => &listed.turn.named[listed.number as usize],
            Kind::Ruled(named) => named,
        }
    }
}

/// What a game was compiled to. Threads may share it.
#[derive(Clone, Debug)]
pub struct Compilation {
    code: Code,
    /// The programs of each mode, ready to run.
    runners: Vec<Runners>,
    /// All moves by number.
    moves: Arc<[game::Move]>,
    /// Whether these are compiled; if not, the machine answers.
    has_effects: bool,
    has_terminal: bool,
    has_quiet: bool,
    has_goals: bool,
    has_heuristics: Vec<bool>,
    parts: Vec<Part>,
    predicates: Vec<Predicate>,
}

impl Compilation {
    /// Compiles a game.
    ///
    /// # Errors
    /// Why the game stays with the machine.
    pub fn new(rules: &Rules, effort: Effort) -> Result<Self, Reason> {
        let Attempt { evaluated, code } = attempt(rules, effort)?;
        let code = code?;
        let has = |name: &str| evaluated.has(name);
        let (has_effects, has_terminal, has_quiet) = (has("effects"), has("terminal"), has("quiet"));
        let Evaluated { residual, terms, parts, predicates, .. } = evaluated;
        let runners = runners(&code).map_err(|error| Reason::new(error.to_string(), None))?;
        let moves = residual.moves.iter().zip(terms).map(|(played, term)| game::Move { role: Role(played.role), term });
        Ok(Self {
            runners,
            moves: moves.collect(),
            has_effects,
            has_terminal,
            has_quiet,
            parts,
            predicates,
            has_goals: !residual.goals.is_empty(),
            has_heuristics: residual.heuristics.iter().map(|values| !values.is_empty()).collect(),
            code,
        })
    }

    /// The same, run by the interpreter of words even where there is native code.
    ///
    /// # Errors
    /// When a program is too large for the interpreter.
    pub fn interpreted(&self) -> Result<Self, Reason> {
        let runners = interpreted(&self.code).map_err(|error| Reason::new(error.to_string(), None))?;
        Ok(Self { runners, ..self.clone() })
    }

    /// Whether its programs are native code.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.runners.iter().all(|runners| runners.turn.is_native())
    }

    /// What a game asks of its rules, and whether that is compiled.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The predicates that depend on the position and were met.
    #[must_use]
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// How many moves there are in all positions together.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The programs.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }
}

/// What a turn has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its moves may be played, if there are any.
    Open,
    /// The game is over, for another reason than that nobody can move.
    Over,
    /// The machine has to tell.
    Beyond,
}

/// The compiled form of a game. It gives the same moves in the same order, the same positions and the same
/// values as the [`Rules`] that it was made from.
///
/// It is for one thread; a clone, which shares the programs, is for another one.
#[derive(Clone, Debug)]
pub struct Compiled<'r> {
    rules: &'r Rules,
    compilation: Arc<Compilation>,
    /// One for each mode.
    workspaces: RefCell<Vec<Workspace>>,
    /// One for each mode where moves are legal or not by what holds after them.
    filters: RefCell<Vec<Option<Filter>>>,
}

impl<'r> Compiled<'r> {
    /// The game of these rules, which were compiled to this.
    #[must_use]
    pub fn new(rules: &'r Rules, compilation: Arc<Compilation>) -> Self {
        let modes = compilation.code.modes.iter().zip(&compilation.runners);
        let words = compilation.code.layout.words();
        let workspaces = modes.map(|(mode, runners)| Workspace::new(mode, runners, words, &compilation.moves));
        let workspaces = RefCell::new(workspaces.collect());
        let modes = compilation.code.modes.iter().zip(&compilation.runners);
        let filters = modes.map(|(mode, runners)| Filter::new(&compilation.code, mode, runners, &compilation.moves));
        let filters = RefCell::new(filters.collect());
        Self { rules, workspaces, filters, compilation }
    }

    /// The rules that it was made from.
    #[must_use]
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// What it was compiled to.
    #[must_use]
    pub fn compilation(&self) -> &Arc<Compilation> {
        &self.compilation
    }

    /// A position of the rules as words.
    #[must_use]
    pub fn position(&self, position: &game::Position) -> Position {
        let cells: Vec<u16> = position.cells().collect();
        Position::new(&self.compilation.code.layout.pack(&cells))
    }

    /// The position that the words stand for.
    #[must_use]
    pub fn facts(&self, position: &Position) -> game::Position {
        let mut cells = vec![0; self.rules.program().schema().dense_cells()];
        self.compilation.code.layout.unpack(self.words(position), &mut cells);
        game::Position::from_cells(self.rules, &cells)
    }

    /// The move as the rules call it.
    #[must_use]
    pub fn named(&self, played: &Move) -> game::Move {
        played.named().clone()
    }

    fn mode(&self, position: &Position) -> usize {
        self.compilation.code.switch.map_or(0, |switch| switch.mode(self.words(position)))
    }

    /// Computes who may do what, and lets somebody look at it.
    fn with_turn<T>(
        &self,
        position: &Position,
        look: impl FnOnce(&Mode, &Workspace, usize) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let number = self.mode(position);
        let workspace = &mut self.workspaces.borrow_mut()[number];
        workspace.turn(position);
        self.try_moves(position, number, workspace);
        look(&self.compilation.code.modes[number], workspace, number)
    }

    /// Leaves out moves of the turn that was just computed which are not legal by what holds after them.
    #[inline]
    fn try_moves(&self, position: &Position, mode: usize, workspace: &mut Workspace) {
        if let Some(filter) = &mut self.filters.borrow_mut()[mode] {
            filter.run(position, workspace.outputs_mut());
        }
    }

    /// The position with what it says of roles that have a legal move, where something may ask for that; none if only the
    /// machine can tell.
    fn informed<'p>(&self, position: &'p Position) -> Option<Cow<'p, Position>> {
        if self.compilation.code.movable.is_none() {
            return Some(Cow::Borrowed(position));
        }
        let number = self.mode(position);
        let workspace = &mut self.workspaces.borrow_mut()[number];
        workspace.turn(position);
        self.try_moves(position, number, workspace);
        let is_known = workspace.outputs()[0] != BEYOND;
        let filter = &self.filters.borrow()[number];
        is_known.then(|| filter.as_ref().map_or(Cow::Borrowed(position), |filter| Cow::Owned(filter.informed())))
    }

    /// What a turn has come to, which its first word tells.
    fn state(&self, position: &Position, outputs: &[u64]) -> Result<State, Error> {
        let is_over = match outputs[0] {
            BEYOND => return Ok(State::Beyond),
            _ if self.compilation.has_terminal => outputs[0] != 0,
            _ => self.rules.is_terminal(&self.facts(position))?,
        };
        Ok(if is_over { State::Over } else { State::Open })
    }

    /// A turn by the machine.
    fn turn_by_rules(&self, position: &Position) -> Result<Turn<Move>, Error> {
        let movers = self.rules.turn(&self.facts(position))?.into_movers();
        let moves = movers.into_iter().flat_map(|(_, moves)| moves);
        Ok(Turn::by_role(moves.map(|played| Move(Kind::Ruled(played.into()))).collect(), |played| played.named().role))
    }

    /// A ply by the machine.
    fn step_by_rules(&self, position: &mut Position, choose: &mut dyn FnMut(usize) -> usize) -> Result<Step, Error> {
        let mut facts = self.facts(position);
        let step = self.rules.step(&mut facts, choose)?;
        if step == Step::Played {
            *position = self.position(&facts);
        }
        Ok(step)
    }

    fn words<'p>(&self, position: &'p Position) -> &'p [u64] {
        position.words(self.compilation.code.layout.words())
    }

    /// Lets the machine play, where the compiled form cannot.
    fn play_by_rules(&self, position: &Position, moves: &[Move]) -> Result<Position, Error> {
        let moves: Vec<game::Move> = moves.iter().map(|played| self.named(played)).collect();
        let next = self.rules.play(&self.facts(position), &moves)?;
        Ok(self.position(&next))
    }

    /// A ply of several roles at once.
    fn step_of_several(&self, position: &mut Position, choose: &mut dyn FnMut(usize) -> usize) -> Result<Step, Error> {
        let movers = self.turn(position)?.into_movers();
        let moves: Vec<Move> = movers.into_iter().map(|(_, mut own)| own.swap_remove(choose(own.len()))).collect();
        *position = self.play(position, &moves)?;
        Ok(Step::Played)
    }

    /// What a program says of a position; none if it is for the machine to say.
    fn judged<R>(
        &self,
        position: &Position,
        is_compiled: bool,
        judge: impl FnOnce(&mut Workspace, &Position) -> R,
    ) -> Option<R> {
        let position = is_compiled.then(|| self.informed(position)).flatten()?;
        let number = self.mode(&position);
        Some(judge(&mut self.workspaces.borrow_mut()[number], &position))
    }

    fn listed(&self, kept: &[u64]) -> Listed {
        Listed { kept: kept.into(), named: Arc::clone(&self.compilation.moves) }
    }

    fn lane_number(mode: &Mode, place: Place) -> u32 {
        let number = mode.families[place.family as usize].moves[place.lane as usize];
        number.expect("a lane that is legal has a move") as u32
    }
}

impl Game for Compiled<'_> {
    type Position = Position;
    type Move = Move;
    type Error = Error;

    fn role_count(&self) -> usize {
        self.rules.role_count()
    }

    fn initial(&self) -> Position {
        self.position(&self.rules.initial())
    }

    fn turn(&self, position: &Position) -> Result<Turn<Move>, Error> {
        let listed = self.with_turn(position, |mode, workspace, number| {
            let outputs = workspace.outputs();
            match self.state(position, outputs)? {
                State::Open => {}
                State::Over => return Ok(Some(Turn::Over)),
                State::Beyond => return Ok(None),
            }
            let turn = Arc::new(self.listed(workspace.kept()));
            let listed = |place: Place| {
                let (turn, mode_number) = (Arc::clone(&turn), number as u32);
                Move(Kind::Listed(ListedMove {
                    number: Self::lane_number(mode, place),
                    mode: mode_number,
                    place,
                    turn,
                }))
            };
            let moves: Vec<Move> = workspace.listing.all(mode, outputs).into_iter().map(listed).collect();
            Ok(Some(Turn::by_role(moves, |played| played.named().role)))
        })?;
        listed.map_or_else(|| self.turn_by_rules(position), Ok)
    }

    fn over(&self, position: &Position) -> Result<bool, Error> {
        let over = self.with_turn(position, |_, workspace, _| {
            let outputs = workspace.outputs();
            Ok(match self.state(position, outputs)? {
                State::Open => Some(workspace.listing.count(outputs) == 0),
                State::Over => Some(true),
                State::Beyond => None,
            })
        })?;
        over.map_or_else(|| self.rules.over(&self.facts(position)), Ok)
    }

    fn play(&self, position: &Position, moves: &[Move]) -> Result<Position, Error> {
        let [Move(Kind::Listed(played))] = moves else { return self.play_by_rules(position, moves) };
        if !self.compilation.has_effects {
            return self.play_by_rules(position, moves);
        }
        let mode = &self.compilation.code.modes[played.mode as usize];
        let next = {
            let workspace = &mut self.workspaces.borrow_mut()[played.mode as usize];
            workspace.keep(&played.turn.kept);
            workspace.apply(mode, position, played.place).map(Position::new)
        };
        next.map_or_else(|| self.play_by_rules(position, moves), Ok)
    }

    fn canonical(&self, position: &Position) -> Position {
        match self.rules.symmetry_count() {
            1 => position.clone(),
            _ => self.position(&self.rules.canonical(&self.facts(position))),
        }
    }

    fn goal(&self, position: &Position, role: Role) -> Result<u8, Error> {
        let compiled =
            self.judged(position, self.compilation.has_goals, |workspace, position| workspace.goal(position, role));
        let result = compiled.flatten().and_then(|value| u8::try_from(value).ok()).filter(|value| *value <= 100);
        result.map_or_else(|| self.rules.goal(&self.facts(position), role), Ok)
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        self.rules.heuristic(name)
    }

    fn evaluate(&self, position: &Position, heuristic: usize, role: Role) -> Result<i64, Error> {
        let is_compiled = self.compilation.has_heuristics[heuristic];
        let compiled =
            self.judged(position, is_compiled, |workspace, position| workspace.evaluate(position, heuristic, role));
        compiled.flatten().map_or_else(|| self.rules.evaluate(&self.facts(position), heuristic, role), Ok)
    }

    fn quiet(&self, position: &Position) -> Result<bool, Error> {
        let compiled =
            self.judged(position, self.compilation.has_quiet, |workspace, position| workspace.quiet(position));
        compiled.flatten().map_or_else(|| self.rules.quiet(&self.facts(position)), Ok)
    }

    fn key(&self, position: &Position) -> u64 {
        self.facts(position).key()
    }

    fn step(&self, position: &mut Position, choose: &mut dyn FnMut(usize) -> usize) -> Result<Step, Error> {
        let number = self.mode(position);
        let mode = &self.compilation.code.modes[number];
        let failed: Option<(Place, Listed)> = 'single: {
            let workspace = &mut self.workspaces.borrow_mut()[number];
            workspace.turn(position);
            self.try_moves(position, number, workspace);
            let outputs = workspace.outputs();
            match self.state(position, outputs)? {
                State::Open => {}
                State::Over => return Ok(Step::Over),
                State::Beyond => return self.step_by_rules(position, choose),
            }
            let Some(count) = workspace.listing.count_of_one_role(outputs) else { break 'single None };
            if count == 0 {
                return Ok(Step::Over);
            }
            let place = workspace.listing.nth(mode, outputs, choose(count));
            if self.compilation.has_effects
                && let Some(words) = workspace.apply(mode, position, place)
            {
                position.set(words);
                return Ok(Step::Played);
            }
            Some((place, self.listed(workspace.kept())))
        };
        let Some((place, turn)) = failed else { return self.step_of_several(position, choose) };
        let number = Self::lane_number(mode, place);
        let played = Move(Kind::Ruled(turn.named[number as usize].clone().into()));
        *position = self.play_by_rules(position, &[played])?;
        Ok(Step::Played)
    }

    fn breadth(&self, position: &Position) -> Result<Option<u64>, Error> {
        if !self.compilation.has_effects {
            return Ok(None);
        }
        self.with_turn(position, |_, workspace, number| {
            let outputs = workspace.outputs();
            match self.state(position, outputs)? {
                State::Open => {}
                State::Over => return Ok(Some(0)),
                State::Beyond => return Ok(None),
            }
            let has_tried_all = |filter: &Option<Filter>| filter.as_ref().is_some_and(|filter| filter.has_tried_all);
            let is_safe = workspace.is_safe || has_tried_all(&self.filters.borrow()[number]);
            let count = workspace.listing.count_of_one_role(outputs).filter(|_| is_safe);
            Ok(count.map(|count| count as u64))
        })
    }
}
