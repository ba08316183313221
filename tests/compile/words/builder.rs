//! What a builder makes of what it is told.

use regola::compile::words::{Builder, Interpreter, Program, Registers, Value};

use super::evaluate;

/// The outputs of a program by the interpreter.
fn interpret(program: &Program, inputs: &[u64]) -> Vec<u64> {
    let interpreter = Interpreter::new(program).expect("it is small");
    let mut outputs = vec![0; program.outputs().len()];
    interpreter.run(inputs, &mut outputs, &mut Registers::new());
    outputs
}

/// The operations of a program of two inputs, `v0` and `v1`, and its output, in one line.
fn built(build: fn(&mut Builder, Value, Value) -> Value) -> String {
    let mut builder = Builder::new(2);
    let (x, y) = (builder.input(0), builder.input(1));
    let output = build(&mut builder, x, y);
    let listing = builder.finish(&[output]).to_string();
    let lines: Vec<_> = listing.lines().skip(1).map(str::trim).collect();
    lines.join("; ")
}

#[test]
fn a_listing_shows_all_steps() {
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

#[test]
fn operations_are_simplified() {
    type Case = (&'static str, fn(&mut Builder, Value, Value) -> Value);
    let cases: Vec<Case> = vec![
        ("6 & 3", |b, _, _| {
            let (six, three) = (b.constant(6), b.constant(3));
            b.and(six, three)
        }),
        ("x & x", |b, x, _| b.and(x, x)),
        ("x & !0", |b, x, _| {
            let ones = b.constant(u64::MAX);
            b.and(ones, x)
        }),
        ("x & !y", |b, x, y| {
            let not = b.not(y);
            b.and(not, x)
        }),
        ("!x & !y", |b, x, y| {
            let (x, y) = (b.not(x), b.not(y));
            b.and(x, y)
        }),
        ("x & (x | y)", |b, x, y| {
            let either = b.or(x, y);
            b.and(x, either)
        }),
        ("x & 12 & 6", |b, x, _| {
            let (twelve, six) = (b.constant(12), b.constant(6));
            let inner = b.and(x, twelve);
            b.and(inner, six)
        }),
        ("(x << 8) & !255", |b, x, _| {
            let mask = b.constant(!255);
            let shifted = b.shift_left(x, 8);
            b.and(shifted, mask)
        }),
        ("x | 0", |b, x, _| {
            let zero = b.constant(0);
            b.or(zero, x)
        }),
        ("y | (x & !y)", |b, x, y| {
            let rest = b.and_not(x, y);
            b.or(y, rest)
        }),
        ("(x & 12) | (x & 6)", |b, x, _| {
            let (twelve, six) = (b.constant(12), b.constant(6));
            let (left, right) = (b.and(x, twelve), b.and(x, six));
            b.or(left, right)
        }),
        ("x ^ y ^ x", |b, x, y| {
            let either = b.xor(x, y);
            b.xor(either, x)
        }),
        ("!!x", |b, x, _| {
            let not = b.not(x);
            b.not(not)
        }),
        ("!any(x)", |b, x, _| {
            let any = b.any(x);
            b.not(any)
        }),
        ("x << 3 << 4", |b, x, _| {
            let shifted = b.shift_left(x, 3);
            b.shift_left(shifted, 4)
        }),
        ("x << 40 << 40", |b, x, _| {
            let shifted = b.shift_left(x, 40);
            b.shift_left(shifted, 40)
        }),
        ("x >> 8 << 8", |b, x, _| {
            let shifted = b.shift_right(x, 8);
            b.shift_left(shifted, 8)
        }),
        ("any(count(x)) & any(x)", |b, x, _| {
            let count = b.count(x);
            let (left, right) = (b.any(count), b.any(x));
            b.and(left, right)
        }),
        ("x - 1 + 3", |b, x, _| {
            let (one, three) = (b.constant(1), b.constant(3));
            let less = b.subtract(x, one);
            b.add(less, three)
        }),
        ("x + y - x", |b, x, y| {
            let sum = b.add(x, y);
            b.subtract(sum, x)
        }),
        ("x * 8", |b, x, _| {
            let eight = b.constant(8);
            b.multiply(eight, x)
        }),
        ("count(x) = 128", |b, x, _| {
            let (count, much) = (b.count(x), b.constant(128));
            b.equal(count, much)
        }),
        ("((x & 1) + (y & 1)) & 1", |b, x, y| {
            let one = b.constant(1);
            let (left, right) = (b.and(x, one), b.and(y, one));
            let sum = b.add(left, right);
            b.and(sum, one)
        }),
        ("count(x) < 1", |b, x, _| {
            let (count, one) = (b.count(x), b.constant(1));
            b.less(count, one)
        }),
        ("x & y | y & x", |b, x, y| {
            let (left, right) = (b.and(x, y), b.and(y, x));
            b.or(left, right)
        }),
        ("x & 12 | y | x & 3", |b, x, y| {
            let (twelve, three) = (b.constant(12), b.constant(3));
            let (first, last) = (b.and(x, twelve), b.and(x, three));
            let either = b.or(first, y);
            b.or(either, last)
        }),
    ];
    let lines: Vec<_> = cases
        .iter()
        .map(|(asked, build)| format!("{asked:24}{}", built(*build)))
        .collect();
    assert_snapshot!("words__simplified", lines.join("\n"));
}

/// What was computed before a section may be used in it; what was computed in it must not be taken
/// for granted after.
#[test]
fn sections_share_only_what_is_there() {
    let mut builder = Builder::new(2);
    let (a, b) = (builder.input(0), builder.input(1));
    let before = builder.xor(a, b);
    builder.section(a);
    let again = builder.xor(b, a);
    let not = builder.not(b);
    builder.section(b);
    let inner = builder.not(b);
    let count = builder.count(inner);
    builder.end_section();
    builder.end_section();
    let after = builder.not(b);
    let back = builder.not(not);
    assert_eq!((again, inner), (before, not));
    assert_ne!(after, not);
    assert_ne!(
        back, b,
        "where the section does not run, the inverse of its zero is all ones"
    );
    assert_snapshot!(
        "words__sections",
        builder.finish(&[again, count, after, back])
    );
}

/// A guard that is known makes no section, and one that is known to be zero nothing at all.
#[test]
fn guards_are_simplified() {
    let mut builder = Builder::new(2);
    let (a, b) = (builder.input(0), builder.input(1));
    let [zero, one] = [0, 1].map(|word| builder.constant(word));
    let any = builder.any(a);
    let guards = [any, a, one, zero];
    guards.iter().for_each(|guard| builder.section(*guard));
    let never = builder.xor(a, b);
    builder.end_section();
    let always = builder.xor(a, b);
    guards.iter().for_each(|_| builder.end_section());
    assert_eq!(never, zero);
    assert_snapshot!("words__guards", builder.finish(&[never, always]));
}

/// Which cells of a row of eight are linked with the first one: the cells of a set, as far as they
/// stand side by side.
#[test]
fn a_loop_floods_a_set() {
    let mut builder = Builder::new(1);
    let set = builder.input(0);
    let one = builder.constant(1);
    let first = builder.and(set, one);
    let linked = builder.growing(first);
    builder.begin_loop();
    let next = builder.shift_left(linked, 1);
    let reached = builder.and(next, set);
    builder.grow(linked, reached);
    builder.end_loop();
    // Beside the loop it is another value than within.
    let beyond = builder.shift_left(linked, 1);
    let edge = builder.and_not(beyond, set);
    let program = builder.finish(&[linked, edge]);
    assert_snapshot!("words__flood", program);
    assert_eq!(
        interpret(&program, &[0b1101_1111]),
        [0b0001_1111, 0b0010_0000]
    );
}

/// A set that never grows is a copy, and has a place of its own.
#[test]
fn a_set_that_never_grows_is_what_it_was_at_first() {
    let mut builder = Builder::new(1);
    let word = builder.input(0);
    let (left, right) = (builder.shift_left(word, 9), builder.shift_right(word, 8));
    let set = builder.growing(right);
    let rest = builder.and_not(left, set);
    let program = builder.finish(&[rest]);
    assert_eq!(
        interpret(&program, &[0xffff]),
        [(0xffff << 9) & !(0xffff >> 8)]
    );
}

/// What each round needs lasts until the end of the loop: values from before it, and the guards of its
/// sections.
#[test]
fn what_a_round_needs_is_there_in_each_round() {
    let mut builder = Builder::new(2);
    let (set, guard) = (builder.input(0), builder.input(1));
    let one = builder.constant(1);
    let ends = builder.and(guard, one);
    let first = builder.and(set, one);
    let found = builder.growing(first);
    builder.begin_loop();
    builder.section(ends);
    let next = builder.shift_left(found, 1);
    let reached = builder.and(next, set);
    let reached = builder.and(reached, guard);
    builder.end_section();
    let twice = builder.shift_left(reached, 8);
    let either = builder.or(reached, twice);
    builder.grow(found, either);
    builder.end_loop();
    let program = builder.finish(&[found]);
    for (guard, found) in [(u64::MAX, 0x1e1f), (0, 1)] {
        let outputs = interpret(&program, &[0x1f, guard]);
        assert_eq!(outputs, [found]);
        assert_eq!(evaluate(&program, &[0x1f, guard]), outputs);
    }
}
