//! The clauses of a program by predicate, as the lints use them.

use indexmap::IndexMap;

use super::Subject;
use super::calls::{CallSite, calls};
use crate::logic::production::Production;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::SourceTerm;

/// One clause, split into its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedClause<'a> {
    pub head: &'a SourceTerm,
    pub body: Option<&'a SourceTerm>,
    /// The number of its predicate.
    pub predicate: usize,
}

impl<'a> ListedClause<'a> {
    pub fn arguments(&self) -> &'a [SourceTerm] {
        self.head.parts().map_or(&[], |(_, arguments)| arguments)
    }
}

/// All clauses of a program, and the clauses of each predicate.
pub(super) struct ClauseListing<'a> {
    pub subject: &'a Subject<'a>,
    pub clauses: Vec<ListedClause<'a>>,
    /// For each predicate, by name and arity, the numbers of its clauses.
    pub predicates: IndexMap<(&'a str, usize), Vec<usize>>,
}

impl<'a> ClauseListing<'a> {
    pub fn new(subject: &'a Subject<'a>) -> Self {
        let mut listing = Self {
            subject,
            clauses: Vec::new(),
            predicates: IndexMap::new(),
        };
        for clause in subject
            .clauses
            .iter()
            .filter(|clause| Production::read(&clause.term).is_none())
        {
            let Some(head) = clause.head() else { continue };
            let Some((name, arguments)) = head.parts() else {
                continue;
            };
            let entry = listing.predicates.entry((name, arguments.len()));
            let predicate = entry.index();
            entry.or_default().push(listing.clauses.len());
            listing.clauses.push(ListedClause {
                head,
                body: clause.body(),
                predicate,
            });
        }
        listing
    }

    /// The number of a predicate that the program itself defines.
    pub fn own(&self, name: &str, arity: usize) -> Option<usize> {
        self.predicates.get_index_of(&(name, arity))
    }

    /// The clauses of a predicate in order.
    pub fn clauses_of(&self, predicate: usize) -> impl Iterator<Item = &ListedClause<'a>> {
        self.predicates[predicate]
            .iter()
            .map(|&clause| &self.clauses[clause])
    }

    /// A predicate as `name/arity`.
    pub fn indicator(&self, predicate: usize) -> String {
        let (name, arity) = self
            .predicates
            .get_index(predicate)
            .map_or(("", 0), |(key, _)| *key);
        format!("{}/{arity}", quote_atom(name))
    }

    pub fn is_doubtful(&self, predicate: usize) -> bool {
        self.predicates
            .get_index(predicate)
            .is_none_or(|((name, _), _)| self.subject.is_doubtful(name))
    }

    pub fn is_relation(&self, name: &str, arity: usize) -> bool {
        self.subject
            .relations
            .iter()
            .any(|(known, its)| &**known == name && *its == arity)
    }

    /// Whether the answers of a predicate are collected in tables.
    pub fn is_tabled(&self, name: &str, arity: usize) -> bool {
        let mut tabled = self.subject.tabled.iter();
        tabled.any(|tabled| &*tabled.name == name && tabled.arity == arity)
    }

    /// The calls in the body of a clause.
    pub fn calls_of(&self, clause: &ListedClause<'a>) -> Vec<CallSite<'a>> {
        clause
            .body
            .map_or_else(Vec::new, |body| calls(body, self.subject.elsewhere))
    }
}

/// Calls `visit` for every occurrence of a variable, including `_`, in the order of the text.
pub(super) fn each_variable<'t>(term: &'t SourceTerm, visit: &mut impl FnMut(&'t str, Span)) {
    term.each_variable(&mut |name, place| visit(name, place));
}
