//! The command `:doc`: what a predicate is, in the words of its rule file.

use std::io::Write;

use super::session::Session;
use super::trouble::Trouble;
use crate::logic::{PredicateId, Storage};
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::Clause;

impl Session {
    /// Tells what is known of `name/arity`, or of all predicates of a name.
    pub(super) fn doc(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if argument.is_empty() {
            return Err(Trouble::Use("say which predicate, as in `:doc legal/2`".to_owned()));
        }
        let (name, arity) = match argument.rsplit_once('/').map(|(name, arity)| (name, arity.parse::<usize>())) {
            Some((name, Ok(arity))) => (name, Some(arity)),
            _ => (argument, None),
        };
        let name = name.trim_matches('\'');
        let known = self.predicates();
        let fits = |(known, has): &&(&str, usize)| *known == name && arity.unwrap_or(*has) == *has;
        let meant: Vec<&(&str, usize)> = known.iter().filter(fits).collect();
        if meant.is_empty() {
            let all: Vec<String> = known.iter().map(|(name, arity)| format!("{name}/{arity}")).collect();
            return Err(Trouble::Use(no_predicate(argument, &all)));
        }
        meant.into_iter().try_for_each(|(name, arity)| self.doc_of(name, *arity, out))
    }

    /// All predicates that a goal can name, fluents too.
    pub(super) fn predicates(&self) -> Vec<(&str, usize)> {
        let program = self.rules().program();
        let fluents = program.schema().relations().iter().map(|relation| (&*relation.name, relation.arity()));
        let mut all: Vec<_> = program.predicates().into_iter().chain(fluents).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn doc_of(&self, name: &str, arity: usize, out: &mut dyn Write) -> Result<(), Trouble> {
        let program = self.rules().program();
        let indicator = format!("{}/{arity}", quote_atom(name));
        if let Some((declaration, span)) = self.rules().declared_fluent(name, arity) {
            writeln!(out, "{indicator}  fluent {declaration}, declared at {}", self.place(span))?;
            return self.beside(span, out);
        }
        if let Some(relation) = program.schema().relation(name, arity)
            && matches!(relation.storage, Storage::Given)
        {
            writeln!(out, "{indicator}  the move just chosen; known in `add`, `delete` and `next`")?;
            return Ok(());
        }
        match program.predicate(name, arity).map(|id: PredicateId| program.clauses(id)) {
            Some([]) | None => writeln!(out, "{indicator}  built-in")?,
            Some(clauses) => self.doc_of_clauses(&indicator, clauses, out)?,
        }
        Ok(())
    }

    /// The comments above clauses, each with its place.
    fn doc_of_clauses(&self, indicator: &str, clauses: &[Clause], out: &mut dyn Write) -> Result<(), Trouble> {
        let number = match clauses.len() {
            1 => "1 clause".to_owned(),
            number => format!("{number} clauses"),
        };
        writeln!(out, "{indicator}  {}, {number}", self.place(clauses[0].term.span))?;
        for clause in clauses.iter().filter(|clause| !clause.comment.is_empty()) {
            if clause.term.span != clauses[0].term.span {
                writeln!(out, "  {}", self.place(clause.term.span))?;
            }
            for line in clause.comment.lines() {
                writeln!(out, "  {line}")?;
            }
        }
        if clauses.iter().all(|clause| clause.comment.is_empty()) {
            writeln!(out, "  {}", self.line_of(clauses[0].term.span))?;
        }
        Ok(())
    }

    /// The whole line of a declaration, where it is commonly explained.
    fn beside(&self, span: Span, out: &mut dyn Write) -> Result<(), Trouble> {
        writeln!(out, "  {}", self.line_of(span))?;
        Ok(())
    }

    fn line_of(&self, span: Span) -> &str {
        let sources = self.rules().sources();
        let (line, _) = sources.line_column(span);
        sources.get(span.source).text.lines().nth(line - 1).unwrap_or_default().trim()
    }

    /// A place as `file:line`.
    pub(super) fn place(&self, span: Span) -> String {
        let sources = self.rules().sources();
        format!("{}:{}", sources.get(span.source).name, sources.line_column(span).0)
    }
}

/// There is no such predicate; the nearest ones follow, not all.
fn no_predicate(typed: &str, known: &[String]) -> String {
    let names = known.iter().map(String::as_str);
    match crate::logic::nearest(typed, names) {
        Some(near) => format!("there is no predicate `{typed}`; the nearest is `{near}`"),
        None => format!("there is no predicate `{typed}`"),
    }
}
