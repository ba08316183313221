//! Shortens a line that shows a difference. Parts are removed as long as the rest can be played and
//! still shows a difference (delta debugging; A. Zeller and R. Hildebrandt, 2002). The number of
//! plies played grows with the square of the length of the line, so there is a limit on it.

use super::explorer::{ComparedPly, ExploredNode, Explorer, Halt, NodeView};
use super::host::CompareStage;

/// The most plies that are played to shorten one line. Lines of some hundred plies need fewer.
const MOST_PLIES: usize = 50_000;

/// Shortens the lines after which games differ from the first, if they are longer than `plies`.
pub(super) fn shorten(explorer: &mut Explorer<'_, '_>, plies: usize) -> Result<(), Halt> {
    for at in 0..explorer.others.len() {
        let length = explorer.others[at]
            .found
            .as_ref()
            .map_or(0, |found| found.line.len());
        if length > plies {
            leave_out(explorer, at, length)?;
        }
    }
    Ok(())
}

/// Removes parts of the line of the game `at`, the largest first.
fn leave_out(explorer: &mut Explorer<'_, '_>, at: usize, length: usize) -> Result<(), Halt> {
    let (mut size, mut played) = (length / 2, 0);
    while size > 0 {
        let mut start = 0;
        while let Some(line) = current(explorer, at).filter(|line| start + size <= line.len()) {
            if played > MOST_PLIES {
                return Ok(());
            }
            explorer.report(CompareStage::Shortening, length - line.len(), length)?;
            let mut shorter = line.clone();
            shorter.drain(start..start + size);
            played += replay(explorer, &shorter)?;
            if current(explorer, at).is_some_and(|now| now.len() == line.len()) {
                start += 1;
            }
        }
        size /= 2;
    }
    Ok(())
}

fn current(explorer: &Explorer<'_, '_>, at: usize) -> Option<Vec<ComparedPly>> {
    explorer.others[at]
        .found
        .as_ref()
        .map(|found| found.line.clone())
}

/// Plays a line as far as possible, and records differences on the way. Returns the number of plies
/// played.
fn replay(explorer: &mut Explorer<'_, '_>, line: &[ComparedPly]) -> Result<usize, Halt> {
    let mut node = explorer.root();
    for plies in 0..=line.len() {
        let before = || line[..plies].to_vec();
        let Some(view) = explorer.look(&node, &before, plies)? else {
            return Ok(plies);
        };
        let Some(choice) = line.get(plies).and_then(|ply| places(&view, ply)) else {
            return Ok(plies);
        };
        let next: Option<ExploredNode> = explorer.play(&node, &view, &choice, &before, plies)?;
        let Some(next) = next else { return Ok(plies) };
        node = next;
    }
    Ok(line.len())
}

/// For each mover, the place of the move with this text.
fn places(view: &NodeView, ply: &ComparedPly) -> Option<Vec<usize>> {
    if view.movers.len() != ply.len() || ply.is_empty() {
        return None;
    }
    let place = |(mover, text): (&super::seen::SeenMover, &String)| {
        mover.moves.iter().position(|(known, _)| known == text)
    };
    view.movers.iter().zip(ply).map(place).collect()
}
