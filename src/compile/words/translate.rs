//! From a program to a function in the intermediate form of Cranelift, which makes native code of
//! it.

use std::mem;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    self, AbiParam, Block, BlockArg, InstBuilder, MemFlags, Signature, StackSlot,
};
use cranelift_codegen::isa::TargetFrontendConfig;

use super::operation::{Operation, Value};
use super::places::Places;
use super::program::{Program, Step};
use super::section::{Section, sections};
use super::segments::Segments;

/// An instruction about to be inserted.
type Insertion<'a, 'b> = ir::InsertBuilder<'a, &'a mut FuncCursor<'b>>;

/// How native code is called: with a pointer to the inputs, and one to the outputs.
pub(super) fn signature(target: TargetFrontendConfig) -> Signature {
    let mut signature = Signature::new(target.default_call_conv);
    signature
        .params
        .extend([AbiParam::new(target.pointer_type()); 2]);
    signature
}

/// Gives a function that has this signature and nothing else a body that computes the program.
pub(super) fn translate(program: &Program, function: &mut ir::Function) {
    let mut translation = Translation::new(program, function);
    for (position, step) in program.steps.iter().enumerate() {
        translation.enter(position);
        match step {
            Step::Compute(operation) => translation.compute(*operation),
            Step::Section(guard) => translation.begin(*guard),
            Step::End => translation.end(),
            Step::Loop => translation.begin_loop(),
            Step::Grow { into, .. } => translation.grow(*into),
            Step::Repeat => translation.repeat(),
        }
    }
    translation.finish();
}

/// A program of more operations is translated segment by segment: the register allocator takes time that
/// grows with the square of the values that it cannot keep in registers.
const MOST_WHOLE: usize = 2_500;

/// A program on its way to native code.
struct Translation<'a> {
    program: &'a Program,
    sections: Vec<Section>,
    cursor: FuncCursor<'a>,
    inputs: Inputs,
    /// The pointer to the outputs.
    outputs: ir::Value,
    /// By value.
    values: Vec<Computed>,
    /// How many sections have begun.
    begun: usize,
    /// The sections around this place, each with the block after its end.
    open: Vec<(usize, Block)>,
    /// The loops that have not begun yet, the next one last, each with the sets that grow in it.
    loops: Vec<Vec<Value>>,
    /// The loops around this place.
    rounds: Vec<Rounds>,
    /// What a large program keeps from segment to segment. A small one has no segments, and its values
    /// wait until they are used.
    storage: Option<Storage>,
    /// The number of values at the last border of a section or a loop. Later ones may wait.
    first_waiting: usize,
}

/// A loop around a place.
struct Rounds {
    /// The block with which each round begins; its parameters are the sets.
    head: Block,
    sets: Vec<Value>,
    /// What the sets have become in this round, in the same order.
    grown: Vec<ir::Value>,
}

/// What a segment of a large program finds on the stack, and what it leaves there.
struct Storage {
    segments: Segments,
    /// The segment that is translated.
    segment: usize,
    places: Places,
    /// The values that are words in this segment only, each with where it lies from the next one on.
    passing: Vec<(Value, Computed)>,
}

impl Storage {
    fn new(program: &Program) -> Self {
        Self {
            segments: Segments::new(program),
            segment: 0,
            places: Places::default(),
            passing: Vec::new(),
        }
    }

    /// Goes on to the next segment: forgets the words of this one, so that no register has to hold one
    /// for a later segment.
    fn leave_segment(&mut self, values: &mut [Computed], is_in_loop: bool) {
        for (value, later) in self.passing.drain(..) {
            values[value.number()] = later;
        }
        // The next round of a loop reads again what this round has read.
        if !is_in_loop {
            self.places.release(self.segment);
        }
        self.segment += 1;
    }

    /// The place where the word of a value is kept, if a later segment uses it.
    fn place(&mut self, value: Value, function: &mut ir::Function) -> Option<StackSlot> {
        let last_use = self.segments.last_use(value);
        if last_use <= self.segment {
            return None;
        }
        let place = self.places.take(function, last_use);
        self.passing.push((value, Computed::Stored(place)));
        Some(place)
    }
}

