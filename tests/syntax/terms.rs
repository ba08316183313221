//! Tokens and terms, and where they stand.

use std::sync::Arc;

use regola::syntax::parse::is_complete;
use regola::syntax::quote::{needs_quotes, quote_atom, quote_string};
use regola::syntax::source::Sources;
use regola::syntax::tree::{SourceTerm, TermKind};

use super::{canonical, codes, read, term};

#[test]
fn integers() {
    let table = [
        ("1_000", 1000),
        ("0xff", 255),
        ("0o17", 15),
        ("0b101", 5),
        ("0'a", 97),
        ("0' ", 32),
        ("0'\\n", 10),
        ("0'\\x41\\", 65),
        ("0'\\101\\", 65),
        ("0'\\\\", 92),
        ("0'''", 39),
        ("0'\\'", 39),
        ("9223372036854775807", i64::MAX),
        ("-9223372036854775808", i64::MIN),
        ("-0", 0),
    ];
    for (text, value) in table {
        assert_eq!(canonical(&term(text)), value.to_string(), "{text}");
    }
}

#[test]
fn names_and_variables() {
    let kinds = "f(größe, Ärger, _x, _, x1, 日本, été, Ω).";
    assert_eq!(codes(kinds), [""; 0]);
    let TermKind::Compound { arguments, .. } = &read(kinds).0.clauses[0].term.kind else {
        panic!("a compound")
    };
    let variables = arguments
        .iter()
        .filter(|argument| matches!(argument.kind, TermKind::Variable(_)));
    assert_eq!(
        variables
            .map(|variable| variable.to_string())
            .collect::<Vec<_>>(),
        ["Ärger", "_x", "_", "Ω"]
    );
}

