//! Whichever form of a game answers: its rules, what was compiled from them, or both at once.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::both::{self, Both};
use super::game::{self as compiled, Compilation, Compiled};
use super::partial::{Effort, Reason};
use super::position::Position as Words;
use crate::game::{self, Below, Error, Game, Role, Rules, Step, Turn};

/// Which form of a game is to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The machine follows the rules.
    Machine,
    /// What the rules were compiled to.
    Compiled,
    /// Both, each checked against the other.
    Both,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 3] = [Form::Machine, Form::Compiled, Form::Both];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Machine => "machine",
            Form::Compiled => "compiled",
            Form::Both => "both",
        }
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = Self::ALL.into_iter().find(|form| form.name() == text);
        form.ok_or_else(|| format!("`{text}` is none of `machine`, `compiled`, `both`"))
    }
}

/// A game in one of its forms. All of them give the same answers.
#[derive(Clone, Debug)]
pub enum Engine<'r> {
    /// The machine.
    Machine(&'r Rules),
    /// The compiled form.
    Compiled(Compiled<'r>),
    /// Both.
    Both(Both<'r>),
}

/// A position of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// As the rules have it.
    Facts(game::Position),
    /// As words.
    Words(Words),
    /// Both.
    Both(both::Position),
}

/// A move of an engine.
#[derive(Clone, PartialEq, Eq)]
pub enum Move {
    /// As the rules have it.
    Named(game::Move),
    /// Of the compiled form.
    Compiled(compiled::Move),
    /// Both.
    Both(both::Move),
}

/// As the rules write it, in each form.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Named(played) => fmt::Debug::fmt(played, f),
            Move::Compiled(played) => fmt::Debug::fmt(played, f),
            Move::Both(played) => fmt::Debug::fmt(&played.named, f),
        }
    }
}

const OTHER: &str = "an engine is handed its own positions and moves only";

impl<'r> Engine<'r> {
    /// A game in the form that is asked for, whatever time it takes to compile it.
    ///
    /// # Errors
    /// Why the game stays with the machine.
    pub fn in_form(rules: &'r Rules, form: Form) -> Result<Self, Reason> {
        let compiled = || {
            Ok(Compiled::new(
                rules,
                Compilation::new(rules, Effort::Thorough)?.into(),
            ))
        };
        Ok(match form {
            Form::Machine => Engine::Machine(rules),
            Form::Compiled => Engine::Compiled(compiled()?),
            Form::Both => Engine::Both(Both::new(compiled()?)),
        })
    }

    /// A game in its compiled form, if it has one that does not take long to make; else the
    /// machine.
    #[must_use]
    pub fn quickest(rules: &'r Rules) -> Self {
        Self::of(
            rules,
            Compilation::new(rules, Effort::Quick).ok().map(Arc::new),
        )
    }

    /// A game and what it was compiled to, if it was.
    #[must_use]
    pub fn of(rules: &'r Rules, compilation: Option<Arc<Compilation>>) -> Self {
        let compiled = compilation.map(|compilation| Compiled::new(rules, compilation));
        compiled.map_or(Engine::Machine(rules), Engine::Compiled)
    }

    /// A position of the rules.
    #[must_use]
    pub fn position(&self, position: &game::Position) -> Position {
        match self {
            Engine::Machine(_) => Position::Facts(position.clone()),
            Engine::Compiled(compiled) => Position::Words(compiled.position(position)),
            Engine::Both(both) => Position::Both(both.position(position)),
        }
    }

    /// The position as the rules have it.
    #[must_use]
    pub fn facts(&self, position: &Position) -> game::Position {
        match (self, position) {
            (_, Position::Facts(facts)) => facts.clone(),
            (Engine::Compiled(compiled), Position::Words(words)) => compiled.facts(words),
            (_, Position::Both(both)) => both.facts.clone(),
            _ => unreachable!("{OTHER}"),
        }
    }

