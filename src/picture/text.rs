//! A tree as indented text.

use std::fmt::Write;

use super::drawn::{NodeFrame, Picture, PictureNode};
use super::face::Face;

impl Picture {
    /// The tree as text: the position at the root, then a line for each node. A line has the move,
    /// `(+)` or `(−)` for the role to move, the value and the note. A star marks the principal
    /// variation.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        if let Some(root) = self.nodes.first() {
            text += &face(&root.face);
            text += "\n";
            self.lines(&mut text);
        }
        text + "\n" + &self.legend() + &self.counts + "\n"
    }

    /// A line that explains the signs that the nodes have, if they have any.
    fn legend(&self) -> String {
        let mut meanings = Vec::new();
        if let Some([own, other]) = &self.sides {
            let has = |sign| self.nodes.iter().any(|node| node.sign == Some(sign));
            meanings.extend(has('+').then(|| format!("(+) {own} is to move")));
            meanings.extend(has('−').then(|| format!("(−) {other} is to move")));
            let has_values = self.nodes.iter().any(|node| node.value.is_some());
            meanings.extend(has_values.then(|| format!("numbers are values for {own}")));
        }
        let is_repeated = |node: &PictureNode| node.frame == NodeFrame::Equivalent;
        if self.nodes.iter().any(is_repeated) {
            meanings.push("= the same up to symmetry".to_owned());
        }
        if self.nodes.iter().any(|node| node.principal) {
            meanings.push("* best play".to_owned());
        }
        match meanings.as_slice() {
            [] => String::new(),
            _ => format!("{}\n", meanings.join("; ")),
        }
    }

    /// The lines of all nodes, depth first.
    fn lines(&self, text: &mut String) {
        let mut waiting = vec![(0, String::new(), "", "")];
        while let Some((place, indent, branch, below)) = waiting.pop() {
            let node = &self.nodes[place];
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{indent}{branch}{}", line(node));
            let indent = indent + below;
            let last = node.children.last();
            for child in node.children.iter().rev() {
                let (branch, below) = if Some(child) == last {
                    ("└── ", "    ")
                } else {
                    ("├── ", "│   ")
                };
                waiting.push((*child, indent.clone(), branch, below));
            }
        }
    }
}

fn face(face: &Face) -> String {
    match face {
        Face::Board(board) => board.to_string(),
        Face::Facts(lines) => lines.iter().map(|line| format!("{line}\n")).collect(),
    }
}

fn line(node: &PictureNode) -> String {
    let played = if node.parent.is_none() {
        "root"
    } else {
        &node.played
    };
    let sign = node.sign.map(|sign| format!("({sign})"));
    let star = node.principal.then(|| "*".to_owned());
    let rest = [sign, node.value.clone(), node.note.clone(), star];
    rest.into_iter()
        .flatten()
        .fold(played.to_owned(), |line, part| line + " " + &part)
}
