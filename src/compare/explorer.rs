//! Plays several games side by side from their starts: the first game, and others that are compared
//! with it.
//!
//! A node has a position of each game that is still followed. A game that is known to differ is
//! followed only on lines shorter than the one that shows it. So the same walk finds first
//! differences and shorter ones.

use rustc_hash::FxHashSet;

use super::difference::{Aspect, Difference, DifferenceSide};
use super::host::{CompareHost, CompareProgress, CompareStage};
use super::names::NameMap;
use super::pairing::{Matches, Pairing, PairingOutcome};
use super::seen::{Seen, SeenGame, SeenMover};
use crate::game::{Board, Error, Failure, Game, Move, Position, Rules};

/// One ply of a line: the moves as the first game writes them, one for each role to move.
pub(super) type ComparedPly = Vec<String>;

/// Why a comparison cannot go on.
pub(super) enum Halt {
    /// The host stopped it.
    Stopped,
    /// A file of names has an error, or the positions that the comparison keeps take too much
    /// memory.
    Failed(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Halt::Failed(failure)
    }
}

/// A game that is compared with the first.
pub(super) struct Other<'a> {
    pub player: SeenGame<'a>,
    /// `None` if the two games do not have the same roles and squares.
    pub pairing: Option<Pairing<'a>>,
    pub found: Option<FoundDifference>,
}

/// A line after which a game differs from the first, and the differences.
pub(super) struct FoundDifference {
    pub line: Vec<ComparedPly>,
    pub aspects: Vec<Aspect>,
    boards: Option<(Board, Board)>,
}

impl Other<'_> {
    /// Whether the game is followed to positions after `plies` plies.
    pub fn is_followed(&self, plies: usize) -> bool {
        self.found
            .as_ref()
            .is_none_or(|found| plies < found.line.len())
    }
}

/// A position of the first game, and a position of each other game that is followed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct ExploredNode {
    pub first: Position,
    pub others: Vec<Option<Position>>,
}

/// What the games show at a node.
pub(super) struct NodeView {
    pub movers: Vec<SeenMover>,
    /// For each other game that is followed and does not differ here.
    matches: Vec<Option<Matches>>,
}

/// Walks over nodes, and keeps the differences.
pub(super) struct Explorer<'a, 'h> {
    pub first: SeenGame<'a>,
    pub others: Vec<Other<'a>>,
    /// The different nodes that were compared, and the number of their moves.
    compared: FxHashSet<ExploredNode>,
    pub moves: u64,
    host: &'h mut dyn CompareHost,
}

impl<'a, 'h> Explorer<'a, 'h> {
    pub fn new(
        first: &'a Rules,
        others: &[(&'a Rules, &'a NameMap)],
        host: &'h mut dyn CompareHost,
    ) -> Result<Self, Failure> {
        let first_board = first.board(&first.initial()).ok().flatten();
        let other = |(rules, names): &(&'a Rules, &'a NameMap)| {
            let board = rules.board(&rules.initial()).ok().flatten();
            let paired = Pairing::new(
                (first, *rules),
                names,
                (first_board.as_ref(), board.as_ref()),
            )?;
            let (pairing, found) = match paired {
                Ok(pairing) => (Some(pairing), None),
                Err(aspect) => (
                    None,
                    Some(FoundDifference {
                        line: Vec::new(),
                        aspects: vec![aspect],
                        boards: None,
                    }),
                ),
            };
            Ok(Other {
                player: SeenGame::new(rules),
                pairing,
                found,
            })
        };
        let others = others.iter().map(other).collect::<Result<_, Failure>>()?;
        Ok(Explorer {
            first: SeenGame::new(first),
            others,
            compared: FxHashSet::default(),
            moves: 0,
            host,
        })
    }

    /// The node with the starts of all games.
    pub fn root(&self) -> ExploredNode {
        let start = |other: &Other<'_>| other.is_followed(0).then(|| other.player.rules.initial());
        ExploredNode {
            first: self.first.rules.initial(),
            others: self.others.iter().map(start).collect(),
        }
    }

    /// Whether any game is followed to positions after `plies` plies.
    pub fn follows(&self, plies: usize) -> bool {
        self.others.iter().any(|other| other.is_followed(plies))
    }

    pub fn report(&mut self, stage: CompareStage, done: usize, total: usize) -> Result<(), Halt> {
        let progress = CompareProgress {
            stage,
            done,
            total,
            positions: self.positions(),
        };
        if self.host.look(progress).is_break() {
            Err(Halt::Stopped)
        } else {
            Ok(())
        }
    }

    /// The number of different nodes that were compared.
    pub fn positions(&self) -> u64 {
        self.compared.len() as u64
    }

    /// Counts a node that was compared, unless it is already counted.
    pub fn count(&mut self, node: &ExploredNode, view: &NodeView) {
        if self.compared.insert(node.clone()) {
            self.moves += view
                .movers
                .iter()
                .map(|mover| mover.moves.len() as u64)
                .sum::<u64>();
        }
    }

    /// Compares the games at a node after `plies` plies, and records the games that differ there.
    /// Returns `None` if no game is left to follow.
    pub fn look(
        &mut self,
        node: &ExploredNode,
        line: &dyn Fn() -> Vec<ComparedPly>,
        plies: usize,
    ) -> Result<Option<NodeView>, Halt> {
        let seen = match self.first.look(&node.first, self.host) {
            Ok(seen) => seen,
            Err(error) => {
                let aspect = failing(DifferenceSide::First, self.first.rules, &error)?;
                self.end_all(plies, line, &aspect);
                return Ok(None);
            }
        };
        let mut matches = Vec::with_capacity(self.others.len());
        for (at, position) in node.others.iter().enumerate() {
            let followed = position
                .as_ref()
                .filter(|_| self.others[at].is_followed(plies));
            matches.push(match followed {
                Some(position) => self.compare(at, &seen, position, line)?,
                None => None,
            });
        }
        if matches.iter().all(Option::is_none) {
            return Ok(None);
        }
        Ok(Some(NodeView {
            movers: seen.movers,
            matches,
        }))
    }

