//! Exceptions: from the goal that throws them to the `catch/3` that catches them, or to the host.

use super::Machine;
use super::choice::{Alternative, ChoicePoint};
use crate::logic::budget::Abort;
use crate::logic::cell::Cell;
use crate::logic::error::{Error, ErrorKind};
use crate::logic::instruction::Address;
use crate::logic::limits::Limit;
use crate::logic::program::Program;
use crate::logic::raise::Raised;
use crate::logic::store::{Copied, Numbering};
use crate::syntax::source::Span;

impl Machine {
    /// Passes a ball to the nearest `catch/3` around the throwing goal whose catcher unifies.
    /// Returns the start of its recovery; a ball that is not caught is the error.
    pub(super) fn unwind(&mut self, program: &Program, raised: Raised) -> Result<Address, Raised> {
        let Raised::Ball(ball) = raised else {
            return Err(raised);
        };
        let left = self.boxes_left(program)?;
        let mut ancestor = self.frames.current;
        let mut height = self.choices.height();
        while height > 0 {
            height -= 1;
            self.spend_work(1)?;
            let choice = *self.choices.get(height);
            let Alternative::Catch {
                collectors,
                evaluations,
            } = choice.alternative
            else {
                continue;
            };
            // A catch whose goal has been left, with further answers possible, does not surround
            // the running goal: its frame is not an ancestor of the running one. Ancestors lie at
            // ever lower addresses.
            while ancestor > choice.frame {
                (ancestor, _) = self.frames.caller(ancestor);
            }
            if ancestor != choice.frame {
                continue;
            }
            let thrown_at = (self.frames.next, self.frames.current);
            self.restore(&choice);
            self.cut_to(height);
            self.collectors.truncate(collectors as usize);
            self.tables.abandon(evaluations as usize);
            if let Some(recovery) = self.caught(&ball)? {
                self.ports.extend(
                    left.into_iter()
                        .take_while(|event| event.is_above(choice.frame)),
                );
                return self.call_recovery(program, recovery);
            }
            self.restore(&choice);
            (self.frames.next, self.frames.current) = thrown_at;
        }
        self.ports.extend(left);
        Err(Raised::Ball(ball))
    }

    /// The recovery of the `catch/3` whose frame is running, if its catcher unifies with the ball.
    fn caught(&mut self, ball: &Copied) -> Result<Option<Cell>, Raised> {
        let by = self.store.paste(ball)?;
        let thrown = self.store.pasted(ball.roots[0], by);
        let frame = self.frames.current;
        let catcher = self.frames.argument(frame, 1);
        let recovery = self.frames.argument(frame, 2);
        Ok(self.store.unify(catcher, thrown)?.then_some(recovery))
    }

    /// Enters a `catch/3`, whose clause has a frame of `size` cells.
    #[inline(never)]
    pub(super) fn enter_catch(&mut self, size: usize) {
        self.keep_untried();
        let top = self.frames.above(size);
        let catch = Alternative::Catch {
            collectors: self.collectors.height() as u32,
            evaluations: self.tables.height() as u32,
        };
        self.push_choice(catch, top);
    }

    /// Leaves a `catch/3` whose goal has succeeded. Forgets it if the goal left no choice point.
    pub(super) fn leave_catch(&mut self) {
        let newest = self.choices.newest();
        let is_own = |choice: &ChoicePoint| {
            matches!(choice.alternative, Alternative::Catch { .. })
                && choice.frame == self.frames.current
        };
        if newest.is_some_and(is_own) {
            self.pop_choice();
        }
    }

    /// The error that the host gets.
    #[cold]
    pub(super) fn error(&mut self, raised: Raised) -> Error {
        let kind = match raised {
            // Whatever part of the memory was too small, the limit is on all memory.
            Raised::Limit(Limit::Memory(_)) => {
                ErrorKind::Limit(Limit::Memory(self.meter.limits.memory))
            }
            Raised::Limit(limit) => ErrorKind::Limit(limit),
            Raised::Interrupted => ErrorKind::Interrupted,
            Raised::Ball(ball) => {
                self.note_room();
                let exported = self.store.paste(&ball).and_then(|by| {
                    let thrown = self.store.pasted(ball.roots[0], by);
                    self.store.export(thrown, &mut Numbering::default())
                });
                match exported {
                    Ok(term) => ErrorKind::Thrown(term),
                    Err(Abort::Limit(Limit::Memory(_))) => {
                        ErrorKind::Limit(Limit::Memory(self.meter.limits.memory))
                    }
                    Err(Abort::Limit(limit)) => ErrorKind::Limit(limit),
                    Err(Abort::Interrupted) => ErrorKind::Interrupted,
                }
            }
        };
        match self.goal_place() {
            Some((span, clause)) => Error {
                kind,
                place: Some(span),
                clause,
            },
            None => Error {
                kind,
                place: self.program.source.first_head(self.query.asked),
                clause: None,
            },
        }
    }

    /// The place of the goal that runs, or of the nearest one that called it from a clause with a
    /// place, and the predicate of that clause.
    fn goal_place(&self) -> Option<(Span, Option<String>)> {
        let mut address = self.frames.next;
        let mut frame = self.frames.current;
        loop {
            let before = address.saturating_sub(1);
            if let Some(span) = self.program.code.place_at(before) {
                return Some((span, self.program.clause_name(before)));
            }
            if frame == 0 {
                return None;
            }
            (frame, address) = self.frames.caller(frame);
        }
    }
}
