//! The searches of an engine. Each is a visitor: it converts the position to that of the form, and
//! the moves that it finds to those of the rules.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{Engine, Visitor};
use crate::clock;
use crate::game::{Error, Move, Position, RuleGame, Rules};
use crate::search::{
    self, Best, Deadline, Deepened, EndgameTable, Options, Playout, Score, SearchError, Share,
    Solution, SolveOptions, Solver, StrategyOf, TranspositionTable, TreeOf, Watch, Within,
    go_deeper,
};

/// The result of a search.
type SearchResult<T> = Result<T, SearchError<Error>>;

impl Engine {
    /// Finds the best move, by [`search::best`].
    ///
    /// # Errors
    /// As for [`search::best`].
    pub fn best(
        &self,
        position: &Position,
        options: &Options,
        watch: &mut dyn Watch,
    ) -> SearchResult<Best<Move>> {
        self.visit(BestMove {
            position,
            options,
            watch,
        })
    }

    /// Finds the best move within a time, by [`search::best_within`].
    ///
    /// # Errors
    /// As for [`search::best_within`].
    pub fn best_within(
        &self,
        position: &Position,
        options: &Options,
        time: Duration,
        watch: &mut dyn Watch,
    ) -> SearchResult<Deepened<Move>> {
        let clock = clock::stopwatch();
        let mut watch = Deadline::new(time, &clock, watch);
        self.deepen(position, options, &mut watch, &mut go_deeper)
    }

    /// Finds the best move by iterative deepening, by [`search::deepen`].
    ///
    /// # Errors
    /// As for [`search::deepen`].
    pub fn deepen(
        &self,
        position: &Position,
        options: &Options,
        watch: &mut dyn Watch,
        each: &mut dyn FnMut(&Deepened<Move>) -> ControlFlow<()>,
    ) -> SearchResult<Deepened<Move>> {
        self.visit(EverDeeper {
            position,
            options,
            watch,
            each,
        })
    }

    /// Finds the best move by iterative deepening with a table that is kept from move to move, by
    /// [`search::deepen_with`].
    ///
    /// # Errors
    /// As for [`search::deepen_with`].
    pub fn deepen_with(
        &self,
        position: &Position,
        options: &Options,
        table: &mut TranspositionTable,
        watch: &mut dyn Watch,
        each: &mut dyn FnMut(&Deepened<Move>) -> ControlFlow<()>,
    ) -> SearchResult<Deepened<Move>> {
        self.visit(DeeperWithTable {
            position,
            options,
            table,
            watch,
            each,
        })
    }

    /// Counts the lines of play of `depth` plies, by [`search::perft`].
    ///
    /// # Errors
    /// As for [`search::perft`].
    pub fn perft(
        &self,
        position: &Position,
        depth: usize,
        watch: &mut dyn Watch,
    ) -> SearchResult<u64> {
        self.perft_on(1, position, depth, watch)
    }

    /// Counts the lines of play on several threads, by [`search::perft_on`].
    ///
    /// # Errors
    /// As for [`search::perft`].
    pub fn perft_on(
        &self,
        threads: usize,
        position: &Position,
        depth: usize,
        watch: &mut dyn Watch,
    ) -> SearchResult<u64> {
        self.visit(LineCount {
            threads,
            position,
            depth,
            watch,
        })
    }

    /// Counts the lines of play that begin with each first ply, by [`search::divide`].
    ///
    /// # Errors
    /// As for [`search::divide`].
    pub fn divide(
        &self,
        position: &Position,
        depth: usize,
        watch: &mut dyn Watch,
    ) -> SearchResult<Vec<Share<Move>>> {
        self.divide_on(1, position, depth, watch)
    }

    /// Counts the lines of play that begin with each first ply on several threads, by
    /// [`search::divide_on`].
    ///
    /// # Errors
    /// As for [`search::divide`].
    pub fn divide_on(
        &self,
        threads: usize,
        position: &Position,
        depth: usize,
        watch: &mut dyn Watch,
    ) -> SearchResult<Vec<Share<Move>>> {
        self.visit(Shares {
            threads,
            position,
            depth,
            watch,
        })
    }

    /// Plays a random game of at most `limit` plies, by [`search::playout`].
    ///
    /// # Errors
    /// As for [`search::playout`].
    pub fn playout(
        &self,
        position: &Position,
        limit: usize,
        seed: u64,
    ) -> SearchResult<Playout<Position>> {
        let mut playouts = self.playouts(position, limit, &[seed])?;
        Ok(playouts.pop().expect("there is a game for each seed"))
    }

