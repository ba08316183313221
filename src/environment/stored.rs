//! States as bytes: a position as its rules [encode](Rules::encode) it, and before it the actions that
//! have begun a move.

use super::actions::Action;
use super::error::NoState;
use super::state::State;
use super::stepper::Stepper;
use crate::game::NoPosition;

/// The first byte of a state in which a move is begun; no position begins with it.
const BEGUN: u8 = 2;

impl Stepper {
    /// Writes a state as bytes, which are those of its position unless a move is begun.
    #[must_use]
    pub fn encode(&self, state: &State) -> Vec<u8> {
        let position = self.environment().rules().encode(&self.position(state));
        let chosen = state.chosen();
        if chosen.is_empty() {
            return position;
        }
        let mut bytes = vec![BEGUN];
        bytes.extend((chosen.len() as u32).to_le_bytes());
        bytes.extend(chosen.iter().flat_map(|(action, _)| action.to_le_bytes()));
        bytes.extend(position);
        bytes
    }

    /// Reads the state that [`encode`](Self::encode) has written.
    ///
    /// # Errors
    /// If the bytes are no state of this game, or the rules cannot be followed.
    pub fn decode(&self, bytes: &[u8]) -> Result<State, NoState> {
        let (chosen, position) = split(bytes).ok_or(NoPosition::Foreign)?;
        let position = self.environment().rules().decode(position)?;
        let mut state = self.state(&position)?;
        for action in &chosen {
            let mover = state.mover().ok_or(NoPosition::Foreign)?;
            if !self.is_legal(&state, mover, *action) {
                return Err(NoPosition::Foreign.into());
            }
            self.play(&mut state, |_| *action)?;
        }
        // An action that ends a move has begun none.
        match state.chosen().len() == chosen.len() {
            true => Ok(state),
            false => Err(NoPosition::Foreign.into()),
        }
    }
}

/// The actions that have begun a move, and the bytes of the position.
fn split(bytes: &[u8]) -> Option<(Vec<Action>, &[u8])> {
    let Some((&BEGUN, rest)) = bytes.split_first() else {
        return Some((Vec::new(), bytes));
    };
    let (count, rest) = rest.split_first_chunk()?;
    let length = (u32::from_le_bytes(*count) as usize).checked_mul(size_of::<Action>())?;
    let (actions, position) = rest.split_at_checked(length)?;
    let actions = actions.as_chunks().0.iter();
    Some((
        actions.copied().map(Action::from_le_bytes).collect(),
        position,
    ))
}
