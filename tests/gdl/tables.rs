//! Lists of facts in a converted sheet: they are written with few words, and say the same.

use regola::game::{Game, Rules};

use super::{converted, loaded};

/// The end of a sheet that has one move.
const REST: &str = "
(role ann) (init (at 1))
(<= (legal ann stay) (true (at 1)))
(<= (next (at 1)) (true (at 1)))
(<= terminal (true (at 2)))
(<= (goal ann 100) (true (at 1)))
";

/// The lines of a converted sheet that have a word.
fn lines(sheet: &str, word: &str) -> Vec<String> {
    let text = converted(&format!("{sheet} {REST}"));
    let lines = text.lines().filter(|line| line.contains(word));
    lines.map(str::to_owned).collect()
}

/// Facts, one for each of these arguments.
fn facts(form: &str, arguments: impl IntoIterator<Item = String>) -> String {
    let facts = arguments.into_iter();
    facts.map(|own| form.replace('_', &own) + " ").collect()
}

#[test]
fn products_are_intervals_and_lists() {
    let squares = (1..=8).flat_map(|x| (1..=2).map(move |y| format!("{x} {y}")));
    let men = facts("(init (man _ white))", squares);
    assert_eq!(lines(&men, "init(man"), ["init(man(1..8, 1..2, white))."]);
    let men = facts(
        "(init (man _))",
        ["a", "c", "e", "g"]
            .into_iter()
            .flat_map(|x| [1, 3, 7].map(|y| format!("{x} {y}"))),
    );
    assert_eq!(
        lines(&(men + "(init (man b 2))"), "init(man"),
        [
            "init(man(X, Y)) :- member(X, [a, c, e, g]), member(Y, [1, 3, 7]).",
            "init(man(b, 2))."
        ]
    );
}

#[test]
fn what_is_no_product_stays() {
    let men = "(init (man 1 1)) (init (man 2 2)) (init (man 3 1))";
    assert_eq!(
        lines(men, "init(man"),
        ["init(man(1, 1)).  init(man(2, 2)).  init(man(3, 1))."]
    );
}

#[test]
fn tables_of_numbers_are_arithmetic() {
    let below = facts("(below _)", (1..20).map(|x| format!("{} {x}", x - 1)));
    assert_eq!(
        lines(&below, "below"),
        [
            "below_1(0..18).",
            "below(X, Y) :- ( integer(Y) -> X is Y - 1 ; true ), below_1(X), Y is X + 1."
        ]
    );
    let index = facts("(index _)", (1..=8).map(|x| x.to_string()));
    let add = [("p1", 1..=7, 1), ("zero", 1..=8, 0), ("n1", 2..=8, -1)];
    let add = add.map(|(name, firsts, by)| {
        facts(
            "(plus1 _)",
            firsts.map(|x| format!("{x} {name} {}", x + by)),
        )
    });
    assert_eq!(
        lines(&(index.clone() + &add.concat()), "plus1"),
        [
            "plus1(X, p1, Y) :- index(X), Y is X + 1, index(Y).",
            "plus1(X, zero, X) :- index(X).",
            "plus1(X, n1, Y) :- index(X), Y is X - 1, index(Y).",
        ]
    );
    let pairs = || (1..=8).flat_map(|x| (1..=8).map(move |y| (x, y)));
    let less = pairs()
        .filter(|(x, y)| x < y)
        .map(|(x, y)| format!("{x} {y}"));
    assert_eq!(
        lines(&(index.clone() + &facts("(less _)", less)), "less"),
        ["less(X, Y) :- index(X), index(Y), X < Y."]
    );
    let sums = pairs()
        .filter(|(x, y)| x + y <= 8)
        .map(|(x, y)| format!("{x} {y} {}", x + y));
    let sums = lines(&(index + &facts("(sum _)", sums)), "sum(X");
    assert_eq!(
        sums,
        ["sum(X, Y, Z) :- sum_1(X), sum_1(Y), Z is X + Y, between(2, 8, Z)."]
    );
}

#[test]
fn what_is_left_of_a_table_stays() {
    let ways = facts("(way _)", (1..10).map(|x| format!("{x} up {}", x + 1)));
    assert_eq!(
        lines(&(ways + "(way 4 down 3)"), "way(X"),
        ["way(X, up, Y) :- way_1(X), Y is X + 1."]
    );
}

#[test]
fn a_table_with_a_gap_is_none_of_that() {
    let index = facts("(index _)", [1, 2, 4, 5].map(|x| x.to_string()));
    let text = "index(1).  index(2).  index(4).  index(5).";
    assert_eq!(lines(&index, "index"), [text]);
    let up = "(up 1 2) (up 2 3) (up 3 5)";
    assert_eq!(lines(up, "up"), ["up(1, 2).  up(2, 3).  up(3, 5)."]);
}

#[test]
fn a_comment_stays_at_its_place() {
    let sheet =
        format!("{REST}\n; low\n(size 1) (size 2) (size 3)\n; high\n(size 4) (size 5) (size 6)");
    let text = converted(&sheet);
    assert!(
        text.ends_with("% low\nsize(1..3).\n\n% high\nsize(4..6).\n"),
        "{text}"
    );
}

#[test]
fn a_board_is_drawn() {
    let squares = (1..=3).flat_map(|x| (1..=4).map(move |y| format!("{x} {y}")));
    let sheet = format!(
        "{} (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)))
        (<= (next (cell ?x ?y x)) (true (cell ?x ?y blank)) (does ann stay)) {REST}",
        facts("(init (cell _ blank))", squares)
    );
    let rules = Rules::from_text(&converted(&sheet)).unwrap_or_else(|failure| panic!("{failure}"));
    let position = rules.initial();
    let moves = rules.legal_moves(&position).expect("there are moves");
    let next = rules
        .play(&position, &moves[..1])
        .expect("the move is legal");
    let board = rules
        .board(&next)
        .expect("it can be drawn")
        .expect("there is a board");
    assert_eq!((board.columns, board.rows), (3, 4));
    assert_eq!(board.to_string().matches('x').count(), 12);
}

/// Whatever the table, each question has the same answers, whichever arguments are known.
#[test]
fn a_table_has_the_same_answers() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let mut rows = String::new();
        let side = random.i64(2..24);
        let shift = random.i64(-3..4);
        for x in 0..side {
            match random.u8(0..12) {
                0 => rows += &format!("(rel a {x})"),
                1 => rows += &format!("(rel {x} {})", side - x),
                2 => {}
                _ => rows += &format!("(rel {x} {})", x + shift),
            }
        }
        let sheet = format!(
            "(role ann) (item a) (item 3) (item 5) (init (at 1)) {rows} (rel a a)
            (<= (legal ann (pair ?x ?y)) (rel ?x ?y))
            (<= (legal ann (from ?x ?y)) (item ?x) (rel ?x ?y))
            (<= (legal ann (to ?x ?y)) (item ?y) (rel ?x ?y))
            (<= (legal ann (both ?x ?y)) (item ?x) (item ?y) (rel ?x ?y))
            (<= (next (at 1)) (true (at 1)))
            (<= terminal (true (at 2)))
            (<= (goal ann 100) (true (at 1)))"
        );
        let text = converted(&sheet);
        let moves = |rules: Rules| {
            rules
                .legal_moves(&rules.initial())
                .expect("there are moves")
        };
        let original = moves(loaded(&sheet));
        let again = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(moves(again), original, "{text}");
    }
}
