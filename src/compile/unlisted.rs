//! What moves change that the programs do not play, such as long captures: it is found with the
//! position unknown once a move has been played again and again. Until then the machine plays them.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::circuit::{Circuit, Literal};
use super::partial::{SingleMoves, single_moves};
use super::residual::{Effect, PossibleMove, Shared};
use super::valuation::{Beyond, DEEPEST, KnownValues, depths, value};
use crate::game::{Move, Rules};

/// The machine plays this many moves before the first of them are looked at, and up to
/// [`MOST_AWAITED`], twice as many each time, before the next: a look takes as long as the machine takes
/// for some hundred moves.
const FIRST_AWAITED: usize = 128;
const MOST_AWAITED: usize = 1_024;

/// Moves that the machine has played less often meanwhile are not looked at.
const OFTEN: usize = 2;

/// The most moves that are looked at together, so that this takes some hundredths of a second. It is
/// tried no more where it takes too much.
const MOST_AT_ONCE: usize = 256;

/// No more is looked for if as many moves are known, or if their gates take as much memory, in bytes.
const MANY_KNOWN: usize = 8_192;
const MUCH_MEMORY: usize = 32 << 20;

/// What is known of moves that the programs do not play. Threads share it.
#[derive(Debug, Default)]
pub(super) struct UnlistedMoves {
    state: RwLock<State>,
}

/// Nothing is known yet to a clone, so that the work of a game does not hang on what others have played.
impl Clone for UnlistedMoves {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[derive(Debug)]
struct State {
    known: FxHashMap<Move, KnownMove>,
    /// The memory of the gates of all batches, in bytes.
    bytes: usize,
    /// How often the machine has played each move since the last look.
    played: IndexMap<Move, usize, FxBuildHasher>,
    /// After how many moves of the machine to look.
    awaited: usize,
    /// Moves of the machine until then.
    left: usize,
    /// Whether a thread is looking, or nothing more is looked for.
    is_closed: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            known: FxHashMap::default(),
            bytes: 0,
            played: IndexMap::default(),
            awaited: FIRST_AWAITED,
            left: FIRST_AWAITED,
            is_closed: false,
        }
    }
}

/// A move of which it is known what it changes.
#[derive(Clone, Debug)]
pub(super) struct KnownMove {
    batch: Arc<Batch>,
    /// Its number there.
    number: usize,
}

/// Moves that were looked at together.
#[derive(Debug)]
struct Batch {
    circuit: Circuit,
    /// None of those that the machine has to play.
    moves: Vec<Option<PossibleMove>>,
    shared: Vec<Shared>,
}

impl UnlistedMoves {
    /// A move that the machine would have to play, if it is known what it changes.
    pub fn find(&self, rules: &Rules, played: &Move) -> Option<KnownMove> {
        {
            let state = self.read();
            if let Some(known) = state.known.get(played) {
                return Some(known.clone());
            }
            if state.is_closed {
                return None;
            }
        }
        let often = self.write().note(played)?;
        let found = single_moves(rules, &often);
        let mut state = self.write();
        match found {
            Ok(found) => state.add(often, found),
            // Somebody may play on later; for any other reason it would fail again.
            Err(reason) => state.is_closed = !reason.is_interruption(),
        }
        state.known.get(played).cloned()
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Notes that the machine plays a move; gives the moves to look at if it is time for that.
    fn note(&mut self, played: &Move) -> Option<Vec<Move>> {
        if self.is_closed {
            return None;
        }
        match self.played.get_mut(played) {
            Some(times) => *times += 1,
            None => {
                self.played.insert(played.clone(), 1);
            }
        }
        self.left -= 1;
        if self.left > 0 {
            return None;
        }
        self.awaited = (2 * self.awaited).min(MOST_AWAITED);
        self.left = self.awaited;
        let played = std::mem::take(&mut self.played).into_iter();
        let often = played.filter(|(_, times)| *times >= OFTEN);
        let often = often.map(|(played, _)| played).take(MOST_AT_ONCE);
        let often: Vec<Move> = often.collect();
        self.is_closed = !often.is_empty();
        self.is_closed.then_some(often)
    }

    /// Adds what was found of moves.
    fn add(&mut self, moves: Vec<Move>, found: SingleMoves) {
        self.bytes += found.circuit.bytes();
        let batch = Arc::new(Batch::new(found));
        let numbered = moves.into_iter().zip(0..);
        let known = numbered.map(|(played, number)| {
            let batch = Arc::clone(&batch);
            (played, KnownMove { batch, number })
        });
        self.known.extend(known);
        self.is_closed = self.known.len() >= MANY_KNOWN || self.bytes >= MUCH_MEMORY;
    }
}

impl Batch {
    fn new(found: SingleMoves) -> Self {
        let SingleMoves {
            circuit,
            moves,
            shared,
        } = found;
        let depths = depths(&circuit);
        let is_deep = |literal: &Literal| depths[literal.node().index()] > DEEPEST;
        let is_plain = |played: &PossibleMove| {
            !played.faults.contains(&Literal::TRUE) && !conditions(played, &shared).any(is_deep)
        };
        let moves = moves
            .into_iter()
            .map(|played| Some(played).filter(is_plain));
        Self {
            moves: moves.collect(),
            circuit,
            shared,
        }
    }
}

/// All that what a move changes hangs on.
fn conditions<'e>(
    played: &'e PossibleMove,
    shared: &'e [Shared],
) -> impl Iterator<Item = &'e Literal> {
    let own = played.deletes.iter().chain(&played.adds);
    let others = played.shared.iter().flat_map(|(number, _)| {
        let Shared { deletes, adds } = &shared[*number];
        deletes.iter().chain(adds)
    });
    let effects = own.chain(others).map(|effect| &effect.condition);
    let guards = played.shared.iter().map(|(_, guard)| guard);
    effects.chain(guards).chain(&played.faults)
}

