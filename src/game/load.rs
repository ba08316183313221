//! From a rule file to a loaded game.
//!
//! Faults are gathered for as long as what comes next still makes sense: first those of syntax and
//! declarations, then those of clauses and of what a game must have, then those that show when the
//! program runs: domains, roles, the start, levels, the board.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::board::{Grid, MAX_SIDE, Rows};
use super::check;
use super::declaration::{Declarations, DomainName, Fluent};
use super::error::Error;
use super::failure::Failure;
use super::level::Level;
use super::position::Position;
use super::rules::{Rules, Vocabulary};
use super::symmetry::Symmetries;
use crate::logic::{Builder, Domain, Facts, Limits, MAX_DENSE_KEYS, MAX_DOMAIN, Machine, Program, Term};
use crate::syntax::diagnostic::{Diagnostic, Severity};
use crate::syntax::load::{FileReader, Loaded, MemoryReader, Reader, load};
use crate::syntax::tree::{self, Name};

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
        Self::read_within(reader, path, Limits::default())
    }

    /// The same within other limits: what a rule file says runs already while it is loaded.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read_within(reader: &dyn Reader, path: &str, limits: Limits) -> Result<Self, Failure> {
        let Loaded { sources, clauses, diagnostics } = load(reader, path);
        let declarations = Declarations::read(clauses);
        let fail = |diagnostics: Vec<Diagnostic>| Failure { diagnostics, sources: sources.clone() };
        let faults = [diagnostics, declarations.problems.clone()].concat();
        if faults.iter().any(|fault| fault.severity == Severity::Error) {
            return Err(fail(in_order(faults)));
        }
        let program = build(&declarations).map_err(|faults| fail(in_order(faults)))?;
        let mut loading = Loading { declarations: &declarations, limits, faults: Vec::new() };
        let rules = loading.rules(program, path);
        match rules {
            Some(rules) if loading.faults.is_empty() => Ok(Rules { sources, ..rules }),
            _ => Err(fail(in_order(loading.faults))),
        }
    }
}

/// Faults in the order of the text; those without a place come last.
fn in_order(mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    faults.sort_by_key(|fault| fault.primary.as_ref().map_or((1, None), |label| (0, Some(label.span))));
    faults
}

fn build(declarations: &Declarations) -> Result<Program, Vec<Diagnostic>> {
    let mut builder = Builder::new();
    let does: Name = "does".into();
    builder.declare_relation(&does, 2, false, true, None).expect("nothing is called does yet");
    builder.add_prelude(include_str!("vocabulary.rules"));
    let mut faults = Vec::new();
    for fluent in &declarations.fluents {
        let valued = fluent.value.is_some();
        if let Err(fault) = builder.declare_relation(&fluent.name, fluent.keys.len(), valued, false, Some(fluent.span))
        {
            faults.push(*fault);
        }
    }
    faults.extend(builder.add_clauses(&declarations.clauses));
    faults.extend(check::structure(declarations));
    match builder.finish() {
        Ok(program) if faults.is_empty() => Ok(program),
        Ok(_) => Err(faults),
        Err(unknown) => Err([faults, unknown].concat()),
    }
}

/// The part of loading that runs the program.
struct Loading<'d> {
    declarations: &'d Declarations,
    limits: Limits,
    faults: Vec<Diagnostic>,
}

