//! Safety: each variable of a head, of a negation and of `distinct` stands in a condition that holds. Where
//! it does not, a condition is added that lists what the variable can be: `(role ?p)`, `(column ?x)`.

use indexmap::{IndexMap, IndexSet};

use super::candidates::{Candidates, Domain, instances};
use super::clauses::Located;
use super::domains::Domains;
use super::fault::{Fault, beyond, no_goal};
use super::program::Program;
use super::rule::{Atom, Literal, Rule};
use super::tables::{Answerer, Tables};
use super::term::Term;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// The most values of a predicate of the file that may be a domain.
const MOST_VALUES: usize = 1 << 10;

/// Relations with one argument that list what a variable can be.
pub(super) struct Lists {
    /// Those of the file, and the roles.
    known: Vec<(Name, IndexSet<Term>)>,
    /// Those that are added.
    added: IndexMap<Name, IndexSet<Term>>,
}

impl Lists {
    /// The fixed predicates with one argument that the rules define.
    pub fn new(program: &Program<'_>) -> Self {
        let mut known = Vec::new();
        for (name, arity) in program.predicates() {
            let key = (name.clone(), *arity);
            if *arity == 1
                && program.is_fixed_predicate(&key)
                && !["init", "add", "delete", "next"].contains(&&**name)
                && let Some(values) = program.listed(name, MOST_VALUES)
            {
                known.push((name.clone(), values.into_iter().collect()));
            }
        }
        // The roles are the best known.
        known.sort_by_key(|(name, _)| &**name != "role");
        Self {
            known,
            added: IndexMap::new(),
        }
    }

    /// A relation that has all these values: one of the file if there is one, otherwise a new one.
    fn of(&mut self, values: &IndexSet<Term>, variable: &Name) -> Name {
        let is_same =
            |known: &IndexSet<Term>| known.len() == values.len() && known.is_superset(values);
        let same = self.known.iter().find(|(_, known)| is_same(known));
        let larger = self
            .known
            .iter()
            .filter(|(_, known)| known.is_superset(values));
        let known = same.or_else(|| larger.min_by_key(|(_, known)| known.len()));
        if let Some((name, _)) = known {
            return name.clone();
        }
        if let Some((name, _)) = self.added.iter().find(|(_, added)| is_same(added)) {
            return name.clone();
        }
        let plain = variable.trim_start_matches(['$', '_']).to_lowercase();
        let mut name = match plain.chars().next() {
            Some('a'..='z') => format!("$some_{plain}"),
            _ => "$some_value".to_owned(),
        };
        while self.added.contains_key(&*name) {
            name.push('_');
        }
        let name = Name::from(name);
        self.added.insert(name.clone(), values.clone());
        name
    }

    /// The facts of the relations that are added.
    pub fn tables(self) -> Tables {
        let facts = |values: IndexSet<Term>| values.into_iter().map(|value| vec![value]).collect();
        let added = self.added.into_iter();
        added
            .map(|(name, values)| ((name, 1), facts(values)))
            .collect()
    }
}

/// Makes each rule safe, and leaves out those whose conditions never hold.
///
/// # Errors
/// If a variable may be anything.
pub(super) fn made_safe(
    rules: Vec<Located>,
    domains: &mut Domains,
    answerer: &mut Answerer<'_, '_>,
    lists: &mut Lists,
) -> Result<Vec<Located>, Vec<Fault>> {
    let mut safe = Vec::new();
    let mut faults = Vec::new();
    for mut located in rules {
        let mut unbound = None;
        let rule = &located.rule;
        let body = &rule.body;
        let candidates = domains.solve(rule, answerer, &mut |number, before| {
            if let Literal::Not(atom) = &body[number] {
                atom.each_variable(&mut |name| {
                    if !before.contains_key(name) {
                        unbound.get_or_insert_with(|| (name.clone(), atom.span));
                    }
                });
            }
        });
        let Some(candidates) = candidates else {
            continue;
        };
        if let Some((name, span)) = unbound {
            faults.push(without_value(&name, span));
            continue;
        }
        if rule.head.is("goal", 2) && !is_goal(&instances(&rule.head.arguments[1], &candidates)) {
            faults.push(no_goal(rule.head.span));
            continue;
        }
        match conditions(rule, &candidates, domains, lists) {
            Ok(conditions) => {
                located.rule.body.splice(0..0, conditions);
                safe.push(located);
            }
            Err(fault) => faults.push(fault),
        }
    }
    match faults.is_empty() {
        true => Ok(safe),
        false => Err(faults),
    }
}

/// The conditions that a rule lacks.
fn conditions(
    rule: &Rule,
    candidates: &Candidates,
    domains: &Domains,
    lists: &mut Lists,
) -> Result<Vec<Literal>, Fault> {
    let given = rule.given();
    let mut lacking: IndexMap<Name, Span> = IndexMap::new();
    let mut need = |name: &Name, span: Span| {
        if !given.contains(name) {
            lacking.entry(name.clone()).or_insert(span);
        }
    };
    rule.head
        .each_variable(&mut |name| need(name, rule.head.span));
    for literal in &rule.body {
        if !matches!(literal, Literal::Atom(_)) {
            literal.each_variable(&mut |name| need(name, literal.span()));
        }
    }
    let mut conditions = Vec::new();
    for (name, span) in lacking {
        let found = candidates
            .get(&name)
            .or_else(|| domains.later(&rule.head, &name));
        let Some(Domain::Values(values)) = found else {
            return Err(without_value(&name, span));
        };
        let list = lists.of(values, &name);
        let atom = Atom::new(&list, vec![Term::Variable(name)], span);
        conditions.push(Literal::Atom(atom));
    }
    Ok(conditions)
}

/// Whether all values are goals of a sheet.
fn is_goal(domain: &Domain) -> bool {
    match domain {
        Domain::Any => false,
        Domain::Values(values) => {
            let mut values = values.iter();
            values.all(|value| matches!(value, Term::Integer(0..=100)))
        }
    }
}

fn without_value(name: &Name, span: Span) -> Fault {
    let title = match name.starts_with('$') {
        true => "a variable here may be anything".to_owned(),
        false => format!("`{name}` may be anything here"),
    };
    beyond(
        title,
        span,
        "a sheet wants a condition that gives each variable its values: ask for one, as in `row(Y)`",
    )
}
