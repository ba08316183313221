//! What a page opens: `{"path": "games/othello.rules", "texts": {"games/othello.rules": "..."},
//! "seed": 7}`.

use std::collections::BTreeMap;
use std::sync::Arc;

use regola::studio::{LoneDesk, MemoryFiles, Setting, StartLine};
use serde::Deserialize;

#[derive(Deserialize)]
struct Opening {
    /// The rule file of the game.
    path: String,
    /// The texts of all files, by their paths.
    texts: BTreeMap<String, String>,
    /// For moves that are chosen at random.
    seed: u64,
}

/// Reads what a page opens.
///
/// # Errors
/// If the text is not of this form.
pub fn read(text: &str) -> Result<LoneDesk, String> {
    let opening: Opening = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let setting = Setting {
        files: Arc::new(MemoryFiles::new(opening.texts)),
        path: opening.path,
        line: StartLine::default(),
        beside: None,
        tests: None,
    };
    Ok(LoneDesk::new(setting, opening.seed))
}