impl Loading<'_> {
    fn rules(&mut self, program: Program, path: &str) -> Option<Rules> {
        let program = Arc::new(self.with_domains(program)?);
        let mut machine = Machine::new(&program, self.limits);
        let roles = self.roles(&mut machine)?;
        self.faults.extend(check::heads(self.declarations, program.schema(), &roles));
        let empty = Facts::empty(program.schema());
        let file_name = Path::new(path).file_stem().map_or_else(|| path.into(), |stem| stem.to_string_lossy());
        let mut rules = Rules {
            vocabulary: vocabulary(&program)?,
            name: self.declarations.title.clone().unwrap_or_else(|| file_name.into_owned()),
            roles,
            initial: Position { facts: empty },
            heuristics: check::names(self.declarations, "heuristic", 3),
            levels: Vec::new(),
            grid: None,
            symmetries: Symmetries::default(),
            limits: self.limits,
            program,
            sources: Default::default(),
            interrupt: Arc::default(),
            machines: Mutex::default(),
        };
        if self.faults.is_empty() {
            rules.initial = self.start(&rules, &mut machine)?;
            rules.levels = self.levels(&rules, &mut machine);
            rules.grid = self.grid(&rules, &mut machine);
            rules.symmetries = self.symmetries(&rules, &mut machine);
        }
        Some(rules)
    }

    /// Lets the program run to find each domain once, and lays the fluents out accordingly.
    fn with_domains(&mut self, program: Program) -> Option<Program> {
        let program = Arc::new(program);
        let mut machine = Machine::new(&program, self.limits);
        let mut answers: HashMap<Name, Option<Vec<Term>>> = HashMap::new();
        for fluent in &self.declarations.fluents {
            for domain in fluent.keys.iter().chain(&fluent.value) {
                if let Some(name) = domain.name.clone().filter(|name| !answers.contains_key(name)) {
                    answers.insert(name, self.domain(&mut machine, domain));
                }
            }
        }
        drop(machine);
        let mut program = Arc::into_inner(program).expect("the machine that shared the program is gone");
        let mut domains: HashMap<Name, Arc<Domain>> = HashMap::new();
        for (name, terms) in answers {
            domains.insert(name, program.domain(terms?));
        }
        for (number, fluent) in self.declarations.fluents.iter().enumerate() {
            lay_out(&mut program, number + RELATIONS_BEFORE_FLUENTS, fluent, &domains);
        }
        Some(program)
    }

    /// The terms of a domain; none if there is something wrong with it.
    fn domain(&mut self, machine: &mut Machine, domain: &DomainName) -> Option<Vec<Term>> {
        let name = domain.name.as_ref()?;
        let predicate = machine.program().predicate(name, 1)?;
        let nothing = Facts::empty(machine.program().schema());
        machine.start_predicate(&nothing, &[], predicate, &[None]);
        let mut terms = indexmap::IndexSet::new();
        let fault = loop {
            match machine.next_answer() {
                Err(error) => break Some(format!("its predicate ends in an error: {error}")),
                Ok(false) => break None,
                Ok(true) => match machine.root(0) {
                    Ok(term) if term.is_ground() => drop(terms.insert(term)),
                    Ok(_) => break Some("it has an answer with an unbound variable".to_owned()),
                    Err(error) => break Some(error.to_string()),
                },
            }
            if terms.len() > MAX_DOMAIN {
                break Some(format!("it has more than {MAX_DOMAIN} answers; write `_` for a domain without end"));
            }
        };
        let fault = match fault {
            None if machine.consulted_facts() => Some("it depends on the position".to_owned()),
            None if terms.is_empty() => Some("it has no answers".to_owned()),
            fault => fault,
        };
        if let Some(reason) = fault {
            let title = format!("`{name}` cannot be a domain: {reason}");
            let fault = Diagnostic::error("bad-domain", title, domain.span, "used as a domain here");
            self.faults
                .push(fault.with_help("a domain is a predicate with one argument and finitely many fixed answers"));
            return None;
        }
        Some(terms.into_iter().collect())
    }

    fn roles(&mut self, machine: &mut Machine) -> Option<Vec<Term>> {
        let role = machine.program().predicate("role", 1)?;
        let answers = self.answers(machine, role, 1, &Facts::empty(machine.program().schema()))?;
        let mut roles: Vec<Term> = Vec::new();
        for role in answers.into_iter().flatten() {
            if !matches!(role.functor(), Some((_, 0))) {
                let title = format!("`{role}` cannot be a role");
                self.faults.push(Diagnostic::lacking("bad-role", title).with_help("a role is an atom such as `black`"));
            } else if !roles.contains(&role) {
                roles.push(role);
            }
        }
        if roles.is_empty() && self.faults.is_empty() {
            let fault = Diagnostic::lacking("no-role", "`role` has no answers, so nobody plays");
            self.faults.push(fault.with_help("name the players in order, as in `role(black).  role(white).`"));
        }
        (!roles.is_empty()).then_some(roles)
    }

    /// The position at the start: all that `init` says.
    fn start(&mut self, rules: &Rules, machine: &mut Machine) -> Option<Position> {
        let mut facts = Facts::empty(rules.program.schema());
        let Some(init) = rules.program.predicate("init", 1) else { return Some(Position { facts }) };
        machine.start_predicate(&facts, &[], init, &[None]);
        let mut initial = Vec::new();
        loop {
            let added = match machine.next_answer() {
                Ok(false) => break,
                Ok(true) => machine.root_fact(0),
                Err(error) => Err(error),
            };
            match added {
                Ok(Ok(fact)) => initial.push(fact),
                Ok(Err(reason)) => {
                    let fault = Error::NotAFact { predicate: "init", reason };
                    self.faults.push(fault.diagnostic());
                }
                Err(error) => {
                    self.faults.push(error.diagnostic());
                    return None;
                }
            }
        }
        if let Err(Error::Conflict(one, other)) = rules.add_all(&mut facts, &initial) {
            self.faults.push(check::conflicting_start(self.declarations, &one, &other));
        }
        Some(Position { facts })
    }

    fn levels(&mut self, rules: &Rules, machine: &mut Machine) -> Vec<Level> {
        let Some(level) = rules.program.predicate("level", 2) else { return Vec::new() };
        let Some(answers) = self.answers(machine, level, 2, &rules.initial.facts) else { return Vec::new() };
        let mut levels = Vec::new();
        for answer in answers {
            let read = Level::new(&answer[0], &answer[1]).and_then(|level| match &level.heuristic {
                Some(name) if !rules.heuristics.contains(name) => Err(format!("there is no heuristic `{name}`")),
                _ => Ok(level),
            });
            match read {
                Ok(level) => levels.push(level),
                Err(reason) => self.faults.push(check::at_head(
                    self.declarations,
                    ("level", 2),
                    "bad-level",
                    format!("the level `{}` is not right: {reason}", answer[0]),
                    "write it as `level(normal, [depth(3), heuristic(discs)])`",
                )),
            }
        }
        levels
    }

    fn grid(&mut self, rules: &Rules, machine: &mut Machine) -> Option<Grid> {
        let arity = if rules.program.predicate("grid", 3).is_some() { 3 } else { 2 };
        let grid = rules.program.predicate("grid", arity)?;
        let answer = self.answers(machine, grid, arity, &rules.initial.facts)?.into_iter().next()?;
        let side = |term: &Term| usize::try_from(term.as_integer()?).ok().filter(|side| (1..=MAX_SIDE).contains(side));
        let direction = match answer.get(2).map(|term| term.as_text()) {
            None | Some(Some("top_down")) => Some(Rows::TopDown),
            Some(Some("bottom_up")) => Some(Rows::BottomUp),
            _ => None,
        };
        if let (Some(columns), Some(rows), Some(direction)) = (side(&answer[0]), side(&answer[1]), direction) {
            return Some(Grid { columns, rows, direction });
        }
        self.faults.push(check::at_head(
            self.declarations,
            ("grid", arity),
            "bad-grid",
            format!("`{}` is no board", Term::compound("grid", &answer)),
            "write it as `grid(8, 8)`, columns before rows, or `grid(8, 8, bottom_up)` to draw row 1 at the bottom",
        ));
        None
    }

    fn symmetries(&mut self, rules: &Rules, machine: &mut Machine) -> Symmetries {
        let names: Vec<Term> =
            check::names(self.declarations, "symmetry", 3).iter().map(|name| Term::atom(name)).collect();
        if names.is_empty() {
            return Symmetries::default();
        }
        Symmetries::new(rules.program.schema(), machine, &names).unwrap_or_else(|reason| {
            self.faults.push(check::at_head(
                self.declarations,
                ("symmetry", 3),
                "bad-symmetry",
                format!("these symmetries are not right: {reason}"),
                "a symmetry gives every fact of a fluent another one: `symmetry(mirror, cell(X, Y, P), cell(A, Y, P)) :- A is 9 - X.`",
            ));
            Symmetries::default()
        })
    }

    /// All answers of a predicate; an error becomes a fault.
    fn answers(
        &mut self,
        machine: &mut Machine,
        predicate: crate::logic::PredicateId,
        arity: usize,
        facts: &Facts,
    ) -> Option<Vec<Vec<Term>>> {
        machine.start_predicate(facts, &[], predicate, &vec![None; arity]);
        let mut answers = Vec::new();
        loop {
            let found = match machine.next_answer() {
                Ok(false) => return Some(answers),
                Ok(true) => machine.roots(),
                Err(error) => Err(error),
            };
            match found {
                Ok(answer) => answers.push(answer),
                Err(error) => {
                    self.faults.push(error.diagnostic());
                    return None;
                }
            }
        }
    }
}

