//! From a rule file to a loaded game.
//!
//! Faults are gathered for as long as what comes next still makes sense: first those of syntax and
//! declarations, then those of clauses and of what a game must have, then those that show when the
//! program runs: domains, roles, the start, levels, the board. A [`check`](super::report) goes
//! further and tells all that can be told at once.

use std::path::Path;
use std::sync::Arc;

use indexmap::IndexSet;

use super::check;
use super::clauses::Clauses;
use super::constants;
use super::declaration::Declarations;
use super::failure::Failure;
use super::loaded::{Defined, LoadedGame};
use super::rules::Rules;
use super::vocabulary::{DOES, HEURISTIC, Word};
use crate::logic::{self, Allowance, Builder, ErrorKind, Limit, Limits, Machine, Program};
use crate::syntax::diagnostic::{Diagnostic, Severity, in_order};
use crate::syntax::load::{FileReader, Loaded, MemoryReader, Reader, load_within};
use crate::syntax::reading::interrupted;
use crate::syntax::source::Sources;
use crate::syntax::tree::{Name, TermKind};

/// How much of a game a rule file must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Completeness {
    /// All of it.
    Whole,
    /// So much as there is.
    Draft,
}

impl Rules {
    /// Loads a rule file and all that it uses.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Failure> {
        Self::read(&FileReader, &path.as_ref().to_string_lossy())
    }

    /// Loads a game from a text.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_text(text: &str) -> Result<Self, Failure> {
        Self::read(&MemoryReader::new().with("<text>", text), "<text>")
    }

    /// Loads a rule file that a reader finds, and all that it uses.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(reader: &dyn Reader, path: &str) -> Result<Self, Failure> {
        Self::read_within(reader, path, Allowance::default())
    }

    /// The same within other limits, or until somebody sets a flag: what a rule file says runs
    /// already while it is loaded, and how much text is read follows from the memory allowed. The
    /// game keeps both.
    ///
    /// # Errors
    /// Everything that is wrong with it; the code `interrupted` alone if it was stopped.
    pub fn read_within(
        reader: &dyn Reader,
        path: &str,
        allowance: impl Into<Allowance>,
    ) -> Result<Self, Failure> {
        Self::read_as(reader, path, &allowance.into(), Completeness::Whole)
    }

    /// Loads a rule file that may still lack what makes it a game, such as `legal`: see
    /// [`lacking`](Self::lacking). Questions can be asked of it; nobody can play it.
    ///
    /// # Errors
    /// Everything else that is wrong with it; the code `interrupted` alone if it was stopped.
    pub fn draft(
        reader: &dyn Reader,
        path: &str,
        allowance: impl Into<Allowance>,
    ) -> Result<Self, Failure> {
        Self::read_as(reader, path, &allowance.into(), Completeness::Draft)
    }

    fn read_as(
        reader: &dyn Reader,
        path: &str,
        allowance: &Allowance,
        wanted: Completeness,
    ) -> Result<Self, Failure> {
        let Loaded {
            sources,
            clauses,
            diagnostics,
        } = load_within(reader, path, &allowance.reading());
        let stopped = |sources: &Sources| Failure {
            diagnostics: vec![interrupted()],
            sources: sources.clone(),
        };
        if allowance.is_interrupted() {
            return Err(stopped(&sources));
        }
        let declarations = Declarations::read(clauses);
        let fail = |diagnostics: Vec<Diagnostic>| match allowance.is_interrupted() {
            true => stopped(&sources),
            false => Failure {
                diagnostics,
                sources: sources.clone(),
            },
        };
        let faults = [diagnostics, declarations.problems.clone().finish(None)].concat();
        if faults.iter().any(|fault| fault.severity == Severity::Error) {
            return Err(fail(in_order(faults)));
        }
        let lacking = in_order(check::lacks(&declarations));
        let refused = if wanted == Completeness::Whole {
            lacking.clone()
        } else {
            Vec::new()
        };
        let program =
            build(&declarations, refused, allowance).map_err(|faults| fail(in_order(faults)))?;
        let declarations = Arc::new(declarations);
        let origin = LoadedFrom {
            path,
            sources: sources.clone(),
            declarations: Arc::clone(&declarations),
            lacking,
        };
        let game = Loading::new(&declarations, allowance).game(program, origin);
        let rules = game.map(|game| Self::of(game, allowance));
        rules.map_err(|faults| fail(in_order(faults)))
    }

    /// A game that was loaded within an allowance, which it keeps.
    pub(super) fn of(game: LoadedGame, allowance: &Allowance) -> Self {
        let interrupt = Arc::clone(&allowance.interrupt);
        Self::new(Arc::new(game), allowance.limits, interrupt)
    }
}

/// The program; `refused` are faults that are known already.
pub(super) fn build(
    declarations: &Declarations,
    refused: Vec<Diagnostic>,
    allowance: &Allowance,
) -> Result<Program, Vec<Diagnostic>> {
    let (builder, mut faults) = assemble(declarations, allowance);
    faults.extend(refused);
    faults.extend(check::structure(declarations));
    match builder.finish() {
        Ok(program) if faults.is_empty() => Ok(program),
        Ok(_) => Err(faults),
        Err(unknown) => Err([faults, unknown].concat()),
    }
}

