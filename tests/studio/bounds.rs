//! What takes long is bounded, can be ended, and is no other tab's trouble.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{OTHELLO, Running, Tab, written};

/// A game that can be begun, and that never comes to an end once `go` is played.
const LOOPS: &str = "role(me).
:- fluent going.
spin(N) :- M is N + 1, spin(M).
legal(me, go) :- \\+ going.
legal(me, on) :- going, spin(0).
add(going) :- does(me, go).
goal(me, 100) :- going.
";

#[test]
fn rules_that_loop_are_bounded_and_another_desk_goes_on() {
    let (studio, _folder, path) = Running::with_text(LOOPS);
    let (mut hostile, state) = studio.open_tab();
    assert_eq!(written(&state), ["go"]);
    let (mut honest, _) = studio.open_tab();
    let id = hostile.ask(json!({"ask": "play", "move": "go"}));
    let since = Instant::now();
    assert_eq!(
        honest.answer(json!({"ask": "query", "goal": "legal(me, M)"}))["answers"][0]["text"],
        json!("M = go")
    );
    let taken = since.elapsed();
    assert!(taken < Duration::from_secs(10), "{taken:?}");
    let end = hostile.said(id).pop().expect("there is an end");
    let text = end["fault"]["text"].as_str().expect("a fault");
    assert!(
        text.contains("step limit: no end within 20000000 steps") && text.contains("spin"),
        "{text}"
    );
    // And one can go back to where the rules make sense.
    assert_eq!(
        hostile.answer(json!({"ask": "go", "ply": 0}))["ply"],
        json!(0)
    );
    let text = hostile.fault(json!({"ask": "query", "goal": "spin(0)"}));
    assert!(text.contains("step limit"), "{text}");
    // Loading loops as well.
    let loading = LOOPS.replace("goal(me", "init(going) :- spin(0).\ngoal(me");
    let edited = hostile.answer(json!({"ask": "edit", "path": path, "text": loading}));
    assert!(edited["state"].is_null());
    let faults = edited["diagnostics"].as_array().expect("a list");
    assert!(
        faults
            .iter()
            .any(|fault| fault["message"].as_str().unwrap().contains("step limit")),
        "{faults:?}"
    );
}

#[test]
fn rules_that_take_all_memory_are_bounded() {
    let text = LOOPS.replace(
        "spin(N) :- M is N + 1, spin(M).",
        "spin(N) :- length(L, 1000000), spin([L | N]).",
    );
    let (studio, _folder, _) = Running::with_text(&text);
    let (mut tab, _) = studio.open_tab();
    let text = tab.fault(json!({"ask": "play", "move": "go"}));
    assert!(
        text.contains("memory limit") || text.contains("step limit"),
        "{text}"
    );
}

#[test]
fn tabs_that_take_much_memory_take_turns_and_each_comes_to_its_end() {
    let studio = Running::with(OTHELLO);
    let mut tabs: Vec<Tab> = (0..12).map(|_| studio.open_tab().0).collect();
    let goal = "findall(X - Y, (between(1, 200, X), between(1, 200, Y)), L), length(L, N), L = []";
    let ids: Vec<u64> = tabs
        .iter_mut()
        .map(|tab| tab.ask(json!({"ask": "query", "goal": goal})))
        .collect();
    let (mut honest, _) = studio.open_tab();
    assert_eq!(
        honest.answer(json!({"ask": "query", "goal": "role(P)"}))["answers"][0]["text"],
        json!("P = black")
    );
    for (tab, id) in tabs.iter_mut().zip(ids) {
        assert_eq!(
            tab.said(id).pop().expect("there is an end")["answer"]["answers"][0]["text"],
            json!(null)
        );
    }
}

const LONG: &str = "depth=40,heuristic=discs";

fn begin_long_search(tab: &mut Tab) -> u64 {
    let id = tab.ask(json!({"ask": "choose", "level": LONG}));
    let first = tab.hear().expect("the server goes on");
    assert!(
        first["id"] == json!(id) && first.get("progress").is_some(),
        "{first}"
    );
    id
}

