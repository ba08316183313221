//! The folder of kept files.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::form::Kept;
use super::transcript::Transcript;

/// A folder of kept files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

/// A kept file for which nothing asks any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    /// Its name, without ending.
    pub name: String,
    /// The session file that it is of: as it was given, or as the kept file names it.
    pub session: String,
}

impl Folder {
    /// The folder at a path, which need not exist yet.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Folder { path: path.into() }
    }

    /// The folder in which outcomes of a session file are kept: the nearest one called `snapshots` in the
    /// file's folder or above it, else one beside it, which need not exist yet.
    #[must_use]
    pub fn near(session: &str) -> Self {
        let beside = Path::new(session).parent().unwrap_or(Path::new("")).join("snapshots");
        let absolute = std::path::absolute(session).unwrap_or_else(|_| PathBuf::from(session));
        let mut found = absolute.ancestors().skip(1).map(|folder| folder.join("snapshots"));
        Folder { path: found.find(|folder| folder.is_dir()).unwrap_or(beside) }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file in which an outcome of that name is kept.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.snap"))
    }

    /// The whole file of an outcome, if it was kept.
    ///
    /// # Errors
    /// When there is one that cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<String>, String> {
        let file = self.file(name);
        match fs::read_to_string(&file) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot read `{}`: {error}", file.display())),
        }
    }

    /// Keeps a transcript of a session file. What is said of the source stays as it was.
    ///
    /// # Errors
    /// When it cannot be written, or there is an outcome of that name that is of no session file.
    pub fn keep(&self, transcript: &Transcript, session: &str) -> Result<(), String> {
        let before = self.read(&transcript.name)?.and_then(|file| Kept::read(&file).ok());
        if before.as_ref().is_some_and(|before| !before.is_of_a_session()) {
            let file = self.file(&transcript.name);
            return Err(format!("`{}` is kept for something else; choose another heading", file.display()));
        }
        let before = before.unwrap_or_default();
        let session = self.session_name(session);
        let kept = Kept {
            source: before.source.or_else(|| Some(session.clone())),
            description: transcript.heading.clone(),
            input_file: Some(session),
            text: transcript.text.clone(),
        };
        let file = self.file(&transcript.name);
        let written = fs::create_dir_all(&self.path).and_then(|()| fs::write(&file, kept.to_string()));
        written.map_err(|error| format!("cannot write `{}`: {error}", file.display()))?;
        self.drop_pending(&transcript.name);
        Ok(())
    }

    /// Removes the outcome that `cargo insta` wants reviewed, because it has been settled.
    pub fn drop_pending(&self, name: &str) {
        // Mostly there is none.
        let _ = fs::remove_file(self.path.join(format!("{name}.snap.new")));
    }

    /// Removes a kept file.
    ///
    /// # Errors
    /// When that cannot be done.
    pub fn remove(&self, name: &str) -> Result<(), String> {
        let file = self.file(name);
        fs::remove_file(&file).map_err(|error| format!("cannot remove `{}`: {error}", file.display()))
    }

    /// Kept files of sessions for which nothing asks any more: of one among `sessions` those whose names are not
    /// among `asked`, and those of session files that there are no more. In the order of the alphabet.
    #[must_use]
    pub fn orphans(&self, sessions: &[String], asked: &[String]) -> Vec<Orphan> {
        let given: Vec<String> = sessions.iter().map(|session| self.session_name(session)).collect();
        let orphan = |Orphan { name, session }| match given.iter().position(|given| *given == session) {
            Some(number) => Some(Orphan { name, session: sessions[number].clone() }),
            None => self.is_gone(&session).then_some(Orphan { name, session }),
        };
        let kept = self.kept_sessions().into_iter().filter(|kept| !asked.contains(&kept.name));
        let mut orphans: Vec<Orphan> = kept.filter_map(orphan).collect();
        orphans.sort_by(|one, other| one.name.cmp(&other.name));
        orphans
    }

    /// All kept files that say which session file they are of.
    fn kept_sessions(&self) -> Vec<Orphan> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let kept = entries.filter_map(|entry| {
            let name = entry.file_name().to_str()?.strip_suffix(".snap")?.to_owned();
            let kept = Kept::read(&fs::read_to_string(entry.path()).ok()?).ok()?;
            let session = kept.is_of_a_session().then_some(kept.input_file).flatten()?;
            Some(Orphan { name, session })
        });
        kept.collect()
    }

    /// A session file as kept files name it: from the folder on in which this one lies, wherever one stands.
    #[must_use]
    pub fn session_name(&self, session: &str) -> String {
        let real = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path));
        let (Ok(root), Ok(file)) = (real(&self.root()), real(Path::new(session))) else { return session.to_owned() };
        let shared = root.components().zip(file.components()).take_while(|(one, other)| one == other).count();
        let up = root.components().skip(shared).map(|_| Component::ParentDir);
        let name: PathBuf = up.chain(file.components().skip(shared)).collect();
        name.to_string_lossy().replace('\\', "/")
    }

    /// Whether there is no such session file any more. Insta names files from the root of the workspace on, which may
    /// lie above this folder.
    fn is_gone(&self, session: &str) -> bool {
        let root = self.root();
        let is_below = |folder: &Path| folder.join(session).exists();
        !root.ancestors().any(is_below) && !root.canonicalize().is_ok_and(|root| is_below(&root))
    }

    /// The folder in which this one lies.
    fn root(&self) -> PathBuf {
        let absolute = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        absolute.parent().map(Path::to_path_buf).unwrap_or_default()
    }
}
