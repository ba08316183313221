//! Loads a game from a rule file.
//!
//! Faults are collected as long as the next step still makes sense: first those of syntax and
//! declarations, then those of clauses and of the parts that a game needs, then those that show
//! when the program runs: domains, roles, the initial position, levels, the board. A
//! [`check`](super::report) goes further and reports as many faults as possible at once.

use std::path::Path;
use std::sync::Arc;

use indexmap::IndexSet;

use super::check;
use super::clauses::Clauses;
use super::constants;
use super::declaration::Declarations;
use super::failure::Failure;
use super::gdl::{self, Origin};
use super::level::Level;
use super::loaded::{Defined, LoadedGame};
use super::rules::Rules;
use super::vocabulary::{DOES, HEURISTIC, Word};
use crate::logic::{self, Allowance, Builder, ErrorKind, Limit, Limits, Machine, Program};
use crate::syntax::diagnostic::{Diagnostic, Severity, in_order};
use crate::syntax::load::{FileReader, Loaded, MemoryReader, Reader};
use crate::syntax::reading::interrupted;
use crate::syntax::source::Sources;
use crate::syntax::tree::{Name, TermKind};

/// How complete a rule file must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Completeness {
    /// It must be a whole game.
    Whole,
    /// It may lack parts of a game.
    Draft,
}

impl Rules {
    /// Loads a rule file and all files that it uses.
    ///
    /// # Errors
    /// All faults of the rule file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Failure> {
        Self::read(&FileReader, &path.as_ref().to_string_lossy())
    }

    /// Loads a game from a text.
    ///
    /// # Errors
    /// All faults of the text.
    pub fn from_text(text: &str) -> Result<Self, Failure> {
        Self::read(&MemoryReader::new().with("<text>", text), "<text>")
    }

    /// Loads a rule file through a reader, and all files that it uses.
    ///
    /// # Errors
    /// All faults of the rule file.
    pub fn read(reader: &dyn Reader, path: &str) -> Result<Self, Failure> {
        Self::read_within(reader, path, Allowance::default())
    }

    /// Loads a rule file within limits, or until a flag is set. The limits matter because rules
    /// already run while they are loaded; the memory limit also bounds how much text is read. The
    /// game keeps limits and flag.
    ///
    /// # Errors
    /// All faults of the rule file; the code `interrupted` alone if loading was stopped.
    pub fn read_within(
        reader: &dyn Reader,
        path: &str,
        allowance: impl Into<Allowance>,
    ) -> Result<Self, Failure> {
        Self::read_as(reader, path, &allowance.into(), Completeness::Whole)
    }

    /// Loads a rule file that may still lack parts of a game, such as `legal`: see
    /// [`lacking`](Self::lacking). Questions to it have answers, but it cannot be played.
    ///
    /// # Errors
    /// All other faults of the rule file; the code `interrupted` alone if loading was stopped.
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
        let (loaded, sheet) = gdl::load_with_origin(reader, path, &allowance.reading());
        let Loaded {
            sources,
            clauses,
            diagnostics,
            ..
        } = loaded;
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
            sheet,
        };
        let game = Loading::new(&declarations, allowance).game(program, origin);
        let rules = game.map(|game| Self::of(game, allowance));
        rules.map_err(|faults| fail(in_order(faults)))
    }

    /// Creates the rules of a game that was loaded within an allowance, which they keep.
    pub(super) fn of(game: LoadedGame, allowance: &Allowance) -> Self {
        let interrupt = Arc::clone(&allowance.interrupt);
        Self::new(Arc::new(game), allowance.limits, interrupt)
    }
}

/// Builds the program; `refused` are the faults that are already known.
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

/// Collects all declarations and clauses, and their faults.
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
    for tabled in &declarations.tables {
        if let Err(fault) = builder.declare_table(tabled) {
            faults.push(*fault);
        }
    }
    (builder, faults)
}

/// Adds advice to a fault of a clause that seems to say that a move is made.
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
    /// The bytes of all kept answers together.
    pub kept: usize,
    pub faults: Vec<Diagnostic>,
}

impl<'d> Loading<'d> {
    /// Starts loading; nothing has run yet.
    pub fn new(declarations: &'d Declarations, allowance: &'d Allowance) -> Self {
        Loading {
            declarations,
            allowance,
            kept: 0,
            faults: Vec::new(),
        }
    }

    /// A machine that runs within the rest of the allowance.
    pub fn machine(&self, program: &Arc<Program>) -> Machine {
        let mut machine = Machine::new(program, self.limits_left());
        machine.set_interrupt(Some(Arc::clone(&self.allowance.interrupt)));
        machine
    }

    /// The limits on the next question: the memory of kept answers is subtracted.
    pub fn limits_left(&self) -> Limits {
        let limits = self.allowance.limits;
        Limits {
            memory: limits.memory.saturating_sub(self.kept),
            ..limits
        }
    }

    /// An error of a machine, with the whole memory limit instead of its rest.
    pub fn with_whole_limit(&self, error: logic::Error) -> logic::Error {
        match error.kind {
            ErrorKind::Limit(Limit::Memory(_)) => logic::Error {
                kind: logic::Error::memory(self.allowance.limits).kind,
                ..error
            },
            _ => error,
        }
    }
}

/// The origin of a program.
pub(super) struct LoadedFrom<'a> {
    pub path: &'a str,
    pub sources: Sources,
    pub declarations: Arc<Declarations>,
    /// The parts of a game that a draft lacks.
    pub lacking: Vec<Diagnostic>,
    pub sheet: Origin,
}

impl Loading<'_> {
    /// The game of a program, or all faults.
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

    /// Runs the program to find the parts of the game; `None` after a fault that leaves no way to
    /// go on.
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
        let mut levels = self.levels(&heuristics, &initial, machine);
        if levels.is_empty() && heuristics.is_empty() {
            levels = Level::without_heuristic();
        }
        let grid = self.grid(&initial, machine);
        let square_names = self.square_names(grid, &initial, machine);
        let look = self.look(grid, &initial, machine);
        let symmetries = self.symmetries(&program, &initial, machine);
        Some(LoadedGame {
            name: name(self.declarations, origin.path),
            sources: origin.sources,
            declarations: origin.declarations,
            lacking: origin.lacking,
            sheet: origin.sheet,
            vocabulary: Defined::by(&program),
            program,
            roles,
            initial,
            heuristics,
            levels,
            grid,
            square_names,
            look: look.into(),
            symmetries,
        })
    }
}

/// The name that a rule file gives its game, otherwise the name of the file.
fn name(declarations: &Declarations, path: &str) -> String {
    if let Some((title, _)) = &declarations.title {
        return title.to_string();
    }
    let stem = Path::new(path).file_stem();
    stem.map_or_else(|| path.into(), |stem| stem.to_string_lossy())
        .into_owned()
}

/// The names in the first argument of a vocabulary predicate's heads, in order.
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
