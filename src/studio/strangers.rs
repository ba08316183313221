//! Connections that have not shown yet that they may come in: there is room for some, and the
//! newest of them has it.
//!
//! Whoever opens connections and says nothing keeps nobody out: the one that has waited longest is
//! closed for a new one. A connection on which the token was said is none of them any more. Knows
//! nothing of what is said.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// All strangers, and the room for those that are none any more.
#[derive(Debug)]
pub struct Strangers {
    most: usize,
    /// The oldest first.
    waiting: Mutex<VecDeque<Arc<Notify>>>,
    known: Arc<Semaphore>,
}

/// A connection.
#[derive(Debug)]
pub struct Stranger {
    all: Arc<Strangers>,
    /// Wakes what serves it when it is to be closed.
    closed: Arc<Notify>,
    /// Its room since it is known.
    known: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Strangers {
    /// Room for so many strangers, and for as many that are known.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            waiting: Mutex::default(),
            known: Arc::new(Semaphore::new(most)),
        })
    }

    /// One more; where there is no room the oldest has to go.
    pub fn arrive(self: &Arc<Self>) -> Arc<Stranger> {
        let closed = Arc::new(Notify::new());
        let mut waiting = self.waiting();
        if waiting.len() >= self.most
            && let Some(oldest) = waiting.pop_front()
        {
            oldest.notify_one();
        }
        waiting.push_back(Arc::clone(&closed));
        Arc::new(Stranger {
            all: Arc::clone(self),
            closed,
            known: Mutex::default(),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Arc<Notify>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stranger {
    /// It has shown that it may come in. Where too many have it is treated as a stranger all the
    /// same.
    pub fn is_known(&self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none()
            && let Ok(place) = Arc::clone(&self.all.known).try_acquire_owned()
        {
            *known = Some(place);
            self.leave();
        }
    }

    /// Comes back when it is to be closed.
    pub async fn closed(&self) {
        self.closed.notified().await;
    }

    fn leave(&self) {
        self.all
            .waiting()
            .retain(|other| !Arc::ptr_eq(other, &self.closed));
    }
}

/// Whoever leaves makes room.
impl Drop for Stranger {
    fn drop(&mut self) {
        self.leave();
    }
}
