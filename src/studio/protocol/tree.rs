//! What the server sends about a game tree.

use serde::Serialize;

use super::ShownBoard;

/// A game tree, as far as its nodes are open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownTree {
    /// The role of the root, whose nodes have `+`, and the name of the other side. All values are
    /// for the role of the root. Null in a game for one role.
    pub sides: Option<[String; 2]>,
    /// The depth of the searches that value the nodes, in plies; null without values.
    pub plies: Option<usize>,
    /// The number of nodes, in words.
    pub counts: String,
    /// What lies under the pieces of each node; null if the game draws no board, or a large one.
    pub ground: Option<ShownBoard>,
    /// The pieces of all nodes, as SVG in a square of 40 by 40.
    pub drawings: Vec<String>,
    /// What is not shown for want of room; null if all is.
    pub omission: Option<String>,
    /// The nodes. The first is the root. Parents come before their children.
    pub nodes: Vec<ShownNode>,
    /// The picture as SVG, if the page asked for it.
    pub svg: Option<String>,
}

/// A node of a game tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownNode {
    /// The move that led here; empty at the root.
    #[serde(rename = "move")]
    pub played: String,
    /// The children, by their places in the list; empty if the node is not open.
    pub children: Vec<usize>,
    /// `open` if the game goes on, `cut` if there was no room for its moves, `over`, or
    /// `equivalent` to an earlier node with the same parent. Only an `open` node can be opened.
    pub kind: &'static str,
    /// The role to move; null if the game is over.
    pub role: Option<String>,
    /// `+` if the role of the root is to move, `−` if another is. Null if the game is over, and in
    /// a game for one role.
    pub sign: Option<char>,
    /// The value for the role of the root, in words or as a number.
    pub value: Option<String>,
    /// The result, the node that it is equivalent to, or the number of moves without room.
    pub note: Option<String>,
    /// Whether it is on the principal variation.
    pub principal: bool,
    /// Where the pieces stand and which they are: the upper left corner of a square, from the left and
    /// from the top, and the place of a drawing in the list of the tree. Null without a board.
    pub pieces: Option<Vec<(i64, i64, usize)>>,
    /// The position as lines of facts if the game draws no board; else empty.
    pub text: String,
}
