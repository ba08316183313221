//! Terms with other variables: with shifted numbers, or in standard form.

use crate::logic::term::{Term, TermNode};

impl Term {
    /// One more than the largest number of a variable; 0 if there is none.
    pub(super) fn variable_bound(&self) -> u32 {
        let numbers = self.nodes().iter().map(|node| {
            if let TermNode::Variable(number) = node {
                number + 1
            } else {
                0
            }
        });
        numbers.max().unwrap_or(0)
    }

    /// The term with `by` added to the numbers of its variables, so that it shares none with other
    /// terms.
    pub(super) fn shifted(&self, by: u32) -> Term {
        let shift = |node: &TermNode| match node {
            TermNode::Variable(number) => TermNode::Variable(number + by),
            other => other.clone(),
        };
        Term::from_nodes(self.nodes().iter().map(shift).collect())
    }

    /// The term with its variables numbered in the order of their first occurrences. Terms that
    /// differ only in the names of variables become equal.
    pub(super) fn standardised(&self) -> Term {
        let mut seen: rustc_hash::FxHashMap<u32, u32> = rustc_hash::FxHashMap::default();
        let rename = |node: &TermNode| match node {
            TermNode::Variable(number) => {
                let next = seen.len() as u32;
                TermNode::Variable(*seen.entry(*number).or_insert(next))
            }
            other => other.clone(),
        };
        Term::from_nodes(self.nodes().iter().map(rename).collect())
    }

    /// Whether the part that begins at the node `at` is a compound of this name and arity; its
    /// first argument begins at `at + 1`.
    pub(super) fn is_compound_at(&self, at: usize, name: &str, arity: u32) -> bool {
        matches!(&self.nodes()[at], TermNode::Compound(own, of) if &**own == name && *of == arity)
    }

    /// The part that begins at the node `at`, and its end.
    pub(super) fn part_at(&self, at: usize) -> (Term, usize) {
        let end = self.end_of(at);
        (Term::from_nodes(self.nodes()[at..end].to_vec()), end)
    }

    /// The conjunction of goals; `true` if there are none.
    pub(super) fn conjunction(goals: &[Term]) -> Term {
        let Some((last, first)) = goals.split_last() else {
            return Term::atom("true");
        };
        let mut nodes = Vec::new();
        for goal in first {
            nodes.push(TermNode::Compound(",".into(), 2));
            nodes.extend_from_slice(goal.nodes());
        }
        nodes.extend_from_slice(last.nodes());
        Term::from_nodes(nodes)
    }
}
