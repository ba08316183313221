//! Whether moves that are legal can have an effect at all: what the effect's condition says of the position is
//! held against when the moves are legal that it hangs on, and when the game is over.

use std::mem;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Circuit, Gate, Literal, Node, Sum};
use crate::compile::exclusion::Exclusion;

/// Gates that nest deeper are not looked at.
const DEEPEST: usize = 64;

/// For one case no more gates are looked at.
const MOST_GATES: usize = 10_000;

/// A condition is not taken apart into more cases.
const MOST_CASES: usize = 256;

/// When the moves of a game are legal.
pub(super) struct Possible {
    /// By the number of a move.
    legal: Vec<Literal>,
    /// The cells that say which moves are chosen, where that is not known.
    choices: Range<u32>,
    /// Where the game is over.
    over: Literal,
    exclusion: Exclusion,
    /// The number of gates that were looked at, as a measure of the work.
    looked_at: usize,
}

impl Possible {
    pub fn new(circuit: &Circuit, legal: Vec<Literal>, choices: Range<u32>, over: Literal) -> Self {
        Self {
            legal,
            choices,
            over,
            exclusion: Exclusion::given(circuit, &[!over]),
            looked_at: 0,
        }
    }

    /// Whether something never holds where a move is played, the one of a number or those that the condition
    /// names.
    pub fn is_never(
        &mut self,
        circuit: &Circuit,
        condition: Literal,
        played: Option<usize>,
    ) -> bool {
        let mut left = MOST_GATES;
        let mut cases = cases(circuit, condition, (DEEPEST, &mut left)).into_iter();
        self.looked_at += MOST_GATES - left;
        cases.all(|case| self.is_never_in(circuit, case, condition, played))
    }

    /// Takes the number of gates that were looked at since it was last taken.
    pub fn take_looked_at(&mut self) -> usize {
        mem::take(&mut self.looked_at)
    }

    fn is_never_in(
        &mut self,
        circuit: &Circuit,
        case: Contents,
        condition: Literal,
        played: Option<usize>,
    ) -> bool {
        let chosen = case.iter().filter(|(cell, _)| self.choices.contains(cell));
        let chosen = chosen.map(|(_, content)| usize::from(*content) - 1);
        let named: Vec<usize> = played.into_iter().chain(chosen).collect();
        let mut given = Given {
            contents: case,
            known: FxHashMap::default(),
            looked_at: 0,
        };
        let exclusion = &mut self.exclusion;
        let mut is_not = |given: &mut Given, part: Literal| {
            given.value(circuit, part, 0) == Some(false)
                || exclusion.excludes(circuit, &[condition, part])
        };
        let is_never = given.value(circuit, self.over, 0) == Some(true)
            || named.into_iter().any(|number| {
                let legal = self.legal[number];
                match circuit.alternatives(legal) {
                    Some(mut parts) => parts.all(|part| is_not(&mut given, part)),
                    None => is_not(&mut given, legal),
                }
            });
        self.looked_at += given.looked_at;
        is_never
    }
}

/// The contents of some cells.
type Contents = FxHashMap<u32, u16>;

/// The cases in one of which a literal holds, by the contents that it says of cells in each; one that says
/// nothing stands for what is not looked at: gates that nest deeper than `depth`, and those after the first `left`,
/// where one that several others name counts for each.
fn cases(circuit: &Circuit, literal: Literal, (depth, left): (usize, &mut usize)) -> Vec<Contents> {
    let anything = || vec![Contents::default()];
    if let Some((cell, content)) = circuit.fact_of(literal) {
        return vec![Contents::from_iter([(cell, content)])];
    }
    if depth == 0 || *left == 0 {
        return anything();
    }
    *left -= 1;
    if let Some(parts) = circuit.alternatives(literal) {
        let mut all = Vec::new();
        for part in parts {
            all.extend(cases(circuit, part, (depth - 1, left)));
            if all.len() > MOST_CASES {
                return anything();
            }
        }
        return all;
    }
    let Gate::All(parts) = circuit.gate(literal.node()) else {
        return anything();
    };
    let mut all = anything();
    for part in parts.iter().filter(|_| !literal.is_negated()) {
        let own = cases(circuit, *part, (depth - 1, left));
        // What would be too many cases is not looked at.
        if all.len() * own.len() <= MOST_CASES {
            let with = |case: &Contents| own.iter().filter_map(|own| joined(case, own)).collect();
            all = all.iter().flat_map::<Vec<Contents>, _>(with).collect();
        }
    }
    all
}

/// What holds in both cases; none if they say different contents of a cell.
fn joined(one: &Contents, other: &Contents) -> Option<Contents> {
    let mut both = one.clone();
    for (cell, content) in other {
        if *both.entry(*cell).or_insert(*content) != *content {
            return None;
        }
    }
    Some(both)
}

/// What gates come to where the contents of some cells are known: yes, no or unknown (S. C. Kleene, 1938).
struct Given {
    contents: Contents,
    known: FxHashMap<Node, Option<bool>>,
    looked_at: usize,
}

impl Given {
    fn value(&mut self, circuit: &Circuit, literal: Literal, depth: usize) -> Option<bool> {
        let node = literal.node();
        let value = match self.known.get(&node) {
            Some(value) => *value,
            None => {
                let value = self.of_gate(circuit, node, depth);
                self.known.insert(node, value);
                value
            }
        };
        value.map(|value| value != literal.is_negated())
    }

    fn of_gate(&mut self, circuit: &Circuit, node: Node, depth: usize) -> Option<bool> {
        self.looked_at += 1;
        if depth == DEEPEST || self.looked_at > MOST_GATES {
            return None;
        }
        match circuit.gate(node) {
            Gate::True => Some(true),
            Gate::Fact { cell, content } => self.contents.get(cell).map(|known| known == content),
            Gate::All(parts) => self.first(circuit, parts, false, depth),
            Gate::Any(parts) => self.first(circuit, parts, true, depth),
            Gate::AtLeastZero(sum) => match self.bounds(circuit, sum, depth) {
                (0.., _) => Some(true),
                (_, ..0) => Some(false),
                _ => None,
            },
            Gate::Zero(sum) => match self.bounds(circuit, sum, depth) {
                (0, 0) => Some(true),
                (1.., _) | (_, ..0) => Some(false),
                _ => None,
            },
            Gate::After(_) | Gate::Circular(_) => None,
        }
    }

    /// `wanted` if one of the parts is so, its opposite if none of them is.
    fn first(
        &mut self,
        circuit: &Circuit,
        parts: &[Literal],
        wanted: bool,
        depth: usize,
    ) -> Option<bool> {
        let mut all_are_known = true;
        for part in parts {
            match self.value(circuit, *part, depth + 1) {
                Some(value) if value == wanted => return Some(wanted),
                Some(_) => {}
                None => all_are_known = false,
            }
        }
        all_are_known.then_some(!wanted)
    }

    /// The least and the greatest value of a sum.
    fn bounds(&mut self, circuit: &Circuit, sum: &Sum, depth: usize) -> (i64, i64) {
        let (mut least, mut most) = (sum.constant, sum.constant);
        for (literal, weight) in &sum.terms {
            let (low, high) = match self.value(circuit, *literal, depth + 1) {
                Some(true) => (*weight, *weight),
                Some(false) => (0, 0),
                None => (0.min(*weight), 0.max(*weight)),
            };
            least = least.saturating_add(low);
            most = most.saturating_add(high);
        }
        (least, most)
    }
}
