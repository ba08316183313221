//! Games as programs of word operations: whatever a circuit says, its programs say too.

mod faults;
mod othello;
mod plan;
mod random;

use std::collections::{BTreeMap, BTreeSet};

use regola::compile::Interrupt;
use regola::compile::circuit::{Literal, Sum};
use regola::compile::code::{BEYOND, Code, Mode, Order};
use regola::compile::residual::Residual;
use regola::compile::words::{Interpreter, Program, Registers};

/// The outputs of a program.
fn run(program: &Program, inputs: &[u64]) -> Vec<u64> {
    let mut outputs = vec![0; program.outputs().len()];
    let interpreter = Interpreter::new(program).expect("programs of tests are small");
    interpreter.run(inputs, &mut outputs, &mut Registers::new());
    outputs
}

/// The families and lanes of the legal moves in the order of the listing.
fn listed(mode: &Mode, turn: &[u64]) -> Vec<(usize, usize)> {
    let is_legal = |family: usize, lane: usize| {
        turn[mode.families[family].legal.clone()]
            .get(lane / 64)
            .is_some_and(|word| word >> (lane % 64) & 1 == 1)
    };
    let mut all = Vec::new();
    for group in &mode.listing {
        let lanes = group
            .families
            .iter()
            .map(|family| mode.families[*family].moves.len())
            .max()
            .unwrap_or(0);
        let mut of_group = Vec::new();
        for lane in 0..lanes {
            of_group.extend(
                group
                    .families
                    .iter()
                    .filter(|family| is_legal(**family, lane))
                    .map(|family| (*family, lane)),
            );
        }
        if group.order == Order::Ranks {
            of_group.sort_by_key(|(family, lane)| mode.families[*family].ranks[*lane]);
        }
        all.extend(of_group);
    }
    all
}

/// The values of a program for values, one for each role.
fn values(program: &Program, position: &[u64]) -> Vec<Option<i64>> {
    run(program, position)
        .chunks(2)
        .map(|pair| (pair[0] != 0).then_some(pair[1] as i64))
        .collect()
}

