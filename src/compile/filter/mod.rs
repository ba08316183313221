//! Moves that are legal or not by what holds after them: each is played on trial, and the position
//! after it is asked; but for moves that change nothing on which the answers rest.

mod plan;
mod several;

use std::ops::Range;
use std::sync::Arc;

use super::code::{Answer, BEYOND, Code, Mode};
use super::runner::Runners;
use super::task::{SEVERAL, Task};
use plan::{Plan, Spared, Untried, Word};
use several::Several;

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
    plan: Arc<Plan>,
    applies: Vec<Task>,
    /// They tell what is asked after moves.
    questions: Vec<Task>,
    terminal: Option<Task>,
    /// Tells which moves need not be tried.
    certificate: Option<Task>,
    /// How many legal moves each total of the listing counts, without those before.
    counts: Vec<u64>,
    /// For each role whether it has a legal move.
    movers: Vec<bool>,
    /// Whether none of the legal moves, as found last, can fail: they have been tried, or never do.
    pub has_tried_all: bool,
    /// The words of the turn that have moves to be tried, by number.
    open: Vec<usize>,
    /// What the certificate says of the position.
    certified: Vec<u64>,
    /// The case of the moves after which nothing is otherwise than before, for each of [`Plan::asked`].
    before: Vec<usize>,
    /// The words of the position, then what the turn has kept, then the move.
    trial: Vec<u64>,
    /// What a program gives.
    results: Vec<u64>,
    /// The outputs of a question's program.
    answers: Vec<u64>,
    /// Several trials at once.
    several: Several,
}

impl Filter {
    /// What it takes in a mode; none in a game in which nothing hangs on what holds after a move.
    pub fn new(code: &Code, mode: &Mode, runners: &Runners) -> Option<Self> {
        let plan = Plan::new(code, mode)?;
        let longest = mode.families.iter().map(|family| family.legal.len()).max();
        let certificate = runners.certificate.as_ref().map(Task::new);
        let questions: Vec<Task> = runners.questions.iter().map(Task::new).collect();
        let outputs = questions.iter().map(Task::outputs).max().unwrap_or(0);
        Some(Self {
            applies: runners.applies.iter().map(Task::new).collect(),
            questions,
            terminal: runners.terminal.as_ref().map(Task::new),
            certified: vec![0; certificate.as_ref().map_or(0, Task::outputs)],
            certificate,
            before: vec![0; plan.asked.len()],
            counts: vec![0; plan.totals.len()],
            movers: vec![false; plan.roles],
            has_tried_all: false,
            open: Vec::new(),
            trial: vec![0; plan.chosen + longest.unwrap_or(0)],
            results: vec![0; plan.position + 1],
            answers: vec![0; outputs],
            several: Several::new(&plan, outputs),
            plan: Arc::new(plan),
        })
    }

    /// Leaves the legal moves of a turn, those that are wanted, and counts them; and says whether
    /// the game is over if that hangs on them; or that the machine has to tell, where the compiled
    /// form does not know the position after one of them.
    ///
    /// Moves that may fail are tried in any case: the machine fails too, if it meets such a one
    /// before a legal one.
    pub fn run(&mut self, frame: &mut [u64], wanted: Wanted) {
        let plan = Arc::clone(&self.plan);
        self.has_tried_all = plan.untried.is_empty();
        if frame[plan.over] == BEYOND {
            return;
        }
        self.trial[..plan.chosen].copy_from_slice(&frame[..plan.chosen]);
        self.movers.fill(false);
        self.counts.fill(0);
        let are_enough = plan.find_open(frame, &mut self.open);
        let certificate = self.certificate.as_mut();
        let certificate = certificate.filter(|_| wanted == Wanted::All && are_enough);
        let is_certified = certificate.is_some();
        if let Some(certificate) = certificate {
            certificate.run(&frame[..plan.position], &mut self.certified);
            let holds = |output: &usize| self.certified[*output] != 0;
            for (case, asked) in self.before.iter_mut().zip(&plan.asked) {
                *case = together(asked.iter().map(holds));
            }
        }
        for number in 0..self.open.len() {
            let word = &plan.words[self.open[number]];
            let (certain, possible) = plan.bounds(word, frame);
            self.has_tried_all &= certain == 0;
            let mut legal = certain;
            let mut open = possible & !certain;
            if let Some(spared) = word.spared.as_ref().filter(|_| is_certified) {
                let spared = self.spare(word, frame, spared, open);
                legal |= spared.legal;
                open &= !spared.moves;
            }
            let Some(legal) = self.try_moves(word, frame, wanted, (legal, open)) else {
                (frame[plan.over], frame[plan.choices]) = (BEYOND, 0);
                return;
            };
            self.movers[word.role as usize] |= legal != 0;
            self.counts[word.total as usize] += u64::from(legal.count_ones());
            frame[word.legal as usize] = legal;
        }
        self.count(frame);
    }

