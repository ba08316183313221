//! How a search is to look: depth, heuristic, strategy, by a level or as one says.

use super::suggestion::unknown;
use crate::game::{self, Game, Level, Rules};
use crate::search::{self, Noise, Strategy};

/// Where neither the rule file nor the user says how deep to look.
const DEFAULT_DEPTH: usize = 3;

/// How a search is to look, all said.
#[derive(Clone, Debug)]
pub struct Strength {
    /// How many plies to look ahead.
    pub depth: usize,
    /// The heuristic's number and name.
    pub heuristic: Option<(usize, String)>,
    /// The way to choose.
    pub strategy: Strategy,
    /// What a finished game is worth.
    pub results: search::Results,
    /// Whether promising moves are looked at first.
    pub order: bool,
    /// Whether sooner wins are better.
    pub prefer_quick: bool,
    /// The greatest pseudo-random term in what positions seem worth; 0 for none.
    pub noise: u32,
    /// How many positions are remembered.
    pub table: usize,
    /// What that term depends on.
    pub seed: u64,
    /// The name of the level, if the rule file has one like this.
    pub level: Option<String>,
}

impl Strength {
    /// The strength of a level, or of a text such as `depth=3,heuristic=discs`; what it does not say is the usual.
    ///
    /// # Errors
    /// What there is instead of something unknown.
    pub fn of_level(rules: &Rules, name: &str) -> Result<Self, String> {
        let strength = Self::new(rules, &Self::level(rules, name)?)?;
        Ok(Strength { level: rules.level(name).map(|level| level.name.to_string()), ..strength })
    }

    /// The level of that name, or of a text such as `depth=3,heuristic=discs`.
    ///
    /// # Errors
    /// Which levels there are instead.
    pub fn level(rules: &Rules, name: &str) -> Result<Level, String> {
        match rules.level(name) {
            Some(level) => Ok(level.clone()),
            None if name.contains('=') => name.parse(),
            None => Err(unknown("level", name, rules.levels().iter().map(|level| &*level.name))),
        }
    }

    /// The strength that a level's options come to.
    ///
    /// # Errors
    /// What there is instead of something unknown.
    pub fn new(rules: &Rules, level: &Level) -> Result<Self, String> {
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
    ///
    /// # Errors
    /// As for [`of_level`](Self::of_level).
    pub fn usual(rules: &Rules) -> Result<Self, String> {
        match rules.level("normal").or(rules.levels().first()) {
            Some(level) => Self::of_level(rules, &level.name),
            None => Self::of_level(rules, &format!("depth={DEFAULT_DEPTH}")),
        }
    }

    /// The options of the search.
    #[must_use]
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
