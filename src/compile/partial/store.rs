//! Terms while rules are evaluated: variables and their bindings, taken back when an evaluation
//! goes another way.
//!
//! A term may hold a number that depends on the position: a [`Sum`]. To unify it with a number is
//! an equation, which is noted for the evaluation to make a condition of. So is what is asked of a
//! list of which the position says what is in it.
//!
//! Evaluation may build terms of any depth, so every walk over a term keeps its own work list. Only
//! patterns are gone through by recursion: they are parts of clauses, and the reader bounds how
//! deep these nest.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::constants::{Constant, Constants};
use super::relations::Terms;
use crate::compile::circuit::{Literal, Sum};
use crate::logic::{LIST_CELL, Term, TermNode};
use crate::syntax::source::Span;

/// A term, by where it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Variable(u32),
    /// By its number among the [`Constants`].
    Constant(u32),
    /// By its place in the store.
    Compound(u32),
    /// By its number among the sums.
    Sum(u32),
    /// The term that a cell of the position contains.
    Content(u32),
    /// A list, by its number among the subsequences.
    Subsequence(u32),
    /// A term without variables that only a walk knows, by its number there.
    Hidden(u32),
}

/// What depends on the position in a term, and is one of a few known terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Unknown {
    /// A number, by its number among the sums.
    Sum(u32),
    /// The term in a cell.
    Content(u32),
}

/// An element of a list, and where it is one.
pub(super) type Entry = (Instance, Literal);

/// A list of which the position says what is in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Subsequence {
    /// The elements that may be in it, in order.
    pub entries: Rc<[Entry]>,
    /// The goal that made it.
    pub span: Span,
}

/// One node of a term that stands alone, in prefix order; variables are numbered in the order in
/// which they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Variable(u32),
    Constant(u32),
    /// By the number of its functor.
    Compound(u32),
    Sum(u32),
    Content(u32),
    Subsequence(u32),
    Hidden(u32),
}

/// Terms that stand alone, one after the other.
pub(super) type Instance = Box<[Item]>;

/// A term of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// By its number in the clause.
    Variable(u32),
    Constant(u32),
    Compound(u32, Box<[Pattern]>),
}

impl Pattern {
    /// Whether two parts are added or subtracted in it that both have variables.
    pub fn has_sum(&self, constants: &Constants) -> bool {
        let Pattern::Compound(functor, parts) = self else {
            return false;
        };
        let has_variables = |part: &Pattern| {
            let mut found = rustc_hash::FxHashSet::default();
            part.add_variables(&mut found);
            !found.is_empty()
        };
        let (name, arity) = constants.functor_parts(*functor);
        let is_sum = matches!((&**name, arity), ("+" | "-", 2));
        is_sum && parts.iter().all(has_variables)
            || parts.iter().any(|part| part.has_sum(constants))
    }

    /// Adds the variables in it, by number.
    pub fn add_variables(&self, found: &mut rustc_hash::FxHashSet<u32>) {
        match self {
            Pattern::Variable(number) => drop(found.insert(*number)),
            Pattern::Constant(_) => {}
            Pattern::Compound(_, parts) => parts.iter().for_each(|part| part.add_variables(found)),
        }
    }
}

/// Two values that are to be the same number, one of them a sum; or the same list, one of them a
/// subsequence; or the same term, one of them hidden or the content of a cell.
pub(super) type Equation = (Value, Value);

/// What is taken to be known: the value of a sum, or the number of the content of a cell, from 1.
pub(super) type Fixed = BTreeMap<Unknown, i64>;

/// What the cells contain that are read as a whole, by ranges of cells.
type ContentsOfCells = Vec<(Range<u32>, Arc<Terms>)>;

/// How far a store was filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    variables: usize,
    compounds: usize,
    arguments: usize,
    trail: usize,
}

/// All terms.
#[derive(Debug, Default)]
pub(super) struct Store {
    pub constants: Constants,
    variables: Vec<Option<Value>>,
    /// For each compound its functor and where its arguments begin.
    compounds: Vec<(u32, u32)>,
    arguments: Vec<Value>,
    /// Variables that were bound.
    trail: Vec<u32>,
    sums: IndexSet<Sum, FxBuildHasher>,
    subsequences: IndexSet<Subsequence, FxBuildHasher>,
    /// What cells contain that are read as a whole.
    contents: ContentsOfCells,
    /// What is taken to be known for the time being.
    fixed: Fixed,
    /// Whether a variable was to be bound to a term that it is part of.
    pub is_endless: bool,
    /// Kept so that writing takes no new memory.
    written: Written,
}

