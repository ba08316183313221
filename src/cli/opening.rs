//! The rule file and the position that a command uses.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::sync::Arc;

use regola::compile::Background;
use regola::engine::{Engine, Form};
use regola::game::{Game, Position, Rules};
use regola::logic::{Allowance, Limits};
use regola::record::RecordPly;
use regola::session::{self, Forms, PlayedLine, play_typed};
use regola::syntax::load::{FileReader, Reader};

use crate::interrupt::CtrlC;
use crate::records::{RecordPlace, RecordedLine};
use crate::shipped::{AnyReader, path_of};
use crate::trouble::{Explain, Trouble};

/// A rule file and the limits within which its rules run.
#[derive(Args, Clone, Debug)]
pub struct RuleFile {
    /// The rule file of the game, or the name of one that `regola games` lists
    #[arg(value_name = "FILE")]
    pub path: String,
    #[command(flatten)]
    pub limits: RunLimits,
}

/// The limits within which rules run.
#[derive(Args, Clone, Copy, Debug)]
pub struct RunLimits {
    /// The limit on calls of predicates for each question to the rules
    #[arg(long, value_name = "N", help_heading = "Limits")]
    max_steps: Option<u64>,
    /// The limit on memory for each question to the rules
    #[arg(long, value_name = "MIB", help_heading = "Limits")]
    max_memory: Option<usize>,
}

/// A rule file and a position in its game.
#[derive(Args, Clone, Debug)]
pub struct Start {
    #[command(flatten)]
    pub file: RuleFile,
    /// Start from a position: a file of facts
    #[arg(long, value_name = "FILE", help_heading = "Start")]
    position: Option<String>,
    /// Play these moves first, such as "f5 d6"; join simultaneous moves with `+`
    #[arg(
        long,
        value_name = "MOVES",
        allow_hyphen_values = true,
        help_heading = "Start"
    )]
    moves: Option<String>,
    /// Play the moves of a recorded game first: game N of a file, 1 by default, up to ply PLY, the last
    /// by default
    #[arg(
        long,
        value_name = "FILE[:N][@PLY]",
        conflicts_with = "position",
        help_heading = "Start"
    )]
    from_record: Option<RecordPlace>,
}

/// Which form of the game a search is to use.
#[derive(Args, Clone, Copy, Debug)]
pub struct EngineOption {
    /// Use the rules, their compiled form, or both and compare them [default: the rules at once, and
    /// the compiled form as soon as it is made]
    #[arg(long, value_name = "FORM", value_parser = forms())]
    engine: Option<Form>,
}

/// Returns a parser for the name of a form.
fn forms() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::ALL.map(Form::name)).try_map(|name| name.parse::<Form>())
}

impl EngineOption {
    /// Returns the forms of the game that answer. A form that the user asked for is made first,
    /// however long that takes.
    pub fn forms(self, rules: &Rules) -> Result<Forms, Trouble> {
        let Some(form) = self.engine else {
            return Ok(Forms::changing(rules, Arc::new(Background::begin(rules))));
        };
        let engine = Engine::in_form(rules, form).map_err(|reason| {
            if reason.is_interruption() {
                return Trouble::Stopped(format!("stopped while {} was compiled", rules.name()));
            }
            let reason = reason.told(rules.sources());
            Trouble::Use(format!(
                "{} is not compiled: {reason}; `--engine machine` does without",
                rules.name()
            ))
        })?;
        Ok(Forms::fixed(engine))
    }
}

/// How boards are drawn.
#[derive(Args, Clone, Copy, Debug)]
pub struct Drawing {
    /// Draw row 1 at the top or at the bottom [default: as the rule file says]
    #[arg(long, value_name = "ORDER")]
    rows: Option<RowOrder>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RowOrder {
    TopDown,
    BottomUp,
}

impl Drawing {
    /// Returns the order of rows that the user asked for, if any.
    pub fn rows(self) -> Option<regola::game::Rows> {
        self.rows.map(|rows| match rows {
            RowOrder::TopDown => regola::game::Rows::TopDown,
            RowOrder::BottomUp => regola::game::Rows::BottomUp,
        })
    }
}

/// A loaded game at a position.
#[derive(Debug)]
pub struct OpenedGame {
    pub rules: Rules,
    /// The positions from the start to the one that the command uses; at least one.
    pub positions: Vec<Position>,
    /// The moves between the positions, as they were typed.
    pub typed: Vec<String>,
    /// The same moves in the notation of the rules.
    pub plies: Vec<RecordPly>,
    /// The file of the first position or of the record, if the user named one.
    start_file: Option<String>,
    pub interrupt: CtrlC,
}

impl RuleFile {
    /// Returns the path of the file: the given path, or that of a game of the program if it has
    /// this name and there is no such file.
    pub fn found(&self) -> String {
        path_of(&self.path)
    }

