//! Programs of random games: boards of several sizes, goals that look the same from most cells,
//! with edges, exceptions, recursion and sums, and moves that change cells near them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use regola::compile::Interrupt;
use regola::compile::circuit::{Circuit, Label, Literal, Relation, Sum};
use regola::compile::code::Code;
use regola::compile::residual::{ANY_CONTENT, Effect, PossibleMove, Residual};

use super::assert_agrees;

/// Choices to make, one after the other; the first of each when there are none left.
struct Choices {
    tape: Vec<u16>,
    next: usize,
}

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        let choice = self.tape.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        usize::from(choice) % count
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    fn of<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    fn offset(&mut self) -> Square {
        (self.below(5) as i32 - 2, self.below(5) as i32 - 2)
    }
}

/// A column and a row.
type Square = (i32, i32);

/// A literal of a clause: its kind, what it is about, and how far away.
type Part = (usize, Source, Square);

/// What there may be at each square.
#[derive(Clone, Copy, Debug)]
enum Source {
    Plane { relation: usize, content: u16 },
    Goals(usize),
}

/// An effect near a square.
#[derive(Clone, Copy, Debug)]
struct Near {
    target: Source,
    distance: Square,
    kind: usize,
    condition: Source,
    condition_distance: Square,
}

/// Effects in a line.
#[derive(Clone, Copy, Debug)]
struct Along {
    direction: Square,
    source: Source,
    length: i32,
    /// Whether the line is short from some squares.
    has_stops: bool,
}

struct Game {
    circuit: Circuit,
    /// Whether its squares are those of one colour, which lie in a plane.
    is_planned: bool,
    columns: i32,
    rows: i32,
    /// What holds at each square, for the goals of each form.
    goals: Vec<BTreeMap<Square, Literal>>,
    scalars: Vec<Literal>,
}

/// The constant of the first square where a square is one key.
const FIRST_SQUARE: u32 = 1_000;

/// The relation that every game has; before it there is one for who is to move.
const BOARD: usize = 1;

impl Game {
    fn new(choices: &mut Choices) -> Self {
        let (columns, rows) = choices.of(&[(3, 3), (4, 3), (5, 5), (8, 8), (9, 9), (13, 2)]);
        let line = |count: i32| (0..count as u32).collect::<Vec<_>>();
        let board = vec![line(columns), line(rows)];
        // The squares of one colour, each a key that lies in a plane.
        let is_planned = choices.one_in(3);
        let of_colour: Vec<Square> = (0..columns)
            .flat_map(|x| (0..rows).map(move |y| (x, y)))
            .filter(|(x, y)| (x + y) % 2 == 0)
            .collect();
        let points = of_colour
            .iter()
            .map(|(x, y)| (i64::from(*x), i64::from(*y)));
        let plan: Vec<(i64, i64)> = points.collect();
        let board = match is_planned {
            true => vec![
                (0..of_colour.len() as u32)
                    .map(|square| FIRST_SQUARE + square)
                    .collect(),
            ],
            false => board,
        };
        let mut relations = vec![Relation {
            first_cell: 0,
            keys: Vec::new(),
            plan: None,
            contents: 2,
        }];
        let mut add = |keys: Vec<Vec<u32>>, contents: u16| {
            let first_cell = relations
                .iter()
                .map(|relation| relation.cells() as u32)
                .sum();
            let is_board = keys.first().is_some_and(|key| key[0] == FIRST_SQUARE);
            relations.push(Relation {
                first_cell,
                keys,
                plan: is_board.then(|| plan.clone()),
                contents,
            });
        };
        // Positions have many contents in digits.
        add(board.clone(), choices.of(&[1, 2, 3, 66]));
        for _ in 0..choices.below(3) {
            match choices.below(4) {
                0 => add(board.clone(), 1),
                1 => add(vec![line(columns)], choices.of(&[2, 2, 70])),
                2 => add(Vec::new(), (columns * rows) as u16),
                _ => add(Vec::new(), 3),
            }
        }
        Self {
            circuit: Circuit::new(relations),
            columns,
            rows,
            is_planned,
            goals: Vec::new(),
            scalars: Vec::new(),
        }
    }

    fn squares(&self) -> Vec<Square> {
        let rows = self.rows;
        (0..self.columns)
            .flat_map(|x| (0..rows).map(move |y| (x, y)))
            .filter(|(x, y)| !self.is_planned || (x + y) % 2 == 0)
            .collect()
    }

