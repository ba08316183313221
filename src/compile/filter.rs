//! Moves that are legal or not by what holds after them: each is played on trial, and the position
//! after it is asked.

use std::ops::Range;

use super::code::{BEYOND, Code, Deferred, Group, Mode, Order, is_safe};
use super::runner::{Runners, Task};

/// Which legal moves are to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All.
    All,
    /// So many that it is known which roles have one, and so whether the game is over. Which moves
    /// there are, and how many, is not known then.
    Any,
}

/// What it takes to try the moves of one mode, in a frame where a turn has been computed: the words
/// of the position, then what the turn has given.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    /// The families whose moves are tried.
    tried: Vec<Tried>,
    /// Where in the frame the legal moves of each family are, and which role plays them.
    families: Vec<(Range<usize>, usize)>,
    /// The families whose moves are not tried.
    untried: Vec<usize>,
    /// How many legal moves each family has.
    counts: Vec<u64>,
    listing: Vec<Group>,
    applies: Vec<Task>,
    questions: Vec<Task>,
    terminal: Option<Task>,
    /// The bits that say which role has a legal move, as [`Code::movable`] has them.
    movable: Range<usize>,
    /// For each role whether it has a legal move.
    movers: Vec<bool>,
    /// Whether the legal moves, as found last, have all been tried.
    pub has_tried_all: bool,
    words: usize,
    kept: usize,
    choices: usize,
    over: usize,
    joint: usize,
    /// The words of the position, then what the turn has kept, then the move.
    trial: Vec<u64>,
    /// What a program gives.
    results: Vec<u64>,
}

/// A family of moves that are tried.
#[derive(Clone, Debug)]
struct Tried {
    /// Its number.
    family: usize,
    /// Where in the frame its legal moves are, in the end.
    legal: Range<usize>,
    /// With the cases by their places in the frame.
    deferred: Deferred,
    /// Where in the frame the cases begin that have moves.
    possible: Vec<usize>,
    apply: usize,
    role: usize,
    /// Whether none of its moves can fail.
    is_safe: bool,
}

impl Filter {
    /// What it takes in a mode; none in a game in which nothing hangs on what holds after a move.
    pub fn new(code: &Code, mode: &Mode, runners: &Runners) -> Option<Self> {
        let movable = code.movable.clone()?;
        let (words, kept) = (code.layout.words(), mode.kept.len());
        let in_frame = |outputs: &Range<usize>| words + outputs.start..words + outputs.end;
        let tried = mode
            .families
            .iter()
            .enumerate()
            .filter_map(|(number, family)| {
                let Deferred { cases, questions } = family.deferred.clone()?;
                let cases: Vec<Range<usize>> = cases.iter().map(in_frame).collect();
                let with_moves = cases.iter().filter(|case| !case.is_empty());
                Some(Tried {
                    family: number,
                    legal: in_frame(&family.legal),
                    possible: with_moves.map(|case| case.start).collect(),
                    deferred: Deferred { cases, questions },
                    apply: family.apply,
                    role: family.role,
                    is_safe: is_safe(&mode.applies[family.apply]),
                })
            });
        let families: Vec<_> = mode
            .families
            .iter()
            .map(|family| (in_frame(&family.legal), family.role))
            .collect();
        let untried = mode.families.iter().enumerate();
        let untried = untried.filter(|(_, family)| family.deferred.is_none());
        let untried = untried.map(|(number, _)| number);
        let longest = mode
            .families
            .iter()
            .map(|family| family.legal.len())
            .max()
            .unwrap_or(0);
        Some(Self {
            tried: tried.collect(),
            listing: mode.listing.clone(),
            applies: runners.applies.iter().map(Task::new).collect(),
            questions: runners.questions.iter().map(Task::new).collect(),
            terminal: runners.terminal.as_ref().map(Task::new),
            movable,
            untried: untried.collect(),
            counts: vec![0; families.len()],
            movers: vec![false; families.iter().map(|(_, role)| role + 1).max().unwrap_or(0)],
            families,
            has_tried_all: false,
            words,
            kept,
            choices: words + mode.choices,
            over: words + mode.over,
            joint: words + mode.joint,
            trial: vec![0; words + kept + longest],
            results: vec![0; words + 1],
        })
    }

