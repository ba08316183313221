//! Levels: the strengths that a rule file offers.
//!
//! A search gives the options their meaning; here they are only read and kept. One table of names
//! serves both notations: `[depth(3), heuristic(discs)]` in a rule file, `depth=3,heuristic=discs`
//! anywhere else.

use std::str::FromStr;
use std::time::Duration;

use crate::logic::{Term, View};
use crate::syntax::tree::Name;

/// A strength with a name. The search chooses the values of options that are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: Name,
    /// The depth of the search in plies.
    pub depth: Option<usize>,
    /// The time limit of an iterative deepening search.
    pub time: Option<Duration>,
    /// The heuristic that values positions at the horizon of the search.
    pub heuristic: Option<Name>,
    /// The name of the strategy: `alpha-beta` or `alpha_beta`, which mean the same.
    pub strategy: Option<Name>,
    /// The number of playouts of Monte-Carlo tree search.
    pub playouts: Option<u64>,
    /// The plies after which a playout ends and the heuristic values its last position.
    pub cut: Option<usize>,
    /// The playouts for which the heuristic's value of a position counts.
    pub prior: Option<usize>,
    /// The value of a finished game.
    pub results: Option<Results>,
    /// Whether moves are searched in the order of their heuristic values.
    pub order: Option<bool>,
    /// Whether moves that seem to be worse than others are searched less deep.
    pub selective: Option<bool>,
    /// Whether positions that are the same up to symmetry are searched as one.
    pub symmetries: Option<bool>,
    /// Whether an earlier win is worth more than a later one.
    pub quick: Option<bool>,
    /// The maximum pseudo-random number that is added to a heuristic value.
    pub noise: Option<u32>,
    /// The number of positions in the transposition table.
    pub table: Option<usize>,
    /// Which of several equally good moves is played.
    pub ties: Option<Ties>,
    /// The number of threads that search.
    pub threads: Option<usize>,
}

/// Which of several equally good moves a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first in the order of the game.
    First,
    /// Any of them, at random.
    Random,
}

/// The value of a finished game in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Results {
    /// Its goal: a win is worth more than any estimate, a loss less.
    #[default]
    Goals,
    /// The value of the heuristic, as for any other position. The heuristic has to tell a win by
    /// itself. Without a heuristic every finished game is worth 0.
    Heuristic,
}

/// The maximum number of threads.
const MOST_THREADS: usize = 256;

/// The maximum time.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The options, each with a description of its value.
const OPTIONS: [(&str, &str); 16] = [
    ("depth", "N"),
    ("time", "Seconds"),
    ("heuristic", "Name"),
    ("strategy", "Name"),
    ("playouts", "N"),
    ("cut", "N"),
    ("prior", "N"),
    ("results", "goals|heuristic"),
    ("order", "true|false"),
    ("selective", "true|false"),
    ("symmetries", "true|false"),
    ("quick", "true|false"),
    ("noise", "N"),
    ("table", "N"),
    ("ties", "first|random"),
    ("threads", "N"),
];

/// The levels of a rule file that declares neither levels nor heuristics: the name, the playouts, and
/// the seconds that they may take in a game that is slow to play.
const WITHOUT_HEURISTIC: [(&str, u64, u64); 3] =
    [("easy", 100, 1), ("normal", 1000, 3), ("hard", 10_000, 10)];

impl Level {
    /// The levels of a rule file that declares neither levels nor heuristics.
    pub(super) fn without_heuristic() -> Vec<Self> {
        let level = |(name, playouts, seconds): (&str, u64, u64)| Level {
            name: name.into(),
            playouts: Some(playouts),
            time: Some(Duration::from_secs(seconds)),
            ..Level::default()
        };
        WITHOUT_HEURISTIC.map(level).into()
    }

    /// Reads the level that `level(Name, Options)` declares.
    ///
    /// # Errors
    /// A short description of the fault.
    pub(super) fn new(name: &Term, options: &Term) -> Result<Self, String> {
        let name = match name.view() {
            View::Atom(name) | View::String(name) => name,
            View::Integer(number) => number.to_string().into(),
            _ => return Err("its name is no atom, text or number".to_owned()),
        };
        let mut level = Level {
            name,
            ..Level::default()
        };
        for option in options.items().ok_or("its options are no list")? {
            level.read(&option)?;
        }
        Ok(level)
    }

