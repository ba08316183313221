//! Steps of games as formulas, of which a solver tells whether they can be met. What cannot be met is
//! impossible in every position and for every choice of moves.
//!
//! A gate is a variable that is equivalent to its parts (G. S. Tseitin, "On the complexity of derivation in
//! propositional calculus", 1968). Sums are left open, and goals that may need themselves hold in any
//! model and not only in the least one: so more can be met than is possible, and what is proved is true.

use std::collections::HashMap;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::shape::{Shape, Shapes};
use crate::compile::circuit::{Literal, Node};
use crate::compile::partial::Step;
use crate::logic::Term;

/// How many clauses the solver may learn for one question.
const MOST_LEARNT: u32 = 3_000;

/// How many clauses it may learn for all questions together.
const MOST_LEARNT_IN_ALL: u32 = 100_000;

/// What is known of positions and steps.
pub(super) struct Proof {
    solver: Solver<Bounded>,
    /// The facts of the position before a step.
    facts: HashMap<Term, Lit>,
    /// By role and move that the move is chosen.
    choices: HashMap<(usize, Term), Lit>,
    holds: Lit,
}

/// A step of which a [`Proof`] knows.
pub(super) struct Stated {
    /// By number of the node; none for a node on which nothing of the step depends.
    literals: Vec<Option<Lit>>,
    holds: Lit,
}

/// Stops the solver.
struct Bounded {
    left: u32,
    left_in_all: u32,
}

impl Callbacks for Bounded {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.left = self.left.saturating_sub(1);
            self.left_in_all = self.left_in_all.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.left.min(self.left_in_all) == 0
    }
}

impl Stated {
    /// A literal of the circuit of the step.
    pub fn literal(&self, literal: Literal) -> Lit {
        let known = self.literals[literal.node().index()].unwrap_or(self.holds);
        match literal.is_negated() {
            true => !known,
            false => known,
        }
    }

    fn literals_of(&self, literals: &[Literal]) -> Vec<Lit> {
        literals.iter().map(|literal| self.literal(*literal)).collect()
    }
}

