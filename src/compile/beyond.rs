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
use super::walk::{Walk, WalkAnswers, Walker};
use super::workspace::Workspace;
use crate::game::{self, Error, Game, RuleGame, Rules, Turn};
use crate::logic::Program;

/// A walk, and where it does not tell the moves, the program of which it answers calls.
#[derive(Clone, Debug)]
pub(super) struct Walked {
    walk: Arc<Walk>,
    program: Option<Arc<Program>>,
}

impl Walked {
    fn new(walk: Walk, program: &Program) -> Self {
        let helped = || {
            let called = walk.called();
            let called = called.filter_map(|(name, arity)| program.predicate(name, arity));
            Arc::new(program.with_foreign(called))
        };
        Self {
            program: (!walk.tells_moves()).then(helped),
            walk: Arc::new(walk),
        }
    }
}

impl Compiled {
    /// What there is to walk; none if there is nothing, or if somebody has stopped what is done with
    /// the rules.
    fn walk(&self) -> Option<&Walked> {
        let made = &self.compilation.walk;
        if made.get().is_none() {
            let walk = walk_of(&self.rules).ok()?;
            // Another thread may have made the same meanwhile.
            let _ = made.set(walk.map(|walk| Walked::new(walk, self.rules.program())));
        }
        made.get()?.as_ref()
    }

    /// What a walk through a position comes to; none if the machine has to tell.
    fn walked<T>(
        &self,
        position: &Position,
        ask: impl FnOnce(&mut Walker<'_>) -> Result<T, Beyond>,
    ) -> Option<T> {
        let walk = &self.walk()?.walk;
        let cells = self.cells(position);
        let mut memory = self.walking.borrow_mut();
        ask(&mut Walker::new(walk, &cells, &mut memory)).ok()
    }

    /// The same, of a walk that tells the moves.
    fn told<T>(
        &self,
        position: &Position,
        ask: impl FnOnce(&mut Walker<'_>) -> Result<T, Beyond>,
    ) -> Option<T> {
        match self.walk()?.walk.tells_moves() {
            true => self.walked(position, ask),
            false => None,
        }
    }

    /// The turn in such a position, of which the workspace has what the programs tell.
    pub(super) fn turn_beyond(
        &self,
        position: &Position,
        workspace: &Workspace,
    ) -> Result<Turn<Move>, Error> {
        let moves = match self.told(position, |walker| walker.turn()) {
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
        match self.told(position, |walker| walker.is_over()) {
            Some(is_over) => Ok(is_over),
            None => self.asked(&self.facts(position), Rules::over),
        }
    }

    /// The moves that the machine lists, none if the game is over.
    fn asked_moves(&self, position: &Position) -> Result<Vec<game::Move>, Error> {
        let facts = self.facts(position);
        let is_terminal = match self.walked(position, |walker| walker.is_terminal()) {
            Some(is_terminal) => is_terminal,
            None => self.rules.is_terminal(&facts)?,
        };
        if is_terminal {
            return Ok(Vec::new());
        }
        self.asked(&facts, Rules::legal_moves)
    }

    /// What the machine says of a position. Where a walk can, it answers calls on the way.
    fn asked<T>(
        &self,
        facts: &game::Position,
        ask: impl Fn(&Rules, &game::Position) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if let Some(helped) = self.helped_rules()
            && let Ok(answer) = ask(helped, facts)
        {
            return Ok(answer);
        }
        // The machine alone finds each error where the rules have it.
        ask(&self.rules, facts)
    }

    /// The rules with a walk that answers some calls; none if there is no such walk.
    fn helped_rules(&self) -> Option<&Rules> {
        let Walked { walk, program } = self.walk()?;
        let program = program.as_ref()?;
        Some(self.helped.get_or_init(|| {
            let walk = Arc::clone(walk);
            let answers = move || Box::new(WalkAnswers::new(Arc::clone(&walk))) as Box<_>;
            self.rules.with_host(Arc::clone(program), answers)
        }))
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
