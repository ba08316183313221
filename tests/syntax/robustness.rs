//! No text makes the reader crash, overflow its stack or take long.

use super::{codes, read};
use regola::syntax::limits::MAX_DEPTH;
use regola::syntax::source::Sources;

const MANY: usize = 10_000;

#[test]
fn deep_nesting_is_refused() {
    let bracket =
        |open: &str, close: &str| format!("{}1{}.", open.repeat(MANY), close.repeat(MANY));
    let texts = [
        bracket("[", "]"),
        bracket("(", ")"),
        bracket("{", "}"),
        bracket("f(", ")"),
        bracket("[(", ")]"),
        bracket("[a | ", "]"),
        "[".repeat(MANY),
        "f(".repeat(MANY),
        format!("{}1.", "- ".repeat(MANY)),
        format!("{}1.", "\\+ ".repeat(MANY)),
        format!("a :- {}b.", "a, ".repeat(MANY)),
        format!("X = {}b.", "a + ".repeat(MANY)),
    ];
    for text in texts {
        let start: String = text.chars().take(20).collect();
        assert_eq!(codes(&text), ["nesting-too-deep"], "{start}");
    }
    assert_eq!(
        codes(&format!("{}1.", "-".repeat(MANY))),
        ["unknown-operator"]
    );
}

#[test]
fn nesting_up_to_the_limit_is_read_printed_compared_and_dropped() {
    for (open, close, levels) in [
        ("f(", ")", 1),
        ("(", ")", 1),
        ("[", "]", 1),
        ("f([{(- ", ")}])", 4),
        ("\\+ (a, ", ")", 2),
    ] {
        let times = (MAX_DEPTH - 1) / levels;
        let text = format!("{}1{}.", open.repeat(times), close.repeat(times));
        let (file, faults) = read(&text);
        assert_eq!(faults, [], "{open}");
        let printed = file.clauses[0].to_string();
        assert_eq!(read(&printed).0, file, "{open}");
    }
}

#[test]
fn a_mistake_deep_inside_is_found_at_once() {
    let depth = MAX_DEPTH - 10;
    for (open, close) in [
        ("f(", ")"),
        ("[", "]"),
        ("(", ")"),
        ("{", "}"),
        ("f(a, [b, ", "])"),
        ("- (", ")"),
    ] {
        for mistake in ["a,", "a b", "", "| a", "a | b | c"] {
            let times = depth / open.matches(['(', '[', '{']).count();
            let text = format!("{}{mistake}{}.", open.repeat(times), close.repeat(times));
            assert!(codes(&text).len() <= 1, "{open} {mistake}");
        }
    }
}

#[test]
fn lists_may_be_long() {
    let text = format!("a([{}1]).", "1, ".repeat(MANY));
    assert_eq!(codes(&text), [""; 0]);
}

#[test]
fn random_bytes_are_refused_quickly() {
    let mut random = fastrand::Rng::with_seed(1);
    let bytes: Vec<u8> = (0..300_000).map(|_| random.u8(..)).collect();
    assert!(!read(&String::from_utf8_lossy(&bytes)).1.is_empty());
}

const TOKENS: &[&str] = &[
    "a", "X", "1", "(", ")", "[", "]", "{", "}", ",", "|", ".", "\n", " ", ":-", "-", "'", "\"",
    "`", "\\", "/*", "*/", "%", "0'", "..", "f(", "é", "\u{fffd}",
];

/// A text is read in one way up to its first mistake and in another way from there on.
#[test]
fn a_mistake_changes_nothing_that_is_read_of_random_tokens() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..20_000 {
        let text: String = (0..random.usize(1..12))
            .map(|_| TOKENS[random.usize(..TOKENS.len())])
            .collect();
        let (file, faults) = read(&text);
        let (file_after_mistake, faults_after_mistake) = read(&format!(").\n{text}"));
        assert_eq!(file, file_after_mistake, "{text:?}");
        assert_eq!(faults.len() + 1, faults_after_mistake.len(), "{text:?}");
    }
}

#[test]
fn random_tokens_are_refused_quickly() {
    let mut random = fastrand::Rng::with_seed(2);
    for length in [3, 10, 30, 100, 1000, 30_000] {
        for _ in 0..1 + 10_000 / length {
            let text: String = (0..length)
                .map(|_| TOKENS[random.usize(..TOKENS.len())])
                .collect();
            for clause in read(&text).0.clauses {
                let printed = clause.to_string();
                let again = read(&printed).0;
                assert_eq!(again.clauses.len(), 1, "{text:?} printed as {printed:?}");
                assert_eq!(
                    again.clauses[0].term, clause.term,
                    "{text:?} printed as {printed:?}"
                );
            }
        }
    }
}

#[test]
fn recovery_is_not_quadratic() {
    for unit in [
        "\\'", "\\'. ", "'\\\n\\", "/*", "a\n", ". ", "f(a b). ", "% x\n", "(.\n", "\"\\\n",
    ] {
        let _ = read(&unit.repeat(50_000));
    }
}

#[test]
fn every_place_has_its_line_and_column() {
    let text = "a.\nbé.\r\n\n  c(\u{1f40e}).\nlast";
    let mut sources = Sources::new();
    let id = sources.add("lines", text);
    let (mut line, mut column) = (1, 1);
    for (start, character) in text.char_indices() {
        assert_eq!(
            sources.line_column(id.span(start, start)),
            (line, column),
            "byte {start}"
        );
        (line, column) = if character == '\n' {
            (line + 1, 1)
        } else {
            (line, column + 1)
        };
    }
    assert_eq!(
        sources.line_column(id.span(text.len(), text.len())),
        (line, column)
    );
}
