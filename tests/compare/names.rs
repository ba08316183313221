//! Games that call things otherwise are equal with a file of names, and differ without.

use regola::compare::NameMap;
use regola::game::{Failure, Rules};

use super::{compared, only_lines, othello_with, report, shipped};

/// Othello seen in a mirror, with the colours exchanged: White begins.
fn mirrored() -> Rules {
    othello_with(&[
        ("init(control(black))", "init(control(white))"),
        (
            "init(cell(4, 5, black)).  init(cell(5, 4, black)).",
            "init(cell(5, 5, white)).  init(cell(4, 4, white)).",
        ),
        (
            "init(cell(4, 4, white)).  init(cell(5, 5, white)).",
            "init(cell(5, 4, black)).  init(cell(4, 5, black)).",
        ),
        ("notation(pass, \"pass\")", "notation(pass, \"-\")"),
    ])
}

const MIRROR: &str = "
    role(black, white).  role(white, black).
    glyph(\"x\", \"o\").  glyph(\"o\", \"x\").
    move(\"pass\", \"-\").
    square(A, B) :- square_name(X, Y, A), Z is 9 - X, square_name(Z, Y, B).
";

fn names(text: &str) -> NameMap {
    NameMap::from_text(text).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn othello_in_a_mirror_is_othello_by_other_names() {
    let (one, two) = (shipped("othello"), mirrored());
    let report_with =
        compared(&one, &two, &names(MIRROR), &only_lines(3)).expect("the names are right");
    assert!(report_with.all_equal());
    assert!(
        !report(&one, &two, &only_lines(3)).all_equal(),
        "without the names they differ"
    );
}

#[test]
fn each_part_of_the_names_is_needed() {
    let (one, two) = (shipped("othello"), mirrored());
    for part in [
        "role(black, white).  role(white, black).",
        "glyph(\"x\", \"o\").  glyph(\"o\", \"x\").",
        "square(A, B) :-",
    ] {
        let lacking = names(&MIRROR.replace(
            part,
            if part.ends_with(":-") {
                "unused(A, B) :-"
            } else {
                ""
            },
        ));
        let report = compared(&one, &two, &lacking, &only_lines(2)).expect("the names are right");
        assert!(!report.all_equal(), "{part}");
    }
}

#[test]
fn a_line_is_told_as_either_game_writes_it() {
    let one = shipped("othello");
    let two = othello_with(&[
        (
            "notation(place(X, Y), T) :- square_name(X, Y, T).",
            "notation(place(X, Y), T) :- square_name(X, Y, S), string_concat(S, \"!\", T).",
        ),
        (
            "grid(8, 8).",
            "grid(8, 8). square_name(X, Y, T) :- T is 10 * X + Y.",
        ),
        (
            "column(1..8).  row(1..8).",
            "column(1..8).  row(1..8).  :- fluent never(column).",
        ),
        (
            "terminal :- \\+ can_place(black, _, _)",
            "terminal :- cell(5, 6, _), cell(6, 6, _). terminal :- \\+ can_place(black, _, _)",
        ),
    ]);
    let squares = "square(A, B) :- square_name(X, Y, A), B is 10 * X + Y.
                   move(A, B) :- square_name(X, Y, A), between(1, 8, Y), N is 10 * X + Y, string_concat(N, \"!\", B).";
    let mut report =
        compared(&one, &two, &names(squares), &only_lines(4)).expect("the names are right");
    let regola::compare::CompareVerdict::Differs(difference) = report.verdicts.remove(0) else {
        panic!("they differ")
    };
    assert_eq!(
        (
            difference.line.join(" "),
            difference.line_in_other.join(" ")
        ),
        ("e6 f6".into(), "56! 66!".into())
    );
}

#[test]
fn faults_in_names_are_told_with_their_place() {
    let texts = [
        "role(black, x",
        "roel(black, white).",
        "role(black, white, x).",
        "colour(black, white).",
        ":- fluent role(_).",
        "role(A, B) :- rolle(A, B).",
    ];
    let faults =
        texts.map(|text| format!("{}\n", NameMap::from_text(text).expect_err("it is wrong")));
    assert_snapshot!("compare__faults_in_names", faults.join("\n"));
}

#[test]
fn names_that_cannot_be_asked_for_are_a_fault() {
    let fault = |text: &str| -> Failure {
        compared(
            &shipped("othello"),
            &mirrored(),
            &names(text),
            &only_lines(1),
        )
        .expect_err("the names are wrong")
    };
    let told = [
        "role(_, _).",
        "role(A, B) :- atom_length(_, B).",
        "square(A, B) :- square(A, B).",
    ]
    .map(|text| fault(text).to_string());
    assert_snapshot!("compare__names_that_fail", told.join("\n\n"));
}