    /// Leaves the legal moves of a turn, those that are wanted, and counts them; and says whether
    /// the game is over if that hangs on them; or that the machine has to tell, where the compiled
    /// form does not know the position after one of them.
    ///
    /// Moves that may fail are tried in any case: the machine fails too, if it meets such a one
    /// before a legal one.
    pub fn run(&mut self, frame: &mut [u64], wanted: Wanted) {
        self.has_tried_all = self.tried.len() == self.families.len();
        if frame[self.over] == BEYOND {
            return;
        }
        let given = self.words + self.kept;
        self.trial[..given].copy_from_slice(&frame[..given]);
        self.movers.fill(false);
        for number in 0..self.tried.len() {
            self.counts[self.tried[number].family] = 0;
            for word in 0..self.tried[number].legal.len() {
                // Most words have no moves: chess has hundreds of them.
                let Tried {
                    legal, possible, ..
                } = &self.tried[number];
                if possible.iter().all(|start| frame[start + word] == 0) {
                    frame[legal.start + word] = 0;
                    continue;
                }
                if !self.try_word(number, word, frame, wanted) {
                    (frame[self.over], frame[self.choices]) = (BEYOND, 0);
                    return;
                }
            }
        }
        self.count(frame);
    }

    /// Tries the moves of one word of a family; whether all positions after them are known.
    fn try_word(&mut self, number: usize, word: usize, frame: &mut [u64], wanted: Wanted) -> bool {
        let Tried {
            legal: place,
            deferred: Deferred { cases, questions },
            apply,
            role,
            is_safe,
            family,
            ..
        } = &self.tried[number];
        let legal_where = |case: &Range<usize>| {
            if case.is_empty() {
                0
            } else {
                frame[case.start + word]
            }
        };
        let all = cases.iter().map(legal_where);
        let (certain, possible) = all.fold((u64::MAX, 0), |(every, any), case| {
            (every & case, any | case)
        });
        let (mut legal, mut open) = (certain, possible & !certain);
        self.has_tried_all &= certain == 0;
        let chosen = self.words + self.kept;
        let mut is_known = true;
        let may_be_left_out = wanted == Wanted::Any && *is_safe;
        let has_enough = |legal| may_be_left_out && (self.movers[*role] || legal != 0);
        while open != 0 && is_known && !has_enough(legal) {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            self.trial[chosen + word] = bit;
            let inputs = &self.trial[..chosen + place.len()];
            self.applies[*apply].run(inputs, &mut self.results);
            let (fault, after) = self
                .results
                .split_last()
                .expect("a position and whether the move fails");
            is_known = *fault == 0;
            let asked = &questions[word * 64 + bit.trailing_zeros() as usize];
            let mut answers = 0;
            for (number, question) in asked.iter().enumerate().filter(|_| is_known) {
                let mut holds = [0];
                self.questions[*question].run(after, &mut holds);
                answers |= usize::from(holds[0] != 0) << number;
            }
            legal |= legal_where(&cases[answers]) & bit;
        }
        self.trial[chosen + word] = 0;
        self.movers[*role] |= legal != 0;
        self.counts[*family] += u64::from(legal.count_ones());
        frame[place.start + word] = legal;
        is_known
    }

    /// Counts the legal moves, and tells what hangs on there being some.
    fn count(&mut self, frame: &mut [u64]) {
        for number in &self.untried {
            let (legal, role) = &self.families[*number];
            let words = frame[legal.clone()].iter();
            let count = words.map(|word| u64::from(word.count_ones())).sum();
            self.counts[*number] = count;
            self.movers[*role] |= count != 0;
        }
        if let Some(terminal) = &mut self.terminal {
            inform(&self.movable, &self.movers, &mut self.trial);
            terminal.run(&self.trial[..self.words], &mut frame[self.over..=self.over]);
        }
        let mut total = 0;
        for Group {
            families,
            order,
            totals,
        } in &self.listing
        {
            for (word, place) in totals.clone().enumerate() {
                let families = families.iter();
                total += match order {
                    Order::Lanes => {
                        let places = families.map(|number| &self.families[*number].0);
                        let words = places.filter_map(|legal| frame[legal.clone()].get(word));
                        words.map(|word| u64::from(word.count_ones())).sum::<u64>()
                    }
                    Order::Ranks => families.map(|number| self.counts[*number]).sum(),
                };
                frame[self.words + place] = total;
            }
        }
        let is_joint = self.movers.iter().filter(|has_moves| **has_moves).count() > 1;
        frame[self.joint] = u64::from(is_joint).wrapping_neg();
        frame[self.choices] = if is_joint || frame[self.over] != 0 {
            0
        } else {
            total
        };
    }

    /// Says in the position of a frame which roles have a legal move, as found last.
    pub fn inform(&self, frame: &mut [u64]) {
        inform(&self.movable, &self.movers, frame);
    }
}

/// Says in a position which roles have a legal move.
fn inform(movable: &Range<usize>, movers: &[bool], frame: &mut [u64]) {
    for (bit, _) in movable
        .clone()
        .zip(movers)
        .filter(|(_, has_moves)| **has_moves)
    {
        frame[bit / 64] |= 1 << (bit % 64);
    }
}
