//! Ports: where a traced program stops to tell the host what it does.
//!
//! A box has a frame like a clause: header, the arguments of the goal, and then the number of the
//! call, its depth, and the height of the choice points below it. So a box's state comes and goes
//! with its frame, whatever cuts and exceptions do.

use std::collections::VecDeque;

use super::{Machine, Pause};
use crate::logic::budget::SlicedBudget;
use crate::logic::cell::Cell;
use crate::logic::error::Error;
use crate::logic::ids::PredicateId;
use crate::logic::instruction::{Address, FRAME_HEADER, Instruction, Port};
use crate::logic::program::Program;
use crate::logic::raise::Raised;
use crate::logic::store::Numbering;
use crate::logic::term::Term;

/// One port that a traced program has reached.
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

/// The ports that the host has still to see, the first of them the one at which a traced program
/// stands.
#[derive(Debug, Default)]
pub(super) struct PortQueue {
    events: VecDeque<Event>,
    /// Boxes that were entered since the query started.
    boxes: u64,
    /// The result that comes once the host has seen the ports.
    afterwards: Option<Result<Pause, Error>>,
}

impl PortQueue {
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Forgets the ports, and leaves what comes after them.
    pub fn clear_events(&mut self) {
        self.events.clear();
    }

    pub fn extend(&mut self, events: impl IntoIterator<Item = Event>) {
        self.events.extend(events);
    }

    /// Leaves the port that the host has seen: the next one, or what was to come after the last.
    /// None if the program has to go on.
    pub fn next(&mut self) -> Option<Result<Pause, Error>> {
        self.events.pop_front();
        match self.events.is_empty() {
            true => self.afterwards.take(),
            false => Some(Ok(Pause::Port)),
        }
    }

    /// Lets the host see the ports first if there are some: what it is told now.
    pub fn before(&mut self, pause: Result<Pause, Error>) -> Result<Pause, Error> {
        if self.events.is_empty() || matches!(pause, Ok(Pause::Port)) {
            return pause;
        }
        self.afterwards = Some(pause);
        Ok(Pause::Port)
    }
}

impl Machine {
    /// The port at which a traced program stands.
    #[must_use]
    pub fn event(&self) -> Option<&Event> {
        self.ports.events.front()
    }

    /// The goal at that port, with the bindings that it has there; a very large argument is `...`.
    /// To look at it is no work of the query.
    pub fn event_goal(&mut self) -> Option<Term> {
        let event = self.ports.events.front().cloned()?;
        Some(
            event
                .goal
                .unwrap_or_else(|| self.box_goal(event.frame, event.predicate)),
        )
    }

    fn box_goal(&mut self, frame: usize, predicate: PredicateId) -> Term {
        let definition = &self.program.predicates[predicate];
        let (name, arity) = (definition.name, definition.arity);
        let arguments = self.frames.arguments(frame, arity).to_vec();
        let name = self.program.symbols.name(name).clone();
        let mut variables = Numbering::default();
        let mut terms = Vec::with_capacity(arity);
        let walk = std::mem::take(&mut self.store.walk);
        for argument in arguments {
            self.store.walk = SlicedBudget::new(MOST_CELLS as u64);
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
        let frame = self.frames.current;
        let state = box_state(program, predicate);
        let around = self.box_around(program, frame)?;
        match port {
            Port::Call => {
                // The call of the box itself is none that the program makes.
                self.meter.steps -= 1;
                self.ports.boxes += 1;
                let depth = around.map_or(0, |(frame, id)| self.depth_of(program, frame, id)) + 1;
                let call = Cell::word(self.ports.boxes as usize);
                self.frames.set_cell(frame, state, call);
                self.frames.set_cell(frame, state + 1, Cell::word(depth));
            }
            Port::Exit
                if self.choices.height() == self.frames.cell(frame, state + 2).as_word() + 1 =>
            {
                self.pop_choice();
                self.frames.next += 1;
            }
            _ => {}
        }
        let parent = around.map(|(_, id)| id);
        let event = self.box_event(program, port, frame, predicate, parent);
        self.ports.events.push_back(event);
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
        let state = box_state(program, predicate);
        Event {
            port,
            call: self.frames.cell(frame, state).as_word() as u64,
            depth: self.depth_of(program, frame, predicate),
            predicate,
            parent,
            steps: self.meter.steps,
            frame,
            goal: None,
        }
    }

    fn depth_of(&self, program: &Program, frame: usize, id: PredicateId) -> usize {
        let depth = self.frames.cell(frame, box_state(program, id) + 1);
        depth.as_word()
    }

    /// The innermost box around one: its frame and predicate.
    fn box_around(
        &mut self,
        program: &Program,
        frame: usize,
    ) -> Result<Option<(usize, PredicateId)>, Raised> {
        let (caller, next) = self.frames.caller(frame);
        self.nearest_box(program, caller, next)
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
            (frame, next) = self.frames.caller(frame);
        }
    }

    /// The boxes that an exception thrown here leaves if it is not caught, innermost first.
    #[cold]
    pub(super) fn boxes_left(&mut self, program: &Program) -> Result<Vec<Event>, Raised> {
        let mut left: Vec<Event> = Vec::new();
        if program.code.boxes_from.is_none() {
            return Ok(left);
        }
        let mut inner = self.nearest_box(program, self.frames.current, self.frames.next)?;
        while let Some((frame, id)) = inner {
            inner = self.box_around(program, frame)?;
            let event =
                self.box_event(program, Port::Exception, frame, id, inner.map(|(_, id)| id));
            let goal = Some(self.box_goal(frame, id));
            left.push(Event { goal, ..event });
        }
        Ok(left)
    }
}

/// Where in the frame of a box around a predicate its state begins: the number of the call, its
/// depth, and a height of choice points.
fn box_state(program: &Program, predicate: PredicateId) -> usize {
    FRAME_HEADER + program.predicates[predicate].arity
}
