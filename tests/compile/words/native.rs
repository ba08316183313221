//! Native code as it is held and run.

use std::thread;

use regola::compile::words::{Builder, Native, Program, Value};

use super::evaluate;

/// How many bits a word has, and how many more than so many.
fn counting(most: u64) -> Program {
    let mut builder = Builder::new(1);
    let (word, most) = (builder.input(0), builder.constant(most));
    let count = builder.count(word);
    let more = builder.subtract(count, most);
    builder.finish(&[count, more])
}

/// Code lives as long as one of its owners, in whatever thread.
#[test]
fn the_code_outlives_its_program_and_its_first_owner() {
    let last = Native::new(&counting(5)).unwrap();
    let run = |native: Native| {
        move || {
            let mut outputs = [0; 2];
            native.run(&[0xff], &mut outputs);
            outputs
        }
    };
    let threads = [last.clone(), last].map(|native| thread::spawn(run(native)));
    threads
        .into_iter()
        .for_each(|thread| assert_eq!(thread.join().unwrap(), [8, 3]));
}

/// A loop with a long round: it begins with words from before the loop, and mixes them for long enough that their
/// places on the stack would be taken by others.
fn long_rounds() -> Program {
    let mut builder = Builder::new(2);
    let inputs = [0, 1].map(|number| builder.input(number));
    let mix = |builder: &mut Builder, word: Value, with: Value| {
        let sum = builder.add(word, with);
        let moved = builder.shift_right(sum, 7);
        builder.xor(sum, moved)
    };
    let mut before = vec![inputs[1]];
    for number in 0..20 {
        before.push(mix(&mut builder, before[number], inputs[0]));
    }
    let set = builder.growing(inputs[0]);
    builder.begin_loop();
    let mut word = set;
    for other in &before {
        word = mix(&mut builder, word, *other);
    }
    for _ in 0..1_000 {
        word = mix(&mut builder, word, set);
    }
    let beside = builder.shift_left(set, 1);
    let by = builder.and(word, beside);
    builder.grow(set, by);
    builder.end_loop();
    builder.finish(&[set])
}

#[test]
fn a_long_round_reads_again_what_the_first_one_has_read() {
    let program = long_rounds();
    let native = Native::new(&program).unwrap();
    let bits = 0x1111_1111_1111_1111;
    for inputs in [[bits, 77], [bits, 5], [bits, u64::MAX], [bits, 0]] {
        let mut outputs = [0];
        native.run(&inputs, &mut outputs);
        assert_eq!(outputs[..], evaluate(&program, &inputs), "{inputs:?}");
    }
}

#[test]
#[should_panic(expected = "inputs and outputs")]
fn the_numbers_of_words_are_checked() {
    Native::new(&counting(0)).unwrap().run(&[], &mut [0; 2]);
}
