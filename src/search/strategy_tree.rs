//! A winning strategy as a tree: one move where the winner is to move, all moves elsewhere.

use std::slice;

use super::error::SearchError;
use super::meter::Meter;
use super::solve::{Payoff, Solver};
use super::walk::Search;
use super::watch::Watch;
use crate::game::{FastPaths, Game, Role, Turn};

/// How a role wins, whatever the others do. The nodes are in the order of their creation, breadth
/// first; the first is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyTree<P, M> {
    /// The role that wins.
    pub winner: Role,
    /// All nodes; a node refers to others by their index here.
    pub nodes: Vec<StrategyNode<P, M>>,
}

/// The strategy tree of a game.
pub type StrategyOf<G> = StrategyTree<<G as Game>::Position, <G as Game>::Move>;

/// A position that can occur when the winner follows the strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyNode<P, M> {
    /// The position.
    pub position: P,
    /// The move to this node; `None` at the root.
    pub played: Option<M>,
    /// The index of the parent; `None` at the root.
    pub parent: Option<usize>,
    /// The indexes of the children: one if the winner is to move, one for each move of another
    /// role, none if the game is over.
    pub children: Vec<usize>,
    /// The role to move; `None` if the game is over.
    pub turn: Option<Role>,
    /// Plies from the root.
    pub ply: usize,
}

impl<P, M> StrategyNode<P, M> {
    fn new(position: P, played: Option<M>, parent: Option<usize>, ply: usize) -> Self {
        StrategyNode {
            position,
            played,
            parent,
            children: Vec::new(),
            turn: None,
            ply,
        }
    }
}

impl<P, M> StrategyTree<P, M> {
    /// The same tree with other forms of positions and moves.
    pub fn map<Q, N>(
        self,
        position: impl Fn(&P) -> Q,
        name: impl Fn(&M) -> N,
    ) -> StrategyTree<Q, N> {
        let node = |node: StrategyNode<P, M>| StrategyNode {
            position: position(&node.position),
            played: node.played.as_ref().map(&name),
            parent: node.parent,
            children: node.children,
            turn: node.turn,
            ply: node.ply,
        };
        StrategyTree {
            winner: self.winner,
            nodes: self.nodes.into_iter().map(node).collect(),
        }
    }
}

impl<P: PartialEq, M> StrategyTree<P, M> {
    /// Whether the way to a node leads through this position.
    fn leads_through(&self, place: usize, position: &P) -> bool {
        std::iter::successors(Some(place), |place| self.nodes[*place].parent)
            .any(|place| self.nodes[place].position == *position)
    }
}

impl<P, M: Clone> StrategyTree<P, M> {
    /// The number of nodes, including the root.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The length of the longest line in plies.
    pub fn depth(&self) -> usize {
        self.nodes.last().map_or(0, |last| last.ply)
    }

    /// The longest game against the strategy: the first line of maximum length.
    pub fn longest_line(&self) -> Vec<M> {
        let deepest = self.nodes.iter().position(|node| node.ply == self.depth());
        let way = std::iter::successors(deepest, |&place| self.nodes[place].parent);
        let mut line: Vec<M> = way
            .filter_map(|place| self.nodes[place].played.clone())
            .collect();
        line.reverse();
        line
    }
}

