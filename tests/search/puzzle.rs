//! Shortest solutions of games for one role, and counts of positions.

use proptest::prelude::*;
use regola::game::{Game, Turn};
use regola::search::{
    Options, SearchError, Shortest, Unwatched, Within, best, reachable, shortest, shortest_within,
};

use crate::host_games::{Altered, Anagram, Othello, RandomTree, RockPaperScissors, Sliding};

fn solve<G: Game>(game: &G) -> Option<Shortest<G::Move>> {
    shortest(game, &game.initial(), 100_000, &mut Unwatched).expect("the puzzle is small")
}

#[test]
fn an_anagram_needs_one_swap_less_than_it_has_letters_in_each_circle() {
    for (from, to, swaps) in [
        ("roma", "roma", 0),
        ("roma", "orma", 1),
        ("roma", "amor", 2),
        ("listen", "silent", 3),
    ] {
        let found = solve(&Anagram { from, to }).expect("every anagram can be reached");
        assert_eq!(
            (found.line.len(), found.goal),
            (swaps, 100),
            "{from} to {to}"
        );
    }
    assert_eq!(
        solve(&Anagram {
            from: "roma",
            to: "amor"
        })
        .expect("it can be reached")
        .line,
        [(0, 3), (1, 2)]
    );
    assert_eq!(
        solve(&Anagram {
            from: "roma",
            to: "mare"
        }),
        None,
        "no swap makes an e"
    );
}

#[test]
fn the_hardest_sliding_puzzle_takes_21_moves() {
    let puzzle = Sliding::from("123 45_");
    assert_eq!(
        reachable(&puzzle, &puzzle.initial(), false, &mut Unwatched),
        Ok(1),
        "it is solved"
    );
    let hardest = Sliding::from("45_ 123");
    let found = solve(&hardest).expect("it can be solved");
    assert_eq!((found.line.len(), found.positions), (21, 360));
    assert_eq!(
        reachable(&hardest, &hardest.initial(), false, &mut Unwatched),
        Ok(360)
    );
    let end = found.line.iter().fold(hardest.initial(), |tiles, tile| {
        hardest.play(&tiles, &[*tile]).expect("legal")
    });
    assert_eq!(hardest.turn(&end), Ok(Turn::Over));
}

#[test]
fn no_line_is_followed_further_than_told() {
    let hardest = Sliding::from("45_ 123");
    let within = |depth| {
        shortest_within(&hardest, &hardest.initial(), depth, 100_000, &mut Unwatched)
            .expect("the puzzle is small")
    };
    assert_eq!(
        within(0),
        Within {
            best: None,
            goes_on: true,
            positions: 1
        }
    );
    // A corner has two neighbours, and each of those one that is not the corner, or two.
    assert_eq!(
        within(1),
        Within {
            best: None,
            goes_on: true,
            positions: 3
        }
    );
    let nearly = within(20);
    assert_eq!((nearly.best, nearly.goes_on), (None, true));
    assert!(nearly.positions < 360, "{}", nearly.positions);
    let whole = within(21);
    assert_eq!(whole.best.map(|best| best.line.len()), Some(21));
    assert!(!whole.goes_on);
    // All positions there are lie within 21 plies, of which no line goes on.
    let unsolvable = Sliding::from("213 45_");
    let all = shortest_within(
        &unsolvable,
        &unsolvable.initial(),
        100,
        100_000,
        &mut Unwatched,
    );
    assert_eq!(
        all,
        Ok(Within {
            best: None,
            goes_on: false,
            positions: 360
        })
    );
}

#[test]
fn half_of_all_sliding_puzzles_cannot_be_solved() {
    assert_eq!(solve(&Sliding::from("213 45_")), None);
}

#[test]
fn positions_are_bounded() {
    let hardest = Sliding::from("45_ 123");
    let found = shortest(&hardest, &hardest.initial(), 100, &mut Unwatched);
    assert_eq!(found, Err(SearchError::TooManyPositions { limit: 100 }));
}

#[test]
fn games_for_more_roles_are_no_puzzles() {
    let found = shortest(&Othello, &Othello.initial(), 100, &mut Unwatched);
    assert_eq!(found, Err(SearchError::NotAPuzzle { roles: 2 }));
}

#[test]
fn positions_after_joint_turns_are_counted() {
    let game = RockPaperScissors { rounds: 2 };
    assert_eq!(
        reachable(&game, &game.initial(), false, &mut Unwatched),
        Ok(1 + 3 + 5)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_shorter_line_reaches_as_much(seed: u64, branching in 1..=3u64, width in 1..=20u64) {
        let tree = RandomTree { seed, roles: 1, branching, height: 6, width };
        let found = solve(&tree).expect("a tree ends");
        let options = |depth| Options { depth, ..Options::default() };
        let whole = best(&tree, &tree.initial(), &options(6), &mut Unwatched).expect("a tree can be searched");
        prop_assert_eq!(whole.value.goal().unwrap_or(50), found.goal);
        if found.goal > 50 && !found.line.is_empty() {
            // Estimates are all 0, so that only a finished game has so great a value.
            let quiet = Altered { game: tree, quiet: Some(true), goal: None };
            let short = best(&quiet, &tree.initial(), &options(found.line.len() - 1), &mut Unwatched);
            prop_assert!(short.expect("a tree can be searched").value < whole.value);
        }
    }
}
