//! Questions asked of a position.

use regola::game::Game;

use super::{ask, follow, game, lecture};

#[test]
fn answers_bind_the_variables_of_the_question() {
    let rules = lecture();
    let mut answers = rules
        .query(&rules.initial(), "cell(4, Y, P)")
        .expect("a right question");
    let first = answers.next().expect("an answer").expect("no error");
    assert_eq!(
        first
            .bindings
            .iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect::<Vec<_>>(),
        ["Y 4", "P black"]
    );
    assert_eq!(
        first.get("P").map(ToString::to_string),
        Some("black".into())
    );
    assert_eq!(first.get("Q"), None);
    assert!(answers.may_have_more());
    assert_eq!(
        answers
            .next()
            .expect("an answer")
            .expect("no error")
            .to_string(),
        "Y = 5, P = white"
    );
    assert!(answers.next().is_none() && answers.next().is_none());
    assert!(answers.steps() > 0);
}

#[test]
fn answers_are_written_as_goals() {
    let rules = lecture();
    let start = rules.initial();
    let cases = [
        ("true", vec!["true"]),
        ("fail", vec![]),
        ("X = 3", vec!["X = 3"]),
        ("X = Y, Z = f(X)", vec!["Y = X, Z = f(X)"]),
        ("X = [A, _, B | C]", vec!["X = [A, _2, B | C]"]),
        ("X = (a :- b, c)", vec!["X = (a :- b, c)"]),
        ("X = (a = b)", vec!["X = (a = b)"]),
        (
            "X = 'Odd one', Y = \"text\"",
            vec!["X = 'Odd one', Y = \"text\""],
        ),
        ("X = '_'", vec!["X = '_'"]),
        ("member(X, [1, 2]).", vec!["X = 1", "X = 2"]),
        (
            "X = - 1, Y = -(1), Z = 1 - -1",
            vec!["X = - 1, Y = - 1, Z = 1- -1"],
        ),
    ];
    for (question, expected) in cases {
        assert_eq!(ask(&rules, &start, question), expected, "{question}");
    }
}

/// What an answer says holds when it is asked again.
#[test]
fn answers_can_be_asked_again() {
    let rules = lecture();
    let start = rules.initial();
    for question in [
        "legal(P, M)",
        "X = [A, B | C], A = B",
        "X = (a :- b, 'C'), Y = X",
        "cell(X, Y, P), Z = X - -Y",
    ] {
        for answer in ask(&rules, &start, question) {
            assert_eq!(
                ask(&rules, &start, &format!("{question}, {answer}")).len(),
                1,
                "{answer}"
            );
        }
    }
}

#[test]
fn what_is_no_question_is_told() {
    let rules = lecture();
    let told = [
        "",
        "legal(P, M",
        "legal(P M)",
        "a. b.",
        "lgal(P, M)",
        "cell(X, Y)",
        "3",
        "X",
        "(foo, legal(P, M))",
    ]
    .map(|question| {
        let told = match rules.query(&rules.initial(), question) {
            Err(failure) => failure.to_string(),
            Ok(mut answers) => match answers.next() {
                Some(Err(error)) => rules.failure(&error).to_string(),
                other => format!("{other:?}"),
            },
        };
        format!("?- {question}\n{told}\n\n")
    });
    assert_snapshot!("game__no_questions", told.concat());
}

/// A question may name what only the vocabulary or the prelude has.
#[test]
fn questions_may_look_ahead_and_count() {
    let rules = lecture();
    let start = rules.initial();
    assert_eq!(
        ask(&rules, &start, "aggregate_all(count, legal(_, _), N)"),
        ["N = 4"]
    );
    assert_eq!(ask(&rules, &start, "square_name(3, 4, N)"), ["N = \"c4\""]);
    let next = follow(&rules, &start, "c-5");
    assert_eq!(
        ask(
            &rules,
            &start,
            "after(black, place(3, 5), findall(M, legal(_, M), L))"
        ),
        ask(&rules, &next, "findall(M, legal(_, M), L)")
    );
}

/// Two questions may be pulled in turn; each has a machine of its own.
#[test]
fn questions_do_not_disturb_each_other() {
    let rules = game("role(a).  role(b).  :- fluent x.  legal(a, go).  add(x).  goal(_, 50).");
    let start = rules.initial();
    let mut one = rules.query(&start, "member(X, [1, 2, 3])").expect("right");
    let mut other = rules.query(&start, "role(R)").expect("right");
    let mut text = String::new();
    while let (Some(x), Some(y)) = (one.next(), other.next()) {
        text += &format!("{} {}; ", x.expect("no error"), y.expect("no error"));
        assert_eq!(rules.turn(&start).map(|_| ()), Ok(()));
    }
    assert_eq!(text, "X = 1 R = a; X = 2 R = b; ");
}