    /// Loads the game. Ctrl-C stops this, and later any run of its rules.
    pub fn load(&self) -> Result<Rules, Trouble> {
        let allowance = self.limits.allowance(&CtrlC::of_the_program());
        Ok(Rules::read_within(&AnyReader, &self.found(), allowance)?)
    }
}

impl RunLimits {
    /// Returns the limits that the user gave, and defaults for the others.
    pub fn limits(self) -> Limits {
        let mut limits = Limits::default();
        limits.steps = self.max_steps.unwrap_or(limits.steps);
        limits.memory = self
            .max_memory
            .map_or(limits.memory, |mib| mib.saturating_mul(1 << 20));
        limits
    }
}

impl RunLimits {
    /// Returns these limits together with the flag of Ctrl-C.
    pub fn allowance(self, interrupt: &CtrlC) -> Allowance {
        Allowance {
            limits: self.limits(),
            interrupt: interrupt.flag(),
        }
    }

    /// Finds the limits in the words of the command line, before all options are known. A wrong
    /// value is ignored here and reported later.
    pub fn among(words: &[String]) -> Self {
        let value = |name: &str| {
            let place = words.iter().position(|word| {
                word.strip_prefix(name)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
            })?;
            let joined = words[place]
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('='));
            joined.or_else(|| words.get(place + 1).map(String::as_str))
        };
        let steps = value("--max-steps").and_then(|steps| steps.parse().ok());
        let memory = value("--max-memory").and_then(|memory| memory.parse().ok());
        RunLimits {
            max_steps: steps,
            max_memory: memory,
        }
    }
}

impl Start {
    /// Loads the game and goes to the position that the user asked for.
    pub fn open(&self) -> Result<OpenedGame, Trouble> {
        self.open_rules(self.file.load()?)
    }

    /// Opens a file that may lack parts of a game. Moves can be played only if it lacks nothing.
    pub fn open_draft(&self) -> Result<OpenedGame, Trouble> {
        let allowance = self.file.limits.allowance(&CtrlC::of_the_program());
        let rules = Rules::draft(&AnyReader, &self.file.found(), allowance)?;
        self.open_rules(rules)
    }

    fn open_rules(&self, rules: Rules) -> Result<OpenedGame, Trouble> {
        let mut opened = match &self.from_record {
            Some(place) => OpenedGame::of_record(rules, place)?,
            None => self.open_at_position(rules)?,
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        for (index, typed) in moves.split_whitespace().enumerate() {
            opened.advance(index + 1, typed)?;
        }
        Ok(opened)
    }

    /// Returns the game at the position of a file of facts, or at its start.
    fn open_at_position(&self, rules: Rules) -> Result<OpenedGame, Trouble> {
        let first = match &self.position {
            Some(path) => read_position(&rules, path)?,
            None => rules.initial(),
        };
        Ok(OpenedGame {
            rules,
            positions: vec![first],
            typed: Vec::new(),
            plies: Vec::new(),
            start_file: self.position.clone(),
            interrupt: CtrlC::of_the_program(),
        })
    }
}

fn read_position(rules: &Rules, path: &str) -> Result<Position, Trouble> {
    let bytes = FileReader
        .read(path)
        .map_err(|reason| Trouble::Use(format!("cannot read `{path}`: {reason}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Trouble::Use(format!("cannot read `{path}`: it is not UTF-8")))?;
    Ok(rules.position(path, &text)?)
}

impl OpenedGame {
    /// Returns the game at a position of a record.
    fn of_record(rules: Rules, place: &RecordPlace) -> Result<Self, Trouble> {
        let RecordedLine { line, plies } = place.open(&rules)?;
        Ok(OpenedGame {
            rules,
            positions: line.positions()[..=plies.len()].to_vec(),
            typed: line.plies()[..plies.len()].to_vec(),
            plies,
            start_file: Some(place.path.clone()),
            interrupt: CtrlC::of_the_program(),
        })
    }

    /// Returns the position that the command uses.
    pub fn position(&self) -> &Position {
        self.positions
            .last()
            .expect("there is at least the first position")
    }

    /// Returns all files that were read.
    pub fn inputs(&self) -> Vec<&str> {
        let rules = self.rules.sources().iter().map(|(_, source)| &*source.name);
        rules.chain(self.start_file.as_deref()).collect()
    }

    /// Converts the game for a session; `path` is the path of its rule file.
    pub fn for_session(self, path: &str) -> session::Opened {
        let mut positions = self.positions.into_iter();
        let mut line = PlayedLine::new(
            positions
                .next()
                .expect("there is at least the first position"),
        );
        for (typed, position) in self.typed.into_iter().zip(positions) {
            line.play(typed, position);
        }
        session::Opened::at(path, self.rules, line)
    }

    fn advance(&mut self, number: usize, typed: &str) -> Result<(), Trouble> {
        let played = play_typed(&self.rules, self.position(), typed)?;
        let played = played.map_err(|reason| Trouble::Use(format!("move {number}: {reason}")))?;
        let ply = self.rules.notations(self.position(), &played.moves);
        self.plies.push(ply.explain(&self.rules)?);
        self.positions.push(played.position);
        self.typed.push(typed.to_owned());
        Ok(())
    }
}
