//! Floor 0: writing files whole. Whoever reads a file that is replaced, and whoever finds it after
//! a failure, a kill or a loss of power, sees the old text or the new one and never a part of
//! either.
//!
//! A text is written to a temporary file in the same folder, brought to the disk and renamed. That
//! keeps the mode of the old file, its owner and its group where this user may give them away, and
//! its symbolic links, which are followed. It parts hard links: the other names keep the old text,
//! because only writing in place could change all of them, and that can be torn. Access control
//! lists and extended attributes of the old file are not kept.
//!
//! A killed program leaves its temporary file behind, called `.regola-XXXXXXXXXXXX.tmp`. The next
//! file that is written into that folder removes those that nobody has touched for an hour. No
//! other file is ever removed.
//!
//! Nothing is known here of what the texts say. All other ways to write files are refused by
//! `clippy.toml`.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the one place that writes files"
)]

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How the name of a temporary file begins.
const PREFIX: &str = ".regola-";

/// How many letters and digits tell temporary files apart.
const LETTERS: usize = 12;

/// How the name of a temporary file ends.
const SUFFIX: &str = ".tmp";

/// For how long nobody has touched a temporary file that is removed. One is filled and renamed
/// within seconds; whoever was stopped for longer and goes on is told that the file cannot be
/// renamed, and the old text stays.
const LEFTOVER_AGE: Duration = Duration::from_secs(60 * 60);

/// The most symbolic links that are followed from one to the next.
const MAX_LINKS: usize = 40;

/// Who may read and write a file that is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Whoever may use files that this user makes.
    Usual,
    /// This user alone.
    Private,
}

/// Writes a text to a file, which is made if it is not there. Of a symbolic link the file that it
/// leads to is written.
///
/// # Errors
/// Why it cannot be written, in a few words; it is then as it was. A file that may only be read, a
/// folder and a device are refused.
pub fn write(path: impl AsRef<Path>, text: &str) -> io::Result<()> {
    replace(path.as_ref(), |new| new.fill(text))
}

/// The same with a text that somebody else writes to the temporary file of that path.
///
/// # Errors
/// Those of [`write()`] and of whoever writes.
pub fn write_by(
    path: impl AsRef<Path>,
    fill: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    replace(path.as_ref(), |new| fill(&new.path))
}

/// Writes a text to where a user wants it. An ordinary file is written as by [`write()`]; a device,
/// a pipe and a descriptor that is open already (`/dev/fd/3`) take the text as it comes.
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

/// Makes a file with this text where there is nothing, not even a link.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] where there is something; else why none can be made.
pub fn make(path: impl AsRef<Path>, text: &str) -> io::Result<()> {
    make_with(path.as_ref(), text, Access::Usual)
}

/// The same with a file that only its owner may read and write.
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
    new.fill(text)?;
    new.file.sync_all().map_err(in_words)?;
    new.put_where_nothing_is(path)?;
    sync_and_clean(folder_of(path));
    Ok(())
}

fn replace(path: &Path, fill: impl FnOnce(&Unfinished) -> io::Result<()>) -> io::Result<()> {
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
    fill(&new)?;
    if let Some(old) = &old {
        take_over(&new.path, old)?;
    }
    new.file.sync_all().map_err(in_words)?;
    new.put_in_place_of(&path)?;
    sync_and_clean(folder_of(&path));
    Ok(())
}

/// The file that a path leads to through symbolic links. It need not be there.
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

/// Where a symbolic link leads; none if this is no link, or nothing.
fn link_of(path: &Path) -> io::Result<Option<PathBuf>> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    is_link
        .then(|| Ok(folder_of(path).join(fs::read_link(path)?)))
        .transpose()
}

/// Whether a path leads to a descriptor of a program, as `/dev/stdout` does. The file behind it
/// must not be replaced: who has it open would go on with the old one.
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

/// The system is asked by opening the file, which changes nothing: renaming needs no more than a
/// folder that may be written.
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

/// Gives a new file the owner, the group and the mode of an old one, by its path: who filled it may
/// have made it anew.
fn take_over(new: &Path, old: &Metadata) -> io::Result<()> {
    let wanted = wanted_permissions(new, old)?;
    // Some file systems have one mode for all files, and do not let it be set.
    if fs::metadata(new)?.permissions() != wanted {
        fs::set_permissions(new, wanted)
    } else {
        Ok(())
    }
}

/// The permissions of the old file, without those that would mean somebody else because the new
/// file has another owner or group.
#[cfg(unix)]
fn wanted_permissions(new: &Path, old: &Metadata) -> io::Result<fs::Permissions> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    /// Run as the owner or the group of the file.
    const RUN_AS: u32 = 0o6000;
    const GROUP: u32 = 0o070;

    let made = fs::metadata(new)?;
    if (made.uid(), made.gid()) != (old.uid(), old.gid())
        && chown(new, Some(old.uid()), Some(old.gid())).is_err()
    {
        // Members of a group may give files to it, though not to another owner.
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

/// A temporary file, which is removed unless it comes to its place.
struct Unfinished {
    path: PathBuf,
    file: File,
    is_in_place: bool,
}

impl Unfinished {
    /// An empty one in the folder of a file.
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

    fn fill(&self, text: &str) -> io::Result<()> {
        if most_bytes().is_some_and(|most| most < text.len() as u64) {
            return Err(in_words(ErrorKind::FileTooLarge.into()));
        }
        (&self.file).write_all(text.as_bytes()).map_err(in_words)
    }

    fn put_in_place_of(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.is_in_place = true;
        Ok(())
    }

    /// A second name is given, which fails where there is something, and the first one taken away.
    fn put_where_nothing_is(mut self, path: &Path) -> io::Result<()> {
        match fs::hard_link(&self.path, path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            Ok(()) => Ok(()),
            // A file system without hard links: what comes to be there in this moment is replaced.
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
            // One that cannot be removed now is a leftover, which the next file written here
            // removes.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn temporary_name() -> String {
    let letters: String = (0..LETTERS).map(|_| fastrand::alphanumeric()).collect();
    format!("{PREFIX}{letters}{SUFFIX}")
}

/// Whether a file's name is one of those that temporary files get.
fn is_temporary_name(name: &str) -> bool {
    let letters = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| {
        letters.len() == LETTERS && letters.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// Brings a folder's new entries to the disk, where the system can do that, and removes what killed
/// programs have left. The file is written in any case.
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

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The most bytes that a file of this program may have, if there is a limit (`ulimit -f`). Whoever
/// writes more is killed by the system and cannot say why.
#[cfg(all(unix, feature = "cli"))]
fn most_bytes() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current
}

#[cfg(not(all(unix, feature = "cli")))]
fn most_bytes() -> Option<u64> {
    None
}

/// Why no file can be made in a folder.
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

/// Why a text cannot be written.
fn in_words(error: io::Error) -> io::Error {
    let reason = match error.kind() {
        ErrorKind::StorageFull => "there is no room left",
        ErrorKind::QuotaExceeded => "no more room may be taken",
        ErrorKind::FileTooLarge => "it would be larger than a file may be here",
        _ => return error,
    };
    io::Error::new(error.kind(), reason)
}
