//! A compiled game as a [`Game`].

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use super::code::{Code, Mode, MoveFamily};
use super::listing::{self, Place};
use super::partial::{Effort, Evaluated, Part, Predicate, Reason, residual};
use super::position::Position;
use super::runner::{Runner, Runners, Task, interpreted, runners};
use crate::game::{self, Error, Game, Role, Rules, Step, Turn};
use crate::logic::Storage;

/// A move, in the position whose [`turn`](Game::turn) has listed it.
#[derive(Clone)]
pub struct Move {
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
        fmt::Debug::fmt(&self.turn.named[self.number as usize], f)
    }
}

/// A move is the same wherever it is played.
impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Move {}

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
        fits_words(rules)?;
        let evaluated = residual(rules, effort)?;
        let has = |name: &str| evaluated.has(name);
        if let Some(Err(reason)) = evaluated.parts.first().map(|legal| &legal.outcome) {
            return Err(reason.clone());
        }
        let (has_effects, has_terminal, has_quiet) = (has("effects"), has("terminal"), has("quiet"));
        let Evaluated { residual, terms, parts, predicates } = evaluated;
        let operations = match effort {
            Effort::Quick => 20_000,
            Effort::Thorough => 1_000_000,
        };
        let code = Code::compile(&residual, operations).map_err(|refusal| Reason::new(refusal.to_string(), None))?;
        let runners = runners(&code.modes).map_err(|error| Reason::new(error.to_string(), None))?;
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
        let runners = interpreted(&self.code.modes).map_err(|error| Reason::new(error.to_string(), None))?;
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

/// A position has a fixed number of words, so each of its facts must have a place.
fn fits_words(rules: &Rules) -> Result<(), Reason> {
    let relations = rules.program().schema().relations();
    let Some(open) = relations.iter().find(|relation| matches!(relation.storage, Storage::Open(_))) else {
        return Ok(());
    };
    let place = rules.declared_fluent(&open.name, open.arity()).map(|(_, span)| span);
    Err(Reason::new(format!("the fluent `{}` has a domain without end, or a very large one", open.name), place))
}

/// The compiled form of a game. It gives the same moves in the same order, the same positions and the same
/// values as the [`Rules`] that it was made from.
///
/// It is for one thread; a clone, which shares the programs, is for another one.
#[derive(Clone, Debug)]
pub struct Compiled<'r> {
    rules: &'r Rules,
    compilation: Arc<Compilation>,
    tasks: RefCell<Vec<Tasks>>,
}

/// The programs of one mode.
#[derive(Clone, Debug)]
struct Tasks {
    turn: Task,
    applies: Vec<Task>,
    goals: Task,
    heuristics: Vec<Task>,
    quiet: Task,
    /// Who plays the moves of each family.
    roles: Vec<Role>,
    /// Whether no move can fail.
    is_safe: bool,
}

impl Tasks {
    fn new(mode: &Mode, runners: &Runners, moves: &[game::Move]) -> Self {
        let all = |runners: &[Runner]| runners.iter().map(Task::new).collect();
        let role = |family: &MoveFamily| {
            let number = family.moves.iter().flatten().next();
            number.map_or(Role(0), |number| moves[*number].role)
        };
        Self {
            turn: Task::new(&runners.turn),
            applies: all(&runners.applies),
            goals: Task::new(&runners.goals),
            heuristics: all(&runners.heuristics),
            quiet: Task::new(&runners.quiet),
            roles: mode.families.iter().map(role).collect(),
            is_safe: mode.applies.iter().all(|apply| apply.outputs().last().is_some_and(|last| apply.is_zero(*last))),
        }
    }
}

impl<'r> Compiled<'r> {
    /// The game of these rules, which were compiled to this.
    #[must_use]
    pub fn new(rules: &'r Rules, compilation: Arc<Compilation>) -> Self {
        let modes = compilation.code.modes.iter().zip(&compilation.runners);
        let tasks = modes.map(|(mode, runners)| Tasks::new(mode, runners, &compilation.moves)).collect();
        Self { rules, compilation, tasks: RefCell::new(tasks) }
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
        self.compilation.moves[played.number as usize].clone()
    }

    fn mode(&self, position: &Position) -> usize {
        self.compilation.code.switch.map_or(0, |switch| switch.mode(self.words(position)))
    }

    /// Computes who may do what, and lets somebody look at it.
    fn with_turn<R>(&self, position: &Position, look: impl FnOnce(&Mode, &mut Tasks, usize) -> R) -> R {
        let number = self.mode(position);
        let tasks = &mut self.tasks.borrow_mut()[number];
        tasks.turn.run(self.words(position));
        look(&self.compilation.code.modes[number], tasks, number)
    }

    /// Whether the game is over for another reason than that nobody can move.
    fn is_terminal(&self, position: &Position, outputs: &[u64]) -> Result<bool, Error> {
        match self.compilation.has_terminal {
            true => Ok(outputs[0] != 0),
            false => self.rules.is_terminal(&self.facts(position)),
        }
    }

    /// The words of the position after a move, given what the turn has kept; none where the machine has to play it.
    fn apply<'t>(
        &self,
        position: &Position,
        mode: &Mode,
        applies: &'t mut [Task],
        place: Place,
        kept: &[u64],
    ) -> Option<&'t [u64]> {
        if !self.compilation.has_effects {
            return None;
        }
        let family = &mode.families[place.family as usize];
        let chosen = (place.lane as usize / 64, 1 << (place.lane % 64));
        let outputs = applies[family.apply].run_chosen(self.words(position), kept, chosen);
        let (conflict, words) = outputs.split_last().expect("the last output tells of conflicts");
        (*conflict == 0).then_some(words)
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

    fn listed(&self, kept: &[u64]) -> Listed {
        Listed { kept: kept.into(), named: Arc::clone(&self.compilation.moves) }
    }

    fn lane_number(mode: &Mode, place: Place) -> u32 {
        let number = mode.families[place.family as usize].moves[place.lane as usize];
        number.expect("a lane that is legal has a move") as u32
    }
}

