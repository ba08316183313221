//! A match that is played: its rules, its position and its searches, in a thread of its own. Whoever asks
//! it has an answer in time, whatever the rules do.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::choice::Chooser;
use super::message::Start;
use crate::engine::Engine;
use crate::game::sheet_notation::write;
use crate::game::{Failure, Game, Move, Position, Role, Rules, Turn};
use crate::logic::{Allowance, Limits, Term};
use crate::syntax::load::MemoryReader;

/// The name of the sheet in errors.
const SHEET: &str = "match.kif";

/// How long after its time a search still has to come to its end, before a move is sent without it.
const GRACE: Duration = Duration::from_millis(50);

/// A match that is played.
pub struct Seat {
    jobs: SyncSender<Job>,
    /// Stops what the thread does.
    stop: Arc<AtomicBool>,
    /// Whether nobody plays the match any more.
    is_left: Arc<AtomicBool>,
}

/// The most jobs that wait. A server sends the next turn after the last one has been answered.
const MOST_WAITING: usize = 4;

/// What the thread has to do.
struct Job {
    task: Task,
    /// When the answer is wanted.
    until: Instant,
    answers: Sender<Answer>,
}

enum Task {
    /// Read the rules, compile them, and look for the solution of a puzzle.
    GetReady,
    /// Make the moves of the last turn, and choose the next one.
    Move(Option<Vec<Term>>),
}

/// An answer, and whether a better one may follow.
enum Answer {
    Meanwhile(String),
    Final(String),
}

impl Seat {
    /// Takes part in a match. A search works with so many threads.
    pub fn new(start: Start, limits: Limits, threads: usize) -> Self {
        let (jobs, queue) = sync_channel(MOST_WAITING);
        let stop = Arc::new(AtomicBool::new(false));
        let is_left = Arc::new(AtomicBool::new(false));
        let left = Arc::clone(&is_left);
        let allowance = Allowance {
            limits,
            interrupt: Arc::clone(&stop),
        };
        thread::spawn(move || work(&start, (&allowance, &left), threads, &queue));
        Self {
            jobs,
            stop,
            is_left,
        }
    }

    /// Gets ready, until a time at most. What is wrong with the rules, if that is known by then.
    pub fn get_ready(&self, until: Instant) -> Option<String> {
        self.ask(Task::GetReady, until)
            .filter(|fault| !fault.is_empty())
    }

    /// The next move after those of the last turn, before a time; none if not even the legal moves are
    /// known by then.
    pub fn next_move(&self, moves: Option<Vec<Term>>, until: Instant) -> Option<String> {
        self.ask(Task::Move(moves), until)
    }

    fn ask(&self, task: Task, until: Instant) -> Option<String> {
        let (answers, answered) = channel();
        let job = Job {
            task,
            until,
            answers,
        };
        self.jobs.try_send(job).ok()?;
        let mut last = None;
        let end = until + GRACE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match answered.recv_timeout(left) {
                Ok(Answer::Meanwhile(answer)) => last = Some(answer),
                Ok(Answer::Final(answer)) => return Some(answer),
                Err(RecvTimeoutError::Disconnected) => return last,
                Err(RecvTimeoutError::Timeout) => {
                    self.stop.store(true, Ordering::Relaxed);
                    return last;
                }
            }
        }
    }
}

