//! Programs that play moves of several roles at once: the facts of the next position, with the chosen moves as
//! inputs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::MoveFamily;
use super::cut;
use super::effects::Effects;
use super::emitter::{Emitter, Given, MOST_OF_MOVE};
use super::layout::Layout;
use super::moves::Moves;
use super::next::Way;
use crate::compile::circuit::Literal;
use crate::compile::families::{Families, GivenPlane, Halt};
use crate::compile::residual::{self, Effect, Residual};
use crate::compile::words::{Builder, Program, Value, Variations};

/// A program that plays moves of several roles at once. Its inputs are the words of the position and
/// sets of moves; its outputs are those of [`Mode::applies`](super::Mode::applies).
#[derive(Clone, Debug)]
pub struct Together {
    /// The program.
    pub program: Program,
    /// By the number of a move in the residual's list the input and the bit that say that it is
    /// chosen; none for a move that is never legal in the mode.
    pub choices: Vec<Option<(usize, u32)>>,
    /// The first input with moves of each family.
    first: Vec<usize>,
}

/// The inputs that say which moves are chosen.
struct Inputs {
    planes: Vec<GivenPlane>,
    /// The first input of each plane.
    first_of_plane: Vec<usize>,
    /// The first input of each family of moves.
    first: Vec<usize>,
    /// The input of each move that has no lanes, by its fact.
    facts: FxHashMap<(u32, u16), usize>,
    choices: Vec<Option<(usize, u32)>>,
    /// How many inputs there are, with the words of the position.
    count: usize,
}

impl Inputs {
    fn new(families: &Families<'_>, residual: &Residual, moves: &[Moves], words: usize) -> Self {
        let mut inputs = Self {
            planes: Vec::new(),
            first_of_plane: Vec::new(),
            first: Vec::new(),
            facts: FxHashMap::default(),
            choices: vec![None; residual.moves.len()],
            count: words,
        };
        for moves in moves {
            let first = inputs.count;
            inputs.first.push(first);
            inputs.count += moves.lanes(families).words().len();
            let mut facts = Vec::new();
            for (lane, entry) in &moves.entries {
                let choice = &mut inputs.choices[entry.number];
                // A move that is listed twice is chosen at its first place.
                if choice.is_none()
                    && let Some(fact) = residual.choice(entry.number)
                {
                    *choice = Some((first + lane / 64, (lane % 64) as u32));
                    facts.push((*lane, fact));
                }
            }
            match moves.space {
                Some(space) => {
                    inputs.planes.push(GivenPlane { space, facts });
                    inputs.first_of_plane.push(first);
                }
                None => inputs
                    .facts
                    .extend(facts.into_iter().map(|(_, fact)| (fact, first))),
            }
        }
        inputs
    }

    fn given(&self, families: &Families<'_>, builder: &Builder) -> Given {
        let plane = |(plane, first): (&GivenPlane, &usize)| {
            let words = families.spaces().get(plane.space).lanes().div_ceil(64);
            builder.inputs(*first..first + words)
        };
        let facts = self.facts.iter();
        Given {
            planes: self
                .planes
                .iter()
                .zip(&self.first_of_plane)
                .map(plane)
                .collect(),
            facts: facts
                .map(|(fact, input)| (*fact, builder.input(*input)))
                .collect(),
        }
    }
}

/// The program that plays moves of several roles at once, if the game has one.
pub fn together(
    families: &Families<'_>,
    layout: &Layout,
    residual: &Residual,
    moves: &[Moves],
    is_ever_joint: bool,
) -> Result<Option<Together>, Halt> {
    let Some(together) = &residual.together else {
        return Ok(None);
    };
    let other_ways: &[Way] = match is_ever_joint {
        true => &Way::OTHERS,
        false => &[],
    };
    let made = made(together, families, layout, residual, moves, other_ways);
    made.map(Some).map_err(|halt| match halt {
        Halt::LongMove { most } if !together.is_for_all => Halt::LongJointMove { most },
        halt => halt,
    })
}

