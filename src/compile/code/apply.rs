//! Programs that play a move: effects of all moves of a family, under the one bit of the move.

use std::collections::BTreeMap;

use super::doubts::Doubts;
use super::emitter::Emitter;
use super::moves::{self, Kind, Moves, Place};
use super::region::{Form, Region};
use super::vector::Vector;
use crate::compile::circuit::Literal;
use crate::compile::families::{Halt, Part, Row};
use crate::compile::residual::{ANY_CONTENT, Residual};
use crate::compile::words::Value;

/// The bits that a move adds and deletes, by word of the position.
pub(super) struct Changes {
    pub added: BTreeMap<usize, Value>,
    pub deleted: BTreeMap<usize, Value>,
    /// The cells that lose whatever they have, by word of the first plane of their relation.
    pub cleared: BTreeMap<usize, Value>,
    /// By relation that positions have in digits, and word of lanes: the cells that get numbers, and the digits
    /// of these.
    pub numbers: BTreeMap<(usize, usize), (Value, Vec<Value>)>,
    /// Not 0 if a number contradicts another one for the same cell.
    pub conflict: Value,
}

impl Changes {
    fn new(zero: Value) -> Self {
        Self {
            added: BTreeMap::new(),
            deleted: BTreeMap::new(),
            cleared: BTreeMap::new(),
            numbers: BTreeMap::new(),
            conflict: zero,
        }
    }

    fn of(&mut self, kind: Kind) -> &mut BTreeMap<usize, Value> {
        match kind {
            Kind::Add => &mut self.added,
            Kind::Delete => &mut self.deleted,
        }
    }
}

impl Emitter<'_, '_> {
    /// The words of the next position and one that is not 0 if effects contradict each other or are
    /// none. The words of the move are the inputs from `input` on.
    pub fn play(
        &mut self,
        residual: &Residual,
        moves: &Moves,
        doubts: &mut Doubts<'_>,
        input: usize,
    ) -> Result<Vec<Value>, Halt> {
        self.prepare(moves.needed_to_play(residual).into_iter())?;
        let mut changes = match moves.space {
            Some(space) => self.changes_of_lanes(moves, space, input)?,
            None => self.changes_of_one(residual, moves)?,
        };
        self.add_shared(&mut changes, residual, moves, input)?;
        let mut outputs = self.next_position(moves, doubts, &changes);
        let fault = self.of_the_move(moves, &moves.faults(residual), input)?;
        let conflict = outputs.pop().expect("the last output tells of conflicts");
        outputs.push(self.builder.or(conflict, fault));
        Ok(outputs)
    }

    /// A word that is not 0 if one of the conditions that the move has, by lane, holds; all ones or
    /// 0 for a single move.
    pub(super) fn of_the_move(
        &mut self,
        moves: &Moves,
        conditions: &[(usize, Vec<Literal>)],
        input: usize,
    ) -> Result<Value, Halt> {
        let mut found = self.builder.constant(0);
        let Some(space) = moves.space else {
            for literal in conditions.iter().flat_map(|(_, literals)| literals) {
                let truth = self.scalar(*literal)?;
                found = self.builder.or(found, truth);
            }
            return Ok(found);
        };
        let played = self.played(moves, space, input);
        for Row { part, lanes } in self.families.rows_of(space, conditions)? {
            let bits = self
                .played_where(&played, part, 0, &lanes, space)?
                .folded(&mut self.builder);
            found = self.builder.or(found, bits);
        }
        Ok(found)
    }

    /// The inputs that say which move it is.
    fn played(&mut self, moves: &Moves, space: usize, input: usize) -> Vector {
        let lanes = moves.lanes(self.families);
        let words = (input..input + lanes.words().len())
            .map(|word| self.builder.input(word))
            .collect();
        Vector {
            words,
            support: self.support(space, &lanes),
        }
    }

