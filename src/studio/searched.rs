//! A game for searches: with a flag that interrupts it, and compiled soon after it is loaded.
//!
//! A thread compiles the game. Until it has finished, and if it fails, the machine runs the rules.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use super::worker::spawn;
use crate::compile::code::{Code, Mode};
use crate::compile::words::Program;
use crate::compile::{Compilation, Compiled};
use crate::engine::Engine;
use crate::game::{Game, Position, Role, Rules};
use crate::picture::Appearance;

/// A game, with its compiled form once there is one.
#[derive(Debug)]
pub struct Searched {
    machine: Engine,
    quick: OnceLock<Quick>,
}

/// The compiled form of a game, and the share of the memory limit that it takes.
#[derive(Debug)]
struct Quick {
    engine: Engine,
    _room: OwnedSemaphorePermit,
}

impl Searched {
    /// A game without a compiled form yet.
    pub fn new(rules: &Rules) -> Self {
        Searched {
            machine: Engine::machine(rules),
            quick: OnceLock::new(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.machine.rules()
    }

    /// The best engine that is ready: the compiled form if there is one, else the machine.
    pub fn engine(&self) -> &Engine {
        let quick = self.quick.get().map(|quick| &quick.engine);
        quick.unwrap_or(&self.machine)
    }

    /// Whether the compiled form is ready.
    pub fn is_compiled(&self) -> bool {
        self.quick.get().is_some()
    }

    /// Compiles `rules`, which differ from the rules of the game only in their flag. Uses the quick
    /// effort if that is enough. Does nothing if `room` is too small for the operations of the
    /// compiled form.
    pub fn compile(&self, rules: &Rules, room: &Arc<Semaphore>) {
        let Ok(compilation) = Compilation::quick_or_thorough(rules).map(Arc::new) else {
            return;
        };
        let operations = u32::try_from(operations(compilation.code())).unwrap_or(u32::MAX);
        let Ok(room) = Arc::clone(room).try_acquire_many_owned(operations) else {
            return;
        };
        // Heuristics are compiled when they are first evaluated. Doing it here spares the searches
        // the wait.
        let compiled = Compiled::new(rules, Arc::clone(&compilation));
        let start = compiled.initial();
        for heuristic in 0..rules.heuristics().len() {
            let _ = compiled.evaluate(&start, heuristic, Role(0));
        }
        let _ = self.quick.set(Quick {
            engine: Engine::of(self.rules(), Some(compilation)),
            _room: room,
        });
    }
}

/// The number of word operations of a compiled game, without its heuristics.
fn operations(code: &Code) -> usize {
    code.questions
        .iter()
        .chain(code.modes.iter().flat_map(Mode::programs))
        .map(Program::len)
        .sum()
}

/// A game, and its position when the page asked for a search.
#[derive(Clone, Debug)]
pub struct Standpoint {
    /// The game.
    pub game: Arc<Searched>,
    /// The position.
    pub position: Position,
    /// The appearance of its boards.
    pub appearance: Appearance,
}

impl Standpoint {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }
}

/// The priority of the thread that compiles, out of 100. On Linux this is a niceness of 10: on a
/// core that another thread needs too, it gets about a tenth of the time. The threads that it
/// starts inherit it.
const PRIORITY: u8 = 22;

/// Gives other threads precedence over this one. Without support for priorities the thread keeps
/// the normal one.
fn give_way() {
    if let Ok(priority) = ThreadPriorityValue::try_from(PRIORITY) {
        let _ = set_current_thread_priority(ThreadPriority::Crossplatform(priority));
    }
}

/// The limits that all desks share for compiling their games.
#[derive(Debug)]
pub struct Compilers {
    /// One permit: a single game is compiled at a time, since that can take more than a hundred
    /// megabytes.
    pub places: Arc<Semaphore>,
    /// One permit for each word operation that compiled games may have.
    room: Arc<Semaphore>,
}

impl Compilers {
    /// Allows `operations` word operations for all compiled games.
    pub fn new(operations: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(1)),
            room: Arc::new(Semaphore::new(operations)),
        }
    }
}

/// A game that is being compiled or has been. Dropping it stops the compiler.
#[derive(Debug)]
pub struct Compiling {
    game: Arc<Searched>,
    /// Interrupts the compiler.
    flag: Arc<AtomicBool>,
    /// The task that waits for the permit to compile.
    waiting: JoinHandle<()>,
}

impl Compiling {
    /// Starts compiling a game as soon as there is a permit. The flag `searches` interrupts the
    /// searches of the game.
    pub fn begin(
        rules: &Rules,
        searches: Arc<AtomicBool>,
        compilers: &Compilers,
        handle: &Handle,
    ) -> Self {
        let game = Arc::new(Searched::new(&rules.clone().with_interrupt(searches)));
        let flag = Arc::<AtomicBool>::default();
        let rules = rules.clone().with_interrupt(Arc::clone(&flag));
        let (places, room) = (Arc::clone(&compilers.places), Arc::clone(&compilers.room));
        let compiled = Arc::clone(&game);
        let waiting = handle.spawn(async move {
            let Ok(place) = places.acquire_owned().await else {
                return;
            };
            // If no thread can be started, the machine continues to run the rules.
            let _ = spawn("compile", move || {
                give_way();
                compiled.compile(&rules, &room);
                drop(place);
            });
        });
        Compiling {
            game,
            flag,
            waiting,
        }
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
