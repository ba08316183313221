//! The simulations of a search.

use std::hash::{Hash, Hasher};
use std::slice;

use fastrand::Rng;
use rustc_hash::FxHasher;

use super::DEFAULT_PLAYOUTS;
use super::amaf::{Played, TableId, Tables};
use super::joint::Joint;
use super::kept::KeptTree;
use super::playout::{End, Player};
use super::select::Selection;
use super::tree::{Edges, Moves, NodeId, Tree};
use crate::game::{FastPaths, Role, Turn};
use crate::search::error::SearchError;
use crate::search::limits::MAX_PLIES;
use crate::search::meter::Meter;
use crate::search::options::Options;
use crate::search::step::moves_of_line;
use crate::search::walk::Search;
use crate::search::watch::Watch;

/// A position with fewer moves than these is chosen in by its own counts alone: they soon tell more
/// than those of all moves as first.
const MANY_MOVES: usize = 50;

/// The playouts with which a search begins, one in each simulation: with few playouts the tree needs
/// all of them to choose.
const FEW: u64 = 1024;

/// The playouts of one simulation after the first [`FEW`]: a quick game spends more time in its tree
/// than in its playouts otherwise.
const AT_ONCE: u64 = 4;

/// A running search.
pub(super) struct Run<'a, G: FastPaths> {
    pub game: &'a G,
    pub options: &'a Options,
    pub tree: Tree<'a, G>,
    pub player: Player<'a, G>,
    pub meter: Meter<'a>,
    /// The role that the answer is for.
    pub role: Role,
    pub playouts: u64,
    /// In a game for one role: the best result of all playouts, and its line.
    pub best_playout: Option<(u8, Vec<G::Move>)>,
    pub tables: Tables,
    pub path: Vec<Ply>,
    /// The choices of the turns on the path on which several roles move at once.
    pub choices: Vec<Box<[usize]>>,
    /// The moves of the path.
    pub trail: Vec<Played>,
}

/// A step of the path of a simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    pub node: NodeId,
    pub link: Link,
    /// The moves of the path before this one.
    pub before: usize,
    /// A proven position after another move that is at least as good: its goals count from here
    /// upwards.
    pub certain: Option<NodeId>,
}

/// What leads to the next position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// The move of this edge.
    Edge(usize),
    /// The moves of several roles: their place among the choices.
    Choice(usize),
}

/// Where a simulation leaves the tree.
pub(super) enum Leaf<P> {
    Known(NodeId),
    /// A position for which the tree has no room.
    Unknown(P),
}

impl<'a, G: FastPaths> Run<'a, G> {
    /// Prepares the search of a position that has this turn. `kept` is the tree of an earlier search.
    pub fn new(
        game: &'a G,
        position: &G::Position,
        turn: Turn<G::Move>,
        options: &'a Options,
        kept: Option<&'a KeptTree>,
        watch: &'a mut dyn Watch,
    ) -> Search<G, Self> {
        let key = game.key(position);
        let kept = kept.and_then(|tree| Some((tree, tree.find(key, options)?)));
        let mut hasher = FxHasher::default();
        (options.seed, key).hash(&mut hasher);
        let random = Rng::with_seed(hasher.finish());
        let role = match &turn {
            Turn::Single(role, _) => *role,
            Turn::Joint(movers) => {
                let asked = movers.iter().find(|(role, _)| Some(*role) == options.role);
                asked.or(movers.first()).map_or(Role(0), |(role, _)| *role)
            }
            Turn::Over => Role(0),
        };
        let mut run = Run {
            game,
            options,
            tree: Tree::new(game.role_count(), position.clone(), options.table, kept),
            player: Player::new(game, options, random),
            meter: Meter::new(watch),
            role,
            playouts: 0,
            best_playout: None,
            tables: Tables::default(),
            path: Vec::new(),
            choices: Vec::new(),
            trail: Vec::new(),
        };
        run.add_turn(NodeId::ROOT, turn, 0)?;
        if run.has_many_moves(NodeId::ROOT) {
            run.tree.node_mut(NodeId::ROOT).amaf = run.tables.add();
        }
        Ok(run)
    }

