//! Positions in which the programs do not tell the moves: they are walked, as far as the rules allow, and
//! else the machine lists them. A move that is among those of the programs is played by these, another one by
//! what is known of it, and else by the machine.

use std::sync::Arc;

use super::compilation::Compilation;
use super::game::Compiled;
use super::moves::{Kind, ListedMove, Move};
use super::partial::walk_of;
use super::position::Position;
use super::valuation::Beyond;
use super::walk::{Walk, Walker};
use super::workspace::Workspace;
use crate::game::{self, Error, Game, RuleGame, Turn};

impl Compiled {
    /// What there is to walk; none if there is nothing, or if somebody has stopped what is done with
    /// the rules.
    fn walk(&self) -> Option<&Walk> {
        let made = &self.compilation.walk;
        if made.get().is_none() {
            // Another thread may have made the same meanwhile.
            let _ = made.set(walk_of(&self.rules).ok()?.map(Arc::new));
        }
        made.get()?.as_deref()
    }

    /// What a walk through a position comes to; none if the machine has to tell.
    fn walked<T>(
        &self,
        position: &Position,
        ask: impl FnOnce(&mut Walker<'_>) -> Result<T, Beyond>,
    ) -> Option<T> {
        let walk = self.walk()?;
        let mut memory = self.walking.borrow_mut();
        if memory.is_futile() {
            return None;
        }
        let cells = self.cells(position);
        let found = ask(&mut Walker::new(walk, &self.rules, &cells, &mut memory));
        memory.note(found.is_err());
        found.ok()
    }

    /// The turn in such a position, of which the workspace has what the programs tell.
    pub(super) fn turn_beyond(
        &self,
        position: &Position,
        workspace: &Workspace,
    ) -> Result<Turn<Move>, Error> {
        let moves = match self.walked(position, |walker| walker.turn()) {
            Some(moves) => moves,
            None => self.asked_moves(position)?,
        };
        let turn = workspace.is_safe_beyond().then(|| self.listed(workspace));
        let moves = moves.into_iter().map(|played| {
            let place = turn.as_ref().and_then(|turn| {
                let place = self.place_of(workspace.mode(), &played)?;
                workspace.has(place).then(|| (Arc::clone(turn), place))
            });
            Move(match place {
                Some((turn, place)) => Kind::Listed(ListedMove {
                    number: workspace.programs().number(place),
                    place,
                    turn,
                }),
                None => Kind::Ruled(played.into()),
            })
        });
        Ok(Turn::by_role(moves.collect(), |played| played.named().role))
    }

    /// Whether the game is over in such a position.
    pub(super) fn is_over_beyond(&self, position: &Position) -> Result<bool, Error> {
        match self.walked(position, |walker| walker.is_over()) {
            Some(is_over) => Ok(is_over),
            None => self.rules.over(&self.facts(position)),
        }
    }

    /// The moves that the machine lists, none if the game is over.
    fn asked_moves(&self, position: &Position) -> Result<Vec<game::Move>, Error> {
        let facts = self.facts(position);
        match self.rules.is_terminal(&facts)? {
            true => Ok(Vec::new()),
            false => self.rules.legal_moves(&facts),
        }
    }

    /// Plays moves that the programs do not play.
    pub(super) fn play_by_rules(
        &self,
        position: &Position,
        moves: &[game::Move],
    ) -> Result<Position, Error> {
        if let [played] = moves
            && let Some(next) = self.play_known(position, played)
        {
            return Ok(next);
        }
        let next = self.rules.play(&self.facts(position), moves)?;
        let without_place = || {
            let text = "the facts that a move adds: legal moves add none of these";
            Error::Disagreement(text.to_owned())
        };
        self.placed(&next).ok_or_else(without_place)
    }

    /// Plays a move of which it is known what it changes; none if the machine has to.
    fn play_known(&self, position: &Position, played: &game::Move) -> Option<Position> {
        let Compilation { unlisted, code, .. } = &*self.compilation;
        let known = unlisted.find(&self.rules, played)?;
        let after = known.play(
            || self.cells(position),
            &mut self.walking.borrow_mut().known,
        )?;
        Some(Position::of_words(code.layout.pack(&after)))
    }
}
