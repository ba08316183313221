//! Random predicates as text, of the shapes that programs have: tables of facts, guarded clauses,
//! recursion over a list or a number, and any clauses.

use super::goal::{argument, expression, goal, term, test};
use super::source::Source;

const PREDICATES: usize = 4;
const MOST_ARGUMENTS: usize = 4;

/// The clauses of all predicates.
pub fn predicates(source: &mut Source) -> String {
    source.arities = (0..PREDICATES)
        .map(|_| (2 + source.below(MOST_ARGUMENTS + 1)) % (MOST_ARGUMENTS + 1))
        .collect();
    (0..PREDICATES)
        .map(|number| predicate(source, number))
        .collect()
}

/// A query of the first predicate, and sometimes more.
pub fn query(source: &mut Source) -> String {
    let arguments = |source: &mut Source| match source.below(8) {
        0..=3 => source.pick(&["A", "B", "C", "A"]).to_owned(),
        4 => source
            .pick(&[
                "a",
                "1",
                "f(A)",
                "[a, B | C]",
                "[1, 2, 3]",
                "5",
                "g(A, A)",
                "[]",
                "40",
                "[A, A, b, 1, f(B)]",
            ])
            .to_owned(),
        _ => term(source, 2),
    };
    let call = head(0, &source.several(source.arities[0], arguments));
    match source.below(4) {
        0..=2 => call,
        _ => format!("{call}, {}", goal(source, 1, 1)),
    }
}

fn predicate(source: &mut Source, number: usize) -> String {
    let arity = source.arities[number];
    match source.below(8) {
        0..=2 => clauses(source, number),
        3 | 4 if arity > 0 => table(source, number),
        5 if arity > 0 => guarded(source, number),
        6 if arity > 0 => over_a_list(source, number),
        7 if arity > 0 => over_a_number(source, number),
        _ => clauses(source, number),
    }
}

fn head(number: usize, arguments: &str) -> String {
    if arguments.is_empty() {
        format!("p{number}")
    } else {
        format!("p{number}({arguments})")
    }
}

fn clauses(source: &mut Source, number: usize) -> String {
    let count = 1 + source.below(4);
    (0..count).map(|_| clause(source, number)).collect()
}

fn clause(source: &mut Source, number: usize) -> String {
    let head = head(number, &source.several(source.arities[number], argument));
    let count = source.below(5);
    if count == 0 {
        return format!("{head}.\n");
    }
    // A predicate that calls itself as it likes seldom comes to an end.
    let least = if source.below(16) == 15 {
        number
    } else {
        number + 1
    };
    format!(
        "{head} :- {}.\n",
        source.several(count, |source| goal(source, least, 3))
    )
}

/// Facts, many of them with the same arguments in some place.
fn table(source: &mut Source, number: usize) -> String {
    const KEYS: &[&str] = &[
        "a",
        "b",
        "c",
        "1",
        "2",
        "3",
        "f(a)",
        "f(X)",
        "g(a, b)",
        "[]",
        "[a]",
        "[X | Y]",
        "\"s\"",
        "_",
        "X",
        "4611686018427387904",
        "h(X, Y, X)",
        "d",
        "e",
        "-1",
    ];
    let arity = source.arities[number];
    let count = 1 + source.below(14);
    let variety: Vec<usize> = (0..arity).map(|_| 1 + source.below(KEYS.len())).collect();
    let fact = |source: &mut Source| {
        let arguments: Vec<&str> = variety
            .iter()
            .map(|variety| source.pick(&KEYS[..*variety]))
            .collect();
        format!("{}.\n", head(number, &arguments.join(", ")))
    };
    (0..count).map(|_| fact(source)).collect()
}

