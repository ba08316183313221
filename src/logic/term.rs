//! Terms that stand alone: answers, moves, facts, goals to prove.
//!
//! A term is one shared slice of nodes in prefix order. So a clone only increments a count,
//! equality and hashing run over the slice, and dropping a deep term needs no recursion. A machine
//! copies terms in and out; it works on its own cells.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::symbol::LIST_CELL;
use crate::syntax::tree::{self, Name, TermKind};

/// A term outside any machine. Terms have the standard order: variables by number, integers by value,
/// strings and then atoms by characters, compounds by number of arguments, name and arguments.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    nodes: Arc<[TermNode]>,
}

/// One node of a term; the arguments of a compound follow it, each with all its nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TermNode {
    Variable(u32),
    Integer(i64),
    Atom(Name),
    String(Name),
    Compound(Name, u32),
}

impl TermNode {
    /// The functor of a list's cell.
    pub fn list_cell() -> Self {
        Self::Compound(LIST_CELL.into(), 2)
    }

    /// Whether this is the functor of a list's cell.
    pub fn is_list_cell(&self) -> bool {
        matches!(self, Self::Compound(name, 2) if &**name == LIST_CELL)
    }

    /// The place of its kind in the standard order.
    fn rank(&self) -> u8 {
        match self {
            Self::Variable(_) => 0,
            Self::Integer(_) => 1,
            Self::String(_) => 2,
            Self::Atom(_) => 3,
            Self::Compound(..) => 4,
        }
    }
}

/// The standard order. Where two nodes are equal, as many arguments follow both, so the order of terms
/// is that of their nodes.
impl Ord for TermNode {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Variable(one), Self::Variable(other)) => one.cmp(other),
            (Self::Integer(one), Self::Integer(other)) => one.cmp(other),
            (Self::String(one), Self::String(other)) | (Self::Atom(one), Self::Atom(other)) => {
                one.cmp(other)
            }
            (Self::Compound(one, arity), Self::Compound(other, others)) => {
                arity.cmp(others).then_with(|| one.cmp(other))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for TermNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The maximum number of bytes of a number or of the signs around a node.
const BYTES_OF_A_NODE: usize = 24;

/// A quote or a backslash is written with a backslash before it.
const BYTES_OF_A_QUOTED_BYTE: usize = 2;

/// The outermost part of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum View {
    /// A variable, by its number within the term.
    Variable(u32),
    /// An integer.
    Integer(i64),
    /// An atom.
    Atom(Name),
    /// A string.
    String(Name),
    /// A functor and its arguments; a list is `[|]` of head and tail, or the atom `[]`.
    Compound(Name, Vec<Term>),
}

impl Term {
    pub(crate) fn from_nodes(nodes: Vec<TermNode>) -> Self {
        Self {
            nodes: nodes.into(),
        }
    }

    pub(crate) fn nodes(&self) -> &[TermNode] {
        &self.nodes
    }

    fn leaf(node: TermNode) -> Self {
        Self {
            nodes: Arc::new([node]),
        }
    }

    /// The variable with this number; equal numbers within one term are one variable.
    #[must_use]
    pub fn variable(number: u32) -> Self {
        Self::leaf(TermNode::Variable(number))
    }

    /// An atom.
    #[must_use]
    pub fn atom(name: &str) -> Self {
        Self::leaf(TermNode::Atom(name.into()))
    }

    /// An integer.
    #[must_use]
    pub fn integer(value: i64) -> Self {
        Self::leaf(TermNode::Integer(value))
    }

