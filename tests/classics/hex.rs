//! Hex: counts on a small board, that somebody always wins, and that it is the first player.

use std::collections::HashSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use regola::engine::{Engine, Form};
use regola::game::{Game, Position, Role, Rules, Turn};
use regola::search::{SolveOptions, Unwatched};

use super::{count, results, variant};

/// How long a side of the small board is.
const SIDE: i32 = 5;

static SMALL: LazyLock<Rules> = LazyLock::new(|| {
    variant(
        include_str!("../../games/hex.rules"),
        "size(11).",
        &format!("size({SIDE})."),
    )
});

#[test]
fn a_board_of_five_by_five_grows_as_published() {
    assert_eq!(
        [1, 2, 3].map(|depth| count(&SMALL, &SMALL.initial(), depth)),
        [25, 600, 13_800]
    );
}

#[test]
#[ignore = "takes some seconds"]
fn a_board_of_five_by_five_grows_as_published_to_a_greater_depth() {
    assert_eq!(count(&SMALL, &SMALL.initial(), 4), 303_600);
}

/// J. Nash (1949): nobody can draw, and whoever has a stone more is no worse off.
#[test]
fn the_first_player_wins() {
    for side in 2..=4 {
        let size = format!("size({side}).");
        let rules = variant(include_str!("../../games/hex.rules"), "size(11).", &size);
        let engine = Engine::in_form(&rules, Form::Compiled).expect("the game is compiled");
        let solution = engine
            .solve(&rules.initial(), &SolveOptions::default(), &mut Unwatched)
            .expect("the board is small");
        assert_eq!(solution.winner(), Some(Role(0)), "{side}");
    }
}

type Cells = HashSet<(i32, i32)>;

/// The cells of the facts whose texts begin and end so, such as `cell(1, 2, red)`.
fn cells(position: &Position, begin: &str, end: &str) -> Cells {
    let cell = |fact: String| {
        let (column, row) = fact
            .strip_prefix(begin)?
            .strip_suffix(end)?
            .split_once(", ")?;
        Some((column.parse().ok()?, row.parse().ok()?))
    };
    position
        .facts(SMALL.schema())
        .iter()
        .filter_map(|fact| cell(fact.to_string()))
        .collect()
}

/// The stones that hang together with those on the first side.
fn linked(stones: &Cells, on_first_side: impl Fn(&(i32, i32)) -> bool) -> Cells {
    let mut open: Vec<(i32, i32)> = stones.iter().copied().filter(on_first_side).collect();
    let mut found = Cells::new();
    while let Some((x, y)) = open.pop() {
        if found.insert((x, y)) {
            let around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
                .map(|(dx, dy)| (x + dx, y + dy));
            open.extend(around.into_iter().filter(|cell| stones.contains(cell)));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_hangs_together_with_the_first_side_is_linked_and_somebody_wins(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = SMALL.initial();
        while let Turn::Single(_, moves) = SMALL.turn(&position).expect("the rules can be followed") {
            position = SMALL.play(&position, &[random.choice(moves).expect("there is a move")]).expect("it is legal");
            let red = linked(&cells(&position, "cell(", ", red)"), |(_, y)| *y == 1);
            let blue = linked(&cells(&position, "cell(", ", blue)"), |(x, _)| *x == 1);
            let won = [red.iter().any(|(_, y)| *y == SIDE), blue.iter().any(|(x, _)| *x == SIDE)];
            let expected = won.contains(&true).then(|| won.map(|won| if won { 100 } else { 0 }).to_vec());
            prop_assert_eq!(results(&SMALL, &position), expected);
        }
        prop_assert!(results(&SMALL, &position).is_some());
    }
}