    fn changes_of_lanes(
        &mut self,
        moves: &Moves,
        space: usize,
        input: usize,
    ) -> Result<Changes, Halt> {
        let lanes = moves.lanes(self.families);
        let played = self.played(moves, space, input);
        let mut changes = Changes::new(self.builder.constant(0));
        let rows = &moves.effects;
        let (lines, others) = self.lines(rows, &lanes);
        for line in lines {
            let there = self.along(&played, rows, &line, space)?;
            let region = &self.layout.regions()[line.target.relation];
            self.change_plane(&mut changes, line.kind, region, line.content, &there.words);
        }
        for row in others.into_iter().map(|number| &rows[number]) {
            let region = &self.layout.regions()[row.target.relation];
            match row.target.place {
                Place::Fixed { cell, content } if row.part == Part::TRUE && row.lanes == lanes => {
                    let always = self.builder.constant(u64::MAX);
                    self.change_fact(&mut changes, row.kind, (cell, content), always);
                }
                Place::Fixed { cell, content } => {
                    let here = self.played_where(&played, row.part, 0, &row.lanes, space)?;
                    let bits = here.folded(&mut self.builder);
                    let truth = self.builder.any(bits);
                    self.change_fact(&mut changes, row.kind, (cell, content), truth);
                }
                Place::Distance { content, offset } => {
                    let there = self.played_where(&played, row.part, offset, &row.lanes, space)?;
                    self.change_plane(&mut changes, row.kind, region, content, &there.words);
                }
                Place::Content { offset } => {
                    let bits = region.bits();
                    let wanted = bits.end.div_ceil(64) - bits.start / 64;
                    let Vector { mut words, support } =
                        self.played_where(&played, row.part, 0, &row.lanes, space)?;
                    let zero = self.builder.constant(0);
                    words.resize(words.len().max(wanted), zero);
                    let wide = Vector { words, support };
                    let there = wide.shift(-(offset + (bits.start % 64) as i32), &mut self.builder);
                    self.change_words(
                        &mut changes,
                        row.kind,
                        bits.start / 64,
                        &there.words[..wanted],
                    );
                }
            }
        }
        Ok(changes)
    }

    fn changes_of_one(&mut self, residual: &Residual, moves: &Moves) -> Result<Changes, Halt> {
        let mut changes = Changes::new(self.builder.constant(0));
        // Facts of one plane under one condition change together.
        let mut together: BTreeMap<(Kind, usize, Literal), u64> = BTreeMap::new();
        for (kind, effect) in moves
            .entries
            .values()
            .flat_map(|entry| moves::effects(residual, entry))
        {
            for (word, bits) in self.layout.bits_about(effect.cell, effect.content) {
                let before = together.entry((kind, word, effect.condition));
                *before.or_default() |= bits;
            }
        }
        for ((kind, word, condition), bits) in together {
            let truth = self.scalar(condition)?;
            self.change_bits(&mut changes, kind, word, bits, truth);
        }
        self.change_numbers(&mut changes, moves.numbers(residual))?;
        Ok(changes)
    }

    fn change_fact(
        &mut self,
        changes: &mut Changes,
        kind: Kind,
        (cell, content): (u32, u16),
        truth: Value,
    ) {
        for (word, bits) in self.layout.bits_about(cell, content) {
            self.change_bits(changes, kind, word, bits, truth);
        }
    }

    /// Changes cells that have a content, in words of their plane.
    fn change_plane(
        &mut self,
        changes: &mut Changes,
        kind: Kind,
        region: &Region,
        content: u16,
        words: &[Value],
    ) {
        match content {
            ANY_CONTENT => self.add_words(&mut changes.cleared, region.plane(1), words),
            _ => self.change_words(changes, kind, region.plane(content), words),
        }
    }

    fn change_bits(
        &mut self,
        changes: &mut Changes,
        kind: Kind,
        word: usize,
        bits: u64,
        truth: Value,
    ) {
        let bits = self.builder.constant(bits);
        let bits = self.builder.and(truth, bits);
        self.change_words(changes, kind, word, &[bits]);
    }

    pub(super) fn change_words(
        &mut self,
        changes: &mut Changes,
        kind: Kind,
        first: usize,
        words: &[Value],
    ) {
        self.add_words(changes.of(kind), first, words);
    }

