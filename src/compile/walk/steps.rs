//! Conditions as steps: each is one test, and where it fails it is known where to go on.
//!
//! Conditions that share literals stand together behind them, so that a literal that does not hold passes
//! over all of them at once. Most tests are of one cell, which needs no way over gates.

use rustc_hash::FxHashMap;

use super::choices::{Choice, choices};
use crate::compile::circuit::{Circuit, Gate, Literal, Node, Sum};

/// Contents below this one have a bit each in a set; the bit of this one stands for all others.
pub(super) const OTHER_CONTENTS: u16 = 31;

/// A test, or what follows from those before it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The content of a cell is one of a set. If not, it goes on at another step, as for all tests.
    Cell {
        cell: u32,
        contents: u32,
        otherwise: u32,
    },
    /// A cell has a content, or does not have it.
    Content {
        cell: u32,
        content: u16,
        is_negated: bool,
        otherwise: u32,
    },
    /// An input holds, by its number, or does not hold.
    Input {
        input: u32,
        is_negated: bool,
        otherwise: u32,
    },
    /// A gate holds, by its number, or does not hold.
    Gate {
        gate: u32,
        is_negated: bool,
        otherwise: u32,
    },
    /// The condition of this number holds.
    Found(u32),
    /// There are no more.
    End,
}

/// A gate that steps ask for.
#[derive(Clone, Copy, Debug)]
pub(super) struct AskedGate {
    pub meaning: Meaning,
    /// Whether it hangs on more than the facts of the position.
    pub hangs: bool,
}

/// When a gate holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// If the steps from this one on find something.
    Found(u32),
    /// If the sum of this number is right.
    Sum(u32),
}

/// A sum of gates.
#[derive(Clone, Debug)]
pub(super) struct AskedSum {
    /// Whether it has to be 0, and not 0 or more.
    pub is_zero: bool,
    pub constant: i64,
    /// The gates, by number, each with whether it is negated, and what it counts.
    pub terms: Box<[(u32, bool, i64)]>,
}

/// All steps of a walk.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    pub steps: Box<[Step]>,
    pub gates: Box<[AskedGate]>,
    pub sums: Box<[AskedSum]>,
}

/// Makes steps.
pub(super) struct Builder<'c> {
    circuit: &'c Circuit,
    /// The cells from this one on are inputs.
    first_input: u32,
    /// By node whether it hangs on inputs.
    hangs: &'c [bool],
    /// By node the cell and the set of its contents by which it is told whether it holds.
    contents: Vec<Option<(u32, u32)>>,
    steps: Vec<Step>,
    gates: Vec<AskedGate>,
    sums: Vec<AskedSum>,
    /// The gates by node.
    numbers: FxHashMap<Node, u32>,
    /// Those whose meaning is still to be found.
    open: Vec<Node>,
}

impl<'c> Builder<'c> {
    pub fn new(circuit: &'c Circuit, first_input: u32, hangs: &'c [bool]) -> Self {
        Self {
            circuit,
            first_input,
            hangs,
            contents: contents(circuit, first_input),
            steps: Vec::new(),
            gates: Vec::new(),
            sums: Vec::new(),
            numbers: FxHashMap::default(),
            open: Vec::new(),
        }
    }

    /// Adds the steps that find which of these conditions hold, each by its number, in no order. Gives the
    /// first one.
    pub fn add(&mut self, conditions: impl IntoIterator<Item = (u32, Literal)>) -> u32 {
        let first = self.steps.len() as u32;
        let is_one_test = |literal| self.contents(literal).is_some();
        let choices = choices(self.circuit, conditions, is_one_test);
        self.add_choices(&choices);
        self.steps.push(Step::End);
        first
    }

    /// All steps, with those of the gates that they ask for.
    pub fn finish(mut self) -> Steps {
        while let Some(node) = self.open.pop() {
            let meaning = self.meaning(node);
            self.gates[self.numbers[&node] as usize].meaning = meaning;
        }
        Steps {
            steps: self.steps.into(),
            gates: self.gates.into(),
            sums: self.sums.into(),
        }
    }

    fn meaning(&mut self, node: Node) -> Meaning {
        match self.circuit.gate(node) {
            Gate::Any(literals) => {
                let alternatives = literals.iter().map(|literal| (0, *literal));
                Meaning::Found(self.add(alternatives))
            }
            Gate::AtLeastZero(sum) => self.sum(sum, false),
            Gate::Zero(sum) => self.sum(sum, true),
            // `depths` tells that no gate is evaluated which is after a move or circular.
            _ => Meaning::Found(self.add([(0, node.into())])),
        }
    }

