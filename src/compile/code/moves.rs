//! Families of moves: moves that differ in one cell.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::MoveFamily;
use super::division::divided;
use crate::compile::circuit::{Label, Literal};
use crate::compile::families::{Families, Halt, LaneSet, Part, Perspective, Row};
use crate::compile::residual::{ANY_CONTENT, AddedNumber, Deferred, Effect, Residual};

/// A move that may be legal.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its number among the residual's moves.
    pub number: usize,
    /// Its place in the residual's list of legal moves.
    pub at: usize,
    /// When it is legal.
    pub condition: Literal,
    /// Where it stands in the order of the rules.
    pub rank: usize,
}

/// What a family costs whatever its moves are.
pub(super) const OF_FAMILY: usize = 2;

/// What a row that lists moves costs beside its condition.
pub(super) const OF_ROW: usize = 1;

/// What a row of effects costs beside its condition.
pub(super) const OF_EFFECT: usize = 2;

/// Moves that are played and listed as one.
#[derive(Clone, Debug)]
pub struct Moves {
    /// Whose lanes they have; none for a single move on its own.
    pub space: Option<usize>,
    /// The moves by lane.
    pub entries: BTreeMap<usize, Entry>,
    /// When they are legal, as it looks from their lanes, whatever they hang on; none without lanes.
    pub rows: Vec<Row>,
    /// Their effects, those that look the same taken together; none without lanes.
    pub effects: Vec<EffectRow>,
}

/// Whether an effect adds or deletes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Delete,
    Add,
}

/// What an effect changes, seen from the lane of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    pub relation: usize,
    pub place: Place,
}

/// Where in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The cell so many lanes further on, in a plane; or in all planes, with [`ANY_CONTENT`].
    Distance { content: u16, offset: i32 },
    /// The content of the single cell whose number, from 0, is the lane plus this.
    Content { offset: i32 },
    /// Always the same fact, or any of a cell, with [`ANY_CONTENT`].
    Fixed { cell: u32, content: u16 },
}

/// Effects that look the same from the lanes of a family of moves.
#[derive(Clone, Debug)]
pub struct EffectRow {
    pub kind: Kind,
    pub target: Target,
    pub part: Part,
    pub lanes: LaneSet,
}

/// The families of the legal moves of a residual, whose entries have these ranks.
pub fn find(
    families: &mut Families<'_>,
    residual: &Residual,
    ranks: &[usize],
) -> Result<Vec<Moves>, Halt> {
    let mut times: FxHashMap<usize, usize> = FxHashMap::default();
    let mut kinds: BTreeMap<(u32, usize, usize, usize), Vec<Entry>> = BTreeMap::new();
    for (at, ((number, condition), rank)) in residual.legal.iter().zip(ranks).enumerate() {
        let about = &residual.moves[*number];
        let time = times.entry(*number).or_default();
        let kind = (
            about.label.form,
            about.role,
            about.label.arguments.len(),
            *time,
        );
        *time += 1;
        kinds.entry(kind).or_default().push(Entry {
            number: *number,
            at,
            condition: *condition,
            rank: *rank,
        });
    }
    let mut found = Vec::new();
    let label = |entry: &Entry| &residual.moves[entry.number].label;
    for entries in kinds
        .into_values()
        .flat_map(|entries| families.spaces().alike(entries, label))
        .collect::<Vec<_>>()
    {
        found.extend(divided(families, residual, &entries)?);
    }
    found.sort_by_key(|moves| moves.entries.values().map(|entry| entry.rank).min());
    Ok(found)
}

/// The moves of each form and role in the order in which the rules list them.
pub fn sequences(residual: &Residual) -> Vec<Vec<&Label>> {
    let mut sequences: BTreeMap<(u32, usize), Vec<&Label>> = BTreeMap::new();
    for (number, _) in &residual.legal {
        let about = &residual.moves[*number];
        sequences
            .entry((about.label.form, about.role))
            .or_default()
            .push(&about.label);
    }
    sequences.into_values().collect()
}

