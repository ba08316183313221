//! Commands that search.

use std::io::Write;
use std::time::Duration;

use super::advice::Advice;
use super::command::depth;
use super::counts::print_counts;
use super::forms::Forms;
use super::session::Session;
use super::strength::Strength;
use super::trouble::{Explain, Trouble};

impl Session {
    pub(super) fn best(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let mut strength = Strength::usual(self.playable()?).map_err(Trouble::Use)?;
        if !argument.is_empty() {
            strength = Strength {
                depth: depth(argument)?,
                time: None,
                level: None,
                ..strength.looking_ahead()
            };
        }
        strength = self.host.limited(&strength);
        // Without a clock the output must be the same each time.
        if self.host.now().is_none() {
            strength = strength.without_time();
        }
        let clock = || self.host.now().unwrap_or_default();
        let options = strength.options(false);
        let (forms, position) = (self.forms(), self.position());
        let search = || {
            let answer = strength.answer(
                forms,
                position,
                &options,
                &clock,
                &mut strength.new_table(),
                &mut self.watch(),
            );
            answer.explain(self.rules())
        };
        let (answer, time) = self.timed(search)?;
        let advice = Advice::written(self.rules(), position, answer.deepened)?;
        let measured = time.map(|time| (time, answer.answered));
        advice.print(&strength, measured, out)?;
        match answer.limit {
            Some(limit) => Err(limit).explain(self.rules()),
            None => Ok(()),
        }
    }

    pub(super) fn perft(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        self.playable()?;
        let depth = depth(argument)?;
        let forms = self.forms();
        print_counts(depth, out, &mut |depth| {
            let count = || {
                forms.answer(&mut self.watch(), |engine, watch| {
                    engine.perft(self.position(), depth, watch)
                })
            };
            let ((nodes, answered), time) = self.timed(|| count().explain(self.rules()))?;
            Ok((nodes, time.map(|time| (time, answered))))
        })
    }

    /// Returns the forms that search. Without a clock the output must be the same each time.
    fn forms(&self) -> &Forms {
        match self.host.now() {
            Some(_) => self.game.forms(),
            None => self.game.form_after_waiting(),
        }
    }

    /// Returns the result of `work`, and the time that it took if the host has a clock.
    pub(super) fn timed<T>(
        &self,
        work: impl FnOnce() -> Result<T, Trouble>,
    ) -> Result<(T, Option<Duration>), Trouble> {
        let start = self.host.now();
        let done = work()?;
        let time = self
            .host
            .now()
            .zip(start)
            .map(|(end, start)| end.saturating_sub(start));
        Ok((done, time))
    }
}
