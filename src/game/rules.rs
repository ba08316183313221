//! One loaded game.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::culprit::Case;
use super::error::Error;
use super::failure::Failure;
use super::interface::Role;
use super::level::Level;
use super::loaded::LoadedGame;
use super::look::Look;
use super::unread::Unread;
use super::warnings::warnings;
use crate::logic::{Limits, Machine, Program, Schema, Term, Work};
use crate::syntax::diagnostic::{Diagnostic, in_order};
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::Name;

/// One loaded game: its roles, moves, effects and results by the rules of its file.
///
/// All clones share the loaded game; each has its own machines and counts. Threads may share one
/// `Rules`. A machine from a pool answers every question, within the counted [`Limits`].
#[derive(Debug)]
pub struct Rules {
    pub(super) game: Arc<LoadedGame>,
    pub(super) limits: Limits,
    interrupt: Arc<AtomicBool>,
    /// The work of all finished questions.
    work: Mutex<Work>,
    /// Machines that answer no question at present.
    idle: Mutex<Vec<Machine>>,
}

/// Creates the same game for another user, within the same limits. The loaded game is shared; the
/// machines, and the count of their work, are not. A clone costs little. With [its own
/// flag](Self::with_interrupt) it can be stopped alone.
impl Clone for Rules {
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.game), self.limits, self.interrupt())
    }
}

impl Rules {
    /// Creates the rules of a loaded game.
    pub(super) fn new(game: Arc<LoadedGame>, limits: Limits, interrupt: Arc<AtomicBool>) -> Self {
        Self {
            game,
            limits,
            interrupt,
            work: Mutex::default(),
            idle: Mutex::default(),
        }
    }

    /// The game's title by `:- game("...").`, otherwise the name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.game.name
    }

    /// The roles in order, as terms of the rules.
    #[must_use]
    pub fn roles(&self) -> &[Term] {
        &self.game.roles
    }

    /// What the rule file says about the look of its board.
    #[must_use]
    pub fn look(&self) -> Arc<Look> {
        self.game.look.clone()
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

    /// The role with this name.
    #[must_use]
    pub fn role(&self, name: &str) -> Option<Role> {
        self.game
            .roles
            .iter()
            .position(|role| role.to_string() == name)
            .map(Role)
    }

    /// Whether moves and results have the standard order of terms, and not that of the rules: they say
    /// `:- sorted.`
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.game.declarations.is_sorted
    }

    /// The move that a role makes in a sheet of the Game Description Language while another role has the
    /// turn; in a game by turns, where it is no move here.
    #[must_use]
    pub fn waiting_move(&self, role: Role) -> Option<Term> {
        self.game.sheet.waiting_move(&self.game.roles[role.0])
    }

    /// A fact as a sheet of the Game Description Language writes it: the one from which the game was read.
    #[must_use]
    pub fn fact_in_sheet(&self, fact: &Term) -> String {
        self.game.sheet.fact(fact)
    }

    /// The names of the heuristics, in the order of their first clauses.
    #[must_use]
    pub fn heuristics(&self) -> &[Name] {
        &self.game.heuristics
    }

    /// The levels on offer, in the order of the file. A file with neither levels nor heuristics offers
    /// `easy`, `normal` and `hard`, by 100, 1000 and 10 000 random games.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.game.levels
    }

    /// The level with this name.
    #[must_use]
    pub fn level(&self, name: &str) -> Option<&Level> {
        self.game.levels.iter().find(|level| &*level.name == name)
    }

    /// The program of the game.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.game.program
    }

    /// The relations of positions, with their domains.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.game.program.schema()
    }

    /// The warnings about the game, in the order of the text. They are computed anew at each call.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        in_order(warnings(
            &self.game.declarations,
            Some(&self.game.program),
            &Unread::default(),
            &self.interrupt,
        ))
    }

    /// The declaration of a fluent, such as `cell(column, row) -> disc`, and its place.
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

    /// The parts that the game lacks to be played; empty except for a [`draft`](Self::draft).
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

    /// Sets other limits on every question.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A flag that stops running questions when it is set. The caller that sets it must clear it
    /// again.
    #[must_use]
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// Makes the game use an existing flag of the host, so that one flag can stop several games;
    /// see [`interrupt`](Self::interrupt).
    #[must_use]
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Self {
        self.interrupt = flag;
        self
    }

    /// The number of calls of predicates by all questions to this value that are finished.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.work().steps
    }

    /// The work of all finished questions to this value; for the bytes, the maximum that one
    /// question needed.
    #[must_use]
    pub fn work(&self) -> Work {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An error of these rules, ready to be shown with its place in the rule file.
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

    /// Takes a machine from the pool, or creates one.
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

    /// Returns a machine to the pool.
    pub(super) fn put_back(&self, mut machine: Machine) {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) += machine.take_work();
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(machine);
    }

    /// Calls `work` with a machine of the pool.
    pub(crate) fn with_machine<R>(&self, work: impl FnOnce(&mut Machine) -> R) -> R {
        let mut machine = self.machine();
        let result = work(&mut machine);
        self.put_back(machine);
        result
    }
}
