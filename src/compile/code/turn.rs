//! The programs of one mode.
//!
//! What only a rare turn needs, such as the other side's moves where one has none, is computed in a
//! section of the program that is passed over when it is not needed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::cut::{self, Values};
use super::doubts::Doubts;
use super::effects::Effects;
use super::emitter::Emitter;
use super::joint::is_ever_joint;
use super::layout::Layout;
use super::listing::listing;
use super::mode::{Restricted, asks_for_moves};
use super::moves::{self, Moves};
use super::together::{Alone, together};
use super::{BEYOND, Deferred, Group, Mode, MoveFamily, Statistics};
use crate::compile::circuit::{Circuit, Gate, Literal};
use crate::compile::families::{Families, Halt, Row, Unit};
use crate::compile::residual::Residual;
use crate::compile::words::{Builder, Program, Value};

/// A turn of more operations, before what it does not need is left out, takes longer than to follow the rules. The
/// longest of a shipped game, nine men's morris, has 13,000 when it is done.
const MOST_OF_TURN: usize = 200_000;

/// What takes fewer operations than this is computed at once.
const WORTH_A_SECTION: usize = 8;

/// What takes fewer operations than this is computed again when a move is played.
const WORTH_KEEPING: usize = 4;

/// The most words to keep for when a move is played.
const KEPT: usize = 64;

/// The programs for a game, restricted to a mode, with its families. The second result are the turns after a move.
pub fn mode(
    mut families: Families<'_>,
    layout: &Layout,
    restricted: &Restricted,
    effects: &Effects,
) -> Result<(Mode, TurnsAfter), Halt> {
    let Restricted {
        residual,
        ranks,
        left_out,
        over_after,
    } = restricted;
    let moves = moves::find(&mut families, residual, ranks)?;
    let mut listed: Vec<MoveFamily> = moves
        .iter()
        .enumerate()
        .map(|(n, moves)| moves.family(&families, residual, n))
        .collect();
    let Turn {
        program,
        after,
        cases,
        kept,
        kept_words,
        listing,
        is_ever_joint,
    } = turn(
        &mut families,
        layout,
        residual,
        over_after,
        (&moves, &listed),
    )?;
    for ((family, moves), cases) in listed.iter_mut().zip(&moves).zip(cases) {
        family.legal = cases[0].clone();
        let questions = || {
            (0..family.moves.len())
                .map(|lane| moves.questions_of(residual, lane))
                .collect()
        };
        family.deferred = (cases.len() > 1).then(|| Deferred {
            questions: questions(),
            cases,
        });
    }

    let together = match is_ever_joint || residual.is_played_together() {
        true => together(&families, layout, residual, &moves, is_ever_joint).map_err(of_effects)?,
        false => None,
    };
    let mut leaves_single = false;
    let mut doubts = Doubts::new(residual);
    let applies = match together.as_ref() {
        Some(together) if residual.is_played_together() => {
            let mut alone = Alone::new(together, layout, kept_words, &listed);
            match is_ever_joint {
                true => {
                    let programs = alone.programs(&listed, &effects.of_one_mode());
                    leaves_single = programs.is_err();
                    let applies = programs.unwrap_or_else(|_| alone.failing(&listed));
                    applies.iter().try_for_each(|apply| effects.add(apply))?;
                    applies
                }
                false => alone.programs(&listed, effects)?,
            }
        }
        _ => {
            let mut applies = Vec::new();
            for moves in &moves {
                let words = moves.lanes(&families).words().len();
                let mut emitter = Emitter::of_move(&mut families, layout, kept_words + words);
                let mut input = layout.words();
                for unit in &kept {
                    input = emitter.assume(unit, input);
                }
                let outputs = emitter.play(residual, moves, &mut doubts, input);
                let outputs = outputs.map_err(of_effects)?;
                let apply = emitter.finish(&outputs);
                effects.add(&apply)?;
                applies.push(apply);
            }
            applies
        }
    };
    let goals = values(&mut families, layout, &residual.goals)?;
    let quiet = told(&mut families, layout, [residual.quiet, residual.unjudged])?;

    let found = || families.all().filter(|family| !family.goals.is_empty());
    let statistics = Statistics {
        nodes: residual.circuit.size(),
        families: found().count(),
        shapes: found().map(|family| family.rows.len()).sum(),
        assumed: left_out.assumed + doubts.assumed(),
    };
    let terminal = match asks_for_moves(residual, &[residual.terminal, residual.beyond]) {
        true => Some(told(
            &mut families,
            layout,
            [residual.terminal, residual.beyond],
        )?),
        false => None,
    };
    let mode = Mode {
        turn: program,
        terminal,
        kept: 0..kept_words,
        choices: kept_words,
        over: kept_words + 1,
        joint: kept_words + 2,
        families: listed,
        listing,
        applies,
        leaves_out_faults: left_out.any,
        leaves_single,
        certificate: None,
        together: together.filter(|_| is_ever_joint),
        plies: Vec::new(),
        goals,
        quiet,
        statistics,
    };
    Ok((mode, after))
}

