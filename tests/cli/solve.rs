//! Who wins with best play, and the shortest solutions of puzzles.

use super::{AT_ONCE, json_lines, transcript, transcripts};

const FILETTO: &str = "games/filetto.rules";

/// The compiled form knows threats, so that its counts are not those of the machine.
const COMPILED: [&str; 2] = ["--engine", "compiled"];

/// Filetto solved from the position of a file in this folder.
fn solved(position: &str) -> serde_json::Value {
    let path = format!("tests/cli/{position}.facts");
    json_lines(&["solve", FILETTO, "--position", &path, "--json"], "").remove(0)
}

#[test]
fn filetto_is_a_draw() {
    let solve = [&["solve", FILETTO], &COMPILED[..]].concat();
    let plain = [&solve[..], &["--no-symmetries"]].concat();
    let by_rules = ["solve", FILETTO, "--engine", "machine"];
    assert_snapshot!(
        "cli__solve_filetto",
        transcripts(&[&solve, &plain, &by_rules])
    );
}

#[test]
fn t3_b_the_centre_wins_at_once() {
    let answer = solved("x_to_win");
    assert_eq!(answer["winner"], "x");
    assert_eq!(
        answer["outcomes"],
        serde_json::json!({ "o": "loses", "x": "wins" })
    );
    assert_eq!(answer["role"], "x");
}

#[test]
fn t3_c_who_is_to_move_loses() {
    let answer = solved("o_has_won_soon");
    assert_eq!(
        (&answer["role"], &answer["winner"]),
        (&"x".into(), &"o".into())
    );
}

#[test]
fn t3_d_o_has_a_winning_strategy() {
    let answer = solved("o_to_win");
    assert_eq!(
        (&answer["role"], &answer["winner"]),
        (&"o".into(), &"o".into())
    );
    assert_eq!(answer["goals"], serde_json::json!({ "o": 100, "x": 0 }));
}

#[test]
fn the_winners_strategy_is_a_tree() {
    let start = [
        "solve",
        FILETTO,
        "--position",
        "tests/cli/o_has_won_soon.facts",
        "--strategy",
        "--engine",
        "compiled",
    ];
    let cut = ["--max-lines", "3"];
    let nobody = [&["solve", FILETTO, "--strategy"], &COMPILED[..]].concat();
    assert_snapshot!(
        "cli__solve_strategy",
        transcripts(&[
            &start,
            &[&start[..], &cut].concat(),
            &[&start[..], &cut, &["--json"]].concat(),
            &nobody
        ])
    );
}

#[test]
fn puzzles_have_shortest_solutions() {
    assert_snapshot!(
        "cli__solve_puzzles",
        transcripts(&[
            &["solve", "games/change.rules"],
            &["solve", "games/anagram.rules"],
            &["solve", "games/pair-sums.rules"],
            &["solve", "games/pair-sums.rules", "--json"],
            &[
                "solve",
                "games/pair-sums.rules",
                "--position",
                "tests/cli/stuck.facts"
            ],
            &[
                "solve",
                "games/pair-sums.rules",
                "--position",
                "tests/cli/stuck.facts",
                "--json"
            ],
        ])
    );
}

#[test]
fn a_depth_bounds_the_lines_of_puzzles() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let endless = folder
        .path()
        .join("endless.rules")
        .to_string_lossy()
        .into_owned();
    let rules = "role(one).\n:- fluent at(_).\ninit(at(0)).\nlegal(one, step(1)).  legal(one, step(2)).\n\
                 add(at(M)) :- does(one, step(S)), at(N), M is N + S.\nterminal :- at(-1).\ngoal(one, 100) :- terminal.\n";
    std::fs::write(&endless, rules).expect("there is room");
    let change = "games/change.rules";
    let told = transcripts(&[
        &["solve", change, "--depth", "1"],
        &["solve", change, "--depth", "1", "--json"],
        &["solve", change, "--depth", "2"],
        &[
            "solve",
            "games/pair-sums.rules",
            "--position",
            "tests/cli/stuck.facts",
            "--depth",
            "0",
        ],
        &["solve", &endless, "--depth", "4"],
        &["solve", &endless, "--depth", "4", "--json"],
        &["solve", &endless, "--depth", "9", "--keep", "5"],
    ]);
    assert_snapshot!(
        "cli__solve_depth",
        told.replace(&*folder.path().to_string_lossy(), "DIR")
    );
}

