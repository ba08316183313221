//! How the moves of one mode are tried: what is the same in all its positions.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::compile::code::{Certificate, Code, Mode, MoveFamily, Order, Row, is_safe};
use crate::compile::select::each_filled;

/// How the moves of one mode are tried. All places are places in a frame.
#[derive(Debug)]
pub(super) struct Plan {
    /// The families whose moves are tried.
    pub tried: Vec<Tried>,
    /// The words of moves that are not tried.
    pub untried: Vec<Untried>,
    /// Whose moves of some case each word has, from the first word that has such.
    words: Vec<Option<WordOfFamily>>,
    /// Where these words begin.
    first: usize,
    /// The questions that are asked together after a move, as the outputs of the certificate that answer
    /// them for the position before it.
    pub asked: Vec<Vec<usize>>,
    /// With fewer moves the certificate is not asked.
    pub least_moves: u32,
    /// Where the totals of the listing are; see [`Group`](crate::compile::code::Group).
    pub totals: Range<usize>,
    /// The bits that say which role has a legal move, as [`Code::movable`] has them.
    pub movable: Range<usize>,
    /// The number of roles that have moves in some position.
    pub roles: usize,
    /// The number of words of a position.
    pub position: usize,
    /// Where a move that is played is written: behind the position and what the turn has kept.
    pub chosen: usize,
    pub choices: usize,
    pub over: usize,
    pub joint: usize,
}

/// A word of the moves of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WordOfFamily {
    /// The family, by number among those that are tried.
    pub tried: usize,
    pub word: usize,
}

/// A word of moves that are not tried.
#[derive(Debug)]
pub(super) struct Untried {
    pub place: usize,
    pub role: usize,
    /// The total that counts them, by number.
    pub total: usize,
}

/// A family of moves that are tried.
#[derive(Debug)]
pub(super) struct Tried {
    /// Where its legal moves are, in the end.
    pub legal: Range<usize>,
    /// Where the moves are that are legal in each case.
    cases: Vec<Range<usize>>,
    /// By lane its questions, by number.
    pub questions: Vec<Vec<usize>>,
    /// By word the total that counts its moves, by number.
    pub totals: Vec<usize>,
    /// By word what spares trials; none if its moves are tried in any case.
    pub spared: Option<Vec<Spared>>,
    pub apply: usize,
    pub role: usize,
    /// Whether none of its moves can fail.
    pub is_safe: bool,
}

/// What it takes to tell which moves of a word need not be tried, from the outputs of the certificate.
#[derive(Debug)]
pub(super) struct Spared {
    /// What they may change.
    rows: Vec<Row>,
    /// What is asked after the moves of these lanes, by number among [`Plan::asked`].
    pub asked: Vec<(usize, u64)>,
}

impl Spared {
    /// The lanes whose moves change something on which an answer rests.
    pub fn touching(&self, certificate: &[u64]) -> u64 {
        let touching = |row: &Row| row.touching(certificate);
        self.rows
            .iter()
            .map(touching)
            .fold(0, |all, lanes| all | lanes)
    }
}

impl Tried {
    /// The moves of a word that are legal in a case.
    pub fn legal_where(&self, case: usize, word: usize, frame: &[u64]) -> u64 {
        let case = &self.cases[case];
        match case.is_empty() {
            true => 0,
            false => frame[case.start + word],
        }
    }

    /// The moves of a word that are legal in every case, and those that are in some.
    pub fn bounds(&self, word: usize, frame: &[u64]) -> (u64, u64) {
        let cases = 0..self.cases.len();
        let all = cases.map(|case| self.legal_where(case, word, frame));
        all.fold((u64::MAX, 0), |(every, any), case| {
            (every & case, any | case)
        })
    }
}

