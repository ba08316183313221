//! A tree with all its texts, ready for any output format.

use super::appearance::Appearance;
use super::face::Face;
use super::words;
use crate::game::{Error, Gathering, Role, Rows, Rules};
use crate::search::{NodeOf, Side, TreeNode, TreeOf};

/// A tree with all its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the game, and the role to move at the root.
    pub title: String,
    /// All counts in one line.
    pub counts: String,
    /// The role of the root, whose nodes have `+`, and the name of the other side, with `−`. All
    /// values are for the role of the root. `None` in a game for one role.
    pub sides: Option<[String; 2]>,
    /// How boards of the game look.
    pub appearance: Appearance,
    /// The nodes, in the order of the tree.
    pub nodes: Vec<PictureNode>,
}

/// A node with all its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureNode {
    /// The position.
    pub face: Face,
    /// The move that led here, as the game writes it; empty at the root.
    pub played: String,
    /// The parent; `None` at the root.
    pub parent: Option<usize>,
    /// The children.
    pub children: Vec<usize>,
    /// The number of plies from the root.
    pub ply: usize,
    /// What kind of node it is.
    pub frame: NodeFrame,
    /// `+` if the role of the root is to move, `−` if another is. `None` if the game is over, and
    /// in a game for one role.
    pub sign: Option<char>,
    /// The value for the role of the root.
    pub value: Option<String>,
    /// The result, the node that it is equivalent to, or the number of moves that were left out.
    pub note: Option<String>,
    /// Whether it is on the principal variation.
    pub principal: bool,
}

/// The kind of a node; if several apply, the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeFrame {
    /// The game goes on.
    Open,
    /// Its moves were not followed, because there was no room.
    Cut,
    /// The game is over.
    Over,
    /// Equivalent to an earlier node.
    Equivalent,
}

impl NodeFrame {
    /// The colour of the frame in a picture, as CSS and Graphviz write it.
    pub(super) fn colour(self) -> &'static str {
        match self {
            NodeFrame::Open => "#64748b",
            NodeFrame::Cut => "#b45309",
            NodeFrame::Over => "#d32f2f",
            NodeFrame::Equivalent => "#00a5bf",
        }
    }
}

/// The most lines of facts that a node shows, and the longest line.
const MAX_LINES: usize = 12;
const MAX_LINE: usize = 40;

impl Picture {
    /// Makes the picture of a tree of a game with this appearance. `rows` overrides where the game
    /// draws row 1.
    ///
    /// # Errors
    /// If the rules cannot be evaluated, draw a position or write a move, or if all texts take more
    /// memory than one question may.
    pub fn new(
        rules: &Rules,
        appearance: Appearance,
        tree: &TreeOf<Rules>,
        rows: Option<Rows>,
    ) -> Result<Self, Error> {
        let mut picture = Picture {
            title: title(rules, tree),
            counts: words::counts(rules, &tree.statistics()),
            sides: sides(rules, tree.role),
            appearance,
            nodes: Vec::with_capacity(tree.nodes.len()),
        };
        let mut gathering = rules.gathering();
        for node in &tree.nodes {
            let played = match (node.parent, &node.played) {
                (Some(parent), Some(played)) => {
                    rules.notation(&tree.nodes[parent].position, played)?
                }
                _ => String::new(),
            };
            let face = face(rules, node, rows)?;
            gathering.keep(face.bytes() + played.len())?;
            picture.nodes.push(written(rules, node, face, played));
        }
        picture.name_equivalents(tree, &mut gathering)?;
        picture.mark_principal(tree);
        Ok(picture)
    }

