//! Where a move may have an effect that is none: only where it is legal and the game goes on, as far as the
//! circuit shows it. A clock that would go beyond its last number does not fail if the game is over
//! before.

use rustc_hash::FxHashMap;

use crate::compile::circuit::Literal;
use crate::compile::exclusion::Exclusion;
use crate::compile::residual::Residual;
use crate::compile::{Interrupt, Interrupted};

/// The most literals that are assumed; the faults that are left then stay.
const MOST_ASSUMED: u64 = 1 << 22;

/// Which faults of moves were left out.
#[derive(Clone, Copy, Debug)]
pub struct LeftOut {
    /// Whether some were.
    pub any: bool,
    /// How many literals were assumed to find them.
    pub assumed: u64,
}

/// Leaves out the faults of moves that hold only where the move is not legal, the game is over, or the
/// machine has to tell the moves.
pub fn leave_out(residual: &mut Residual, stop: &Interrupt) -> Result<LeftOut, Interrupted> {
    let circuit = &residual.circuit;
    let mut exclusion = Exclusion::given(circuit, &[!residual.terminal, !residual.beyond]);
    // A move may come more than once in the list.
    let mut legal_if: FxHashMap<usize, Vec<Literal>> = FxHashMap::default();
    for (number, condition) in &residual.legal {
        legal_if.entry(*number).or_default().push(*condition);
    }
    let mut any = false;
    for (number, about) in residual.moves.iter_mut().enumerate() {
        stop.look()?;
        let legal_if = legal_if.get(&number).map_or(&[][..], Vec::as_slice);
        let found = about.faults.len();
        about.faults.retain(|fault| {
            legal_if.iter().any(|legal| {
                exclusion.assumed() > MOST_ASSUMED
                    || !exclusion.excludes(circuit, &[*fault, *legal])
            })
        });
        any |= about.faults.len() < found;
    }
    Ok(LeftOut {
        any,
        assumed: exclusion.assumed(),
    })
}