/// `does` is the one relation that no rule file declares.
const RELATIONS_BEFORE_FLUENTS: usize = 1;

/// Makes a fluent dense if its domains are finite and not too large.
fn lay_out(program: &mut Program, relation: usize, fluent: &Fluent, domains: &HashMap<Name, Arc<Domain>>) {
    let domain_of = |domain: &DomainName| domain.name.as_ref().and_then(|name| domains.get(name)).cloned();
    let keys: Option<Vec<_>> = fluent.keys.iter().map(domain_of).collect();
    let value = fluent.value.as_ref().map(domain_of);
    if let (Some(keys), None | Some(Some(_))) = (keys, &value) {
        let cells = keys.iter().try_fold(1_usize, |cells, domain| cells.checked_mul(domain.size()));
        if cells.is_some_and(|cells| cells <= MAX_DENSE_KEYS) {
            program.make_dense(relation, keys, value.flatten());
        }
    }
}

fn vocabulary(program: &Program) -> Option<Vocabulary> {
    Some(Vocabulary {
        legal: program.predicate("legal", 2)?,
        goal: program.predicate("goal", 2)?,
        add: program.predicate("add", 1),
        delete: program.predicate("delete", 1),
        next: program.predicate("next", 1),
        terminal: program.predicate("terminal", 0),
        heuristic: program.predicate("heuristic", 3),
        quiet: program.predicate("quiet", 0),
        show: program.predicate("show", 3),
        notation: program.predicate("notation", 2),
    })
}

