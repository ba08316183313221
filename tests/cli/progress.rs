//! What a progress bar says about a search.

#[path = "../../src/cli/progress.rs"]
mod program;

use std::time::Duration;

use regola::search::Progress;

use program::in_words;

#[test]
fn the_progress_of_a_search_has_its_rate_and_its_table() {
    let progress = Progress {
        nodes: 3_000_000,
        ..Progress::default()
    };
    let time = Duration::from_secs(2);
    assert_eq!(
        in_words(progress, time),
        ", 3,000,000 positions, 1,500,000 a second"
    );
    let deeper = Progress {
        depth: 7,
        table_percent: 42,
        ..progress
    };
    assert_eq!(
        in_words(deeper, time),
        ", depth 7, 3,000,000 positions, 1,500,000 a second, table 42 % full"
    );
}
