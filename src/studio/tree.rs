//! The game tree below the present position. The page names the open nodes, and gets these and
//! their children.
//!
//! Of children of one node that are the same up to symmetry, only the first is followed.

use std::collections::HashSet;
use std::iter;
use std::ops::ControlFlow;

use super::board::drawn;
use super::choose;
use super::limits;
use super::protocol::{ShownNode, ShownTree};
use super::searched::Standpoint;
use super::stop::IsStopped;
use crate::game::Rules;
use crate::picture::{Face, NodeFrame, Picture, PictureNode};
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
    Ok(ShownTree {
        plies: options.values.as_ref().map(|values| values.depth),
        nodes: tree
            .nodes
            .iter()
            .zip(&picture.nodes)
            .map(|(node, written)| shown_node(from, node, written))
            .collect(),
        svg: svg.then(|| picture.svg()),
        sides: picture.sides,
        counts: picture.counts,
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

fn shown_node(from: &Standpoint, node: &NodeOf<Rules>, written: &PictureNode) -> ShownNode {
    let (board, text) = match &written.face {
        Face::Board(board) if board.columns * board.rows <= limits::SMALL_SQUARES => {
            (Some(drawn(board, &from.appearance)), String::new())
        }
        Face::Board(_) => (None, String::new()),
        Face::Facts(lines) => (None, lines.join("\n")),
    };
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
        board,
        text,
    }
}