impl KnownMove {
    /// The dense cells of the position after the move, given those before it; none if the machine has to
    /// play it.
    pub fn play(
        &self,
        cells: impl FnOnce() -> Vec<u16>,
        known: &mut KnownValues,
    ) -> Option<Vec<u16>> {
        let Batch {
            circuit,
            moves,
            shared,
        } = &*self.batch;
        let played = moves[self.number].as_ref()?;
        let cells = cells();
        let position = known.enter(circuit.size());
        let mut values = Values {
            circuit,
            cells: &cells,
            known,
            position,
        };
        values.after(played, shared).ok().flatten()
    }
}

/// What holds in a position.
struct Values<'v> {
    circuit: &'v Circuit,
    /// Its dense cells.
    cells: &'v [u16],
    known: &'v mut KnownValues,
    /// Its number there.
    position: u32,
}

impl Values<'_> {
    /// The dense cells after a move; none if it fails.
    fn after(
        &mut self,
        played: &PossibleMove,
        shared: &[Shared],
    ) -> Result<Option<Vec<u16>>, Beyond> {
        for fault in &played.faults {
            if self.holds(*fault)? {
                return Ok(None);
            }
        }
        let mut effects = vec![(&played.deletes, &played.adds)];
        for (number, guard) in &played.shared {
            if self.holds(*guard)? {
                let Shared { deletes, adds } = &shared[*number];
                effects.push((deletes, adds));
            }
        }
        let mut after = self.cells.to_vec();
        for effect in effects.iter().flat_map(|(deletes, _)| *deletes) {
            let cell = effect.cell as usize;
            if effect.is_about(self.cells[cell]) && self.holds(effect.condition)? {
                after[cell] = 0;
            }
        }
        let mut added = Vec::new();
        for effect in effects.iter().flat_map(|(_, adds)| *adds) {
            if self.holds(effect.condition)? {
                after[effect.cell as usize] = effect.content;
                added.push(effect);
            }
        }
        // Two facts with different values for one key contradict each other.
        let is_lost = |effect: &&Effect| after[effect.cell as usize] != effect.content;
        Ok((!added.iter().any(is_lost)).then_some(after))
    }

    fn holds(&mut self, literal: Literal) -> Result<bool, Beyond> {
        let node = literal.node();
        if let Some(known) = self.known.get(node.index(), self.position) {
            return Ok(known != literal.is_negated());
        }
        let circuit = self.circuit;
        let found = value(circuit.gate(node), self.cells, |part| self.holds(part))?;
        self.known.set(node.index(), self.position, found);
        Ok(found != literal.is_negated())
    }
}
