//! The options of the test that ends a match early.

use std::str::FromStr;

use clap::Args;
use regola::contest::SequentialTest;

/// The options of a sequential probability ratio test.
#[derive(Args, Clone, Copy, Debug)]
pub struct SequentialOptions {
    /// Stop as soon as the games decide whether the first player is ELO0 or ELO1 points stronger than
    /// the second, such as 0,10
    #[arg(
        long = "sprt",
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        help_heading = "Test"
    )]
    differences: Option<Differences>,
    /// The probability that the test decides for ELO1 if ELO0 is true [default: 0.05]
    #[arg(
        long,
        value_name = "P",
        requires = "differences",
        help_heading = "Test"
    )]
    alpha: Option<f64>,
    /// The probability that the test decides for ELO0 if ELO1 is true [default: 0.05]
    #[arg(
        long,
        value_name = "P",
        requires = "differences",
        help_heading = "Test"
    )]
    beta: Option<f64>,
}

/// The usual probability of a wrong decision.
const ERROR_RATE: f64 = 0.05;

/// Two differences in Elo.
#[derive(Clone, Copy, Debug)]
struct Differences([f64; 2]);

impl FromStr for Differences {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Vec<f64> = text
            .split(',')
            .filter_map(|number| number.trim().parse().ok())
            .collect();
        match numbers.as_slice() {
            [smaller, greater] if text.split(',').count() == 2 => {
                Ok(Differences([*smaller, *greater]))
            }
            _ => Err("two differences in Elo are expected, such as 0,10"),
        }
    }
}

impl SequentialOptions {
    /// Whether the user asked for a test.
    pub fn is_asked_for(&self) -> bool {
        self.differences.is_some()
    }

    /// Returns the test, if the user asked for one.
    pub fn test(&self) -> Result<Option<SequentialTest>, String> {
        let Some(Differences(differences)) = self.differences else {
            return Ok(None);
        };
        let (alpha, beta) = (
            self.alpha.unwrap_or(ERROR_RATE),
            self.beta.unwrap_or(ERROR_RATE),
        );
        match SequentialTest::new(differences, alpha, beta) {
            Ok(test) => Ok(Some(test)),
            Err(reason) => Err(format!("this is no test: {reason}")),
        }
    }
}
