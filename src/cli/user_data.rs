//! The files in which the program remembers something of its user.

use std::path::PathBuf;

/// Returns the path of a file in the user's data folder, and creates the folder.
pub fn file(name: &str) -> Option<PathBuf> {
    let variable = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let data = if cfg!(windows) {
        variable("APPDATA")?
    } else if cfg!(target_os = "macos") {
        variable("HOME")?.join("Library/Application Support")
    } else {
        variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")))?
    };
    let folder = data.join("regola");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join(name))
}
