//! Who wins with best play, by what strategy, and what that costs.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use proptest::prelude::*;
use regola::game::{FastPaths, Game, Results, Role, Turn};
use regola::search::{
    MAX_PLIES, Options, Outcome, SearchError, Solution, SolveOptions, Solver, StrategyTree,
    Unwatched, Value, best, playout, reachable,
};

use crate::host_games::{Altered, Pile, RandomTree, RockPaperScissors, TicTacToe};

const X: Role = Role(0);
const O: Role = Role(1);

type Board = <TicTacToe as Game>::Position;

pub fn solve<G: FastPaths>(
    game: &G,
    position: &G::Position,
    options: SolveOptions,
) -> Solution<G::Move> {
    Solver::new(game, options)
        .solve(position, &mut Unwatched)
        .expect("the game can be solved")
}

fn wins(position: &Board, role: Role) -> bool {
    let mut solver = Solver::new(&TicTacToe, SolveOptions::default());
    solver
        .wins(position, role, &mut Unwatched)
        .expect("tic-tac-toe can be solved")
}

fn strategy<G: FastPaths>(
    game: &G,
    position: &G::Position,
    role: Role,
) -> Option<StrategyTree<G::Position, G::Move>> {
    let mut solver = Solver::new(game, SolveOptions::default());
    solver
        .strategy(position, role, 100_000, &mut Unwatched)
        .expect("the game can be solved")
}

#[test]
fn there_are_three_outcomes() {
    use Outcome::{Draws, Loses, Wins};
    let cases = [
        ("o.x ..o x.o", X, [Wins, Loses]),
        ("x.. .oo .ox", X, [Loses, Wins]),
        ("xo. xxo o..", O, [Loses, Wins]),
    ];
    for (board, mover, outcomes) in cases {
        let position = TicTacToe::board(board, mover);
        let solution = solve(&TicTacToe, &position, SolveOptions::default());
        assert_eq!(
            (solution.role, solution.outcomes()),
            (mover, outcomes.to_vec()),
            "{board}"
        );
        assert_eq!(
            [X, O].map(|role| wins(&position, role)),
            outcomes.map(|outcome| outcome == Wins),
            "{board}"
        );
    }
    let empty = solve(&TicTacToe, &TicTacToe.initial(), SolveOptions::default());
    assert_eq!(
        (empty.outcomes(), empty.winner(), empty.line.len()),
        (vec![Draws, Draws], None, 9)
    );
}

#[test]
fn a_win_at_once_and_a_threat_that_is_carried_out_are_seen_without_a_search() {
    // The third move in the order of the game wins.
    let at_once = TicTacToe::board("o.x ..o x.o", X);
    let solution = solve(&TicTacToe, &at_once, SolveOptions::default());
    assert_eq!((solution.goals, solution.positions), (vec![100, 0], 1));
    // x can fill one of two lines only: o wins after every move.
    let threatened = TicTacToe::board("x.. .oo .ox", X);
    let solution = solve(&TicTacToe, &threatened, SolveOptions::default());
    let asked_twice = 2 * 5;
    assert!(solution.positions <= asked_twice, "{solution:?}");
}

/// The answer that a program gives if it asks, where the opponent is to move, whether the opponent
/// wins.
fn does_not_lose(position: &Board, role: Role, known: &mut HashMap<(Board, Role), bool>) -> bool {
    if let Some(answer) = known.get(&(position.clone(), role)) {
        return *answer;
    }
    let other = Role(1 - role.0);
    let answer = match TicTacToe.turn(position).expect("it has rules") {
        Turn::Single(mover, moves) => {
            let asked = if mover == role { role } else { other };
            let mut children = moves
                .iter()
                .map(|square| TicTacToe.play(position, &[*square]).expect("legal"));
            children.any(|child| does_not_lose(&child, asked, known)) == (mover == role)
        }
        _ => TicTacToe.goal(position, role) == Ok(100),
    };
    known.insert((position.clone(), role), answer);
    answer
}

#[test]
fn not_to_lose_is_not_to_win() {
    let start = TicTacToe.initial();
    assert!(
        does_not_lose(&start, O, &mut HashMap::new()),
        "the second player does not lose"
    );
    assert!(!wins(&start, O) && !wins(&start, X), "but nobody wins");
}

