//! From a program to a function in the intermediate form of Cranelift, which makes native code of
//! it. Which words are in registers is decided here.

use std::mem;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    self, AbiParam, Block, BlockArg, InstBuilder, MemFlags, Signature, StackSlot,
};
use cranelift_codegen::isa::TargetFrontendConfig;

use super::late::late;
use super::operation::{Operation, Value};
use super::places::Places;
use super::program::{Program, Step};
use super::section::{Section, sections};
use super::uses::Uses;

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
    let program = late(program);
    let mut translation = Translation::new(&program, function);
    for step in program.steps.iter() {
        match step {
            Step::Compute(operation) => translation.compute(*operation),
            Step::Section(guard) => translation.begin(*guard),
            Step::End => translation.end(),
            Step::Loop => translation.begin_loop(),
            Step::Grow { set, into } => translation.grow(*set, *into),
            Step::Repeat => translation.repeat(),
        }
        translation.position += 1;
        translation.forget_unused(translation.position);
    }
    translation.finish();
}

/// How many words are held in registers at once. The others of the processor are for the two pointers, for constants
/// and for results on their way.
const MOST_HELD: usize = if cfg!(target_arch = "x86_64") { 11 } else { 22 };

/// A section of more steps than these begins and ends without words in registers, so that none of them is kept from
/// those within.
const SHORT: usize = 32;

/// A program on its way to native code.
///
/// It decides by itself which words are in registers: where there are too many, the one that is used last of all goes to
/// the stack (L. Belady, "A Study of Replacement Algorithms for a Virtual-Storage Computer", 1966). Nothing is left to
/// decide then for Cranelift's register allocator, whose time grows with the square of the values that find no register.
struct Translation<'a> {
    program: &'a Program,
    sections: Vec<Section>,
    uses: Uses,
    /// The position of the step that is translated.
    position: usize,
    cursor: FuncCursor<'a>,
    /// The pointers to the inputs, in the memory of the caller, and to the outputs.
    inputs: ir::Value,
    outputs: ir::Value,
    /// By value.
    values: Vec<Known>,
    /// The values whose words are in registers.
    held: Vec<Value>,
    places: Places,
    /// Places that are free after the loops around this place: their next round reads again what this one has read.
    free_after_loops: Vec<StackSlot>,
    /// How many sections have begun.
    begun: usize,
    /// The sections around this place.
    open: Vec<OpenSection>,
    /// The loops that have not begun yet, the next one last, each with the sets that grow in it.
    loops: Vec<Vec<Value>>,
    /// The loops around this place.
    rounds: Vec<Rounds>,
}

/// A section around a place.
struct OpenSection {
    /// Its number.
    section: usize,
    /// The block after its end.
    after: Block,
    /// The values that were held at its beginning, with what was known of them there: that is so again at its end.
    held: Vec<(Value, Known)>,
}

/// A loop around a place.
struct Rounds {
    /// The block with which each round begins; its parameters are the sets.
    head: Block,
    sets: Vec<Value>,
    /// What the sets were in this round, and what they have become, in the same order.
    grown: Vec<[ir::Value; 2]>,
}

/// What is known of a value.
#[derive(Clone, Copy)]
struct Known {
    /// Its word, while that is held.
    word: Option<ir::Value>,
    origin: Origin,
}

/// What is known of a value that is not computed yet, or not used any more.
const UNKNOWN: Known = Known {
    word: None,
    origin: Origin::Nowhere,
};

