//! A game with one thing known, such as who is to move: what is left of the circuit then.

use rustc_hash::FxHashMap;

use super::faults::{LeftOut, leave_out};
use crate::compile::circuit::{Circuit, Gate, Literal, Sum};
use crate::compile::residual::{
    AddedNumber, Deferred, Effect, PossibleMove, Residual, Shared, Together,
};
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
    let known = known(given);
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
    let all_ruled_out = ruled_out.concat();
    let (mut known, ranks, images) = rebuild(residual, given, with_goals, &all_ruled_out);
    let mut images = &images[..];
    let mut over_after = Vec::new();
    for ruled_out in ruled_out {
        let (of_mover, rest) = images.split_at(ruled_out.len());
        over_after.push(without(&mut known.circuit, known.terminal, of_mover));
        images = rest;
    }
    let left_out = leave_out(&mut known, stop)?;
    let mut legal: Vec<(usize, Vec<Literal>)> = Vec::new();
    let mut joined = Vec::new();
    let mut deferred: Vec<Option<Deferred>> = Vec::new();
    for (entry, ((number, condition), rank)) in known.legal.iter().zip(ranks).enumerate() {
        let own = known.deferred.get(entry).cloned().flatten();
        let is_next = legal.last().is_some_and(|(last, _)| last == number);
        if !is_next || own.is_some() || deferred.last().is_some_and(Option::is_some) {
            legal.push((*number, Vec::new()));
            deferred.push(own);
            joined.push(rank);
        }
        if let Some((_, conditions)) = legal.last_mut() {
            conditions.extend(alternatives(&known.circuit, *condition));
        }
    }
    let join =
        |(number, conditions): (usize, Vec<Literal>)| (number, known.circuit.any(conditions));
    known.legal = legal.into_iter().map(join).collect();
    known.deferred = deferred;
    // What was decided and what was left out leave gates that nothing needs.
    let (residual, again, over_after) = rebuild(&known, None, true, &over_after);
    Ok(Restricted {
        residual,
        ranks: again.into_iter().map(|entry| joined[entry]).collect(),
        left_out,
        over_after,
    })
}

/// Of some facts whether they are there.
type Known<'k> = &'k dyn Fn(u32, u16) -> Option<bool>;

/// What is known of facts where a cell has a content, if one is given.
fn known(given: Option<(u32, u16)>) -> impl Fn(u32, u16) -> Option<bool> {
    move |cell, content| {
        given
            .filter(|(of, _)| *of == cell)
            .map(|(_, is)| is == content)
    }
}

/// A circuit without what these literals do not depend on, and what they are there.
pub fn only(circuit: &Circuit, literals: &[Literal]) -> (Circuit, Vec<Literal>) {
    only_where(circuit, literals, &|_, _| None)
}

