//! Who wins with best play: a game solved to its end.
//!
//! The question is asked for one role at a time, against all others. Where it is to move one good
//! move is enough; where another role is to move every move must do (an AND/OR search). The answer
//! is the goal that the role can force, the greatest over its own moves and the least over the
//! others', so that a draw is neither a win nor a loss. (Zermelo, "Über eine Anwendung der
//! Mengenlehre auf die Theorie des Schachspiels", 1913.) In a game for two whose goals add up to
//! 100, the goal that one role can force is the goal that the other cannot prevent.
//!
//! Each position is solved once and kept in a [`Table`], on request up to symmetry. The trade-off:
//! the search goes to the end of the game, so the game must end; a position that is repeated on its
//! own line is refused. If such a line counted as a draw, a position's value would depend on how it
//! was reached, and the table would be wrong for other ways to reach it.

use std::rc::Rc;
use std::slice;

use rustc_hash::FxHashMap;

use super::error::SearchError;
use super::limits::MAX_PLIES;
use super::meter::Meter;
use super::table::Table;
use super::walk::Search;
use super::watch::Watch;
use crate::game::{Game, Role, Turn};

/// The goal of a win, and the greatest goal.
pub(super) const BEST_GOAL: u8 = 100;
/// The goal of a loss.
const WORST_GOAL: u8 = 0;

/// The options of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// Whether positions that are the same up to symmetry, see [`Game::canonical`], are solved only
    /// once. The answer is the same, but there is less work.
    pub symmetries: bool,
    /// Whether every position is solved. By default only the positions that the answer needs are
    /// solved: after a winning move of a role its other moves are skipped, and likewise after a
    /// losing one of its opponent.
    pub full: bool,
    /// The number of positions that are kept for each question. If there are more positions, some
    /// are solved repeatedly.
    pub table: usize,
    /// The length of the longest line in plies, at most [`MAX_PLIES`].
    pub depth: usize,
}

impl Default for SolveOptions {
    /// No symmetries, only the positions that the answer needs, a million positions, the longest
    /// lines.
    fn default() -> Self {
        SolveOptions {
            symmetries: false,
            full: false,
            table: 1 << 20,
            depth: MAX_PLIES,
        }
    }
}

/// The result that a role can force, whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Goal 100.
    Wins,
    /// No more than goal 0.
    Loses,
    /// A goal in between: a draw, or another goal.
    Draws,
}

impl Outcome {
    /// The outcome for a role that can force this goal.
    pub fn of_goal(goal: u8) -> Outcome {
        match goal {
            BEST_GOAL.. => Outcome::Wins,
            WORST_GOAL => Outcome::Loses,
            _ => Outcome::Draws,
        }
    }
}

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The role to move; the first role if the game is over.
    pub role: Role,
    /// For each role the goal that it can force.
    pub goals: Vec<u8>,
    /// A line to the end in which the role to move forces its goal and the others allow no more;
    /// among equal moves the first in the order of the game.
    pub line: Vec<M>,
    /// The number of positions solved, each counted once unless the table was too small.
    pub positions: u64,
}

impl<M> Solution<M> {
    /// The same result with other names for the moves.
    pub fn map<N>(self, name: impl Fn(&M) -> N) -> Solution<N> {
        let Solution {
            role,
            goals,
            line,
            positions,
        } = self;
        Solution {
            role,
            goals,
            line: line.iter().map(name).collect(),
            positions,
        }
    }

    /// For each role the outcome that it can force.
    pub fn outcomes(&self) -> Vec<Outcome> {
        self.goals
            .iter()
            .map(|goal| Outcome::of_goal(*goal))
            .collect()
    }

    /// The role that wins with best play, if there is one; the first if several can force a win.
    pub fn winner(&self) -> Option<Role> {
        self.goals
            .iter()
            .position(|goal| *goal == BEST_GOAL)
            .map(Role)
    }
}

/// Solves positions of one game, and keeps solved positions for later questions.
pub struct Solver<'a, G: Game> {
    game: &'a G,
    options: SolveOptions,
    settled: Vec<SolvedPositions<G::Position>>,
}

