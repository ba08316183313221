//! Inspects terms and constructs them.

use rustc_hash::FxHashMap;

use super::Builtin;
use crate::logic::cell::{Cell, MAX_ARITY, Tag};
use crate::logic::machine::Machine;
use crate::logic::raise::{self, GoalOutcome, Raised};
use crate::logic::store::{Copied, Store, Walked};
use crate::logic::symbol::Symbol;

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("functor", 3, functor),
    Builtin::new("$arg", 3, arg),
    Builtin::new("=..", 2, univ),
    Builtin::new("copy_term", 2, copy_term),
    Builtin::new("$variant", 2, variant),
    Builtin::new("term_variables", 2, term_variables),
    Builtin::new("unify_with_occurs_check", 2, unify_with_occurs_check),
    Builtin::new("$skip_list", 3, skip_list),
    Builtin::new("$fresh_list", 2, fresh_list),
];

fn functor(machine: &mut Machine) -> GoalOutcome {
    let term = machine.argument(0);
    if !term.is_reference() {
        let (name, arity) = machine.name_and_arity(term);
        let arity = machine.store.integer(arity as i64);
        return machine.answer(&[(1, name), (2, arity)]);
    }
    let name = machine.bound_argument(1)?;
    if matches!(name.tag(), Tag::Compound | Tag::List) {
        return Err(raise::type_error(&mut machine.store, "atomic", name));
    }
    let arity = machine.count_argument(2)?;
    let made = match (arity, name.tag()) {
        (0, _) => name,
        (_, Tag::Atom) => machine.compound_of_variables(name, arity)?,
        _ => return Err(raise::type_error(&mut machine.store, "atom", name)),
    };
    machine.answer(&[(0, made)])
}

/// `arg/3` for a given number; the prelude enumerates the others.
fn arg(machine: &mut Machine) -> GoalOutcome {
    let number = machine.integer_argument(0)?;
    let term = machine.bound_argument(1)?;
    if !matches!(term.tag(), Tag::Compound | Tag::List) {
        return Err(raise::type_error(&mut machine.store, "compound", term));
    }
    if number < 0 {
        let culprit = machine.argument(0);
        return Err(raise::domain_error(
            &mut machine.store,
            "not_less_than_zero",
            culprit,
        ));
    }
    let count = machine.store.arguments(term).len();
    match usize::try_from(number - 1) {
        Ok(at) if at < count => {
            let argument = machine.store.argument(term, at);
            machine.answer(&[(2, argument)])
        }
        _ => Ok(false),
    }
}

fn univ(machine: &mut Machine) -> GoalOutcome {
    let term = machine.argument(0);
    if !term.is_reference() {
        let given = machine.argument(1);
        if !matches!(given.tag(), Tag::Reference | Tag::List) && given != Cell::atom(Symbol::NIL) {
            return Err(raise::type_error(&mut machine.store, "list", given));
        }
        let (name, arity) = machine.name_and_arity(term);
        machine.check_memory(3 * arity)?;
        let mut items = vec![name];
        items.extend(
            machine
                .store
                .arguments(term)
                .map(|at| machine.store.heap[at]),
        );
        return machine.answer_list(1, &items);
    }
    let items = machine.list_argument(1)?;
    let Some((name, arguments)) = items.split_first() else {
        let culprit = Cell::atom(Symbol::NIL);
        return Err(raise::domain_error(
            &mut machine.store,
            "non_empty_list",
            culprit,
        ));
    };
    let name = machine.store.deref(*name);
    let made = match (arguments, name.tag()) {
        (_, Tag::Reference) => return Err(raise::instantiation(&mut machine.store)),
        ([], Tag::Compound | Tag::List) => {
            return Err(raise::type_error(&mut machine.store, "atomic", name));
        }
        ([], _) => name,
        (_, Tag::Atom) => {
            machine.check_arity(arguments.len())?;
            machine.check_memory(2 * arguments.len())?;
            machine.store.compound(name.as_symbol(), arguments)
        }
        _ => return Err(raise::type_error(&mut machine.store, "atom", name)),
    };
    machine.answer(&[(0, made)])
}

fn copy_term(machine: &mut Machine) -> GoalOutcome {
    let mut copied = Copied::default();
    let original = machine.argument(0);
    machine.store.copy_out(original, &mut copied)?;
    machine.check_memory(2 * copied.cells.len())?;
    let by = machine.store.paste(&copied)?;
    let copy = machine.store.pasted(copied.roots[0], by);
    machine.answer(&[(1, copy)])
}

/// Whether two terms are equal up to the names of their variables.
fn variant(machine: &mut Machine) -> GoalOutcome {
    let (left, right) = (machine.argument(0), machine.argument(1));
    Ok(machine.store.is_variant(left, right)?)
}

