//! The knight's tour: Warnsdorff's rule finds one, and how many there are.

use regola::game::{Game, Position, Rules, Turn};
use regola::search::{Options, Unwatched, best};

use super::{results, shipped, variant};

#[test]
fn warnsdorffs_rule_leads_over_the_whole_board() {
    let tour = shipped("knights-tour");
    let level = tour.level("warnsdorff").expect("it is there");
    let options = Options {
        depth: level.depth.expect("it says so"),
        heuristic: Some(0),
        ..Options::default()
    };
    let mut position = tour.initial();
    for _ in 1..64 {
        let chosen =
            best(&tour, &position, &options, &mut Unwatched).expect("the rules can be followed");
        position = tour
            .play(&position, &chosen.line[..1])
            .expect("it is legal");
    }
    assert_eq!(results(&tour, &position), Some(vec![100]));
}

fn tours(rules: &Rules, position: &Position) -> usize {
    match rules.turn(position).expect("the rules can be followed") {
        Turn::Single(_, moves) => {
            let child = |played| rules.play(position, &[played]).expect("it is legal");
            moves
                .into_iter()
                .map(|played| tours(rules, &child(played)))
                .sum()
        }
        _ => usize::from(results(rules, position) == Some(vec![100])),
    }
}

/// From a corner of the board of five by five; no board with sides up to four has any.
#[test]
#[ignore = "takes some seconds"]
fn there_are_as_many_tours_as_published() {
    let small = variant(
        include_str!("../../games/knights-tour.rules"),
        "size(8).",
        "size(5).",
    );
    assert_eq!(tours(&small, &small.initial()), 304);
}

#[test]
fn a_board_of_four_by_four_has_no_tour() {
    let small = variant(
        include_str!("../../games/knights-tour.rules"),
        "size(8).",
        "size(4).",
    );
    assert_eq!(tours(&small, &small.initial()), 0);
}
