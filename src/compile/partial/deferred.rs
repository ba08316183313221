//! What holds after a move, and whether there is a legal one.
//!
//! What `after(P, M, Goal)` says of a position follows from another one. So it is a gate of its
//! own, and the condition of a move is taken apart by the gates that it depends on: for each
//! combination of answers, what is left of it. The answers come when the move is tried. Whether
//! there is a legal move comes later still, and is a fact that no position has of itself.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::beyond::Beyond;
use super::condition::Condition;
use super::goal::{After, Goal};
use super::question::Extent;
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Scope, Solver};
use super::store::{Fixed, Instance, Pattern, Unknown, Value, is_ground, is_known};
use crate::compile::circuit::{Gate, Literal, Node};
use crate::compile::residual::{self, MOST_QUESTIONS};
use crate::syntax::source::Span;

/// What is asked of positions after moves.
#[derive(Debug, Default)]
pub(super) struct Deferred {
    /// By the numbers of the gates: role and move as an instance, and what is asked; where that
    /// stands first.
    asked: IndexMap<(Instance, Literal), Span, FxBuildHasher>,
    /// For each node looked at so far whether it depends on one of these gates.
    hanging: Vec<bool>,
    legal: Option<Existence>,
    /// Where it is guessed what holds after a move: by move, outer values and goal the cell of the guess.
    guesses: FxHashMap<(Instance, Instance, u32), u32>,
}

/// That somebody has a legal move.
#[derive(Debug)]
struct Existence {
    /// The predicate `legal`.
    predicate: u32,
    /// Each role with the fact that it has one.
    facts: Vec<(Instance, Literal)>,
}

/// What the condition of a move hangs on, by gate, and what is left of it for each combination of
/// answers.
pub(super) type Cases = (Vec<Literal>, Vec<Literal>);

impl<'s> Solver<'s> {
    /// Goes on under the gate for what holds after a move.
    pub(super) fn after_move(
        &mut self,
        after: &'s After,
        span: Span,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        if scope.mode == Mode::Bag {
            return Err(Reason::new("how often something holds after a move", span));
        }
        let played = [
            self.store.build(&after.player, scope.frame),
            self.store.build(&after.played, scope.frame),
        ];
        let outer: Vec<Value> = after
            .outer
            .iter()
            .map(|variable| Value::Variable(scope.frame + variable))
            .collect();
        let mut values = played.iter().chain(&outer);
        if let Some(cell) = values.find_map(|value| self.store.find_content(*value)) {
            let unknown = Unknown::Content(cell);
            return self.split(unknown, span, condition, &mut |solver, condition| {
                solver.after_move(after, span, scope, condition, next)
            });
        }
        let (played, outer) = (self.store.instance(&played), self.store.instance(&outer));
        if !is_known(&played) {
            return Err(Reason::new(
                "what holds after a move that is not known yet",
                span,
            ));
        }
        if !is_known(&outer) {
            return Err(Reason::new(
                "what holds after a move, with something in it that is not known yet",
                span,
            ));
        }
        if self.guesses_after {
            // Whether it holds is a fact that no position has.
            let guessed = (played, outer, after.goal.number);
            let circuit = &mut self.circuit;
            let guess = self.deferred.guesses.entry(guessed);
            let cell = *guess.or_insert_with(|| circuit.add_relation(Vec::new(), 1));
            let literal = self.circuit.fact(cell, 1);
            return self.with(condition, literal, next);
        }
        let (question, beyond) = match self.store.has_contents() {
            true => self.answer_after(after, &outer, scope)?,
            false => self.known_answer(&after.goal, scope, Extent::AllAnswers)?,
        };
        // What is not known there is not known of the position before it either.
        if let Some(first) = beyond
            .reasons
            .first()
            .filter(|_| beyond.literal != Literal::FALSE)
        {
            return Err(self.reasons.get(*first).clone());
        }
        if let Some(inner) = self
            .hangs_on(question)
            .or_else(|| self.hangs_on(beyond.literal))
        {
            return Err(Reason::new("what holds after a move after a move", inner));
        }
        // Where the effects fail, so does the goal, whatever hangs on it.
        let (plays, _) = self
            .deferred
            .asked
            .insert_full((played.clone(), Literal::TRUE), span);
        let fails = !self.circuit.after(plays as u32);
        self.inherit(
            &Beyond {
                literal: fails,
                reasons: Rc::default(),
            },
            scope,
            condition,
        );
        let entry = self.deferred.asked.entry((played, question));
        let number = entry.index();
        entry.or_insert(span);
        let literal = self.circuit.after(number as u32);
        self.with(condition, literal, next)
    }

