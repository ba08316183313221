//! The names in one clause: the predicates that it defines and calls, and its variables.
//!
//! The recursion is as deep as the terms of the clause. The parser limits this depth.

use std::sync::Arc;

use super::entity::{Entity, FileRange, Occurrence};
use super::fluent::FluentDeclaration;
use crate::game::vocabulary::{Sort, word};
use crate::logic::construct::Construct;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, SourceTerm, TermKind};

/// Adds the names in a clause, which is at `place`, to the occurrences.
pub(super) fn gather(clause: &Clause, place: &FileRange, occurrences: &mut Vec<Occurrence>) {
    Gatherer { place, occurrences }.clause(clause);
}

struct Gatherer<'a> {
    /// The range of the clause.
    place: &'a FileRange,
    occurrences: &'a mut Vec<Occurrence>,
}

impl Gatherer<'_> {
    fn clause(&mut self, clause: &Clause) {
        self.variables(&clause.term);
        if let Some(directive) = clause.directive() {
            return self.directive(directive);
        }
        if let Some(head) = clause.head() {
            self.head(head);
        }
        if let Some(body) = clause.body() {
            self.goal(body, 0);
        }
    }

    fn add(&mut self, span: Span, entity: Entity, defines: bool) {
        self.occurrences.push(Occurrence {
            place: FileRange::new(&self.place.path, span),
            entity,
            defines,
        });
    }

    fn variables(&mut self, term: &SourceTerm) {
        term.each_variable(&mut |name, span| {
            if &**name != "_" {
                let entity = Entity::Variable {
                    name: name.clone(),
                    clause: self.place.clone(),
                };
                self.add(span, entity, false);
            }
        });
    }

    fn directive(&mut self, directive: &SourceTerm) {
        if let Some(fluent) = FluentDeclaration::of(directive) {
            self.add(
                fluent.name_span,
                Entity::predicate(fluent.name, fluent.domains().count()),
                true,
            );
            for domain in fluent.domains() {
                if let TermKind::Atom(name) = &domain.kind {
                    self.add(domain.span, Entity::predicate(name, 1), false);
                }
            }
        } else if let Some((name, [file])) = directive.name_and_arguments()
            && &**name == "use"
            && let TermKind::String(name) = &file.kind
        {
            let path: Arc<str> = crate::syntax::load::beside(&self.place.path, name).into();
            self.add(file.span, Entity::File(path), false);
        }
    }

    fn head(&mut self, head: &SourceTerm) {
        let Some((name, arguments)) = head.name_and_arguments() else {
            return;
        };
        self.add(
            head.name_span(),
            Entity::predicate(name, arguments.len()),
            true,
        );
        if let Some(word) = word(name, arguments.len()) {
            word.places(Sort::Fact)
                .for_each(|place| self.fact(&arguments[place]));
        }
    }

    /// Adds a fact of a fluent.
    fn fact(&mut self, fact: &SourceTerm) {
        if let Some((name, arguments)) = fact.name_and_arguments() {
            self.add(
                fact.name_span(),
                Entity::predicate(name, arguments.len()),
                false,
            );
        }
    }

    /// Adds the names in a goal that is called with `more` additional arguments.
    fn goal(&mut self, goal: &SourceTerm, more: usize) {
        let Some((name, arguments)) = goal.name_and_arguments() else {
            return;
        };
        let construct = Construct::of(name, arguments);
        if let Some(Construct::Lambda(_, body, _)) = &construct
            && more > 0
        {
            return self.goal(body, 0);
        }
        // Connectives are no names of predicates, and the fact in braces is no goal.
        let is_nameless =
            construct.as_ref().is_some_and(Construct::is_connective) || &**name == "{}";
        if !is_nameless {
            self.add(
                goal.name_span(),
                Entity::predicate(name, arguments.len() + more),
                false,
            );
        }
        if more > 0 {
            return;
        }
        for inner in construct.iter().flat_map(Construct::inner) {
            self.goal(inner.goal, inner.added);
        }
        for place in word(name, arguments.len())
            .into_iter()
            .flat_map(|word| word.places(Sort::Goal))
        {
            self.goal(&arguments[place], 0);
        }
    }
}