/// How many moves there are; none if several roles have some.
fn breadth_of(mode: &Mode, roles: &[Role], outputs: &[u64]) -> Option<usize> {
    let mut count = 0;
    let mut mover = None;
    for (family, role) in mode.families.iter().zip(roles) {
        let own: u32 = outputs[family.legal.clone()].iter().map(|word| word.count_ones()).sum();
        if own > 0 {
            if *mover.get_or_insert(role) != role {
                return None;
            }
            count += own as usize;
        }
    }
    Some(count)
}

/// Whether a program says that it has a value for a role, and which.
fn value(outputs: &[u64], role: Role) -> Option<i64> {
    (outputs[role.0 * 2] != 0).then_some(outputs[role.0 * 2 + 1] as i64)
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
        self.with_turn(position, |mode, tasks, number| {
            let outputs = &tasks.turn.outputs;
            if self.is_terminal(position, outputs)? {
                return Ok(Turn::Over);
            }
            let turn = Arc::new(self.listed(&outputs[mode.kept.clone()]));
            let listed = |place: Place| {
                let (turn, mode_number) = (Arc::clone(&turn), number as u32);
                Move { number: Self::lane_number(mode, place), mode: mode_number, place, turn }
            };
            let moves: Vec<Move> = listing::all(mode, outputs).into_iter().map(listed).collect();
            Ok(Turn::by_role(moves, |played| self.compilation.moves[played.number as usize].role))
        })
    }

    fn over(&self, position: &Position) -> Result<bool, Error> {
        self.with_turn(position, |mode, tasks, _| {
            let outputs = &tasks.turn.outputs;
            Ok(listing::count(mode, outputs) == 0 || self.is_terminal(position, outputs)?)
        })
    }

    fn play(&self, position: &Position, moves: &[Move]) -> Result<Position, Error> {
        let [played] = moves else { return self.play_by_rules(position, moves) };
        let mode = &self.compilation.code.modes[played.mode as usize];
        let next = {
            let tasks = &mut self.tasks.borrow_mut()[played.mode as usize];
            self.apply(position, mode, &mut tasks.applies, played.place, &played.turn.kept).map(Position::new)
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
        let compiled = self.compilation.has_goals.then(|| {
            let number = self.mode(position);
            value(self.tasks.borrow_mut()[number].goals.run(self.words(position)), role)
        });
        let result = compiled.flatten().and_then(|value| u8::try_from(value).ok()).filter(|value| *value <= 100);
        result.map_or_else(|| self.rules.goal(&self.facts(position), role), Ok)
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        self.rules.heuristic(name)
    }

    fn evaluate(&self, position: &Position, heuristic: usize, role: Role) -> Result<i64, Error> {
        let compiled = self.compilation.has_heuristics[heuristic].then(|| {
            let number = self.mode(position);
            value(self.tasks.borrow_mut()[number].heuristics[heuristic].run(self.words(position)), role)
        });
        compiled.flatten().map_or_else(|| self.rules.evaluate(&self.facts(position), heuristic, role), Ok)
    }

    fn quiet(&self, position: &Position) -> Result<bool, Error> {
        if !self.compilation.has_quiet {
            return self.rules.quiet(&self.facts(position));
        }
        let number = self.mode(position);
        Ok(self.tasks.borrow_mut()[number].quiet.run(self.words(position))[0] != 0)
    }

    fn key(&self, position: &Position) -> u64 {
        self.facts(position).key()
    }

    fn step(&self, position: &mut Position, choose: &mut dyn FnMut(usize) -> usize) -> Result<Step, Error> {
        let number = self.mode(position);
        let mode = &self.compilation.code.modes[number];
        let failed: Option<(Place, Listed)> = 'single: {
            let Tasks { turn, applies, roles, .. } = &mut self.tasks.borrow_mut()[number];
            let outputs = turn.run(self.words(position));
            if self.is_terminal(position, outputs)? {
                return Ok(Step::Over);
            }
            let Some(count) = breadth_of(mode, roles, outputs) else { break 'single None };
            if count == 0 {
                return Ok(Step::Over);
            }
            let place = listing::nth(mode, outputs, choose(count));
            let kept = &outputs[mode.kept.clone()];
            if let Some(words) = self.apply(position, mode, applies, place, kept) {
                position.set(words);
                return Ok(Step::Played);
            }
            Some((place, self.listed(kept)))
        };
        let Some((place, turn)) = failed else { return self.step_of_several(position, choose) };
        let played = Move { number: Self::lane_number(mode, place), mode: number as u32, place, turn: turn.into() };
        *position = self.play_by_rules(position, &[played])?;
        Ok(Step::Played)
    }

    fn breadth(&self, position: &Position) -> Result<Option<u64>, Error> {
        if !self.compilation.has_effects {
            return Ok(None);
        }
        self.with_turn(position, |mode, tasks, _| {
            let outputs = &tasks.turn.outputs;
            if self.is_terminal(position, outputs)? {
                return Ok(Some(0));
            }
            let count = breadth_of(mode, &tasks.roles, outputs).filter(|_| tasks.is_safe);
            Ok(count.map(|count| count as u64))
        })
    }
}
