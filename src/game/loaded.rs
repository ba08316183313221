//! The result of loading a rule file: everything about a game that never changes again.

use std::sync::Arc;

use super::declaration::Declarations;
use super::gdl::Origin;
use super::grid::Grid;
use super::level::Level;
use super::look::Look;
use super::position::Position;
use super::symmetry::Symmetries;
use super::vocabulary::{
    ADD, BESIDE_BOARD, DELETE, GOAL, HEURISTIC, IMPOSSIBLE, LEGAL, NEXT, NOTATION, OWNS, PATH,
    PLANE, QUIET, SHOW, TERMINAL, Word,
};
use crate::logic::{PredicateId, Program, Term};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Sources;
use crate::syntax::tree::Name;

/// A loaded game, which all clones of its [`Rules`](super::Rules) share.
#[derive(Debug)]
pub(super) struct LoadedGame {
    /// The title by `:- game("...").`, otherwise the name of the file.
    pub name: String,
    pub sources: Sources,
    pub declarations: Arc<Declarations>,
    /// The parts of a game that a draft lacks.
    pub lacking: Vec<Diagnostic>,
    /// What else its sheet says, if it was read from one.
    pub sheet: Origin,
    pub program: Arc<Program>,
    pub vocabulary: Defined,
    pub roles: Vec<Term>,
    pub initial: Position,
    /// The heuristics, in the order of their first clauses.
    pub heuristics: Vec<Name>,
    /// The levels, in the order of the file; some usual ones if it has no levels and no heuristics.
    pub levels: Vec<Level>,
    pub grid: Option<Grid>,
    /// The names of the squares, row 1 first, if the game has its own names for them.
    pub square_names: Option<Arc<[Option<String>]>>,
    /// What the rule file says about the look of its board.
    pub look: Arc<Look>,
    pub symmetries: Symmetries,
}

/// The predicates of the vocabulary that a game defines and that are called during play.
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
    pub beside: Option<PredicateId>,
    pub plane: Option<PredicateId>,
    pub notation: Option<PredicateId>,
    pub path: Option<PredicateId>,
    pub owns: Option<PredicateId>,
}

impl Defined {
    /// Finds the predicates that a program defines.
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
            beside: find(&BESIDE_BOARD),
            plane: find(&PLANE),
            notation: find(&NOTATION),
            path: find(&PATH),
            owns: find(&OWNS),
        }
    }
}
