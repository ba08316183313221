//! How to search: depth, heuristic and strategy, from a level of the rule file or from options.

use std::time::Duration;

use super::forms::{AnsweringForm, Forms};
use super::on_clock::search_on_clock;
use super::suggestion::unknown;
use crate::engine::Engine;
use crate::game::{Error, Level, Move, Position, Results, Rules};
use crate::search::{
    self, Allotment, Clock, DEFAULT_DEPTH, Deadline, Deepened, LevelError, MAX_PLIES, MoveTimer,
    Noise, Options, SearchError, Strategy, TranspositionTable, Watch, go_deeper,
};

/// All options of a search.
#[derive(Clone, Debug)]
pub struct Strength {
    /// The greatest depth, in plies.
    pub depth: usize,
    /// The time for iterative deepening; with none the search goes to `depth`, however long it
    /// takes.
    pub time: Option<Duration>,
    /// The time for the next move by the clock of a game, within `time`.
    pub allotment: Option<Allotment>,
    /// The number and name of the heuristic.
    pub heuristic: Option<(usize, String)>,
    /// The search strategy.
    pub strategy: Strategy,
    /// The value of a finished game.
    pub results: Results,
    /// Whether promising moves are searched first.
    pub order: bool,
    /// Whether a win is better the sooner it comes.
    pub prefer_quick: bool,
    /// The greatest pseudo-random term that is added to the value of a position; 0 for none.
    pub noise: u32,
    /// The number of positions in the transposition table.
    pub table: usize,
    /// Whether the search chooses at random among equally good moves.
    pub random_ties: bool,
    /// The seed of that choice and of the pseudo-random term.
    pub seed: u64,
    /// The name of the level, if the rule file has this one.
    pub level: Option<String>,
}

/// The result of a search, and the form of the game that searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The result, with the moves of the rules.
    pub deepened: Deepened<Move>,
    /// The form that searched.
    pub answered: AnsweringForm,
}

impl Strength {
    /// Returns the strength of the level `name`, or of options such as `depth=3,heuristic=discs`.
    /// What they leave open has its default.
    ///
    /// # Errors
    /// The message that something is unknown, with the known names.
    pub fn of_level(rules: &Rules, name: &str) -> Result<Self, String> {
        let strength = Self::new(rules, &Self::level(rules, name)?)?;
        Ok(Strength {
            level: rules.level(name).map(|level| level.name.to_string()),
            ..strength
        })
    }

    /// Returns the level `name`, or the level of options such as `depth=3,heuristic=discs`.
    ///
    /// # Errors
    /// The message that there is no such level, with the known levels.
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

    /// Returns the strength for the options of a level.
    ///
    /// # Errors
    /// The message that something is unknown, with the known names.
    pub fn new(rules: &Rules, level: &Level) -> Result<Self, String> {
        let seed = 0;
        let options = Options::of_level(rules, level, seed)
            .map_err(|error| level_error_text(rules, &error))?;
        let named = |number: usize| (number, rules.heuristics()[number].to_string());
        Ok(Strength {
            depth: options.depth,
            time: level.time,
            allotment: None,
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

    /// Returns the default strength: the level `normal`, else the first level, else a small depth
    /// with the first heuristic.
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

    /// Returns the level of [`usual`](Self::usual), and its name if it comes from the rule file.
    ///
    /// # Errors
    /// As for [`level`](Self::level).
    pub fn usual_level(rules: &Rules) -> Result<(Level, Option<String>), String> {
        match rules.level("normal").or(rules.levels().first()) {
            Some(level) => Ok((level.clone(), Some(level.name.to_string()))),
            None => Ok((Self::level(rules, &format!("depth={DEFAULT_DEPTH}"))?, None)),
        }
    }

    /// Whether the choice of the search depends on the seed.
    #[must_use]
    pub fn depends_on_seed(&self) -> bool {
        self.noise > 0 || self.random_ties
    }

    /// Whether there is a depth, and not only a time or a clock.
    #[must_use]
    pub fn says_depth(&self) -> bool {
        self.depth < MAX_PLIES
    }

    /// Returns the strength without its time. If it has only a time it gets the default depth.
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
            allotment: None,
            ..self.clone()
        }
    }

    /// Searches to the depth, or by iterative deepening until the time is over. `options` are the
    /// [`options`](Self::options) of this strength. Principal variation search uses `table`, and
    /// answers with what it has found when the watcher stops it.
    ///
    /// # Errors
    /// Those of [`search::deepen`].
    pub fn search(
        &self,
        engine: &Engine,
        position: &Position,
        options: &search::Options,
        clock: Clock<'_>,
        table: &mut TranspositionTable,
        watch: &mut dyn Watch,
    ) -> Result<Deepened<Move>, SearchError<Error>> {
        if let Some(allotment) = self.allotment {
            let allotment = allotment.within(self.time.unwrap_or(Duration::MAX));
            let timer = MoveTimer::new(allotment, clock);
            return search_on_clock(timer, engine, position, options, table, watch);
        }
        let mut deadline;
        let watch: &mut dyn Watch = match self.time {
            None => watch,
            Some(time) => {
                deadline = Deadline::new(time, clock, watch);
                &mut deadline
            }
        };
        if options.strategy == Strategy::PrincipalVariation {
            return engine.deepen_with(position, options, table, watch, &mut go_deeper);
        }
        if self.time.is_some() {
            return engine.deepen(position, options, watch, &mut go_deeper);
        }
        Ok(Deepened {
            best: engine.best(position, options, watch)?,
            depth: options.depth,
            is_stopped: false,
        })
    }

    /// Returns an empty table for searches of this strength.
    #[must_use]
    pub fn new_table(&self) -> TranspositionTable {
        TranspositionTable::of_options(&self.options(false))
    }

    /// Searches with the quickest form of a game. The machine begins; if the compiled form becomes
    /// available, it begins anew. The time is that of both together.
    ///
    /// # Errors
    /// Those of [`search::deepen`].
    pub fn answer(
        &self,
        forms: &Forms,
        position: &Position,
        options: &search::Options,
        clock: Clock<'_>,
        table: &mut TranspositionTable,
        watch: &mut dyn Watch,
    ) -> Result<SearchOutcome, SearchError<Error>> {
        let since = clock();
        let mut earlier: Option<Deepened<Move>> = None;
        let (deepened, answered) = forms.answer(watch, |engine, watch| {
            let spent = clock().saturating_sub(since);
            let rest = Strength {
                time: self.time.map(|time| time.saturating_sub(spent)),
                allotment: self.allotment.map(|allotment| allotment.after(spent)),
                ..self.clone()
            };
            let found = rest.search(engine, position, options, clock, table, watch)?;
            // The machine may have searched deeper than the compiled form does in the remaining
            // time.
            let deepest = match earlier.take() {
                Some(earlier) if earlier.depth > found.depth => earlier,
                _ => found,
            };
            earlier = Some(deepest.clone());
            Ok(deepest)
        })?;
        Ok(SearchOutcome { deepened, answered })
    }

    /// Returns the options of the search.
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

/// Writes the strength in a few words, such as `normal: pvs, depth 3, discs`.
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

/// Returns the message for an error in a level, with the known names.
fn level_error_text(rules: &Rules, error: &LevelError) -> String {
    match error {
        LevelError::Heuristic(name) => {
            let known = rules.heuristics().iter().map(|name| &**name);
            unknown("heuristic", name, known)
        }
        LevelError::Strategy(error) => error.to_string(),
    }
}
