//! A tree with everything written out, ready for any form of picture.

use super::words;
use crate::game::{Board, Error, Gathering, Role, Rows, Rules};
use crate::search::{Side, TreeNode, TreeOf};

/// A tree with everything written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The game, and who is to move at the root.
    pub title: String,
    /// All counts in one line.
    pub counts: String,
    /// In a game for several: the role for which values speak, whose nodes are plus, and who has
    /// the others, minus.
    pub sides: Option<[String; 2]>,
    /// The nodes, in the order of the tree.
    pub nodes: Vec<Node>,
}

/// A node with everything written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position.
    pub face: Face,
    /// The move that led here as it is written; empty at the root.
    pub played: String,
    /// Where it led from; none at the root.
    pub parent: Option<usize>,
    /// Where the moves lead.
    pub children: Vec<usize>,
    /// Plies from the root.
    pub ply: usize,
    /// What kind of node it is.
    pub frame: Frame,
    /// `+` where the root's role is to move, `−` where another is; none where nobody is, and in a
    /// game for one role.
    pub sign: Option<char>,
    /// The value for the root's role.
    pub value: Option<String>,
    /// What else is to be said: the result, what it is equivalent to, or how many moves were left
    /// out.
    pub note: Option<String>,
    /// Whether it lies on the principal variation, the line that both sides are expected to play.
    pub principal: bool,
}

/// A position as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// A board, where the game draws one.
    Board(Board),
    /// Otherwise lines of facts.
    Facts(Vec<String>),
}

/// What kind of node it is; where it could be several, the last of them that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// The game goes on.
    Open,
    /// Its moves were not followed because there was no room.
    Cut,
    /// The game is over.
    Over,
    /// Equivalent to an earlier node.
    Equivalent,
}

impl Frame {
    /// The colour of the frame in a picture, as CSS and Graphviz write it.
    pub(super) fn colour(self) -> &'static str {
        match self {
            Frame::Open => "#64748b",
            Frame::Cut => "#b45309",
            Frame::Over => "#d32f2f",
            Frame::Equivalent => "#00a5bf",
        }
    }
}

/// The most lines of facts that a node shows, and the longest line.
const MAX_LINES: usize = 12;
const MAX_LINE: usize = 40;

impl Picture {
    /// Writes out a tree. Row 1 is drawn where the rule file says, unless another order is asked
    /// for.
    ///
    /// # Errors
    /// When the rules cannot be followed, or cannot draw a position or write a move, or when all
    /// that is written takes more memory than one question may.
    pub fn new(rules: &Rules, tree: &TreeOf<Rules>, rows: Option<Rows>) -> Result<Self, Error> {
        let mut picture = Picture {
            title: title(rules, tree),
            counts: words::counts(rules, &tree.statistics()),
            sides: sides(rules, tree.role),
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

    /// Tells of each equivalent node which one it is the same as: by its move for a brother, else
    /// by its line.
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
        let parent = |node: &&Node| node.parent.map(|parent| &self.nodes[parent]);
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

    /// Marks the principal variation: at each node the first child that has its value.
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

type GameNode =
    TreeNode<<Rules as crate::game::Game>::Position, <Rules as crate::game::Game>::Move>;

fn written(rules: &Rules, node: &GameNode, face: Face, played: String) -> Node {
    let sign = node.side.filter(|_| rules.roles().len() > 1);
    let over = node.goals.as_ref().map(|goals| words::result(rules, goals));
    let cut = (node.left_out > 0).then(|| format!("... {} more", node.left_out));
    Node {
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

fn frame(node: &GameNode) -> Frame {
    match node {
        TreeNode {
            equivalent: Some(_),
            ..
        } => Frame::Equivalent,
        TreeNode { goals: Some(_), .. } => Frame::Over,
        TreeNode { left_out: 1.., .. } => Frame::Cut,
        _ => Frame::Open,
    }
}

fn face(rules: &Rules, node: &GameNode, rows: Option<Rows>) -> Result<Face, Error> {
    if let Some(mut board) = rules.board(&node.position)? {
        board.direction = rows.unwrap_or(board.direction);
        return Ok(Face::Board(board));
    }
    let facts = node.position.facts(rules);
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

impl Face {
    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        match self {
            Face::Board(board) => board.bytes(),
            Face::Facts(lines) => lines
                .iter()
                .map(|line| size_of::<String>() + line.len())
                .sum(),
        }
    }

    /// The glyphs of a board from its upper row down.
    pub(super) fn rows(board: &Board) -> impl Iterator<Item = Vec<Option<&str>>> {
        let from_above = move |row| {
            if board.direction == Rows::TopDown {
                row
            } else {
                board.rows + 1 - row
            }
        };
        (1..=board.rows).map(move |row| {
            (1..=board.columns)
                .map(|column| board.glyph(column, from_above(row)))
                .collect()
        })
    }
}
