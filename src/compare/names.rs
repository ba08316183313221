//! Names: what another game calls a role, a square, a move or a glyph of the first game.
//!
//! A file of names is a small program with the predicates `role/2`, `square/2`, `move/2` and
//! `glyph/2`, facts or clauses. A name that it does not mention is the same in both games. A query
//! gives the first argument, the name in the first game, as an integer, an atom and a string in
//! turn. The first answer counts.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::Failure;
use crate::logic::{Builder, Facts, Limits, Machine, Program, Term, nearest};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::load::{FileReader, Loaded, MemoryReader, Reader, load};
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{self, Clause, TermKind};

/// The kinds of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum NamedKind {
    Role,
    Square,
    Move,
    Glyph,
}

const KINDS: [NamedKind; 4] = [
    NamedKind::Role,
    NamedKind::Square,
    NamedKind::Move,
    NamedKind::Glyph,
];

impl NamedKind {
    fn predicate(self) -> &'static str {
        match self {
            NamedKind::Role => "role",
            NamedKind::Square => "square",
            NamedKind::Move => "move",
            NamedKind::Glyph => "glyph",
        }
    }
}

/// A map from the names of the first game to those of another.
#[derive(Clone, Debug, Default)]
pub struct NameMap {
    /// `None` if all names are the same.
    program: Option<Arc<Program>>,
    sources: Sources,
}

impl NameMap {
    /// The map in which all names are the same.
    #[must_use]
    pub fn same() -> Self {
        Self::default()
    }

    /// Whether there is no file of names, so that all names are the same.
    #[must_use]
    pub fn are_the_same(&self) -> bool {
        self.program.is_none()
    }

    /// Reads a file of names, and all files that it uses.
    ///
    /// # Errors
    /// If the files have errors: all of them.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Failure> {
        Self::read(&FileReader, &path.as_ref().to_string_lossy())
    }

    /// Reads names from a text.
    ///
    /// # Errors
    /// If the text has errors: all of them.
    pub fn from_text(text: &str) -> Result<Self, Failure> {
        Self::read(&MemoryReader::new().with("<names>", text), "<names>")
    }

    /// Reads a file of names with `reader`, and all files that it uses.
    ///
    /// # Errors
    /// If the files have errors: all of them.
    pub fn read(reader: &dyn Reader, path: &str) -> Result<Self, Failure> {
        let Loaded {
            sources,
            clauses,
            diagnostics,
            ..
        } = load(reader, path);
        let built = if diagnostics.is_empty() {
            build(&clauses)
        } else {
            Err(diagnostics)
        };
        match built {
            Ok(program) => Ok(NameMap {
                program: Some(Arc::new(program)),
                sources,
            }),
            Err(diagnostics) => Err(Failure {
                diagnostics,
                sources,
            }),
        }
    }
}

fn build(clauses: &[Clause]) -> Result<Program, Vec<Diagnostic>> {
    let mut builder = Builder::new();
    builder.add_prelude(include_str!("vocabulary.rules"));
    let mut faults: Vec<_> = clauses
        .iter()
        .filter_map(Clause::directive)
        .map(|directive| not_a_name(directive.span))
        .collect();
    if faults.is_empty() {
        faults = [builder.add_clauses(clauses), misspelt(clauses)].concat();
    }
    match builder.finish() {
        Ok(program) if faults.is_empty() => Ok(program),
        Ok(_) => Err(faults),
        Err(unknown) => Err([faults, unknown].concat()),
    }
}

/// The help for all errors in a file of names.
const WAY_OUT: &str = "say what is called otherwise with `role(A, B).`, `square(A, B).`, `move(A, B).` or \
                       `glyph(A, B).`: A is the name in the first game";

fn not_a_name(span: Span) -> Diagnostic {
    Diagnostic::error(
        "bad-names",
        "a file of names has no declarations",
        span,
        "a declaration",
    )
    .with_help(WAY_OUT)
}

/// Errors for heads that are nearly one of the four predicates, or for a file without any of them.
fn misspelt(clauses: &[Clause]) -> Vec<Diagnostic> {
    let names = || KINDS.map(NamedKind::predicate);
    let heads: Vec<(&tree::SourceTerm, &str, usize)> = clauses.iter().filter_map(head).collect();
    let doubtful = |(term, name, arity): &(&tree::SourceTerm, &str, usize)| {
        let meant = if names().contains(name) {
            Some(*name)
        } else {
            nearest(name, names().into_iter())
        };
        let meant = meant.filter(|meant| (*meant, 2) != (*name, *arity))?;
        let title = format!("`{name}/{arity}` names nothing");
        let label = format!("is `{meant}/2` meant?");
        Some(Diagnostic::error("bad-names", title, term.span, label).with_help(WAY_OUT))
    };
    let faults: Vec<Diagnostic> = heads.iter().filter_map(doubtful).collect();
    if faults.is_empty() && !heads.iter().any(|(_, name, _)| names().contains(name)) {
        return vec![
            Diagnostic::lacking("bad-names", "this file of names names nothing").with_help(WAY_OUT),
        ];
    }
    faults
}

fn head(clause: &Clause) -> Option<(&tree::SourceTerm, &str, usize)> {
    let head = clause.head()?;
    match &head.kind {
        TermKind::Atom(name) => Some((head, name, 0)),
        TermKind::Compound {
            functor, arguments, ..
        } => Some((head, functor, arguments.len())),
        _ => None,
    }
}

