//! A match, as a game server leads it: it sends the rules, asks all players at once for their moves, and
//! makes a move at random for a player whose answer is late, illegal or missing.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fastrand::Rng;
use tokio::runtime::Builder;
use tokio::task::JoinSet;

use super::client::{NoAnswer, PlayerAddress};
use super::record::{MatchRecord, TurnTold};
use crate::game::sheet_notation::{expressions, term, write};
use crate::game::{Error, Game, Move, Position, Role, Rules};
use crate::logic::Term;

/// Who plays a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// A player of the network.
    Remote(PlayerAddress),
    /// Legal moves at random.
    Random,
}

/// How a match is led.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Its name, a word of letters, digits, dots and hyphens.
    pub id: String,
    /// The seconds to get ready.
    pub start_clock: u64,
    /// The seconds for each move.
    pub play_clock: u64,
    /// The seed of moves at random.
    pub seed: u64,
    /// The most turns; the match is given up after them.
    pub most_turns: usize,
}

/// A match between players.
pub struct Match<'m> {
    /// The game.
    pub rules: &'m Rules,
    /// The text of its sheet.
    pub sheet: &'m str,
    /// Who plays, in the order of the roles.
    pub contestants: &'m [Contestant],
    /// How it is led.
    pub options: &'m MatchOptions,
}

/// How much later than its clock an answer may come, for the way of the messages.
const LATENCY: Duration = Duration::from_millis(100);

/// How long a player has for its answer to `STOP` and `ABORT`.
const GOODBYE: Duration = Duration::from_secs(2);

/// What a player did, and what was wrong with it.
type Judged = (Term, String);