/// Says that it is a program for the effects of moves that becomes too large.
fn of_effects(halt: Halt) -> Halt {
    match halt {
        Halt::TooManyOperations => Halt::LargeEffects,
        halt => halt,
    }
}

/// The program that lists moves.
struct Turn {
    program: Program,
    after: TurnsAfter,
    /// For each family of moves its outputs in each case; no words for a case in which none is
    /// legal.
    cases: Vec<Vec<std::ops::Range<usize>>>,
    kept: Vec<Kept>,
    kept_words: usize,
    listing: Vec<Group>,
    /// Whether several roles may be to move at once.
    is_ever_joint: bool,
}

/// The turns of a mode after a move, in which less is to be looked for than in those of any position.
pub struct TurnsAfter {
    builder: Builder,
    /// By mover, numbered as [`arising::mover`](super::arising::mover) says; none where the turn is that of any
    /// position.
    outputs: Vec<Option<Vec<Value>>>,
}

impl TurnsAfter {
    /// The turn after a move of this mover; none if it is that of any position.
    pub fn program(&self, mover: usize) -> Option<Program> {
        let outputs = self.outputs.get(mover)?.as_ref()?;
        Some(self.builder.finish(outputs))
    }
}

/// Something that is an input when a move is played.
pub struct Kept {
    pub component: usize,
    /// Its units as they were computed.
    pub units: Vec<(Unit, KeptValue)>,
}

/// What is kept of a unit.
pub enum KeptValue {
    Vector(super::vector::Vector),
    Scalar(Value),
}

fn turn(
    families: &mut Families<'_>,
    layout: &Layout,
    residual: &Residual,
    over_after: &[Literal],
    (moves, listed): (&[Moves], &[MoveFamily]),
) -> Result<Turn, Halt> {
    let mut emitter = Emitter::new(families, layout, 0);
    // By family and case.
    let mut outputs: Vec<Vec<Vec<Value>>> = Vec::new();
    let mut alone: Vec<(usize, usize)> = Vec::new();
    let mut literals: Vec<Literal> = Vec::new();
    for (number, moves) in moves.iter().enumerate() {
        let mut of_family = Vec::new();
        let questions = moves.questions(residual);
        for answers in 0..1 << questions {
            let conditions = moves.case(residual, answers);
            let is_never = conditions
                .iter()
                .flat_map(|(_, literals)| literals)
                .all(|literal| *literal == Literal::FALSE);
            of_family.push(match moves.space {
                // The first one is where the legal moves are in the end.
                _ if is_never && answers > 0 => Vec::new(),
                Some(space) => {
                    // The rows are those of the moves' conditions, not of one of several cases.
                    let known = (questions == 0).then_some(&*moves.rows);
                    emitter.lanes_where(moves, space, &conditions, known)?
                }
                None => {
                    alone.push((number, answers));
                    literals.extend(conditions.iter().flat_map(|(_, literals)| literals));
                    Vec::new()
                }
            });
        }
        outputs.push(of_family);
    }
    // Where it hangs on there being legal moves, it is told when they are known.
    let is_known_now = !asks_for_moves(residual, &[residual.terminal, residual.beyond]);
    literals.extend(if is_known_now {
        [residual.terminal, residual.beyond]
    } else {
        [Literal::FALSE; 2]
    });
    let (mut truths, early) = emitter.truths(&residual.circuit, &literals)?;
    let beyond = truths
        .pop()
        .expect("the last is whether the machine has to tell");
    let terminal = truths
        .pop()
        .expect("the last but one is whether the game is over");
    for ((number, answers), truth) in alone.into_iter().zip(truths) {
        let one = emitter.builder.constant(1);
        outputs[number][answers] = vec![emitter.builder.and(truth, one)];
    }

    let effects = (moves.iter())
        .flat_map(|moves| moves.needed_to_play(residual))
        .collect();
    let kept = emitter.keep(&early, effects)?;
    let kept_values: Vec<Value> = kept
        .iter()
        .flat_map(|kept| &kept.units)
        .flat_map(|(_, value)| match value {
            KeptValue::Vector(vector) => vector.words.clone(),
            KeptValue::Scalar(value) => vec![*value],
        })
        .collect();
    let kept_words = kept_values.len();
    let listing = listing(listed, kept_words + 3);
    let movers = moves.iter().map(|moves| moves.role(residual));
    // Of moves that are to be tried, who runs the program counts them.
    let first: Vec<Vec<Value>> = outputs.iter().map(|cases| cases[0].clone()).collect();
    let is_ever_joint = is_ever_joint(residual);
    let joint = match is_ever_joint {
        true => emitter.joint(movers.zip(&first)),
        false => emitter.builder.constant(0),
    };
    let totals = emitter.totals(&listing, &first);
    let count = totals
        .last()
        .copied()
        .unwrap_or_else(|| emitter.builder.constant(0));
    let standing = |emitter: &mut Emitter<'_, '_>, terminal: Value| {
        let choices = [terminal, beyond, joint]
            .into_iter()
            .fold(count, |all, truth| emitter.builder.and_not(all, truth));
        [choices, emitter.told(terminal, beyond), joint]
    };
    let stands = standing(&mut emitter, terminal);
    let mut all = [kept_values, stands.to_vec(), totals].concat();
    let mut cases = Vec::new();
    for of_family in outputs {
        let range = |words: Vec<Value>| {
            let first = all.len();
            all.extend(words);
            first..all.len()
        };
        cases.push(of_family.into_iter().map(range).collect());
    }
    let mut after = Vec::new();
    for over in over_after.iter().copied() {
        if over == residual.terminal {
            after.push(None);
            continue;
        }
        emitter.prepare([over].into_iter())?;
        let over = emitter.scalar(over)?;
        let stands = standing(&mut emitter, over);
        let mut all = all.clone();
        all[kept_words..][..stands.len()].copy_from_slice(&stands);
        after.push(Some(all));
    }
    Ok(Turn {
        program: emitter.finish(&all),
        after: TurnsAfter {
            builder: emitter.builder,
            outputs: after,
        },
        cases,
        kept,
        kept_words,
        listing,
        is_ever_joint,
    })
}

