//! Laws of minimax and alpha-beta on random trees, in which ties abound, and on tic-tac-toe.

use std::cmp::Reverse;
use std::slice;

use proptest::prelude::*;
use regola::game::{FastPaths, Game, Results, Role, Turn};
use regola::search::{Noise, Options, Strategy, Value};

use super::{found, search};
use crate::host_games::{Pile, RandomTree, TicTacToe};

/// Minimax once more, written from its definition alone.
struct Definition<'a, G> {
    game: &'a G,
    root: Role,
    options: &'a Options,
}

impl<G: Game> Definition<'_, G> {
    fn static_value(&self, position: &G::Position, ply: usize) -> Value {
        let over = self.game.turn(position).expect("the game goes on") == Turn::Over;
        if over && self.options.results == Results::Goals {
            let result = Value::from_goal(
                self.game
                    .goal(position, self.root)
                    .expect("a finished game has goals"),
            );
            return if self.options.prefer_quick {
                result.delayed(ply)
            } else {
                result
            };
        }
        Value::from_estimate(
            self.game
                .evaluate(position, 0, self.root)
                .expect("the heuristic is known"),
        )
    }

    fn line(&self, position: &G::Position, ply: usize) -> (Value, Vec<G::Move>) {
        let quiet = self
            .game
            .quiet(position)
            .expect("the rules say what is quiet");
        let (role, moves) = match self.game.turn(position).expect("the game goes on") {
            Turn::Single(role, moves) if ply < self.options.depth || !quiet => (role, moves),
            _ => return (self.static_value(position, ply), Vec::new()),
        };
        let mut children: Vec<_> = moves
            .into_iter()
            .map(|played| {
                (
                    self.game
                        .play(position, std::slice::from_ref(&played))
                        .expect("the move is legal"),
                    played,
                )
            })
            .collect();
        if self.options.order {
            let value = |child: &(G::Position, G::Move)| self.static_value(&child.0, ply + 1);
            if role == self.root {
                children.sort_by_key(|child| Reverse(value(child)))
            } else {
                children.sort_by_key(value)
            }
        }
        let mut lines = children.into_iter().map(|(child, played)| {
            let (value, follow) = self.line(&child, ply + 1);
            (value, std::iter::once(played).chain(follow).collect())
        });
        let first = lines.next().expect("there is a move");
        lines.fold(first, |best: (Value, Vec<G::Move>), line| {
            let better = if role == self.root {
                line.0 > best.0
            } else {
                line.0 < best.0
            };
            if better { line } else { best }
        })
    }
}

/// What a search with these options is to find.
fn by_definition<G: Game>(
    game: &G,
    position: &G::Position,
    options: &Options,
) -> (Value, Vec<G::Move>) {
    Definition {
        game,
        root: mover(game, position),
        options,
    }
    .line(position, 0)
}

/// Minimax with one rule for both sides of a zero-sum game: what is good for me is bad for you.
fn by_negation(
    game: &RandomTree,
    position: &<RandomTree as Game>::Position,
    side: Role,
    depth: usize,
) -> i64 {
    match game.turn(position).expect("the game goes on") {
        Turn::Single(role, _) if role != side => -by_negation(game, position, role, depth),
        Turn::Single(_, moves) if depth > 0 || !game.quiet(position).expect("the tree says so") => {
            moves
                .into_iter()
                .map(|played| {
                    by_negation(
                        game,
                        &game.play(position, &[played]).expect("legal"),
                        side,
                        depth.saturating_sub(1),
                    )
                })
                .max()
                .expect("there is a move")
        }
        Turn::Single(..) => game
            .evaluate(position, 0, side)
            .expect("the heuristic is known"),
        _ => Value::from_goal(
            game.goal(position, side)
                .expect("a finished game has goals"),
        )
        .number(),
    }
}

/// The role to move; the first if the game is over.
fn mover<G: Game>(game: &G, position: &G::Position) -> Role {
    match game.turn(position) {
        Ok(Turn::Single(role, _)) => role,
        _ => Role(0),
    }
}

/// Minimax, alpha-beta and the definition agree on value, line and the value of each root move.
fn strategies_agree<G: FastPaths>(game: &G, position: &G::Position, options: &Options) {
    let plain = found(
        game,
        position,
        &Options {
            strategy: Strategy::Minimax,
            ..options.clone()
        },
    );
    let options = &Options {
        strategy: Strategy::AlphaBeta,
        ..options.clone()
    };
    let valued = found(
        game,
        position,
        &Options {
            value_every_move: true,
            ..options.clone()
        },
    );
    let pruned = found(game, position, options);
    let answer = (plain.value, &plain.line);
    assert_eq!(
        (valued.value, &valued.line),
        answer,
        "alpha-beta with every move valued"
    );
    assert_eq!((pruned.value, &pruned.line), answer, "alpha-beta");
    assert_eq!(valued.root_moves, plain.root_moves);
    assert!(pruned.root_moves.is_empty());
    assert!(pruned.nodes <= plain.nodes && valued.nodes <= plain.nodes);
    if options.noise.is_none() {
        let (value, line) = by_definition(game, position, options);
        assert_eq!((value, &line), answer, "minimax and its definition");
    }
}

