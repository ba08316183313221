//! Converts a level of a rule file to the options of a search.

use super::limits::MAX_PLIES;
use super::options::{Noise, Options};
use super::strategy::{Strategy, UnknownStrategy};
use crate::game::{Game, Level, Rules, Ties};

/// The depth of a search for which neither a depth nor a time is given.
pub(crate) const DEFAULT_DEPTH: usize = 3;

/// Why a level cannot be converted to options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// The rules have no heuristic of this name.
    #[error("there is no heuristic `{0}`")]
    Heuristic(String),
    /// There is no such strategy.
    #[error(transparent)]
    Strategy(#[from] UnknownStrategy),
    /// The strategy of the level has no use for one of its options.
    #[error(
        "the option `{option}` of a level is for {fitting}, and {strategy} ignores it; \
         leave it out, or take another strategy"
    )]
    Unfit {
        /// The name of the option.
        option: &'static str,
        /// The strategies that have a use for it, in words.
        fitting: &'static str,
        /// The strategy of the level.
        strategy: Strategy,
    },
    /// Values with noise are not the same for symmetric positions, so `noise` takes the effect from
    /// `symmetries`.
    #[error(
        "the option `symmetries` of a level has no effect beside `noise`, which gives each of the \
         symmetric positions a value of its own; leave out one of the two"
    )]
    NoisySymmetries,
}

/// An option of a level that not every strategy has a use for.
struct SpecialOption {
    name: &'static str,
    /// The strategies that have, in words.
    fitting: &'static str,
    fits: fn(Strategy) -> bool,
    is_given: fn(&Level) -> bool,
    leave_out: fn(&mut Level),
}

/// The strategies with a depth, in words.
const LOOKING_AHEAD: &str = "strategies that look ahead for a number of plies";

const SPECIAL_OPTIONS: [SpecialOption; 10] = [
    SpecialOption {
        name: "depth",
        fitting: LOOKING_AHEAD,
        fits: Strategy::has_depth,
        is_given: |level| level.depth.is_some(),
        leave_out: |level| level.depth = None,
    },
    SpecialOption {
        name: "playouts",
        fitting: "mcts",
        fits: plays_random_games,
        is_given: |level| level.playouts.is_some(),
        leave_out: |level| level.playouts = None,
    },
    SpecialOption {
        name: "cut",
        fitting: "mcts",
        fits: plays_random_games,
        is_given: |level| level.cut.is_some(),
        leave_out: |level| level.cut = None,
    },
    SpecialOption {
        name: "prior",
        fitting: "mcts",
        fits: plays_random_games,
        is_given: |level| level.prior.is_some(),
        leave_out: |level| level.prior = None,
    },
    SpecialOption {
        name: "order",
        fitting: LOOKING_AHEAD,
        fits: Strategy::has_depth,
        is_given: |level| level.order == Some(true),
        leave_out: |level| level.order = None,
    },
    SpecialOption {
        name: "quick",
        fitting: LOOKING_AHEAD,
        fits: Strategy::has_depth,
        is_given: |level| level.quick == Some(true),
        leave_out: |level| level.quick = None,
    },
    SpecialOption {
        name: "noise",
        fitting: LOOKING_AHEAD,
        fits: Strategy::has_depth,
        is_given: |level| level.noise.is_some_and(|weight| weight > 0),
        leave_out: |level| level.noise = None,
    },
    SpecialOption {
        name: "selective",
        fitting: "pvs",
        fits: searches_principal_variation,
        is_given: |level| level.selective == Some(true),
        leave_out: |level| level.selective = None,
    },
    SpecialOption {
        name: "symmetries",
        fitting: "pvs",
        fits: searches_principal_variation,
        is_given: |level| level.symmetries == Some(true),
        leave_out: |level| level.symmetries = None,
    },
    SpecialOption {
        name: "threads",
        fitting: "pvs and mcts",
        fits: |strategy| searches_principal_variation(strategy) || plays_random_games(strategy),
        is_given: |level| level.threads.is_some_and(|threads| threads > 1),
        leave_out: |level| level.threads = None,
    },
];

