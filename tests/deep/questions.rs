//! Deep goals asked, and explained.

use proptest::prelude::*;
use regola::game::{Game, Rules};
use regola::logic::proof::Bounds;
use regola::syntax::load::MemoryReader;

use super::shapes::{GOALS, RULES, TERMS};
use super::{LEVELS, LIMITS, in_a_small_thread};

const GAME: &str =
    "role(x).  :- fluent on(_).  init(on(a)).  legal(x, m) :- on(_).  add(on(b)) :- does(x, _).
    terminal :- on(b).  goal(x, 100).
    down(0).  down(N) :- N > 0, M is N - 1, down(M).
    stuck(N) :- N > 0, M is N - 1, stuck(M).
    ";

fn game() -> Rules {
    let reader = MemoryReader::new().with("deep.rules", GAME.to_owned() + RULES);
    Rules::read_within(&reader, "deep.rules", LIMITS).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Whether a question holds, or what was told instead.
fn ask(rules: &Rules, question: &str) -> Result<bool, String> {
    let mut answers = rules
        .query(&rules.initial(), question)
        .map_err(|failure| failure.to_string())?;
    match answers.next() {
        None => Ok(false),
        Some(Ok(answer)) => Ok(!answer.to_string().is_empty()),
        Some(Err(error)) => Err(rules.failure(&error).to_string()),
    }
}

/// What is asked of a shape.
fn question(shape: &str, levels: usize, inner: &str) -> String {
    format!("deep({levels}, {shape}, {inner}, G), call(G)")
}

#[test]
fn a_goal_of_any_shape_is_called_or_ends_in_a_limit() {
    in_a_small_thread(|| {
        let rules = game();
        for shape in GOALS {
            match ask(&rules, &question(shape, LEVELS, "true")) {
                Ok(holds) => assert!(holds, "{shape}"),
                Err(told) => assert!(told.contains("limit"), "{shape}: {told}"),
            }
        }
    });
}

#[test]
fn call_within_call_goes_as_deep_as_memory_allows() {
    in_a_small_thread(|| {
        let rules = game();
        for shape in ["call", "call_call", "call_more", "call_bracketed"] {
            assert_eq!(
                ask(&rules, &question(shape, 100_000, "true")),
                Ok(true),
                "{shape}"
            );
            assert_eq!(
                ask(&rules, &question(shape, 100_000, "fail")),
                Ok(false),
                "{shape}"
            );
        }
        let told = ask(&rules, &question("call", 100_000, "1")).expect_err("an integer is no goal");
        assert!(told.contains("expected something callable"), "{told}");
    });
}

#[test]
fn each_call_within_call_is_a_step() {
    in_a_small_thread(|| {
        let rules = game();
        let steps = |levels| {
            let mut answers = rules
                .query(&rules.initial(), &question("call", levels, "true"))
                .expect("it is right");
            assert!(answers.next().expect("it holds").is_ok());
            answers.steps()
        };
        // A level is three steps to make and one to call.
        assert_eq!(steps(2_000) - steps(1_000), steps(1_000) - steps(0));
        assert!(steps(2_000) - steps(1_000) >= 3_000);
    });
}

#[test]
fn a_long_conjunction_is_looked_through_once() {
    in_a_small_thread(|| {
        let rules = game();
        for shape in ["and", "and_left", "or"] {
            assert_eq!(
                ask(&rules, &question(shape, 50_000, "true")),
                Ok(true),
                "{shape}"
            );
        }
    });
}

#[test]
fn nested_collections_cost_what_they_hold() {
    in_a_small_thread(|| {
        let rules = game();
        assert_eq!(ask(&rules, &question("findall", 50_000, "true")), Ok(true));
    });
}

fn explained(inner: &'static str) {
    in_a_small_thread(move || {
        let rules = game();
        for shape in GOALS {
            match rules.explain(
                &rules.initial(),
                &question(shape, 1_000, inner),
                Bounds::default(),
            ) {
                Ok(explained) => assert!(!explained.to_string().is_empty(), "{shape}"),
                Err(failure) => {
                    assert!(failure.to_string().contains("limit"), "{shape}: {failure}")
                }
            }
        }
    });
}

#[test]
fn a_deep_goal_that_holds_is_explained() {
    explained("on(a)");
}

#[test]
fn a_deep_goal_that_fails_is_explained() {
    explained("on(b)");
}

#[test]
fn an_explanation_may_be_as_deep_as_the_bounds_allow() {
    in_a_small_thread(|| {
        let rules = game();
        let bounds = Bounds {
            depth: usize::MAX,
            nodes: 2_000,
            ways: 3,
        };
        for (goal, holds) in [
            ("down(300)", true),
            ("stuck(300)", false),
            ("\\+ down(300)", false),
        ] {
            let explained = rules
                .explain(&rules.initial(), goal, bounds)
                .unwrap_or_else(|told| panic!("{told}"));
            assert_eq!(explained.holds(), holds, "{goal}");
            assert!(
                explained.to_string().lines().count() > Bounds::MAX_DEPTH,
                "{goal}"
            );
        }
    });
}

#[test]
fn a_long_conjunction_is_explained_goal_by_goal() {
    in_a_small_thread(|| {
        let rules = game();
        for shape in ["and", "and_left"] {
            let explained = rules.explain(
                &rules.initial(),
                &question(shape, LEVELS, "on(a)"),
                Bounds::default(),
            );
            assert!(
                explained.is_ok_and(|explained| explained.holds()),
                "{shape}"
            );
        }
    });
}

#[test]
fn deep_terms_are_compared_copied_and_printed() {
    in_a_small_thread(|| {
        let rules = game();
        for shape in TERMS.into_iter().chain(["and", "call"]) {
            let two = format!("deep({LEVELS}, {shape}, a, S), deep({LEVELS}, {shape}, a, T)");
            for then in [
                "S = T",
                "S == T",
                "copy_term(S, T)",
                "ground(S)",
                "findall(S, true, [T])",
            ] {
                assert_eq!(
                    ask(&rules, &format!("{two}, {then}")),
                    Ok(true),
                    "{shape}: {then}"
                );
            }
        }
        let sum = format!("deep({LEVELS}, sum, 0, S), X is S, X =:= {LEVELS}");
        assert_eq!(ask(&rules, &sum), Ok(true));
        let thrown = ask(&rules, &format!("deep({LEVELS}, compound, a, T), throw(T)"))
            .expect_err("it is thrown");
        assert!(thrown.contains("..."), "{thrown}");
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn a_goal_of_mixed_shapes_is_called_or_ends_in_a_limit(
        parts in prop::collection::vec((prop::sample::select(&GOALS[..]), 0..3_000_usize), 1..6),
    ) {
        let goals = parts.iter().enumerate().map(|(at, (shape, levels))| {
            format!("deep({levels}, {shape}, G{at}, G{})", at + 1)
        });
        let goals: Vec<String> = goals.collect();
        let question = format!("G0 = true, {}, call(G{})", goals.join(", "), parts.len());
        let told = in_a_small_thread(move || ask(&game(), &question));
        prop_assert!(told.as_ref().map_or_else(|told| told.contains("limit"), |holds| *holds), "{told:?}");
    }
}
