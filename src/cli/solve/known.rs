//! What is known of a position when its solution ends without an answer: after Ctrl-C, or at a limit.

use std::io::Write;

use regola::game::{Error, Game, Rules};
use regola::search::{Known, KnownValue, MAX_PLIES, SearchError, SolveMethod, Value};
use serde_json::{Value as Json, json};

use super::{SolveArguments, goal_in_words, plies};
use crate::json::{self, Object};
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;

/// All that the methods have told.
pub struct KnownSoFar<'a> {
    rules: &'a Rules,
    /// The heuristic, if the values are scores.
    heuristic: Option<&'a str>,
    /// By role, if anything was told of it.
    values: Vec<Option<KnownValue>>,
    /// The positions that retrograde analysis has listed, and those of them whose moves were not played.
    listed: Option<(u64, u64)>,
    nodes: u64,
}

impl<'a> KnownSoFar<'a> {
    /// Puts together what the watcher was told.
    pub fn of(watching: &Watching, rules: &'a Rules, heuristic: Option<&'a str>) -> Self {
        let mut known = KnownSoFar {
            rules,
            heuristic,
            values: vec![None; rules.role_count()],
            listed: None,
            nodes: watching.nodes(),
        };
        for note in watching.notes() {
            match *note {
                Known::Value(value) => {
                    let earlier = &mut known.values[value.role.0];
                    *earlier = Some(earlier.map_or(value, |earlier| earlier.and(value)));
                }
                Known::Listed { positions, waiting } => known.listed = Some((positions, waiting)),
            }
        }
        known
    }

    /// Explains an error of a solver: with what is known, and with the option that raises a limit. If the
    /// user wants JSON, what is known after a stop is written as such.
    pub fn explain(
        &self,
        error: SearchError<Error>,
        options: &SolveArguments,
        out: &mut dyn Write,
    ) -> Trouble {
        let text = error.to_string();
        let explained = match error {
            SearchError::TooManyPositions { limit } => Trouble::Use(format!(
                "more than {limit} positions would have to be kept; allow more with `--keep`, or start \
                 nearer to the end"
            )),
            SearchError::Unsettled { plies } => {
                let may_raise = may_raise_depth(options, plies);
                let way_out = may_raise.then(|| "`--depth` follows longer lines".to_owned());
                let parts = [Some(text), way_out, self.told()];
                Trouble::Use(parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
            }
            error => {
                let explained = Err::<(), _>(error).explain(self.rules);
                explained.expect_err("an error stays one")
            }
        };
        match explained {
            Trouble::Stopped(text) => self.stopped(&text, options, out),
            explained => explained,
        }
    }

    fn stopped(&self, text: &str, options: &SolveArguments, out: &mut dyn Write) -> Trouble {
        let written = match options.json {
            true => json::write(out, &self.object()),
            false => Ok(()),
        };
        match written {
            Ok(()) => {
                let nothing = || "nothing is known of the result".to_owned();
                let told = self.told().unwrap_or_else(nothing);
                Trouble::Stopped(format!("{text}\n{told}"))
            }
            Err(error) => error.into(),
        }
    }

    /// Returns what is known in words, if something is.
    fn told(&self) -> Option<String> {
        let of_role = |known: &KnownValue| {
            let name = self.rules.role_name(known.role);
            let told = self.told_of(*known).into_iter();
            told.map(|told| format!("{name} {told}"))
                .collect::<Vec<_>>()
        };
        let mut parts: Vec<String> = self.values.iter().flatten().flat_map(of_role).collect();
        if let Some((positions, waiting)) = self.listed {
            parts.push(format!(
                "{positions} positions were listed, and the moves of {waiting} of them not yet played"
            ));
        }
        let is_something = !parts.is_empty();
        is_something.then(|| format!("known so far: {}", parts.join("; ")))
    }

    /// Returns what is known of the value of a role, each part as the end of a sentence.
    fn told_of(&self, known: KnownValue) -> Vec<String> {
        if let Some(value) = known.value() {
            let in_plies = known.plies.map(|count| format!(" in {}", plies(count)));
            return vec![self.sure_of(value) + &in_plies.unwrap_or_default()];
        }
        let at_least = (known.at_least > Value::LOSS).then(|| self.sure_of(known.at_least));
        let at_most = (known.at_most < Value::WIN).then(|| {
            format!(
                "cannot make sure of more than {}",
                self.named(known.at_most)
            )
        });
        let win = match self.rules.role_count() {
            1 => "cannot solve it",
            _ => "cannot force a win",
        };
        let [no_win, no_loss] = [
            (win, known.no_win_within),
            ("cannot be forced to lose", known.no_loss_within),
        ]
        .map(|(what, within)| (within > 0).then(|| format!("{what} within {}", plies(within))));
        [at_least, at_most, no_win, no_loss]
            .into_iter()
            .flatten()
            .collect()
    }

    fn sure_of(&self, value: Value) -> String {
        match self.heuristic {
            None if value.is_decided() => goal_in_words(goal(value)),
            _ => format!("can make sure of {}", self.named(value)),
        }
    }

    fn named(&self, value: Value) -> String {
        match (self.heuristic, goal(value)) {
            (Some(heuristic), _) => format!("{heuristic} {}", value.number()),
            (None, 50) => "a draw".to_owned(),
            (None, goal) => format!("goal {goal}"),
        }
    }

    fn object(&self) -> Json {
        let bounds = |known: &KnownValue| {
            json!({
                "at_least": self.number(known.at_least),
                "at_most": self.number(known.at_most),
                "plies": known.plies,
                "no_win_within": known.no_win_within,
                "no_loss_within": known.no_loss_within,
            })
        };
        let known = self.values.iter().flatten();
        let known = known.map(|known| (self.rules.role_name(known.role), bounds(known)));
        json!({
            "stopped": true,
            "known": known.collect::<Object>(),
            "listed": self.listed.map(|(positions, _)| positions),
            "waiting": self.listed.map(|(_, waiting)| waiting),
            "nodes": self.nodes,
        })
    }

    /// Returns a goal or a score; none if a score has no bound.
    fn number(&self, value: Value) -> Option<i64> {
        match self.heuristic {
            None => Some(i64::from(goal(value))),
            Some(_) => (!value.is_decided()).then(|| value.number()),
        }
    }
}

/// Whether a greater depth would let a line be longer than this.
fn may_raise_depth(options: &SolveArguments, plies: usize) -> bool {
    let is_followed = options.method == Some(SolveMethod::Retrograde) || plies < MAX_PLIES;
    is_followed && options.depth.unwrap_or(MAX_PLIES) <= plies
}

/// Returns the goal of a result.
fn goal(value: Value) -> u8 {
    value.goal().unwrap_or(50)
}
