//! Facts, steps and what follows from them as formulas, of which a solver tells whether they can all hold.
//! What cannot hold is impossible in every position.
//!
//! A gate is a variable that is equivalent to what its parts say (G. S. Tseitin, "On the complexity of
//! derivation in propositional calculus", 1968). Sums are left open, and a goal that may need itself holds in
//! any model and not only in the least one: so more can hold than is possible, and what is proved is true.

use std::collections::{BTreeMap, HashMap};

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::shape::{Shape, Shapes};
use crate::compile::circuit::{Literal, Node};
use crate::compile::partial::{Choice, Step};
use crate::logic::Term;

/// How many clauses the solver may learn for one question.
const MOST_LEARNT: u32 = 2_000;

/// How many clauses it may learn for all questions together.
const MOST_LEARNT_IN_ALL: u32 = 100_000;

/// How many literals it may find to follow from others, for all questions together.
const MOST_PROPAGATIONS: u64 = 300_000_000;

/// What is known of positions and steps.
pub(super) struct Proof {
    solver: Solver<Bounded>,
    /// The facts of the position before a step.
    facts: HashMap<Term, Lit>,
    /// By role and move that the move is chosen.
    choices: HashMap<(usize, Term), Lit>,
    /// What is said of literals in order, each once: that one of them holds.
    any: HashMap<Vec<Lit>, Lit>,
    holds: Lit,
}

/// A step of which a proof knows.
pub(super) struct Stated<'s> {
    pub step: &'s Step,
    /// The gates that are facts or choices.
    inputs: HashMap<Node, Lit>,
    known: HashMap<Node, Lit>,
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

impl Stated<'_> {
    fn known(&self, literal: Literal) -> Option<Lit> {
        let known = *self.known.get(&literal.node())?;
        Some(match literal.is_negated() {
            true => !known,
            false => known,
        })
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
            any: HashMap::new(),
            holds,
        }
    }

    /// What never holds.
    pub fn never(&self) -> Lit {
        !self.holds
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

    /// The gates of a step. What is true of all positions and choices is required.
    pub fn state<'s>(&mut self, step: &'s Step) -> Stated<'s> {
        let mut stated = Stated {
            step,
            inputs: HashMap::new(),
            known: HashMap::new(),
        };
        for facts in step.facts.chunk_by(|one, other| one.cell == other.cell) {
            let own: Vec<Lit> = facts.iter().map(|fact| self.fact(&fact.term)).collect();
            self.one_at_most(&own, None);
            let nodes = facts.iter().map(|fact| fact.before.node());
            stated.inputs.extend(nodes.zip(own));
        }
        self.choose(&step.choices, &mut stated);
        stated
    }

    /// Requires that one move at least is chosen if there are choices, that it is legal, and not more than
    /// one of each role.
    fn choose(&mut self, choices: &[Choice], stated: &mut Stated<'_>) {
        let mut chosen: BTreeMap<u32, Vec<Lit>> = BTreeMap::new();
        for choice in choices {
            let key = (choice.role, choice.term.clone());
            let own = match self.choices.get(&key) {
                Some(known) => *known,
                None => self.open(),
            };
            self.choices.insert(key, own);
            stated.inputs.insert(choice.chosen.node(), own);
            chosen.entry(choice.cell).or_default().push(own);
        }
        for choice in choices {
            let chosen = self.literal(stated, choice.chosen);
            let legal = self.literal(stated, choice.legal);
            self.require([!chosen, legal]);
        }
        for choices in chosen.values() {
            self.one_at_most(choices, None);
        }
        if !choices.is_empty() {
            self.require(chosen.into_values().flatten());
        }
    }

    /// A literal of a circuit.
    pub fn literal(&mut self, stated: &mut Stated<'_>, literal: Literal) -> Lit {
        if let Some(known) = stated.known(literal) {
            return known;
        }
        let is_known = |node: Node| stated.known.contains_key(&node);
        let shapes = Shapes::new(&stated.step.circuit, literal, is_known);
        let mut circular = Vec::new();
        for (node, shape) in shapes.in_order() {
            let of = |literal: &Literal| stated.known(*literal).unwrap_or(self.holds);
            let all = |literals: &[Literal]| literals.iter().map(of).collect::<Vec<Lit>>();
            let own = match shape {
                Shape::Input => match stated.inputs.get(&node) {
                    Some(input) => *input,
                    None => self.open(),
                },
                Shape::All(parts) => {
                    let parts = all(&parts);
                    self.all(&parts)
                }
                Shape::Any(groups) => {
                    let groups = groups.iter().map(|group| {
                        let rests = group.rests.iter().map(|rest| all(rest));
                        (group.common.as_ref().map(of), rests.collect::<Vec<_>>())
                    });
                    let groups: Vec<_> = groups.collect();
                    self.any_of_groups(groups)
                }
                Shape::Circular => {
                    circular.push(node);
                    self.open()
                }
            };
            stated.known.insert(node, own);
        }
        for node in circular {
            let parts = stated.step.circuit.parts(node);
            let parts: Vec<Lit> = parts.filter_map(|part| stated.known(part)).collect();
            let any = self.any(&parts);
            if let Some(own) = stated.known(node.into()) {
                self.require([!own, any]);
                self.require([own, !any]);
            }
        }
        stated.known(literal).unwrap_or(self.holds)
    }

    /// That for one of the groups its literal holds, if it has one, and all of one of the rests.
    fn any_of_groups(&mut self, groups: Vec<(Option<Lit>, Vec<Vec<Lit>>)>) -> Lit {
        let groups = groups.into_iter().map(|(common, rests)| {
            let rests: Vec<Lit> = rests.iter().map(|rest| self.all(rest)).collect();
            let one = self.any(&rests);
            common.map_or(one, |common| self.both(common, one))
        });
        let groups: Vec<Lit> = groups.collect();
        self.any(&groups)
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
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        literals.dedup();
        literals.retain(|literal| *literal != !self.holds);
        let is_sure = literals.iter().any(|literal| literals.contains(&!*literal));
        if is_sure || literals.contains(&self.holds) {
            return self.holds;
        }
        match &literals[..] {
            [] => return !self.holds,
            [only] => return *only,
            _ => {}
        }
        if let Some(known) = self.any.get(&literals) {
            return *known;
        }
        // It follows from the others, so that the solver need not decide on it.
        let any = Lit::new(self.solver.new_var(lbool::UNDEF, false), true);
        for literal in &literals {
            self.require([!*literal, any]);
        }
        self.require(literals.iter().copied().chain([!any]));
        self.any.insert(literals, any);
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
        let condition = condition.map(|condition| !condition);
        self.require(condition.into_iter().chain([!several]));
    }

    /// That more than one of these literals holds.
    pub fn several(&mut self, literals: &[Lit]) -> Lit {
        let mut earlier = self.never();
        let mut second = Vec::new();
        for literal in literals {
            second.push(self.both(earlier, *literal));
            earlier = self.any(&[earlier, *literal]);
        }
        self.any(&second)
    }

    /// Whether these literals cannot all hold. False as well if that takes too long to find out.
    pub fn refutes(&mut self, literals: &[Lit]) -> bool {
        if literals.contains(&self.never()) {
            return true;
        }
        if self.solver.num_propagations() > MOST_PROPAGATIONS {
            return false;
        }
        self.solver.cb_mut().left = MOST_LEARNT;
        self.solver.solve_limited(literals) == lbool::FALSE
    }
}
