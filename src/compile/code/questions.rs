//! What is asked of positions after moves: whether a chain lives, or a king is attacked. Questions that ask the
//! same of many cells are answered by one program for all of them, where that takes little more than one of them.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::certificate::MOST_CERTIFIED;
use super::cut;
use super::emitter::Emitter;
use super::layout::Layout;
use super::mode::{excluded, wants};
use super::turn::told;
use crate::compile::circuit::Literal;
use crate::compile::families::{Families, FamilyNumber, Halt, Place, Spaces};
use crate::compile::interrupt::Interrupt;
use crate::compile::residual::Residual;
use crate::compile::words::Program;

/// Of this many members or fewer each has a program of its own.
const WORTH_SHARING: usize = 8;

/// A program for all members of a family that has more times as many operations as one for a single member takes
/// longer to ask than it saves: to ask is most often to ask for one of them.
const MOST_TIMES: usize = 2;

/// The questions of a game, by the numbers that [`Deferred::questions`](super::Deferred::questions) names.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Their inputs are the words of a position. Those that several questions share come first.
    pub programs: Vec<Program>,
    /// By question where the answer is.
    pub answers: Vec<Answer>,
    /// How many programs are shared.
    shared: usize,
}

/// Where the answer to a question is: a bit that is set if what is asked holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The program, by number.
    pub program: u32,
    /// Which of its outputs.
    pub output: u32,
    /// The place of the bit, 0 to 63. A program for one question gives all ones or 0.
    pub bit: u32,
}

impl Answer {
    /// Whether what is asked holds; `output` gives the outputs of the program, by number.
    #[must_use]
    #[inline]
    pub fn holds(self, output: impl Fn(usize) -> u64) -> bool {
        output(self.output as usize) >> self.bit & 1 == 1
    }
}

/// What many questions ask: whether a member of this family holds, or whether it does not.
type Alike = (FamilyNumber, bool);

impl Questions {
    /// The programs for what is asked of positions after moves, in a game with modes in which this is given.
    pub(super) fn new(
        residual: &Residual,
        given: &[Option<(u32, u16)>],
        (spaces, layout): (&Spaces, &Layout),
        operations: usize,
        stop: &Interrupt,
    ) -> Result<Self, Halt> {
        let alone = asked_in_small_modes(residual, given);
        let (circuit, literals) = cut::only(&residual.circuit, &residual.questions);
        let mut families = Families::find(&circuit, spaces.clone(), operations, stop)?;
        let mut alike: BTreeMap<Alike, Vec<(usize, usize)>> = BTreeMap::new();
        let shareable = literals.iter().enumerate();
        for (number, literal) in shareable.filter(|(number, _)| !alone.contains(number)) {
            if let Place::Lane(family, lane) = families.place(literal.node()) {
                let asked = alike.entry((family, literal.is_negated())).or_default();
                asked.push((number, lane));
            }
        }
        alike.retain(|_, asked| asked.len() > WORTH_SHARING);
        let mut answers: Vec<Option<Answer>> = vec![None; literals.len()];
        let mut questions = Self::default();
        for ((family, is_negated), asked) in alike {
            let program = questions.programs.len() as u32;
            let of_all = all_members(&mut families, layout, family, is_negated)?;
            let of_one = told(
                &mut families,
                layout,
                [literals[asked[0].0], Literal::FALSE],
            )?;
            if of_all.len() > MOST_TIMES * of_one.len() {
                continue;
            }
            questions.programs.push(of_all);
            for (number, lane) in asked {
                answers[number] = Some(Answer {
                    program,
                    output: (lane / 64) as u32,
                    bit: (lane % 64) as u32,
                });
            }
        }
        questions.shared = questions.programs.len();
        for (literal, answer) in literals.into_iter().zip(answers) {
            let alone = Answer {
                program: questions.programs.len() as u32,
                output: 0,
                bit: 0,
            };
            questions.answers.push(answer.unwrap_or(alone));
            if answer.is_none() {
                let program = told(&mut families, layout, [literal, Literal::FALSE])?;
                questions.programs.push(program);
            }
        }
        Ok(questions)
    }

    /// The program of a question that has one of its own.
    pub(super) fn alone(&self, question: usize) -> Option<&Program> {
        let program = self.answers[question].program as usize;
        (program >= self.shared).then(|| &self.programs[program])
    }
}

/// The questions that are asked in a mode in which so few are that it can be told on what their answers rest, for
/// which each needs a program of its own.
fn asked_in_small_modes(residual: &Residual, given: &[Option<(u32, u16)>]) -> FxHashSet<usize> {
    let mut alone = FxHashSet::default();
    if residual.questions.is_empty() {
        return alone;
    }
    for given in given {
        let excluded = excluded(&residual.circuit, *given);
        let entries = residual.legal.iter().zip(&residual.deferred);
        let entries = entries.filter(|((_, condition), _)| !wants(&excluded, *condition));
        let asked = entries.flat_map(|(_, deferred)| deferred.iter());
        let asked: FxHashSet<usize> = asked
            .flat_map(|deferred| deferred.questions.iter().copied())
            .collect();
        if asked.len() <= MOST_CERTIFIED {
            alone.extend(asked);
        }
    }
    alone
}

/// The program that tells of all members of a family whether they hold, or whether they do not.
fn all_members(
    families: &mut Families<'_>,
    layout: &Layout,
    family: FamilyNumber,
    is_negated: bool,
) -> Result<Program, Halt> {
    let nodes = families.family(family).goals.iter();
    let nodes: Vec<Literal> = nodes.map(|(_, node)| (*node).into()).collect();
    let mut emitter = Emitter::new(families, layout, 0);
    emitter.prepare(nodes.into_iter())?;
    let mut vector = emitter.family(family);
    if is_negated {
        vector = vector.not(&mut emitter.builder);
    }
    Ok(emitter.finish(&vector.words))
}