    /// Whether a goal holds after a move, in whose cells other terms may be than before it: with known values
    /// of its outer variables, and nothing taken to be known besides.
    fn answer_after(
        &mut self,
        after: &'s After,
        outer: &Instance,
        scope: Scope,
    ) -> Result<(Literal, Beyond), Reason> {
        let frame = self.store.frame_like(scope.frame);
        let values = self.store.restore_all(outer);
        for (variable, value) in after.outer.iter().zip(values) {
            let variable = Value::Variable(frame + variable);
            self.store.unify(variable, value, &mut Vec::new());
        }
        let fixed = self.store.assume(Fixed::new());
        let answer = self.known_answer(&after.goal, Scope { frame, ..scope }, Extent::AllAnswers);
        self.store.assume(fixed);
        answer
    }

    /// The moves after which something is asked.
    pub(super) fn asked_after(&self) -> Vec<Instance> {
        let asked = self.deferred.asked.keys();
        asked.map(|(played, _)| played.clone()).collect()
    }

    /// A goal after a move that a literal depends on, by where it stands.
    pub(super) fn hangs_on(&mut self, literal: Literal) -> Option<Span> {
        let gate = self.gates([literal]).into_iter().next()?;
        let Gate::After(number) = self.circuit.gate(gate) else {
            return None;
        };
        self.deferred
            .asked
            .get_index(*number as usize)
            .map(|(_, span)| *span)
    }

    /// A literal that says something of the position itself.
    pub(super) fn settled(&mut self, literal: Literal) -> Result<Literal, Reason> {
        let text = "what holds after a move is compiled where it decides whether that move is legal, and nowhere else";
        self.hangs_on(literal)
            .map_or(Ok(literal), |span| Err(Reason::new(text, span)))
    }

    /// Where a literal may hold, if each move can be played where `plays` says so; it may hang on
    /// what holds after moves in any way.
    pub(super) fn widened(
        &mut self,
        literal: Literal,
        plays: &mut dyn FnMut(&mut Self, &Instance) -> Literal,
    ) -> Literal {
        // For each node that hangs on it, where it must hold and where it may.
        let mut bounds: FxHashMap<Node, (Literal, Literal)> = FxHashMap::default();
        for node in self.hanging([literal]) {
            let gate = self.circuit.gate(node).clone();
            let found = match &gate {
                Gate::After(number) => match self.deferred.asked.get_index(*number as usize) {
                    Some(((played, Literal::TRUE), _)) => {
                        let played = played.clone();
                        let image = plays(self, &played);
                        (image, image)
                    }
                    _ => (Literal::FALSE, Literal::TRUE),
                },
                Gate::All(literals) => {
                    let (must, may): (Vec<_>, Vec<_>) =
                        literals.iter().map(|part| bound(&bounds, *part)).unzip();
                    (self.circuit.all(must), self.circuit.all(may))
                }
                Gate::Any(literals) => {
                    let (must, may): (Vec<_>, Vec<_>) =
                        literals.iter().map(|part| bound(&bounds, *part)).unzip();
                    (self.circuit.any(must), self.circuit.any(may))
                }
                Gate::True
                | Gate::Fact { .. }
                | Gate::Circular(_)
                | Gate::AtLeastZero(_)
                | Gate::Zero(_) => (Literal::FALSE, Literal::TRUE),
            };
            bounds.insert(node, found);
        }
        bound(&bounds, literal).1
    }

    /// Looks at the nodes that have come since.
    fn look(&mut self) {
        if self.deferred.asked.is_empty() {
            return;
        }
        for node in self.circuit.nodes_from(self.deferred.hanging.len()) {
            let hangs = match self.circuit.gate(node) {
                Gate::After(_) => true,
                // What it needs is looked at when it is known.
                Gate::Circular(_) => false,
                _ => {
                    let mut parts = self.circuit.parts(node);
                    parts.any(|part| self.deferred.hanging[part.node().index()])
                }
            };
            self.deferred.hanging.push(hangs);
        }
    }

    /// The nodes that these literals depend on and that depend on what holds after a move, in
    /// order.
    fn hanging(&mut self, literals: impl IntoIterator<Item = Literal>) -> Vec<Node> {
        self.look();
        let hangs = |node: &Node| self.deferred.hanging.get(node.index()) == Some(&true);
        let mut waiting: Vec<Node> = literals
            .into_iter()
            .map(Literal::node)
            .filter(hangs)
            .collect();
        let mut found = std::collections::BTreeSet::new();
        while let Some(node) = waiting.pop() {
            if found.insert(node) {
                waiting.extend(self.circuit.parts(node).map(Literal::node).filter(hangs));
            }
        }
        found.into_iter().collect()
    }

    /// The gates for what holds after a move that these literals depend on, in order.
    fn gates(&mut self, literals: impl IntoIterator<Item = Literal>) -> Vec<Node> {
        let mut gates = self.hanging(literals);
        gates.retain(|node| matches!(self.circuit.gate(*node), Gate::After(_)));
        gates
    }

