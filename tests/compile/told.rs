//! What becomes of a game, as text: its parts, and its lines of play as both forms count them.

use std::sync::Arc;

use regola::compile::{Both, Compilation, Compiled, Effort};
use regola::game::{Error, Game, Role, Rules};
use regola::search::{Unwatched, perft};

use super::both;

/// What becomes of each part of a game, and how many lines of up to `plies` plies there are as both
/// forms count them.
pub fn told_of(rules: &Rules, plies: usize) -> String {
    let compilation = match Compilation::new(rules, Effort::Quick) {
        Ok(compilation) => compilation,
        Err(reason) => return format!("by the machine: {}", reason.told(rules.sources())),
    };
    let mut lines = Vec::new();
    for part in compilation.parts() {
        let outcome = match &part.outcome {
            Ok(()) => "compiled".to_owned(),
            Err(reason) => format!("by the machine: {}", reason.told(rules.sources())),
        };
        let except = part
            .except
            .iter()
            .map(|reason| format!("\n    but for: {}", reason.told(rules.sources())));
        lines.push(format!(
            "{}: {outcome}{}",
            part.name,
            except.collect::<String>()
        ));
    }
    let both = Both::new(Compiled::new(rules, Arc::new(compilation)));
    lines.push(format!("lines of play: {}", counts_of(&both, rules, plies)));
    lines.join("\n")
}

/// Lines of play of up to `plies` plies; what both forms are asked at the end of each ply is compared.
pub fn counts(rules: &Rules, plies: usize) -> String {
    counts_of(&both(rules), rules, plies)
}

fn counts_of(both: &Both, rules: &Rules, plies: usize) -> String {
    let count = |depth: usize| match perft(both, &both.initial(), depth, &mut Unwatched) {
        Ok(leaves) => leaves.to_string(),
        Err(error) => error.to_string(),
    };
    let all: Vec<String> = (1..=plies).map(count).collect();
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..20 {
        let mut position = both.initial();
        for _ in 0..20 {
            // Where there is no result, there is none in both forms.
            for role in (0..both.role_count()).map(Role) {
                same(both.goal(&position, role));
                (0..rules.heuristics().len())
                    .for_each(|heuristic| same(both.evaluate(&position, heuristic, role)));
            }
            same(both.over(&position));
            same(both.quiet(&position));
            let Ok(turn) = both.turn(&position) else {
                break;
            };
            let movers = turn.into_movers();
            let played: Vec<_> = movers
                .iter()
                .map(|(_, moves)| moves[random.usize(..moves.len())].clone())
                .collect();
            match both.play(&position, &played) {
                Ok(next) if !played.is_empty() => position = next,
                _ => break,
            }
        }
    }
    all.join(", ")
}

/// What was asked has not been told otherwise by the compiled form.
fn same<T>(asked: Result<T, Error>) {
    if let Err(error) = asked {
        assert!(!error.to_string().contains("the compiled"), "{error}");
    }
}