    /// The move as the rules call it.
    #[must_use]
    pub fn named(&self, played: &Move) -> game::Move {
        match (self, played) {
            (_, Move::Named(named)) => named.clone(),
            (Engine::Compiled(compiled), Move::Compiled(played)) => compiled.named(played),
            (_, Move::Both(both)) => both.named.clone(),
            _ => unreachable!("{OTHER}"),
        }
    }
}

fn facts(position: &Position) -> &game::Position {
    match position {
        Position::Facts(facts) => facts,
        _ => unreachable!("{OTHER}"),
    }
}

fn words(position: &Position) -> &Words {
    match position {
        Position::Words(words) => words,
        _ => unreachable!("{OTHER}"),
    }
}

fn pair(position: &Position) -> &both::Position {
    match position {
        Position::Both(both) => both,
        _ => unreachable!("{OTHER}"),
    }
}

impl<M> Turn<M> {
    /// The same turn with other moves in place of these.
    fn map<N>(self, mut change: impl FnMut(M) -> N) -> Turn<N> {
        let mut all = |moves: Vec<M>| moves.into_iter().map(&mut change).collect();
        match self {
            Turn::Over => Turn::Over,
            Turn::Single(role, moves) => Turn::Single(role, all(moves)),
            Turn::Joint(movers) => Turn::Joint(
                movers
                    .into_iter()
                    .map(|(role, moves)| (role, all(moves)))
                    .collect(),
            ),
        }
    }
}

