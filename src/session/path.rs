//! Paths of files that name each other, with `/` between folders.

/// Returns the folder of a file, with the slash at its end; empty for the current folder.
pub(super) fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |end| &path[..=end])
}

/// Returns the path of a file that a file in `folder` names as `path`.
pub(crate) fn within(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{folder}{path}")
    }
}

/// Returns the name of the file `path` relative to `folder`, so that [`within`] finds it again.
pub(super) fn seen_from(folder: &str, path: &str) -> String {
    if path.starts_with('/') != folder.starts_with('/') {
        return path.to_owned();
    }
    let folders = parts(folder);
    let steps = parts(path);
    let common = folders
        .iter()
        .zip(&steps)
        .take_while(|(one, other)| one == other)
        .count();
    if folders[common..].contains(&"..") {
        return path.to_owned();
    }
    let up = folders[common..].iter().map(|_| "..");
    up.chain(steps[common..].iter().copied())
        .collect::<Vec<_>>()
        .join("/")
}

fn parts(path: &str) -> Vec<&str> {
    path.split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect()
}
