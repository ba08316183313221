//! Programs of operations on words, with what their inputs and outputs mean.

use super::families::begin_mode;
use super::text::Wording;
use super::{Chosen, NotShown, Shown, line};
use crate::compile::code::{Code, Form, Mode, Region};
use crate::compile::words::Program;

pub(super) fn show(
    shown: &Shown<'_>,
    names: &Wording<'_>,
    chosen: &Chosen,
) -> Result<String, NotShown> {
    let code = shown.code()?;
    let parts = match chosen {
        Chosen::Predicate(name) => return Err(NotShown::NoProgram(name.clone())),
        Chosen::Part(part) => vec![part.as_str()],
        // One program tells of `legal` and `terminal`.
        Chosen::All => shown.parts().filter(|part| *part != "terminal").collect(),
    };
    let mut text = String::new();
    layout(shown, code, names, &mut text);
    let of_modes = parts.iter().filter(|part| !part.starts_with("heuristic "));
    let of_modes: Vec<&str> = of_modes.copied().collect();
    for number in code.mode_numbers().filter(|_| !of_modes.is_empty()) {
        let mode = &code.modes[number];
        begin_mode(code, names, number, &mut text);
        for part in &of_modes {
            of_part(names, mode, part, &mut text);
        }
    }
    for part in parts
        .iter()
        .filter_map(|part| part.strip_prefix("heuristic "))
    {
        heuristic(shown, code, names, part, &mut text)?;
    }
    Ok(text)
}

/// Where the facts of a position are.
fn layout(shown: &Shown<'_>, code: &Code, names: &Wording<'_>, text: &mut String) {
    line(text, format!("a position is {} words", code.layout.words()));
    let relations = shown.evaluated.residual.circuit.relations();
    let words = |region: &Region, first: usize| match region.plane_words() {
        1 => format!("v{first}"),
        words => format!("v{first} to v{}", first + words - 1),
    };
    for (relation, region) in relations.iter().zip(code.layout.regions()) {
        let first = relation.first_cell;
        if region.form() == Form::Digits {
            let (from, to) = (names.plane(first, 1), names.plane(first, relation.contents));
            for (place, digit) in region.digits().enumerate() {
                let place = format!(
                    "digit {place} of the numbers from 1, {from}, to {}, {to}",
                    relation.contents
                );
                line(text, format!("  {}: {place}", words(region, digit)));
            }
            continue;
        }
        for content in 1..=relation.contents {
            if region.is_hidden() {
                continue;
            }
            let place = match region.has_planes() {
                true => words(region, region.plane(content)),
                false => {
                    let bit = region.bit(0, content);
                    format!("v{} bit {}", bit / 64, bit % 64)
                }
            };
            line(text, format!("  {place}: {}", names.plane(first, content)));
        }
    }
}

fn of_part(names: &Wording<'_>, mode: &Mode, part: &str, text: &mut String) {
    match part {
        "legal" | "terminal" => {
            program(
                text,
                "turn: which moves are legal, and whether the game is over",
                &mode.turn,
            );
            outputs(names, mode, text);
            if let Some(terminal) = &mode.terminal {
                program(
                    text,
                    "terminal: once it is known which roles have a move",
                    terminal,
                );
            }
            if let Some(certificate) = &mode.certificate {
                program(
                    text,
                    "certificate: what is asked after a move, answered before it, and the facts on which that rests",
                    &certificate.program,
                );
            }
        }
        "effects" => {
            for (number, apply) in mode.applies.iter().enumerate() {
                let families = mode.families.iter().filter(|family| family.apply == number);
                let played: Vec<String> = families
                    .map(|family| names.of_family("does", family))
                    .collect();
                program(
                    text,
                    &format!("the position after {}", played.join(" or ")),
                    apply,
                );
            }
        }
        "effects of moves at once" => {
            if let Some(together) = &mode.together {
                program(
                    text,
                    "the position after the chosen moves",
                    &together.program,
                );
            }
        }
        "goal" => program(
            text,
            "goal: for each role whether it has a result, and which",
            &mode.goals,
        ),
        _ => program(
            text,
            "quiet: whether the position may be judged",
            &mode.quiet,
        ),
    }
}

fn heuristic(
    shown: &Shown<'_>,
    code: &Code,
    names: &Wording<'_>,
    name: &str,
    text: &mut String,
) -> Result<(), NotShown> {
    let all = shown.rules.heuristics();
    let Some(number) = all.iter().position(|own| &**own == name) else {
        return Ok(());
    };
    let programs = code
        .heuristic(number, &shown.interrupt())
        .map_err(|refusal| NotShown::Halted(refusal.to_string()))?;
    let title = format!("heuristic {name}: for each role whether it has a value, and which");
    if let [only] = &programs[..] {
        program(text, &title, only);
        return Ok(());
    }
    for mode in code.mode_numbers() {
        begin_mode(code, names, mode, text);
        program(text, &title, &programs[mode]);
    }
    Ok(())
}

/// What the outputs of a turn mean.
fn outputs(names: &Wording<'_>, mode: &Mode, text: &mut String) {
    let value = |at: usize| mode.turn.outputs()[at].to_string();
    let values = |range: std::ops::Range<usize>| range.map(value).collect::<Vec<_>>().join(", ");
    if !mode.kept.is_empty() {
        line(
            text,
            format!("  kept for the move: {}", values(mode.kept.clone())),
        );
    }
    line(text, format!("  number of moves: {}", value(mode.choices)));
    line(
        text,
        format!("  whether the game is over: {}", value(mode.over)),
    );
    line(
        text,
        format!("  whether several roles have moves: {}", value(mode.joint)),
    );
    for family in &mode.families {
        let legal = names.of_family("legal", family);
        line(text, format!("  {legal}: {}", values(family.legal.clone())));
    }
}

fn program(text: &mut String, title: &str, program: &Program) {
    line(text, format!("\n{title}"));
    for step in program.to_string().lines() {
        line(text, format!("  {step}"));
    }
}
