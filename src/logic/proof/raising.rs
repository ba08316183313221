//! Which goal of a conjunction ends in an error.

use super::goal::Goal;
use super::inquiry::{Inquiry, QuestionPart};
use crate::logic::error::Error;
use crate::logic::term::Term;

impl Inquiry<'_> {
    /// The place of the goal of a question that ends in an error. `None` if no goal of its
    /// conjunction does by itself, or it cannot be found within the limits.
    ///
    /// # Errors
    /// If the host interrupts.
    pub fn raising_goal(&mut self, question: &Goal) -> Result<Option<Goal>, Error> {
        let goals = question.conjuncts();
        for (number, goal) in goals.iter().enumerate() {
            let before: Vec<Term> = goals[..number]
                .iter()
                .map(|goal| goal.term.clone())
                .collect();
            if let Some(term) = self.raising_call(before, &goal.term)? {
                return Ok(Some(goal.with_term(term)));
            }
        }
        Ok(None)
    }

    /// The first call of a goal, after the goals before it, that ends in an error.
    pub(super) fn raising_call(
        &mut self,
        before: Vec<Term>,
        goal: &Term,
    ) -> Result<Option<Term>, Error> {
        let bounds = before.iter().chain([goal]).map(Term::variable_bound);
        let ball = Term::variable(bounds.max().unwrap_or(0));
        let fails = Term::compound(",", [goal, &Term::atom("fail")]);
        let raises = Term::compound("catch", [&fails, &ball, &Term::atom("true")]);
        let mut parts: Vec<QuestionPart> = before.into_iter().map(QuestionPart::Ask).collect();
        parts.extend([QuestionPart::Note(goal.clone()), QuestionPart::Ask(raises)]);
        let notes = self.first_if_any(parts)?;
        Ok(notes.map(|notes| notes[0].standardised()))
    }
}
