//! All lines of play, breadth first: what is found first is as short as can be.

use rustc_hash::FxHashSet;

use super::explorer::{ComparedPly, ExploredNode, Explorer, Halt, ply};
use super::host::CompareStage;
use crate::search::Combinations;

/// A ply and the one before it; the first entry is the start.
struct LineTrace {
    before: usize,
    ply: ComparedPly,
}

/// A walk over all lines, a ply longer each time; it can be taken up again.
pub(super) struct Lines {
    traces: Vec<LineTrace>,
    /// The nodes of one level, each with its trace.
    level: Vec<(ExploredNode, usize)>,
    /// How many plies lead to them.
    plies: usize,
    /// All nodes of this level and those before it: no line is followed to one of them again.
    met: FxHashSet<ExploredNode>,
    /// The longest lines that have all been compared, in plies; none if not even the start has
    /// been.
    pub compared: Option<usize>,
    /// Whether some line goes on after those.
    goes_on: bool,
    /// Whether there were too many positions to go on.
    is_full: bool,
}

impl Lines {
    pub fn new(explorer: &Explorer<'_, '_>) -> Self {
        let root = explorer.root();
        Lines {
            traces: vec![LineTrace {
                before: 0,
                ply: ComparedPly::new(),
            }],
            met: FxHashSet::from_iter([root.clone()]),
            level: vec![(root, 0)],
            plies: 0,
            compared: None,
            goes_on: true,
            is_full: false,
        }
    }

    /// Whether every line has been compared to its end.
    pub fn are_exhausted(&self) -> bool {
        !self.goes_on
    }

    /// How many positions have been met.
    pub fn met(&self) -> usize {
        self.met.len()
    }

    /// Compares all lines of up to so many plies, as long as there is something to follow, and no
    /// more than so many positions are met in all.
    pub fn compare(
        &mut self,
        explorer: &mut Explorer<'_, '_>,
        depth: usize,
        most: usize,
    ) -> Result<(), Halt> {
        while self.goes_on
            && !self.is_full
            && self.compared.is_none_or(|compared| compared < depth)
            && explorer.follows(self.plies)
        {
            let is_last = self.plies >= depth;
            let next = self.compare_level(explorer, is_last, most)?;
            self.compared = Some(self.plies);
            if !is_last && !self.is_full {
                self.goes_on = !next.is_empty();
                self.level = next;
                self.plies += 1;
            }
        }
        Ok(())
    }

    /// Compares a level, and gives the next one, unless this is the last that is asked for or there
    /// are too many positions.
    fn compare_level(
        &mut self,
        explorer: &mut Explorer<'_, '_>,
        is_last: bool,
        most: usize,
    ) -> Result<Vec<(ExploredNode, usize)>, Halt> {
        let mut next = Vec::new();
        let mut goes_on = false;
        for (done, (node, trace)) in self.level.iter().enumerate() {
            explorer.report(CompareStage::Lines(self.plies), done, self.level.len())?;
            let (trace, traces) = (*trace, &mut self.traces);
            let Some(view) = explorer.look(node, &|| line(traces, trace), self.plies)? else {
                continue;
            };
            explorer.count(node, &view);
            goes_on |= !view.movers.is_empty();
            self.is_full |= self.met.len() > most;
            if is_last || self.is_full || view.movers.is_empty() {
                continue;
            }
            let places = view
                .movers
                .iter()
                .map(|mover| (0..mover.moves.len()).collect())
                .collect();
            for choice in Combinations::new(places) {
                let child =
                    explorer.play(node, &view, &choice, &|| line(traces, trace), self.plies)?;
                if let Some(child) = child.filter(|child| self.met.insert(child.clone())) {
                    traces.push(LineTrace {
                        before: trace,
                        ply: ply(&view, &choice),
                    });
                    next.push((child, traces.len() - 1));
                }
            }
        }
        self.goes_on = goes_on;
        Ok(next)
    }
}

/// The plies that lead to a trace.
fn line(traces: &[LineTrace], mut at: usize) -> Vec<ComparedPly> {
    let mut line = Vec::new();
    while at != 0 {
        line.push(traces[at].ply.clone());
        at = traces[at].before;
    }
    line.reverse();
    line
}