/// Stops the thread when nobody plays the match any more.
impl Drop for Seat {
    fn drop(&mut self) {
        self.is_left.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What the thread of a match does, until nobody asks any more.
fn work(
    start: &Start,
    (allowance, is_left): (&Allowance, &AtomicBool),
    threads: usize,
    queue: &Receiver<Job>,
) {
    let mut player: Option<Player> = None;
    let mut fault = String::new();
    while let Ok(job) = queue.recv() {
        let stop = &allowance.interrupt;
        stop.store(false, Ordering::Relaxed);
        if is_left.load(Ordering::Relaxed) {
            return;
        }
        if player.is_none() && fault.is_empty() {
            match Player::new(start, allowance, threads) {
                Ok(new) => player = Some(new),
                // What was stopped is tried again when there is more time.
                Err(_) if stop.load(Ordering::Relaxed) => {}
                Err(reason) => fault = reason,
            }
        }
        let answer = match (&mut player, job.task) {
            (None, Task::GetReady) => fault.clone(),
            // There is no move to tell.
            (None, Task::Move(_)) => continue,
            (Some(player), Task::GetReady) => {
                player.get_ready(job.until, stop);
                String::new()
            }
            (Some(player), Task::Move(moves)) => {
                let meanwhile = |answer: String| {
                    // Nobody may wait any more.
                    let _ = job.answers.send(Answer::Meanwhile(answer));
                };
                match player.next_move(moves, (job.until, stop), &meanwhile) {
                    Some(answer) => answer,
                    None => continue,
                }
            }
        };
        let _ = job.answers.send(Answer::Final(answer));
    }
}

/// The game from one role's side.
struct Player {
    rules: Rules,
    role: Role,
    position: Position,
    /// The moves of turns that have not been made yet, since an earlier answer took too long.
    pending: VecDeque<Vec<Term>>,
    chooser: Chooser,
}

impl Player {
    fn new(start: &Start, allowance: &Allowance, threads: usize) -> Result<Self, String> {
        let reader = MemoryReader::new().with(SHEET, start.sheet.as_str());
        let rules = Rules::read_within(&reader, SHEET, allowance.clone())
            .map_err(|failure| first_fault(&failure))?;
        let mut roles = rules.roles().iter();
        let role = roles
            .position(|role| *role == start.role)
            .ok_or_else(|| format!("there is no role `{}`", write(&start.role)))?;
        let role = Role(role);
        Ok(Self {
            role,
            position: rules.initial(),
            pending: VecDeque::new(),
            chooser: Chooser::new(Engine::quickest(&rules), role, threads),
            rules,
        })
    }

    fn get_ready(&mut self, until: Instant, stop: &AtomicBool) {
        self.chooser.solve(&self.position, until, stop);
    }

    /// Makes the moves of the last turn, and chooses the next one; none if the rules cannot be followed.
    fn next_move(
        &mut self,
        moves: Option<Vec<Term>>,
        (until, stop): (Instant, &AtomicBool),
        meanwhile: &dyn Fn(String),
    ) -> Option<String> {
        self.pending.extend(moves);
        while let Some(moves) = self.pending.front() {
            self.position = self.after(moves)?;
            self.pending.pop_front();
        }
        let movers = self.rules.turn(&self.position).ok()?.into_movers();
        let own = movers.into_iter().find(|(role, _)| *role == self.role);
        let Some((_, legal)) = own else {
            return self
                .rules
                .waiting_move(self.role)
                .map(|waits| write(&waits));
        };
        let first = legal.first()?;
        meanwhile(write(&first.term));
        let best = self.chooser.choose(&self.position, &legal, until, stop);
        Some(write(&best.as_ref().unwrap_or(first).term))
    }

    /// The position after the moves of all roles.
    fn after(&self, moves: &[Term]) -> Option<Position> {
        let turn = self.rules.turn(&self.position).ok()?;
        let made = made(turn, moves)?;
        self.rules.play(&self.position, &made).ok()
    }
}

/// The first fault of a sheet, in one line.
fn first_fault(failure: &Failure) -> String {
    let first = failure.diagnostics.first();
    first.map_or_else(String::new, |fault| {
        format!("[{}] {}", fault.code, fault.title)
    })
}

/// The moves of the roles that are to move, out of the moves of all roles.
fn made(turn: Turn<Move>, moves: &[Term]) -> Option<Vec<Move>> {
    let movers = turn.into_movers().into_iter();
    movers
        .map(|(role, legal)| {
            let wanted = moves.get(role.0)?;
            legal.into_iter().find(|played| played.term == *wanted)
        })
        .collect()
}
