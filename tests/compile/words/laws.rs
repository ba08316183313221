//! All ways to run a program agree with the meaning of its steps, and the steps with what was asked
//! for.

use proptest::prelude::*;
use proptest::sample::select;
use regola::compile::words::{Builder, Evaluator, Interpreter, Program, Registers, Variations};

use super::evaluate;
use super::recipe::{INPUTS, Kept, Recipe, inputs, recipes};

const RUNS: usize = 8;

/// The inputs of one run among several.
fn lane(inputs: &[[u64; RUNS]; INPUTS], lane: usize) -> [u64; INPUTS] {
    inputs.map(|words| words[lane])
}

/// The outputs of each run, by the meaning of the steps.
fn meant(program: &Program, inputs: &[[u64; RUNS]; INPUTS]) -> Vec<Vec<u64>> {
    (0..RUNS)
        .map(|number| evaluate(program, &lane(inputs, number)))
        .collect()
}

/// The outputs of each run by the interpreter, one by one.
fn interpret(program: &Program, inputs: &[[u64; RUNS]; INPUTS]) -> Vec<Vec<u64>> {
    let interpreter = Interpreter::new(program).expect("it is small");
    let mut registers = Registers::new();
    let run = |number: usize| {
        let mut outputs = vec![0; program.outputs().len()];
        interpreter.run(&lane(inputs, number), &mut outputs, &mut registers);
        outputs
    };
    (0..RUNS).map(run).collect()
}

/// The outputs of each run by the interpreter, all at once.
fn interpret_lanes(program: &Program, inputs: &[[u64; RUNS]; INPUTS]) -> Vec<Vec<u64>> {
    let interpreter = Interpreter::new(program).expect("it is small");
    let mut outputs = vec![[0; RUNS]; program.outputs().len()];
    interpreter.run_lanes(inputs, &mut outputs, &mut Registers::new());
    (0..RUNS)
        .map(|number| outputs.iter().map(|words| words[number]).collect())
        .collect()
}

/// The outputs of each run of the program as it is, all with one evaluator.
fn run_as_it_is(program: &Program, inputs: &[[u64; RUNS]; INPUTS]) -> Vec<Vec<u64>> {
    let mut evaluator = Evaluator::default();
    let run = |number: usize| {
        let mut outputs = vec![0; program.outputs().len()];
        evaluator.run(program, &lane(inputs, number), &mut outputs);
        outputs
    };
    (0..RUNS).map(run).collect()
}

/// The outputs of each run by native code. Every machine that this is developed on has some.
#[cfg(feature = "jit")]
fn run_native(program: &Program, inputs: &[[u64; RUNS]; INPUTS]) -> Vec<Vec<u64>> {
    let native = regola::compile::words::Native::new(program).expect("the machine is served");
    let run = |number: usize| {
        let mut outputs = vec![0; program.outputs().len()];
        native.run(&lane(inputs, number), &mut outputs);
        outputs
    };
    (0..RUNS).map(run).collect()
}

fn agree(recipe: &Recipe, kept: Kept, inputs: &[[u64; RUNS]; INPUTS]) -> Result<(), TestCaseError> {
    let program = recipe.build(kept);
    let meant = meant(&program, inputs);
    if kept == Kept::Zero {
        let asked: Vec<_> = (0..RUNS)
            .map(|number| recipe.evaluate(&lane(inputs, number)))
            .collect();
        prop_assert_eq!(&meant, &asked, "built\n{}", program);
    }
    prop_assert_eq!(
        &interpret(&program, inputs),
        &meant,
        "interpreted\n{}",
        program
    );
    prop_assert_eq!(
        &interpret_lanes(&program, inputs),
        &meant,
        "interpreted in lanes\n{}",
        program
    );
    prop_assert_eq!(
        &run_as_it_is(&program, inputs),
        &meant,
        "as it is\n{}",
        program
    );
    #[cfg(feature = "jit")]
    prop_assert_eq!(
        &run_native(&program, inputs),
        &meant,
        "as native code\n{}",
        program
    );
    Ok(())
}

/// A large program of small ones in a row, which begin with results of all that came before.
#[cfg(feature = "jit")]
fn large(recipes: &[Recipe]) -> Program {
    let mut builder = Builder::new(INPUTS);
    let mut known: Vec<_> = (0..INPUTS).map(|number| builder.input(number)).collect();
    let parts: Vec<_> = recipes
        .iter()
        .map(|recipe| recipe.build(Kept::Zero))
        .collect();
    for (number, part) in parts.iter().cycle().take(ROUNDS).enumerate() {
        let given: Vec<_> = (0..INPUTS)
            .map(|input| known[(7 * number + 13 * input) % known.len()])
            .collect();
        known.extend(builder.append(part, &given));
    }
    builder.finish(&known)
}

