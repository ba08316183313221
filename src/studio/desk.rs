//! A desk: the thread on which a tab's game is, and the questions that wait for it.
//!
//! One question is answered after the other. What an editor asks while somebody types does not wait for them: it needs
//! no game.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde::Deserialize;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;

use super::editing;
use super::jobs::{Jobs, Stop};
use super::limits;
use super::protocol::{Answer, Ask, CANCELLED, Done, Fault, Question, Reply, Said};
use super::server::House;
use super::table::Table;
use super::texts::Texts;
use crate::session::Trouble;

/// Deep positions are searched by functions that call themselves.
const STACK: usize = 16 << 20;

const TOO_MANY: &str = "too many questions wait for their answers";

const FAILED: &str = "an error in Regola itself: load the page anew to go on";

/// A tab's side of its desk.
pub struct Desk {
    house: Arc<House>,
    jobs: Arc<Jobs>,
    /// The texts as the desk has them.
    texts: Arc<Mutex<Texts>>,
    questions: SyncSender<Question>,
    /// A place for each question of an editor that waits, and one for the one that is answered.
    editors: Arc<Semaphore>,
    editor: Arc<Semaphore>,
    said: Sender<Reply>,
    replies: Receiver<Reply>,
}

impl Desk {
    /// A desk without a game; its place is given back when its thread ends.
    pub fn open(house: Arc<House>, place: OwnedSemaphorePermit) -> io::Result<Self> {
        let jobs = Arc::new(Jobs::default());
        let texts = Arc::new(Mutex::new(Texts::default()));
        let (questions, waiting) = mpsc::sync_channel(limits::QUESTIONS);
        let (said, replies) = channel(limits::QUESTIONS);
        let handle = Handle::current();
        let table = Table::new(Arc::clone(&house), Arc::clone(&jobs), Arc::clone(&texts), handle.clone());
        let worker = Worker { table, jobs: Arc::clone(&jobs), said: said.clone(), handle };
        thread::Builder::new().name("desk".to_owned()).stack_size(STACK).spawn(move || {
            worker.answer_all(&waiting);
            drop(place);
        })?;
        let editors = Arc::new(Semaphore::new(limits::QUESTIONS));
        Ok(Desk { house, jobs, texts, questions, editors, editor: Arc::new(Semaphore::new(1)), said, replies })
    }

    /// What the desk says next.
    pub async fn reply(&mut self) -> Option<Reply> {
        self.replies.recv().await
    }

    /// Takes a question; what can be said at once is.
    pub fn ask(&self, text: &str) -> Option<Reply> {
        let question = match read(text) {
            Ok(question) => question,
            Err(reply) => return Some(reply),
        };
        let id = question.id;
        match &question.ask {
            Ask::Cancel { job } => {
                self.jobs.stop(*job, Stop::Cancelled);
                Some(reply(id, Answer::Done(Done {})))
            }
            Ask::Complete { .. } | Ask::Hover { .. } => self.ask_about_a_text(question),
            _ if !self.jobs.arrive(id) => Some(fault(id, "another question has this id")),
            _ => match self.questions.try_send(question) {
                Ok(()) => None,
                Err(TrySendError::Full(_)) => {
                    self.jobs.stop(id, Stop::Cancelled);
                    Some(fault(id, TOO_MANY))
                }
                Err(TrySendError::Disconnected(_)) => Some(fault(id, FAILED)),
            },
        }
    }

    fn ask_about_a_text(&self, question: Question) -> Option<Reply> {
        let id = question.id;
        let Ok(place) = Arc::clone(&self.editors).try_acquire_owned() else {
            return Some(fault(id, TOO_MANY));
        };
        let (main, said, turn) = (self.house.path.clone(), self.said.clone(), Arc::clone(&self.editor));
        let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        tokio::spawn(async move {
            let turn = turn.acquire_owned().await;
            let answered = spawn_blocking(move || editing::answer(&texts, &main, &question.ask)).await;
            let answer = answered.map_or_else(|_| fault(id, "this could not be answered"), |answer| reply(id, answer));
            drop((turn, place));
            // Nobody listens any more if it fails.
            let _ = said.send(answer).await;
        });
        None
    }
}

