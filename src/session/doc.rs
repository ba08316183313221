//! The command `:doc`: describes a predicate by the comments of its rule file.

use std::io::Write;

use super::session::Session;
use super::trouble::Trouble;
use crate::game::vocabulary::{VOCABULARY, Word, word};
use crate::language::meaning;
use crate::logic::absent::advice;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::Clause;

/// Of a predicate with more clauses, and without a comment, only the first ones are shown.
const SHOWN_CLAUSES: usize = 8;

impl Session {
    /// Describes the predicate `name/arity`, or all predicates with a name.
    pub(super) fn doc(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        if argument.is_empty() {
            return Err(Trouble::Use(
                "say which predicate, as in `:doc legal/2`".to_owned(),
            ));
        }
        let (name, arity) = match argument
            .rsplit_once('/')
            .map(|(name, arity)| (name, arity.parse::<usize>()))
        {
            Some((name, Ok(arity))) => (name, Some(arity)),
            _ => (argument, None),
        };
        let name = name.trim_matches('\'');
        let known = self.predicates();
        let defined = known
            .iter()
            .filter(|(known, _)| *known == name)
            .map(|(_, arity)| *arity);
        let words = VOCABULARY
            .iter()
            .filter(|word| word.name == name)
            .map(Word::arity);
        let mut arities: Vec<usize> = defined.chain(words).collect();
        arities.retain(|has| arity.unwrap_or(*has) == *has);
        arities.sort_unstable();
        arities.dedup();
        if arities.is_empty() {
            let all: Vec<String> = known
                .iter()
                .map(|(name, arity)| format!("{name}/{arity}"))
                .collect();
            let advice = arity.and_then(|arity| advice(name, arity));
            return Err(Trouble::Use(match advice {
                Some(advice) => format!("there is no predicate `{argument}`: {advice}"),
                None => no_predicate(argument, &all),
            }));
        }
        arities
            .into_iter()
            .try_for_each(|arity| self.doc_of(name, arity, out))
    }

    /// Returns all predicates that a goal can name, and the fluents.
    pub(super) fn predicates(&self) -> Vec<(&str, usize)> {
        let program = self.rules().program();
        let fluents = program
            .schema()
            .relations()
            .iter()
            .map(|relation| (&*relation.name, relation.arity()));
        let mut all: Vec<_> = program.predicates().into_iter().chain(fluents).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn doc_of(&self, name: &str, arity: usize, out: &mut dyn Write) -> Result<(), Trouble> {
        let program = self.rules().program();
        let indicator = format!("{}/{arity}", quote_atom(name));
        if let Some((declaration, span)) = self.rules().declared_fluent(name, arity) {
            writeln!(
                out,
                "{indicator}  fluent {declaration}, declared at {}",
                self.place(span)
            )?;
            for (_, line) in self.lines_of(span) {
                writeln!(out, "  {line}")?;
            }
            return Ok(());
        }
        let clauses = program
            .predicate(name, arity)
            .map(|id| program.clauses(id).collect::<Vec<_>>());
        if let Some(clauses) = clauses.as_deref().filter(|clauses| !clauses.is_empty()) {
            return self.doc_of_clauses(&indicator, word(name, arity), clauses, out);
        }
        // `does` is a relation that the host gives, so the program has no clause of it.
        let is_there = clauses.is_some() || program.schema().relation(name, arity).is_some();
        let origin = if is_there {
            "built-in"
        } else {
            "a word of every game, which this one does not define"
        };
        writeln!(out, "{indicator}  {origin}")?;
        if let Some(word) = word(name, arity) {
            return doc_of_word(word, out);
        }
        meaning(name, arity).map_or(Ok(()), |meaning| {
            Ok(writeln!(
                out,
                "  {}: {}",
                meaning.signature, meaning.sentence
            )?)
        })
    }

    /// Writes what a word of the vocabulary means in every game, and the comments above the
    /// clauses, each with its place.
    fn doc_of_clauses(
        &self,
        indicator: &str,
        word: Option<&Word>,
        clauses: &[&Clause],
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let number = match clauses.len() {
            1 => "1 clause".to_owned(),
            number => format!("{number} clauses"),
        };
        writeln!(
            out,
            "{indicator}  {}, {number}",
            self.place(clauses[0].term.span)
        )?;
        if let Some(word) = word {
            doc_of_word(word, out)?;
        }
        for clause in clauses.iter().filter(|clause| !clause.comment.is_empty()) {
            if clause.term.span != clauses[0].term.span {
                writeln!(out, "  {}", self.place(clause.term.span))?;
            }
            for line in clause.comment.lines() {
                writeln!(out, "  {line}")?;
            }
        }
        if clauses.iter().all(|clause| clause.comment.is_empty()) {
            // A line may have several clauses.
            let mut last = None;
            for clause in clauses.iter().take(SHOWN_CLAUSES) {
                for (number, line) in self.lines_of(clause.term.span) {
                    if last != Some((clause.term.span.source, number)) {
                        writeln!(out, "  {line}")?;
                        last = Some((clause.term.span.source, number));
                    }
                }
            }
            match clauses.len().saturating_sub(SHOWN_CLAUSES) {
                0 => {}
                more => writeln!(out, "  and {more} more")?,
            }
        }
        Ok(())
    }

    /// Returns the whole lines of `span` with their numbers, because a declaration often has its comment at the
    /// end of the line.
    fn lines_of(&self, span: Span) -> impl Iterator<Item = (usize, &str)> {
        let sources = self.rules().sources();
        let (first, _) = sources.line_column(span);
        let (last, _) = sources.line_column(Span {
            start: span.end,
            ..span
        });
        let lines = sources.get(span.source).text.lines();
        let lines = (1..).zip(lines.map(str::trim_end));
        lines.skip(first - 1).take(last + 1 - first)
    }

    /// Returns a place as `file:line`.
    pub(super) fn place(&self, span: Span) -> String {
        let sources = self.rules().sources();
        format!(
            "{}:{}",
            sources.get(span.source).name,
            sources.line_column(span).0
        )
    }
}

/// Writes what a word of the vocabulary means, and when the engine asks for it.
fn doc_of_word(word: &Word, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "  {}: {}", word.signature(), word.sentence)?;
    Ok(writeln!(out, "  ({})", word.asked)?)
}

/// Returns the message that no predicate fits `typed`, with the nearest known ones.
fn no_predicate(typed: &str, known: &[String]) -> String {
    let names = known.iter().map(String::as_str);
    match crate::logic::nearest(typed, names) {
        Some(near) => format!("there is no predicate `{typed}`; the nearest is `{near}`"),
        None => format!("there is no predicate `{typed}`"),
    }
}