/// How many small programs make a large one.
#[cfg(feature = "jit")]
const ROUNDS: usize = 2_000;

#[cfg(feature = "jit")]
proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Most words of a large program wait on the stack.
    #[test]
    fn large_programs_do_what_they_say(recipes in prop::collection::vec(recipes(150), 20), inputs in inputs()) {
        let program = large(&recipes);
        prop_assume!(program.len() > 2_500);
        prop_assert_eq!(&run_native(&program, &inputs), &meant(&program, &inputs));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// What is built computes what was asked for, however it was simplified, and however it is run.
    #[test]
    fn programs_compute_what_was_asked_for(recipe in recipes(150), inputs in inputs()) {
        agree(&recipe, Kept::Zero, &inputs)?;
    }

    /// A program within another one, which hands it its own results, does what the two do one after
    /// the other.
    #[test]
    fn programs_in_a_row_are_one(first in recipes(60), second in recipes(60), inputs in inputs()) {
        let (first, second) = (first.build(Kept::Zero), second.build(Kept::Zero));
        let mut builder = Builder::new(INPUTS);
        let given: Vec<_> = (0..INPUTS).map(|number| builder.input(number)).collect();
        let between = builder.append(&first, &given);
        let handed_on: Vec<_> = between.iter().chain(&given).copied().take(INPUTS).collect();
        let outputs = builder.append(&second, &handed_on);
        let both = builder.finish(&outputs);
        for number in 0..RUNS {
            let given = lane(&inputs, number);
            let between = evaluate(&first, &given);
            let handed_on: Vec<u64> = between.into_iter().chain(given).take(INPUTS).collect();
            prop_assert_eq!(evaluate(&both, &given), evaluate(&second, &handed_on), "first\n{}second\n{}both\n{}", first, second, both);
        }
    }

    /// A variation of a program does what the program does with these inputs, whatever was varied before.
    #[test]
    fn a_variation_does_what_the_program_does(
        recipe in recipes(150),
        is_plain in any::<bool>(),
        common in prop::array::uniform4(select(vec![0, 1, u64::MAX])),
        variations in prop::collection::vec(prop::array::uniform4(any::<bool>()), 1..4),
        inputs in inputs(),
    ) {
        let program = if is_plain { recipe.plain() } else { recipe }.build(Kept::Zero);
        let mut builder = Builder::new(INPUTS);
        let open = builder.inputs(0..INPUTS);
        let constants = common.iter().map(|word| builder.constant(*word)).collect();
        let mut varied = Variations::new(&program, builder, constants);
        for is_open in variations {
            let changed = (0..INPUTS).filter(|input| is_open[*input]).map(|input| (input, open[input]));
            let inputs_left = (0..INPUTS).filter(|input| is_open[*input]).map(|input| input + 1).max();
            let variation = varied.vary(changed, |builder, outputs| builder.finish_with(inputs_left.unwrap_or(0), &outputs));
            for number in 0..RUNS {
                let given = lane(&inputs, number);
                let all: Vec<u64> = (0..INPUTS).map(|input| if is_open[input] { given[input] } else { common[input] }).collect();
                let given = &given[..variation.inputs()];
                prop_assert_eq!(evaluate(&variation, given), evaluate(&program, &all), "{}varied\n{}", program, variation);
            }
        }
    }

    /// Sections that are found by themselves change nothing, whatever the samples told.
    #[test]
    fn guarded_programs_do_the_same(recipe in recipes(300), inputs in inputs(), samples in 1..RUNS) {
        let program = recipe.plain().build(Kept::Zero);
        let samples: Vec<_> = (0..samples).map(|number| lane(&inputs, number).to_vec()).collect();
        let guarded = program.guarded(&samples, 2);
        prop_assert_eq!(meant(&guarded, &inputs), meant(&program, &inputs), "{}guarded\n{}", program, guarded);
    }

    /// Values of a section that does not run are zero after it.
    #[test]
    fn a_section_that_does_not_run_leaves_zeros(recipe in recipes(150), inputs in inputs()) {
        agree(&recipe, Kept::Anything, &inputs)?;
    }
}
