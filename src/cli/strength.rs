//! How a search is to look: depth, heuristic, strategy, from a level or from options.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use regola::game::{Game, Level, Rules};
use regola::search::{self, Strategy};

use crate::suggestion::unknown;

/// Where neither the rule file nor the user says how deep to look.
const DEFAULT_DEPTH: usize = 3;

/// Options that say how to search.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    /// How many plies to look ahead; needed if no level says so
    #[arg(long, value_name = "N", required_unless_present = "level")]
    depth: Option<usize>,
    /// A level of the rule file, or one such as depth=3,heuristic=discs
    #[arg(long)]
    level: Option<String>,
    /// The heuristic that judges positions at the end of the look ahead [default: the level's, else the file's first]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
    /// The way to choose [default: the level's, else alpha-beta]
    #[arg(long, value_parser = strategies())]
    strategy: Option<Strategy>,
}

/// Reads the name of a strategy.
pub fn strategies() -> impl TypedValueParser<Value = Strategy> {
    let known = PossibleValuesParser::new(Strategy::ALL.map(Strategy::name));
    known.try_map(|name| name.parse::<Strategy>())
}

/// How a search is to look, all said.
#[derive(Clone, Debug)]
pub struct Strength {
    pub depth: usize,
    /// The heuristic's number and name.
    pub heuristic: Option<(usize, String)>,
    pub strategy: Strategy,
    /// The name of the level, if the rule file has one like this.
    pub level: Option<String>,
}

impl SearchOptions {
    /// Whether they say how positions are to be judged, and not only how deep to look.
    pub fn say_how_to_judge(&self) -> bool {
        self.level.is_some() || self.heuristic.is_some()
    }

    /// What these options come to for a game; the error says what there is instead.
    pub fn strength(&self, rules: &Rules) -> Result<Strength, String> {
        let level = self.level.as_deref().map(|name| find_level(rules, name)).transpose()?;
        let of_level = level.as_ref();
        let depth = self.depth.or(of_level.and_then(|level| level.depth));
        let depth = depth.ok_or("this level says no depth; say it with `--depth N`")?;
        let named = self.heuristic.as_deref().or(of_level.and_then(|level| level.heuristic.as_deref()));
        let strategy = match self.strategy {
            Some(strategy) => strategy,
            None => strategy_of(of_level)?,
        };
        Ok(Strength { depth, heuristic: heuristic(rules, named)?, strategy, level: None })
    }
}

impl Strength {
    /// The strength of a level; what it does not say is the usual.
    pub fn of_level(rules: &Rules, name: &str) -> Result<Self, String> {
        let level = find_level(rules, name)?;
        Ok(Strength {
            depth: level.depth.unwrap_or(DEFAULT_DEPTH),
            heuristic: heuristic(rules, level.heuristic.as_deref())?,
            strategy: strategy_of(Some(&level))?,
            level: rules.level(name).map(|level| level.name.to_string()),
        })
    }

    /// The strength where nobody says anything: the level `normal`, else the first level, else a
    /// small depth with the first heuristic.
    pub fn usual(rules: &Rules) -> Result<Self, String> {
        match rules.level("normal").or(rules.levels().first()) {
            Some(level) => Self::of_level(rules, &level.name),
            None => Self::of_level(rules, &format!("depth={DEFAULT_DEPTH}")),
        }
    }

    /// The options of the search.
    pub fn options(&self, value_every_move: bool) -> search::Options {
        let heuristic = self.heuristic.as_ref().map(|(number, _)| *number);
        search::Options {
            strategy: self.strategy,
            depth: self.depth,
            heuristic,
            value_every_move,
            ..search::Options::default()
        }
    }
}

/// All in a few words, such as `normal: alpha-beta, depth 3, discs`.
impl std::fmt::Display for Strength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(level) = &self.level {
            write!(f, "{level}: ")?;
        }
        let heuristic = self.heuristic.as_ref().map_or("no heuristic", |(_, name)| name);
        write!(f, "{}, depth {}, {heuristic}", self.strategy, self.depth)
    }
}

fn find_level(rules: &Rules, name: &str) -> Result<Level, String> {
    match rules.level(name) {
        Some(level) => Ok(level.clone()),
        None if name.contains('=') => name.parse(),
        None => Err(unknown("level", name, rules.levels().iter().map(|level| &*level.name))),
    }
}

fn strategy_of(level: Option<&Level>) -> Result<Strategy, String> {
    match level.and_then(|level| level.strategy.as_deref()) {
        Some(name) => name.parse().map_err(|error: search::UnknownStrategy| error.to_string()),
        None => Ok(Strategy::default()),
    }
}

/// The heuristic of that name; without a name the first of the file, if there is one.
fn heuristic(rules: &Rules, name: Option<&str>) -> Result<Option<(usize, String)>, String> {
    match name {
        None => Ok(rules.heuristics().first().map(|name| (0, name.to_string()))),
        Some(name) => match rules.heuristic(name) {
            Some(number) => Ok(Some((number, name.to_owned()))),
            None => Err(unknown("heuristic", name, rules.heuristics().iter().map(|name| &**name))),
        },
    }
}
