//! What a player answers to requests, right and wrong ones.

use std::time::{Duration, Instant};

use super::new_gamer;

/// A sheet whose start cannot be told: its relation grows without end.
const ENDLESS: &str = "(role ann) (init (at zero))
    (<= (legal ann (go ?x)) (number ?x)) (number zero) (<= (number (next ?x)) (number ?x))
    (<= (next (at ?x)) (does ann (go ?x))) (<= (goal ann 100) (true (at zero)))
    (<= terminal (true (at done)))";

const PILE: &str = "(role ann) (role bob) (init (left 3)) (init (control ann))
    (minus 3 1 2) (minus 3 2 1) (minus 2 1 1) (minus 2 2 0) (minus 1 1 0)
    (<= (legal ?p (take ?n)) (true (control ?p)) (true (left ?l)) (minus ?l ?n ?m))
    (<= (legal ann noop) (true (control bob))) (<= (legal bob noop) (true (control ann)))
    (<= (next (left ?m)) (does ?p (take ?n)) (true (left ?l)) (minus ?l ?n ?m))
    (<= (next (control ann)) (true (control bob))) (<= (next (control bob)) (true (control ann)))
    (<= terminal (true (left 0)))
    (<= (goal ann 100) (true (control bob))) (<= (goal ann 0) (true (control ann)))
    (<= (goal bob 100) (true (control ann))) (<= (goal bob 0) (true (control bob)))";

#[test]
fn requests_have_the_answers_of_the_protocol() {
    let gamer = new_gamer();
    let ask = |request: &str| gamer.answer(request, Instant::now());
    assert_eq!(ask("(INFO)"), "((name tested) (status available))");
    assert_eq!(ask(&format!("(PREVIEW ({PILE}) 10)")), "ready");
    assert_eq!(ask("(PLAY unknown NIL)"), "busy");
    assert_eq!(ask(&format!("(START M.1 BOB ({PILE}) 3 1)")), "ready");
    assert_eq!(ask("(info)"), "((name tested) (status busy))");
    assert_eq!(ask(&format!("(start m.2 ann ({PILE}) 3 1)")), "busy");
    assert_eq!(ask("(play m.1 nil)"), "noop");
    // One counter is left to ann if bob takes one of two.
    assert_eq!(ask("(PLAY m.1 ((TAKE 1) NOOP))"), "(take 2)");
    assert_eq!(ask("(stop m.2 ((take 1) noop))"), "busy");
    assert_eq!(ask("(stop m.1 (noop (take 2)))"), "done");
    assert_eq!(ask("(INFO)"), "((name tested) (status available))");
    assert_eq!(ask(&format!("(start m.3 ann ({PILE}) 3 1)")), "ready");
    assert_eq!(ask("(ABORT m.3)"), "aborted");
}

#[test]
fn what_is_no_request_is_refused() {
    let gamer = new_gamer();
    let many = "(".repeat(100_000);
    for request in [
        "",
        "(",
        ")",
        "()",
        "play",
        "(play)",
        "(dance now)",
        "(start m x y 1 1)",
        &many,
    ] {
        assert_eq!(
            gamer.answer(request, Instant::now()),
            "busy",
            "{request:.20}"
        );
    }
}

/// How long an answer may take that has a clock of a second, on a machine with much to do.
const PATIENCE: Duration = Duration::from_secs(3);

#[test]
fn rules_that_never_end_do_not_keep_an_answer() {
    let gamer = new_gamer();
    let sheets = [
        ("m.1", ENDLESS, "ready"),
        ("m.2", "(role ann) (<= (legal ann", "busy"),
        ("m.3", "(role bob)", "ready"),
    ];
    for (id, sheet, wanted) in sheets {
        let start = format!("(start {id} ann ({sheet}) 1 1)");
        let ask = |request: &str| {
            let began = Instant::now();
            let answer = gamer.answer(request, began);
            assert!(
                began.elapsed() < PATIENCE,
                "{request}: {:?}",
                began.elapsed()
            );
            answer
        };
        assert_eq!(ask(&start), wanted, "{id}");
        let no_move = match wanted {
            "ready" => "noop",
            _ => "busy",
        };
        assert_eq!(ask(&format!("(play {id} nil)")), no_move, "{id}");
        ask(&format!("(abort {id})"));
    }
}
