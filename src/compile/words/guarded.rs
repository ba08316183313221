//! Sections that a program does not have yet: where a value is zero, much of what is computed with it is
//! zero whatever the rest says, and need not be computed at all.
//!
//! What follows from a value being zero, or all ones, is found by constant propagation; which operations
//! nobody needs then by a pass from the outputs back (P. Cousot and R. Cousot, "Abstract Interpretation",
//! 1977, gives the frame). Whether a guard pays is told by samples of inputs: by how often it is zero, and
//! how often that changes.

use rustc_hash::FxHashMap;

use super::operation::Operation::{self, *};
use super::operation::Value;
use super::program::{Program, Step};

/// How many operations take as long as a branch that the processor did not foresee.
const UNFORESEEN: usize = 40;

/// How many values are tried as guards of a region: those that most operations need.
const MOST_TRIED: usize = 24;

/// How often operations that cannot stand together are taken out of a section, before it is given up.
const MOST_ROUNDS: usize = 16;

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Zero,
    Ones,
    Nothing,
}

/// That a value is zero, or all ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Assumption {
    value: usize,
    is_ones: bool,
}

/// A part of a program.
enum Item {
    /// The operation of this value.
    Value(usize),
    /// What is left out where the assumption holds.
    Section(Assumption, Vec<Item>),
}

/// Operations in order that are to be arranged.
type Region = Vec<usize>;

/// A set of samples, the first ones.
type Samples = u128;

/// A program for which sections are found.
struct Guarding<'p> {
    program: &'p Program,
    /// A section of fewer operations is not worth a branch.
    least: usize,
    /// By value; none for inputs.
    operations: Vec<Option<Operation>>,
    /// By value those that are computed from it.
    users: Vec<Vec<usize>>,
    /// By value whether it is an output or a guard.
    is_kept: Vec<bool>,
    /// By value the samples in which it is zero, and those in which it is all ones.
    known: Vec<(Samples, Samples)>,
    /// By value what is known whatever the inputs are.
    always: Vec<Known>,
    /// How many samples there are.
    samples: u32,
}

impl Program {
    /// The same program with sections of `least` operations or more: guards are values that are zero, or
    /// all ones, for many of these inputs, which come one after the other. A program with sections or loops
    /// stays as it is.
    ///
    /// # Panics
    /// If a sample has fewer words than the program has inputs.
    #[must_use]
    pub fn guarded(&self, samples: &[Vec<u64>], least: usize) -> Program {
        let is_plain = |step: &Step| matches!(step, Step::Compute(_));
        if samples.is_empty() || self.len() < least || !self.steps.iter().all(is_plain) {
            return self.clone();
        }
        let mut guarding = Guarding::new(self, samples, least);
        let (constants, others): (Region, Region) = (self.inputs..guarding.operations.len())
            .partition(|value| matches!(guarding.operations[*value], Some(Constant(_))));
        let mut items: Vec<Item> = constants.into_iter().map(Item::Value).collect();
        let all = Samples::MAX >> (Samples::BITS - guarding.samples);
        guarding.arrange(others, all, &mut items);
        guarding.finish(&items)
    }
}