/// The most steps to find one name.
const MOST_STEPS: u64 = 1_000_000;

fn limits() -> Limits {
    Limits {
        steps: MOST_STEPS,
        ..Limits::default()
    }
}

/// Finds names in the other game, and remembers them.
pub(super) struct NameTranslator<'n> {
    names: &'n NameMap,
    machine: Option<Machine>,
    known: FxHashMap<(NamedKind, String), Option<String>>,
    /// The squares of the first game with another name in the other game, the longest names first.
    squares: Vec<String>,
}

impl<'n> NameTranslator<'n> {
    pub fn new(names: &'n NameMap) -> Self {
        let machine = names
            .program
            .as_ref()
            .map(|program| Machine::new(program, limits()));
        NameTranslator {
            names,
            machine,
            known: FxHashMap::default(),
            squares: Vec::new(),
        }
    }

    /// Returns the name of something in the other game.
    pub fn name(&mut self, kind: NamedKind, text: &str) -> Result<String, Failure> {
        Ok(self.stated(kind, text)?.unwrap_or_else(|| text.to_owned()))
    }

    /// Adds squares that are to be found in the texts of moves.
    pub fn know_squares(&mut self, squares: impl Iterator<Item = String>) -> Result<(), Failure> {
        for square in squares {
            if self.name(NamedKind::Square, &square)? != square {
                self.squares.push(square);
            }
        }
        self.squares
            .sort_by_key(|name| std::cmp::Reverse(name.len()));
        Ok(())
    }

    /// Returns the text of a move in the other game: the answer of `move/2` if there is one, else
    /// the text with the names of its squares replaced.
    pub fn written(&mut self, text: &str) -> Result<String, Failure> {
        match self.stated(NamedKind::Move, text)? {
            Some(written) => Ok(written),
            None => self.with_squares_exchanged(text),
        }
    }

    fn with_squares_exchanged(&mut self, text: &str) -> Result<String, Failure> {
        let (mut written, mut at) = (String::new(), 0);
        while let Some(letter) = text[at..].chars().next() {
            let found = self
                .squares
                .iter()
                .find(|square| stands_at(square, text, at))
                .cloned();
            match found {
                Some(square) => {
                    written += &self.name(NamedKind::Square, &square)?;
                    at += square.len();
                }
                None => {
                    written.push(letter);
                    at += letter.len_utf8();
                }
            }
        }
        Ok(written)
    }

    /// Returns the name that the file gives, if it gives one.
    fn stated(&mut self, kind: NamedKind, text: &str) -> Result<Option<String>, Failure> {
        let key = (kind, text.to_owned());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let stated = self.ask(kind, text)?;
        self.known.insert(key, stated.clone());
        Ok(stated)
    }

    fn ask(&mut self, kind: NamedKind, text: &str) -> Result<Option<String>, Failure> {
        let Some(machine) = &mut self.machine else {
            return Ok(None);
        };
        let program = Arc::clone(machine.program());
        let Some(predicate) = program.predicate(kind.predicate(), 2) else {
            return Ok(None);
        };
        let facts = Facts::empty(program.schema());
        let place = program
            .clauses(predicate)
            .next()
            .and_then(Clause::head)
            .map(|head| head.span);
        for given in forms(text) {
            machine.start_predicate(&facts, &[], predicate, &[Some(&given), None]);
            let answer = machine
                .next_answer()
                .and_then(|found| found.then(|| machine.root(0)).transpose());
            let fault = match answer {
                Ok(None) => continue,
                Ok(Some(name)) => match as_name(&name) {
                    Some(name) => return Ok(Some(name)),
                    None => no_text(kind, &given, place),
                },
                Err(error) => error.diagnostic(),
            };
            return Err(Failure {
                diagnostics: vec![fault],
                sources: self.names.sources.clone(),
            });
        }
        Ok(None)
    }
}

fn no_text(kind: NamedKind, given: &Term, place: Option<Span>) -> Diagnostic {
    let title = format!("`{}({given}, B)` gives no text", kind.predicate());
    match place {
        Some(span) => Diagnostic::error("bad-names", title, span, "the first clause of it"),
        None => Diagnostic::lacking("bad-names", title),
    }
    .with_help("bind the second name to an atom, a string or an integer")
}

/// The terms that may stand for a text in a file of names.
fn forms(text: &str) -> Vec<Term> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &i64| number.to_string() == text)
        .map(Term::integer);
    number
        .into_iter()
        .chain([Term::atom(text), Term::string(text)])
        .collect()
}

fn as_name(term: &Term) -> Option<String> {
    term.as_integer()
        .map(|number| number.to_string())
        .or_else(|| term.as_text().map(str::to_owned))
}

/// Whether the name of a square is in a text at `at`, and is not part of a longer word or number.
fn stands_at(square: &str, text: &str, at: usize) -> bool {
    let Some(rest) = text[at..].strip_prefix(square) else {
        return false;
    };
    let joined = |left: Option<char>, right: Option<char>| match (left, right) {
        (Some(left), Some(right)) => {
            left.is_numeric() && right.is_numeric() || left.is_alphabetic() && right.is_alphabetic()
        }
        _ => false,
    };
    !joined(text[..at].chars().next_back(), square.chars().next())
        && !joined(square.chars().next_back(), rest.chars().next())
}
