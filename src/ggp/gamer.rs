//! What a player answers to a game server. It plays one match at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::message::{Request, Start};
use super::seat::Seat;
use crate::game::sheet_notation::write;
use crate::logic::Limits;

/// How a player works.
#[derive(Clone, Debug)]
pub struct GamerOptions {
    /// The name that it tells.
    pub name: String,
    /// The number of threads that search.
    pub threads: usize,
    /// The limits on each question to the rules.
    pub limits: Limits,
}

/// A player.
pub struct Gamer {
    options: GamerOptions,
    running: Mutex<Option<Running>>,
    tell: Box<dyn Fn(&str) + Send + Sync>,
}

/// The match that is played.
struct Running {
    id: String,
    seat: Arc<Seat>,
    play_clock: Duration,
    /// When it is given up if the server says nothing more.
    given_up: Instant,
}

/// A server that says nothing for so many turns has gone.
const SILENT_TURNS: u32 = 4;

/// How long a server may say nothing beyond its turns.
const SILENCE: Duration = Duration::from_secs(30);

/// The shortest time that is kept for the way of an answer to the server.
const LEAST_MARGIN: Duration = Duration::from_millis(250);

/// The part of a clock that is kept for the way of an answer: a divisor.
const MARGIN: u32 = 20;

impl Gamer {
    /// Creates a player, which tells what happens in single lines.
    #[must_use]
    pub fn new(options: GamerOptions, tell: Box<dyn Fn(&str) + Send + Sync>) -> Self {
        Self {
            options,
            running: Mutex::default(),
            tell,
        }
    }

    /// The answer to a request that was received at a time. It takes as long as the request's clock
    /// allows.
    pub fn answer(&self, text: &str, received: Instant) -> String {
        match Request::read(text) {
            Ok(Request::Info) => {
                let status = if self.is_busy() { "busy" } else { "available" };
                format!("((name {}) (status {status}))", self.options.name)
            }
            Ok(Request::Preview) => "ready".to_owned(),
            Ok(Request::Start(start)) => self.start(start, received),
            Ok(Request::Play { id, moves }) => match self.seat(&id) {
                Some((seat, clock)) => {
                    let until = received + without_margin(clock);
                    let answer = seat.next_move(moves, until);
                    let answer = answer.unwrap_or_else(|| "noop".to_owned());
                    (self.tell)(&format!("{id}: {answer}"));
                    answer
                }
                None => "busy".to_owned(),
            },
            Ok(Request::Stop { id }) => self.end(&id, "done"),
            Ok(Request::Abort { id }) => self.end(&id, "aborted"),
            Err(reason) => {
                (self.tell)(&format!("a request is not understood: {reason}"));
                "busy".to_owned()
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_busy(&self) -> bool {
        self.running().as_ref().is_some_and(Running::goes_on)
    }

    fn start(&self, start: Start, received: Instant) -> String {
        let id = start.id.clone();
        let until = received + without_margin(start.start_clock);
        let begins = format!(
            "{id}: begins as {}, {} s and {} s a move",
            write(&start.role),
            start.start_clock.as_secs(),
            start.play_clock.as_secs()
        );
        let Some(seat) = self.take_seat(start, until) else {
            (self.tell)(&format!("{id}: refused, another match is played"));
            return "busy".to_owned();
        };
        (self.tell)(&begins);
        if let Some(fault) = seat.get_ready(until) {
            (self.tell)(&format!("{id}: {fault}"));
        }
        "ready".to_owned()
    }

    /// Takes part in a match; none while another one is played.
    fn take_seat(&self, start: Start, until: Instant) -> Option<Arc<Seat>> {
        let mut running = self.running();
        if running.as_ref().is_some_and(Running::goes_on) {
            return None;
        }
        let (id, play_clock) = (start.id.clone(), start.play_clock);
        let seat = Arc::new(Seat::new(start, self.options.limits, self.options.threads));
        *running = Some(Running {
            id,
            seat: Arc::clone(&seat),
            play_clock,
            given_up: until + patience(play_clock),
        });
        Some(seat)
    }

    /// The match with this name, which goes on.
    fn seat(&self, id: &str) -> Option<(Arc<Seat>, Duration)> {
        let mut running = self.running();
        let running = running.as_mut().filter(|running| running.id == id)?;
        running.given_up = Instant::now() + patience(running.play_clock);
        Some((Arc::clone(&running.seat), running.play_clock))
    }

    fn end(&self, id: &str, answer: &str) -> String {
        let ended = self.running().take_if(|running| running.id == id);
        match ended {
            Some(_) => {
                (self.tell)(&format!("{id}: {answer}"));
                answer.to_owned()
            }
            None => "busy".to_owned(),
        }
    }
}

impl Running {
    fn goes_on(&self) -> bool {
        Instant::now() < self.given_up
    }
}

/// How long a server may say nothing.
fn patience(play_clock: Duration) -> Duration {
    play_clock * SILENT_TURNS + SILENCE
}

/// The part of a clock that may be used.
fn without_margin(clock: Duration) -> Duration {
    let margin = (clock / MARGIN).max(LEAST_MARGIN).min(clock / 2);
    clock - margin
}