impl Proof {
    pub fn new() -> Self {
        let bounded = Bounded {
            left: MOST_LEARNT,
            left_in_all: MOST_LEARNT_IN_ALL,
        };
        let mut solver = Solver::new(SolverOpts::default(), bounded);
        let holds = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![holds]);
        Self {
            solver,
            facts: HashMap::new(),
            choices: HashMap::new(),
            holds,
        }
    }

    /// That a fact holds before the step.
    pub fn fact(&mut self, term: &Term) -> Lit {
        if let Some(known) = self.facts.get(term) {
            return *known;
        }
        let new = self.open();
        self.facts.insert(term.clone(), new);
        new
    }

    /// Takes a step for granted: the game is not over, and one legal move at least is chosen, not more
    /// than one of each role.
    pub fn take(&mut self, step: &Step) -> Stated {
        let stated = self.state(step);
        let over = stated.literal(step.terminal);
        self.require([!over]);
        let mut of_cells: HashMap<u32, Vec<Lit>> = HashMap::new();
        for played in &step.moves {
            let chosen = stated.literal(played.chosen);
            self.require([!chosen, stated.literal(played.legal)]);
            of_cells.entry(played.cell).or_default().push(chosen);
        }
        for choices in of_cells.values() {
            self.one_at_most(choices, None);
        }
        self.require(of_cells.into_values().flatten());
        for contents in step.facts.chunk_by(|one, other| one.cell == other.cell) {
            let facts: Vec<Lit> = contents.iter().map(|fact| self.fact(&fact.term)).collect();
            self.one_at_most(&facts, None);
        }
        stated
    }

    /// The gates of a step as formulas.
    pub fn state(&mut self, step: &Step) -> Stated {
        let circuit = &step.circuit;
        let mut inputs: HashMap<Node, Lit> = HashMap::new();
        for fact in &step.facts {
            inputs.insert(fact.before.node(), self.fact(&fact.term));
        }
        for played in &step.moves {
            let key = (played.role, played.term.clone());
            let choice = match self.choices.get(&key) {
                Some(known) => *known,
                None => self.open(),
            };
            self.choices.insert(key, choice);
            inputs.insert(played.chosen.node(), choice);
        }
        let moves = step.moves.iter().flat_map(|played| [played.chosen, played.legal]);
        let facts = step.facts.iter().flat_map(|fact| [fact.before, fact.after]);
        let others = step.unknown.iter().copied().chain([step.terminal]);
        let shapes = Shapes::new(circuit, moves.chain(facts).chain(others));
        let mut stated = Stated {
            literals: vec![None; circuit.size()],
            holds: self.holds,
        };
        let mut circular = Vec::new();
        for (node, shape) in shapes.into_iter() {
            let own = match shape {
                Shape::Input => match inputs.get(&node) {
                    Some(input) => *input,
                    None => self.open(),
                },
                Shape::All(parts) => self.all(&stated.literals_of(&parts)),
                Shape::Any(groups) => {
                    let groups = groups.iter().map(|group| {
                        let rests = group.rests.iter().map(|rest| stated.literals_of(rest));
                        let rests: Vec<Lit> = rests.map(|rest| self.all(&rest)).collect();
                        let one = self.any(&rests);
                        let common = group.common.map(|common| stated.literal(common));
                        common.map_or(one, |common| self.both(common, one))
                    });
                    let groups: Vec<Lit> = groups.collect();
                    self.any(&groups)
                }
                Shape::Circular => {
                    circular.push(node);
                    self.open()
                }
            };
            stated.literals[node.index()] = Some(own);
        }
        for node in circular {
            let parts: Vec<Lit> = circuit.parts(node).map(|part| stated.literal(part)).collect();
            let any = self.any(&parts);
            let own = stated.literal(node.into());
            self.require([!own, any]);
            self.require([own, !any]);
        }
        stated
    }

    /// A literal of which nothing is known.
    pub fn open(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// Takes for granted that one of these literals holds.
    pub fn require(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let mut clause: Vec<Lit> = literals.into_iter().collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    /// That one of these literals holds.
    pub fn any(&mut self, literals: &[Lit]) -> Lit {
        if let [only] = literals {
            return *only;
        }
        // It follows from the others, so that the solver need not decide on it.
        let any = Lit::new(self.solver.new_var(lbool::UNDEF, false), true);
        for literal in literals {
            self.require([!*literal, any]);
        }
        self.require(literals.iter().copied().chain([!any]));
        any
    }

    /// That all of these literals hold.
    fn all(&mut self, literals: &[Lit]) -> Lit {
        let negated: Vec<Lit> = literals.iter().map(|literal| !*literal).collect();
        !self.any(&negated)
    }

    /// That both of these literals hold.
    pub fn both(&mut self, one: Lit, other: Lit) -> Lit {
        self.all(&[one, other])
    }

    /// That one of these literals holds and the other does not.
    pub fn differ(&mut self, one: Lit, other: Lit) -> Lit {
        let only = self.both(one, !other);
        let only_other = self.both(!one, other);
        self.any(&[only, only_other])
    }

    /// Takes for granted, where a literal holds if one is given, that not more than one of these holds.
    pub fn one_at_most(&mut self, literals: &[Lit], condition: Option<Lit>) {
        let several = self.several(literals);
        self.require(condition.map(|condition| !condition).into_iter().chain([!several]));
    }

    /// That more than one of these literals holds.
    pub fn several(&mut self, literals: &[Lit]) -> Lit {
        let mut earlier = !self.holds;
        let mut second = Vec::new();
        for literal in literals {
            second.push(self.both(earlier, *literal));
            earlier = self.any(&[earlier, *literal]);
        }
        self.any(&second)
    }

    /// Whether these literals cannot all hold. False as well if that takes too long to find out.
    pub fn refutes(&mut self, literals: &[Lit]) -> bool {
        self.solver.cb_mut().left = MOST_LEARNT;
        let t = std::time::Instant::now();
        let (c, d, p) = (self.solver.num_conflicts(), self.solver.num_decisions(), self.solver.num_propagations());
        let r = self.solver.solve_limited(literals);
        if t.elapsed().as_millis() > 100 { eprintln!("{:?} {:?} conflicts {} decisions {} props {} vars {}", r == lbool::FALSE, t.elapsed(), self.solver.num_conflicts() - c, self.solver.num_decisions() - d, self.solver.num_propagations() - p, self.solver.num_vars()); }
        r == lbool::FALSE
    }
}