impl Moves {
    /// Moves that nobody has looked at yet.
    pub(super) fn new(space: Option<usize>, entries: BTreeMap<usize, Entry>) -> Self {
        Self {
            space,
            entries,
            rows: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// About how many words it takes to hold them.
    pub(super) fn words(&self) -> usize {
        /// Of a move in a map, and of a row without its lanes.
        const OF_ONE: usize = 8;
        let rows = self.rows.iter().map(|row| &row.lanes);
        let rows = rows.chain(self.effects.iter().map(|row| &row.lanes));
        let lanes = rows.map(|lanes| OF_ONE + lanes.words().len());
        OF_ONE * self.entries.len() + lanes.sum::<usize>()
    }

    /// The conditions of the moves, by lane.
    pub fn conditions(&self) -> Vec<(usize, Vec<Literal>)> {
        self.entries
            .iter()
            .map(|(lane, entry)| (*lane, vec![entry.condition]))
            .collect()
    }

    /// How many questions about the position after it a move hangs on at most.
    pub fn questions(&self, residual: &Residual) -> usize {
        self.entries
            .values()
            .filter_map(|entry| deferred(residual, entry))
            .map(|own| own.questions.len())
            .max()
            .unwrap_or(0)
    }

    /// What the move of a lane hangs on, by number.
    pub fn questions_of(&self, residual: &Residual, lane: usize) -> Vec<usize> {
        let own = self
            .entries
            .get(&lane)
            .and_then(|entry| deferred(residual, entry));
        own.map(|own| own.questions.clone()).unwrap_or_default()
    }

    /// The conditions of the moves, by lane, for a combination of answers.
    pub fn case(&self, residual: &Residual, answers: usize) -> Vec<(usize, Vec<Literal>)> {
        self.entries
            .iter()
            .map(|(lane, entry)| (*lane, vec![residual.legal_if(entry.at, answers)]))
            .collect()
    }

    /// What must be known to play one of the moves.
    pub fn needed_to_play(&self, residual: &Residual) -> Vec<Literal> {
        let conditions = [
            self.effect_conditions(residual),
            self.faults(residual),
            self.shared(residual).into_values().flatten().collect(),
        ];
        let conditions = conditions.into_iter().flatten();
        let conditions = conditions.flat_map(|(_, literals)| literals);
        let numbers = self.numbers(residual).iter();
        conditions
            .chain(numbers.flat_map(AddedNumber::literals))
            .collect()
    }

    /// The conditions of the effects of the moves, by lane.
    fn effect_conditions(&self, residual: &Residual) -> Vec<(usize, Vec<Literal>)> {
        let of = |entry: &Entry| {
            self::effects(residual, entry)
                .map(|(_, effect)| effect.condition)
                .collect()
        };
        self.entries
            .iter()
            .map(|(lane, entry)| (*lane, of(entry)))
            .collect()
    }

    /// The numbers that it adds: only moves without lanes add some.
    pub fn numbers<'r>(&self, residual: &'r Residual) -> &'r [AddedNumber] {
        let entry = self
            .entries
            .values()
            .next()
            .filter(|_| self.space.is_none());
        entry.map_or(&[], |entry| &residual.moves[entry.number].numbers)
    }

    /// When the moves have effects that are none, by lane.
    pub fn faults(&self, residual: &Residual) -> Vec<(usize, Vec<Literal>)> {
        let of = |entry: &Entry| residual.moves[entry.number].faults.clone();
        self.entries
            .iter()
            .map(|(lane, entry)| (*lane, of(entry)))
            .collect()
    }

    /// The effects that its moves share with others, by number, each with the lanes that have them
    /// and when.
    pub fn shared(&self, residual: &Residual) -> BTreeMap<usize, Vec<(usize, Vec<Literal>)>> {
        let mut guards: BTreeMap<usize, Vec<(usize, Vec<Literal>)>> = BTreeMap::new();
        for (lane, entry) in &self.entries {
            for (number, guard) in &residual.moves[entry.number].shared {
                guards
                    .entry(*number)
                    .or_default()
                    .push((*lane, vec![*guard]));
            }
        }
        guards
    }

    /// The lanes that have a move.
    pub fn lanes(&self, families: &Families<'_>) -> LaneSet {
        let lanes = self
            .space
            .map_or(1, |space| families.spaces().get(space).lanes());
        let mut set = LaneSet::empty(lanes);
        self.entries.keys().for_each(|lane| set.insert(*lane));
        set
    }

    /// Who plays them.
    pub fn role(&self, residual: &Residual) -> usize {
        let first = self.entries.values().next();
        first.map_or(0, |entry| residual.moves[entry.number].role)
    }

    /// These moves as others see them, played by the program of this number, and not yet listed by
    /// any.
    pub fn family(&self, families: &Families<'_>, residual: &Residual, apply: usize) -> MoveFamily {
        let lanes = self
            .space
            .map_or(1, |space| families.spaces().get(space).lanes());
        let number = |lane: usize| self.entries.get(&lane).map(|entry| entry.number);
        let rank = |lane: usize| self.entries.get(&lane).map_or(0, |entry| entry.rank as u32);
        let entry = |lane: usize| self.entries.get(&lane).map(|entry| entry.at);
        let (moves, entries, ranks) = (
            (0..lanes).map(number).collect(),
            (0..lanes).map(entry).collect(),
            (0..lanes).map(rank).collect(),
        );
        MoveFamily {
            role: self.role(residual),
            legal: 0..0,
            deferred: None,
            space: self.space,
            moves,
            entries,
            ranks,
            apply,
        }
    }

