//! The five evaluation functions of the project of Padova, in consistent form.

use super::{FEDERATION, PADOVA, after, all_x, holds, position, stated, value};
use regola::game::{Game, Position, Rules};

const NAMES: [&str; 5] = [
    "originale",
    "spettacolo",
    "solo_pedine",
    "prima",
    "funzione2",
];

/// What a heuristic says for Black, who sits below in the game of Padova.
fn black(name: &str, pieces: &str) -> i64 {
    value(&PADOVA, &position(&PADOVA, "black", pieces), name, "black")
}

fn x(position: &Position, question: &str) -> String {
    all_x(&PADOVA, position, question).join(" ")
}

fn heuristics(rules: &Rules) -> Vec<&str> {
    rules.heuristics().iter().map(|name| &**name).collect()
}

#[test]
fn there_are_five_and_each_level_uses_one() {
    for rules in [&*FEDERATION, &*PADOVA] {
        assert_eq!(heuristics(rules), NAMES);
        let levels: Vec<_> = rules
            .levels()
            .iter()
            .map(|level| (&*level.name, level.depth))
            .collect();
        assert_eq!(
            levels,
            [("easy", Some(2)), ("normal", Some(4)), ("hard", Some(6))]
        );
    }
}

#[test]
fn nobody_is_ahead_at_the_start() {
    for rules in [&*FEDERATION, &*PADOVA] {
        for name in NAMES {
            assert_eq!(value(rules, &rules.initial(), name, "white"), 0, "{name}");
            assert_eq!(value(rules, &rules.initial(), name, "black"), 0, "{name}");
        }
    }
}

#[test]
fn material_counts_100_and_200() {
    assert_eq!(black("solo_pedine", "b71"), 100);
    assert_eq!(black("solo_pedine", "B71 w00"), 100);
    assert_eq!(black("solo_pedine", "W33"), -200);
}

#[test]
fn men_count_the_square_of_the_rows_from_their_own_base() {
    assert_eq!(black("solo_pedine", "b51"), 100 + 4);
    assert_eq!(black("solo_pedine", "b11"), 100 + 36);
    assert_eq!(black("solo_pedine", "w51"), -100 - 25);
}

/// As the project prints it, the squares of both sides are added: 40 at the start, not 0.
#[test]
fn the_squares_of_the_other_side_are_subtracted() {
    let start = PADOVA.initial();
    assert_eq!(
        x(
            &start,
            "aggregate_all(sum(A * A), (on(S, man(P)), advance(P, S, A)), X)"
        ),
        "40"
    );
    assert_eq!(value(&PADOVA, &start, "originale", "black"), 0);
}

/// As the project prints it, both sides count rows from below: 460 at the start, not 0.
#[test]
fn each_side_counts_rows_from_its_own_base() {
    let printed = "aggregate_all(sum((7 - R) * (7 - R)), (on(S, man(_)), square(S, R, _)), X)";
    assert_eq!(x(&PADOVA.initial(), printed), "460");
    assert_eq!(value(&PADOVA, &PADOVA.initial(), "solo_pedine", "black"), 0);
}

#[test]
fn originale_punishes_kings_on_the_border() {
    assert_eq!(black("originale", "B33 W44"), 0);
    assert_eq!(black("originale", "B00 W44"), -10);
    assert_eq!(black("originale", "B33 W37"), 10);
    assert_eq!(
        black("originale", "b40 w31"),
        black("solo_pedine", "b40 w31"),
        "men may stand there"
    );
}

#[test]
fn spettacolo_opens_by_quadrants() {
    let moved = after(&PADOVA, &PADOVA.initial(), "53-42");
    assert_eq!(value(&PADOVA, &moved, "spettacolo", "black"), 22_400);
    assert_eq!(value(&PADOVA, &moved, "spettacolo", "white"), -22_400);
}

#[test]
fn the_opening_ends_with_the_first_king_or_with_few_men() {
    let opening = |men: &str| holds(&PADOVA, &position(&PADOVA, "black", men), "opening");
    assert!(holds(&PADOVA, &PADOVA.initial(), "opening"));
    let men = "w00 w02 w04 w06 w11 w13 b71 b73 b75 b77 b60 b62";
    assert!(opening(&format!("{men} b64")));
    assert!(!opening(men));
    assert!(!opening(&format!("{men} b64 B40")));
}

