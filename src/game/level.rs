//! Levels: strengths that a rule file offers.

use std::str::FromStr;

use crate::logic::{Term, View};
use crate::syntax::tree::Name;

/// A strength by name. What is not said is left to who searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: Name,
    /// How many plies are looked ahead.
    pub depth: Option<usize>,
    /// The heuristic that judges where the look ahead ends.
    pub heuristic: Option<Name>,
    /// The name of the strategy, as a search calls it: `alpha-beta` for `strategy(alpha_beta)`.
    pub strategy: Option<Name>,
}

impl Level {
    /// The level that `level(Name, Options)` declares.
    ///
    /// # Errors
    /// What is wrong with it, in a few words.
    pub(super) fn new(name: &Term, options: &Term) -> Result<Self, String> {
        let name = match name.view() {
            View::Atom(name) | View::String(name) => name,
            View::Integer(number) => number.to_string().into(),
            _ => return Err("its name is no atom, text or number".to_owned()),
        };
        let mut level = Level { name, depth: None, heuristic: None, strategy: None };
        for option in items(options).ok_or("its options are no list")? {
            level.read(&option)?;
        }
        Ok(level)
    }

    fn read(&mut self, option: &Term) -> Result<(), String> {
        let View::Compound(name, values) = option.view() else { return Err(unknown(option)) };
        let [value] = values.as_slice() else { return Err(unknown(option)) };
        match (&*name, value.view()) {
            ("depth", View::Integer(depth)) => {
                let depth = usize::try_from(depth).map_err(|_| format!("`{option}` is negative"))?;
                self.depth = Some(depth);
            }
            ("heuristic", View::Atom(heuristic)) => self.heuristic = Some(heuristic),
            ("strategy", View::Atom(strategy)) => self.strategy = Some(strategy.replace('_', "-").into()),
            _ => return Err(unknown(option)),
        }
        Ok(())
    }
}

fn unknown(option: &Term) -> String {
    format!("`{option}` is none of `depth(N)`, `heuristic(Name)`, `strategy(Name)`")
}

fn items(list: &Term) -> Option<Vec<Term>> {
    let mut items = Vec::new();
    let mut rest = list.clone();
    loop {
        match rest.view() {
            View::Atom(end) if &*end == "[]" => return Some(items),
            View::Compound(name, parts) if &*name == "[|]" => {
                items.push(parts[0].clone());
                rest = parts[1].clone();
            }
            _ => return None,
        }
    }
}

impl FromStr for Level {
    type Err = String;

    /// Not every level is in a rule file: `depth=3,heuristic=discs,strategy=minimax` is one too.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut level = Level { name: text.into(), depth: None, heuristic: None, strategy: None };
        for part in text.split(',') {
            match part.split_once('=') {
                Some(("depth", depth)) => {
                    level.depth = Some(depth.parse().map_err(|_| format!("`{depth}` is not a depth"))?);
                }
                Some(("heuristic", heuristic)) => level.heuristic = Some(heuristic.into()),
                Some(("strategy", strategy)) => level.strategy = Some(strategy.into()),
                _ => return Err(format!("`{part}` is none of `depth=N`, `heuristic=NAME`, `strategy=NAME`")),
            }
        }
        Ok(level)
    }
}