impl<G: FastPaths> Solver<'_, G> {
    /// The tree of a role's winning strategy from a position; `None` if it has none. Where it is to
    /// move, the strategy of a search plays the first move that wins at once. If there is none it
    /// plays the first move that keeps the win, which is not always the quickest way. The strategy of
    /// retrograde analysis plays the first move of a quickest way, and so does that of proof numbers where
    /// a position comes back.
    ///
    /// # Errors
    /// As for [`Solver::solve`], and [`SearchError::TooManyPositions`] if the tree would have more
    /// nodes than the limit.
    pub fn strategy(
        &mut self,
        position: &G::Position,
        role: Role,
        limit: usize,
        watch: &mut dyn Watch,
    ) -> Result<Option<StrategyOf<G>>, SearchError<G::Error>> {
        self.by_method(
            self.options.method,
            &mut Meter::new(watch),
            |solver, meter| match solver.wins_by_search(position, role, meter)? {
                true => solver
                    .strategy_tree(position, role, limit, meter, Self::winning_move_by_search)
                    .map(Some),
                false => Ok(None),
            },
            |solver, meter| match solver.wins_backwards(position, role, meter)? {
                true => solver
                    .strategy_tree(position, role, limit, meter, Self::winning_move_backwards)
                    .map(Some),
                false => Ok(None),
            },
            |solver, nodes, meter| solver.strategy_by_proof(position, role, limit, (nodes, meter)),
        )
    }

    /// The strategy by proof numbers; none if that takes more than `nodes` nodes. If a position comes
    /// back on a line, the strategy plays the quickest win.
    fn strategy_by_proof(
        &mut self,
        position: &G::Position,
        role: Role,
        limit: usize,
        (nodes, meter): (u64, &mut Meter),
    ) -> Search<G, Option<Option<StrategyOf<G>>>> {
        loop {
            let is_bounded = self.proof_numbers().only_bounded();
            match self.wins_by_proof(position, role, nodes, meter)? {
                None => return Ok(None),
                Some(false) => return Ok(Some(None)),
                Some(true) => {}
            }
            let mut has_given_up = false;
            let find = |solver: &mut Self, position: &G::Position, role, meter: &mut Meter| {
                let found = solver.winning_move_by_proof(position, role, nodes, meter)?;
                has_given_up |= found.is_none();
                found.ok_or(SearchError::Stopped {
                    nodes: meter.progress.nodes,
                })
            };
            match self.strategy_tree(position, role, limit, meter, find) {
                Err(SearchError::Unsettled { .. }) if !is_bounded => {
                    self.proof_numbers().begin_bounded();
                }
                Err(SearchError::Stopped { .. }) if has_given_up => return Ok(None),
                tree => return Ok(Some(Some(tree?))),
            }
        }
    }

    /// The tree of a winning strategy whose moves are found in this way, as indices.
    fn strategy_tree(
        &mut self,
        position: &G::Position,
        winner: Role,
        limit: usize,
        meter: &mut Meter,
        mut find: impl FnMut(&mut Self, &G::Position, Role, &mut Meter) -> Search<G, Option<usize>>,
    ) -> Search<G, StrategyOf<G>> {
        let mut tree = StrategyTree {
            winner,
            nodes: vec![StrategyNode::new(position.clone(), None, None, 0)],
        };
        let mut place = 0;
        while place < tree.nodes.len() {
            meter.count()?;
            let moves = self.moves(&mut tree, place, meter, &mut find)?;
            if tree.nodes.len() + moves.len() > limit {
                return Err(SearchError::TooManyPositions { limit });
            }
            for played in moves {
                let node = &tree.nodes[place];
                let ply = node.ply + 1;
                let position = self.game.play(&node.position, slice::from_ref(&played))?;
                if tree.leads_through(place, &position) {
                    return self.give_up_search(ply);
                }
                let child = StrategyNode::new(position, Some(played), Some(place), ply);
                let child_place = tree.nodes.len();
                tree.nodes[place].children.push(child_place);
                tree.nodes.push(child);
            }
            place += 1;
        }
        Ok(tree)
    }

    /// Sets the role to move of a node, and returns the moves for its children.
    fn moves(
        &mut self,
        tree: &mut StrategyOf<G>,
        place: usize,
        meter: &mut Meter,
        find: impl FnOnce(&mut Self, &G::Position, Role, &mut Meter) -> Search<G, Option<usize>>,
    ) -> Search<G, Vec<G::Move>> {
        let node = &mut tree.nodes[place];
        let Turn::Single(role, mut moves) = self.game.turn(&node.position)? else {
            return Ok(Vec::new());
        };
        node.turn = Some(role);
        if role != tree.winner {
            return Ok(moves);
        }
        let winning = find(self, &node.position, role, meter)?;
        Ok(winning
            .map(|index| moves.swap_remove(index))
            .into_iter()
            .collect())
    }

    fn winning_move_by_search(
        &mut self,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, Option<usize>> {
        self.ask(position, role, Payoff::Goal, meter, |prover| {
            prover.winning_move()
        })
    }
}
