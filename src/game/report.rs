//! A check: all errors and warnings of a rule file at once.
//!
//! Loading stops at the first kind of fault that makes later ones uncertain. A check goes on with
//! the remaining parts: it builds what can be read, checks every clause, and suppresses only
//! faults that an earlier fault may explain.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::check::lacks;
use super::declaration::Declarations;
use super::gdl;
use super::load::{LoadedFrom, Loading, build};
use super::partial;
use super::rules::Rules;
use super::unread::Unread;
use super::warnings::warnings;
use crate::logic::Allowance;
use crate::syntax::diagnostic::{Diagnostic, Severity, in_order};
use crate::syntax::load::{Loaded, Reader};
use crate::syntax::reading::interrupted;
use crate::syntax::render::{Style, render};
use crate::syntax::source::{Sources, Span};

/// The result of a check.
#[derive(Debug)]
pub struct Report {
    /// Errors and warnings in the order of the text; those without a place are last.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts to which they refer.
    pub sources: Sources,
    /// The game, if it can be played.
    pub rules: Option<Rules>,
}

impl Report {
    /// The number of diagnostics of this severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == severity)
            .count()
    }

    /// All diagnostics as text, each with its source line and a caret; empty if there are none.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        render(&self.diagnostics, &self.sources, style)
    }
}

/// Checks a rule file through a reader, and all files that it uses.
#[must_use]
pub fn check(reader: &dyn Reader, path: &str) -> Report {
    check_within(reader, path, Allowance::default())
}

/// Checks a rule file within limits, or until a flag is set. The limits matter because some rules
/// run while they are checked; the memory limit also bounds how much text is read. If the check was
/// stopped, the report has the code `interrupted` alone.
#[must_use]
pub fn check_within(reader: &dyn Reader, path: &str, allowance: impl Into<Allowance>) -> Report {
    let allowance = allowance.into();
    let report = check_until_stopped(reader, path, &allowance);
    match allowance.is_interrupted() {
        true => Report {
            diagnostics: vec![interrupted()],
            sources: report.sources,
            rules: None,
        },
        false => report,
    }
}

fn check_until_stopped(reader: &dyn Reader, path: &str, allowance: &Allowance) -> Report {
    let (loaded, sheet) = gdl::load_with_origin(reader, path, &allowance.reading());
    let Loaded {
        sources,
        clauses,
        diagnostics,
        ..
    } = loaded;
    if allowance.is_interrupted() {
        return Report {
            diagnostics,
            sources,
            rules: None,
        };
    }
    if diagnostics.iter().any(gdl::is_of_sheet) {
        // What a sheet with mistakes would say is not known.
        return Report {
            diagnostics: in_order(diagnostics),
            sources,
            rules: None,
        };
    }
    let read: Vec<Span> = clauses.iter().map(|clause| clause.term.span).collect();
    let declarations = Declarations::read(clauses);
    let mut faults = [diagnostics, declarations.problems.clone().finish(None)].concat();
    let unread = Unread::new(&sources, &read, &faults);
    let mut program = None;
    match build(&declarations, lacks(&declarations), allowance) {
        Ok(built) => program = Some(built),
        Err(found) => faults.extend(
            found
                .into_iter()
                .filter(|fault| !unread.may_explain(fault, &sources)),
        ),
    }
    let part = if faults.is_empty() {
        None
    } else {
        partial::layout(&declarations, &faults, &unread, allowance)
    };
    let declarations = Arc::new(declarations);
    let mut rules = None;
    if let Some(program) = program.take_if(|_| faults.is_empty()) {
        let origin = LoadedFrom {
            path,
            sources: sources.clone(),
            declarations: Arc::clone(&declarations),
            lacking: Vec::new(),
            sheet,
        };
        match Loading::new(&declarations, allowance).game(program, origin) {
            Ok(game) => rules = Some(Rules::of(game, allowance)),
            Err(found) => faults = found,
        }
    }
    faults.extend(part.iter().flat_map(|part| part.constants(&declarations)));
    let part = part.as_ref().map(|part| &part.program);
    let program = rules
        .as_ref()
        .map(Rules::program)
        .or(part)
        .or(program.as_ref());
    let mut warnings = warnings(&declarations, program, &unread, &allowance.interrupt);
    warnings.retain(|warning| gdl::may_warn(warning, &sources));
    let diagnostics = in_order(together(faults, warnings));
    Report {
        diagnostics,
        sources,
        rules,
    }
}

/// Joins faults and warnings without repetitions. A warning at the place of an error is left out.
fn together(faults: Vec<Diagnostic>, mut warnings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let errors: Vec<Span> = faults.iter().filter_map(place).collect();
    warnings.retain(|warning| {
        place(warning).is_none_or(|own| !errors.iter().any(|error| holds(*error, own)))
    });
    let mut reported = FxHashSet::default();
    let is_new = |one: &Diagnostic| reported.insert((one.code, place(one), one.title.clone()));
    [faults, warnings]
        .concat()
        .into_iter()
        .filter(is_new)
        .collect()
}

fn place(diagnostic: &Diagnostic) -> Option<Span> {
    diagnostic.primary.as_ref().map(|label| label.span)
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}