/// Terms that are written as they stand.
#[derive(Debug, Default)]
struct Written {
    items: Vec<Item>,
    /// Their variables, each once.
    variables: Vec<u32>,
    /// What has yet to be written, the next term last.
    pending: Vec<Value>,
}

impl Store {
    pub fn mark(&self) -> Mark {
        let (variables, compounds) = (self.variables.len(), self.compounds.len());
        Mark {
            variables,
            compounds,
            arguments: self.arguments.len(),
            trail: self.trail.len(),
        }
    }

    /// Takes back all that has happened since.
    pub fn undo(&mut self, mark: Mark) {
        for variable in self.trail.drain(mark.trail..) {
            self.variables[variable as usize] = None;
        }
        self.variables.truncate(mark.variables);
        self.compounds.truncate(mark.compounds);
        self.arguments.truncate(mark.arguments);
    }

    /// The first of so many new variables.
    pub fn frame(&mut self, size: u32) -> u32 {
        let first = self.variables.len();
        self.variables.resize(first + size as usize, None);
        first as u32
    }

    /// The first of as many new variables as there are from this one on.
    pub fn frame_like(&mut self, first: u32) -> u32 {
        self.frame(self.variables.len() as u32 - first)
    }

    pub fn sum(&mut self, sum: Sum) -> Value {
        if sum.terms.is_empty() {
            return Value::Constant(self.constants.integer(sum.constant));
        }
        Value::Sum(self.sums.insert_full(sum).0 as u32)
    }

    pub fn get_sum(&self, number: u32) -> &Sum {
        &self.sums[number as usize]
    }

    /// The list of those of these elements whose literals hold.
    pub fn subsequence(&mut self, subsequence: Subsequence) -> Value {
        if subsequence.entries.is_empty() {
            return self.list(&[]);
        }
        Value::Subsequence(self.subsequences.insert_full(subsequence).0 as u32)
    }

    pub fn get_subsequence(&self, number: u32) -> &Subsequence {
        &self.subsequences[number as usize]
    }

    /// Whether there are lists of which the position says what is in them.
    pub fn has_subsequences(&self) -> bool {
        !self.subsequences.is_empty()
    }

    /// Notes what the next cells contain that are read as a whole.
    pub fn add_contents(&mut self, cells: Range<u32>, terms: Arc<Terms>) {
        self.contents.push((cells, terms));
    }

    /// Whether there are cells that are read as a whole.
    pub fn has_contents(&self) -> bool {
        !self.contents.is_empty()
    }

    /// What a cell may contain that is read as a whole.
    pub fn contents_of(&self, cell: u32) -> Arc<Terms> {
        let mut all = self.contents.iter();
        let found = all.find(|(cells, _)| cells.contains(&cell));
        let (_, terms) = found.expect("only such cells are in terms");
        Arc::clone(terms)
    }

    /// Takes something to be known from now on, or no longer.
    pub fn fix(&mut self, unknown: Unknown, value: Option<i64>) {
        match value {
            Some(value) => self.fixed.insert(unknown, value),
            None => self.fixed.remove(&unknown),
        };
    }

    /// In how many ways the contents could be fixed of the cells in which they are.
    pub fn ways_to_fix(&self) -> usize {
        let sizes = self.fixed.keys().map(|unknown| match unknown {
            Unknown::Content(cell) => self.contents_of(*cell).terms.len(),
            Unknown::Sum(_) => 1,
        });
        sizes.fold(1, usize::saturating_mul)
    }

    /// What is taken to be known now.
    pub fn fixed(&self) -> &Fixed {
        &self.fixed
    }

    /// Takes this to be known from now on, and nothing else; gives what was taken before.
    pub fn assume(&mut self, fixed: Fixed) -> Fixed {
        std::mem::replace(&mut self.fixed, fixed)
    }

