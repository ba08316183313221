//! Terms as trees, bindings, unification.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use regola::logic;
use regola::syntax::tree::{self, TermKind};

use super::error::Failure;

/// A term as a tree; a variable is its number.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Variable(usize),
    Integer(i64),
    Text(Rc<str>),
    Compound(Rc<str>, Rc<[Term]>),
}

use Term::{Compound, Integer, Text, Variable};

/// The values of variables, and how many more terms may be looked at before all is given up: a few
/// bindings may stand for a tree of any size.
#[derive(Clone)]
pub struct Bindings {
    values: HashMap<usize, Term>,
    work: Rc<Cell<usize>>,
}

impl Bindings {
    pub fn new(work: usize) -> Self {
        Self {
            values: HashMap::new(),
            work: Rc::new(Cell::new(work)),
        }
    }

    /// Whether so much was looked at that what was found is not to be trusted.
    pub fn exhausted(&self) -> bool {
        self.work.get() == 0
    }
}

pub fn atom(name: &str) -> Term {
    Compound(name.into(), Rc::new([]))
}

pub fn compound<const N: usize>(name: &str, arguments: [Term; N]) -> Term {
    Compound(name.into(), Rc::new(arguments))
}

pub fn list(items: Vec<Term>) -> Term {
    items
        .into_iter()
        .rev()
        .fold(atom("[]"), |tail, head| compound("[|]", [head, tail]))
}

/// The items of a list with their bindings, and what follows them.
pub fn items(term: &Term, bindings: &Bindings) -> (Vec<Term>, Term) {
    let (mut items, mut rest) = (Vec::new(), walk(term, bindings));
    while let Compound(name, parts) = &rest
        && &**name == "[|]"
        && parts.len() == 2
        && !bindings.exhausted()
    {
        items.push(resolve(&parts[0], bindings));
        rest = walk(&parts[1], bindings);
    }
    (items, rest)
}

/// What a term is bound to, at its top.
pub fn walk(term: &Term, bindings: &Bindings) -> Term {
    bindings.work.set(bindings.work.get().saturating_sub(1));
    let mut term = term;
    while let Variable(number) = term {
        match bindings.values.get(number) {
            Some(value) => term = value,
            None => break,
        }
    }
    term.clone()
}

/// A term with all its bindings.
pub fn resolve(term: &Term, bindings: &Bindings) -> Term {
    match walk(term, bindings) {
        value if bindings.exhausted() => value,
        Compound(name, arguments) => Compound(
            name,
            arguments
                .iter()
                .map(|argument| resolve(argument, bindings))
                .collect(),
        ),
        other => other,
    }
}

/// Unification by J. A. Robinson (1965), with occurs check: a program that would make an infinite
/// term is given up.
pub fn unify(left: &Term, right: &Term, bindings: &mut Bindings) -> Result<bool, Failure> {
    match (walk(left, bindings), walk(right, bindings)) {
        _ if bindings.exhausted() => Err(Failure::GivenUp),
        (Variable(a), Variable(b)) if a == b => Ok(true),
        (Variable(a), other) | (other, Variable(a)) => {
            if occurs(a, &other, bindings) {
                return Err(Failure::GivenUp);
            }
            bindings.values.insert(a, other);
            Ok(true)
        }
        (Compound(f, xs), Compound(g, ys)) if f == g && xs.len() == ys.len() => {
            for (x, y) in xs.iter().zip(&*ys) {
                if !unify(x, y, bindings)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (left, right) => Ok(left == right),
    }
}

/// Whether two terms unify; none if that would make an infinite term.
pub fn unifiable(left: &Term, right: &Term) -> Option<bool> {
    unify(left, right, &mut Bindings::new(usize::MAX)).ok()
}

fn occurs(variable: usize, term: &Term, bindings: &Bindings) -> bool {
    match walk(term, bindings) {
        Variable(other) => other == variable,
        _ if bindings.exhausted() => true,
        Compound(_, arguments) => arguments
            .iter()
            .any(|argument| occurs(variable, argument, bindings)),
        _ => false,
    }
}

pub fn renamed(term: &Term, base: usize) -> Term {
    match term {
        Variable(number) => Variable(base + number),
        Compound(name, arguments) => Compound(
            name.clone(),
            arguments
                .iter()
                .map(|argument| renamed(argument, base))
                .collect(),
        ),
        other => other.clone(),
    }
}

pub fn copy(term: &Term, names: &mut HashMap<usize, usize>, next: &mut usize) -> Term {
    match term {
        Variable(number) => Variable(*names.entry(*number).or_insert_with(|| {
            *next += 1;
            *next - 1
        })),
        Compound(name, arguments) => Compound(
            name.clone(),
            arguments
                .iter()
                .map(|argument| copy(argument, names, next))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// The textbook's form of a piece of syntax; every `_` is a variable of its own.
pub fn from_syntax(term: &tree::SourceTerm, names: &mut Vec<String>) -> Term {
    let mut all = |terms: &[tree::SourceTerm]| -> Vec<Term> {
        terms.iter().map(|term| from_syntax(term, names)).collect()
    };
    match &term.kind {
        TermKind::Variable(name) => {
            let known = names
                .iter()
                .position(|known| **known == **name && &**name != "_");
            Variable(known.unwrap_or_else(|| {
                names.push(name.to_string());
                names.len() - 1
            }))
        }
        TermKind::Integer(value) => Integer(*value),
        TermKind::String(text) => Text((&**text).into()),
        TermKind::Atom(name) => atom(name),
        TermKind::Compound {
            functor, arguments, ..
        } => Compound((&**functor).into(), all(arguments).into()),
        TermKind::List { items, tail } => {
            let items = all(items);
            let tail = tail
                .as_ref()
                .map_or(atom("[]"), |tail| from_syntax(tail, names));
            items
                .into_iter()
                .rev()
                .fold(tail, |tail, head| compound("[|]", [head, tail]))
        }
    }
}

/// What stands at a root's place among the numbered variables: the variable that is its value.
pub fn own_number(value: &Term) -> usize {
    match value {
        Variable(variable) => *variable,
        _ => usize::MAX,
    }
}

/// The term as answers have it: a variable has the number of the first root whose value it is;
/// others are numbered after those in the order in which they are met.
pub fn to_logic(term: &Term, numbers: &mut Vec<usize>) -> logic::Term {
    match term {
        Variable(variable) => {
            let known = numbers.iter().position(|known| known == variable);
            logic::Term::variable(known.unwrap_or_else(|| {
                numbers.push(*variable);
                numbers.len() - 1
            }) as u32)
        }
        Integer(value) => logic::Term::integer(*value),
        Text(text) => logic::Term::string(text),
        Compound(name, arguments) => {
            let arguments: Vec<_> = arguments
                .iter()
                .map(|argument| to_logic(argument, numbers))
                .collect();
            logic::Term::compound(name, &arguments)
        }
    }
}
