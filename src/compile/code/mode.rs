//! A game with one thing known, such as who is to move: what is left of the circuit then.

use super::cut::{self, Images, only};
use super::faults::{LeftOut, leave_out};
use super::settle::{needed_apart, possible, settle};
use crate::compile::circuit::{Circuit, Gate, Literal};
use crate::compile::families::{Families, Halt, Spaces};
use crate::compile::residual::{Deferred, PossibleMove, Residual};
use crate::compile::{Interrupt, Interrupted};

/// The most contents that a relation may have to choose the mode.
const MODES: u16 = 8;

/// The relation with one cell, by number, whose facts stand in most conditions of legal moves; none
/// if there is no such.
pub fn switch(residual: &Residual) -> Option<usize> {
    let circuit = &residual.circuit;
    let relations = circuit.relations();
    let is_small =
        |number: &usize| relations[*number].cells() == 1 && relations[*number].contents <= MODES;
    let count = |number: usize| {
        let wanting = wanting(circuit, |cell, _| cell == relations[number].first_cell);
        residual
            .legal
            .iter()
            .filter(|(_, condition)| wants(&wanting, *condition))
            .count()
    };
    let counted = (0..relations.len())
        .filter(is_small)
        .map(|number| (count(number), number));
    let (most, number) =
        counted.max_by_key(|(count, number)| (*count, std::cmp::Reverse(*number)))?;
    (2 * most > residual.legal.len()).then_some(number)
}

/// For each node whether it shows that it holds only where one of these facts does, given as cell and content.
fn wanting(circuit: &Circuit, is_wanted: impl Fn(u32, u16) -> bool) -> Vec<bool> {
    let mut wanting: Vec<bool> = Vec::with_capacity(circuit.size());
    for node in circuit.nodes() {
        let is_wanting = match circuit.gate(node) {
            Gate::Fact { cell, content } => is_wanted(*cell, *content),
            Gate::All(literals) => literals.iter().any(|literal| wants(&wanting, *literal)),
            Gate::Any(literals) => literals.iter().all(|literal| wants(&wanting, *literal)),
            _ => false,
        };
        wanting.push(is_wanting);
    }
    wanting
}

/// The same of a literal, where that is known of the nodes.
pub fn wants(wanting: &[bool], literal: Literal) -> bool {
    !literal.is_negated() && wanting[literal.node().index()]
}

/// For each node whether it shows that it cannot hold where a cell has this content (0: none), if one is given.
pub fn excluded(circuit: &Circuit, given: Option<(u32, u16)>) -> Vec<bool> {
    let known = cut::known(given);
    wanting(circuit, |cell, content| known(cell, content) == Some(false))
}

/// A game restricted to a mode.
pub struct Restricted {
    pub residual: Residual,
    /// For each entry of `legal` its place in the original list.
    pub ranks: Vec<usize>,
    /// Which faults of moves are left out.
    pub left_out: LeftOut,
    /// By mover, numbered as [`arising::mover`](super::arising::mover) says: whether the game is over, if it
    /// was not before the last move, which was his. Empty where no plies are made, as where it hangs on legal
    /// moves whether the game is over.
    pub over_after: Vec<Literal>,
}

impl Restricted {
    /// Its families, for programs with this number of `operations` at most. The program that plays moves of all roles
    /// at once has families of its own.
    ///
    /// # Errors
    /// As for [`Families::find`].
    pub fn families(
        &self,
        spaces: Spaces,
        operations: usize,
        stop: &Interrupt,
    ) -> Result<Families<'_>, Halt> {
        let circuit = &self.residual.circuit;
        let needed = circuit.needed(needed_apart(&self.residual, &self.over_after));
        Families::find_among(circuit, &needed, spaces, operations, stop)
    }
}

/// The game where a cell has this content (0: none), or any game if none is given: without gates
/// that nothing needs, without effects of moves that are never legal, without faults where no program
/// plays the move, and with moves that are legal twice in a row joined. The numbers of moves stay.
/// Heuristics, and what is asked of other positions, are left out; and the results, unless they are
/// wanted. `ruled_out` are what cannot end the game after a move, by mover.
///
/// # Errors
/// If somebody stops it.
pub fn restrict(
    residual: &Residual,
    given: Option<(u32, u16)>,
    with_goals: bool,
    ruled_out: &[Vec<Literal>],
    stop: &Interrupt,
) -> Result<Restricted, Interrupted> {
    let (mut known, mut ranks) = without_excluded(residual, given, with_goals);
    let (circuit, all_ruled_out) = (&residual.circuit, ruled_out.concat());
    let images = settle(
        circuit,
        &mut known,
        &mut ranks,
        &cut::known(given),
        &all_ruled_out,
    );
    let mut images = &images[..];
    let mut over_after = Vec::new();
    for ruled_out in ruled_out {
        let (of_mover, rest) = images.split_at(ruled_out.len());
        over_after.push(without(&mut known.circuit, known.terminal, of_mover));
        images = rest;
    }
    let left_out = leave_out(&mut known, stop)?;
    join(&mut known, &mut ranks);
    // What was decided and what was left out leave gates that nothing needs.
    let circuit = std::mem::replace(&mut known.circuit, Circuit::new(Vec::new()));
    let over_after = settle(&circuit, &mut known, &mut ranks, &|_, _| None, &over_after);
    Ok(Restricted {
        residual: known,
        ranks,
        left_out,
        over_after,
    })
}