impl Game for Engine<'_> {
    type Position = Position;
    type Move = Move;
    type Error = Error;

    fn role_count(&self) -> usize {
        match self {
            Engine::Machine(rules) => rules.role_count(),
            Engine::Compiled(compiled) => compiled.role_count(),
            Engine::Both(both) => both.role_count(),
        }
    }

    fn initial(&self) -> Position {
        match self {
            Engine::Machine(rules) => Position::Facts(rules.initial()),
            Engine::Compiled(compiled) => Position::Words(compiled.initial()),
            Engine::Both(both) => Position::Both(both.initial()),
        }
    }

    fn turn(&self, position: &Position) -> Result<Turn<Move>, Error> {
        Ok(match self {
            Engine::Machine(rules) => rules.turn(facts(position))?.map(Move::Named),
            Engine::Compiled(compiled) => compiled.turn(words(position))?.map(Move::Compiled),
            Engine::Both(both) => both.turn(pair(position))?.map(Move::Both),
        })
    }

    fn over(&self, position: &Position) -> Result<bool, Error> {
        match self {
            Engine::Machine(rules) => rules.over(facts(position)),
            Engine::Compiled(compiled) => compiled.over(words(position)),
            Engine::Both(both) => both.over(pair(position)),
        }
    }

    fn play(&self, position: &Position, moves: &[Move]) -> Result<Position, Error> {
        match self {
            Engine::Machine(rules) => {
                let moves: Vec<game::Move> =
                    moves.iter().map(|played| self.named(played)).collect();
                rules.play(facts(position), &moves).map(Position::Facts)
            }
            Engine::Compiled(compiled) => {
                let own = |played: &Move| match played {
                    Move::Compiled(played) => played.clone(),
                    _ => unreachable!("{OTHER}"),
                };
                let moves: Vec<compiled::Move> = moves.iter().map(own).collect();
                compiled.play(words(position), &moves).map(Position::Words)
            }
            Engine::Both(both) => {
                let own = |played: &Move| match played {
                    Move::Both(played) => played.clone(),
                    _ => unreachable!("{OTHER}"),
                };
                let moves: Vec<both::Move> = moves.iter().map(own).collect();
                both.play(pair(position), &moves).map(Position::Both)
            }
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        match self {
            Engine::Machine(rules) => Position::Facts(rules.canonical(facts(position))),
            Engine::Compiled(compiled) => Position::Words(compiled.canonical(words(position))),
            Engine::Both(both) => Position::Both(both.canonical(pair(position))),
        }
    }

    fn goal(&self, position: &Position, role: Role) -> Result<u8, Error> {
        match self {
            Engine::Machine(rules) => rules.goal(facts(position), role),
            Engine::Compiled(compiled) => compiled.goal(words(position), role),
            Engine::Both(both) => both.goal(pair(position), role),
        }
    }

    fn goals(&self, position: &Position) -> Result<Vec<u8>, Error> {
        match self {
            Engine::Machine(rules) => rules.goals(facts(position)),
            Engine::Compiled(compiled) => compiled.goals(words(position)),
            Engine::Both(both) => both.goals(pair(position)),
        }
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        match self {
            Engine::Machine(rules) => rules.heuristic(name),
            Engine::Compiled(compiled) => compiled.heuristic(name),
            Engine::Both(both) => both.heuristic(name),
        }
    }

    fn evaluate(&self, position: &Position, heuristic: usize, role: Role) -> Result<i64, Error> {
        match self {
            Engine::Machine(rules) => rules.evaluate(facts(position), heuristic, role),
            Engine::Compiled(compiled) => compiled.evaluate(words(position), heuristic, role),
            Engine::Both(both) => both.evaluate(pair(position), heuristic, role),
        }
    }

    fn memory_is_short(&self) -> bool {
        match self {
            Engine::Machine(rules) => rules.memory_is_short(),
            // Its positions are all of one size, which the rules bound.
            Engine::Compiled(_) => false,
            Engine::Both(both) => both.memory_is_short(),
        }
    }

    fn quiet(&self, position: &Position) -> Result<bool, Error> {
        match self {
            Engine::Machine(rules) => rules.quiet(facts(position)),
            Engine::Compiled(compiled) => compiled.quiet(words(position)),
            Engine::Both(both) => both.quiet(pair(position)),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        match self {
            Engine::Machine(rules) => rules.key(facts(position)),
            Engine::Compiled(compiled) => compiled.key(words(position)),
            Engine::Both(both) => both.key(pair(position)),
        }
    }

    fn play_on(
        &self,
        position: &mut Position,
        plies: usize,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Result<(usize, Step), Error> {
        match (self, position) {
            (Engine::Machine(rules), Position::Facts(facts)) => rules.play_on(facts, plies, choose),
            (Engine::Compiled(compiled), Position::Words(words)) => {
                compiled.play_on(words, plies, choose)
            }
            (Engine::Both(both), Position::Both(pair)) => both.play_on(pair, plies, choose),
            _ => unreachable!("{OTHER}"),
        }
    }

    fn play_on_each<C: FnMut(usize) -> usize>(
        &self,
        positions: &mut [Position],
        plies: usize,
        choose: &mut [C],
    ) -> Result<Vec<(usize, Step)>, Error> {
        let Engine::Compiled(compiled) = self else {
            return positions
                .iter_mut()
                .zip(choose)
                .map(|(from, choose)| self.play_on(from, plies, choose))
                .collect();
        };
        let mut own: Vec<Words> = positions
            .iter()
            .map(|position| words(position).clone())
            .collect();
        let played = compiled.play_on_each(&mut own, plies, choose);
        positions
            .iter_mut()
            .zip(own)
            .for_each(|(position, own)| *position = Position::Words(own));
        played
    }

    fn side_by_side(&self) -> usize {
        match self {
            Engine::Machine(rules) => rules.side_by_side(),
            Engine::Compiled(compiled) => compiled.side_by_side(),
            Engine::Both(both) => both.side_by_side(),
        }
    }

    fn breadth(&self, position: &Position) -> Result<Option<u64>, Error> {
        match self {
            Engine::Machine(rules) => rules.breadth(facts(position)),
            Engine::Compiled(compiled) => compiled.breadth(words(position)),
            Engine::Both(both) => both.breadth(pair(position)),
        }
    }
    fn breadth_below(&self, position: &Position) -> Result<Option<Below>, Error> {
        match self {
            Engine::Machine(rules) => rules.breadth_below(facts(position)),
            Engine::Compiled(compiled) => compiled.breadth_below(words(position)),
            Engine::Both(both) => both.breadth_below(pair(position)),
        }
    }
}
