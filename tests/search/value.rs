//! Estimates and results on one scale.

use proptest::prelude::*;
use regola::game::Game;
use regola::search::{Strategy, Value};

use super::search;
use crate::host_games::Pile;

#[test]
fn results_are_named_and_estimates_are_numbers() {
    let shown = [0, 25, 49, 50, 51, 100].map(|goal| Value::from_goal(goal).to_string());
    assert_eq!(shown, ["loss", "goal 25", "goal 49", "0", "goal 51", "win"]);
    assert_eq!(Value::from_estimate(-17).to_string(), "-17");
    let delayed = [0, 25, 50, 100].map(|goal| Value::from_goal(goal).delayed(3).to_string());
    assert_eq!(delayed, ["loss in 3", "goal 25 in 3", "0", "win in 3"]);
    assert!(Value::from_goal(51).delayed(usize::MAX) > Value::MAX_ESTIMATE);
    assert_eq!(
        format!("[{:>5}] [{:>5}]", Value::WIN, Value::from_estimate(3)),
        "[  win] [    3]"
    );
}

#[test]
fn no_heuristic_passes_for_a_win() {
    let pile = Pile {
        counters: 2,
        takes: vec![1, 2],
    };
    let best = search(&pile, &pile.initial(), Strategy::AlphaBeta, 1);
    assert_eq!(best.root_moves[0].value, Value::MAX_ESTIMATE);
    assert_eq!((best.best_move(), best.value), (Some(&2), Value::WIN));
}

#[test]
fn the_best_line_of_extreme_estimates_gains_an_estimate() {
    let (least, most) = (
        Value::from_estimate(i64::MIN),
        Value::from_estimate(i64::MAX),
    );
    assert_eq!(most.gain_over(least), Value::MAX_ESTIMATE);
    assert!(!least.gain_over(most).is_decided());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn results_lie_beyond_all_estimates(estimate: i64, goal: u8) {
        let (result, estimate) = (Value::from_goal(goal), Value::from_estimate(estimate));
        prop_assert!(Value::LOSS <= result && result <= Value::WIN);
        prop_assert!(goal <= 50 || estimate < result);
        prop_assert!(goal >= 50 || result < estimate);
        prop_assert_eq!(result.is_decided(), goal != 50);
    }

    #[test]
    fn distance_tells_apart_equal_results_alone(
        goals in (0..=100u8, 0..=100u8), plies in (0..1000usize, 0..1000usize),
    ) {
        let (one, other) = (Value::from_goal(goals.0).delayed(plies.0), Value::from_goal(goals.1).delayed(plies.1));
        let by_distance = match goals.0 {
            50 => std::cmp::Ordering::Equal,
            0..50 => plies.0.cmp(&plies.1),
            _ => plies.1.cmp(&plies.0),
        };
        prop_assert_eq!(one.cmp(&other), goals.0.cmp(&goals.1).then(by_distance));
        prop_assert_eq!(one.goal(), (goals.0 != 50).then_some(goals.0));
        prop_assert_eq!(one.delay(), if goals.0 == 50 { 0 } else { plies.0 as u64 });
        prop_assert_eq!((one.is_win(), one.is_loss()), (goals.0 == 100, goals.0 == 0));
    }

    #[test]
    fn the_scale_keeps_the_order(estimates: (i64, i64), goals in (0..=100u8, 0..=100u8)) {
        let (one, other) = estimates;
        prop_assert!(one > other || Value::from_estimate(one) <= Value::from_estimate(other));
        prop_assert_eq!(goals.0.cmp(&goals.1), Value::from_goal(goals.0).cmp(&Value::from_goal(goals.1)));
    }
}
