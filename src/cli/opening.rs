//! The rule file and the position that a command is about.

use clap::{Args, ValueEnum};
use regola::game::{Game, Move, Position, Role, Rules, Turn};
use regola::logic::Limits;
use regola::syntax::load::{FileReader, Reader};

use crate::interrupt::Interrupt;
use crate::trouble::{Explain, Trouble};

/// A rule file and the limits within which its rules run.
#[derive(Args, Clone, Debug)]
pub struct RuleFile {
    /// The rule file of the game
    #[arg(value_name = "FILE")]
    pub path: String,
    #[command(flatten)]
    limits: RunLimits,
}

/// The limits within which rules run.
#[derive(Args, Clone, Copy, Debug)]
pub struct RunLimits {
    /// The most calls of predicates that one question to the rules may take
    #[arg(long, value_name = "N", help_heading = "Limits")]
    max_steps: Option<u64>,
    /// The most memory that one question to the rules may take
    #[arg(long, value_name = "MIB", help_heading = "Limits")]
    max_memory: Option<usize>,
}

/// A rule file and a position in its game.
#[derive(Args, Clone, Debug)]
pub struct Start {
    #[command(flatten)]
    pub file: RuleFile,
    /// Start from the position of these facts
    #[arg(long, value_name = "FILE", help_heading = "Start")]
    position: Option<String>,
    /// Play these moves first, such as "f5 d6"; moves made at once are joined with `+`
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Start")]
    moves: Option<String>,
}

/// How boards are drawn.
#[derive(Args, Clone, Copy, Debug)]
pub struct Drawing {
    /// Draw row 1 at the top or at the bottom; without this as the rule file says
    #[arg(long, value_name = "ORDER")]
    rows: Option<Rows>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Rows {
    TopDown,
    BottomUp,
}

impl Drawing {
    /// The order asked for, if any.
    pub fn rows(self) -> Option<regola::game::Rows> {
        self.rows.map(|rows| match rows {
            Rows::TopDown => regola::game::Rows::TopDown,
            Rows::BottomUp => regola::game::Rows::BottomUp,
        })
    }
}

/// A loaded game at some position.
#[derive(Debug)]
pub struct Opened {
    pub rules: Rules,
    /// The positions from the start up to the one that the command is about; at least one.
    pub positions: Vec<Position>,
    /// The moves between them, as they were typed.
    pub typed: Vec<String>,
    pub interrupt: Interrupt,
}

impl RuleFile {
    /// Loads the game.
    pub fn load(&self) -> Result<Rules, Trouble> {
        Ok(Rules::read_within(&FileReader, &self.path, self.limits.limits())?)
    }
}

impl RunLimits {
    /// What was typed, else what is usual.
    pub fn limits(self) -> Limits {
        let mut limits = Limits::default();
        limits.steps = self.max_steps.unwrap_or(limits.steps);
        limits.memory = self.max_memory.map_or(limits.memory, |mib| mib.saturating_mul(1 << 20));
        limits
    }
}

impl Start {
    /// Loads the game and goes to the position asked for.
    pub fn open(&self) -> Result<Opened, Trouble> {
        let rules = self.file.load()?;
        let first = match &self.position {
            Some(path) => read_position(&rules, path)?,
            None => rules.initial(),
        };
        let interrupt = Interrupt::install(&rules);
        let mut opened = Opened { rules, positions: vec![first], typed: Vec::new(), interrupt };
        let moves = self.moves.as_deref().unwrap_or_default();
        for (index, typed) in moves.split_whitespace().enumerate() {
            opened.advance(index + 1, typed)?;
        }
        Ok(opened)
    }
}

fn read_position(rules: &Rules, path: &str) -> Result<Position, Trouble> {
    let bytes = FileReader.read(path).map_err(|reason| Trouble::Use(format!("cannot read `{path}`: {reason}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Trouble::Use(format!("cannot read `{path}`: it is not UTF-8")))?;
    Ok(rules.position(path, &text)?)
}

impl Opened {
    /// The position that the command is about.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("there is at least the first position")
    }

    fn advance(&mut self, number: usize, typed: &str) -> Result<(), Trouble> {
        let next = play_typed(&self.rules, self.position(), typed)?;
        self.positions.push(next.map_err(|reason| Trouble::Use(format!("move {number}: {reason}")))?);
        self.typed.push(typed.to_owned());
        Ok(())
    }
}

/// The position after a ply that somebody typed; inside, why it is not legal.
pub fn play_typed(rules: &Rules, position: &Position, typed: &str) -> Result<Result<Position, String>, Trouble> {
    let movers = match rules.turn(position).explain(rules)? {
        Turn::Over => return Ok(Err(format!("`{typed}` cannot be played, because the game is over"))),
        Turn::Single(role, legal) => vec![(role, legal)],
        Turn::Joint(movers) => movers,
    };
    match find_ply(rules, position, &movers, typed)? {
        Ok(ply) => Ok(Ok(rules.play(position, &ply).explain(rules)?)),
        Err(reason) => Ok(Err(reason)),
    }
}

/// The moves of one ply: one word for one role, words joined with `+` for several.
fn find_ply(
    rules: &Rules,
    position: &Position,
    movers: &[(Role, Vec<Move>)],
    typed: &str,
) -> Result<Result<Vec<Move>, String>, Trouble> {
    let words: Vec<&str> = if movers.len() == 1 { vec![typed] } else { typed.split('+').collect() };
    if words.len() != movers.len() {
        let reason = format!("`{typed}` should be {} moves joined with `+`, one of each role", movers.len());
        return Ok(Err(reason));
    }
    let mut ply = Vec::new();
    for ((_, legal), word) in movers.iter().zip(words) {
        match rules.find_move(position, legal, word).explain(rules)? {
            Ok(found) => ply.push(found),
            Err(reason) => return Ok(Err(reason.to_string())),
        }
    }
    Ok(Ok(ply))
}
