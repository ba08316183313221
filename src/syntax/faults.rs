//! Faults in the order of their discovery: the first ones are kept, the rest are counted.

use super::diagnostic::Diagnostic;
use super::limits::MAX_KEPT_DIAGNOSTICS;
use super::source::Span;

/// The faults of a text or a program. Only a limited number is kept, so that a text full of
/// mistakes takes no more memory than another one.
#[derive(Clone, Debug)]
pub struct Faults {
    kept: Vec<Diagnostic>,
    most: usize,
    more: usize,
}

impl Default for Faults {
    /// No faults; keeps as many as for one program.
    fn default() -> Self {
        Self::up_to(MAX_KEPT_DIAGNOSTICS)
    }
}

impl Faults {
    /// No faults; keeps at most `most`.
    #[must_use]
    pub fn up_to(most: usize) -> Self {
        Self {
            kept: Vec::new(),
            most,
            more: 0,
        }
    }

    /// Adds a fault.
    pub fn push(&mut self, fault: Diagnostic) {
        self.push_with(|| fault);
    }

    /// Adds a fault; its message is only made if the fault is kept.
    pub fn push_with(&mut self, fault: impl FnOnce() -> Diagnostic) {
        if self.kept.len() < self.most {
            self.kept.push(fault());
        } else {
            self.more += 1;
        }
    }

    /// Whether there are no faults.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The faults that were kept.
    #[must_use]
    pub fn kept(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// The faults that were kept, and a message with the number of further ones, at `end` if given.
    #[must_use]
    pub fn finish(mut self, end: Option<Span>) -> Vec<Diagnostic> {
        if self.more > 0 {
            let title = match self.more {
                1 => "one more mistake is not shown".to_owned(),
                more => format!("{more} more mistakes are not shown"),
            };
            let fault = match end {
                Some(end) => Diagnostic::error("more-mistakes", title, end, ""),
                None => Diagnostic::lacking("more-mistakes", title),
            };
            self.kept
                .push(fault.with_help("mend the first ones, then look again"));
        }
        self.kept
    }
}

impl Extend<Diagnostic> for Faults {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, faults: I) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}
