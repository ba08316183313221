//! All lines of play, breadth first, so that the first difference found is on a shortest line.

use rustc_hash::FxHashSet;

use super::explorer::{ComparedPly, ExploredNode, Explorer, Halt, ply};
use super::host::CompareStage;
use crate::search::Combinations;

/// A ply, with the place of the trace before it. Trace 0 is the start.
struct LineTrace {
    before: usize,
    ply: ComparedPly,
}

/// A walk over all lines, one ply longer each time. It can be interrupted and continued.
pub(super) struct Lines {
    traces: Vec<LineTrace>,
    /// The nodes of the present level, each with its trace.
    level: Vec<(ExploredNode, usize)>,
    /// The number of plies to the present level.
    plies: usize,
    /// All nodes of this level and those before it. A node that occurs again is not followed again.
    met: FxHashSet<ExploredNode>,
    /// The number of plies up to which all lines have been compared; `None` before the start has
    /// been.
    pub compared: Option<usize>,
    /// Whether there are longer lines than those.
    goes_on: bool,
    /// Whether the limit on positions was reached.
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

    /// Whether all lines have been compared to their ends.
    pub fn are_exhausted(&self) -> bool {
        !self.goes_on
    }

    /// The number of different positions on these lines.
    pub fn met(&self) -> usize {
        self.met.len()
    }

    /// Compares all lines of up to `depth` plies. Ends early if no game is left to follow, or more
    /// than `most` positions have been met in all.
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

    /// Compares a level. Returns the next level; it is incomplete if this is the last level or
    /// there are too many positions.
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

/// The plies from the start to a trace.
fn line(traces: &[LineTrace], mut at: usize) -> Vec<ComparedPly> {
    let mut line = Vec::new();
    while at != 0 {
        line.push(traces[at].ply.clone());
        at = traces[at].before;
    }
    line.reverse();
    line
}