    /// A string.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Self::leaf(TermNode::String(text.into()))
    }

    /// A functor with arguments; without arguments an atom.
    #[must_use]
    pub fn compound<'a>(functor: &str, arguments: impl IntoIterator<Item = &'a Term>) -> Self {
        let mut nodes = vec![TermNode::Atom(functor.into())];
        let mut arity = 0;
        for argument in arguments {
            nodes.extend_from_slice(&argument.nodes);
            arity += 1;
        }
        if arity > 0 {
            nodes[0] = TermNode::Compound(functor.into(), arity);
        }
        Self::from_nodes(nodes)
    }

    /// A list of these items.
    #[must_use]
    pub fn list<'a>(items: impl IntoIterator<Item = &'a Term>) -> Self {
        let mut nodes = Vec::new();
        for item in items {
            nodes.push(TermNode::list_cell());
            nodes.extend_from_slice(&item.nodes);
        }
        nodes.push(TermNode::Atom("[]".into()));
        Self::from_nodes(nodes)
    }

    /// The items of a list; `None` if the term is not a list.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Term>> {
        let (mut items, mut at) = (Vec::new(), 0);
        while self.nodes[at].is_list_cell() {
            let end = self.end_of(at + 1);
            items.push(Term {
                nodes: self.nodes[at + 1..end].into(),
            });
            at = end;
        }
        matches!(&self.nodes[at], TermNode::Atom(end) if &**end == "[]").then_some(items)
    }

    /// The approximate memory of the term in bytes: its nodes, strings and the overhead of a shared
    /// slice. Names are shared and not counted.
    pub(crate) fn bytes(&self) -> usize {
        const SHARED: usize = size_of::<Term>() + 2 * size_of::<usize>();
        let text = |node: &TermNode| {
            if let TermNode::String(text) = node {
                text.len()
            } else {
                0
            }
        };
        SHARED
            + self
                .nodes
                .iter()
                .map(|node| size_of::<TermNode>() + text(node))
                .sum::<usize>()
    }

    /// The approximate maximum length of its text in bytes, if every byte has to be quoted.
    pub(super) fn written_bytes(&self) -> usize {
        let text = |node: &TermNode| match node {
            TermNode::Variable(_) | TermNode::Integer(_) => 0,
            TermNode::Atom(text) | TermNode::String(text) | TermNode::Compound(text, _) => {
                text.len()
            }
        };
        self.nodes
            .iter()
            .map(|node| BYTES_OF_A_NODE + BYTES_OF_A_QUOTED_BYTE * text(node))
            .sum()
    }

    /// The outermost part of the term, with its arguments as terms.
    #[must_use]
    pub fn view(&self) -> View {
        match &self.nodes[0] {
            TermNode::Variable(number) => View::Variable(*number),
            TermNode::Integer(value) => View::Integer(*value),
            TermNode::Atom(name) => View::Atom(name.clone()),
            TermNode::String(text) => View::String(text.clone()),
            TermNode::Compound(functor, _) => View::Compound(functor.clone(), self.arguments()),
        }
    }

    /// The name and the number of arguments of an atom or a compound.
    #[must_use]
    pub fn functor(&self) -> Option<(&str, usize)> {
        match &self.nodes[0] {
            TermNode::Atom(name) => Some((name, 0)),
            TermNode::Compound(name, arity) => Some((name, *arity as usize)),
            _ => None,
        }
    }

    /// The arguments; none for anything but a compound.
    #[must_use]
    pub fn arguments(&self) -> Vec<Term> {
        let TermNode::Compound(_, arity) = self.nodes[0] else {
            return Vec::new();
        };
        let mut start = 1;
        let mut arguments = Vec::with_capacity(arity as usize);
        for _ in 0..arity {
            let end = self.end_of(start);
            arguments.push(Term {
                nodes: self.nodes[start..end].into(),
            });
            start = end;
        }
        arguments
    }

    /// The end of the part that begins at the node `start`.
    pub(super) fn end_of(&self, start: usize) -> usize {
        let mut open = 1_usize;
        let mut at = start;
        while open > 0 {
            open -= 1;
            if let TermNode::Compound(_, arity) = self.nodes[at] {
                open += arity as usize;
            }
            at += 1;
        }
        at
    }

    /// The number of a variable.
    pub(crate) fn as_variable(&self) -> Option<u32> {
        match self.nodes[0] {
            TermNode::Variable(number) => Some(number),
            _ => None,
        }
    }

    /// The value of an integer.
    #[must_use]
    pub fn as_integer(&self) -> Option<i64> {
        match self.nodes[0] {
            TermNode::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// The characters of an atom or a string.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.nodes[0] {
            TermNode::Atom(text) | TermNode::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; `None` for anything else, such as a list whose end is a variable.
    #[must_use]
    pub fn as_list(&self) -> Option<Vec<Term>> {
        let mut items = Vec::new();
        let mut at = 0;
        while self.nodes[at].is_list_cell() {
            let end = self.end_of(at + 1);
            items.push(Term {
                nodes: self.nodes[at + 1..end].into(),
            });
            at = end;
        }
        matches!(&self.nodes[at], TermNode::Atom(name) if &**name == "[]").then_some(items)
    }

    /// Whether the term has more than `most_nodes` nodes, or nests deeper than `most_levels`; the
    /// items of a list count as one level.
    pub(crate) fn is_larger_than(&self, most_nodes: usize, most_levels: usize) -> bool {
        if self.nodes.len() > most_nodes {
            return true;
        }
        // For each open compound, how many arguments are still to come and on which level they are.
        let mut open: Vec<(u32, usize)> = Vec::new();
        for node in &*self.nodes {
            let (level, is_last) = match open.last_mut() {
                None => (1, false),
                Some((left, level)) => {
                    *left -= 1;
                    (*level, *left == 0)
                }
            };
            if level > most_levels {
                return true;
            }
            if is_last {
                open.pop();
            }
            match node {
                cell if cell.is_list_cell() => open.extend([(1, level), (1, level + 1)]),
                TermNode::Compound(_, arity) => open.push((*arity, level + 1)),
                _ => {}
            }
        }
        false
    }

    /// Whether the term contains no variable.
    #[must_use]
    pub fn is_ground(&self) -> bool {
        !self
            .nodes
            .iter()
            .any(|node| matches!(node, TermNode::Variable(_)))
    }

    /// Converts syntax to a term. Also returns the names of its variables by their numbers. Every
    /// `_` is a separate variable without a name.
    #[must_use]
    pub fn from_syntax(term: &tree::SourceTerm) -> (Self, Vec<Option<Name>>) {
        let mut reader = FromSyntax {
            nodes: Vec::new(),
            variables: Vec::new(),
            numbers: FxHashMap::default(),
        };
        reader.read(term);
        (Self::from_nodes(reader.nodes), reader.variables)
    }
}

/// Turns syntax into nodes. The parser bounds how deep it nests, so plain recursion is safe.
struct FromSyntax {
    nodes: Vec<TermNode>,
    variables: Vec<Option<Name>>,
    /// The numbers of the variables that have names.
    numbers: FxHashMap<Name, u32>,
}

impl FromSyntax {
    fn read(&mut self, term: &tree::SourceTerm) {
        match &term.kind {
            TermKind::Variable(name) => {
                let number = self.number(name);
                self.nodes.push(TermNode::Variable(number));
            }
            TermKind::Atom(name) => self.nodes.push(TermNode::Atom(name.clone())),
            TermKind::Integer(value) => self.nodes.push(TermNode::Integer(*value)),
            TermKind::String(text) => self.nodes.push(TermNode::String(text.clone())),
            TermKind::Compound {
                functor, arguments, ..
            } => {
                self.nodes
                    .push(TermNode::Compound(functor.clone(), arguments.len() as u32));
                arguments.iter().for_each(|argument| self.read(argument));
            }
            TermKind::List { items, tail } => {
                for item in items.iter() {
                    self.nodes.push(TermNode::list_cell());
                    self.read(item);
                }
                match tail {
                    Some(tail) => self.read(tail),
                    None => self.nodes.push(TermNode::Atom("[]".into())),
                }
            }
        }
    }

    fn number(&mut self, name: &Name) -> u32 {
        let new = self.variables.len() as u32;
        if &**name == "_" {
            self.variables.push(None);
            return new;
        }
        let number = *self.numbers.entry(name.clone()).or_insert(new);
        if number == new {
            self.variables.push(Some(name.clone()));
        }
        number
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
