//! The shapes of chessmen, of a crown, of an arrow and of the light on a stone, in a square of 40 by 40.

use crate::game::Chessman;

/// The base on which all chessmen stand.
const BASE: &str = "<rect x=\"8.5\" y=\"32\" width=\"23\" height=\"4\" rx=\"1.2\"/>";

/// A chessman as SVG: its outlines, its base, and the lines within them.
pub fn chessman(kind: Chessman) -> String {
    let (outlines, lines) = match kind {
        Chessman::King => (
            r#"<path d="M18.7 17V9.2h-2.5V6.7h2.5V4h2.6v2.7h2.5v2.5h-2.5V17z"/><path d="M11 32 12.5 28C12.5 24.5 8 22.5 8 17.8 8 12.5 16.5 11.5 20 17.5 23.5 11.5 32 12.5 32 17.8 32 22.5 27.5 24.5 27.5 28L29 32z"/>"#,
            "M13 28h14M20 18v5.5",
        ),
        Chessman::Queen => (
            r#"<path d="M11 32 12.5 28 8 13l6 6.5L20 9l6 10.5L32 13 27.5 28 29 32z"/><circle cx="8" cy="11.5" r="2.2"/><circle cx="20" cy="7.5" r="2.5"/><circle cx="32" cy="11.5" r="2.2"/>"#,
            "M13 28h14",
        ),
        Chessman::Rook => (
            r#"<path d="M11.5 32 13.5 28V17l-3-3V8.5H15v3h2.8v-3h4.4v3H25v-3h4.5V14l-3 3V28l2 4z"/>"#,
            "M14 17h12M14 28h12",
        ),
        Chessman::Bishop => (
            r#"<circle cx="20" cy="7.8" r="2.2"/><path d="M11.5 32Q15 29.5 15.5 26 12.5 23.5 12.5 20C12.5 16.5 16 12 20 10 24 12 27.5 16.5 27.5 20Q27.5 23.5 24.5 26 25 29.5 28.5 32z"/>"#,
            "M16 26h8M24.5 15 20 20",
        ),
        Chessman::Knight => (
            r#"<path d="M11.5 32C12 26.5 18.5 25.5 19.5 20.5Q17.5 22.8 14.5 22.8L12 25.2C9 25.5 7.5 23.5 8 20.8 10.5 18.5 11.5 13.5 15 10.5L15.5 6 19.5 9C27.5 10 31 19 28.5 32z"/>"#,
            "M15.2 15l.8-.5M19.5 20.5Q20.5 19 20.3 17M23 13.5C26.5 17.5 26.5 23 25.8 28",
        ),
        Chessman::Pawn => (
            r#"<path d="M11.5 32Q17 28.5 17 23H14.5V20h11v3H23Q23 28.5 28.5 32z"/><circle cx="20" cy="15" r="5.2"/>"#,
            "M17.5 23h5",
        ),
    };
    format!("{outlines}{BASE}<path class=\"detail\" d=\"{lines}\"/>")
}

/// A crown, which lies on a man.
pub const CROWN: &str = "M12.5 26.5 11 15l5 4.5L20 12.5l4 7L29 15 27.5 26.5zM13 23.5h14";

/// An arrow to the right.
pub const ARROW: &str = "M4.5 13H19V6.5L35.5 20 19 33.5V27H4.5L7 20z";

/// The light on a stone.
pub const SHINE: &str = "M5.5 20A14.5 14.5 0 0 1 20 5.5Q11 11 5.5 20z";
