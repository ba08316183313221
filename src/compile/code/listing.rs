//! The order in which moves are listed.

use super::{Group, MoveFamily, Order};

/// Groups of families, listed one after the other, that give all moves in the order of the rules.
pub fn listing(families: &[MoveFamily]) -> Vec<Group> {
    let ranks = |family: &MoveFamily| -> Vec<u32> {
        family.moves.iter().zip(&family.ranks).filter(|(number, _)| number.is_some()).map(|(_, rank)| *rank).collect()
    };
    // Families whose ranks overlap belong to one group.
    let mut spans: Vec<(u32, u32, usize)> = Vec::new();
    for (number, family) in families.iter().enumerate() {
        let ranks = ranks(family);
        let least = ranks.iter().min().copied().unwrap_or(0);
        spans.push((least, ranks.iter().max().copied().unwrap_or(least), number));
    }
    spans.sort_unstable();
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for (first, last, number) in spans {
        match groups.last_mut() {
            Some((end, members)) if first <= *end => {
                *end = last.max(*end);
                members.push(number);
            }
            _ => groups.push((last, vec![number])),
        }
    }
    groups.into_iter().map(|(_, members)| group(families, members)).collect()
}

fn group(families: &[MoveFamily], members: Vec<usize>) -> Group {
    // For each rank in order the lane and the family.
    let mut sequence: Vec<(u32, usize, usize)> = Vec::new();
    for number in &members {
        let family = &families[*number];
        let lanes = family.moves.iter().enumerate().filter(|(_, number)| number.is_some());
        sequence.extend(lanes.map(|(lane, _)| (family.ranks[lane], lane, *number)));
    }
    sequence.sort_unstable();
    let goes_by_lane = sequence.windows(2).all(|pair| pair[0].1 <= pair[1].1);
    match goes_by_lane.then(|| common_order(&members, &sequence)).flatten() {
        Some(families) => Group { families, order: Order::Lanes },
        None => Group { families: members, order: Order::Ranks },
    }
}

/// An order of families in which they stand in each lane, if there is one.
fn common_order(members: &[usize], sequence: &[(u32, usize, usize)]) -> Option<Vec<usize>> {
    let place = |family: usize| members.iter().position(|member| *member == family);
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); members.len()];
    let mut before: Vec<usize> = vec![0; members.len()];
    for pair in sequence.windows(2).filter(|pair| pair[0].1 == pair[1].1) {
        let (from, to) = (place(pair[0].2)?, place(pair[1].2)?);
        if !after[from].contains(&to) {
            after[from].push(to);
            before[to] += 1;
        }
    }
    let mut order = Vec::new();
    let mut free: Vec<usize> = (0..members.len()).filter(|member| before[*member] == 0).collect();
    while let Some(member) = free.pop() {
        order.push(members[member]);
        for next in &after[member] {
            before[*next] -= 1;
            if before[*next] == 0 {
                free.push(*next);
            }
        }
    }
    (order.len() == members.len()).then_some(order)
}
