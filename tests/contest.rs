//! The statistics of a match, on results of players of a known strength.

use fastrand::Rng;
use proptest::prelude::*;
use regola::contest::{GamePairs, Hypothesis, SequentialTest, UnfitTest, elo_of, share_of};

/// The probabilities of 0 to 4 half points in a pair of games, with the mean that the difference in
/// Elo has. Openings are good for one side, so that the games of a pair depend on each other.
fn probabilities(elo: f64) -> [f64; 5] {
    let share = share_of(elo);
    let [loss, draw, win] = [
        (1.0 - share) * 0.8,
        0.2 * share.min(1.0 - share),
        share - 0.1 * share.min(1.0 - share),
    ];
    let loss = loss + 1.0 - loss - draw - win;
    let independent = [
        loss * loss,
        2.0 * loss * draw,
        2.0 * loss * win + draw * draw,
        2.0 * draw * win,
        win * win,
    ];
    // A third of the openings is won by one side, so that each player wins once.
    let mut mixed = independent.map(|probability| probability * 2.0 / 3.0);
    mixed[2] += 1.0 / 3.0;
    mixed
}

/// The difference in Elo that these probabilities mean.
fn true_elo(probabilities: [f64; 5]) -> f64 {
    let mean = |(points, probability): (usize, f64)| points as f64 / 4.0 * probability;
    elo_of(probabilities.into_iter().enumerate().map(mean).sum())
}

fn pair(probabilities: [f64; 5], random: &mut Rng) -> usize {
    let mut rest = random.f64();
    let mut passed = |probability: &f64| {
        rest -= probability;
        rest >= 0.0
    };
    probabilities
        .iter()
        .take_while(|each| passed(each))
        .count()
        .min(4)
}

/// The share of simulated matches in which the test decides for the greater difference.
fn decisions_for_greater(test: &SequentialTest, probabilities: [f64; 5], matches: u64) -> f64 {
    let greater = (0..matches).filter(|seed| {
        let mut random = Rng::with_seed(*seed);
        let mut pairs = GamePairs::default();
        loop {
            pairs.count(pair(probabilities, &mut random));
            if let Some(decision) = test.decision(pairs) {
                return decision == Hypothesis::Greater;
            }
        }
    });
    greater.count() as f64 / matches as f64
}

#[test]
fn a_test_errs_as_rarely_as_it_says() {
    for [smaller, greater] in [[0.0, 60.0], [-40.0, 40.0]] {
        // The test is told the differences that the simulated players have.
        let models = [smaller, greater].map(probabilities);
        let test = SequentialTest::new(models.map(true_elo), 0.05, 0.1).expect("a test");
        let alpha = decisions_for_greater(&test, models[0], 400);
        let beta = 1.0 - decisions_for_greater(&test, models[1], 400);
        assert!(alpha < 0.075, "alpha {alpha}");
        assert!(beta < 0.13, "beta {beta}");
    }
}

#[test]
fn the_interval_contains_the_truth_in_95_of_100_matches() {
    for elo in [0.0, 80.0, -250.0] {
        let model = probabilities(elo);
        let truth = true_elo(model);
        let matches = 600;
        let hits = (0..matches).filter(|seed| {
            let mut random = Rng::with_seed(*seed);
            let mut pairs = GamePairs::default();
            (0..80).for_each(|_| pairs.count(pair(model, &mut random)));
            let elo = pairs.elo().expect("there are games");
            elo.least <= truth && truth <= elo.most
        });
        let share = hits.count() as f64 / f64::from(matches as u32);
        assert!((0.92..=0.98).contains(&share), "{elo}: {share}");
    }
}

#[test]
fn known_values_of_the_scale() {
    assert_eq!(elo_of(0.5), 0.0);
    assert!((elo_of(10.0 / 11.0) - 400.0).abs() < 1e-9);
    assert!((share_of(-400.0) - 1.0 / 11.0).abs() < 1e-12);
    assert_eq!(elo_of(1.0), f64::INFINITY);
    assert_eq!(elo_of(0.0), f64::NEG_INFINITY);
}