impl<'p> Guarding<'p> {
    fn new(program: &'p Program, samples: &[Vec<u64>], least: usize) -> Self {
        let mut operations: Vec<Option<Operation>> = vec![None; program.inputs];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); program.inputs + program.len()];
        for operation in program.operations() {
            for operand in operation.operands() {
                users[operand.number()].push(operations.len());
            }
            operations.push(Some(operation));
        }
        let mut is_kept = vec![false; operations.len()];
        for output in &program.outputs {
            is_kept[output.number()] = true;
        }
        let mut always: Vec<Known> = Vec::with_capacity(operations.len());
        for operation in &operations {
            always.push(match operation {
                Some(operation) => follows(*operation, |operand| always[operand.number()]),
                None => Known::Nothing,
            });
        }
        Self {
            program,
            least,
            always,
            known: known_in(&operations, samples),
            samples: samples.len().min(Samples::BITS as usize) as u32,
            operations,
            users,
            is_kept,
        }
    }

    /// Adds these operations, with sections where they pay. They are done in some samples.
    fn arrange(&mut self, region: Region, done: Samples, items: &mut Vec<Item>) {
        if region.len() < self.least {
            return items.extend(region.into_iter().map(Item::Value));
        }
        let guards = self.guards(&region, done).into_iter();
        let sections = guards.map(|(guard, idle)| (guard, idle, self.needless(&region, guard)));
        // What is saved on average.
        let saved = |(_, idle, needless): &(Assumption, Samples, Region)| {
            let left_out = idle.count_ones() as usize * needless.len();
            let lost = UNFORESEEN * self.changes(*idle, done);
            left_out.saturating_sub(lost) / self.samples as usize
        };
        let best = sections.max_by_key(saved);
        let Some((guard, idle, inner)) = best.filter(|best| saved(best) >= self.least.max(1))
        else {
            return items.extend(region.into_iter().map(Item::Value));
        };
        self.is_kept[guard.value] = true;
        let (before, after) = self.around(&region, guard, &inner);
        self.arrange(before, done, items);
        let mut within = Vec::new();
        self.arrange(inner, done & !idle, &mut within);
        items.push(Item::Section(guard, within));
        self.arrange(after, done, items);
    }

    /// What may be assumed of values that operations of the region are computed from, each with the
    /// samples in which it is so: half of those in which they are done or more. A few samples tell little
    /// of what is seldom.
    fn guards(&self, region: &[usize], done: Samples) -> Vec<(Assumption, Samples)> {
        let mut uses: FxHashMap<usize, usize> = FxHashMap::default();
        for operand in region.iter().flat_map(|value| self.operands(*value)) {
            *uses.entry(operand).or_default() += 1;
        }
        let mut guards = Vec::new();
        for (value, uses) in uses {
            let (zero, ones) = self.known[value];
            for (idle, is_ones) in [(zero & done, false), (ones & done, true)] {
                let is_constant = matches!(self.operations[value], Some(Constant(_)));
                let is_mostly_idle = 2 * idle.count_ones() >= done.count_ones().max(1);
                if is_mostly_idle && !is_constant {
                    guards.push((uses, Assumption { value, is_ones }, idle));
                }
            }
        }
        let order = |(uses, guard, idle): &(usize, Assumption, Samples)| {
            (
                uses * idle.count_ones() as usize,
                guard.value,
                guard.is_ones,
            )
        };
        guards.sort_unstable_by_key(|guard| std::cmp::Reverse(order(guard)));
        guards.truncate(MOST_TRIED);
        let guards = guards.into_iter();
        guards.map(|(_, guard, idle)| (guard, idle)).collect()
    }

    /// How often it changes from one of the samples in which something is done to the next whether it is
    /// idle.
    fn changes(&self, idle: Samples, done: Samples) -> usize {
        let samples = (0..self.samples).filter(|sample| done >> sample & 1 == 1);
        let is_idle: Vec<bool> = samples.map(|sample| idle >> sample & 1 == 1).collect();
        is_idle.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// Operations of the region that nobody needs under an assumption, in order, which can stand together:
    /// those that are barred for that stay outside, so there may be more.
    fn needless(&self, region: &[usize], assumption: Assumption) -> Region {
        let known = self.known(assumption, region);
        let mut is_needless = vec![false; self.operations.len()];
        // What the assumption is about has to be computed.
        let mut is_barred = vec![false; self.operations.len()];
        is_barred[assumption.value] = true;
        for _ in 0..MOST_ROUNDS {
            for value in region.iter().rev() {
                is_needless[*value] =
                    !is_barred[*value] && self.is_left_out(*value, &known, &is_needless);
            }
            let mixed = self.mixed(region, &is_needless);
            if mixed.is_empty() {
                let needless = region.iter().copied();
                return needless.filter(|value| is_needless[*value]).collect();
            }
            mixed.iter().for_each(|value| is_barred[*value] = true);
        }
        Region::new()
    }

    /// Whether a value is zero, or nobody needs it.
    fn is_left_out(&self, value: usize, known: &[Known], is_needless: &[bool]) -> bool {
        if known[value] == Known::Zero {
            return true;
        }
        !self.is_kept[value] && self.users[value].iter().all(|user| is_needless[*user])
    }

    /// Those among the needless operations that are computed from another one by way of one that is not
    /// needless.
    fn mixed(&self, region: &[usize], is_needless: &[bool]) -> Region {
        let mut is_behind = vec![false; self.operations.len()];
        let mut mixed = Vec::new();
        for value in region {
            let mut operands = self.operands(*value);
            if is_needless[*value] {
                if operands.any(|operand| is_behind[operand]) {
                    mixed.push(*value);
                    is_behind[*value] = true;
                }
            } else {
                is_behind[*value] =
                    operands.any(|operand| is_behind[operand] || is_needless[operand]);
            }
        }
        mixed
    }

    /// What of the region comes before a section and what behind it.
    fn around(&self, region: &[usize], guard: Assumption, inner: &[usize]) -> (Region, Region) {
        let mut is_needed = vec![false; self.operations.len()];
        let mut is_inner = vec![false; self.operations.len()];
        is_needed[guard.value] = true;
        for value in inner {
            is_inner[*value] = true;
            is_needed[*value] = true;
        }
        for value in region.iter().rev() {
            if is_needed[*value] {
                self.operands(*value)
                    .for_each(|operand| is_needed[operand] = true);
            }
        }
        let outer = region.iter().copied().filter(|value| !is_inner[*value]);
        outer.partition(|value| is_needed[*value])
    }

    /// The values from which one is computed.
    fn operands(&self, value: usize) -> impl Iterator<Item = usize> + use<> {
        let operation = self.operations[value].into_iter();
        operation.flat_map(Operation::operands).map(Value::number)
    }

    /// What follows from an assumption for the operations of a region. Only what is computed from a value of which
    /// more is known is looked at again.
    fn known(&self, assumption: Assumption, region: &[usize]) -> Vec<Known> {
        let mut known = self.always.clone();
        known[assumption.value] = match assumption.is_ones {
            true => Known::Ones,
            false => Known::Zero,
        };
        let mut is_waiting = vec![false; known.len()];
        let wake = |value: usize, is_waiting: &mut Vec<bool>| {
            self.users[value]
                .iter()
                .for_each(|user| is_waiting[*user] = true);
        };
        wake(assumption.value, &mut is_waiting);
        debug_assert!(region.is_sorted(), "a region is in order");
        let last = region.last().copied().unwrap_or(0);
        for value in assumption.value + 1..=last {
            if !is_waiting[value] {
                continue;
            }
            let Some(operation) = self.operations[value] else {
                continue;
            };
            let follows = follows(operation, |operand| known[operand.number()]);
            if follows != known[value] {
                known[value] = follows;
                wake(value, &mut is_waiting);
            }
        }
        known
    }

    /// The program with its operations in the order of these items.
    fn finish(&self, items: &[Item]) -> Program {
        let mut numbering = Numbering {
            guarding: self,
            renamed: (0..self.operations.len()).map(Value::new).collect(),
            next: self.program.inputs,
            steps: Vec::new(),
        };
        numbering.add(items);
        let outputs = self.program.outputs.iter();
        let outputs = outputs.map(|output| numbering.renamed[output.number()]);
        Program {
            inputs: self.program.inputs,
            outputs: outputs.collect(),
            steps: numbering.steps.into(),
        }
    }
}

