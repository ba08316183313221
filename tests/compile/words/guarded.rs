//! Sections that a program did not have: what they leave out, and when there are none.

use regola::compile::words::{Builder, Program};

/// How far kings of a side may step, where its men stand in the way or not, and whether nobody may take.
/// The inputs are men, kings, and all ones or zero.
fn steps() -> Program {
    let mut builder = Builder::new(3);
    let [men, kings, nobody_takes] = [0, 1, 2].map(|number| builder.input(number));
    let all = builder.or(men, kings);
    let mut outputs = Vec::new();
    for distance in [4, 5] {
        let ahead = builder.shift_left(kings, distance);
        let back = builder.shift_right(kings, distance);
        let either = builder.or(ahead, back);
        let free = builder.and_not(either, all);
        let takes = builder.and(either, men);
        outputs.push(free);
        outputs.push(builder.and_not(takes, nobody_takes));
    }
    outputs.push(builder.shift_left(men, 4));
    builder.finish(&outputs)
}

#[test]
fn a_section_leaves_out_what_comes_to_nothing() {
    let men_alone = [vec![0b1111, 0, u64::MAX], vec![0b1101, 0, 0]];
    let with_kings = [vec![0b1111, 0b1_0000, u64::MAX], vec![0, 1, u64::MAX]];
    let none = [vec![1, 2, 3]];
    let mut text = String::new();
    for (what, samples) in [
        ("without kings", &men_alone[..]),
        ("where nobody takes", &with_kings),
        ("of no use", &none),
    ] {
        text += &format!("samples {what}\n{}\n", steps().guarded(samples, 2));
    }
    assert_snapshot!("words__guarded", text);
}

/// Where there is no section large enough, the program stays as it is.
#[test]
fn small_sections_are_left_out() {
    let samples = [vec![0b1111, 0, u64::MAX]];
    assert_eq!(steps().guarded(&samples, 100), steps());
    assert_ne!(steps().guarded(&samples, 10), steps());
}
