//! Native code as it is held and run.

use std::thread;

use regola::compile::words::{Builder, Native, Program};

/// How many bits a word has, and how many more than so many.
fn counting(most: u64) -> Program {
    let mut builder = Builder::new(1);
    let (word, most) = (builder.input(0), builder.constant(most));
    let count = builder.count(word);
    let more = builder.subtract(count, most);
    builder.finish(&[count, more])
}

#[test]
fn several_programs_are_compiled_together() {
    let programs: Vec<_> = (0..20).map(counting).collect();
    for (most, native) in (0..).zip(Native::of_all(&programs).unwrap()) {
        let mut outputs = [0; 2];
        native.run(&[0xff], &mut outputs);
        assert_eq!(outputs, [8, 8_u64.wrapping_sub(most)]);
    }
}

/// Code lives as long as one of its owners, in whatever thread.
#[test]
fn the_code_outlives_what_was_compiled_with_it() {
    let last = Native::of_all([&counting(3), &counting(5)])
        .unwrap()
        .pop()
        .unwrap();
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

#[test]
#[should_panic(expected = "inputs and outputs")]
fn the_numbers_of_words_are_checked() {
    Native::new(&counting(0)).unwrap().run(&[], &mut [0; 2]);
}
