//! A tree as text for Graphviz.

use super::drawn::{NodeFrame, Picture, PictureNode};
use super::escape::escape;
use super::face::{Face, glyph_rows};

impl Picture {
    /// The tree in Graphviz's language. Each node is a table with the squares of the board, and
    /// below them the value and the result. The colours are those of the SVG.
    #[must_use]
    pub fn dot(&self) -> String {
        let caption = format!("{}<br/>{}", escape(&self.title), escape(&self.counts));
        let mut text = String::from("digraph tree {\n");
        text += &format!(
            "  graph [label=<{caption}>, labelloc=t, fontname=\"Helvetica\", ordering=out]\n"
        );
        text += "  node [shape=plain, fontname=\"Helvetica\"]\n";
        text += "  edge [arrowhead=none, color=\"#64748b\", fontname=\"Helvetica\", fontsize=11]\n";
        for (place, node) in self.nodes.iter().enumerate() {
            text += &format!("  n{place} [label=<{}>]\n", table(node));
            if let Some(parent) = node.parent {
                let thick = if node.principal {
                    ", penwidth=3, color=\"#1e293b\""
                } else {
                    ""
                };
                text += &format!(
                    "  n{parent} -> n{place} [label=<{}>{thick}]\n",
                    escape(&node.played)
                );
            }
        }
        text + "}\n"
    }
}

/// A node as a table.
fn table(node: &PictureNode) -> String {
    let style = if node.frame == NodeFrame::Cut {
        " style=\"dashed\""
    } else {
        ""
    };
    let border = if node.principal { 3 } else { 1 };
    let (columns, rows) = match &node.face {
        Face::Board(board) => (
            board.columns,
            glyph_rows(board).map(|row| board_row(&row)).collect(),
        ),
        Face::Facts(lines) => (
            1,
            lines
                .iter()
                .map(|line| wide_row(1, line))
                .collect::<String>(),
        ),
    };
    let colour = node.frame.colour();
    let mut table = format!(
        "<table border=\"{border}\" cellborder=\"1\" cellpadding=\"5\" cellspacing=\"0\" color=\"{colour}\"{style}>"
    );
    table += &rows;
    let words = [node.sign.map(String::from), node.value.clone()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ");
    for words in [words]
        .iter()
        .chain(&node.note)
        .filter(|words| !words.is_empty())
    {
        table += &wide_row(columns, words);
    }
    if rows.is_empty() && !table.contains("<tr>") {
        table += &wide_row(1, " ");
    }
    table + "</table>"
}

fn board_row(glyphs: &[Option<&str>]) -> String {
    let squares = glyphs
        .iter()
        .map(|glyph| format!("<td width=\"20\">{}</td>", escape(glyph.unwrap_or(" "))));
    format!("<tr>{}</tr>", squares.collect::<String>())
}

fn wide_row(columns: usize, text: &str) -> String {
    format!(
        "<tr><td colspan=\"{columns}\" border=\"0\">{}</td></tr>",
        escape(text)
    )
}
