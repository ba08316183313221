//! What a converted sheet says of effects: what is proved of it, and that it is the same game.

use std::fs;
use std::path::Path;

use regola::game::Rules;

use super::{assert_same, converted, loaded, sheets};

/// The declarations and the clauses about what moves change. A clause goes on in lines that are moved in.
fn effects(text: &str) -> String {
    let words = [":- fluent ", "next(", "add(", "delete("];
    let mut is_wanted = false;
    let wanted = text.lines().filter(|line| {
        if !line.starts_with(' ') {
            is_wanted = words.iter().any(|word| line.starts_with(word));
        }
        is_wanted
    });
    wanted.map(|line| format!("{line}\n")).collect()
}

/// The effects of the rule file that a sheet is converted to, which is the same game to the end of random games.
fn effects_of_same(sheet: &str) -> String {
    let text = converted(sheet);
    let again = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    assert_same(&loaded(sheet), &again, 10, &text);
    effects(&text)
}

#[test]
fn effects_of_the_sheets_that_ship() {
    let mut told = String::new();
    for sheet in sheets(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/games/gdl"))) {
        let name = sheet.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&sheet).expect("it can be read");
        told.push_str(&format!("== {name}\n{}\n", effects_of_same(&text)));
    }
    assert_snapshot!("gdl__effects_of_sheets", told);
}

/// Squares that one player paints; `legal` says which.
fn painting(legal: &str) -> String {
    format!(
        "(role ann) (square 1) (square 2) (square 3) (colour red) (colour blue)
        (init (paint 1 red))
        (<= (legal ann (dye ?s ?c)) (square ?s) (colour ?c) {legal})
        (<= (legal ann rest) (true (paint 1 red)))
        (<= (next (paint ?s ?c)) (does ann (dye ?s ?c)))
        (<= (next (paint ?s ?c)) (true (paint ?s ?c)))
        (<= (painted ?s) (true (paint ?s ?c)))
        (<= terminal (true (paint 2 red)) (true (paint 3 blue)))
        (<= (goal ann 100) (true (paint 3 blue)))"
    )
}

#[test]
fn a_square_that_only_the_legal_moves_keep_from_having_two_colours_has_a_value() {
    assert_eq!(
        effects_of_same(&painting("(not (painted ?s))")),
        ":- fluent paint(square) -> colour.\nadd(paint(S, C)) :- does(ann, dye(S, C)).\n"
    );
}

#[test]
fn a_square_that_may_have_two_colours_has_no_value() {
    assert_eq!(
        effects_of_same(&painting("(not (true (paint ?s ?c)))")),
        ":- fluent paint(square, colour).\nadd(paint(S, C)) :- does(ann, dye(S, C)).\n"
    );
}

/// Two players who move at once, each a stone from place to place; `apart` says whether to the same place.
fn stones(apart: &str) -> String {
    format!(
        "(role ann) (role bob) (place 1) (place 2) (place 3)
        (init (on 1 ann)) (init (on 2 bob))
        (<= (legal ?r (go ?p)) (role ?r) {apart})
        (<= (next (on ?p ?r)) (does ?r (go ?p)))
        (<= (next (on ?p ?r)) (true (on ?p ?r)) (does ?r (go ?q)) (distinct ?p ?q) (true (on ?q ?r)))
        (<= terminal (true (on 3 ann)) (true (on 3 bob)))
        (<= terminal (true (on 1 bob)))
        (<= terminal (true (on 2 ann)))
        (<= (goal ?r 100) (role ?r) (true (on 3 ?r)))
        (<= (goal ?r 0) (role ?r) (not (true (on 3 ?r))))
        (side ann 1) (side ann 3) (side bob 2)"
    )
}

#[test]
fn moves_at_once_may_give_a_place_two_values() {
    assert_snapshot!(
        "gdl__effects_at_once",
        effects_of_same(&stones("(place ?p)"))
    );
}

/// No game comes to a position where bob is on place 3, but the rules of `next` do not show it.
#[test]
fn what_only_the_start_keeps_apart_is_not_proved() {
    assert_snapshot!(
        "gdl__effects_apart",
        effects_of_same(&stones("(side ?r ?p)"))
    );
}

/// A key that has no value after some steps.
#[test]
fn what_goes_without_another_value_is_deleted() {
    let sheet = "(role ann) (row 1) (row 2) (row 3) (piece king) (piece rook)
        (init (at 1 king)) (init (at 2 rook))
        (<= (legal ann (lift ?r)) (true (at ?r ?p)))
        (<= (legal ann (move ?r ?s)) (true (at ?r ?p)) (row ?s) (not (full ?s)))
        (<= (full ?s) (true (at ?s ?p)))
        (<= (next (at ?s ?p)) (does ann (move ?r ?s)) (true (at ?r ?p)))
        (<= (next (at ?q ?p)) (does ann (move ?r ?s)) (true (at ?q ?p)) (distinct ?q ?r))
        (<= (next (at ?q ?p)) (does ann (lift ?r)) (true (at ?q ?p)) (distinct ?q ?r))
        (<= terminal (true (at 3 king)))
        (<= terminal (not (full 1)) (not (full 2)) (not (full 3)))
        (<= (goal ann 100) (true (at 3 king)))
        (<= (goal ann 0) (not (true (at 3 king))))";
    assert_snapshot!("gdl__effects_deleted", effects_of_same(sheet));
}

#[test]
fn a_clock_has_one_value() {
    let sheet = "(role ann) (init (hour 1))
        (<= (legal ann (wait ?n)) (true (hour ?n)))
        (<= (next (hour ?m)) (true (hour ?n)) (then ?n ?m))
        (<= terminal (true (hour 4)))
        (<= (goal ann 100) (true (hour 4)))
        (then 1 2) (then 2 3) (then 3 4) (then 4 5)";
    assert_snapshot!("gdl__effects_clock", effects_of_same(sheet));
}
