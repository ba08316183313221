//! The fixed parts of a game: its roles, its initial position, its levels, the size of its board.

use std::ops::ControlFlow;
use std::sync::Arc;

use indexmap::IndexSet;

use super::check;
use super::culprit::Case;
use super::error::Error;
use super::grid::{Grid, MAX_SIDE, Rows};
use super::level::Level;
use super::load::{Loading, names};
use super::path::square_text;
use super::position::{Position, add_all};
use super::symmetry::Symmetries;
use super::vocabulary::{GRID, GRID_WITH_DIRECTION, INIT, LEVEL, ROLE, SQUARE_NAME, SYMMETRY};
use crate::logic::{self, Fact, Facts, Machine, PredicateId, Program, Term, as_constant, nearest};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{Name, TermKind};

impl Loading<'_> {
    pub fn roles(&mut self, machine: &mut Machine) -> Option<Vec<Term>> {
        let Some(role) = ROLE.in_program(machine.program()) else {
            return Some(Vec::new());
        };
        let nothing = Facts::empty(machine.program().schema());
        let mut roles: IndexSet<Term> = IndexSet::new();
        self.each_answer(machine, role, 1, &nothing, |loading, mut answer| {
            let role = answer.swap_remove(0);
            if matches!(role.functor(), Some((_, 0))) {
                roles.insert(role);
                return ControlFlow::Continue(());
            }
            let fault = match loading.capitalised_role(&role) {
                Some(fault) => fault,
                None => {
                    let title = format!("`{role}` cannot be a role");
                    let fault = loading.at_head("bad-role", title, ROLE.name, &[Some(&role)]);
                    fault.with_help("a role is an atom such as `black`")
                }
            };
            loading.faults.push(fault);
            loading.while_few_faults()
        })?;
        let roles: Vec<Term> = roles.into_iter().collect();
        if roles.is_empty() && self.faults.is_empty() {
            let fault = self.at_head(
                "no-role",
                "`role` has no answers, so nobody plays".to_owned(),
                ROLE.name,
                &[None],
            );
            let help = ROLE.lack.map_or("", |lack| lack.help);
            self.faults.push(fault.with_help(help));
        }
        (!roles.is_empty()).then_some(roles)
    }

    /// The fault of a role that is a variable because its name begins with a capital.
    fn capitalised_role(&self, role: &Term) -> Option<Diagnostic> {
        role.as_variable()?;
        let mut written = self
            .declarations
            .clauses
            .of_word(&ROLE)
            .filter(|head| head.is_fact)
            .map(|head| &head.arguments[0]);
        let (span, name) = written.find_map(|term| match &term.kind {
            TermKind::Variable(name) if name.starts_with(char::is_uppercase) => {
                Some((term.span, name))
            }
            _ => None,
        })?;
        let title = format!("`{name}` cannot be a role: it is a variable");
        let small = as_constant(name);
        let fault = Diagnostic::error("bad-role", title, span, "begins with a capital");
        let help = format!("write `{small}`: names of constants begin with a small letter");
        Some(fault.with_help(help).with_replacement(span, small))
    }

    /// The initial position: all facts of `init`.
    pub fn start(
        &mut self,
        program: &Program,
        roles: &[Term],
        machine: &mut Machine,
    ) -> Option<Position> {
        let schema = program.schema();
        let mut facts = Facts::empty(schema);
        let Some(init) = INIT.in_program(program) else {
            return Some(Position { facts });
        };
        machine.set_limits(self.limits_left());
        machine.start_predicate(&facts, &[], init, &[None]);
        let mut initial: Vec<Fact> = Vec::new();
        let case = Case {
            clauses: &self.declarations.clauses,
            schema,
            roles,
        };
        loop {
            let found = machine
                .next_answer()
                .and_then(|found| found.then(|| machine.root_fact(0)).transpose());
            let error = match found {
                Ok(None) => break,
                Ok(Some(Ok(fact))) => {
                    initial.push(fact);
                    continue;
                }
                Ok(Some(Err(reason))) => Error::NotAFact {
                    predicate: INIT.name,
                    reason,
                    clause: None,
                },
                Err(error) => self.with_whole_limit(error).into(),
            };
            self.faults.push(case.diagnostic(&error));
            if matches!(error, Error::Logic(_)) || self.faults.len() >= MOST_FAULTS {
                return None;
            }
        }
        if let Err([one, other]) = add_all(schema, &mut facts, &initial) {
            let fault = self.conflicting_start(&one, &other);
            self.faults.push(fault);
        }
        self.kept += machine.given_out();
        Some(Position { facts })
    }

    /// The fault of two `init` facts with different values for one key.
    fn conflicting_start(&self, one: &Term, other: &Term) -> Diagnostic {
        let clauses = &self.declarations.clauses;
        let stated = |fact: &Term| {
            clauses
                .giving(INIT.name, &[Some(fact)])
                .first()
                .map(|head| &head.arguments[0])
        };
        match (stated(one), stated(other)) {
            (Some(first), Some(second)) if first.span != second.span => {
                check::conflict(first, second)
            }
            _ => {
                let title = format!(
                    "at the start both `{one}` and `{other}` hold, but a key has one value"
                );
                let fault = self.at_head("conflicting-facts", title, INIT.name, &[Some(other)]);
                fault.with_help(
                    "let `init` give each key one value, or declare the fluent without `->`",
                )
            }
        }
    }

    pub fn levels(
        &mut self,
        heuristics: &[Name],
        initial: &Position,
        machine: &mut Machine,
    ) -> Vec<Level> {
        let Some(level) = LEVEL.in_program(machine.program()) else {
            return Vec::new();
        };
        let mut levels = Vec::new();
        self.each_answer(machine, level, 2, &initial.facts, |loading, answer| {
            match Level::new(&answer[0], &answer[1])
                .and_then(|level| with_known_heuristic(level, heuristics))
            {
                Ok(level) => {
                    loading.kept += size_of::<Level>();
                    levels.push(level);
                }
                Err(reason) => {
                    let title = format!("the level `{}` is not right: {reason}", answer[0]);
                    let fault = loading.at_head(
                        "bad-level",
                        title,
                        LEVEL.name,
                        &[Some(&answer[0]), Some(&answer[1])],
                    );
                    loading
                        .faults
                        .push(fault.with_help(
                            "write it as `level(normal, [depth(3), heuristic(discs)])`",
                        ));
                }
            }
            loading.while_few_faults()
        });
        levels
    }

    /// The size of the board, from the first answer of `grid`.
    pub fn grid(&mut self, initial: &Position, machine: &mut Machine) -> Option<Grid> {
        let (word, grid) = [&GRID_WITH_DIRECTION, &GRID]
            .into_iter()
            .find_map(|word| Some((word, word.in_program(machine.program())?)))?;
        let mut first = None;
        self.each_answer(machine, grid, word.arity(), &initial.facts, |_, answer| {
            first = Some(answer);
            ControlFlow::Break(())
        })?;
        let answer = first?;
        let side = |term: &Term| {
            usize::try_from(term.as_integer()?)
                .ok()
                .filter(|side| (1..=MAX_SIDE).contains(side))
        };
        let direction = match answer.get(2).map(|term| term.as_text()) {
            None | Some(Some("top_down")) => Some(Rows::TopDown),
            Some(Some("bottom_up")) => Some(Rows::BottomUp),
            _ => None,
        };
        if let (Some(columns), Some(rows), Some(direction)) =
            (side(&answer[0]), side(&answer[1]), direction)
        {
            return Some(Grid {
                columns,
                rows,
                direction,
            });
        }
        let title = format!("`{}` is no board", Term::compound(word.name, &answer));
        let known: Vec<Option<&Term>> = answer.iter().map(Some).collect();
        let fault = self.at_head("bad-grid", title, word.name, &known);
        self.faults.push(fault.with_help(format!(
            "write it as `grid(8, 8)`, columns before rows, each from 1 to {MAX_SIDE}, or as \
             `grid(8, 8, bottom_up)` to draw row 1 at the bottom"
        )));
        None
    }

    /// The names that `square_name` gives the squares, if the game redefines it.
    pub fn square_names(
        &mut self,
        grid: Option<Grid>,
        initial: &Position,
        machine: &mut Machine,
    ) -> Option<Arc<[Option<String>]>> {
        let grid = grid.filter(|_| self.declarations.clauses.has(&SQUARE_NAME))?;
        let named = SQUARE_NAME.in_program(machine.program())?;
        let mut names = Vec::with_capacity(grid.columns * grid.rows);
        for (row, column) in
            (1..=grid.rows).flat_map(|row| (1..=grid.columns).map(move |column| (row, column)))
        {
            let (column, row) = (Term::integer(column as i64), Term::integer(row as i64));
            machine.set_limits(self.limits_left());
            machine.start_predicate(
                &initial.facts,
                &[],
                named,
                &[Some(&column), Some(&row), None],
            );
            let name = machine
                .next_answer()
                .and_then(|found| found.then(|| machine.root(0)).transpose());
            match name.and_then(|name| self.keep_name(name.as_ref().and_then(square_text))) {
                Ok(name) => names.push(name),
                Err(error) => {
                    let fault = self.with_whole_limit(error).diagnostic();
                    self.faults.push(fault);
                    return None;
                }
            }
        }
        Some(names.into())
    }

    /// Counts the name of a square as kept; an error if all names together take too much memory.
    fn keep_name(&mut self, name: Option<String>) -> Result<Option<String>, logic::Error> {
        self.kept += size_of::<Option<String>>() + name.as_ref().map_or(0, String::len);
        match self.kept > self.allowance.limits.memory {
            true => Err(logic::Error::memory(self.allowance.limits)),
            false => Ok(name),
        }
    }

    pub fn symmetries(
        &mut self,
        program: &Program,
        initial: &Position,
        machine: &mut Machine,
    ) -> Symmetries {
        let names: Vec<Term> = names(&self.declarations.clauses, &SYMMETRY)
            .iter()
            .map(|name| Term::atom(name))
            .collect();
        if names.is_empty() {
            return Symmetries::default();
        }
        machine.set_limits(self.limits_left());
        let most = self.limits_left().memory;
        Symmetries::new(program.schema(), machine, &names, initial, most).unwrap_or_else(|bad| {
            let title = format!("these symmetries are not right: {}", bad.reason);
            let generator = [bad.generator.as_ref(), None, None];
            let fault = self.at_head("bad-symmetry", title, SYMMETRY.name, &generator);
            self.faults.push(fault.with_help(
                "every fact of a fluent needs another one as its image, as in \
                 `symmetry(mirror, cell(X, Y, P), cell(A, Y, P)) :- A is 9 - X.`",
            ));
            Symmetries::default()
        })
    }

    /// A fault at the first clause that can have given an answer.
    pub fn at_head(
        &self,
        code: &'static str,
        title: String,
        name: &str,
        answer: &[Option<&Term>],
    ) -> Diagnostic {
        let clauses = &self.declarations.clauses;
        match clauses
            .giving(name, answer)
            .first()
            .copied()
            .or_else(|| clauses.of(name, answer.len()).next())
        {
            Some(head) => Diagnostic::error(code, title, head.span, "declared here"),
            None => Diagnostic::lacking(code, title),
        }
    }

    /// Passes the answers of a predicate to a closure, one by one, until it returns that they are
    /// enough. `None` after an error, which becomes a fault.
    pub fn each_answer(
        &mut self,
        machine: &mut Machine,
        predicate: PredicateId,
        arity: usize,
        facts: &Facts,
        mut visit: impl FnMut(&mut Self, Vec<Term>) -> ControlFlow<()>,
    ) -> Option<()> {
        machine.set_limits(self.limits_left());
        machine.start_predicate(facts, &[], predicate, &vec![None; arity]);
        loop {
            match machine
                .next_answer()
                .and_then(|found| found.then(|| machine.roots()).transpose())
            {
                Ok(Some(answer)) => {
                    if visit(self, answer).is_break() {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    let fault = self.with_whole_limit(error).diagnostic();
                    self.faults.push(fault);
                    return None;
                }
            }
        }
        self.kept += machine.given_out();
        Some(())
    }

    pub fn while_few_faults(&self) -> ControlFlow<()> {
        if self.faults.len() < MOST_FAULTS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// The maximum number of faults of one kind: these are enough to see the problem.
pub(super) const MOST_FAULTS: usize = 20;

fn with_known_heuristic(level: Level, heuristics: &[Name]) -> Result<Level, String> {
    match &level.heuristic {
        Some(name) if !heuristics.contains(name) => {
            let similar = nearest(name, heuristics.iter().map(|name| &**name));
            let hint =
                similar.map_or_else(String::new, |similar| format!("; is `{similar}` meant?"));
            Err(format!("there is no heuristic `{name}`{hint}"))
        }
        _ => Ok(level),
    }
}
