//! What is left of the clauses: the conditions of what a game asks, and the goals in them, each with
//! the place of its clauses.

use std::collections::{BTreeSet, HashSet};

use indexmap::IndexMap;

use super::layout::Text;
use super::roots::Root;
use super::text::{Wording, nothing};
use super::{Chosen, Shown, line};
use crate::compile::circuit::{Circuit, Literal, Node};

pub(super) fn show(shown: &Shown<'_>, names: &Wording<'_>, chosen: &Chosen) -> String {
    let circuit = &shown.evaluated.residual.circuit;
    let roots = shown.roots(names, chosen);
    let needed = needed(circuit, roots.iter().flat_map(Root::literals));
    let mut clauses = Clauses {
        circuit,
        names,
        shared: shared(circuit, &roots, &needed),
        told: HashSet::new(),
        text: String::new(),
    };
    let Chosen::Predicate(predicate) = chosen else {
        clauses.of_roots(&roots);
        clauses.of_goals(&needed);
        return clauses.text;
    };
    let is_of = |node: &&Node| {
        let label = circuit.label(**node);
        label.and_then(|label| names.predicate(label.form)).as_ref() == Some(predicate)
    };
    let goals: BTreeSet<Node> = needed.iter().filter(is_of).copied().collect();
    clauses.of_goals(&goals);
    clauses.of_goals(&nameless(circuit, names, &goals));
    clauses.text
}

/// Clauses on their way to text.
struct Clauses<'a> {
    circuit: &'a Circuit,
    names: &'a Wording<'a>,
    /// Nodes that get a name here.
    shared: BTreeSet<Node>,
    /// A goal may stand for several nodes that say the same.
    told: HashSet<String>,
    text: String,
}

impl Clauses<'_> {
    /// What a game asks.
    fn of_roots(&mut self, roots: &[Root]) {
        let (circuit, names) = (self.circuit, self.names);
        for root in roots {
            let known = |node: Node| name_of_shared(&self.shared, node);
            let mut body: Vec<Text> = root.given.iter().cloned().map(Text::Whole).collect();
            if root.condition != Literal::TRUE {
                body.push(names.goal(circuit, root.condition, &known));
            }
            if let Some(value) = &root.value {
                body.push(names.sum("V is ", circuit, value, &known));
            }
            // The clauses of a predicate without arguments come below.
            if Text::list(body.clone(), ", ").on_a_line() != root.head {
                self.tell(Text::clause(&root.head, body));
            }
        }
    }

    /// Goals by form, then conditions without a goal.
    fn of_goals(&mut self, nodes: &BTreeSet<Node>) {
        let mut by_form: IndexMap<u32, Vec<Node>> = IndexMap::new();
        for node in nodes {
            if let Some(label) = self.circuit.label(*node) {
                by_form.entry(label.form).or_default().push(*node);
            }
        }
        for (form, nodes) in by_form {
            line(&mut self.text, format!("\n% {}", self.names.title(form)));
            for node in nodes {
                let head = self.names.goal(self.circuit, node.into(), &nothing);
                self.define(&head.on_a_line(), node);
            }
        }
        let nameless: Vec<Node> = nodes.intersection(&self.shared).copied().collect();
        if !nameless.is_empty() {
            line(&mut self.text, "\n% conditions that several clauses need");
        }
        for node in nameless {
            self.define(&format!("n{}", node.index()), node);
        }
    }

    fn define(&mut self, head: &str, node: Node) {
        let known = |node: Node| name_of_shared(&self.shared, node);
        let body = self.names.body(self.circuit, node.into(), &known);
        self.tell(Text::clause(head, vec![body]));
    }

    fn tell(&mut self, clause: String) {
        if !self.told.contains(&clause) {
            line(&mut self.text, &clause);
            self.told.insert(clause);
        }
    }
}

fn name_of_shared(shared: &BTreeSet<Node>, node: Node) -> Option<String> {
    shared.contains(&node).then(|| format!("n{}", node.index()))
}

/// What these nodes name, directly or not, and what is no goal of a predicate.
fn nameless(circuit: &Circuit, names: &Wording<'_>, nodes: &BTreeSet<Node>) -> BTreeSet<Node> {
    let mut all = BTreeSet::new();
    let mut waiting: Vec<Node> = nodes.iter().copied().collect();
    while let Some(node) = waiting.pop() {
        for part in circuit.parts(node).map(Literal::node) {
            let label = circuit.label(part);
            let is_nameless = label.is_none_or(|label| names.predicate(label.form).is_none());
            if is_nameless && all.insert(part) {
                waiting.push(part);
            }
        }
    }
    all
}

/// The nodes that these literals depend on, in order.
pub(super) fn needed(circuit: &Circuit, literals: impl Iterator<Item = Literal>) -> BTreeSet<Node> {
    let mut waiting: Vec<Node> = literals.map(Literal::node).collect();
    let mut needed = BTreeSet::new();
    while let Some(node) = waiting.pop() {
        if needed.insert(node) {
            waiting.extend(circuit.parts(node).map(Literal::node));
        }
    }
    needed
}

/// Nodes without a goal of their own that come more than once: written out each time, they would fill
/// page after page.
fn shared(circuit: &Circuit, roots: &[Root], needed: &BTreeSet<Node>) -> BTreeSet<Node> {
    let mut uses = vec![0_usize; circuit.size()];
    let of_nodes = needed.iter().flat_map(|node| circuit.parts(*node));
    for literal in of_nodes.chain(roots.iter().flat_map(Root::literals)) {
        uses[literal.node().index()] += 1;
    }
    let sizes = written_sizes(circuit);
    let comes_often = |node: &&Node| uses[node.index()] > 1 && circuit.label(**node).is_none();
    let is_large = |node: &&Node| sizes[node.index()] > SMALL;
    let shared = needed.iter().filter(comes_often).filter(is_large);
    shared.copied().collect()
}

/// A condition of so many goals is written out wherever it stands.
const SMALL: usize = 3;

/// The number of goals in each node, written out.
pub(super) fn written_sizes(circuit: &Circuit) -> Vec<usize> {
    let mut sizes = vec![1_usize; circuit.size()];
    // Parts come before the nodes that they are parts of, but for those of goals with a name.
    for node in circuit
        .nodes()
        .filter(|node| circuit.label(*node).is_none())
    {
        let parts = circuit.parts(node).map(|part| sizes[part.node().index()]);
        sizes[node.index()] = parts.fold(0_usize, usize::saturating_add).max(1);
    }
    sizes
}
