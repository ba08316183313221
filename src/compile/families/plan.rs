//! Lanes for cells that lie in a plane, such as the dark squares of a draughts board: however few of
//! all squares have a cell, neighbours in the same direction are at the same distance.

use crate::logic::gcd;

/// The greatest number of lanes for each cell: in a plane with fewer cells most lanes would be for
/// nothing.
const MOST_FOR_A_CELL: usize = 4;

/// In which order the lanes go through a plane.
#[derive(Clone, Copy, Debug)]
struct Turned {
    /// Whether the first coordinate is the faster one.
    is_transposed: bool,
    /// Whether the coordinates count backwards, the slower one and the faster one.
    is_reversed: [bool; 2],
}

/// The lane of each point, in each order that the lanes may have; none if they would be too many.
pub(super) fn lanes_of_points(points: &[(i64, i64)]) -> Option<Vec<Vec<usize>>> {
    let mut orders = Vec::new();
    for is_transposed in [false, true] {
        for is_reversed in [[false, false], [false, true], [true, false], [true, true]] {
            let turned = Turned {
                is_transposed,
                is_reversed,
            };
            orders.push(turned.lanes(points)?);
        }
    }
    Some(orders)
}

impl Turned {
    /// The lane of each point: its distance from the first one, in a row after row, divided by what
    /// divides all these distances. A row that is longer by one may leave more to divide by: so the
    /// squares of one colour lie close together.
    fn lanes(self, points: &[(i64, i64)]) -> Option<Vec<usize>> {
        let [slow, fast] = self
            .is_reversed
            .map(|is_reversed| if is_reversed { -1 } else { 1 });
        let turned = points
            .iter()
            .map(|&(first, second)| match self.is_transposed {
                false => (first * slow, second * fast),
                true => (second * slow, first * fast),
            });
        let turned: Vec<(i64, i64)> = turned.collect();
        let of_row = |(_, fast): &(i64, i64)| *fast;
        let width = turned.iter().map(of_row).max()? - turned.iter().map(of_row).min()? + 1;
        let lanes = [width, width + 1].map(|width| {
            let places: Vec<i64> = turned
                .iter()
                .map(|(slow, fast)| slow * width + fast)
                .collect();
            close_together(&places)
        });
        let [narrow, wide] = lanes;
        let count = |lanes: &[usize]| lanes.iter().max().map_or(0, |last| last + 1);
        let lanes = match count(&wide) < count(&narrow) {
            true => wide,
            false => narrow,
        };
        (count(&lanes) <= MOST_FOR_A_CELL * points.len()).then_some(lanes)
    }
}

/// Places as distances from the first one, divided by what divides them all.
fn close_together(places: &[i64]) -> Vec<usize> {
    let first = places.iter().min().copied().unwrap_or(0);
    let distances: Vec<u64> = places.iter().map(|place| place.abs_diff(first)).collect();
    let divisor = distances.iter().copied().fold(0, gcd).max(1);
    let lanes = distances
        .iter()
        .map(|distance| (distance / divisor) as usize);
    lanes.collect()
}
