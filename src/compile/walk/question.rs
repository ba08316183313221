//! Goals that do not depend on the position, asked when a walk knows their terms. The machine answers each
//! once, and what it has answered is kept from position to position.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::evaluation::Walker;
use super::memory::Visit;
use super::template::Template;
use crate::compile::valuation::Beyond;
use crate::game::Rules;
use crate::logic::{Facts, Term, TermNode};

/// Answers that take more memory together are forgotten, all at once.
const MOST_BYTES: usize = 8 << 20;

/// What the variables of a goal are in its one answer; none if it has no answer.
pub(super) type Values = Option<Arc<[Term]>>;

/// What is known of goals.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownAnswers {
    answers: FxHashMap<Term, Values>,
    bytes: usize,
}

impl KnownAnswers {
    fn add(&mut self, goal: Term, values: Values) {
        let terms = values
            .iter()
            .flat_map(|values| values.iter())
            .chain([&goal]);
        let bytes = terms.map(Term::bytes).sum::<usize>();
        if self.bytes + bytes > MOST_BYTES {
            *self = Self::default();
        }
        self.bytes += bytes;
        self.answers.insert(goal, values);
    }
}

impl Walker<'_> {
    /// The answer to a goal, whose terms are filled with what a state was given and with the answer at a
    /// place.
    pub(super) fn answer(
        &mut self,
        question: u32,
        visit: Visit,
        completing: Option<u32>,
    ) -> Result<Values, Beyond> {
        let goal: &Template = &self.walk.questions[question as usize];
        let goal = self.term(goal, visit, completing)?;
        if let Some(known) = self.memory.asked.answers.get(&goal) {
            return Ok(known.clone());
        }
        let values = ask(self.rules, &goal)?;
        self.memory.asked.add(goal, values.clone());
        Ok(values)
    }
}

/// What the machine answers.
///
/// # Errors
/// If it fails, if there are several answers, or if one is no known term.
fn ask(rules: &Rules, goal: &Term) -> Result<Values, Beyond> {
    rules.with_machine(|machine| {
        let next = |machine: &mut crate::logic::Machine| machine.next_answer().map_err(|_| Beyond);
        let nothing = Facts::empty(machine.program().schema());
        machine.start(&nothing, &[], goal);
        let values = match next(machine)? {
            true => Some(machine.roots().map_err(|_| Beyond)?),
            false => None,
        };
        let is_one = values.is_none() || !next(machine)?;
        let is_variable = |node: &TermNode| matches!(node, TermNode::Variable(_));
        let has_variable = |term: &Term| term.nodes().iter().any(is_variable);
        let is_known = !values.iter().flatten().any(has_variable);
        match is_one && is_known && !machine.consulted_facts() {
            true => Ok(values.map(Into::into)),
            false => Err(Beyond),
        }
    })
}