impl Plan {
    /// The plan of a mode; none in a game in which nothing hangs on what holds after a move.
    pub fn new(code: &Code, mode: &Mode) -> Option<Self> {
        let movable = code.movable.clone()?;
        let position = code.layout.words();
        let totals = totals(mode);
        let mut asked = Vec::new();
        let mut untried = Vec::new();
        let mut tried = Vec::new();
        for (number, family) in mode.families.iter().enumerate() {
            match tried_family(mode, number, position, &totals[number], &mut asked) {
                Some(family) => tried.push(family),
                None => untried.extend(family.legal.clone().zip(&totals[number]).map(
                    |(output, total)| Untried {
                        place: position + output,
                        role: family.role,
                        total: *total,
                    },
                )),
            }
        }
        let cases = || tried.iter().flat_map(|tried| &tried.cases);
        let first = cases().map(|case| case.start).min().unwrap_or(0);
        let end = cases().map(|case| case.end).max().unwrap_or(first);
        let mut words = vec![None; end - first];
        for (number, of_family) in tried.iter().enumerate() {
            for (word, at) in of_family
                .cases
                .iter()
                .flat_map(|case| case.clone().enumerate())
            {
                words[at - first] = Some(WordOfFamily {
                    tried: number,
                    word,
                });
            }
        }
        let outputs = mode.listing.iter().map(|group| &group.totals);
        let outputs = outputs.fold(None, |all: Option<Range<usize>>, totals| match all {
            Some(all) => Some(all.start..totals.end),
            None => Some(totals.clone()),
        });
        let outputs = outputs.unwrap_or(0..0);
        let least_moves = mode
            .certificate
            .as_ref()
            .map_or(0, |it| it.least_moves as u32);
        let roles = mode.families.iter().map(|family| family.role + 1);
        Some(Self {
            tried,
            untried,
            words,
            first,
            asked,
            least_moves,
            totals: position + outputs.start..position + outputs.end,
            movable,
            roles: roles.max().unwrap_or(0),
            position,
            chosen: position + mode.kept.len(),
            choices: position + mode.choices,
            over: position + mode.over,
            joint: position + mode.joint,
        })
    }

    /// Finds the words that have moves to be tried, each once, and counts these moves: as often as there
    /// are cases in which they are legal. Most words have none: chess has hundreds of them.
    pub fn find_open(&self, frame: &[u64], open: &mut Vec<WordOfFamily>) -> u32 {
        open.clear();
        let mut count = 0;
        let words = &frame[self.first..][..self.words.len()];
        each_filled(words, |number| {
            open.extend(self.words[number]);
            count += words[number].count_ones();
        });
        // A word may have moves in several cases.
        if !open.is_sorted_by(|one, next| one < next) {
            open.sort_unstable();
            open.dedup();
        }
        count
    }
}

/// For each family and word of its lanes the total of the listing that counts its moves, by number.
fn totals(mode: &Mode) -> Vec<Vec<usize>> {
    let words = |family: &MoveFamily| vec![0; family.legal.len()];
    let mut totals: Vec<Vec<usize>> = mode.families.iter().map(words).collect();
    let mut before = 0;
    for group in &mode.listing {
        for family in &group.families {
            for (word, total) in totals[*family].iter_mut().enumerate() {
                *total = match group.order {
                    Order::Lanes => before + word,
                    Order::Ranks => before,
                };
            }
        }
        before += group.totals.len();
    }
    totals
}

/// The family of this number, if its moves are tried. Adds what is asked.
fn tried_family(
    mode: &Mode,
    number: usize,
    position: usize,
    totals: &[usize],
    asked: &mut Vec<Vec<usize>>,
) -> Option<Tried> {
    let family = &mode.families[number];
    let deferred = family.deferred.as_ref()?;
    let in_frame = |outputs: &Range<usize>| position + outputs.start..position + outputs.end;
    let certificate = mode.certificate.as_ref();
    let spared =
        certificate.and_then(|certificate| spared(certificate, number, &deferred.questions, asked));
    Some(Tried {
        legal: in_frame(&family.legal),
        cases: deferred.cases.iter().map(in_frame).collect(),
        questions: deferred.questions.clone(),
        totals: totals.to_vec(),
        spared,
        apply: family.apply,
        role: family.role,
        is_safe: is_safe(&mode.applies[family.apply]),
    })
}

/// What spares trials of a family with these questions, by word. Adds what is asked.
fn spared(
    certificate: &Certificate,
    family: usize,
    questions: &[Vec<usize>],
    asked: &mut Vec<Vec<usize>>,
) -> Option<Vec<Spared>> {
    let rows = certificate.changes[family].as_ref()?;
    let output = |question: &usize| certificate.questions.binary_search(question).ok();
    let of_word = |(rows, questions): (&Vec<Row>, &[Vec<usize>])| {
        let mut lanes: BTreeMap<usize, u64> = BTreeMap::new();
        for (lane, questions) in questions.iter().enumerate() {
            let outputs: Vec<usize> = questions.iter().map(output).collect::<Option<_>>()?;
            let number = asked.iter().position(|known| *known == outputs);
            let number = number.unwrap_or_else(|| {
                asked.push(outputs);
                asked.len() - 1
            });
            *lanes.entry(number).or_default() |= 1 << lane;
        }
        Some(Spared {
            rows: rows.clone(),
            asked: lanes.into_iter().collect(),
        })
    };
    rows.iter().zip(questions.chunks(64)).map(of_word).collect()
}
