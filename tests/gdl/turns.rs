//! Which sheets are games by turns.

use std::time::Duration;

use regola::game::{Game, Turn};

use super::agreement::compare;
use super::loaded;

/// The rest of a game for two in which `control` says who has the turn.
const REST: &str = "
(role ann) (role bob)
(other ann bob) (other bob ann)
(<= (legal ?p move) (true (control ?p)))
(<= (next (moved ?p)) (does ?p move))
(<= terminal (true (moved bob)))
(<= (goal ?p 50) (role ?p))
";

/// Whose turn it is at the start.
fn turn(rules: &str) -> &'static str {
    let text = format!("{rules}{REST}");
    let rules = loaded(&text);
    match rules.turn(&rules.initial()).expect("there are moves") {
        Turn::Over => "over",
        Turn::Single(..) => "one moves",
        Turn::Joint(_) => "all move",
    }
}

#[test]
fn a_sheet_is_a_game_by_turns_if_that_can_be_proved() {
    let start = "(init (control ann))";
    let waits = "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))";
    let alternate = "(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))";
    let cases = [
        (
            "listed",
            format!(
                "{start}{waits}(<= (next (control ann)) (true (control bob))) (<= (next (control bob)) (true (control ann)))"
            ),
        ),
        ("by a relation", format!("{start}{waits}{alternate}")),
        (
            "by a relation with a rule",
            format!(
                "{start}{waits}(<= (next (control ?q)) (true (control ?p)) (follows ?p ?q)) (<= (follows ?p ?q) (other ?p ?q))"
            ),
        ),
        (
            "by a role that is another one",
            format!("{start}{waits}(<= (next (control ?q)) (role ?q) (not (true (control ?q))))"),
        ),
        (
            "waiting by a relation",
            format!("{start}{alternate}(<= (legal ?p noop) (other ?p ?q) (true (control ?q)))"),
        ),
        (
            "waiting by distinct",
            format!(
                "{start}{alternate}(<= (legal ?p noop) (role ?p) (true (control ?q)) (distinct ?p ?q))"
            ),
        ),
        (
            "waiting by names",
            format!(
                "{start}{alternate}(<= (legal ann noop) (true (control bob))) (<= (legal bob noop) (true (control ann)))"
            ),
        ),
        (
            "any move passes the turn",
            format!(
                "{start}{waits}(<= (next (control ?q)) (true (control ?p)) (other ?p ?q) (does ?p ?m))"
            ),
        ),
        (
            "the same role moves on",
            format!(
                "{start}{waits}(<= (legal ?p again) (true (control ?p))) (<= (next (control ?p)) (true (control ?p)))"
            ),
        ),
        (
            "not: two begin",
            format!("{start}(init (control bob)){waits}{alternate}"),
        ),
        (
            "not: the turn may be lost",
            format!(
                "{start}{waits}(<= (next (control ?q)) (true (control ?p)) (other ?p ?q) (true (moved ?p)))"
            ),
        ),
        (
            "not: both may have the turn",
            format!("{start}{waits}(<= (next (control ?q)) (true (control ?p)) (role ?q))"),
        ),
        (
            "not: who waits has a choice",
            format!(
                "{start}{waits}{alternate}(<= (legal ?p again) (true (control ?p))) (<= (legal ?p clap) (role ?p) (not (true (control ?p))))"
            ),
        ),
        (
            "only who has not the turn has a choice",
            format!(
                "{start}{waits}{alternate}(<= (legal ?p clap) (role ?p) (not (true (control ?p))))"
            ),
        ),
        (
            "not: a move out of turn",
            format!("{start}{waits}{alternate}(<= (legal ?p shout) (role ?p))"),
        ),
        (
            "own moves are asked for",
            format!(
                "{start}{waits}{alternate}(<= idle (legal ann move)) (<= (next (moved ann)) idle)"
            ),
        ),
        (
            "any move is asked for",
            format!(
                "{start}{waits}{alternate}(<= idle (legal ann ?m)) (<= (next (moved ann)) idle)"
            ),
        ),
        (
            "waiting is asked for",
            format!(
                "{start}{waits}{alternate}(<= idle (legal ann noop)) (<= (next (moved ann)) idle)"
            ),
        ),
        (
            "by the waiting move",
            format!("{start}{waits}(<= (next (control ?p)) (does ?p noop))"),
        ),
        (
            "by the move made",
            format!(
                "{start}{waits}(<= (legal ?p again) (true (control ?p))) (<= (next (control ?p)) (does ?p again)) (<= (next (control ?q)) (does ?p move) (other ?p ?q))"
            ),
        ),
        (
            "by what else holds, and by what does not",
            format!(
                "{start}{waits}(<= (next (control ?q)) (true (control ?p)) (other ?p ?q) (true (moved ann))) (<= (next (control ?p)) (true (control ?p)) (not (true (moved ann))))"
            ),
        ),
        (
            "by two facts",
            "(init (control ann)) (<= (legal ?p noop) (role ?p) (not (true (control ?p))) (not (true (turning ?p))))
             (<= (legal ?p turn) (true (turning ?p))) (<= (legal ?p turn_back) (true (turning ?p)))
             (<= (next (turning ?p)) (true (control ?p))) (<= (next (control ?q)) (true (turning ?p)) (other ?p ?q))"
                .to_owned(),
        ),
        (
            "by two facts that go with each other",
            format!(
                "{start}(init (last bob)){waits}(<= (next (control ?p)) (true (last ?p))) (<= (next (last ?p)) (true (control ?p)))"
            ),
        ),
        (
            "by a number",
            "(init (step 1)) (<= (next (step 2)) (true (step 1))) (<= (next (step 1)) (true (step 2)))
             (<= (legal ann go) (true (step 1))) (<= (legal ann stay) (true (step 1)))
             (<= (legal bob go) (true (step 2))) (<= (legal bob stay) (true (step 2)))
             (<= (legal ann noop) (true (step 2))) (<= (legal bob noop) (not (true (step 2))))
             (init (control nobody)) (<= (next (control nobody)) (true (control nobody)))"
                .to_owned(),
        ),
        (
            "who has the turn may pass",
            format!("{start}{alternate}(<= (legal ?p noop) (role ?p))"),
        ),
        (
            "who has the turn must pass",
            format!(
                "{start}{waits}{alternate}(<= (legal ?p noop) (role ?p) (not (can ?p))) (<= (can ?p) (true (control ?p)) (not (true (moved ?p))))"
            ),
        ),
        (
            "moves by a relation",
            format!(
                "{start}{waits}{alternate}(<= (legal ?p ?m) (fits ?p ?m)) (<= (fits ?p (put ?n)) (true (control ?p)) (size ?n)) (size 1) (size 2)"
            ),
        ),
        (
            "waiting with a function",
            format!(
                "{start}{alternate}(<= (legal ?p (go nowhere)) (role ?p) (not (true (control ?p))))"
            ),
        ),
        (
            "not: the move made may lose the turn",
            format!(
                "{start}{waits}(<= (legal ?p again) (true (control ?p))) (<= (next (control ?q)) (does ?p move) (other ?p ?q))"
            ),
        ),
        (
            "not: the move made may give both the turn",
            format!(
                "{start}{waits}{alternate}(<= (legal ?p again) (true (control ?p))) (<= (next (control ?p)) (does ?p again))"
            ),
        ),
        (
            "not: what else holds may give both the turn",
            format!(
                "{start}{waits}{alternate}(<= (next (control ?p)) (true (control ?p)) (not (true (moved ?p))))"
            ),
        ),
        (
            "not: two facts for one role each",
            "(init (control ann)) (init (turning bob)) (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
             (<= (legal ?p again) (true (control ?p))) (<= (legal ?p turn) (true (turning ?p))) (<= (next (control ann)) (true (control ann)))
             (<= (next (turning bob)) (true (turning bob)))"
                .to_owned(),
        ),
        (
            "not: another fact lets both move",
            format!(
                "{start}{waits}{alternate}(<= (legal ?p ?m) (fits ?p ?m)) (<= (fits ?p (put ?n)) (true (moved ?p)) (size ?n)) (size 1) (size 2) (<= (next (moved ?p)) (true (moved ?p)))"
            ),
        ),
    ];
    let told: Vec<String> = cases
        .iter()
        .map(|(name, rules)| format!("{:46}{}", name, turn(rules)))
        .collect();
    assert_snapshot!("gdl__turns", told.join("\n"));
}