/// The inputs in the memory of the caller.
#[derive(Clone, Copy)]
struct Inputs {
    pointer: ir::Value,
}

impl Inputs {
    fn read(self, cursor: &mut FuncCursor<'_>, number: usize) -> ir::Value {
        let place = offset(number);
        cursor
            .ins()
            .load(I64, MemFlags::trusted(), self.pointer, place)
    }
}

/// Where a value comes from at a use.
#[derive(Clone, Copy)]
enum Computed {
    /// It is made for each use: that costs less than a register all the time.
    Constant(u64),
    /// It is computed when it is first used: until then it would take a register, or a place on the
    /// stack where these run out, and what is on the stack comes back slowly.
    Waiting(Operation),
    /// It is there. What a section computed is, after its end, what arrives there: the result, or
    /// zero.
    Word(ir::Value),
    /// It is the input of this number, in the memory of the caller.
    Input(usize),
    /// It was put on the stack by an earlier segment.
    Stored(StackSlot),
}

impl<'a> Translation<'a> {
    fn new(program: &'a Program, function: &'a mut ir::Function) -> Self {
        let entry = function.dfg.make_block();
        let [inputs, outputs] = [0, 1].map(|number| {
            let pointer = function.signature.params[number].value_type;
            function.dfg.append_block_param(entry, pointer)
        });
        let mut cursor = FuncCursor::new(function);
        cursor.insert_block(entry);
        let storage = (program.len() > MOST_WHOLE).then(|| Storage::new(program));
        let inputs = Inputs { pointer: inputs };
        let values = match storage {
            Some(_) => (0..program.inputs).map(Computed::Input).collect(),
            None => (0..program.inputs)
                .map(|input| Computed::Word(inputs.read(&mut cursor, input)))
                .collect(),
        };
        Self {
            program,
            sections: sections(program),
            cursor,
            inputs,
            outputs,
            values,
            begun: 0,
            open: Vec::new(),
            loops: growing(program),
            rounds: Vec::new(),
            first_waiting: program.inputs,
            storage,
        }
    }

    /// Comes to the step at this position.
    fn enter(&mut self, position: usize) {
        let has_left = |storage: &Storage| storage.segments.segment(position) > storage.segment;
        if self.storage.as_ref().is_some_and(has_left) {
            self.leave_segment();
        }
    }

    fn leave_segment(&mut self) {
        let is_in_loop = !self.rounds.is_empty();
        if let Some(storage) = &mut self.storage {
            storage.leave_segment(&mut self.values, is_in_loop);
        }
    }

    /// Says that a value is this word, and keeps the word for later segments.
    fn set(&mut self, value: Value, word: ir::Value) {
        self.values[value.number()] = Computed::Word(word);
        let storage = self.storage.as_mut();
        let function = &mut *self.cursor.func;
        if let Some(place) = storage.and_then(|storage| storage.place(value, function)) {
            self.cursor.ins().stack_store(word, place, 0);
        }
    }

    /// The word of a value, for a use at this place.
    fn word(&mut self, value: Value) -> ir::Value {
        if let Computed::Waiting(_) = self.values[value.number()] {
            self.compute_now(value);
        }
        let computed = self.values[value.number()];
        let word = match computed {
            Computed::Constant(word) => return self.cursor.ins().iconst(I64, word.cast_signed()),
            Computed::Word(word) => return word,
            Computed::Waiting(_) => unreachable!("a value that waits was computed just now"),
            Computed::Input(number) => self.inputs.read(&mut self.cursor, number),
            Computed::Stored(place) => self.cursor.ins().stack_load(I64, place, 0),
        };
        if let Some(storage) = &mut self.storage {
            storage.passing.push((value, computed));
        }
        self.values[value.number()] = Computed::Word(word);
        word
    }

