//! Ports: where a traced program stops to tell the host what it does.
//!
//! A box has a frame like a clause: header, the arguments of the goal, and then the number of the
//! call, its depth, and the height of the choice points below it. So a box's state comes and goes
//! with its frame, whatever cuts and exceptions do.

use super::Machine;
use crate::logic::budget::Budget;
use crate::logic::cell::Cell;
use crate::logic::ids::PredicateId;
use crate::logic::instruction::{Address, CONTINUATION, FRAME_HEADER, Instruction, PARENT, Port};
use crate::logic::program::Program;
use crate::logic::raise::Raised;
use crate::logic::store::Numbering;
use crate::logic::term::Term;

/// One port that a traced program has come to.
#[derive(Clone, Debug)]
pub struct Event {
    /// Which port.
    pub port: Port,
    /// The number of the call, from 1: all ports of one box have the same.
    pub call: u64,
    /// How many boxes it lies in, with itself.
    pub depth: usize,
    /// The predicate.
    pub predicate: PredicateId,
    /// The predicate of the box around it, if there is one.
    pub parent: Option<PredicateId>,
    /// Calls of predicates since the query started.
    pub steps: u64,
    frame: usize,
    /// The goal, where it cannot be read any more when the host is told.
    goal: Option<Term>,
}

impl Event {
    /// Whether its box was entered after the frame at that place.
    pub(super) fn is_above(&self, frame: usize) -> bool {
        self.frame > frame
    }
}

/// An argument with more cells is shown as `...`.
const MOST_CELLS: usize = 10_000;

impl Machine {
    /// The port at which a traced program stands.
    #[must_use]
    pub fn event(&self) -> Option<&Event> {
        self.ports.front()
    }

    /// The goal at that port, with the bindings that it has there; a very large argument is `...`.
    /// To look at it is no work of the query.
    pub fn event_goal(&mut self) -> Option<Term> {
        let event = self.ports.front().cloned()?;
        Some(
            event
                .goal
                .unwrap_or_else(|| self.box_goal(event.frame, event.predicate)),
        )
    }

    fn box_goal(&mut self, frame: usize, predicate: PredicateId) -> Term {
        let definition = &self.program.predicates[predicate];
        let (name, arity) = (definition.name, definition.arity);
        let first = frame + FRAME_HEADER;
        let arguments = self.frames[first..first + arity].to_vec();
        let name = self.program.symbols.name(name).clone();
        let mut variables = Numbering::default();
        let mut terms = Vec::with_capacity(arity);
        let walk = std::mem::take(&mut self.store.walk);
        for argument in arguments {
            self.store.walk = Budget::new(MOST_CELLS as u64);
            let term = self.store.export(argument, &mut variables);
            terms.push(term.unwrap_or_else(|_| Term::atom("...")));
        }
        self.store.walk = walk;
        Term::compound(&name, &terms)
    }

    /// Does what belongs to a port in the frame of its box, and notes it for the host.
    pub(super) fn pass_port(
        &mut self,
        program: &Program,
        port: Port,
        predicate: PredicateId,
    ) -> Result<(), Raised> {
        let own = self.frame + FRAME_HEADER + program.predicates[predicate].arity;
        let (parent, continuation) = (
            self.frames[self.frame + PARENT],
            self.frames[self.frame + CONTINUATION],
        );
        let around =
            self.nearest_box(program, parent.as_word(), continuation.as_word() as Address)?;
        match port {
            Port::Call => {
                // The call of the box itself is none that the program makes.
                self.steps -= 1;
                self.boxes += 1;
                self.frames[own] = Cell::word(self.boxes as usize);
                self.frames[own + 1] = Cell::word(
                    around.map_or(0, |(frame, id)| self.depth_of(program, frame, id)) + 1,
                );
            }
            Port::Exit if self.choices.len() == self.frames[own + 2].as_word() + 1 => {
                self.pop_choice();
                self.next += 1;
            }
            _ => {}
        }
        let event = self.box_event(
            program,
            port,
            self.frame,
            predicate,
            around.map(|(_, id)| id),
        );
        self.ports.push_back(event);
        Ok(())
    }

    fn box_event(
        &self,
        program: &Program,
        port: Port,
        frame: usize,
        predicate: PredicateId,
        parent: Option<PredicateId>,
    ) -> Event {
        let own = frame + FRAME_HEADER + program.predicates[predicate].arity;
        let call = self.frames[own].as_word() as u64;
        let depth = self.frames[own + 1].as_word();
        Event {
            port,
            call,
            depth,
            predicate,
            parent,
            steps: self.steps,
            frame,
            goal: None,
        }
    }

    fn depth_of(&self, program: &Program, frame: usize, id: PredicateId) -> usize {
        self.frames[frame + FRAME_HEADER + program.predicates[id].arity + 1].as_word()
    }

    /// The innermost box around a place in the code of a frame: its frame and predicate.
    fn nearest_box(
        &mut self,
        program: &Program,
        mut frame: usize,
        mut next: Address,
    ) -> Result<Option<(usize, PredicateId)>, Raised> {
        loop {
            if let Instruction::Port {
                port: Port::Exit,
                predicate,
            } = program.code.instructions[next as usize]
            {
                return Ok(Some((frame, predicate)));
            }
            if frame == 0 {
                return Ok(None);
            }
            self.spend_work(1)?;
            next = self.frames[frame + CONTINUATION].as_word() as Address;
            frame = self.frames[frame + PARENT].as_word();
        }
    }

    /// The boxes that an exception thrown here would leave if nobody caught it, innermost first.
    #[cold]
    pub(super) fn boxes_left(&mut self, program: &Program) -> Result<Vec<Event>, Raised> {
        let mut left: Vec<Event> = Vec::new();
        if program.code.boxes_from.is_none() {
            return Ok(left);
        }
        let mut inner = self.nearest_box(program, self.frame, self.next)?;
        while let Some((frame, id)) = inner {
            let (parent, continuation) = (
                self.frames[frame + PARENT],
                self.frames[frame + CONTINUATION],
            );
            inner =
                self.nearest_box(program, parent.as_word(), continuation.as_word() as Address)?;
            let event =
                self.box_event(program, Port::Exception, frame, id, inner.map(|(_, id)| id));
            let goal = Some(self.box_goal(frame, id));
            left.push(Event { goal, ..event });
        }
        Ok(left)
    }
}