    /// What a value is, its variables followed.
    pub fn deref(&mut self, mut value: Value) -> Value {
        while let Value::Variable(variable) = value {
            match self.variables[variable as usize] {
                Some(bound) => value = bound,
                None => break,
            }
        }
        if self.fixed.is_empty() {
            return value;
        }
        match value {
            Value::Sum(sum) => match self.fixed.get(&Unknown::Sum(sum)) {
                Some(fixed) => Value::Constant(self.constants.integer(*fixed)),
                None => value,
            },
            Value::Content(cell) => match self.fixed.get(&Unknown::Content(cell)) {
                Some(fixed) => {
                    let terms = self.contents_of(cell);
                    let mut term = &*terms.terms[*fixed as usize - 1];
                    self.restore(&mut term, &mut Vec::new())
                }
                None => value,
            },
            _ => value,
        }
    }

    /// The functor and the arguments of a compound.
    pub fn compound(&self, at: u32) -> (u32, &[Value]) {
        let (functor, start) = self.compounds[at as usize];
        let arity = self.constants.functor_parts(functor).1;
        (
            functor,
            &self.arguments[start as usize..(start + arity) as usize],
        )
    }

    pub fn add_compound(&mut self, functor: u32, arguments: &[Value]) -> Value {
        let start = self.arguments.len() as u32;
        self.arguments.extend_from_slice(arguments);
        self.compounds.push((functor, start));
        Value::Compound(self.compounds.len() as u32 - 1)
    }

    /// The term of a pattern, its variables those of a frame.
    pub fn build(&mut self, pattern: &Pattern, frame: u32) -> Value {
        match pattern {
            Pattern::Variable(number) => self.deref(Value::Variable(frame + number)),
            Pattern::Constant(number) => Value::Constant(*number),
            Pattern::Compound(functor, parts) => {
                let arguments: Vec<Value> =
                    parts.iter().map(|part| self.build(part, frame)).collect();
                self.add_compound(*functor, &arguments)
            }
        }
    }

    pub fn build_all(&mut self, patterns: &[Pattern], frame: u32) -> Vec<Value> {
        patterns
            .iter()
            .map(|pattern| self.build(pattern, frame))
            .collect()
    }

    fn bind(&mut self, variable: u32, value: Value) {
        self.variables[variable as usize] = Some(value);
        self.trail.push(variable);
    }

