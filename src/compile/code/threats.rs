//! The facts that would end the game if a move added them: for example the cells that would complete
//! a line. Nothing here knows of lines: the facts are the [differences](Builder::differences) of what
//! the rules call the end.
//!
//! It is an estimate, and asks for no legal move: whether a role can add the fact at once, or ever,
//! is left open. Facts that positions have in digits are left out.

use super::{Code, Form, Mode, Region};
use crate::compile::circuit::{Gate, Literal};
use crate::compile::interrupt::Interrupt;
use crate::compile::residual::{AddedNumber, Residual};
use crate::compile::words::{Builder, Program, Value};

/// If turns and moves of all modes take more operations, an estimate costs more than it is worth.
const MOST_OPERATIONS: usize = 8_000;

/// The mean of the weights of the facts that a role can add.
const MEAN_WEIGHT: u32 = 2000;

/// By role, the bits of the facts that its moves can add, in words of a position.
pub(super) type Addable = Vec<Vec<u64>>;

/// The facts that the moves of each role can add, in some position.
pub(super) fn addable(
    residual: &Residual,
    bit: impl Fn(u32, u16) -> Option<usize>,
    words: usize,
) -> Addable {
    let mut addable = vec![vec![0; words]; residual.roles];
    for played in &residual.moves {
        let effects = residual.effects(played).flat_map(|(adds, ..)| adds);
        let facts = effects.map(|effect| (effect.cell, effect.content));
        let numbers = played.numbers.iter().flat_map(AddedNumber::facts);
        for (cell, content) in facts.chain(numbers) {
            if let Some(bit) = bit(cell, content) {
                addable[played.role][bit / 64] |= 1 << (bit % 64);
            }
        }
    }
    addable
}

/// By role and bit of a position, how much the end of the game hangs on the fact: the number of paths
/// from the end to the fact in the circuit, such as the lines in which a cell lies. 2000 is the mean of
/// the facts that the role can add; 0 is a fact that it cannot add.
pub(super) fn weights(
    residual: &Residual,
    bit: impl Fn(u32, u16) -> Option<usize>,
    addable: &Addable,
) -> Vec<Vec<u32>> {
    let circuit = &residual.circuit;
    let words = addable.first().map_or(0, Vec::len);
    let mut paths = vec![0_u64; circuit.size()];
    let mut of_bits = vec![0; words * 64];
    paths[residual.terminal.node().index()] = 1;
    for node in circuit.nodes().rev() {
        let own = paths[node.index()];
        let mut pass_on = |part: &Literal| {
            let paths = &mut paths[part.node().index()];
            *paths = paths.saturating_add(own);
        };
        match circuit.gate(node) {
            Gate::All(parts) | Gate::Any(parts) => parts.iter().for_each(pass_on),
            Gate::AtLeastZero(sum) | Gate::Zero(sum) => {
                sum.terms.iter().for_each(|(part, _)| pass_on(part));
            }
            Gate::Fact { cell, .. } if residual.is_choice(*cell) => {}
            Gate::Fact { cell, content } => {
                if let Some(bit) = bit(*cell, *content) {
                    of_bits[bit] = own;
                }
            }
            // The paths that go in a circle have no number.
            Gate::True | Gate::After(_) | Gate::Circular(_) => {}
        }
    }
    let of_role = |addable: &Vec<u64>| of_role(&of_bits, addable);
    addable.iter().map(of_role).collect()
}

/// The weights of the facts that a role can add, given the paths to all facts.
fn of_role(paths: &[u64], addable: &[u64]) -> Vec<u32> {
    let is_addable = |bit: &usize| addable[bit / 64] >> (bit % 64) & 1 == 1;
    let own = |bit: usize| {
        if is_addable(&bit) {
            paths[bit] as f64
        } else {
            0.0
        }
    };
    let count = (0..paths.len()).filter(is_addable).count();
    let sum: f64 = (0..paths.len()).map(own).sum();
    let unit = match sum > 0.0 {
        true => f64::from(MEAN_WEIGHT) * count as f64 / sum,
        false => 0.0,
    };
    (0..paths.len())
        .map(|bit| (own(bit) * unit) as u32)
        .collect()
}

impl Code {
    /// The programs that count threats: one for each mode. Their inputs are the words of a position.
    /// For each role they count the facts that it can add to an empty cell and that would end the
    /// game. None if no fact would, if that takes too many operations or goes in a loop, or if
    /// somebody stops it.
    #[must_use]
    pub fn threats(&self, stop: &Interrupt) -> Option<Vec<Program>> {
        self.worthwhile(Self::threats_in, stop)
    }