    /// Computes a value that waits, and before it those that it needs.
    fn compute_now(&mut self, value: Value) {
        let mut wanted = vec![value];
        while let Some(&value) = wanted.last() {
            let Computed::Waiting(operation) = self.values[value.number()] else {
                wanted.pop();
                continue;
            };
            let waits =
                |operand: &Value| matches!(self.values[operand.number()], Computed::Waiting(_));
            let before = wanted.len();
            wanted.extend(operation.operands().filter(waits));
            if wanted.len() == before {
                let computed = self.computed(operation);
                self.values[value.number()] = computed;
                wanted.pop();
            }
        }
    }

    /// Computes all that waits: in a section or a loop it would be computed too seldom or too often.
    fn compute_waiting(&mut self) {
        for number in self.first_waiting..self.values.len() {
            self.compute_now(Value::new(number));
        }
        self.first_waiting = self.values.len();
    }

    fn compute(&mut self, operation: Operation) {
        let computed = match operation {
            Operation::Constant(word) => Computed::Constant(word),
            _ if self.storage.is_none() => Computed::Waiting(operation),
            _ => self.computed(operation),
        };
        self.values.push(computed);
        if let Computed::Word(word) = computed {
            self.set(Value::new(self.values.len() - 1), word);
        }
    }

    fn computed(&mut self, operation: Operation) -> Computed {
        use Operation::*;
        match operation {
            Constant(word) => Computed::Constant(word),
            Not(a) => self.unary(a, |ins, a| ins.bnot(a)),
            And(a, b) => self.binary(a, b, |ins, a, b| ins.band(a, b)),
            AndNot(a, b) => self.binary(a, b, |ins, a, b| ins.band_not(a, b)),
            Or(a, b) => self.binary(a, b, |ins, a, b| ins.bor(a, b)),
            Xor(a, b) => self.binary(a, b, |ins, a, b| ins.bxor(a, b)),
            ShiftLeft(a, places) => self.unary(a, |ins, a| ins.ishl_imm(a, i64::from(places))),
            ShiftRight(a, places) => self.unary(a, |ins, a| ins.ushr_imm(a, i64::from(places))),
            Any(a) => self.unary(a, |ins, a| ins.bmask(I64, a)),
            Count(a) => self.unary(a, |ins, a| ins.popcnt(a)),
            Add(a, b) => self.binary(a, b, |ins, a, b| ins.iadd(a, b)),
            Subtract(a, b) => self.binary(a, b, |ins, a, b| ins.isub(a, b)),
            Multiply(a, b) => self.binary(a, b, |ins, a, b| ins.imul(a, b)),
            Equal(a, b) => self.comparison(a, b, IntCC::Equal),
            Less(a, b) => self.comparison(a, b, IntCC::SignedLessThan),
            // The word itself, which a loop may then take the place of.
            Growing(a) => Computed::Word(self.word(a)),
        }
    }

    fn unary(
        &mut self,
        a: Value,
        instruction: impl Fn(Insertion<'_, '_>, ir::Value) -> ir::Value,
    ) -> Computed {
        let a = self.word(a);
        Computed::Word(instruction(self.cursor.ins(), a))
    }

    fn binary(
        &mut self,
        a: Value,
        b: Value,
        instruction: impl Fn(Insertion<'_, '_>, ir::Value, ir::Value) -> ir::Value,
    ) -> Computed {
        let (a, b) = (self.word(a), self.word(b));
        Computed::Word(instruction(self.cursor.ins(), a, b))
    }

    fn comparison(&mut self, a: Value, b: Value, condition: IntCC) -> Computed {
        let (a, b) = (self.word(a), self.word(b));
        let holds = self.cursor.ins().icmp(condition, a, b);
        Computed::Word(self.cursor.ins().bmask(I64, holds))
    }

    /// Where the guard is zero, zeros go to the block after the section in place of its results.
    fn begin(&mut self, guard: Value) {
        self.compute_waiting();
        let guard = self.word(guard);
        let [within, after] = [(); 2].map(|()| self.cursor.func.dfg.make_block());
        let zeros = match self.sections[self.begun].results.len() {
            0 => Vec::new(),
            results => vec![BlockArg::Value(self.cursor.ins().iconst(I64, 0)); results],
        };
        self.cursor.ins().brif(guard, within, &[], after, &zeros);
        self.leave_segment();
        self.cursor.insert_block(within);
        self.open.push((self.begun, after));
        self.begun += 1;
    }

