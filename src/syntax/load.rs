//! Reads a rule file and all files that it uses.
//!
//! `:- use "other.rules".` stands for the clauses of that file, whose path is relative to the using
//! file. Each file is read once; files that use each other in a circle are refused. This module
//! knows no other directive.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::vec::IntoIter;

use super::diagnostic::Diagnostic;
use super::faults::Faults;
use super::kif::{self, Sheet};
use super::limits::{MAX_FILE_SIZE, MAX_USE_DEPTH};
use super::parse::{parse_file_within, unreadable};
use super::reading::{Reading, interrupted};
use super::source::{SourceId, Sources, Span};
use super::tree::{Clause, SourceTerm, TermKind};

/// The origin of texts.
pub trait Reader {
    /// Reads the text with this path; directories are separated by `/`.
    ///
    /// # Errors
    /// A short reason why the text cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// Whether a path in the folder of a main file leads out of that folder, as a path through a
    /// symbolic link can. `false` by default, for readers without links.
    fn leads_out(&self, _main: &str, _path: &str) -> bool {
        false
    }
}

/// Reads files.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileReader;

impl FileReader {
    /// Reads an ordinary file, up to the first byte after the first `most` bytes: a device may have no
    /// end.
    ///
    /// # Errors
    /// A short reason why the file cannot be read.
    pub fn read_up_to(self, path: &str, most: usize) -> Result<Vec<u8>, String> {
        read_regular(path, most).map_err(|error| match error.kind() {
            _ if Path::new(path).is_dir() => {
                "it is a folder; name a file in it, as in `games/othello.rules`".to_owned()
            }
            ErrorKind::NotFound => "there is no such file".to_owned(),
            ErrorKind::PermissionDenied => "there is no permission to read it".to_owned(),
            ErrorKind::InvalidInput => "it is no ordinary file".to_owned(),
            _ => error.to_string(),
        })
    }
}

impl Reader for FileReader {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.read_up_to(path, MAX_FILE_SIZE)
    }

    /// If the main file is a link, its user chose it: files may then lie beside the link or beside
    /// its target.
    fn leads_out(&self, main: &str, path: &str) -> bool {
        // A missing file leads nowhere.
        let Ok(path) = std::fs::canonicalize(path) else {
            return false;
        };
        let beside_link = std::fs::canonicalize(format!("{}.", folder_of(main)));
        let beside_target = std::fs::canonicalize(main).map(|main| main.with_file_name(""));
        ![beside_link, beside_target]
            .into_iter()
            .flatten()
            .any(|folder| path.starts_with(folder))
    }
}

fn read_regular(path: &str, most: usize) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(ErrorKind::InvalidInput.into());
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take((most as u64).saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Texts in memory, by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryReader {
    texts: HashMap<String, Vec<u8>>,
}

impl MemoryReader {
    /// Creates a reader without texts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text.
    #[must_use]
    pub fn with(mut self, path: &str, text: impl Into<Vec<u8>>) -> Self {
        self.texts.insert(path.to_owned(), text.into());
        self
    }
}

impl Reader for MemoryReader {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.texts
            .get(path)
            .cloned()
            .ok_or_else(|| "there is no such file".to_owned())
    }
}

/// A rule file with all files that it uses.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The texts, the main file first.
    pub sources: Sources,
    /// All clauses; those of a used file are in the place of the directive.
    pub clauses: Vec<Clause>,
    /// The sheets among the files, each with the number of the clauses before it.
    pub sheets: Vec<(usize, Sheet)>,
    /// The faults in the files' syntax and in how they use each other. If there are more than a
    /// thousand, the first ones and the number of the rest. If the load was stopped, only that.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Whether the program can be used, as far as the syntax shows.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.diagnostics.is_empty()
    }
}

/// Reads the file at `path` and all files that it uses, within the default limits.
#[must_use]
pub fn load(reader: &dyn Reader, path: &str) -> Loaded {
    load_within(reader, path, &Reading::default())
}

/// Reads a file and all files that it uses, within the limits of a load, until it is stopped.
#[must_use]
pub fn load_within(reader: &dyn Reader, path: &str, reading: &Reading<'_>) -> Loaded {
    let folder = folder_of(path);
    let mut loader = Loader {
        reader,
        reading,
        loaded: Loaded::default(),
        faults: Faults::default(),
        seen: HashSet::new(),
        main: path.to_owned(),
        folder,
        open: Vec::new(),
    };
    if let Err(reason) = loader.open(path) {
        loader.faults.push(unreadable(path, &reason));
    }
    loader.run();
    let Loader {
        mut loaded, faults, ..
    } = loader;
    loaded.diagnostics = if reading.is_interrupted() {
        vec![interrupted()]
    } else {
        faults.finish(None)
    };
    loaded
}

/// A file whose clauses are being added.
struct OpenFile {
    path: String,
    clauses: IntoIter<Clause>,
}

struct Loader<'a> {
    reader: &'a dyn Reader,
    reading: &'a Reading<'a>,
    loaded: Loaded,
    faults: Faults,
    /// The paths of all files read.
    seen: HashSet<String>,
    /// The path of the main file.
    main: String,
    /// The folder of the main file, which no used file may leave.
    folder: String,
    /// The chain of files that use each other, the innermost last.
    open: Vec<OpenFile>,
}

