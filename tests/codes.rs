//! The codes of errors and warnings: each is given by the wrong example of its page and not by the
//! right one, the sources give no other, and the table of them all is as the pages have it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use regola::codes::{self, DiagnosticCode};
use regola::compare::NameMap;
use regola::game::{Failure, Game, Rules, check, check_within, sheet};
use regola::logic::Limits;
use regola::record::RecordFile;
use regola::search::Unwatched;
use regola::session::Trouble;
use regola::syntax::diagnostic::Diagnostic;
use regola::syntax::load::MemoryReader;
use regola::syntax::source::Sources;
use regola::trial;

use crate::examples::{Example, FRAME, SHEET, examples};

#[test]
fn the_wrong_example_gives_its_code_and_nothing_else() {
    let mut mistaken = Vec::new();
    for code in codes::ALL {
        let (wrong, _) = examples(code);
        let Failure {
            diagnostics,
            sources,
        } = told(code, &wrong);
        let given: BTreeSet<&str> = diagnostics
            .iter()
            .map(|diagnostic| diagnostic.code)
            .collect();
        if !given.contains(code.name)
            || given
                .iter()
                .any(|other| *other != code.name && !wrong.allows(other))
        {
            mistaken.push(format!("the example of {} gives {given:?}", code.name));
            continue;
        }
        let diagnostics: Vec<Diagnostic> = diagnostics
            .into_iter()
            .filter(|one| one.code == code.name)
            .collect();
        assert!(
            diagnostics
                .iter()
                .all(|one| format!("{:?}", one.severity).to_lowercase() == code.severity)
        );
        let message = Failure {
            diagnostics,
            sources,
        }
        .to_string();
        assert_snapshot!(
            format!("codes__{}", code.name),
            format!("{}\n--- is told\n{message}\n", wrong.text.trim_end())
        );
    }
    assert!(mistaken.is_empty(), "{}", mistaken.join("\n"));
}

#[test]
fn the_right_example_is_free_of_everything() {
    let mut doubtful = Vec::new();
    for code in codes::ALL {
        let (_, right) = examples(code);
        if !right.is("abridged") {
            let mut found = told(code, &right);
            found.diagnostics.retain(|one| !right.allows(one.code));
            doubtful.extend(
                (!found.diagnostics.is_empty()).then(|| format!("{}:\n{found}", code.name)),
            );
        }
    }
    assert!(doubtful.is_empty(), "{}", doubtful.join("\n\n"));
}

/// What is said about an example.
fn told(code: &DiagnosticCode, example: &Example) -> Failure {
    if example.is("abridged") {
        return told_in_full(code, example);
    }
    if example.is("query") || example.is("position") {
        return asked(example);
    }
    if example.is("names") {
        let nothing = || Failure {
            diagnostics: Vec::new(),
            sources: Sources::new(),
        };
        return NameMap::from_text(&example.text).map_or_else(|failure| failure, |_| nothing());
    }
    if example.is("record") {
        return recorded(&example.text);
    }
    if example.is("played") {
        return played(&example.framed());
    }
    if example.is("convert") {
        let reader = MemoryReader::new().with("this.rules", example.framed());
        let nothing = || Failure {
            diagnostics: Vec::new(),
            sources: Sources::new(),
        };
        return sheet(&reader, "this.rules").map_or_else(|failure| failure, |_| nothing());
    }
    if example.is("sheet") {
        let text = format!("{}{SHEET}", example.text);
        return checked_as("this.kif", MemoryReader::new().with("this.kif", text));
    }
    let text = if example.is("whole") {
        example.text.clone()
    } else {
        example.framed()
    };
    checked(MemoryReader::new().with("this.rules", text))
}

/// What is said about a record of a game by the frame.
fn recorded(text: &str) -> Failure {
    let rules = Rules::from_text(FRAME).expect("the frame is right");
    let replayed = RecordFile::read("game.pgn", text).map(|file| file.replay(0, &rules));
    match replayed {
        Err(failure) => failure,
        Ok(Err(Trouble::Rules(failure))) => *failure,
        Ok(Err(trouble)) => panic!("{trouble}"),
        Ok(Ok(_)) => Failure {
            diagnostics: Vec::new(),
            sources: Sources::new(),
        },
    }
}

/// What a check says, and what random games show.
fn played(text: &str) -> Failure {
    let report = check(&MemoryReader::new().with("this.rules", text), "this.rules");
    let rules = report
        .rules
        .unwrap_or_else(|| panic!("it can be played: {text}"));
    let found = trial::play(
        &rules,
        &trial::TrialOptions {
            games: 40,
            ..Default::default()
        },
        &mut Unwatched,
    );
    Failure {
        diagnostics: [report.diagnostics, found.findings].concat(),
        sources: report.sources,
    }
}

fn checked(reader: MemoryReader) -> Failure {
    checked_as("this.rules", reader)
}

fn checked_as(path: &str, reader: MemoryReader) -> Failure {
    checked_within(
        path,
        reader,
        Limits {
            steps: 200_000,
            memory: 8 << 20,
        },
    )
}

fn checked_within(path: &str, reader: MemoryReader, limits: Limits) -> Failure {
    let report = check_within(
        &reader.with("lines.rules", "% The lines of the board.\n"),
        path,
        limits,
    );
    Failure {
        diagnostics: report.diagnostics,
        sources: report.sources,
    }
}

