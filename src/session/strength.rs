//! How to search: depth, heuristic and strategy, from a level of the rule file or from options.

use std::sync::Arc;
use std::time::Duration;

use super::forms::{AnsweringForm, Forms};
use super::on_clock::search_on_clock;
use super::suggestion::unknown;
use crate::engine::Engine;
use crate::game::{Error, Level, Move, Position, Results, Rules};
use crate::search::{
    self, Allotment, Clock, DEFAULT_DEPTH, DEFAULT_PLAYOUTS, Deadline, Deepened, EndgameTable,
    LevelError, MAX_PLIES, MoveTimer, Noise, Options, SearchError, Strategy, TranspositionTable,
    Watch, go_deeper,
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
    /// Whether only the clock of a game limits the depth.
    pub is_open: bool,
    /// The number and name of the heuristic.
    pub heuristic: Option<(usize, String)>,
    /// The search strategy.
    pub strategy: Strategy,
    /// The greatest number of playouts, for Monte-Carlo tree search; 0 for the usual number, and
    /// [`u64::MAX`] if only the time limits them.
    pub playouts: u64,
    /// The plies after which the heuristic values a playout.
    pub cut: Option<usize>,
    /// The playouts for which the heuristic's value of a position counts.
    pub prior: Option<usize>,
    /// The value of a finished game.
    pub results: Results,
    /// Whether promising moves are searched first.
    pub order: bool,
    /// Whether moves that seem to be worse than others are searched less deep.
    pub selective: bool,
    /// Whether positions that are the same up to symmetry are searched as one.
    pub symmetries: bool,
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
    /// The number of threads that search; 0 if the level does not say.
    pub threads: usize,
    /// Solved positions, see [`Options::endgame_table`].
    pub endgame_table: Option<Arc<EndgameTable>>,
    /// The name of the level, if the rule file has this one.
    pub level: Option<String>,
}

/// The result of a search, and the form of the game that searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The result, with the moves of the rules.
    pub deepened: Deepened<Move>,
    /// The limit that a question to the rules met in a deeper search; the result is that of the last
    /// search without such a question.
    pub limit: Option<Error>,
    /// The form that searched.
    pub answered: AnsweringForm,
}

