//! Files that use other files.

use regola::syntax::load::{FileReader, Loaded, MemoryReader, load};
use regola::syntax::render::{Style, render};

fn clauses(loaded: &Loaded) -> Vec<String> {
    loaded.clauses.iter().map(ToString::to_string).collect()
}

fn told(loaded: &Loaded) -> String {
    render(&loaded.diagnostics, &loaded.sources, Style::Plain)
}

#[test]
fn a_used_file_stands_where_it_is_used() {
    let reader = MemoryReader::new()
        .with(
            "games/main.rules",
            "a.\n:- use \"lib/lines.rules\".\nb.\n:- use \"lib/lines.rules\".\n",
        )
        .with(
            "games/lib/lines.rules",
            ":- use \"../grid.rules\".\nline.\n",
        )
        .with("games/grid.rules", "grid.\n");
    let loaded = load(&reader, "games/main.rules");
    assert_eq!(told(&loaded), "");
    assert_eq!(clauses(&loaded), ["a.", "grid.", "line.", "b."]);
}

#[test]
fn what_goes_wrong_with_uses() {
    let reader = MemoryReader::new()
        .with(
            "main.rules",
            ":- use \"one.rules\".\n:- use \"missing.rules\".\n:- use lines.\n:- use \"/etc/lines\".\nrole(black\n",
        )
        .with("one.rules", ":- use \"two.rules\".\none.\n")
        .with("two.rules", "two.\n:- use \"./one.rules\".\ncell(1 2).\n");
    let loaded = load(&reader, "main.rules");
    assert_eq!(clauses(&loaded), ["two.", "one."]);
    assert_snapshot!("syntax__loading", told(&loaded));
}

#[test]
fn bytes_that_are_no_text() {
    let reader = MemoryReader::new().with("main.rules", b"role(black).\nrole(wei\xdf).\n".to_vec());
    assert_snapshot!("syntax__not_utf8", told(&load(&reader, "main.rules")));
}

#[test]
fn a_missing_main_file() {
    assert_snapshot!(
        "syntax__missing_file",
        told(&load(&MemoryReader::new(), "main.rules"))
    );
}

#[test]
fn a_long_chain_of_files_is_refused() {
    let mut reader = MemoryReader::new();
    for number in 0..5000 {
        reader = reader.with(
            &format!("{number}"),
            format!(":- use \"{}\".\n", number + 1),
        );
    }
    let codes: Vec<_> = load(&reader, "0")
        .diagnostics
        .iter()
        .map(|fault| fault.code)
        .collect();
    assert_eq!(codes, ["use-too-deep"]);
}

#[test]
fn files_of_the_file_system() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let main = folder.path().join("main.rules");
    std::fs::write(&main, ":- use \"other.rules\".\n").expect("the folder can be written");
    std::fs::write(folder.path().join("other.rules"), "other.\n")
        .expect("the folder can be written");
    let loaded = load(&FileReader, &main.to_string_lossy());
    assert_eq!(clauses(&loaded), ["other."]);
    assert!(loaded.is_ok());
    let codes: Vec<_> = load(&FileReader, &folder.path().to_string_lossy()).diagnostics;
    assert!(
        codes[0].title.contains("it is a folder; name a file in it"),
        "{}",
        codes[0].title
    );
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere_but_below_the_folder_of_the_main_file() {
    use std::fs;
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("there is room for a folder");
    let place = |path: &str| folder.path().join(path);
    for inner in ["game/lib", "outside", "elsewhere"] {
        fs::create_dir_all(place(inner)).expect("there is room");
    }
    let uses = |names: &[&str]| {
        names
            .iter()
            .map(|name| format!(":- use \"{name}\".\n"))
            .collect::<String>()
    };
    let put = |path: &str, text: &str| fs::write(place(path), text).expect("there is room");
    put("game/lib/lines.rules", "line.\n");
    put("outside/secret.rules", "the first line is secret");
    symlink("lib/lines.rules", place("game/inside.rules")).expect("a link can be made");
    symlink("../outside/secret.rules", place("game/secret.rules")).expect("a link can be made");
    symlink("secret.rules", place("game/second.rules")).expect("a link can be made");
    symlink(place("outside"), place("game/out")).expect("a link can be made");
    let told_of = |main: &str| {
        let loaded = load(&FileReader, &place(main).to_string_lossy());
        (
            clauses(&loaded),
            told(&loaded).replace(&*folder.path().to_string_lossy(), "DIR"),
        )
    };

    put(
        "game/main.rules",
        &uses(&[
            "inside.rules",
            "secret.rules",
            "second.rules",
            "out/secret.rules",
        ]),
    );
    let (found, faults) = told_of("game/main.rules");
    assert_eq!(found, ["line."]);
    assert!(!faults.contains("the first line"), "{faults}");
    assert_snapshot!("syntax__links", faults);

    // The main file is what its user has named: files may lie beside the link and beside what it
    // leads to.
    put("game/main.rules", &uses(&["lib/lines.rules"]));
    symlink("../game/main.rules", place("elsewhere/main.rules")).expect("a link can be made");
    symlink("../game/lib", place("elsewhere/lib")).expect("a link can be made");
    assert_eq!(
        told_of("elsewhere/main.rules"),
        (vec!["line.".to_owned()], String::new())
    );
}