    /// Plays a random game of at most `limit` plies for each seed, by [`search::playouts`].
    ///
    /// # Errors
    /// As for [`search::playouts`].
    pub fn playouts(
        &self,
        position: &Position,
        limit: usize,
        seeds: &[u64],
    ) -> SearchResult<Vec<Playout<Position>>> {
        self.visit(RandomGames {
            position,
            limit,
            seeds,
        })
    }

    /// Finds the goal that each role can force, by [`Solver::solve`].
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn solve(
        &self,
        position: &Position,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> SearchResult<Solution<Move>> {
        let (solution, _) = self.visit(Solve {
            position,
            options,
            strategy: None,
            watch,
        })?;
        Ok(solution)
    }

    /// Solves the position and finds the strategy of the winner, if there is one, by
    /// [`Solver::strategy`]: a tree of at most `limit` nodes.
    ///
    /// # Errors
    /// As for [`Solver::strategy`].
    pub fn solve_with_strategy(
        &self,
        position: &Position,
        options: &SolveOptions,
        limit: usize,
        watch: &mut dyn Watch,
    ) -> SearchResult<(Solution<Move>, Option<StrategyOf<Rules>>)> {
        self.visit(Solve {
            position,
            options,
            strategy: Some(limit),
            watch,
        })
    }

    /// Solves the position and makes a table of the solved positions, by [`Solver::solve_to_table`].
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn solve_to_table(
        &self,
        position: &Position,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> SearchResult<(Solution<Move>, EndgameTable)> {
        self.visit(SolveToTable {
            position,
            options,
            watch,
        })
    }

    /// Finds the score that the role to move can force, by [`Solver::score`].
    ///
    /// # Errors
    /// As for [`Solver::score`].
    pub fn score(
        &self,
        position: &Position,
        heuristic: usize,
        options: &SolveOptions,
        watch: &mut dyn Watch,
    ) -> SearchResult<Score<Move>> {
        self.visit(SolveScore {
            position,
            heuristic,
            options,
            watch,
        })
    }

    /// Finds the shortest solution of a puzzle among the lines of at most `depth` plies, by
    /// [`search::shortest_within`].
    ///
    /// # Errors
    /// As for [`search::shortest_within`].
    pub fn shortest_within(
        &self,
        position: &Position,
        depth: usize,
        limit: usize,
        watch: &mut dyn Watch,
    ) -> SearchResult<Within<Move>> {
        self.visit(ShortestLine {
            position,
            depth,
            limit,
            watch,
        })
    }

    /// Gives values to the nodes of a tree of the game, by
    /// [`Tree::give_values`](search::Tree::give_values).
    ///
    /// # Errors
    /// As for [`search::best`].
    pub fn give_values(
        &self,
        tree: &mut TreeOf<Rules>,
        values: &Options,
        watch: &mut dyn Watch,
    ) -> SearchResult<()> {
        self.visit(TreeValues {
            tree,
            values,
            watch,
        })
    }
}

struct BestMove<'a> {
    position: &'a Position,
    options: &'a Options,
    watch: &'a mut dyn Watch,
}

impl Visitor for BestMove<'_> {
    type Output = SearchResult<Best<Move>>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let found = search::best(game, &position, self.options, self.watch)?;
        Ok(found.map(|played| game.named(played)))
    }
}

struct EverDeeper<'a> {
    position: &'a Position,
    options: &'a Options,
    watch: &'a mut dyn Watch,
    each: &'a mut dyn FnMut(&Deepened<Move>) -> ControlFlow<()>,
}

impl Visitor for EverDeeper<'_> {
    type Output = SearchResult<Deepened<Move>>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let mut each = |found: &Deepened<G::Move>| (self.each)(&named(game, found));
        let found = search::deepen(game, &position, self.options, self.watch, &mut each)?;
        Ok(named(game, &found))
    }
}

struct DeeperWithTable<'a> {
    position: &'a Position,
    options: &'a Options,
    table: &'a mut TranspositionTable,
    watch: &'a mut dyn Watch,
    each: &'a mut dyn FnMut(&Deepened<Move>) -> ControlFlow<()>,
}

impl Visitor for DeeperWithTable<'_> {
    type Output = SearchResult<Deepened<Move>>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let mut each = |found: &Deepened<G::Move>| (self.each)(&named(game, found));
        let found = search::deepen_with(
            game,
            &position,
            self.options,
            self.table,
            self.watch,
            &mut each,
        )?;
        Ok(named(game, &found))
    }
}