/// As the project prints it, a man in front of the last row counts 3,600 and a king 200.
#[test]
fn in_its_final_phase_spettacolo_wants_kings() {
    for name in NAMES {
        let before = position(&PADOVA, "black", "b13 w00");
        let crowned = after(&PADOVA, &before, "13-04");
        let gain = value(&PADOVA, &crowned, name, "black") - value(&PADOVA, &before, name, "black");
        assert!(gain > 0, "{name}: {gain}");
    }
}

#[test]
fn the_opposition_is_with_the_mover_when_the_pairs_are_odd() {
    let has = |to_move: &str, pieces: &str| x(&position(&PADOVA, to_move, pieces), "opposition(X)");
    assert_eq!(has("black", "b51 w31"), "black", "one pair, two rows apart");
    assert_eq!(has("white", "b51 w31"), "white");
    assert_eq!(
        has("black", "b51 w22"),
        "white",
        "no pair: three rows apart"
    );
    assert_eq!(has("black", "b51 w31 w33"), "white", "two pairs");
    let spettacolo = |to_move: &str| {
        value(
            &PADOVA,
            &position(&PADOVA, to_move, "b51 w31"),
            "spettacolo",
            "black",
        )
    };
    assert_eq!(
        (spettacolo("black"), spettacolo("white")),
        (-5 + 20, -5 - 20)
    );
}

#[test]
fn support_counts_the_men_behind_and_those_behind_them() {
    let start = PADOVA.initial();
    assert_eq!(x(&start, "support(black, X)"), "27");
    assert_eq!(x(&start, "support(white, X)"), "27");
    let pyramid = position(&PADOVA, "black", "b53 b62 b64 b71 b73 b75");
    assert_eq!(x(&pyramid, "backing(black, 53, X)"), "6");
    assert_eq!(x(&pyramid, "support(black, X)"), "10");
}

#[test]
fn prima_adds_support_and_punishes_kings_on_the_two_sides() {
    assert_eq!(
        black("prima", "b53 b62 b64 b71 b73 b75"),
        black("solo_pedine", "b53 b62 b64 b71 b73 b75") + 3 * 10
    );
    assert_eq!(black("prima", "B40"), 200 - 10);
    assert_eq!(
        black("prima", "B04"),
        200,
        "the first and last row are no sides"
    );
}

#[test]
fn funzione2_draws_kings_to_the_centre() {
    for (pieces, rows_to_the_border) in [
        ("B40", 0),
        ("B04", 0),
        ("B51", 1),
        ("B42", 2),
        ("B33", 3),
        ("B44", 3),
    ] {
        assert_eq!(
            black("funzione2", pieces),
            200 + 10 * rows_to_the_border,
            "{pieces}"
        );
    }
    assert_eq!(
        black("funzione2", "b60 b51"),
        black("prima", "b60 b51"),
        "for men it is as the former"
    );
}

#[test]
fn a_position_is_quiet_if_the_side_to_move_has_no_capture() {
    let quiet = |to_move: &str, pieces: &str| {
        PADOVA
            .quiet(&position(&PADOVA, to_move, pieces))
            .expect("the rules can be followed")
    };
    assert!(
        PADOVA
            .quiet(&PADOVA.initial())
            .expect("the rules can be followed")
    );
    assert!(!quiet("black", "b51 w42"));
    assert!(!quiet("white", "b51 w42"), "60 is free");
    assert!(quiet("black", "b51 W42"), "a man takes no king");
    assert!(quiet("white", "b51 w42 b60"), "51 is backed");
}

#[test]
fn the_counter_is_no_part_of_a_value() {
    let facts = "control(black). on(33, king(black)).";
    let (fresh, idle) = (
        stated(&PADOVA, facts),
        stated(&PADOVA, &format!("{facts} idle(40).")),
    );
    assert_ne!(fresh, idle);
    for name in NAMES {
        assert_eq!(
            value(&PADOVA, &fresh, name, "black"),
            value(&PADOVA, &idle, name, "black"),
            "{name}"
        );
    }
}
