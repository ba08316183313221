//! Rule files in a test: two files are in order, and they are the same game.
//!
//! ```sh
//! cargo run --release --example compare
//! ```

use std::error::Error;
use std::io::{self, Write};

use regola::compare::{
    Alone, CompareOptions, CompareReport, CompareVerdict, NameMap, OtherGame, compare,
};
use regola::game::{Rules, check};
use regola::syntax::load::FileReader;
use regola::syntax::render::Style;

fn main() -> Result<(), Box<dyn Error>> {
    let cells = in_order("games/othello.rules")?;
    let triples = in_order("games/othello-triples.rules")?;
    writeln!(io::stdout(), "{}", told(&same(&cells, &triples)?))?;
    Ok(())
}

/// Loads a rule file. Any error or warning is an error here.
pub fn in_order(path: &str) -> Result<Rules, Box<dyn Error>> {
    let report = check(&FileReader, path);
    match report.rules {
        Some(ref rules) if report.diagnostics.is_empty() => Ok(rules.clone()),
        _ => Err(report.render(Style::Plain).into()),
    }
}

/// Compares all lines of two plies, and then three random games.
pub fn same(first: &Rules, other: &Rules) -> Result<CompareReport, Box<dyn Error>> {
    let options = CompareOptions {
        depth: 2,
        games: 3,
        ..CompareOptions::default()
    };
    let other = OtherGame {
        rules: other,
        names: &NameMap::same(),
    };
    Ok(compare(first, &[other], &options, &mut Alone)?)
}

/// The verdict in a sentence.
pub fn told(report: &CompareReport) -> String {
    let extent = &report.extent;
    match &report.verdicts[0] {
        CompareVerdict::Equal => format!(
            "the same game in {} positions and {} random games",
            extent.positions, extent.games
        ),
        CompareVerdict::Differs(difference) if difference.line.is_empty() => {
            "different games from the start".to_owned()
        }
        CompareVerdict::Differs(difference) => {
            format!("different games after {}", difference.line.join(" "))
        }
    }
}
