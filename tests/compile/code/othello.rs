//! Othello's circuit as it comes from plain clauses, and what is found in it: what people write by
//! hand.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;
use regola::compile::Interrupt;
use regola::compile::circuit::{Circuit, Label, Literal, Relation, Sum};
use regola::compile::code::Code;
use regola::compile::families::{Families, Name, Part, Shape, Spaces};
use regola::compile::residual::{Effect, PossibleMove, Residual};

use super::{assert_agrees, listed, run};

const CLOSED: u32 = 0;
const TRAPS: u32 = 1;
const OCCUPIED: u32 = 2;
const CAN_PLACE: u32 = 3;
const PLACE: u32 = 4;
const PASS: u32 = 5;

/// A column and a row, or how far to go along each.
type Square = (i32, i32);

const DIRECTIONS: [Square; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The number of a constant: numbers from -1 to 8 first, then black and white.
fn constant(number: i32) -> u32 {
    (number + 1) as u32
}

fn role(role: usize) -> u32 {
    10 + role as u32
}

fn cell(x: i32, y: i32) -> u32 {
    (8 * (x - 1) + y - 1) as u32
}

fn step((x, y): Square, (d, e): Square) -> Option<Square> {
    let on_board = |n: i32| (1..=8).contains(&n);
    (on_board(x + d) && on_board(y + e)).then_some((x + d, y + e))
}

fn squares() -> impl Iterator<Item = Square> {
    (1..=8).flat_map(|x| (1..=8).map(move |y| (x, y)))
}

/// The circuit while it is made.
struct Rules {
    circuit: Circuit,
    /// By role, square and direction.
    closed: BTreeMap<(usize, Square, Square), Literal>,
}

impl Rules {
    fn disc(&mut self, role: usize, (x, y): Square) -> Literal {
        self.circuit.fact(cell(x, y), role as u16 + 1)
    }

    fn goal(&mut self, form: u32, arguments: Vec<u32>, conditions: Vec<Literal>) -> Literal {
        self.circuit.goal(Label { form, arguments }, conditions)
    }

    /// `closed(P, X, Y, D-E)`.
    fn closed(&mut self, p: usize, at: Square, direction: Square) -> Literal {
        if let Some(known) = self.closed.get(&(p, at, direction)) {
            return *known;
        }
        let mut conditions = vec![self.disc(p, at)];
        if let Some(next) = step(at, direction) {
            let parts = [self.disc(1 - p, at), self.closed(p, next, direction)];
            conditions.push(self.circuit.all(parts));
        }
        let arguments = [at.0, at.1, direction.0, direction.1].map(constant);
        let goal = self.goal(CLOSED, [&[role(p)], &arguments[..]].concat(), conditions);
        self.closed.insert((p, at, direction), goal);
        goal
    }

    /// `once(traps(P, X, Y, _))`.
    fn traps(&mut self, p: usize, at: Square) -> Literal {
        let mut conditions = Vec::new();
        for direction in DIRECTIONS {
            let Some(next) = step(at, direction) else {
                continue;
            };
            let parts = [self.disc(1 - p, next), self.closed(p, next, direction)];
            conditions.push(self.circuit.all(parts));
        }
        self.goal(
            TRAPS,
            vec![role(p), constant(at.0), constant(at.1)],
            conditions,
        )
    }

    /// `once(cell(X, Y, _))`.
    fn occupied(&mut self, at: Square) -> Literal {
        let conditions = vec![self.disc(0, at), self.disc(1, at)];
        self.goal(OCCUPIED, vec![constant(at.0), constant(at.1)], conditions)
    }

    /// The discs that turn over.
    fn turned(&mut self, p: usize, at: Square) -> Vec<Effect> {
        let mut effects = Vec::new();
        for direction in DIRECTIONS {
            let Some(first) = step(at, direction) else {
                continue;
            };
            let mut conditions = vec![self.closed(p, first, direction)];
            let mut next = Some(first);
            while let Some(here) = next {
                conditions.push(self.disc(1 - p, here));
                let condition = self.circuit.all(conditions.iter().copied());
                effects.push(Effect {
                    cell: cell(here.0, here.1),
                    content: p as u16 + 1,
                    condition,
                });
                next = step(here, direction);
            }
        }
        effects
    }
}

/// Othello, its clauses unfolded.
pub fn othello() -> Residual {
    let line: Vec<u32> = (1..=8).map(constant).collect();
    let relations = vec![
        Relation {
            first_cell: 0,
            keys: vec![line.clone(), line],
            plan: None,
            contents: 2,
        },
        Relation {
            first_cell: 64,
            keys: Vec::new(),
            plan: None,
            contents: 2,
        },
    ];
    let mut rules = Rules {
        circuit: Circuit::new(relations),
        closed: BTreeMap::new(),
    };
    let mut traps = BTreeMap::new();
    let mut free = BTreeMap::new();
    for at in squares() {
        free.insert(at, !rules.occupied(at));
        for p in 0..2 {
            traps.insert((p, at), rules.traps(p, at));
        }
    }
    let can_place: Vec<Literal> = (0..2)
        .map(|p| {
            let conditions = squares()
                .map(|at| rules.circuit.all([free[&at], traps[&(p, at)]]))
                .collect();
            rules.goal(CAN_PLACE, vec![role(p)], conditions)
        })
        .collect();

    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    let always = |cell: u32, p: usize| Effect {
        cell,
        content: p as u16 + 1,
        condition: Literal::TRUE,
    };
    for p in 0..2 {
        let control = rules.circuit.fact(64, p as u16 + 1);
        for at in squares() {
            let condition = rules.circuit.all([control, free[&at], traps[&(p, at)]]);
            legal.push((moves.len(), condition));
            let mut adds = vec![always(cell(at.0, at.1), p), always(64, 1 - p)];
            adds.extend(rules.turned(p, at));
            let label = Label {
                form: PLACE,
                arguments: vec![role(p), constant(at.0), constant(at.1)],
            };
            moves.push(PossibleMove {
                adds,
                ..PossibleMove::new(p, label)
            });
        }
    }
    for p in 0..2 {
        let control = rules.circuit.fact(64, p as u16 + 1);
        legal.push((
            moves.len(),
            rules
                .circuit
                .all([control, !can_place[p], can_place[1 - p]]),
        ));
        let label = Label {
            form: PASS,
            arguments: vec![role(p)],
        };
        moves.push(PossibleMove {
            adds: vec![always(64, 1 - p)],
            ..PossibleMove::new(p, label)
        });
    }

    let discs = |rules: &mut Rules, p: usize| {
        Sum::new(0, squares().map(|at| (rules.disc(p, at), 1)).collect())
    };
    let (mut goals, mut leads) = (Vec::new(), Vec::new());
    for p in 0..2 {
        let lead = discs(&mut rules, p).plus(&discs(&mut rules, 1 - p), -1);
        let wins = rules
            .circuit
            .at_least_zero(lead.plus(&Sum::constant(1), -1));
        let draws = rules.circuit.zero(lead.clone());
        let values = [
            (wins, 100),
            (draws, 50),
            (!rules.circuit.at_least_zero(lead.clone()), 0),
        ];
        goals.push(
            values
                .map(|(condition, value)| (condition, Sum::constant(value)))
                .to_vec(),
        );
        leads.push(vec![(Literal::TRUE, lead)]);
    }
    let terminal = rules.circuit.all([!can_place[0], !can_place[1]]);
    let circuit = rules.circuit;
    let quiet = Literal::TRUE;
    Residual {
        moves,
        legal,
        terminal,
        goals,
        heuristics: vec![leads],
        quiet,
        ..Residual::new(circuit, 2)
    }
}

/// A shape in words.
fn told(families: &Families<'_>, part: Part) -> String {
    let sign = if part.is_negated() { "not " } else { "" };
    let list = |parts: &[Part], word: &str| {
        let parts: Vec<String> = parts.iter().map(|part| told(families, *part)).collect();
        parts.join(word)
    };
    match families.shapes().get(part) {
        Shape::True => format!("{sign}true"),
        Shape::Lane { family, offset } => {
            format!("{sign}{} @{offset}", name(&families.family(*family).name))
        }
        Shape::All(parts) => format!("{sign}({})", list(parts, " and ")),
        Shape::Any(parts) => format!("{sign}({})", list(parts, " or ")),
        other => format!("{sign}{other:?}"),
    }
}

fn name(name: &Name) -> String {
    let signed = |constants: &[i64]| {
        constants
            .iter()
            .map(|number| (number - 1).to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let roles = ["black", "white"];
    match name {
        Name::Plane { content, .. } => roles[usize::from(*content) - 1].to_owned(),
        Name::Given(_) => unreachable!("no move is chosen together with another"),
        Name::Goals { form: CLOSED, rest } => format!(
            "closed {} {}",
            roles[rest[0] as usize - 10],
            signed(&rest[1..])
        ),
        Name::Goals { form: TRAPS, rest } => format!("traps {}", roles[rest[0] as usize - 10]),
        Name::Goals { form: OCCUPIED, .. } => "occupied".to_owned(),
        Name::Goals { form, rest } => format!("{form} {rest:?}"),
    }
}

#[test]
fn clauses_become_nineteen_families() {
    let residual = othello();
    let families = Families::find(
        &residual.circuit,
        Spaces::new(residual.circuit.relations()),
        1_000_000,
        &Interrupt::never(),
    )
    .expect("Othello is small");
    let mut text = String::new();
    for family in families.all().filter(|family| !family.goals.is_empty()) {
        writeln!(text, "{}", name(&family.name)).expect("a string takes all");
        for row in &family.rows {
            writeln!(
                text,
                "    {} lanes: {}",
                row.lanes.len(),
                told(&families, row.part)
            )
            .expect("a string takes all");
        }
    }
    assert_snapshot!("compile__othello_families", text);
}

#[test]
fn programs_are_as_short_as_written_by_hand() {
    let code = Code::compile(&othello(), 100_000, &Interrupt::never()).expect("Othello is small");
    let mut text = format!("{} words a position\n", code.layout.words());
    for (number, mode) in code.modes.iter().enumerate() {
        writeln!(
            text,
            "mode {number}: {:?}, {} words kept",
            mode.statistics,
            mode.kept.len()
        )
        .expect("a string takes all");
        writeln!(text, "    turn {}", mode.turn.len()).expect("a string takes all");
        for family in &mode.families {
            let moves = family.moves.iter().flatten().count();
            let ply = mode.plies[family.apply]
                .as_ref()
                .map_or(0, |ply| ply.program.len());
            let apply = mode.applies[family.apply].len();
            writeln!(
                text,
                "    {moves} moves, played by {apply}, with the turn after it by {ply}"
            )
            .expect("a string takes all");
        }
        writeln!(text, "    goals {}", mode.goals.len()).expect("a string takes all");
    }
    assert_snapshot!("compile__othello_operations", text);
}

/// The discs that turn over, square by square.
fn turned(cells: &[u16], p: u16, at: Square) -> Vec<Square> {
    let disc = |(x, y): Square| cells[cell(x, y) as usize];
    let mut all = Vec::new();
    for direction in DIRECTIONS {
        let mut run = Vec::new();
        let mut next = step(at, direction);
        while let Some(here) = next.filter(|here| disc(*here) == 3 - p) {
            run.push(here);
            next = step(here, direction);
        }
        if next.is_some_and(|here| disc(here) == p) {
            all.extend(run);
        }
    }
    all
}

fn boards() -> impl Strategy<Value = Vec<u16>> {
    let disc = prop_oneof![2 => Just(0_u16), 3 => Just(1), 3 => Just(2)];
    (prop::collection::vec(disc, 64), 0..=2_u16).prop_map(|(mut cells, control)| {
        cells.push(control);
        cells
    })
}

thread_local! {
    static GAME: (Residual, Code) = {
        let residual = othello();
        let code = Code::compile(&residual, 100_000, &Interrupt::never()).expect("Othello is small");
        (residual, code)
    };
}

/// The squares of the moves that the program lists.
fn listed_squares(code: &Code, cells: &[u16]) -> Vec<u32> {
    let position = code.layout.pack(cells);
    let mode = code.mode(&position);
    listed(mode, &run(&mode.turn, &position))
        .into_iter()
        .filter(|(family, _)| mode.families[*family].moves.len() == 64)
        .map(|(_, lane)| lane as u32)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn programs_agree_with_the_circuit(cells in boards()) {
        GAME.with(|(residual, code)| assert_agrees(residual, code, &cells));
    }

    #[test]
    fn programs_list_the_moves_of_othello(cells in boards()) {
        let found = GAME.with(|(_, code)| listed_squares(code, &cells));
        let control = cells[64];
        let expected: Vec<u32> = squares()
            .filter(|(x, y)| control != 0 && cells[cell(*x, *y) as usize] == 0)
            .filter(|at| !turned(&cells, control, *at).is_empty())
            .map(|(x, y)| cell(x, y))
            .collect();
        prop_assert_eq!(found, expected);
    }
}
