//! The declarations of a rule file, which begin with `:-`.

use std::fmt;

use super::clauses::Clauses;
use super::vocabulary::{Word, word};
use crate::logic::TabledPredicate;
use crate::logic::absent::advice;
use crate::logic::construct::conjuncts;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// One argument of a fluent: the predicate whose answers are its domain.
#[derive(Clone, Debug)]
pub(super) struct DomainName {
    /// `None` for `_`.
    pub name: Option<Name>,
    pub span: Span,
}

/// A fluent, as declared by `:- fluent name(keys...) -> value.`
#[derive(Clone, Debug)]
pub(super) struct Fluent {
    pub name: Name,
    pub keys: Vec<DomainName>,
    pub value: Option<DomainName>,
    pub span: Span,
}

impl Fluent {
    pub fn arity(&self) -> usize {
        self.keys.len() + usize::from(self.value.is_some())
    }
}

/// Writes the fluent as declared: `cell(column, row) -> disc`.
impl fmt::Display for Fluent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quote_atom(&self.name))?;
        if !self.keys.is_empty() {
            let keys: Vec<String> = self.keys.iter().map(ToString::to_string).collect();
            write!(f, "({})", keys.join(", "))?;
        }
        self.value
            .iter()
            .try_for_each(|value| write!(f, " -> {value}"))
    }
}

impl fmt::Display for DomainName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            &self
                .name
                .as_ref()
                .map_or("_".into(), |name| quote_atom(name)),
        )
    }
}

/// A rule file's declarations, and its other clauses.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    pub title: Option<(Name, Span)>,
    pub fluents: Vec<Fluent>,
    pub tables: Vec<TabledPredicate>,
    /// Whether moves and results have the standard order, by `:- sorted.`
    pub is_sorted: bool,
    pub clauses: Clauses,
    pub problems: Faults,
}

impl Declarations {
    /// Separates the declarations of a rule file from its other clauses.
    pub fn read(mut clauses: Vec<Clause>) -> Self {
        let mut declarations = Self::default();
        clauses.retain(|clause| {
            let directive = clause.directive();
            directive
                .into_iter()
                .for_each(|directive| declarations.directive(directive));
            directive.is_none()
        });
        declarations.clauses = clauses.into_iter().collect();
        declarations
    }

    fn directive(&mut self, directive: &SourceTerm) {
        let read = match directive.parts() {
            Some(("game", [title])) => self.title(title),
            Some(("fluent", [declared])) => self.fluent(declared),
            Some(("table", [tabled])) => self.table(tabled),
            Some(("sorted", [])) => {
                self.is_sorted = true;
                Ok(())
            }
            _ => Err(Box::new(unknown(directive))),
        };
        if let Err(problem) = read {
            self.problems.push(*problem);
        }
    }

    fn title(&mut self, title: &SourceTerm) -> Result<(), Box<Diagnostic>> {
        let (TermKind::String(text) | TermKind::Atom(text)) = &title.kind else {
            let problem = Diagnostic::error(
                "bad-declaration",
                "a game's name is a text",
                title.span,
                "not a text",
            );
            return Err(Box::new(
                problem.with_help("write it as `:- game(\"Othello\").`"),
            ));
        };
        if text.chars().any(char::is_control) {
            let reason = "a game's name has no control characters";
            return Err(Box::new(Diagnostic::error(
                "bad-declaration",
                reason,
                title.span,
                "contains one",
            )));
        }
        if let Some((_, first)) = &self.title {
            let problem = Diagnostic::error(
                "bad-declaration",
                "a game has one name",
                title.span,
                "another name",
            );
            return Err(Box::new(
                problem
                    .with_place(*first, "first named here")
                    .with_help("keep one of the two"),
            ));
        }
        self.title = Some((text.clone(), title.span));
        Ok(())
    }

    fn fluent(&mut self, declared: &SourceTerm) -> Result<(), Box<Diagnostic>> {
        let (key, value) = match declared.parts() {
            Some(("->", [key, value])) => (key, Some(domain_name(value)?)),
            _ => (declared, None),
        };
        let (name, keys) = match &key.kind {
            TermKind::Atom(name) => (name.clone(), Vec::new()),
            TermKind::Compound {
                functor, arguments, ..
            } => (
                functor.clone(),
                arguments
                    .iter()
                    .map(domain_name)
                    .collect::<Result<_, _>>()?,
            ),
            _ => return Err(Box::new(not_a_fluent(key))),
        };
        let fluent = Fluent {
            name,
            keys,
            value,
            span: key.span,
        };
        if let Some(word) = word(&fluent.name, fluent.arity()) {
            return Err(Box::new(of_the_vocabulary(&fluent, word)));
        }
        let is_same =
            |known: &&Fluent| known.name == fluent.name && known.arity() == fluent.arity();
        if let Some(first) = self.fluents.iter().find(is_same) {
            let title = format!(
                "the fluent `{}/{}` is declared twice",
                quote_atom(&fluent.name),
                fluent.arity()
            );
            let problem = Diagnostic::error(
                "fluent-redefined",
                title,
                fluent.span,
                "declared again here",
            );
            return Err(Box::new(
                problem
                    .with_place(first.span, "first declared here")
                    .with_help("keep one of the two"),
            ));
        }
        if self.fluents.len() == MAX_FLUENTS {
            return Err(Box::new(too_many(&fluent)));
        }
        self.fluents.push(fluent);
        Ok(())
    }

