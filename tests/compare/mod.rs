//! Whether two encodings are the same game: games that are, games that are not and the shortest
//! line that shows it, games with other names.

mod difference;
mod laws;
mod names;
mod same;
mod shortening;

use regola::compare::{
    Alone, Aspect, CompareOptions, CompareReport, CompareVerdict, Difference, NameMap, OtherGame,
    compare,
};
use regola::game::{Failure, Rules};
use regola::syntax::load::MemoryReader;

/// A file of the project.
fn file(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn shipped(name: &str) -> Rules {
    let path = format!("{}/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"))
}

fn text(text: &str) -> Rules {
    Rules::from_text(text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Othello with parts of its text replaced, in either of its two files.
fn othello_with(changes: &[(&str, &str)]) -> Rules {
    let (mut main, mut play) = (
        file("games/othello.rules"),
        file("games/othello-play.rules"),
    );
    for (old, new) in changes {
        assert!(
            main.contains(old) || play.contains(old),
            "`{old}` is part of Othello"
        );
        main = main.replace(old, new);
        play = play.replace(old, new);
    }
    let reader = MemoryReader::new()
        .with("othello.rules", main)
        .with("othello-play.rules", play);
    Rules::read(&reader, "othello.rules").unwrap_or_else(|failure| panic!("{failure}"))
}

fn only_lines(depth: usize) -> CompareOptions {
    CompareOptions {
        depth,
        games: 0,
        ..CompareOptions::default()
    }
}

fn compared(
    first: &Rules,
    other: &Rules,
    names: &NameMap,
    options: &CompareOptions,
) -> Result<CompareReport, Failure> {
    compare(
        first,
        &[OtherGame {
            rules: other,
            names,
        }],
        options,
        &mut Alone,
    )
}

/// The report on two games that call everything the same.
fn report(first: &Rules, other: &Rules, options: &CompareOptions) -> CompareReport {
    compared(first, other, &NameMap::same(), options).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The difference of two games that call everything the same.
fn difference(first: &Rules, other: &Rules, options: &CompareOptions) -> Difference {
    match report(first, other, options).verdicts.remove(0) {
        CompareVerdict::Differs(difference) => *difference,
        CompareVerdict::Equal => panic!("they differ"),
    }
}

/// What differs, in words that fit a line each.
fn aspects(difference: &Difference) -> String {
    let line = |aspect: &Aspect| match aspect {
        Aspect::Fails { side, failure } => {
            format!("Fails {{ {side:?}: {} }}\n", failure.diagnostics[0].title)
        }
        other => format!("{other:?}\n"),
    };
    format!("after {:?}\n", difference.line.join(" "))
        + &difference.aspects.iter().map(line).collect::<String>()
}