/// All that is declared and all clauses, and what is wrong with them.
pub(super) fn assemble(
    declarations: &Declarations,
    allowance: &Allowance,
) -> (Builder, Vec<Diagnostic>) {
    let mut builder = Builder::new();
    builder.set_interrupt(Arc::clone(&allowance.interrupt));
    builder
        .declare_relation(&DOES.name.into(), DOES.arity(), false, true, None)
        .expect("nothing is called does yet");
    builder.add_prelude(include_str!("vocabulary.rules"));
    let mut faults = Vec::new();
    for fluent in &declarations.fluents {
        let valued = fluent.value.is_some();
        if let Err(fault) = builder.declare_relation(
            &fluent.name,
            fluent.keys.len(),
            valued,
            false,
            Some(fluent.span),
        ) {
            faults.push(*fault);
        }
    }
    let refused = builder.add_clauses(declarations.clauses.shared());
    faults.extend(refused.into_iter().map(|fault| advise(declarations, fault)));
    (builder, faults)
}

/// A fault of a clause, with advice where the clause says that a move is made.
fn advise(declarations: &Declarations, fault: Diagnostic) -> Diagnostic {
    let place = fault.primary.as_ref().map(|label| label.span);
    let mut heads = declarations.clauses.of_word(&DOES);
    match heads.any(|head| Some(head.span) == place) {
        true => fault.with_help(
            "`does` is only asked: `legal` says which moves there are, `add` and `delete` what \
             they change",
        ),
        false => fault,
    }
}

/// The part of loading that runs the program.
pub(super) struct Loading<'d> {
    pub declarations: &'d Declarations,
    pub allowance: &'d Allowance,
    /// What is kept of the answers so far takes so many bytes: all of them count together.
    pub kept: usize,
    pub faults: Vec<Diagnostic>,
}

impl<'d> Loading<'d> {
    /// Nothing has run yet.
    pub fn new(declarations: &'d Declarations, allowance: &'d Allowance) -> Self {
        Loading {
            declarations,
            allowance,
            kept: 0,
            faults: Vec::new(),
        }
    }

    /// A machine that runs within what is left of the allowance.
    pub fn machine(&self, program: &Arc<Program>) -> Machine {
        let mut machine = Machine::new(program, self.limits_left());
        machine.set_interrupt(Some(Arc::clone(&self.allowance.interrupt)));
        machine
    }

    /// The limits on the next question: what was kept of earlier answers is taken already.
    pub fn limits_left(&self) -> Limits {
        let limits = self.allowance.limits;
        Limits {
            memory: limits.memory.saturating_sub(self.kept),
            ..limits
        }
    }

    /// An error of a machine, with the limit that was allowed and not what was left of it.
    pub fn told(&self, error: logic::Error) -> logic::Error {
        match error.kind {
            ErrorKind::Limit(Limit::Memory(_)) => logic::Error {
                kind: logic::Error::memory(self.allowance.limits).kind,
                ..error
            },
            _ => error,
        }
    }
}

/// What a program was made from.
pub(super) struct LoadedFrom<'a> {
    pub path: &'a str,
    pub sources: Sources,
    pub declarations: Arc<Declarations>,
    /// What a draft lacks to be a game.
    pub lacking: Vec<Diagnostic>,
}

impl Loading<'_> {
    /// The game of a program; the faults if there are any.
    pub fn game(
        mut self,
        program: Program,
        origin: LoadedFrom<'_>,
    ) -> Result<LoadedGame, Vec<Diagnostic>> {
        match self.run(program, origin) {
            Some(game) if self.faults.is_empty() => Ok(game),
            _ => Err(self.faults),
        }
    }

    /// What the program says of the game when it runs; none after a fault that leaves nothing to
    /// go on with.
    fn run(&mut self, program: Program, origin: LoadedFrom<'_>) -> Option<LoadedGame> {
        let program = Arc::new(self.with_domains(program)?);
        let machine = &mut self.machine(&program);
        let roles = self.roles(machine)?;
        self.faults.extend(constants::faults(
            self.declarations,
            program.schema(),
            &roles,
        ));
        if !self.faults.is_empty() {
            return None;
        }
        let heuristics = names(&self.declarations.clauses, &HEURISTIC);
        let initial = self.start(&program, &roles, machine)?;
        let levels = self.levels(&heuristics, &initial, machine);
        let grid = self.grid(&initial, machine);
        let square_names = self.square_names(grid, &initial, machine);
        let symmetries = self.symmetries(&program, &initial, machine);
        Some(LoadedGame {
            name: name(self.declarations, origin.path),
            sources: origin.sources,
            declarations: origin.declarations,
            lacking: origin.lacking,
            vocabulary: Defined::by(&program),
            program,
            roles,
            initial,
            heuristics,
            levels,
            grid,
            square_names,
            symmetries,
        })
    }
}

/// The name that a rule file gives its game, else the name of the file.
fn name(declarations: &Declarations, path: &str) -> String {
    if let Some((title, _)) = &declarations.title {
        return title.to_string();
    }
    let stem = Path::new(path).file_stem();
    stem.map_or_else(|| path.into(), |stem| stem.to_string_lossy())
        .into_owned()
}

/// The names that the heads of a word have as their first argument, in order.
pub(super) fn names(clauses: &Clauses, word: &Word) -> Vec<Name> {
    let named = clauses
        .of_word(word)
        .filter_map(|head| match &head.arguments[0].kind {
            TermKind::Atom(name) => Some(name.clone()),
            _ => None,
        });
    let names: IndexSet<Name> = named.collect();
    names.into_iter().collect()
}