#[test]
fn few_games_of_one_result_are_not_certain() {
    let all_won = GamePairs {
        counts: [0, 0, 0, 0, 10],
    };
    let elo = all_won.elo().expect("there are games");
    assert_eq!((elo.difference, elo.most), (f64::INFINITY, f64::INFINITY));
    // The greatest share that is rejected is e^(-1.92 / 10).
    assert!(
        (elo.least - elo_of((-0.192_073_f64).exp())).abs() < 0.01,
        "{elo:?}"
    );
    let all_drawn = GamePairs {
        counts: [0, 0, 10, 0, 0],
    };
    let elo = all_drawn.elo().expect("there are games");
    assert_eq!(elo.difference, 0.0);
    assert!(elo.least < -50.0 && elo.most > 50.0, "{elo:?}");
    assert_eq!(GamePairs::default().elo(), None);
}

#[test]
fn what_is_no_test_is_refused() {
    let refused = |differences, alpha, beta| SequentialTest::new(differences, alpha, beta).err();
    assert_eq!(refused([0.0, 10.0], 0.05, 0.05), None);
    assert_eq!(refused([10.0, 10.0], 0.05, 0.05), Some(UnfitTest::Order));
    assert_eq!(refused([0.0, f64::NAN], 0.05, 0.05), Some(UnfitTest::Range));
    assert_eq!(refused([0.0, 10.0], 0.0, 0.05), Some(UnfitTest::ErrorRate));
    assert_eq!(refused([0.0, 10.0], 0.05, 0.5), Some(UnfitTest::ErrorRate));
}

fn any_pairs() -> impl Strategy<Value = GamePairs> {
    prop::array::uniform5(0..30u64).prop_map(|counts| GamePairs { counts })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn elo_is_monotone_and_the_inverse_of_the_share(elo in -800.0..800.0f64, more in 1.0..100.0f64) {
        prop_assert!(share_of(elo) < share_of(elo + more));
        prop_assert!((elo_of(share_of(elo)) - elo).abs() < 1e-6);
    }

    #[test]
    fn the_interval_surrounds_the_difference(pairs in any_pairs()) {
        let Some(elo) = pairs.elo() else { return Ok(()) };
        prop_assert!(elo.least <= elo.difference && elo.difference <= elo.most, "{elo:?}");
    }

    #[test]
    fn the_other_side_sees_the_opposite(pairs in any_pairs()) {
        let (Some(own), Some(other)) = (pairs.elo(), pairs.reversed().elo()) else { return Ok(()) };
        let differ = |left: f64, right: f64| left != right && (left - right).abs() > 1e-6;
        prop_assert!(!differ(own.difference, -other.difference));
        prop_assert!(!differ(own.least, -other.most) && !differ(own.most, -other.least));
        let test = SequentialTest::new([-10.0, 10.0], 0.05, 0.05).expect("a test");
        let [left, right] = [pairs, pairs.reversed()].map(|pairs| test.log_likelihood_ratio(pairs));
        prop_assert!((left + right).abs() < 1e-6, "{left} {right}");
    }

    #[test]
    fn a_point_more_speaks_for_the_greater_difference(pairs in any_pairs(), points in 0..4usize) {
        let [mut fewer, mut more] = [pairs, pairs];
        fewer.count(points);
        more.count(points + 1);
        prop_assert!(fewer.elo().expect("games").difference < more.elo().expect("games").difference);
    }

    /// The likelihood is greatest at the observed share, and smaller the further from it.
    #[test]
    fn the_shortfall_grows_with_the_distance(pairs in any_pairs(), one in 0.01..0.99f64, other in 0.01..0.99f64) {
        let Some(share) = pairs.share() else { return Ok(()) };
        let (near, far) = match (one - share) * (other - share) > 0.0 && (one - share).abs() > (other - share).abs() {
            true => (other, one),
            false => (share.clamp(0.01, 0.99), one),
        };
        prop_assert!(pairs.shortfall(near) <= pairs.shortfall(far) + 1e-9);
        if (0.01..0.99).contains(&share) {
            prop_assert!(pairs.shortfall(share) < 1e-9);
        }
    }
}