/// A search result with the moves of the rules.
fn named<G: RuleGame>(game: &G, found: &Deepened<G::Move>) -> Deepened<Move> {
    Deepened {
        best: found.best.clone().map(|played| game.named(played)),
        depth: found.depth,
        is_stopped: found.is_stopped,
    }
}

struct LineCount<'a> {
    threads: usize,
    position: &'a Position,
    depth: usize,
    watch: &'a mut dyn Watch,
}

impl Visitor for LineCount<'_> {
    type Output = SearchResult<u64>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        search::perft_on(self.threads, game, &position, self.depth, self.watch)
    }
}

struct Shares<'a> {
    threads: usize,
    position: &'a Position,
    depth: usize,
    watch: &'a mut dyn Watch,
}

impl Visitor for Shares<'_> {
    type Output = SearchResult<Vec<Share<Move>>>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let shares = search::divide_on(self.threads, game, &position, self.depth, self.watch)?;
        let named = |share: Share<G::Move>| Share {
            moves: share
                .moves
                .iter()
                .map(|played| game.named(played))
                .collect(),
            lines: share.lines,
        };
        Ok(shares.into_iter().map(named).collect())
    }
}

struct RandomGames<'a> {
    position: &'a Position,
    limit: usize,
    seeds: &'a [u64],
}

impl Visitor for RandomGames<'_> {
    type Output = SearchResult<Vec<Playout<Position>>>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let playouts = search::playouts(game, &position, self.limit, self.seeds)?;
        let as_facts = |playout: Playout<G::Position>| Playout {
            position: game.facts(&playout.position),
            plies: playout.plies,
            goals: playout.goals,
        };
        Ok(playouts.into_iter().map(as_facts).collect())
    }
}

struct Solve<'a> {
    position: &'a Position,
    options: &'a SolveOptions,
    /// The most nodes of the winner's strategy; none if no strategy is wanted.
    strategy: Option<usize>,
    watch: &'a mut dyn Watch,
}

impl Visitor for Solve<'_> {
    type Output = SearchResult<(Solution<Move>, Option<StrategyOf<Rules>>)>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let mut solver = Solver::new(game, self.options.clone());
        let solution = solver.solve(&position, self.watch)?;
        let strategy = match (solution.winner(), self.strategy) {
            (Some(winner), Some(limit)) => solver.strategy(&position, winner, limit, self.watch)?,
            _ => None,
        };
        let named = |played: &G::Move| game.named(played);
        let strategy = strategy.map(|tree| tree.map(|position| game.facts(position), named));
        Ok((solution.map(named), strategy))
    }
}

struct SolveToTable<'a> {
    position: &'a Position,
    options: &'a SolveOptions,
    watch: &'a mut dyn Watch,
}

impl Visitor for SolveToTable<'_> {
    type Output = SearchResult<(Solution<Move>, EndgameTable)>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let mut solver = Solver::new(game, self.options.clone());
        let (solution, table) = solver.solve_to_table(&position, self.watch)?;
        Ok((solution.map(|played| game.named(played)), table))
    }
}

struct SolveScore<'a> {
    position: &'a Position,
    heuristic: usize,
    options: &'a SolveOptions,
    watch: &'a mut dyn Watch,
}

impl Visitor for SolveScore<'_> {
    type Output = SearchResult<Score<Move>>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let mut solver = Solver::new(game, self.options.clone());
        let score = solver.score(&position, self.heuristic, self.watch)?;
        Ok(score.map(|played| game.named(played)))
    }
}

struct ShortestLine<'a> {
    position: &'a Position,
    depth: usize,
    limit: usize,
    watch: &'a mut dyn Watch,
}

impl Visitor for ShortestLine<'_> {
    type Output = SearchResult<Within<Move>>;

    fn start(&self) -> Option<&Position> {
        Some(self.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = game.position(self.position);
        let within = search::shortest_within(game, &position, self.depth, self.limit, self.watch)?;
        Ok(Within {
            best: within
                .best
                .map(|best| best.map(|played| game.named(played))),
            goes_on: within.goes_on,
            positions: within.positions,
        })
    }
}

struct TreeValues<'a> {
    tree: &'a mut TreeOf<Rules>,
    values: &'a Options,
    watch: &'a mut dyn Watch,
}

impl Visitor for TreeValues<'_> {
    type Output = SearchResult<()>;

    fn start(&self) -> Option<&Position> {
        self.tree.nodes.first().map(|root| &root.position)
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let position = |position: &Position| game.position(position);
        self.tree
            .give_values(game, position, self.values, self.watch)
    }
}
