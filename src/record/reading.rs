//! The line of a game while it is read, with the variations that are open.

use super::notes::MAX_DEPTH;
use super::token::fault;
use super::{GameRecord, LineNotes, RecordPly, RecordVariation};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;

/// The places of the plies of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct LinePlaces {
    pub plies: Vec<Span>,
    /// The places of each variation, in the order of [`LineNotes::variations`].
    pub variations: Vec<LinePlaces>,
}

/// A line that is being read.
#[derive(Debug, Default)]
struct OpenLine {
    plies: Vec<RecordPly>,
    notes: LineNotes,
    places: LinePlaces,
    /// The place of the bracket that opened it; for the line of the game nowhere.
    opened: Option<Span>,
}

/// The line of a game and the variations that are open, the innermost last.
#[derive(Debug)]
pub(super) struct OpenLines {
    main: OpenLine,
    inner: Vec<OpenLine>,
}

impl OpenLines {
    pub fn new() -> Self {
        OpenLines {
            main: OpenLine::default(),
            inner: Vec::new(),
        }
    }

    fn innermost(&mut self) -> &mut OpenLine {
        self.inner.last_mut().unwrap_or(&mut self.main)
    }

    /// Whether no ply of the game has been read.
    pub fn is_empty(&self) -> bool {
        self.main.plies.is_empty() && self.inner.is_empty()
    }

    pub fn add_ply(&mut self, moves: RecordPly, place: Span) {
        let line = self.innermost();
        line.plies.push(moves);
        line.places.plies.push(place);
    }

    pub fn add_comment(&mut self, text: &str) {
        let line = self.innermost();
        line.notes.add_comment(line.plies.len(), text);
    }

    /// Begins a variation of the last ply. Returns a fault if there is none.
    pub fn open(&mut self, place: Span) -> Result<(), Box<Diagnostic>> {
        let is_first = self.innermost().plies.is_empty();
        let is_too_deep = self.inner.len() == MAX_DEPTH;
        self.inner.push(OpenLine {
            opened: Some(place),
            ..OpenLine::default()
        });
        if is_first {
            let fault = fault("there is no move before this variation", place, "");
            return Err(fault
                .with_help("a variation follows the move that it replaces")
                .into());
        }
        match is_too_deep {
            true => Err(fault("variations are nested too deeply", place, "").into()),
            false => Ok(()),
        }
    }

    /// Ends the innermost variation. Returns a fault if none is open, or it has no moves.
    pub fn close(&mut self, place: Span) -> Result<(), Box<Diagnostic>> {
        let Some(variation) = self.inner.pop() else {
            return Err(fault("`)` closes nothing", place, "no `(` is open here").into());
        };
        let opened = variation.opened.unwrap_or(place);
        if variation.plies.is_empty() {
            let place = opened.to(place);
            return Err(fault("there are no moves between `(` and `)`", place, "").into());
        }
        // One that is nested too deeply was refused when it began. It is dropped, as all that has the
        // depth of a record is recursive.
        if self.inner.len() >= MAX_DEPTH {
            return Ok(());
        }
        let line = self.innermost();
        // Without a ply before it, the variation was refused when it began.
        let at = line.plies.len().saturating_sub(1);
        line.notes.variations.push(RecordVariation {
            at,
            plies: variation.plies,
            notes: variation.notes,
        });
        line.places.variations.push(variation.places);
        Ok(())
    }

    /// Ends the game. Returns the places of its plies, and a fault for each variation that is open.
    pub fn end(self, record: &mut GameRecord) -> (LinePlaces, Vec<Diagnostic>) {
        let open = self.inner.iter().filter_map(|line| line.opened);
        let faults = open.map(|place| {
            fault("`(` is not closed", place, "opened here")
                .with_help("write `)` after the last move of the variation")
        });
        let faults = faults.collect();
        record.plies = self.main.plies;
        record.notes = self.main.notes;
        (self.main.places, faults)
    }
}
