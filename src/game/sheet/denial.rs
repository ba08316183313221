//! Negations. A sheet denies one relation at a time, and each variable there has a value before: what is
//! more than that becomes a relation of its own.

use super::body::{Alternative, Translation, rule};
use super::fault::Fault;
use super::rule::{Atom, Literal, Rule, TRUE};
use super::term::Term;
use crate::syntax::source::Span;
use crate::syntax::tree::{Name, SourceTerm};

impl Translation<'_, '_> {
    /// The ways in which it is not so that all of some goals hold and one of others does not.
    pub fn negation(
        &mut self,
        goals: &[&SourceTerm],
        denied: &[&SourceTerm],
        span: Span,
        so_far: Alternative,
    ) -> Result<Vec<Alternative>, Fault> {
        let known = so_far.known();
        let mut shared: Vec<Term> = Vec::new();
        let mut local: Vec<Name> = Vec::new();
        for goal in goals.iter().chain(denied) {
            let term = so_far.apply(&self.term(goal));
            term.each_variable(&mut |name| {
                let variable = Term::Variable(name.clone());
                if !known.contains(name) {
                    local.push(name.clone());
                } else if !shared.contains(&variable) {
                    shared.push(variable);
                }
            });
        }
        self.rely(&local, &so_far, span);
        let mut ways = vec![Alternative {
            substitution: so_far.substitution.clone(),
            given: shared.clone(),
            ..Alternative::default()
        }];
        for goal in goals {
            let mut ends = Vec::new();
            for way in ways {
                ends.extend(self.goal(goal, way)?);
            }
            ways = ends;
        }
        for goal in denied {
            let mut ends = Vec::new();
            for way in ways {
                ends.extend(self.negation(&[goal], &[], span, way)?);
            }
            ways = ends;
        }
        Ok(self.denied(&shared, ways, span, so_far))
    }

    /// The ways in which none of some ways holds.
    pub fn denied(
        &mut self,
        shared: &[Term],
        ways: Vec<Alternative>,
        span: Span,
        so_far: Alternative,
    ) -> Vec<Alternative> {
        let heads = ways
            .iter()
            .map(|way| Atom::new("", way.given.clone(), span));
        let rules: Vec<Rule> = heads
            .zip(&ways)
            .map(|(head, way)| rule(head, way))
            .collect();
        // What holds in any case cannot be denied.
        if rules
            .iter()
            .any(|rule| rule.body.is_empty() && rule.head.arguments == shared)
        {
            return Vec::new();
        }
        let mut simple = Vec::new();
        for rule in &rules {
            match self.opposite(rule, shared) {
                Some(literal) => simple.push(literal),
                None => break,
            }
        }
        let mut end = so_far;
        if simple.len() == rules.len() {
            end.body.extend(simple);
            return vec![end];
        }
        let name = self
            .names
            .relation(&format!("{}_unless", plain(&self.about)));
        for mut rule in rules {
            rule.head.name = name.clone();
            self.added.push(rule);
        }
        vec![end.with(Literal::Not(Atom::new(&name, shared.to_vec(), span)))]
    }

    /// The one condition that is the opposite of the conditions of a rule, if there is one.
    fn opposite(&mut self, rule: &Rule, shared: &[Term]) -> Option<Literal> {
        if rule.head.arguments != shared {
            return None;
        }
        let [literal] = &rule.body[..] else {
            return None;
        };
        let mut is_local = false;
        literal.each_variable(&mut |name| {
            is_local |= !shared.iter().any(|term| term.as_variable() == Some(name));
        });
        match literal {
            Literal::Not(atom) => Some(Literal::Atom(atom.clone())),
            Literal::Atom(atom) if !is_local => Some(Literal::Not(atom.clone())),
            Literal::Atom(atom) if atom.goal.is_none() => {
                self.projection(atom, shared).map(Literal::Not)
            }
            Literal::Atom(_) | Literal::Distinct(..) => None,
        }
    }

    /// An atom without those of its arguments that may be anything: `any_cell(X, Y)` for `cell(X, Y, _)`.
    /// None if one of its terms is only partly known, or a term may be anything twice.
    fn projection(&mut self, atom: &Atom, shared: &[Term]) -> Option<Atom> {
        let is_shared = |name: &Name| shared.iter().any(|term| term.as_variable() == Some(name));
        // The term whose arguments are looked at: the fact, the move, or the atom itself.
        let is_named_within =
            atom.is(TRUE, 1) || atom.is("does", 2) && atom.arguments[1].parts().is_some();
        let (outer, inner): (Vec<Term>, Option<&Term>) = match is_named_within {
            true => {
                let (last, others) = atom.arguments.split_last()?;
                (others.to_vec(), Some(last))
            }
            false => (atom.arguments.clone(), None),
        };
        let within = inner.and_then(Term::parts);
        let (name, parts) = within.map_or((&atom.name, &[][..]), |(name, parts)| (name, parts));
        let mut kept = Vec::new();
        let mut pattern = String::new();
        let mut asked = Vec::new();
        let mut seen = Vec::new();
        let fluent = self.program.fluent(name, parts.len());
        let places = match fluent {
            Some(fluent) if atom.is(TRUE, 1) => self.program.pattern(fluent),
            _ => {
                let places = (1..=outer.len() + parts.len())
                    .map(|number| Term::variable(&format!("$value{number}")));
                Term::applied(name, places.collect())
            }
        };
        let places = places.parts().map_or(&[][..], |(_, places)| places);
        for (number, term) in outer.iter().chain(parts).enumerate() {
            let mut variables = Vec::new();
            term.each_variable(&mut |name| variables.push(name.clone()));
            let place = places[number].clone();
            if variables.iter().all(is_shared) {
                kept.push((place.clone(), term.clone()));
                pattern.push('+');
            } else if term.as_variable().is_some() && !seen.contains(term) {
                seen.push(term.clone());
                pattern.push('-');
            } else {
                return None;
            }
            asked.push(place);
        }
        let key = format!(
            "{}/{}/{name}/{}/{pattern}",
            atom.name,
            outer.len(),
            parts.len()
        );
        let known = self.names.projections.get(&key).cloned();
        let relation = known.unwrap_or_else(|| {
            let relation = self.names.relation(&format!("any_{}", plain(name)));
            self.names.projections.insert(key, relation.clone());
            let inner = asked.split_off(outer.len());
            let mut arguments = asked;
            arguments.extend(within.map(|(name, _)| Term::applied(name, inner)));
            let head = kept.iter().map(|(place, _)| place.clone()).collect();
            let body = Atom::new(&atom.name, arguments, atom.span);
            self.added.push(Rule::new(
                Atom::new(&relation, head, atom.span),
                vec![Literal::Atom(body)],
            ));
            relation
        });
        let arguments = kept.into_iter().map(|(_, term)| term).collect();
        Some(Atom::new(&relation, arguments, atom.span))
    }
}

/// A name without the sign of what is added.
pub(super) fn plain(name: &str) -> &str {
    name.trim_start_matches('$')
}
