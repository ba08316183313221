//! How the moves of one mode are tried: what is the same in all its positions.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::compile::code::{
    Answer, Certificate, Code, Mode, MoveFamily, Order, Questions, Row, is_safe,
};
use crate::compile::select::each_filled;

/// How the moves of one mode are tried. All places are places in a frame.
///
/// What is read for each word with moves in each turn lies together, word by word, in numbers of 32 bits: so most of
/// it stays in the nearest cache.
#[derive(Debug)]
pub(super) struct Plan {
    /// The families whose moves are tried.
    pub tried: Vec<Tried>,
    /// Their words.
    pub words: Vec<Word>,
    /// The words of moves that are not tried.
    pub untried: Vec<Untried>,
    /// For each word and case the place of the moves that are legal in that case, or [`NOWHERE`].
    cases: Vec<u32>,
    /// See [`Spared::rows`].
    rows: Vec<Row>,
    /// See [`Spared::asked`].
    lanes_asked: Vec<(u32, u64)>,
    /// The number of the word whose moves of some case are at each place, or [`NOWHERE`], from the first
    /// place that has such.
    of_places: Vec<u32>,
    /// Which place that is.
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

/// A place in no frame: nothing is there.
const NOWHERE: u32 = u32::MAX;

/// A word of the moves of a family that are tried.
#[derive(Debug)]
pub(super) struct Word {
    /// The family, by number among those that are tried.
    pub tried: u32,
    /// Which of its words.
    pub number: u32,
    pub role: u32,
    /// Where its legal moves are, in the end.
    pub legal: u32,
    /// The total that counts them, by number.
    pub total: u32,
    cases: Cases,
    /// What spares trials; none if its moves are tried in any case.
    pub spared: Option<Spared>,
}

/// Where the moves of a word are that are legal in each case.
#[derive(Clone, Debug)]
enum Cases {
    /// There are such moves in one of several cases only.
    One { case: u32, place: u32 },
    /// By case, among those of all words.
    Each(Range<u32>),
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
    /// The number of its words.
    pub words: usize,
    /// By lane what is asked after its move.
    pub questions: Vec<Vec<Answer>>,
    /// The programs that tell it, if they are the same for all moves.
    pub programs: Option<Vec<u32>>,
    pub apply: usize,
    /// Whether none of its moves can fail.
    pub is_safe: bool,
}

/// What it takes to tell which moves of a word need not be tried, from the outputs of the certificate.
#[derive(Clone, Debug)]
pub(super) struct Spared {
    /// What they may change, among the rows of all words.
    rows: Range<u32>,
    /// What is asked after the moves of some lanes, by number among [`Plan::asked`], among those of all words.
    asked: Range<u32>,
}

impl Plan {
    /// The plan of a mode; none in a game in which nothing hangs on what holds after a move.
    pub fn new(code: &Code, mode: &Mode) -> Option<Self> {
        let movable = code.movable.clone()?;
        let position = code.layout.words();
        let outputs = mode.listing.iter().map(|group| &group.totals);
        let outputs = outputs.fold(None, |all: Option<Range<usize>>, totals| match all {
            Some(all) => Some(all.start..totals.end),
            None => Some(totals.clone()),
        });
        let outputs = outputs.unwrap_or(0..0);
        let certificate = mode.certificate.as_ref();
        let roles = mode.families.iter().map(|family| family.role + 1);
        let mut plan = Self {
            tried: Vec::new(),
            words: Vec::new(),
            untried: Vec::new(),
            cases: Vec::new(),
            rows: Vec::new(),
            lanes_asked: Vec::new(),
            of_places: Vec::new(),
            first: 0,
            asked: Vec::new(),
            least_moves: certificate.map_or(0, |own| own.least_moves as u32),
            totals: position + outputs.start..position + outputs.end,
            movable,
            roles: roles.max().unwrap_or(0),
            position,
            chosen: position + mode.kept.len(),
            choices: position + mode.choices,
            over: position + mode.over,
            joint: position + mode.joint,
        };
        let totals = totals(mode);
        for (number, totals) in totals.iter().enumerate() {
            plan.add_family(mode, &code.questions, number, totals);
        }
        plan.place_words();
        Some(plan)
    }