    fn add_words(&mut self, changed: &mut BTreeMap<usize, Value>, first: usize, words: &[Value]) {
        for (word, bits) in (first..).zip(words) {
            let zero = self.builder.constant(0);
            let before = changed.entry(word).or_insert(zero);
            *before = self.builder.or(*before, *bits);
        }
    }

    fn next_position(
        &mut self,
        moves: &Moves,
        doubts: &mut Doubts<'_>,
        changes: &Changes,
    ) -> Vec<Value> {
        let layout = self.layout;
        let mut position: Vec<Value> = (0..layout.words())
            .map(|word| self.builder.input(word))
            .collect();
        let mut conflict = changes.conflict;
        let doubtful = doubts.relations(moves);
        for (number, region) in layout.regions().iter().enumerate() {
            if region.is_hidden() {
                continue;
            }
            let found = match region.form() {
                Form::Bits => self.change_contents(&mut position, region, changes),
                Form::Planes => self.change_planes(&mut position, region, changes),
                Form::Digits => self.change_digits(&mut position, (number, region), changes),
            };
            if doubtful.contains(&number) {
                conflict = self.builder.or(conflict, found);
            }
        }
        position.push(conflict);
        position
    }

    /// Changes planes; gives the cells that get two contents.
    fn change_planes(
        &mut self,
        position: &mut [Value],
        region: &Region,
        changes: &Changes,
    ) -> Value {
        let mut twice = self.builder.constant(0);
        for part in 0..region.plane_words() {
            let words = region.planes().map(|plane| plane + part);
            let mut once = self.builder.constant(0);
            for added in words.clone().filter_map(|word| changes.added.get(&word)) {
                (once, twice) = self.builder.once_and_twice((once, twice), *added);
            }
            if let Some(cleared) = changes.cleared.get(&(region.plane(1) + part)) {
                once = self.builder.or(once, *cleared);
            }
            for word in words {
                if let Some(deleted) = changes.deleted.get(&word) {
                    position[word] = self.builder.and_not(position[word], *deleted);
                }
                match changes.added.get(&word) {
                    // Without other contents, or with none of them added, nothing has to go.
                    Some(added) if once == *added => {
                        position[word] = self.builder.or(position[word], *added)
                    }
                    Some(added) => {
                        let kept = self.builder.and_not(position[word], once);
                        position[word] = self.builder.or(kept, *added);
                    }
                    None => position[word] = self.builder.and_not(position[word], once),
                }
            }
        }
        twice
    }

    /// Changes the content of a relation with one cell; gives a word that is not 0 if it gets two.
    fn change_contents(
        &mut self,
        position: &mut [Value],
        region: &Region,
        changes: &Changes,
    ) -> Value {
        let bits = region.bits();
        let words: Vec<(usize, u64)> = (bits.start / 64..bits.end.div_ceil(64))
            .map(|word| {
                let from = bits.start.max(word * 64) % 64;
                let count = bits.end.min((word + 1) * 64) - bits.start.max(word * 64);
                (word, u64::MAX >> (64 - count) << from)
            })
            .collect();
        let zero = self.builder.constant(0);
        let mut of_region = |changed: &BTreeMap<usize, Value>| -> Vec<Value> {
            let of_word = |(word, mask): &(usize, u64)| match changed.get(word) {
                Some(value) => {
                    let mask = self.builder.constant(*mask);
                    self.builder.and(*value, mask)
                }
                None => zero,
            };
            words.iter().map(of_word).collect()
        };
        let added = of_region(&changes.added);
        let deleted = of_region(&changes.deleted);
        let all = added
            .iter()
            .fold(zero, |all, word| self.builder.or(all, *word));
        let is_replaced = self.builder.any(all);
        let mut count = zero;
        for (((word, mask), added), deleted) in words.iter().zip(added).zip(deleted) {
            let mask = self.builder.constant(*mask);
            let gone = self.builder.and(is_replaced, mask);
            let gone = self.builder.or(gone, deleted);
            let kept = self.builder.and_not(position[*word], gone);
            position[*word] = self.builder.or(kept, added);
            let here = self.builder.count(added);
            count = self.builder.add(count, here);
        }
        let one = self.builder.constant(1);
        self.builder.less(one, count)
    }
}
