//! Differences in strength by Elo's scale. (A. E. Elo, "The Rating of Chessplayers, Past and
//! Present", 1978.) 400 points mean odds of ten to one.

/// A difference in Elo with its 95 % confidence interval. A bound is infinite if the player has
/// all points or none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The most likely difference.
    pub difference: f64,
    /// The lower bound of the interval.
    pub least: f64,
    /// The upper bound of the interval.
    pub most: f64,
}

/// Returns a difference in Elo as a whole number with its sign.
#[must_use]
pub fn signed(elo: f64) -> String {
    match elo.round() {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        0.0 => "0".to_owned(),
        elo => format!("{elo:+}"),
    }
}

/// Returns the share of points, from 0 to 1, that a player scores who is `difference` Elo points
/// stronger.
#[must_use]
pub fn share_of(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// Returns the difference in Elo at which a player scores `share` of the points; infinite for 0 and
/// for 1.
#[must_use]
pub fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}
