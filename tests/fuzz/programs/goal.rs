//! Random terms, expressions and goals as text.

use super::source::Source;

const VARIABLES: &[&str] = &["X", "Y", "Z", "W", "V", "U"];

const CONSTANTS: &[&str] = &[
    "a",
    "b",
    "c",
    "1",
    "2",
    "3",
    "0",
    "-1",
    "[]",
    "\"s\"",
    "\"\"",
    "4611686018427387904",
    "9223372036854775807",
    "'two words'",
    "{}",
];

pub fn variable(source: &mut Source) -> String {
    source.pick(VARIABLES).to_owned()
}

fn constant(source: &mut Source) -> String {
    source.pick(CONSTANTS).to_owned()
}

/// A term no deeper than that.
pub fn term(source: &mut Source, depth: usize) -> String {
    let inner = |source: &mut Source| term(source, depth - 1);
    match source.below(if depth == 0 { 10 } else { 18 }) {
        0..=4 => variable(source),
        5 => "_".to_owned(),
        6..=9 => constant(source),
        10 | 11 => format!("f({})", inner(source)),
        12 => format!("g({}, {})", inner(source), inner(source)),
        13 => format!("[{}, {}]", inner(source), inner(source)),
        14 | 15 => format!("[{} | {}]", inner(source), inner(source)),
        16 => format!("h({}, {}, {})", inner(source), inner(source), inner(source)),
        _ => format!(
            "{} - {}",
            bracketed(inner(source)),
            bracketed(inner(source))
        ),
    }
}

fn bracketed(text: String) -> String {
    if text.contains(' ') || text.starts_with('-') {
        format!("({text})")
    } else {
        text
    }
}

/// An argument of a head or of a call: mostly a variable, so that most goals have answers.
pub fn argument(source: &mut Source) -> String {
    match source.below(8) {
        0..=3 => variable(source),
        4 | 5 => constant(source),
        _ => term(source, 2),
    }
}

fn list(source: &mut Source) -> String {
    match source.below(7) {
        0..=3 => {
            let count = source.below(5);
            format!("[{}]", source.several(count, |source| term(source, 1)))
        }
        4 | 5 => variable(source),
        _ => term(source, 2),
    }
}

pub fn expression(source: &mut Source, depth: usize) -> String {
    let inner = |source: &mut Source| bracketed(expression(source, depth - 1));
    match source.below(if depth == 0 { 8 } else { 16 }) {
        0..=2 => source.pick(&["1", "2", "0", "3", "-1", "7"]).to_owned(),
        3..=5 => variable(source),
        6 => source
            .pick(&[
                "9223372036854775807",
                "-9223372036854775808",
                "4611686018427387904",
            ])
            .to_owned(),
        7 => term(source, 1),
        8..=10 => format!(
            "{} {} {}",
            inner(source),
            source.pick(&["+", "-"]),
            inner(source)
        ),
        11 | 12 => {
            let name = source.pick(&["*", "//", "mod", "rem", "div", "/\\", "\\/", "xor"]);
            format!("{} {name} {}", inner(source), inner(source))
        }
        13 => format!(
            "{}({}, {})",
            source.pick(&["min", "max"]),
            inner(source),
            inner(source)
        ),
        14 => format!(
            "{}({})",
            source.pick(&["abs", "sign", "-", "\\"]),
            inner(source)
        ),
        _ => format!("{} + 1", variable(source)),
    }
}

const NUMBER_TESTS: &[&str] = &["<", ">", "=<", ">=", "=:=", "=\\="];

/// A comparison of numbers, mostly of one that is known to be a number.
fn number_test(source: &mut Source) -> String {
    let name = source.pick(NUMBER_TESTS);
    if source.below(4) == 0 {
        return format!("{} {name} {}", expression(source, 1), expression(source, 2));
    }
    let (number, limit) = (
        variable(source),
        source.pick(&["1", "2", "0", "-1", "Y", "X"]),
    );
    match source.below(3) {
        0 => format!("{number} {name} {limit}"),
        1 => format!("integer({number}), {number} {name} {limit}"),
        _ => format!("integer({number}), {limit} + 1 {name} {number} * 2"),
    }
}

fn term_test(source: &mut Source) -> String {
    let name = source.pick(&["==", "\\==", "\\=", "@<", "@>", "@=<", "@>=", "=", "="]);
    format!("{} {name} {}", own(term(source, 2)), own(term(source, 2)))
}

