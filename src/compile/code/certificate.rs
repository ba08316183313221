//! Which moves need not be tried: those that change nothing on which the answers rest that are asked
//! for after them. In chess, whether the king is in check rests on few pieces, so that most moves
//! neither bring it into check nor out of it.

use std::collections::BTreeMap;

use super::{Code, Deferred, Form, Layout, Mode, is_safe};
use crate::compile::residual::{ANY_CONTENT, Effect, PossibleMove, Residual};
use crate::compile::words::{Builder, Changes, Operation, Program, Value};

/// In a mode where more is asked after moves, all moves are tried.
pub(super) const MOST_CERTIFIED: usize = 8;

/// If the moves of one word of lanes change more facts, seen from their lanes, then those of the whole family are
/// tried.
const MOST_ROWS: usize = 16;

/// The moves of a family are tried if one of them changes facts in more words.
const MOST_WORDS: usize = 64;

/// A program of more operations costs more than it saves.
const MOST_OPERATIONS: usize = 8_000;

/// What is asked after the moves of a mode, answered for the position before them, and on which facts
/// these answers rest.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// Its inputs are the words of a position. It says whether each of `questions` holds there, all ones
    /// or 0; then come sets of facts on which that rests.
    pub program: Program,
    /// The questions, by number in [`Code::questions`].
    pub questions: Vec<usize>,
    /// By family and word of its lanes: what its moves may change. None for a family whose moves are
    /// tried in any case.
    pub changes: Vec<Option<Vec<Vec<Row>>>>,
    /// With fewer moves it is quicker to try them.
    pub least_moves: usize,
}

/// A fact that each of some moves may change, seen from the lane of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the output with the set of facts.
    pub output: u32,
    /// By how many places the output is to be turned to the right, so that the bit of each fact is that of
    /// the move's lane.
    pub turn: u32,
    /// The lanes, in a word of them.
    pub lanes: u64,
}

impl Row {
    /// The lanes whose moves change a fact of the set, given the outputs of the certificate.
    #[must_use]
    pub fn touching(&self, outputs: &[u64]) -> u64 {
        outputs[self.output as usize].rotate_right(self.turn) & self.lanes
    }
}

/// Bits of a position that a move may set, and those that it may clear: words in order, with bits of them.
#[derive(Debug)]
struct Change {
    added: Vec<(usize, u64)>,
    removed: Vec<(usize, u64)>,
}

impl Change {
    /// What a move may change, by the rules, in these words; none if that is too much. `shared` are the bits
    /// of the effects that it has in common with others, by number.
    fn of(played: &PossibleMove, shared: &[Bits], layout: &Layout, words: &[bool]) -> Option<Self> {
        let mut bits = Bits::none(words.len());
        bits.note(&played.adds, &played.deletes, layout);
        for (number, _) in &played.shared {
            bits.include(&shared[*number]);
        }
        for added in &played.numbers {
            bits.replace(added.cell, layout);
        }
        let of_words = |all: Vec<u64>| {
            let changed = all.into_iter().enumerate();
            let changed = changed.filter(|(word, bits)| words[*word] && *bits != 0);
            let changed: Vec<(usize, u64)> = changed.collect();
            (changed.len() <= MOST_WORDS).then_some(changed)
        };
        Some(Self {
            added: of_words(bits.added)?,
            removed: of_words(bits.removed)?,
        })
    }
}

/// Of all words of a position the bits that effects may set, and those that they may clear.
#[derive(Debug)]
struct Bits {
    added: Vec<u64>,
    removed: Vec<u64>,
}

impl Bits {
    fn none(words: usize) -> Self {
        Self {
            added: vec![0; words],
            removed: vec![0; words],
        }
    }

    /// Notes what these effects may change.
    fn note(&mut self, adds: &[Effect], deletes: &[Effect], layout: &Layout) {
        let about = |effect: &Effect| layout.kept_about(effect.cell, effect.content);
        for (word, bits) in deletes.iter().flat_map(about) {
            self.removed[word] |= bits;
        }
        for (word, bits) in adds.iter().flat_map(about) {
            self.added[word] |= bits;
        }
        // What is added to a cell takes the place of its content.
        let replaced = adds
            .iter()
            .flat_map(|effect| layout.kept_about(effect.cell, ANY_CONTENT));
        for (word, bits) in replaced {
            self.removed[word] |= bits;
        }
    }

