//! Random programs: recipes that a builder follows, and that can be evaluated without one.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use regola::compile::words::{Builder, Program, Value};

pub const INPUTS: usize = 4;

/// What to build next. Indices choose among the values that may be used at the place.
#[derive(Clone, Debug)]
pub enum Action {
    Constant(u64),
    Unary(Unary, Index),
    Shift(Shift, Index, u8),
    Binary(Binary, Index, Index),
    Section(Index),
    /// Ends the innermost section, if there is one, and keeps some of its values.
    End(Vec<Index>),
    Loop(Loop),
}

/// Actions that are done again as long as a set grows.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The bits of each set at first.
    first: Vec<Index>,
    actions: Vec<Action>,
    /// What is added to the sets in turn.
    by: Vec<Index>,
}

#[derive(Clone, Copy, Debug)]
pub enum Unary {
    Not,
    Any,
    Count,
}

#[derive(Clone, Copy, Debug)]
pub enum Shift {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug)]
pub enum Binary {
    And,
    AndNot,
    Or,
    Xor,
    Add,
    Subtract,
    Multiply,
    Equal,
    Less,
}

/// Actions, one after the other.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub actions: Vec<Action>,
    pub outputs: Vec<Index>,
}

/// What kept values are where their section does not run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Zero by their own computation, as a builder demands.
    Zero,
    /// Anything: what the program gives then depends on what was shared.
    Anything,
}

/// Words that are more telling than most.
pub fn words() -> impl Strategy<Value = u64> {
    let telling = select(vec![
        0,
        1,
        2,
        63,
        64,
        u64::MAX,
        u64::MAX - 1,
        1 << 63,
        (1 << 63) - 1,
        0x7e7e_7e7e_7e7e_7e7e,
    ]);
    prop_oneof![3 => telling, 1 => 0..256u64, 2 => any::<u64>()]
}

/// The inputs of several runs; a word is zero often enough for sections to be skipped.
pub fn inputs() -> impl Strategy<Value = [[u64; 8]; INPUTS]> {
    prop::array::uniform4(prop_oneof![1 => Just([0; 8]), 4 => prop::array::uniform8(words())])
}

pub fn recipes(size: usize) -> impl Strategy<Value = Recipe> {
    let unary = select(vec![Unary::Not, Unary::Any, Unary::Count]);
    let shift = select(vec![Shift::Left, Shift::Right]);
    let binary = {
        use Binary::*;
        select(vec![
            And, And, And, AndNot, AndNot, Or, Or, Or, Xor, Add, Subtract, Multiply, Equal, Less,
        ])
    };
    let places = prop_oneof![select(vec![0u8, 1, 7, 8, 9, 63, 64]), 0..64u8];
    let index = any::<Index>;
    let action = prop_oneof![
        2 => words().prop_map(Action::Constant),
        2 => (unary, index()).prop_map(|(unary, a)| Action::Unary(unary, a)),
        4 => (shift, index(), places).prop_map(|(shift, a, places)| Action::Shift(shift, a, places)),
        12 => (binary, index(), index()).prop_map(|(binary, a, b)| Action::Binary(binary, a, b)),
        1 => index().prop_map(Action::Section),
        1 => prop::collection::vec(index(), 0..3).prop_map(Action::End),
    ];
    let action = action.boxed();
    let within = action.clone().prop_recursive(2, 30, 12, |action| {
        let indices = || prop::collection::vec(any::<Index>(), 1..3);
        let body = prop::collection::vec(action.clone(), 0..12);
        let looped = (indices(), body, indices())
            .prop_map(|(first, actions, by)| Action::Loop(Loop { first, actions, by }));
        prop_oneof![6 => action, 1 => looped]
    });
    let action = prop_oneof![8 => action, 1 => within];
    let outputs = prop::collection::vec(index(), 1..6);
    (prop::collection::vec(action, 0..size), outputs)
        .prop_map(|(actions, outputs)| Recipe { actions, outputs })
}

impl Recipe {
    /// The same without sections and loops.
    pub fn plain(mut self) -> Self {
        let is_plain = |action: &Action| {
            !matches!(
                action,
                Action::Section(_) | Action::End(_) | Action::Loop(_)
            )
        };
        self.actions.retain(is_plain);
        self
    }

    /// The program of a builder.
    pub fn build(&self, kept: Kept) -> Program {
        let mut builder = Builder::new(INPUTS);
        let inputs = (0..INPUTS).map(|number| builder.input(number)).collect();
        let outputs = self.follow(&mut builder, inputs, kept);
        builder.finish(&outputs)
    }

    /// The outputs as plain arithmetic gives them, when kept values are zero where their section
    /// does not run.
    pub fn evaluate(&self, inputs: &[u64]) -> Vec<u64> {
        self.follow(&mut Arithmetic, inputs.to_vec(), Kept::Zero)
    }

    fn follow<W: Workshop>(
        &self,
        workshop: &mut W,
        mut pool: Vec<W::Word>,
        kept: Kept,
    ) -> Vec<W::Word> {
        perform(&self.actions, workshop, &mut pool, kept);
        self.outputs
            .iter()
            .map(|output| *output.get(&pool))
            .collect()
    }
}

