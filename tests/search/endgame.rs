//! Endgame tables: solved positions, kept as bytes and asked.

use std::sync::Arc;

use proptest::prelude::*;
use regola::game::{FastPaths, Fingerprint, Game, Role, Turn};
use regola::search::{
    Distance, EndgameTable, EndgameTableError, Options, SolveMethod, SolveOptions, Solver,
    Strategy, Unwatched, Value, best,
};

use super::found;
use super::retrograde::{any_graph, endless, goals_in_plies};
use super::solve::{any_tree, any_way, every_position, maximin, not_zero_sum};
use crate::host_games::{RandomTree, TicTacToe};

/// Stands for the rules of a game.
const RULES: u128 = 1 << 100 | 7;

/// The bytes of a table before its positions.
const HEAD: usize = 56;

/// The table that a solver makes, written and read.
fn table<G: FastPaths>(game: &G, position: &G::Position, options: SolveOptions) -> EndgameTable {
    let (_, table) = Solver::new(game, options)
        .solve_to_table(position, &mut Unwatched)
        .expect("the game can be solved");
    let read = EndgameTable::from_bytes(&table.to_bytes(game, RULES), game, RULES);
    assert_eq!(read.as_ref(), Ok(&table));
    table
}

fn backwards() -> SolveOptions {
    SolveOptions {
        method: SolveMethod::Retrograde,
        ..SolveOptions::default()
    }
}

/// All positions that can be reached.
fn reachable<G: Game>(game: &G) -> Vec<G::Position> {
    let mut positions = vec![game.initial()];
    let mut next = 0;
    while next < positions.len() {
        let turn = game.turn(&positions[next]).expect("it has rules");
        for played in turn.into_movers().into_iter().flat_map(|(_, moves)| moves) {
            let after = game.play(&positions[next], &[played]).expect("legal");
            if !positions.contains(&after) {
                positions.push(after);
            }
        }
        next += 1;
    }
    positions
}

/// No goal of the table is wrong, and those of the root are known.
fn says_nothing_wrong<G: FastPaths>(game: &G, positions: &[G::Position], table: &EndgameTable) {
    for (place, position) in positions.iter().enumerate() {
        let Some(known) = table.known(game, position) else {
            assert!(place > 0, "the root is known");
            continue;
        };
        for (role, known) in known.iter().enumerate() {
            let goal = maximin(game, position, Role(role));
            assert!(
                (known.least..=known.most).contains(&goal),
                "{known:?} {goal}"
            );
            assert!(
                place > 0 || known.goal().is_some(),
                "the goals of the root are known"
            );
        }
    }
}

