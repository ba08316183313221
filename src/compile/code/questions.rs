//! What is asked of positions after moves: whether a chain lives, or a king is attacked. Questions that ask the
//! same of many cells are answered by one program for all of them.

use std::collections::BTreeMap;

use super::cut;
use super::emitter::Emitter;
use super::layout::Layout;
use super::turn::told;
use crate::compile::circuit::Literal;
use crate::compile::families::{Families, FamilyNumber, Halt, Place, Spaces};
use crate::compile::interrupt::Interrupt;
use crate::compile::residual::Residual;
use crate::compile::words::Program;

/// Of a few questions each has a program of its own, by which it can be told on what the answer rests.
const FEW: usize = 8;

/// The questions of a game, by the numbers that [`Deferred::questions`](super::Deferred::questions) names.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Their inputs are the words of a position.
    pub programs: Vec<Program>,
    /// By question where the answer is.
    pub answers: Vec<Answer>,
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
    /// Whether what is asked holds, given the outputs of the program.
    #[must_use]
    #[inline]
    pub fn holds(self, outputs: &[u64]) -> bool {
        outputs[self.output as usize] >> self.bit & 1 == 1
    }
}

/// What many questions ask: whether a member of this family holds, or whether it does not.
type Alike = (FamilyNumber, bool);

impl Questions {
    /// The programs for what is asked of positions after moves.
    pub(super) fn new(
        residual: &Residual,
        spaces: &Spaces,
        layout: &Layout,
        steps: usize,
        stop: &Interrupt,
    ) -> Result<Self, Halt> {
        let (circuit, literals) = cut::only(&residual.circuit, &residual.questions);
        let mut families = Families::find(&circuit, spaces.clone(), steps, stop)?;
        let mut alike: BTreeMap<Alike, Vec<(usize, usize)>> = BTreeMap::new();
        for (number, literal) in literals.iter().enumerate() {
            if let Place::Lane(family, lane) = families.place(literal.node()) {
                let asked = alike.entry((family, literal.is_negated())).or_default();
                asked.push((number, lane));
            }
        }
        alike.retain(|_, asked| asked.len() > FEW);
        let mut answers: Vec<Option<Answer>> = vec![None; literals.len()];
        let mut questions = Self::default();
        for ((family, is_negated), asked) in alike {
            let program = questions.programs.len() as u32;
            let of_all = all_members(&mut families, layout, family, is_negated)?;
            questions.programs.push(of_all);
            for (number, lane) in asked {
                answers[number] = Some(Answer {
                    program,
                    output: (lane / 64) as u32,
                    bit: (lane % 64) as u32,
                });
            }
        }
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
        let Answer { program, .. } = self.answers[question];
        let sharing = self.answers.iter().filter(|other| other.program == program);
        (sharing.count() == 1).then(|| &self.programs[program as usize])
    }
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
