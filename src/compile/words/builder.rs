//! Making programs: equal operations are shared (hash-consing, A. P. Ershov 1958), and each is
//! simplified as it is added.

use std::iter;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::facts::Facts;
use super::operation::Operation::{self, *};
use super::operation::Value;
use super::program::{Program, Step};

/// A program that is being made.
///
/// **Sections.** What is built between [`section`](Self::section) and
/// [`end_section`](Self::end_section) runs only where the guard is not zero; elsewhere its values
/// are zero for whoever uses them after the end. A value may turn out to be one from before the
/// section (`or` of a value and zero is that value), and such a value keeps its own bits. So use a
/// value after the end only if it would be zero anyway where the guard is zero, or if it does not
/// matter there; what is used within the section alone may be anything.
///
/// **Loops.** What is built between [`begin_loop`](Self::begin_loop) and
/// [`end_loop`](Self::end_loop) runs again as long as a set [grows](Self::grow) in it. Sets only
/// grow, so every loop ends. Of the values of a loop use only the sets after its end.
#[derive(Clone, Debug)]
pub struct Builder {
    inputs: usize,
    /// By number of value.
    definitions: Vec<Definition>,
    /// The values that may be used for an equal operation at this place.
    known: FxHashMap<Operation, Value>,
    /// All sections, in the order of their beginnings; the first is the whole program.
    sections: Vec<Section>,
    /// The calls of `section` around this place, innermost last.
    open: Vec<Open>,
}

/// The number of the section that is the whole program.
const WHOLE: usize = 0;

/// How a value comes to be.
#[derive(Clone, Copy, Debug)]
struct Definition {
    /// Nothing for an input.
    operation: Option<Operation>,
    /// The number of the innermost section around it.
    section: usize,
    facts: Facts,
}

/// A part of a program that may be left out, or is done again and again.
#[derive(Clone, Debug)]
struct Section {
    /// Nothing for the whole program and for loops.
    guard: Option<Value>,
    /// The section around it; the whole program is its own.
    parent: usize,
    is_open: bool,
    /// For a loop the sets that grow in it, each with the value that it becomes.
    growing: Option<Vec<(Value, Value)>>,
}

/// A call of `section` that waits for its end.
#[derive(Clone, Copy, Debug)]
enum Open {
    /// This section, whose values begin at this number.
    Section { number: usize, first: usize },
    /// The guard is known not to be zero: the operations belong to the section around.
    Always,
    /// The guard is known to be zero: nothing in here is ever computed.
    Never,
}

impl Builder {
    /// The number of values so far, with those that nothing needs.
    #[must_use]
    pub fn size(&self) -> usize {
        self.definitions.len()
    }

    /// A program of so many inputs that does nothing yet.
    pub fn new(inputs: usize) -> Self {
        let input = Definition {
            operation: None,
            section: 0,
            facts: Facts::ANYTHING,
        };
        Self {
            inputs,
            definitions: vec![input; inputs],
            known: FxHashMap::default(),
            sections: vec![Section {
                guard: None,
                parent: 0,
                is_open: true,
                growing: None,
            }],
            open: Vec::new(),
        }
    }

