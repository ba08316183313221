//! A desk: the game of a tab, and the questions that wait for an answer.
//!
//! A desk has two threads. The first has the game and answers one question after the other. It
//! passes searches to the second, with the game at that time. So other questions are answered while
//! the program thinks, and a change of the game does not disturb a search. Completions and hovers
//! need no game and wait for neither thread.

use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::jobs::{JobStop, Jobs, TOO_MANY_QUESTIONS};
use super::searching::{place, search_all};
use super::worker::{FAILED, Worker, spawn};
use super::{ServerState, limits};
use crate::session::Trouble;
use crate::studio::editing;
use crate::studio::protocol::{AnyAnswer, Ask, Done, Reply, Request};
use crate::studio::search::SearchJob;
use crate::studio::service::{Flags, GameService, ServiceAnswer};
use crate::studio::setting::Setting;
use crate::studio::stop::{fault_text, too_long};
use crate::studio::texts::ChangedTexts;

/// A tab's side of its desk.
pub struct Desk {
    jobs: Arc<Jobs>,
    /// The main file of the game.
    main: String,
    /// The texts of the desk, with unsaved changes.
    texts: Arc<Mutex<ChangedTexts>>,
    questions: mpsc::Sender<Request>,
    /// One permit for each waiting question of the editor, and one for the question being answered.
    editors: Arc<Semaphore>,
    editor: Arc<Semaphore>,
    said: Sender<Reply>,
    replies: Receiver<Reply>,
}

impl Desk {
    /// Opens a desk without a game. The permit `place` is returned when both threads have ended.
    pub fn open(
        server: &ServerState,
        setting: Setting,
        place: OwnedSemaphorePermit,
    ) -> io::Result<Self> {
        let jobs = Arc::new(Jobs::default());
        let main = setting.path.clone();
        let texts = Arc::new(Mutex::new(ChangedTexts::saved(&setting.files)));
        let (said, replies) = channel(limits::QUESTIONS);
        // These channels need no bound: `Jobs` limits the number of questions.
        let (questions, asked) = mpsc::channel();
        let (searches, sought) = mpsc::channel();
        let (first, second) = (
            Worker::new(&jobs, said.clone()),
            Worker::new(&jobs, said.clone()),
        );
        let flags = Flags {
            answers: first.runner().flag(),
            searches: second.runner().flag(),
        };
        let service = GameService::new(
            setting,
            flags,
            Arc::clone(&texts),
            Box::new(server.compilers.beside(Handle::current())),
        );
        let (desk_place, places) = (Arc::new(place), Arc::clone(&server.searches));
        let (same_place, turns) = (Arc::clone(&desk_place), Arc::clone(&server.questions));
        spawn("desk", move || {
            answer_all(&first, &turns, service, &asked, &searches);
            drop(desk_place);
        })?;
        spawn("search", move || {
            search_all(&second, &places, &sought);
            drop(same_place);
        })?;
        let editors = Arc::new(Semaphore::new(limits::QUESTIONS));
        Ok(Desk {
            jobs,
            main,
            texts,
            questions,
            editors,
            editor: Arc::new(Semaphore::new(1)),
            said,
            replies,
        })
    }

    /// Waits for the next message of the desk.
    pub async fn reply(&mut self) -> Option<Reply> {
        self.replies.recv().await
    }

    /// Takes a question. Returns the answer if there is one at once.
    pub fn ask(&self, text: &str) -> Option<Reply> {
        let question = match Request::read(text) {
            Ok(question) => question,
            Err(reply) => return Some(reply),
        };
        let id = question.id;
        match &question.ask {
            Ask::Cancel { job } => {
                self.jobs.stop(*job, JobStop::Cancelled);
                Some(Reply::answer(id, AnyAnswer::Done(Done {})))
            }
            ask if ask.is_of_the_editor() => self.ask_about_a_text(question),
            _ => match self.jobs.arrive(id) {
                Ok(()) => self
                    .questions
                    .send(question)
                    .err()
                    .map(|_| Reply::fault(id, FAILED)),
                Err(refused) => Some(Reply::fault(id, refused)),
            },
        }
    }

    fn ask_about_a_text(&self, question: Request) -> Option<Reply> {
        let id = question.id;
        let Ok(place) = Arc::clone(&self.editors).try_acquire_owned() else {
            return Some(Reply::fault(id, TOO_MANY_QUESTIONS));
        };
        let (main, said, turn) = (
            self.main.clone(),
            self.said.clone(),
            Arc::clone(&self.editor),
        );
        let texts = self
            .texts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        tokio::spawn(async move {
            let turn = turn.acquire_owned().await;
            let answered =
                spawn_blocking(move || editing::answer(&texts, &main, &question.ask)).await;
            let answer = match answered {
                Ok(Ok(answer)) => Reply::answer(id, answer),
                Ok(Err(trouble)) => Reply::fault(id, &fault_text(&trouble, too_long)),
                Err(_) => Reply::fault(id, "this could not be answered"),
            };
            drop((turn, place));
            // It fails if the connection is closed.
            let _ = said.send(answer).await;
        });
        None
    }
}

/// A closed tab needs no more answers.
impl Drop for Desk {
    fn drop(&mut self) {
        self.jobs.close();
    }
}

/// The work of the first thread: answers the questions.
fn answer_all(
    worker: &Worker,
    turns: &Arc<Semaphore>,
    mut service: GameService,
    questions: &mpsc::Receiver<Request>,
    searches: &mpsc::Sender<(u64, SearchJob)>,
) {
    while let Ok(Request { id, ask }) = questions.recv() {
        let worked = worker.work(id, |job, _| {
            // The clock starts after the wait for a turn.
            let _turn = place(worker.handle(), turns, job)?;
            let clock = worker.start_clock(id);
            match service.answer(ask)? {
                ServiceAnswer::Here(answer) => Ok(Some(answer)),
                ServiceAnswer::Elsewhere(search) => {
                    drop(clock);
                    job.put_back();
                    searches
                        .send((id, search))
                        .map_err(|_| Trouble::Use(FAILED.to_owned()))
                        .map(|()| None)
                }
            }
        });
        if worked == ControlFlow::Break(()) {
            return;
        }
    }
}
