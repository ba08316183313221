//! One game in three encodings: they agree move by move, and in every count.

use proptest::prelude::*;
use regola::game::{Game, Position, Results, Rules};
use regola::search::{Options, SolveOptions, Solver, Strategy, Unwatched, perft, reachable};

use super::{FILETTO, TICTACTOE, TRIS, after, line, open_lines, search, written};

/// Lines of play by their length, with the shorter ones that end the game: in the end all finished
/// games.
const LINES: [u64; 10] = [
    1, 9, 72, 504, 3_024, 15_120, 56_160, 154_944, 255_168, 255_168,
];
/// Nodes of the whole tree, the root included.
const NODES: u64 = 549_946;

fn encodings() -> [(&'static str, &'static Rules); 3] {
    [
        ("productions", &TRIS),
        ("signs", &FILETTO),
        ("matrix", &TICTACTOE),
    ]
}

/// The position drawn, in capitals, with X for whoever begins.
fn drawn(rules: &Rules, position: &Position) -> String {
    let board = rules
        .board(position)
        .expect("it is drawn")
        .expect("a grid")
        .to_string()
        .to_uppercase();
    if rules.roles()[0].to_string() == "x" {
        return board;
    }
    board
        .chars()
        .map(|sign| match sign {
            'X' => 'O',
            'O' => 'X',
            other => other,
        })
        .collect()
}

#[test]
fn lines_of_play_are_counted_alike() {
    for (name, rules) in encodings() {
        for (depth, lines) in LINES.iter().enumerate().take(5) {
            let counted =
                perft(rules, &rules.initial(), depth, &mut Unwatched).expect("it can be played");
            assert_eq!(counted, *lines, "{name} to depth {depth}");
        }
    }
}

#[test]
#[ignore = "half a million nodes for each encoding take minutes without optimisation"]
fn s5_5_whole_games_are_counted_alike() {
    for (name, rules) in encodings() {
        let counted: Vec<u64> = (0..=9)
            .map(|depth| {
                perft(rules, &rules.initial(), depth, &mut Unwatched).expect("it can be played")
            })
            .collect();
        assert_eq!(counted, LINES, "{name}");
        let options = Options {
            strategy: Strategy::Minimax,
            depth: 9,
            ..Options::default()
        };
        let best = search(rules, &rules.initial(), &options);
        assert_eq!((best.value.number(), best.nodes), (0, NODES), "{name}");
    }
}

#[test]
fn s5_1_each_encoding_is_a_draw_with_best_play() {
    for (name, rules) in encodings() {
        let mut solver = Solver::new(
            rules,
            SolveOptions {
                symmetries: true,
                ..SolveOptions::default()
            },
        );
        let solution = solver
            .solve(&rules.initial(), &mut Unwatched)
            .expect("it can be solved");
        assert_eq!(solution.goals, [50, 50], "{name}");
        assert_eq!(
            line(rules, &rules.initial(), &solution.line),
            "a1 b2 b1 c1 a3 a2 c2 b3 c3",
            "{name}"
        );
    }
}

#[test]
fn each_encoding_has_765_positions_up_to_symmetry() {
    for (name, rules) in encodings() {
        assert_eq!(
            reachable(rules, &rules.initial(), true, &mut Unwatched),
            Ok(765),
            "{name}"
        );
    }
}

#[test]
fn levels_are_on_offer_in_each_encoding() {
    let levels = |rules: &Rules| {
        rules
            .levels()
            .iter()
            .map(|level| level.name.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(levels(&TRIS), ["easy", "normal", "perfect"]);
    assert_eq!(levels(&FILETTO), ["easy", "normal", "perfect"]);
    assert_eq!(levels(&TICTACTOE), ["look_1", "look_2", "look_9"]);
    let orders = |rules: &Rules| rules.levels().iter().all(|level| level.order == Some(true));
    assert!(
        orders(&TRIS) && !orders(&TICTACTOE),
        "the article orders, the textbook does not"
    );
    let nine = |rules: &Rules| {
        rules
            .levels()
            .iter()
            .all(|level| level.results == Some(Results::Heuristic))
    };
    assert!(
        nine(&TICTACTOE) && !nine(&TRIS),
        "a win is 9 in the textbook, and without bounds in the article"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_agree_position_by_position(choices in prop::collection::vec(0..9usize, 9)) {
        let mut positions = encodings().map(|(_, rules)| rules.initial());
        for choice in choices {
            let at = |encoding: usize| (encodings()[encoding].1, &positions[encoding]);
            let all = |of: &dyn Fn(&Rules, &Position) -> String| [0, 1, 2].map(|encoding| {
                let (rules, position) = at(encoding);
                of(rules, position)
            });
            let written = all(&written);
            prop_assert!(written[0] == written[1] && written[0] == written[2], "{written:?}");
            let boards = all(&drawn);
            prop_assert!(boards[0] == boards[1] && boards[0] == boards[2], "{boards:?}");
            let over = all(&|rules, position| rules.over(position).expect("it can be played").to_string());
            prop_assert!(over[0] == over[1] && over[0] == over[2]);
            if written[0].is_empty() {
                let results = all(&|rules, position| format!("{:?}", super::results(rules, position)));
                prop_assert!(results[0] == results[1] && results[0] == results[2], "{results:?}");
                break;
            }
            let worth = |encoding: usize, role: &str| {
                let (rules, position) = at(encoding);
                open_lines(rules, position, role)
            };
            prop_assert_eq!(worth(0, "x"), worth(1, "o"));
            prop_assert_eq!(worth(0, "x"), worth(2, "x"));
            let moves: Vec<&str> = written[0].split(' ').collect();
            let played = moves[choice % moves.len()];
            positions = [0, 1, 2].map(|encoding| {
                let (rules, position) = at(encoding);
                after(rules, position, played)
            });
        }
    }
}
