//! The bits on which a truth hangs, against what happens if each bit is inverted.

use proptest::prelude::*;
use regola::compile::words::{Builder, Program, Value};

use super::evaluate;

/// The inputs of a formula; each is read once, so that the differences are exact.
const INPUTS: usize = 5;

/// How the value so far is combined with the next input.
#[derive(Clone, Copy, Debug)]
enum Combine {
    And,
    AndNot,
    NotAnd,
    Or,
    Xor,
    Not,
    Left(u8),
    Right(u8),
}

fn combine() -> impl Strategy<Value = Combine> {
    prop_oneof![
        Just(Combine::And),
        Just(Combine::AndNot),
        Just(Combine::NotAnd),
        Just(Combine::Or),
        Just(Combine::Xor),
        Just(Combine::Not),
        (0..64_u8).prop_map(Combine::Left),
        (0..64_u8).prop_map(Combine::Right),
    ]
}

/// Whether any bit is left once the inputs are combined.
fn formula(steps: &[Combine]) -> Program {
    let mut builder = Builder::new(INPUTS);
    let mut value = builder.input(0);
    for (number, step) in steps.iter().enumerate() {
        let next = builder.input(1 + number % (INPUTS - 1));
        let is_unread = number < INPUTS - 1;
        value = match step {
            Combine::And if is_unread => builder.and(value, next),
            Combine::AndNot if is_unread => builder.and_not(value, next),
            Combine::NotAnd if is_unread => builder.and_not(next, value),
            Combine::Or if is_unread => builder.or(value, next),
            Combine::Xor if is_unread => builder.xor(value, next),
            Combine::Left(places) => builder.shift_left(value, *places),
            Combine::Right(places) => builder.shift_right(value, *places),
            _ => builder.not(value),
        };
    }
    let any = builder.any(value);
    builder.finish(&[any])
}

fn differences(program: &Program) -> Program {
    let mut builder = Builder::new(INPUTS);
    let inputs: Vec<Value> = (0..INPUTS).map(|number| builder.input(number)).collect();
    let differences = builder.differences(program, &inputs, 0);
    builder.finish(&differences)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where the truth is false, the bits are just those that make it true one at a time. Where it is
    /// true, none are told.
    #[test]
    fn the_bits_that_make_a_truth(
        steps in proptest::collection::vec(combine(), 1..12),
        inputs in proptest::collection::vec(prop_oneof![Just(0), Just(u64::MAX), any::<u64>()], INPUTS),
    ) {
        let program = formula(&steps);
        let is_false = evaluate(&program, &inputs) == [0];
        let bits = evaluate(&differences(&program), &inputs);
        for number in 0..INPUTS {
            for bit in 0..64 {
                let mut inverted = inputs.clone();
                inverted[number] ^= 1 << bit;
                let matters = is_false && evaluate(&program, &inverted) != [0];
                prop_assert_eq!(bits[number] >> bit & 1 == 1, matters, "input {}, bit {}", number, bit);
            }
        }
    }
}

#[test]
fn a_number_lets_nothing_through() {
    let mut builder = Builder::new(1);
    let input = builder.input(0);
    let count = builder.count(input);
    let three = builder.constant(3);
    let are_three = builder.equal(count, three);
    let program = builder.finish(&[are_three]);
    let mut builder = Builder::new(1);
    let input = builder.input(0);
    let differences = builder.differences(&program, &[input], 0);
    assert_eq!(evaluate(&builder.finish(&differences), &[0b11]), [0]);
}
