//! Floor 0: writes files as a whole. A program that reads a file during a replacement, or after a
//! failure, a kill or a loss of power, finds the old text or the new one, never a part of either.
//!
//! A text is written to a temporary file in the same folder, synced to the disk, and renamed. The
//! new file keeps the mode of the old one, and its owner and group if this user may give files to
//! them. Symbolic links stay and are followed. Hard links are separated: the other names keep the
//! old text, because only writing in place changes all of them, and a failure can interrupt that.
//! Access control lists and extended attributes of the old file are lost.
//!
//! A killed program leaves its temporary file behind, named `.regola-XXXXXXXXXXXX.tmp`. The next
//! file written into that folder removes such files if they have not changed for an hour. No other
//! file is ever removed.
//!
//! The content of the texts does not matter here. `clippy.toml` refuses all other ways to write
//! files.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the one place that writes files"
)]

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The beginning of the name of a temporary file.
const PREFIX: &str = ".regola-";

/// The number of random letters and digits in the name of a temporary file.
const LETTERS: usize = 12;

/// The end of the name of a temporary file.
const SUFFIX: &str = ".tmp";

/// A temporary file that has not changed for this time is removed. A program fills and renames one
/// within seconds. A program that was suspended for longer than this gets an error at the renaming,
/// and the old text stays.
const LEFTOVER_AGE: Duration = Duration::from_secs(60 * 60);

/// The most symbolic links that are followed from one to the next.
const MAX_LINKS: usize = 40;

/// The users that may read and write a new file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// All users that may use the files of this user by default.
    Usual,
    /// This user alone.
    Private,
}

/// Writes a text, or bytes, to a file, and creates the file if there is none. If `path` is a symbolic link,
/// the file at its end is written.
///
/// # Errors
/// The reason in a few words; the file is then unchanged. A read-only file, a folder and a device
/// are refused.
pub fn write(path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> io::Result<()> {
    replace(path.as_ref(), |new| new.fill(text.as_ref()))
}

/// Tries whether [`write()`] could write a file, and leaves everything as it is: a long work need not be done
/// in vain.
///
/// # Errors
/// As for [`write()`].
pub fn try_to_write(path: impl AsRef<Path>) -> io::Result<()> {
    Replacement::begin(path.as_ref()).map(drop)
}

/// Writes a file as [`write()`] does, with the text that `fill` writes to the path of the temporary
/// file.
///
/// # Errors
/// Those of [`write()`] and of `fill`.
pub fn write_by(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    replace(path.as_ref(), |new| fill(&new.path))
}

/// Writes a text to the place that a user names. An ordinary file is written as by [`write()`]. A
/// device, a pipe and an open descriptor (`/dev/fd/3`) take the text directly.
///
/// # Errors
/// Those of [`write()`].
pub fn write_output(path: impl AsRef<Path>, text: &str) -> io::Result<()> {
    let path = path.as_ref();
    let is_stream = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if !is_stream && !is_descriptor(path) {
        return write(path, text);
    }
    let mut stream = OpenOptions::new().append(true).open(path)?;
    stream.write_all(text.as_bytes()).map_err(in_words)
}

/// Creates a file with the text `text`. Nothing may be at `path`, not even a link.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if something is at `path`; else the reason why no file can be
/// created.
pub fn make(path: impl AsRef<Path>, text: &str) -> io::Result<()> {
    make_with(path.as_ref(), text, Access::Usual)
}

/// Creates a file as [`make`] does, which only its owner may read and write.
///
/// # Errors
/// Those of [`make`].
pub fn make_private(path: impl AsRef<Path>, text: &str) -> io::Result<()> {
    make_with(path.as_ref(), text, Access::Private)
}

fn make_with(path: &Path, text: &str, access: Access) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let new = Unfinished::beside(path, access)?;
    new.fill(text.as_bytes())?;
    new.file.sync_all().map_err(in_words)?;
    new.put_where_nothing_is(path)?;
    sync_and_clean(folder_of(path));
    Ok(())
}

