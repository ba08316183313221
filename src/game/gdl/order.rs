//! The order of the conditions of a rule. The language gives them none, and the machine asks them one
//! after the other: a condition that finds values comes before those that only test them.
//!
//! Safety makes that possible: each variable of the head, of a negation or of `distinct` also stands
//! in a condition that finds its values. A rule without that is refused.

use std::collections::HashSet;

use super::rule::{Atom, Formula, Rule};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// The variables whose values are known.
type Known<'r> = HashSet<&'r Name>;

/// Why no order will do: a variable, and where it stands.
struct Unsafe {
    variable: Name,
    span: Span,
}

/// Puts the conditions of a rule in an order in which they can be asked. `is_recursive` says which
/// relations lead back to the rule; they come late.
///
/// # Errors
/// If there is no such order, because the rule is not safe.
pub(super) fn ordered(
    rule: &Rule,
    is_recursive: &dyn Fn(&Atom) -> bool,
) -> Result<Rule, Box<Diagnostic>> {
    let mut known = Known::new();
    let body = in_order(
        &rule.body.iter().collect::<Vec<_>>(),
        &mut known,
        is_recursive,
    )
    .map_err(|found| Box::new(unsafe_rule(&found)))?;
    let mut unbound = None;
    rule.head.each_variable(&mut |name| {
        if !known.contains(name) {
            unbound.get_or_insert(name);
        }
    });
    if let Some(name) = unbound {
        return Err(Box::new(unsafe_rule(&Unsafe {
            variable: name.clone(),
            span: rule.head.span,
        })));
    }
    Ok(Rule {
        body,
        ..rule.clone()
    })
}

/// The conditions in an order in which they can be asked, with the variables known that they find.
fn in_order<'r>(
    conditions: &[&'r Formula],
    known: &mut Known<'r>,
    is_recursive: &dyn Fn(&Atom) -> bool,
) -> Result<Vec<Formula>, Unsafe> {
    let mut left: Vec<&Formula> = Vec::new();
    conditions
        .iter()
        .for_each(|condition| flatten(condition, &mut left));
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let ranks = left
            .iter()
            .map(|formula| rank(formula, known, is_recursive));
        let askable = ranks
            .enumerate()
            .filter_map(|(place, rank)| Some((rank?, place)));
        let Some((_, place)) = askable.min() else {
            return Err(first_unknown(left[0], known));
        };
        let next = left.remove(place);
        ordered.push(asked(next, known, is_recursive)?);
    }
    Ok(ordered)
}

/// How early a condition is asked, the least first; none if it cannot be asked yet.
fn rank(formula: &Formula, known: &Known<'_>, is_recursive: &dyn Fn(&Atom) -> bool) -> Option<u8> {
    let mut variables = 0_usize;
    let mut unknown = 0_usize;
    formula.each_variable(&mut |name| {
        variables += 1;
        unknown += usize::from(!known.contains(name));
    });
    match formula {
        Formula::Distinct(..) | Formula::Not(..) => (unknown == 0).then_some(0),
        // The facts along which a relation calls itself are asked before the call.
        Formula::Atom(atom) if is_recursive(atom) => Some(5),
        _ if unknown == 0 => Some(1),
        Formula::Atom(atom) if atom.is("does", 2) => Some(2),
        Formula::Atom(_) if unknown < variables => Some(3),
        Formula::Atom(_) => Some(4),
        // Whether it can be asked shows when it is put in order itself.
        Formula::And(..) | Formula::Or(..) => Some(6),
    }
}

/// The conditions that are joined by `and`.
fn flatten<'r>(condition: &'r Formula, parts: &mut Vec<&'r Formula>) {
    match condition {
        Formula::And(inner, _) => inner.iter().for_each(|part| flatten(part, parts)),
        _ => parts.push(condition),
    }
}

/// The condition with its own conditions in order. Its variables become known.
fn asked<'r>(
    formula: &'r Formula,
    known: &mut Known<'r>,
    is_recursive: &dyn Fn(&Atom) -> bool,
) -> Result<Formula, Unsafe> {
    Ok(match formula {
        Formula::Atom(atom) => {
            atom.each_variable(&mut |name| {
                known.insert(name);
            });
            formula.clone()
        }
        Formula::Distinct(..) => formula.clone(),
        Formula::Not(inner, span) => {
            let inner = asked(inner, &mut known.clone(), is_recursive)?;
            Formula::Not(Box::new(inner), *span)
        }
        Formula::And(parts, span) => {
            let parts: Vec<&Formula> = parts.iter().collect();
            Formula::And(in_order(&parts, known, is_recursive)?, *span)
        }
        Formula::Or(parts, span) => {
            let mut found: Option<Known<'r>> = None;
            let mut asked_parts = Vec::new();
            for part in parts {
                let mut known = known.clone();
                let conditions = in_order(&[part], &mut known, is_recursive)?;
                asked_parts.push(Formula::And(conditions, part.span()));
                found = Some(match found {
                    None => known,
                    Some(found) => found.intersection(&known).copied().collect(),
                });
            }
            *known = found.unwrap_or_default();
            Formula::Or(asked_parts, *span)
        }
    })
}

/// The first variable of a condition that keeps it from being asked.
fn first_unknown(formula: &Formula, known: &Known<'_>) -> Unsafe {
    let mut variable = None;
    formula.each_variable(&mut |name| {
        if !known.contains(name) {
            variable.get_or_insert_with(|| name.clone());
        }
    });
    Unsafe {
        variable: variable.unwrap_or_else(|| Name::from("")),
        span: formula.span(),
    }
}

fn unsafe_rule(found: &Unsafe) -> Diagnostic {
    let title = format!("no condition gives `?{}` a value", found.variable);
    Diagnostic::error("kif-unsafe", title, found.span, "needs its value").with_help(
        "a variable of the head, of `not` or of `distinct` also stands in a condition that holds, \
         such as `(true ...)` or a relation",
    )
}