/// Does the actions with the values of the pool, and ends the sections that they leave open.
fn perform<W: Workshop>(actions: &[Action], workshop: &mut W, pool: &mut Vec<W::Word>, kept: Kept) {
    let mut open = Vec::new();
    for action in actions {
        match action {
            Action::Constant(word) => pool.push(workshop.constant(*word)),
            Action::Unary(unary, a) => pool.push(workshop.unary(*unary, *a.get(pool))),
            Action::Shift(shift, a, places) => {
                pool.push(workshop.shift(*shift, *a.get(pool), *places))
            }
            Action::Binary(binary, a, b) => {
                pool.push(workshop.binary(*binary, *a.get(pool), *b.get(pool)))
            }
            Action::Section(guard) => {
                let guard = *guard.get(pool);
                workshop.section(guard);
                open.push((pool.len(), guard));
            }
            Action::End(values) => {
                let Some((first, guard)) = open.pop() else {
                    continue;
                };
                let runs = workshop.unary(Unary::Any, guard);
                let chosen = values
                    .iter()
                    .filter(|_| first < pool.len())
                    .map(|value| *value.get(&pool[first..]));
                let mut results: Vec<W::Word> = chosen.collect();
                if kept == Kept::Zero {
                    results
                        .iter_mut()
                        .for_each(|word| *word = workshop.binary(Binary::And, *word, runs));
                }
                workshop.end_section();
                pool.truncate(first);
                pool.extend(results);
            }
            Action::Loop(Loop { first, actions, by }) => {
                let first = first.iter().map(|set| *set.get(pool)).collect();
                let sets = workshop.rounds(first, &mut |workshop, sets| {
                    let mut pool = [&**pool, sets].concat();
                    perform(actions, workshop, &mut pool, kept);
                    by.iter().map(|by| *by.get(&pool)).collect()
                });
                pool.extend(sets);
            }
        }
    }
    while let Some((first, _)) = open.pop() {
        workshop.end_section();
        pool.truncate(first);
    }
}

/// What is added to the sets of a loop in a round, given the sets.
type Round<'r, W> =
    &'r mut dyn FnMut(&mut W, &[<W as Workshop>::Word]) -> Vec<<W as Workshop>::Word>;

/// Where a recipe is followed.
trait Workshop: Sized {
    type Word: Copy;

    fn constant(&mut self, word: u64) -> Self::Word;
    fn unary(&mut self, unary: Unary, a: Self::Word) -> Self::Word;
    fn shift(&mut self, shift: Shift, a: Self::Word, places: u8) -> Self::Word;
    fn binary(&mut self, binary: Binary, a: Self::Word, b: Self::Word) -> Self::Word;
    fn section(&mut self, guard: Self::Word);
    fn end_section(&mut self);
    /// The sets of a loop after it, given their first bits.
    fn rounds(&mut self, first: Vec<Self::Word>, round: Round<'_, Self>) -> Vec<Self::Word>;
}

impl Workshop for Builder {
    type Word = Value;

    fn constant(&mut self, word: u64) -> Value {
        self.constant(word)
    }

    fn unary(&mut self, unary: Unary, a: Value) -> Value {
        match unary {
            Unary::Not => self.not(a),
            Unary::Any => self.any(a),
            Unary::Count => self.count(a),
        }
    }

    fn shift(&mut self, shift: Shift, a: Value, places: u8) -> Value {
        match shift {
            Shift::Left => self.shift_left(a, places),
            Shift::Right => self.shift_right(a, places),
        }
    }

    fn binary(&mut self, binary: Binary, a: Value, b: Value) -> Value {
        match binary {
            Binary::And => self.and(a, b),
            Binary::AndNot => self.and_not(a, b),
            Binary::Or => self.or(a, b),
            Binary::Xor => self.xor(a, b),
            Binary::Add => self.add(a, b),
            Binary::Subtract => self.subtract(a, b),
            Binary::Multiply => self.multiply(a, b),
            Binary::Equal => self.equal(a, b),
            Binary::Less => self.less(a, b),
        }
    }

    fn section(&mut self, guard: Value) {
        self.section(guard);
    }

    fn end_section(&mut self) {
        self.end_section();
    }

    fn rounds(&mut self, first: Vec<Value>, round: Round<'_, Self>) -> Vec<Value> {
        let sets: Vec<Value> = first.into_iter().map(|first| self.growing(first)).collect();
        self.begin_loop();
        let by = round(self, &sets);
        sets.iter()
            .zip(by)
            .for_each(|(set, by)| self.grow(*set, by));
        self.end_loop();
        sets
    }
}

/// Plain words. It computes what is in sections always.
struct Arithmetic;

impl Workshop for Arithmetic {
    type Word = u64;

    fn constant(&mut self, word: u64) -> u64 {
        word
    }

    fn unary(&mut self, unary: Unary, a: u64) -> u64 {
        match unary {
            Unary::Not => !a,
            Unary::Any => all_if(a != 0),
            Unary::Count => a.count_ones().into(),
        }
    }

    fn shift(&mut self, shift: Shift, a: u64, places: u8) -> u64 {
        match shift {
            Shift::Left => a.checked_shl(places.into()),
            Shift::Right => a.checked_shr(places.into()),
        }
        .unwrap_or(0)
    }

    fn binary(&mut self, binary: Binary, a: u64, b: u64) -> u64 {
        match binary {
            Binary::And => a & b,
            Binary::AndNot => a & !b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::Add => a.wrapping_add(b),
            Binary::Subtract => a.wrapping_sub(b),
            Binary::Multiply => a.wrapping_mul(b),
            Binary::Equal => all_if(a == b),
            Binary::Less => all_if((a as i64) < b as i64),
        }
    }

    fn section(&mut self, _: u64) {}

    fn end_section(&mut self) {}

    fn rounds(&mut self, mut sets: Vec<u64>, round: Round<'_, Self>) -> Vec<u64> {
        loop {
            let before = sets.clone();
            let by = round(self, &before);
            sets.iter_mut().zip(by).for_each(|(set, by)| *set |= by);
            if sets == before {
                return sets;
            }
        }
    }
}

fn all_if(holds: bool) -> u64 {
    if holds { u64::MAX } else { 0 }
}