/// Counters are put down and then turned, and who has turned one gives the turn away.
const PUT_AND_TURN: &str = "
(role ann) (role bob) (other ann bob) (other bob ann)
(place 1) (place 2) (place 3) (place 4)
(init (putting ann))
(<= (legal ?p (put ?n)) (true (putting ?p)) (place ?n) (not (taken ?n)))
(<= (legal ?p (turn ?n)) (true (turning ?p)) (true (at ?n ?any)))
(<= (legal ?p (turn nothing)) (role ?p) (not (true (putting ?p))) (not (true (turning ?p))))
(<= (taken ?n) (true (at ?n ?p)))
(<= (next (turning ?p)) (true (putting ?p)))
(<= (next (putting ?q)) (true (turning ?p)) (other ?p ?q))
(<= (next (at ?n ?p)) (does ?p (put ?n)))
(<= (next (at ?n ?p)) (true (at ?n ?p)) (not (turned ?n)))
(<= (next (at ?n ?q)) (true (at ?n ?p)) (turned ?n) (other ?p ?q))
(<= (next (idle ?p)) (does ?p (turn nothing)))
(<= (turned ?n) (does ?p (turn ?n)))
(<= terminal (true (at 1 ?a)) (true (at 2 ?b)) (true (at 3 ?c)) (true (at 4 ?d)) (true (putting ?p)))
(<= (goal ?p 100) (true (at 1 ?p)))
(<= (goal ?p 0) (role ?p) (not (true (at 1 ?p))))
";