impl Emitter<'_, '_> {
    /// The lanes of moves where these conditions hold, and no others. `known` are their rows, if these are known.
    fn lanes_where(
        &mut self,
        moves: &Moves,
        space: usize,
        conditions: &[(usize, Vec<Literal>)],
        known: Option<&[Row]>,
    ) -> Result<Vec<Value>, Halt> {
        self.prepare(
            conditions
                .iter()
                .flat_map(|(_, literals)| literals.iter().copied()),
        )?;
        let rows = match known {
            Some(rows) => Cow::Borrowed(rows),
            None => Cow::Owned(self.families.rows_of(space, conditions)?),
        };
        let lanes = moves.lanes(self.families);
        let legal = self.rows(space, &rows, &lanes)?;
        Ok(self.exactly(&legal, space, &lanes).words)
    }

    /// A truth, or [`BEYOND`].
    fn told(&mut self, truth: Value, beyond: Value) -> Value {
        let known = self.builder.and_not(truth, beyond);
        let code = self.builder.constant(BEYOND);
        let unknown = self.builder.and(beyond, code);
        self.builder.or(known, unknown)
    }

    /// Whether each of the literals holds, and which components are computed whatever the position
    /// is. A conjunction of which a part is cheap is computed in full only where that part holds.
    fn truths(
        &mut self,
        circuit: &Circuit,
        literals: &[Literal],
    ) -> Result<(Vec<Value>, FxHashSet<usize>), Halt> {
        let mut truths: Vec<Option<Value>> = vec![None; literals.len()];
        // For each guard the literals behind it, with what is left to compute.
        let mut guarded: BTreeMap<Value, Vec<(usize, Vec<Literal>)>> = BTreeMap::new();
        for (number, literal) in literals.iter().enumerate() {
            if self.builder.size() > MOST_OF_TURN {
                return Err(Halt::LongTurn { most: MOST_OF_TURN });
            }
            let parts = conjunction(circuit, *literal);
            let mut costs = Vec::new();
            for part in parts {
                costs.push((self.missing_cost(part)?, part));
            }
            costs.sort_unstable();
            let cheap = costs
                .partition_point(|(cost, _)| *cost < WORTH_A_SECTION)
                .max(1);
            let (first, rest) = costs.split_at(cheap.min(costs.len()));
            let mut guard = self.builder.constant(u64::MAX);
            for (_, part) in first {
                self.prepare([*part].into_iter())?;
                let truth = self.scalar(*part)?;
                guard = self.builder.and(guard, truth);
            }
            match rest {
                [] => truths[number] = Some(guard),
                _ => {
                    let rest = rest.iter().map(|(_, part)| *part).collect();
                    guarded.entry(guard).or_default().push((number, rest));
                }
            }
        }
        let early = self.computed();
        for (guard, behind) in guarded {
            self.builder.section(guard);
            let mark = self.mark();
            for (number, rest) in behind {
                let mut truth = guard;
                for part in rest {
                    self.prepare([part].into_iter())?;
                    let holds = self.scalar(part)?;
                    truth = self.builder.and(truth, holds);
                }
                truths[number] = Some(truth);
            }
            // Elsewhere these things would count as 0.
            self.forget(mark);
            self.builder.end_section();
        }
        Ok((truths.into_iter().flatten().collect(), early))
    }

