//! The order in which moves are listed, and how many there are.

use super::emitter::Emitter;
use super::{Group, MoveFamily, Order};
use crate::compile::words::Value;

/// Groups of families, listed one after the other, that give all moves in the order of the rules.
/// Their totals are the outputs from this one on.
pub fn listing(families: &[MoveFamily], mut output: usize) -> Vec<Group> {
    let ranks = |family: &MoveFamily| -> Vec<u32> {
        family
            .moves
            .iter()
            .zip(&family.ranks)
            .filter(|(number, _)| number.is_some())
            .map(|(_, rank)| *rank)
            .collect()
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
    let mut counted = |(_, members): (u32, Vec<usize>)| {
        let words = members
            .iter()
            .map(|member| families[*member].moves.len().div_ceil(64))
            .max()
            .unwrap_or(0);
        let (families, order) = order(families, members);
        let totals = output..output + if order == Order::Lanes { words } else { 1 };
        output = totals.end;
        Group {
            families,
            order,
            totals,
        }
    };
    groups.into_iter().map(&mut counted).collect()
}

impl Emitter<'_, '_> {
    /// The totals of these groups, given the legal moves of each family.
    pub fn totals(&mut self, listing: &[Group], legal: &[Vec<Value>]) -> Vec<Value> {
        let mut total = self.builder.constant(0);
        let mut totals = Vec::new();
        for Group {
            families,
            order,
            totals: outputs,
        } in listing
        {
            for word in 0..outputs.len() {
                let words = families.iter().flat_map(|family| match order {
                    Order::Lanes => legal[*family].get(word..=word).unwrap_or_default(),
                    Order::Ranks => &legal[*family],
                });
                for word in words {
                    let count = self.builder.count(*word);
                    total = self.builder.add(total, count);
                }
                totals.push(total);
            }
        }
        totals
    }
}

/// The order of the moves of these families, and that of the families.
fn order(families: &[MoveFamily], members: Vec<usize>) -> (Vec<usize>, Order) {
    // For each rank in order the lane and the family.
    let mut sequence: Vec<(u32, usize, usize)> = Vec::new();
    for number in &members {
        let family = &families[*number];
        let lanes = family
            .moves
            .iter()
            .enumerate()
            .filter(|(_, number)| number.is_some());
        sequence.extend(lanes.map(|(lane, _)| (family.ranks[lane], lane, *number)));
    }
    sequence.sort_unstable();
    let goes_by_lane = sequence.windows(2).all(|pair| pair[0].1 <= pair[1].1);
    match goes_by_lane
        .then(|| common_order(&members, &sequence))
        .flatten()
    {
        Some(families) => (families, Order::Lanes),
        None => (members, Order::Ranks),
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
    let mut free: Vec<usize> = (0..members.len())
        .filter(|member| before[*member] == 0)
        .collect();
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