/// Principal variation search and minimax agree on value, move and the value of each root move, and
/// the line leads to the value.
fn principal_variation_agrees<G: FastPaths>(game: &G, position: &G::Position, options: &Options) {
    let options = &Options {
        strategy: Strategy::PrincipalVariation,
        ..options.clone()
    };
    let plain = found(
        game,
        position,
        &Options {
            strategy: Strategy::Minimax,
            ..options.clone()
        },
    );
    let valued = Options {
        value_every_move: true,
        ..options.clone()
    };
    let valued = found(game, position, &valued);
    let best = found(game, position, options);
    assert_eq!(
        (best.value, best.best_move()),
        (plain.value, plain.best_move())
    );
    assert_eq!(
        (valued.value, valued.best_move()),
        (plain.value, plain.best_move())
    );
    assert_eq!(valued.root_moves, plain.root_moves);
    assert!(best.root_moves.is_empty());
    let end = best.line.iter().fold(position.clone(), |position, played| {
        game.play(&position, slice::from_ref(played))
            .expect("the line is legal")
    });
    if options.noise.is_none() {
        let definition = Definition {
            game,
            root: best.role,
            options,
        };
        let (value, follow) = definition.line(&end, best.line.len());
        assert_eq!((value, follow), (best.value, vec![]));
    }
}

prop_compose! {
    pub fn random_tree(roles: std::ops::RangeInclusive<usize>)
        (seed: u64, roles in roles, branching in 1..=4u64, height in 0..=6usize, width in 1..=64u64) -> RandomTree {
        RandomTree { seed, roles, branching, height, width: if width > 32 { RandomTree::WIDE } else { width } }
    }
}

prop_compose! {
    /// Any options that leave the answer to alpha-beta.
    pub fn any_options()
        (depth in 0..=6usize, order: bool, prefer_quick: bool, symmetries: bool, by_heuristic: bool,
         noise in proptest::option::of(0..3u64), table in 0..20usize) -> Options {
        let results = if by_heuristic { Results::Heuristic } else { Results::Goals };
        let noise = noise.map(|seed| Noise { seed, weight: 2 });
        Options {
            depth, heuristic: Some(0), order, prefer_quick, symmetries, results, noise, table, ..Options::default()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn alpha_beta_is_minimax_on_random_trees(tree in random_tree(1..=4), options in any_options()) {
        strategies_agree(&tree, &tree.initial(), &options);
    }

    #[test]
    fn alpha_beta_is_minimax_in_tic_tac_toe(seed: u64, plies in 4..=9usize, options in any_options()) {
        let reached = regola::search::playout(&TicTacToe, &TicTacToe.initial(), plies, seed);
        let position = reached.expect("tic-tac-toe can be played").position;
        strategies_agree(&TicTacToe, &position, &options);
    }

    #[test]
    fn principal_variation_search_is_minimax_on_random_trees(
        tree in random_tree(1..=4), options in any_options()
    ) {
        principal_variation_agrees(&tree, &tree.initial(), &options);
    }

    #[test]
    fn principal_variation_search_is_minimax_in_tic_tac_toe(
        seed: u64, plies in 0..=9usize, options in any_options()
    ) {
        let reached = regola::search::playout(&TicTacToe, &TicTacToe.initial(), plies, seed);
        let position = reached.expect("tic-tac-toe can be played").position;
        let options = Options { depth: options.depth.min(4), ..options };
        principal_variation_agrees(&TicTacToe, &position, &options);
    }

    #[test]
    fn minimax_is_the_negation_rule(tree in random_tree(2..=2), depth in 0..=6usize) {
        let root = tree.initial();
        let best = search(&tree, &root, Strategy::Minimax, depth);
        prop_assert_eq!(best.value.number(), by_negation(&tree, &root, best.role, depth));
    }

    #[test]
    fn the_line_leads_to_the_value(tree in random_tree(1..=3), depth in 0..=6usize) {
        let best = search(&tree, &tree.initial(), Strategy::AlphaBeta, depth);
        let end = best.line.iter().fold(tree.initial(), |position, played| {
            tree.play(&position, &[*played]).expect("the line is legal")
        });
        let options = Options { depth: depth.saturating_sub(best.line.len()), ..Options::default() };
        let (value, follow) = Definition { game: &tree, root: best.role, options: &options }.line(&end, 0);
        prop_assert_eq!((value, follow), (best.value, vec![]));
    }
}

#[test]
fn a_lone_role_maximises_everywhere() {
    let tree = RandomTree {
        seed: 7,
        roles: 1,
        branching: 3,
        height: 6,
        width: RandomTree::WIDE,
    };
    let best = search(&tree, &tree.initial(), Strategy::Minimax, 6);
    assert_eq!(
        best.value,
        best.root_moves
            .iter()
            .map(|root_move| root_move.value)
            .max()
            .expect("there are moves")
    );
    assert_eq!(best.value, Value::WIN);
}

#[test]
fn the_lost_piles_of_squares_are_found() {
    let lost: Vec<u64> = (0..=24)
        .filter(|&counters| {
            let pile = Pile::of_squares(counters);
            search(&pile, &pile.initial(), Strategy::AlphaBeta, 24).value == Value::LOSS
        })
        .collect();
    assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]);
}