/// The solved positions of one question.
struct SolvedPositions<P> {
    question: Question,
    goals: Table<Rc<P>, u8>,
    /// Whether all finished games so far had goals that add up to 100, in a game for two.
    zero_sum: bool,
}

/// A question about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Question {
    /// The role for which it is asked.
    pub(super) role: Role,
    /// Whether only a win counts: any other goal then counts as 0, and the search is shorter.
    pub(super) only_wins: bool,
}

impl<'a, G: Game> Solver<'a, G> {
    /// Creates a solver without solved positions.
    pub fn new(game: &'a G, options: SolveOptions) -> Self {
        Solver {
            game,
            options,
            settled: Vec::new(),
        }
    }

    /// Finds the goal that each role can force in a position, and a line.
    ///
    /// # Errors
    /// [`SearchError::Game`] if the rules cannot be followed, [`SearchError::JointTurn`] if several
    /// roles move at once, [`SearchError::NoMoves`] if the game breaks its contract,
    /// [`SearchError::Repetition`] if a position is repeated, [`SearchError::Unsettled`] if a line
    /// is longer than the options allow, and [`SearchError::Stopped`] if the watcher stops the
    /// search.
    pub fn solve(
        &mut self,
        position: &G::Position,
        watch: &mut dyn Watch,
    ) -> Result<Solution<G::Move>, SearchError<G::Error>> {
        let role = match self.game.turn(position)? {
            Turn::Single(role, _) => role,
            Turn::Over => Role(0),
            Turn::Joint(_) => return Err(SearchError::JointTurn { ply: 0 }),
        };
        let question = Question {
            role,
            only_wins: false,
        };
        let mut proof = self.proof(question, watch);
        let own = proof.solve(position)?;
        let (zero_sum, mut positions) = (proof.settled.zero_sum, proof.meter.progress.nodes);
        let line = proof.line(position)?;
        let mut goals = Vec::new();
        for other in (0..self.game.role_count()).map(Role) {
            goals.push(if other == role {
                own
            } else if zero_sum {
                BEST_GOAL - own
            } else {
                let mut proof = self.proof(
                    Question {
                        role: other,
                        ..question
                    },
                    watch,
                );
                let goal = proof.solve(position)?;
                positions += proof.meter.progress.nodes;
                goal
            });
        }
        Ok(Solution {
            role,
            goals,
            line,
            positions,
        })
    }

    /// Whether a role has a winning strategy: it wins whatever the others do. A draw is not a win.
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn wins(
        &mut self,
        position: &G::Position,
        role: Role,
        watch: &mut dyn Watch,
    ) -> Result<bool, SearchError<G::Error>> {
        let goal = self
            .proof(
                Question {
                    role,
                    only_wins: true,
                },
                watch,
            )
            .solve(position)?;
        Ok(goal == BEST_GOAL)
    }

    /// Creates a search for the answer to a question, with its solved positions.
    pub(super) fn proof<'b>(
        &'b mut self,
        question: Question,
        watch: &'b mut dyn Watch,
    ) -> SolveRun<'b, G> {
        let known = self
            .settled
            .iter()
            .position(|settled| settled.question == question);
        let place = known.unwrap_or_else(|| {
            let zero_sum = self.game.role_count() == 2;
            self.settled.push(SolvedPositions {
                question,
                goals: Table::new(self.options.table),
                zero_sum,
            });
            self.settled.len() - 1
        });
        let settled = &mut self.settled[place];
        SolveRun {
            game: self.game,
            options: &self.options,
            settled,
            on_line: FxHashMap::default(),
            line: Vec::new(),
            meter: Meter::new(watch),
        }
    }
}

/// A running search.
pub(super) struct SolveRun<'b, G: Game> {
    pub(super) game: &'b G,
    options: &'b SolveOptions,
    settled: &'b mut SolvedPositions<G::Position>,
    /// The positions of the current line, with their plies from the root.
    on_line: FxHashMap<Rc<G::Position>, usize>,
    /// The moves of the current line.
    line: Vec<G::Move>,
    pub(super) meter: Meter<'b>,
}

