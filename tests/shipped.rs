//! Every game that ships loads without a fault or a doubt, has a move to begin with, and draws.

use std::fs;

use regola::game::{Game, Rules};

#[test]
fn every_shipped_game_is_in_order() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let mut games = 0;
    for file in fs::read_dir(folder).expect("the games ship").flatten() {
        let path = file.path();
        let name = file.file_name().to_string_lossy().into_owned();
        // Files that end in -play.rules are what several games have in common.
        if !name.ends_with(".rules") || name.ends_with("-play.rules") {
            continue;
        }
        let rules = Rules::load(&path).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(rules.warnings(), [], "{name}");
        let start = rules.initial();
        let legal = rules
            .legal_moves(&start)
            .unwrap_or_else(|error| panic!("{}", rules.failure(&error)));
        assert!(!legal.is_empty(), "{name} begins with a move");
        assert!(
            !rules
                .picture(&start, &legal, None)
                .unwrap_or_else(|error| panic!("{error}"))
                .is_empty()
        );
        games += 1;
    }
    assert!(games >= 10, "{games} games");
}