    /// About how many operations are still needed to know a literal.
    fn missing_cost(&mut self, literal: Literal) -> Result<usize, Halt> {
        let needs = self.families.needs([literal].into_iter())?;
        let missing = self.missing(needs);
        Ok(missing
            .into_iter()
            .map(|component| self.families.cost(component))
            .fold(0, usize::saturating_add))
    }

    /// What of the components computed so far to keep for effects under these conditions.
    fn keep(
        &mut self,
        computed: &FxHashSet<usize>,
        conditions: Vec<Literal>,
    ) -> Result<Vec<Kept>, Halt> {
        let mut waiting = self.families.needs(conditions.into_iter())?;
        let mut seen: FxHashSet<usize> = waiting.iter().copied().collect();
        let mut kept = Vec::new();
        let mut words = 0;
        while let Some(component) = waiting.pop() {
            if computed.contains(&component) && self.families.cost(component) >= WORTH_KEEPING {
                let units = self.known_units(component);
                let wanted: usize = units.iter().map(|(_, value)| value.len()).sum();
                if words + wanted <= KEPT {
                    words += wanted;
                    kept.push(Kept { component, units });
                    continue;
                }
            }
            let needs = self.families.component(component).needs.iter();
            waiting.extend(needs.copied().filter(|need| seen.insert(*need)));
        }
        Ok(kept)
    }

    /// Takes what was kept from the inputs from this one on; gives the next input.
    fn assume(&mut self, kept: &Kept, input: usize) -> usize {
        let mut next = input;
        for (unit, value) in &kept.units {
            let words: Vec<Value> = (next..next + value.len())
                .map(|word| self.builder.input(word))
                .collect();
            next += words.len();
            match (unit, value) {
                (Unit::Family(family), KeptValue::Vector(vector)) => {
                    let support = vector.support.clone();
                    self.set_family(*family, super::vector::Vector { words, support });
                }
                (Unit::Scalar(node), KeptValue::Scalar(_)) => self.set_scalar(*node, words[0]),
                _ => unreachable!("a family is kept as a vector, a node as a word"),
            }
        }
        self.settle(kept.component);
        next
    }
}

impl KeptValue {
    fn len(&self) -> usize {
        match self {
            Self::Vector(vector) => vector.words.len(),
            Self::Scalar(_) => 1,
        }
    }
}

/// The literals that all have to hold for this one to hold, in order.
pub(super) fn conjunction(circuit: &Circuit, literal: Literal) -> Vec<Literal> {
    let mut parts = Vec::new();
    let mut waiting = vec![literal];
    let mut seen = FxHashSet::default();
    while let Some(literal) = waiting.pop() {
        if !seen.insert(literal) {
            continue;
        }
        match circuit.gate(literal.node()) {
            Gate::All(literals) if !literal.is_negated() => waiting.extend(literals),
            Gate::Any(literals)
                if literal.is_negated() && circuit.label(literal.node()).is_none() =>
            {
                waiting.extend(literals.iter().map(|literal| !*literal));
            }
            Gate::Any(literals) if literals.len() == 1 && !literal.is_negated() => {
                waiting.push(literals[0])
            }
            _ => parts.push(literal),
        }
    }
    parts.sort_unstable();
    parts
}

/// The program for one word: whether the first literal holds, or [`BEYOND`] where the second does.
pub fn told(
    families: &mut Families<'_>,
    layout: &Layout,
    [truth, beyond]: [Literal; 2],
) -> Result<Program, Halt> {
    let mut emitter = Emitter::new(families, layout, 0);
    emitter.prepare([truth, beyond].into_iter())?;
    let (truth, beyond) = (emitter.scalar(truth)?, emitter.scalar(beyond)?);
    let told = emitter.told(truth, beyond);
    Ok(emitter.finish(&[told]))
}

/// The program for values: for each role whether there is one, and which; the first whose condition
/// holds counts.
pub fn values(
    families: &mut Families<'_>,
    layout: &Layout,
    roles: &[Values],
) -> Result<Program, Halt> {
    let mut emitter = Emitter::new(families, layout, 0);
    emitter.prepare(cut::literals(roles))?;
    let mut outputs = Vec::new();
    for values in roles {
        let mut is_there = emitter.builder.constant(0);
        let mut value = emitter.builder.constant(0);
        for (condition, sum) in values.iter().rev() {
            let holds = emitter.scalar(*condition)?;
            let sum = emitter.sum(sum)?;
            let this = emitter.builder.and(sum, holds);
            let other = emitter.builder.and_not(value, holds);
            value = emitter.builder.or(this, other);
            is_there = emitter.builder.or(is_there, holds);
        }
        outputs.extend([is_there, value]);
    }
    Ok(emitter.finish(&outputs))
}