    fn lane(&self, square: Square) -> Option<u32> {
        let mut squares = self.squares().into_iter();
        squares
            .position(|other| other == square)
            .map(|lane| lane as u32)
    }

    /// What a square is called in labels.
    fn name(&self, square: Square) -> Vec<u32> {
        match self.lane(square).filter(|_| self.is_planned) {
            Some(lane) => vec![FIRST_SQUARE + lane],
            None => vec![square.0 as u32, square.1 as u32],
        }
    }

    fn source(&self, choices: &mut Choices) -> Source {
        match choices.below(3) {
            0 if !self.goals.is_empty() => Source::Goals(choices.below(self.goals.len())),
            _ => {
                let on_board: Vec<usize> = (BOARD..self.circuit.relations().len())
                    .filter(|relation| self.is_board(*relation))
                    .collect();
                let relation = choices.of(&on_board);
                let contents = self.circuit.relations()[relation].contents;
                Source::Plane {
                    relation,
                    content: 1 + choices.below(usize::from(contents)) as u16,
                }
            }
        }
    }

    fn is_board(&self, relation: usize) -> bool {
        let relation = &self.circuit.relations()[relation];
        match self.is_planned {
            true => relation.plan.is_some(),
            false => relation.keys.len() == 2,
        }
    }

    fn at(&mut self, source: Source, square: Square) -> Option<Literal> {
        let lane = self.lane(square)?;
        match source {
            Source::Plane { relation, content } => {
                let first = self.circuit.relations()[relation].first_cell;
                Some(self.circuit.fact(first + lane, content))
            }
            Source::Goals(form) => self.goals[form].get(&square).copied(),
        }
    }

    /// A fact that has nothing to do with a square.
    fn single(&mut self, choices: &mut Choices) -> Literal {
        if !self.scalars.is_empty() && choices.one_in(3) {
            return choices.of(&self.scalars);
        }
        let relation = choices.below(self.circuit.relations().len());
        let Relation {
            first_cell,
            contents,
            ..
        } = self.circuit.relations()[relation];
        let cell = first_cell + choices.below(self.circuit.relations()[relation].cells()) as u32;
        self.circuit
            .fact(cell, 1 + choices.below(usize::from(contents)) as u16)
    }

    /// Goals of a form, at each square a disjunction that looks the same but for the edges.
    fn add_goals(&mut self, choices: &mut Choices) {
        let form = self.goals.len();
        let clauses: Vec<Vec<Part>> = (0..1 + choices.below(3))
            .map(|_| {
                let literals = 1 + choices.below(3);
                (0..literals)
                    .map(|_| (choices.below(8), self.source(choices), choices.offset()))
                    .collect()
            })
            .collect();
        let single = self.single(choices);
        let onward: Vec<(Square, Source)> = (0..[0, 1, 1, 2][choices.below(4)])
            .map(|_| {
                (
                    choices.of(&[(0, 1), (1, 0), (1, 1), (1, -1), (2, 1)]),
                    self.source(choices),
                )
            })
            .collect();
        // Half of the recursive forms go on by way of another form.
        let other = (!onward.is_empty() && choices.one_in(3)).then(|| self.goals.len() + 1);
        let tied = choices.one_in(5);
        let (layout, exception) = (choices.below(4), choices.one_in(4));
        let mut squares = self.squares();
        // What a square needs comes before it.
        squares.sort_by_key(|(x, y)| -(2 * x + y));
        let middle = squares.len() / 2;
        self.goals.push(BTreeMap::new());
        self.goals.extend(other.map(|_| BTreeMap::new()));
        for (number, square) in squares.into_iter().enumerate() {
            let mut conditions = Vec::new();
            for clause in &clauses {
                let parts: Vec<Option<Literal>> = clause
                    .iter()
                    .map(|part| self.literal(part, square, single))
                    .collect();
                if parts.iter().all(Option::is_some) {
                    conditions.push(self.circuit.all(parts.into_iter().flatten()));
                }
            }
            if tied && number == middle {
                let before: Vec<Literal> = self.goals[form].values().copied().collect();
                let label = Label {
                    form: 60 + form as u32,
                    arguments: Vec::new(),
                };
                self.scalars.push(self.circuit.goal(label, before));
            }
            if tied && number > middle {
                conditions.extend(self.scalars.last());
            }
            for ((dx, dy), source) in &onward {
                let there = (square.0 + dx, square.1 + dy);
                let next = self.at(Source::Goals(other.unwrap_or(form)), there);
                let here = self.at(*source, square);
                if let (Some(here), Some(next)) = (here, next) {
                    conditions.push(self.circuit.all([here, next]));
                }
            }
            if exception && choices.one_in(4) {
                conditions.push(self.single(choices));
            }
            let (x, y) = (square.0 as u32, square.1 as u32);
            let name = self.name(square);
            let arguments = match layout {
                0 => name.clone(),
                1 => [&[100], &name[..], &[2]].concat(),
                2 => [&name[..], &[y, x.min(1)]].concat(),
                _ => [&[1, 2], &name[..]].concat(),
            };
            let goal = self.circuit.goal(
                Label {
                    form: form as u32,
                    arguments,
                },
                conditions,
            );
            if goal != Literal::FALSE && goal != Literal::TRUE {
                self.goals[form].insert(square, goal);
            }
            if let Some(other) = other {
                let conditions = [
                    goal,
                    self.literal(&clauses[0][0], square, single)
                        .unwrap_or(Literal::FALSE),
                ];
                let label = Label {
                    form: other as u32,
                    arguments: name,
                };
                let goal = self.circuit.goal(label, conditions);
                if goal != Literal::FALSE && goal != Literal::TRUE {
                    self.goals[other].insert(square, goal);
                }
            }
        }
    }

