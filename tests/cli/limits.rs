//! A search that meets a limit of the rules answers with the last depth that it has finished.

use super::{transcript, transcripts};

const EVER_SLOWER: &str = "tests/cli/ever_slower.rules";

#[test]
fn a_search_answers_with_the_depth_that_it_has_reached() {
    let best = [
        "best",
        EVER_SLOWER,
        "--max-steps",
        "3000",
        "--engine",
        "machine",
    ];
    let deep = [&best[..], &["--depth", "9"]].concat();
    let in_time = [&best[..], &["--time", "600", "--json"]].concat();
    let plain = [&deep[..], &["--strategy", "minimax"]].concat();
    assert_snapshot!(
        "cli__limit_in_a_search",
        transcripts(&[&deep, &in_time, &plain])
    );
}

#[test]
fn a_game_goes_on_although_searches_meet_a_limit() {
    let level = "depth=9,heuristic=plies";
    let contest = [
        "match",
        EVER_SLOWER,
        "--games",
        "2",
        "--max-plies",
        "4",
        "--opening",
        "0",
        "--max-steps",
        "3000",
        "--engine",
        "machine",
        "--white",
        level,
        "--black",
        level,
    ];
    assert_snapshot!("cli__limit_in_a_match", transcripts(&[&contest]));
    let session = ["repl", EVER_SLOWER, "--max-steps", "3000"];
    assert_snapshot!(
        "cli__limit_in_a_session",
        transcript(&session, ":best 9\n:play step(2)\n:moves\n")
    );
}
