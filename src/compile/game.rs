//! A compiled game as a [`Game`].

use std::cell::{RefCell, RefMut};
use std::sync::Arc;

use super::code::BEYOND;
use super::compilation::Compilation;
use super::filter::Wanted;
use super::images::Images;
use super::interrupt::Interrupt;
use super::lasting::LastingFingerprints;
use super::listing::Place;
use super::moves::{Kind, Listed, ListedMove, Move};
use super::position::Position;
use super::runner::Runner;
use super::walk::Memory;
use super::workspace::Workspace;
use crate::game::{self, Error, Fingerprint, Game, MoveNumber, Role, RuleGame, Rules, Turn};

/// What a turn has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Its moves may be played, if there are any.
    Open,
    /// The game is over, for another reason than that nobody can move.
    Over,
    /// The machine has to tell.
    Beyond,
}

/// The compiled form of a game. It gives the same moves in the same order, the same positions and
/// the same values as the [`Rules`] that it was made from.
///
/// It has a workspace, and so is for one thread at a time; a clone, which shares the programs, is
/// for another one. An [`Engine`](crate::engine::Engine) is for any number of threads.
#[derive(Debug)]
pub struct Compiled {
    pub(super) rules: Rules,
    pub(super) compilation: Arc<Compilation>,
    workspace: RefCell<Workspace>,
    /// What was found on walks, and of moves that the programs do not play.
    pub(super) walking: RefCell<Memory>,
}

impl Clone for Compiled {
    fn clone(&self) -> Self {
        Self::new(&self.rules, Arc::clone(&self.compilation))
    }
}

impl Compiled {
    /// The game of these rules, which were compiled to this. It asks a clone of the rules where
    /// the machine has to tell.
    #[must_use]
    pub fn new(rules: &Rules, compilation: Arc<Compilation>) -> Self {
        let workspace = RefCell::new(Workspace::new(&compilation.code, &compilation.runners));
        Self {
            rules: rules.clone(),
            workspace,
            compilation,
            walking: RefCell::default(),
        }
    }

    /// The rules that it was made from.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What it was compiled to.
    #[must_use]
    pub fn compilation(&self) -> &Arc<Compilation> {
        &self.compilation
    }