fn made(
    together: &residual::Together,
    families: &Families<'_>,
    layout: &Layout,
    residual: &Residual,
    moves: &[Moves],
    other_ways: &[Way],
) -> Result<Together, Halt> {
    let inputs = Inputs::new(families, residual, moves, layout.words());
    let conditions = together.next.iter().map(|effect| effect.condition);
    let literals: Vec<Literal> = conditions.chain(together.faults.iter().copied()).collect();
    let is_possible: FxHashSet<(u32, u16)> = (0..residual.moves.len())
        .filter(|number| inputs.choices[*number].is_some())
        .filter_map(|number| residual.choice(number))
        .collect();
    let (circuit, images) = cut::only_where(&residual.circuit, &literals, &|cell, content| {
        let is_open = !residual.is_choice(cell) || is_possible.contains(&(cell, content));
        (!is_open).then_some(false)
    });
    let (next, faults) = images.split_at(together.next.len());
    let next: Vec<Effect> = together
        .next
        .iter()
        .zip(next)
        .map(|(effect, condition)| Effect {
            condition: *condition,
            ..*effect
        })
        .collect();
    if circuit.size() > MOST_OF_MOVE {
        return Err(Halt::LongMove { most: MOST_OF_MOVE });
    }
    let mut families = families.of(&circuit, &inputs.planes)?;
    let mut emitter = Emitter::of_move(&mut families, layout, inputs.count - layout.words());
    emitter.given = inputs.given(emitter.families, &emitter.builder);
    emitter.prepare(images.iter().copied())?;
    let mut outputs = emitter.next_facts(&next, together.is_whole, other_ways)?;
    let fault = emitter.one_of(faults)?;
    outputs.push(fault);
    Ok(Together {
        program: emitter.finish(&outputs),
        choices: inputs.choices,
        first: inputs.first,
    })
}

/// The programs that play a move of one family at a time.
pub struct Alone<'t> {
    together: &'t Together,
    program: Variations<'t>,
    /// How many inputs come before the moves of a family.
    first: usize,
    /// The moves of a family.
    moves: Vec<Value>,
    /// The same where it has but one.
    only: [Value; 1],
}

impl<'t> Alone<'t> {
    /// The programs for these families have the inputs of [`Mode::applies`](super::Mode::applies). The `kept` words
    /// are not read.
    pub fn new(
        together: &'t Together,
        layout: &Layout,
        kept: usize,
        families: &[MoveFamily],
    ) -> Self {
        let first = layout.words() + kept;
        let words = families.iter().map(words_of).max().unwrap_or(0);
        let mut builder = Builder::new(first + words);
        let moves = builder.inputs(first..first + words);
        let only = [builder.constant(1)];
        let zero = builder.constant(0);
        let mut inputs = builder.inputs(0..layout.words());
        inputs.resize(together.program.inputs(), zero);
        Self {
            together,
            program: Variations::new(&together.program, builder, inputs),
            first,
            moves,
            only,
        }
    }

    /// The programs that play a move of each family.
    ///
    /// # Errors
    /// If they are too large, with all others that are counted.
    pub fn programs(
        &mut self,
        families: &[MoveFamily],
        effects: &Effects,
    ) -> Result<Vec<Program>, Halt> {
        let of_family = |(number, family)| {
            let program = self.apply(family, number);
            effects.add(&program)?;
            Ok(program)
        };
        families.iter().enumerate().map(of_family).collect()
    }

    /// The program for each family that leaves its moves to the machine.
    pub fn failing(&self, families: &[MoveFamily]) -> Vec<Program> {
        let failing = |family: &MoveFamily| {
            let mut builder = Builder::new(self.first + words_of(family));
            let mut outputs = builder.inputs(0..self.together.program.outputs().len() - 1);
            outputs.push(builder.constant(u64::MAX));
            builder.finish(&outputs)
        };
        families.iter().map(failing).collect()
    }

    /// The program that plays a move of a family, by its number.
    fn apply(&mut self, family: &MoveFamily, number: usize) -> Program {
        let first = self.together.first[number];
        let is_elsewhere = |(lane, played): (usize, &Option<usize>)| {
            played.is_some_and(|played| {
                let choice = self.together.choices[played];
                choice != Some((first + lane / 64, (lane % 64) as u32))
            })
        };
        let is_listed_twice = family.moves.iter().enumerate().any(is_elsewhere);
        let words = words_of(family);
        let chosen = match &family.moves[..] {
            // It is chosen whenever it is played.
            [_] => &self.only,
            _ => &self.moves[..words],
        };
        let chosen = (first..).zip(chosen.iter().copied());
        self.program.vary(chosen, |builder, mut outputs| {
            if is_listed_twice {
                // The machine plays a move that is listed twice.
                let fails = builder.constant(u64::MAX);
                outputs.pop();
                outputs.push(fails);
            }
            builder.finish_with(self.first + words, &outputs)
        })
    }
}

/// How many words say which move of a family is chosen.
fn words_of(family: &MoveFamily) -> usize {
    family.moves.len().div_ceil(64)
}