/// Asserts that the programs of a game and its circuit agree in a position.
fn assert_agrees(residual: &Residual, code: &Code, cells: &[u16]) {
    let evaluated = residual.circuit.evaluate(cells);
    let holds = |literal: &Literal| evaluated[literal.node().index()] != literal.is_negated();
    let total = |sum: &Sum| -> i64 {
        sum.constant
            + sum
                .terms
                .iter()
                .filter(|(literal, _)| holds(literal))
                .map(|(_, weight)| weight)
                .sum::<i64>()
    };
    let first = |values: &Vec<(Literal, Sum)>| {
        values
            .iter()
            .find(|(condition, _)| holds(condition))
            .map(|(_, sum)| total(sum))
    };

    let position = code.layout.pack(cells);
    let mut unpacked = vec![0; cells.len()];
    code.layout.unpack(&position, &mut unpacked);
    assert_eq!(unpacked, cells, "a position keeps its facts");

    let mode = code.mode(&position);
    let turn = run(&mode.turn, &position);
    let is_beyond = holds(&residual.beyond);
    assert_eq!(
        turn[mode.over],
        told(holds(&residual.terminal), is_beyond),
        "terminal"
    );
    let moves = listed(mode, &turn);
    let numbers: Vec<usize> = moves
        .iter()
        .map(|(family, lane)| mode.families[*family].moves[*lane].expect("a move"))
        .collect();
    let expected: Vec<usize> = residual
        .legal
        .iter()
        .filter(|(_, condition)| holds(condition))
        .map(|(number, _)| *number)
        .collect();
    assert_eq!(numbers, expected, "legal moves");
    let movers: BTreeSet<usize> = numbers
        .iter()
        .map(|number| residual.moves[*number].role)
        .collect();
    let is_joint = movers.len() > 1;
    assert_eq!(
        turn[mode.joint],
        if is_joint { u64::MAX } else { 0 },
        "several roles have moves"
    );
    let is_plain = turn[mode.over] == 0 && !is_joint;
    assert_eq!(
        turn[mode.choices],
        if is_plain { numbers.len() as u64 } else { 0 },
        "the moves of a plain turn"
    );
    let totals: Vec<u64> = mode
        .listing
        .iter()
        .flat_map(|group| &turn[group.totals.clone()])
        .copied()
        .collect();
    assert!(totals.is_sorted(), "totals grow: {totals:?}");
    assert_eq!(
        totals.last().copied().unwrap_or(0),
        numbers.len() as u64,
        "all moves"
    );

    for ((family, lane), number) in moves.into_iter().zip(numbers) {
        let family = &mode.families[family];
        let mut inputs = position.clone();
        inputs.extend(&turn[mode.kept.clone()]);
        inputs.extend((0..family.legal.len()).map(|word| {
            if lane / 64 == word {
                1 << (lane % 64)
            } else {
                0
            }
        }));
        let mut outputs = run(&mode.applies[family.apply], &inputs);
        let conflict = outputs.pop().expect("the last output is the conflict");

        let mut next = cells.to_vec();
        let about = &residual.moves[number];
        for effect in about
            .deletes
            .iter()
            .filter(|effect| holds(&effect.condition))
        {
            let cell = &mut next[effect.cell as usize];
            if effect.is_about(*cell) {
                *cell = 0;
            }
        }
        let mut added: BTreeMap<u32, u16> = BTreeMap::new();
        let mut contradicts = about.faults.iter().any(holds);
        for effect in about.adds.iter().filter(|effect| holds(&effect.condition)) {
            next[effect.cell as usize] = effect.content;
            contradicts |= added
                .insert(effect.cell, effect.content)
                .is_some_and(|other| other != effect.content);
        }
        // Where the game is over or the machine has to tell the moves, no turn of the programs has this one.
        let is_played = !holds(&residual.terminal) && !holds(&residual.beyond);
        match is_played {
            true => assert_eq!(conflict != 0, contradicts, "conflict of move {number}"),
            false => assert!(conflict == 0 || contradicts, "conflict of move {number}"),
        }
        if !contradicts {
            assert_eq!(outputs, code.layout.pack(&next), "effects of move {number}");
        }
        // A ply is for a game that goes on.
        if let Some(ply) = mode.plies[family.apply].as_ref().filter(|_| is_played) {
            let after = code.mode(&outputs);
            assert!(
                std::ptr::eq(after, &code.modes[ply.mode]),
                "the mode after move {number}"
            );
            let turn = run(&after.turn, &outputs);
            assert_eq!(
                run(&ply.program, &inputs),
                [outputs, turn].concat(),
                "move {number} and the turn after it"
            );
        }
    }

    assert_eq!(
        values(&mode.goals, &position),
        residual.goals.iter().map(first).collect::<Vec<_>>(),
        "goals"
    );
    for (number, roles) in residual
        .heuristics
        .iter()
        .enumerate()
        .filter(|(_, roles)| !roles.is_empty())
    {
        let programs = code
            .heuristic(number, &Interrupt::never())
            .expect("heuristics of tests are small");
        let mode = if programs.len() == 1 {
            0
        } else {
            code.switch.map_or(0, |switch| switch.mode(&position))
        };
        assert_eq!(
            values(&programs[mode], &position),
            roles.iter().map(first).collect::<Vec<_>>(),
            "heuristic"
        );
    }
    assert_eq!(
        run(&mode.quiet, &position)[0],
        told(holds(&residual.quiet), holds(&residual.unjudged)),
        "quiet"
    );
}

/// A truth as a program tells it.
fn told(truth: bool, beyond: bool) -> u64 {
    match (truth, beyond) {
        (_, true) => BEYOND,
        (true, _) => u64::MAX,
        (false, _) => 0,
    }
}
