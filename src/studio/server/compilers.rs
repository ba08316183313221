//! Compiles the games of all tabs: each in a thread of its own, one at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::worker::spawn;
use crate::game::Rules;
use crate::studio::searched::{Compiling, GameCompiler, Room, Searched};

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
#[derive(Clone, Debug)]
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

    /// A compiler within these limits, whose threads wait in this runtime.
    pub fn beside(&self, handle: Handle) -> ThreadCompiler {
        ThreadCompiler {
            compilers: self.clone(),
            handle,
        }
    }
}

/// Takes room for word operations, if that many permits are left.
pub fn room_in(permits: &Arc<Semaphore>, operations: usize) -> Option<Room> {
    let operations = u32::try_from(operations).unwrap_or(u32::MAX);
    let room = Arc::clone(permits).try_acquire_many_owned(operations);
    room.ok().map(|room| Box::new(room) as Room)
}

/// Compiles each game in a thread of its own, as soon as there is a permit.
#[derive(Debug)]
pub struct ThreadCompiler {
    compilers: Compilers,
    handle: Handle,
}

impl GameCompiler for ThreadCompiler {
    fn begin(&self, rules: &Rules, searches: Arc<AtomicBool>) -> Compiling {
        let game = Arc::new(Searched::new(&rules.clone().with_interrupt(searches)));
        let flag = Arc::<AtomicBool>::default();
        let rules = rules.clone().with_interrupt(Arc::clone(&flag));
        let Compilers { places, room } = self.compilers.clone();
        let compiled = Arc::clone(&game);
        let waiting = self.handle.spawn(async move {
            let Ok(place) = places.acquire_owned().await else {
                return;
            };
            // If no thread can be started, the machine continues to run the rules.
            let _ = spawn("compile", move || {
                give_way();
                compiled.compile(&rules, |operations| room_in(&room, operations));
                drop(place);
            });
        });
        Compiling::new(game, CompilerThread { flag, waiting })
    }
}

/// A thread that compiles, or waits to.
struct CompilerThread {
    /// Interrupts the compiler.
    flag: Arc<AtomicBool>,
    /// The task that waits for the permit to compile.
    waiting: JoinHandle<()>,
}

impl Drop for CompilerThread {
    fn drop(&mut self) {
        self.waiting.abort();
        self.flag.store(true, Ordering::Relaxed);
    }
}
