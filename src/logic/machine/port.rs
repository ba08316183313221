//! Ports: where a traced program stops to report to the host.
//!
//! A box has a frame like a clause: header, the arguments of the goal, and then the number of the
//! call, its depth, and the height of the choice points below it. So a box's state exists as long
//! as its frame, whatever cuts and exceptions do.

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
pub struct PortEvent {
    /// Which port.
    pub port: Port,
    /// The number of the call, from 1; equal at all ports of one box.
    pub call: u64,
    /// How many boxes enclose it, including itself.
    pub depth: usize,
    /// The predicate.
    pub predicate: PredicateId,
    /// The predicate of the box around it, if there is one.
    pub parent: Option<PredicateId>,
    /// Calls of predicates since the query started.
    pub steps: u64,
    frame: usize,
    /// The goal, if it can no longer be read from the frame when the host sees the event.
    goal: Option<Term>,
}

impl PortEvent {
    /// Whether its box was entered after `frame`.
    pub(super) fn is_above(&self, frame: usize) -> bool {
        self.frame > frame
    }
}

/// An argument with more cells than this is shown as `...`.
const MOST_CELLS: usize = 10_000;

/// The ports that the host has still to see. The first one is the port at which a traced program
/// has paused.
#[derive(Debug, Default)]
pub(super) struct PortQueue {
    events: VecDeque<PortEvent>,
    /// Boxes that were entered since the query started.
    boxes: u64,
    /// The result that follows when the host has seen the ports.
    afterwards: Option<Result<Pause, Error>>,
}

impl PortQueue {
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Forgets the ports, but not the result that follows them.
    pub fn clear_events(&mut self) {
        self.events.clear();
    }

    pub fn extend(&mut self, events: impl IntoIterator<Item = PortEvent>) {
        self.events.extend(events);
    }

    /// Leaves the port that the host has seen. Returns the next port, or the result that follows
    /// the last. `None` if the program has to go on.
    pub fn next(&mut self) -> Option<Result<Pause, Error>> {
        self.events.pop_front();
        match self.events.is_empty() {
            true => self.afterwards.take(),
            false => Some(Ok(Pause::Port)),
        }
    }

    /// Puts waiting ports before a result. Returns what the host sees first.
    pub fn before(&mut self, pause: Result<Pause, Error>) -> Result<Pause, Error> {
        if self.events.is_empty() || matches!(pause, Ok(Pause::Port)) {
            return pause;
        }
        self.afterwards = Some(pause);
        Ok(Pause::Port)
    }
}

impl Machine {
    /// The port at which a traced program has paused.
    #[must_use]
    pub fn event(&self) -> Option<&PortEvent> {
        self.ports.events.front()
    }

    /// The goal at that port, with its bindings there; a very large argument is `...`. Reading it
    /// does not count as work of the query.
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

    /// Updates the frame of the box at a port, and queues the port for the host.
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
                // The program itself did not make the call of the box.
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
    ) -> PortEvent {
        let state = box_state(program, predicate);
        PortEvent {
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

    /// The boxes that an exception thrown here would leave if it were not caught, innermost first.
    #[cold]
    pub(super) fn boxes_left(&mut self, program: &Program) -> Result<Vec<PortEvent>, Raised> {
        let mut left: Vec<PortEvent> = Vec::new();
        if program.code.boxes_from.is_none() {
            return Ok(left);
        }
        let mut inner = self.nearest_box(program, self.frames.current, self.frames.next)?;
        while let Some((frame, id)) = inner {
            inner = self.box_around(program, frame)?;
            let event =
                self.box_event(program, Port::Exception, frame, id, inner.map(|(_, id)| id));
            let goal = Some(self.box_goal(frame, id));
            left.push(PortEvent { goal, ..event });
        }
        Ok(left)
    }
}

/// Where the state begins in the frame of a box around a predicate: the number of the call, its
/// depth, and a height of choice points.
fn box_state(program: &Program, predicate: PredicateId) -> usize {
    FRAME_HEADER + program.predicates[predicate].arity
}