/// Clauses that begin with tests and a cut.
fn guarded(source: &mut Source, number: usize) -> String {
    let arity = source.arities[number];
    let guarded = |source: &mut Source| {
        let head = head(
            number,
            &source.several(arity, |source| match source.below(4) {
                0 | 1 => source.pick(&["X", "Y", "Z", "_"]).to_owned(),
                2 => source
                    .pick(&[
                        "f(X)",
                        "[X | Xs]",
                        "[]",
                        "a",
                        "1",
                        "g(X, Y)",
                        "\"s\"",
                        "f(a)",
                        "[X, Y | Z]",
                    ])
                    .to_owned(),
                _ => term(source, 2),
            }),
        );
        let tests = 1 + source.below(2);
        let tests = source.several(tests, test);
        let cut = source.pick(&["!", "!", "!", "true"]);
        let count = source.below(3);
        let rest = source.several(count, |source| goal(source, number + 1, 2));
        let comma = if rest.is_empty() { "" } else { ", " };
        format!("{head} :- {tests}, {cut}{comma}{rest}.\n")
    };
    let count = 1 + source.below(4);
    let first: String = (0..count).map(|_| guarded(source)).collect();
    first + &clause(source, number)
}

/// `p([], ...)` and `p([X | Xs], ...)`; the other arguments are carried along or changed.
fn over_a_list(source: &mut Source, number: usize) -> String {
    let carried = source.arities[number] - 1;
    let ends = source.several(carried, |source| {
        source.pick(&["Y", "Z", "Y", "[]", "_"]).to_owned()
    });
    let given = source.several(carried, |source| {
        source.pick(&["Y", "Z", "[X | Z]", "W", "Y"]).to_owned()
    });
    let next = source.several(carried, |source| {
        source
            .pick(&["Y", "Z", "[X | Y]", "f(Y)", "W", "X", "g(Y, Y)"])
            .to_owned()
    });
    let cut = source.pick(&["", " :- !"]);
    let (before, after) = around(source, number);
    let (end, start) = (
        head(number, &comma("[]", &ends)),
        head(number, &comma("[X | Xs]", &given)),
    );
    format!(
        "{end}{cut}.\n{start} :- {before}{}{after}.\n",
        head(number, &comma("Xs", &next))
    )
}

/// `p(0, ...)` and `p(N, ...)`, counting down.
fn over_a_number(source: &mut Source, number: usize) -> String {
    let carried = source.arities[number] - 1;
    let ends = source.several(carried, |source| {
        source.pick(&["Y", "Z", "Y", "[]", "_"]).to_owned()
    });
    let given = source.several(carried, |source| {
        source.pick(&["Y", "Z", "[N | Z]", "W", "Y"]).to_owned()
    });
    let next = source.several(carried, |source| {
        source
            .pick(&["Y", "Z", "[N | Y]", "f(Y)", "W", "N", "Y + N"])
            .to_owned()
    });
    let cut = source.pick(&[" :- !", "", " :- true"]);
    let guard = source.pick(&[
        "N > 0, ",
        "N =\\= 0, ",
        "N < 6, N >= 1, ",
        "integer(N), N > 0, ",
    ]);
    let (before, after) = around(source, number);
    let bound = if source.below(4) == 3 {
        format!("N =< {}, ", expression(source, 1))
    } else {
        String::new()
    };
    let (end, start) = (
        head(number, &comma("0", &ends)),
        head(number, &comma("N", &given)),
    );
    let call = head(number, &comma("M", &next));
    format!("{end}{cut}.\n{start} :- {guard}{bound}M is N - 1, {before}{call}{after}.\n")
}

/// Goals before and after a recursive call, mostly none.
fn around(source: &mut Source, number: usize) -> (String, String) {
    let mut one = |before: &str, after: &str| match source.below(4) {
        0 | 1 => String::new(),
        _ => format!("{before}{}{after}", goal(source, number + 1, 2)),
    };
    (one("", ", "), one(", ", ""))
}

fn comma(first: &str, rest: &str) -> String {
    if rest.is_empty() {
        first.to_owned()
    } else {
        format!("{first}, {rest}")
    }
}