    /// Takes apart the condition of a move by what holds after it; none if it hangs on nothing
    /// there.
    pub(super) fn cases(
        &mut self,
        played: &Instance,
        condition: Literal,
    ) -> Result<Option<Cases>, Reason> {
        let gates = self.gates([condition]);
        let mut questions = Vec::with_capacity(gates.len());
        for gate in &gates {
            let Gate::After(number) = self.circuit.gate(*gate) else {
                continue;
            };
            let Some(((other, question), span)) = self.deferred.asked.get_index(*number as usize)
            else {
                continue;
            };
            if other != played {
                return Err(Reason::new(
                    "what holds after another move than the one that it decides on",
                    *span,
                ));
            }
            if questions.len() == MOST_QUESTIONS {
                return Err(Reason::new(
                    format!("more than {MOST_QUESTIONS} goals after one move"),
                    *span,
                ));
            }
            questions.push(*question);
        }
        if questions.is_empty() {
            return Ok(None);
        }
        let hanging = self.hanging([condition]);
        let mut cases = Vec::with_capacity(1 << gates.len());
        for answers in 0..1_usize << gates.len() {
            let known: FxHashMap<Node, Literal> = gates
                .iter()
                .enumerate()
                .map(|(bit, gate)| {
                    (
                        *gate,
                        if answers >> bit & 1 == 1 {
                            Literal::TRUE
                        } else {
                            Literal::FALSE
                        },
                    )
                })
                .collect();
            cases.push(self.known(&hanging, known, condition));
        }
        Ok(Some((questions, cases)))
    }

    /// What a literal is where some gates are known; `hanging` are the nodes that depend on these,
    /// in order.
    fn known(
        &mut self,
        hanging: &[Node],
        mut known: FxHashMap<Node, Literal>,
        literal: Literal,
    ) -> Literal {
        for node in hanging {
            if known.contains_key(node) {
                continue;
            }
            let (gate, label) = (
                self.circuit.gate(*node).clone(),
                self.circuit.label(*node).cloned(),
            );
            let found = self
                .circuit
                .with_parts(&gate, label.as_ref(), |literal| image(&known, literal));
            known.insert(*node, found);
        }
        image(&known, literal)
    }

    /// From now on it is a fact whether a role has a legal move; gives these facts' first cell.
    pub(super) fn take_existence_for_given(&mut self, predicate: u32, roles: &[Instance]) -> u32 {
        let cells: Vec<u32> = roles
            .iter()
            .map(|_| self.circuit.add_relation(Vec::new(), 1))
            .collect();
        let facts = roles
            .iter()
            .zip(&cells)
            .map(|(role, cell)| (role.clone(), self.circuit.fact(*cell, 1)));
        self.deferred.legal = Some(Existence {
            predicate,
            facts: facts.collect(),
        });
        cells.first().copied().unwrap_or(0)
    }

    /// Whether a goal asks for nothing but whether there is a legal move.
    pub(super) fn is_existence(
        &mut self,
        predicate: u32,
        arguments: &[Pattern],
        goal: &Goal,
        scope: Scope,
    ) -> bool {
        if self
            .deferred
            .legal
            .as_ref()
            .is_none_or(|legal| legal.predicate != predicate)
        {
            return false;
        }
        let [player, Pattern::Variable(played)] = arguments else {
            return false;
        };
        let is_free = matches!(
            self.store.deref(Value::Variable(scope.frame + played)),
            Value::Variable(_)
        );
        let player = self.store.build(player, scope.frame);
        let is_one = match scope.mode {
            Mode::Set => true,
            Mode::Order => is_ground(&self.store.instance(&[player])),
            Mode::Bag => false,
        };
        is_free && is_one && !goal.live.contains(played)
    }

    /// Goes on for each role that a player may be, where it has a legal move.
    pub(super) fn can_move(
        &mut self,
        arguments: &[Pattern],
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let Some(legal) = &self.deferred.legal else {
            return Ok(Flow::More);
        };
        let player = self.store.build(&arguments[0], scope.frame);
        for (role, literal) in legal.facts.clone() {
            let Some(condition) = condition.and(literal, &self.circuit) else {
                continue;
            };
            if self.unify_answer(&[player], &role, &condition, next)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }
}

/// Where a literal must hold, and where it may.
fn bound(bounds: &FxHashMap<Node, (Literal, Literal)>, literal: Literal) -> (Literal, Literal) {
    match bounds.get(&literal.node()) {
        Some((must, may)) if literal.is_negated() => (!*may, !*must),
        Some(bounds) => *bounds,
        None => (literal, literal),
    }
}

fn image(known: &FxHashMap<Node, Literal>, literal: Literal) -> Literal {
    match known.get(&literal.node()) {
        Some(image) if literal.is_negated() => !*image,
        Some(image) => *image,
        None => literal,
    }
}

/// The questions of all moves, each once.
#[derive(Debug, Default)]
pub(super) struct Questions(indexmap::IndexSet<Literal, FxBuildHasher>);

impl Questions {
    /// The case of a move, its questions by number.
    pub fn add(&mut self, (questions, cases): Cases) -> residual::Deferred {
        let questions = questions
            .into_iter()
            .map(|question| self.0.insert_full(question).0)
            .collect();
        residual::Deferred { questions, cases }
    }

    pub fn into_literals(self) -> Vec<Literal> {
        self.0.into_iter().collect()
    }
}