/// The same where it is known of some facts whether they are there.
pub fn only_where(
    circuit: &Circuit,
    literals: &[Literal],
    known: Known<'_>,
) -> (Circuit, Vec<Literal>) {
    let needed = circuit.needed(literals.iter().copied());
    let (copy, images) = copy(circuit, &needed, known);
    (
        copy,
        literals
            .iter()
            .map(|literal| image(&images, *literal))
            .collect(),
    )
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

/// Values: the first whose condition holds counts.
pub type Values = Vec<(Literal, Sum)>;

/// These values where a cell has this content, if one is given, and a circuit of what they depend
/// on.
pub fn valued(
    circuit: &Circuit,
    all: &[Values],
    given: Option<(u32, u16)>,
) -> (Circuit, Vec<Values>) {
    let needed = circuit.needed(literals(all));
    let (copy, images) = copy(circuit, &needed, &known(given));
    (copy, values_images(&images, all))
}

/// The literals on which values depend.
pub fn literals(all: &[Values]) -> impl Iterator<Item = Literal> {
    let of_value = |(condition, sum): &(Literal, Sum)| {
        let terms: Vec<Literal> = sum.terms.iter().map(|(literal, _)| *literal).collect();
        std::iter::once(*condition).chain(terms)
    };
    all.iter().flatten().flat_map(of_value)
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

/// The game without gates that nothing needs, where a cell has this content, if one is given; then for each
/// entry of `legal` its place in the original list, and what `more` literals are there.
fn rebuild(
    residual: &Residual,
    given: Option<(u32, u16)>,
    with_goals: bool,
    more: &[Literal],
) -> (Residual, Vec<usize>, Vec<Literal>) {
    let goals = match with_goals {
        true => &residual.goals[..],
        false => &[],
    };
    let old = &residual.circuit;
    let excluded = excluded(old, given);
    // Moves of others take most of the circuit, and are soon known not to be legal.
    let entries = residual.legal.iter().enumerate();
    let entries = entries.filter(|(_, (_, condition))| !wants(&excluded, *condition));
    let entries: Vec<(usize, (usize, Literal))> =
        entries.map(|(entry, legal)| (entry, *legal)).collect();
    let needed = needed(residual, &entries, goals, more);
    let (circuit, images) = copy(old, &needed, &known(given));
    let image = |literal: Literal| self::image(&images, literal);
    let entries = entries
        .into_iter()
        .map(|(entry, (number, literal))| (entry, number, image(literal)));
    let possible: Vec<_> = entries
        .filter(|(_, _, condition)| *condition != Literal::FALSE)
        .collect();
    let deferred = |entry: &usize| {
        let Deferred { questions, cases } = residual.deferred.get(*entry)?.clone()?;
        Some(Deferred {
            questions,
            cases: cases.into_iter().map(image).collect(),
        })
    };
    let mut is_possible = vec![false; residual.moves.len()];
    possible
        .iter()
        .for_each(|(_, number, _)| is_possible[*number] = true);

    let conditions = |effects: &[Effect]| -> Vec<Effect> {
        let effects = effects.iter().map(|effect| Effect {
            condition: image(effect.condition),
            ..*effect
        });
        effects.collect()
    };
    let effects = |effects: &[Effect]| {
        let mut effects = conditions(effects);
        effects.retain(|effect| effect.condition != Literal::FALSE);
        effects
    };
    // A fact that is not there stays so: whether it is there does not matter.
    let own = |effect: &Effect| match old.gate(effect.condition.node()) {
        Gate::Fact { cell, content } => (*cell, *content) == (effect.cell, effect.content),
        _ => false,
    };
    let deletes = |deletes: &[Effect]| {
        let is_free = |effect: &Effect| own(effect) && !effect.condition.is_negated();
        let freed = deletes.iter().map(|effect| match is_free(effect) {
            true => Effect {
                condition: Literal::TRUE,
                ..*effect
            },
            false => *effect,
        });
        effects(&freed.collect::<Vec<_>>())
    };
    let number = |added: &AddedNumber| {
        let values = added.values.iter();
        let values =
            values.map(|(condition, value)| (image(*condition), sum_image(&images, value)));
        AddedNumber {
            values: values
                .filter(|(condition, _)| *condition != Literal::FALSE)
                .collect(),
            ..*added
        }
    };
    let faults = |faults: &[Literal]| -> Vec<Literal> {
        let faults = faults.iter().map(|fault| image(*fault));
        faults.filter(|fault| *fault != Literal::FALSE).collect()
    };
    let guards = |shared: &[(usize, Literal)]| {
        let guards = shared
            .iter()
            .map(|(number, guard)| (*number, image(*guard)));
        guards
            .filter(|(_, guard)| *guard != Literal::FALSE)
            .collect()
    };
    let moves = residual.moves.iter().zip(is_possible);
    let moves = moves.map(|(about, is_possible)| match is_possible {
        true => PossibleMove {
            role: about.role,
            label: about.label.clone(),
            deletes: deletes(&about.deletes),
            adds: effects(&about.adds),
            numbers: about.numbers.iter().map(number).collect(),
            faults: faults(&about.faults),
            shared: guards(&about.shared),
        },
        false => PossibleMove::new(about.role, about.label.clone()),
    });
    let moves = moves.collect();
    let shared = residual.shared.iter().map(|shared| Shared {
        deletes: deletes(&shared.deletes),
        adds: effects(&shared.adds),
    });
    let restricted = Residual {
        roles: residual.roles,
        moves,
        shared: shared.collect(),
        chosen: residual.chosen.clone(),
        together: residual.together.as_ref().map(|together| Together {
            next: conditions(&together.next),
            faults: faults(&together.faults),
            ..*together
        }),
        legal: possible
            .iter()
            .map(|(_, number, condition)| (*number, *condition))
            .collect(),
        deferred: possible
            .iter()
            .map(|(entry, _, _)| deferred(entry))
            .collect(),
        questions: Vec::new(),
        movable: residual.movable.clone(),
        terminal: image(residual.terminal),
        beyond: image(residual.beyond),
        goals: values_images(&images, goals),
        heuristics: Vec::new(),
        quiet: image(residual.quiet),
        unjudged: image(residual.unjudged),
        circuit,
    };
    let ranks = possible.into_iter().map(|(entry, _, _)| entry).collect();
    let more = more.iter().map(|literal| image(*literal)).collect();
    (restricted, ranks, more)
}

/// A circuit without the nodes that are not needed, and what each node is there.
fn copy(old: &Circuit, needed: &[bool], known: Known<'_>) -> (Circuit, Vec<Literal>) {
    // Goals that may need themselves are known only after all that they need: where one turns out
    // to hold always or never, the circuit is copied again.
    let mut decided: FxHashMap<u32, Literal> = FxHashMap::default();
    loop {
        let before = decided.len();
        let (circuit, images) = copy_where(old, needed, known, &mut decided);
        if decided.len() == before {
            return (circuit, images);
        }
    }
}

/// The same where it is known that some goals, by the numbers of their gates, hold always or never;
/// adds those of which it shows.
fn copy_where(
    old: &Circuit,
    needed: &[bool],
    known: Known<'_>,
    decided: &mut FxHashMap<u32, Literal>,
) -> (Circuit, Vec<Literal>) {
    let mut circuit = Circuit::new(old.relations().to_vec());
    let mut images: Vec<Literal> = Vec::with_capacity(old.size());
    // The old and the new number of each goal that may need itself.
    let mut circular: Vec<(u32, u32)> = Vec::new();
    for node in old.nodes() {
        let image = match old.gate(node) {
            _ if !needed[node.index()] => Literal::FALSE,
            Gate::Fact { cell, content } => match known(*cell, *content) {
                Some(true) => Literal::TRUE,
                Some(false) => Literal::FALSE,
                None => circuit.fact(*cell, *content),
            },
            Gate::Circular(number) => match decided.get(number) {
                Some(decided) => *decided,
                None => {
                    circular.push((*number, circular.len() as u32));
                    let label = old.label(node).expect("such a gate is a goal");
                    circuit.circular(label.clone())
                }
            },
            gate => {
                let image = |literal| image(&images, literal);
                circuit.with_parts(gate, old.label(node), image)
            }
        };
        images.push(image);
    }
    for (number, new) in circular {
        let conditions = old.definition(number).iter();
        circuit.define(new, conditions.map(|literal| image(&images, *literal)));
        match circuit.definition(new) {
            [] => decided.insert(number, Literal::FALSE),
            conditions if conditions.contains(&Literal::TRUE) => {
                decided.insert(number, Literal::TRUE)
            }
            _ => None,
        };
    }
    (circuit, images)
}

/// A literal in a circuit where none of these holds.
fn without(circuit: &mut Circuit, literal: Literal, ruled_out: &[Literal]) -> Literal {
    if ruled_out.is_empty() {
        return literal;
    }
    let mut images: Vec<Literal> = circuit.nodes().map(Literal::from).collect();
    for literal in ruled_out {
        // A negation that is ruled out says that its node holds.
        images[literal.node().index()] = match literal.is_negated() {
            true => Literal::TRUE,
            false => Literal::FALSE,
        };
    }
    let needed = circuit.needed([literal]);
    for node in circuit.nodes().filter(|node| needed[node.index()]) {
        let (Gate::All(parts) | Gate::Any(parts)) = circuit.gate(node) else {
            continue;
        };
        let is_known = images[node.index()] != node.into();
        let own: Vec<Literal> = parts.iter().map(|part| image(&images, *part)).collect();
        if is_known || own == *parts {
            continue;
        }
        images[node.index()] = match circuit.gate(node) {
            Gate::All(_) => circuit.all(own),
            _ => circuit.any(own),
        };
    }
    image(&images, literal)
}

fn image(images: &[Literal], literal: Literal) -> Literal {
    let image = images[literal.node().index()];
    if literal.is_negated() { !image } else { image }
}

fn sum_image(images: &[Literal], sum: &Sum) -> Sum {
    Sum::new(
        sum.constant,
        sum.terms
            .iter()
            .map(|(literal, weight)| (image(images, *literal), *weight))
            .collect(),
    )
}

fn values_images(images: &[Literal], all: &[Values]) -> Vec<Values> {
    let of_value =
        |(condition, sum): &(Literal, Sum)| (image(images, *condition), sum_image(images, sum));
    all.iter()
        .map(|values| values.iter().map(of_value).collect())
        .collect()
}

/// The nodes that a game needs with these entries of `legal`, but for its heuristics, and those of more literals.
fn needed(
    residual: &Residual,
    entries: &[(usize, (usize, Literal))],
    goals: &[Values],
    more: &[Literal],
) -> Vec<bool> {
    let mut needed: Vec<Literal> = more.to_vec();
    let mut need = |literal: Literal| needed.push(literal);
    for (entry, (number, condition)) in entries {
        need(*condition);
        let deferred = residual.deferred.get(*entry).into_iter().flatten();
        deferred
            .flat_map(|deferred| &deferred.cases)
            .for_each(|case| need(*case));
        let about = &residual.moves[*number];
        about
            .adds
            .iter()
            .chain(&about.deletes)
            .for_each(|effect| need(effect.condition));
        let numbers = about.numbers.iter();
        numbers.flat_map(AddedNumber::literals).for_each(&mut need);
        about.faults.iter().for_each(|fault| need(*fault));
        about.shared.iter().for_each(|(_, guard)| need(*guard));
    }
    let shared = residual
        .shared
        .iter()
        .flat_map(|shared| shared.deletes.iter().chain(&shared.adds));
    shared.for_each(|effect| need(effect.condition));
    if let Some(together) = &residual.together {
        let conditions = together.next.iter().map(|effect| effect.condition);
        conditions
            .chain(together.faults.iter().copied())
            .for_each(&mut need);
    }
    literals(goals).for_each(&mut need);
    let single = [
        residual.terminal,
        residual.beyond,
        residual.quiet,
        residual.unjudged,
        Literal::TRUE,
    ];
    single.into_iter().for_each(need);
    residual.circuit.needed(needed)
}
