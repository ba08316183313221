//! A time for a whole game: a base, and an increment for each move. (R. J. Fischer, US patent
//! 4 884 255, 1989.)

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The most seconds of a base or an increment.
const MOST_SECONDS: f64 = 1e6;

/// The time that each player has for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time at the start.
    pub base: Duration,
    /// The time that is added after each move.
    pub increment: Duration,
}

/// Why a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a time for a game: seconds for the game, and seconds that each move adds, such as \
     60+1 or 60"
)]
pub struct UnreadableTimeControl(String);

impl FromStr for TimeControl {
    type Err = UnreadableTimeControl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(TimeControl { base, increment }),
            _ => Err(UnreadableTimeControl(text.to_owned())),
        }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    let is_fit = (0.0..=MOST_SECONDS).contains(&seconds);
    is_fit.then(|| Duration::from_secs_f64(seconds))
}

/// Writes the time control as it is read: `60+1`, or `60` without an increment.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64())?;
        match self.increment.is_zero() {
            true => Ok(()),
            false => write!(f, "+{}", self.increment.as_secs_f64()),
        }
    }
}
