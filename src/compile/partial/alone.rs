//! What a move changes that is chosen alone, as differences from the position: out of the facts of the
//! next position, which are known with the chosen moves unknown.
//!
//! Where one move is chosen, all others are not. So what holds next is known for each move by setting
//! these facts, in what hangs on the move; the rest is the same for all moves. A fact that is named as
//! it was has not changed.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::by_node::ByNode;
use super::chosen::{Given, Images};
use super::implied::{Implied, common};
use super::legal::Moves;
use super::limits::Budget;
use super::names::{Forms, Said};
use crate::compile::circuit::{Circuit, Gate, Literal, Node};
use crate::compile::residual::{Effect, PossibleMove, Shared, Together, choice};

/// How many gates deep a condition is searched for the fact itself.
const DEPTH: usize = 4;

/// The moves with what they change, and the changes that they share.
pub(super) type Alone = (Vec<PossibleMove>, Vec<Shared>);

/// The changes of moves that are chosen alone, given the moves that may be legal and when they are;
/// none if that takes too much, or a goal that may need itself hangs on the chosen move.
pub(super) fn alone(
    circuit: &mut Circuit,
    forms: &mut Forms,
    (together, chosen): (&Together, &Range<u32>),
    named: &Moves,
    legal: &[(usize, Literal)],
    budget: &Budget,
) -> Option<Alone> {
    let roots = roots(circuit, (together, chosen));
    let conditions = roots.iter().map(|root| root.condition);
    let conditions = conditions.chain(together.faults.iter().copied());
    let mut given = Given::new(circuit, chosen, conditions)?;
    let known = known_of_moves(circuit, named.len(), legal);
    let (hanging, others): (Vec<Effect>, Vec<Effect>) = roots
        .into_iter()
        .partition(|root| given.hangs(root.condition));
    let mut shared = Changes::default();
    for root in others {
        shared.add(circuit, root.cell, root.content, root.condition);
    }
    let hanging = Hanging::new(circuit, &given, hanging);
    let shared = match shared.is_empty() {
        true => Vec::new(),
        false => vec![Shared {
            deletes: shared.deletes,
            adds: shared.adds,
        }],
    };
    let everywhere: Vec<(usize, Literal)> = (0..shared.len())
        .map(|number| (number, Literal::TRUE))
        .collect();
    let mut moves = vec![None; named.len()];
    let mut gates = Spent::of(budget.images(), named.len());
    let mut effects = Spent::of(budget.effects, named.len());
    let mut images = Images::default();
    for number in spread(named.len()) {
        let Some((instance, role)) = named.get_index(number) else {
            continue;
        };
        let played = choice(chosen, number, *role);
        let looked_at = given.find_images(circuit, played, &known[number], &mut images);
        gates.spend(looked_at)?;
        let mut changes = Changes::default();
        for root in hanging.met(&images) {
            let image = given.image(&images, root.condition);
            changes.add(circuit, root.cell, root.content, image);
        }
        hanging.add_unmet(&images, &mut changes);
        changes.leave_out_replaced();
        effects.spend(changes.adds.len() + changes.deletes.len())?;
        let faults = together.faults.iter();
        let faults = faults.map(|fault| given.image(&images, *fault));
        moves[number] = Some(PossibleMove {
            role: *role,
            label: forms.label(Said::Move, instance),
            deletes: changes.deletes,
            adds: changes.adds,
            numbers: Vec::new(),
            shared: everywhere.clone(),
            faults: faults.filter(|fault| *fault != Literal::FALSE).collect(),
        });
    }
    Some((moves.into_iter().flatten().collect(), shared))
}

/// The numbers below `count`, the first few of them spread over all (van der Corput 1935): they show whether all moves
/// take too much, and moves of one kind follow each other.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let all = count.next_power_of_two();
    let unused = usize::BITS - all.trailing_zeros();
    (0..all)
        .map(move |number| number.reverse_bits().checked_shr(unused).unwrap_or(0))
        .filter(move |number| *number < count)
}

