//! What a builder makes of what it is told.

use regola::compile::words::{Builder, Value};

/// The listing of a program of two inputs.
fn built(output: impl Fn(&mut Builder, Value, Value) -> Value) -> String {
    let mut builder = Builder::new(2);
    let (a, b) = (builder.input(0), builder.input(1));
    let output = output(&mut builder, a, b);
    builder.finish(&[output]).to_string()
}

#[test]
fn listings() {
    let mut builder = Builder::new(2);
    let (a, b) = (builder.input(0), builder.input(1));
    let shifted = builder.shift_left(a, 9);
    let mask = builder.constant(0xfefe_fefe_fefe_fefe);
    let next = builder.and(shifted, mask);
    let met = builder.and(next, b);
    builder.section(met);
    let rest = builder.and_not(b, met);
    builder.section(rest);
    let count = builder.count(rest);
    let three = builder.constant(3);
    let few = builder.less(count, three);
    builder.end_section();
    let result = builder.or(few, met);
    builder.end_section();
    let unused = builder.multiply(a, b);
    builder.xor(unused, a);
    assert_snapshot!("words__listing", builder.finish(&[result, met, a]));
}
