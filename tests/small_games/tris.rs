//! Tris by productions. What productions mean by themselves is in `tests/productions.rs`.

use proptest::prelude::*;
use regola::game::{Game, Position};
use regola::logic::Term;
use regola::search::{Options, Strategy, Value, playout};

use super::{TRIS, after, children, line, minimax, open_lines, search, state, written};

/// As the article searches: children in the order of their values.
fn ordered(depth: usize) -> Options {
    Options {
        order: true,
        ..minimax(depth)
    }
}

/// The state of a position.
fn text(position: &Position) -> String {
    let facts = position.facts(TRIS.schema());
    let [fact] = facts.as_slice() else {
        panic!("a position is one state")
    };
    fact.arguments()[0]
        .as_text()
        .expect("a state is a string")
        .to_owned()
}

/// The value, and the state that the move chosen leads to; no state without a move.
fn choice(from: &str, options: &Options) -> (Value, String) {
    let position = state(from);
    let best = search(&TRIS, &position, options);
    let next = best
        .best_move()
        .map(|played| text(&super::play(&TRIS, &position, played)));
    (best.value, next.unwrap_or_default())
}

/// The children in the order in which they are searched, each with its value for x.
fn in_order(from: &str) -> Vec<(String, i64)> {
    let position = state(from);
    let best = search(&TRIS, &position, &ordered(1));
    let children = best
        .root_moves
        .iter()
        .map(|root_move| super::play(&TRIS, &position, &root_move.played));
    children
        .map(|child| (text(&child), open_lines(&TRIS, &child, "x")))
        .collect()
}

#[test]
fn s0_1_s0_3_a_state_is_the_side_to_move_and_nine_cells() {
    let position = state("x----o----");
    assert_snapshot!(
        "small_games__tris_board",
        TRIS.board(&position)
            .expect("it is drawn")
            .expect("a grid")
            .to_string()
    );
    assert_eq!(written(&TRIS, &position), "a1 b1 c1 a2 c2 a3 b3 c3");
    assert_eq!(text(&after(&TRIS, &position, "c2")), "o----ox---");
}

#[test]
fn s0_8_there_is_a_production_for_each_side_and_cell() {
    let start = TRIS.initial();
    for mover in ["x", "o"] {
        let states: Vec<String> = children(&TRIS, &state(&format!("{mover}---------")))
            .iter()
            .map(text)
            .collect();
        let other = if mover == "x" { "o" } else { "x" };
        let expected =
            (0..9).map(|at| format!("{other}{}{mover}{}", "-".repeat(at), "-".repeat(8 - at)));
        assert_eq!(states, expected.collect::<Vec<_>>());
    }
    assert_eq!(text(&start), "x---------");
}

#[test]
fn s0_12_where_nothing_matches_the_state_stays_as_it_is() {
    let full = state("oxoxxoooxx");
    assert_eq!(children(&TRIS, &full), []);
    assert_eq!(text(&full), "oxoxxoooxx");
}

#[test]
fn s0_23_a_won_state_ends_the_game_though_productions_would_go_on() {
    let won = state("oxxx-oo---");
    assert!(
        super::holds(&TRIS, &won, "state(S), rewrite(S, _)"),
        "the productions go on"
    );
    assert!(TRIS.over(&won).expect("the rules can be followed"));
    let value = |from: &str| search(&TRIS, &state(from), &ordered(1)).value;
    assert_eq!(value("oxxx-oo---"), Value::WIN, "for the first role, x");
    assert_eq!(value("xxx-ooo---"), Value::LOSS);
}

#[test]
fn t0_a_s0_18_after_the_reply_in_the_centre_corners_come_before_edges() {
    assert_eq!(open_lines(&TRIS, &state("x----o----"), "x"), -4);
    let corners =
        ["ox---o----", "o--x-o----", "o----o-x--", "o----o---x"].map(|corner| (corner, -1));
    let edges = ["o-x--o----", "o---xo----", "o----ox---", "o----o--x-"].map(|edge| (edge, -2));
    let expected: Vec<(String, i64)> = corners
        .into_iter()
        .chain(edges)
        .map(|(state, value)| (state.to_owned(), value))
        .collect();
    assert_eq!(in_order("x----o----"), expected);
}

#[test]
fn t0_b_the_first_sign_belongs_in_the_centre() {
    let start = TRIS.initial();
    assert_eq!(open_lines(&TRIS, &start, "x"), 0);
    let values: Vec<i64> = in_order("x---------")
        .into_iter()
        .map(|(_, value)| value)
        .collect();
    assert_eq!(values, [4, 3, 3, 3, 3, 2, 2, 2, 2]);
    for (depth, value) in [(1, 4), (2, 1), (3, 3)] {
        assert_eq!(
            choice("x---------", &ordered(depth)),
            (Value::from_estimate(value), "o----x----".to_owned())
        );
    }
    for (depth, value) in [(4, 1), (9, 0)] {
        let pruned = Options {
            strategy: Strategy::AlphaBeta,
            table: 10_000,
            ..ordered(depth)
        };
        assert_eq!(
            choice("x---------", &pruned),
            (Value::from_estimate(value), "o----x----".to_owned())
        );
    }
}