    /// Finds out how these moves look from their lanes; gives what it takes to list and play them.
    pub(super) fn look(
        &mut self,
        families: &mut Families<'_>,
        residual: &Residual,
    ) -> Result<usize, Halt> {
        let Some(space) = self.space else {
            return Ok(0);
        };
        self.rows = families.rows_of(space, &self.conditions())?;
        self.effects = self.effects_of_lanes(families, residual, space)?;
        let listed = self
            .rows
            .iter()
            .map(|row| OF_ROW + families.shapes().weight(row.part));
        // Effects share most of their conditions with each other.
        let played = self
            .effects
            .iter()
            .map(|row| OF_EFFECT + families.shapes().weight(row.part).min(2));
        Ok(listed.chain(played).fold(OF_FAMILY, usize::saturating_add))
    }

    fn effects_of_lanes(
        &self,
        families: &mut Families<'_>,
        residual: &Residual,
        space: usize,
    ) -> Result<Vec<EffectRow>, Halt> {
        let lanes = families.spaces().get(space).lanes();
        let mut view: Perspective =
            families.perspective(space, &self.effect_conditions(residual))?;
        let targets = self.targets(families, residual, space);
        let mut rows: Vec<EffectRow> = Vec::new();
        let mut known: FxHashMap<(Kind, Target, Part), usize> = FxHashMap::default();
        for (lane, entry) in &self.entries {
            for (kind, effect) in self::effects(residual, entry) {
                let target = targets.of(families, effect, *lane, kind);
                let part = families.part(&mut view, effect.condition, *lane)?;
                let row = *known.entry((kind, target, part)).or_insert_with(|| {
                    rows.push(EffectRow {
                        kind,
                        target,
                        part,
                        lanes: LaneSet::empty(lanes),
                    });
                    rows.len() - 1
                });
                rows[row].lanes.insert(*lane);
            }
        }
        Ok(rows)
    }

    fn targets(&self, families: &Families<'_>, residual: &Residual, space: usize) -> Targets {
        let mut seen: FxHashMap<Group, (Vec<i32>, Vec<i32>)> = FxHashMap::default();
        for (lane, entry) in &self.entries {
            for (kind, effect) in self::effects(residual, entry) {
                let (group, index) = group(families, effect, kind);
                let (distances, fixed) = seen.entry(group).or_default();
                distances.push(index - *lane as i32);
                fixed.push(index);
            }
        }
        let of_space = |group: &Group| match families.spaces().of_relation(group.relation) {
            Some(other) => other == space,
            // The only cell of such a relation loses whatever it has.
            None => group.content.is_none(),
        };
        let by_distance = seen.into_iter().filter_map(|(group, (distances, fixed))| {
            let (distances, fixed) = (different(distances), different(fixed));
            let is_by_distance = of_space(&group)
                && (distances < fixed || group.content.is_some() && distances == fixed);
            is_by_distance.then_some(group)
        });
        Targets {
            by_distance: by_distance.collect(),
        }
    }
}

/// How many different numbers there are.
fn different(mut numbers: Vec<i32>) -> usize {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}

/// Facts that effects of one kind may change: those of a plane, or those of a relation with one
/// cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Group {
    kind: Kind,
    relation: usize,
    /// None for a content of a relation with one cell.
    content: Option<u16>,
}

/// The facts that are found by their distance from the lane.
struct Targets {
    by_distance: FxHashSet<Group>,
}

impl Targets {
    fn of(&self, families: &Families<'_>, effect: &Effect, lane: usize, kind: Kind) -> Target {
        let (group, index) = group(families, effect, kind);
        let offset = index - lane as i32;
        let Effect { cell, content, .. } = *effect;
        let place = match (self.by_distance.contains(&group), group.content) {
            (true, Some(content)) => Place::Distance { content, offset },
            (true, None) => Place::Content { offset },
            (false, _) => Place::Fixed { cell, content },
        };
        Target {
            relation: group.relation,
            place,
        }
    }
}

/// The group of an effect, and its place in there.
fn group(families: &Families<'_>, effect: &Effect, kind: Kind) -> (Group, i32) {
    let relations = families.circuit().relations();
    let relation = families.circuit().relation_of(effect.cell);
    let (content, place) = match families.spaces().of_relation(relation) {
        Some(space) => {
            let cell = effect.cell - relations[relation].first_cell;
            let lane = families.spaces().get(space).lane_of_cell(cell as usize);
            (Some(effect.content), lane as i32)
        }
        None if effect.content == ANY_CONTENT => (Some(ANY_CONTENT), 0),
        None => (None, i32::from(effect.content) - 1),
    };
    let group = Group {
        kind,
        relation,
        content,
    };
    (group, place)
}

/// What a move hangs on beside the position.
pub fn deferred<'r>(residual: &'r Residual, entry: &Entry) -> Option<&'r Deferred> {
    residual.deferred.get(entry.at)?.as_ref()
}

/// The effects of a move.
pub fn effects<'r>(
    residual: &'r Residual,
    entry: &Entry,
) -> impl Iterator<Item = (Kind, &'r Effect)> {
    let about = &residual.moves[entry.number];
    let deletes = about.deletes.iter().map(|effect| (Kind::Delete, effect));
    deletes.chain(about.adds.iter().map(|effect| (Kind::Add, effect)))
}
