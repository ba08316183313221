//! How long a run takes. Run by hand, with `cargo test --release -- --ignored --nocapture
//! words::speed`.

use std::hint::black_box;
use std::time::Instant;

use regola::compile::words::{Interpreter, Registers};

use super::othello;

const POSITIONS: usize = 1024;

/// The least time of many rounds, in nanoseconds a position.
fn least(mut round: impl FnMut()) -> f64 {
    let mut time = || {
        let start = Instant::now();
        round();
        start.elapsed().as_secs_f64() * 1e9 / POSITIONS as f64
    };
    (0..300).map(|_| time()).fold(f64::INFINITY, f64::min)
}

#[test]
#[ignore = "prints times"]
#[expect(clippy::disallowed_macros, reason = "prints times")]
fn othello_moves() {
    let mut word = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        word
    };
    let positions: Vec<[u64; 2]> = (0..POSITIONS)
        .map(|_| (next(), next() | next()))
        .map(|(side, full)| [full & side, full & !side])
        .collect();

    let program = othello::program();
    println!("{} operations; least time a position, in ns", program.len());

    let interpreter = Interpreter::new(&program).unwrap();
    let (mut outputs, mut registers) = ([0], Registers::new());
    let one_by_one = least(|| {
        for position in &positions {
            interpreter.run(position, &mut outputs, &mut registers);
            black_box(outputs);
        }
    });
    println!("interpreter     {one_by_one:6.1}");

    let (mut outputs, mut registers) = ([[0; 8]], Registers::<8>::new());
    let by_eight = least(|| {
        for eight in positions.as_chunks::<8>().0 {
            let inputs = [0, 1].map(|side| eight.map(|position| position[side]));
            interpreter.run_lanes(&inputs, &mut outputs, &mut registers);
            black_box(outputs);
        }
    });
    println!("in eight lanes  {by_eight:6.1}");

    #[cfg(feature = "jit")]
    {
        let native = regola::compile::words::Native::new(&program).unwrap();
        let mut outputs = [0];
        let alone = least(|| {
            for position in &positions {
                native.run(position, &mut outputs);
                black_box(outputs);
            }
        });
        println!("native          {alone:6.1}");
    }
}