impl Match<'_> {
    /// Plays the match, and tells of each turn: the moves and what was wrong. It is given up when the
    /// flag is set.
    ///
    /// # Errors
    /// If the system gives no network, or the rules cannot be followed.
    pub fn play(
        &self,
        stop: &AtomicBool,
        told: &mut dyn FnMut(TurnTold<'_>),
    ) -> io::Result<Result<MatchRecord, Error>> {
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        Ok(runtime.block_on(self.run(stop, told)))
    }

    /// Plays the match, and tells the players that it is given up if the rules cannot be followed.
    async fn run(
        &self,
        stop: &AtomicBool,
        told: &mut dyn FnMut(TurnTold<'_>),
    ) -> Result<MatchRecord, Error> {
        let played = self.turns(stop, told).await;
        if played.is_err() {
            self.say_goodbye(false, None).await;
        }
        played
    }

    async fn turns(
        &self,
        stop: &AtomicBool,
        told: &mut dyn FnMut(TurnTold<'_>),
    ) -> Result<MatchRecord, Error> {
        let mut rng = Rng::with_seed(self.options.seed);
        let mut record = self.new_record();
        let ready = self
            .ask_all(|role| self.start_message(role), self.options.start_clock)
            .await;
        record.errors.push(
            ready
                .into_iter()
                .map(|answer| told_of(answer.err()))
                .collect(),
        );
        let mut position = self.rules.initial();
        let mut last: Option<Vec<Term>> = None;
        loop {
            record.states.push(self.facts(&position));
            let movers = self.rules.turn(&position)?.into_movers();
            let is_over = movers.is_empty();
            let turn = record.moves.len();
            if is_over || stop.load(Ordering::Relaxed) || turn >= self.options.most_turns {
                if is_over {
                    record.goals = Some(self.rules.goals(&position)?);
                }
                self.say_goodbye(is_over, last).await;
                return Ok(record);
            }
            let asked = |_| self.play_message("play", last.as_deref());
            let answers = self.ask_all(asked, self.options.play_clock).await;
            let judged = answers.into_iter().enumerate().map(|(role, answer)| {
                let legal = movers.iter().find(|(mover, _)| mover.0 == role);
                let legal = legal.map_or(&[][..], |(_, legal)| legal);
                self.judge(Role(role), legal, answer, &mut rng)
            });
            let (moves, errors): (Vec<Term>, Vec<String>) = judged.unzip();
            let made: Vec<Move> = movers
                .iter()
                .map(|(role, _)| Move {
                    role: *role,
                    term: moves[role.0].clone(),
                })
                .collect();
            position = self.rules.play(&position, &made)?;
            let written: Vec<String> = moves.iter().map(write).collect();
            told(TurnTold {
                number: turn,
                moves: &written,
                errors: &errors,
            });
            record.moves.push(written);
            record.errors.push(errors);
            last = Some(moves);
        }
    }

    fn new_record(&self) -> MatchRecord {
        let player = |contestant: &Contestant| match contestant {
            Contestant::Remote(address) => address.to_string(),
            Contestant::Random => "random".to_owned(),
        };
        MatchRecord {
            id: self.options.id.clone(),
            rules: self.sheet.to_owned(),
            roles: self.rules.roles().iter().map(write).collect(),
            players: self.contestants.iter().map(player).collect(),
            start_clock: self.options.start_clock,
            play_clock: self.options.play_clock,
            ..MatchRecord::default()
        }
    }

    /// The facts of a position as the sheet writes them.
    fn facts(&self, position: &Position) -> Vec<String> {
        let facts = position.facts(self.rules.schema()).into_iter();
        facts.map(|fact| self.rules.fact_in_sheet(&fact)).collect()
    }

    /// Asks all players of the network at once. Those that move at random have nothing to say.
    async fn ask_all(
        &self,
        request: impl Fn(usize) -> String,
        clock: u64,
    ) -> Vec<Result<Option<String>, NoAnswer>> {
        let time = Duration::from_secs(clock) + LATENCY;
        let mut asked = JoinSet::new();
        for (role, contestant) in self.contestants.iter().enumerate() {
            if let Contestant::Remote(address) = contestant {
                let (address, text) = (address.clone(), request(role));
                asked.spawn(async move { (role, address.ask(text, time).await) });
            }
        }
        let mut answers = vec![Ok(None); self.contestants.len()];
        while let Some(answered) = asked.join_next().await {
            if let Ok((role, answer)) = answered {
                answers[role] = answer.map(Some);
            }
        }
        answers
    }

    /// The move of a role after its answer, which is its own if it is legal.
    fn judge(
        &self,
        role: Role,
        legal: &[Move],
        answer: Result<Option<String>, NoAnswer>,
        rng: &mut Rng,
    ) -> Judged {
        let waits = || {
            self.rules
                .waiting_move(role)
                .unwrap_or_else(|| Term::atom("noop"))
        };
        let is_legal = |wanted: &Term| match legal.is_empty() {
            true => *wanted == waits(),
            false => legal.iter().any(|played| played.term == *wanted),
        };
        let instead = match legal.is_empty() {
            true => waits(),
            false => legal[rng.usize(..legal.len())].term.clone(),
        };
        let answer = match answer {
            Ok(None) => return (instead, String::new()),
            Ok(Some(answer)) => answer,
            Err(reason) => return (instead, told_of(Some(reason))),
        };
        match read_move(&answer) {
            Some(wanted) if is_legal(&wanted) => (wanted, String::new()),
            _ => {
                let shown: String = answer.chars().take(100).collect();
                (instead, format!("IM {shown}"))
            }
        }
    }

    /// Tells all players that the match has ended, or is given up.
    async fn say_goodbye(&self, is_over: bool, last: Option<Vec<Term>>) {
        let text = match is_over {
            true => self.play_message("stop", last.as_deref()),
            false => format!("(abort {})", self.options.id),
        };
        let mut asked = JoinSet::new();
        for contestant in self.contestants {
            if let Contestant::Remote(address) = contestant {
                let (address, text) = (address.clone(), text.clone());
                asked.spawn(async move { address.ask(text, GOODBYE).await });
            }
        }
        asked.join_all().await;
    }

    fn start_message(&self, role: usize) -> String {
        format!(
            "(start {} {} ({}\n) {} {})",
            self.options.id,
            write(&self.rules.roles()[role]),
            self.sheet,
            self.options.start_clock,
            self.options.play_clock
        )
    }

    fn play_message(&self, word: &str, last: Option<&[Term]>) -> String {
        let moves = match last {
            None => "nil".to_owned(),
            Some(moves) => {
                let moves: Vec<String> = moves.iter().map(write).collect();
                format!("({})", moves.join(" "))
            }
        };
        format!("({word} {} {moves})", self.options.id)
    }
}

/// The move that a player has answered.
fn read_move(answer: &str) -> Option<Term> {
    match &expressions(answer).ok()?[..] {
        [only] => term(only),
        _ => None,
    }
}

/// What was wrong, in the words of match records: `TO` is a timeout, `CE` a connection error, and `IM` an
/// illegal move.
fn told_of(error: Option<NoAnswer>) -> String {
    match error {
        None => String::new(),
        Some(NoAnswer::Timeout) => "TO".to_owned(),
        Some(NoAnswer::Connection(reason)) => format!("CE {reason}"),
    }
}
