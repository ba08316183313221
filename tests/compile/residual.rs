//! What is left of the rules when the position is unknown says the same as the rules where it is known.

use regola::compile::circuit::{Literal, Sum};
use regola::compile::partial::{Effort, Evaluated, residual};
use regola::compile::residual::Effect;
use regola::game::{Game, Move, Position, Role, Rules};
use regola::logic::Fact;

use crate::game::shipped;

/// The dense cells of a position.
fn cells(rules: &Rules, position: &Position) -> Vec<u16> {
    let schema = rules.program().schema();
    let mut cells = vec![0; schema.dense_cells()];
    for fact in position.facts(rules) {
        match schema.fact(&fact) {
            Ok(Fact::Dense { cell, content }) => cells[cell] = content,
            other => panic!("{fact} is {other:?}"),
        }
    }
    cells
}

/// Plays random games and compares the circuit with the rules in each position.
fn agrees(name: &str, games: u64) {
    let rules = shipped(name);
    let evaluated = residual(&rules, Effort::Thorough, None).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    assert!(evaluated.parts.iter().all(|part| part.outcome.is_ok()), "{name}: {:?}", evaluated.parts);
    for game in 0..games {
        let mut random = fastrand::Rng::with_seed(game);
        let mut position = rules.initial();
        for _ in 0..200 {
            let moves = compare(&rules, &evaluated, &position);
            if moves.is_empty() {
                break;
            }
            let played = &moves[random.usize(..moves.len())];
            position = rules.play(&position, std::slice::from_ref(played)).expect("rules that are right");
        }
    }
}

fn compare(rules: &Rules, evaluated: &Evaluated, position: &Position) -> Vec<Move> {
    let residual = &evaluated.residual;
    let cells = cells(rules, position);
    let values = residual.circuit.evaluate(&cells);
    let holds = |literal: Literal| values[literal.node().index()] != literal.is_negated();
    let value_of = |values: &[(Literal, Sum)]| {
        let (_, sum) = values.iter().find(|(literal, _)| holds(*literal))?;
        Some(
            sum.constant
                + sum.terms.iter().filter(|(literal, _)| holds(*literal)).map(|(_, weight)| weight).sum::<i64>(),
        )
    };
    assert_eq!(holds(residual.terminal), rules.is_terminal(position).expect("rules that are right"));
    assert_eq!(holds(residual.quiet), rules.quiet(position).expect("rules that are right"));
    let legal = rules.legal_moves(position).expect("rules that are right");
    let possible = residual.legal.iter().filter(|(_, literal)| holds(*literal));
    let listed: Vec<Move> = possible
        .clone()
        .map(|(number, _)| Move { role: Role(residual.moves[*number].role), term: evaluated.terms[*number].clone() })
        .collect();
    assert_eq!(listed, legal);
    for (number, _) in possible {
        let played = &residual.moves[*number];
        let mut after = cells.clone();
        let apply = |effects: &[Effect], after: &mut Vec<u16>, adds: bool| {
            for effect in effects.iter().filter(|effect| holds(effect.condition)) {
                let cell = &mut after[effect.cell as usize];
                match adds {
                    true => *cell = effect.content,
                    false if *cell == effect.content => *cell = 0,
                    false => {}
                }
            }
        };
        apply(&played.deletes, &mut after, false);
        apply(&played.adds, &mut after, true);
        let chosen = Move { role: Role(played.role), term: evaluated.terms[*number].clone() };
        let next = rules.play(position, &[chosen]);
        if played.faults.iter().any(|fault| holds(*fault)) {
            assert!(next.is_err());
            continue;
        }
        let next = next.expect("rules that are right");
        assert_eq!(after, self::cells(rules, &next));
    }
    for (role, values) in residual.goals.iter().enumerate() {
        let expected = rules.goal(position, Role(role)).ok().map(i64::from);
        assert_eq!(value_of(values), expected);
    }
    for (heuristic, roles) in residual.heuristics.iter().enumerate() {
        for (role, values) in roles.iter().enumerate() {
            let expected = rules.evaluate(position, heuristic, Role(role)).ok();
            assert_eq!(value_of(values), expected);
        }
    }
    if legal.is_empty() || rules.is_terminal(position).expect("rules that are right") { Vec::new() } else { legal }
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
