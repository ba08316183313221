//! The positions of games, with their features and results.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use regola::game::{Game, Role, Rules, Turn};
use regola::record::{GameResult, OPENING_PLIES, RecordFile};
use regola::tuning::{FeatureError, Features, Sample, Samples};

use crate::in_order::in_order;
use crate::opening::OpenedGame;
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;

/// Returns the positions of the games that a heuristic may value: those after the opening, before the
/// end, and quiet. `rules` name the features.
pub fn samples(
    games: &RecordFile,
    rules: &Rules,
    opened: &OpenedGame,
    threads: usize,
) -> Result<Samples, Trouble> {
    let features = Features::of(rules).expect("the rules name features");
    let mut samples = Samples::default();
    let mut watching = Watching::new(&opened.interrupt, "games read");
    let read = |number: u64| of_game(games, number as usize, &mut features.clone());
    in_order(
        0..games.games.len() as u64,
        threads,
        read,
        |number, of_game| {
            for sample in of_game {
                samples.add(sample);
            }
            watching.show(number as usize + 1, games.games.len(), String::new);
            Ok(match opened.interrupt.is_requested() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        },
    )?;
    match opened.interrupt.is_requested() {
        true => Err(Trouble::Stopped("stopped while games were read".to_owned())),
        false => Ok(samples),
    }
}

/// Returns the samples of a game; none if its result is not known.
fn of_game(
    games: &RecordFile,
    number: usize,
    features: &mut Features,
) -> Result<Vec<Sample>, Trouble> {
    let rules = &features.rules().clone();
    let record = &games.games[number].record;
    let GameResult::Goals(goals) = &record.result else {
        return Ok(Vec::new());
    };
    let result = match goals[0].cmp(&goals[1]) {
        Ordering::Less => 0.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 1.0,
    };
    let opening = record
        .tag(OPENING_PLIES)
        .and_then(|plies| plies.parse().ok());
    let line = games.replay(number, rules)?;
    let mut samples = Vec::new();
    for position in line.positions().iter().skip(opening.unwrap_or(0)) {
        let mover = match rules.turn(position).explain(rules)? {
            Turn::Over => break,
            Turn::Single(Role(0), _) => 1,
            Turn::Single(..) => -1,
            Turn::Joint(_) => 0,
        };
        if !rules.quiet(position).explain(rules)? {
            continue;
        }
        let values = features.values(position).map_err(|error| match error {
            FeatureError::Rules(failure) => failure.into(),
            error => Trouble::Use(error.to_string()),
        })?;
        samples.push(Sample {
            values,
            mover,
            result,
            game: number,
        });
    }
    Ok(samples)
}
