//! Game trees as data.

use proptest::prelude::*;
use regola::game::{Game, Role};
use regola::search::{
    Equivalence, Options, SearchError, Side, Statistics, Strategy, Tree, TreeOptions, Unwatched,
    best, playout, tree,
};

use crate::host_games::{OPEN_LINES, RandomTree, RockPaperScissors, TicTacToe};

const X: Role = Role(0);
const O: Role = Role(1);

type Board = <TicTacToe as Game>::Position;

fn grown(position: &Board, depth: usize, equivalence: Equivalence) -> Tree<Board, usize> {
    let options = TreeOptions {
        depth,
        equivalence,
        limit: 1_000_000,
        values: None,
    };
    tree(&TicTacToe, position, &options, &mut Unwatched).expect("tic-tac-toe has a tree")
}

/// Finished games won by x, won by o, drawn.
fn results(statistics: &Statistics) -> [usize; 3] {
    [vec![100, 0], vec![0, 100], vec![50, 50]]
        .map(|goals| statistics.results.get(&goals).copied().unwrap_or(0))
}

#[test]
fn whole_trees_are_counted() {
    let count =
        |board, mover| grown(&TicTacToe::board(board, mover), 9, Equivalence::None).statistics();
    let first = count("o.x ..o x.o", X);
    assert_eq!(
        (first.nodes, first.leaves, results(&first)),
        (32, 16, [7, 9, 0])
    );
    let second = count("x.. .oo .ox", X);
    assert_eq!((second.nodes, second.leaves), (37, 18));
    let third = count("xo. xxo o..", O);
    assert_eq!(
        (third.nodes, third.leaves, third.depth, results(&third)),
        (14, 6, 3, [2, 4, 0])
    );
}

#[test]
fn equivalent_brothers_are_kept_and_go_no_further() {
    let position = TicTacToe::board("x.. .oo .ox", X);
    let small = grown(&position, 9, Equivalence::Brothers);
    let statistics = small.statistics();
    assert_eq!((statistics.nodes, statistics.equivalent), (21, 2));
    let brothers: Vec<_> = small.nodes[0]
        .children
        .iter()
        .map(|child| small.nodes[*child].clone())
        .collect();
    assert_eq!(
        brothers.iter().map(|node| node.played).collect::<Vec<_>>(),
        [Some(1), Some(2), Some(3), Some(6)]
    );
    assert_eq!(
        brothers
            .iter()
            .map(|node| node.equivalent)
            .collect::<Vec<_>>(),
        [None, None, Some(1), Some(2)]
    );
    assert!(brothers[2].children.is_empty() && !brothers[0].children.is_empty());
    let plain = grown(
        &TicTacToe::board("xo. xxo o..", O),
        9,
        Equivalence::Brothers,
    )
    .statistics();
    assert_eq!((plain.nodes, plain.equivalent), (14, 0));
}

/// The second board tells all eight maps from seven: its only symmetry is the reflection at the
/// other diagonal.
#[test]
fn one_sign_in_a_corner_leaves_five_replies() {
    for board in ["o.. ... ...", "... ... o.."] {
        let statistics = grown(&TicTacToe::board(board, X), 1, Equivalence::Brothers).statistics();
        assert_eq!(
            (statistics.nodes, statistics.equivalent),
            (1 + 8, 3),
            "{board}"
        );
    }
}

