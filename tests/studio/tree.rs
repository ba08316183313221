//! The game tree, opened node by node.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{OTHELLO, Running};

const FILETTO: &str = "games/filetto.rules";

/// A tab at Filetto's position T3.c, in which X is to move and has lost.
fn at_t3c() -> super::Tab {
    let (mut tab, _) = Running::with(FILETTO).open_tab();
    tab.play("b2 a1 c2 c3 b3");
    tab
}

fn column<'t>(tree: &'t Value, key: &str) -> Vec<&'t Value> {
    tree["nodes"]
        .as_array()
        .expect("a tree has nodes")
        .iter()
        .map(|node| &node[key])
        .collect()
}

/// The nodes that are open or can be opened, by their moves.
fn openable(tree: &Value) -> Vec<Vec<String>> {
    let nodes = tree["nodes"].as_array().expect("a tree has nodes");
    let mut lines = vec![Vec::new(); nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        for child in node["children"].as_array().expect("a list") {
            let child = usize::try_from(child.as_u64().expect("a place")).expect("a place");
            lines[child] = lines[place].clone();
            lines[child].push(nodes[child]["move"].as_str().expect("a move").to_owned());
        }
    }
    lines
        .into_iter()
        .zip(nodes)
        .filter(|(_, node)| node["kind"] == "open")
        .map(|(line, _)| line)
        .collect()
}

#[test]
fn the_moves_have_values_and_later_equivalent_brothers_say_so() {
    let mut tab = at_t3c();
    let tree = tab.answer(json!({"ask": "tree", "opened": [[]], "level": "depth=4"}));
    assert_eq!(column(&tree, "move"), ["", "b1", "c1", "a2", "a3"]);
    assert_eq!(
        column(&tree, "value"),
        ["loss"; 5],
        "what is not opened is searched"
    );
    assert_eq!(
        column(&tree, "kind"),
        ["open", "open", "open", "equivalent", "equivalent"]
    );
    assert_eq!(column(&tree, "note")[3..], ["= b1", "= c1"]);
    assert_eq!(column(&tree, "sign"), ["+", "−", "−", "−", "−"]);
    assert_eq!(
        (&tree["nodes"][1]["role"], &tree["sides"]),
        (&json!("o"), &json!(["x", "o"]))
    );
    assert_eq!(
        column(&tree, "principal"),
        [true, true, false, false, false]
    );
    // The board is sent once, and of each node only the pieces: crosses and rings.
    let length = |value: &Value| value.as_array().map(Vec::len);
    assert_eq!(
        (
            length(&tree["ground"]["squares"]),
            length(&tree["drawings"]),
            length(&tree["nodes"][0]["pieces"]),
            length(&tree["nodes"][1]["pieces"])
        ),
        (Some(9), Some(2), Some(5), Some(6))
    );
    assert_eq!(tree["omission"], Value::Null);
    assert_eq!((&tree["svg"], &tree["plies"]), (&Value::Null, &json!(4)));
}

#[test]
fn a_level_with_a_time_alone_says_how_far_its_values_look() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let tree = tab.answer(json!({"ask": "tree", "opened": [[]], "level": "time=0.1"}));
    assert_eq!(tree["plies"], json!(3));
}

#[test]
fn everything_opened_is_the_tree_of_the_command() {
    let mut tab = at_t3c();
    let mut opened = vec![Vec::<String>::new()];
    let mut tree = Value::Null;
    // Whoever opens all that can be opened has seen everything after four plies.
    for _ in 0..4 {
        tree =
            tab.answer(json!({"ask": "tree", "opened": opened, "level": "depth=4", "svg": true}));
        opened = openable(&tree);
    }
    assert_eq!(
        tree["counts"],
        "21 nodes, 9 leaves (o wins: 7, x wins: 2), depth 4, 2 equivalent"
    );
    assert!(
        tree["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg") || svg.starts_with("<?xml")),
        "{tree}"
    );
    let folded = tab.answer(json!({"ask": "tree", "opened": [[], ["c1"]]}));
    assert_eq!(
        column(&folded, "move"),
        ["", "b1", "c1", "a2", "a3", "b1", "a2", "a3"]
    );
    assert_eq!(folded["nodes"][2]["children"], json!([5, 6, 7]));
    assert!(
        column(&folded, "value").iter().all(|value| value.is_null()),
        "no values were asked for"
    );
}

#[test]
fn a_tree_has_no_more_nodes_than_a_page_can_show() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let mut opened = vec![Vec::new()];
    let mut tree = Value::Null;
    for _ in 0..8 {
        tree = tab.answer(json!({"ask": "tree", "opened": opened}));
        opened = openable(&tree);
    }
    let nodes = tree["nodes"].as_array().expect("a tree has nodes");
    assert!((400..=500).contains(&nodes.len()), "{}", nodes.len());
    let cut = nodes
        .iter()
        .find(|node| node["kind"] == "cut")
        .expect("some moves had no room");
    assert!(
        cut["note"]
            .as_str()
            .is_some_and(|note| note.ends_with(" more")),
        "{cut}"
    );
    let shallow = tab.answer(json!({"ask": "tree", "opened": opened, "level": "easy"}));
    assert!(
        column(&shallow, "value")
            .iter()
            .all(|value| value.is_string()),
        "nodes beyond a level's depth have values"
    );
}

#[test]
fn a_tree_ends_when_it_is_cancelled() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let since = Instant::now();
    let job = tab.ask(json!({"ask": "tree", "opened": [[]], "level": "depth=12,heuristic=discs"}));
    std::thread::sleep(Duration::from_millis(300));
    tab.ask(json!({"ask": "cancel", "job": job}));
    let end = tab.said(job).pop().expect("there is an end");
    assert_eq!(end["fault"]["text"], "cancelled");
    assert!(since.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_tree_without_turns_or_levels_is_refused() {
    let (mut tab, _) = Running::with(FILETTO).open_tab();
    let unknown = tab.fault(json!({"ask": "tree", "level": "nobody"}));
    assert!(
        unknown.starts_with("there is no level `nobody`"),
        "{unknown}"
    );
    let (mut tab, _) = Running::with("tests/cli/at_once.rules").open_tab();
    let refused = tab.fault(json!({"ask": "tree", "opened": [[]]}));
    assert!(!refused.is_empty());
}

#[test]
fn positions_without_room_are_left_out_and_counted() {
    let text = "
        role(solo).
        :- fluent put(column).
        column(1..20).
        legal(solo, place(X)) :- column(X), \\+ put(X).
        notation(place(X), T) :- atom_concat(m, X, T).
        add(put(X)) :- does(solo, place(X)).
        terminal :- put(1), put(2), put(3).
        goal(solo, 100).
        grid(20, 1).
        long(0, T, T) :- !.
        long(N, T, U) :- atom_concat(T, T, V), M is N - 1, long(M, V, U).
        show(X, 1, G) :- put(X), atom_concat(q, X, A), long(17, A, G).";
    let (studio, _folder, _) = Running::with_text(text);
    let (mut tab, _) = studio.open_tab();
    let tree = tab.answer(json!({"ask": "tree", "opened": [[]], "level": null}));
    let omission = tree["omission"].as_str().expect("some are left out");
    assert!(omission.ends_with("positions are not shown."), "{omission}");
    assert!(tree["nodes"].to_string().len() < 8 << 20);
}
