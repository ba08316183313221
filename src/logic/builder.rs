//! Clauses to a program.
//!
//! A program is built in layers: preludes first, then the program's own clauses. A clause sees the
//! predicates of its own layer before those below it, so a program may define a predicate that a
//! prelude has too, and the prelude goes on with its own. What the machine does itself cannot be
//! defined again.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use super::builtin::{self, Builtin};
use super::cell::Cell;
use super::constants::Constants;
use super::construct::{self, Construct};
use super::index::{Entry, Heads, Tree};
use super::instruction::{Address, FRAME_HEADER, Instruction, MAX_REGISTERS, SMALLEST_FRAME};
use super::interval;
use super::production::Production;
use super::program::{Kind, Predicate, PredicateId, Program};
use super::schema::Schema;
use super::suggestion::Suggestions;
use super::symbol::{Symbol, SymbolTable};
use super::texts::Texts;
use super::translate::{self, ConstructCode};
use super::unknown::{GoalPlaces, unknown_predicate};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::quote::quote_atom;
use crate::syntax::reading::interrupted;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, Term, TermKind};

/// What can be said in the rule language itself, by topic; one layer, so that all may use all.
const PRELUDE: &str = concat!(
    include_str!("prelude/control.rules"),
    include_str!("prelude/arithmetic.rules"),
    include_str!("prelude/solutions.rules"),
    include_str!("prelude/text.rules"),
    include_str!("prelude/lists.rules"),
);

/// Whether this is a construct whose meaning depends on the clause that it stands in.
fn is_control(name: &str, arity: usize) -> bool {
    Construct::named(name, arity)
        .is_some_and(|construct| translate::code_of(&construct) == ConstructCode::Control)
}

/// After how many clauses it is looked at whether somebody has stopped the building.
const CLAUSES_BETWEEN_LOOKS: usize = 1 << 10;

/// A goal of the program.
#[derive(Clone)]
struct Reference {
    predicate: PredicateId,
    places: GoalPlaces,
}

/// Builds a program. A clone goes on by itself, so that the preludes need to be read only once.
#[derive(Clone)]
pub struct Builder {
    pub(super) symbols: SymbolTable,
    pub(super) predicates: Vec<Predicate>,
    pub(super) code: Vec<Instruction>,
    visible: FxHashMap<(Symbol, usize), PredicateId>,
    constants: Constants,
    strings: FxHashMap<Name, Cell>,
    clauses: FxHashMap<PredicateId, Vec<Entry>>,
    places: Vec<(Address, Span)>,
    owners: Vec<(Address, PredicateId)>,
    /// Where each predicate is called, for those that turn out to be undefined.
    references: Vec<Reference>,
    /// Predicates with smaller numbers belong to the layers below the one that is being added.
    lowest: PredicateId,
    /// The program's own clauses as they are written.
    texts: Texts,
    /// The place of the first clause of each predicate.
    defined_at: FxHashMap<PredicateId, Span>,
    schema: Schema,
    /// How many more facts intervals may stand for.
    interval_facts_left: usize,
    productions: Vec<Production>,
    pub(super) in_prelude: bool,
    interrupt: Option<Arc<AtomicBool>>,
}

impl Builder {
    /// A builder that knows what the machine does itself and the logic prelude.
    #[must_use]
    pub fn new() -> Self {
        let mut builder = Self {
            symbols: SymbolTable::default(),
            predicates: Vec::new(),
            code: vec![Instruction::Fail, Instruction::Answer, Instruction::Proceed],
            visible: FxHashMap::default(),
            constants: Constants::default(),
            strings: FxHashMap::default(),
            clauses: FxHashMap::default(),
            places: Vec::new(),
            owners: Vec::new(),
            references: Vec::new(),
            lowest: PredicateId(0),
            texts: Texts::default(),
            defined_at: FxHashMap::default(),
            schema: Schema::default(),
            interval_facts_left: interval::MAX_FACTS,
            productions: Vec::new(),
            in_prelude: true,
            interrupt: None,
        };
        builder.add_machine_predicates();
        builder.add_prelude(PRELUDE);
        builder
    }

