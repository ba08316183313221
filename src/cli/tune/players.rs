//! The players of the games to learn from, and those of the match.

use std::time::Duration;

use regola::contest::Player;
use regola::game::Rules;
use regola::search::{MAX_PLIES, Strategy};

use super::TuneArguments;
use crate::contest::contestant::Contestant;
use crate::strength::Strength;
use crate::trouble::Trouble;

/// The players.
pub struct Players {
    /// Both players of the games to learn from.
    pub trainer: Contestant,
    /// The level to be stronger than.
    base: Strength,
    base_name: String,
}

impl Players {
    pub fn new(options: &TuneArguments, rules: &Rules) -> Result<Self, Trouble> {
        let last = rules.levels().last().map(|level| level.name.to_string());
        let (base_name, base) = match options.level.clone().or(last) {
            Some(name) => (name.clone(), Strength::of_level(rules, &name)),
            None => ("usual".to_owned(), Strength::usual(rules)),
        };
        let base = base.map_err(Trouble::Use)?;
        Ok(Players {
            trainer: trainer(options, rules, &base).map_err(Trouble::Use)?,
            base,
            base_name,
        })
    }

    /// Returns the depth for the new level: that of the level to be stronger than, if it has one.
    pub fn depth(&self) -> usize {
        self.base.without_time().depth
    }

    /// Returns the players of the match: one with the heuristic `name` of `rules`, and the level to be
    /// stronger than, each with this time for a move.
    pub fn of_match(&self, rules: &Rules, name: &str, time: Duration) -> [Contestant; 2] {
        let number = rules.heuristics().iter().position(|known| **known == *name);
        let number = number.expect("the rule file with the weights has this heuristic");
        let base = Strength {
            time: Some(time),
            depth: MAX_PLIES,
            playouts: u64::MAX,
            noise: 0,
            ..self.base.clone()
        };
        let strategy = match base.strategy {
            Strategy::MonteCarlo => Strategy::default(),
            strategy => strategy,
        };
        let tuned = Strength {
            heuristic: Some((number, name.to_owned())),
            strategy,
            level: Some(name.to_owned()),
            ..base.clone()
        };
        [(name, tuned), (&self.base_name, base)].map(|(name, strength)| Contestant {
            name: name.to_owned(),
            player: Player::Computer(strength),
        })
    }
}

/// Returns both players of the games to learn from.
fn trainer(options: &TuneArguments, rules: &Rules, base: &Strength) -> Result<Contestant, String> {
    let has_heuristic = base.heuristic.is_some();
    let usual = if has_heuristic {
        "depth=2,ties=random"
    } else {
        "playouts=100"
    };
    let name = options.player.as_deref().unwrap_or(usual);
    let mut strength = Strength::of_level(rules, name)?;
    if options.player.is_none() && has_heuristic {
        strength.heuristic.clone_from(&base.heuristic);
    }
    Ok(Contestant {
        name: name.to_owned(),
        player: Player::Computer(strength),
    })
}
