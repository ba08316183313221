//! Options that say how a search is to look.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use regola::game::{Level, Move, Position, Rules};
use regola::search::{Best, Strategy, Watch};
pub use regola::session::Strength;
use regola::session::{AnsweringForm, Forms};

use crate::trouble::{Explain, Trouble};
use crate::watching::clock;

/// Options that say how to search.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    /// The number of plies to look ahead
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// A level of the rule file, or options such as depth=3,heuristic=discs
    #[arg(long)]
    level: Option<String>,
    /// The heuristic for unfinished positions [default: that of the level, else the first of the
    /// file]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
    /// The search strategy [default: that of the level, else alpha-beta]
    #[arg(long, value_parser = strategies())]
    strategy: Option<Strategy>,
    /// The seed of the noise of a level, and of its choice among equally good moves
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Reads the name of a strategy.
pub fn strategies() -> impl TypedValueParser<Value = Strategy> {
    let known = PossibleValuesParser::new(Strategy::ALL.map(Strategy::name));
    known.try_map(|name| name.parse::<Strategy>())
}

/// What the program plays in a game that goes on, where one role is to move, and what its search
/// has found.
pub fn choose(
    strength: &Strength,
    rules: &Rules,
    forms: &Forms,
    position: &Position,
    watch: &mut dyn Watch,
) -> Result<(Move, Best<Move>, AnsweringForm), Trouble> {
    let mut options = strength.options(false);
    options.depth = options.depth.max(1);
    options.play_forced = true;
    let answer = strength
        .answer(forms, position, &options, &clock(), watch)
        .explain(rules)?;
    let best = answer.deepened.best;
    let played = best
        .best_move()
        .cloned()
        .expect("the game goes on and the depth is not 0");
    Ok((played, best, answer.answered))
}

impl SearchOptions {
    /// Whether they say how positions are to be judged, and not only how deep to look.
    pub fn say_how_to_judge(&self) -> bool {
        self.level.is_some() || self.heuristic.is_some()
    }

    /// What these options come to for a game, with a time if one was typed; the error says what
    /// there is instead. Who types a depth or a time means neither of the level's.
    pub fn strength(&self, rules: &Rules, time: Option<Duration>) -> Result<Strength, String> {
        let mut level = match &self.level {
            Some(name) => Strength::level(rules, name)?,
            None => Level::default(),
        };
        self.adapt(rules, &mut level, time)
    }

    /// The same; where neither a level nor a depth nor a time was typed, the level that `play`
    /// takes.
    pub fn strength_or_usual(
        &self,
        rules: &Rules,
        time: Option<Duration>,
    ) -> Result<Strength, String> {
        if self.level.is_some() || self.depth.is_some() || time.is_some() {
            return self.strength(rules, time);
        }
        let (mut level, name) = Strength::usual_level(rules)?;
        let is_changed = self.heuristic.is_some() || self.strategy.is_some();
        Ok(Strength {
            level: name.filter(|_| !is_changed),
            ..self.adapt(rules, &mut level, None)?
        })
    }

    /// A level with what else was typed.
    fn adapt(
        &self,
        rules: &Rules,
        level: &mut Level,
        time: Option<Duration>,
    ) -> Result<Strength, String> {
        if self.depth.is_some() || time.is_some() {
            (level.depth, level.time) = (self.depth, time);
        }
        if level.depth.is_none() && level.time.is_none() {
            return Err(
                "say how far to look ahead: with `--depth N`, or by a level that does".to_owned(),
            );
        }
        if let Some(heuristic) = &self.heuristic {
            level.heuristic = Some(heuristic.as_str().into());
        }
        if let Some(strategy) = self.strategy {
            level.strategy = Some(strategy.name().into());
        }
        Ok(Strength {
            seed: self.seed,
            ..Strength::new(rules, level)?
        })
    }
}