fn replace(path: &Path, fill: impl FnOnce(&Unfinished) -> io::Result<()>) -> io::Result<()> {
    let Replacement { path, old, new } = Replacement::begin(path)?;
    fill(&new)?;
    if let Some(old) = &old {
        take_over(&new.path, old)?;
    }
    new.file.sync_all().map_err(in_words)?;
    new.put_in_place_of(&path)?;
    sync_and_clean(folder_of(&path));
    Ok(())
}

/// A file that is about to be written in place of another one, or where there is none.
struct Replacement {
    /// The path, with symbolic links followed.
    path: PathBuf,
    /// What is there now.
    old: Option<Metadata>,
    new: Unfinished,
}

impl Replacement {
    fn begin(path: &Path) -> io::Result<Self> {
        let path = followed(path)?;
        let old = match fs::metadata(&path) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old {
            refuse_what_cannot_be_replaced(&path, old)?;
        }
        let access = if old.is_some() {
            Access::Private
        } else {
            Access::Usual
        };
        let new = Unfinished::beside(&path, access)?;
        Ok(Self { path, old, new })
    }
}

/// Returns the file at the end of a chain of symbolic links. It need not exist.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match link_of(&path)? {
            Some(next) => path = next,
            None => return Ok(path),
        }
    }
    Err(io::Error::other(format!(
        "more than {MAX_LINKS} symbolic links lead from one to the next"
    )))
}

/// Returns the target of a symbolic link; none if `path` is no link or does not exist.
fn link_of(path: &Path) -> io::Result<Option<PathBuf>> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    is_link
        .then(|| Ok(folder_of(path).join(fs::read_link(path)?)))
        .transpose()
}

/// Whether a path leads to a descriptor of a program, as `/dev/stdout` does. The file behind it
/// must not be replaced: a program that has it open would keep the old one.
fn is_descriptor(path: &Path) -> bool {
    let is_here = |path: &Path| {
        let folder = folder_of(path).canonicalize();
        folder.is_ok_and(|folder| folder.starts_with("/proc") || folder == Path::new("/dev/fd"))
    };
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if is_here(&path) {
            return true;
        }
        let Ok(Some(next)) = link_of(&path) else {
            return false;
        };
        path = next;
    }
    false
}

/// Refuses a file that this user may not write. Renaming alone would not notice, because it needs
/// permission only for the folder. So the file is opened for writing, which does not change it.
fn refuse_what_cannot_be_replaced(path: &Path, old: &Metadata) -> io::Result<()> {
    let refused = |reason: &str| Err(io::Error::new(ErrorKind::PermissionDenied, reason));
    if old.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if !old.is_file() {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it is no ordinary file",
        ));
    }
    if old.permissions().readonly() {
        return refused("it may only be read");
    }
    match OpenOptions::new().write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => refused("it may only be read"),
        opened => opened.map(drop),
    }
}

/// Gives the file at `new` the owner, group and mode of an old one. It uses the path, because the
/// program that filled the file may have created it anew.
fn take_over(new: &Path, old: &Metadata) -> io::Result<()> {
    let wanted = wanted_permissions(new, old)?;
    // Some file systems have one mode for all files and do not let it be set.
    if fs::metadata(new)?.permissions() != wanted {
        fs::set_permissions(new, wanted)
    } else {
        Ok(())
    }
}

