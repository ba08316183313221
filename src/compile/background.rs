//! A compilation in a thread of its own, so that the machine can answer meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use super::compilation::Compilation;
use crate::game::Rules;

/// A game that is being compiled, or has been. The compilation ends when this is dropped.
#[derive(Debug, Default)]
pub struct Background {
    /// What the game was compiled to, once that is known; none if it stays with the machine.
    outcome: Arc<OnceLock<Option<Arc<Compilation>>>>,
    /// Stops the compiler.
    stop: Arc<AtomicBool>,
}

impl Background {
    /// Begins to compile a game: as is quick if that will do, else as far as it goes. Where no
    /// thread can be started the game stays with the machine.
    #[must_use]
    pub fn begin(rules: &Rules) -> Self {
        let background = Self::default();
        let outcome = Arc::clone(&background.outcome);
        let rules = rules.clone().with_interrupt(Arc::clone(&background.stop));
        let compile = move || {
            let compilation = Compilation::quick_or_thorough(&rules).ok();
            let _ = outcome.set(compilation);
        };
        if thread::Builder::new()
            .name("compile".to_owned())
            .spawn(compile)
            .is_err()
        {
            background.finish(None);
        }
        background
    }

    /// What the game was compiled to; none as long as the compiler works, and for a game that stays
    /// with the machine.
    #[must_use]
    pub fn compilation(&self) -> Option<&Arc<Compilation>> {
        self.outcome.get().and_then(Option::as_ref)
    }

    /// Sets what has come of the compilation, unless that is known already.
    #[cfg_attr(not(feature = "internals"), doc(hidden))]
    pub fn finish(&self, compilation: Option<Arc<Compilation>>) {
        let _ = self.outcome.set(compilation);
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