    /// Sets the notes of equivalent nodes: the move of the equivalent node if both have one parent,
    /// else its line.
    fn name_equivalents(
        &mut self,
        tree: &TreeOf<Rules>,
        gathering: &mut Gathering,
    ) -> Result<(), Error> {
        for (place, node) in tree.nodes.iter().enumerate() {
            if let Some(first) = node.equivalent {
                let is_brother = tree.nodes[first].parent == node.parent;
                let name = if is_brother {
                    self.nodes[first].played.clone()
                } else {
                    self.line(first)
                };
                self.nodes[place].note = Some(gathering.text(format!("= {name}"))?);
            }
        }
        Ok(())
    }

    /// The moves from the root to a node.
    fn line(&self, place: usize) -> String {
        let parent = |node: &&PictureNode| node.parent.map(|parent| &self.nodes[parent]);
        let upwards = std::iter::successors(Some(&self.nodes[place]), parent);
        let mut moves: Vec<&str> = upwards.map(|node| node.played.as_str()).collect();
        moves.pop();
        moves.reverse();
        if moves.is_empty() {
            "root".to_owned()
        } else {
            moves.join(" ")
        }
    }

    /// Marks the principal variation: from each node on the first child with the same value.
    fn mark_principal(&mut self, tree: &TreeOf<Rules>) {
        let mut next = tree
            .nodes
            .first()
            .filter(|root| root.value.is_some())
            .map(|_| 0);
        while let Some(place) = next {
            self.nodes[place].principal = true;
            let node = &tree.nodes[place];
            next = node
                .children
                .iter()
                .copied()
                .find(|child| tree.nodes[*child].value == node.value);
        }
    }
}

fn title(rules: &Rules, tree: &TreeOf<Rules>) -> String {
    match tree.nodes.first().and_then(|root| root.turn) {
        Some(_) => format!("{}: {} to move", rules.name(), rules.role_name(tree.role)),
        None => format!("{}: the game is over", rules.name()),
    }
}

fn sides(rules: &Rules, role: Role) -> Option<[String; 2]> {
    let name = rules.role_name(role);
    match rules.roles().len() {
        1 => None,
        2 => Some([name, rules.role_name(Role(1 - role.0))]),
        _ => Some([name.clone(), format!("an opponent of {name}")]),
    }
}

fn written(rules: &Rules, node: &NodeOf<Rules>, face: Face, played: String) -> PictureNode {
    let sign = node.side.filter(|_| rules.roles().len() > 1);
    let over = node.goals.as_ref().map(|goals| words::result(rules, goals));
    let cut = (node.left_out > 0).then(|| format!("... {} more", node.left_out));
    PictureNode {
        face,
        played,
        parent: node.parent,
        children: node.children.clone(),
        ply: node.ply,
        frame: frame(node),
        sign: sign.map(|side| if side == Side::Plus { '+' } else { '−' }),
        value: node.value.map(|value| value.to_string()),
        note: over.or(cut),
        principal: false,
    }
}

fn frame(node: &NodeOf<Rules>) -> NodeFrame {
    match node {
        TreeNode {
            equivalent: Some(_),
            ..
        } => NodeFrame::Equivalent,
        TreeNode { goals: Some(_), .. } => NodeFrame::Over,
        TreeNode { left_out: 1.., .. } => NodeFrame::Cut,
        _ => NodeFrame::Open,
    }
}

fn face(rules: &Rules, node: &NodeOf<Rules>, rows: Option<Rows>) -> Result<Face, Error> {
    if let Some(board) = Face::drawn_board(rules, &node.position, rows)? {
        return Ok(board);
    }
    let facts = node.position.facts(rules.schema());
    let mut lines: Vec<String> = facts
        .iter()
        .take(MAX_LINES)
        .map(|fact| shortened(&fact.to_string()))
        .collect();
    if facts.len() > MAX_LINES {
        lines.push(format!("... {} more", facts.len() - MAX_LINES));
    }
    Ok(Face::Facts(lines))
}

fn shortened(line: &str) -> String {
    if line.chars().count() <= MAX_LINE {
        return line.to_owned();
    }
    line.chars()
        .take(MAX_LINE - 3)
        .chain("...".chars())
        .collect()
}
