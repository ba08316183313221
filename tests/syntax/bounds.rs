//! Reading takes little memory beside the text, whatever the text is: it is cut piece by piece, and
//! has limits.

use std::sync::atomic::AtomicBool;

use regola::syntax::faults::Faults;
use regola::syntax::limits::{MAX_KEPT_DIAGNOSTICS, ReadLimits};
use regola::syntax::load::{Loaded, MemoryReader, load, load_within};
use regola::syntax::parse::parse_file_within;
use regola::syntax::reading::Reading;
use regola::syntax::render::{Style, render};
use regola::syntax::source::Sources;

use super::{codes, read};

/// What a small memory allows: 256 KiB of text, 32 KiB for a clause, 65,536 parts.
fn few() -> ReadLimits {
    ReadLimits::of_memory(0)
}

fn titles(loaded: &Loaded) -> Vec<&str> {
    loaded
        .diagnostics
        .iter()
        .map(|fault| fault.title.as_str())
        .collect()
}

/// Tokens are found in stretches: where one ends makes no difference to what is read.
#[test]
fn what_is_read_after_a_mistake_does_not_depend_on_where_a_stretch_ends() {
    let tokens = [
        "0'a",
        "1.5e+3",
        "\"a\"\"b\"",
        "'it\\\n s'",
        "=..",
        "/* a. b */",
        "% c.\n",
        "0xff",
        "a_b",
        "1..2",
    ];
    for token in tokens {
        let before = (1 << 16) - ").\n".len() - "a(".len();
        for shift in 0..token.len() + 10 {
            let text = format!(").\n{}a({token}).\nb.\n", " ".repeat(before - shift));
            let near = format!(").\na({token}).\nb.\n");
            assert_eq!(read(&text).0, read(&near).0, "{token} at {shift}");
            assert_eq!(codes(&text), codes(&near), "{token} at {shift}");
        }
    }
}

#[test]
fn a_token_may_be_longer_than_a_stretch() {
    let text = format!(
        ").\na(\"{}\").\n/* {} */\nb.\n",
        "x".repeat(200_000),
        "y".repeat(200_000)
    );
    let (file, faults) = read(&text);
    assert_eq!((file.clauses.len(), faults.len()), (2, 1));
}

#[test]
fn a_clause_has_a_size_limit() {
    for text in [
        format!("a([{}1]).\nb.\n", "1, ".repeat(20_000)),
        format!("a({}).\nb.\n", "x".repeat(60_000)),
    ] {
        let mut sources = Sources::new();
        let id = sources.add("large.rules", &text);
        let (file, faults) = parse_file_within(&sources, id, &Reading::new(few(), None));
        assert_eq!(file.clauses.len(), 1, "the clause after it is read");
        assert_eq!(faults[0].title, "a clause has more than 32 KiB");
    }
    // Comments do not belong to it.
    let text = format!("% {}\na.\n", "x".repeat(60_000));
    let mut sources = Sources::new();
    let id = sources.add("large.rules", &text);
    let (file, faults) = parse_file_within(&sources, id, &Reading::new(few(), None));
    assert_eq!((file.clauses.len(), faults), (1, Vec::new()));
}

#[test]
fn all_texts_of_a_load_have_a_size_limit_together() {
    let half = "% half of what is allowed\n".repeat(6_000);
    let reader = MemoryReader::new()
        .with("main.rules", format!("{half}:- use \"part.rules\".\n"))
        .with("part.rules", half.clone())
        .with("alone.rules", half.repeat(2));
    let reading = Reading::new(few(), None);
    let loaded = load_within(&reader, "main.rules", &reading);
    assert!(
        titles(&loaded)[0].contains(
            "`part.rules` cannot be read: it has, with the files read before it, more than"
        )
    );
    let loaded = load_within(&reader, "alone.rules", &Reading::new(few(), None));
    assert!(
        titles(&loaded)[0].contains("more than 256 KiB"),
        "{:?}",
        titles(&loaded)
    );
}