    /// The open moves of a word that need not be tried: what is asked after them is answered in the
    /// position before.
    fn spare(&self, word: &Word, frame: &[u64], spared: &Spared, open: u64) -> Settled {
        let moves = open & !self.plan.touching(spared, &self.certified);
        let mut legal = 0;
        for (asked, lanes) in self.plan.lanes_asked(spared) {
            legal |= self
                .plan
                .legal_where(self.before[*asked as usize], word, frame)
                & lanes;
        }
        Settled {
            moves,
            legal: legal & moves,
        }
    }

    /// The legal moves of one word, of which some are known to be legal and others are open; none if the
    /// position after one of them is not known.
    fn try_moves(
        &mut self,
        word: &Word,
        frame: &[u64],
        wanted: Wanted,
        (mut legal, mut open): (u64, u64),
    ) -> Option<u64> {
        let may_be_left_out = wanted == Wanted::Any && self.plan.tried[word.tried as usize].is_safe;
        let at_once = !may_be_left_out && self.tries_several(word);
        while open != 0 {
            if may_be_left_out && (self.movers[word.role as usize] || legal != 0) {
                break;
            }
            if at_once && open.count_ones() as usize >= SEVERAL {
                legal |= self.try_several(word, frame, &mut open)?;
                continue;
            }
            let bit = open & open.wrapping_neg();
            open ^= bit;
            let case = self.answers_after(word, bit)?;
            legal |= self.plan.legal_where(case, word, frame) & bit;
        }
        Some(legal)
    }

    /// Plays a move on trial and asks; none if the position after it is not known.
    fn answers_after(&mut self, word: &Word, bit: u64) -> Option<usize> {
        let chosen = self.plan.chosen;
        let tried = &self.plan.tried[word.tried as usize];
        let number = word.number as usize;
        self.trial[chosen + number] = bit;
        let inputs = &self.trial[..chosen + tried.words];
        self.applies[tried.apply].run(inputs, &mut self.results);
        self.trial[chosen + number] = 0;
        let (fault, after) = self
            .results
            .split_last()
            .expect("a position and whether the move fails");
        if *fault != 0 {
            return None;
        }
        let lane = number * 64 + bit.trailing_zeros() as usize;
        let questions = &mut self.questions;
        let holds = |asked: &Answer| {
            let question = &mut questions[asked.program as usize];
            let answers = &mut self.answers[..question.outputs()];
            question.run(after, answers);
            asked.holds(|output| answers[output])
        };
        Some(together(tried.questions[lane].iter().map(holds)))
    }

    /// Counts the legal moves, and tells what hangs on there being some.
    fn count(&mut self, frame: &mut [u64]) {
        let plan = &self.plan;
        for Untried { place, role, total } in &plan.untried {
            let count = u64::from(frame[*place].count_ones());
            self.counts[*total] += count;
            self.movers[*role] |= count != 0;
        }
        if let Some(terminal) = &mut self.terminal {
            inform(&plan.movable, &self.movers, &mut self.trial);
            let over = plan.over..plan.over + 1;
            terminal.run(&self.trial[..plan.position], &mut frame[over]);
        }
        let mut all = 0;
        for (total, count) in frame[plan.totals.clone()].iter_mut().zip(&self.counts) {
            all += count;
            *total = all;
        }
        let is_joint = self.movers.iter().filter(|has_moves| **has_moves).count() > 1;
        frame[plan.joint] = u64::from(is_joint).wrapping_neg();
        frame[plan.choices] = if is_joint || frame[plan.over] != 0 {
            0
        } else {
            all
        };
    }

    /// Says in the position of a frame which roles have a legal move, as found last.
    pub fn inform(&self, frame: &mut [u64]) {
        inform(&self.plan.movable, &self.movers, frame);
    }
}

/// Moves of which it is known whether they are legal.
struct Settled {
    moves: u64,
    /// Those that are.
    legal: u64,
}

/// Answers as one number: the first is its lowest bit.
fn together(answers: impl Iterator<Item = bool>) -> usize {
    let answers = answers.enumerate();
    answers.fold(0, |all, (number, holds)| all | usize::from(holds) << number)
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