    /// Adds the family of this number, each of whose words has one of the totals.
    fn add_family(&mut self, mode: &Mode, questions: &Questions, number: usize, totals: &[usize]) {
        let family = &mode.families[number];
        let (role, position) = (family.role, self.position);
        let words = family.legal.clone().zip(totals);
        let Some(deferred) = &family.deferred else {
            self.untried.extend(words.map(|(output, total)| Untried {
                place: position + output,
                role,
                total: *total,
            }));
            return;
        };
        let spared = mode.certificate.as_ref();
        let spared =
            spared.and_then(|certificate| self.spared(certificate, number, &deferred.questions));
        for (number, (output, total)) in words.enumerate() {
            let cases = deferred.cases.iter().map(|case| match case.is_empty() {
                true => NOWHERE,
                false => (position + case.start + number) as u32,
            });
            let cases = self.add_cases(&cases.collect::<Vec<_>>());
            self.words.push(Word {
                tried: self.tried.len() as u32,
                number: number as u32,
                role: role as u32,
                legal: (position + output) as u32,
                total: *total as u32,
                cases,
                spared: spared.as_ref().map(|spared| spared[number].clone()),
            });
        }
        let asked = deferred.questions.iter();
        let asked = asked.map(|of_lane| of_lane.iter().map(|number| questions.answers[*number]));
        let asked: Vec<Vec<Answer>> = asked.map(Iterator::collect).collect();
        self.tried.push(Tried {
            words: family.legal.len(),
            programs: common_programs(family, &asked),
            questions: asked,
            apply: family.apply,
            is_safe: is_safe(&mode.applies[family.apply]),
        });
    }

    /// Adds a word whose moves are at these places, by case.
    fn add_cases(&mut self, places: &[u32]) -> Cases {
        let somewhere = places
            .iter()
            .enumerate()
            .filter(|(_, place)| **place != NOWHERE);
        if let [(case, place)] = somewhere.collect::<Vec<_>>()[..]
            && places.len() > 1
        {
            return Cases::One {
                case: case as u32,
                place: *place,
            };
        }
        let first = self.cases.len() as u32;
        self.cases.extend(places);
        Cases::Each(first..self.cases.len() as u32)
    }

    /// What spares trials of a family with these questions, by word; none if nothing does.
    fn spared(
        &mut self,
        certificate: &Certificate,
        family: usize,
        questions: &[Vec<usize>],
    ) -> Option<Vec<Spared>> {
        let changes = certificate.changes[family].as_ref()?;
        let output = |question: &usize| certificate.questions.binary_search(question).ok();
        let outputs = questions
            .iter()
            .map(|questions| questions.iter().map(output).collect());
        let outputs: Vec<Vec<usize>> = outputs.collect::<Option<_>>()?;
        let words = changes.iter().zip(outputs.chunks(64));
        let spared = words.map(|(rows, outputs)| {
            let (first_row, first_asked) = (self.rows.len() as u32, self.lanes_asked.len() as u32);
            self.rows.extend(rows);
            let lanes = group_by_questions(outputs, &mut self.asked);
            self.lanes_asked.extend(lanes);
            Spared {
                rows: first_row..self.rows.len() as u32,
                asked: first_asked..self.lanes_asked.len() as u32,
            }
        });
        Some(spared.collect())
    }

    /// Notes which words have moves at each place.
    fn place_words(&mut self) {
        let mut placed: Vec<(usize, u32)> = Vec::new();
        for (word, number) in self.words.iter().zip(0..) {
            let places = match &word.cases {
                Cases::One { place, .. } => std::slice::from_ref(place),
                Cases::Each(cases) => &self.cases[range(cases)],
            };
            let places = places.iter().filter(|place| **place != NOWHERE);
            placed.extend(places.map(|place| (*place as usize, number)));
        }
        let places = || placed.iter().map(|(place, _)| *place);
        self.first = places().min().unwrap_or(0);
        let end = places().max().map_or(self.first, |last| last + 1);
        self.of_places = vec![NOWHERE; end - self.first];
        for (place, number) in placed {
            self.of_places[place - self.first] = number;
        }
    }

