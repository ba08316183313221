//! Terms as text, by way of the syntax tree.
//!
//! Parts that nest too deep or exceed the size limit show as `...`, so that any term can be shown,
//! however large.

use std::fmt;
use std::sync::Arc;

use super::limits::{PRINT_DEPTH, PRINT_LETTERS, PRINT_SIZE};
use super::term::{Term, TermNode};
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Name, TermKind};

impl Term {
    /// The term as syntax. Variable number n gets the n-th of `names`; one without a name shows as
    /// `_` and its number.
    #[must_use]
    pub fn to_syntax(&self, names: &[Option<Name>]) -> tree::SourceTerm {
        ToSyntax {
            nodes: self.nodes(),
            at: 0,
            left: PRINT_SIZE,
            letters: PRINT_LETTERS,
            names,
        }
        .term(PRINT_DEPTH)
    }

    /// The term as text, with names for its variables as for [`to_syntax`](Self::to_syntax).
    #[must_use]
    pub fn display(&self, names: &[Option<Name>]) -> String {
        self.to_syntax(names).to_string()
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.display(&[]))
    }
}

/// Reads nodes in prefix order; `at` is the next one.
struct ToSyntax<'t> {
    nodes: &'t [TermNode],
    at: usize,
    /// How many more parts may be shown, and how many more bytes of names.
    left: usize,
    letters: usize,
    names: &'t [Option<Name>],
}

impl ToSyntax<'_> {
    fn term(&mut self, depth: usize) -> tree::SourceTerm {
        let node = &self.nodes[self.at];
        let letters = self.letters.checked_sub(letters_of(node));
        if depth == 0 || self.left == 0 || letters.is_none() {
            self.skip();
            return omitted();
        }
        self.left -= 1;
        self.letters = letters.unwrap_or(0);
        self.at += 1;
        bare(match node {
            TermNode::Variable(number) => TermKind::Variable(self.variable(*number)),
            TermNode::Integer(value) => TermKind::Integer(*value),
            TermNode::Atom(name) if &**name == "[]" => TermKind::List {
                items: [].into(),
                tail: None,
            },
            TermNode::Atom(name) => TermKind::Atom(name.clone()),
            TermNode::String(text) => TermKind::String(text.clone()),
            cell if cell.is_list_cell() => self.list(depth),
            TermNode::Compound(functor, arity) => TermKind::Compound {
                functor: functor.clone(),
                functor_span: Span::NOWHERE,
                arguments: self.arguments(*arity, depth),
            },
        })
    }

    /// The arguments of a compound; those beyond the limits show as a single `...`.
    fn arguments(&mut self, arity: u32, depth: usize) -> Arc<[tree::SourceTerm]> {
        let mut arguments = Vec::new();
        for number in 0..arity {
            if self.left == 0 {
                (number..arity).for_each(|_| self.skip());
                arguments.push(omitted());
                break;
            }
            arguments.push(self.term(depth - 1));
        }
        arguments.into()
    }

    /// A list whose first node has been read.
    fn list(&mut self, depth: usize) -> TermKind {
        let mut items = vec![self.term(depth - 1)];
        loop {
            match &self.nodes[self.at] {
                cell if cell.is_list_cell() && self.left > 0 => {
                    self.at += 1;
                    items.push(self.term(depth - 1));
                }
                TermNode::Atom(name) if &**name == "[]" => {
                    self.at += 1;
                    return TermKind::List {
                        items: items.into(),
                        tail: None,
                    };
                }
                _ => {
                    return TermKind::List {
                        items: items.into(),
                        tail: Some(Arc::new(self.term(depth - 1))),
                    };
                }
            }
        }
    }

    /// Skips one whole term.
    fn skip(&mut self) {
        let mut open = 1_usize;
        while open > 0 {
            open -= 1;
            if let TermNode::Compound(_, arity) = self.nodes[self.at] {
                open += arity as usize;
            }
            self.at += 1;
        }
    }

    fn variable(&self, number: u32) -> Name {
        match self.names.get(number as usize) {
            Some(Some(name)) => name.clone(),
            _ => format!("_{number}").into(),
        }
    }
}

/// The sign `...` for parts that are not shown.
fn omitted() -> tree::SourceTerm {
    bare(TermKind::Variable("...".into()))
}

/// The length of a name or a text in bytes.
fn letters_of(node: &TermNode) -> usize {
    match node {
        TermNode::Atom(name) | TermNode::String(name) | TermNode::Compound(name, _) => name.len(),
        TermNode::Variable(_) | TermNode::Integer(_) => 0,
    }
}

fn bare(kind: TermKind) -> tree::SourceTerm {
    tree::SourceTerm {
        kind,
        span: Span::NOWHERE,
    }
}
