//! Searches that go ever deeper.

use std::ops::ControlFlow;

use proptest::prelude::*;
use regola::game::{FastPaths, Game, Role};
use regola::search::{
    Deepened, Options, Progress, SearchError, TranspositionTable, Unwatched, Watch, best, deepen,
    deepen_with,
};

use super::laws::{any_options, random_tree};
use crate::host_games::{OPEN_LINES, Othello, TicTacToe};

type Found<G> = Result<Deepened<<G as Game>::Move>, SearchError<<G as Game>::Error>>;

/// What is found, and the depths of the searches that came to their end.
fn deepened<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: &Options,
    watch: &mut dyn Watch,
) -> (Found<G>, Vec<usize>) {
    let mut depths = Vec::new();
    let found = deepen(game, position, options, watch, &mut |deeper| {
        depths.push(deeper.depth);
        ControlFlow::Continue(())
    });
    (found, depths)
}

fn to_depth(depth: usize) -> Options {
    Options {
        depth,
        heuristic: Some(OPEN_LINES),
        ..Options::default()
    }
}

#[test]
fn the_last_search_is_the_answer() {
    let start = TicTacToe.initial();
    let (found, depths) = deepened(&TicTacToe, &start, &to_depth(4), &mut Unwatched);
    assert_eq!(depths, [1, 2, 3, 4]);
    let plain = best(&TicTacToe, &start, &to_depth(4), &mut Unwatched).expect("a move");
    assert_eq!(
        found,
        Ok(Deepened {
            best: plain,
            depth: 4,
            is_stopped: false,
        })
    );
}

#[test]
fn depth_0_is_one_search() {
    let (found, depths) = deepened(
        &TicTacToe,
        &TicTacToe.initial(),
        &to_depth(0),
        &mut Unwatched,
    );
    assert_eq!(
        (found.expect("an answer").best.line, depths),
        (vec![], vec![0])
    );
}

#[test]
fn where_all_lines_end_no_search_goes_deeper() {
    let position = TicTacToe::board("xox oxo o..", Role(0));
    let (found, depths) = deepened(&TicTacToe, &position, &to_depth(100), &mut Unwatched);
    assert_eq!((found.expect("an answer").depth, depths), (2, vec![1, 2]));
}

#[test]
fn a_sooner_win_ends_the_search_only_where_sooner_is_better() {
    let position = TicTacToe::board("x.. .x. oo.", Role(0));
    let quick = Options {
        prefer_quick: true,
        ..to_depth(100)
    };
    let depths = |options: &Options| deepened(&TicTacToe, &position, options, &mut Unwatched).1;
    assert_eq!(depths(&quick), [1]);
    assert_eq!(depths(&to_depth(100)), [1, 2, 3, 4]);
    assert_eq!(
        depths(&Options {
            value_every_move: true,
            ..quick
        }),
        [1, 2, 3, 4]
    );
}

#[test]
fn who_is_stopped_answers_with_what_was_found() {
    let start = TicTacToe.initial();
    let mut looks = 0;
    let mut watch = |progress: Progress| {
        looks += 1;
        assert!((1..=3).contains(&progress.depth));
        // The first search looks at 10 positions, the second at 36.
        if looks > 100 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let (found, depths) = deepened(&TicTacToe, &start, &to_depth(9), &mut watch);
    assert_eq!(depths, [1, 2]);
    let plain = best(&TicTacToe, &start, &to_depth(2), &mut Unwatched).expect("a move");
    assert_eq!(
        found,
        Ok(Deepened {
            best: plain,
            depth: 2,
            is_stopped: true,
        })
    );
    let mut at_once = |_| ControlFlow::Break(());
    let (found, depths) = deepened(&TicTacToe, &start, &to_depth(9), &mut at_once);
    assert_eq!(
        (found, depths),
        (Err(SearchError::Stopped { nodes: 1 }), vec![])
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_settled_answer_stays(tree in random_tree(1..=4), options in any_options(), deeper in 1..4usize, every: bool) {
        let options = Options { value_every_move: every, ..options };
        let found = best(&tree, &tree.initial(), &options, &mut Unwatched).expect("an answer");
        let further = Options { depth: options.depth + deeper, ..options };
        let later = best(&tree, &tree.initial(), &further, &mut Unwatched).expect("an answer");
        if found.settled {
            prop_assert_eq!((later.value, later.line, later.root_moves), (found.value, found.line, found.root_moves));
        }
    }

    #[test]
    fn an_answer_is_that_of_its_depth(tree in random_tree(1..=4), options in any_options(), most in 1..200u64) {
        let mut looks = 0;
        let mut watch = |_| {
            looks += 1;
            if looks > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if let (Ok(found), _) = deepened(&tree, &tree.initial(), &options, &mut watch) {
            let plain = Options { depth: found.depth, ..options };
            let plain = best(&tree, &tree.initial(), &plain, &mut Unwatched).expect("an answer");
            prop_assert_eq!(found.best, plain);
        }
    }
}

/// A search of Othello to a depth, with a table.
fn othello(
    selective: bool,
    depth: usize,
    table: &mut TranspositionTable,
) -> (Deepened<<Othello as Game>::Move>, u64) {
    let options = Options {
        depth,
        heuristic: Some(0),
        selective,
        ..Options::default()
    };
    let mut nodes = 0;
    let mut watch = |progress: Progress| {
        nodes = progress.nodes;
        ControlFlow::Continue(())
    };
    let mut each = |_: &Deepened<_>| ControlFlow::Continue(());
    let start = Othello.initial();
    let found = deepen_with(&Othello, &start, &options, table, &mut watch, &mut each);
    (found.expect("Othello can be searched"), nodes)
}

#[test]
fn a_selective_search_looks_at_fewer_positions_and_finds_the_same_again() {
    let new = || TranspositionTable::new(16);
    let (full, all) = othello(false, 8, &mut new());
    let (selective, fewer) = othello(true, 8, &mut new());
    assert_eq!(selective.depth, full.depth);
    assert!(fewer < all, "{fewer} of {all} positions");
    assert_eq!(othello(true, 8, &mut new()), (selective, fewer));
}

#[test]
fn a_selective_search_is_that_of_minimax_at_small_depths() {
    for depth in 0..=4 {
        let [full, selective] = [false, true]
            .map(|selective| othello(selective, depth, &mut TranspositionTable::new(1)));
        assert_eq!(full, selective, "depth {depth}");
    }
}

#[test]
fn what_a_selective_search_has_found_does_not_serve_a_full_one() {
    let mut table = TranspositionTable::new(16);
    let _ = othello(true, 8, &mut table);
    let (after, _) = othello(false, 8, &mut table);
    let (alone, _) = othello(false, 8, &mut TranspositionTable::new(16));
    assert_eq!(after.best.value, alone.best.value);
    assert_eq!(after.best.best_move(), alone.best.best_move());
}