    /// Notes that any content may take the place of any other one in a cell.
    fn replace(&mut self, cell: u32, layout: &Layout) {
        for (word, bits) in layout.kept_about(cell, ANY_CONTENT) {
            self.added[word] |= bits;
            self.removed[word] |= bits;
        }
    }

    /// Notes what others may change.
    fn include(&mut self, other: &Self) {
        let merge = |own: &mut Vec<u64>, others: &[u64]| {
            let words = own.iter_mut().zip(others);
            words.for_each(|(own, others)| *own |= others);
        };
        merge(&mut self.added, &other.added);
        merge(&mut self.removed, &other.removed);
    }
}

/// Where the facts of a word are watched.
#[derive(Clone, Copy, Debug, Default)]
struct Watch {
    added: Option<usize>,
    removed: Option<usize>,
}

impl Code {
    /// What spares trials in a mode, whose rules are these; none if nothing does.
    pub(super) fn certificate(&self, mode: &Mode, residual: &Residual) -> Option<Certificate> {
        let spared = |number: usize| -> Option<&Deferred> {
            let family = &mode.families[number];
            let deferred = family.deferred.as_ref()?;
            is_safe(&mode.applies[family.apply]).then_some(deferred)
        };
        let families = (0..mode.families.len()).filter(|number| spared(*number).is_some());
        let families: Vec<usize> = families.collect();
        let asked = families.iter().filter_map(|number| spared(*number));
        let mut questions: Vec<usize> = asked
            .flat_map(|deferred| deferred.questions.iter().flatten().copied())
            .collect();
        questions.sort_unstable();
        questions.dedup();
        if questions.len() > MOST_CERTIFIED {
            return None;
        }
        let programs = questions.iter().map(|number| self.questions.alone(*number));
        let programs: Vec<&Program> = programs.collect::<Option<_>>()?;
        let asking: usize = programs.iter().map(|program| program.len()).sum();
        if residual.is_played_together()
            || questions.is_empty()
            || asking > MOST_OPERATIONS
            || programs.iter().any(|program| program.has_loops())
        {
            return None;
        }
        let words = self.words_asked(&programs);
        let shared = residual.shared.iter().map(|shared| {
            let mut bits = Bits::none(words.len());
            bits.note(&shared.adds, &shared.deletes, &self.layout);
            bits
        });
        let shared: Vec<Bits> = shared.collect();
        let of_family = |number: usize| -> Option<(usize, Vec<Option<Change>>)> {
            let moves = mode.families[number].moves.iter();
            let change = |played: &usize| {
                Change::of(&residual.moves[*played], &shared, &self.layout, &words)
            };
            let changes = moves.map(|played| match played {
                Some(played) => change(played).map(Some),
                None => Some(None),
            });
            Some((number, changes.collect::<Option<_>>()?))
        };
        let changes: Vec<(usize, Vec<Option<Change>>)> =
            families.into_iter().filter_map(of_family).collect();
        let (program, watches) = self.rests_on(&programs, &changes)?;
        let mut by_family = vec![None; mode.families.len()];
        for (number, of_lanes) in &changes {
            by_family[*number] = rows(of_lanes, &watches);
        }
        if by_family.iter().all(Option::is_none) {
            return None;
        }
        // A trial plays the move and asks.
        let playing =
            mode.applies.iter().map(Program::len).sum::<usize>() / mode.applies.len().max(1);
        Some(Certificate {
            least_moves: program.len() / (asking + playing).max(1) + 1,
            program,
            questions,
            changes: by_family,
        })
    }

    /// Of each word of a position whether these questions ask for it.
    fn words_asked(&self, questions: &[&Program]) -> Vec<bool> {
        let mut words = vec![false; self.layout.words()];
        for question in questions {
            let operands = question.operations().flat_map(Operation::operands);
            for value in operands.chain(question.outputs().iter().copied()) {
                if let Some(is_asked) = words.get_mut(value.number()) {
                    *is_asked = true;
                }
            }
        }
        words
    }

