//! Moves whose being legal hangs on what holds after them: each is played on trial, and the position after it is asked.

use std::ops::Range;

use super::code::{BEYOND, Code, Deferred, Mode};
use super::position::Position;
use super::runner::{Runners, Task};
use crate::game;

/// What it takes to try the moves of one mode.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    /// The families whose moves are tried.
    families: Vec<Family>,
    /// Where the moves of all families are among the outputs of a turn, and which role plays them.
    legal: Vec<(Range<usize>, usize)>,
    applies: Vec<Task>,
    questions: Vec<Task>,
    terminal: Option<Task>,
    /// The bits that say which role has a legal move, as [`Code::movable`] has them.
    movable: Option<Range<usize>>,
    /// Whether the moves that are legal, as found last, have all been tried.
    pub has_tried_all: bool,
    /// The words of the position, then what the turn has kept, then the move.
    frame: Vec<u64>,
    words: usize,
    kept: usize,
    /// What a program gives.
    results: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Family {
    legal: Range<usize>,
    deferred: Deferred,
    apply: usize,
}

impl Filter {
    /// What it takes in a mode; none where no move is to be tried.
    pub fn new(code: &Code, mode: &Mode, runners: &Runners, moves: &[game::Move]) -> Option<Self> {
        if mode.terminal.is_none() && mode.families.iter().all(|family| family.deferred.is_none()) {
            return None;
        }
        let tried = mode.families.iter().filter_map(|family| {
            let deferred = family.deferred.clone()?;
            Some(Family { legal: family.legal.clone(), deferred, apply: family.apply })
        });
        let legal = mode.families.iter().map(|family| {
            let role = family.moves.iter().flatten().next().map_or(0, |number| moves[*number].role.0);
            (family.legal.clone(), role)
        });
        let (words, kept) = (code.layout.words(), mode.kept.len());
        let longest = mode.families.iter().map(|family| family.legal.len()).max().unwrap_or(0);
        Some(Self {
            families: tried.collect(),
            legal: legal.collect(),
            applies: runners.applies.iter().map(Task::new).collect(),
            questions: runners.questions.iter().map(Task::new).collect(),
            terminal: runners.terminal.as_ref().map(Task::new),
            movable: code.movable.clone(),
            has_tried_all: false,
            frame: vec![0; words + kept + longest],
            words,
            kept,
            results: vec![0; words + 1],
        })
    }

    /// Leaves the legal moves among the outputs of a turn, and says there whether the game is over if that hangs on them;
    /// or that the machine has to tell, where the compiled form does not know the position after one of them.
    pub fn run(&mut self, position: &Position, outputs: &mut [u64]) {
        self.has_tried_all = self.families.len() == self.legal.len();
        if outputs[0] == BEYOND || self.movable.is_none() && outputs[0] != 0 {
            return;
        }
        self.frame[..self.words].copy_from_slice(position.words(self.words));
        self.frame[self.words..self.words + self.kept].copy_from_slice(&outputs[1..1 + self.kept]);
        for number in 0..self.families.len() {
            for word in 0..self.families[number].legal.len() {
                if !self.try_word(number, word, outputs) {
                    outputs[0] = BEYOND;
                    return;
                }
            }
        }
        self.note_movers(outputs);
    }

    /// Tries the moves of one word of a family; whether all positions after them are known.
    fn try_word(&mut self, number: usize, word: usize, outputs: &mut [u64]) -> bool {
        let family = &self.families[number];
        let cases = &family.deferred.cases;
        let legal_where = |case: &Range<usize>| if case.is_empty() { 0 } else { outputs[case.start + word] };
        let all = cases.iter().map(legal_where);
        let (certain, possible) = all.fold((u64::MAX, 0), |(every, any), case| (every & case, any | case));
        let (mut legal, mut open) = (certain, possible & !certain);
        self.has_tried_all &= legal == 0;
        let chosen = self.words + self.kept;
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            self.frame[chosen + word] = bit;
            let played = &self.frame[..chosen + family.legal.len()];
            self.applies[family.apply].run(played, &mut self.results);
            let (fault, after) = self.results.split_last().expect("a position and whether the move fails");
            if *fault != 0 {
                self.frame[chosen + word] = 0;
                return false;
            }
            let mut answers = 0;
            for (place, question) in
                family.deferred.questions[word * 64 + bit.trailing_zeros() as usize].iter().enumerate()
            {
                let mut holds = [0];
                self.questions[*question].run(after, &mut holds);
                answers |= usize::from(holds[0] != 0) << place;
            }
            legal |= legal_where(&cases[answers]) & bit;
        }
        self.frame[chosen + word] = 0;
        outputs[family.legal.start + word] = legal;
        true
    }

    /// Notes which roles have a legal move, and so whether the game is over.
    fn note_movers(&mut self, outputs: &mut [u64]) {
        let Some(movable) = self.movable.clone() else { return };
        for (words, role) in &self.legal {
            if outputs[words.clone()].iter().any(|word| *word != 0) {
                let bit = movable.start + role;
                self.frame[bit / 64] |= 1 << (bit % 64);
            }
        }
        if let Some(terminal) = &mut self.terminal {
            terminal.run(&self.frame[..self.words], &mut outputs[..1]);
        }
    }

    /// The position that was looked at last, with what it says of roles that have a legal move.
    pub fn informed(&self) -> Position {
        Position::new(&self.frame[..self.words])
    }
}
