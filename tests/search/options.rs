//! The options of a search: order, distance, results by heuristic, noise, forced moves, quiescence,
//! memory.

use regola::game::{FastPaths, Game, Results, Role};
use regola::search::{Best, Noise, Options, SearchError, Strategy, Table, Unwatched, Value, best};

use super::root_values;
use crate::host_games::{
    Altered, OPEN_LINES, OPEN_LINES_OR_NINE, Othello, Pile, RandomTree, TicTacToe,
};

fn search<G: FastPaths>(game: &G, position: &G::Position, options: &Options) -> Best<G::Move> {
    best(game, position, options, &mut Unwatched).expect("the game can be searched")
}

/// Plain minimax to a depth, children ordered by open lines.
fn ordered(depth: usize) -> Options {
    Options {
        strategy: Strategy::Minimax,
        depth,
        heuristic: Some(OPEN_LINES),
        order: true,
        ..Options::default()
    }
}

fn squares(best: &Best<usize>) -> Vec<usize> {
    best.root_moves
        .iter()
        .map(|root_move| root_move.played)
        .collect()
}

#[test]
fn moves_are_searched_best_first_and_equals_in_the_order_of_the_game() {
    let answers = search(
        &TicTacToe,
        &TicTacToe::board("... .o. ...", Role(0)),
        &ordered(1),
    );
    assert_eq!(squares(&answers), [0, 2, 6, 8, 1, 3, 5, 7]);
    assert_eq!(root_values(&answers), [-1, -1, -1, -1, -2, -2, -2, -2]);
    let openings = search(&TicTacToe, &TicTacToe.initial(), &ordered(1));
    assert_eq!(squares(&openings), [4, 0, 2, 6, 8, 1, 3, 5, 7]);
}

#[test]
fn order_decides_ties_alone() {
    let start = TicTacToe.initial();
    for (depth, value) in [(1, 4), (2, 1), (3, 3), (4, 1)] {
        let found = search(&TicTacToe, &start, &ordered(depth));
        assert_eq!(
            (found.best_move(), found.value.number()),
            (Some(&4), value),
            "depth {depth}"
        );
    }
    let whole = |order| {
        search(
            &TicTacToe,
            &start,
            &Options {
                order,
                heuristic: Some(OPEN_LINES),
                depth: 9,
                ..Options::default()
            },
        )
    };
    assert_eq!(
        (whole(false).best_move(), whole(false).value),
        (Some(&0), Value::DRAW)
    );
    assert_eq!(
        (whole(true).best_move(), whole(true).value),
        (Some(&4), Value::DRAW)
    );
}

#[test]
fn a_quick_win_is_preferred_where_distance_counts() {
    let position = TicTacToe::board("x.. .x. oo.", Role(0));
    let options = Options {
        depth: 9,
        value_every_move: true,
        ..Options::default()
    };
    let slow = search(&TicTacToe, &position, &options);
    let quick = search(
        &TicTacToe,
        &position,
        &Options {
            prefer_quick: true,
            ..options
        },
    );
    assert_eq!(
        (slow.value, quick.value.to_string().as_str()),
        (Value::WIN, "win in 1")
    );
    assert_eq!(quick.line, [8]);
    let reached = |best: &Best<usize>| -> Vec<_> {
        best.root_moves
            .iter()
            .map(|found| found.value.goal())
            .collect()
    };
    assert_eq!(
        reached(&slow),
        reached(&quick),
        "distance does not change what is reached"
    );
}

#[test]
fn a_loss_is_put_off_where_distance_counts() {
    let position = TicTacToe::board("xo. .x. ...", Role(1));
    let options = Options {
        depth: 9,
        prefer_quick: true,
        value_every_move: true,
        ..Options::default()
    };
    let found = search(&TicTacToe, &position, &options);
    let values: Vec<String> = found
        .root_moves
        .iter()
        .map(|found| format!("{} {}", found.played, found.value))
        .collect();
    assert_eq!(
        values,
        [
            "2 loss in 2",
            "3 loss in 2",
            "5 loss in 2",
            "6 loss in 2",
            "7 loss in 2",
            "8 loss in 4"
        ]
    );
    assert_eq!(found.best_move(), Some(&8));
}

