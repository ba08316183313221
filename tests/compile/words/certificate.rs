//! On what truths rest: they stay as they are if nothing of that changes.

use proptest::prelude::*;
use regola::compile::words::{Builder, Certificate, Changes, Program, Value};

use super::evaluate;
use super::recipe::{INPUTS, Kept, recipes, words};

/// The same program with truths as its outputs: whether each is not zero.
fn truths(program: &Program) -> Program {
    let mut builder = Builder::new(program.inputs());
    let inputs = builder.inputs(0..program.inputs());
    let outputs = builder.append(program, &inputs);
    let truths: Vec<Value> = outputs.iter().map(|output| builder.any(*output)).collect();
    builder.finish(&truths)
}

/// The bits on which the outputs rest, by input.
fn certificate(program: &Program, changes: &Changes) -> Program {
    let mut builder = Builder::new(program.inputs());
    let inputs = builder.inputs(0..program.inputs());
    let Certificate { outputs, bits } = builder.certificate(program, &inputs, changes);
    builder.finish(&[bits, outputs].concat())
}

fn all_words() -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(words(), INPUTS)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever changes beside the bits of the certificate, the outputs stay.
    #[test]
    fn truths_stay_with_their_certificate(
        recipe in recipes(60),
        inputs in all_words(),
        added in all_words(),
        removed in all_words(),
        frequency in proptest::collection::vec(0..9_u64, INPUTS),
        changed in proptest::collection::vec(all_words(), 8),
    ) {
        let program = truths(&recipe.plain().build(Kept::Zero));
        let changes = Changes { added, removed, frequency };
        let found = evaluate(&certificate(&program, &changes), &inputs);
        let (bits, outputs) = found.split_at(INPUTS);
        let before = evaluate(&program, &inputs);
        prop_assert_eq!(outputs, &before[..]);
        for changed in changed {
            let other = |input: usize| {
                let may_change = changes.added[input] & !inputs[input] | changes.removed[input] & inputs[input];
                inputs[input] ^ changed[input] & may_change & !bits[input]
            };
            let others: Vec<u64> = (0..INPUTS).map(other).collect();
            prop_assert_eq!(evaluate(&program, &others), before.clone(), "from {:x?} to {:x?}\n{}", &inputs, &others, &program);
        }
    }
}

/// Whether a rook looks at the lowest square, with nothing between: the squares in a row are bits, rooks
/// and other pieces the inputs.
fn looks() -> Program {
    let mut builder = Builder::new(2);
    let [rooks, others] = [0, 1].map(|number| builder.input(number));
    let mut seen = rooks;
    for _ in 0..7 {
        let beyond = builder.shift_right(seen, 1);
        let free = builder.and_not(beyond, others);
        seen = builder.or(rooks, free);
    }
    let first = builder.constant(1);
    let first = builder.and(seen, first);
    let is_seen = builder.any(first);
    builder.finish(&[is_seen])
}

/// Where a rook is behind other pieces, one of these must stay; where it is not, nothing must come between
/// or take it.
#[test]
fn a_piece_between_is_pinned() {
    let changes = Changes {
        added: vec![0, 0xff],
        removed: vec![0xff, 0xff],
        frequency: vec![1, 2],
    };
    let program = certificate(&looks(), &changes);
    let mut text = String::new();
    for (rooks, others) in [
        (0b0100_0000, 0b0000_1000),
        (0b0100_0000, 0b0001_1000),
        (0b0001_0000, 0b0110_0000),
        (0b0000_0000, 0b0001_1000),
    ] {
        let found = evaluate(&program, &[rooks, others]);
        let [of_rooks, of_others, is_seen] = [found[0], found[1], found[2] & 1];
        text += &format!(
            "rooks {rooks:08b}, others {others:08b}: seen {is_seen}, rests on {of_rooks:08b} and {of_others:08b}\n"
        );
    }
    assert_snapshot!("words__certificate", text);
}
