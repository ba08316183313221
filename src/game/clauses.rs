//! The clauses of a rule file, found by the names of their heads.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::vocabulary::{Sort, VOCABULARY, Word};
use crate::logic::interval::interval;
use crate::logic::{LIST_CELL, Term, View};
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Clause, Name, TermKind};

/// The head of one clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'c> {
    pub name: &'c str,
    pub arguments: &'c [tree::SourceTerm],
    pub span: Span,
    pub name_span: Span,
    /// Whether its clause has no body.
    pub is_fact: bool,
}

impl<'c> Head<'c> {
    fn of(clause: &'c Clause) -> Option<Self> {
        let head = clause.head()?;
        let (name, arguments) = head.parts()?;
        Some(Self {
            name,
            arguments,
            span: head.span,
            name_span: head.name_span(),
            is_fact: clause.body().is_none(),
        })
    }
}

/// All clauses in the order of the file, without directives.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    all: Arc<[Clause]>,
    /// The indexes of the clauses of each head name, in their order.
    by_name: IndexMap<Name, Vec<u32>, FxBuildHasher>,
}

impl Clauses {
    /// All clauses, shared.
    pub fn shared(&self) -> Arc<[Clause]> {
        Arc::clone(&self.all)
    }

    pub fn as_slice(&self) -> &[Clause] {
        &self.all
    }

    pub fn iter(&self) -> impl Iterator<Item = &Clause> {
        self.all.iter()
    }

    /// The heads of all clauses; terms that cannot be a head are left out.
    pub fn heads(&self) -> impl Iterator<Item = Head<'_>> {
        self.iter().filter_map(Head::of)
    }

    /// The heads with this name, whatever the number of their arguments.
    pub fn named(&self, name: &str) -> impl Iterator<Item = Head<'_>> {
        let numbers = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        numbers
            .iter()
            .filter_map(|&number| Head::of(&self.all[number as usize]))
    }

    /// The heads of one predicate.
    pub fn of(&self, name: &str, arity: usize) -> impl Iterator<Item = Head<'_>> {
        self.named(name)
            .filter(move |head| head.arguments.len() == arity)
    }

    pub fn defines(&self, name: &str, arity: usize) -> bool {
        self.of(name, arity).next().is_some()
    }

    /// The heads of a predicate of the vocabulary.
    pub fn of_word(&self, word: &Word) -> impl Iterator<Item = Head<'_>> {
        self.of(word.name, word.arity())
    }

    /// Whether a predicate of the vocabulary has clauses.
    pub fn has(&self, word: &Word) -> bool {
        self.of_word(word).next().is_some()
    }

    /// The arguments of this sort in the heads of the predicates that are called from outside, in
    /// the order of the vocabulary.
    pub fn arguments_of(&self, sort: Sort) -> impl Iterator<Item = &tree::SourceTerm> {
        let asked = VOCABULARY
            .iter()
            .filter(|word| word.is_asked_from_outside());
        asked.flat_map(move |word| {
            self.of_word(word)
                .flat_map(move |head| word.places(sort).map(move |place| &head.arguments[place]))
        })
    }

    /// The heads of one predicate that can give an answer with these arguments; `None` stands for
    /// an unknown argument.
    pub fn giving(&self, name: &str, answer: &[Option<&Term>]) -> Vec<Head<'_>> {
        let may_give = |head: &Head<'_>| {
            head.arguments
                .iter()
                .zip(answer)
                .all(|(argument, term)| term.is_none_or(|term| may_be(argument, term)))
        };
        self.of(name, answer.len()).filter(may_give).collect()
    }
}

impl FromIterator<Clause> for Clauses {
    fn from_iter<I: IntoIterator<Item = Clause>>(clauses: I) -> Self {
        let all: Arc<[Clause]> = clauses.into_iter().collect();
        let mut by_name: IndexMap<Name, Vec<u32>, FxBuildHasher> = IndexMap::default();
        for (number, clause) in all.iter().enumerate() {
            if let Some((name, _)) = clause.head().and_then(tree::SourceTerm::name_and_arguments) {
                // Memory runs out before there are four billion clauses.
                by_name.entry(name.clone()).or_default().push(number as u32);
            }
        }
        Self { all, by_name }
    }
}

/// Whether an argument of a head can give this term in an answer; an interval can give many terms.
/// The parser bounds how deep a head nests, so plain recursion is safe.
fn may_be(argument: &tree::SourceTerm, term: &Term) -> bool {
    match (&argument.kind, term.view()) {
        (TermKind::Variable(_), _) => true,
        (_, term) if interval(argument).is_some() => matches!(term, View::Integer(_)),
        (
            TermKind::Compound {
                functor, arguments, ..
            },
            View::Compound(name, terms),
        ) => {
            *functor == name
                && arguments.len() == terms.len()
                && arguments
                    .iter()
                    .zip(&terms)
                    .all(|(argument, term)| may_be(argument, term))
        }
        (TermKind::List { items, .. }, View::Compound(name, _)) => {
            &*name == LIST_CELL && !items.is_empty()
        }
        _ => Term::from_syntax(argument).0 == *term,
    }
}
