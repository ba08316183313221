//! The legend: the meaning of the frames, signs and lines that occur.

use super::{LETTER, escape};
use crate::picture::drawn::{NodeFrame, Picture};

const LINE: i64 = 22;
/// The distance from the left edge to the words, in pixels.
const INDENT: i64 = 34;

/// The lines of a legend: a sample, and its meaning.
pub(super) struct Legend {
    lines: Vec<(String, String)>,
}

impl Legend {
    /// The legend of a picture.
    pub fn new(picture: &Picture) -> Self {
        let mut legend = Legend { lines: Vec::new() };
        legend.signs(picture);
        for (frame, words) in [
            (NodeFrame::Over, "the game is over"),
            (
                NodeFrame::Equivalent,
                "the same as an earlier position up to symmetry, not followed",
            ),
            (NodeFrame::Cut, "cut: there was no room for its moves"),
        ] {
            if picture.nodes.iter().any(|node| node.frame == frame) {
                legend.add(sample(frame), words);
            }
        }
        if picture.nodes.iter().skip(1).any(|node| node.principal) {
            legend.add(
                "<path class=\"principal\" d=\"M0 0h24\"/>".to_owned(),
                "principal variation: best play",
            );
        }
        legend
    }

    fn signs(&mut self, picture: &Picture) {
        let Some([role, opponent]) = &picture.sides else {
            return;
        };
        let valued = picture.nodes.iter().any(|node| node.value.is_some());
        for (sign, name, who, wish) in [
            ('+', "plus", role, "greatest"),
            ('−', "minus", opponent, "least"),
        ] {
            if picture.nodes.iter().any(|node| node.sign == Some(sign)) {
                let mut words = format!("{who} is to move");
                if valued {
                    words += &format!(": takes the {wish} value for {role}");
                }
                self.add(format!("<use href=\"#{name}\" x=\"12\"/>"), &words);
            }
        }
    }

    fn add(&mut self, sample: String, words: &str) {
        self.lines.push((sample, words.to_owned()));
    }

    pub fn width(&self) -> i64 {
        let words = self
            .lines
            .iter()
            .map(|(_, words)| words.chars().count() as i64 * LETTER);
        words.max().map_or(0, |widest| INDENT + widest)
    }

    pub fn height(&self) -> i64 {
        LINE * self.lines.len() as i64
    }

    /// Draws the legend with its upper left corner at (`left`, `top`).
    pub fn draw(&self, left: i64, top: i64) -> String {
        let middles = (0..).map(|line| top + line * LINE + LINE / 2);
        let line = |((sample, words), middle): (&(String, String), i64)| {
            format!(
                "<g transform=\"translate({left} {middle})\">{sample}<text class=\"legend\" x=\"{INDENT}\" y=\"4\">{}</text></g>\n",
                escape(words)
            )
        };
        self.lines.iter().zip(middles).map(line).collect()
    }
}

fn sample(frame: NodeFrame) -> String {
    let dashes = if frame == NodeFrame::Cut {
        " stroke-dasharray=\"5 4\""
    } else {
        ""
    };
    let colour = frame.colour();
    format!(
        "<rect class=\"frame\" x=\"5\" y=\"-7\" width=\"14\" height=\"14\" rx=\"2\" stroke=\"{colour}\"{dashes}/>"
    )
}
