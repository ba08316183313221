//! Levels: strengths on offer.

use std::time::Duration;

use regola::game::{Level, Results, Rules};

use super::{game, shipped};

fn level(text: &str) -> Result<Level, String> {
    text.parse()
}

#[test]
fn a_rule_file_offers_levels() {
    let rules = game(
        "role(solo).  :- fluent done.  legal(solo, go).  add(done).  goal(solo, 100).
         heuristic(lead, solo, 1).
         level(easy, [depth(1)]).
         level(\"very hard\", [strategy(alpha_beta), heuristic(lead), depth(9)]).
         level(steady, [results(goals), order(true), quick(false), noise(7), table(100)]).
         level(3, []).
         level(\"in time\", [time(2), depth(8)]).",
    );
    let shown = |rules: &Rules| {
        rules
            .levels()
            .iter()
            .map(|level| format!("{level:?}\n"))
            .collect::<String>()
    };
    assert_snapshot!("game__levels", shown(&rules));
    assert_eq!(rules.level("3").map(|level| level.depth), Some(None));
    assert_eq!(rules.level("4"), None);
    assert!(shipped("othello").level("normal").is_some());
}

#[test]
fn a_level_may_be_typed() {
    let typed = level("depth=3,heuristic=discs,strategy=best-line").expect("a level");
    assert_eq!(
        (
            typed.depth,
            typed.heuristic.as_deref(),
            typed.strategy.as_deref()
        ),
        (Some(3), Some("discs"), Some("best-line"))
    );
    assert_eq!(level("depth=2").map(|level| level.depth), Ok(Some(2)));
    assert_eq!(
        level("time=0.5").map(|level| level.time),
        Ok(Some(Duration::from_millis(500)))
    );
    for (text, told) in [
        ("depth=x", "`x` is not a depth"),
        ("depth=-1", "`-1` is not a depth"),
        (
            "time=soon",
            "`soon` is not a time in seconds, above 0 and at most a day's",
        ),
        (
            "time=0",
            "`0` is not a time in seconds, above 0 and at most a day's",
        ),
        (
            "time=-1",
            "`-1` is not a time in seconds, above 0 and at most a day's",
        ),
        (
            "time=inf",
            "`inf` is not a time in seconds, above 0 and at most a day's",
        ),
        (
            "time=1e99",
            "`1e99` is not a time in seconds, above 0 and at most a day's",
        ),
        ("order=yes", "`yes` is neither `true` nor `false`"),
        ("results=best", "`best` is neither `goals` nor `heuristic`"),
        ("noise=-2", "`-2` is not a weight"),
        ("table=many", "`many` is not a number of positions"),
        ("threads=0", "`0` is not a number of threads, from 1 to 256"),
        (
            "threads=257",
            "`257` is not a number of threads, from 1 to 256",
        ),
    ] {
        assert_eq!(level(text), Err(told.to_owned()));
    }
    for text in ["deep=3", "hard", ""] {
        let told = level(text).expect_err("no level");
        assert!(
            told.starts_with(&format!(
                "`{text}` is none of `depth=N`, `time=Seconds`, `heuristic=Name`, "
            )),
            "{told}"
        );
    }
}

#[test]
fn a_level_says_how_to_search() {
    let text =
        "results=heuristic,order=true,selective=true,symmetries=true,quick=true,noise=5,table=1000";
    let typed = level(text).expect("a level");
    let all = (
        typed.results,
        typed.order,
        typed.selective,
        typed.symmetries,
        typed.quick,
        typed.noise,
        typed.table,
    );
    assert_eq!(
        all,
        (
            Some(Results::Heuristic),
            Some(true),
            Some(true),
            Some(true),
            Some(true),
            Some(5),
            Some(1000)
        )
    );
    assert_eq!(
        shipped("tictactoe")
            .level("look_2")
            .and_then(|level| level.results),
        Some(Results::Heuristic)
    );
}