/// Positions from outside: files of facts.
impl Rules {
    /// The position in which these facts hold and no others: clauses such as `cell(4, 4, black).`
    ///
    /// # Errors
    /// Everything that is wrong with the text: syntax, facts of no fluent, arguments outside their
    /// domain, two values for one key.
    pub fn position(&self, name: &str, text: &str) -> Result<Position, Failure> {
        let mut sources = self.sources.clone();
        let id = sources.add(name, text);
        let (file, mut faults) = crate::syntax::parse::parse_file(&sources, id);
        let mut facts = Facts::empty(self.program.schema());
        let mut stated: Vec<(crate::logic::Fact, &tree::Term)> = Vec::new();
        for clause in &file.clauses {
            match self.program.schema().fact(&Term::from_syntax(&clause.term).0) {
                Err(reason) => faults.push(check::no_fact(self, &clause.term, &reason)),
                Ok(fact) => {
                    if let Some((_, first)) = stated.iter().find(|(known, _)| known.same_key(&fact) && *known != fact) {
                        faults.push(check::conflict(first, &clause.term));
                    }
                    facts.add(&fact);
                    stated.push((fact, &clause.term));
                }
            }
        }
        if faults.is_empty() { Ok(Position { facts }) } else { Err(Failure { diagnostics: faults, sources }) }
    }
}