#[test]
fn not_to_lose_and_to_win_differ_often() {
    let mut solver = Solver::new(&TicTacToe, SolveOptions::default());
    let mut known = HashMap::new();
    let mut met = HashSet::from([TicTacToe.initial()]);
    let mut waiting = vec![TicTacToe.initial()];
    let mut differ = 0;
    while let Some(board) = waiting.pop() {
        let Turn::Single(_, moves) = TicTacToe.turn(&board).expect("it has rules") else {
            continue;
        };
        for role in [X, O].into_iter().filter(|_| moves.len() <= 5) {
            let wins = solver
                .wins(&board, role, &mut Unwatched)
                .expect("it can be solved");
            differ += usize::from(wins != does_not_lose(&board, role, &mut known));
        }
        let children = moves
            .iter()
            .map(|square| TicTacToe.play(&board, &[*square]).expect("legal"));
        waiting.extend(children.filter(|child| met.insert(child.clone())));
    }
    assert_eq!(differ, 880);
}

#[test]
fn work_is_counted_with_and_without_symmetries() {
    let mut said = String::new();
    let start = TicTacToe.initial();
    for symmetries in [false, true] {
        let positions =
            reachable(&TicTacToe, &start, symmetries, &mut Unwatched).expect("it is small");
        let options = |full| SolveOptions {
            symmetries,
            full,
            ..SolveOptions::default()
        };
        let whole = solve(&TicTacToe, &start, options(true)).positions;
        let needed = solve(&TicTacToe, &start, options(false)).positions;
        let mut asked = 0;
        let mut watch = |_| {
            asked += 1;
            std::ops::ControlFlow::Continue(())
        };
        Solver::new(&TicTacToe, options(false))
            .wins(&start, X, &mut watch)
            .expect("it can be solved");
        let name = if symmetries {
            "up to symmetry"
        } else {
            "each position"
        };
        let in_all = format!("{positions} reachable, {whole} settled in full");
        writeln!(
            said,
            "{name}: {in_all}, {needed} for the outcome, {asked} for `does x win?`"
        )
        .expect("a string can be written to");
    }
    assert_snapshot!("search__solve_counts", said);
}

#[test]
fn a_strategy_answers_every_reply() {
    let position = TicTacToe::board("xo. xxo o..", O);
    let tree = strategy(&TicTacToe, &position, O).expect("o wins");
    assert!(strategy(&TicTacToe, &position, X).is_none());
    assert_eq!((tree.winner, tree.size(), tree.depth()), (O, 6, 3));
    assert_eq!(tree.longest_line(), [8, 2, 7]);
    let longer = strategy(&TicTacToe, &TicTacToe::board("xo. ... ...", X), X)
        .expect("an edge beside a corner loses");
    let mut said = String::new();
    for node in &longer.nodes {
        let line: String = std::iter::successors(Some(node), |node| {
            node.parent.map(|parent| &longer.nodes[parent])
        })
        .filter_map(|node| node.played.map(|square| square.to_string()))
        .collect();
        let line: String = line.chars().rev().collect();
        writeln!(said, "{}", if line.is_empty() { "-" } else { &line })
            .expect("a string can be written to");
    }
    writeln!(
        said,
        "size {}, depth {}, longest {:?}",
        longer.size(),
        longer.depth(),
        longer.longest_line()
    )
    .expect("a string can be written to");
    assert_snapshot!("search__strategy", said);
}

#[test]
fn a_strategy_is_bounded() {
    let pile = Pile::of_squares(20);
    let mut solver = Solver::new(&pile, SolveOptions::default());
    let refused = solver.strategy(&pile.initial(), O, 10, &mut Unwatched);
    assert_eq!(refused, Err(SearchError::TooManyPositions { limit: 10 }));
}

#[test]
fn a_finished_game_is_settled() {
    let won = solve(
        &TicTacToe,
        &TicTacToe::board("xxx oo. ...", O),
        SolveOptions::default(),
    );
    assert_eq!(
        (won.role, won.goals, won.line, won.positions),
        (Role(0), vec![100, 0], vec![], 1)
    );
}