#[test]
fn quoted_atoms_and_strings() {
    assert_eq!(canonical(&term(r"'don''t'")), "don't");
    assert_eq!(canonical(&term(r"'a\x41\b\101\c'")), "aAbAc");
    assert_eq!(canonical(&term(r"'\x41\'")), "A");
    assert_eq!(canonical(&term("'long\\\n name'")), "long name");
    assert_eq!(
        canonical(&term(r#""say ""hi""\t\\""#)),
        r#""say \"hi\"\t\\""#
    );
    assert_eq!(canonical(&term("`ab`")), "[97,98]");
    assert_eq!(canonical(&term("''(a)")), "(a)");
    assert_eq!(canonical(&term("'. % /* '")), ". % /* ");
}

#[test]
fn lists() {
    assert_eq!(canonical(&term("[]")), "[]");
    assert_eq!(canonical(&term("[a | [b, c]]")), "[a,b,c]");
    assert_eq!(canonical(&term("[a | [b | T]]")), "[a,b|T]");
    assert_eq!(canonical(&term("[a | []]")), "[a]");
    assert_eq!(canonical(&term("[a | x]")), "[a|x]");
}

#[test]
fn comments_and_white_space_mean_nothing() {
    assert_eq!(canonical(&term("f( /* one */ a % two\n , b )")), "f(a,b)");
    assert_eq!(read("a.% next\nb.\n\u{feff}c.").0.clauses.len(), 3);
    assert_eq!(read("").0.clauses.len(), 0);
}

#[test]
fn every_part_knows_its_place() {
    let mut sources = Sources::new();
    let id = sources.add("test.rules", "a.\nlegal(P, -1) :- (b, c), [D | T] = \"x\".");
    let (file, _) = regola::syntax::parse::parse_file(&sources, id);
    let mut places = Vec::new();
    walk(&file.clauses[1].term, &mut |term| {
        places.push(sources.snippet(term.span).to_owned())
    });
    assert_eq!(
        places,
        [
            "legal(P, -1) :- (b, c), [D | T] = \"x\"",
            "legal(P, -1)",
            "P",
            "-1",
            "(b, c), [D | T] = \"x\"",
            "(b, c)",
            "b",
            "c",
            "[D | T] = \"x\"",
            "[D | T]",
            "D",
            "T",
            "\"x\"",
        ]
    );
    assert_eq!(sources.line_column(file.clauses[1].term.span), (2, 1));
}

fn walk(term: &SourceTerm, visit: &mut dyn FnMut(&SourceTerm)) {
    visit(term);
    match &term.kind {
        TermKind::Compound { arguments, .. } => {
            arguments.iter().for_each(|argument| walk(argument, visit))
        }
        TermKind::List { items, tail } => items
            .iter()
            .chain(tail.as_deref())
            .for_each(|item| walk(item, visit)),
        _ => {}
    }
}

#[test]
fn quotes_where_they_are_needed() {
    for bare in [
        "a", "aB_1", "größe", "+", "=..", "[]x", "!", ";", "{}", "日本",
    ]
    .iter()
    .filter(|name| **name != "[]x")
    {
        assert!(!needs_quotes(bare), "{bare}");
        assert_eq!(quote_atom(bare), *bare);
    }
    for quoted in [
        "", "A", "_a", "a b", "don't", "[]", ",", "|", ".", "/*", "Ärger", "a\n", "1a", "(", "%",
        "a-b",
    ] {
        assert!(needs_quotes(quoted), "{quoted}");
        assert_eq!(canonical(&term(&quote_atom(quoted))), quoted);
    }
    assert_eq!(quote_atom("don't\n\u{1}"), r"'don\'t\n\x1\'");
    assert_eq!(quote_string("a \"b\"\\"), r#""a \"b\"\\""#);
}

#[test]
fn printing_puts_spaces_where_people_do() {
    let table = [
        "a :- b, c",
        "A+B-C",
        "X = Y",
        "1..8",
        "-A",
        "- 1",
        "- -1",
        "\\+ a",
        "f(A, B)",
        "[a, b | T]",
        "{a, b}",
        ":- fluent cell(column, row) -> disc",
        "(a :- b), c",
        "(-) = x",
        "f(-, +)",
        "- (-)",
        "\\+ (a, b)",
        "X is Y mod 2",
        "a-(b-c)",
        "(a , b)",
        "'{}'(a, b)",
        "A^2",
        "2^(A+B)",
        "1.. -1",
        "f((a, b), (c :- d))",
        "a = (\\+ b)",
        "'hello world'",
        "(a ; b -> c)",
        "- (a, b)",
        "-a(b)",
        "++ + ++",
        "- ++",
    ];
    for text in table
        .iter()
        .filter(|text| !matches!(**text, "(a , b)" | "(a ; b -> c)"))
    {
        assert_eq!(term(text).to_string(), *text);
    }
    let clause = |text: &str| read(text).0.clauses[0].to_string();
    assert_eq!(clause("a:-b,c."), "a :- b, c.");
    assert_eq!(clause("a = (+) ."), "a = (+).");
    assert_eq!(clause("+ ."), "+ .");
}

#[test]
fn printing_stops_at_a_depth() {
    let deep = term("f(g(h(i)), [a])");
    assert_eq!(regola::syntax::print::print(&deep, 2), "f(g(...), [...])");
    assert_eq!(regola::syntax::print::print(&deep, 0), "...");
}

#[test]
fn a_terminal_knows_when_to_wait_for_more() {
    for text in ["a.", "", "f(a). ", "a) .", "'open", "f(a. ", "a b."] {
        assert!(is_complete(text), "{text}");
    }
    for text in ["a", "f(a,", "f(a)", "a /* open", "a. b"] {
        assert!(!is_complete(text), "{text}");
    }
}

#[test]
fn a_tree_is_shared_and_its_names_are_kept_once() {
    let (file, _) = read("edge(north, south).\nedge(south, north).");
    let compound = |clause: usize| match &file.clauses[clause].term.kind {
        TermKind::Compound {
            functor, arguments, ..
        } => (functor.clone(), arguments.clone()),
        other => panic!("{other:?} is no compound"),
    };
    let ((first, arguments), (second, _)) = (compound(0), compound(1));
    assert!(Arc::ptr_eq(&first, &second));
    let copy = file.clauses[0].clone();
    assert!(
        matches!(&copy.term.kind, TermKind::Compound { arguments: same, .. } if Arc::ptr_eq(same, &arguments))
    );
}
