//! The grammar file itself keeps to its own rules.

use std::collections::BTreeSet;

const GRAMMAR: &str = include_str!("../../grammar/regola.pest");

/// The names of the rules, each with the line above its definition.
fn rules() -> Vec<(&'static str, &'static str)> {
    let lines: Vec<&str> = GRAMMAR.lines().collect();
    let defines = |line: &'static str| {
        line.split_once(" = ")
            .filter(|(name, _)| is_name(name))
            .map(|(name, _)| name)
    };
    let all = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| defines(line).map(|name| (name, lines[index - 1])));
    all.collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|character| character.is_ascii_alphabetic() || character == '_')
}

#[test]
fn every_rule_is_described() {
    let bare: Vec<_> = rules()
        .into_iter()
        .filter(|(_, above)| !above.starts_with("///"))
        .collect();
    assert!(rules().len() > 30);
    assert_eq!(bare, []);
}

#[test]
fn every_rule_is_used() {
    const ENTRIES: &[&str] = &["tokens", "clause"];
    let bodies: String = GRAMMAR
        .lines()
        .filter(|line| !line.starts_with("//"))
        .map(|line| line.split_once(" = ").map_or(line, |(_, body)| body))
        .collect::<Vec<_>>()
        .join("\n");
    let words: BTreeSet<&str> = bodies
        .split(|character: char| !character.is_ascii_alphabetic() && character != '_')
        .collect();
    let unused: Vec<_> = rules()
        .into_iter()
        .filter(|(name, _)| !words.contains(name) && !ENTRIES.contains(name))
        .collect();
    assert_eq!(unused, []);
}
