//! Random games compared with themselves: clauses in another order and variables with other names
//! mean the same; a game with fewer clauses is not called equal where it has another number of
//! lines.

use regola::compare::{Alone, CompareOptions, NameMap, OtherGame, compare};
use regola::game::{Game, Rules};
use regola::logic::Limits;
use regola::search::perft;
use regola::syntax::load::MemoryReader;

use super::choices::Choices;
use super::hold::Few;
use super::write;

/// So many games are compared.
const GAMES: u64 = 40;

const LIMITS: Limits = Limits {
    steps: 20_000,
    memory: 16 << 20,
};

fn loaded(clauses: &[String]) -> Option<Rules> {
    let text: String = clauses
        .iter()
        .map(|clause| format!("{clause}.\n"))
        .collect();
    Rules::read_within(
        &MemoryReader::new().with("game.rules", text),
        "game.rules",
        LIMITS,
    )
    .ok()
}

fn are_equal(one: &Rules, other: &Rules) -> bool {
    let options = CompareOptions {
        depth: 2,
        positions: 60,
        games: 2,
        plies: 4,
        ..CompareOptions::default()
    };
    let entry = OtherGame {
        rules: other,
        names: &NameMap::same(),
    };
    compare(one, &[entry], &options, &mut Alone)
        .expect("there are no names that could be wrong")
        .all_equal()
}

/// The numbers of lines of one ply and of two, if all of them can be followed in a moment.
fn lines(rules: &Rules) -> Option<[u64; 2]> {
    let count = |depth| perft(rules, &rules.initial(), depth, &mut Few).ok();
    Some([count(1)?, count(2)?])
}

#[test]
fn a_game_with_other_names_of_variables_is_equal_to_itself() {
    let mut equal = 0;
    for seed in 0..GAMES {
        let clauses = write(&mut Choices::of_seed(seed)).clauses;
        // No other name begins so.
        let renamed: Vec<String> = clauses
            .iter()
            .map(|clause| clause.replace('V', "Renamed"))
            .collect();
        let (Some(one), Some(other)) = (loaded(&clauses), loaded(&renamed)) else {
            continue;
        };
        // A game that cannot be followed is equal to none.
        let is_followed = are_equal(&one, &one);
        equal += usize::from(is_followed);
        assert_eq!(are_equal(&one, &other), is_followed, "seed {seed}");
    }
    assert!(equal > GAMES as usize / 4, "{equal}");
}

#[test]
fn a_game_that_lacks_a_clause_is_not_called_equal_where_it_has_other_lines() {
    let mut differing = 0;
    for seed in 0..GAMES {
        let mut choices = Choices::of_seed(seed);
        let clauses = write(&mut choices).clauses;
        let mut fewer = clauses.clone();
        let of_play = ["legal", "add", "delete", "terminal", "init"];
        let chosen: Vec<usize> = (0..fewer.len())
            .filter(|clause| of_play.iter().any(|name| fewer[*clause].starts_with(name)))
            .collect();
        fewer.remove(choices.pick(&chosen));
        let (Some(one), Some(other)) = (loaded(&clauses), loaded(&fewer)) else {
            continue;
        };
        if let (Some(lines), Some(others)) = (lines(&one), lines(&other))
            && lines != others
        {
            differing += 1;
            assert!(
                !are_equal(&one, &other),
                "seed {seed}: {lines:?} and {others:?}"
            );
        }
    }
    assert!(differing > 2, "{differing}");
}
