//! The session files of the games that ship, held against what was kept, and the files in which it
//! is kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proptest::prelude::*;
use regola::logic::Limits;
use regola::session::Script;
use regola::snapshot::{Folder, SessionFile, SessionOutcome, StoredSnapshot, Transcript, Verdict};

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of a folder with this ending, in the order of the alphabet.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("the folder is there")
        .flatten()
        .map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    files
}

fn transcripts(session: &Path) -> Vec<Transcript> {
    let file = SessionFile::read(&session.to_string_lossy()).expect("the session file is there");
    file.transcripts(Limits::default(), &Arc::default())
        .expect("nobody stops it")
}

#[test]
fn every_session_file_says_what_was_kept() {
    for session in files(&project("games"), ".session") {
        for Transcript {
            name,
            heading,
            text,
            ..
        } in transcripts(&session)
        {
            let mut settings = insta::Settings::clone_current();
            heading
                .iter()
                .for_each(|heading| settings.set_description(heading));
            settings.set_input_file(&session);
            settings.bind(|| assert_snapshot!(name, text));
        }
    }
}

#[test]
fn every_shipped_game_has_a_session_file() {
    for game in files(&project("games"), ".rules") {
        let is_a_game = !game.to_string_lossy().ends_with("-play.rules");
        assert!(
            !is_a_game || game.with_extension("session").is_file(),
            "{} has none",
            game.display()
        );
    }
}

#[test]
fn what_insta_wrote_is_read_and_written_alike() {
    let mut read = 0;
    for path in files(&project("snapshots"), ".snap") {
        let file = fs::read_to_string(&path).expect("it can be read");
        let kept = StoredSnapshot::read(&file)
            .unwrap_or_else(|reason| panic!("{}: {reason}", path.display()));
        assert_eq!(kept.to_string(), file, "{}", path.display());
        read += usize::from(kept.source.is_some_and(|source| source.ends_with(".rs")));
    }
    assert!(read > 100, "{read} files are insta's own");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn insta_reads_and_writes_what_is_kept(description in ".*", word in "[a-z:#'\"\\\\ .-]*", text in "([ -~]*\n){0,3}x") {
        let kept = StoredSnapshot {
            source: Some("games/a.session".to_owned()),
            description: Some(description.clone()),
            input_file: Some(word),
            text,
        };
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let (ours, theirs) = (folder.path().join("ours.snap"), folder.path().join("theirs.snap"));
        fs::write(&ours, kept.to_string()).expect("it can be written");
        let snapshot = insta::Snapshot::from_file(&ours).expect("insta reads it");
        let expected = Some(description.as_str()).filter(|text| !text.is_empty());
        prop_assert_eq!(snapshot.metadata().description(), expected);
        snapshot.save(&theirs).expect("insta writes it");
        prop_assert_eq!(fs::read_to_string(&theirs).expect("it is there"), kept.to_string());
        prop_assert_eq!(StoredSnapshot::read(&kept.to_string()), Ok(kept));
    }
}

#[test]
fn a_session_file_has_headings_comments_commands_and_goals() {
    let script = Script::read(
        ":load a.rules\n\
         % a comment\n\
         legal(P,\n\
         \x20     M).\n\
         \n\
         %% Captures, and more %%\n\
         no_full_stop(X)\n\
         \n\
         :play c4\n\
         still_open(\n\
         :undo\n\
         %%\n",
    );
    let read: Vec<_> = script
        .sections
        .iter()
        .map(|section| {
            let entries: Vec<(usize, &str)> = section
                .entries
                .iter()
                .map(|entry| (entry.line, entry.text.as_str()))
                .collect();
            (section.heading.as_deref(), section.line, entries)
        })
        .collect();
    assert_eq!(
        read,
        [
            (
                None,
                1,
                vec![(1, ":load a.rules"), (3, "legal(P,\n      M).")]
            ),
            (
                Some("Captures, and more"),
                6,
                vec![
                    (7, "no_full_stop(X)"),
                    (9, ":play c4"),
                    (10, "still_open("),
                    (11, ":undo")
                ]
            ),
            (Some(""), 12, vec![]),
        ]
    );
}

