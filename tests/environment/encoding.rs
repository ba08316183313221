//! Positions as bytes.

use fastrand::Rng;
use proptest::prelude::*;
use regola::game::{FastPaths, Game, NoPosition};

use crate::game::shipped;

#[test]
fn a_position_comes_back_from_its_bytes() {
    for name in [
        "anagram",
        "chess",
        "dama",
        "goofspiel",
        "kalah",
        "othello",
        "tictactoe",
    ] {
        let rules = shipped(name);
        let mut position = rules.initial();
        let mut random = Rng::with_seed(5);
        for _ in 0..8 {
            let bytes = rules.encode(&position);
            assert_eq!(rules.decode(&bytes).as_ref(), Ok(&position), "{name}");
            let mut choose = |moves| random.usize(..moves);
            rules
                .play_on(&mut position, 1, &mut choose)
                .expect("the rules can be followed");
        }
    }
}

#[test]
fn a_position_of_a_board_takes_some_bytes() {
    let bytes = ["chess", "connect-four", "go", "othello"].map(|name| {
        let rules = shipped(name);
        rules.encode(&rules.initial()).len()
    });
    assert_eq!(bytes, [43, 12, 32, 18]);
}

#[test]
fn bytes_of_another_game_are_refused() {
    let (othello, chess) = (shipped("othello"), shipped("chess"));
    let error = othello.decode(&chess.encode(&chess.initial()));
    assert_eq!(
        error,
        Err(NoPosition::Length {
            expected: 18,
            found: 43
        })
    );
    let lists = shipped("tictactoe");
    let error = othello.decode(&lists.encode(&lists.initial()));
    assert_eq!(error, Err(NoPosition::Foreign));
}

proptest! {
    /// Any bytes are a position or an error, and what is read is written the same but for bits that
    /// say nothing.
    #[test]
    fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        let rules = shipped("othello");
        if let Ok(position) = rules.decode(&bytes) {
            let again = rules.encode(&position);
            prop_assert_eq!(again.len(), bytes.len());
            prop_assert_eq!(rules.decode(&again), Ok(position));
        }
    }
}
