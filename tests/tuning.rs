//! Weights that are fitted to the results of games.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::{fs, mem};

use fastrand::Rng;
use proptest::prelude::*;
use regola::engine::{Engine, Form, Visitor};
use regola::game::{Answer, Game, Position, Role, RuleGame, Rules, Turn};
use regola::logic::Term;
use regola::syntax::load::MemoryReader;
use regola::tuning::{
    Conflict, FeatureError, FeatureValue, Features, Fit, FitError, Sample, Samples, TunedRules, fit,
};

fn fitted(samples: &Samples) -> Result<Fit, FitError> {
    fit(samples, &mut || ControlFlow::Continue(()))
}

/// A sample with two features that are their own classes.
fn sample(values: [i64; 2], mover: i8, result: f64, game: usize) -> Sample {
    let named = |(name, value)| FeatureValue {
        class: [Term::atom(name)].into(),
        value,
    };
    Sample {
        values: ["left", "right"]
            .into_iter()
            .zip(values)
            .map(named)
            .collect(),
        mover,
        result,
        game,
    }
}

/// Samples whose results follow known weights.
fn samples_of(weights: [f64; 2], count: usize, seed: u64) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let mut made = |number| {
        let values = [random.i64(-3..=3), random.i64(-3..=3)];
        let mover = if random.bool() { 1 } else { -1 };
        let odds = weights[0] * values[0] as f64
            + weights[1] * values[1] as f64
            + 0.3
            + 0.2 * f64::from(mover);
        let is_won = random.f64() < 1.0 / (1.0 + (-odds).exp());
        sample(values, mover, f64::from(u8::from(is_won)), number / 20)
    };
    (0..count).map(&mut made).collect()
}

fn collected(samples: impl IntoIterator<Item = Sample>) -> Samples {
    let mut collected = Samples::default();
    samples.into_iter().for_each(|sample| collected.add(sample));
    collected
}

fn weights(fit: &Fit) -> BTreeMap<String, f64> {
    let weights = fit.weights.iter();
    weights
        .map(|(feature, weight)| (feature.to_string(), *weight))
        .collect()
}

#[test]
fn the_weights_behind_the_results_are_found() {
    let fit = fitted(&collected(samples_of([0.8, -0.5], 40_000, 1))).expect("there are games");
    let found = weights(&fit);
    assert!((found["left"] - 0.8).abs() < 0.03, "{found:?}");
    assert!((found["right"] + 0.5).abs() < 0.03, "{found:?}");
    assert!(fit.prediction.loss < fit.without_features.loss - 0.1);
    assert!(fit.prediction.winners > fit.without_features.winners + 0.1);
    // The loss of a coin is the logarithm of 2.
    assert!((fit.without_features.loss - 2.0_f64.ln()).abs() < 0.05);
}

#[test]
fn features_that_say_nothing_get_no_weight() {
    let fit = fitted(&collected(samples_of([0.0, 0.0], 40_000, 2))).expect("there are games");
    assert!(
        weights(&fit).values().all(|weight| weight.abs() < 0.02),
        "{fit:?}"
    );
}

#[test]
fn what_does_not_suffice_is_refused() {
    let few = samples_of([1.0, 1.0], 100, 3)
        .into_iter()
        .filter(|sample| sample.game < 9);
    assert_eq!(fitted(&collected(few)).err(), Some(FitError::TooFewGames));
    let won = samples_of([1.0, 1.0], 400, 3)
        .into_iter()
        .map(|sample| Sample {
            result: 1.0,
            ..sample
        });
    assert_eq!(fitted(&collected(won)).err(), Some(FitError::OneResult));
    let named = |number: usize| FeatureValue {
        class: [Term::integer(number as i64)].into(),
        value: 1,
    };
    let other = |number: usize| Sample {
        values: vec![named(number)],
        ..sample([0, 0], 1, (number % 2) as f64, number / 20)
    };
    let many = fitted(&collected((0..5001).map(other)));
    assert_eq!(many.err(), Some(FitError::TooManyWeights(5000)));
    let samples = collected(samples_of([1.0, 1.0], 400, 3));
    let stopped = fit(&samples, &mut || ControlFlow::Break(()));
    assert_eq!(stopped.err(), Some(FitError::Stopped));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Both roles see the same weights.
    #[test]
    fn weights_do_not_depend_on_which_role_is_the_first(seed in 0..1000_u64, left in -1.0..1.0_f64, right in -1.0..1.0_f64) {
        let samples = samples_of([left, right], 600, seed);
        let exchanged = samples.iter().map(|sample| {
            let values = [0, 1].map(|feature: usize| -sample.values[feature].value);
            self::sample(values, -sample.mover, 1.0 - sample.result, sample.game)
        });
        let fit = fitted(&collected(samples.clone())).expect("there are games");
        let other = fitted(&collected(exchanged)).expect("there are games");
        for ((_, weight), (_, other)) in fit.weights.iter().zip(&other.weights) {
            prop_assert!((weight - other).abs() < 1e-4, "{weight} {other}");
        }
    }

    /// A feature that is counted in units of a third has a third of the weight.
    #[test]
    fn weights_follow_the_unit_of_a_feature(seed in 0..1000_u64, left in -1.0..1.0_f64, right in -1.0..1.0_f64) {
        let samples = samples_of([left, right], 600, seed);
        let finer = samples.iter().map(|sample| {
            let values = [0, 1].map(|feature: usize| 3 * sample.values[feature].value);
            self::sample(values, sample.mover, sample.result, sample.game)
        });
        let fit = fitted(&collected(samples.clone())).expect("there are games");
        let other = fitted(&collected(finer)).expect("there are games");
        for ((_, weight), (_, other)) in fit.weights.iter().zip(&other.weights) {
            prop_assert!((weight - 3.0 * other).abs() < 1e-4, "{weight} {other}");
        }
    }
}