#[test]
fn a_long_search_can_be_cancelled() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let id = begin_long_search(&mut tab);
    let since = Instant::now();
    tab.ask(json!({"ask": "cancel", "job": id}));
    let end = tab.said(id).pop().expect("there is an end");
    assert_eq!(end["fault"]["text"], json!("cancelled"));
    assert!(since.elapsed() < Duration::from_secs(5));
    assert_eq!(tab.play("f5")["ply"], json!(1), "the game is as it was");
}

#[test]
fn what_waits_can_be_cancelled_too() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let first = begin_long_search(&mut tab);
    let second = tab.ask(json!({"ask": "values", "level": LONG}));
    let third = tab.ask(json!({"ask": "choose", "level": "easy"}));
    tab.ask(json!({"ask": "cancel", "job": second}));
    tab.ask(json!({"ask": "cancel", "job": first}));
    tab.ask(json!({"ask": "cancel", "job": 12345}));
    assert_eq!(
        tab.said(second).pop().expect("an end")["fault"]["text"],
        json!("cancelled")
    );
    assert_eq!(
        tab.said(third).pop().expect("an end")["answer"]["depth"],
        json!(1)
    );
}

#[test]
fn questions_are_answered_while_the_program_thinks() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let search = begin_long_search(&mut tab);
    let since = Instant::now();
    assert_eq!(
        tab.answer(json!({"ask": "query", "goal": "role(P)"}))["answers"][0]["text"],
        json!("P = black")
    );
    assert_eq!(
        tab.answer(json!({"ask": "why", "square": "a1"}))["holds"],
        json!(false)
    );
    assert_eq!(tab.answer(json!({"ask": "text"}))["path"], json!(OTHELLO));
    assert!(
        since.elapsed() < Duration::from_secs(30),
        "{:?}",
        since.elapsed()
    );
    // A question that is cancelled leaves the search alone.
    let endless = tab.ask(json!({"ask": "query", "goal": "between(1, inf, N), N < 0"}));
    tab.ask(json!({"ask": "cancel", "job": endless}));
    let end = tab.said(endless).pop().expect("there is an end");
    assert_eq!(end["fault"]["text"], json!("cancelled"));
    assert_eq!(
        tab.answer(json!({"ask": "query", "goal": "role(P)"}))["answers"][0]["text"],
        json!("P = black")
    );
    tab.ask(json!({"ask": "cancel", "job": search}));
    assert_eq!(
        tab.said(search).pop().expect("there is an end")["fault"]["text"],
        json!("cancelled")
    );
}

#[test]
fn a_search_is_about_where_it_was_asked_for() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let text = std::fs::read_to_string(OTHELLO).expect("it is shipped");
    let expected = tab.answer(json!({"ask": "values", "level": "normal"}));
    let first = begin_long_search(&mut tab);
    let second = tab.ask(json!({"ask": "values", "level": "normal"}));
    assert_eq!(tab.play("f5 d6")["ply"], json!(2), "one plays on meanwhile");
    let other = text.replacen(":- game(\"Othello\")", ":- game(\"Reversi\")", 1);
    let edited = tab.answer(json!({"ask": "edit", "path": OTHELLO, "text": other}));
    assert_eq!(
        (&edited["state"]["title"], &edited["state"]["ply"]),
        (&json!("Reversi"), &json!(2))
    );
    tab.ask(json!({"ask": "cancel", "job": first}));
    assert_eq!(
        tab.said(second).pop().expect("there is an end")["answer"],
        expected
    );
}

#[test]
fn an_editor_need_not_wait_for_a_search() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let id = begin_long_search(&mut tab);
    let text = std::fs::read_to_string(OTHELLO).expect("it is shipped");
    let complete = tab.answer(json!({"ask": "complete", "path": OTHELLO, "text": text, "at": 0}));
    assert_eq!(complete["from"], json!(0));
    tab.ask(json!({"ask": "cancel", "job": id}));
}

