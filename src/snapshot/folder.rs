//! The folder of snapshots.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use super::form::StoredSnapshot;
use super::names::{self, folded};
use super::transcript::{Transcript, stem};
use crate::files;
use crate::syntax::limits::MAX_FILE_SIZE;

/// A folder of snapshots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

/// A snapshot that no session file needs any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    /// The name of the snapshot, without its ending.
    pub name: String,
    /// The session file that the snapshot belongs to: as the user gave it, or as the snapshot names
    /// it.
    pub session: String,
}

impl Orphan {
    /// Whether the snapshot's name is one that a transcript of its session file gets.
    fn is_called_after(&self) -> bool {
        let rest = self.name.strip_prefix(stem(&self.session));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("__"))
    }
}

impl Folder {
    /// Returns the folder at a path. It need not exist yet.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Folder { path: path.into() }
    }

    /// Returns the folder for the snapshots of a session file: the nearest one named `snapshots` in
    /// the file's folder or above it, else one beside the file. It need not exist yet.
    #[must_use]
    pub fn near(session: &str) -> Self {
        let beside = Path::new(session)
            .parent()
            .unwrap_or(Path::new(""))
            .join("snapshots");
        let absolute = std::path::absolute(session).unwrap_or_else(|_| PathBuf::from(session));
        let mut found = absolute
            .ancestors()
            .skip(1)
            .map(|folder| folder.join("snapshots"));
        Folder {
            path: found.find(|folder| folder.is_dir()).unwrap_or(beside),
        }
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the snapshot with the name `name`.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.snap"))
    }

    /// Returns the text of a snapshot file; none if there is no such file.
    ///
    /// # Errors
    /// When the file exists and cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<String>, String> {
        let file = self.file(name);
        match read_ordinary(&file) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot read `{}`: {error}", file.display())),
        }
    }

    /// Checks that a transcript of the session file `session` may have the name `name` in this
    /// folder. If another snapshot's file would have the same name on some system, it must belong
    /// to the same session file, or its session file must be gone.
    ///
    /// # Errors
    /// Why the name cannot be used, and what to do.
    pub fn claim(&self, name: &str, session: &str) -> Result<(), String> {
        if names::is_too_long(name) {
            return Err(format!(
                "`{name}` is too long for the name of a file; shorten the heading, or rename the session file"
            ));
        }
        for other in self.kept_like(name)? {
            let file = self.file(&other);
            let Some(stored) = self
                .read(&other)?
                .and_then(|text| StoredSnapshot::read(&text).ok())
            else {
                continue;
            };
            let owner = stored
                .is_of_a_session()
                .then_some(stored.input_file)
                .flatten();
            let Some(owner) = owner else {
                return Err(format!(
                    "`{}` is stored for something else; choose another heading",
                    file.display()
                ));
            };
            if !self.is_same(&owner, session) && !self.is_gone(&owner) {
                return Err(format!(
                    "`{}` is stored for another session file, `{owner}`; rename one of the two, or make a folder \
                     `snapshots` beside each",
                    file.display()
                ));
            }
        }
        Ok(())
    }

    /// Stores a transcript as the snapshot of a session file. After a failure the old snapshot is
    /// unchanged. If the old snapshot names another source, the new one keeps that.
    ///
    /// # Errors
    /// When the snapshot cannot be written, or [`Folder::claim`] refuses its name.
    pub fn keep(&self, transcript: &Transcript, session: &str) -> Result<(), String> {
        self.claim(&transcript.name, session)?;
        let before = self
            .read(&transcript.name)?
            .and_then(|file| StoredSnapshot::read(&file).ok())
            .unwrap_or_default();
        let session = self.session_name(session);
        let own_source = before
            .source
            .filter(|source| before.input_file.as_ref() != Some(source));
        let stored = StoredSnapshot {
            source: own_source.or_else(|| Some(session.clone())),
            description: transcript.heading.clone(),
            input_file: Some(session),
            text: transcript.text.clone(),
        };
        let file = self.file(&transcript.name);
        let written =
            fs::create_dir_all(&self.path).and_then(|()| files::write(&file, stored.to_string()));
        written.map_err(|error| format!("cannot write `{}`: {error}", file.display()))?;
        self.drop_pending(&transcript.name);
        Ok(())
    }

    /// Removes the pending snapshot that `cargo insta` would review, because it is out of date.
    pub fn drop_pending(&self, name: &str) {
        // Mostly there is none, so an error does not matter.
        let _ = fs::remove_file(self.path.join(format!("{name}.snap.new")));
    }

    /// Removes a snapshot.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), String> {
        let file = self.file(name);
        fs::remove_file(&file)
            .map_err(|error| format!("cannot remove `{}`: {error}", file.display()))
    }

    /// Returns the snapshots that no session file needs any more, in alphabetical order: of the
    /// session files in `sessions`, those with names that are not in `asked`; and those of session
    /// files that surely do not exist any more. Only snapshots with a name that begins with the
    /// name of their session file count.
    #[must_use]
    pub fn orphans(&self, sessions: &[String], asked: &[String]) -> Vec<Orphan> {
        let given: Vec<String> = sessions
            .iter()
            .map(|session| self.session_name(session))
            .collect();
        let orphan =
            |Orphan { name, session }| match given.iter().position(|given| *given == session) {
                Some(number) => Some(Orphan {
                    name,
                    session: sessions[number].clone(),
                }),
                None => self.is_gone(&session).then_some(Orphan { name, session }),
            };
        let stored = self
            .kept_sessions()
            .into_iter()
            .filter(|stored| !asked.contains(&stored.name) && stored.is_called_after());
        let mut orphans: Vec<Orphan> = stored.filter_map(orphan).collect();
        orphans.sort_by(|one, other| one.name.cmp(&other.name));
        orphans
    }

    /// Returns the names of all snapshots here with a file name that equals that of `name` on some
    /// system.
    fn kept_like(&self, name: &str) -> Result<Vec<String>, String> {
        let cannot =
            |error: std::io::Error| format!("cannot list `{}`: {error}", self.path.display());
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(cannot(error)),
        };
        let wanted = folded(name);
        let mut like = Vec::new();
        for entry in entries {
            let file = entry.map_err(cannot)?.file_name();
            let other = file.to_str().and_then(|file| file.strip_suffix(".snap"));
            like.extend(
                other
                    .filter(|other| folded(other) == wanted)
                    .map(str::to_owned),
            );
        }
        Ok(like)
    }

    /// Returns all snapshots that name their session file.
    fn kept_sessions(&self) -> Vec<Orphan> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let stored = entries.filter_map(|entry| {
            let name = entry
                .file_name()
                .to_str()?
                .strip_suffix(".snap")?
                .to_owned();
            let stored = StoredSnapshot::read(&read_ordinary(&entry.path()).ok()?).ok()?;
            let session = stored
                .is_of_a_session()
                .then_some(stored.input_file)
                .flatten()?;
            Some(Orphan { name, session })
        });
        stored.collect()
    }

    /// Returns the path of a session file as snapshots have it: relative to the parent of this
    /// folder, whatever the current folder is.
    #[must_use]
    pub fn session_name(&self, session: &str) -> String {
        let real = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path));
        let (Ok(root), Ok(file)) = (real(&self.root()), real(Path::new(session))) else {
            return session.to_owned();
        };
        let shared = root
            .components()
            .zip(file.components())
            .take_while(|(one, other)| one == other)
            .count();
        let up = root.components().skip(shared).map(|_| Component::ParentDir);
        let name: PathBuf = up.chain(file.components().skip(shared)).collect();
        let parts: Vec<_> = name
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        parts.join("/")
    }

    /// Whether `named`, the session file that a snapshot names, is the file `session`.
    fn is_same(&self, named: &str, session: &str) -> bool {
        let Ok(session_file) = fs::canonicalize(session) else {
            return named == self.session_name(session);
        };
        let is_it = |folder: &Path| {
            folder
                .join(named)
                .canonicalize()
                .is_ok_and(|file| file == session_file)
        };
        named == self.session_name(session) || self.places().iter().any(|folder| is_it(folder))
    }

    /// Whether a session file surely does not exist any more. It may exist in a folder that cannot
    /// be read.
    fn is_gone(&self, session: &str) -> bool {
        let is_missing = |folder: &PathBuf| match fs::symlink_metadata(folder.join(session)) {
            Ok(_) => false,
            Err(error) => matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
        };
        self.root().canonicalize().is_ok() && self.places().iter().all(is_missing)
    }

    /// Returns the folders that paths of session files may be relative to: the parent of this
    /// folder and those above it, because insta uses paths relative to the root of the workspace.
    fn places(&self) -> Vec<PathBuf> {
        let root = self.root();
        let real = root.canonicalize().ok();
        root.ancestors()
            .map(Path::to_path_buf)
            .chain(real)
            .collect()
    }

    /// Returns the parent of this folder.
    fn root(&self) -> PathBuf {
        let absolute = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        absolute.parent().map(Path::to_path_buf).unwrap_or_default()
    }
}

/// Reads a snapshot. A device or a pipe may have no end.
fn read_ordinary(file: &Path) -> io::Result<String> {
    let found = fs::metadata(file)?;
    if !found.is_file() {
        return Err(io::Error::other("it is no ordinary file"));
    }
    if found.len() > MAX_FILE_SIZE as u64 {
        return Err(io::Error::other("it is too large for a snapshot"));
    }
    fs::read_to_string(file)
}