    /// Compares the position of one game with the first game.
    fn compare(
        &mut self,
        at: usize,
        seen: &Seen,
        position: &Position,
        line: &dyn Fn() -> Vec<ComparedPly>,
    ) -> Result<Option<Matches>, Halt> {
        let other = &mut self.others[at];
        let Some(pairing) = &mut other.pairing else {
            return Ok(None);
        };
        let (aspects, boards) = match other.player.look(position, self.host) {
            Err(error) => (
                vec![failing(DifferenceSide::Other, other.player.rules, &error)?],
                None,
            ),
            Ok(own) => match pairing.compare(seen, &own)? {
                PairingOutcome::Alike(matches) => return Ok(Some(matches)),
                PairingOutcome::Different(aspects) => {
                    let boards = seen
                        .board
                        .clone()
                        .zip(own.board)
                        .filter(|_| pairing.has_boards());
                    (aspects, boards)
                }
            },
        };
        other.found = Some(FoundDifference {
            line: line(),
            aspects,
            boards,
        });
        Ok(None)
    }

    /// Records a failure of the first game: all others differ from it.
    fn end_all(&mut self, plies: usize, line: &dyn Fn() -> Vec<ComparedPly>, aspect: &Aspect) {
        for other in self
            .others
            .iter_mut()
            .filter(|other| other.is_followed(plies))
        {
            other.found = Some(FoundDifference {
                line: line(),
                aspects: vec![aspect.clone()],
                boards: None,
            });
        }
    }

    /// Plays a ply at a node after `plies` plies; `choice` has the place of each mover's move.
    /// Returns `None` if no game is left to follow.
    pub fn play(
        &mut self,
        node: &ExploredNode,
        view: &NodeView,
        choice: &[usize],
        line: &dyn Fn() -> Vec<ComparedPly>,
        plies: usize,
    ) -> Result<Option<ExploredNode>, Halt> {
        let plies = plies + 1;
        let line = || {
            let mut line = line();
            line.push(ply(view, choice));
            line
        };
        let moves: Vec<Move> = view
            .movers
            .iter()
            .zip(choice)
            .map(|(mover, &at)| mover.moves[at].1.clone())
            .collect();
        let first = match self.first.play(&node.first, &moves, self.host) {
            Ok(first) => first,
            Err(error) => {
                let aspect = failing(DifferenceSide::First, self.first.rules, &error)?;
                self.end_all(plies, &line, &aspect);
                return Ok(None);
            }
        };
        let mut others = Vec::with_capacity(self.others.len());
        for (other, (position, matches)) in self
            .others
            .iter_mut()
            .zip(node.others.iter().zip(&view.matches))
        {
            let followed = position
                .as_ref()
                .zip(matches.as_ref())
                .filter(|_| other.is_followed(plies));
            let Some((position, matches)) = followed else {
                others.push(None);
                continue;
            };
            let moves: Vec<Move> = matches
                .iter()
                .zip(choice)
                .map(|(moves, &at)| moves[at].clone())
                .collect();
            match other.player.play(position, &moves, self.host) {
                Ok(position) => others.push(Some(position)),
                Err(error) => {
                    let aspect = failing(DifferenceSide::Other, other.player.rules, &error)?;
                    other.found = Some(FoundDifference {
                        line: line(),
                        aspects: vec![aspect],
                        boards: None,
                    });
                    others.push(None);
                }
            }
        }
        Ok(others
            .iter()
            .any(Option::is_some)
            .then_some(ExploredNode { first, others }))
    }

    /// The difference found between the first game and the other game `at`. All lines of up to
    /// `compared` plies have been compared.
    pub fn difference(
        &mut self,
        at: usize,
        compared: Option<usize>,
    ) -> Result<Option<Difference>, Failure> {
        let other = &mut self.others[at];
        let Some(FoundDifference {
            line,
            aspects,
            boards,
        }) = &other.found
        else {
            return Ok(None);
        };
        let line_in_other = match &mut other.pairing {
            Some(pairing) => line
                .iter()
                .map(|ply| pairing.written(ply))
                .collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        let shortest = compared.is_some_and(|plies| plies + 1 >= line.len()) || line.is_empty();
        Ok(Some(Difference {
            line: line.iter().map(|ply| ply.join("+")).collect(),
            line_in_other,
            aspects: aspects.clone(),
            boards: boards.clone(),
            shortest,
        }))
    }
}

/// A ply as the first game writes it.
pub(super) fn ply(view: &NodeView, choice: &[usize]) -> ComparedPly {
    view.movers
        .iter()
        .zip(choice)
        .map(|(mover, &at)| mover.moves[at].0.clone())
        .collect()
}

/// The aspect for a game whose rules cannot be evaluated. An error if the cause is the comparison.
fn failing(side: DifferenceSide, rules: &Rules, error: &Error) -> Result<Aspect, Halt> {
    if error.is_interruption() {
        return Err(Halt::Stopped);
    }
    // The comparison keeps the positions, so this limit says nothing about the game.
    if error.is_limit_on_positions() {
        return Err(Halt::Failed(rules.failure(error)));
    }
    Ok(Aspect::Fails {
        side,
        failure: rules.failure(error),
    })
}
