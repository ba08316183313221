//! The names in the parts of a rule file that could not be read.
//!
//! A clause with a mistake may have defined or used any name in it. A message that such a name is
//! unknown or unused would only repeat the mistake in other words.

use rustc_hash::FxHashSet;

use super::vocabulary::{EFFECTS, VOCABULARY};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::{Sources, Span};

/// The names in the unread text.
#[derive(Clone, Debug, Default)]
pub(super) struct Unread {
    pub names: FxHashSet<String>,
    /// Whether a whole file is missing, which may contain any name.
    pub any: bool,
}

impl Unread {
    /// Collects the names in all text except the `read` clauses without faults.
    pub fn new(sources: &Sources, read: &[Span], faults: &[Diagnostic]) -> Self {
        let mut unread = Self::default();
        if faults.is_empty() {
            return unread;
        }
        unread.any = faults.iter().any(|fault| {
            matches!(
                fault.code,
                "unreadable-file" | "not-utf8" | "bad-use" | "use-too-deep"
            )
        });
        let mut read: Vec<Span> = read
            .iter()
            .copied()
            .filter(|span| !faults.iter().any(|fault| lies_in(fault, *span)))
            .collect();
        read.sort_unstable();
        for (id, source) in sources.iter() {
            let mut end = 0;
            for span in read.iter().filter(|span| span.source == id) {
                unread.note(source.text.get(end..span.start as usize));
                end = span.end as usize;
            }
            unread.note(source.text.get(end..));
        }
        unread
    }

    fn note(&mut self, text: Option<&str>) {
        for line in text.unwrap_or("").lines() {
            let code = line.split('%').next().unwrap_or("");
            let words = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            for word in words.filter(|word| !word.is_empty()) {
                self.names.insert(word.to_owned());
                // A name may have been capitalised by mistake.
                self.names.insert(decapitalised(word));
            }
        }
    }

    /// Whether unread text may define or use a name.
    pub fn may_mean(&self, name: &str) -> bool {
        self.any || self.names.contains(name)
    }

    /// Whether unread text may be the only reason for a fault.
    pub fn may_explain(&self, fault: &Diagnostic, sources: &Sources) -> bool {
        match fault.code {
            "unknown-predicate" | "wrong-arity" | "unknown-domain" | "unknown-fluent" => fault
                .primary
                .as_ref()
                .is_some_and(|label| self.may_mean(leading_name(sources.snippet(label.span)))),
            "no-effects" => EFFECTS.iter().any(|word| self.may_mean(word.name)),
            code => VOCABULARY
                .iter()
                .filter(|word| word.lack.is_some_and(|lack| lack.code == code))
                .any(|word| self.may_mean(word.name)),
        }
    }
}

/// Whether the place of a fault lies in `place`.
pub(super) fn lies_in(fault: &Diagnostic, place: Span) -> bool {
    let within = |span: Span| {
        span.source == place.source && place.start <= span.start && span.start < place.end
    };
    fault
        .primary
        .as_ref()
        .is_some_and(|label| within(label.span))
}

fn decapitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(letters)
        .collect()
}

/// The name at the beginning of a goal.
fn leading_name(text: &str) -> &str {
    let text = text.trim_start_matches('\'');
    let end = text
        .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .unwrap_or(text.len());
    &text[..end]
}