    /// The programs that tell whether a legal move ends the game by a fact that it adds: one for each
    /// mode. Their inputs are the words of a position and the outputs of its turn. They give one word,
    /// all ones or 0. None as for [`threats`](Self::threats).
    #[must_use]
    pub fn ending(&self, stop: &Interrupt) -> Option<Vec<Program>> {
        self.worthwhile(Self::ending_in, stop)
    }

    /// Makes a program for each mode, if they tell anything and are not too large.
    fn worthwhile(
        &self,
        make: fn(&Self, &Mode) -> Program,
        stop: &Interrupt,
    ) -> Option<Vec<Program>> {
        // What they are made of: the turn once more, and the moves of each family.
        let parts = |mode: &Mode| {
            let families = mode.families.iter();
            let applies = families.map(|family| mode.applies[family.apply].len());
            mode.turn.len() + applies.sum::<usize>()
        };
        let has_loops = self.modes.iter().any(|mode| mode.turn.has_loops());
        if has_loops || self.modes.iter().map(parts).sum::<usize>() > MOST_OPERATIONS {
            return None;
        }
        let mut programs = Vec::new();
        for mode in &self.modes {
            stop.look().ok()?;
            programs.push(make(self, mode));
        }
        let tells = |program: &Program| {
            let mut outputs = program.outputs().iter();
            outputs.any(|output| !program.is_zero(*output))
        };
        programs.iter().any(tells).then_some(programs)
    }

    fn threats_in(&self, mode: &Mode) -> Program {
        let words = self.layout.words();
        let mut builder = Builder::new(words);
        let position = builder.inputs(0..words);
        let mut ends = builder.differences(&mode.turn, &position, mode.over);
        let regions = self.layout.regions();
        let has_planes = |region: &&Region| region.form() == Form::Planes;
        for region in regions.iter().filter(has_planes) {
            leave_empty_cells(&mut builder, region, &position, &mut ends);
        }
        let counts: Vec<Value> = self
            .addable
            .iter()
            .map(|addable| count(&mut builder, &ends, addable))
            .collect();
        builder.finish(&counts)
    }

    fn ending_in(&self, mode: &Mode) -> Program {
        let words = self.layout.words();
        let turn = words..words + mode.turn.outputs().len();
        let mut builder = Builder::new(turn.end);
        let position = builder.inputs(0..words);
        let turn = builder.inputs(turn);
        let ends = builder.differences(&mode.turn, &position, mode.over);
        let mut ending = builder.constant(0);
        for family in &mode.families {
            // All legal moves of the family at once add about what each of them adds.
            let kept = &turn[mode.kept.clone()];
            let legal = &turn[family.legal.clone()];
            let given = [&position, kept, legal].concat();
            let next = builder.append(&mode.applies[family.apply], &given);
            let mut of_family = builder.constant(0);
            for word in (0..words).filter(|word| !self.layout.is_of_digits(*word)) {
                let added = builder.and_not(next[word], position[word]);
                let ends = builder.and(added, ends[word]);
                of_family = builder.or(of_family, ends);
            }
            // The program for a single move need not look whether it is chosen.
            if let [legal] = legal
                && family.moves.len() == 1
            {
                let is_legal = builder.any(*legal);
                of_family = builder.and(of_family, is_legal);
            }
            ending = builder.or(ending, of_family);
        }
        let is_ending = builder.any(ending);
        builder.finish(&[is_ending])
    }
}

/// Leaves of the sets of facts of a relation those whose cells have no content.
fn leave_empty_cells(
    builder: &mut Builder,
    region: &Region,
    position: &[Value],
    sets: &mut [Value],
) {
    for word in 0..region.plane_words() {
        let planes = region.planes().map(|plane| plane + word);
        let taken = planes.clone().fold(builder.constant(0), |taken, plane| {
            builder.or(taken, position[plane])
        });
        for plane in planes {
            sets[plane] = builder.and_not(sets[plane], taken);
        }
    }
}

/// Counts the bits of sets that are among these.
fn count(builder: &mut Builder, sets: &[Value], among: &[u64]) -> Value {
    let mut sum = builder.constant(0);
    for (set, among) in sets.iter().zip(among) {
        let among = builder.constant(*among);
        let bits = builder.and(*set, among);
        let count = builder.count(bits);
        sum = builder.add(sum, count);
    }
    sum
}