    /// The workspace.
    #[inline]
    pub(super) fn workspace(&self) -> RefMut<'_, Workspace> {
        self.workspace.borrow_mut()
    }

    /// A workspace of its own.
    pub(super) fn new_workspace(&self) -> Workspace {
        let Compilation { code, runners, .. } = &*self.compilation;
        Workspace::new(code, runners)
    }

    /// The number of words of a position.
    pub(super) fn word_count(&self) -> usize {
        self.compilation.code.layout.words()
    }

    /// All moves of the game, by number.
    pub(super) fn moves(&self) -> &[game::Move] {
        &self.compilation.moves
    }

    /// What a search calls the moves of the game, by number.
    pub(super) fn move_numbers(&self) -> &[MoveNumber] {
        &self.compilation.move_numbers
    }

    /// Whether the compiled form plays moves.
    pub(super) fn has_effects(&self) -> bool {
        self.compilation.has_effects
    }

    /// Whether every position is quiet.
    pub(super) fn quiet_is_trivial(&self) -> bool {
        !self.rules.has_quiet()
    }

    /// The programs of a heuristic, and whether they ask which roles have a legal move; `None` if
    /// it is for the machine.
    pub(super) fn heuristic_runners(&self, number: usize) -> Option<(&[Runner], bool)> {
        let Compilation {
            code, heuristics, ..
        } = &*self.compilation;
        let programs = |stop: &Interrupt| match code.has_heuristic(number) {
            true => code.heuristic(number, stop).ok(),
            false => None,
        };
        let runners = heuristics.get(number, &self.rules, programs)?;
        Some((runners, code.asking.heuristics[number]))
    }

    /// By bit of a position, how much the end of the game hangs on the fact, if moves of the role can
    /// add it.
    pub(super) fn weights(&self, role: Role) -> &[u32] {
        &self.compilation.code.weights[role.0]
    }

    /// The programs that count threats, by mode; empty if none are known.
    pub(super) fn threat_runners(&self) -> &[Runner] {
        let Compilation {
            code,
            threats,
            has_terminal,
            ..
        } = &*self.compilation;
        let programs = |stop: &Interrupt| has_terminal.then(|| code.threats(stop))?;
        threats.get(0, &self.rules, programs).unwrap_or_default()
    }

    /// The programs that tell of moves that end the game, by mode; empty if none are known.
    pub(super) fn ending_runners(&self) -> &[Runner] {
        let Compilation { code, endings, .. } = &*self.compilation;
        let programs = |stop: &Interrupt| self.plays_itself().then(|| code.ending(stop))?;
        endings.get(0, &self.rules, programs).unwrap_or_default()
    }

    /// The workspace with a position in it.
    #[inline]
    pub(super) fn with(&self, position: &Position) -> RefMut<'_, Workspace> {
        let mut workspace = self.workspace();
        workspace.enter(position);
        workspace
    }

    /// The workspace with the turn of a position.
    pub(super) fn with_turn(&self, position: &Position) -> RefMut<'_, Workspace> {
        let mut workspace = self.with(position);
        workspace.turn();
        workspace
    }

    /// The workspace with a position in it, and with what it says of roles that have a legal move
    /// if that is asked for; none if it is for the machine to judge the position.
    fn judging(&self, position: &Position, asks_for_moves: bool) -> Option<RefMut<'_, Workspace>> {
        let mut workspace = self.with(position);
        let is_known = !asks_for_moves || workspace.inform();
        is_known.then_some(workspace)
    }

    /// The same, to ask for goals.
    fn judging_goals(&self, position: &Position) -> Option<RefMut<'_, Workspace>> {
        let Compilation {
            has_goals, code, ..
        } = &*self.compilation;
        has_goals
            .then(|| self.judging(position, code.asking.goals))
            .flatten()
    }

    /// What the turn has come to that is there; `position` gives its position.
    #[inline]
    pub(super) fn state(
        &self,
        position: impl FnOnce() -> Position,
        over: u64,
    ) -> Result<State, Error> {
        let is_over = match over {
            BEYOND => return Ok(State::Beyond),
            _ if !self.compilation.has_terminal => {
                self.rules.is_terminal(&self.facts(&position()))?
            }
            over => over != 0,
        };
        Ok(if is_over { State::Over } else { State::Open })
    }

    /// The cells of a position, those of found domains too.
    pub(super) fn cells(&self, position: &Position) -> Vec<u16> {
        let mut cells = vec![0; self.compilation.domains.cells()];
        let layout = &self.compilation.code.layout;
        layout.unpack(self.words(position), &mut cells);
        cells
    }

    /// A position of the rules, if it has a place.
    pub(super) fn placed(&self, position: &game::Position) -> Option<Position> {
        let Compilation { domains, code, .. } = &*self.compilation;
        let cells = domains.cells_of(self.rules.schema(), position)?;
        Some(Position::of_words(code.layout.pack(&cells)))
    }

    /// The words of a position.
    #[must_use]
    pub fn words<'p>(&self, position: &'p Position) -> &'p [u64] {
        position.words(self.compilation.code.layout.words())
    }

    /// Whether games can be played to their end without the machine, if no move fails.
    pub(super) fn plays_itself(&self) -> bool {
        self.compilation.has_terminal && self.compilation.has_effects
    }

    /// What the moves of the turn that is there have in common.
    pub(super) fn listed(&self, workspace: &Workspace) -> Arc<Listed> {
        Arc::new(Listed {
            kept: workspace.kept().into(),
            named: Arc::clone(&self.compilation.moves),
        })
    }

    /// The images of positions under symmetries, if they can be looked up.
    pub(super) fn images(&self) -> Option<&Images> {
        let Compilation { images, code, .. } = &*self.compilation;
        images
            .get_or_init(|| Images::new(&self.rules, &code.layout))
            .as_ref()
    }

    /// The canonical fingerprint of the position with these words.
    pub(super) fn canonical_fingerprint_of(&self, words: &[u64]) -> u128 {
        match self.images() {
            Some(images) => images.least_fingerprint_anew(words),
            None => {
                let canonical = self.canonical(&Position::of_words(words.to_vec()));
                Fingerprint::of_words(self.words(&canonical))
            }
        }
    }

    /// The lasting fingerprint of the position with these words.
    pub(super) fn lasting_fingerprint_of(&self, words: &[u64]) -> u128 {
        let Compilation {
            lasting,
            code,
            domains,
            ..
        } = &*self.compilation;
        let known = lasting.get_or_init(|| match domains.is_empty() {
            true => LastingFingerprints::new(&self.rules, &code.layout),
            // The facts of other fluents are no bits by themselves.
            false => None,
        });
        match known {
            Some(known) => known.least(words),
            None => {
                let position = Position::of_words(words.to_vec());
                self.rules.least_fingerprint(&self.facts(&position))
            }
        }
    }

    /// Whether the programs of a position tell the goals without its moves.
    pub(super) fn goals_are_plain(&self) -> bool {
        self.compilation.has_goals && !self.compilation.code.asking.goals
    }
}

impl Game for Compiled {
    type Position = Position;
    type Move = Move;
    type Error = Error;

    fn role_count(&self) -> usize {
        self.rules.role_count()
    }

    fn initial(&self) -> Position {
        self.position(&self.rules.initial())
    }