#[test]
fn comments_stand_anywhere_and_a_mark_of_byte_order_is_passed_over() {
    let script = Script::read(
        "\u{feff}:load a.rules\r\n  % indented\r\nlegal(P,\n% whose move?\n  M).\n  :undo\n",
    );
    let entries: Vec<&str> = script.sections[0]
        .entries
        .iter()
        .map(|entry| entry.text.as_str())
        .collect();
    assert_eq!(
        entries,
        [":load a.rules", "legal(P,\n% whose move?\n  M).", ":undo"]
    );
}

/// A folder with a small game and this session file.
fn small_game(session: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    fs::write(folder.path().join("a.rules"), "p(1).  p(2).\n").expect("it can be written");
    let path = folder.path().join("a.session");
    fs::write(&path, session).expect("it can be written");
    (folder, path)
}

#[test]
fn names_come_from_headings_and_are_told_apart() {
    let (_folder, session) =
        small_game(":load a.rules\n%% Who's to move?\n%% Who s to move\n%% Über 2\n");
    let names: Vec<String> = transcripts(&session)
        .into_iter()
        .map(|transcript| transcript.name)
        .collect();
    assert_eq!(
        names,
        ["a__who_s_to_move", "a__who_s_to_move_2", "a__über_2"]
    );

    let long = "щ".repeat(300);
    let (_folder, session) = small_game(&format!(":load a.rules\n%% {long}\n%% {long}\n"));
    let names: Vec<String> = transcripts(&session)
        .into_iter()
        .map(|transcript| transcript.name)
        .collect();
    assert!(
        names.iter().all(|name| name.len() < 200) && names[0] != names[1],
        "{names:?}"
    );
}

#[test]
fn what_stands_before_the_first_heading_is_told_only_where_it_has_to_be() {
    let (_folder, session) = small_game(":load a.rules\np(X).\n");
    assert_eq!(transcripts(&session)[0].name, "a");
    let (_folder, session) = small_game(":load b.rules\n%% Later\ntrue.\n");
    let told = transcripts(&session);
    assert_eq!(told.len(), 2);
    assert!(
        told[0]
            .text
            .contains("cannot be read: there is no such file"),
        "{}",
        told[0].text
    );
}

#[test]
fn a_difference_has_the_place_of_its_entry() {
    let (folder, session) = small_game(":load a.rules\n\n%% Facts\np(1).\np(X).\n");
    let snapshots = Folder::at(folder.path().join("snapshots"));
    let told = transcripts(&session).remove(0);
    assert_eq!(
        SessionOutcome::of(told.clone(), &snapshots).map(|outcome| outcome.verdict),
        Ok(Verdict::New)
    );
    snapshots
        .keep(&told, &session.to_string_lossy())
        .expect("it can be kept");
    assert_eq!(
        SessionOutcome::of(told, &snapshots).map(|outcome| outcome.verdict),
        Ok(Verdict::Same)
    );

    fs::write(folder.path().join("a.rules"), "p(1).  p(3).\n").expect("it can be written");
    let outcome =
        SessionOutcome::of(transcripts(&session).remove(0), &snapshots).expect("it can be read");
    assert!(matches!(outcome.verdict, Verdict::Different(_)));
    assert_eq!(outcome.place(), Some((5, 3)));
}

#[test]
fn what_is_kept_for_something_else_is_left_alone() {
    let (folder, session) = small_game(":load a.rules\n%% Facts\np(1).\n");
    let snapshots = Folder::at(folder.path().join("snapshots"));
    let other = "---\nsource: tests/a.rs\n---\nof a test\n";
    fs::create_dir(snapshots.path()).expect("there is room");
    fs::write(snapshots.file("a__facts"), other).expect("there is room");
    let told = transcripts(&session).remove(0);
    assert!(snapshots.keep(&told, &session.to_string_lossy()).is_err());
    assert_eq!(
        fs::read_to_string(snapshots.file("a__facts")).expect("it is there"),
        other
    );
    assert_eq!(
        snapshots.orphans(&[session.to_string_lossy().into_owned()], &[]),
        []
    );
}

#[test]
fn nothing_is_entered_after_the_end() {
    let (_folder, session) =
        small_game(":load a.rules\n%% One\np(1).\n:quit\np(2).\n%% Two\np(2).\n");
    let told = transcripts(&session);
    assert_eq!(
        (told.len(), told[0].text.as_str()),
        (1, "?- p(1).\ntrue.\n?- :quit\n")
    );
}
