//! The legal moves, with the position unknown: each move that may be legal, and when it is.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};

use super::deferred::Questions;
use super::game::Game;
use super::reason::Reason;
use super::solver::Mode;
use super::store::{Instance, Item};
use crate::compile::circuit::Literal;
use crate::compile::residual::Deferred;

/// The moves, each with its role, in the order in which they first come.
pub(super) type Moves = IndexMap<Instance, usize, FxBuildHasher>;

/// When an answer is one: where one of these holds. Most have one.
type Conditions = SmallVec<[Literal; 2]>;

/// More answers with one move are one condition for those that come later.
const MANY_ANSWERS: usize = 64;

/// What `legal` comes to.
pub(super) struct Legal {
    /// The number of each answer's move and when it is legal.
    pub answers: Vec<(usize, Literal)>,
    /// What else each answer hangs on, if one does.
    pub deferred: Vec<Option<Deferred>>,
    pub questions: Vec<Literal>,
    /// Where there may be other moves, if each move can be played.
    pub unlisted: Literal,
    /// Where there may be other moves, by whether moves can be played.
    pub unlisted_in_all: Literal,
}

impl Default for Legal {
    fn default() -> Self {
        let (answers, deferred, questions) = Default::default();
        Self {
            answers,
            deferred,
            questions,
            unlisted: Literal::FALSE,
            unlisted_in_all: Literal::FALSE,
        }
    }
}

impl Game<'_> {
    /// Each move with its role; the answers of `legal`: the move's number and when it is legal; and
    /// where there may be others.
    pub(super) fn legal(&mut self) -> Result<(Moves, Legal), Reason> {
        let roles = self.roles();
        let mut moves = Moves::default();
        // With nothing between them, answers with the same move come at the same place.
        let mut answers: Vec<(usize, Conditions)> = Vec::new();
        let mode = match self.rules.is_sorted() {
            true => Mode::Set,
            false => Mode::Order,
        };
        let asked = [Item::Variable(0), Item::Variable(1)];
        let (found, mut beyond) = self.solver.answers_of("legal", &asked, 2, mode)?;
        let unlisted_in_all = beyond.literal;
        // Which moves cannot be played is not known yet.
        beyond.literal = self
            .solver
            .widened(beyond.literal, &mut |_, _| Literal::TRUE);
        self.except(&beyond)?;
        let mut unlisted = vec![beyond.literal];
        for (instance, condition) in found {
            let own = condition.literal(&mut self.solver.circuit);
            let Some(known) = self.solver.known_answers(instance, own) else {
                self.leave_out("a move is not known before the position is");
                unlisted.push(own);
                continue;
            };
            for (instance, own) in known {
                let Some(role) = roles.iter().position(|role| instance[..1] == **role) else {
                    self.leave_out("a player may be no role");
                    unlisted.push(own);
                    continue;
                };
                let (number, _) = moves.insert_full(instance, role);
                match answers.last_mut() {
                    Some((last, conditions)) if *last == number => conditions.push(own),
                    _ => answers.push((number, smallvec![own])),
                }
            }
        }
        if self.rules.is_sorted() {
            answers = self.sorted(&moves, answers);
        }
        let mut earlier: Vec<Vec<Literal>> = vec![Vec::new(); moves.len()];
        let mut legal = Legal {
            answers: Vec::with_capacity(answers.len()),
            ..Legal::default()
        };
        for (number, conditions) in answers {
            let own = self.solver.circuit.any(conditions);
            let before = &mut earlier[number];
            let first = match before.is_empty() {
                true => own,
                false => {
                    let others = before.iter().map(|literal| !*literal);
                    self.solver.circuit.all(others.chain([own]))
                }
            };
            before.push(own);
            if before.len() > MANY_ANSWERS {
                let all = self.solver.circuit.any(std::mem::take(before));
                before.push(all);
            }
            legal.answers.push((number, first));
        }
        let unlisted = self.solver.circuit.any(unlisted);
        self.is_known_at_first(unlisted)?;
        legal.unlisted = self.solver.settled(unlisted)?;
        legal.unlisted_in_all = unlisted_in_all;
        self.take_apart(&moves, &mut legal)?;
        Ok((moves, legal))
    }

    /// Each move once, by player and then in the standard order.
    fn sorted(&self, moves: &Moves, answers: Vec<(usize, Conditions)>) -> Vec<(usize, Conditions)> {
        let mut conditions: Vec<Conditions> = vec![Conditions::new(); moves.len()];
        for (number, own) in answers {
            conditions[number].extend(own);
        }
        let mut sorted: Vec<_> = moves
            .iter()
            .zip(conditions)
            .enumerate()
            .map(|(number, ((instance, role), own))| {
                let played = (*role, self.term(&instance[1..]));
                (played, (number, own))
            })
            .collect();
        sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
        sorted.into_iter().map(|(_, answer)| answer).collect()
    }

    /// Whether anything is known of the first position: if not, little is known of the others.
    ///
    /// # Errors
    /// The first reason.
    pub(super) fn is_known_at_first(&self, beyond: Literal) -> Result<(), Reason> {
        let Some(first) = self.except.first() else {
            return Ok(());
        };
        match self.holds_at_first(beyond) {
            true => Err(self.solver.reasons.get(*first).clone()),
            false => Ok(()),
        }
    }

    /// Whether a literal holds in the first position.
    fn holds_at_first(&self, literal: Literal) -> bool {
        self.solver.circuit.evaluate(&self.initial)[literal.node().index()] != literal.is_negated()
    }

    /// Says of `legal` that the machine lists the moves, if it does so from the first position on.
    pub(super) fn tell_of_failing_moves(&mut self, unplayed: Literal) {
        if unplayed == Literal::FALSE || !self.holds_at_first(unplayed) {
            return;
        }
        let text = "a move of the first position may have effects that fail";
        if let Some(legal) = self.parts.iter_mut().find(|part| part.name == "legal") {
            legal.except.push(Reason::new(text, None));
        }
    }

    /// Takes apart the conditions of moves by what holds after them.
    fn take_apart(&mut self, moves: &Moves, legal: &mut Legal) -> Result<(), Reason> {
        let mut questions = Questions::default();
        for (at, (number, condition)) in legal.answers.iter_mut().enumerate() {
            let (instance, _) = moves
                .get_index(*number)
                .expect("the moves are numbered by their places");
            if let Some(cases) = self.solver.cases(instance, *condition)? {
                *condition = self.solver.circuit.any(cases.1.iter().copied());
                legal.deferred.resize(at, None);
                legal.deferred.push(Some(questions.add(cases)));
            }
        }
        if !legal.deferred.is_empty() {
            legal.deferred.resize(legal.answers.len(), None);
        }
        legal.questions = questions.into_literals();
        Ok(())
    }
}
