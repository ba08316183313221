//! What goals and moves cost.

use serde_json::{Value, json};

use super::{OTHELLO, Running};

/// A line for each predicate, and the sum.
fn lines(profile: &Value) -> String {
    let mut lines = format!("{}\n", profile["goal"].as_str().expect("a goal"));
    for cost in profile["predicates"].as_array().expect("a list") {
        let place = match &cost["place"] {
            Value::Null => "no clause".to_owned(),
            place => format!("{}..{}", place["path"], place["from"]),
        };
        lines += &format!(
            "{} {} {} {} {} {} {place}\n",
            cost["name"], cost["steps"], cost["calls"], cost["exits"], cost["redos"], cost["fails"]
        );
    }
    lines
        + &format!(
            "{} steps, {} answers\n",
            profile["steps"], profile["answers"]
        )
}

#[test]
fn a_move_costs_its_proof_and_its_effects() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let profile = tab.answer(json!({"ask": "profile", "move": "f5"}));
    assert_snapshot!("studio__profile-of-a-move", lines(&profile));
    let same = tab.answer(json!({"ask": "profile", "goal": profile["goal"]}));
    assert_eq!(same, profile);
}

#[test]
fn an_unknown_move_or_predicate_has_no_cost() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    for (question, words) in [
        (
            json!({"ask": "profile", "move": "a1"}),
            "`a1` is not a legal move here",
        ),
        (json!({"ask": "profile"}), "say a move or a goal"),
        (json!({"ask": "profile", "goal": "lgeal(P, M)"}), "lgeal/2"),
    ] {
        let fault = tab.fault(question);
        assert!(fault.contains(words), "{fault}");
    }
}
