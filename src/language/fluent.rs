//! The declaration of a fluent, `:- fluent cell(column, row) -> disc.`, as it is written. It need
//! not be one that the game accepts.

use crate::syntax::source::Span;
use crate::syntax::tree::{Name, SourceTerm};

/// A fluent's declaration.
pub(super) struct FluentDeclaration<'t> {
    pub name: &'t Name,
    pub name_span: Span,
    /// The domains before the arrow.
    pub keys: &'t [SourceTerm],
    /// The domain after the arrow.
    pub value: Option<&'t SourceTerm>,
}

impl<'t> FluentDeclaration<'t> {
    /// The fluent that a directive declares; `None` if it declares none.
    pub fn of(directive: &'t SourceTerm) -> Option<Self> {
        let (word, [declared]) = directive.name_and_arguments()? else {
            return None;
        };
        if &**word != "fluent" {
            return None;
        }
        let (key, value) = match declared.name_and_arguments() {
            Some((arrow, [key, value])) if &**arrow == "->" => (key, Some(value)),
            _ => (declared, None),
        };
        let (name, keys) = key.name_and_arguments()?;
        Some(Self {
            name,
            name_span: key.name_span(),
            keys,
            value,
        })
    }

    pub fn domains(&self) -> impl Iterator<Item = &'t SourceTerm> + use<'t> {
        self.keys.iter().chain(self.value)
    }
}
