//! A check refuses exactly what loading refuses, says no less, and comes to an end on every text.

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use regola::game::{Rules, check_within};
use regola::syntax::diagnostic::{Diagnostic, Severity};
use regola::syntax::load::MemoryReader;

use super::{FEW, report};
use crate::broken::files;

fn places(
    diagnostics: &[Diagnostic],
) -> BTreeSet<(&'static str, Option<regola::syntax::source::Span>)> {
    diagnostics
        .iter()
        .map(|one| (one.code, one.primary.as_ref().map(|label| label.span)))
        .collect()
}

#[test]
fn what_loading_refuses_a_check_refuses_with_no_fewer_words() {
    let reader = files("")
        .into_iter()
        .fold(MemoryReader::new(), |reader, (name, text)| {
            reader.with(&name, text)
        });
    for (name, _) in files("") {
        let report = check_within(&reader, &name, FEW);
        let loaded = Rules::read_within(&reader, &name, FEW);
        assert_eq!(loaded.is_ok(), report.rules.is_some(), "{name}");
        assert_eq!(loaded.is_ok(), report.count(Severity::Error) == 0, "{name}");
        if let Err(failure) = loaded {
            assert!(
                places(&failure.diagnostics).is_subset(&places(&report.diagnostics)),
                "{name}:\n{failure}"
            );
        }
    }
}

fn othello() -> String {
    let read =
        |name: &str| fs::read_to_string(format!("{}/games/{name}", env!("CARGO_MANIFEST_DIR")));
    let (play, start) = (read("othello-play.rules"), read("othello.rules"));
    play.and_then(|play| Ok(start?.replace(":- use \"othello-play.rules\".", &play)))
        .expect("the games ship")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// A game without a line, or with a piece of a line somewhere else, is refused by both or by
    /// neither.
    #[test]
    fn a_spoilt_game_is_judged_as_loading_judges_it(line in 0_usize..90, from in 0_usize..40, to in 0_usize..90) {
        let text = othello();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let taken = lines.remove(line % lines.len());
        let start = (0..=from.min(taken.len())).rev().find(|at| taken.is_char_boundary(*at)).unwrap_or(0);
        let place = to % lines.len();
        lines[place].push_str(&taken[start..]);
        let text = lines.join("\n");
        let loaded = Rules::read_within(&MemoryReader::new().with("this.rules", text.as_str()), "this.rules", FEW);
        prop_assert_eq!(loaded.is_ok(), report(&text).rules.is_some(), "{}", text);
    }
}

#[test]
fn large_texts_are_checked_in_time() {
    let chain: String = (0..1500)
        .map(|n| format!("p{n}(X, Y) :- q(X), p{}(Y, X).\n", n + 1))
        .collect();
    let circle: String = (0..1500)
        .map(|n| format!("c{n}(X) :- c{}(X).\n", (n + 1) % 1500))
        .collect();
    let facts: String = (0..10_000)
        .map(|n| format!("f({n}, f({n}), _).\n"))
        .collect();
    let wide = format!(
        "w({0}) :- v({0}).\n",
        (0..200)
            .map(|n| format!("X{n}"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let list = format!(
        "l([{}]).\n",
        (0..1500)
            .map(|n| format!("X{n}"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let same = format!("s([{}0]).\n", "X, ".repeat(100_000));
    for text in [chain, circle, facts, wide, list, same] {
        let entry = "role(x).\nlegal(x, M) :- p0(M, _), c0(M), f(M, _, _).\n";
        assert!(report(&format!("{entry}{text}")).count(Severity::Error) > 0);
    }
}

/// As deep as the reader allows, on the stack that a thread of a test has.
#[test]
fn bodies_nested_to_the_limit_are_checked() {
    for (open, close, levels) in [
        ("( column(X) ; ", ")", 2),
        ("( column(X) -> ", " ; row(X) )", 3),
        ("\\+ ( column(X), ", ")", 3),
        ("forall(column(X), ", ")", 1),
        ("findall(X, ", ", L)", 1),
        ("aggregate_all(count, ", ", N)", 1),
        ("once(", ")", 1),
        ("after(x, M, ", ")", 1),
        ("column(X), ", "", 1),
    ] {
        let times = (regola::syntax::limits::MAX_DEPTH - 10) / levels;
        let text = format!(
            "role(x).\ncolumn(1).\nrow(1).\nquiet :- {}row(X){}.\n",
            open.repeat(times),
            close.repeat(times)
        );
        let report = report(&text);
        assert!(
            !report
                .diagnostics
                .iter()
                .any(|one| one.code == "nesting-too-deep"),
            "{open}"
        );
        assert!(
            report.diagnostics.iter().any(|one| one.code == "no-legal"),
            "{open}"
        );
    }
}
