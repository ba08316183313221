//! Othello's legal moves, as people write them with shifts and masks: a program of a usual kind and
//! size.

use proptest::prelude::*;
use regola::compile::words::{Builder, Interpreter, Program, Registers, Value};

/// The columns from which a disc may be turned by a step to the side.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// From the mover's discs and the opponent's: the cells where the mover may place a disc.
pub fn program() -> Program {
    let mut builder = Builder::new(2);
    let (own, other) = (builder.input(0), builder.input(1));
    let inner = builder.constant(INNER);
    let inner = builder.and(other, inner);
    let mut reached = builder.constant(0);
    for (places, crossed) in [(1, inner), (8, other), (7, inner), (9, inner)] {
        for shift in [Builder::shift_left, Builder::shift_right] {
            let end = line(&mut builder, own, crossed, places, shift);
            reached = builder.or(reached, end);
        }
    }
    let taken = builder.or(own, other);
    let moves = builder.and_not(reached, taken);
    builder.finish(&[moves])
}

/// The cells at the far ends of the mover's discs over lines of crossed discs.
fn line(
    builder: &mut Builder,
    own: Value,
    crossed: Value,
    places: u8,
    shift: fn(&mut Builder, Value, u8) -> Value,
) -> Value {
    let next = shift(builder, own, places);
    let mut run = builder.and(crossed, next);
    for _ in 0..5 {
        let next = shift(builder, run, places);
        let longer = builder.and(crossed, next);
        run = builder.or(run, longer);
    }
    shift(builder, run, places)
}

/// The same, cell by cell and direction by direction.
fn moves(own: u64, other: u64) -> u64 {
    let disc = |discs: u64, (x, y): (i32, i32)| {
        (0..8).contains(&x) && (0..8).contains(&y) && discs >> (8 * y + x) & 1 == 1
    };
    let traps = |(x, y): (i32, i32), (dx, dy): (i32, i32)| {
        let crossed = (1..)
            .take_while(|step| disc(other, (x + step * dx, y + step * dy)))
            .count() as i32;
        crossed > 0 && disc(own, (x + (crossed + 1) * dx, y + (crossed + 1) * dy))
    };
    let may_place = |cell: i32| {
        let place = (cell % 8, cell / 8);
        let directions = (-1..=1)
            .flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)))
            .filter(|way| *way != (0, 0));
        !disc(own | other, place) && { directions }.any(|way| traps(place, way))
    };
    (0..64)
        .filter(|cell| may_place(*cell))
        .map(|cell| 1 << cell)
        .sum()
}

proptest! {
    /// Also where no game gets to.
    #[test]
    fn the_moves_are_those_found_cell_by_cell(own: u64, other: u64, empty: u64) {
        let (own, other) = (own & !empty, other & !own & !empty);
        let mut outputs = [0];
        Interpreter::new(&program()).unwrap().run(&[own, other], &mut outputs, &mut Registers::new());
        prop_assert_eq!(outputs, [moves(own, other)]);
    }
}