#[test]
fn classes_of_boards_by_the_number_of_signs() {
    let by_level = grown(&TicTacToe.initial(), 9, Equivalence::Level);
    let classes: Vec<usize> = (0..=9)
        .map(|ply| {
            by_level
                .nodes
                .iter()
                .filter(|node| node.ply == ply && node.equivalent.is_none())
                .count()
        })
        .collect();
    assert_eq!(classes, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(classes.iter().sum::<usize>(), 765);
    // The number of signs is that of plies, so that nothing is equivalent across levels.
    assert_eq!(
        grown(&TicTacToe.initial(), 9, Equivalence::Everywhere),
        by_level
    );
}

#[test]
fn two_plies_with_symmetry_show_each_class_once() {
    let options = TreeOptions {
        depth: 2,
        equivalence: Equivalence::Brothers,
        values: Some(Options {
            depth: 2,
            heuristic: Some(OPEN_LINES),
            ..Options::default()
        }),
        ..TreeOptions::default()
    };
    let grown =
        tree(&TicTacToe, &TicTacToe.initial(), &options, &mut Unwatched).expect("it has a tree");
    let shown: Vec<_> = grown
        .nodes
        .iter()
        .filter(|node| node.equivalent.is_none())
        .collect();
    assert_eq!(
        [1, 2].map(|ply| shown.iter().filter(|node| node.ply == ply).count()),
        [3, 12]
    );
    assert_eq!(grown.nodes[0].value.map(|value| value.number()), Some(1));
    let openings: Vec<_> = grown.nodes[0]
        .children
        .iter()
        .map(|child| &grown.nodes[*child])
        .collect();
    let values: Vec<_> = openings
        .iter()
        .filter_map(|node| node.value)
        .map(|value| value.number())
        .collect();
    assert_eq!(values, [-1, -2, -1, -2, 1, -2, -1, -2, -1]);
    let replies = |opening: usize| -> Vec<(usize, i64)> {
        let nodes = openings[opening]
            .children
            .iter()
            .map(|child| &grown.nodes[*child]);
        nodes
            .filter(|node| node.equivalent.is_none())
            .map(|node| {
                (
                    node.played.expect("a reply"),
                    node.value.expect("it was asked for").number(),
                )
            })
            .collect()
    };
    assert_eq!(replies(0), [(1, 1), (2, 0), (4, -1), (5, 1), (8, 0)]);
    assert_eq!(replies(1), [(0, -1), (3, 0), (4, -2), (6, -1), (7, 0)]);
    assert_eq!(replies(4), [(0, 1), (1, 2)]);
}

#[test]
fn nodes_say_who_is_to_move() {
    let grown = grown(&TicTacToe::board("xx. oo. ...", O), 1, Equivalence::None);
    let root = &grown.nodes[0];
    assert_eq!(
        (grown.role, root.turn, root.side, &root.goals),
        (O, Some(O), Some(Side::Plus), &None)
    );
    let reply = &grown.nodes[1];
    assert_eq!(
        (reply.turn, reply.side, reply.played, reply.parent),
        (Some(X), Some(Side::Minus), Some(2), Some(0))
    );
    let won = &grown.nodes[2];
    assert_eq!(
        (won.turn, won.side, won.played, &won.goals),
        (None, None, Some(5), &Some(vec![0, 100]))
    );
}

#[test]
fn a_tree_is_cut_at_its_far_end() {
    let options = TreeOptions {
        depth: 9,
        limit: 100,
        ..TreeOptions::default()
    };
    let cut =
        tree(&TicTacToe, &TicTacToe.initial(), &options, &mut Unwatched).expect("it has a tree");
    let statistics = cut.statistics();
    assert!(statistics.nodes <= 100 && statistics.nodes > 1 + 9 + 72);
    let shown = cut.nodes.iter().filter(|node| node.ply == 3).count();
    assert_eq!(
        shown + statistics.left_out,
        504 + 6 * shown,
        "all of the third ply, and six moves below what is shown of it"
    );
}

#[test]
fn joint_turns_have_no_tree() {
    let joint = RockPaperScissors { rounds: 1 };
    let found = tree(
        &joint,
        &joint.initial(),
        &TreeOptions::default(),
        &mut Unwatched,
    );
    assert_eq!(found, Err(SearchError::JointTurn { ply: 0 }));
}

#[test]
#[ignore = "half a million nodes take seconds without optimisation"]
fn the_whole_game_is_counted() {
    let whole = grown(&TicTacToe.initial(), 9, Equivalence::None).statistics();
    assert_eq!(
        (whole.nodes, whole.leaves, results(&whole)),
        (549_946, 255_168, [131_184, 77_904, 46_080])
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Open lines do not change with symmetry, and so no value does.
    #[test]
    fn equivalent_nodes_change_no_value(seed: u64, plies in 4..=8usize, depth in 0..=5usize) {
        let reached = playout(&TicTacToe, &TicTacToe.initial(), plies, seed);
        let position = reached.expect("tic-tac-toe can be played").position;
        let grown = |equivalence| {
            let values = Options { depth: 9, heuristic: Some(OPEN_LINES), ..Options::default() };
            let options = TreeOptions { depth, equivalence, limit: 1_000_000, values: Some(values) };
            tree(&TicTacToe, &position, &options, &mut Unwatched).expect("tic-tac-toe has a tree")
        };
        let plain = grown(Equivalence::None);
        for equivalence in [Equivalence::Brothers, Equivalence::Level, Equivalence::Everywhere] {
            let smaller = grown(equivalence);
            prop_assert!(smaller.nodes.len() <= plain.nodes.len());
            prop_assert_eq!(smaller.nodes[0].value, plain.nodes[0].value);
            for (one, other) in smaller.nodes[0].children.iter().zip(&plain.nodes[0].children) {
                prop_assert_eq!(smaller.nodes[*one].value, plain.nodes[*other].value);
            }
        }
    }

    /// Whatever the depth and limit of the tree, its values are those of a search.
    #[test]
    fn values_are_those_of_minimax(
        seed: u64, width in 1..=20u64, depth in 0..=4usize, searched in 0..=6usize, limit in 1..60usize,
        everywhere: bool,
    ) {
        let game = RandomTree { seed, roles: 2, branching: 3, height: 5, width };
        let values = Options { strategy: Strategy::Minimax, depth: searched, heuristic: Some(0), ..Options::default() };
        let found = best(&game, &game.initial(), &values, &mut Unwatched).expect("a tree can be searched");
        let equivalence = if everywhere { Equivalence::Everywhere } else { Equivalence::None };
        let options = TreeOptions { depth, equivalence, limit, values: Some(values) };
        let grown = tree(&game, &game.initial(), &options, &mut Unwatched).expect("it has a tree");
        prop_assert_eq!(grown.nodes[0].value, Some(found.value));
        for (child, root_move) in grown.nodes[0].children.iter().zip(found.root_moves) {
            prop_assert_eq!(grown.nodes[*child].value, Some(root_move.value));
        }
        prop_assert!(grown.nodes.len() <= limit);
    }
}