    /// Simulates until the budget is spent, the root is proven or the watcher stops the search. Tells
    /// whether the watcher did.
    ///
    /// # Errors
    /// If the rules cannot be followed. An error of a game whose watcher wants to stop it counts as
    /// a stop: the host may have stopped both.
    pub fn simulate_all(&mut self) -> Search<G, bool> {
        let budget = match self.options.playouts {
            0 => DEFAULT_PLAYOUTS,
            playouts => playouts,
        };
        while self.playouts < budget && !self.is_settled() {
            match self.simulate(budget - self.playouts) {
                Ok(()) => {}
                Err(SearchError::Stopped { .. }) => return Ok(true),
                Err(SearchError::Game(_)) if self.meter.is_stopped() => return Ok(true),
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// What a later search may use of the tree.
    pub fn keep(self) -> KeptTree {
        let key = |position: &G::Position| self.game.key(position);
        self.tree.keep(self.options, key)
    }

    /// Whether more simulations would change nothing.
    pub fn is_settled(&self) -> bool {
        let is_solved = self
            .best_playout
            .as_ref()
            .is_some_and(|(goal, _)| *goal == 100);
        is_solved || self.tree.node(NodeId::ROOT).is_proven
    }

    /// Simulates once, with at most `left` playouts.
    fn simulate(&mut self, left: u64) -> Search<G, ()> {
        self.path.clear();
        self.choices.clear();
        self.trail.clear();
        let leaf = self.descend()?;
        if let Leaf::Known(node) = leaf
            && self.tree.node(node).is_proven
        {
            self.meter.count()?;
            self.count_proven(node);
            return Ok(());
        }
        let at_once = match self.playouts < FEW {
            true => 1,
            false => AT_ONCE,
        };
        for _ in 0..left.min(at_once) {
            self.play_out(&leaf)?;
            if let Leaf::Known(node) = leaf
                && self.tree.node(node).is_proven
            {
                self.tree.spread_proof(&self.path, node);
                break;
            }
        }
        Ok(())
    }

    /// Follows the tree to the position from which a game is played, which becomes part of the tree
    /// if there is room.
    fn descend(&mut self) -> Search<G, Leaf<G::Position>> {
        let mut at = NodeId::ROOT;
        loop {
            let node = self.tree.node(at);
            if node.is_proven {
                return Ok(Leaf::Known(at));
            }
            if node.moves == Moves::Unknown {
                if node.visits == 0 || self.is_full() || self.path.len() >= MAX_PLIES {
                    return Ok(Leaf::Known(at));
                }
                let turn = self.game.turn(&node.position)?;
                self.add_turn(at, turn, self.path.len())?;
                continue;
            }
            match self.follow(at)? {
                Leaf::Known(child) => at = child,
                unknown => return Ok(unknown),
            }
        }
    }

    fn is_full(&self) -> bool {
        self.tree.is_full() || self.game.memory_is_short()
    }

    /// Adds what is known of the turn of a position that lies `ply` plies below the root.
    fn add_turn(&mut self, at: NodeId, turn: Turn<G::Move>, ply: usize) -> Search<G, ()> {
        let empty = |movers: &[(Role, Vec<G::Move>)]| {
            movers
                .iter()
                .find(|(_, moves)| moves.is_empty())
                .map(|(role, _)| *role)
        };
        match turn {
            Turn::Over => {
                let goals = self.game.goals(&self.tree.node(at).position)?;
                self.tree.prove(at, &goals);
            }
            Turn::Single(role, moves) if moves.is_empty() => {
                return Err(SearchError::NoMoves { role, ply });
            }
            Turn::Single(role, moves) => {
                let number = |played: &G::Move| self.game.move_number(played);
                self.tree.add_moves(at, role, moves, number);
                self.add_priors(at)?;
            }
            Turn::Joint(movers) => {
                if let Some(role) = empty(&movers) {
                    return Err(SearchError::NoMoves { role, ply });
                }
                let kept = self.tree.kept_joint(at);
                self.tree.add_joint(at, Joint::new(movers, kept));
            }
        }
        Ok(())
    }

    /// Asks the heuristic about the moves of a position, if the options want that.
    fn add_priors(&mut self, at: NodeId) -> Search<G, ()> {
        let (Some(_), Some(heuristic)) = (self.options.prior, self.options.heuristic) else {
            return Ok(());
        };
        let Moves::Single(role, edges) = self.tree.node(at).moves else {
            return Ok(());
        };
        for edge in edges.range() {
            let played = slice::from_ref(self.tree.played(edge));
            let next = self.game.play(&self.tree.node(at).position, played)?;
            self.meter.count()?;
            let goal = match self.game.over(&next)? {
                true => f64::from(self.game.goal(&next, role)?) / 100.0,
                false => self.player.promise(&next, heuristic, role)?,
            };
            self.tree.edge_mut(edge).prior = goal as f32;
        }
        Ok(())
    }

    /// Chooses what is played in a position, and finds the position after it.
    fn follow(&mut self, at: NodeId) -> Search<G, Leaf<G::Position>> {
        let before = self.trail.len();
        match self.tree.node(at).moves {
            Moves::Unknown => unreachable!("the moves have been listed"),
            Moves::Single(role, edges) => {
                let (edge, certain) = self.select(at, role, edges);
                self.path.push(Ply {
                    node: at,
                    link: Link::Edge(edge),
                    before,
                    certain,
                });
                let number = self.tree.edge(edge).number;
                self.trail.push(Played::new(role, number));
                if let Some(child) = self.tree.edge(edge).child {
                    return Ok(Leaf::Known(child));
                }
                let played = slice::from_ref(self.tree.played(edge));
                let next = self.game.play(&self.tree.node(at).position, played)?;
                if self.is_full() {
                    return Ok(Leaf::Unknown(next));
                }
                let index = edge - edges.range().start;
                let child = self.tree.add(next, self.tree.kept_child(at, index));
                self.tree.edge_mut(edge).child = Some(child);
                Ok(Leaf::Known(child))
            }
            Moves::Joint(joint) => {
                let joint = self.tree.joint_mut(joint);
                let random = &mut self.player.random;
                let choice: Box<[usize]> = joint
                    .movers
                    .iter_mut()
                    .map(|mover| mover.choose(random))
                    .collect();
                self.path.push(Ply {
                    node: at,
                    link: Link::Choice(self.choices.len()),
                    before,
                    certain: None,
                });
                self.choices.push(choice.clone());
                self.enter(at, choice)
            }
        }
    }

    /// The position after the moves of several roles.
    fn enter(&mut self, at: NodeId, choice: Box<[usize]>) -> Search<G, Leaf<G::Position>> {
        let Moves::Joint(id) = self.tree.node(at).moves else {
            unreachable!("several roles are to move")
        };
        let joint = self.tree.joint(id);
        if let Some(child) = joint.children.get(&choice) {
            return Ok(Leaf::Known(*child));
        }
        let moves: Vec<G::Move> = joint
            .movers
            .iter()
            .zip(&choice)
            .map(|(mover, index)| mover.moves[*index].clone())
            .collect();
        let next = self.game.play(&self.tree.node(at).position, &moves)?;
        if self.is_full() {
            return Ok(Leaf::Unknown(next));
        }
        let kept = self.tree.kept_joint(at);
        let kept = kept.and_then(|kept| kept.children.get(&choice).copied());
        let child = self.tree.add(next, kept);
        self.tree.joint_mut(id).children.insert(choice, child);
        Ok(Leaf::Known(child))
    }

    /// Chooses a move that is not proven, so that it may be. Gives its edge, and the position after a
    /// proven move that is at least as good.
    fn select(&mut self, at: NodeId, role: Role, edges: Edges) -> (usize, Option<NodeId>) {
        let table = self.nearest_table(at);
        let selection = Selection {
            role,
            visits: self.tree.node(at).visits,
            table: table.map(|table| self.tables.table(table)),
            prior: match self.options.heuristic {
                Some(_) => self.options.prior.unwrap_or(0) as f64,
                None => 0.0,
            },
        };
        let range = edges.range();
        let from = self.player.random.usize(..range.len());
        let choice = selection.best(self.tree.edges(edges), from);
        let child = |index: usize| self.tree.edge(range.start + index).child;
        (range.start + choice.open, choice.certain.and_then(child))
    }

    /// The table of a position with many moves: its own, or that of the nearest position above.
    fn nearest_table(&self, at: NodeId) -> Option<TableId> {
        if !self.has_many_moves(at) {
            return None;
        }
        let above = self.path.iter().rev().map(|ply| ply.node);
        std::iter::once(at)
            .chain(above)
            .find_map(|node| self.tree.node(node).amaf)
    }

    pub fn has_many_moves(&self, at: NodeId) -> bool {
        match self.tree.node(at).moves {
            Moves::Single(_, edges) => edges.range().len() >= MANY_MOVES,
            _ => false,
        }
    }

    /// Plays a game from a leaf, and counts its result.
    fn play_out(&mut self, leaf: &Leaf<G::Position>) -> Search<G, ()> {
        let position = match leaf {
            Leaf::Known(node) => self.tree.node(*node).position.clone(),
            Leaf::Unknown(position) => position.clone(),
        };
        let end = self
            .player
            .play(position, self.path.len(), &mut self.meter)?;
        self.playouts += 1;
        let goals: Vec<f64> = match end {
            End::Cut(goals) => goals,
            End::Over(goals) => {
                if let Leaf::Known(node) = leaf
                    && self.player.chosen.is_empty()
                {
                    self.tree.prove(*node, &goals);
                }
                self.keep_line(leaf, &goals)?;
                goals.iter().map(|goal| f64::from(*goal) / 100.0).collect()
            }
        };
        self.count(leaf, &goals);
        Ok(())
    }

    /// Keeps the line of a game for one role, if it is the best so far.
    fn keep_line(&mut self, leaf: &Leaf<G::Position>, goals: &[u8]) -> Search<G, ()> {
        let &[goal] = goals else {
            return Ok(());
        };
        if self
            .best_playout
            .as_ref()
            .is_some_and(|(best, _)| *best >= goal)
        {
            return Ok(());
        }
        let position = match leaf {
            Leaf::Known(node) => &self.tree.node(*node).position,
            Leaf::Unknown(position) => position,
        };
        let moves = self.path.iter().map(|ply| match ply.link {
            Link::Edge(edge) => self.tree.played(edge).clone(),
            Link::Choice(_) => unreachable!("one role alone moves"),
        });
        let mut line: Vec<G::Move> = moves.collect();
        line.extend(moves_of_line(self.game, position, &self.player.chosen)?);
        self.best_playout = Some((goal, line));
        Ok(())
    }
}