/// Where the word of a value comes from that is not held.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It is made for each use: that costs less than a register all the time.
    Constant(u64),
    /// It is the input of this number.
    Input(usize),
    /// It was put on the stack.
    Stored(StackSlot),
    /// It has to be put on the stack before it is not held any more.
    Nowhere,
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
        let input = |number| Known {
            word: None,
            origin: Origin::Input(number),
        };
        let sections = sections(program);
        Self {
            uses: Uses::new(program, &sections),
            program,
            sections,
            position: 0,
            cursor,
            inputs,
            outputs,
            values: (0..program.inputs).map(input).collect(),
            held: Vec::with_capacity(MOST_HELD + 1),
            places: Places::default(),
            free_after_loops: Vec::new(),
            begun: 0,
            open: Vec::new(),
            loops: growing(program),
            rounds: Vec::new(),
        }
    }

    /// The word of a value, for a use at this place and at later ones.
    fn word(&mut self, value: Value) -> ir::Value {
        let known = self.values[value.number()];
        let word = self.read(value);
        let is_constant = matches!(known.origin, Origin::Constant(_));
        if known.word.is_none() && !is_constant {
            self.hold(value, word);
        }
        word
    }

    /// The word of a value, for a use at this place.
    fn read(&mut self, value: Value) -> ir::Value {
        let Known { word, origin } = self.values[value.number()];
        word.unwrap_or_else(|| match origin {
            Origin::Constant(word) => self.cursor.ins().iconst(I64, word.cast_signed()),
            Origin::Input(number) => self.input(number),
            Origin::Stored(place) => self.cursor.ins().stack_load(I64, place, 0),
            Origin::Nowhere => unreachable!("a value that is used is held or on the stack"),
        })
    }

    fn input(&mut self, number: usize) -> ir::Value {
        let (pointer, place) = (self.inputs, offset(number));
        self.cursor
            .ins()
            .load(I64, MemFlags::trusted(), pointer, place)
    }

    /// Says that a value is this word from here on.
    fn set(&mut self, value: Value, word: ir::Value) {
        if let Some(known) = self.values.get(value.number()) {
            self.release(known.origin);
            self.values[value.number()] = UNKNOWN;
        }
        self.hold(value, word);
    }

    /// Holds the word of a value, in place of the one that is used last.
    fn hold(&mut self, value: Value, word: ir::Value) {
        self.values[value.number()].word = Some(word);
        if self.held.contains(&value) {
            return;
        }
        self.held.push(value);
        if self.held.len() > MOST_HELD {
            let (uses, position) = (&mut self.uses, self.position);
            let next =
                |(_, value): &(usize, &Value)| uses.next(**value, position).unwrap_or(usize::MAX);
            let last = self.held.iter().enumerate().max_by_key(next);
            let last = last.map_or(0, |(number, _)| number);
            let last = self.held.swap_remove(last);
            self.put_down(last);
        }
    }

    /// Holds the word of a value no longer, and puts it on the stack if it is not there.
    fn put_down(&mut self, value: Value) {
        let Known { word, origin } = &mut self.values[value.number()];
        if let (Some(word), Origin::Nowhere) = (word.take(), *origin) {
            let place = self.places.take(self.cursor.func);
            self.cursor.ins().stack_store(word, place, 0);
            *origin = Origin::Stored(place);
        }
    }

    fn put_all_down(&mut self) {
        for value in mem::take(&mut self.held) {
            self.put_down(value);
        }
    }

    /// Forgets what no step from this position on uses.
    fn forget_unused(&mut self, position: usize) {
        let mut number = 0;
        while let Some(value) = self.held.get(number).copied() {
            if self.uses.next(value, position).is_some() {
                number += 1;
                continue;
            }
            self.held.swap_remove(number);
            self.release(self.values[value.number()].origin);
            self.values[value.number()] = UNKNOWN;
        }
    }

    /// Frees the place of a word that is not read any more.
    fn release(&mut self, origin: Origin) {
        let Origin::Stored(place) = origin else {
            return;
        };
        match self.rounds.is_empty() {
            true => self.places.release(place),
            false => self.free_after_loops.push(place),
        }
    }

    fn compute(&mut self, operation: Operation) {
        let value = Value::new(self.values.len());
        self.values.push(UNKNOWN);
        if let Operation::Constant(word) = operation {
            self.values[value.number()].origin = Origin::Constant(word);
            return;
        }
        let word = self.computed(operation);
        // What is used for the last time leaves its register to the result.
        self.forget_unused(self.position + 1);
        self.hold(value, word);
    }

    fn computed(&mut self, operation: Operation) -> ir::Value {
        use Operation::*;
        match operation {
            Constant(word) => self.cursor.ins().iconst(I64, word.cast_signed()),
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
            Growing(a) => self.word(a),
        }
    }

    fn unary(
        &mut self,
        a: Value,
        instruction: impl Fn(Insertion<'_, '_>, ir::Value) -> ir::Value,
    ) -> ir::Value {
        let a = self.word(a);
        instruction(self.cursor.ins(), a)
    }

    fn binary(
        &mut self,
        a: Value,
        b: Value,
        instruction: impl Fn(Insertion<'_, '_>, ir::Value, ir::Value) -> ir::Value,
    ) -> ir::Value {
        let (a, b) = (self.word(a), self.word(b));
        instruction(self.cursor.ins(), a, b)
    }

    fn comparison(&mut self, a: Value, b: Value, condition: IntCC) -> ir::Value {
        let (a, b) = (self.word(a), self.word(b));
        let holds = self.cursor.ins().icmp(condition, a, b);
        self.cursor.ins().bmask(I64, holds)
    }

    /// Where the guard is zero, zeros go to the block after the section in place of its results.
    fn begin(&mut self, guard: Value) {
        let guard = self.word(guard);
        self.forget_unused(self.position + 1);
        let section = &self.sections[self.begun];
        let results = section.results.len();
        if section.end - self.position > SHORT {
            self.put_all_down();
        }
        let [within, after] = [(); 2].map(|()| self.cursor.func.dfg.make_block());
        let zeros = match results {
            0 => Vec::new(),
            _ => vec![BlockArg::Value(self.cursor.ins().iconst(I64, 0)); results],
        };
        self.cursor.ins().brif(guard, within, &[], after, &zeros);
        self.cursor.insert_block(within);
        let known = |value: &Value| (*value, self.values[value.number()]);
        self.open.push(OpenSection {
            section: self.begun,
            after,
            held: self.held.iter().map(known).collect(),
        });
        self.begun += 1;
    }

    fn end(&mut self) {
        let Some(OpenSection {
            section,
            after,
            held,
        }) = self.open.pop()
        else {
            return;
        };
        let results = mem::take(&mut self.sections[section].results);
        let computed: Vec<_> = results
            .iter()
            .map(|result| BlockArg::Value(self.read(*result)))
            .collect();
        self.cursor.ins().jump(after, &computed);
        self.cursor.insert_block(after);
        for value in mem::take(&mut self.held) {
            self.values[value.number()].word = None;
        }
        for (value, known) in held {
            if self.uses.next(value, self.position + 1).is_none() {
                continue;
            }
            let within = mem::replace(&mut self.values[value.number()], known);
            if within.origin != known.origin {
                self.release(within.origin);
            }
            self.held.push(value);
        }
        for result in results {
            let arrives = self.cursor.func.dfg.append_block_param(after, I64);
            self.set(result, arrives);
        }
    }

    fn begin_loop(&mut self) {
        self.put_all_down();
        let sets = self.loops.pop().unwrap_or_default();
        let head = self.cursor.func.dfg.make_block();
        let first: Vec<_> = sets
            .iter()
            .map(|set| BlockArg::Value(self.read(*set)))
            .collect();
        self.cursor.ins().jump(head, &first);
        self.cursor.insert_block(head);
        self.rounds.push(Rounds {
            head,
            sets: sets.clone(),
            grown: Vec::new(),
        });
        for set in sets {
            let word = self.cursor.func.dfg.append_block_param(head, I64);
            self.set(set, word);
        }
    }

    /// Notes what the next set of the loop has become: they come in the order of the loop's sets.
    fn grow(&mut self, set: Value, into: Value) {
        let words = [set, into].map(|value| self.word(value));
        if let Some(rounds) = self.rounds.last_mut() {
            rounds.grown.push(words);
        }
    }

    /// Begins the next round if a set has grown.
    fn repeat(&mut self) {
        let Some(Rounds { head, sets, grown }) = self.rounds.pop() else {
            return;
        };
        let mut difference = self.cursor.ins().iconst(I64, 0);
        for [before, into] in &grown {
            let added = self.cursor.ins().bxor(*before, *into);
            difference = self.cursor.ins().bor(difference, added);
        }
        let after = self.cursor.func.dfg.make_block();
        let next: Vec<_> = grown
            .iter()
            .map(|[_, into]| BlockArg::Value(*into))
            .collect();
        self.cursor.ins().brif(difference, head, &next, after, &[]);
        self.cursor.insert_block(after);
        for (set, [_, into]) in sets.into_iter().zip(grown) {
            self.set(set, into);
        }
        if self.rounds.is_empty() {
            let free = mem::take(&mut self.free_after_loops);
            free.into_iter()
                .for_each(|place| self.places.release(place));
        }
    }

    fn finish(mut self) {
        // An output may lie where an input was: no input is read any more when the first is written.
        for output in &self.program.outputs {
            if output.number() < self.program.inputs {
                let word = self.read(*output);
                self.values[output.number()].word = Some(word);
            }
        }
        for (place, output) in self.program.outputs.iter().enumerate() {
            let word = self.read(*output);
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
    for step in program.steps.iter() {
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