/// Whoever has left wants no more answers.
impl Drop for Desk {
    fn drop(&mut self) {
        self.jobs.close();
    }
}

/// The question in a message.
fn read(text: &str) -> Result<Question, Reply> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str(text).map_err(|error| {
        let id = serde_json::from_str(text).map_or(0, |numbered: Numbered| numbered.id);
        fault(id, &format!("this is no question: {error}"))
    })
}

fn reply(id: u64, answer: Answer) -> Reply {
    Reply { id, said: Said::Answer(answer) }
}

fn fault(id: u64, text: &str) -> Reply {
    Reply { id, said: Said::Fault(Fault { text: text.to_owned() }) }
}

/// The other side: what runs on the thread.
struct Worker {
    table: Table,
    jobs: Arc<Jobs>,
    said: Sender<Reply>,
    handle: Handle,
}

impl Worker {
    fn answer_all(mut self, questions: &mpsc::Receiver<Question>) {
        loop {
            let question = match questions.recv_timeout(limits::PAUSE) {
                Ok(question) => question,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    // Nobody waits: time for what makes the next search quick.
                    let prepared = catch_unwind(AssertUnwindSafe(|| self.table.prepare()));
                    let Ok(question) = prepared.map_err(drop).and_then(|()| questions.recv().map_err(drop)) else {
                        return;
                    };
                    question
                }
            };
            let id = question.id;
            // A mistake in this program must not leave the page waiting.
            let said = catch_unwind(AssertUnwindSafe(|| match self.jobs.begin(id) {
                Ok(()) => self.answer(question),
                Err(stop) => Said::Fault(Fault { text: told(stop) }),
            }));
            let has_failed = said.is_err();
            let said = said.unwrap_or_else(|_| Said::Fault(Fault { text: FAILED.to_owned() }));
            if self.said.blocking_send(Reply { id, said }).is_err() || has_failed {
                return;
            }
        }
    }

    fn answer(&mut self, question: Question) -> Said {
        let (id, said) = (question.id, self.said.clone());
        let is_search = matches!(question.ask, Ask::Choose { .. } | Ask::Values { .. } | Ask::Difference { .. });
        let clock = (!is_search).then(|| self.start_clock(id));
        // Progress that nobody takes at once is not worth waiting for.
        let mut progress = |progress| drop(said.try_send(Reply { id, said: progress }));
        let answer = self.table.answer(question.ask, &mut progress);
        let stop = self.jobs.end();
        clock.inspect(JoinHandle::abort);
        match answer {
            Ok(answer) => Said::Answer(answer),
            Err(trouble) => Said::Fault(Fault { text: fault_text(&trouble, stop) }),
        }
    }

    /// Stops a question that takes too long.
    fn start_clock(&self, id: u64) -> JoinHandle<()> {
        let jobs = Arc::clone(&self.jobs);
        self.handle.spawn(async move {
            sleep(limits::TIME).await;
            jobs.stop(id, Stop::TooLong);
        })
    }
}

/// What a person reads of trouble.
fn fault_text(trouble: &Trouble, stop: Option<Stop>) -> String {
    match trouble {
        Trouble::Stopped(_) => told(stop.unwrap_or(Stop::Cancelled)),
        Trouble::Use(text) => text.clone(),
        trouble => trouble.to_string(),
    }
}

fn told(stop: Stop) -> String {
    match stop {
        Stop::Cancelled | Stop::Closed => CANCELLED.to_owned(),
        Stop::TooLong => format!("stopped, because it took longer than {} seconds", limits::TIME.as_secs()),
    }
}
