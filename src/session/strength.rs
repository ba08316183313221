//! How a search is to look: depth, heuristic, strategy, by a level or as one says.

use std::time::Duration;

use super::forms::{AnsweringForm, Forms};
use super::suggestion::unknown;
use crate::engine::Engine;
use crate::game::{Error, Level, Move, Position, Results, Rules};
use crate::search::{
    self, Clock, Deadline, Deepened, LevelError, MAX_PLIES, Noise, Options, SearchError, Strategy,
    Watch,
};

/// Where neither the rule file nor the user says how deep to look.
const DEFAULT_DEPTH: usize = 3;

/// How a search is to look, all said.
#[derive(Clone, Debug)]
pub struct Strength {
    /// How many plies to look ahead at most.
    pub depth: usize,
    /// For how long to look ahead, ever deeper; none to look so many plies ahead, however long it
    /// takes.
    pub time: Option<Duration>,
    /// The heuristic's number and name.
    pub heuristic: Option<(usize, String)>,
    /// The way to choose.
    pub strategy: Strategy,
    /// What a finished game is worth.
    pub results: Results,
    /// Whether promising moves are looked at first.
    pub order: bool,
    /// Whether sooner wins are better.
    pub prefer_quick: bool,
    /// The greatest pseudo-random term in what positions seem worth; 0 for none.
    pub noise: u32,
    /// How many positions are remembered.
    pub table: usize,
    /// Whether one of several moves that are equally good is chosen at random.
    pub random_ties: bool,
    /// What that choice and the pseudo-random term depend on.
    pub seed: u64,
    /// The name of the level, if the rule file has one like this.
    pub level: Option<String>,
}

/// What a search has found, and which form of the game has searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchAnswer {
    /// What it found, its moves as the rules call them.
    pub deepened: Deepened<Move>,
    /// The form.
    pub answered: AnsweringForm,
}

impl Strength {
    /// The strength of a level, or of a text such as `depth=3,heuristic=discs`; what it does not
    /// say is the usual.
    ///
    /// # Errors
    /// What there is instead of something unknown.
    pub fn of_level(rules: &Rules, name: &str) -> Result<Self, String> {
        let strength = Self::new(rules, &Self::level(rules, name)?)?;
        Ok(Strength {
            level: rules.level(name).map(|level| level.name.to_string()),
            ..strength
        })
    }

    /// The level of that name, or of a text such as `depth=3,heuristic=discs`.
    ///
    /// # Errors
    /// Which levels there are instead.
    pub fn level(rules: &Rules, name: &str) -> Result<Level, String> {
        match rules.level(name) {
            Some(level) => Ok(level.clone()),
            None if name.contains('=') => name.parse(),
            None => Err(unknown(
                "level",
                name,
                rules.levels().iter().map(|level| &*level.name),
            )),
        }
    }

    /// The strength that a level's options come to.
    ///
    /// # Errors
    /// What there is instead of something unknown.
    pub fn new(rules: &Rules, level: &Level) -> Result<Self, String> {
        let seed = 0;
        let options = Options::of_level(rules, level, seed).map_err(|error| told(rules, &error))?;
        let named = |number: usize| (number, rules.heuristics()[number].to_string());
        Ok(Strength {
            depth: options.depth,
            time: level.time,
            heuristic: options.heuristic.map(named),
            strategy: options.strategy,
            results: options.results,
            order: options.order,
            prefer_quick: options.prefer_quick,
            noise: options.noise.map_or(0, |noise| noise.weight),
            table: options.table,
            random_ties: options.shuffle.is_some(),
            seed,
            level: None,
        })
    }

    /// The strength where nobody says anything: the level `normal`, else the first level, else a
    /// small depth with the first heuristic.
    ///
    /// # Errors
    /// As for [`of_level`](Self::of_level).
    pub fn usual(rules: &Rules) -> Result<Self, String> {
        let (level, name) = Self::usual_level(rules)?;
        Ok(Strength {
            level: name,
            ..Self::new(rules, &level)?
        })
    }