/// A term as the operand of a comparison.
fn own(text: String) -> String {
    bracketed(text)
}

fn kind_test(source: &mut Source) -> String {
    let kinds = [
        "var", "nonvar", "integer", "atom", "atomic", "compound", "callable", "string", "is_list",
        "ground",
    ];
    format!("{}({})", source.pick(&kinds), variable(source))
}

/// A test that a clause may begin with.
pub fn test(source: &mut Source) -> String {
    match source.below(4) {
        0 | 1 => number_test(source),
        2 => kind_test(source),
        _ => term_test(source),
    }
}

/// A call of predicate number `least` or a later one, or of the library.
fn call(source: &mut Source, least: usize) -> String {
    let number = least + source.below(source.arities.len() + 2 - least.min(source.arities.len()));
    match source.arities.get(number) {
        Some(0) => format!("p{number}"),
        Some(&arity) => format!("p{number}({})", source.several(arity, argument)),
        None => library_call(source),
    }
}

fn library_call(source: &mut Source) -> String {
    match source.below(14) {
        0..=2 => format!("q({})", source.several(2, argument)),
        3 | 4 => format!("t({})", source.several(3, argument)),
        5 => format!("each({}, {})", list(source), argument(source)),
        6 => format!("join({}, {}, {})", list(source), list(source), list(source)),
        7 => format!("kind({}, {})", argument(source), argument(source)),
        8 => format!(
            "larger({}, {}, {})",
            expression(source, 1),
            expression(source, 1),
            variable(source)
        ),
        _ => format!(
            "{}({}, {}, {})",
            source.pick(&["reversed", "count"]),
            argument(source),
            argument(source),
            variable(source)
        ),
    }
}

/// A goal of the prelude or of the machine itself.
fn provided(source: &mut Source, least: usize) -> String {
    match source.below(15) {
        0 | 1 => format!("member({}, {})", argument(source), list(source)),
        2 => format!(
            "append({}, {}, {})",
            list(source),
            list(source),
            list(source)
        ),
        3 => format!(
            "select({}, {}, {})",
            argument(source),
            list(source),
            list(source)
        ),
        4 => format!(
            "between({}, {}, {})",
            source.pick(&["1", "0", "-1", "3"]),
            source.pick(&["3", "1", "2"]),
            variable(source)
        ),
        5 => format!("maplist({}, {})", closure(source, least, 1), list(source)),
        6 => format!(
            "maplist({}, {}, {})",
            closure(source, least, 2),
            list(source),
            list(source)
        ),
        7 => {
            format!(
                "foldl({}, {}, {}, {})",
                closure(source, least, 3),
                list(source),
                term(source, 1),
                variable(source)
            )
        }
        8 => format!("{} =.. {}", own(term(source, 2)), list(source)),
        9 => format!(
            "functor({}, {}, {})",
            term(source, 2),
            variable(source),
            variable(source)
        ),
        10 => format!(
            "arg({}, {}, {})",
            source.pick(&["N", "1", "2", "X", "0"]),
            term(source, 2),
            argument(source)
        ),
        11 => format!("copy_term({}, {})", term(source, 2), argument(source)),
        12 => format!(
            "{}({}, {})",
            source.pick(&["msort", "sort", "length"]),
            list(source),
            argument(source)
        ),
        13 => format!(
            "numlist(1, {}, {})",
            source.pick(&["3", "1", "20", "0"]),
            variable(source)
        ),
        _ => format!(
            "compare({}, {}, {})",
            variable(source),
            term(source, 2),
            term(source, 2)
        ),
    }
}

/// A goal that lacks its last arguments.
fn closure(source: &mut Source, least: usize, lacking: usize) -> String {
    let fitting: Vec<usize> = (least..source.arities.len())
        .filter(|own| source.arities[*own] >= lacking)
        .collect();
    match source.below(fitting.len() + 2).checked_sub(2) {
        Some(chosen) => {
            let number = fitting[chosen];
            match source.arities[number] - lacking {
                0 => format!("p{number}"),
                given => format!("p{number}({})", source.several(given, argument)),
            }
        }
        None => match lacking {
            1 => source
                .pick(&["q(a)", "integer", "=(X)", "t(a, 1)", "call", "var"])
                .to_owned(),
            2 => source
                .pick(&["q", "kind", "=", "t(a)", "larger(2)", "=.."])
                .to_owned(),
            _ => source.pick(&["t", "larger", "join", "functor"]).to_owned(),
        },
    }
}