/// A random game.
struct RandomGame {
    /// The positions before the end, each with its mover as a sample has it.
    positions: Vec<(Position, i8)>,
    /// The result for the first role.
    result: f64,
}

impl RandomGame {
    fn play(rules: &Rules, random: &mut Rng) -> Self {
        let mut positions = Vec::new();
        let mut position = rules.initial();
        while let Turn::Single(role, moves) = rules.turn(&position).expect("the rules are right") {
            let mover = if role == Role(0) { 1 } else { -1 };
            let played = random.choice(moves).expect("who is to move has a move");
            let next = rules
                .play(&position, &[played])
                .expect("the rules are right");
            positions.push((mem::replace(&mut position, next), mover));
        }
        let goals = rules.goals(&position).expect("the game is over");
        let result = match goals[0].cmp(&goals[1]) {
            Ordering::Less => 0.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 1.0,
        };
        RandomGame { positions, result }
    }
}

/// A shipped game with the rule file of weights that are fitted to some random games.
struct Tuned {
    rules: Rules,
    features: Features,
    positions: Vec<Position>,
}

impl Tuned {
    fn of(path: &str, names_features: bool) -> Self {
        let tuned = TunedRules {
            game: path.to_owned(),
            name: "tuned".to_owned(),
            depth: 2,
            names_features,
            comment: vec!["Fitted to random games.".to_owned()],
        };
        let game = shipped(path);
        tuned.check(&game).expect("the game has no such heuristic");
        let mut features =
            Features::of(&loaded(&tuned.features(&game))).expect("there are features");
        let (mut samples, mut positions) = (Samples::default(), Vec::new());
        let mut random = Rng::with_seed(7);
        for number in 0..12 {
            let played = RandomGame::play(&game, &mut random);
            for (position, mover) in played.positions {
                let values = features
                    .values(&position)
                    .expect("the features have values");
                samples.add(Sample {
                    values,
                    mover,
                    result: played.result,
                    game: number,
                });
                positions.push(position);
            }
        }
        let fit = fitted(&samples).expect("there are games");
        let rules = loaded(&tuned.text(&game, &fit));
        Tuned {
            features: Features::of(&rules).expect("there are features"),
            rules,
            positions,
        }
    }

    /// The weights, as the rule file has them.
    fn weights(&self) -> BTreeMap<String, i64> {
        let answers = self
            .rules
            .query(&self.rules.initial(), "feature_weight(F, W)");
        let answers = answers.expect("the rule file has weights");
        let of = |answer: Answer| {
            let feature = answer.get("F").expect("it is asked for").to_string();
            let weight = answer.get("W").and_then(Term::as_integer);
            (feature, weight.expect("a weight is an integer"))
        };
        answers
            .map(|answer| of(answer.expect("facts have answers")))
            .collect()
    }
}

/// The rules of a text beside the shipped games.
fn loaded(text: &str) -> Rules {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let mut reader = MemoryReader::new().with("<text>", text);
    for file in fs::read_dir(folder).expect("the games ship").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rules") {
            reader = reader.with(&name, fs::read(file.path()).expect("the file can be read"));
        }
    }
    Rules::read(&reader, "<text>").unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// A shipped game.
fn shipped(name: &str) -> Rules {
    loaded(&format!(":- use \"{name}\".\n"))
}

/// The value of the heuristic `tuned`, by the form of an engine.
struct TunedValue<'a>(&'a Position, Role);

impl Visitor for TunedValue<'_> {
    type Output = i64;

    fn start(&self) -> Option<&Position> {
        Some(self.0)
    }

    fn visit<G: RuleGame>(self, game: &G) -> i64 {
        let heuristic = game.heuristic("tuned").expect("the rule file has it");
        let value = game.evaluate(&game.position(self.0), heuristic, self.1);
        value.expect("the rules are right")
    }
}

