//! A game as searches have it: stopped by a flag of their own, and compiled as soon as it is loaded.
//!
//! Compiling has a thread of its own. Until it has come to its end, and where it comes to nothing, the machine searches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::worker::spawn;
use crate::compile::{Compilation, Compiled, Effort, Engine};
use crate::game::{Game, Position, Role, Rules};

/// A game, whatever it has been compiled to by now.
#[derive(Debug)]
pub struct Searched {
    rules: Rules,
    compilation: OnceLock<Arc<Compilation>>,
}

impl Searched {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What searches now: the compiled form as soon as there is one.
    pub fn engine(&self) -> Engine<'_> {
        Engine::of(&self.rules, self.compilation.get().cloned())
    }

    /// Whether there is one.
    pub fn is_compiled(&self) -> bool {
        self.compilation.get().is_some()
    }

    /// Compiles by these rules, which are the same but for their flag: quickly if that will do.
    fn compile(&self, rules: &Rules) {
        let efforts = [Effort::Quick, Effort::Thorough];
        let compiled = efforts.into_iter().find_map(|effort| Compilation::new(rules, effort).ok());
        let Some(compilation) = compiled.map(Arc::new) else { return };
        // Heuristics are made when they are first asked for: no search need wait for that.
        let game = Compiled::new(rules, Arc::clone(&compilation));
        let start = game.initial();
        for heuristic in 0..rules.heuristics().len() {
            let _ = game.evaluate(&start, heuristic, Role(0));
        }
        let _ = self.compilation.set(compilation);
    }
}

/// A game, and where it stood when a search was asked for.
#[derive(Clone, Debug)]
pub struct Standpoint {
    /// The game.
    pub game: Arc<Searched>,
    /// Where it stood.
    pub position: Position,
}

impl Standpoint {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }
}

/// A game that is being compiled, or has been; that ends when this is dropped.
#[derive(Debug)]
pub struct Compiling {
    game: Arc<Searched>,
    /// Stops it while it works.
    flag: Arc<AtomicBool>,
    /// Waits for a place.
    waiting: JoinHandle<()>,
}

impl Compiling {
    /// Begins with a game, whose searches this flag is to stop, as soon as there is a place.
    pub fn begin(rules: &Rules, searches: Arc<AtomicBool>, places: &Arc<Semaphore>, handle: &Handle) -> Self {
        let game = Arc::new(Searched { rules: rules.clone().with_interrupt(searches), compilation: OnceLock::new() });
        let flag = Arc::<AtomicBool>::default();
        let rules = rules.clone().with_interrupt(Arc::clone(&flag));
        let (places, compiled) = (Arc::clone(places), Arc::clone(&game));
        let waiting = handle.spawn(async move {
            let Ok(place) = places.acquire_owned().await else { return };
            // Without a thread the machine searches on.
            let _ = spawn("compile", move || {
                compiled.compile(&rules);
                drop(place);
            });
        });
        Compiling { game, flag, waiting }
    }

    /// The game.
    pub fn game(&self) -> Arc<Searched> {
        Arc::clone(&self.game)
    }
}

impl Drop for Compiling {
    fn drop(&mut self) {
        self.waiting.abort();
        self.flag.store(true, Ordering::Relaxed);
    }
}
