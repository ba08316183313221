//! One loaded game.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::board::Grid;
use super::culprit::Case;
use super::declaration::Declarations;
use super::doubts::doubts;
use super::error::Error;
use super::failure::Failure;
use super::interface::Role;
use super::level::Level;
use super::load::in_order;
use super::position::Position;
use super::symmetry::Symmetries;
use super::unread::Unread;
use super::vocabulary::{
    ADD, DELETE, GOAL, HEURISTIC, IMPOSSIBLE, LEGAL, NEXT, NOTATION, OWNS, PATH, QUIET, SHOW,
    TERMINAL, Word,
};
use crate::logic::{Limits, Machine, PredicateId, Program, Term, Work};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::Name;

/// The predicates of the vocabulary that a game defines and is asked while it is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defined {
    pub legal: Option<PredicateId>,
    pub goal: Option<PredicateId>,
    pub add: Option<PredicateId>,
    pub delete: Option<PredicateId>,
    pub next: Option<PredicateId>,
    pub terminal: Option<PredicateId>,
    pub impossible: Option<PredicateId>,
    pub heuristic: Option<PredicateId>,
    pub quiet: Option<PredicateId>,
    pub show: Option<PredicateId>,
    pub notation: Option<PredicateId>,
    pub path: Option<PredicateId>,
    pub owns: Option<PredicateId>,
}

impl Defined {
    /// Those that a program defines.
    pub fn by(program: &Program) -> Self {
        let find = |word: &Word| word.in_program(program);
        Self {
            legal: find(&LEGAL),
            goal: find(&GOAL),
            add: find(&ADD),
            delete: find(&DELETE),
            next: find(&NEXT),
            terminal: find(&TERMINAL),
            impossible: find(&IMPOSSIBLE),
            heuristic: find(&HEURISTIC),
            quiet: find(&QUIET),
            show: find(&SHOW),
            notation: find(&NOTATION),
            path: find(&PATH),
            owns: find(&OWNS),
        }
    }
}

/// One loaded game: its roles, moves, effects and results by the rules of its file.
///
/// It may be shared by threads. Every question is answered by a machine from a pool, within the
/// counted [`Limits`] of this game.
#[derive(Debug)]
pub struct Rules {
    pub(super) program: Arc<Program>,
    pub(super) sources: Sources,
    /// What a draft lacks to be a game.
    pub(super) lacking: Vec<Diagnostic>,
    pub(super) name: String,
    pub(super) roles: Vec<Term>,
    pub(super) initial: Position,
    pub(super) vocabulary: Defined,
    pub(super) heuristics: Vec<Name>,
    pub(super) levels: Vec<Level>,
    pub(super) declarations: Arc<Declarations>,
    pub(super) grid: Option<Grid>,
    /// The names of the squares, row 1 first, where the game gives them names of its own.
    pub(super) square_names: Option<Arc<[Option<String>]>>,
    pub(super) symmetries: Symmetries,
    pub(super) limits: Limits,
    pub(super) interrupt: Arc<AtomicBool>,
    /// The work of all questions whose machines have come back.
    pub(super) work: Mutex<Work>,
    pub(super) machines: Mutex<Vec<Machine>>,
}

/// The same game for somebody else: what was loaded is shared; the machines, and the count of their
/// work, are not. It costs little, and with a [flag of its own](Self::with_interrupt) it can be
/// stopped alone.
impl Clone for Rules {
    fn clone(&self) -> Self {
        Rules {
            program: Arc::clone(&self.program),
            sources: self.sources.clone(),
            lacking: self.lacking.clone(),
            name: self.name.clone(),
            roles: self.roles.clone(),
            initial: self.initial.clone(),
            vocabulary: self.vocabulary,
            heuristics: self.heuristics.clone(),
            levels: self.levels.clone(),
            declarations: Arc::clone(&self.declarations),
            grid: self.grid,
            square_names: self.square_names.clone(),
            symmetries: self.symmetries.clone(),
            limits: self.limits,
            interrupt: Arc::clone(&self.interrupt),
            work: Mutex::default(),
            machines: Mutex::default(),
        }
    }
}

