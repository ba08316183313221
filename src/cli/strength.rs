//! How a search is to look: depth, heuristic, strategy, from a level or from options.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use regola::game::{self, Game, Level, Rules};
use regola::search::{self, Noise, Strategy};

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
    /// What the noise of a level depends on
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
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
    pub results: search::Results,
    pub order: bool,
    pub prefer_quick: bool,
    /// The greatest pseudo-random term in what positions seem worth; 0 for none.
    pub noise: u32,
    pub table: usize,
    /// What that term depends on.
    pub seed: u64,
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
        let mut level = match &self.level {
            Some(name) => find_level(rules, name)?,
            None => Level::default(),
        };
        level.depth = self.depth.or(level.depth);
        if level.depth.is_none() {
            return Err("this level says no depth; say it with `--depth N`".to_owned());
        }
        if let Some(heuristic) = &self.heuristic {
            level.heuristic = Some(heuristic.as_str().into());
        }
        if let Some(strategy) = self.strategy {
            level.strategy = Some(strategy.name().into());
        }
        Ok(Strength { seed: self.seed, ..Strength::new(rules, &level)? })
    }
}

impl Strength {
    /// The strength of a level; what it does not say is the usual.
    pub fn of_level(rules: &Rules, name: &str) -> Result<Self, String> {
        let strength = Self::new(rules, &find_level(rules, name)?)?;
        Ok(Strength { level: rules.level(name).map(|level| level.name.to_string()), ..strength })
    }

    fn new(rules: &Rules, level: &Level) -> Result<Self, String> {
        Ok(Strength {
            depth: level.depth.unwrap_or(DEFAULT_DEPTH),
            heuristic: heuristic(rules, level.heuristic.as_deref())?,
            strategy: strategy_of(level)?,
            results: match level.results {
                Some(game::Results::Heuristic) => search::Results::Heuristic,
                Some(game::Results::Goals) | None => search::Results::Goals,
            },
            order: level.order.unwrap_or_default(),
            prefer_quick: level.quick.unwrap_or_default(),
            noise: level.noise.unwrap_or_default(),
            table: level.table.unwrap_or_default(),
            seed: 0,
            level: None,
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
            order: self.order,
            prefer_quick: self.prefer_quick,
            results: self.results,
            noise: (self.noise > 0).then_some(Noise { seed: self.seed, weight: self.noise }),
            play_forced: false,
            table: self.table,
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
        write!(f, "{}, depth {}, {heuristic}", self.strategy, self.depth)?;
        if self.results == search::Results::Heuristic {
            f.write_str(", results by the heuristic")?;
        }
        if self.order {
            f.write_str(", ordered")?;
        }
        if self.prefer_quick {
            f.write_str(", quick")?;
        }
        if self.noise > 0 {
            write!(f, ", noise {}", self.noise)?;
        }
        Ok(())
    }
}

fn find_level(rules: &Rules, name: &str) -> Result<Level, String> {
    match rules.level(name) {
        Some(level) => Ok(level.clone()),
        None if name.contains('=') => name.parse(),
        None => Err(unknown("level", name, rules.levels().iter().map(|level| &*level.name))),
    }
}

fn strategy_of(level: &Level) -> Result<Strategy, String> {
    match level.strategy.as_deref() {
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