/// Numbers values anew in the order in which they are computed.
struct Numbering<'g, 'p> {
    guarding: &'g Guarding<'p>,
    renamed: Vec<Value>,
    next: usize,
    steps: Vec<Step>,
}

impl Numbering<'_, '_> {
    fn add(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Value(value) => {
                    if let Some(operation) = self.guarding.operations[*value] {
                        let operation = operation.map(|operand| self.renamed[operand.number()]);
                        self.renamed[*value] = self.compute(operation);
                    }
                }
                Item::Section(assumption, within) => {
                    let value = self.renamed[assumption.value];
                    let guard = match assumption.is_ones {
                        true => self.compute(Not(value)),
                        false => value,
                    };
                    self.steps.push(Step::Section(guard));
                    self.add(within);
                    self.steps.push(Step::End);
                }
            }
        }
    }

    fn compute(&mut self, operation: Operation) -> Value {
        self.steps.push(Step::Compute(operation));
        self.next += 1;
        Value::new(self.next - 1)
    }
}

/// For each value the samples in which it is zero, and those in which it is all ones.
fn known_in(operations: &[Option<Operation>], samples: &[Vec<u64>]) -> Vec<(Samples, Samples)> {
    let mut known = vec![(0, 0); operations.len()];
    for (sample, inputs) in samples.iter().take(Samples::BITS as usize).enumerate() {
        let mut words: Vec<u64> = Vec::with_capacity(operations.len());
        for (value, operation) in operations.iter().enumerate() {
            let word = match operation {
                Some(operation) => operation.evaluate(|operand| words[operand.number()]),
                None => inputs[value],
            };
            words.push(word);
            let (zero, ones) = &mut known[value];
            *zero |= Samples::from(word == 0) << sample;
            *ones |= Samples::from(word == u64::MAX) << sample;
        }
    }
    known
}