#[test]
fn finished_games_can_be_valued_by_the_heuristic() {
    let won = TicTacToe::board("xxx oo. ...", Role(1));
    let value = |results, heuristic| {
        let options = Options {
            results,
            heuristic: Some(heuristic),
            depth: 1,
            ..Options::default()
        };
        search(&TicTacToe, &won, &options).value
    };
    assert_eq!(value(Results::Goals, OPEN_LINES_OR_NINE), Value::WIN);
    assert_eq!(
        value(Results::Heuristic, OPEN_LINES_OR_NINE),
        Value::from_estimate(1 + 9)
    );
    assert_eq!(
        value(Results::Heuristic, OPEN_LINES),
        Value::from_estimate(1)
    );
}

#[test]
fn noise_is_the_same_for_the_same_seed_and_within_its_weight() {
    let start = TicTacToe.initial();
    let values = |seed| {
        let noise = Some(Noise { seed, weight: 5 });
        let options = Options {
            depth: 1,
            value_every_move: true,
            noise,
            ..Options::default()
        };
        root_values(&search(&TicTacToe, &start, &options))
    };
    assert_eq!(values(1), values(1));
    assert_ne!(values(1), values(2));
    let met: std::collections::BTreeSet<i64> = (0..50).flat_map(values).collect();
    assert_eq!(
        met.into_iter().collect::<Vec<_>>(),
        (-5..=5).collect::<Vec<_>>()
    );
}

#[test]
fn noise_makes_games_differ_but_never_passes_for_a_result() {
    let noisy = |seed| {
        let noise = Some(Noise {
            seed,
            weight: u32::MAX,
        });
        let options = Options {
            depth: 2,
            heuristic: Some(OPEN_LINES),
            noise,
            ..Options::default()
        };
        search(&TicTacToe, &TicTacToe.initial(), &options)
    };
    let openings: std::collections::BTreeSet<_> = (0..20)
        .map(|seed| noisy(seed).best_move().copied())
        .collect();
    assert!(openings.len() > 3, "{openings:?}");
    assert!((0..20).all(|seed| !noisy(seed).value.is_decided()));
}

#[test]
fn an_only_move_needs_no_search() {
    let last = TicTacToe::board("xox oox x.o", Role(0));
    let options = Options {
        depth: 9,
        heuristic: Some(OPEN_LINES),
        play_forced: true,
        ..Options::default()
    };
    let found = search(&TicTacToe, &last, &options);
    assert_eq!(
        (found.line.as_slice(), found.forced, found.nodes),
        ([7].as_slice(), true, 1)
    );
    let searched = search(
        &TicTacToe,
        &last,
        &Options {
            play_forced: false,
            ..options.clone()
        },
    );
    assert_eq!((searched.best_move(), searched.forced), (Some(&7), false));
    let choice = search(
        &TicTacToe,
        &TicTacToe::board("xox oox x..", Role(0)),
        &options,
    );
    assert!(!choice.forced, "two moves are a choice");
    let over = search(
        &TicTacToe,
        &TicTacToe::board("xxx oo. ...", Role(1)),
        &options,
    );
    assert_eq!((over.best_move(), over.forced), (None, false));
}

#[test]
fn a_search_goes_on_until_a_position_is_quiet() {
    let noisy_tree = |seed| RandomTree {
        seed,
        roles: 2,
        branching: 2,
        height: 8,
        width: RandomTree::WIDE,
    };
    let seed = (0..).find(|seed| {
        let (tree, start) = (noisy_tree(*seed), noisy_tree(*seed).initial());
        tree.quiet(&start) == Ok(false) && tree.over(&start) == Ok(false)
    });
    let tree = noisy_tree(seed.expect("one position in four is not quiet"));
    let found = search(&tree, &tree.initial(), &Options::default());
    assert!(
        !found.line.is_empty(),
        "depth 0 is too little for a position that is not quiet"
    );
    let helped = Options {
        strategy: Strategy::BestLine,
        ..Options::default()
    };
    assert!(
        search(&tree, &tree.initial(), &helped).line.is_empty(),
        "best line counts plies alone"
    );
}

