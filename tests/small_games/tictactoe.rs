//! Tic-tac-toe as a textbook has it: how far one looks ahead, and what that is worth.

use proptest::prelude::*;
use regola::game::{Game, Move, Position, Results};
use regola::search::{
    Best, Equivalence, Options, Side, Strategy, TreeOf, TreeOptions, Unwatched, Value, playout,
    tree,
};

use super::{
    TICTACTOE, after, children, line, matrix, minimax, moves, open_lines, search, written,
};

/// As the textbook looks ahead: the first of equals, and the heuristic alone says what a win is
/// worth.
fn look(depth: usize) -> Options {
    Options {
        results: Results::Heuristic,
        ..minimax(depth)
    }
}

/// The value and the move.
fn choice(position: &Position, options: &Options) -> (i64, String) {
    let best = search(&TICTACTOE, position, options);
    (
        best.value.number(),
        line(&TICTACTOE, position, &best.line[..1.min(best.line.len())]),
    )
}

fn root_values(best: &Best<Move>) -> Vec<i64> {
    best.root_moves
        .iter()
        .map(|root_move| root_move.value.number())
        .collect()
}

fn grown(
    position: &Position,
    depth: usize,
    equivalence: Equivalence,
) -> TreeOf<regola::game::Rules> {
    let options = TreeOptions {
        depth,
        equivalence,
        limit: 1_000_000,
        values: Some(look(depth)),
    };
    tree(&*TICTACTOE, position, &options, &mut Unwatched).expect("tic-tac-toe has a tree")
}

#[test]
fn t4_a_s4_3_the_best_looking_move_is_not_the_best() {
    let position = matrix("XO./.X./..O");
    assert_eq!(written(&TICTACTOE, &position), "c1 a2 c2 a3 b3");
    let static_values: Vec<i64> = children(&TICTACTOE, &position)
        .iter()
        .map(|child| open_lines(&TICTACTOE, child, "x"))
        .collect();
    assert_eq!(static_values, [2, 1, 2, 2, 2]);
    assert_eq!(choice(&position, &look(1)), (2, "c1".to_owned()));
    let played_out = search(&TICTACTOE, &position, &minimax(9));
    let values: Vec<Value> = played_out
        .root_moves
        .iter()
        .map(|root_move| root_move.value)
        .collect();
    assert_eq!(
        values,
        [
            Value::DRAW,
            Value::WIN,
            Value::DRAW,
            Value::WIN,
            Value::DRAW
        ]
    );
    assert_eq!(
        choice(&position, &minimax(9)).1,
        "a2",
        "the first that wins"
    );
    assert_eq!(
        choice(&position, &look(9)),
        (10, "a3".to_owned()),
        "the one that wins with most lines open"
    );
}

#[test]
fn t4_c_s4_7_the_openings_at_level_2() {
    let start = TICTACTOE.initial();
    assert_eq!(
        root_values(&search(&TICTACTOE, &start, &look(1))),
        [3, 2, 3, 2, 4, 2, 3, 2, 3]
    );
    let whole = grown(&start, 2, Equivalence::None);
    assert_eq!(
        [1, 2].map(|ply| whole.nodes.iter().filter(|node| node.ply == ply).count()),
        [9, 72]
    );

    let figure = grown(&start, 2, Equivalence::Brothers);
    let shown = |ply| {
        figure
            .nodes
            .iter()
            .filter(|node| node.ply == ply && node.equivalent.is_none())
            .count()
    };
    assert_eq!([1, 2].map(shown), [3, 12]);
    assert_eq!(figure.nodes[0].value.map(Value::number), Some(1));
    let mut said = String::new();
    for opening in figure.nodes[0]
        .children
        .iter()
        .map(|child| &figure.nodes[*child])
    {
        if opening.equivalent.is_some() {
            continue;
        }
        let valued = |node: &regola::search::TreeNode<Position, Move>, from: &Position| {
            let square = TICTACTOE
                .notation(from, node.played.as_ref().expect("a move led here"))
                .expect("written");
            format!("{square} {}", node.value.expect("values were asked for"))
        };
        let replies: Vec<String> = opening
            .children
            .iter()
            .map(|child| &figure.nodes[*child])
            .filter(|node| node.equivalent.is_none())
            .map(|node| valued(node, &opening.position))
            .collect();
        said += &format!("{}: {}\n", valued(opening, &start), replies.join(", "));
    }
    assert_snapshot!("small_games__tictactoe_openings", said);
}

#[test]
fn t4_e_the_best_opening_by_level() {
    for (depth, value) in [(1, 4), (2, 1), (3, 3)] {
        assert_eq!(
            choice(&TICTACTOE.initial(), &look(depth)),
            (value, "b2".to_owned())
        );
    }
    for (depth, value, square) in [(4, 1, "b2"), (9, 0, "a1")] {
        let pruned = Options {
            strategy: Strategy::AlphaBeta,
            table: 10_000,
            ..look(depth)
        };
        assert_eq!(
            choice(&TICTACTOE.initial(), &pruned),
            (value, square.to_owned())
        );
    }
}

#[test]
#[ignore = "half a million nodes take a minute without optimisation"]
fn t4_e_the_whole_game_is_a_draw() {
    let best = search(&TICTACTOE, &TICTACTOE.initial(), &look(9));
    assert_eq!((best.value.number(), best.nodes), (0, 549_946));
    assert_eq!(choice(&TICTACTOE.initial(), &look(9)), (0, "a1".to_owned()));
}