#[test]
#[ignore = "half a million nodes take a minute without optimisation"]
fn t0_b_the_whole_game_is_a_draw() {
    let best = search(&TRIS, &TRIS.initial(), &ordered(9));
    assert_eq!((best.value, best.nodes), (Value::DRAW, 549_946));
    assert_eq!(
        choice("x---------", &ordered(4)),
        (Value::from_estimate(1), "o----x----".to_owned())
    );
}

#[test]
fn t0_c_s0_26_against_the_centre_the_first_corner_is_chosen() {
    for (depth, value, calls) in [(1, -1, 9), (2, -3, 65)] {
        let best = search(&TRIS, &state("x----o----"), &ordered(depth));
        assert_eq!(
            (best.value, best.nodes),
            (Value::from_estimate(value), calls)
        );
        assert_eq!(choice("x----o----", &ordered(depth)).1, "ox---o----");
    }
    let pruned = Options {
        strategy: Strategy::AlphaBeta,
        ..ordered(9)
    };
    assert_eq!(
        choice("x----o----", &pruned),
        (Value::DRAW, "ox---o----".to_owned())
    );
}

#[test]
#[ignore = "fifty thousand nodes take seconds without optimisation"]
fn t0_c_calls_of_the_whole_search() {
    let best = search(&TRIS, &state("x----o----"), &ordered(9));
    assert_eq!((best.value, best.nodes), (Value::DRAW, 55_505));
}

#[test]
fn t0_e_a_win_is_taken() {
    for depth in [1, 2, 3] {
        assert_eq!(
            choice("xx-o-o-x-o", &ordered(depth)),
            (Value::WIN, "ox-oxo-x-o".to_owned())
        );
    }
}

#[test]
fn t0_f_s0_28_a_full_board_without_a_line_is_worth_0_and_has_no_move() {
    for depth in [0, 1, 9] {
        assert_eq!(
            choice("oxoxxoooxx", &ordered(depth)),
            (Value::DRAW, String::new())
        );
    }
}

#[test]
fn t0_g_a_repeated_variable_must_meet_the_same_character() {
    let text = include_str!("../../games/tris-productions.rules");
    let rules =
        regola::game::Rules::from_text(&format!("{text}\"xAAABCDEFG\" -> \"oAAABCDEFG\".\n"))
            .unwrap_or_else(|failure| panic!("{failure}"));
    let passes = |cells: &str| {
        super::holds(
            &rules,
            &rules.initial(),
            &format!("rewrite(\"x{cells}\", \"o{cells}\")"),
        )
    };
    assert!(passes("---o-----") && passes("xxx---oo-") && passes("ooo------"));
    assert!(!passes("--o------") && !passes("o--------") && !passes("-x-------"));
}

/// A bound of 1 looks at the children and not at theirs: that would choose by 1 instead of 4.
#[test]
fn s0_25_the_bound_is_the_depth_of_the_leaves() {
    assert_eq!(choice("x---------", &ordered(1)).0, Value::from_estimate(4));
    assert_eq!(
        choice("x---------", &ordered(0)),
        (Value::DRAW, String::new()),
        "the root is a leaf"
    );
}

#[test]
fn s0_27_a_lost_side_moves_all_the_same() {
    let lost = "xo-oxo-x--";
    let best = search(&TRIS, &state(lost), &ordered(4));
    assert_eq!(best.value, Value::LOSS);
    assert!(
        best.root_moves
            .iter()
            .all(|root_move| root_move.value == Value::LOSS)
    );
    assert_eq!(choice(lost, &ordered(4)).1, in_order(lost)[0].0);
}

/// By the depth alone o would look for the best move of x, and not win.
#[test]
fn s0_29_at_the_root_either_side_may_be_to_move() {
    let best = search(&TRIS, &state("oxx-oo--x-"), &ordered(1));
    assert_eq!(
        (best.value, TRIS.role_name(best.role).as_str()),
        (Value::WIN, "o")
    );
    assert_eq!(choice("oxx-oo--x-", &ordered(1)).1, "xxx-ooo-x-");
    let for_x: Vec<i64> = in_order("o----x----")
        .into_iter()
        .map(|(_, value)| value)
        .collect();
    assert_eq!(
        for_x,
        [1, 1, 1, 1, 2, 2, 2, 2],
        "what is least for x comes first"
    );
}

#[test]
fn s0_31_a_loss_is_put_off_and_a_win_is_hastened_if_one_likes() {
    let quick = Options {
        prefer_quick: true,
        ..ordered(9)
    };
    let mut said = String::new();
    for from in ["oxxo------", "oxo-x-----"] {
        let position = state(from);
        for (name, options) in [("as it comes", &ordered(9)), ("by distance", &quick)] {
            let best = search(&TRIS, &position, options);
            said += &format!(
                "{from} {name}: {} by {}\n",
                best.value,
                line(&TRIS, &position, &best.line)
            );
        }
    }
    assert_snapshot!("small_games__tris_quick", said);
}