/// What is known of the result of an operation.
fn follows(operation: Operation, known: impl Fn(Value) -> Known) -> Known {
    use Known::{Nothing, Ones, Zero};
    match operation {
        Constant(0) => Zero,
        Constant(u64::MAX) => Ones,
        Constant(_) => Nothing,
        Not(a) => match known(a) {
            Zero => Ones,
            Ones => Zero,
            Nothing => Nothing,
        },
        And(a, b) => match (known(a), known(b)) {
            (Zero, _) | (_, Zero) => Zero,
            (Ones, other) | (other, Ones) => other,
            (Nothing, Nothing) => Nothing,
        },
        AndNot(a, b) => match (known(a), known(b)) {
            (Zero, _) | (_, Ones) => Zero,
            (other, Zero) => other,
            (Ones | Nothing, Nothing) => Nothing,
        },
        Or(a, b) => match (known(a), known(b)) {
            (Ones, _) | (_, Ones) => Ones,
            (Zero, other) | (other, Zero) => other,
            (Nothing, Nothing) => Nothing,
        },
        Xor(a, b) => match (known(a), known(b)) {
            (Zero, other) | (other, Zero) => other,
            (Ones, Ones) => Zero,
            (Ones | Nothing, Nothing) | (Nothing, Ones) => Nothing,
        },
        Any(a) => known(a),
        ShiftLeft(a, _) | ShiftRight(a, _) | Count(a) => match known(a) {
            Zero => Zero,
            Ones | Nothing => Nothing,
        },
        Multiply(a, b) => match (known(a), known(b)) {
            (Zero, _) | (_, Zero) => Zero,
            _ => Nothing,
        },
        Add(a, b) | Subtract(a, b) | Less(a, b) => match (known(a), known(b)) {
            (Zero, Zero) => Zero,
            _ => Nothing,
        },
        Equal(a, b) => match (known(a), known(b)) {
            (Zero, Zero) | (Ones, Ones) => Ones,
            (Zero, Ones) | (Ones, Zero) => Zero,
            _ => Nothing,
        },
        Growing(_) => Nothing,
    }
}