#[test]
fn a_line_that_is_too_long_is_refused() {
    let long = Pile {
        counters: 1_000_000,
        takes: vec![1],
    };
    let found = |depth| {
        let options = SolveOptions {
            depth,
            ..SolveOptions::default()
        };
        Solver::new(&long, options).solve(&long.initial(), &mut Unwatched)
    };
    assert_eq!(found(7), Err(SearchError::Unsettled { plies: 7 }));
    assert_eq!(
        found(usize::MAX),
        Err(SearchError::Unsettled { plies: MAX_PLIES })
    );
    let joint = RockPaperScissors { rounds: 1 };
    let found =
        Solver::new(&joint, SolveOptions::default()).solve(&joint.initial(), &mut Unwatched);
    assert_eq!(found, Err(SearchError::JointTurn { ply: 0 }));
}

/// The score that the role to move at the root can make sure of in a tree in which lines meet, by
/// the definition and a table.
fn score_by_definition(
    tree: &RandomTree,
    position: &<RandomTree as Game>::Position,
    role: Role,
    known: &mut HashMap<<RandomTree as Game>::Position, i64>,
) -> i64 {
    if let Some(score) = known.get(position) {
        return *score;
    }
    let score = match tree.turn(position).expect("the tree says so") {
        Turn::Single(mover, moves) => {
            let scores = moves.iter().map(|played| {
                let child = tree.play(position, &[*played]).expect("legal");
                score_by_definition(tree, &child, role, known)
            });
            let scores: Vec<i64> = scores.collect();
            match mover == role {
                true => scores.into_iter().max(),
                false => scores.into_iter().min(),
            }
            .expect("there is a move")
        }
        _ => tree.evaluate(position, 0, role).expect("the tree says so"),
    };
    known.insert(position.clone(), score);
    score
}

#[test]
fn long_searches_begin_again_after_random_games_and_are_right() {
    let mut long = 0;
    for (seed, (branching, width)) in [(3, 5_000), (5, 20_000)].into_iter().enumerate() {
        let tree = RandomTree {
            seed: seed as u64,
            roles: 2,
            branching,
            height: 60,
            width,
        };
        let start = tree.initial();
        let score = Solver::new(&tree, SolveOptions::default())
            .score(&start, 0, &mut Unwatched)
            .expect("the game can be solved");
        let expected = score_by_definition(&tree, &start, score.role, &mut HashMap::new());
        assert_eq!(score.score, expected, "{tree:?}");
        long += usize::from(score.positions > 1 << 13);
    }
    assert!(long > 0, "no search was long");
}

#[test]
fn a_solver_remembers() {
    let mut solver = Solver::new(&TicTacToe, SolveOptions::default());
    let first = solver
        .solve(&TicTacToe.initial(), &mut Unwatched)
        .expect("it can be solved");
    let again = solver
        .solve(&TicTacToe.initial(), &mut Unwatched)
        .expect("it can be solved");
    assert_eq!(
        (again.goals, again.line, again.positions),
        (first.goals, first.line, 1)
    );
}

/// A game for two in which the goals of both are drawn apart.
pub(super) fn not_zero_sum(tree: RandomTree) -> Altered<RandomTree> {
    let goal = |tree: &RandomTree, node: &<RandomTree as Game>::Position, role: Role| match role {
        Role(0) => tree.goal(node, role).expect("the tree says so"),
        _ => (25 * (tree.evaluate(node, 0, role).expect("the tree says so") + 2)) as u8,
    };
    Altered {
        game: tree,
        quiet: None,
        goal: Some(goal),
    }
}

/// What a role can make sure of, written from the definition alone.
pub(super) fn maximin<G: Game>(game: &G, position: &G::Position, role: Role) -> u8 {
    let Turn::Single(mover, moves) = game.turn(position).expect("the game goes on") else {
        return game
            .goal(position, role)
            .expect("a finished game has goals");
    };
    let goals = moves.into_iter().map(|played| {
        maximin(
            game,
            &game.play(position, &[played]).expect("the move is legal"),
            role,
        )
    });
    if mover == role {
        goals.max()
    } else {
        goals.min()
    }
    .expect("there is a move")
}