fn searches_principal_variation(strategy: Strategy) -> bool {
    strategy == Strategy::PrincipalVariation
}

fn plays_random_games(strategy: Strategy) -> bool {
    strategy == Strategy::MonteCarlo
}

impl Strategy {
    /// Gives this strategy to a level, in place of its own, and takes the options from it that the
    /// strategy has no use for.
    pub fn take_over(self, level: &mut Level) {
        level.strategy = Some(self.name().into());
        for option in SPECIAL_OPTIONS {
            if !(option.fits)(self) {
                (option.leave_out)(level);
            }
        }
    }

    /// Refuses a level with an option that the strategy has no use for.
    fn check_options(self, level: &Level) -> Result<(), LevelError> {
        let unfit = |option: &SpecialOption| !(option.fits)(self) && (option.is_given)(level);
        match SPECIAL_OPTIONS.into_iter().find(unfit) {
            None => Ok(()),
            Some(option) => Err(LevelError::Unfit {
                option: option.name,
                fitting: option.fitting,
                strategy: self,
            }),
        }
    }
}

impl Options {
    /// The options of a level. A level without a heuristic uses the first one of the rules. A level
    /// with a time and no depth is limited only by the time, see
    /// [`best_within`](super::best_within). A level with a number of playouts and no strategy uses
    /// Monte-Carlo tree search. The seed determines all random choices.
    ///
    /// ```
    /// use regola::game::Rules;
    /// use regola::search::Options;
    ///
    /// let rules = Rules::load("games/othello.rules")?;
    /// let level = rules.level("hard").ok_or("no such level")?;
    /// let options = Options::of_level(&rules, level, 1)?;
    /// assert_eq!(Some(options.depth), level.depth);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The name of the unknown heuristic or strategy, or of the option that the strategy has no use for.
    pub fn of_level(rules: &Rules, level: &Level, seed: u64) -> Result<Self, LevelError> {
        let heuristic = match &level.heuristic {
            None => (!rules.heuristics().is_empty()).then_some(0),
            Some(name) => {
                let number = rules.heuristic(name);
                Some(number.ok_or_else(|| LevelError::Heuristic(name.to_string()))?)
            }
        };
        let strategy = match &level.strategy {
            None if level.playouts.is_some() => Strategy::MonteCarlo,
            None => Strategy::default(),
            Some(name) => name.parse()?,
        };
        strategy.check_options(level)?;
        let usual_depth = match level.time {
            Some(_) => MAX_PLIES,
            None => DEFAULT_DEPTH,
        };
        let noise = level.noise.filter(|weight| *weight > 0);
        if noise.is_some() && level.symmetries == Some(true) {
            return Err(LevelError::NoisySymmetries);
        }
        Ok(Options {
            strategy,
            depth: level.depth.unwrap_or(usual_depth),
            heuristic,
            order: level.order.unwrap_or_default(),
            selective: level.selective.unwrap_or_default(),
            symmetries: level.symmetries.unwrap_or_default(),
            // Without it, each deeper search would find the same win at a greater distance.
            prefer_quick: level.quick.unwrap_or(level.time.is_some()),
            results: level.results.unwrap_or_default(),
            // 0 stands for the usual number.
            playouts: level.playouts.unwrap_or(level.time.map_or(0, |_| u64::MAX)),
            cut: level.cut,
            prior: level.prior,
            seed,
            noise: noise.map(|weight| Noise { seed, weight }),
            shuffle: (level.ties == Some(Ties::Random)).then_some(seed),
            table: level.table.unwrap_or_default(),
            // 0 stands for one thread, or for the number that a command has.
            threads: level.threads.unwrap_or_default(),
            ..Options::default()
        })
    }
}
