//! The names of one text, each stored once, however often it is written.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::tree::Name;

/// All names read so far.
#[derive(Default)]
pub(super) struct NameInterner(RefCell<FxHashSet<Name>>);

impl NameInterner {
    /// The stored name with this text.
    pub fn name(&self, written: &str) -> Name {
        let mut known = self.0.borrow_mut();
        if let Some(name) = known.get(written) {
            return name.clone();
        }
        let name = Name::from(written);
        known.insert(name.clone());
        name
    }
}