impl Loader<'_> {
    fn run(&mut self) {
        while let Some(file) = self.open.last_mut() {
            match file.clauses.next() {
                None => drop(self.open.pop()),
                Some(clause) => match used(&clause.term) {
                    Some(Ok((name, span))) => self.follow(&name, span),
                    Some(Err(fault)) => self.faults.push(*fault),
                    None => self.loaded.clauses.push(clause),
                },
            }
        }
    }

    fn follow(&mut self, name: &str, span: Span) {
        let path = beside(self.open.last().map_or("", |file| &file.path), name);
        if !path.starts_with(&self.folder) || path[self.folder.len()..].starts_with("../") {
            return self.faults.push(outside(name, span));
        }
        if let Some(first) = self.open.iter().position(|file| file.path == path) {
            let fault = self.circle(first, span);
            return self.faults.push(fault);
        }
        if self.seen.contains(&path) || self.reading.is_interrupted() {
            return;
        }
        if self.open.len() >= MAX_USE_DEPTH {
            return self.faults.push(too_long_a_chain(span));
        }
        if self.reader.leads_out(&self.main, &path) {
            return self.faults.push(linked_outside(name, span));
        }
        if let Err(reason) = self.open(&path) {
            let title = format!("the file `{path}` cannot be read: {reason}");
            let fault = Diagnostic::error("unreadable-file", title, span, "used here")
                .with_help("a used file is found beside the file that uses it");
            self.faults.push(fault);
        }
    }

    /// Reads a file and makes it the innermost.
    fn open(&mut self, path: &str) -> Result<(), String> {
        self.seen.insert(path.to_owned());
        let bytes = self.reader.read(path)?;
        if bytes.len() > MAX_FILE_SIZE {
            return Err(format!("it has more than {} MiB", MAX_FILE_SIZE >> 20));
        }
        let text = String::from_utf8_lossy(&bytes);
        let id = self.loaded.sources.add(path, &text);
        if let Err(error) = std::str::from_utf8(&bytes) {
            self.faults.push(not_utf8(id, error.valid_up_to()));
            return Ok(());
        }
        if kif::is_sheet(path) {
            let (sheet, faults) = kif::read(&self.loaded.sources, id, self.reading);
            self.faults.extend(faults);
            let place = self.loaded.clauses.len();
            self.loaded.sheets.push((place, sheet));
            return Ok(());
        }
        let (file, faults) = parse_file_within(&self.loaded.sources, id, self.reading);
        self.faults.extend(faults);
        self.open.push(OpenFile {
            path: path.to_owned(),
            clauses: file.clauses.into_iter(),
        });
        Ok(())
    }

    fn circle(&self, first: usize, span: Span) -> Diagnostic {
        let mut chain: Vec<&str> = self.open[first..]
            .iter()
            .map(|file| file.path.as_str())
            .collect();
        chain.extend(chain.first().copied());
        Diagnostic::error(
            "use-circle",
            "files use each other in a circle",
            span,
            "closes the circle",
        )
        .with_help(format!(
            "{}: remove one of these uses",
            chain.join(" uses ")
        ))
    }
}

/// The file that a clause uses, if the clause is a `use` directive.
fn used(term: &SourceTerm) -> Option<Result<(String, Span), Box<Diagnostic>>> {
    let operand = operand_of(operand_of(term, ":-")?, "use")?;
    Some(match &operand.kind {
        TermKind::String(name) if name.starts_with('/') => {
            Err(bad_use(operand.span, "expected a path from this file on"))
        }
        TermKind::String(name) => Ok((name.to_string(), operand.span)),
        _ => Err(bad_use(operand.span, "expected a string")),
    })
}

fn bad_use(span: Span, label: &str) -> Box<Diagnostic> {
    let fault = Diagnostic::error(
        "bad-use",
        "`use` wants the name of a file beside this one",
        span,
        label,
    );
    Box::new(fault.with_help("write it between double quotes: `:- use \"lines.rules\".`"))
}

fn operand_of<'t>(term: &'t SourceTerm, name: &str) -> Option<&'t SourceTerm> {
    match &term.kind {
        TermKind::Compound {
            functor, arguments, ..
        } if &**functor == name && arguments.len() == 1 => arguments.first(),
        _ => None,
    }
}

/// The path of the file `name` relative to the file `user`, with `.` and `..` resolved where
/// possible.
#[must_use]
pub fn beside(user: &str, name: &str) -> String {
    let directory = user.rfind('/').map_or("", |end| &user[..=end]);
    let joined = format!("{directory}{name}");
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "." => {}
            ".." if parts
                .last()
                .is_some_and(|&last| last != ".." && !last.is_empty()) =>
            {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The folder of a file, with a slash at the end; empty for the current folder.
fn folder_of(path: &str) -> String {
    beside(path, "")
}

fn outside(name: &str, span: Span) -> Diagnostic {
    let title = format!("`{name}` lies outside the folder of the main file");
    let fault = Diagnostic::error("bad-use", title, span, "used here");
    fault.with_help("put the file into that folder or below it")
}

fn linked_outside(name: &str, span: Span) -> Diagnostic {
    let title =
        format!("`{name}` leads out of the folder of the main file through a symbolic link");
    let fault = Diagnostic::error("bad-use", title, span, "used here");
    fault.with_help("put the file itself into that folder or below it")
}

fn too_long_a_chain(span: Span) -> Diagnostic {
    let title = format!("more than {MAX_USE_DEPTH} files use each other in a chain");
    Diagnostic::error("use-too-deep", title, span, "used here")
        .with_help("use the files side by side from the main file")
}

fn not_utf8(id: SourceId, offset: usize) -> Diagnostic {
    let place = id.span(offset, offset + '\u{FFFD}'.len_utf8());
    Diagnostic::error(
        "not-utf8",
        "the file is not UTF-8 text",
        place,
        "the first byte that is not",
    )
    .with_help("save the file with the encoding UTF-8")
}
