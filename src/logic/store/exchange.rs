//! Terms from the heap to the host and back.

use rustc_hash::FxHashMap;

use super::{Store, Walked};
use crate::logic::cell::{Cell, Tag};
use crate::logic::symbol::Symbol;
use crate::logic::term::{Term, TermNode};

/// The numbers of variables outside the heap, in the order of their first occurrences.
#[derive(Debug, Default)]
pub(in crate::logic) struct Numbering {
    numbers: FxHashMap<Cell, u32>,
    next: u32,
}

impl Numbering {
    /// Numbers each of these dereferenced cells that is a variable by its index; other variables
    /// get larger numbers.
    pub fn of(cells: &[Cell]) -> Self {
        let mut numbers = FxHashMap::default();
        for (cell, number) in cells
            .iter()
            .zip(0..)
            .filter(|(cell, _)| cell.is_reference())
        {
            numbers.entry(*cell).or_insert(number);
        }
        Self {
            numbers,
            next: cells.len() as u32,
        }
    }

    fn number(&mut self, variable: Cell) -> u32 {
        *self.numbers.entry(variable).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

impl Store {
    /// Exports a term. Variables are numbered in the order of their first occurrences, after those
    /// that `variables` already holds.
    pub fn export(&mut self, root: Cell, variables: &mut Numbering) -> Walked<Term> {
        self.export_to(root, variables, usize::MAX)
    }

    /// Exports a term of at most about `most_nodes` nodes: the rest is `...`.
    pub fn export_to(
        &mut self,
        root: Cell,
        variables: &mut Numbering,
        most_nodes: usize,
    ) -> Walked<Term> {
        let numbered = variables.numbers.len();
        let mut text_bytes = 0;
        let mut nodes = Vec::new();
        let mut pending = vec![root];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            let text = if cell.tag() == Tag::String {
                self.heap[cell.address()].raw_bytes()
            } else {
                0
            };
            self.spend(1 + text as u64 / 8)?;
            text_bytes += text;
            // The term holds a second copy of the nodes.
            let bytes = 2 * (nodes.len() + 1) * size_of::<TermNode>() + text_bytes;
            let numbered = (variables.numbers.len() - numbered) * BYTES_OF_A_NUMBERED_VARIABLE;
            self.check_room((bytes + numbered) / size_of::<Cell>() + 2 * pending.len())?;
            let arguments = self.arguments(cell);
            let left = most_nodes.saturating_sub(nodes.len() + pending.len() + 1);
            if arguments.len() <= left {
                nodes.push(self.node(cell, variables));
                self.put_off(cell, &mut pending)?;
                continue;
            }
            let rest = self.atom("...");
            match self.node(cell, variables) {
                TermNode::Compound(name, _) if cell.tag() == Tag::Compound && left > 0 => {
                    nodes.push(TermNode::Compound(name, left as u32));
                    pending.push(rest);
                    pending.extend(
                        arguments
                            .take(left - 1)
                            .map(|address| self.heap[address])
                            .rev(),
                    );
                }
                _ => nodes.push(self.node(rest, variables)),
            }
        }
        Ok(Term::from_nodes(nodes))
    }

    fn node(&self, cell: Cell, variables: &mut Numbering) -> TermNode {
        match cell.tag() {
            Tag::Reference => TermNode::Variable(variables.number(cell)),
            Tag::Integer | Tag::Wide => {
                TermNode::Integer(self.integer_value(cell).unwrap_or_default())
            }
            Tag::Atom => TermNode::Atom(self.symbols.name(cell.as_symbol()).clone()),
            Tag::String => TermNode::String(self.text(cell).into()),
            _ => {
                let (name, arity) = self.functor(cell).unwrap_or((Symbol::EMPTY, 0));
                TermNode::Compound(self.symbols.name(name).clone(), arity as u32)
            }
        }
    }

    /// Imports a term; a large one is charged to the budget for walks.
    pub fn import_counted(&mut self, term: &Term) -> Walked<Cell> {
        let nodes = term.nodes().len();
        self.pass(nodes, 4 * nodes)?;
        Ok(self.import(term, &mut Vec::new()))
    }

    /// Imports a term. The variable of number n becomes `variables[n]`; missing ones are created.
    pub fn import(&mut self, term: &Term, variables: &mut Vec<Cell>) -> Cell {
        // Filled from the last node to the first, so that the arguments of a compound are ready
        // before it.
        let mut ready: Vec<Cell> = Vec::new();
        for node in term.nodes().iter().rev() {
            let cell = match node {
                TermNode::Variable(number) => {
                    while variables.len() <= *number as usize {
                        let fresh = self.fresh();
                        variables.push(fresh);
                    }
                    variables[*number as usize]
                }
                TermNode::Integer(value) => self.integer(*value),
                TermNode::Atom(name) => self.atom(name),
                TermNode::String(text) => self.string(text),
                cell if cell.is_list_cell() => {
                    let (head, tail) = (ready.pop(), ready.pop());
                    let (Some(head), Some(tail)) = (head, tail) else {
                        unreachable!("a list node has two arguments")
                    };
                    self.cons(head, tail)
                }
                TermNode::Compound(name, arity) => {
                    let mut arguments = ready.split_off(ready.len() - *arity as usize);
                    arguments.reverse();
                    self.compound_named(name, &arguments)
                }
            };
            ready.push(cell);
        }
        ready[0]
    }
}

/// The approximate memory of a numbered variable.
const BYTES_OF_A_NUMBERED_VARIABLE: usize = 40;