impl<G: Game> SolveRun<'_, G> {
    /// The goal that the question's role can force in a position.
    pub(super) fn solve(&mut self, position: &G::Position) -> Search<G, u8> {
        self.goal(&Rc::new(position.clone()))
    }

    /// The goal that the question's role can force in a position of the current line.
    fn goal(&mut self, position: &Rc<G::Position>) -> Search<G, u8> {
        let key = self.key(position);
        if let Some(goal) = self.settled.goals.get(&key) {
            return Ok(*goal);
        }
        self.meter.count()?;
        let goal = match self.game.turn(position)? {
            Turn::Over => self.result(position)?,
            Turn::Joint(_) => {
                return Err(SearchError::JointTurn {
                    ply: self.line.len(),
                });
            }
            Turn::Single(role, moves) => {
                self.enter(&key)?;
                let goal = self.best(position, role, moves)?;
                self.on_line.remove(&key);
                goal
            }
        };
        if self.game.memory_is_short() {
            self.settled.goals.forget_the_oldest();
        }
        self.settled.goals.insert(key, goal);
        Ok(goal)
    }

    /// The position after a move, shared so that a large one does not lie on the native stack.
    fn after(&self, position: &G::Position, played: &G::Move) -> Search<G, Rc<G::Position>> {
        Ok(Rc::new(self.game.play(position, slice::from_ref(played))?))
    }

    /// The position that is the key in the table.
    fn key(&self, position: &Rc<G::Position>) -> Rc<G::Position> {
        if self.options.symmetries {
            Rc::new(self.game.canonical(position))
        } else {
            Rc::clone(position)
        }
    }

    /// The goal of a finished game, as the question counts it.
    fn result(&mut self, position: &G::Position) -> Search<G, u8> {
        let Question { role, only_wins } = self.settled.question;
        let goal = self.game.goal(position, role)?.min(BEST_GOAL);
        if only_wins {
            return Ok(if goal == BEST_GOAL {
                BEST_GOAL
            } else {
                WORST_GOAL
            });
        }
        if self.settled.zero_sum {
            self.settled.zero_sum =
                goal + self.game.goal(position, Role(1 - role.0))?.min(BEST_GOAL) == BEST_GOAL;
        }
        Ok(goal)
    }

    /// Adds a position to the current line; an error if it is a repetition, or the line is too
    /// long.
    fn enter(&mut self, key: &Rc<G::Position>) -> Search<G, ()> {
        let plies = self.line.len();
        if let Some(&earlier) = self.on_line.get(key) {
            let written: Vec<String> = self
                .line
                .iter()
                .map(|played| format!("{played:?}"))
                .collect();
            return Err(SearchError::Repetition {
                earlier,
                later: plies,
                line: written.join(" "),
            });
        }
        if plies >= self.options.depth.min(MAX_PLIES) {
            return Err(SearchError::Unsettled { plies });
        }
        self.on_line.insert(Rc::clone(key), plies);
        Ok(())
    }

    /// The best goal among the moves of a role: the greatest if the question's role is to move,
    /// otherwise the least.
    fn best(&mut self, position: &G::Position, role: Role, moves: Vec<G::Move>) -> Search<G, u8> {
        let own = role == self.settled.question.role;
        let mut best = None;
        for played in moves {
            let child = self.after(position, &played)?;
            self.line.push(played);
            let goal = self.goal(&child)?;
            self.line.pop();
            best = best.map_or(Some(goal), |best: u8| {
                Some(if own { best.max(goal) } else { best.min(goal) })
            });
            if !self.options.full && goal == if own { BEST_GOAL } else { WORST_GOAL } {
                break;
            }
        }
        best.ok_or(SearchError::NoMoves {
            role,
            ply: self.line.len(),
        })
    }

    /// A line to the end of the game along which the goal of the position stays the same.
    fn line(&mut self, position: &G::Position) -> Search<G, Vec<G::Move>> {
        let mut line = Vec::new();
        let mut position = Rc::new(position.clone());
        let goal = self.goal(&position)?;
        while let Turn::Single(_, moves) = self.game.turn(&position)? {
            let mut next = None;
            for played in moves {
                let child = self.after(&position, &played)?;
                if self.goal(&child)? == goal {
                    next = Some((played, child));
                    break;
                }
            }
            let (played, child) = next.expect("the goal of a position is that of one of its moves");
            line.push(played);
            position = child;
        }
        Ok(line)
    }
}
