//! A tree as SVG that needs nothing else: no script, no font, no other file.

mod edge;
mod legend;
mod node;

use super::columns::{arrange, standing};
use super::drawn::Picture;
use super::escape::escape;
use super::scene;
use super::tidy::Gaps;
use node::Measure;

/// The distances in a picture, in pixels.
const GAPS: Gaps = Gaps {
    sides: 18,
    levels: 30,
};
const MARGIN: i64 = 24;
/// The height of the title and the counts together.
const HEAD: i64 = 56;

/// The width of a letter, for letters of the usual size.
const LETTER: i64 = 7;

const STYLE: &str = "\
text { font: 12px Helvetica, Arial, sans-serif; fill: #0f172a; text-anchor: middle }
.title { font-size: 18px; font-weight: bold; text-anchor: start }
.counts { fill: #475569; text-anchor: start }
.legend { text-anchor: start }
.fact { font-family: Menlo, Consolas, monospace; font-size: 11px }
.value { font-weight: bold }
.note { fill: #334155; font-size: 11px }
.move { fill: #334155 }
.best { font-weight: bold; fill: #0f172a }
.edge { stroke: #94a3b8; fill: none }
.principal { stroke: #1e293b; stroke-width: 3; fill: none; stroke-linejoin: round }
.frame { fill: none; stroke-width: 2 }
.plus { fill: #1d4ed8 }
.minus { fill: #be185d }
.sign { stroke: #ffffff; stroke-width: 2; fill: none }
";

impl Picture {
    /// The tree as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let measure = Measure::new(self);
        let sizes: Vec<_> = self.nodes.iter().map(|node| measure.size(node)).collect();
        let layout = arrange(self, &sizes, GAPS);
        let legend = legend::Legend::new(self);
        let words = self.title.chars().count().max(self.counts.chars().count()) as i64;
        let width = layout.size.width.max(words * LETTER).max(legend.width()) + 2 * MARGIN;
        let height = HEAD + layout.size.height + legend.height() + 2 * MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n<style>\n{}{STYLE}</style>\n\
             <defs>\n{defs}</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <text class=\"title\" x=\"{MARGIN}\" y=\"{first}\">{title}</text>\n\
             <text class=\"counts\" x=\"{MARGIN}\" y=\"{second}\">{counts}</text>\n",
            scene::STYLE,
            title = escape(&self.title),
            counts = escape(&self.counts),
            defs = measure.definitions(),
            first = MARGIN + 14,
            second = MARGIN + 34,
        );
        let left = (width - layout.size.width) / 2;
        svg += &format!("<g transform=\"translate({left} {})\">\n", MARGIN + HEAD);
        svg += &edge::Edges {
            picture: self,
            measure: &measure,
            places: &layout.places,
            sizes: &sizes,
            standing: standing(self),
        }
        .draw();
        for (node, place) in self.nodes.iter().zip(&layout.places) {
            svg += &measure.draw(node, *place);
        }
        svg += "</g>\n";
        svg += &legend.draw(MARGIN, MARGIN + HEAD + layout.size.height + MARGIN);
        svg + "</svg>\n"
    }
}
