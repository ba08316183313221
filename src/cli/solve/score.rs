//! The score that a role can force, where a heuristic counts it.

use std::io::{self, Write};
use std::time::Duration;

use regola::engine::Engine;
use regola::game::{Game, Move, Rules};
use regola::search::{LineEnd, Score, Watch};
use regola::session::{AnsweringForm, unknown_heuristic, written_line};
use serde_json::json;

use super::known::KnownSoFar;
use super::{
    SolveArguments, insert_line, label_width, plies, write_line, write_method, write_nodes,
};
use crate::json::Object;
use crate::opening::OpenedGame;
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{CommandOutcome, json};

/// A score, with its line in the notation of the rules.
struct SolvedScore<'a> {
    score: Score<Move>,
    heuristic: &'a str,
    line: Vec<String>,
    time: Duration,
    answered: AnsweringForm,
}

pub fn run(
    options: &SolveArguments,
    opened: &OpenedGame,
    heuristic: &str,
    out: &mut dyn Write,
) -> Result<CommandOutcome, Trouble> {
    let (rules, position) = (&opened.rules, opened.position());
    let number = rules
        .heuristic(heuristic)
        .ok_or_else(|| Trouble::Use(unknown_heuristic(rules, heuristic)))?;
    let (how, _) = options.how(rules);
    let forms = options.engine.forms(rules)?;
    let mut watching = Watching::without_end(&opened.interrupt);
    let solve =
        |engine: &Engine, watch: &mut dyn Watch| engine.score(position, number, &how, watch);
    let (score, answered) = forms.answer(&mut watching, solve).map_err(|error| {
        KnownSoFar::of(&watching, rules, Some(heuristic)).explain(error, options, out)
    })?;
    let line = written_line(rules, position, &score.line).explain(rules)?;
    let solved = SolvedScore {
        score,
        heuristic,
        line,
        time: watching.elapsed(),
        answered,
    };
    match options.json {
        true => json::write(out, &solved.object(rules).into())?,
        false => solved.print(rules, out)?,
    }
    Ok(CommandOutcome::Done)
}

impl SolvedScore<'_> {
    fn print(&self, rules: &Rules, out: &mut dyn Write) -> io::Result<()> {
        let name = rules.role_name(self.score.role);
        let (heuristic, score) = (self.heuristic, self.score.score);
        match self.score.line_end {
            _ if self.line.is_empty() => {
                writeln!(out, "the game is over: {heuristic} {score} for {name}")?
            }
            LineEnd::Over => writeln!(out, "{name} can make sure of {heuristic} {score}")?,
            LineEnd::Quickest => {
                let plies = plies(self.line.len());
                writeln!(
                    out,
                    "{name} can make sure of {heuristic} {score} in {plies}"
                )?
            }
            LineEnd::ComesBack { .. } => writeln!(
                out,
                "nobody can force an end: endless play counts as {heuristic} {score}"
            )?,
        }
        let width = label_width(&[]);
        write_line(out, width, &self.line, self.score.line_end)?;
        write_nodes(out, width, self.score.positions, self.time)?;
        writeln!(out)?;
        write_method(out, width, self.score.method)?;
        writeln!(out, "{:<width$} {}", "engine", self.answered.name())
    }

    fn object(&self, rules: &Rules) -> Object {
        let mut object = Object::new();
        object.insert("role".to_owned(), json!(rules.role_name(self.score.role)));
        object.insert("heuristic".to_owned(), json!(self.heuristic));
        object.insert("score".to_owned(), json!(self.score.score));
        insert_line(&mut object, &self.line, self.score.line_end);
        object.insert("method".to_owned(), json!(self.score.method.name()));
        object.insert("nodes".to_owned(), json!(self.score.positions));
        object.insert("seconds".to_owned(), json!(json::seconds(self.time)));
        object.insert("engine".to_owned(), json!(self.answered.name()));
        object
    }
}
