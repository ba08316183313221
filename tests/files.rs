//! Writing files whole: the old text or the new one, and nothing else that was there is lost.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::{Duration, SystemTime};

use regola::files;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

fn text_of(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("it can be read")
}

/// The names of all that lies in a folder, in the order of the alphabet.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be listed");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("it can be listed")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

/// Why something was refused.
fn refused(written: io::Result<()>) -> String {
    written.expect_err("it is refused").to_string()
}

#[test]
fn a_file_is_made_and_replaced() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    files::write(&path, "old").expect("it can be written");
    assert_eq!(text_of(&path), "old");
    files::write(&path, "new").expect("it can be written");
    assert_eq!(text_of(&path), "new");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn who_reads_the_old_file_goes_on_with_it() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    fs::write(&path, "old").expect("there is room");
    let reader = File::open(&path).expect("it can be read");
    files::write(&path, "new").expect("it can be written");
    assert_eq!(io::read_to_string(reader).expect("it can be read"), "old");
}

#[test]
fn what_cannot_be_filled_leaves_the_old_file_and_nothing_else() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    fs::write(&path, "old").expect("there is room");
    let written = files::write_by(&path, |new| {
        fs::write(new, "half")?;
        Err(io::Error::other("the source ended"))
    });
    assert_eq!(refused(written), "the source ended");
    assert_eq!(text_of(&path), "old");
    assert_eq!(names(folder.path()), ["a.txt"]);

    files::write_by(&path, |new| fs::write(new, "new")).expect("it can be written");
    assert_eq!(text_of(&path), "new");
}