fn thrown(source: &mut Source) -> String {
    match source.below(3) {
        0 => format!("throw({})", term(source, 1)),
        1 => format!("( nonvar(X), throw(ball({})) ; true )", term(source, 2)),
        _ => format!("( {} -> throw({}) ; true )", test(source), term(source, 1)),
    }
}

/// A goal without goals in it.
fn simple(source: &mut Source, least: usize) -> String {
    match source.below(24) {
        0..=5 => call(source, least),
        6..=8 => format!("{} = {}", variable(source), own(term(source, 2))),
        9 => format!("{} = {}", own(term(source, 2)), own(term(source, 2))),
        10 => {
            let number = variable(source);
            format!(
                "integer({number}), {} is {number} + {}",
                variable(source),
                source.pick(&["1", "2", "-1"])
            )
        }
        11 if source.below(2) == 0 => format!("{} is {}", variable(source), expression(source, 2)),
        11 => format!("{} is {}", own(term(source, 1)), expression(source, 1)),
        12 | 13 => number_test(source),
        14 => term_test(source),
        15 => kind_test(source),
        16 | 17 => "!".to_owned(),
        18..=20 => provided(source, least),
        21 => source
            .pick(&[
                "true",
                "fail",
                "call(q(X), Y)",
                "each([q(Z, W), true, (X = 1, !)], G), G",
                "call(X)",
            ])
            .to_owned(),
        22 => thrown(source),
        _ => "true".to_owned(),
    }
}

/// A goal whose calls are of predicate number `least` or later ones.
pub fn goal(source: &mut Source, least: usize, depth: usize) -> String {
    if depth == 0 {
        return simple(source, least);
    }
    let inner = |source: &mut Source| goal(source, least, depth - 1);
    match source.below(36) {
        0..=15 => simple(source, least),
        16 | 17 => format!("( {}, {} )", inner(source), inner(source)),
        18 | 19 => format!("( {} ; {} )", inner(source), inner(source)),
        20 => format!(
            "( {} -> {} ; {} )",
            test(source),
            inner(source),
            inner(source)
        ),
        21 => format!(
            "( {} -> {} ; {} )",
            inner(source),
            inner(source),
            inner(source)
        ),
        22 => format!(
            "( {} *-> {} ; {} )",
            inner(source),
            inner(source),
            inner(source)
        ),
        23 => format!(
            "( {} {} {} )",
            inner(source),
            source.pick(&["->", "*->"]),
            inner(source)
        ),
        24 => format!(
            "( {} -> {} ; {} -> {} ; {} )",
            test(source),
            inner(source),
            test(source),
            inner(source),
            inner(source)
        ),
        25 | 26 => format!("\\+ ( {} )", inner(source)),
        27 => format!(
            "{}(( {} ))",
            source.pick(&["once", "ignore", "call", "run", "not"]),
            inner(source)
        ),
        28 => format!(
            "( G = ( {} ), {} )",
            inner(source),
            source.pick(&["G", "call(G)", "run(G)", "\\+ G"])
        ),
        29 => format!("forall(( {} ), ( {} ))", inner(source), inner(source)),
        30 | 31 => format!(
            "findall({}, ( {} ), {})",
            term(source, 2),
            inner(source),
            variable(source)
        ),
        32 => format!(
            "aggregate_all(count, ( {} ), {})",
            inner(source),
            variable(source)
        ),
        33 => aggregate(source, least, depth),
        _ => format!(
            "catch(( {} ), {}, ( {} ))",
            inner(source),
            ball(source),
            inner(source)
        ),
    }
}

fn aggregate(source: &mut Source, least: usize, depth: usize) -> String {
    let what = match source.below(5) {
        0 => format!(
            "{}({})",
            source.pick(&["max", "min"]),
            expression(source, 1)
        ),
        1 => format!("sum({})", expression(source, 1)),
        2 => format!(
            "{}({}, {})",
            source.pick(&["max", "min"]),
            expression(source, 1),
            term(source, 1)
        ),
        _ => format!("{}({})", source.pick(&["bag", "set"]), term(source, 2)),
    };
    format!(
        "aggregate_all({what}, ( {} ), {})",
        goal(source, least, depth - 1),
        variable(source)
    )
}

fn ball(source: &mut Source) -> String {
    match source.below(4) {
        0 => "E".to_owned(),
        1 => "error(E, _)".to_owned(),
        2 => format!("ball({})", term(source, 1)),
        _ => term(source, 1),
    }
}
