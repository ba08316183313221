//! One loaded game.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::culprit::Case;
use super::doubts::doubts;
use super::error::Error;
use super::failure::Failure;
use super::interface::Role;
use super::level::Level;
use super::loaded::LoadedGame;
use super::unread::Unread;
use crate::logic::{Limits, Machine, Program, Schema, Term, Work};
use crate::syntax::diagnostic::{Diagnostic, in_order};
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::Name;

/// One loaded game: its roles, moves, effects and results by the rules of its file.
///
/// What was loaded is shared by all clones; the rest is this user's own. Threads may share one
/// `Rules`. Every question is answered by a machine from a pool, within the counted [`Limits`].
#[derive(Debug)]
pub struct Rules {
    pub(super) game: Arc<LoadedGame>,
    pub(super) limits: Limits,
    interrupt: Arc<AtomicBool>,
    /// The work of all questions whose machines have come back.
    work: Mutex<Work>,
    /// Machines without a question.
    idle: Mutex<Vec<Machine>>,
}

/// The same game for another user, within the same limits: what was loaded is shared; the machines,
/// and the count of their work, are not. It costs little, and with a
/// [flag of its own](Self::with_interrupt) it can be stopped alone.
impl Clone for Rules {
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.game), self.limits, self.interrupt())
    }
}

impl Rules {
    /// A loaded game, which nobody has asked anything yet.
    pub(super) fn new(game: Arc<LoadedGame>, limits: Limits, interrupt: Arc<AtomicBool>) -> Self {
        Self {
            game,
            limits,
            interrupt,
            work: Mutex::default(),
            idle: Mutex::default(),
        }
    }

    /// The game's name: what `:- game("...").` says, else the name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.game.name
    }

    /// The roles in order, as the rules call them.
    #[must_use]
    pub fn roles(&self) -> &[Term] {
        &self.game.roles
    }

    /// The names of all roles in order.
    #[must_use]
    pub fn role_names(&self) -> Vec<String> {
        self.game.roles.iter().map(ToString::to_string).collect()
    }

    /// The name of a role.
    #[must_use]
    pub fn role_name(&self, role: Role) -> String {
        self.game.roles[role.0].to_string()
    }

    /// The role of that name.
    #[must_use]
    pub fn role(&self, name: &str) -> Option<Role> {
        self.game
            .roles
            .iter()
            .position(|role| role.to_string() == name)
            .map(Role)
    }

    /// The names of the heuristics, in the order of their first clauses.
    #[must_use]
    pub fn heuristics(&self) -> &[Name] {
        &self.game.heuristics
    }

    /// The levels on offer, in the order of the file.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.game.levels
    }

    /// The level of that name.
    #[must_use]
    pub fn level(&self, name: &str) -> Option<&Level> {
        self.game.levels.iter().find(|level| &*level.name == name)
    }

    /// The program behind the game.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.game.program
    }

    /// The relations of which a position has facts, with their domains.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.game.program.schema()
    }

    /// What is doubtful about the game though it can be played, in the order of the text. Found
    /// anew each time.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        in_order(doubts(
            &self.game.declarations,
            Some(&self.game.program),
            &Unread::default(),
            &self.interrupt,
        ))
    }

    /// How a fluent is declared, such as `cell(column, row) -> disc`, and where.
    #[must_use]
    pub fn declared_fluent(&self, name: &str, arity: usize) -> Option<(String, Span)> {
        let fluent = self
            .game
            .declarations
            .fluents
            .iter()
            .find(|fluent| &*fluent.name == name && fluent.arity() == arity)?;
        Some((fluent.to_string(), fluent.span))
    }

    /// What is lacking before anybody can play; nothing but in a [`draft`](Self::draft).
    #[must_use]
    pub fn lacking(&self) -> &[Diagnostic] {
        &self.game.lacking
    }

    /// The texts from which the game was loaded.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.game.sources
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
            clauses: &self.game.declarations.clauses,
            schema: self.game.program.schema(),
            roles: &self.game.roles,
        };
        Failure {
            diagnostics: vec![case.diagnostic(error)],
            sources: self.game.sources.clone(),
        }
    }

    /// A machine from the pool.
    pub(super) fn machine(&self) -> Machine {
        let pooled = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut machine = pooled.unwrap_or_else(|| Machine::new(&self.game.program, self.limits));
        machine.set_limits(self.limits);
        machine.set_interrupt(Some(self.interrupt()));
        machine
    }

    /// Gives a machine back.
    pub(super) fn put_back(&self, mut machine: Machine) {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) += machine.take_work();
        self.idle
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