/// Where the table of a search knows the goals, `best` answers by it and keeps them.
fn keeps_goals(tree: &RandomTree, options: SolveOptions) {
    let table = Arc::new(table(tree, &tree.initial(), options));
    let by_table = Options {
        endgame_table: Some(Arc::clone(&table)),
        depth: 1,
        ..Options::default()
    };
    for position in every_position(tree) {
        let Turn::Single(role, _) = tree.turn(&position).expect("it has rules") else {
            continue;
        };
        let Some(goals) = table.goals(tree, &position) else {
            continue;
        };
        let best = found(tree, &position, &by_table);
        assert!(best.by_table);
        assert_eq!(best.value, Value::from_goal(goals[role.0]));
        let next = tree.play(&position, &best.line[..1]).expect("legal");
        assert_eq!(maximin(tree, &next, role), goals[role.0]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn retrograde_analysis_writes_every_position(graph in any_graph(1..=3)) {
        let table = table(&graph, &graph.initial(), backwards());
        let positions = reachable(&graph);
        prop_assert_eq!(table.len(), positions.len());
        for role in (0..graph.roles).map(Role) {
            let values = goals_in_plies(&graph, role);
            for position in &positions {
                let known = table.known(&graph, position).expect("it is there")[role.0];
                let expected = values[*position as usize];
                prop_assert_eq!(known.goal(), Some(expected.goal));
                match known.distance {
                    Distance::Plies(plies) if expected.goal != endless(&graph) => {
                        prop_assert_eq!(u64::from(plies), expected.plies);
                    }
                    Distance::Plies(_) | Distance::Endless => {
                        prop_assert_eq!(expected.goal, endless(&graph));
                    }
                    Distance::Unknown => prop_assert!(false, "the distance is known"),
                }
            }
        }
    }

    #[test]
    fn a_search_writes_nothing_wrong(tree in any_tree(1..=3), options in any_way()) {
        let table = table(&tree, &tree.initial(), options);
        says_nothing_wrong(&tree, &every_position(&tree), &table);
    }

    #[test]
    fn a_search_writes_nothing_wrong_where_goals_do_not_add_up(
        tree in any_tree(2..=2), options in any_way()
    ) {
        let game = not_zero_sum(tree);
        let table = table(&game, &game.initial(), options);
        says_nothing_wrong(&game, &every_position(&tree), &table);
    }

    #[test]
    fn proof_numbers_write_nothing_wrong(tree in any_tree(1..=2)) {
        let options = SolveOptions { method: SolveMethod::ProofNumber, ..SolveOptions::default() };
        let table = table(&tree, &tree.initial(), options);
        says_nothing_wrong(&tree, &every_position(&tree), &table);
    }

    /// Where the table of a search knows the goal of the role to move, it knows a move that keeps it.
    #[test]
    fn who_plays_by_the_table_keeps_the_goal(tree in any_tree(2..=2), options in any_way()) {
        keeps_goals(&tree, options);
    }

    /// Moves by the table of a search do not go in a circle, although positions come back in the game.
    #[test]
    fn moves_by_a_table_have_an_end(graph in any_graph(2..=2)) {
        let table = Arc::new(table(&graph, &graph.initial(), SolveOptions::default()));
        let by_table = Options { endgame_table: Some(Arc::clone(&table)), depth: 1, ..Options::default() };
        for position in reachable(&graph) {
            let is_won = table.goals(&graph, &position).is_some_and(|goals| goals.contains(&100));
            let mut last = position;
            let mut plies = 0;
            while is_won && matches!(graph.turn(&last), Ok(Turn::Single(..))) {
                let best = found(&graph, &last, &by_table);
                if !best.by_table {
                    break;
                }
                last = graph.play(&last, &best.line[..1]).expect("legal");
                plies += 1;
                prop_assert!(plies <= graph.positions, "a position comes back");
            }
        }
    }

    /// With a table of all positions after the first move, a search from the root is right and shorter.
    #[test]
    fn searches_stop_at_the_positions_of_a_table(tree in any_tree(2..=2), prefer_quick: bool) {
        let root = tree.initial();
        let Turn::Single(role, _) = tree.turn(&root).expect("it has rules") else { return Ok(()) };
        let next = tree.play(&root, &[0]).expect("legal");
        let table = Arc::new(table(&tree, &next, backwards()));
        for strategy in [Strategy::PrincipalVariation, Strategy::AlphaBeta, Strategy::Minimax] {
            let without = Options { strategy, depth: tree.height + 1, prefer_quick, ..Options::default() };
            let with = Options { endgame_table: Some(Arc::clone(&table)), ..without.clone() };
            let [without, with] = [without, with].map(|options| found(&tree, &root, &options));
            prop_assert!(!with.by_table);
            prop_assert_eq!(with.value.goal(), without.value.goal());
            let after = tree.play(&root, &with.line[..1]).expect("legal");
            prop_assert_eq!(maximin(&tree, &after, role), maximin(&tree, &root, role));
            if strategy == Strategy::Minimax {
                prop_assert!(with.nodes <= without.nodes);
            }
        }
    }

    /// Nothing that a damaged table says is believed.
    #[test]
    fn a_damaged_table_is_refused(tree in any_tree(1..=2), place: prop::sample::Index, bit in 0..8u8) {
        let mut bytes = table(&tree, &tree.initial(), backwards()).to_bytes(&tree, RULES);
        let torn = &bytes[..place.index(bytes.len())];
        prop_assert!(EndgameTable::from_bytes(torn, &tree, RULES).is_err());
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        prop_assert!(EndgameTable::from_bytes(&bytes, &tree, RULES).is_err());
    }
}

/// A search that forgets knows less of a position when it first meets it than later.
#[test]
fn a_position_that_is_met_again_is_known_better() {
    let tree = RandomTree {
        seed: 10_401_319_993_322_022_872,
        roles: 2,
        branching: 3,
        height: 5,
        width: 3,
    };
    let options = SolveOptions {
        table: 8,
        ..SolveOptions::default()
    };
    keeps_goals(&tree, options);
}

/// The bytes with others from a place on, and a checksum that is right.
fn forged(bytes: &[u8], place: usize, others: &[u8]) -> Vec<u8> {
    let mut forged = bytes[..bytes.len() - 16].to_vec();
    forged[place..place + others.len()].copy_from_slice(others);
    let sum = Fingerprint::of_bytes(&forged);
    forged.extend(sum.to_le_bytes());
    forged
}

#[test]
fn a_forged_table_is_refused() {
    let tree = RandomTree {
        seed: 2,
        roles: 2,
        branching: 3,
        height: 4,
        width: 9,
    };
    let bytes = table(&tree, &tree.initial(), backwards()).to_bytes(&tree, RULES);
    let read = |bytes: &[u8]| EndgameTable::from_bytes(bytes, &tree, RULES).map(|_| ());
    assert_eq!(read(&forged(&bytes, 0, b"R")), Ok(()), "the same bytes");
    assert_eq!(read(b"role(one)."), Err(EndgameTableError::NoTable));
    assert_eq!(read(&[]), Err(EndgameTableError::NoTable));
    let first_goal = HEAD + 16;
    for (place, others, reason) in [
        (8, &[2][..], EndgameTableError::OtherFormat { found: 2 }),
        (12, &[1], EndgameTableError::Damaged),
        (12, &[255; 4], EndgameTableError::Torn),
        (16, &[1], EndgameTableError::OtherRules),
        (32, &[1; 16], EndgameTableError::OtherNames),
        (48, &[255; 8], EndgameTableError::Torn),
        (HEAD, &[255; 16], EndgameTableError::Damaged),
        (first_goal, &[60, 40], EndgameTableError::Damaged),
        (first_goal, &[101, 101], EndgameTableError::Damaged),
        (
            first_goal,
            &[0, 100, 3, 0, 0, 0],
            EndgameTableError::Damaged,
        ),
    ] {
        assert_eq!(
            read(&forged(&bytes, place, others)),
            Err(reason),
            "{place} {others:?}"
        );
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(read(&longer), Err(EndgameTableError::Damaged));
}

#[test]
fn positions_that_are_the_same_up_to_symmetry_are_one() {
    let start = TicTacToe.initial();
    let table = table(&TicTacToe, &start, backwards());
    assert_eq!(table.len(), 765);
    let [corner, other] = [0, 8].map(|square| TicTacToe.play(&start, &[square]).expect("legal"));
    assert_eq!(
        table.known(&TicTacToe, &corner),
        table.known(&TicTacToe, &other)
    );
    assert_eq!(table.goals(&TicTacToe, &corner), Some(vec![50, 50]));
}

/// The best move by the table, and the values of all moves where they are asked for.
#[test]
fn every_move_has_its_value_by_the_table() {
    let start = TicTacToe.initial();
    let table = Arc::new(table(&TicTacToe, &start, backwards()));
    let options = Options {
        endgame_table: Some(table),
        value_every_move: true,
        ..Options::default()
    };
    let lost = [0, 1, 3].iter().fold(start, |position, square| {
        TicTacToe.play(&position, &[*square]).expect("legal")
    });
    let best = best(&TicTacToe, &lost, &options, &mut Unwatched).expect("it can be played");
    let told: Vec<String> = best
        .root_moves
        .iter()
        .map(|root_move| format!("{} {}", root_move.played, root_move.value))
        .collect();
    assert_eq!(best.value.to_string(), "loss in 4");
    assert_eq!(best.line[0], 6, "the move that blocks the line");
    assert_eq!(
        told,
        [
            "2 loss in 2",
            "4 loss in 2",
            "5 loss in 2",
            "6 loss in 4",
            "7 loss in 2",
            "8 loss in 2"
        ]
    );
}
