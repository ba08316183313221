//! The facts that a program is asked about: of two relations that are kept densely and two that are
//! not.

use regola::logic::{Builder, Facts, Program, Term};
use regola::syntax::tree::Clause;

use super::read_query;
use super::source::Source;

/// Name, number of keys, and whether there is a value.
const RELATIONS: &[(&str, usize, bool)] = &[
    ("cell", 2, true),
    ("at", 1, false),
    ("open", 2, false),
    ("held", 1, true),
];

pub fn declare(builder: &mut Builder) {
    for (name, keys, valued) in RELATIONS {
        builder
            .declare_relation(&(*name).into(), *keys, *valued, false, None)
            .expect("the name is new");
    }
}

/// Gives the first two relations their domains.
pub fn lay_out(program: &mut Program) {
    let mut domain = |terms: &str| {
        let terms = Term::from_syntax(&read_query(terms))
            .0
            .items()
            .expect("a list");
        program.domain(terms)
    };
    let (column, row, sign) = (
        domain("[1, 2, 3]"),
        domain("[b, a, 3, c]"),
        domain("[x, o]"),
    );
    let place = domain("[a, f(a), \"s\", [], [a, b], 1, f(b), 4611686018427387904]");
    program.make_dense(0, vec![column, row], Some(sign));
    program.make_dense(1, vec![place], None);
}

/// Facts as text.
pub fn facts(source: &mut Source) -> String {
    let count = source.below(12);
    (0..count).map(|_| format!("{}.\n", fact(source))).collect()
}

fn fact(source: &mut Source) -> String {
    const TERMS: &[&str] = &[
        "a",
        "b",
        "1",
        "2",
        "f(a)",
        "f(b)",
        "[]",
        "[a]",
        "\"s\"",
        "g(1, a)",
        "4611686018427387904",
    ];
    match source.below(6) {
        0..=2 => format!(
            "cell({}, {}, {})",
            source.pick(&["1", "2", "3"]),
            source.pick(&["a", "b", "c", "3"]),
            source.pick(&["x", "o"])
        ),
        3 => format!(
            "at({})",
            source.pick(&["a", "f(a)", "\"s\"", "[]", "[a, b]", "1", "f(b)"])
        ),
        4 => format!("open({}, {})", source.pick(TERMS), source.pick(TERMS)),
        _ => format!("held({}, {})", source.pick(TERMS), source.pick(TERMS)),
    }
}

/// A position in which these facts hold.
pub fn position(program: &Program, facts: &[Clause]) -> Facts {
    let mut position = Facts::empty(program.schema());
    for fact in facts {
        let term = Term::from_syntax(&fact.term).0;
        position.add(
            &program
                .schema()
                .fact(&term)
                .unwrap_or_else(|reason| panic!("{}", reason.term())),
        );
    }
    position
}