#[test]
fn s4_1_a_win_is_worth_nine_more() {
    let won = matrix("XXX/OO./...");
    assert_eq!(
        (
            open_lines(&TICTACTOE, &won, "x"),
            open_lines(&TICTACTOE, &won, "o")
        ),
        (9 + 4 - 3, -9 - 4 + 3)
    );
    assert_eq!(open_lines(&TICTACTOE, &TICTACTOE.initial(), "x"), 0);
}

/// With X to move the values are from its side, with O from that of O.
#[test]
fn s4_5_s4_6_plus_is_who_asks() {
    let position = matrix("X../.../...");
    let best = search(&TICTACTOE, &position, &look(1));
    assert_eq!(TICTACTOE.role_name(best.role), "o");
    let expected: Vec<i64> = children(&TICTACTOE, &position)
        .iter()
        .map(|child| open_lines(&TICTACTOE, child, "o"))
        .collect();
    assert_eq!(root_values(&best), expected);
    let grown = grown(&position, 2, Equivalence::None);
    let sides = |ply| {
        grown
            .nodes
            .iter()
            .filter(move |node| node.ply == ply)
            .map(|node| node.side)
    };
    assert!(
        sides(0)
            .chain(sides(2))
            .all(|side| side == Some(Side::Plus))
    );
    assert!(sides(1).all(|side| side == Some(Side::Minus)));
}

/// The textbook's tree goes on after a win, and can then hold a line of either side.
#[test]
fn s4_15_a_finished_game_has_no_sons() {
    for finished in ["XXX/OO./...", "XOX/XOO/OXX"] {
        assert_eq!(
            grown(&matrix(finished), 9, Equivalence::None).nodes.len(),
            1
        );
    }
    let nearly = grown(&matrix("XX./OO./..."), 5, Equivalence::None);
    assert!(
        nearly
            .nodes
            .iter()
            .all(|node| node.goals.is_none() || node.children.is_empty())
    );
    let on_and_on = 1 + 5 + 5 * 4 + 5 * 4 * 3 + 5 * 4 * 3 * 2 + 5 * 4 * 3 * 2;
    assert_eq!((nearly.nodes.len(), on_and_on), (157, 326));
}

#[test]
fn s4_17_the_first_of_equals_is_chosen() {
    let position = matrix("X../.O./...");
    let best = search(&TICTACTOE, &position, &look(2));
    let values = root_values(&best);
    let first = values
        .iter()
        .position(|value| *value == best.value.number());
    assert!(
        values
            .iter()
            .filter(|value| **value == best.value.number())
            .count()
            > 1
    );
    assert_eq!(
        best.best_move(),
        first.map(|place| &best.root_moves[place].played)
    );
}

#[test]
fn s4_18_where_there_is_no_move_none_is_reported() {
    let best = search(&TICTACTOE, &TICTACTOE.initial(), &look(0));
    assert_eq!(
        (best.best_move(), best.value.number()),
        (None, 0),
        "level 0"
    );
    let won = search(&TICTACTOE, &matrix("XXX/OO./..."), &look(9));
    assert_eq!(
        (won.best_move(), won.value.number()),
        (None, 10),
        "a finished game"
    );
}

/// X can win at once, but the first win in the order of moves takes three plies.
#[test]
fn s4_19_a_quick_win_is_preferred_if_one_likes() {
    let position = matrix("X.O/X../..O");
    let mut said = String::new();
    for (name, options) in [
        ("nine", look(9)),
        ("goals", minimax(9)),
        (
            "goals, the sooner the better",
            Options {
                prefer_quick: true,
                ..minimax(9)
            },
        ),
    ] {
        let best = search(&TICTACTOE, &position, &options);
        said += &format!(
            "{name}: {} by {}\n",
            best.value,
            line(&TICTACTOE, &position, &best.line)
        );
    }
    assert_snapshot!("small_games__tictactoe_quick", said);
}

#[test]
fn the_board_is_drawn() {
    let position = after(&TICTACTOE, &TICTACTOE.initial(), "a1 b1 b2 c3");
    assert_eq!(position, matrix("XO./.X./..O"));
    let moves = moves(&TICTACTOE, &position);
    assert_snapshot!(
        "small_games__tictactoe_board",
        TICTACTOE
            .picture(&position, &moves, None)
            .expect("it is drawn")
    );
}

/// The value of a node as the textbook works it out: signs are turned over at minus nodes, so that
/// the greatest is always wanted.
fn by_negation(position: &Position, role: &str, plus: bool, depth: usize) -> i64 {
    let sons = if depth == 0 {
        Vec::new()
    } else {
        children(&TICTACTOE, position)
    };
    let sign = if plus { 1 } else { -1 };
    let values = sons
        .iter()
        .map(|son| sign * by_negation(son, role, !plus, depth - 1));
    values.max().map_or_else(
        || open_lines(&TICTACTOE, position, role),
        |greatest| sign * greatest,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn t4_g_s4_16_the_greatest_of_negated_values_is_the_least(seed: u64, plies in 3..=9usize, depth in 0..=3usize) {
        let reached = playout(&*TICTACTOE, &TICTACTOE.initial(), plies, seed);
        let position = reached.expect("it can be played").position;
        let best = search(&TICTACTOE, &position, &look(depth));
        let value = by_negation(&position, &TICTACTOE.role_name(best.role), true, depth);
        prop_assert_eq!(best.value.number(), value);
    }
}
