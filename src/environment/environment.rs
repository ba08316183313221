//! A game as an environment.

use std::sync::Arc;

use super::actions::{Actions, SPARE};
use super::error::NoEnvironment;
use super::parts::Parts;
use super::planes::Planes;
use super::state::State;
use super::stepper::Stepper;
use super::words::PlanesOfWords;
use crate::compile::Compilation;
use crate::game::{Error, Game, Position, Role, Rules, Turn};

/// A game with numbered actions and observations. Threads may share it.
#[derive(Debug)]
pub struct Environment {
    rules: Rules,
    compilation: Option<Arc<Compilation>>,
    actions: Actions,
    planes: Planes,
    /// The planes in the words of compiled positions.
    words: PlanesOfWords,
    moves_at_once: bool,
}

impl Environment {
    /// The environment of a game in its compiled form, or on the machine without one. `spare` is
    /// the number of spare actions, for parts of moves that the rules do not show; `None` for as many as
    /// are usual for the game.
    ///
    /// # Errors
    /// If the board cannot be drawn, or an observation would be too large.
    pub fn new(
        rules: &Rules,
        compilation: Option<Arc<Compilation>>,
        spare: Option<usize>,
    ) -> Result<Self, NoEnvironment> {
        let board = rules.board(&rules.initial())?;
        let lists_all = compilation
            .as_ref()
            .is_some_and(|compilation| compilation.lists_all_moves());
        let spare = spare.unwrap_or(if lists_all { 0 } else { SPARE });
        let parts = match lists_all {
            true => Parts::default(),
            false => Parts::of_rules(rules),
        };
        let planes = Planes::new(rules, board.as_ref(), &parts).map_err(NoEnvironment::TooLarge)?;
        let (listed, together) = match &compilation {
            Some(compilation) => (compilation.all_moves(), compilation.has_joint_moves()),
            None => (&[][..], false),
        };
        let starts_at_once = matches!(rules.turn(&rules.initial())?, Turn::Joint(_));
        Ok(Self {
            actions: Actions::new(listed, rules.role_count(), parts, spare),
            words: compilation
                .as_ref()
                .map_or_else(PlanesOfWords::default, |compilation| {
                    PlanesOfWords::new(&planes, |cell, content| compilation.place_of(cell, content))
                }),
            moves_at_once: together || starts_at_once,
            rules: rules.clone(),
            compilation,
            planes,
        })
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns what the game is compiled to.
    #[must_use]
    pub fn compilation(&self) -> Option<&Arc<Compilation>> {
        self.compilation.as_ref()
    }

    /// Returns the numbering of the moves.
    #[must_use]
    pub fn actions(&self) -> &Actions {
        &self.actions
    }

    /// Returns what observations say.
    #[must_use]
    pub fn planes(&self) -> &Planes {
        &self.planes
    }

    /// Whether several roles may be to move at once.
    #[must_use]
    pub fn moves_at_once(&self) -> bool {
        self.moves_at_once
    }

    /// Writes what a role sees of a state to `numbers`, which has as many elements as an observation
    /// ([`Planes::size`]).
    ///
    /// # Errors
    /// If the rules cannot say what is in the planes that they declare.
    pub fn observe(
        &self,
        stepper: &Stepper,
        state: &State,
        looker: Role,
        numbers: &mut [u8],
    ) -> Result<(), Error> {
        match stepper.words(state) {
            Some(words) if self.planes.are_of_words() => {
                self.words.write(words, looker, numbers);
            }
            _ => self.observe_position(&stepper.position(state), looker, numbers)?,
        }
        for (_, part) in state.chosen() {
            let number = self.actions.parts().number(part);
            self.planes.write_part(part, number, numbers);
        }
        Ok(())
    }

    /// Writes what a role sees of a position, as [`observe`](Self::observe) does.
    ///
    /// # Errors
    /// As for [`observe`](Self::observe).
    pub fn observe_position(
        &self,
        position: &Position,
        looker: Role,
        numbers: &mut [u8],
    ) -> Result<(), Error> {
        self.planes
            .write_position(&self.rules, position, looker, numbers)
    }
}