/// What has been spent on the first moves of some.
struct Spent {
    most: usize,
    moves: usize,
    spent: usize,
    moves_done: usize,
}

/// Each move may take this many times its part of what may be spent, as long as all together do not take more.
const PACE: f64 = 1.5;

/// What the first moves may take beyond their pace, as a part of what may be spent.
const AHEAD: f64 = 1.0 / 16.0;

/// Fewer moves show no pace.
const FEW: usize = 16;

impl Spent {
    fn of(most: usize, moves: usize) -> Self {
        Self {
            most,
            moves,
            spent: 0,
            moves_done: 0,
        }
    }

    /// Spends something on the next move; none if that is too much, or will be for all moves at this pace.
    fn spend(&mut self, count: usize) -> Option<()> {
        self.spent += count;
        self.moves_done += 1;
        let done = self.moves_done.max(FEW) as f64 / self.moves as f64;
        let most = self.most as f64 * (PACE * done + AHEAD).min(1.0);
        (self.spent as f64 <= most).then_some(())
    }
}

/// All facts that may change, with when they hold next.
fn roots(circuit: &Circuit, (together, chosen): (&Together, &Range<u32>)) -> Vec<Effect> {
    let mut roots: BTreeMap<(u32, u16), Literal> = BTreeMap::new();
    let relations = circuit.relations().iter();
    let kept =
        relations.filter(|relation| together.is_whole && !chosen.contains(&relation.first_cell));
    for relation in kept {
        let cells = relation.first_cell..relation.first_cell + relation.cells() as u32;
        for cell in cells {
            roots.extend((1..=relation.contents).map(|content| ((cell, content), Literal::FALSE)));
        }
    }
    let named = together.next.iter();
    roots.extend(named.map(|fact| ((fact.cell, fact.content), fact.condition)));
    let effect = |((cell, content), condition)| Effect {
        cell,
        content,
        condition,
    };
    roots.into_iter().map(effect).collect()
}

/// For each move what holds wherever it is legal.
fn known_of_moves(
    circuit: &Circuit,
    moves: usize,
    legal: &[(usize, Literal)],
) -> Vec<Vec<(Node, Literal)>> {
    let mut implied_by: Vec<Option<Vec<Literal>>> = vec![None; moves];
    let mut implied = Implied::new(circuit);
    for (number, condition) in legal {
        let own = implied.by(*condition);
        let before = &mut implied_by[*number];
        *before = Some(match before.take() {
            Some(before) => common(before, own),
            None => own,
        });
    }
    let truth = |literal: Literal| match literal.is_negated() {
        true => (literal.node(), Literal::FALSE),
        false => (literal.node(), Literal::TRUE),
    };
    let of_move =
        |literals: Option<Vec<Literal>>| literals.into_iter().flatten().map(truth).collect();
    implied_by.into_iter().map(of_move).collect()
}

/// The facts whose conditions hang on the chosen move.
struct Hanging {
    /// By the gate of the condition.
    by_gate: ByNode<Vec<Effect>>,
    /// How those change that do not stay as they are where the chosen move is none of those on which
    /// their conditions hang, with the gates of these.
    unmet: Vec<(Node, Changes)>,
}

impl Hanging {
    fn new(circuit: &mut Circuit, given: &Given, roots: Vec<Effect>) -> Self {
        let mut hanging = Self {
            by_gate: ByNode::default(),
            unmet: Vec::new(),
        };
        for root in roots {
            let node = root.condition.node();
            let without = given.without(root.condition);
            let mut changes = Changes::default();
            changes.add(circuit, root.cell, root.content, without);
            if !changes.is_empty() {
                hanging.unmet.push((node, changes));
            }
            hanging.by_gate.or_default(node).push(root);
        }
        hanging
    }