    fn literal(&mut self, part: &Part, square: Square, single: Literal) -> Option<Literal> {
        let (kind, source, (dx, dy)) = *part;
        let there = (square.0 + dx, square.1 + dy);
        match kind {
            0..=2 => self.at(source, there),
            3 | 4 => self.at(source, there).map(|literal| !literal),
            5 => Some(single),
            6 => self.at(source, (0, 0)),
            _ => {
                let near = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1)];
                let near = near.map(|(x, y)| self.at(source, (there.0 + x, there.1 + y)));
                let weights = [1, 1, 2, -1, 3];
                let terms = near
                    .into_iter()
                    .zip(weights)
                    .filter_map(|(literal, weight)| Some((literal?, weight)));
                let sum = Sum::new(i64::from(dx) - 1, terms.collect());
                Some(if dy < 0 {
                    self.circuit.zero(sum)
                } else {
                    self.circuit.at_least_zero(sum)
                })
            }
        }
    }

    fn sum(&mut self, choices: &mut Choices) -> Sum {
        let (source, weight) = (self.source(choices), choices.of(&[1, -1, 3]));
        let mut terms: Vec<(Literal, i64)> = Vec::new();
        for square in self.squares() {
            terms.extend(self.at(source, square).map(|literal| (literal, weight)));
        }
        terms.push((!self.single(choices), 2));
        Sum::new(choices.below(7) as i64 - 3, terms)
    }

    /// A goal without a square: something anywhere, lines, counts.
    fn add_scalar(&mut self, choices: &mut Choices) {
        let source = self.source(choices);
        let squares = self.squares();
        let scalar = match choices.below(4) {
            0 => {
                let anywhere: Vec<Literal> = squares
                    .iter()
                    .filter_map(|square| self.at(source, *square))
                    .collect();
                let label = Label {
                    form: 50 + self.scalars.len() as u32,
                    arguments: Vec::new(),
                };
                self.circuit.goal(label, anywhere)
            }
            1 => {
                let ((dx, dy), length) = (choices.offset(), 3 + choices.below(4) as i32);
                let line = |game: &mut Self, (x, y): Square| {
                    let parts: Vec<Option<Literal>> = (0..length)
                        .map(|k| game.at(source, (x + k * dx, y + k * dy)))
                        .collect();
                    parts
                        .iter()
                        .all(Option::is_some)
                        .then(|| game.circuit.all(parts.into_iter().flatten()))
                };
                let lines: Vec<Literal> = squares
                    .iter()
                    .filter_map(|square| line(self, *square))
                    .collect();
                self.circuit.any(lines)
            }
            2 => {
                let everywhere: Vec<Literal> = squares
                    .iter()
                    .filter_map(|square| self.at(source, *square))
                    .collect();
                self.circuit.all(everywhere)
            }
            _ => {
                let sum = self.sum(choices);
                if choices.one_in(2) {
                    self.circuit.zero(sum)
                } else {
                    self.circuit.at_least_zero(sum)
                }
            }
        };
        self.scalars
            .push(if choices.one_in(3) { !scalar } else { scalar });
    }

    fn effects(&mut self, choices: &mut Choices) -> Vec<Near> {
        let count = choices.below(4);
        (0..count)
            .map(|_| Near {
                target: Source::Plane {
                    relation: BOARD,
                    content: 1 + choices.below(3) as u16,
                },
                distance: choices.offset(),
                kind: choices.below(4),
                condition: self.source(choices),
                condition_distance: choices.offset(),
            })
            .collect()
    }

    /// Effects on all squares of a line, as far as something holds on each of them.
    fn effects_along(&mut self, along: &Along, square: Square, stops: bool) -> Vec<Effect> {
        let Along {
            direction: (dx, dy),
            source,
            length,
            ..
        } = *along;
        let Relation {
            first_cell,
            contents,
            ..
        } = self.circuit.relations()[BOARD];
        let mut conditions = Vec::new();
        let mut effects = Vec::new();
        for distance in 1..=if stops { 2 } else { length } {
            let to = (square.0 + distance * dx, square.1 + distance * dy);
            let (Some(lane), Some(holds)) = (self.lane(to), self.at(source, to)) else {
                break;
            };
            conditions.push(holds);
            let condition = self.circuit.all(conditions.iter().copied());
            if condition != Literal::FALSE {
                effects.push(Effect {
                    cell: first_cell + lane,
                    content: contents,
                    condition,
                });
            }
        }
        effects
    }

    /// The effects at a square.
    fn effects_at(&mut self, templates: &[Near], (x, y): Square) -> Vec<Effect> {
        let mut effects = Vec::new();
        for Near {
            target,
            distance: (dx, dy),
            kind,
            condition,
            condition_distance: (ex, ey),
        } in templates
        {
            let Source::Plane { relation, content } = target else {
                continue;
            };
            let Relation {
                first_cell,
                contents,
                ..
            } = self.circuit.relations()[*relation];
            let to = if *kind == 3 { (0, 1) } else { (x + dx, y + dy) };
            let (Some(lane), Some(condition)) =
                (self.lane(to), self.at(*condition, (x + ex, y + ey)))
            else {
                continue;
            };
            let condition = match kind {
                0 => Literal::TRUE,
                1 => !condition,
                _ => condition,
            };
            if condition != Literal::FALSE {
                effects.push(Effect {
                    cell: first_cell + lane,
                    content: (*content).min(contents),
                    condition,
                });
            }
        }
        effects
    }

    fn finish(mut self, choices: &mut Choices) -> Residual {
        let (mut moves, mut legal): (Vec<PossibleMove>, Vec<(usize, Literal)>) =
            (Vec::new(), Vec::new());
        for form in 0..1 + choices.below(3) {
            let role = choices.below(2);
            let source = self.source(choices);
            let (adds, deletes) = (self.effects(choices), self.effects(choices));
            let faults = if choices.one_in(5) {
                self.effects(choices)
            } else {
                Vec::new()
            };
            let along = choices.one_in(3).then(|| Along {
                direction: choices.of(&[(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, -1)]),
                source: self.source(choices),
                length: choices.of(&[8, 5, 4]),
                has_stops: choices.one_in(3),
            });
            let has_control = !choices.one_in(3);
            let split = choices.one_in(3).then(|| self.single(choices));
            let turns = choices.one_in(2);
            let mut squares = self.squares();
            if choices.one_in(4) {
                squares.reverse();
            }
            let mut again = Vec::new();
            for square in squares {
                let Some(condition) = self.at(source, square) else {
                    continue;
                };
                let control = self.circuit.fact(0, role as u16 + 1);
                let condition = self
                    .circuit
                    .all([condition, if has_control { control } else { Literal::TRUE }]);
                let arguments = [&[200 + role as u32], &self.name(square)[..]].concat();
                let mut about = PossibleMove {
                    deletes: self.effects_at(&deletes, square),
                    adds: self.effects_at(&adds, square),
                    faults: self
                        .effects_at(&faults, square)
                        .into_iter()
                        .map(|effect| effect.condition)
                        .collect(),
                    ..PossibleMove::new(
                        role,
                        Label {
                            form: form as u32,
                            arguments,
                        },
                    )
                };
                if let Some(along) = along {
                    let stops = along.has_stops && choices.one_in(3);
                    about.adds.extend(self.effects_along(&along, square, stops));
                }
                if turns {
                    about.adds.push(Effect {
                        cell: 0,
                        content: 2 - role as u16,
                        condition: Literal::TRUE,
                    });
                }
                let places = self
                    .circuit
                    .relations()
                    .iter()
                    .find(|relation| relation.cells() == 1 && relation.contents > 3);
                if let (Some(relation), Some(lane)) = (places, self.lane(square)) {
                    let condition = adds.first().map_or(Literal::TRUE, |_| condition);
                    about.adds.push(Effect {
                        cell: relation.first_cell,
                        content: lane as u16 + 1,
                        condition,
                    });
                }
                match split {
                    Some(single) if single != Literal::TRUE && single != Literal::FALSE => {
                        legal.push((moves.len(), self.circuit.all([condition, single])));
                        again.push((moves.len(), self.circuit.all([condition, !single])));
                    }
                    _ => legal.push((moves.len(), condition)),
                }
                moves.push(about);
            }
            legal.extend(again);
        }
        if choices.one_in(3) {
            // A move for each column.
            let (source, height) = (self.source(choices), choices.below(3) as i32);
            let adds = self.effects(choices);
            for x in 0..self.columns {
                let Some(condition) = self.at(source, (x, height)) else {
                    continue;
                };
                legal.push((moves.len(), condition));
                let label = Label {
                    form: 30,
                    arguments: vec![200, x as u32],
                };
                let adds = self.effects_at(&adds, (x, height));
                moves.push(PossibleMove {
                    adds,
                    ..PossibleMove::new(0, label)
                });
            }
        }
        for number in 0..choices.below(4) {
            let parts: Vec<Literal> = (0..3).map(|_| self.single(choices)).collect();
            let condition = self.circuit.all(parts);
            legal.insert(legal.len() / 2, (moves.len(), condition));
            let adds = vec![Effect {
                cell: 0,
                content: 1,
                condition: self.single(choices),
            }];
            let label = Label {
                form: 40,
                arguments: vec![200, number as u32],
            };
            moves.push(PossibleMove {
                adds,
                faults: vec![self.single(choices)],
                ..PossibleMove::new(0, label)
            });
        }
        legal.retain(|(_, condition)| *condition != Literal::FALSE);
        let mut values = |game: &mut Self| -> Vec<(Literal, Sum)> {
            let count = choices.below(3);
            (0..count)
                .map(|_| (game.single(choices), game.sum(choices)))
                .collect()
        };
        let goals = (0..2).map(|_| values(&mut self)).collect();
        let heuristics = vec![(0..2).map(|_| values(&mut self)).collect()];
        let parts = [
            self.single(choices),
            !self.single(choices),
            self.single(choices),
        ];
        let mut terminal = self.circuit.all(parts);
        // For several reasons, some of which not every move bears on.
        for _ in 0..choices.below(4) {
            let reasons = [terminal, self.single(choices)];
            terminal = match choices.one_in(4) {
                true => self.circuit.all(reasons),
                false => self.circuit.any(reasons),
            };
        }
        let quiet = self.single(choices);
        let (beyond, unjudged) = match choices.one_in(3) {
            true => (self.single(choices), self.single(choices)),
            false => (Literal::FALSE, Literal::FALSE),
        };
        if choices.one_in(3) {
            for effect in moves.iter_mut().flat_map(|about| &mut about.deletes) {
                effect.content = ANY_CONTENT;
            }
        }
        let game = Residual::new(self.circuit, 2);
        Residual {
            moves,
            legal,
            terminal,
            beyond,
            goals,
            heuristics,
            quiet,
            unjudged,
            ..game
        }
    }
}

