//! Fluents: keys and values, with domains and without, and how their facts are found.

use std::sync::LazyLock;

use proptest::prelude::*;
use regola::game::{Game, Position, Rules};

use super::{ask, facts, follow, game};

#[test]
fn a_state_may_be_a_string() {
    let rules = game(
        "role(x).  role(o).
         :- fluent state -> _.
         init(state(\"x---\")).
         change(\"x---\", 1, \"xx--\").  change(\"x---\", 2, \"x-x-\").
         legal(x, put(N)) :- state(S), change(S, N, _).
         add(state(T)) :- does(x, put(N)), state(S), change(S, N, T).
         goal(_, 50).",
    );
    let next = follow(&rules, &rules.initial(), "put(2)");
    assert_eq!(facts(&rules, &next), ["state(\"x-x-\")"]);
    assert_eq!(ask(&rules, &next, "state(\"x-x-\")"), ["true"]);
    assert_eq!(
        ask(&rules, &next, "state('x-x-')"),
        [""; 0],
        "an atom is no string"
    );
}

#[test]
fn a_fluent_may_have_neither_key_nor_value() {
    let rules = game(
        "role(solo).  :- fluent done.  legal(solo, go) :- \\+ done.  add(done).  goal(solo, 100).",
    );
    assert_eq!(facts(&rules, &rules.initial()), [""; 0]);
    let next = follow(&rules, &rules.initial(), "go");
    assert_eq!(
        (facts(&rules, &next), ask(&rules, &next, "done")),
        (vec!["done".into()], vec!["true".into()])
    );
}

#[test]
fn one_name_may_be_fluents_of_different_arities() {
    let rules = game(
        "role(solo).  colour(red).
         :- fluent at(colour).  :- fluent at(colour) -> _.  :- fluent at.
         init(at(red)).  init(at(red, 3)).  init(at).
         legal(solo, go).  delete(at(red)).  goal(solo, 100).",
    );
    assert_eq!(
        facts(&rules, &rules.initial()),
        ["at(red)", "at(red, 3)", "at"]
    );
    assert_eq!(
        facts(&rules, &follow(&rules, &rules.initial(), "go")),
        ["at(red, 3)", "at"]
    );
}

/// Domains are what predicates answer: also compound terms, lists, negative and wide integers.
#[test]
fn domains_may_hold_any_ground_terms() {
    let rules = game(
        "role(black).  role(white).
         piece(man(P)) :- role(P).  piece(king(P)) :- role(P).
         place(-2..2).  place([a, b]).  place(\"text\").  place(4611686018427387904).  place(f(g(1), [])).
         :- fluent lies(place) -> piece.
         init(lies(-2, man(black))).  init(lies([a, b], king(white))).  init(lies(\"text\", man(white))).
         init(lies(4611686018427387904, king(black))).  init(lies(f(g(1), []), man(black))).
         legal(P, go) :- role(P).  delete(lies(X, man(P))) :- does(P, go), lies(X, man(P)).  goal(_, 50).",
    );
    let start = rules.initial();
    assert_eq!(ask(&rules, &start, "lies(X, man(P))").len(), 3);
    assert_eq!(
        ask(&rules, &start, "lies([X, b], V)"),
        ["X = a, V = king(white)"]
    );
    assert_eq!(
        ask(&rules, &start, "X is 4611686018427387903 + 1, lies(X, V)"),
        ["X = 4611686018427387904, V = king(black)"]
    );
    assert_eq!(
        ask(&rules, &start, "string_concat(te, xt, X), lies(X, V)"),
        ["X = \"text\", V = man(white)"]
    );
    assert_eq!(
        ask(&rules, &start, "lies(f(g(N), L), V)"),
        ["N = 1, L = [], V = man(black)"]
    );
    assert_eq!(
        ask(
            &rules,
            &start,
            "lies(a, _) ; lies(text, _) ; lies(3, _) ; lies(f(_), _) ; lies(_, man)"
        ),
        [""; 0]
    );
    let next = play_first(&rules, &start);
    assert_eq!(ask(&rules, &next, "lies(X, _)").len(), 3);
}

fn play_first(rules: &Rules, position: &Position) -> Position {
    let moves = super::legal(rules, position);
    super::play(rules, position, &moves[..1])
}

/// An interval stands for several facts also inside `init`.
#[test]
fn a_start_may_be_said_with_intervals() {
    let rules = game(
        "role(solo).  side(1..3).
         :- fluent cell(side, side) -> role.  :- fluent seen(_).
         init(cell(2..3, 1..2, solo)).  init(seen(p(-1..0))).
         legal(solo, go).  add(seen(go)).  goal(solo, 100).",
    );
    let cells = [
        "cell(2, 1, solo)",
        "cell(2, 2, solo)",
        "cell(3, 1, solo)",
        "cell(3, 2, solo)",
    ];
    assert_eq!(facts(&rules, &rules.initial())[..4], cells);
    assert_eq!(
        facts(&rules, &rules.initial())[4..],
        ["seen(p(-1))", "seen(p(0))"]
    );
}

/// A fluent may have the name of a predicate that the prelude defines in the rule language; the
/// prelude goes on with its own.
#[test]
fn a_fluent_may_take_a_name_from_the_prelude() {
    let rules = game(
        "role(solo).  :- fluent last(role, _).  :- fluent member(role) -> _.
         init(last(solo, 1)).  init(member(solo, x)).
         legal(solo, M) :- memberchk(M, [go]).  add(last(solo, 2)).  goal(solo, 100).",
    );
    let next = play_first(&rules, &rules.initial());
    assert_eq!(ask(&rules, &next, "last(solo, N)"), ["N = 1", "N = 2"]);
    assert_eq!(
        ask(&rules, &next, "member(solo, X), memberchk(a, [a])"),
        ["X = x"]
    );
}

/// More keys than are kept in a row are kept in a map; nobody can tell.
#[test]
fn a_large_product_of_domains_is_no_different() {
    let rules = game(
        "role(solo).  side(1..300).
         :- fluent cell(side, side) -> role.
         init(cell(300, 1, solo)).  init(cell(2, 299, solo)).
         legal(solo, place(X)) :- side(X), \\+ cell(X, X, _).
         add(cell(X, X, solo)) :- does(solo, place(X)).
         goal(solo, 100).",
    );
    let next = follow(&rules, &rules.initial(), "place(7)");
    assert_eq!(
        facts(&rules, &next),
        [
            "cell(2, 299, solo)",
            "cell(7, 7, solo)",
            "cell(300, 1, solo)"
        ]
    );
}

/// The same relations once with domains and once without, filled by the facts of a position.
fn relations(domains: bool) -> Rules {
    let domain = |name: &'static str| if domains { name } else { "_" };
    let (place, piece) = (domain("place"), domain("piece"));
    game(&format!(
        "role(solo).
         side(a).  side(b).
         place(1..3).  place(p(S)) :- side(S).
         piece(man(S)) :- side(S).  piece(none).
         :- fluent cell({place}, {place}) -> {piece}.
         :- fluent seen({place}, {piece}).
         :- fluent last -> {piece}.
         :- fluent over.
         legal(solo, go).  add(over).  goal(solo, 100)."
    ))
}

/// Both layouts, loaded once: those with domains, and those without.
static LAYOUTS: LazyLock<[Rules; 2]> = LazyLock::new(|| [true, false].map(relations));

const PLACES: [&str; 5] = ["1", "2", "3", "p(a)", "p(b)"];
const PIECES: [&str; 3] = ["man(a)", "man(b)", "none"];

/// A random set of facts as clauses.
fn some_facts() -> impl Strategy<Value = String> {
    let cells = prop::collection::vec(prop::option::of(0..3usize), 25);
    let seen = prop::collection::vec(any::<bool>(), 15);
    (cells, seen, prop::option::of(0..3usize), any::<bool>()).prop_map(
        |(cells, seen, last, over)| {
            let cells = cells.iter().enumerate().filter_map(|(at, piece)| {
                piece.map(|piece| {
                    format!(
                        "cell({}, {}, {}).\n",
                        PLACES[at / 5],
                        PLACES[at % 5],
                        PIECES[piece]
                    )
                })
            });
            let seen = seen.iter().enumerate().filter(|(_, seen)| **seen);
            let seen =
                seen.map(|(at, _)| format!("seen({}, {}).\n", PLACES[at / 3], PIECES[at % 3]));
            let last = last.map(|piece| format!("last({}).\n", PIECES[piece]));
            let over = over.then(|| "over.\n".to_owned());
            cells.chain(seen).chain(last).chain(over).collect()
        },
    )
}

/// An argument of a call: bound, partly bound, free, or outside every domain.
fn an_argument() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "X", "Y", "_", "1", "3", "p(a)", "p(X)", "p(Y)", "man(a)", "man(X)", "none", "4", "q",
        "\"1\"", "[X]",
    ])
}

/// A call of one of the relations.
fn a_call() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (an_argument(), an_argument(), an_argument()).prop_map(|(x, y, z)| format!("cell({x}, {y}, {z})")),
        3 => (an_argument(), an_argument()).prop_map(|(x, y)| format!("seen({x}, {y})")),
        1 => an_argument().prop_map(|x| format!("last({x})")),
        1 => Just("over".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// A call finds the facts that a walk through all of them finds, in the same order, whatever is
    /// bound, and the layout of the facts changes nothing.
    #[test]
    fn calls_find_what_a_plain_walk_finds(text in some_facts(), call in a_call()) {
        let mut found = Vec::new();
        for rules in LAYOUTS.iter() {
            let position = rules.position("facts", &text).expect("facts of the game");
            let all = facts(rules, &position).join(", ");
            let called = ask(rules, &position, &call);
            prop_assert_eq!(&called, &ask(rules, &position, &format!("member({call}, [{all}])")), "{} in {}", call, all);
            let bound_later = ask(rules, &position, &format!("C = {call}, functor(C, N, A), functor(G, N, A), call(G), G = C"));
            prop_assert_eq!(called.len(), bound_later.len());
            found.push(called);
        }
        let open = found.pop();
        prop_assert_eq!(found.pop().map(sorted), open.map(sorted));
    }

    /// Facts added and taken away by moves are those that are found.
    #[test]
    fn facts_of_both_layouts_are_hashed_alike_by_content(text in some_facts()) {
        for rules in LAYOUTS.iter() {
            let position = rules.position("facts", &text).expect("facts of the game");
            let reversed: String = text.lines().rev().map(|line| format!("{line}\n")).collect();
            let again = rules.position("facts", &reversed).expect("facts of the game");
            prop_assert_eq!(position.key(), again.key());
            prop_assert_eq!(position, again);
        }
    }
}

fn sorted(mut answers: Vec<String>) -> Vec<String> {
    answers.sort();
    answers
}

#[test]
fn the_start_of_a_game_without_init_is_empty() {
    let rules = relations(true);
    assert_eq!(facts(&rules, &rules.initial()), [""; 0]);
}
