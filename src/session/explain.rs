//! Commands that explain an answer: why it holds, why not, its proof step by step, and its cost.

use std::io::Write;

use super::host::{Pace, Stride};
use super::session::Session;
use super::trouble::Trouble;
use crate::game::{Tracing, Traversed};
use crate::logic::proof::Bounds;
use crate::logic::{Port, PortEvent, Profile};

impl Session {
    /// Runs `:why GOAL` and `:why not GOAL`.
    pub(super) fn why(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let denied = argument
            .strip_prefix("not")
            .filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
        let goal = a_goal(denied.unwrap_or(argument))?;
        let explained = self
            .rules()
            .explain(self.position(), goal, Bounds::default())?;
        match (explained.holds(), denied.is_some()) {
            (true, true) => writeln!(out, "It holds:")?,
            (false, false) => writeln!(out, "It does not hold:")?,
            _ => {}
        }
        Ok(write!(out, "{explained}")?)
    }

    /// Runs `:trace [DEPTH] GOAL`.
    pub(super) fn trace(
        &self,
        argument: &str,
        out: &mut dyn Write,
        pace: &mut dyn Pace,
    ) -> Result<(), Trouble> {
        let (first, rest) = argument
            .split_once(char::is_whitespace)
            .unwrap_or((argument, ""));
        let (depth, goal) = match first.parse() {
            Ok(depth) => (depth, rest),
            Err(_) => (usize::MAX, argument),
        };
        let mut tracing = self.rules().trace(self.position(), a_goal(goal)?)?;
        let mut at = tracing.step_to(|event| event.depth <= depth)?;
        let (mut ports, mut answers) = (0, 0);
        loop {
            at = match at {
                Traversed::Port(event) => {
                    ports += 1;
                    print_port(&event, &mut tracing, out)?;
                    match pace.at_port(ports)? {
                        Stride::Creep => tracing.step_to(|event| event.depth <= depth)?,
                        Stride::Skip if matches!(event.port, Port::Call | Port::Redo) => {
                            tracing.skip(event.call)?
                        }
                        Stride::Skip => tracing.step_to(|event| event.depth <= depth)?,
                        Stride::Leap => tracing.step_to(|_| false)?,
                        Stride::Stop => return Ok(writeln!(out, "The trace was stopped here.")?),
                    }
                }
                Traversed::Answer(answer) => {
                    answers += 1;
                    write!(out, "{answer}")?;
                    out.flush()?;
                    if !tracing.may_have_more() {
                        return Ok(writeln!(out, ".")?);
                    }
                    if !pace.goes_on(answers)? {
                        return Ok(writeln!(out, " .")?);
                    }
                    writeln!(out, " ;")?;
                    tracing.step_to(|event| event.depth <= depth)?
                }
                Traversed::End => return Ok(writeln!(out, "false.")?),
            };
        }
    }

    /// Runs `:time GOAL`.
    pub(super) fn time(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let goal = a_goal(argument)?;
        let ((count, work), time) = self.timed(|| {
            let mut answers = self.rules().query(self.position(), goal)?;
            let mut count = 0_u64;
            while let Some(answer) = answers.next() {
                answer.map_err(|error| answers.failure(&error))?;
                count += 1;
            }
            Ok((count, answers.work()))
        })?;
        write!(
            out,
            "{}: {}, ",
            counted(count, "answer"),
            counted(work.steps, "step")
        )?;
        write!(out, "{}, ", counted(work.unifications, "unification"))?;
        write!(out, "{}", counted(work.choice_points, "choice point"))?;
        match time {
            Some(time) => writeln!(out, ", {:.6} s", time.as_secs_f64())?,
            None => writeln!(out)?,
        }
        Ok(())
    }

    /// Runs `:profile GOAL`.
    pub(super) fn profile(&self, argument: &str, out: &mut dyn Write) -> Result<(), Trouble> {
        let profile = self.rules().profile(self.position(), a_goal(argument)?)?;
        print_profile(&profile, out)
    }
}

fn a_goal(argument: &str) -> Result<&str, Trouble> {
    match argument.trim() {
        "" => Err(Trouble::Use(
            "say which goal, such as `legal(P, M)`".to_owned(),
        )),
        goal => Ok(goal),
    }
}

/// Writes depth, port and goal, such as `  2 exit  opponent(black, white)`.
fn print_port(
    event: &PortEvent,
    tracing: &mut Tracing,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let goal = tracing
        .goal()
        .map_or_else(String::new, |goal| goal.to_string());
    writeln!(
        out,
        "{:>3} {:<9} {}",
        event.depth,
        event.port,
        shortened(&goal)
    )?;
    Ok(out.flush()?)
}

/// The most characters of a goal on one line of a trace. A longer goal is cut.
const WIDEST_GOAL: usize = 200;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(WIDEST_GOAL) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn print_profile(profile: &Profile, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(
        out,
        "{:>10} {:>6} {:>9} {:>9} {:>9} {:>9}  predicate",
        "steps", "", "calls", "exits", "redos", "fails"
    )?;
    for line in &profile.lines {
        // Both counts fit into 53 bits, so the conversion is exact.
        let share = 100.0 * line.steps as f64 / profile.steps.max(1) as f64;
        write!(
            out,
            "{:>10} {share:>5.1}% {:>9} {:>9} ",
            line.steps, line.calls, line.exits
        )?;
        writeln!(
            out,
            "{:>9} {:>9}  {}/{}",
            line.redos, line.fails, line.name, line.arity
        )?;
    }
    let steps = if profile.steps == 1 { "step" } else { "steps" };
    writeln!(
        out,
        "{:>10} {steps} altogether, for {}",
        profile.steps,
        counted(profile.answers, "answer")
    )?;
    Ok(())
}

/// Returns a number with its noun, in the plural where needed.
fn counted(number: u64, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}