/// Returns the permissions of the old file, without those that would apply to other users because
/// the new file has another owner or group.
#[cfg(unix)]
fn wanted_permissions(new: &Path, old: &Metadata) -> io::Result<fs::Permissions> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    /// The bits to run a file as its owner or group.
    const RUN_AS: u32 = 0o6000;
    const GROUP: u32 = 0o070;

    let made = fs::metadata(new)?;
    if (made.uid(), made.gid()) != (old.uid(), old.gid())
        && chown(new, Some(old.uid()), Some(old.gid())).is_err()
    {
        // The members of a group may give files to it, though not to another owner.
        let _ = chown(new, None, Some(old.gid()));
    }
    let now = fs::metadata(new)?;
    let mut mode = old.permissions().mode();
    if (now.uid(), now.gid()) != (old.uid(), old.gid()) {
        mode &= !RUN_AS;
    }
    if now.gid() != old.gid() {
        mode &= !GROUP;
    }
    Ok(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn wanted_permissions(_new: &Path, old: &Metadata) -> io::Result<fs::Permissions> {
    Ok(old.permissions())
}

/// A temporary file, which is removed if it is not renamed to its final path.
struct Unfinished {
    path: PathBuf,
    file: File,
    is_in_place: bool,
}

impl Unfinished {
    /// Creates an empty temporary file in the folder of `path`.
    fn beside(path: &Path, access: Access) -> io::Result<Self> {
        let folder = folder_of(path);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if access == Access::Private {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        #[cfg(not(unix))]
        let _ = access;
        loop {
            let path = folder.join(temporary_name());
            match options.open(&path) {
                Ok(file) => {
                    return Ok(Unfinished {
                        path,
                        file,
                        is_in_place: false,
                    });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(cannot_make(error)),
            }
        }
    }

    fn fill(&self, text: &[u8]) -> io::Result<()> {
        if most_bytes().is_some_and(|most| most < text.len() as u64) {
            return Err(in_words(ErrorKind::FileTooLarge.into()));
        }
        (&self.file).write_all(text).map_err(in_words)
    }

    fn put_in_place_of(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.is_in_place = true;
        Ok(())
    }

    /// Gives the file a second name, which fails if something is there. The first name is removed
    /// when `self` is dropped.
    fn put_where_nothing_is(mut self, path: &Path) -> io::Result<()> {
        match fs::hard_link(&self.path, path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            Ok(()) => Ok(()),
            // The file system has no hard links. A file that appears at this moment is replaced.
            Err(_) => {
                fs::rename(&self.path, path)?;
                self.is_in_place = true;
                Ok(())
            }
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_in_place {
            // The next file written into this folder removes it if this fails.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn temporary_name() -> String {
    let letters: String = (0..LETTERS).map(|_| fastrand::alphanumeric()).collect();
    format!("{PREFIX}{letters}{SUFFIX}")
}

/// Whether `name` has the form of a temporary file's name.
fn is_temporary_name(name: &str) -> bool {
    let letters = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| {
        letters.len() == LETTERS && letters.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// Syncs the entries of a folder to the disk if the system can, and removes the temporary files of
/// killed programs. Errors are ignored, because the file is written in any case.
fn sync_and_clean(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(is_temporary_name)) {
        let is_old = |found: &Metadata| {
            found
                .modified()
                .is_ok_and(|at| at.elapsed().is_ok_and(|age| age > LEFTOVER_AGE))
        };
        if entry
            .metadata()
            .is_ok_and(|found| found.is_file() && is_old(&found))
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns the size limit of files of this program in bytes, if there is one (`ulimit -f`). The
/// system kills a program that writes more, so that it cannot report the reason.
#[cfg(all(unix, feature = "cli"))]
fn most_bytes() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current
}

#[cfg(not(all(unix, feature = "cli")))]
fn most_bytes() -> Option<u64> {
    None
}

/// Converts an error of creating a file to one with the reason in words.
fn cannot_make(error: io::Error) -> io::Error {
    let reason = match error.kind() {
        ErrorKind::NotFound => "there is no such folder",
        ErrorKind::NotADirectory => "its folder is no folder",
        ErrorKind::PermissionDenied => "there is no permission to make files in its folder",
        ErrorKind::ReadOnlyFilesystem => "its folder may only be read",
        _ => return in_words(error),
    };
    io::Error::new(error.kind(), reason)
}

/// Converts an error of writing a text to one with the reason in words.
fn in_words(error: io::Error) -> io::Error {
    let reason = match error.kind() {
        ErrorKind::StorageFull => "there is no room left",
        ErrorKind::QuotaExceeded => "no more room may be taken",
        ErrorKind::FileTooLarge => "it would be larger than a file may be here",
        _ => return error,
    };
    io::Error::new(error.kind(), reason)
}
