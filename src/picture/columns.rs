//! The layout if the last level is wide: children are placed in columns.
//!
//! Eight replies to each of nine moves stand in nine columns of eight instead of one row of
//! seventy-two, which is too wide to read. This is possible for the last level only: nothing can
//! stand below a column.

use super::drawn::Picture;
use super::tidy::{Gaps, NodePlace, NodeSize, TreeLayout, tidy};

/// If the last level has more nodes than this, it is placed in columns.
const WIDE: usize = 30;

/// The distance between the line of a column and its nodes, in pixels.
pub(super) const SPINE: i64 = 16;

/// The distance between the nodes of a column, in pixels.
const BETWEEN: i64 = 10;

/// The number of nodes above the level that is placed in columns; all nodes if there are no
/// columns. Nodes are numbered level by level.
pub(super) fn standing(picture: &Picture) -> usize {
    let nodes = &picture.nodes;
    let last = nodes.last().map_or(0, |node| node.ply);
    let above = nodes.partition_point(|node| node.ply < last);
    if nodes.len() - above > WIDE && last > 1 {
        above
    } else {
        nodes.len()
    }
}

/// Lays out a picture whose nodes have these sizes.
pub(super) fn arrange(picture: &Picture, sizes: &[NodeSize], gaps: Gaps) -> TreeLayout {
    let standing = standing(picture);
    let mut sizes_of_blocks = sizes[..standing].to_vec();
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut columns = Vec::new();
    for node in &picture.nodes[..standing] {
        if node
            .children
            .first()
            .is_some_and(|child| *child >= standing)
        {
            children.push(vec![sizes_of_blocks.len()]);
            sizes_of_blocks.push(column_size(&node.children, sizes));
            columns.push(&node.children);
        } else {
            children.push(node.children.clone());
        }
    }
    children.resize(sizes_of_blocks.len(), Vec::new());
    let mut layout = tidy(&children, &sizes_of_blocks, gaps);
    let tops = layout.places.split_off(standing);
    for (column, top) in columns.into_iter().zip(tops) {
        hang(column, top, sizes, &mut layout.places);
    }
    layout
}

fn column_size(column: &[usize], sizes: &[NodeSize]) -> NodeSize {
    let widest = column
        .iter()
        .map(|node| sizes[*node].width)
        .max()
        .unwrap_or(0);
    let heights: i64 = column
        .iter()
        .map(|node| sizes[*node].height + BETWEEN)
        .sum();
    NodeSize {
        width: widest + 2 * SPINE,
        height: heights - BETWEEN,
    }
}

/// Adds the places of the nodes of a column. The columns come in the order of the numbers of their
/// nodes.
fn hang(column: &[usize], top: NodePlace, sizes: &[NodeSize], places: &mut Vec<NodePlace>) {
    let mut y = top.y;
    for node in column {
        places.push(NodePlace { x: top.x, y });
        y += sizes[*node].height + BETWEEN;
    }
}