    fn read(&mut self, option: &Term) -> Result<(), String> {
        let unknown = || {
            unknown(&option.to_string(), |name, value| {
                format!("{name}({value})")
            })
        };
        let View::Compound(name, values) = option.view() else {
            return Err(unknown());
        };
        let value = match values.iter().map(Term::view).collect::<Vec<_>>().as_slice() {
            [View::Integer(number)] => number.to_string(),
            [View::Atom(word)] => word.to_string(),
            _ => return Err(unknown()),
        };
        self.set(&name, &value).unwrap_or_else(|| Err(unknown()))
    }

    /// Sets an option; `None` if there is no option of that name.
    fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let set = match name {
            "depth" => number(value, "a depth").map(|depth| self.depth = Some(depth)),
            "time" => seconds(value).map(|time| self.time = Some(time)),
            "heuristic" => {
                self.heuristic = Some(value.into());
                Ok(())
            }
            "strategy" => {
                self.strategy = Some(value.into());
                Ok(())
            }
            "playouts" => playout_count(value).map(|playouts| self.playouts = Some(playouts)),
            "cut" => number(value, "a number of plies").map(|plies| self.cut = Some(plies)),
            "prior" => number(value, "a number of playouts").map(|prior| self.prior = Some(prior)),
            "results" => results(value).map(|results| self.results = Some(results)),
            "order" => truth(value).map(|order| self.order = Some(order)),
            "selective" => truth(value).map(|selective| self.selective = Some(selective)),
            "symmetries" => truth(value).map(|known| self.symmetries = Some(known)),
            "quick" => truth(value).map(|quick| self.quick = Some(quick)),
            "noise" => number(value, "a weight").map(|noise| self.noise = Some(noise)),
            "table" => number(value, "a number of positions").map(|table| self.table = Some(table)),
            "ties" => ties(value).map(|ties| self.ties = Some(ties)),
            "threads" => thread_count(value).map(|threads| self.threads = Some(threads)),
            _ => return None,
        };
        Some(set)
    }
}

fn number<N: FromStr>(value: &str, what: &str) -> Result<N, String> {
    value
        .parse()
        .map_err(|_| format!("`{value}` is not {what}"))
}

/// Parses a number of playouts, which is at least 1.
///
/// # Errors
/// A short description of the fault.
pub fn playout_count(value: &str) -> Result<u64, String> {
    let count = value.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| format!("`{value}` is not a number of playouts, 1 or more"))
}

/// Parses a number of seconds, such as `2` or `0.5`.
///
/// # Errors
/// A short description of the fault: the text is not a number, or the number is not above 0, or is
/// more than a day.
pub fn seconds(value: &str) -> Result<Duration, String> {
    let time = value
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let is_sensible = |time: &Duration| !time.is_zero() && *time <= A_DAY;
    time.filter(is_sensible)
        .ok_or_else(|| format!("`{value}` is not a time in seconds, above 0 and at most a day's"))
}

fn thread_count(value: &str) -> Result<usize, String> {
    let count = value.parse().ok();
    count
        .filter(|count| (1..=MOST_THREADS).contains(count))
        .ok_or_else(|| format!("`{value}` is not a number of threads, from 1 to {MOST_THREADS}"))
}

fn truth(value: &str) -> Result<bool, String> {
    value
        .parse()
        .map_err(|_| format!("`{value}` is neither `true` nor `false`"))
}

fn results(value: &str) -> Result<Results, String> {
    match value {
        "goals" => Ok(Results::Goals),
        "heuristic" => Ok(Results::Heuristic),
        _ => Err(format!("`{value}` is neither `goals` nor `heuristic`")),
    }
}

fn ties(value: &str) -> Result<Ties, String> {
    match value {
        "first" => Ok(Ties::First),
        "random" => Ok(Ties::Random),
        _ => Err(format!("`{value}` is neither `first` nor `random`")),
    }
}

/// The message about an unknown option; `write` formats each known option.
fn unknown(option: &str, write: impl Fn(&str, &str) -> String) -> String {
    let known = OPTIONS.map(|(name, value)| format!("`{}`", write(name, value)));
    format!("`{option}` is none of {}", known.join(", "))
}

impl FromStr for Level {
    type Err = String;

    /// Parses a level that is not in a rule file, such as
    /// `depth=3,heuristic=discs,strategy=minimax`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut level = Level {
            name: text.into(),
            ..Level::default()
        };
        for part in text.split(',') {
            let set = part
                .split_once('=')
                .and_then(|(name, value)| level.set(name, value));
            set.unwrap_or_else(|| Err(unknown(part, |name, value| format!("{name}={value}"))))?;
        }
        Ok(level)
    }
}
