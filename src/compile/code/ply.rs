//! A move and the turn after it as one program, where it is known which mode comes next.

use rustc_hash::FxHashMap;

use super::arising::mover;
use super::turn::TurnsAfter;
use super::{Code, MoveFamily};
use crate::compile::circuit::Literal;
use crate::compile::residual::{Effect, Residual};
use crate::compile::words::{Builder, Program};

/// A move and the turn after it. Its inputs are those of [`Mode::applies`](super::Mode::applies).
#[derive(Clone, Debug)]
pub struct Ply {
    /// The mode of the next position.
    pub mode: usize,
    /// The words of the next position and what its turn gives: all that a turn finds and leaves
    /// behind. It is for moves of a plain turn alone: the game is not over before the move.
    pub program: Program,
}

/// More operations for all plies together would take longer to compile than they save.
const MOST_OPERATIONS: usize = 8_000;

/// The mode after the moves of a family, if it is always the same: the content that a cell has then
/// which has this one now. `residual` is the game where that is so.
pub fn next_mode(
    residual: &Residual,
    family: &MoveFamily,
    (cell, content): (u32, u16),
) -> Option<usize> {
    if residual.is_played_together() {
        return None;
    }
    let mut contents = family
        .moves
        .iter()
        .flatten()
        .map(|number| next_content(residual, *number, cell, content));
    let first = contents.next()??;
    contents
        .all(|content| content == Some(first))
        .then_some(usize::from(first))
}

/// The content of a cell after a move.
fn next_content(residual: &Residual, number: usize, cell: u32, content: u16) -> Option<u16> {
    let about = &residual.moves[number];
    if about.numbers.iter().any(|added| added.cell == cell) {
        return None;
    }
    let in_cell = |effects: &[Effect], guard: Literal| -> Vec<(Effect, bool)> {
        let effects = effects.iter().copied().filter(|effect| effect.cell == cell);
        effects
            .map(|effect| {
                (
                    effect,
                    effect.condition == Literal::TRUE && guard == Literal::TRUE,
                )
            })
            .collect()
    };
    let (mut adds, mut deletes) = (Vec::new(), Vec::new());
    for (added, deleted, guard) in residual.effects(about) {
        adds.extend(in_cell(added, guard));
        deletes.extend(in_cell(deleted, guard));
    }
    let deleted: Vec<bool> = deletes
        .iter()
        .filter(|(effect, _)| effect.is_about(content))
        .map(|(_, is_sure)| *is_sure)
        .collect();
    match &adds[..] {
        [(added, true)] => Some(added.content),
        [] if deleted.is_empty() => Some(content),
        [] if deleted.contains(&true) => Some(0),
        _ => None,
    }
}

impl Code {
    /// The plies of each mode, by the program that plays the move: where no move can fail, and the
    /// mode that comes next is the one given. None at all where they would be too large, or where a
    /// turn says only once moves have been tried whether the game is over. `after` are the
    /// turns of each mode after a move, in a game for so many roles.
    pub(super) fn plies(
        &self,
        next: &[Vec<Option<usize>>],
        after: &[TurnsAfter],
        roles: usize,
    ) -> Vec<Vec<Option<Ply>>> {
        let none = || {
            self.modes
                .iter()
                .map(|mode| vec![None; mode.applies.len()])
                .collect()
        };
        if self.movable.is_some() {
            return none();
        }
        let mut operations = 0;
        let mut all = Vec::new();
        for (number, (mode, next)) in self.modes.iter().zip(next).enumerate() {
            // By the next mode and the role that has moved.
            let mut turns: FxHashMap<(usize, usize), Program> = FxHashMap::default();
            let mut plies = Vec::new();
            for (family, next) in mode.families.iter().zip(next) {
                let (role, apply) = (family.role, &mode.applies[family.apply]);
                let Some(next) = next.filter(|_| is_safe(apply)) else {
                    plies.push(None);
                    continue;
                };
                let turn = turns.entry((next, role)).or_insert_with(|| {
                    let after = after[next].program(mover(number, role, roles));
                    after.unwrap_or_else(|| self.modes[next].turn.clone())
                });
                operations += apply.len() + turn.len();
                if operations > MOST_OPERATIONS {
                    return none();
                }
                plies.push(Some(Ply {
                    mode: next,
                    program: ply(apply, turn),
                }));
            }
            all.push(plies);
        }
        all
    }
}

/// A move and the turn after it.
fn ply(apply: &Program, turn: &Program) -> Program {
    let mut builder = Builder::new(apply.inputs());
    let inputs = builder.inputs(0..apply.inputs());
    let mut position = builder.append(apply, &inputs);
    // The last output tells of conflicts, of which there are none.
    position.pop();
    let turn = builder.append(turn, &position);
    builder.finish(&[position, turn].concat())
}

/// Whether a program that plays moves never fails.
pub fn is_safe(apply: &Program) -> bool {
    apply
        .outputs()
        .last()
        .is_some_and(|last| apply.is_zero(*last))
}
