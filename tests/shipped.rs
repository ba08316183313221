//! Every game that ships loads without a fault or a doubt, has a move to begin with, and draws.

use std::fs;

use regola::game::Game;

use crate::game::shipped;

/// The names of all games of the folder `games`, sorted.
pub fn names() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let files = fs::read_dir(folder).expect("the games ship").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    // Files that end in -play.rules are what several games have in common.
    let mut names: Vec<String> = names
        .filter(|name| !name.ends_with("-play.rules"))
        .filter_map(|name| name.strip_suffix(".rules").map(ToOwned::to_owned))
        .collect();
    names.sort();
    names
}

#[test]
fn every_shipped_game_is_in_order() {
    let names = names();
    for name in &names {
        let rules = shipped(name);
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
    }
    assert!(names.len() >= 10, "{} games", names.len());
}
