//! Games with a clock, by a clock that only the test moves on.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

use proptest::prelude::*;
use regola::game::{Game, Move, Rules, Turn};
use regola::search::{
    Allotment, Deepened, GameClock, MoveTimer, Options, OutOfTime, Progress, TimeControl,
    Unwatched, deepen,
};

/// The time that each position takes on the clock of these tests.
const TICK: Duration = Duration::from_micros(100);

fn control(text: &str) -> TimeControl {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn rules_of(path: &str) -> Rules {
    Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"))
}

fn connect_four() -> Rules {
    rules_of("games/connect-four.rules")
}

/// The position after these moves.
fn after(rules: &Rules, moves: &str) -> <Rules as Game>::Position {
    moves.split(' ').fold(rules.initial(), |position, typed| {
        let legal = rules.legal_moves(&position).expect("moves");
        let played = rules.find_move(&position, &legal, typed);
        let played = played.expect("a legal move");
        rules.play(&position, &[played]).expect("a legal move")
    })
}

/// What a search on a clock finds, the times at which its depths were finished, and the time that it
/// took.
struct Timed {
    found: Deepened<Move>,
    finished: Vec<Duration>,
    spent: Duration,
}

fn search(rules: &Rules, position: &<Rules as Game>::Position, allotment: Allotment) -> Timed {
    let now = Cell::new(Duration::ZERO);
    let clock = || now.get();
    let mut tick = |_: Progress| {
        now.set(now.get() + TICK);
        ControlFlow::Continue(())
    };
    let mut timer = MoveTimer::new(allotment, &clock);
    let mut limit = timer.limit(&mut tick);
    let mut finished = Vec::new();
    let mut each = |found: &Deepened<Move>| {
        finished.push(now.get());
        timer.finished(found)
    };
    let options = Options {
        depth: 60,
        heuristic: Some(0),
        prefer_quick: true,
        play_forced: true,
        ..Options::default()
    };
    let found = deepen(rules, position, &options, &mut limit, &mut each).expect("a move");
    Timed {
        found,
        finished,
        spent: now.get(),
    }
}

#[test]
fn a_time_control_is_read_as_it_is_written() {
    for text in ["60+1", "60", "0.5+0.01", "300+2.5"] {
        assert_eq!(control(text).to_string(), text);
    }
    assert_eq!(control("60+0").to_string(), "60");
    assert_eq!(control("60+1").increment, Duration::from_secs(1));
    for text in [
        "", "0", "0+1", "60+", "+1", "-1", "1+-1", "ten", "60+1+1", "inf", "NaN", "1e9",
    ] {
        let error = text.parse::<TimeControl>().expect_err(text);
        assert!(error.to_string().contains("such as 60+1 or 60"), "{error}");
    }
}

#[test]
fn who_has_used_all_time_is_out_of_time() {
    let mut clock = GameClock::new(control("1+5"));
    assert_eq!(clock.press(Duration::from_millis(400)), Ok(()));
    assert_eq!(clock.remaining(), Duration::from_millis(5600));
    assert_eq!(clock.press(Duration::from_millis(5600)), Err(OutOfTime));
    assert_eq!(clock.remaining(), Duration::ZERO);
}

#[test]
fn a_whole_game_is_played_in_its_time() {
    let rules = connect_four();
    for time in ["1", "0.05", "0.2+0.01"] {
        let mut clocks = [GameClock::new(control(time)); 2];
        let mut position = rules.initial();
        while let Ok(Turn::Single(role, _)) = rules.turn(&position) {
            let allotment = clocks[role.0].allotment();
            let timed = search(&rules, &position, allotment);
            assert!(timed.spent <= allotment.limit + TICK * 20, "{time}");
            assert_eq!(clocks[role.0].press(timed.spent), Ok(()), "{time}");
            let played = timed
                .found
                .best
                .best_move()
                .expect("the game goes on")
                .clone();
            position = rules.play(&position, &[played]).expect("a legal move");
        }
        assert_eq!(rules.turn(&position), Ok(Turn::Over));
    }
}

#[test]
fn no_depth_begins_after_half_of_the_time() {
    let rules = connect_four();
    for millis in [3, 20, 150] {
        let aim = Duration::from_millis(millis);
        let allotment = Allotment {
            aim,
            limit: aim * 3,
        };
        let Timed {
            finished, spent, ..
        } = search(&rules, &rules.initial(), allotment);
        let (last, earlier) = finished.split_last().expect("a depth was finished");
        assert!(earlier.iter().all(|time| *time < aim / 2), "{finished:?}");
        assert!(
            *last >= aim / 4 || spent >= aim * 3,
            "{finished:?} {spent:?}"
        );
    }
}

/// The seven moves of this position lead to values that the search tells apart soon: the fourth
/// counter in a row must be stopped.
#[test]
fn a_clear_move_takes_less_time() {
    let rules = connect_four();
    let position = after(&rules, "d d e d c");
    let aim = Duration::from_millis(400);
    let allotment = Allotment {
        aim,
        limit: aim * 3,
    };
    let open = search(&rules, &rules.initial(), allotment);
    let forced = search(&rules, &position, allotment);
    assert!(
        forced.spent < open.spent,
        "{:?} {:?}",
        forced.finished,
        open.finished
    );
}

#[test]
fn an_only_move_is_not_searched() {
    let rules = rules_of("games/filetto.rules");
    let position = after(&rules, "a1 b1 c1 a2 c2 b2 a3 c3");
    let timed = search(&rules, &position, GameClock::new(control("60")).allotment());
    assert!(timed.found.best.forced);
    assert!(timed.spent <= TICK, "{:?}", timed.spent);
}

#[test]
fn a_limit_before_the_first_depth_stops_the_search() {
    let rules = connect_four();
    let now = Cell::new(Duration::ZERO);
    let clock = || now.get();
    let nothing = Allotment {
        aim: Duration::ZERO,
        limit: Duration::ZERO,
    };
    let timer = MoveTimer::<Move>::new(nothing, &clock);
    let mut unwatched = Unwatched;
    let mut limit = timer.limit(&mut unwatched);
    let found = deepen(
        &rules,
        &rules.initial(),
        &Options::default(),
        &mut limit,
        &mut |_| ControlFlow::Continue(()),
    );
    assert!(found.is_err());
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    (1..2_000_000u64, 0..10_000u64).prop_map(|(base, increment)| TimeControl {
        base: Duration::from_millis(base),
        increment: Duration::from_millis(increment),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// A move that takes no longer than its limit never loses on time, over any number of moves.
    #[test]
    fn who_keeps_to_the_limit_never_loses_on_time(control in any_control(), shares in prop::collection::vec(0..=100u32, 1..400)) {
        let mut clock = GameClock::new(control);
        for share in shares {
            let allotment = clock.allotment();
            prop_assert!(allotment.aim <= allotment.limit);
            prop_assert!(allotment.limit <= clock.remaining() / 2);
            prop_assert_eq!(clock.press(allotment.limit * share / 100), Ok(()));
            prop_assert!(!clock.remaining().is_zero());
        }
    }

    /// Whatever the searches take within their limits, the reserve is left for delays.
    #[test]
    fn the_reserve_is_kept(control in any_control(), shares in prop::collection::vec(0..=100u32, 1..400)) {
        let mut clock = GameClock::new(control);
        let reserve = (control.base / 5).min(Duration::from_secs(1));
        for share in shares {
            prop_assert_eq!(clock.press(clock.allotment().limit * share / 100), Ok(()));
            prop_assert!(clock.remaining() >= reserve);
        }
    }

    /// The increment pays for a delay between the end of the search and the press of the clock.
    #[test]
    fn a_delay_of_half_an_increment_does_no_harm(increment in 1..10_000u64, shares in prop::collection::vec(0..=100u32, 1..400)) {
        let increment = Duration::from_millis(increment);
        let mut clock = GameClock::new(TimeControl { base: increment, increment });
        for share in shares {
            let spent = clock.allotment().limit * share / 100 + increment / 2;
            prop_assert_eq!(clock.press(spent), Ok(()));
        }
    }

    /// The time lasts for a long game: after 40 moves that take as long as they should, a third of
    /// the base is left for each 40 moves more.
    #[test]
    fn who_takes_the_aim_has_time_for_a_long_game(control in any_control()) {
        let mut clock = GameClock::new(control);
        for _ in 0..40 {
            prop_assert_eq!(clock.press(clock.allotment().aim), Ok(()));
        }
        prop_assert!(clock.remaining() >= control.base / 5);
    }
}