impl Rules {
    /// The game's name: what `:- game("...").` says, else the name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The roles in order, as the rules call them.
    #[must_use]
    pub fn roles(&self) -> &[Term] {
        &self.roles
    }

    /// The names of all roles in order.
    #[must_use]
    pub fn role_names(&self) -> Vec<String> {
        self.roles.iter().map(ToString::to_string).collect()
    }

    /// The name of a role.
    #[must_use]
    pub fn role_name(&self, role: Role) -> String {
        self.roles[role.0].to_string()
    }

    /// The role of that name.
    #[must_use]
    pub fn role(&self, name: &str) -> Option<Role> {
        self.roles
            .iter()
            .position(|role| role.to_string() == name)
            .map(Role)
    }

    /// The names of the heuristics, in the order of their first clauses.
    #[must_use]
    pub fn heuristics(&self) -> &[Name] {
        &self.heuristics
    }

    /// The levels on offer, in the order of the file.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The level of that name.
    #[must_use]
    pub fn level(&self, name: &str) -> Option<&Level> {
        self.levels.iter().find(|level| &*level.name == name)
    }

    /// The program behind the game.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What is doubtful about the game though it can be played, in the order of the text. Found
    /// anew each time.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        in_order(doubts(
            &self.declarations,
            Some(&self.program),
            &Unread::default(),
            &self.interrupt,
        ))
    }

    /// How a fluent is declared, such as `cell(column, row) -> disc`, and where.
    #[must_use]
    pub fn declared_fluent(&self, name: &str, arity: usize) -> Option<(String, Span)> {
        let fluent = self
            .declarations
            .fluents
            .iter()
            .find(|fluent| &*fluent.name == name && fluent.arity() == arity)?;
        Some((fluent.to_string(), fluent.span))
    }

    /// What is lacking before anybody can play; nothing but in a [`draft`](Self::draft).
    #[must_use]
    pub fn lacking(&self) -> &[Diagnostic] {
        &self.lacking
    }

    /// The texts from which the game was loaded.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The limits on every question.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The same game with other limits on every question.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A flag that stops whatever runs when it is set; whoever sets it clears it again.
    #[must_use]
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// The same game, stopped by a flag that the host has already, so that one flag can stop
    /// several games; see [`interrupt`](Self::interrupt).
    #[must_use]
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Self {
        self.interrupt = flag;
        self
    }

    /// Calls of predicates by all questions that have been answered so far, whoever asked them.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.work().steps
    }

    /// The work of all questions that have been answered so far, whoever asked them; of the bytes,
    /// the most that one question needed.
    #[must_use]
    pub fn work(&self) -> Work {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An error of these rules, ready to be shown with the place in the rule file.
    #[must_use]
    pub fn failure(&self, error: &Error) -> Failure {
        let case = Case {
            clauses: &self.declarations.clauses,
            schema: self.program.schema(),
            roles: &self.roles,
        };
        Failure {
            diagnostics: vec![case.diagnostic(error)],
            sources: self.sources.clone(),
        }
    }

    /// A machine from the pool.
    pub(super) fn machine(&self) -> Machine {
        let pooled = self
            .machines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut machine = pooled.unwrap_or_else(|| Machine::new(&self.program, self.limits));
        machine.set_limits(self.limits);
        machine.set_interrupt(Some(self.interrupt()));
        machine
    }

    /// Gives a machine back.
    pub(super) fn put_back(&self, mut machine: Machine) {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) += machine.take_work();
        self.machines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(machine);
    }

    /// Works with a machine of the pool.
    pub(crate) fn with_machine<R>(&self, work: impl FnOnce(&mut Machine) -> R) -> R {
        let mut machine = self.machine();
        let result = work(&mut machine);
        self.put_back(machine);
        result
    }
}