#[test]
fn all_texts_of_a_load_have_a_limit_on_their_parts() {
    for text in [
        "a.\n".repeat(40_000),
        format!(").\n{}", "a.\n".repeat(40_000)),
        "%\n".repeat(1 << 16) + "a.",
    ] {
        let loaded = load_within(
            &MemoryReader::new().with("main.rules", text),
            "main.rules",
            &Reading::new(few(), None),
        );
        let told = titles(&loaded);
        assert!(
            told.iter()
                .any(|title| title.contains("more than 65536 names, numbers and signs")),
            "{told:?}"
        );
    }
}

#[test]
fn of_many_faults_in_many_files_some_are_kept_and_the_rest_counted() {
    let mut reader = MemoryReader::new();
    let mut main = String::new();
    for number in 0..200 {
        main += &format!(":- use \"{number}.rules\".\n");
        reader = reader.with(&format!("{number}.rules"), "a b.\n".repeat(30));
    }
    let loaded = load(&reader.with("main.rules", main), "main.rules");
    assert_eq!(loaded.diagnostics.len(), MAX_KEPT_DIAGNOSTICS + 1);
    assert_eq!(
        titles(&loaded)[MAX_KEPT_DIAGNOSTICS],
        "3200 more mistakes are not shown"
    );
    let mut faults = Faults::up_to(1);
    faults.extend(loaded.diagnostics.into_iter().take(2));
    assert_eq!(
        faults.finish(None)[1].title,
        "one more mistake is not shown"
    );
}

#[test]
fn a_set_flag_ends_reading() {
    for text in ["a.\nb.\n", ").\na.\n"] {
        let (stopped, reader) = (
            AtomicBool::new(true),
            MemoryReader::new().with("main.rules", text),
        );
        let loaded = load_within(
            &reader,
            "main.rules",
            &Reading::new(ReadLimits::default(), Some(&stopped)),
        );
        assert_eq!(
            loaded
                .diagnostics
                .iter()
                .map(|fault| fault.code)
                .collect::<Vec<_>>(),
            ["interrupted"]
        );
    }
}

#[test]
fn a_long_name_is_cut_in_a_message() {
    let name = "x".repeat(500_000);
    let mut sources = Sources::new();
    let id = sources.add("long.rules", &format!("{name} b.\na({name} , |).\n"));
    let faults = regola::syntax::parse::parse_file(&sources, id).1;
    let told = render(&faults, &sources, Style::Plain);
    assert!(
        !faults.is_empty() && told.len() < 10_000,
        "{} bytes",
        told.len()
    );
}

/// A message about one long line costs what a message about a short one does.
#[test]
fn many_faults_of_one_long_line_are_told_quickly() {
    let text = format!("a(\"{}\"). {}", "x".repeat(900_000), "a b. ".repeat(400));
    let mut sources = Sources::new();
    let id = sources.add("long.rules", &text);
    let fault = regola::syntax::parse::parse_file(&sources, id)
        .1
        .swap_remove(0);
    let told = render(&vec![fault; 500], &sources, Style::Plain);
    assert_eq!(
        told.matches("long.rules:1:900009").count(),
        500,
        "{}",
        &told[..300]
    );
}

#[test]
fn what_a_terminal_obeys_or_nobody_sees_is_shown_in_messages() {
    let mut sources = Sources::new();
    let id = sources.add(
        "\u{1b}[2J.rules",
        "a('\u{202e}\u{200b}' b, \u{feff}\u{2066}).\n",
    );
    let told = render(
        &regola::syntax::parse::parse_file(&sources, id).1,
        &sources,
        Style::Plain,
    );
    assert!(
        told.contains("\\x1b\\[2J.rules:1:") && told.contains("\\x202e\\\\x200b\\"),
        "{told}"
    );
    assert!(
        !told.chars().any(regola::syntax::visible::is_hidden),
        "{told:?}"
    );
}