#[test]
fn a_game_that_is_over_needs_no_line() {
    let moves = "a1 a2 b2 a3 c3";
    assert_snapshot!(
        "cli__solve_over",
        transcript(&["solve", FILETTO, "--moves", moves], "")
    );
}

#[test]
fn what_cannot_be_solved_is_refused() {
    assert_snapshot!(
        "cli__solve_refused",
        transcripts(&[
            &["solve", AT_ONCE],
            &["solve", "games/dama.rules", "--depth", "5"],
            &["solve", "games/dodgem.rules", "--keep", "1000"],
            &["solve", "games/dodgem.rules", "--depth", "5"],
            &["solve", "games/anagram.rules", "--keep", "3"],
            &[
                "solve",
                "games/chess.rules",
                "--method",
                "proof-number",
                "--depth",
                "2",
                "--engine",
                "machine"
            ],
        ])
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let (puzzle, othello) = ("games/anagram.rules", "games/othello.rules");
    assert_snapshot!(
        "cli__solve_unfit",
        transcripts(&[
            &["solve", puzzle, "--score", "letters"],
            &["solve", puzzle, "--strategy"],
            &["solve", puzzle, "--method", "retrograde"],
            &[
                "solve",
                othello,
                "--score",
                "discs",
                "--method",
                "proof-number"
            ],
        ])
    );
}

/// The role to move wins at once, and the goal of the other one cannot be settled by proof numbers.
#[test]
fn a_win_is_told_although_the_other_goal_is_open() {
    let game = "tests/cli/mate_in_one.rules";
    let by_proof = ["solve", game, "--method", "proof-number"];
    let machine = ["--engine", "machine"];
    assert_snapshot!(
        "cli__solve_open",
        transcripts(&[
            &[&by_proof[..], &machine].concat(),
            &[&by_proof[..], &machine, &["--json"]].concat(),
            &[&by_proof[..], &machine, &["--strategy"]].concat(),
            &[&["solve", game, "--method", "retrograde"], &machine[..]].concat(),
        ])
    );
}

/// Where goals do not add up to 100, the quickest loss of one role is not the win of the other.
#[test]
fn the_plies_of_a_loss_are_not_those_of_a_win() {
    let solve = |method| {
        let game = "tests/cli/late_win.rules";
        ["solve", game, "--engine", "machine", "--method", method]
    };
    assert_snapshot!(
        "cli__solve_late_win",
        transcripts(&[&solve("retrograde"), &solve("proof-number")])
    );
}

#[test]
fn positions_may_come_back() {
    let (dodgem, pong) = ("games/dodgem.rules", "tests/cli/pong_hau_ki.rules");
    let near_the_end = "a3-b3 b1-b2 b3-c3 c1-b1 c3-c2 b1-c1 a2-a3 b2-b3 a3-a2 b3-c3 a2-b2 c3-b3";
    assert_snapshot!(
        "cli__solve_retrograde",
        transcripts(&[
            &["solve", dodgem],
            &["solve", dodgem, "--json"],
            &[
                "solve",
                dodgem,
                "--moves",
                near_the_end,
                "--strategy",
                "--engine",
                "compiled",
            ],
            &["solve", dodgem, "--score", "steps"],
            &["solve", dodgem, "--score", "steps", "--json"],
            &["solve", pong],
            &["solve", pong, "--no-symmetries", "--json"],
            &["solve", "tests/cli/to_and_fro.rules"],
            &["solve", "games/filetto.rules", "--method", "retrograde"],
        ])
    );
}

/// Positions of Othello with ten and twelve empty squares, and their exact results in discs for the
/// role to move, from a program for Othello alone (alpha-beta on bitboards).
const ENDGAMES: [(&str, i64); 4] = [
    (
        "d3 e3 f4 g5 e6 c5 f3 d2 c2 g3 b5 f6 c4 e7 f2 b2 f7 c3 b1 b4 h4 e2 e8 f5 g6 g8 e1 a6 h6 h5 \
         g4 f1 a3 b3 g1 g7 b6 h3 h7 a2 d6 d7 c6 h8 h2 a4 d1 c1 g2 h1",
        -22,
    ),
    (
        "c4 c3 f5 f6 c2 f4 g5 h6 e3 b4 g7 b2 h4 e6 f3 g6 e7 d3 g4 h5 a4 d6 d7 b5 b6 a6 c5 c7 f7 h3 \
         a5 e2 f2 a3 e1 g8 h7 c6 b7 h8 g3 h2 d2 f1 d1 c8 g1 e8 d8 c1",
        8,
    ),
    (
        "f5 d6 c3 f3 d7 c6 c5 g6 b5 b7 c7 a5 c4 d8 g2 b6 a7 f4 a6 c2 e8 a8 d3 b4 c8 b8 f6 g3 a4 f2 \
         e2 e7 b2 a3 e3 e6 h4 a2 g4 f1 b3 h2 h1 f8 a1 b1 h6 d2",
        -12,
    ),
    (
        "e6 f4 d3 d6 c6 c4 f5 d7 g3 g4 d8 b7 g5 h3 h4 h5 b6 c2 f3 f2 b3 c5 e2 c8 g2 c7 b1 f1 b8 d1 \
         b5 e3 f6 a6 e7 a2 a7 a8 a5 a4 g6 h2 d2 g7 e1 b2 h1 e8",
        24,
    ),
];

#[test]
fn exact_scores_of_othello_are_those_of_a_program_for_it_alone() {
    let mut work = String::new();
    for (moves, discs) in ENDGAMES {
        let solve = ["solve", "othello", "--score", "discs", "--moves", moves];
        let compiled = [&solve[..], &["--engine", "compiled", "--json"]].concat();
        let answer = json_lines(&compiled, "").remove(0);
        assert_eq!(answer["score"], discs, "{moves}");
        assert_eq!(answer["role"], "black");
        work += &format!("{discs:>4}: {} nodes\n", answer["nodes"]);
    }
    assert_snapshot!("cli__solve_score_work", work);
}

#[test]
fn a_score_is_told_with_its_line() {
    let (moves, _) = ENDGAMES[0];
    // The forms count differently: the machine cannot tell moves apart by the difference they make.
    let solve = [
        "solve", "othello", "--score", "discs", "--moves", moves, "--engine", "machine",
    ];
    let unknown = ["solve", "othello", "--score", "disks", "--moves", moves];
    let both = ["solve", "othello", "--score", "discs", "--strategy"];
    assert_snapshot!(
        "cli__solve_score",
        transcripts(&[&solve[..], &unknown, &both])
    );
}

#[test]
fn the_work_for_connect_four_is_counted() {
    let solve = ["solve", "connect-four", "--engine", "compiled", "--json"];
    let mut work = String::new();
    let quick = ["d d d d d d e c e e c c b b", "d d d d d d e c e e c c"];
    let long = ["d d d d d d e c e e c c b b a", "a b c d e f g a b c d e"];
    for moves in [quick, long].concat() {
        let answer = json_lines(&[&solve[..], &["--moves", moves]].concat(), "").remove(0);
        let (winner, nodes) = (&answer["winner"], &answer["nodes"]);
        work += &format!("{moves}: {winner} wins, {nodes} nodes\n");
    }
    assert_snapshot!("cli__solve_connect_four", work);
}

#[test]
fn any_line_may_be_another_one() {
    let start = [
        "solve",
        "connect-four",
        "--moves",
        "d d d d d d e c e e c c b b a",
        "--engine",
        "compiled",
    ];
    let line = |more: &[&str]| {
        let answer = json_lines(&[&start[..], &["--json"], more].concat(), "").remove(0);
        assert_eq!(answer["winner"], "yellow");
        answer["line"].to_string() + "\n"
    };
    let lines = line(&[]) + &line(&["--any-line"]);
    assert_snapshot!("cli__solve_any_line", lines);
}
