//! Builds a program from clauses.
//!
//! A program is built in layers: preludes first, then the program's own clauses. A clause sees the
//! predicates of its own layer before those of the layers below. So a program may define a
//! predicate that a prelude defines too, and the prelude goes on using its own. A program cannot
//! redefine the predicates of the machine.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::{Draft, NamedGoal};
use super::ids::PredicateId;
use super::index::{ClauseEntry, Heads, IndexTree};
use super::instruction::MAX_REGISTERS;
use super::interval;
use super::machine;
use super::predicate::{Implementation, Predicate};
use super::production::Production;
use super::program::{EntryPoints, Program};
use super::schema::Schema;
use super::source_clauses::SourceClauses;
use super::suggestion::Suggestions;
use super::tabled::TabledPredicate;
use super::translate;
use super::unknown::unknown_predicate;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::quote::quote_atom;
use crate::syntax::reading::interrupted;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// The built-in predicates that are written in the rule language itself, by topic. They are one
/// layer, so that each may call any other.
const PRELUDE: &str = concat!(
    include_str!("prelude/control.rules"),
    include_str!("prelude/arithmetic.rules"),
    include_str!("prelude/solutions.rules"),
    include_str!("prelude/tables.rules"),
    include_str!("prelude/text.rules"),
    include_str!("prelude/lists.rules"),
);

/// The constructs that depend on the clause in which they stand, with their numbers of arguments.
const CONTROL: [(&str, usize); 6] = [
    (",", 2),
    (";", 2),
    ("->", 2),
    ("*->", 2),
    ("\\+", 1),
    ("!", 0),
];

/// How many clauses are added between two reads of the flag that stops the building.
const CLAUSES_BETWEEN_LOOKS: usize = 1 << 10;

/// A builder that has only read the preludes, once somebody has asked what they define. Where nobody does,
/// a copy of it would cost more than it saves.
static PRELUDES: OnceLock<Builder> = OnceLock::new();

/// Builds a program. A clone is independent, so that the preludes need to be read only once.
#[derive(Clone)]
pub struct Builder {
    draft: Draft,
    /// Predicates with smaller numbers belong to the layers below the one that is being added.
    lowest: PredicateId,
    /// The translated clauses of each predicate, in order.
    clauses: FxHashMap<PredicateId, Vec<ClauseEntry>>,
    source: SourceClauses,
    /// The predicates whose answers are collected in tables.
    tabled: FxHashSet<PredicateId>,
    schema: Schema,
    productions: Vec<Production>,
    /// How many more facts intervals may stand for.
    interval_facts_left: usize,
    interrupt: Option<Arc<AtomicBool>>,
}

impl Builder {
    /// Creates a builder that knows the predicates of the machine and the logic prelude.
    #[must_use]
    pub fn new() -> Self {
        PRELUDES.get().map_or_else(Self::read_preludes, Self::clone)
    }

    fn read_preludes() -> Self {
        let mut builder = Self {
            draft: Draft::new(),
            lowest: PredicateId(0),
            clauses: FxHashMap::default(),
            source: SourceClauses::default(),
            tabled: FxHashSet::default(),
            schema: Schema::default(),
            productions: Vec::new(),
            interval_facts_left: interval::MAX_FACTS,
            interrupt: None,
        };
        builder.add_machine_predicates();
        builder.add_prelude(PRELUDE);
        builder
    }