    /// The input of this number.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn input(&self, number: usize) -> Value {
        assert!(number < self.inputs, "input {number} of {}", self.inputs);
        Value::new(number)
    }

    /// The inputs of these numbers.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn inputs(&self, numbers: Range<usize>) -> Vec<Value> {
        numbers.map(|number| self.input(number)).collect()
    }

    /// A constant word.
    pub fn constant(&mut self, word: u64) -> Value {
        self.share(Constant(word))
    }

    /// Each bit inverted.
    pub fn not(&mut self, a: Value) -> Value {
        self.compute(Not(a))
    }

    /// The bits of both.
    pub fn and(&mut self, a: Value, b: Value) -> Value {
        self.compute(And(a, b))
    }

    /// The bits of `a` that are not in `b`.
    pub fn and_not(&mut self, a: Value, b: Value) -> Value {
        self.compute(AndNot(a, b))
    }

    /// The bits of either.
    pub fn or(&mut self, a: Value, b: Value) -> Value {
        self.compute(Or(a, b))
    }

    /// The bits of one, not of both.
    pub fn xor(&mut self, a: Value, b: Value) -> Value {
        self.compute(Xor(a, b))
    }

    /// Towards higher bits; nothing is left from 64 places on.
    pub fn shift_left(&mut self, a: Value, places: u8) -> Value {
        if places < 64 {
            self.compute(ShiftLeft(a, places))
        } else {
            self.constant(0)
        }
    }

    /// Towards lower bits; nothing is left from 64 places on.
    pub fn shift_right(&mut self, a: Value, places: u8) -> Value {
        if places < 64 {
            self.compute(ShiftRight(a, places))
        } else {
            self.constant(0)
        }
    }

    /// All ones if any bit is set, else zero.
    pub fn any(&mut self, a: Value) -> Value {
        self.compute(Any(a))
    }

    /// How many bits are set.
    pub fn count(&mut self, a: Value) -> Value {
        self.compute(Count(a))
    }

    /// The sum, wrapping.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.compute(Add(a, b))
    }

    /// `a` less `b`, wrapping.
    pub fn subtract(&mut self, a: Value, b: Value) -> Value {
        self.compute(Subtract(a, b))
    }

    /// The product, wrapping.
    pub fn multiply(&mut self, a: Value, b: Value) -> Value {
        self.compute(Multiply(a, b))
    }

    /// All ones if both are the same, else zero.
    pub fn equal(&mut self, a: Value, b: Value) -> Value {
        self.compute(Equal(a, b))
    }

    /// All ones if `a` is less than `b` as signed numbers, else zero.
    pub fn less(&mut self, a: Value, b: Value) -> Value {
        self.compute(Less(a, b))
    }

    /// The bits that are in one word at least, and those that are in two, of some words with one word more.
    pub fn once_and_twice(&mut self, (once, twice): (Value, Value), more: Value) -> (Value, Value) {
        let both = self.and(once, more);
        let twice = self.or(twice, both);
        (self.or(once, more), twice)
    }

    /// Begins a section: what follows runs only where the guard is not zero.
    pub fn section(&mut self, guard: Value) {
        let guard = self.same_when_zero(guard);
        let opened = match self.as_constant(guard) {
            _ if self.is_dead() => Open::Never,
            Some(0) => Open::Never,
            Some(_) => Open::Always,
            None if self.guards().any(|around| around == guard) => Open::Always,
            None => self.opened(Some(guard), None),
        };
        self.open.push(opened);
    }

    fn opened(&mut self, guard: Option<Value>, growing: Option<Vec<(Value, Value)>>) -> Open {
        let number = self.sections.len();
        self.sections.push(Section {
            guard,
            parent: self.current(),
            is_open: true,
            growing,
        });
        Open::Section {
            number,
            first: self.definitions.len(),
        }
    }

    /// Ends the innermost section; without one it does nothing.
    pub fn end_section(&mut self) {
        let Some(Open::Section { number, first }) = self.open.pop() else {
            return;
        };
        self.sections[number].is_open = false;
        for definition in &self.definitions[first..] {
            let Some(operation) = definition.operation else {
                continue;
            };
            if definition.section != WHOLE {
                self.known.remove(&operation);
            }
        }
    }

    /// A set that may grow in the loop that begins next, in the same section, with these bits at first.
    pub fn growing(&mut self, first: Value) -> Value {
        if self.is_dead() {
            return self.constant(0);
        }
        self.define(Growing(first), self.current())
    }

    /// Begins a loop: what follows runs again as long as a set grows in it.
    pub fn begin_loop(&mut self) {
        let opened = match self.is_dead() {
            true => Open::Never,
            false => self.opened(None, Some(Vec::new())),
        };
        self.open.push(opened);
    }

    /// Adds bits to a set that grows in the innermost loop. What the loop computes from the set has
    /// to be computed before.
    pub fn grow(&mut self, set: Value, by: Value) {
        let Some(Open::Section { number, .. }) = self.open.last().copied() else {
            return;
        };
        // Where `by` has the bits of the set already, the loop loses none of them.
        let into = match self.definition(by) {
            Some(Or(a, b)) if set == a || set == b => by,
            _ => {
                let into = self.in_order(Or(set, by));
                self.share(into)
            }
        };
        if let Some(growing) = &mut self.sections[number].growing {
            growing.push((set, into));
        }
    }

    /// Ends the innermost loop.
    pub fn end_loop(&mut self) {
        self.end_section();
    }

    /// The program with these outputs, without the operations that they do not need. Sections still
    /// open end here.
    pub fn finish(&self, outputs: &[Value]) -> Program {
        self.finish_with(self.inputs, outputs)
    }

    /// The same with the first `inputs` inputs only: the others are not needed.
    pub fn finish_with(&self, inputs: usize, outputs: &[Value]) -> Program {
        let (needed, numbers) = self.needed(outputs);
        debug_assert!(
            !needed[inputs..self.inputs].contains(&true),
            "an input is needed"
        );
        let is_constant =
            |number: &usize| matches!(self.definitions[*number].operation, Some(Constant(_)));
        let computed = numbers.into_iter().filter(|number| *number >= self.inputs);
        // Constants belong to no section, wherever they were met.
        let (constants, others): (Vec<_>, Vec<_>) = computed.partition(is_constant);

        let mut renamed: Vec<Value> = (0..self.inputs).map(Value::new).collect();
        // Of the others only those are looked up that are needed, which are renamed before.
        renamed.resize(self.definitions.len(), Value::new(0));
        let mut steps = Vec::new();
        let mut around = vec![WHOLE];
        for (position, number) in constants.into_iter().chain(others).enumerate() {
            let Definition {
                operation: Some(operation),
                section,
                ..
            } = self.definitions[number]
            else {
                continue;
            };
            self.enter(section, &mut around, &needed, &renamed, &mut steps);
            steps.push(Step::Compute(
                operation.map(|operand| renamed[operand.number()]),
            ));
            renamed[number] = Value::new(inputs + position);
        }
        self.enter(WHOLE, &mut around, &needed, &renamed, &mut steps);
        let renamed = |output: &Value| renamed[output.number()];
        Program {
            inputs,
            steps: steps.into(),
            outputs: outputs.iter().map(renamed).collect(),
        }
    }

    /// Forgets all values from this number on, since which no section has begun.
    pub(super) fn forget_from(&mut self, size: usize) {
        for definition in self.definitions.drain(size..) {
            if let Some(operation) = definition.operation {
                self.known.remove(&operation);
            }
        }
    }

    /// How many of the values from this number on these need.
    pub fn cost(&self, outputs: &[Value], from: usize) -> usize {
        let (_, numbers) = self.needed(outputs);
        numbers.len() - numbers.partition_point(|number| *number < from)
    }

    /// For each value whether these need it, themselves, the guards of their sections and what sets grow into
    /// among them; and the numbers of those that they need, in order.
    fn needed(&self, outputs: &[Value]) -> (Vec<bool>, Vec<usize>) {
        let growing = self.sections.iter().flat_map(|section| &section.growing);
        let grows: FxHashMap<Value, Value> = growing.flatten().copied().collect();
        let mut needed = vec![false; self.definitions.len()];
        let mut numbers = Vec::new();
        let mut waiting = outputs.to_vec();
        while let Some(value) = waiting.pop() {
            if std::mem::replace(&mut needed[value.number()], true) {
                continue;
            }
            numbers.push(value.number());
            let definition = self.definitions[value.number()];
            waiting.extend(
                definition
                    .operation
                    .into_iter()
                    .flat_map(Operation::operands),
            );
            waiting.extend(grows.get(&value));
            let guards = self.path(definition.section);
            waiting.extend(guards.filter_map(|section| self.sections[section].guard));
        }
        numbers.sort_unstable();
        (needed, numbers)
    }

    /// Ends and begins sections so that `around` leads to this one.
    fn enter(
        &self,
        section: usize,
        around: &mut Vec<usize>,
        needed: &[bool],
        renamed: &[Value],
        steps: &mut Vec<Step>,
    ) {
        let mut missing: Vec<usize> = self.path(section).collect();
        while let Some(innermost) = around.last() {
            if let Some(shared) = missing.iter().position(|section| section == innermost) {
                missing.truncate(shared);
                break;
            }
            match &self.sections[*innermost].growing {
                None => steps.push(Step::End),
                Some(growing) => {
                    let growing = growing.iter().filter(|(set, _)| needed[set.number()]);
                    steps.extend(growing.map(|(set, into)| Step::Grow {
                        set: renamed[set.number()],
                        into: renamed[into.number()],
                    }));
                    steps.push(Step::Repeat);
                }
            }
            around.pop();
        }
        for section in missing.into_iter().rev() {
            around.push(section);
            let Section { guard, growing, .. } = &self.sections[section];
            steps.extend(guard.map(|guard| Step::Section(renamed[guard.number()])));
            steps.extend(growing.is_some().then_some(Step::Loop));
        }
    }

    /// A section and those around it, innermost first.
    fn path(&self, section: usize) -> impl Iterator<Item = usize> {
        iter::successors(Some(section), |section| {
            (*section != WHOLE).then(|| self.sections[*section].parent)
        })
    }

    /// The guards of the sections around this place.
    fn guards(&self) -> impl Iterator<Item = Value> {
        self.path(self.current())
            .filter_map(|section| self.sections[section].guard)
    }

    /// The section to which an operation added here belongs.
    fn current(&self) -> usize {
        let number = |open: &Open| match open {
            Open::Section { number, .. } => Some(*number),
            Open::Always | Open::Never => None,
        };
        self.open.iter().rev().find_map(number).unwrap_or(WHOLE)
    }

    fn is_dead(&self) -> bool {
        matches!(self.open.last(), Some(Open::Never))
    }

    /// The value of an operation, as simple as is known.
    pub(super) fn compute(&mut self, operation: Operation) -> Value {
        if self.is_dead() {
            return self.constant(0);
        }
        // Each set grows for itself.
        if let Growing(first) = operation {
            return self.growing(first);
        }
        let operation = self.in_order(operation);
        if operation
            .operands()
            .all(|operand| self.as_constant(operand).is_some())
        {
            let word = operation.evaluate(|operand| self.as_constant(operand).unwrap_or_default());
            return self.constant(word);
        }
        self.simplify(operation)
            .unwrap_or_else(|| self.share(operation))
    }

    /// The value of this very operation: one that is known here already, or a new one.
    fn share(&mut self, operation: Operation) -> Value {
        if let Some(value) = self.known.get(&operation) {
            return *value;
        }
        let section = if matches!(operation, Constant(_)) {
            WHOLE
        } else {
            self.current()
        };
        let value = self.define(operation, section);
        self.known.insert(operation, value);
        value
    }

    fn define(&mut self, operation: Operation, section: usize) -> Value {
        let value = Value::new(self.definitions.len());
        let facts = Facts::of(operation, |operand| self.facts(operand));
        self.definitions.push(Definition {
            operation: Some(operation),
            section,
            facts,
        });
        value
    }

    /// The operation behind a value, if what it says holds here: past the end of a section it need
    /// not.
    pub(super) fn definition(&self, value: Value) -> Option<Operation> {
        let definition = self.definitions[value.number()];
        definition
            .operation
            .filter(|_| self.sections[definition.section].is_open)
    }

    /// The word of a value that is constant.
    pub(super) fn as_constant(&self, value: Value) -> Option<u64> {
        match self.definitions[value.number()].operation {
            Some(Constant(word)) => Some(word),
            _ => None,
        }
    }

    /// Whether a value is known to be zero.
    pub fn is_zero(&self, value: Value) -> bool {
        self.as_constant(value) == Some(0)
    }

    pub(super) fn facts(&self, value: Value) -> Facts {
        self.definitions[value.number()].facts
    }
}
