//! Gives the relations of a loaded program their domains.
//!
//! A domain is the set of answers to a predicate of the program. It is known only once the program
//! can run, so this step comes after building.

use std::sync::Arc;

use super::cell::Cell;
use super::program::Program;
use super::schema::Domain;
use super::symbol::Symbol;
use super::term::{Term, TermNode};

impl Program {
    /// A domain of the given ground terms, in the given order; the terms become constants of the
    /// program.
    pub fn domain(&mut self, terms: Vec<Term>) -> Arc<Domain> {
        let cells = terms.iter().map(|term| self.constant(term)).collect();
        Arc::new(Domain::new(terms, cells))
    }

    /// Makes positions keep a relation in dense cells. The arguments are the number of the relation
    /// in the schema, a domain for each key, and a domain for the value if the relation has one.
    pub fn make_dense(
        &mut self,
        relation: usize,
        keys: Vec<Arc<Domain>>,
        value: Option<Arc<Domain>>,
    ) {
        self.schema.make_dense(relation, keys, value);
    }

    /// Adds a ground term to the constants and returns its cell. Nodes are taken from the last to
    /// the first, so that the arguments of a compound are complete before the compound itself.
    fn constant(&mut self, term: &Term) -> Cell {
        let mut ready: Vec<Cell> = Vec::new();
        for node in term.nodes().iter().rev() {
            let cell = match node {
                TermNode::Variable(_) => unreachable!("the terms of a domain are ground"),
                TermNode::Integer(value) => self.constants.integer(*value),
                TermNode::Atom(name) => Cell::atom(self.intern(name)),
                TermNode::String(text) => self.constants.string(text),
                TermNode::Compound(name, arity) => {
                    let mut cells = ready.split_off(ready.len() - *arity as usize);
                    cells.reverse();
                    let symbol = self.intern(name);
                    if symbol == Symbol::LIST && *arity == 2 {
                        self.constants.list(cells[0], cells[1])
                    } else {
                        cells.insert(0, Cell::functor(symbol, *arity as usize));
                        self.constants.compound(&cells)
                    }
                }
            };
            ready.push(cell);
        }
        ready[0]
    }

    fn intern(&mut self, name: &str) -> Symbol {
        Arc::make_mut(&mut self.symbols).intern(name)
    }
}