/// A pile in which no position is quiet.
fn restless(pile: Pile) -> Altered<Pile> {
    Altered {
        game: pile,
        quiet: Some(false),
        goal: None,
    }
}

#[test]
fn quiet_that_never_holds_is_told_from_a_great_depth() {
    let endless = restless(Pile {
        counters: 1_000_000,
        takes: vec![1],
    });
    for strategy in [Strategy::Minimax, Strategy::AlphaBeta] {
        let found = |depth| {
            let options = Options {
                strategy,
                depth,
                ..Options::default()
            };
            best(&endless, &endless.initial(), &options, &mut Unwatched)
        };
        assert_eq!(found(3), Err(SearchError::NeverQuiet));
        assert_eq!(found(1_000_000), Err(SearchError::TooDeep));
    }
    let short = restless(Pile::of_squares(10));
    assert_eq!(
        search(&short, &short.initial(), &Options::default()).value,
        Value::LOSS
    );
}

#[test]
fn a_memory_saves_work_and_changes_nothing_else() {
    let nodes = [0, 100, 100_000].map(|table| {
        let options = Options {
            strategy: Strategy::AlphaBeta,
            depth: 9,
            value_every_move: true,
            table,
            ..Options::default()
        };
        let found = search(&TicTacToe, &TicTacToe.initial(), &options);
        assert_eq!((found.best_move(), found.value), (Some(&0), Value::DRAW));
        found.nodes
    });
    assert!(nodes.is_sorted_by(|more, fewer| more > fewer), "{nodes:?}");

    let othello = |table| {
        let options = Options {
            strategy: Strategy::AlphaBeta,
            depth: 5,
            heuristic: Some(0),
            table,
            ..Options::default()
        };
        search(&Othello, &Othello.initial(), &options)
    };
    let (plain, remembering) = (othello(0), othello(10_000));
    assert_eq!(
        (remembering.value, remembering.line),
        (plain.value, plain.line)
    );
}

#[test]
fn a_full_table_keeps_what_was_used_lately() {
    let mut table = Table::new(4);
    for key in 0..4 {
        table.insert(key, key * key);
    }
    assert_eq!(
        (table.get(&2).copied(), table.len(), table.is_empty()),
        (Some(4), 4, false)
    );
    table.insert(2, 5);
    assert_eq!((table.get(&2).copied(), table.len()), (Some(5), 4));
    let mut table = Table::new(1000);
    for key in 0..100_000 {
        table.insert(key, ());
        assert!(table.get(&0).is_some(), "0 is always used");
        assert!(table.len() <= 1000);
    }
    assert!(table.get(&99_501).is_some() && table.get(&5).is_none());
}

#[test]
fn ties_at_the_root_may_be_broken_at_random_and_nothing_else_changes() {
    let options = |shuffle| Options {
        depth: 2,
        heuristic: Some(OPEN_LINES),
        value_every_move: true,
        shuffle,
        ..Options::default()
    };
    let board = TicTacToe::board("... .o. ...", Role(0));
    let plain = search(&TicTacToe, &board, &options(None));
    let best: Vec<usize> = plain
        .root_moves
        .iter()
        .filter(|root| root.value == plain.value)
        .map(|root| root.played)
        .collect();
    assert!(best.len() > 1, "there are ties");
    let mut chosen = Vec::new();
    for seed in 0..40 {
        let found = search(&TicTacToe, &board, &options(Some(seed)));
        assert_eq!(found.value, plain.value);
        assert_eq!(
            found.root_moves, plain.root_moves,
            "in the order of the game"
        );
        assert_eq!(found, search(&TicTacToe, &board, &options(Some(seed))));
        chosen.extend(found.best_move().copied());
    }
    chosen.sort_unstable();
    chosen.dedup();
    assert_eq!(
        chosen, best,
        "each of them is chosen by some seed, and no other"
    );
}