/// Who cannot move passes; a large step gives another turn; and nobody is out of moves, since waiting is one.
const STEP_OR_PASS: &str = "
(role ann) (role bob)
(init (control ann)) (init (at ann 0)) (init (at bob 0))
(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
(<= (legal ?p small) (true (control ?p)) (true (at ?p ?n)) (after ?n ?m))
(<= (legal ?p large) (true (control ?p)) (can ?p))
(<= (legal ?p noop) (role ?p) (not (can ?p)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (can ?p) (true (control ?p)) (true (at ?p ?n)) (after ?n ?m) (after ?m ?l))
(<= (next (at ?p ?m)) (does ?p small) (true (at ?p ?n)) (after ?n ?m))
(<= (next (at ?p ?l)) (does ?p large) (true (at ?p ?n)) (after ?n ?m) (after ?m ?l))
(<= (next (at ?p ?n)) (does ?p noop) (true (at ?p ?n)))
(<= (next (control ?p)) (does ?p large))
(<= (next (control ?p)) (role ?p) (not (true (control ?p))) (not again))
(<= again (does ?p large))
(<= stuck (role ?p) (not (moves ?p)))
(<= (moves ?p) (legal ?p ?m))
(<= (next stuck_once) stuck)
(<= terminal (true (at ann 5)) (true (at bob 5)))
(<= (goal ?p 100) (true (control ?p)))
(<= (goal ?p 0) (role ?p) (not (true (control ?p))))
";

#[test]
fn games_by_turns_agree_with_the_reasoner() {
    for text in [PUT_AND_TURN, STEP_OR_PASS] {
        let rules = loaded(text);
        let turn = rules.turn(&rules.initial()).expect("there are moves");
        assert!(matches!(turn, Turn::Single(..)), "{turn:?}");
        let compared = compare(text, 20, Duration::from_secs(10), u64::MAX);
        let compared = compared.unwrap_or_else(|error| panic!("{error}"));
        assert!(
            compared.plies > 20 && compared.is_over && compared.is_compiled,
            "{compared:?}"
        );
    }
}
