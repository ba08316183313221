//! A game carried over from one circuit into a smaller one: without gates that nothing needs, and without what
//! never holds. Knows nothing of modes.

use super::cut::{Images, Known, copy, literals};
use crate::compile::circuit::{Circuit, Literal};
use crate::compile::residual::{AddedNumber, Effect, PossibleMove, Residual};

/// Gives a game, whose literals are those of `old`, a circuit of its own, where this is known of facts. Leaves
/// out what never holds there, such as entries of `legal`, those of `ranks` with them. The numbers of moves
/// stay. Gives what `more` literals are there.
pub fn settle(
    old: &Circuit,
    residual: &mut Residual,
    ranks: &mut Vec<usize>,
    known: Known<'_>,
    more: &[Literal],
) -> Vec<Literal> {
    let mut roots = needed_apart(residual, more);
    if let Some(together) = &residual.together {
        roots.extend(together.next.iter().map(|effect| effect.condition));
        roots.extend(&together.faults);
    }
    let (circuit, images) = copy(old, &old.needed(roots), known);
    residual.circuit = circuit;
    let settling = Settling { old, images };
    settling.legal(residual, ranks);
    let is_possible = possible(&residual.legal, residual.moves.len());
    for (about, is_possible) in residual.moves.iter_mut().zip(is_possible) {
        match is_possible {
            true => settling.possible_move(about),
            false => about.forget_effects(),
        }
    }
    for shared in &mut residual.shared {
        settling.deletes(&mut shared.deletes);
        settling.effects(&mut shared.adds);
    }
    if let Some(together) = &mut residual.together {
        settling.conditions(&mut together.next);
        settling.faults(&mut together.faults);
    }
    let images = settling.images;
    for literal in [
        &mut residual.terminal,
        &mut residual.beyond,
        &mut residual.quiet,
        &mut residual.unjudged,
    ] {
        *literal = images.of(*literal);
    }
    residual.goals = images.of_values(&residual.goals);
    more.iter().map(|literal| images.of(*literal)).collect()
}

/// For each of the first `moves` moves whether it is among these entries of `legal`.
pub fn possible(legal: &[(usize, Literal)], moves: usize) -> Vec<bool> {
    let mut is_possible = vec![false; moves];
    legal
        .iter()
        .for_each(|(number, _)| is_possible[*number] = true);
    is_possible
}

/// The literals that a game needs, but for its heuristics and questions, and for moves of all roles at once; and these
/// `more`.
pub fn needed_apart(residual: &Residual, more: &[Literal]) -> Vec<Literal> {
    let mut needed: Vec<Literal> = more.to_vec();
    needed.extend(residual.legal.iter().map(|(_, condition)| *condition));
    let deferred = residual.deferred.iter().flatten();
    needed.extend(deferred.flat_map(|deferred| &deferred.cases));
    for about in &residual.moves {
        let effects = about.adds.iter().chain(&about.deletes);
        needed.extend(effects.map(|effect| effect.condition));
        needed.extend(about.numbers.iter().flat_map(AddedNumber::literals));
        needed.extend(&about.faults);
        needed.extend(about.shared.iter().map(|(_, guard)| *guard));
    }
    for shared in &residual.shared {
        let effects = shared.deletes.iter().chain(&shared.adds);
        needed.extend(effects.map(|effect| effect.condition));
    }
    needed.extend(literals(&residual.goals));
    needed.extend([
        residual.terminal,
        residual.beyond,
        residual.quiet,
        residual.unjudged,
        Literal::TRUE,
    ]);
    needed
}

/// What becomes of the parts of a game.
struct Settling<'c> {
    old: &'c Circuit,
    images: Images,
}

impl Settling<'_> {
    fn legal(&self, residual: &mut Residual, ranks: &mut Vec<usize>) {
        for (_, condition) in &mut residual.legal {
            *condition = self.images.of(*condition);
        }
        for deferred in residual.deferred.iter_mut().flatten() {
            let cases = deferred.cases.iter_mut();
            cases.for_each(|case| *case = self.images.of(*case));
        }
        let stays = residual.legal.iter();
        let stays: Vec<bool> = stays
            .map(|(_, condition)| *condition != Literal::FALSE)
            .collect();
        retain(&mut residual.legal, &stays);
        retain(&mut residual.deferred, &stays);
        retain(ranks, &stays);
    }

    fn possible_move(&self, about: &mut PossibleMove) {
        self.deletes(&mut about.deletes);
        self.effects(&mut about.adds);
        about
            .numbers
            .iter_mut()
            .for_each(|number| self.number(number));
        self.faults(&mut about.faults);
        for (_, guard) in &mut about.shared {
            *guard = self.images.of(*guard);
        }
        about.shared.retain(|(_, guard)| *guard != Literal::FALSE);
    }

    fn conditions(&self, effects: &mut [Effect]) {
        for effect in effects {
            effect.condition = self.images.of(effect.condition);
        }
    }

    fn effects(&self, effects: &mut Vec<Effect>) {
        self.conditions(effects);
        effects.retain(|effect| effect.condition != Literal::FALSE);
    }

    /// A fact that is not there stays so: whether it is there does not matter.
    fn deletes(&self, deletes: &mut Vec<Effect>) {
        for effect in &mut *deletes {
            effect.condition = match self.old.fact_of(effect.condition) {
                Some(fact) if fact == (effect.cell, effect.content) => Literal::TRUE,
                _ => self.images.of(effect.condition),
            };
        }
        deletes.retain(|effect| effect.condition != Literal::FALSE);
    }

    fn number(&self, added: &mut AddedNumber) {
        for (condition, value) in &mut added.values {
            *condition = self.images.of(*condition);
            *value = self.images.of_sum(value);
        }
        added
            .values
            .retain(|(condition, _)| *condition != Literal::FALSE);
    }

    fn faults(&self, faults: &mut Vec<Literal>) {
        faults
            .iter_mut()
            .for_each(|fault| *fault = self.images.of(*fault));
        faults.retain(|fault| *fault != Literal::FALSE);
    }
}

/// Keeps the items of which this says that they stay.
fn retain<T>(items: &mut Vec<T>, stays: &[bool]) {
    let mut stays = stays.iter();
    items.retain(|_| *stays.next().unwrap_or(&true));
}