fn asked(example: &Example) -> Failure {
    let rules = format!("{FRAME}impossible(\"nobody is to move\") :- \\+ control(_).\n");
    let rules = Rules::from_text(&rules).expect("the frame is right");
    let nothing = Failure {
        diagnostics: Vec::new(),
        sources: rules.sources().clone(),
    };
    match example.is("query") {
        true => rules
            .query(&rules.initial(), &example.text)
            .map(|_| nothing)
            .unwrap_or_else(|failure| failure),
        false => rules
            .position("a position", &example.text)
            .map(|_| nothing)
            .unwrap_or_else(|failure| failure),
    }
}

/// Examples that are too long for a page.
fn told_in_full(code: &DiagnosticCode, example: &Example) -> Failure {
    let list = |count: usize| {
        (0..count)
            .map(|number| format!("A{number}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let reader = MemoryReader::new();
    checked(match code.name {
        "more-mistakes" => reader.with("this.rules", "cell(1 x).\n".repeat(30)),
        "nesting-too-deep" => reader.with(
            "this.rules",
            format!("deep({}0{}).\n", "f(".repeat(300), ")".repeat(300)),
        ),
        "not-utf8" => reader.with("this.rules", b"% gr\xf6\xdfer\n".as_slice()),
        "clause-too-large" => {
            let reader = reader.with("this.rules", format!("all([{}]).\n{FRAME}", list(70_000)));
            return checked_within("this.rules", reader, Limits::default());
        }
        "too-many-arguments" => {
            reader.with("this.rules", format!("board({}).\n{FRAME}", list(300)))
        }
        "use-too-deep" => {
            let used = |number: usize| format!(":- use \"{}.rules\".\n", number + 1);
            let named = |reader: MemoryReader, number: usize| {
                reader.with(&format!("{number}.rules"), used(number))
            };
            (1..200).fold(reader.with("this.rules", used(0)), named)
        }
        "interrupted" => return interrupted(),
        other => panic!("{other} has no full example for {:?}", example.text),
    })
}

fn interrupted() -> Failure {
    let rules = Rules::from_text(FRAME).expect("the frame is right");
    rules.interrupt().store(true, Ordering::Relaxed);
    let mut answers = rules
        .query(&rules.initial(), "between(1, inf, X), X < 0")
        .expect("a right question");
    let error = answers.find_map(Result::err).expect("it was stopped");
    rules.failure(&error)
}

#[test]
fn the_sources_give_these_codes_and_no_others() {
    let mut given = BTreeSet::new();
    for folder in ["syntax", "logic", "game", "compare", "trial", "record"] {
        given.extend(literals(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("src")
                .join(folder)
                .as_path(),
        ));
    }
    let known: BTreeSet<String> = codes::ALL.iter().map(|code| code.name.to_owned()).collect();
    // What an explanation calls a goal that the engine does itself has the form of a code and is
    // none.
    let is_code = |name: &&String| name.contains('-') && *name != "built-in";
    let without_page: Vec<&String> = given.difference(&known).filter(is_code).collect();
    assert!(
        without_page.is_empty(),
        "these codes have no page: {without_page:?}"
    );
    let dead: Vec<&String> = known.difference(&given).collect();
    assert!(dead.is_empty(), "nothing gives these codes: {dead:?}");
}

/// All string literals in a folder that look like a code.
fn literals(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(literals(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            let is_code = |literal: &&str| {
                literal.starts_with(|first: char| first.is_ascii_lowercase())
                    && literal.ends_with(|last: char| last.is_ascii_alphanumeric())
                    && literal.bytes().all(|byte| {
                        byte == b'-' || byte.is_ascii_lowercase() || byte.is_ascii_digit()
                    })
            };
            found.extend(text.split('"').filter(is_code).map(str::to_owned));
        }
    }
    found
}

#[test]
fn table_and_folder_agree() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/codes/pages");
    let pages = fs::read_dir(folder)
        .expect("the pages are part of the sources")
        .flatten();
    let pages: BTreeSet<String> = pages
        .map(|page| page.file_name().to_string_lossy().into_owned())
        .collect();
    let names: Vec<&str> = codes::ALL.iter().map(|code| code.name).collect();
    assert!(
        names.is_sorted(),
        "the table is in the order of the alphabet"
    );
    assert_eq!(
        pages,
        names.iter().map(|name| format!("{name}.md")).collect()
    );
}

/// With `INSTA_UPDATE=always` the table is written anew.
#[test]
fn the_readme_has_the_table_of_all_codes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/codes/README.md");
    let wanted = readme();
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::write(path, &wanted).expect("the table can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == wanted,
        "src/codes/README.md is not as the pages have it: run the tests with INSTA_UPDATE=always"
    );
}

fn readme() -> String {
    let mut text = String::from(
        "# The codes of errors and warnings\n\n\
         Each error and warning of `regola check` has a code in square brackets, which never changes its meaning.\n\
         `regola explain CODE` prints its page. A rule file with an error cannot be used. A warning does not prevent\n\
         that, and `--allow CODE` hides it.\n\n\
         Each page has a wrong and a right example, and a test runs both. With `INSTA_UPDATE=always` the test writes\n\
         this table from the pages.\n\n\
         | code | severity | meaning | wrong example | message |\n| --- | --- | --- | --- | --- |\n",
    );
    for code in codes::ALL {
        let DiagnosticCode { name, severity, .. } = code;
        let (wrong, _) = examples(code);
        let first = wrong.text.lines().next().unwrap_or("").replace('|', "\\|");
        let example = if first.is_empty() {
            "nothing".to_owned()
        } else {
            format!("`{first}`")
        };
        let row = format!(
            "| [`{name}`](pages/{name}.md) | {severity} | {} | {example} | [snapshot](../../snapshots/codes__{name}.snap) |\n",
            code.title().replace('|', "\\|")
        );
        text += &row;
    }
    text
}