fn agrees_with_the_definition<G: FastPaths>(game: &G, options: SolveOptions) {
    let start = game.initial();
    let solution = solve(game, &start, options.clone());
    let goals: Vec<u8> = (0..game.role_count())
        .map(|role| maximin(game, &start, Role(role)))
        .collect();
    assert_eq!(solution.goals, goals);
    let mut solver = Solver::new(game, options);
    for (role, goal) in goals.into_iter().enumerate() {
        assert_eq!(
            solver.wins(&start, Role(role), &mut Unwatched).ok(),
            Some(goal == 100)
        );
    }
    let end = solution.line.into_iter().fold(start, |node, played| {
        game.play(&node, &[played]).expect("legal")
    });
    assert!(game.turn(&end).expect("it has rules") == Turn::Over);
    assert_eq!(
        game.goal(&end, solution.role).ok(),
        Some(solution.goals[solution.role.0])
    );
}

pub(super) fn any_tree(
    roles: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = RandomTree> {
    (any::<u64>(), roles, 1..=3u64, 0..=6usize, 1..=30u64).prop_map(
        |(seed, roles, branching, height, width)| RandomTree {
            seed,
            roles,
            branching,
            height,
            width,
        },
    )
}

/// All positions of a tree, those nearer to its root first.
pub(super) fn every_position(tree: &RandomTree) -> Vec<<RandomTree as Game>::Position> {
    let mut positions = vec![tree.initial()];
    let mut next = 0;
    while next < positions.len() {
        if let Turn::Single(_, moves) = tree.turn(&positions[next]).expect("it has rules") {
            for played in moves {
                let after = tree.play(&positions[next], &[played]).expect("legal");
                if !positions.contains(&after) {
                    positions.push(after);
                }
            }
        }
        next += 1;
    }
    positions
}

pub(super) fn any_way() -> impl Strategy<Value = SolveOptions> {
    (any::<bool>(), any::<bool>(), 0..30usize).prop_map(|(symmetries, full, table)| SolveOptions {
        symmetries,
        full,
        table,
        ..SolveOptions::default()
    })
}

fn reached(seed: u64, plies: usize) -> Board {
    let game = playout(&TicTacToe, &TicTacToe.initial(), plies, seed);
    game.expect("tic-tac-toe can be played").position
}

/// Follows a strategy against every reply: the winner always wins.
pub(super) fn strategy_wins<G: Game>(
    game: &G,
    tree: &StrategyTree<G::Position, G::Move>,
    place: usize,
) {
    let node = &tree.nodes[place];
    match game.turn(&node.position).expect("the game goes on") {
        Turn::Single(role, moves) => {
            let played: Vec<_> = node
                .children
                .iter()
                .map(|child| tree.nodes[*child].played.clone().expect("a move"))
                .collect();
            if role == tree.winner {
                assert!(played.len() == 1 && moves.contains(&played[0]));
            } else {
                assert_eq!(played, moves);
            }
        }
        _ => assert_eq!(game.goal(&node.position, tree.winner).ok(), Some(100)),
    }
    for &child in &node.children {
        let node = &tree.nodes[child];
        let played = node.played.clone().expect("a child was led to");
        assert!(node.parent == Some(place) && node.ply == tree.nodes[place].ply + 1);
        assert!(
            game.play(&tree.nodes[place].position, &[played]).ok() == Some(node.position.clone())
        );
        strategy_wins(game, tree, child);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everybody_gets_what_the_definition_says(tree in any_tree(1..=4), options in any_way()) {
        agrees_with_the_definition(&tree, options);
    }

    /// What one question has left in the table answers the next one, also where the stack foretells ends of
    /// the game.
    #[test]
    fn a_solver_is_right_about_every_position(tree in any_tree(2..=3), branching in 2..=4u64, options in any_way()) {
        let tree = RandomTree { seed: tree.seed | 1, branching, ..tree };
        let mut solver = Solver::new(&tree, SolveOptions { full: false, table: 1 << 10, ..options });
        for position in every_position(&tree) {
            let goals: Vec<u8> = (0..tree.roles).map(|role| maximin(&tree, &position, Role(role))).collect();
            let solved = solver.solve(&position, &mut Unwatched).expect("it can be solved");
            prop_assert_eq!(&solved.goals, &goals);
            for (role, goal) in goals.into_iter().enumerate() {
                let wins = solver.wins(&position, Role(role), &mut Unwatched);
                prop_assert_eq!(wins, Ok(goal == 100));
            }
        }
    }

    #[test]
    fn goals_need_not_add_up(tree in any_tree(2..=2), options in any_way()) {
        agrees_with_the_definition(&not_zero_sum(tree), options);
    }

    #[test]
    fn minimax_to_the_end_says_the_same(tree in any_tree(2..=2)) {
        let options = Options { strategy: regola::search::Strategy::AlphaBeta, depth: tree.height, ..Options::default() };
        let found = best(&tree, &tree.initial(), &options, &mut Unwatched).expect("a tree can be searched");
        let solution = solve(&tree, &tree.initial(), SolveOptions::default());
        prop_assert_eq!(Value::from_goal(solution.goals[solution.role.0]), found.value);
        prop_assert_eq!(solution.line, found.line);
    }

    #[test]
    fn any_line_keeps_the_value(tree in any_tree(1..=3), options in any_way()) {
        let options = SolveOptions { any_line: true, ..options };
        agrees_with_the_definition(&tree, options.clone());
        for role in (0..tree.roles).map(Role) {
            let mut solver = Solver::new(&tree, options.clone());
            let strategy = solver.strategy(&tree.initial(), role, 100_000, &mut Unwatched);
            let strategy = strategy.expect("the game can be solved");
            prop_assert_eq!(strategy.is_some(), maximin(&tree, &tree.initial(), role) == 100);
            if let Some(strategy) = strategy {
                strategy_wins(&tree, &strategy, 0);
            }
        }
    }

    #[test]
    fn scores_are_those_of_minimax_on_the_heuristic(tree in any_tree(2..=3), options in any_way()) {
        let by_minimax = Options {
            strategy: regola::search::Strategy::AlphaBeta,
            depth: tree.height,
            heuristic: Some(0),
            results: Results::Heuristic,
            ..Options::default()
        };
        let found = best(&tree, &tree.initial(), &by_minimax, &mut Unwatched).expect("a tree can be searched");
        let score = Solver::new(&tree, options).score(&tree.initial(), 0, &mut Unwatched).expect("the game can be solved");
        prop_assert_eq!(Value::from_estimate(score.score), found.value);
        prop_assert_eq!(score.line, found.line);
    }

    #[test]
    fn strategies_win_on_random_trees(tree in any_tree(1..=3)) {
        for role in (0..tree.roles).map(Role) {
            let found = strategy(&tree, &tree.initial(), role);
            prop_assert_eq!(found.is_some(), maximin(&tree, &tree.initial(), role) == 100);
            if let Some(found) = found {
                strategy_wins(&tree, &found, 0);
                prop_assert_eq!(found.longest_line().len(), found.depth());
            }
        }
    }

    #[test]
    fn symmetries_change_no_answer(seed: u64, plies in 2..=9usize, role in 0..2usize) {
        let position = reached(seed, plies);
        let with = SolveOptions { symmetries: true, ..SolveOptions::default() };
        let plain = solve(&TicTacToe, &position, SolveOptions::default());
        let symmetric = solve(&TicTacToe, &position, with.clone());
        prop_assert_eq!((&plain.goals, &plain.line), (&symmetric.goals, &symmetric.line));
        let found = Solver::new(&TicTacToe, with).strategy(&position, Role(role), 100_000, &mut Unwatched);
        prop_assert_eq!(found, Ok(strategy(&TicTacToe, &position, Role(role))));
    }

    #[test]
    fn strategies_win_in_tic_tac_toe(seed: u64, plies in 2..=8usize, role in 0..2usize) {
        if let Some(tree) = strategy(&TicTacToe, &reached(seed, plies), Role(role)) {
            strategy_wins(&TicTacToe, &tree, 0);
        }
    }
}
