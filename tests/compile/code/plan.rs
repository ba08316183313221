//! Lanes of cells that lie in a plane.

use regola::compile::circuit::Relation;
use regola::compile::families::{Space, Spaces};

/// The squares of one colour of a board, as they lie.
fn of_one_colour(size: i64) -> Vec<(i64, i64)> {
    let squares = (1..=size).flat_map(|x| (1..=size).map(move |y| (x, y)));
    squares.filter(|(x, y)| (x + y) % 2 == 0).collect()
}

/// The space of a relation whose only key has these places.
fn space(points: &[(i64, i64)]) -> Space {
    let spaces = Spaces::new(&[Relation {
        first_cell: 0,
        keys: vec![(0..points.len() as u32).collect()],
        plan: Some(points.to_vec()),
        contents: 2,
    }]);
    spaces.get(0).clone()
}

/// How many lanes a step leads on, from wherever it can be made.
fn distances(points: &[(i64, i64)], lanes: &[usize], (dx, dy): (i64, i64)) -> Vec<i64> {
    let steps = points.iter().zip(lanes).filter_map(|((x, y), lane)| {
        let to = points.iter().position(|point| *point == (x + dx, y + dy))?;
        Some(lanes[to] as i64 - *lane as i64)
    });
    let mut steps: Vec<i64> = steps.collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

#[test]
fn a_step_on_squares_of_one_colour_leads_on_by_as_many_lanes_from_everywhere() {
    for (size, lanes) in [(8, 36), (10, 55)] {
        let points = of_one_colour(size);
        let space = space(&points);
        assert_eq!(space.lanes(), lanes);
        for step in [(1, 1), (1, -1), (2, 2), (-3, 3)] {
            let distances = distances(&points, &space.lanes_of_cells(), step);
            assert_eq!(distances.len(), 1, "{step:?} on {size} rows");
        }
    }
}

#[test]
fn all_squares_of_a_board_have_a_lane_each() {
    let points: Vec<_> = (0..5).flat_map(|x| (0..4).map(move |y| (x, y))).collect();
    assert_eq!(space(&points).lanes(), points.len());
}

#[test]
fn scattered_places_are_no_plan() {
    let points = [(0, 0), (100, 1), (7, 80)];
    let space = space(&points);
    assert_eq!((space.lanes(), space.lanes_of_cells()), (3, vec![0, 1, 2]));
}
