//! The order of the conditions of a rule. The language gives them none, and the machine asks them one
//! after the other: a condition that finds values comes before those that only test them.
//!
//! Safety makes that possible: each variable of the head, of a negation or of `distinct` also stands
//! in a condition that finds its values. A rule without that is refused.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::rule::{Atom, Formula, Rule};
use super::statistics::Statistics;
use super::strata::{RelationKey, key};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// What is joined by `or` is asked as early as others are if it has no more answers.
const FEW: usize = 16;

/// A relation that calls itself does so before it goes through more answers than this.
const MANY: usize = 128;

/// The variables whose values are known.
type Known<'r> = HashSet<&'r Name>;

/// Why no order will do: a variable, and where it stands.
struct Unsafe {
    variable: Name,
    span: Span,
}

/// What the order of a rule's conditions goes by, beside the rule.
pub(super) struct Basis<'r> {
    /// Whether an atom of the rule leads back to it.
    pub leads_back: &'r dyn Fn(&Atom) -> bool,
    /// The arguments of the rule's own relation that are known wherever other rules ask it, with their conditions in a
    /// first order. Only how early a condition is asked hangs on it.
    pub known: &'r Places,
    /// How many answers conditions have, if that has been found out.
    pub statistics: Option<&'r Statistics<'r>>,
}

/// Some arguments of a relation, by their places.
pub(super) type Places = BTreeSet<usize>;

/// Puts the conditions of a rule in an order in which they can be asked. Those that lead back to the rule come late.
///
/// # Errors
/// If there is no such order, because the rule is not safe.
pub(super) fn ordered(rule: &Rule, basis: &Basis<'_>) -> Result<Rule, Box<Diagnostic>> {
    let mut known = Known::new();
    let given = variables_at(&rule.head, basis.known);
    let mut calls_itself = false;
    rule.each_condition(&mut |atom, _| calls_itself |= key(atom) == key(&rule.head));
    let asking = Asking {
        head: &rule.head,
        given,
        calls_itself,
        basis,
    };
    let body = in_order(&rule.body.iter().collect::<Vec<_>>(), &mut known, &asking)
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

/// The arguments of relations that are known wherever other relations ask them. The conditions of the rules are in
/// order.
pub(super) fn known_arguments(rules: &[Rule]) -> HashMap<RelationKey, Places> {
    let mut found: HashMap<RelationKey, Places> = HashMap::new();
    for rule in rules {
        let own = key(&rule.head);
        each_asked(&rule.body, &mut Known::new(), &mut |atom, known| {
            let asked = key(atom);
            if asked == own {
                return;
            }
            let is_known =
                |place: &usize| atom.arguments[*place].is_known(&|name| known.contains(name));
            let places: Places = (0..atom.arguments.len()).filter(is_known).collect();
            let before = found.entry(asked).or_insert_with(|| places.clone());
            before.retain(|place| places.contains(place));
        });
    }
    found
}

/// Calls `visit` with each atom of conditions in order, and the variables that are known then.
fn each_asked<'r>(
    conditions: &'r [Formula],
    known: &mut Known<'r>,
    visit: &mut dyn FnMut(&'r Atom, &Known<'r>),
) {
    for condition in conditions {
        match condition {
            Formula::Atom(atom) => {
                visit(atom, known);
                add_variables(atom, known);
            }
            Formula::Distinct(..) => {}
            Formula::Not(inner, _) => {
                each_asked(std::slice::from_ref(&**inner), &mut known.clone(), visit);
            }
            Formula::And(parts, _) => each_asked(parts, known, visit),
            Formula::Or(parts, _) => {
                for part in parts {
                    each_asked(std::slice::from_ref(part), &mut known.clone(), visit);
                }
            }
        }
    }
}

/// A rule whose conditions are put in order.
struct Asking<'r> {
    head: &'r Atom,
    /// Its variables that are known wherever others ask for it. Only which condition comes first hangs on that.
    given: Known<'r>,
    /// Whether one of its conditions is its own relation.
    calls_itself: bool,
    basis: &'r Basis<'r>,
}

