//! Printing and reading are each other's inverse.

use std::sync::Arc;

use proptest::prelude::*;
use regola::syntax::operators::OPERATORS;
use regola::syntax::source::{Sources, Span};
use regola::syntax::tree::{Clause, SourceTerm, TermKind};

use super::{read, term};

fn nowhere() -> Span {
    Sources::new().add("", "").span(0, 0)
}

fn made(kind: TermKind) -> SourceTerm {
    SourceTerm {
        kind,
        span: nowhere(),
    }
}

/// Names that are easily printed wrong.
const NASTY: &[&str] = &[
    "", "[]", "{}", "!", ";", ",", "|", ".", "..", "...", "/*", "*/", "%", "--", "A", "_", "a b",
    "don't", "\\", "\n", "né", "É", "0'", "- 1",
];

/// Names of all kinds, most of them nasty.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z][a-zA-Z0-9_]{0,3}",
        3 => proptest::sample::select(OPERATORS).prop_map(|operator| operator.name.to_owned()),
        2 => proptest::sample::select(NASTY).prop_map(str::to_owned),
        1 => "[-+*/\\\\^<>=~:.?@#&$]{1,3}",
        1 => any::<String>(),
    ]
}

fn leaf() -> impl Strategy<Value = SourceTerm> {
    let integer = prop_oneof![-3i64..10, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
    prop_oneof![
        3 => name().prop_map(|name| TermKind::Atom(name.into())),
        2 => "[A-Z_][a-zA-Z0-9_]{0,3}".prop_map(|name| TermKind::Variable(name.into())),
        3 => integer.prop_map(TermKind::Integer),
        1 => any::<String>().prop_map(|text| TermKind::String(text.into())),
        1 => Just(TermKind::List { items: [].into(), tail: None }),
    ]
    .prop_map(made)
}

fn compound(functor: String, arguments: Vec<SourceTerm>) -> SourceTerm {
    made(TermKind::Compound {
        functor: Arc::from(functor),
        functor_span: nowhere(),
        arguments: arguments.into(),
    })
}

/// A list in its normal form: the tail is no list.
fn list(items: Vec<SourceTerm>, tail: Option<SourceTerm>) -> SourceTerm {
    let tail = tail.filter(|tail| !matches!(tail.kind, TermKind::List { .. }));
    made(TermKind::List {
        items: items.into(),
        tail: tail.map(Arc::new),
    })
}

pub(super) fn any_term() -> impl Strategy<Value = SourceTerm> {
    leaf().prop_recursive(6, 40, 4, |inner| {
        let operator = || proptest::sample::select(OPERATORS).prop_map(|operator| operator.name.to_owned());
        prop_oneof![
            4 => (operator(), inner.clone(), inner.clone()).prop_map(|(name, left, right)| compound(name, vec![left, right])),
            3 => (operator(), inner.clone()).prop_map(|(name, operand)| compound(name, vec![operand])),
            2 => (name(), prop::collection::vec(inner.clone(), 1..4)).prop_map(|(name, arguments)| compound(name, arguments)),
            1 => (prop::collection::vec(inner.clone(), 1..4), prop::option::of(inner)).prop_map(|(items, tail)| list(items, tail)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_what_was_printed_gives_the_same_term(written in any_term()) {
        prop_assert_eq!(term(&written.to_string()), written);
    }

    #[test]
    fn reading_a_printed_clause_gives_the_same_clause(written in any_term()) {
        let clause = Clause { term: written, comment: "".into() };
        let (file, faults) = read(&clause.to_string());
        prop_assert!(faults.is_empty(), "{} {:?}", clause, faults);
        prop_assert_eq!(file.clauses, vec![clause]);
    }

    /// From its first mistake on, a text is read in another way.
    #[test]
    fn a_mistake_at_the_start_changes_nothing_that_follows(written in prop::collection::vec(any_term(), 1..4)) {
        const MISTAKE: &str = ").\n";
        let clause = |term| format!("% A comment.\n{}\n", Clause { term, comment: "".into() });
        let text: String = written.into_iter().map(clause).collect();
        let (right, (after_mistake, faults)) = (read(&text).0, read(&format!("{MISTAKE}{text}")));
        prop_assert_eq!(faults.len(), 1, "{}", text);
        prop_assert_eq!(&right, &after_mistake, "{}", text);
        for (one, other) in right.clauses.iter().zip(&after_mistake.clauses) {
            prop_assert_eq!(one.term.span.start as usize + MISTAKE.len(), other.term.span.start as usize);
            prop_assert_eq!(one.term.span.end as usize + MISTAKE.len(), other.term.span.end as usize);
        }
    }

    #[test]
    fn no_text_crashes_the_reader(text in any::<String>()) {
        let _ = read(&text);
    }
}