    /// The level of [`usual`](Self::usual), and its name if the rule file has it.
    ///
    /// # Errors
    /// As for [`level`](Self::level).
    pub fn usual_level(rules: &Rules) -> Result<(Level, Option<String>), String> {
        match rules.level("normal").or(rules.levels().first()) {
            Some(level) => Ok((level.clone(), Some(level.name.to_string()))),
            None => Ok((Self::level(rules, &format!("depth={DEFAULT_DEPTH}"))?, None)),
        }
    }

    /// Whether the seed has a part in what it chooses.
    #[must_use]
    pub fn depends_on_seed(&self) -> bool {
        self.noise > 0 || self.random_ties
    }

    /// Whether there is a depth, and not only a time.
    #[must_use]
    pub fn says_depth(&self) -> bool {
        self.time.is_none() || self.depth < MAX_PLIES
    }

    /// The same to a depth, however long it takes; to a usual one where there is only a time.
    #[must_use]
    pub fn without_time(&self) -> Self {
        let depth = if self.says_depth() {
            self.depth
        } else {
            DEFAULT_DEPTH
        };
        Strength {
            depth,
            time: None,
            ..self.clone()
        }
    }

    /// Searches to the depth, or ever deeper until the time is over, with these options of this
    /// strength.
    ///
    /// # Errors
    /// Those of [`search::deepen`].
    pub fn search(
        &self,
        engine: &Engine,
        position: &Position,
        options: &search::Options,
        clock: Clock<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Deepened<Move>, SearchError<Error>> {
        match self.time {
            None => Ok(Deepened {
                best: engine.best(position, options, watch)?,
                depth: options.depth,
            }),
            Some(time) => {
                let mut watch = Deadline::new(time, clock, watch);
                engine.deepen(position, options, &mut watch, &mut |_| ())
            }
        }
    }

    /// The same by the quickest form of a game: begun by the machine, and anew by the compiled form
    /// if that appears meanwhile. The time is that of both together.
    ///
    /// # Errors
    /// Those of [`search::deepen`].
    pub fn answer(
        &self,
        forms: &Forms,
        position: &Position,
        options: &search::Options,
        clock: Clock<'_>,
        watch: &mut dyn Watch,
    ) -> Result<SearchAnswer, SearchError<Error>> {
        let since = clock();
        let mut earlier: Option<Deepened<Move>> = None;
        let (deepened, answered) = forms.answer(watch, |engine, watch| {
            let spent = clock().saturating_sub(since);
            let rest = Strength {
                time: self.time.map(|time| time.saturating_sub(spent)),
                ..self.clone()
            };
            let found = rest.search(engine, position, options, clock, watch)?;
            // What the machine found within the time may be deeper than what is found in the rest.
            let deepest = match earlier.take() {
                Some(earlier) if earlier.depth > found.depth => earlier,
                _ => found,
            };
            earlier = Some(deepest.clone());
            Ok(deepest)
        })?;
        Ok(SearchAnswer { deepened, answered })
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
            noise: (self.noise > 0).then_some(Noise {
                seed: self.seed,
                weight: self.noise,
            }),
            play_forced: false,
            shuffle: self.random_ties.then_some(self.seed),
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
        let heuristic = self
            .heuristic
            .as_ref()
            .map_or("no heuristic", |(_, name)| name);
        write!(f, "{}, ", self.strategy)?;
        if let Some(time) = self.time {
            write!(f, "{} s, ", time.as_secs_f64())?;
        }
        if self.says_depth() {
            write!(f, "depth {}, ", self.depth)?;
        }
        f.write_str(heuristic)?;
        if self.results == Results::Heuristic {
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
        if self.random_ties {
            f.write_str(", random ties")?;
        }
        Ok(())
    }
}

/// What is wrong with a level, and what there is instead.
fn told(rules: &Rules, error: &LevelError) -> String {
    match error {
        LevelError::Heuristic(name) => {
            let known = rules.heuristics().iter().map(|name| &**name);
            unknown("heuristic", name, known)
        }
        LevelError::Strategy(error) => error.to_string(),
    }
}