    /// The program of a certificate for these questions, and where it has the facts of each word; none
    /// if it is too large.
    fn rests_on(
        &self,
        questions: &[&Program],
        changes: &[(usize, Vec<Option<Change>>)],
    ) -> Option<(Program, Vec<Watch>)> {
        let words = self.layout.words();
        let mut all = Changes {
            added: vec![0; words],
            removed: vec![0; words],
            frequency: vec![0; words],
        };
        let moves = changes.iter().flat_map(|(_, of_lanes)| of_lanes);
        for change in moves.flatten() {
            for (word, bits) in &change.added {
                all.added[*word] |= bits;
                all.frequency[*word] += 1;
            }
            for (word, bits) in &change.removed {
                all.removed[*word] |= bits;
                all.frequency[*word] += 1;
            }
        }
        let mut builder = Builder::new(words);
        let position = builder.inputs(0..words);
        let mut outputs = Vec::new();
        let mut rests_on = vec![builder.constant(0); words];
        for question in questions {
            let found = builder.certificate(question, &position, &all);
            outputs.extend(found.outputs);
            for (all, bits) in rests_on.iter_mut().zip(found.bits) {
                *all = builder.or(*all, bits);
            }
        }
        let watches = self.watches(&mut builder, &position, &rests_on, &mut outputs);
        let program = builder.finish(&outputs);
        (program.len() <= MOST_OPERATIONS).then_some((program, watches))
    }

    /// Adds to the outputs the facts that must not come or go. Of a cell that must not lose its content
    /// it is not told which that is, so that one bit watches all of them.
    fn watches(
        &self,
        builder: &mut Builder,
        position: &[Value],
        rests_on: &[Value],
        outputs: &mut Vec<Value>,
    ) -> Vec<Watch> {
        let mut watch = |builder: &Builder, facts: Value| {
            let number = outputs.len();
            (!builder.is_zero(facts)).then(|| outputs.push(facts))?;
            Some(number)
        };
        let absent =
            |builder: &mut Builder, word: usize| builder.and_not(rests_on[word], position[word]);
        let present =
            |builder: &mut Builder, word: usize| builder.and(rests_on[word], position[word]);
        let planes = self
            .layout
            .regions()
            .iter()
            .filter(|region| region.form() == Form::Planes);
        let mut in_planes = vec![false; position.len()];
        for region in planes.clone() {
            let words = region
                .planes()
                .flat_map(|plane| plane..plane + region.plane_words());
            words.for_each(|word| in_planes[word] = true);
        }
        let mut watches = Vec::new();
        for (word, in_planes) in in_planes.into_iter().enumerate() {
            let [absent, present] = [absent(builder, word), present(builder, word)];
            watches.push(Watch {
                added: watch(builder, absent),
                removed: (!in_planes).then(|| watch(builder, present)).flatten(),
            });
        }
        for region in planes {
            for word in 0..region.plane_words() {
                let planes = region.planes().map(|plane| plane + word);
                let mut all = builder.constant(0);
                for plane in planes.clone() {
                    let present = present(builder, plane);
                    all = builder.or(all, present);
                }
                let removed = watch(builder, all);
                planes.for_each(|plane| watches[plane].removed = removed);
            }
        }
        watches
    }
}

/// What the moves of a family change, by word of lanes; none if that differs too much from move to move.
fn rows(changes: &[Option<Change>], watches: &[Watch]) -> Option<Vec<Vec<Row>>> {
    let of_word = |changes: &[Option<Change>]| {
        let mut lanes: BTreeMap<(usize, u32), u64> = BTreeMap::new();
        for (lane, change) in changes.iter().enumerate() {
            for (output, bit) in change.iter().flat_map(|change| watched(change, watches)) {
                let turn = (bit + 64 - lane as u32) % 64;
                *lanes.entry((output, turn)).or_default() |= 1 << lane;
            }
            if lanes.len() > MOST_ROWS {
                return None;
            }
        }
        let rows = lanes.into_iter().map(|((output, turn), lanes)| Row {
            output: output as u32,
            turn,
            lanes,
        });
        Some(rows.collect())
    };
    changes.chunks(64).map(of_word).collect()
}

/// The bits of outputs that watch what a move changes: output and bit.
fn watched(change: &Change, watches: &[Watch]) -> Vec<(usize, u32)> {
    let added = change.added.iter();
    let added = added.map(|(word, bits)| (watches[*word].added, *bits));
    let removed = change.removed.iter();
    let removed = removed.map(|(word, bits)| (watches[*word].removed, *bits));
    let mut watched = Vec::new();
    for (output, mut bits) in added.chain(removed) {
        while let Some(output) = output.filter(|_| bits != 0) {
            watched.push((output, bits.trailing_zeros()));
            bits &= bits - 1;
        }
    }
    watched
}