#[test]
fn making_leaves_what_is_there() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    files::make(&path, "first").expect("there is none yet");
    let again = files::make(&path, "second").expect_err("there is one");
    assert_eq!(again.kind(), ErrorKind::AlreadyExists);
    assert_eq!(text_of(&path), "first");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn folders_and_what_lies_nowhere_are_refused_in_words() {
    let folder = folder();
    assert_eq!(
        refused(files::write(folder.path(), "new")),
        "it is a folder"
    );
    assert_eq!(
        refused(files::write(folder.path().join("no/a.txt"), "new")),
        "there is no such folder"
    );
    assert_eq!(
        refused(files::make(folder.path().join("no/a.txt"), "new")),
        "there is no such folder"
    );
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_file_that_may_only_be_read_is_refused() {
    let folder = folder();
    let path = folder.path().join("a.txt");
    fs::write(&path, "old").expect("there is room");
    let mut permissions = fs::metadata(&path).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("its owner may do that");
    assert_eq!(refused(files::write(&path, "new")), "it may only be read");
    assert_eq!(text_of(&path), "old");
}

#[test]
fn what_killed_programs_have_left_is_removed_and_nothing_else() {
    let folder = folder();
    let here = folder.path();
    let long_ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    let put = |name: &str, at: SystemTime| {
        let file = File::create(here.join(name)).expect("there is room");
        file.set_modified(at).expect("its owner may do that");
    };
    put(".regola-0123456789ab.tmp", long_ago);
    put(".regola-zyxwvutsrqpo.tmp", SystemTime::now());
    // Names that somebody else has chosen.
    let others = [
        ".regola-notes.tmp",
        ".regola-0123456789a-.tmp",
        ".tmp0123456",
        "regola-0123456789ab.tmp",
    ];
    for name in others {
        put(name, long_ago);
    }
    fs::create_dir(here.join(".regola-000000000000.tmp")).expect("there is room");

    files::write(here.join("a.txt"), "new").expect("it can be written");
    let mut expected = others.to_vec();
    expected.extend([
        ".regola-zyxwvutsrqpo.tmp",
        ".regola-000000000000.tmp",
        "a.txt",
    ]);
    expected.sort_unstable();
    assert_eq!(names(here), expected);
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    use super::*;

    fn mode_of(path: &Path) -> u32 {
        fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o7777
    }

    #[test]
    fn the_mode_of_the_old_file_is_kept() {
        let folder = folder();
        let path = folder.path().join("a.txt");
        fs::write(&path, "old").expect("there is room");
        for mode in [0o600, 0o640, 0o664, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))
                .expect("its owner may do that");
            files::write(&path, "new").expect("it can be written");
            assert_eq!(mode_of(&path), mode, "{mode:o}");
        }
    }

    #[test]
    fn a_private_file_is_its_owners_alone_from_the_beginning() {
        let folder = folder();
        let path = folder.path().join("token");
        files::make_private(&path, "secret").expect("there is none yet");
        assert_eq!(mode_of(&path), 0o600);
        let old = folder.path().join("old");
        fs::write(&old, "secret").expect("there is room");
        fs::set_permissions(&old, fs::Permissions::from_mode(0o600))
            .expect("its owner may do that");
        files::write_by(&old, |new| {
            assert_eq!(mode_of(new), 0o600);
            Ok(())
        })
        .expect("it can be written");
    }

    #[test]
    fn symbolic_links_are_followed_and_stay() {
        let folder = folder();
        let here = folder.path();
        fs::create_dir(here.join("below")).expect("there is room");
        fs::write(here.join("below/target"), "old").expect("there is room");
        symlink("target", here.join("below/second")).expect("a link can be made");
        symlink("below/second", here.join("first")).expect("a link can be made");
        files::write(here.join("first"), "new").expect("it can be written");
        assert_eq!(text_of(here.join("below/target")), "new");
        assert!(
            !fs::symlink_metadata(here.join("below/target"))
                .expect("it is there")
                .is_symlink()
        );
        for link in ["first", "below/second"] {
            assert!(
                fs::symlink_metadata(here.join(link))
                    .expect("it is there")
                    .is_symlink(),
                "{link}"
            );
        }

        // One that leads to nothing yet.
        symlink("below/made", here.join("dangling")).expect("a link can be made");
        let made = files::make(here.join("dangling"), "new").expect_err("there is a link");
        assert_eq!(made.kind(), ErrorKind::AlreadyExists);
        files::write(here.join("dangling"), "new").expect("it can be written");
        assert_eq!(text_of(here.join("below/made")), "new");

        symlink("round", here.join("round")).expect("a link can be made");
        let round = refused(files::write(here.join("round"), "new"));
        assert_eq!(
            round,
            "more than 40 symbolic links lead from one to the next"
        );
    }

    #[test]
    fn hard_links_are_parted_and_the_other_name_keeps_the_old_text() {
        let folder = folder();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        fs::write(&one, "old").expect("there is room");
        fs::hard_link(&one, &other).expect("a link can be made");
        files::write(&one, "new").expect("it can be written");
        assert_eq!(
            (text_of(&one), text_of(&other)),
            ("new".to_owned(), "old".to_owned())
        );
        assert_eq!(fs::metadata(&other).expect("it is there").nlink(), 1);
    }

    #[test]
    fn devices_are_no_files_to_replace_but_take_output() {
        assert_eq!(
            refused(files::write("/dev/null", "new")),
            "it is no ordinary file"
        );
        files::write_output("/dev/null", "new").expect("it takes all");
        if cfg!(target_os = "linux") {
            assert_eq!(
                refused(files::write_output("/dev/full", "new")),
                "there is no room left"
            );
        }
    }

    #[test]
    fn a_named_pipe_takes_output_and_stays() {
        let folder = folder();
        let pipe = folder.path().join("pipe");
        let made = Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo starts");
        assert!(made.success());
        let reader = Command::new("cat")
            .arg(&pipe)
            .stdout(Stdio::piped())
            .spawn()
            .expect("cat starts");
        files::write_output(&pipe, "all of it").expect("there is a reader");
        let read = reader.wait_with_output().expect("cat ends");
        assert_eq!(read.stdout, b"all of it");
        assert_eq!(names(folder.path()), ["pipe"]);
    }
}