    /// Lets another thread stop the building by setting the flag.
    pub fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some(flag);
    }

    /// Whether the flag that stops the building is set. The flag is read once in
    /// [`CLAUSES_BETWEEN_LOOKS`] clauses, and not in a prelude, which is short and always whole.
    fn is_stopped_at(&self, number: usize) -> bool {
        number.is_multiple_of(CLAUSES_BETWEEN_LOOKS)
            && !self.draft.in_prelude
            && self
                .interrupt
                .as_ref()
                .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn add_machine_predicates(&mut self) {
        for (builtin, name, arity) in machine::builtins() {
            self.define(name, arity, Implementation::Builtin(builtin));
        }
        for (name, arity) in CONTROL {
            self.define(name, arity, Implementation::Control);
        }
        self.define("$call", 2, Implementation::CallWithBarrier);
        self.define("$clauses", 2, Implementation::TabledClauses);
        for arity in 1..MAX_CALL_ARITY {
            self.define("call", arity, Implementation::Call);
        }
    }

    fn define(&mut self, name: &str, arity: usize, implementation: Implementation) {
        let id = self.draft.predicate(name, arity);
        self.draft.predicates[id].implementation = implementation;
    }

    /// Adds a layer of clauses that ship with the engine; tests make sure that they have no errors.
    ///
    /// # Panics
    /// If the text is not a correct program.
    pub fn add_prelude(&mut self, text: &str) {
        let mut sources = crate::syntax::source::Sources::new();
        let id = sources.add("<prelude>", text);
        let (file, mut problems) = crate::syntax::parse::parse_file(&sources, id);
        self.draft.in_prelude = true;
        problems.extend(self.add_clauses(file.clauses));
        problems.extend(self.unknown_references());
        self.draft.in_prelude = false;
        assert!(problems.is_empty(), "a prelude is right: {problems:?}");
        self.lowest = self.draft.predicates.next_id();
        self.draft.references.clear();
    }

    /// Adds clauses, none of them a directive, as the next layer, and returns their problems. A
    /// wrong clause is left out. The program keeps the clauses as written, and shares them if they
    /// come as an `Arc`. If the building is stopped, the interruption is the only problem returned.
    pub fn add_clauses(&mut self, clauses: impl Into<Arc<[Clause]>>) -> Vec<Diagnostic> {
        let clauses = clauses.into();
        if !self.draft.in_prelude {
            self.source.add_layer(Arc::clone(&clauses));
        }
        let mut problems = Faults::default();
        let mut prepared = Vec::with_capacity(clauses.len());
        for (number, clause) in clauses.iter().enumerate() {
            if self.is_stopped_at(number) {
                return vec![interrupted()];
            }
            prepared.extend(self.prepare(number, clause, &mut problems));
        }
        for (number, (head, body)) in prepared.into_iter().enumerate() {
            if self.is_stopped_at(number) {
                return vec![interrupted()];
            }
            for head in self
                .expand_intervals(head, body.is_some(), &mut problems)
                .iter()
            {
                self.add_clause(head, body, &mut problems);
            }
        }
        problems.finish(None)
    }

    /// Splits a clause into head and body, and gives its predicate to this layer; a production goes
    /// among the productions.
    fn prepare<'t>(
        &mut self,
        number: usize,
        clause: &'t Clause,
        problems: &mut Faults,
    ) -> Option<(&'t SourceTerm, Option<&'t SourceTerm>)> {
        let (head, body) = (clause.head().unwrap_or(&clause.term), clause.body());
        if let Some(production) = Production::read(&clause.term) {
            match production {
                Ok(production) => self.productions.push(production),
                Err(problem) => problems.push(*problem),
            }
            return None;
        }
        match self.claim(head) {
            Ok(id) => {
                if !self.draft.in_prelude {
                    self.source.add(id, number);
                }
                Some((head, body))
            }
            Err(problem) => {
                problems.push(*problem);
                None
            }
        }
    }

    /// Makes the head's predicate one of this layer.
    fn claim(&mut self, head: &SourceTerm) -> Result<PredicateId, Box<Diagnostic>> {
        let (name, arity) = match &head.kind {
            TermKind::Atom(name) => (name, 0),
            TermKind::Compound {
                functor, arguments, ..
            } => (functor, arguments.len()),
            _ => return Err(Box::new(not_a_head(head))),
        };
        if arity >= MAX_REGISTERS {
            let title = format!(
                "a predicate may have at most {} arguments",
                MAX_REGISTERS - 1
            );
            return Err(Box::new(Diagnostic::error(
                "too-many-arguments",
                title,
                head.span,
                "in this head",
            )));
        }
        if name.starts_with('$') && !self.draft.in_prelude {
            return Err(Box::new(name_of_the_engine(head)));
        }
        let symbol = self.draft.symbols.intern(name);
        let known = self.draft.predicates.named(symbol, arity);
        let own = match known {
            Some(id) if !self.is_below(id) => id,
            Some(id) if !self.may_define(id) => {
                return Err(Box::new(self.refuse_definition(id, head)));
            }
            _ => self.draft.new_predicate(symbol, arity),
        };
        self.draft.predicates.show(symbol, arity, own);
        if let Implementation::Relation(_) = self.draft.predicates[own].implementation {
            return Err(Box::new(clause_of_a_relation(head, name, arity)));
        }
        self.source.add_head(own, head.span);
        Ok(own)
    }

    fn is_below(&self, id: PredicateId) -> bool {
        id.0 < self.lowest.0
    }

    /// Whether a program may redefine a predicate of a lower layer: only one that a prelude defines
    /// by clauses.
    fn may_define(&self, id: PredicateId) -> bool {
        let predicate = &self.draft.predicates[id];
        let name = self.draft.symbols.name(predicate.name);
        let is_in_clauses = matches!(
            predicate.implementation,
            Implementation::Clauses(_) | Implementation::Undefined
        );
        self.draft.in_prelude || is_in_clauses && !translate::is_in_place(name, predicate.arity)
    }

    /// Whether a predicate has a meaning of its own before a program defines it.
    pub(crate) fn is_defined_without_program(name: &str, arity: usize) -> bool {
        let draft = &PRELUDES.get_or_init(Self::read_preludes).draft;
        let named = draft.symbols.find(name);
        let known = named.and_then(|symbol| draft.predicates.named(symbol, arity));
        known.is_some() || translate::is_in_place(name, arity)
    }

    fn refuse_definition(&self, id: PredicateId, head: &SourceTerm) -> Diagnostic {
        let what = self.draft.indicator(id);
        let title = format!("`{what}` belongs to the engine and cannot be defined again");
        Diagnostic::error("builtin-redefined", title, head.span, "defined here")
            .with_help("give the predicate another name")
    }

    fn add_clause(&mut self, head: &SourceTerm, body: Option<&SourceTerm>, problems: &mut Faults) {
        let (name, arity) = match &head.kind {
            TermKind::Compound {
                functor, arguments, ..
            } => (functor, arguments.len()),
            TermKind::Atom(name) => (name, 0),
            _ => return,
        };
        let start = self.draft.code.end();
        match translate::clause(&mut self.draft, head, body) {
            Ok(translated) => {
                let id = self.draft.predicate(name, arity);
                let predicate = &mut self.draft.predicates[id];
                predicate.frame = predicate.frame.max(translated.frame);
                self.draft.code.mark_clause(start, id);
                self.clauses.entry(id).or_default().push(translated.entry);
            }
            Err(found) => {
                self.draft.code.truncate(start);
                problems.extend(found);
            }
        }
    }

    /// Returns the facts that a fact with intervals stands for; any other clause unchanged.
    fn expand_intervals<'t>(
        &mut self,
        head: &'t SourceTerm,
        has_body: bool,
        problems: &mut Faults,
    ) -> Cow<'t, [SourceTerm]> {
        match interval::expand(head, has_body, self.interval_facts_left) {
            Ok(facts) => {
                self.interval_facts_left -= facts.len() - 1;
                facts
            }
            Err(problem) => {
                problems.push(*problem);
                Cow::default()
            }
        }
    }

    /// Declares a predicate as a relation: its facts come from a position, or with `given` from one
    /// query.
    ///
    /// # Errors
    /// If the predicate has another meaning already.
    pub fn declare_relation(
        &mut self,
        name: &Name,
        keys: usize,
        valued: bool,
        given: bool,
        span: Option<Span>,
    ) -> Result<(), Box<Diagnostic>> {
        let arity = keys + usize::from(valued);
        let symbol = self.draft.symbols.intern(name);
        let known = self.draft.predicates.named(symbol, arity);
        let of_a_prelude = |id: &PredicateId| self.is_below(*id) && self.may_define(*id);
        if let Some(id) = known.filter(|id| !of_a_prelude(id) && self.has_meaning(*id)) {
            let title = format!(
                "`{}` is declared, but it means something already",
                self.draft.indicator(id)
            );
            let problem = span.map(|span| {
                Diagnostic::error("fluent-redefined", title.clone(), span, "declared here")
            });
            let problem = problem.unwrap_or_else(|| Diagnostic::lacking("fluent-redefined", title));
            return Err(Box::new(problem.with_help(
                "give the fluent another name, or another number of arguments",
            )));
        }
        let relation = self.schema.declare(name, keys, valued, given);
        let id = match known {
            Some(id) if !self.is_below(id) => id,
            _ => self.draft.new_predicate(symbol, arity),
        };
        self.draft.predicates.show(symbol, arity, id);
        self.draft.predicates[id].implementation = Implementation::Relation(relation);
        Ok(())
    }

    /// Lets the answers of a predicate be collected in tables, so that it ends although it calls itself
    /// in a circle. Its clauses have been added before.
    ///
    /// # Errors
    /// If the program has no clauses of the predicate.
    pub fn declare_table(&mut self, tabled: &TabledPredicate) -> Result<(), Box<Diagnostic>> {
        let symbol = self.draft.symbols.intern(&tabled.name);
        let known = self.draft.predicates.named(symbol, tabled.arity);
        let has_own_clauses =
            |id: &PredicateId| !self.is_below(*id) && self.source.first_head(*id).is_some();
        match known.filter(has_own_clauses) {
            Some(id) => {
                self.tabled.insert(id);
                Ok(())
            }
            None => Err(Box::new(no_clauses_to_table(tabled))),
        }
    }

    fn has_meaning(&self, id: PredicateId) -> bool {
        !self.draft.predicates[id].is_undefined() || self.source.first_head(id).is_some()
    }

    /// Ends the building: indexes the clauses, and refuses calls of undefined predicates.
    ///
    /// # Errors
    /// One diagnostic for each such call; or a single one if the building is stopped.
    pub fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        let mut index = IndexTree::default();
        for id in self.source.predicates() {
            // A predicate is defined even if all its clauses are wrong.
            self.clauses.entry(id).or_default();
        }
        for (number, (id, clauses)) in self.clauses.iter().enumerate() {
            if self.is_stopped_at(number) {
                return Err(vec![interrupted()]);
            }
            let predicate = &mut self.draft.predicates[*id];
            let heads = Heads::new(clauses, predicate.arity, &mut index);
            predicate.implementation = match self.tabled.contains(id) {
                true => Implementation::Tabled(heads),
                false => Implementation::Clauses(heads),
            };
        }
        let unknown = self.unknown_references();
        if !unknown.is_empty() {
            return Err(unknown);
        }
        let entry_points = EntryPoints {
            control: self.draft.predicate("$control", 2),
            call: self.draft.predicate("call", 1),
            catch: self.draft.predicate("catch", 3),
            recover: self.draft.predicate("$recover", 1),
            tabled: self.draft.predicate("$tabled", 2),
        };
        Ok(Program {
            symbols: Arc::new(self.draft.symbols),
            predicates: self.draft.predicates,
            entry_points,
            code: self.draft.code,
            constants: self.draft.constants,
            index,
            schema: self.schema,
            productions: self.productions,
            source: self.source,
        })
    }

    fn unknown_references(&self) -> Vec<Diagnostic> {
        let is_unknown = |goal: &&NamedGoal| !self.has_meaning(goal.predicate);
        let mut unknown = self.draft.references.iter().filter(is_unknown).peekable();
        let defined = if unknown.peek().is_none() {
            Vec::new()
        } else {
            self.defined()
        };
        let (suggestions, mut faults) = (Suggestions::default(), Faults::default());
        for goal in unknown {
            let Predicate { name, arity, .. } = self.draft.predicates[goal.predicate];
            let fault = || {
                let name = self.draft.symbols.name(name);
                unknown_predicate(name, arity, goal.places, &defined, &suggestions)
            };
            faults.push_with(fault);
        }
        faults.finish(None)
    }

    /// The names and arities of all predicates that a program can call.
    fn defined(&self) -> Vec<(&str, usize)> {
        self.draft
            .predicates
            .visible()
            .filter(|(_, id)| !self.draft.predicates[*id].is_undefined())
            .map(|((symbol, arity), _)| (&**self.draft.symbols.name(symbol), arity))
            .filter(|(name, _)| !name.starts_with('$'))
            .collect()
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

/// `call/1` to `call/8`.
const MAX_CALL_ARITY: usize = 9;

fn not_a_head(head: &SourceTerm) -> Diagnostic {
    let what = match head.kind {
        TermKind::Variable(_) => "a variable",
        TermKind::Integer(_) => "an integer",
        TermKind::String(_) => "a string",
        _ => "a list",
    };
    Diagnostic::error(
        "not-a-head",
        format!("{what} cannot be the head of a clause"),
        head.span,
        "not a predicate",
    )
    .with_help("a clause starts with a predicate such as `legal(P, M)`")
}

fn name_of_the_engine(head: &SourceTerm) -> Diagnostic {
    Diagnostic::error(
        "builtin-redefined",
        "names that start with `$` belong to the engine",
        head.span,
        "defined here",
    )
    .with_help("give the predicate another name")
}

fn no_clauses_to_table(tabled: &TabledPredicate) -> Diagnostic {
    Diagnostic::error(
        "bad-declaration",
        format!("`{}` is tabled and has no clauses", tabled.indicator()),
        tabled.span,
        "tabled here",
    )
    .with_help("only a predicate that the rule file defines by clauses has tables")
}

fn clause_of_a_relation(head: &SourceTerm, name: &str, arity: usize) -> Diagnostic {
    let title = format!(
        "`{}/{arity}` is a fluent and cannot have clauses",
        quote_atom(name)
    );
    Diagnostic::error("fluent-defined", title, head.span, "a clause for a fluent").with_help(
        "say with `init(...)` what holds at the start, and with `add(...)` and `delete(...)` what moves change",
    )
}
