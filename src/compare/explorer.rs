//! Several games followed together from their starts: the first, and others held against it.
//!
//! A node is a position of each game that is still followed. Another game is followed as long as
//! lines are shorter than the shortest on which it is known to differ; so the same walk finds first
//! differences and shorter ones.

use rustc_hash::FxHashSet;

use super::difference::{Aspect, Difference, DifferenceSide};
use super::host::{CompareHost, CompareProgress, CompareStage};
use super::names::NameMap;
use super::pairing::{Matches, Pairing, PairingOutcome};
use super::seen::{Seen, SeenGame, SeenMover};
use crate::game::{Board, Error, Failure, Game, Move, Position, Rules};

/// One ply of a line: the moves as the first game writes them, one of each role that is to move.
pub(super) type ComparedPly = Vec<String>;

/// Why a comparison cannot go on.
pub(super) enum Halt {
    /// The host said so.
    Stopped,
    /// Names cannot be asked for, or the positions that are kept take too much memory.
    Failed(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Halt::Failed(failure)
    }
}

/// A game held against the first one.
pub(super) struct Other<'a> {
    pub player: SeenGame<'a>,
    /// None if the two have not even the same roles and squares.
    pub pairing: Option<Pairing<'a>>,
    pub found: Option<FoundDifference>,
}

/// A line on which a game differs from the first, and how.
pub(super) struct FoundDifference {
    pub line: Vec<ComparedPly>,
    pub aspects: Vec<Aspect>,
    boards: Option<(Board, Board)>,
}

impl Other<'_> {
    /// Whether the game is followed to a position after so many plies.
    pub fn is_followed(&self, plies: usize) -> bool {
        self.found
            .as_ref()
            .is_none_or(|found| plies < found.line.len())
    }
}

/// A position of the first game, and the one of each other game that is followed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct ExploredNode {
    pub first: Position,
    pub others: Vec<Option<Position>>,
}

/// What is seen at a node.
pub(super) struct NodeView {
    pub movers: Vec<SeenMover>,
    /// For each other game that is followed and no different here.
    matches: Vec<Option<Matches>>,
}

/// The walk over nodes.
pub(super) struct Explorer<'a, 'h> {
    pub first: SeenGame<'a>,
    pub others: Vec<Other<'a>>,
    /// The different nodes that were compared, and how many moves they have.
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

    /// The start of all games.
    pub fn root(&self) -> ExploredNode {
        let start = |other: &Other<'_>| other.is_followed(0).then(|| other.player.rules.initial());
        ExploredNode {
            first: self.first.rules.initial(),
            others: self.others.iter().map(start).collect(),
        }
    }

    /// Whether some game is followed to positions after so many plies.
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

    /// How many different nodes were compared.
    pub fn positions(&self) -> u64 {
        self.compared.len() as u64
    }

    /// Counts a node that was compared, if it is the first time.
    pub fn count(&mut self, node: &ExploredNode, view: &NodeView) {
        if self.compared.insert(node.clone()) {
            self.moves += view
                .movers
                .iter()
                .map(|mover| mover.moves.len() as u64)
                .sum::<u64>();
        }
    }

    /// Looks at a node that a line leads to, and takes note of the games that differ there. None if
    /// nothing is left to follow.
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

    /// Holds one game's position against what is seen of the first.
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

    /// The first game cannot be followed: all others differ from it.
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

    /// The node after a ply, given as the place of each mover's move, and after so many plies
    /// before it; none if nothing is left to follow.
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

    /// The difference found between the first and another game.
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

/// How the first game writes a ply.
pub(super) fn ply(view: &NodeView, choice: &[usize]) -> ComparedPly {
    view.movers
        .iter()
        .zip(choice)
        .map(|(mover, &at)| mover.moves[at].0.clone())
        .collect()
}

/// A game that cannot be followed; an error, if the comparison is the reason.
fn failing(side: DifferenceSide, rules: &Rules, error: &Error) -> Result<Aspect, Halt> {
    if error.is_interruption() {
        return Err(Halt::Stopped);
    }
    // The comparison keeps those positions: this says nothing of the game.
    if error.is_limit_on_positions() {
        return Err(Halt::Failed(rules.failure(error)));
    }
    Ok(Aspect::Fails {
        side,
        failure: rules.failure(error),
    })
}