    /// The moves of a word that are legal in a case.
    pub fn legal_where(&self, case: usize, word: &Word, frame: &[u64]) -> u64 {
        match &word.cases {
            Cases::One { case: only, place } if case == *only as usize => frame[*place as usize],
            Cases::One { .. } => 0,
            Cases::Each(cases) => moves_at(self.cases[range(cases)][case], frame),
        }
    }

    /// The moves of a word that are legal in every case, and those that are in some.
    pub fn bounds(&self, word: &Word, frame: &[u64]) -> (u64, u64) {
        let cases = match &word.cases {
            Cases::One { place, .. } => return (0, frame[*place as usize]),
            Cases::Each(cases) => self.cases[range(cases)].iter(),
        };
        let all = cases.map(|place| moves_at(*place, frame));
        all.fold((u64::MAX, 0), |(every, any), case| {
            (every & case, any | case)
        })
    }

    /// The lanes whose moves change something on which an answer rests.
    pub fn touching(&self, spared: &Spared, certificate: &[u64]) -> u64 {
        let rows = self.rows[range(&spared.rows)].iter();
        let touching = rows.map(|row| row.touching(certificate));
        touching.fold(0, |all, lanes| all | lanes)
    }

    /// What is asked after the moves of a word, by number among [`Plan::asked`], each with the lanes of
    /// these moves.
    pub fn lanes_asked(&self, spared: &Spared) -> &[(u32, u64)] {
        &self.lanes_asked[range(&spared.asked)]
    }

    /// Finds the words that have moves to be tried, by number, each once, and whether there are enough of
    /// these moves for the certificate: a move counts as often as there are cases in which it is legal. Most
    /// words have none: chess has hundreds of them.
    pub fn find_open(&self, frame: &[u64], open: &mut Vec<usize>) -> bool {
        open.clear();
        let mut count = 0;
        let words = &frame[self.first..][..self.of_places.len()];
        each_filled(words, |place| {
            let number = self.of_places[place];
            // Between these words there may be others.
            if number != NOWHERE {
                open.push(number as usize);
                if count < self.least_moves {
                    count += words[place].count_ones();
                }
            }
        });
        // A word may have moves in several cases.
        if !open.is_sorted_by(|one, next| one < next) {
            open.sort_unstable();
            open.dedup();
        }
        count >= self.least_moves
    }
}

/// The moves at a place of a frame.
fn moves_at(place: u32, frame: &[u64]) -> u64 {
    frame.get(place as usize).copied().unwrap_or(0)
}

fn range(numbers: &Range<u32>) -> Range<usize> {
    numbers.start as usize..numbers.end as usize
}

/// Which questions are asked together, by number among all that are, and after the moves of which lanes,
/// given those of each lane.
fn group_by_questions(
    of_lanes: &[Vec<usize>],
    asked: &mut Vec<Vec<usize>>,
) -> impl Iterator<Item = (u32, u64)> + use<> {
    let mut lanes: BTreeMap<u32, u64> = BTreeMap::new();
    for (lane, outputs) in of_lanes.iter().enumerate() {
        let number = asked.iter().position(|known| known == outputs);
        let number = number.unwrap_or_else(|| {
            asked.push(outputs.clone());
            asked.len() - 1
        });
        *lanes.entry(number as u32).or_default() |= 1 << lane;
    }
    lanes.into_iter()
}

/// The programs that tell what is asked after each move of a family, given what is asked; none if they differ.
fn common_programs(family: &MoveFamily, asked: &[Vec<Answer>]) -> Option<Vec<u32>> {
    let of_moves = family.moves.iter().zip(asked);
    let of_moves = of_moves.filter(|(played, _)| played.is_some());
    let mut programs =
        of_moves.map(|(_, asked)| asked.iter().map(|answer| answer.program).collect());
    let first: Vec<u32> = programs.next()?;
    programs
        .all(|programs: Vec<u32>| programs == first)
        .then_some(first)
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