    fn sum(&mut self, sum: &Sum, is_zero: bool) -> Meaning {
        let terms = sum.terms.iter().map(|(literal, weight)| {
            let gate = self.ask_for(literal.node());
            (gate, literal.is_negated(), *weight)
        });
        let sum = AskedSum {
            is_zero,
            constant: sum.constant,
            terms: terms.collect(),
        };
        self.sums.push(sum);
        Meaning::Sum(self.sums.len() as u32 - 1)
    }

    /// The number of a node's gate.
    fn ask_for(&mut self, node: Node) -> u32 {
        if let Some(number) = self.numbers.get(&node) {
            return *number;
        }
        let number = self.gates.len() as u32;
        self.gates.push(AskedGate {
            meaning: Meaning::Found(0),
            hangs: self.hangs[node.index()],
        });
        self.numbers.insert(node, number);
        self.open.push(node);
        number
    }

    fn add_choices(&mut self, choices: &[Choice]) {
        for choice in choices {
            let first = self.steps.len();
            match choice {
                Choice::One(number, literals) => {
                    let (cells, others): (Vec<Literal>, Vec<Literal>) = literals
                        .iter()
                        .partition(|literal| self.contents(**literal).is_some());
                    for literal in cells.into_iter().chain(others) {
                        self.add_test(literal);
                    }
                    let tests = first..self.steps.len();
                    self.steps.push(Step::Found(*number));
                    self.go_on_behind(tests);
                }
                Choice::Where(literal, inner) => {
                    self.add_test(*literal);
                    self.add_choices(inner);
                    self.go_on_behind(first..first + 1);
                }
            }
        }
    }

    fn add_test(&mut self, literal: Literal) {
        let (is_negated, otherwise) = (literal.is_negated(), 0);
        let test = match self.contents(literal) {
            Some((cell, contents)) => Step::Cell {
                cell,
                contents,
                otherwise,
            },
            None => match self.circuit.gate(literal.node()) {
                Gate::Fact { cell, .. } if *cell >= self.first_input => Step::Input {
                    input: cell - self.first_input,
                    is_negated,
                    otherwise,
                },
                Gate::Fact { cell, content } => Step::Content {
                    cell: *cell,
                    content: *content,
                    is_negated,
                    otherwise,
                },
                _ => Step::Gate {
                    gate: self.ask_for(literal.node()),
                    is_negated,
                    otherwise,
                },
            },
        };
        self.steps.push(test);
    }

    fn contents(&self, literal: Literal) -> Option<(u32, u32)> {
        contents_of(literal, &self.contents)
    }

    /// Has these tests go on behind the last step where they fail.
    fn go_on_behind(&mut self, tests: std::ops::Range<usize>) {
        let end = self.steps.len() as u32;
        for step in &mut self.steps[tests] {
            match step {
                Step::Cell { otherwise, .. }
                | Step::Content { otherwise, .. }
                | Step::Input { otherwise, .. }
                | Step::Gate { otherwise, .. } => *otherwise = end,
                Step::Found(_) | Step::End => {}
            }
        }
    }
}

/// For each node the cell and the set of its contents by which it is told whether it holds, if there are
/// such.
fn contents(circuit: &Circuit, first_input: u32) -> Vec<Option<(u32, u32)>> {
    let mut known = Vec::with_capacity(circuit.size());
    for node in circuit.nodes() {
        known.push(match circuit.gate(node) {
            Gate::Fact { cell, content } => {
                let is_one_of_few = *cell < first_input && *content < OTHER_CONTENTS;
                is_one_of_few.then(|| (*cell, 1 << content))
            }
            Gate::Any(literals) => joined(literals, &known, |one, other| one | other),
            Gate::All(literals) => joined(literals, &known, |one, other| one & other),
            _ => None,
        });
    }
    known
}

/// The same for a literal of a node for which it is known.
fn contents_of(literal: Literal, known: &[Option<(u32, u32)>]) -> Option<(u32, u32)> {
    let (cell, contents) = known[literal.node().index()]?;
    Some(match literal.is_negated() {
        true => (cell, !contents),
        false => (cell, contents),
    })
}

/// The same for several literals of one cell together.
fn joined(
    literals: &[Literal],
    known: &[Option<(u32, u32)>],
    join: fn(u32, u32) -> u32,
) -> Option<(u32, u32)> {
    let mut sets = literals.iter().map(|literal| contents_of(*literal, known));
    let first = sets.next()??;
    sets.try_fold(first, |(cell, contents), next| {
        let (other, more) = next?;
        (other == cell).then(|| (cell, join(contents, more)))
    })
}