    fn occurs(&mut self, variable: u32, value: Value) -> bool {
        let Value::Compound(_) = value else {
            return false;
        };
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            match self.deref(value) {
                Value::Variable(other) if other == variable => return true,
                Value::Compound(at) => pending.extend(self.compound(at).1),
                _ => {}
            }
        }
        false
    }

    /// Makes two terms equal, if it can be; what this asks of the position goes to the equations.
    pub fn unify(&mut self, left: Value, right: Value, equations: &mut Vec<Equation>) -> bool {
        let mut pending = Vec::new();
        let mut next = Some((left, right));
        while let Some((left, right)) = next {
            let (left, right) = (self.deref(left), self.deref(right));
            match (left, right) {
                _ if left == right => {}
                // The newer variable is bound to the older one, which lives longer.
                (Value::Variable(a), Value::Variable(b)) => {
                    self.bind(a.max(b), Value::Variable(a.min(b)))
                }
                (Value::Variable(variable), value) | (value, Value::Variable(variable)) => {
                    if self.occurs(variable, value) {
                        self.is_endless = true;
                        return false;
                    }
                    self.bind(variable, value);
                }
                (Value::Subsequence(_), _) | (_, Value::Subsequence(_)) => {
                    equations.push((left, right));
                }
                (Value::Hidden(_), _)
                | (_, Value::Hidden(_))
                | (Value::Content(_), _)
                | (_, Value::Content(_)) => equations.push((left, right)),
                (Value::Sum(_), Value::Sum(_)) => equations.push((left, right)),
                (Value::Sum(_), Value::Constant(number))
                | (Value::Constant(number), Value::Sum(_)) => {
                    equations.push((left, right));
                    if self.constants.as_integer(number).is_none() {
                        return false;
                    }
                }
                (Value::Compound(a), Value::Compound(b)) => {
                    let ((f, first), (g, second)) = (self.compound(a), self.compound(b));
                    if f != g {
                        return false;
                    }
                    pending.extend(first.iter().copied().zip(second.iter().copied()).rev());
                }
                _ => return false,
            }
            next = pending.pop();
        }
        true
    }

    /// Makes a term equal to a pattern; builds no more of it than needed.
    pub fn unify_pattern(
        &mut self,
        pattern: &Pattern,
        frame: u32,
        value: Value,
        equations: &mut Vec<Equation>,
    ) -> bool {
        match (pattern, self.deref(value)) {
            (Pattern::Compound(functor, parts), Value::Compound(at)) => {
                let (own, start) = self.compounds[at as usize];
                own == *functor
                    && parts.iter().zip(start..).all(|(part, at)| {
                        let argument = self.arguments[at as usize];
                        self.unify_pattern(part, frame, argument, equations)
                    })
            }
            (Pattern::Compound(..), Value::Variable(_)) => {
                let built = self.build(pattern, frame);
                self.unify(built, value, equations)
            }
            (
                Pattern::Compound(..),
                Value::Subsequence(_) | Value::Hidden(_) | Value::Content(_),
            ) => {
                let built = self.build(pattern, frame);
                self.unify(built, value, equations)
            }
            (Pattern::Compound(..), _) => false,
            (Pattern::Variable(number), value) => {
                self.unify(Value::Variable(frame + number), value, equations)
            }
            (Pattern::Constant(number), value) => {
                self.unify(Value::Constant(*number), value, equations)
            }
        }
    }

    /// Terms that stand alone, equal up to the names of variables if these are.
    pub fn instance(&mut self, values: &[Value]) -> Instance {
        let mut written = std::mem::take(&mut self.written);
        self.write(values, &mut written);
        let instance = written.items.as_slice().into();
        self.written = written;
        instance
    }

    /// Writes terms as they stand now.
    fn write(&mut self, values: &[Value], written: &mut Written) {
        let Written {
            items,
            variables,
            pending,
        } = written;
        items.clear();
        variables.clear();
        pending.extend(values.iter().rev());
        while let Some(value) = pending.pop() {
            items.push(match self.deref(value) {
                Value::Variable(variable) => {
                    let known = variables.iter().position(|known| *known == variable);
                    let number = known.unwrap_or_else(|| {
                        variables.push(variable);
                        variables.len() - 1
                    });
                    Item::Variable(number as u32)
                }
                Value::Constant(number) => Item::Constant(number),
                Value::Sum(number) => Item::Sum(number),
                Value::Content(cell) => Item::Content(cell),
                Value::Subsequence(number) => Item::Subsequence(number),
                Value::Hidden(number) => Item::Hidden(number),
                Value::Compound(at) => {
                    let (functor, arguments) = self.compound(at);
                    pending.extend(arguments.iter().rev());
                    Item::Compound(functor)
                }
            });
        }
    }

    /// The next term among those of an instance; its variables are made as they are met.
    pub fn restore(&mut self, items: &mut &[Item], variables: &mut Vec<Value>) -> Value {
        let term = self.next_term(items);
        // From the last item to the first: the arguments of a compound then lie ready, the first
        // one on top.
        let mut ready: Vec<Value> = Vec::with_capacity(term.len());
        for item in term.iter().rev() {
            let value = match *item {
                Item::Variable(number) => {
                    while variables.len() <= number as usize {
                        variables.push(Value::Variable(self.frame(1)));
                    }
                    variables[number as usize]
                }
                Item::Constant(number) => Value::Constant(number),
                Item::Sum(number) => Value::Sum(number),
                Item::Content(cell) => Value::Content(cell),
                Item::Subsequence(number) => Value::Subsequence(number),
                Item::Hidden(number) => Value::Hidden(number),
                Item::Compound(functor) => {
                    let first = ready.len() - self.constants.functor_parts(functor).1 as usize;
                    ready[first..].reverse();
                    let compound = self.add_compound(functor, &ready[first..]);
                    ready.truncate(first);
                    compound
                }
            };
            ready.push(value);
        }
        ready.pop().expect("a term has an item")
    }

    /// Takes the items of the first term.
    pub fn next_term<'i>(&self, items: &mut &'i [Item]) -> &'i [Item] {
        let (mut open, mut end) = (1, 0);
        while open > 0 {
            open -= 1;
            if let Item::Compound(functor) = items[end] {
                open += self.constants.functor_parts(functor).1;
            }
            end += 1;
        }
        let (term, rest) = items.split_at(end);
        *items = rest;
        term
    }

    /// All terms of an instance.
    pub fn restore_all(&mut self, mut instance: &[Item]) -> Vec<Value> {
        let (mut values, mut variables) = (Vec::new(), Vec::new());
        while !instance.is_empty() {
            values.push(self.restore(&mut instance, &mut variables));
        }
        values
    }

    /// Makes terms equal to those of an instance.
    pub fn unify_instance(
        &mut self,
        values: &[Value],
        instance: &[Item],
        equations: &mut Vec<Equation>,
    ) -> bool {
        let (mut items, mut variables) = (instance, Vec::new());
        let mut pending: Vec<Value> = values.iter().rev().copied().collect();
        while let Some(value) = pending.pop() {
            // Only the terms are built that are bound to a variable.
            let is_equal = match (items[0], self.deref(value)) {
                (Item::Constant(number), Value::Constant(own)) => {
                    items = &items[1..];
                    own == number
                }
                (Item::Constant(number), value) => {
                    items = &items[1..];
                    self.unify(value, Value::Constant(number), equations)
                }
                (Item::Compound(functor), Value::Compound(at)) => {
                    items = &items[1..];
                    let (own, arguments) = self.compound(at);
                    pending.extend(arguments.iter().rev());
                    own == functor
                }
                (_, value) => {
                    let restored = self.restore(&mut items, &mut variables);
                    self.unify(value, restored, equations)
                }
            };
            if !is_equal {
                return false;
            }
        }
        true
    }

    /// Whether a value is the list of no elements.
    pub fn is_empty_list(&mut self, value: Value) -> bool {
        let end = self.constants.number(Constant::Atom("[]".into()));
        value == Value::Constant(end)
    }

    /// The first element and the rest of a list.
    pub fn list_parts(&mut self, list: Value) -> Option<(Value, Value)> {
        let functor = self.constants.functor(&LIST_CELL.into(), 2);
        let Value::Compound(at) = list else {
            return None;
        };
        match self.compound(at) {
            (own, &[first, rest]) if own == functor => Some((first, rest)),
            _ => None,
        }
    }

    /// The variables in a value, each once.
    pub fn variables_in(&mut self, value: Value) -> Vec<Value> {
        let mut written = std::mem::take(&mut self.written);
        self.write(&[value], &mut written);
        let variables = written.variables.iter();
        let variables = variables
            .map(|variable| Value::Variable(*variable))
            .collect();
        self.written = written;
        variables
    }

    /// The same values with a list in place of a subsequence.
    pub fn replaced(&mut self, values: &[Value], number: u32, list: Value) -> Vec<Value> {
        let mut written = Written::default();
        self.write(values, &mut written);
        let Written {
            mut items,
            variables,
            ..
        } = written;
        // The list stands for itself, as one variable more that is known.
        let place = variables.len() as u32;
        for item in &mut items {
            if *item == Item::Subsequence(number) {
                *item = Item::Variable(place);
            }
        }
        let known = variables.into_iter().map(Value::Variable);
        let mut known: Vec<Value> = known.chain([list]).collect();
        let mut items = &items[..];
        values
            .iter()
            .map(|_| self.restore(&mut items, &mut known))
            .collect()
    }

    /// A list of these.
    pub fn list(&mut self, items: &[Value]) -> Value {
        let functor = self.constants.functor(&LIST_CELL.into(), 2);
        let end = Value::Constant(self.constants.number(Constant::Atom("[]".into())));
        items
            .iter()
            .rev()
            .fold(end, |rest, item| self.add_compound(functor, &[*item, rest]))
    }

    /// The elements of a list; none if it is no list, or its end is not known.
    pub fn elements(&mut self, mut list: Value) -> Option<Vec<Value>> {
        let mut elements = Vec::new();
        loop {
            list = self.deref(list);
            if self.is_empty_list(list) {
                return Some(elements);
            }
            let (first, rest) = self.list_parts(list)?;
            elements.push(first);
            list = rest;
        }
    }

    /// The term that the first items stand for; none with a number that depends on the position.
    pub fn term(&self, items: &mut &[Item]) -> Option<Term> {
        let nodes = self.next_term(items).iter().map(|item| self.node(item));
        nodes.collect::<Option<_>>().map(Term::from_nodes)
    }

    /// The goal with this name and the arguments that the items stand for; none with a number that depends
    /// on the position.
    pub fn goal(&self, name: &str, arity: usize, mut items: &[Item]) -> Option<Term> {
        let arguments: Option<Vec<_>> = (0..arity).map(|_| self.term(&mut items)).collect();
        Some(Term::compound(name, &arguments?))
    }

    /// The node of a term that an item stands for; none for what depends on the position.
    pub fn node(&self, item: &Item) -> Option<TermNode> {
        Some(match *item {
            Item::Variable(number) => TermNode::Variable(number),
            Item::Sum(_) | Item::Content(_) | Item::Subsequence(_) | Item::Hidden(_) => {
                return None;
            }
            Item::Constant(number) => match self.constants.get(number) {
                Constant::Integer(value) => TermNode::Integer(*value),
                Constant::Atom(name) => TermNode::Atom(name.clone()),
                Constant::String(text) => TermNode::String(text.clone()),
            },
            Item::Compound(functor) => {
                let (name, arity) = self.constants.functor_parts(functor);
                TermNode::Compound(name.clone(), arity)
            }
        })
    }

    /// Adds the items of a term.
    pub fn add_term(&mut self, term: &Term, items: &mut Vec<Item>) {
        let item = |node: &TermNode| {
            let constant = match node {
                TermNode::Variable(number) => return Item::Variable(*number),
                TermNode::Compound(name, arity) => {
                    return Item::Compound(self.constants.functor(name, *arity as usize));
                }
                TermNode::Integer(value) => Constant::Integer(*value),
                TermNode::Atom(name) => Constant::Atom(name.clone()),
                TermNode::String(text) => Constant::String(text.clone()),
            };
            Item::Constant(self.constants.number(constant))
        };
        items.extend(term.nodes().iter().map(item));
    }

    /// A sum that a term depends on.
    pub fn find_sum(&mut self, value: Value) -> Option<u32> {
        self.find(value, |value| match value {
            Value::Sum(sum) => Some(sum),
            _ => None,
        })
    }

    /// The cell of a content that a term depends on.
    pub fn find_content(&mut self, value: Value) -> Option<u32> {
        if !self.has_contents() {
            return None;
        }
        self.find(value, |value| match value {
            Value::Content(cell) => Some(cell),
            _ => None,
        })
    }

    /// A number or the content of a cell that a term depends on.
    pub fn find_unknown(&mut self, value: Value) -> Option<Unknown> {
        let sum = self.find_sum(value).map(Unknown::Sum);
        sum.or_else(|| self.find_content(value).map(Unknown::Content))
    }

    /// A list in a term of which the position says what is in it.
    pub fn find_subsequence(&mut self, value: Value) -> Option<u32> {
        if !self.has_subsequences() {
            return None;
        }
        self.find(value, |value| match value {
            Value::Subsequence(number) => Some(number),
            _ => None,
        })
    }

    /// A term in another one that only a walk knows.
    pub fn find_hidden(&mut self, value: Value) -> Option<u32> {
        self.find(value, |value| match value {
            Value::Hidden(number) => Some(number),
            _ => None,
        })
    }

    /// The first part of a term that is wanted.
    fn find(&mut self, value: Value, wanted: impl Fn(Value) -> Option<u32>) -> Option<u32> {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let value = self.deref(value);
            if let Some(found) = wanted(value) {
                return Some(found);
            }
            if let Value::Compound(at) = value {
                pending.extend(self.compound(at).1.iter().rev());
            }
        }
        None
    }
}

/// Whether nothing in it is a variable or depends on the position.
pub(super) fn is_known(instance: &[Item]) -> bool {
    let is_known = |item: &Item| matches!(item, Item::Constant(_) | Item::Compound(_));
    instance.iter().all(is_known)
}

/// Whether no variable is in it.
pub(super) fn is_ground(instance: &[Item]) -> bool {
    !instance
        .iter()
        .any(|item| matches!(item, Item::Variable(_)))
}
