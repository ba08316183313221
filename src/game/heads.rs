//! The heads of a rule file's clauses: where a game says what.

use crate::logic::{Term, View};
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Clause, Name, TermKind};

/// The head of one clause.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub name: Name,
    pub arguments: Vec<tree::Term>,
    pub span: Span,
}

/// The heads of all clauses, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Heads(Vec<Head>);

impl Heads {
    /// The heads of these clauses; what cannot be a head is left out.
    pub fn new(clauses: &[Clause]) -> Self {
        Self(clauses.iter().filter_map(head).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Head> {
        self.0.iter()
    }

    /// The heads of one predicate.
    pub fn of(&self, name: &str, arity: usize) -> impl Iterator<Item = &Head> {
        self.iter().filter(move |head| &*head.name == name && head.arguments.len() == arity)
    }

    pub fn defines(&self, name: &str, arity: usize) -> bool {
        self.of(name, arity).next().is_some()
    }

    /// The heads of one predicate that may give an answer with these arguments, as far as they are known.
    pub fn giving(&self, name: &str, answer: &[Option<&Term>]) -> Vec<&Head> {
        let may_give = |head: &&Head| {
            head.arguments.iter().zip(answer).all(|(argument, term)| term.is_none_or(|term| may_be(argument, term)))
        };
        self.of(name, answer.len()).filter(may_give).collect()
    }
}

fn head(clause: &Clause) -> Option<Head> {
    let head = clause.head()?;
    let (name, arguments) = parts(head)?;
    Some(Head { name: name.into(), arguments: arguments.to_vec(), span: head.span })
}

/// The name and the arguments of an atom or a compound.
pub(super) fn parts(term: &tree::Term) -> Option<(&str, &[tree::Term])> {
    match &term.kind {
        TermKind::Atom(name) => Some((name, &[])),
        TermKind::Compound { functor, arguments, .. } => Some((functor, arguments)),
        _ => None,
    }
}

/// Whether a term stands for several integers, as in `column(1..8).`
pub(super) fn is_interval(term: &tree::Term) -> bool {
    matches!(parts(term), Some(("..", [_, _])))
}

/// Whether an argument of a head can have become this term in an answer; an interval can have become
/// many. The parser bounds how deep
/// a head nests, so plain recursion is safe.
fn may_be(argument: &tree::Term, term: &Term) -> bool {
    match (&argument.kind, term.view()) {
        (TermKind::Variable(_), _) => true,
        (_, term) if is_interval(argument) => matches!(term, View::Integer(_)),
        (TermKind::Compound { functor, arguments, .. }, View::Compound(name, terms)) => {
            *functor == name
                && arguments.len() == terms.len()
                && arguments.iter().zip(&terms).all(|(argument, term)| may_be(argument, term))
        }
        (TermKind::List { items, .. }, View::Compound(name, _)) => &*name == "[|]" && !items.is_empty(),
        _ => Term::from_syntax(argument).0 == *term,
    }
}
