//! The lines from parents to children.

use super::node::{LABEL, Measure};
use crate::picture::columns::SPINE;
use crate::picture::drawn::Picture;
use crate::picture::tidy::{NodePlace, NodeSize};

/// All that is needed to draw the edges.
pub(super) struct Edges<'a> {
    pub picture: &'a Picture,
    pub measure: &'a Measure<'a>,
    pub places: &'a [NodePlace],
    pub sizes: &'a [NodeSize],
    /// The first node of those in columns.
    pub standing: usize,
}

impl Edges<'_> {
    /// All edges. Those of the principal variation come last, so that no other covers them.
    pub fn draw(&self) -> String {
        let (mut plain, mut principal) = (String::new(), String::new());
        for (child, node) in self.picture.nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            let path = if child < self.standing {
                self.falling(parent, child)
            } else {
                self.hanging(parent, child)
            };
            let (lines, class) = if node.principal {
                (&mut principal, "principal")
            } else {
                (&mut plain, "edge")
            };
            *lines += &format!("<path class=\"{class}\" d=\"{path}\"/>\n");
        }
        plain + &principal
    }

    /// The middle of the lower edge of a node.
    fn foot(&self, node: usize) -> NodePlace {
        NodePlace {
            x: self.places[node].x,
            y: self.places[node].y + self.sizes[node].height,
        }
    }

    /// A curve from a parent down to the move above its child.
    fn falling(&self, parent: usize, child: usize) -> String {
        let (from, to) = (self.foot(parent), self.places[child]);
        let middle = from.y.midpoint(to.y);
        format!(
            "M{} {}C{} {middle} {} {middle} {} {}",
            from.x,
            from.y + 2,
            from.x,
            to.x,
            to.x,
            to.y
        )
    }

    /// A line from a parent down along the left side of its column, and across to the board of its
    /// child.
    fn hanging(&self, parent: usize, child: usize) -> String {
        let (from, to) = (self.foot(parent), self.places[child]);
        let column = &self.picture.nodes[parent].children;
        let widest = column
            .iter()
            .map(|node| self.sizes[*node].width)
            .max()
            .unwrap_or(0);
        let spine = to.x - widest / 2 - SPINE;
        let bend = self.places[column[0]].y - 10;
        let face = self.measure.face(&self.picture.nodes[child]);
        let (edge, middle) = (to.x - face.width / 2, to.y + LABEL + face.height / 2);
        format!("M{} {}V{bend}H{spine}V{middle}H{edge}", from.x, from.y + 2)
    }
}