fn game(choices: &mut Choices) -> Residual {
    let mut game = Game::new(choices);
    for _ in 0..choices.below(8) {
        match choices.below(2) {
            1 => game.add_scalar(choices),
            _ => game.add_goals(choices),
        }
    }
    game.finish(choices)
}

/// Cells of a position: mostly empty, mostly full, or anything between.
fn position(circuit: &Circuit, choices: &mut Choices) -> Vec<u16> {
    let density = 1 + choices.below(4);
    let mut cells = Vec::new();
    for relation in circuit.relations() {
        for _ in 0..relation.cells() {
            let content = choices.below(usize::from(relation.contents)) as u16 + 1;
            cells.push(if choices.below(density + 1) == 0 {
                0
            } else {
                content
            });
        }
    }
    cells
}

fn choices(count: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), count)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn programs_agree_with_the_circuits_of_random_games(rules in choices(300), positions in prop::collection::vec(choices(300), 3)) {
        let residual = game(&mut Choices { tape: rules, next: 0 });
        let code = Code::compile(&residual, 1_000_000, &Interrupt::never()).expect("random games are small");
        for tape in positions {
            let cells = position(&residual.circuit, &mut Choices { tape, next: 0 });
            assert_agrees(&residual, &code, &cells);
        }
    }
}
