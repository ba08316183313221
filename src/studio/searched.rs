//! A game for searches: with a flag that interrupts it, and compiled soon after it is loaded.
//!
//! Until it is compiled, and if that fails, the machine runs the rules.

use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once, OnceLock};

use crate::compile::code::{Code, Mode};
use crate::compile::words::Program;
use crate::compile::{Compilation, Compiled};
use crate::engine::Engine;
use crate::game::{Game, Position, Role, Rules};
use crate::picture::Appearance;
use crate::session::Forms;

/// A game, with its compiled form once there is one.
#[derive(Debug)]
pub struct Searched {
    machine: Forms,
    quick: OnceLock<Quick>,
    /// Whether the searches' own thread has compiled it, or could not.
    tried: Once,
}

/// A share of a memory limit, which is given back when this is dropped.
pub type Room = Box<dyn Any + Send + Sync>;

/// The compiled form of a game, and the share of the memory limit that it takes.
#[derive(Debug)]
struct Quick {
    forms: Forms,
    _room: Room,
}

impl Searched {
    /// A game without a compiled form yet.
    pub fn new(rules: &Rules) -> Self {
        Searched {
            machine: Forms::fixed(Engine::machine(rules)),
            quick: OnceLock::new(),
            tried: Once::new(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.machine.engine().rules()
    }

    /// The best engine that is ready: the compiled form if there is one, else the machine.
    pub fn engine(&self) -> &Engine {
        self.forms().engine()
    }

    /// The same as what a strength searches with.
    pub fn forms(&self) -> &Forms {
        let quick = self.quick.get().map(|quick| &quick.forms);
        quick.unwrap_or(&self.machine)
    }

    /// Whether the compiled form is ready.
    pub fn is_compiled(&self) -> bool {
        self.quick.get().is_some()
    }

    /// Compiles the game in this thread, unless that has been tried before.
    pub fn compile_once(&self) {
        self.tried
            .call_once(|| self.compile(self.rules(), |_| Some(Box::new(()))));
    }

    /// Compiles `rules`, which differ from the rules of the game only in their flag. Uses the quick
    /// effort if that is enough. Does nothing if `room` has none for the number of word operations
    /// of the compiled form.
    pub fn compile(&self, rules: &Rules, room: impl FnOnce(usize) -> Option<Room>) {
        let Ok(compilation) = Compilation::quick_or_thorough(rules) else {
            return;
        };
        let Some(room) = room(operations(compilation.code())) else {
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
            forms: Forms::fixed(Engine::of(self.rules(), Some(compilation))),
            _room: room,
        });
    }
}

/// The number of word operations of a compiled game, without its heuristics.
fn operations(code: &Code) -> usize {
    code.questions
        .programs
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

/// Compiles games for searches.
pub trait GameCompiler: Send {
    /// Begins to compile a game. The flag `searches` interrupts its searches.
    fn begin(&self, rules: &Rules, searches: Arc<AtomicBool>) -> Compiling;
}

/// A game that is being compiled or has been. Dropping it stops the compiler.
pub struct Compiling {
    game: Arc<Searched>,
    _work: Box<dyn Any + Send>,
}

impl Compiling {
    /// A game that `work` compiles until that is dropped.
    pub fn new(game: Arc<Searched>, work: impl Any + Send) -> Self {
        Compiling {
            game,
            _work: Box::new(work),
        }
    }

    /// The game.
    pub fn game(&self) -> Arc<Searched> {
        Arc::clone(&self.game)
    }
}