/// The game without its circuit, and without moves of which it shows that they are not legal where a cell has
/// this content, if one is given: those of others take most of the circuit. What moves share is left out where no move
/// is legal. Then for each entry of `legal` its place in the original list.
fn without_excluded(
    residual: &Residual,
    given: Option<(u32, u16)>,
    with_goals: bool,
) -> (Residual, Vec<usize>) {
    let excluded = excluded(&residual.circuit, given);
    let entries = residual.legal.iter().enumerate();
    let entries = entries.filter(|(_, (_, condition))| !wants(&excluded, *condition));
    let (ranks, legal): (Vec<usize>, Vec<(usize, Literal)>) =
        entries.map(|(entry, legal)| (entry, *legal)).unzip();
    let moves = residual.moves.iter();
    let moves = moves.zip(possible(&legal, residual.moves.len()));
    let moves = moves.map(|(about, is_possible)| match is_possible {
        true => about.clone(),
        false => PossibleMove::new(about.role, about.label.clone()),
    });
    let deferred = ranks.iter();
    let deferred = deferred.map(|entry| residual.deferred.get(*entry).cloned().flatten());
    let is_played = !legal.is_empty();
    let left = Residual {
        moves: moves.collect(),
        shared: match is_played {
            true => residual.shared.clone(),
            false => Vec::new(),
        },
        chosen: residual.chosen.clone(),
        together: residual.together.clone().filter(|_| is_played),
        deferred: deferred.collect(),
        legal,
        movable: residual.movable.clone(),
        terminal: residual.terminal,
        beyond: residual.beyond,
        goals: match with_goals {
            true => residual.goals.clone(),
            false => Vec::new(),
        },
        quiet: residual.quiet,
        unjudged: residual.unjudged,
        ..Residual::new(Circuit::new(Vec::new()), residual.roles)
    };
    (left, ranks)
}

/// Joins moves that are legal twice in a row; of each the first rank stays.
fn join(known: &mut Residual, ranks: &mut Vec<usize>) {
    let mut legal: Vec<(usize, Vec<Literal>)> = Vec::new();
    let mut joined = Vec::new();
    let mut deferred: Vec<Option<Deferred>> = Vec::new();
    let entries = known.legal.iter().zip(std::mem::take(&mut known.deferred));
    for (((number, condition), own), rank) in entries.zip(&*ranks) {
        let is_next = legal.last().is_some_and(|(last, _)| last == number);
        if !is_next || own.is_some() || deferred.last().is_some_and(Option::is_some) {
            legal.push((*number, Vec::new()));
            deferred.push(own);
            joined.push(*rank);
        }
        if let Some((_, conditions)) = legal.last_mut() {
            conditions.extend(alternatives(&known.circuit, *condition));
        }
    }
    let join =
        |(number, conditions): (usize, Vec<Literal>)| (number, known.circuit.any(conditions));
    known.legal = legal.into_iter().map(join).collect();
    known.deferred = deferred;
    *ranks = joined;
}

/// Whether what these literals say depends on which roles have a legal move.
pub fn asks_for_moves(residual: &Residual, literals: &[Literal]) -> bool {
    let Some(movable) = &residual.movable else {
        return false;
    };
    let (rest, _) = only(&residual.circuit, literals);
    rest.nodes()
        .any(|node| matches!(rest.gate(node), Gate::Fact { cell, .. } if movable.contains(cell)))
}

/// The literals of which one has to hold for this one to hold.
fn alternatives(circuit: &Circuit, literal: Literal) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut waiting = vec![literal];
    while let Some(literal) = waiting.pop() {
        match circuit.gate(literal.node()) {
            Gate::Any(parts)
                if !literal.is_negated() && circuit.label(literal.node()).is_none() =>
            {
                waiting.extend(parts)
            }
            _ => found.push(literal),
        }
    }
    found
}

/// A literal in a circuit where none of these holds.
fn without(circuit: &mut Circuit, literal: Literal, ruled_out: &[Literal]) -> Literal {
    if ruled_out.is_empty() {
        return literal;
    }
    let mut images = Images::same(circuit);
    for literal in ruled_out {
        // A negation that is ruled out says that its node holds.
        images.set(
            literal.node(),
            if literal.is_negated() {
                Literal::TRUE
            } else {
                Literal::FALSE
            },
        );
    }
    let needed = circuit.needed([literal]);
    for node in circuit.nodes().filter(|node| needed[node.index()]) {
        let (Gate::All(parts) | Gate::Any(parts)) = circuit.gate(node) else {
            continue;
        };
        let is_known = images.of(node.into()) != node.into();
        let own: Vec<Literal> = parts.iter().map(|part| images.of(*part)).collect();
        if is_known || own == *parts {
            continue;
        }
        let image = match circuit.gate(node) {
            Gate::All(_) => circuit.all(own),
            _ => circuit.any(own),
        };
        images.set(node, image);
    }
    images.of(literal)
}
