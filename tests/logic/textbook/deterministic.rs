//! Goals that hold at most once: comparisons, kinds of terms, terms taken apart.
//!
//! Where the goal is an unusual call, such as one that puts a term together, or where the
//! standard's errors differ from one system to the next, the proof is given up.

use std::cmp::Ordering;

use super::arithmetic::{evaluate, evaluate_both};
use super::error::Failure;
use super::order::{compare, sorted, sorted_set};
use super::term::{Bindings, Term, atom, copy, items, list, resolve, unify, walk};

use Term::{Compound, Integer, Text, Variable};

/// Whether such a goal holds; none if it is another goal.
pub fn holds(
    name: &str,
    arguments: &[Term],
    bindings: &mut Bindings,
    next_variable: &mut usize,
) -> Result<Option<bool>, Failure> {
    let holds = match (name, arguments) {
        ("=", [a, b]) => unify(a, b, bindings)?,
        ("\\=", [a, b]) => !unify(a, b, &mut bindings.clone())?,
        ("is", [a, b]) => {
            let value = Integer(evaluate(b, bindings)?);
            unify(a, &value, bindings)?
        }
        ("=..", [term, parts]) => take_apart(&walk(term, bindings), parts, bindings)?,
        ("functor", [term, name, arity]) => functor(&walk(term, bindings), name, arity, bindings)?,
        ("copy_term", [term, result]) => {
            let copied = copy(
                &resolve(term, bindings),
                &mut Default::default(),
                next_variable,
            );
            unify(result, &copied, bindings)?
        }
        ("msort" | "sort", [unsorted, result]) => {
            let (items, end) = items(unsorted, bindings);
            if end != atom("[]") || !may_be_list(result, bindings) {
                return Err(Failure::GivenUp);
            }
            let sorted = if name == "sort" {
                sorted_set(items)?
            } else {
                sorted(items)?
            };
            unify(result, &list(sorted), bindings)?
        }
        ("length", [counted, length]) => {
            let (items, end) = items(counted, bindings);
            if end != atom("[]") || !matches!(walk(length, bindings), Variable(_) | Integer(0..)) {
                return Err(Failure::GivenUp);
            }
            unify(length, &Integer(items.len() as i64), bindings)?
        }
        ("compare", [order, a, b]) => {
            if !matches!(walk(order, bindings), Variable(_)) {
                return Err(Failure::GivenUp);
            }
            let found = match compare(&resolve(a, bindings), &resolve(b, bindings))? {
                Ordering::Less => "<",
                Ordering::Equal => "=",
                Ordering::Greater => ">",
            };
            unify(order, &atom(found), bindings)?
        }
        (_, [a]) => return Ok(is_kind(name, &walk(a, bindings), bindings)),
        (_, [a, b]) => return comparison(name, a, b, bindings),
        _ => return Ok(None),
    };
    Ok(Some(holds))
}

fn comparison(
    name: &str,
    a: &Term,
    b: &Term,
    bindings: &Bindings,
) -> Result<Option<bool>, Failure> {
    let numbers = || evaluate_both(a, b, bindings).map(|(a, b)| a.cmp(&b));
    let terms = || compare(&resolve(a, bindings), &resolve(b, bindings));
    Ok(Some(match name {
        "==" => resolve(a, bindings) == resolve(b, bindings),
        "\\==" => resolve(a, bindings) != resolve(b, bindings),
        "<" => numbers()?.is_lt(),
        ">" => numbers()?.is_gt(),
        "=<" => numbers()?.is_le(),
        ">=" => numbers()?.is_ge(),
        "=:=" => numbers()?.is_eq(),
        "=\\=" => numbers()?.is_ne(),
        "@<" => terms()?.is_lt(),
        "@>" => terms()?.is_gt(),
        "@=<" => terms()?.is_le(),
        "@>=" => terms()?.is_ge(),
        _ => return Ok(None),
    }))
}

fn is_kind(name: &str, term: &Term, bindings: &Bindings) -> Option<bool> {
    let is_variable = matches!(term, Variable(_));
    let is_atom = matches!(term, Compound(_, parts) if parts.is_empty());
    let is_compound = matches!(term, Compound(..)) && !is_atom;
    Some(match name {
        "var" => is_variable,
        "nonvar" => !is_variable,
        "integer" | "number" => matches!(term, Integer(_)),
        "string" => matches!(term, Text(_)),
        "atom" => is_atom,
        "compound" => is_compound,
        "callable" => is_atom || is_compound,
        "atomic" => !is_variable && !is_compound,
        "is_list" => items(term, bindings).1 == atom("[]"),
        "ground" => is_ground(term, bindings),
        _ => return None,
    })
}

fn is_ground(term: &Term, bindings: &Bindings) -> bool {
    match walk(term, bindings) {
        Variable(_) => false,
        Compound(_, parts) => {
            bindings.exhausted() || parts.iter().all(|part| is_ground(part, bindings))
        }
        _ => true,
    }
}

/// Whether a list may stand here: it is one, or may become one.
pub fn may_be_list(term: &Term, bindings: &Bindings) -> bool {
    let (_, end) = items(term, bindings);
    matches!(end, Variable(_)) || end == atom("[]")
}

fn take_apart(term: &Term, parts: &Term, bindings: &mut Bindings) -> Result<bool, Failure> {
    if !may_be_list(parts, bindings) {
        return Err(Failure::GivenUp);
    }
    let all = match term {
        Variable(_) => return Err(Failure::GivenUp),
        Compound(name, arguments) => [&[atom(name)], &**arguments].concat(),
        other => vec![other.clone()],
    };
    unify(parts, &list(all), bindings)
}

fn functor(
    term: &Term,
    name: &Term,
    arity: &Term,
    bindings: &mut Bindings,
) -> Result<bool, Failure> {
    let is_compound = |term: &Term| matches!(term, Compound(_, parts) if !parts.is_empty());
    if is_compound(&walk(name, bindings))
        || !matches!(walk(arity, bindings), Variable(_) | Integer(0..))
    {
        return Err(Failure::GivenUp);
    }
    let (own_name, own_arity) = match term {
        Variable(_) => return Err(Failure::GivenUp),
        Compound(name, arguments) => (atom(name), arguments.len()),
        other => (other.clone(), 0),
    };
    Ok(unify(name, &own_name, bindings)? && unify(arity, &Integer(own_arity as i64), bindings)?)
}