/// The article's search, as far as its lines can be taken at their word: the value and the state
/// chosen. With `as_printed` children come in the other order where the opponent is to move.
fn by_the_article(from: &str, depth: usize, bound: usize, as_printed: bool) -> (i64, Vec<String>) {
    let position = state(from);
    let least_wanted = depth % 2 == 1;
    let own = if from.starts_with('x') != least_wanted {
        "x"
    } else {
        "o"
    };
    let worth = |position: &Position| {
        let won = |side: &str| super::holds(&TRIS, position, &format!("state(S), won(S, {side})"));
        let other = if own == "x" { "o" } else { "x" };
        if won(own) {
            i64::MAX
        } else if won(other) {
            -i64::MAX
        } else {
            open_lines(&TRIS, position, own)
        }
    };
    let value = worth(&position);
    if value.abs() == i64::MAX || depth >= bound {
        return (value, Vec::new());
    }
    let mut next = children(&TRIS, &position);
    let least_first = least_wanted && !as_printed;
    next.sort_by_key(|child| {
        if least_first {
            worth(child)
        } else {
            -worth(child)
        }
    });
    let mut best: Option<(i64, Vec<String>)> = None;
    for child in next.iter().map(text) {
        let (value, mut line) = by_the_article(&child, depth + 1, bound, as_printed);
        let better = |(old, _): &(i64, Vec<String>)| {
            if least_wanted {
                value < *old
            } else {
                value > *old
            }
        };
        if best.as_ref().is_none_or(better) {
            line.insert(0, child);
            best = Some((value, line));
        }
    }
    best.unwrap_or((value, Vec::new()))
}

/// The states of the best line.
fn states_of_the_line(from: &str, depth: usize) -> Vec<String> {
    let mut position = state(from);
    let best = search(&TRIS, &position, &ordered(depth));
    let mut states = Vec::new();
    for played in &best.line {
        position = super::play(&TRIS, &position, played);
        states.push(text(&position));
    }
    states
}

/// The two statements of the order differ by one ply; where the opponent has equal replies, they
/// choose differently among them.
#[test]
fn s0_19_the_order_is_that_of_the_side_to_move() {
    let (right, printed) = (
        by_the_article("x-x--o----", 0, 4, false),
        by_the_article("x-x--o----", 0, 4, true),
    );
    assert_eq!(right.0, printed.0);
    assert_ne!(right.1, printed.1);
    assert_eq!(states_of_the_line("x-x--o----", 4), right.1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn s0_24_the_search_is_that_of_the_article(seed: u64, plies in 1..=8usize, depth in 1..=3usize) {
        let reached = playout(&*TRIS, &TRIS.initial(), plies, seed);
        let from = text(&reached.expect("tris can be played").position);
        prop_assume!(!TRIS.over(&state(&from)).expect("the rules can be followed"));
        prop_assert_eq!(states_of_the_line(&from, depth), by_the_article(&from, 0, depth, false).1);
    }

    /// Pruning saves work and nothing else.
    #[test]
    fn s0_30_pruning_changes_neither_move_nor_value(seed: u64, plies in 2..=8usize, depth in 0..=4usize) {
        let position = playout(&*TRIS, &TRIS.initial(), plies, seed);
        let position = position.expect("tris can be played").position;
        let plain = search(&TRIS, &position, &ordered(depth));
        let pruned = search(&TRIS, &position, &Options { strategy: Strategy::AlphaBeta, ..ordered(depth) });
        prop_assert_eq!((pruned.value, pruned.line), (plain.value, plain.line));
        prop_assert!(pruned.nodes <= plain.nodes);
    }

    /// What holds for one side holds for the other with the signs exchanged.
    #[test]
    fn s0_22_the_heuristic_is_the_same_for_both_sides(seed: u64, plies in 0..=9usize) {
        let position = playout(&*TRIS, &TRIS.initial(), plies, seed);
        let position = position.expect("tris can be played").position;
        let exchange = |sign: char| match sign { 'x' => 'o', 'o' => 'x', other => other };
        let exchanged = state(&text(&position).chars().map(exchange).collect::<String>());
        let value = open_lines(&TRIS, &position, "x");
        prop_assert_eq!(open_lines(&TRIS, &position, "o"), -value);
        prop_assert_eq!(open_lines(&TRIS, &exchanged, "o"), value);
    }
}

/// A state can be asked about in the language of the rules too.
#[test]
fn s0_36_another_heuristic_can_be_asked_for_without_touching_the_search() {
    let position = state("x----o----");
    let question =
        "heuristic(open_lines, x, V), state(S), cells(S, Cells), open_lines(o, Cells, Own)";
    let answer = TRIS
        .query(&position, question)
        .expect("a question")
        .next()
        .expect("an answer")
        .expect("no error");
    assert_eq!(answer.get("V").and_then(Term::as_integer), Some(-4));
    assert_eq!(answer.get("Own").and_then(Term::as_integer), Some(8));
}
