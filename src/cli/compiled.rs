//! The result of the compiler for a rule file: `regola check --compile`.

use std::io::{self, Write};
use std::time::Instant;

use regola::compile::code::{Code, Mode};
use regola::compile::partial::{Evaluated, Part};
use regola::compile::words::Program;
use regola::compile::{
    Attempt, Effort, Interrupt, NotShown, Reason, Shown, Stage, attempt, make_ready,
};
use regola::game::Rules;
use serde_json::{Value, json};

/// A report of the compilation of a game.
pub struct CompilationAccount<'r> {
    rules: &'r Rules,
    seconds: f64,
    evaluated: Result<Evaluated, Reason>,
    code: Result<Code, Reason>,
}

impl<'r> CompilationAccount<'r> {
    /// Compiles a game as far as possible.
    pub fn new(rules: &'r Rules) -> Self {
        let start = Instant::now();
        let (evaluated, code) = match attempt(rules, Effort::Thorough) {
            Ok(Attempt { evaluated, code }) => (Ok(evaluated), code),
            Err(reason) => (Err(reason.clone()), Err(reason)),
        };
        Self {
            rules,
            seconds: start.elapsed().as_secs_f64(),
            evaluated,
            code,
        }
    }

    /// Returns what a part leaves to the machine.
    fn exceptions(&self, part: &Part) -> Vec<String> {
        let except = part.except.iter();
        except.map(|reason| self.reason_text(reason)).collect()
    }

    /// Prints the report for a person.
    pub fn print(&self, path: &str, out: &mut dyn Write) -> io::Result<()> {
        let start = Instant::now();
        let stop = Interrupt::of(self.rules);
        let ready = self.code.as_ref().map_err(Reason::clone);
        let ready = ready.and_then(|code| Ok((code, make_ready(code, &stop)?)));
        match ready {
            Ok((code, is_native)) => {
                let words = code.layout.words();
                let fate = match is_native {
                    true => format!("native code in {:.3} s", start.elapsed().as_secs_f64()),
                    false => "run by the interpreter of words".to_owned(),
                };
                writeln!(
                    out,
                    "{path}: compiled in {:.3} s, {fate}; a position is {words} words",
                    self.seconds
                )?;
            }
            Err(reason) => writeln!(
                out,
                "{path}: stays with the machine: {}",
                self.reason_text(&reason)
            )?,
        }
        let Ok(evaluated) = &self.evaluated else {
            return Ok(());
        };
        for domain in evaluated.domains.in_words(self.rules.schema()) {
            writeln!(out, "  domain found: {domain}")?;
        }
        for part in &evaluated.parts {
            let fate = match self.operations(part) {
                Err(reason) => format!("by the machine: {reason}"),
                Ok(Some(operations)) => format!("compiled, {operations} operations"),
                Ok(None) => "could be compiled".to_owned(),
            };
            writeln!(out, "  {:<24} {fate}", part.name)?;
            for met in self.exceptions(part) {
                writeln!(out, "  {:<24} except where it meets {met}", "")?;
            }
        }
        if !evaluated.predicates.is_empty() {
            writeln!(
                out,
                "predicates that depend on the position, with the calls that were evaluated:"
            )?;
        }
        for predicate in &evaluated.predicates {
            writeln!(out, "  {:<24} {:>8}", predicate.name, predicate.calls)?;
            for reason in &predicate.except {
                writeln!(
                    out,
                    "  {:<24} {:>8} by the machine: {}",
                    "",
                    "",
                    self.reason_text(reason)
                )?;
            }
        }
        Ok(())
    }

    /// Returns what a stage of the compiler passes on, all of it or what has this name.
    ///
    /// # Errors
    /// Why there is nothing to show.
    pub fn show(&self, stage: Stage, of: Option<&str>) -> Result<String, NotShown> {
        let by_machine = |reason| NotShown::ByTheMachine(self.reason_text(reason));
        let evaluated = self.evaluated.as_ref().map_err(by_machine)?;
        Shown {
            rules: self.rules,
            evaluated,
            code: self.code.as_ref(),
        }
        .show(stage, of)
    }

    /// Returns the report as JSON.
    pub fn object(&self, path: &str) -> Value {
        let reason_of =
            |outcome: Result<(), &Reason>| outcome.err().map(|reason| self.reason_text(reason));
        let all = |reasons: &[Reason]| {
            reasons
                .iter()
                .map(|reason| self.reason_text(reason))
                .collect::<Vec<_>>()
        };
        let evaluated = self.evaluated.as_ref().ok();
        let parts = evaluated.iter().flat_map(|evaluated| &evaluated.parts).map(|part| {
            let (operations, machine) = match self.operations(part) {
                Ok(operations) => (operations, None),
                Err(reason) => (None, Some(reason)),
            };
            json!({ "part": part.name, "operations": operations, "machine": machine, "except": self.exceptions(part) })
        });
        let predicates = evaluated.iter().flat_map(|evaluated| &evaluated.predicates).map(|predicate| {
            json!({ "predicate": predicate.name, "calls": predicate.calls, "except": all(&predicate.except) })
        });
        json!({
            "file": path,
            "compiled": self.code.is_ok(),
            "machine": reason_of(self.code.as_ref().map(|_| ())),
            "words": self.code.as_ref().ok().map(|code| code.layout.words()),
            "goals": evaluated.map(|evaluated| evaluated.goals),
            "domains": evaluated.map(|evaluated| evaluated.domains.in_words(self.rules.schema())),
            "nodes": evaluated.map(|evaluated| evaluated.residual.circuit.size()),
            "parts": parts.collect::<Vec<_>>(),
            "predicates": predicates.collect::<Vec<_>>(),
        })
    }

    fn reason_text(&self, reason: &Reason) -> String {
        reason.told(self.rules.sources())
    }

    /// Returns the number of operations of a part, in the mode with the most; none if the game is
    /// not compiled.
    ///
    /// # Errors
    /// Why the part stays with the machine.
    fn operations(&self, part: &Part) -> Result<Option<usize>, String> {
        part.outcome
            .as_ref()
            .map_err(|reason| self.reason_text(reason))?;
        let (Ok(code), part) = (&self.code, part.name.as_str()) else {
            return Ok(None);
        };
        let names = self.rules.heuristics();
        let heuristic = part
            .strip_prefix("heuristic ")
            .and_then(|name| names.iter().position(|own| &**own == name));
        if let Some(number) = heuristic {
            let programs = code
                .heuristic(number, &Interrupt::of(self.rules))
                .map_err(|refusal| refusal.to_string())?;
            return Ok(programs.iter().map(Program::len).max());
        }
        let of_mode = |mode: &Mode| match part {
            "legal" | "terminal" => mode.turn.len(),
            "effects" => mode.applies.iter().map(Program::len).sum(),
            "effects of moves at once" => mode
                .together
                .as_ref()
                .map_or(0, |together| together.program.len()),
            "goal" => mode.goals.len(),
            "quiet" => mode.quiet.len(),
            _ => 0,
        };
        Ok(code.modes.iter().map(of_mode).max())
    }
}