    /// The facts whose conditions hang on a move, in order; these gates are what hangs on it.
    fn met(&self, images: &Images) -> Vec<&Effect> {
        let nodes = images.nodes().iter();
        let met = nodes.filter_map(|node| self.by_gate.get(*node));
        let mut met: Vec<&Effect> = met.flatten().collect();
        met.sort_unstable_by_key(|root| (root.cell, root.content));
        met
    }

    /// Adds how the other facts change.
    fn add_unmet(&self, images: &Images, changes: &mut Changes) {
        for (node, own) in &self.unmet {
            if !images.contains(*node) {
                changes.deletes.extend(&own.deletes);
                changes.adds.extend(&own.adds);
            }
        }
    }
}

/// Facts that are deleted and then added.
#[derive(Default)]
struct Changes {
    deletes: Vec<Effect>,
    adds: Vec<Effect>,
}

impl Changes {
    fn is_empty(&self) -> bool {
        self.deletes.is_empty() && self.adds.is_empty()
    }

    /// Adds how a fact changes that holds next under a condition, which may name the fact itself: where it
    /// is not there it `comes`, and where it is there it `stays`.
    fn add(&mut self, circuit: &mut Circuit, cell: u32, content: u16, next: Literal) {
        let fact = circuit.fact(cell, content);
        let comes = with_fact(circuit, next, fact, Literal::FALSE, DEPTH);
        let stays = with_fact(circuit, next, fact, Literal::TRUE, DEPTH);
        let (goes, comes) = match comes == stays {
            true if comes == Literal::TRUE => (Literal::FALSE, comes),
            // What does not hang on the fact is said anew.
            true => (Literal::TRUE, comes),
            false if stays == Literal::TRUE => (Literal::FALSE, comes),
            // Effects add after they have deleted: what goes must not be added as well.
            false => (!stays, circuit.all([comes, !fact])),
        };
        let effect = |condition| Effect {
            cell,
            content,
            condition,
        };
        if goes != Literal::FALSE {
            self.deletes.push(effect(goes));
        }
        if comes != Literal::FALSE {
            self.adds.push(effect(comes));
        }
    }

    /// Leaves out what goes in any case, since another content of the same cell comes.
    fn leave_out_replaced(&mut self) {
        let replaced: FxHashSet<u32> = self
            .adds
            .iter()
            .filter(|effect| effect.condition == Literal::TRUE)
            .map(|effect| effect.cell)
            .collect();
        self.deletes
            .retain(|effect| !replaced.contains(&effect.cell));
    }
}

/// Whether a gate names a fact, no more than `depth` gates deep.
fn names(circuit: &Circuit, node: Node, fact: Node, depth: usize) -> bool {
    node == fact
        || depth > 0
            && fact < node
            && is_open(circuit, node)
            && circuit
                .parts(node)
                .any(|part| names(circuit, part.node(), fact, depth - 1))
}

/// What a literal comes to where a fact is there or not, as far as few gates show it.
fn with_fact(
    circuit: &mut Circuit,
    literal: Literal,
    fact: Literal,
    truth: Literal,
    depth: usize,
) -> Literal {
    let node = literal.node();
    let image = if node == fact.node() {
        truth
    } else if !names(circuit, node, fact.node(), depth) {
        node.into()
    } else {
        let parts: Vec<Literal> = circuit.parts(node).collect();
        let images = parts.iter();
        let images: Vec<Literal> = images
            .map(|part| with_fact(circuit, *part, fact, truth, depth - 1))
            .collect();
        match circuit.gate(node) {
            Gate::All(_) => circuit.all(images),
            _ => circuit.any(images),
        }
    };
    image.negated_if(literal.is_negated())
}

/// Whether the parts of a gate are looked at for a fact: it is one of literals, and no goal.
fn is_open(circuit: &Circuit, node: Node) -> bool {
    matches!(circuit.gate(node), Gate::All(_) | Gate::Any(_)) && circuit.label(node).is_none()
}
