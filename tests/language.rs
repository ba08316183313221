//! What the language room knows: words of the language, and the names in shipped games.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use regola::game::Rules;
use regola::game::vocabulary::VOCABULARY;
use regola::language::{Edit, Workspace, builtins, meaning};
use regola::syntax::load::MemoryReader;

const SMALLEST: &str = "role(you). init(left(1)). :- fluent left -> _. legal(you, a) :- left(_). \
                        add(left(0)) :- does(you, a). goal(you, 100).";

#[test]
fn every_predicate_that_can_be_called_is_explained() {
    let rules = Rules::from_text(SMALLEST).expect("a game");
    let called: BTreeSet<(&str, usize)> = rules.program().predicates().into_iter().collect();
    let builtins_known = builtins()
        .iter()
        .map(|builtin| (builtin.name, builtin.arity()));
    let known: BTreeSet<(&str, usize)> = VOCABULARY
        .iter()
        .map(|word| (word.name, word.arity()))
        .collect();
    let explained: BTreeSet<(&str, usize)> = builtins_known.chain(known.iter().copied()).collect();
    // `call` and lambdas are explained once, whatever further arguments they are given.
    let is_left_out = |&(name, arity): &(&str, usize)| {
        name == "left" || (matches!(name, "call" | ">>") && arity > 1)
    };
    let missing: Vec<_> = called
        .difference(&explained)
        .filter(|name| !is_left_out(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let invented: Vec<_> = explained
        .difference(&called)
        .filter(|name| !known.contains(name))
        .collect();
    assert!(invented.is_empty(), "{invented:?}");
    for (name, arity) in explained {
        let sentence = meaning(name, arity).expect("it is explained").sentence;
        assert!(
            sentence.ends_with('.') && !sentence.contains(". "),
            "{name}/{arity}: one sentence"
        );
    }
}

/// The files of the folder of games, all of them in memory.
fn games() -> Vec<(String, String)> {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games"))
        .expect("the games ship")
        .flatten();
    let paths = folder
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "rules"));
    let named = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a game is text");
        (
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            text,
        )
    };
    let mut games: Vec<_> = paths.map(named).collect();
    games.sort();
    games
}

fn reader(files: &[(String, String)]) -> MemoryReader {
    files
        .iter()
        .fold(MemoryReader::new(), |reader, (name, text)| {
            reader.with(name, text.as_str())
        })
}

/// The files after some edits.
fn edited(files: &[(String, String)], mut edits: Vec<Edit>) -> Vec<(String, String)> {
    let mut files = files.to_vec();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.place.range.start));
    for Edit { place, text } in edits {
        let file = files
            .iter_mut()
            .find(|(name, _)| **name == *place.path)
            .expect("edits are of files that are there");
        file.1.replace_range(place.range, &text);
    }
    files
}

#[test]
fn files_that_others_use_belong_to_their_games() {
    let files = games();
    let all: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let mains = |open: &str| Workspace::mains(&reader(&files), &all, &[open.to_owned()]);
    assert_eq!(
        mains("dama-play.rules"),
        ["dama-padova.rules", "dama.rules"]
    );
    assert_eq!(mains("dama.rules"), ["dama.rules"]);
    assert_eq!(mains("filetto.rules"), ["filetto.rules"]);
    let circle = MemoryReader::new()
        .with("a.rules", ":- use \"b.rules\".")
        .with("b.rules", ":- use \"a.rules\".");
    let both = ["a.rules".to_owned(), "b.rules".to_owned()];
    assert_eq!(Workspace::mains(&circle, &both, &both), both);
}

#[test]
fn a_game_plays_as_before_when_a_predicate_of_its_is_renamed() {
    let files = games();
    for (mains, count) in [
        (vec!["dama.rules", "dama-padova.rules"], 50),
        (vec!["othello.rules"], 14),
        (vec!["filetto.rules"], 10),
    ] {
        let mains: Vec<String> = mains.into_iter().map(str::to_owned).collect();
        let workspace = Workspace::read(&reader(&files), &mains);
        let mut renamed = 0;
        for (path, _) in &files {
            for item in workspace.outline(path) {
                let Ok(edits) = workspace.rename(path, item.name_range.start, "renamed_here")
                else {
                    continue;
                };
                assert!(
                    edits
                        .iter()
                        .all(|edit| item.name.starts_with(&files_text(&files, edit))),
                    "{}",
                    item.name
                );
                let files = edited(&files, edits);
                for main in &mains {
                    let rules = Rules::read(&reader(&files), main);
                    assert!(
                        rules.is_ok(),
                        "{} in {main}: {}",
                        item.name,
                        rules.expect_err("it is no game")
                    );
                }
                renamed += 1;
            }
        }
        assert!(renamed >= count, "{renamed} predicates of {mains:?}");
    }
}

/// What stands where an edit is made.
fn files_text(files: &[(String, String)], edit: &Edit) -> String {
    let file = files
        .iter()
        .find(|(name, _)| **name == *edit.place.path)
        .expect("edits are of files that are there");
    file.1[edit.place.range.clone()].to_owned()
}

#[test]
fn every_place_of_a_game_can_be_asked_about() {
    let files = games();
    let mains: Vec<String> = [
        "othello.rules".to_owned(),
        "tris-productions.rules".to_owned(),
    ]
    .into();
    let workspace = Workspace::read(&reader(&files), &mains);
    let mut explained = 0;
    for path in [
        "othello.rules",
        "othello-play.rules",
        "tris-productions.rules",
    ] {
        let text = workspace.text(path).expect("it was read").clone();
        for offset in (0..=text.len() + 3).step_by(3) {
            let hover = workspace.hover(path, offset);
            explained += usize::from(hover.is_some());
            if let Some(hover) = hover {
                assert!((hover.range.start..=hover.range.end).contains(&offset));
            }
            if let Some(definition) = workspace.definition(path, offset) {
                assert!(
                    workspace
                        .text(&definition.path)
                        .is_some_and(|text| text.get(definition.range).is_some())
                );
            }
            let _ = workspace.completions(path, offset);
        }
    }
    assert!(explained > 500, "{explained} places");
}

#[test]
fn a_closure_is_renamed_with_its_predicate() {
    let goals = [
        "call(named, 1)",
        "maplist(named, [1])",
        "foldl(named, [1], 0, _)",
        "include(named, [1], _)",
        "partition(named, [1], _, _)",
        "partition(named, [1], _, _, _)",
        "convlist(named, [1], _)",
        "predsort(named, [1], _)",
        "after(_, _, named)",
        "findall(x, named, _, [])",
        "catch(named, _, true)",
    ];
    for goal in goals {
        // Of each arity that a closure can have there is a predicate.
        let heads = ["named", "named(_)", "named(_, _)", "named(_, _, _)"];
        let edits = heads.map(|head| {
            let text = format!("{head}.\nstart :- {goal}.\n");
            let reader = MemoryReader::new().with("one.rules", text);
            let workspace = Workspace::read(&reader, &["one.rules".to_owned()]);
            workspace
                .rename("one.rules", 0, "other")
                .map_or(0, |edits| edits.len())
        });
        assert_eq!(
            edits.iter().filter(|edits| **edits == 2).count(),
            1,
            "{goal}: {edits:?}"
        );
    }
}