    /// Reads `table name/arity, ...`.
    fn table(&mut self, tabled: &SourceTerm) -> Result<(), Box<Diagnostic>> {
        for indicator in conjuncts(tabled) {
            let predicate = tabled_predicate(indicator)?;
            self.tables.push(predicate);
        }
        Ok(())
    }
}

/// The predicate that `name/arity` names, or `name(_, ...)`.
fn name_and_arity(indicator: &SourceTerm) -> Option<(&Name, usize)> {
    let is_any = |argument: &SourceTerm| matches!(&argument.kind, TermKind::Variable(name) if &**name == "_");
    let (functor, arguments) = indicator.name_and_arguments()?;
    let ("/", [name, arity]) = (&**functor, arguments) else {
        let is_pattern = !arguments.is_empty() && arguments.iter().all(is_any);
        return is_pattern.then_some((functor, arguments.len()));
    };
    match (&name.kind, &arity.kind) {
        (TermKind::Atom(name), TermKind::Integer(arity)) => {
            Some((name, usize::try_from(*arity).ok()?))
        }
        _ => None,
    }
}

fn tabled_predicate(indicator: &SourceTerm) -> Result<TabledPredicate, Box<Diagnostic>> {
    if let Some((name, arity)) = name_and_arity(indicator) {
        return Ok(TabledPredicate {
            name: name.clone(),
            arity,
            span: indicator.span,
        });
    }
    let problem = Diagnostic::error(
        "bad-declaration",
        "a tabled predicate is named with the number of its arguments",
        indicator.span,
        "not a name and a number",
    );
    Err(Box::new(
        problem.with_help("write it as `:- table linked/3.`"),
    ))
}

/// The maximum number of fluents of a game.
const MAX_FLUENTS: usize = 1_000;

fn too_many(fluent: &Fluent) -> Diagnostic {
    let title = format!("a game has at most {MAX_FLUENTS} fluents");
    Diagnostic::error("bad-declaration", title, fluent.span, "one too many")
        .with_help("tell facts of one fluent apart by another argument instead of by another name")
}

fn of_the_vocabulary(fluent: &Fluent, word: &Word) -> Diagnostic {
    let title = format!(
        "`{}` means something already in every game",
        word.indicator()
    );
    Diagnostic::error(
        "fluent-redefined",
        title,
        fluent.span,
        "declared as a fluent here",
    )
    .with_help(format!(
        "give the fluent another name; the vocabulary has `{}`: {}",
        word.signature(),
        word.sentence
    ))
}

fn domain_name(term: &SourceTerm) -> Result<DomainName, Box<Diagnostic>> {
    match &term.kind {
        TermKind::Atom(name) => Ok(DomainName {
            name: Some(name.clone()),
            span: term.span,
        }),
        TermKind::Variable(name) if &**name == "_" => Ok(DomainName {
            name: None,
            span: term.span,
        }),
        _ => {
            let title = "a fluent's arguments are names of domains";
            let problem = Diagnostic::error(
                "bad-declaration",
                title,
                term.span,
                "not the name of a predicate",
            );
            Err(Box::new(problem.with_help(
                "name a predicate with one argument whose answers are the domain, or write `_` for any term",
            )))
        }
    }
}

fn not_a_fluent(term: &SourceTerm) -> Diagnostic {
    Diagnostic::error(
        "bad-declaration",
        "this does not declare a fluent",
        term.span,
        "not a predicate",
    )
    .with_help("write it as `:- fluent cell(column, row) -> disc.`")
}

fn unknown(directive: &SourceTerm) -> Diagnostic {
    let advice = directive
        .parts()
        .and_then(|(name, arguments)| advice(name, arguments.len()));
    Diagnostic::error(
        "unknown-directive",
        "unknown directive",
        directive.span,
        "not a directive of Regola",
    )
    .with_help(advice.unwrap_or(
        "there are `:- game(\"Name\").`, `:- fluent name(domain, ...) -> domain.`, `:- table name/arity.`, \
         `:- sorted.` and `:- use \"file.rules\".`",
    ))
}