impl Asking<'_> {
    /// Whether a call of the relation itself asks for what others ask for, and finds values: these need not be gone
    /// through before it.
    fn goes_on(&self, call: &Atom, known: &Known<'_>) -> bool {
        let places = self.basis.known;
        let arguments = variables_at(call, places);
        let is_known = |name: &Name| known.contains(name) || self.given.contains(name);
        let mut found = call.arguments.iter().filter_map(|term| term.variable());
        key(call) == key(self.head)
            && !places.is_empty()
            && arguments.iter().all(|name| is_known(name))
            && found.any(|name| !is_known(name))
    }

    /// Whether a relation that calls itself would go through many answers before each call, as through all steps on
    /// a board: the call finds the few from where it goes on.
    fn goes_through_many(&self, formula: &Formula, known: &Known<'_>) -> bool {
        let has_many = |answers| answers > MANY;
        self.calls_itself && self.answers(formula, known).is_some_and(has_many)
    }

    /// Whether it is known that a condition can be asked, and has few answers.
    fn has_few_answers(&self, formula: &Formula, known: &Known<'_>) -> bool {
        let answers = self.answers(formula, known);
        answers.is_some_and(|answers| answers <= FEW)
    }

    /// About how many answers a condition has; none if that was not found out, or it cannot be asked yet.
    fn answers(&self, formula: &Formula, known: &Known<'_>) -> Option<usize> {
        let statistics = self.basis.statistics?;
        match formula {
            Formula::Atom(atom) => statistics.answers(atom, &|name| known.contains(name)),
            Formula::Distinct(..) | Formula::Not(..) => Some(1),
            Formula::And(parts, _) => {
                let parts: Vec<&Formula> = parts.iter().collect();
                self.answers_together(&parts, known)
            }
            Formula::Or(parts, _) => {
                let mut answers = parts
                    .iter()
                    .map(|part| self.answers_together(&[part], known));
                answers.try_fold(0_usize, |all, part| Some(all.saturating_add(part?)))
            }
        }
    }

    /// The same of conditions that are joined by `and`. Nothing is found out of `or` within `or`: it would take twice as
    /// long with each of them.
    fn answers_together(&self, parts: &[&Formula], known: &Known<'_>) -> Option<usize> {
        if parts.iter().any(|part| part.has_or()) {
            return None;
        }
        let ordered = in_order(parts, &mut known.clone(), self).ok()?;
        let (mut answers, mut known) = (1_usize, known.clone());
        for part in &ordered {
            answers = answers.saturating_mul(self.answers(part, &known)?);
            part.each_variable(&mut |name| {
                known.insert(name);
            });
        }
        Some(answers)
    }
}

/// The variables in some arguments.
fn variables_at<'r>(atom: &'r Atom, places: &Places) -> Known<'r> {
    let mut found = Known::new();
    for place in places {
        atom.arguments[*place].each_variable(&mut |name| {
            found.insert(name);
        });
    }
    found
}

fn add_variables<'r>(atom: &'r Atom, known: &mut Known<'r>) {
    atom.each_variable(&mut |name| {
        known.insert(name);
    });
}

/// The conditions in an order in which they can be asked, with the variables known that they find.
fn in_order<'r>(
    conditions: &[&'r Formula],
    known: &mut Known<'r>,
    asking: &Asking<'_>,
) -> Result<Vec<Formula>, Unsafe> {
    let mut left: Vec<&Formula> = Vec::new();
    conditions
        .iter()
        .for_each(|condition| flatten(condition, &mut left));
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let ranks = left.iter().map(|formula| rank(formula, known, asking));
        let askable = ranks
            .enumerate()
            .filter_map(|(place, rank)| Some((rank?, place)));
        let Some((_, place)) = askable.min() else {
            return Err(first_unknown(left[0], known));
        };
        let next = left.remove(place);
        ordered.push(asked(next, known, asking)?);
    }
    Ok(ordered)
}

/// How early a condition is asked, the least first; none if it cannot be asked yet.
fn rank(formula: &Formula, known: &Known<'_>, asking: &Asking<'_>) -> Option<u8> {
    let (mut variables, mut unknown, mut not_given) = (0_usize, 0_usize, 0_usize);
    formula.each_variable(&mut |name| {
        variables += 1;
        if !known.contains(name) {
            unknown += 1;
            not_given += usize::from(!asking.given.contains(name));
        }
    });
    match formula {
        Formula::Distinct(..) | Formula::Not(..) => (unknown == 0).then_some(0),
        // The facts along which a relation calls itself are asked before the call if they are few, and what it finds
        // after it.
        Formula::Atom(atom) if (asking.basis.leads_back)(atom) => {
            match asking.goes_on(atom, known) {
                true => Some(5),
                false => Some(7),
            }
        }
        _ if unknown == 0 => Some(1),
        Formula::Atom(atom) if atom.is("does", 2) => Some(2),
        Formula::Atom(_) if unknown < variables => Some(3),
        Formula::Atom(_) if not_given < variables => Some(4),
        Formula::Atom(_) if asking.goes_through_many(formula, known) => Some(8),
        Formula::Atom(_) => Some(6),
        Formula::And(..) | Formula::Or(..)
            if unknown < variables && asking.has_few_answers(formula, known) =>
        {
            Some(3)
        }
        // Whether it can be asked shows when it is put in order itself.
        Formula::And(..) | Formula::Or(..) => Some(9),
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
    asking: &Asking<'_>,
) -> Result<Formula, Unsafe> {
    Ok(match formula {
        Formula::Atom(atom) => {
            add_variables(atom, known);
            formula.clone()
        }
        Formula::Distinct(..) => formula.clone(),
        Formula::Not(inner, span) => {
            let inner = asked(inner, &mut known.clone(), asking)?;
            Formula::Not(Box::new(inner), *span)
        }
        Formula::And(parts, span) => {
            let parts: Vec<&Formula> = parts.iter().collect();
            Formula::And(in_order(&parts, known, asking)?, *span)
        }
        Formula::Or(parts, span) => {
            let mut found: Option<Known<'r>> = None;
            let mut asked_parts = Vec::new();
            for part in parts {
                let mut known = known.clone();
                let conditions = in_order(&[part], &mut known, asking)?;
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
