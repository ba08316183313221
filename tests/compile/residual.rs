//! What is left of the rules when the position is unknown says the same as the rules where it is
//! known.

use regola::compile::circuit::{Literal, Sum};
use regola::compile::partial::{Effort, Evaluated, Nesting, residual};
use regola::compile::residual::Effect;
use regola::game::{Game, Move, Position, Role, Rules};
use regola::logic::Fact;

use crate::game::shipped;

/// The dense cells of a position.
pub fn cells(rules: &Rules, position: &Position) -> Vec<u16> {
    let schema = rules.program().schema();
    let mut cells = vec![0; schema.dense_cells()];
    for fact in position.facts(rules.schema()) {
        match schema.fact(&fact) {
            Ok(Fact::Dense { cell, content }) => cells[cell] = content,
            other => panic!("{fact} is {other:?}"),
        }
    }
    cells
}

/// Plays random games and compares the circuit with the rules in each position.
fn agrees(name: &str, games: u64) {
    agrees_to(name, games, None);
}

/// The same where only so many calls of a predicate within each other are compiled.
fn agrees_to(name: &str, games: u64, nesting: Option<Nesting>) {
    let rules = shipped(name);
    let evaluated = residual(&rules, Effort::Thorough, nesting.as_ref())
        .unwrap_or_else(|reason| panic!("{name}: {reason}"));
    assert!(
        evaluated.parts.iter().all(|part| part.outcome.is_ok()),
        "{name}: {:?}",
        evaluated.parts
    );
    assert!(
        nesting.is_some() || evaluated.parts.iter().all(|part| part.except.is_empty()),
        "{:?}",
        evaluated.parts
    );
    for game in 0..games {
        let mut random = fastrand::Rng::with_seed(game);
        let mut position = rules.initial();
        for _ in 0..200 {
            let moves = compare(&rules, &evaluated, &position);
            if moves.is_empty() {
                break;
            }
            let played = &moves[random.usize(..moves.len())];
            position = rules
                .play(&position, std::slice::from_ref(played))
                .expect("rules that are right");
        }
    }
}

/// Compares the circuit with the rules in one position, and gives the legal moves. Where the
/// circuit says that only the machine can tell, anything goes.
pub fn compare(rules: &Rules, evaluated: &Evaluated, position: &Position) -> Vec<Move> {
    let residual = &evaluated.residual;
    let cells = cells(rules, position);
    let values = residual.circuit.evaluate(&cells);
    let holds = |literal: Literal| values[literal.node().index()] != literal.is_negated();
    let value_of = |values: &[(Literal, Sum)]| {
        let (_, sum) = values.iter().find(|(literal, _)| holds(*literal))?;
        Some(
            sum.constant
                + sum
                    .terms
                    .iter()
                    .filter(|(literal, _)| holds(*literal))
                    .map(|(_, weight)| weight)
                    .sum::<i64>(),
        )
    };
    let is_whole = |name: &str| {
        evaluated
            .parts
            .iter()
            .any(|part| part.name == name && part.except.is_empty())
    };
    let is_known = !holds(residual.beyond);
    if is_known && evaluated.has("terminal") {
        assert_eq!(
            Ok(holds(residual.terminal)),
            rules.is_terminal(position),
            "terminal"
        );
    }
    if evaluated.has("quiet") && !holds(residual.unjudged) {
        assert_eq!(Ok(holds(residual.quiet)), rules.quiet(position), "quiet");
    }
    let legal = rules.legal_moves(position);
    let possible = residual.legal.iter().filter(|(_, literal)| holds(*literal));
    let move_of = |number: usize| Move {
        role: Role(residual.moves[number].role),
        term: evaluated.terms[number].clone(),
    };
    if is_known && evaluated.has("legal") {
        let listed: Vec<Move> = possible
            .clone()
            .map(|(number, _)| move_of(*number))
            .collect();
        assert_eq!(Ok(listed), legal, "legal");
    }
    let is_legal = |number: usize| {
        legal
            .as_ref()
            .is_ok_and(|legal| legal.contains(&move_of(number)))
    };
    for (number, _) in possible.filter(|(number, _)| evaluated.has("effects") && is_legal(*number))
    {
        let played = &residual.moves[*number];
        let mut after = cells.clone();
        let apply = |effects: &[Effect], after: &mut Vec<u16>, adds: bool| {
            for effect in effects.iter().filter(|effect| holds(effect.condition)) {
                let cell = &mut after[effect.cell as usize];
                match adds {
                    true => *cell = effect.content,
                    false if effect.is_about(*cell) => *cell = 0,
                    false => {}
                }
            }
        };
        let had = played.shared.iter().filter(|(_, guard)| holds(*guard));
        let shared: Vec<_> = had.map(|(number, _)| &residual.shared[*number]).collect();
        apply(&played.deletes, &mut after, false);
        shared
            .iter()
            .for_each(|shared| apply(&shared.deletes, &mut after, false));
        apply(&played.adds, &mut after, true);
        shared
            .iter()
            .for_each(|shared| apply(&shared.adds, &mut after, true));
        for added in &played.numbers {
            for (condition, value) in &added.values {
                if holds(*condition) {
                    let terms = value.terms.iter().filter(|(literal, _)| holds(*literal));
                    let number = value.constant + terms.map(|(_, weight)| weight).sum::<i64>();
                    let mut contents = 1..=added.contents;
                    let content = contents.find(|content| added.number(*content) == number);
                    // A number that is no content is a fault.
                    after[added.cell as usize] = content.unwrap_or(0);
                }
            }
        }
        let next = rules.play(position, &[move_of(*number)]);
        if played.faults.iter().any(|fault| holds(*fault)) {
            assert!(next.is_err() || !is_whole("effects"));
            continue;
        }
        assert_eq!(
            Ok(after),
            next.map(|next| self::cells(rules, &next)),
            "effects"
        );
    }
    for (role, values) in residual.goals.iter().enumerate() {
        let expected = rules.goal(position, Role(role)).ok().map(i64::from);
        let value = value_of(values);
        assert!(
            value == expected || value.is_none() && !is_whole("goal"),
            "goal: {value:?}, not {expected:?}"
        );
    }
    for (heuristic, roles) in residual.heuristics.iter().enumerate() {
        let name = format!("heuristic {}", rules.heuristics()[heuristic]);
        for (role, values) in roles.iter().enumerate() {
            let expected = rules.evaluate(position, heuristic, Role(role)).ok();
            let value = value_of(values);
            assert!(
                value == expected || value.is_none() && !is_whole(&name),
                "{name}: {value:?}, not {expected:?}"
            );
        }
    }
    match (legal, rules.is_terminal(position)) {
        (Ok(legal), Ok(false)) => legal,
        _ => Vec::new(),
    }
}

#[test]
fn othello() {
    agrees("othello", 1);
}

#[test]
fn filetto() {
    agrees("filetto", 10);
}

#[test]
fn connect_four() {
    agrees("connect-four", 2);
}

#[test]
fn breakthrough() {
    agrees("breakthrough", 1);
}

#[test]
fn nim() {
    agrees("nim", 10);
}

#[test]
fn knights_tour() {
    agrees("knights-tour", 1);
}

#[test]
fn english_draughts_with_short_captures() {
    agrees_to(
        "english-draughts",
        3,
        Some(Nesting {
            most: 2,
            limited: ["takes/5".to_owned()].into(),
        }),
    );
}

#[test]
fn dama_with_short_captures() {
    agrees_to(
        "dama",
        2,
        Some(Nesting {
            most: 2,
            limited: ["jumps/7".to_owned()].into(),
        }),
    );
}