fn term_variables(machine: &mut Machine) -> GoalOutcome {
    let term = machine.argument(0);
    let variables = machine.store.variables(term)?;
    machine.answer_list(1, &variables)
}

fn unify_with_occurs_check(machine: &mut Machine) -> GoalOutcome {
    let (left, right) = (machine.argument(0), machine.argument(1));
    Ok(machine.store.unify_finite(left, right)?)
}

/// `'$skip_list'(List, Length, Tail)`: the number of items up to a tail that is not a list cell.
fn skip_list(machine: &mut Machine) -> GoalOutcome {
    let list = machine.argument(0);
    let (length, tail) = machine.store.list_length(list)?;
    let length = machine.store.integer(length as i64);
    machine.answer(&[(1, length), (2, tail)])
}

/// `'$fresh_list'(Length, List)`: a list of `Length` new variables.
fn fresh_list(machine: &mut Machine) -> GoalOutcome {
    let length = machine.count_argument(0)?;
    machine.check_memory(length.saturating_mul(2))?;
    let start = machine.store.heap.len();
    for number in 1..=length {
        machine.store.fresh();
        let rest = if number < length {
            Cell::list(start + 2 * number)
        } else {
            Cell::atom(Symbol::NIL)
        };
        machine.store.push(rest);
    }
    let list = if length > 0 {
        Cell::list(start)
    } else {
        Cell::atom(Symbol::NIL)
    };
    machine.answer(&[(1, list)])
}

impl Machine {
    fn name_and_arity(&mut self, term: Cell) -> (Cell, usize) {
        match self.store.functor(term) {
            Some((name, arity)) => (Cell::atom(name), arity),
            None => (term, 0),
        }
    }

    fn compound_of_variables(&mut self, name: Cell, arity: usize) -> Result<Cell, Raised> {
        self.check_arity(arity)?;
        self.check_memory(arity + 1)?;
        if (name.as_symbol(), arity) == (Symbol::LIST, 2) {
            let (head, tail) = (self.store.fresh(), self.store.fresh());
            debug_assert_eq!(head.address() + 1, tail.address());
            return Ok(Cell::list(head.address()));
        }
        let address = self.store.push(Cell::functor(name.as_symbol(), arity));
        for _ in 0..arity {
            self.store.fresh();
        }
        Ok(Cell::compound(address))
    }

    fn check_arity(&mut self, arity: usize) -> Result<(), Raised> {
        match arity > MAX_ARITY {
            true => Err(raise::representation_error(&mut self.store, "max_arity")),
            false => Ok(()),
        }
    }
}

impl Store {
    /// Unifies two terms, unless that would make a term a part of itself.
    fn unify_finite(&mut self, left: Cell, right: Cell) -> Walked<bool> {
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            let is_open = left.is_reference() || right.is_reference();
            if is_open
                && left != right
                && (self.occurs(left, right)? || self.occurs(right, left)?)
            {
                return Ok(false);
            }
            if is_open
                || self.arguments(left).is_empty()
                || self.functor(left) != self.functor(right)
            {
                if !self.unify(left, right)? {
                    return Ok(false);
                }
            } else {
                self.visit(pairs.len())?;
                self.put_off_pairs(left, right, &mut pairs)?;
            }
        }
        Ok(true)
    }

    fn is_variant(&mut self, left: Cell, right: Cell) -> Walked<bool> {
        let mut partners: FxHashMap<(bool, Cell), Cell> = FxHashMap::default();
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            self.visit(pairs.len())?;
            self.check_room(2 * pairs.len() + WORDS_OF_A_PARTNER * partners.len())?;
            let same = match (left.is_reference(), right.is_reference()) {
                (true, true) => {
                    *partners.entry((true, left)).or_insert(right) == right
                        && *partners.entry((false, right)).or_insert(left) == left
                }
                (false, false) if self.arguments(left).is_empty() => {
                    self.compare(left, right)?.is_eq()
                }
                (false, false) => self.functor(left) == self.functor(right),
                _ => false,
            };
            if !same {
                return Ok(false);
            }
            self.put_off_pairs(left, right, &mut pairs)?;
        }
        Ok(true)
    }

    /// Whether a variable is a part of a term; `false` if `variable` is not a variable.
    fn occurs(&mut self, variable: Cell, term: Cell) -> Walked<bool> {
        let mut pending = if variable.is_reference() {
            vec![term]
        } else {
            Vec::new()
        };
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            self.visit(pending.len())?;
            if cell == variable {
                return Ok(true);
            }
            self.put_off(cell, &mut pending)?;
        }
        Ok(false)
    }
}

/// The approximate memory of a variable and its partner in a hash map, in words.
const WORDS_OF_A_PARTNER: usize = 8;