    fn end(&mut self) {
        self.compute_waiting();
        let Some((section, after)) = self.open.pop() else {
            return;
        };
        let results = mem::take(&mut self.sections[section].results);
        let computed: Vec<_> = results
            .iter()
            .map(|result| BlockArg::Value(self.word(*result)))
            .collect();
        self.cursor.ins().jump(after, &computed);
        self.leave_segment();
        self.cursor.insert_block(after);
        for result in results {
            let arrives = self.cursor.func.dfg.append_block_param(after, I64);
            self.set(result, arrives);
        }
    }

    fn begin_loop(&mut self) {
        self.compute_waiting();
        let sets = self.loops.pop().unwrap_or_default();
        let head = self.cursor.func.dfg.make_block();
        let first: Vec<_> = sets
            .iter()
            .map(|set| BlockArg::Value(self.word(*set)))
            .collect();
        self.cursor.ins().jump(head, &first);
        self.leave_segment();
        self.cursor.insert_block(head);
        for set in &sets {
            let word = self.cursor.func.dfg.append_block_param(head, I64);
            self.set(*set, word);
        }
        self.rounds.push(Rounds {
            head,
            sets,
            grown: Vec::new(),
        });
    }

    /// Notes what the next set of the loop has become: they come in the order of the loop's sets.
    fn grow(&mut self, into: Value) {
        let word = self.word(into);
        if let Some(rounds) = self.rounds.last_mut() {
            rounds.grown.push(word);
        }
    }

    /// Begins the next round if a set has grown.
    fn repeat(&mut self) {
        self.compute_waiting();
        let Some(Rounds { head, sets, grown }) = self.rounds.pop() else {
            return;
        };
        let mut difference = self.cursor.ins().iconst(I64, 0);
        for (set, into) in sets.iter().zip(&grown) {
            let before = self.word(*set);
            let added = self.cursor.ins().bxor(before, *into);
            difference = self.cursor.ins().bor(difference, added);
        }
        let after = self.cursor.func.dfg.make_block();
        let next: Vec<_> = grown.iter().map(|word| BlockArg::Value(*word)).collect();
        self.cursor.ins().brif(difference, head, &next, after, &[]);
        self.leave_segment();
        self.cursor.insert_block(after);
        for (set, into) in sets.into_iter().zip(grown) {
            self.set(set, into);
        }
    }

    fn finish(mut self) {
        self.enter(self.program.steps.len());
        // An output may lie where an input was: no input is read any more when the first is written.
        for output in &self.program.outputs {
            if output.number() < self.program.inputs {
                self.word(*output);
            }
        }
        for (place, output) in self.program.outputs.iter().enumerate() {
            let word = self.word(*output);
            self.cursor
                .ins()
                .store(MemFlags::trusted(), word, self.outputs, offset(place));
        }
        self.cursor.ins().return_(&[]);
    }
}

/// The sets that grow in each loop, the first loop last.
fn growing(program: &Program) -> Vec<Vec<Value>> {
    let (mut loops, mut open) = (Vec::new(), Vec::new());
    for step in &program.steps {
        match step {
            Step::Loop => {
                open.push(loops.len());
                loops.push(Vec::new());
            }
            Step::Grow { set, .. } => {
                let innermost = open.last().map(|innermost: &usize| &mut loops[*innermost]);
                innermost.into_iter().for_each(|sets| sets.push(*set));
            }
            Step::Repeat => drop(open.pop()),
            Step::Compute(_) | Step::Section(_) | Step::End => {}
        }
    }
    loops.reverse();
    loops
}

/// Where the word of this number lies, in bytes.
fn offset(number: usize) -> i32 {
    i32::try_from(8 * number).expect("a program has not so many inputs and outputs")
}
