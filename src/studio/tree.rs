//! The game tree below the present position. The page names the open nodes, and gets these and
//! their children.
//!
//! Of children of one node that are the same up to symmetry, only the first is followed.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::ControlFlow;

use super::board::ground;
use super::choose;
use super::limits;
use super::protocol::{ShownBoard, ShownNode, ShownTree};
use super::searched::Standpoint;
use super::stop::IsStopped;
use crate::game::{Board, Rules};
use crate::picture::{Appearance, Face, NodeFrame, Picture, PictureNode, Scene, svg_of_piece};
use crate::search::{self, Equivalence, MAX_PLIES, NodeOf, TreeOptions};
use crate::session::{Explain, Trouble};

/// Builds the tree in which the nodes `opened` are open, with values if there is a level.
pub fn tree(
    from: &Standpoint,
    opened: Vec<Vec<String>>,
    level: Option<&str>,
    svg: bool,
    is_stopped: IsStopped<'_>,
) -> Result<ShownTree, Trouble> {
    let rules = from.rules();
    let options = TreeOptions {
        depth: MAX_PLIES,
        equivalence: Equivalence::Brothers,
        limit: limits::NODES,
        values: level
            .map(|level| choose::tree_options(rules, level))
            .transpose()?,
    };
    let opened: HashSet<Vec<String>> = opened.into_iter().collect();
    // If a move cannot be written, building the picture reports it.
    let mut follow = |nodes: &[NodeOf<Rules>], place| {
        line(rules, nodes, place).is_ok_and(|line| opened.contains(&line))
    };
    let mut watch = |_| {
        if is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let tree = search::tree_where(rules, &from.position, &options, &mut follow, &mut watch)
        .explain(rules)?;
    let picture = Picture::new(rules, from.appearance.clone(), &tree, None).explain(rules)?;
    let mut positions = Positions::new(&from.appearance);
    let nodes = tree.nodes.iter().zip(&picture.nodes);
    let nodes = nodes.map(|(node, written)| shown_node(from, node, written, &mut positions));
    Ok(ShownTree {
        plies: options.values.as_ref().map(|values| values.depth),
        nodes: nodes.collect(),
        svg: svg.then(|| picture.svg()),
        sides: picture.sides,
        counts: picture.counts,
        omission: positions.omission(),
        ground: positions.ground,
        drawings: positions.drawings,
    })
}

/// The moves from the root to the node at `place`, as the game writes them.
fn line(
    rules: &Rules,
    nodes: &[NodeOf<Rules>],
    place: usize,
) -> Result<Vec<String>, crate::game::Error> {
    let upwards = iter::successors(nodes.get(place), |node| {
        node.parent.and_then(|parent| nodes.get(parent))
    });
    let written = upwards.filter_map(|node| {
        let parent = nodes.get(node.parent?)?;
        Some(rules.notation(&parent.position, node.played.as_ref()?))
    });
    let mut line: Vec<String> = written.collect::<Result<_, _>>()?;
    line.reverse();
    Ok(line)
}

/// The pieces of a position, as [`ShownNode::pieces`].
type Standing = Vec<(i64, i64, usize)>;

/// The positions of a tree, as far as there is room for them; what they share is kept once.
struct Positions<'a> {
    appearance: &'a Appearance,
    ground: Option<ShownBoard>,
    drawings: Vec<String>,
    /// The place of each glyph's drawing; `None` for a glyph of an empty square.
    known: HashMap<String, Option<usize>>,
    /// How many bytes they take in a reply, as an upper bound.
    bytes: usize,
    omitted: usize,
}

impl<'a> Positions<'a> {
    /// The most bytes of a piece on a square in a reply.
    const STANDING: usize = 24;

    fn new(appearance: &'a Appearance) -> Self {
        Self {
            appearance,
            ground: None,
            drawings: Vec::new(),
            known: HashMap::new(),
            bytes: 0,
            omitted: 0,
        }
    }

    /// The pieces of a position, or its facts as a text.
    fn shown(&mut self, face: &Face) -> (Option<Standing>, String) {
        if self.bytes > limits::TREE {
            self.omitted += 1;
            return (None, String::new());
        }
        match face {
            Face::Board(board) if board.columns * board.rows <= limits::SMALL_SQUARES => {
                (Some(self.pieces(board)), String::new())
            }
            Face::Board(_) => (None, String::new()),
            Face::Facts(lines) => {
                let text = lines.join("\n");
                self.count(&text);
                (None, text)
            }
        }
    }

    fn pieces(&mut self, board: &Board) -> Standing {
        if self.ground.is_none() {
            self.ground = Some(ground(board, self.appearance));
        }
        let scene = Scene::new(board, self.appearance);
        let standing = board.squares().filter_map(|(column, row)| {
            let drawing = self.drawing(board.glyph(column, row)?)?;
            let (x, y) = scene.corner(column, row);
            Some((x, y, drawing))
        });
        let pieces: Vec<_> = standing.collect();
        self.bytes += Self::STANDING * pieces.len();
        pieces
    }

    /// The place of a glyph's drawing in the list.
    fn drawing(&mut self, glyph: &str) -> Option<usize> {
        if let Some(known) = self.known.get(glyph) {
            return *known;
        }
        let svg = self
            .appearance
            .piece(glyph)
            .map(|piece| svg_of_piece(&piece));
        let place = svg.map(|svg| {
            self.count(&svg);
            self.drawings.push(svg);
            self.drawings.len() - 1
        });
        self.known.insert(glyph.to_owned(), place);
        place
    }

    /// Counts a text, of which a reply may write each letter as two.
    fn count(&mut self, text: &str) {
        self.bytes += 2 * text.len();
    }

    fn omission(&self) -> Option<String> {
        let positions = match self.omitted {
            0 => return None,
            1 => "position is",
            _ => "positions are",
        };
        Some(format!(
            "The tree is large: {} {positions} not shown.",
            self.omitted
        ))
    }
}

fn shown_node(
    from: &Standpoint,
    node: &NodeOf<Rules>,
    written: &PictureNode,
    positions: &mut Positions<'_>,
) -> ShownNode {
    let (pieces, text) = positions.shown(&written.face);
    ShownNode {
        played: written.played.clone(),
        children: node.children.clone(),
        kind: match written.frame {
            NodeFrame::Open => "open",
            NodeFrame::Cut => "cut",
            NodeFrame::Over => "over",
            NodeFrame::Equivalent => "equivalent",
        },
        role: node.turn.map(|role| from.rules().role_name(role)),
        sign: written.sign,
        value: written.value.clone(),
        note: written.note.clone(),
        principal: written.principal,
        pieces,
        text,
    }
}