    /// Whoever sets the flag stops the building.
    pub fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some(flag);
    }

    /// Whether somebody has stopped it, which is looked at now and then.
    fn is_stopped_at(&self, number: usize) -> bool {
        number.is_multiple_of(CLAUSES_BETWEEN_LOOKS)
            && self
                .interrupt
                .as_ref()
                .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn add_machine_predicates(&mut self) {
        for (number, Builtin { name, arity, .. }) in builtin::table().iter().enumerate() {
            let id = self.predicate(name, *arity);
            self.predicates[id.0 as usize].kind = Kind::Builtin(number as u16);
        }
        for (name, arity) in construct::NAMES {
            if is_control(name, *arity) {
                let id = self.predicate(name, *arity);
                self.predicates[id.0 as usize].kind = Kind::Control;
            }
        }
        let with_barrier = self.predicate("$call", 2);
        self.predicates[with_barrier.0 as usize].kind = Kind::CallWithBarrier;
        for arity in 1..MAX_CALL_ARITY {
            let id = self.predicate("call", arity);
            self.predicates[id.0 as usize].kind = Kind::Call;
        }
    }

    /// Adds a layer of clauses that ship with the engine; they are right by test.
    ///
    /// # Panics
    /// If the text is no right program.
    pub fn add_prelude(&mut self, text: &str) {
        let mut sources = crate::syntax::source::Sources::new();
        let id = sources.add("<prelude>", text);
        let (file, mut problems) = crate::syntax::parse::parse_file(&sources, id);
        self.in_prelude = true;
        problems.extend(self.add_clauses(file.clauses));
        problems.extend(self.unknown_references());
        self.in_prelude = false;
        assert!(problems.is_empty(), "a prelude is right: {problems:?}");
        self.lowest = PredicateId(self.predicates.len() as u32);
        self.references.clear();
    }

    /// Adds clauses, none of them a directive, as the next layer, and says what is wrong with them;
    /// a clause that is wrong is left out. The program keeps them as they are written, shared if
    /// they come as an `Arc`. If somebody stops it, that alone is said.
    pub fn add_clauses(&mut self, clauses: impl Into<Arc<[Clause]>>) -> Vec<Diagnostic> {
        let clauses = clauses.into();
        if !self.in_prelude {
            self.texts.add_layer(Arc::clone(&clauses));
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
    ) -> Option<(&'t Term, Option<&'t Term>)> {
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
                if !self.in_prelude {
                    self.texts.add(id, number);
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
    fn claim(&mut self, head: &Term) -> Result<PredicateId, Box<Diagnostic>> {
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
        if name.starts_with('$') && !self.in_prelude {
            return Err(Box::new(name_of_the_engine(head)));
        }
        let symbol = self.symbols.intern(name);
        let known = self.visible.get(&(symbol, arity)).copied();
        let own = match known {
            Some(id) if !self.is_below(id) => id,
            Some(id) if !self.may_define(id) => {
                return Err(Box::new(self.refuse_definition(id, head)));
            }
            _ => self.new_predicate(symbol, arity),
        };
        self.visible.insert((symbol, arity), own);
        if let Kind::Relation(_) = self.predicates[own.0 as usize].kind {
            return Err(Box::new(clause_of_a_relation(head, name, arity)));
        }
        self.defined_at.entry(own).or_insert(head.span);
        Ok(own)
    }

    fn is_below(&self, id: PredicateId) -> bool {
        id.0 < self.lowest.0
    }

    /// Whether a program may define anew what a layer below it has: only what a prelude says in
    /// clauses.
    fn may_define(&self, id: PredicateId) -> bool {
        let predicate = &self.predicates[id.0 as usize];
        let reserved = translate::is_in_place(self.symbols.name(predicate.name), predicate.arity);
        matches!(predicate.kind, Kind::Clauses(_) | Kind::Undefined) && !reserved || self.in_prelude
    }

    fn refuse_definition(&self, id: PredicateId, head: &Term) -> Diagnostic {
        let what = self.indicator(id);
        let title = format!("`{what}` belongs to the engine and cannot be defined again");
        Diagnostic::error("builtin-redefined", title, head.span, "defined here")
            .with_help("give the predicate another name")
    }

    fn add_clause(&mut self, head: &Term, body: Option<&Term>, problems: &mut Faults) {
        let (name, arity) = match &head.kind {
            TermKind::Compound {
                functor, arguments, ..
            } => (functor, arguments.len()),
            TermKind::Atom(name) => (name, 0),
            _ => return,
        };
        let code_before = self.code.len();
        match translate::clause(self, head, body) {
            Ok(translated) => {
                let id = self.predicate(name, arity);
                let predicate = &mut self.predicates[id.0 as usize];
                predicate.frame = predicate.frame.max(translated.frame);
                self.owners.push((translated.entry.address, id));
                self.clauses.entry(id).or_default().push(translated.entry);
            }
            Err(found) => {
                self.code.truncate(code_before);
                let kept = self
                    .places
                    .partition_point(|(address, _)| (*address as usize) < code_before);
                self.places.truncate(kept);
                problems.extend(found);
            }
        }
    }

    /// The facts that a fact with intervals stands for; any other clause as it is.
    fn expand_intervals<'t>(
        &mut self,
        head: &'t Term,
        has_body: bool,
        problems: &mut Faults,
    ) -> Cow<'t, [Term]> {
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

    /// Declares a predicate whose facts are a position's, or with `given` those of one query.
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
        let symbol = self.symbols.intern(name);
        let known = self.visible.get(&(symbol, arity)).copied();
        let of_a_prelude = |id: &PredicateId| self.is_below(*id) && self.may_define(*id);
        if let Some(id) = known.filter(|id| !of_a_prelude(id) && self.has_meaning(*id)) {
            let title = format!(
                "`{}` is declared, but it means something already",
                self.indicator(id)
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
            _ => self.new_predicate(symbol, arity),
        };
        self.visible.insert((symbol, arity), id);
        self.predicates[id.0 as usize].kind = Kind::Relation(relation);
        Ok(())
    }

    fn has_meaning(&self, id: PredicateId) -> bool {
        !matches!(self.predicates[id.0 as usize].kind, Kind::Undefined)
            || self.defined_at.contains_key(&id)
    }

    /// Ends the building: indexes the clauses, and refuses calls of predicates that nobody defines.
    ///
    /// # Errors
    /// One diagnostic for each such call; or that somebody has stopped it.
    pub fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        let mut index = Tree::default();
        for id in self.defined_at.keys() {
            // A predicate of which every clause is wrong is defined all the same.
            self.clauses.entry(*id).or_default();
        }
        for (number, (id, clauses)) in self.clauses.iter().enumerate() {
            if self.is_stopped_at(number) {
                return Err(vec![interrupted()]);
            }
            let predicate = &mut self.predicates[id.0 as usize];
            predicate.kind = Kind::Clauses(Heads::new(clauses, predicate.arity, &mut index));
        }
        let unknown = self.unknown_references();
        if !unknown.is_empty() {
            return Err(unknown);
        }
        let (control, call) = (self.predicate("$control", 2), self.predicate("call", 1));
        let (catch, recover) = (self.predicate("catch", 3), self.predicate("$recover", 1));
        Ok(Program {
            symbols: Arc::new(self.symbols),
            predicates: self.predicates,
            visible: self.visible,
            code: self.code,
            constants: self.constants,
            index,
            builtins: builtin::table(),
            schema: self.schema,
            productions: self.productions,
            places: self.places,
            control,
            call,
            catch,
            recover,
            texts: self.texts,
            clauses: self.owners,
            defined_at: self.defined_at,
            boxes_from: None,
        })
    }

    fn unknown_references(&self) -> Vec<Diagnostic> {
        let is_unknown = |reference: &&Reference| {
            let id = reference.predicate;
            matches!(self.predicates[id.0 as usize].kind, Kind::Undefined)
                && !self.defined_at.contains_key(&id)
        };
        let mut unknown = self.references.iter().filter(is_unknown).peekable();
        let defined = if unknown.peek().is_none() {
            Vec::new()
        } else {
            self.defined()
        };
        let (suggestions, mut faults) = (Suggestions::default(), Faults::default());
        for reference in unknown {
            let Predicate { name, arity, .. } = self.predicates[reference.predicate.0 as usize];
            let fault = || {
                let name = self.symbols.name(name);
                unknown_predicate(name, arity, reference.places, &defined, &suggestions)
            };
            faults.push_with(fault);
        }
        faults.finish(None)
    }

    /// The names and arities of all predicates that somebody can mean.
    fn defined(&self) -> Vec<(&str, usize)> {
        self.visible
            .iter()
            .filter(|(_, id)| !matches!(self.predicates[id.0 as usize].kind, Kind::Undefined))
            .map(|((symbol, arity), _)| (&**self.symbols.name(*symbol), *arity))
            .filter(|(name, _)| !name.starts_with('$'))
            .collect()
    }

    /// The predicate that a goal of the program names.
    pub(super) fn reference(
        &mut self,
        name: &str,
        arity: usize,
        places: GoalPlaces,
    ) -> PredicateId {
        let id = match name.starts_with('$') && !self.in_prelude {
            true => {
                let symbol = self.symbols.intern(name);
                self.new_predicate(symbol, arity)
            }
            false => self.predicate(name, arity),
        };
        self.references.push(Reference {
            predicate: id,
            places,
        });
        id
    }

    fn predicate(&mut self, name: &str, arity: usize) -> PredicateId {
        let symbol = self.symbols.intern(name);
        match self.visible.get(&(symbol, arity)) {
            Some(id) => *id,
            None => {
                let id = self.new_predicate(symbol, arity);
                self.visible.insert((symbol, arity), id);
                id
            }
        }
    }

    fn new_predicate(&mut self, name: Symbol, arity: usize) -> PredicateId {
        let internal = self.symbols.name(name).starts_with('$');
        // One whose clauses are all wrong has no other frame, and is called with all its arguments.
        let frame = SMALLEST_FRAME.max(FRAME_HEADER + arity);
        self.predicates.push(Predicate {
            name,
            arity,
            kind: Kind::Undefined,
            frame,
            internal,
        });
        PredicateId(self.predicates.len() as u32 - 1)
    }

    fn indicator(&self, id: PredicateId) -> String {
        let Predicate { name, arity, .. } = self.predicates[id.0 as usize];
        format!("{}/{arity}", quote_atom(self.symbols.name(name)))
    }

    /// Remembers that the code which follows belongs to the goal at that place.
    pub(super) fn mark_place(&mut self, span: Span) {
        if !self.in_prelude {
            self.places.push((self.code.len() as Address, span));
        }
    }

    pub(super) fn functor(&mut self, name: &str, arity: usize) -> Cell {
        Cell::functor(self.symbols.intern(name), arity)
    }

    /// The cell of a ground term, which is made among the constants if it is more than one cell.
    pub(super) fn constant(&mut self, term: &Term) -> Cell {
        match &term.kind {
            TermKind::Atom(name) => Cell::atom(self.symbols.intern(name)),
            TermKind::Integer(value) => self.constants.integer(*value),
            TermKind::String(text) => self.string(text),
            TermKind::Compound {
                functor, arguments, ..
            } => {
                if let Some([head, tail]) = translate::list_cell(term) {
                    let (head, tail) = (self.constant(head), self.constant(tail));
                    return self.constants.list(head, tail);
                }
                let mut cells = vec![self.functor(functor, arguments.len())];
                cells.extend(arguments.iter().map(|argument| self.constant(argument)));
                self.constants.compound(&cells)
            }
            TermKind::List { items, tail } => self.constant_list(items, tail.as_deref()),
            TermKind::Variable(_) => unreachable!("only ground terms are constants"),
        }
    }

    pub(super) fn constant_list(&mut self, items: &[Term], tail: Option<&Term>) -> Cell {
        let end = tail.map_or(Cell::atom(Symbol::NIL), |tail| self.constant(tail));
        items.iter().rev().fold(end, |rest, item| {
            let head = self.constant(item);
            self.constants.list(head, rest)
        })
    }

    fn string(&mut self, text: &Name) -> Cell {
        if let Some(cell) = self.strings.get(text) {
            return *cell;
        }
        let cell = self.constants.string(text);
        self.strings.insert(text.clone(), cell);
        cell
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

/// `call/1` to `call/8`.
const MAX_CALL_ARITY: usize = 9;

fn not_a_head(head: &Term) -> Diagnostic {
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

fn name_of_the_engine(head: &Term) -> Diagnostic {
    Diagnostic::error(
        "builtin-redefined",
        "names that start with `$` belong to the engine",
        head.span,
        "defined here",
    )
    .with_help("give the predicate another name")
}

fn clause_of_a_relation(head: &Term, name: &str, arity: usize) -> Diagnostic {
    let title = format!(
        "`{}/{arity}` is a fluent and cannot have clauses",
        quote_atom(name)
    );
    Diagnostic::error("fluent-defined", title, head.span, "a clause for a fluent").with_help(
        "say with `init(...)` what holds at the start, and with `add(...)` and `delete(...)` what moves change",
    )
}