#[test]
fn the_heuristic_is_the_sum_of_features_with_their_weights() {
    for (game, names_features) in [("othello.rules", false), ("connect-four.rules", true)] {
        let mut tuned = Tuned::of(game, names_features);
        let weights = tuned.weights();
        let forms = [Form::Machine, Form::Compiled];
        let engines =
            forms.map(|form| Engine::in_form(&tuned.rules, form).expect("it has this form"));
        for position in tuned.positions.iter().step_by(7) {
            let values = tuned
                .features
                .values(position)
                .expect("the features have values");
            let weighted = values.iter().map(|FeatureValue { class, value }| {
                value * weights.get(&class[0].to_string()).copied().unwrap_or(0)
            });
            let sum: i64 = weighted.sum();
            for engine in &engines {
                assert_eq!(engine.visit(TunedValue(position, Role(0))), sum, "{game}");
                assert_eq!(engine.visit(TunedValue(position, Role(1))), -sum, "{game}");
            }
        }
    }
}

#[test]
fn facts_that_a_symmetry_exchanges_share_a_weight() {
    let tuned = Tuned::of("connect-four.rules", true);
    let (weights, mut shared) = (tuned.weights(), 0);
    for row in 1..=6 {
        for (left, right) in [(1, 7), (2, 6), (3, 5)] {
            for role in ["red", "yellow"] {
                let of = |column| weights.get(&format!("cell({column}, {row}, {role})"));
                assert_eq!(of(left), of(right), "row {row}, {role}");
                shared += of(left).map_or(0, |_| 1);
            }
        }
    }
    assert!(shared > 20, "{weights:?}");
}

#[test]
fn odd_names_do_not_break_the_rule_file() {
    let tuned = TunedRules {
        game: "a \"game\".rules".to_owned(),
        name: "my best".to_owned(),
        depth: 1,
        names_features: true,
        comment: vec!["A title\nrole(nobody).".to_owned()],
    };
    let game = shipped("filetto.rules");
    let feature = Term::compound(":-", [&Term::atom("It"), &Term::atom("is")]);
    let named = |value| FeatureValue {
        class: [feature.clone()].into(),
        value,
    };
    let samples = samples_of([1.0, 1.0], 400, 5)
        .into_iter()
        .map(|sample| Sample {
            values: vec![named(sample.values[0].value)],
            ..sample
        });
    let fit = fitted(&collected(samples)).expect("there are games");
    let text = tuned
        .text(&game, &fit)
        .replace("use \"a \\\"game\\\".rules\"", "use \"filetto.rules\"");
    let rules = loaded(&text);
    assert_eq!(rules.role_names(), ["o", "x"]);
    assert!(rules.level("my best").is_some(), "{text}");
    let weight = rules.query(&rules.initial(), "feature_weight(('It' :- is), _)");
    assert!(weight.expect("it is a goal").next().is_some(), "{text}");
}

#[test]
fn a_game_that_has_the_names_already_is_refused() {
    let tuned = |name: &str| TunedRules {
        game: "filetto.rules".to_owned(),
        name: name.to_owned(),
        depth: 1,
        names_features: true,
        comment: Vec::new(),
    };
    let filetto = shipped("filetto.rules");
    let conflict = |name| tuned(name).check(&filetto).err();
    assert_eq!(conflict("tuned"), None);
    assert_eq!(
        conflict("open_lines"),
        Some(Conflict::Heuristic("open_lines".to_owned()))
    );
    assert_eq!(
        conflict("perfect"),
        Some(Conflict::Level("perfect".to_owned()))
    );
    let own = loaded(":- use \"filetto.rules\".\nfeature_weight(own, 1).\n");
    assert_eq!(
        tuned("tuned").check(&own).err(),
        Some(Conflict::Predicate("feature_weight"))
    );
}

#[test]
fn features_are_integers_of_two_roles() {
    let with = |clauses: &str| loaded(&format!(":- use \"filetto.rules\".\n{clauses}\n"));
    let fault = |clauses| {
        let rules = with(clauses);
        let mut features = Features::of(&rules).expect("there are features");
        features
            .values(&rules.initial())
            .expect_err("a feature is wrong")
    };
    assert!(matches!(
        fault("feature(odd, P, P) :- role(P)."),
        FeatureError::NoInteger(..)
    ));
    assert!(matches!(
        fault("feature(_, _, 1)."),
        FeatureError::Unbound(_)
    ));
    assert!(matches!(
        fault("feature(odd, _, N) :- N is 1 / 0."),
        FeatureError::Rules(_)
    ));
    assert!(
        Features::of(&shipped("filetto.rules")).is_none(),
        "no features are named"
    );
    let alone = loaded(":- use \"change.rules\".\nfeature(one, _, 1).\n");
    assert!(Features::of(&alone).is_none(), "there is one role");
}

#[test]
fn what_has_several_answers_counts_several_times() {
    let rules = loaded(
        ":- use \"filetto.rules\".\nfeature(twice, o, 2).\nfeature(twice, o, 3).\nfeature(twice, x, 1).\n",
    );
    let mut features = Features::of(&rules).expect("there are features");
    let values = features.values(&rules.initial()).expect("they have values");
    assert_eq!(
        values.iter().map(|value| value.value).collect::<Vec<_>>(),
        [4]
    );
}