#[test]
fn more_searches_than_cores_take_turns_and_others_play_on() {
    let studio = Running::with(OTHELLO);
    let mut searching: Vec<(Tab, u64)> = Vec::new();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for number in 0..cores + 2 {
        let (mut tab, _) = studio.open_tab();
        let id = match number < cores {
            true => begin_long_search(&mut tab),
            false => tab.ask(json!({"ask": "choose", "level": LONG})),
        };
        searching.push((tab, id));
    }
    let (mut other, _) = studio.open_tab();
    assert_eq!(other.play("f5")["ply"], json!(1));
    // One that waits for its turn is cancelled at once.
    let (tab, id) = searching.last_mut().expect("there are some");
    let id = *id;
    tab.ask(json!({"ask": "cancel", "job": id}));
    assert_eq!(
        tab.said(id).pop().expect("an end")["fault"]["text"],
        json!("cancelled")
    );
    // Whoever leaves gives the turn to the next.
    searching.truncate(0);
    let choice = other.answer(json!({"ask": "choose", "level": "easy"}));
    assert_eq!(choice["depth"], json!(1));
}

#[test]
fn too_many_questions_at_once_are_refused() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let id = begin_long_search(&mut tab);
    let asked: Vec<u64> = (0..80)
        .map(|_| tab.ask(json!({"ask": "choose", "level": "easy"})))
        .collect();
    let refused = tab.said(asked[79]).pop().expect("an end");
    assert_eq!(
        refused["fault"]["text"],
        json!("too many questions wait for their answers")
    );
    tab.send(&json!({"id": asked[0], "ask": "go", "ply": 0}).to_string());
    tab.ask(json!({"ask": "cancel", "job": id}));
    let heard = tab.said(asked[0]).pop().expect("an end");
    assert_eq!(
        heard["fault"]["text"],
        json!("another question has this id")
    );
}

#[test]
fn a_huge_text_with_mistakes_everywhere_is_answered() {
    let (studio, _folder, path) = Running::with_text(LOOPS);
    let (mut tab, _) = studio.open_tab();
    let clauses: String = (0..8000)
        .map(|number| format!("p{number}(X) :- p{}(X), q(Y), \\+ r(Z).\n", number + 1))
        .collect();
    let since = Instant::now();
    let edited =
        tab.answer(json!({"ask": "edit", "path": path, "text": format!("{LOOPS}{clauses}")}));
    assert_eq!(
        edited["diagnostics"].as_array().map(Vec::len),
        Some(200),
        "the worst are told"
    );
    assert_eq!(edited["diagnostics"][0]["severity"], json!("error"));
    assert!(
        since.elapsed() < Duration::from_secs(60),
        "{:?}",
        since.elapsed()
    );
    assert_eq!(
        tab.answer(json!({"ask": "go", "ply": 0}))["ply"],
        json!(0),
        "the old rules hold"
    );
}

#[test]
fn what_is_too_large_to_be_shown_is_said_to_be() {
    let (studio, _folder, path) = Running::with_text(&LOOPS.replace("spin(0)", "true"));
    let (mut tab, _) = studio.open_tab();
    let text = format!("{}grid(1000, 1000).\n", LOOPS.replace("spin(0)", "true"));
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": text}));
    assert!(edited["state"]["board"].is_null());
    assert_eq!(
        edited["state"]["text"],
        json!("A board of 1000 by 1000 is too large to be shown.\n")
    );
    let double = "findall(x, between(1, 100000, _), L), atomic_list_concat(L, A), findall(A, between(1, 100, _), M), atomic_list_concat(M, T)";
    let answer = tab.answer(json!({"ask": "query", "goal": double}));
    let shown = answer["answers"][0]["text"].as_str().expect("a text");
    assert!(
        shown.contains("...") && shown.len() < 4 << 20,
        "{} bytes",
        shown.len()
    );
}