    fn turn(&self, position: &Position) -> Result<Turn<Move>, Error> {
        let workspace = self.with_turn(position);
        match self.state(|| position.clone(), workspace.over())? {
            State::Open => {}
            State::Over => return Ok(Turn::Over),
            State::Beyond => return self.turn_beyond(position, &workspace),
        }
        let turn = self.listed(&workspace);
        let listed = |place: Place| {
            Move(Kind::Listed(ListedMove {
                number: workspace.programs().number(place),
                place,
                turn: Arc::clone(&turn),
            }))
        };
        let moves: Vec<Move> = workspace.all().into_iter().map(listed).collect();
        Ok(Turn::by_role(moves, |played| played.named().role))
    }

    fn over(&self, position: &Position) -> Result<bool, Error> {
        let mut workspace = self.with(position);
        workspace.find(Wanted::Any);
        match self.state(|| position.clone(), workspace.over())? {
            State::Open => Ok(workspace.count() == 0),
            State::Over => Ok(true),
            State::Beyond => self.is_over_beyond(position),
        }
    }

    fn play(&self, position: &Position, moves: &[Move]) -> Result<Position, Error> {
        if let [Move(Kind::Listed(played))] = moves
            && self.compilation.has_effects
        {
            let mut workspace = self.with(position);
            workspace.keep(&played.turn.kept);
            if workspace.play(played.place) {
                return Ok(workspace.position());
            }
        }
        let numbers = |played: &Move| match &played.0 {
            Kind::Listed(listed) => Some(listed.number),
            Kind::Ruled(_) => None,
        };
        if moves.len() > 1
            && self.compilation.has_joint_effects
            && let Some(numbers) = moves.iter().map(numbers).collect::<Option<Vec<u32>>>()
        {
            let mut workspace = self.with(position);
            if workspace.play_together(&numbers) {
                return Ok(workspace.position());
            }
        }
        let moves: Vec<game::Move> = moves.iter().map(|played| self.named(played)).collect();
        self.play_by_rules(position, &moves)
    }

    fn canonical(&self, position: &Position) -> Position {
        match self.rules.symmetry_count() {
            1 => position.clone(),
            // An image without a place is not taken for the same position, which is safe.
            _ => {
                let canonical = self.rules.canonical(&self.facts(position));
                self.placed(&canonical).unwrap_or_else(|| position.clone())
            }
        }
    }

    fn goal(&self, position: &Position, role: Role) -> Result<u8, Error> {
        let compiled = self
            .judging_goals(position)
            .map(|mut workspace| workspace.goal(role));
        let result = compiled
            .flatten()
            .and_then(|value| u8::try_from(value).ok())
            .filter(|value| *value <= 100);
        result.map_or_else(|| self.rules.goal(&self.facts(position), role), Ok)
    }

    fn goals(&self, position: &Position) -> Result<Vec<u8>, Error> {
        let mut workspace = self.judging_goals(position);
        let is_compiled = workspace.is_some();
        let compiled = workspace
            .as_mut()
            .map_or(&[][..], |workspace| workspace.goals());
        let values = compiled.chunks(2).map(|pair| {
            u8::try_from(pair[1])
                .ok()
                .filter(|value| pair[0] != 0 && *value <= 100)
        });
        let known: Option<Vec<u8>> = values.collect();
        match known {
            Some(goals) if is_compiled => Ok(goals),
            _ => (0..self.role_count())
                .map(|role| self.rules.goal(&self.facts(position), Role(role)))
                .collect(),
        }
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        self.rules.heuristic(name)
    }

    fn evaluate(&self, position: &Position, heuristic: usize, role: Role) -> Result<i64, Error> {
        let runners = self.heuristic_runners(heuristic);
        let judged = runners.and_then(|(runners, asks_for_moves)| {
            Some((runners, self.judging(position, asks_for_moves)?))
        });
        let compiled =
            judged.map(|(runners, mut workspace)| workspace.evaluate(heuristic, runners, role));
        compiled.flatten().map_or_else(
            || self.rules.evaluate(&self.facts(position), heuristic, role),
            Ok,
        )
    }

    fn quiet(&self, position: &Position) -> Result<bool, Error> {
        let Compilation {
            has_quiet, code, ..
        } = &*self.compilation;
        let judged = has_quiet
            .then(|| self.judging(position, code.asking.quiet))
            .flatten();
        let compiled = judged.map(|mut workspace| workspace.quiet());
        compiled
            .flatten()
            .map_or_else(|| self.rules.quiet(&self.facts(position)), Ok)
    }

    fn key(&self, position: &Position) -> u64 {
        self.facts(position).key()
    }
}

impl RuleGame for Compiled {
    fn position(&self, position: &game::Position) -> Position {
        let placed = self.placed(position);
        placed.expect("a position for which `Compilation::has_place` says that it has a place")
    }

    fn facts(&self, position: &Position) -> game::Position {
        let cells = self.cells(position);
        let domains = &self.compilation.domains;
        domains.position_of(self.rules.schema(), &cells)
    }

    fn named(&self, played: &Move) -> game::Move {
        played.named().clone()
    }
}
