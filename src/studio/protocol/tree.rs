//! What the page is told of a game tree.

use serde::Serialize;

use super::ShownBoard;

/// A game tree, as far as its nodes are open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownTree {
    /// The role for which all values speak and whose nodes are plus, and who has the others; null
    /// in a game for one.
    pub sides: Option<[String; 2]>,
    /// How many plies ahead of the root values look; null without them.
    pub plies: Option<usize>,
    /// How many nodes there are, in words.
    pub counts: String,
    /// The nodes. The first is the root, and parents come before their children.
    pub nodes: Vec<ShownNode>,
    /// The picture as SVG, if it was wanted.
    pub svg: Option<String>,
}

/// A node of a game tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownNode {
    /// The move that led here; empty at the root.
    #[serde(rename = "move")]
    pub played: String,
    /// Where its moves lead, by places in the list; empty where it is not open.
    pub children: Vec<usize>,
    /// Whether it is an `open` game, `cut` since there was no room for its moves, `over`, or
    /// `equivalent` to an earlier brother: only the first can be opened.
    pub kind: &'static str,
    /// Who is to move; null if the game is over.
    pub role: Option<String>,
    /// `+` where that is the role of the root, `−` where another is; null where nobody is, and in a
    /// game for one.
    pub sign: Option<char>,
    /// What it is worth for the role of the root, in words or as a number.
    pub value: Option<String>,
    /// The result, the brother that it is equivalent to, or how many moves had no room.
    pub note: Option<String>,
    /// Whether it lies on the line that both sides are expected to play.
    pub principal: bool,
    /// The board, where the game draws one that is not too large.
    pub board: Option<ShownBoard>,
    /// The position as lines of facts, where it draws none; else empty.
    pub text: String,
}
