//! The size of the compiled form of a game, and what stays with the machine.

use std::sync::Arc;

use regola::compile::words::Program;
use regola::compile::{Compilation, Compiled, Interrupt, Reason};
use regola::game::{Game, Rules};

/// The size of the compiled form of a game. It depends on no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompiledSize {
    /// The moves that are possible in some position.
    pub moves: usize,
    /// The nodes of the circuits of all modes; there is a mode for each role that may be to move.
    pub nodes: usize,
    /// The families of goals in all modes.
    pub families: usize,
    /// The word operations of all programs.
    pub operations: usize,
    /// The word operations that list the moves of a position, in the largest mode.
    pub turn: usize,
    /// The words of a position, and its size in bytes.
    pub words: usize,
    pub bytes: usize,
}

impl CompiledSize {
    pub fn of(rules: &Rules, compilation: &Arc<Compilation>) -> Self {
        let code = compilation.code();
        let modes = &code.modes;
        let heuristics: Vec<Program> = (0..rules.heuristics().len())
            .filter_map(|number| code.heuristic(number, &Interrupt::of(rules)).ok())
            .flatten()
            .collect();
        CompiledSize {
            moves: compilation.moves(),
            nodes: modes.iter().map(|mode| mode.statistics.nodes).sum(),
            families: modes.iter().map(|mode| mode.statistics.families).sum(),
            operations: modes
                .iter()
                .flat_map(|mode| mode.programs())
                .chain(&heuristics)
                .map(Program::len)
                .sum(),
            turn: modes.iter().map(|mode| mode.turn.len()).max().unwrap_or(0),
            words: code.layout.words(),
            bytes: Compiled::new(rules, Arc::clone(compilation))
                .initial()
                .bytes(),
        }
    }
}

/// Returns the parts that stay with the machine, with the reasons.
pub fn kept(rules: &Rules, compilation: &Result<Arc<Compilation>, Reason>) -> Vec<String> {
    match compilation {
        Err(reason) => vec![format!(
            "stays with the machine: {}",
            reason_text(rules, reason)
        )],
        Ok(compilation) => {
            let parts = compilation.parts().iter();
            let kept = parts.filter_map(|part| Some((&part.name, part.outcome.as_ref().err()?)));
            kept.map(|(part, reason)| {
                format!(
                    "{part} stays with the machine: {}",
                    reason_text(rules, reason)
                )
            })
            .collect()
        }
    }
}

/// Returns a reason with its place.
fn reason_text(rules: &Rules, reason: &Reason) -> String {
    let place = reason.span.and_then(|span| {
        let (_, source) = rules.sources().iter().find(|(id, _)| *id == span.source)?;
        Some(format!(
            " ({}:{})",
            source.name,
            rules.sources().line_column(span).0
        ))
    });
    format!("{reason}{}", place.unwrap_or_default())
}