/// What a search is to find: the best move of a position.
#[derive(Clone, Copy)]
pub(super) struct SearchQuestion<'a> {
    pub engine: &'a Engine,
    pub position: &'a Position,
    /// The [`options`](Strength::options) of a strength.
    pub options: &'a Options,
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
            is_open: false,
            heuristic: options.heuristic.map(named),
            strategy: options.strategy,
            playouts: options.playouts,
            cut: options.cut,
            prior: options.prior,
            results: options.results,
            order: options.order,
            selective: options.selective,
            symmetries: options.symmetries,
            prefer_quick: options.prefer_quick,
            noise: options.noise.map_or(0, |noise| noise.weight),
            table: options.table,
            random_ties: options.shuffle.is_some(),
            seed,
            threads: options.threads,
            endgame_table: None,
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

    /// The same with this number of threads, unless its level says how many.
    #[must_use]
    pub fn or_threads(self, threads: usize) -> Self {
        match self.threads {
            0 => Self { threads, ..self },
            _ => self,
        }
    }

    /// Whether the choice of the search depends on the seed.
    #[must_use]
    pub fn depends_on_seed(&self) -> bool {
        self.noise > 0 || self.random_ties || !self.strategy.has_depth()
    }

    /// Whether there is a depth, and not only a time or a clock.
    #[must_use]
    pub fn says_depth(&self) -> bool {
        let has_bound = self.time.is_none() || self.depth < MAX_PLIES;
        self.strategy.has_depth() && !self.is_open && has_bound
    }

    /// Whether there is a number of playouts, and not only a time.
    #[must_use]
    pub fn says_playouts(&self) -> bool {
        !self.strategy.has_depth() && self.playouts < u64::MAX
    }

    /// The number of playouts of Monte-Carlo tree search.
    fn playouts(&self) -> u64 {
        match self.playouts {
            0 => DEFAULT_PLAYOUTS,
            playouts => playouts,
        }
    }

    /// Returns the strength with a strategy that looks ahead for a number of plies: the default one in
    /// place of Monte-Carlo tree search.
    #[must_use]
    pub fn looking_ahead(&self) -> Self {
        match self.strategy.has_depth() {
            true => self.clone(),
            false => Strength {
                strategy: Strategy::default(),
                depth: DEFAULT_DEPTH,
                time: None,
                ..self.clone()
            },
        }
    }

    /// Returns the strength without its time. If it has only a time it gets the default depth or the
    /// default number of playouts.
    #[must_use]
    pub fn without_time(&self) -> Self {
        let depth = if self.says_depth() {
            self.depth
        } else {
            DEFAULT_DEPTH
        };
        Strength {
            depth,
            playouts: if self.says_playouts() {
                self.playouts
            } else {
                0
            },
            time: None,
            allotment: None,
            is_open: false,
            ..self.clone()
        }
    }

    /// Searches to the depth, or by iterative deepening until the time is over. `options` are the
    /// [`options`](Self::options) of this strength. Principal variation search and Monte-Carlo tree
    /// search use `table`, and answer with what they have found when the watcher stops them. Iterative
    /// deepening also does so when a deeper search meets a limit of the rules.
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
        let question = SearchQuestion {
            engine,
            position,
            options,
        };
        Ok(self.search_to_limit(question, clock, table, watch)?.0)
    }

    /// Searches as [`search`](Self::search) does. The limit that ended it comes with the result.
    ///
    /// # Errors
    /// Those of [`search::deepen`].
    fn search_to_limit(
        &self,
        question: SearchQuestion<'_>,
        clock: Clock<'_>,
        table: &mut TranspositionTable,
        watch: &mut dyn Watch,
    ) -> Result<(Deepened<Move>, Option<Error>), SearchError<Error>> {
        let mut last = None;
        let mut keep = |found: &Deepened<Move>| last = Some(found.clone());
        let found = self.deepen(question, clock, table, watch, &mut keep);
        match (found, last) {
            (Err(SearchError::Game(error)), Some(last)) if error.is_limit() => {
                let is_stopped = true;
                Ok((Deepened { is_stopped, ..last }, Some(error)))
            }
            (found, _) => Ok((found?, None)),
        }
    }

    /// Searches, and calls `keep` with the result of each depth.
    fn deepen(
        &self,
        question: SearchQuestion<'_>,
        clock: Clock<'_>,
        table: &mut TranspositionTable,
        watch: &mut dyn Watch,
        keep: &mut dyn FnMut(&Deepened<Move>),
    ) -> Result<Deepened<Move>, SearchError<Error>> {
        if let Some(allotment) = self.allotment {
            let allotment = allotment.within(self.time.unwrap_or(Duration::MAX));
            let timer = MoveTimer::new(allotment, clock);
            return search_on_clock(timer, question, table, watch, keep);
        }
        let mut deadline;
        let watch: &mut dyn Watch = match self.time {
            None => watch,
            Some(time) => {
                deadline = Deadline::new(time, clock, watch);
                &mut deadline
            }
        };
        let mut each = |found: &Deepened<Move>| {
            keep(found);
            go_deeper(found)
        };
        let SearchQuestion {
            engine,
            position,
            options,
        } = question;
        if let Strategy::PrincipalVariation | Strategy::MonteCarlo = options.strategy {
            return engine.deepen_with(position, options, table, watch, &mut each);
        }
        if self.time.is_some() {
            return engine.deepen(position, options, watch, &mut each);
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
        let mut limit = None;
        let (deepened, answered) = forms.answer(watch, |engine, watch| {
            let spent = clock().saturating_sub(since);
            let rest = Strength {
                time: self.time.map(|time| time.saturating_sub(spent)),
                allotment: self.allotment.map(|allotment| allotment.after(spent)),
                ..self.clone()
            };
            let question = SearchQuestion {
                engine,
                position,
                options,
            };
            let (found, met) = rest.search_to_limit(question, clock, table, watch)?;
            limit = met;
            // The machine may have searched deeper than the compiled form does in the remaining
            // time.
            let reach = |found: &Deepened<Move>| (found.depth, found.best.playouts);
            let deepest = match earlier.take() {
                Some(earlier) if reach(&earlier) > reach(&found) => earlier,
                _ => found,
            };
            earlier = Some(deepest.clone());
            Ok(deepest)
        })?;
        Ok(SearchOutcome {
            deepened,
            limit,
            answered,
        })
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
            selective: self.selective,
            symmetries: self.symmetries,
            prefer_quick: self.prefer_quick,
            results: self.results,
            noise: (self.noise > 0).then_some(Noise {
                seed: self.seed,
                weight: self.noise,
            }),
            play_forced: false,
            shuffle: self.random_ties.then_some(self.seed),
            playouts: self.playouts,
            cut: self.cut,
            prior: self.prior,
            seed: self.seed,
            role: None,
            table: self.table,
            threads: self.threads,
            endgame_table: self.endgame_table.clone(),
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
        write!(f, "{}", self.strategy)?;
        if let Some(time) = self.time {
            write!(f, ", {} s", time.as_secs_f64())?;
        }
        if !self.strategy.has_depth() {
            return self.write_playouts(heuristic, f);
        }
        if self.says_depth() {
            write!(f, ", depth {}", self.depth)?;
        }
        write!(f, ", {heuristic}")?;
        if self.results == Results::Heuristic {
            f.write_str(", results by the heuristic")?;
        }
        if self.order {
            f.write_str(", ordered")?;
        }
        if self.selective && self.strategy == Strategy::PrincipalVariation {
            f.write_str(", selective")?;
        }
        if self.symmetries && self.noise == 0 {
            f.write_str(", symmetries")?;
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

impl Strength {
    /// Writes what only Monte-Carlo tree search has.
    fn write_playouts(&self, heuristic: &str, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.says_playouts() {
            write!(f, ", {} playouts", self.playouts())?;
        }
        if let Some(playouts) = self.prior {
            write!(f, ", prior of {playouts} playouts")?;
        }
        if let Some(plies) = self.cut {
            write!(f, ", cut after {plies} plies")?;
        }
        match self.prior.or(self.cut) {
            Some(_) => write!(f, ", {heuristic}"),
            None => Ok(()),
        }
    }
}

/// Returns the message for an error in a level, with the known names.
fn level_error_text(rules: &Rules, error: &LevelError) -> String {
    match error {
        LevelError::Heuristic(name) => unknown_heuristic(rules, name),
        LevelError::Strategy(_) | LevelError::Unfit { .. } | LevelError::NoisySymmetries => {
            error.to_string()
        }
    }
}

/// Returns the message for a heuristic that the rules do not have, with the known names.
#[must_use]
pub fn unknown_heuristic(rules: &Rules, name: &str) -> String {
    let known = rules.heuristics().iter().map(|name| &**name);
    unknown("heuristic", name, known)
}
