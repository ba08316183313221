//! Connections that have not sent the token yet. Their number is limited, and a new one replaces
//! the oldest.
//!
//! So a program that opens connections and sends nothing keeps no one out. A connection that has
//! sent the token is no longer a stranger. Knows nothing of the content of the messages.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// All strangers, and the places for connections that have sent the token.
#[derive(Debug)]
pub struct Strangers {
    most: usize,
    /// The oldest first.
    waiting: Mutex<VecDeque<Arc<Notify>>>,
    known: Arc<Semaphore>,
}

/// A connection, a stranger at first.
#[derive(Debug)]
pub struct Stranger {
    all: Arc<Strangers>,
    /// Tells the task that serves it to close it.
    closed: Arc<Notify>,
    /// Its place, once it has sent the token.
    known: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Strangers {
    /// Allows at most `most` strangers, and as many connections that have sent the token.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            waiting: Mutex::default(),
            known: Arc::new(Semaphore::new(most)),
        })
    }

    /// Adds a connection. If there are too many strangers, the oldest is closed.
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
    /// Marks the connection as known: it has sent the token. If there are too many known ones, it
    /// remains a stranger.
    pub fn is_known(&self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none()
            && let Ok(place) = Arc::clone(&self.all.known).try_acquire_owned()
        {
            *known = Some(place);
            self.leave();
        }
    }

    /// Waits until the connection has to be closed.
    pub async fn closed(&self) {
        self.closed.notified().await;
    }

    fn leave(&self) {
        self.all
            .waiting()
            .retain(|other| !Arc::ptr_eq(other, &self.closed));
    }
}

/// A closed connection is no longer counted.
impl Drop for Stranger {
    fn drop(&mut self) {
        self.leave();
    }
}
