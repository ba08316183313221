//! Options for a search.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use regola::game::{Level, Rules, playout_count};
use regola::search::Strategy;
pub use regola::session::Strength;

/// Options that say how to search.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    /// The number of plies to look ahead
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// The number of random games of the strategy mcts
    #[arg(long, value_name = "N", value_parser = playout_count)]
    playouts: Option<u64>,
    /// A level of the rule file, or options such as depth=3,heuristic=discs
    #[arg(long)]
    level: Option<String>,
    /// The heuristic for unfinished positions [default: that of the level, else the first of the
    /// file]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
    /// The search strategy [default: that of the level, else pvs]
    #[arg(long, value_parser = strategies())]
    strategy: Option<Strategy>,
    /// The seed of the noise of a level, of its choice among equally good moves, and of random games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Returns a parser for the name of a strategy, which may also be as in a rule file: `alpha_beta`.
pub fn strategies() -> impl TypedValueParser<Value = Strategy> {
    let known = Strategy::ALL.map(|strategy| {
        let name = strategy.name();
        PossibleValue::new(name).alias(name.replace('-', "_"))
    });
    PossibleValuesParser::new(known).try_map(|name| name.parse::<Strategy>())
}

impl SearchOptions {
    /// Whether the options say how to value positions, not only how deep to search.
    pub fn say_how_to_judge(&self) -> bool {
        self.level.is_some() || self.heuristic.is_some()
    }

    /// Returns the strength that these options give for a game. A depth or a time from the user
    /// replaces both of the level.
    ///
    /// # Errors
    /// The message that something is unknown or missing, with the known names.
    pub fn strength(&self, rules: &Rules, time: Option<Duration>) -> Result<Strength, String> {
        let mut level = match &self.level {
            Some(name) => Strength::level(rules, name)?,
            None => Level::default(),
        };
        self.adapt(rules, &mut level, time)
    }

    /// Returns the strength as [`strength`](Self::strength) does. Without a level, a depth and a
    /// time it uses the default level of `play`.
    pub fn strength_or_usual(
        &self,
        rules: &Rules,
        time: Option<Duration>,
    ) -> Result<Strength, String> {
        if self.level.is_some() || self.says_how_far() || time.is_some() {
            return self.strength(rules, time);
        }
        let (mut level, name) = Strength::usual_level(rules)?;
        let is_changed = self.heuristic.is_some() || self.strategy.is_some();
        Ok(Strength {
            level: name.filter(|_| !is_changed),
            ..self.adapt(rules, &mut level, None)?
        })
    }

    /// Whether the options say how far a search goes, but for its time.
    fn says_how_far(&self) -> bool {
        self.depth.is_some() || self.playouts.is_some()
    }

    /// Whether the user has typed the options of a level.
    fn has_typed_level(&self, rules: &Rules) -> bool {
        let level = self.level.as_deref();
        level.is_some_and(|name| rules.level(name).is_none())
    }

    /// Whether the options ask for another strategy than that of the level.
    fn says_strategy(&self) -> bool {
        self.strategy.is_some() || self.playouts.is_some()
    }

    /// Returns the strategy of the options, else that of the level. A number of playouts asks for
    /// Monte-Carlo tree search.
    fn strategy_of(&self, level: &Level) -> Result<Strategy, String> {
        let named = match &level.strategy {
            Some(name) => Some(
                name.parse::<Strategy>()
                    .map_err(|error| error.to_string())?,
            ),
            None => level.playouts.map(|_| Strategy::MonteCarlo),
        };
        let implied = self.playouts.map(|_| Strategy::MonteCarlo);
        let strategy = self.strategy.or(implied).or(named).unwrap_or_default();
        match strategy.has_depth() {
            true if self.playouts.is_some() => Err(format!(
                "{strategy} plays no random games; `--playouts` is for the strategy mcts"
            )),
            false if self.depth.is_some() => Err(
                "mcts looks ahead for no number of plies; say `--playouts N` or `--time SECONDS`"
                    .to_owned(),
            ),
            _ => Ok(strategy),
        }
    }

    /// Changes a level by the other options.
    fn adapt(
        &self,
        rules: &Rules,
        level: &mut Level,
        time: Option<Duration>,
    ) -> Result<Strength, String> {
        if self.says_how_far() || time.is_some() {
            (level.depth, level.time, level.playouts) = (self.depth, time, self.playouts);
        }
        let strategy = self.strategy_of(level)?;
        // Options that the user has typed are not left out, but refused where they do not fit.
        match self.says_strategy() && !self.has_typed_level(rules) {
            true => strategy.take_over(level),
            false => level.strategy = Some(strategy.name().into()),
        }
        if strategy.has_depth() && level.depth.is_none() && level.time.is_none() {
            return Err(
                "say how far to look ahead: with `--depth N`, or by a level that does".to_owned(),
            );
        }
        if let Some(heuristic) = &self.heuristic {
            level.heuristic = Some(heuristic.as_str().into());
        }
        Ok(Strength {
            seed: self.seed,
            ..Strength::new(rules, level)?
        })
    }
}
